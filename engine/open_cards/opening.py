"""Which deals are worked out with open cards, and why another is not.

Every card has to be known for certain, and every play right: a deal with an error in it is judged
by the table, and what came of the error says nothing about the cards.
"""

from __future__ import annotations

from engine.deal.record import DealRecord
from engine.games import game as game_named
from engine.games.facts import UNKNOWN, Facts, gather
from engine.games.two_sides import Holders
from engine.games.wording import INFORMATIONAL
from engine.open_cards.deal import OpenDeal, open_deal
from engine.referee.evaluation import evaluate
from engine.text import Text

NOT_PLAYED = Text(
    de="Dieses Spiel wurde nicht gespielt.",
    en="This deal was not played.",
)
NOT_TO_THE_END = Text(
    de="Dieses Spiel wurde nicht bis zur letzten Karte gespielt.",
    en="This deal was not played to the last card.",
)
NOT_CERTAIN = Text(
    de="Eine Karte dieses Spiels wurde nicht gesehen oder ist zweifelhaft.",
    en="A card of this deal was not seen or is in doubt.",
)
FOUND_WRONG = Text(
    de="In diesem Spiel wurde etwas nicht nach den Regeln gespielt.",
    en="Something in this deal was not played by the rules.",
)
FROM_PILES = Text(
    de="Zu zweit mit Stapeln wird nicht mit offenen Karten gerechnet.",
    en="Deals for two with piles are not worked out with open cards.",
)
OTHER_POINTS = Text(
    de="Die Augen dieses Spiels zählen anders, als die Stiche sagen.",
    en="The points of this deal are not simply those of its tricks.",
)


def opened(record: DealRecord) -> OpenDeal | Text:
    """Return a finished deal with open cards, or why it is not worked out."""
    game = game_named(record.game)
    facts = gather(record, game.setting)
    why = _not_certain(facts)
    if why is not None:
        return why
    report = evaluate(record)
    if any(verdict.kind not in INFORMATIONAL for verdict in report.verdicts):
        return FOUND_WRONG
    had = {play.card: play.seat for play in record.plays if play.card is not None}
    return dealt(facts, had)


def dealt(facts: Facts, had: Holders) -> OpenDeal | Text:
    """Return the deal in which these seats hold these cards, or why it is not worked out."""
    record = facts.record
    game = game_named(record.game)
    sides = game.two_sides(facts, had)
    if isinstance(sides, Text):
        return sides
    return open_deal(facts.setting, sides, had, game.leader(record, facts.setting))


def _not_certain(facts: Facts) -> Text | None:
    setting = facts.setting
    if facts.record.contract is None or not facts.plays:
        return NOT_PLAYED
    if setting.piles is not None:
        return FROM_PILES
    if facts.doubtful or UNKNOWN in facts.klasses or UNKNOWN in facts.led:
        return NOT_CERTAIN
    return None if len(facts.plays) == setting.play_count else NOT_TO_THE_END
