"""What an attentive onlooker expects of the next card, as soft penalties for the decoder.

Only played cards speak here, never hands. People do revoke, so nothing is ever ruled out: a card
that would prove an error costs two nats, one that has already been played much more.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, log

from engine.cards import Card
from engine.deal.record import DealRecord
from engine.games import game as game_named
from engine.games.facts import UNKNOWN, Facts, gather, next_seat
from engine.games.revokes import denied_by, denied_classes

PLAYED = 12.0
"""Nats against a card that already lies in this deal."""
WRONG = 2.0
"""Nats against a card that would prove an error of the player."""
_SLIP = 0.05
"""How likely a discard is taken to be where the player can hardly be void."""


def penalties(record: DealRecord) -> Mapping[Card, float]:
    """Return soft penalties, in nats, for the card that comes next (for vision's decoder).

    A card already played costs much, one that its player could only lay by breaking a rule a
    little; cards left out cost nothing. Only cards played so far are looked at.

    >>> from engine.cards import card
    >>> from engine.notation.reader import read
    >>> [deal] = read('''[Game "schafkopf"] [Players "4"] [Dealer "4"] [Contract "1 wenz"]
    ... 1. 1: EA''')
    >>> against = penalties(deal.record)
    >>> against[card("EA")], round(against[card("H7")], 2), card("E7") in against
    (12.0, 1.99, False)
    """
    game = game_named(record.game)
    facts = gather(record, game.setting)
    nats: dict[Card, float] = {}
    seat = next_seat(facts, game.leader(record, facts.setting))
    if seat is not None and facts.setting.klass:
        _add(nats, _against_suit(facts, seat))
        _add(nats, dict.fromkeys(_denied(facts, seat), WRONG))
        _add(nats, game.suspicion(facts, seat))
    for play in facts.plays:
        if play.card is not None:
            nats[play.card] = PLAYED
    return nats


def _add(nats: dict[Card, float], more: object) -> None:
    assert isinstance(more, dict)
    for card, amount in more.items():
        nats[card] = nats.get(card, 0.0) + amount


def _denied(facts: Facts, seat: int) -> list[Card]:
    """Return the cards that would be the first to prove an error: one mistake is made once."""
    said, shown = set[int](), set[int]()
    for index, play in enumerate(facts.record.plays):
        if play.seat == seat != facts.setting.silent:
            klass = facts.klasses[index]
            if klass in said:
                shown.add(klass)
            led = facts.led[index // len(facts.setting.seats)]
            said.update(denied_by(facts.setting, led, klass))
    return [card for card, klass in facts.setting.klass.items() if klass in said - shown]


def _against_suit(facts: Facts, seat: int) -> dict[Card, float]:
    """Return nats against not doing what is due, by how likely the player is to be void."""
    if not facts.tricks or facts.tricks[-1].complete or facts.led[-1] == UNKNOWN:
        return {}
    nats: dict[Card, float] = {}
    denied, right = denied_classes(facts, seat), set[int]()
    for due in dict.fromkeys((facts.led[-1], *facts.setting.otherwise)):
        right.add(due)
        if due not in denied:
            cost = -log(max(_SLIP, _void(facts, seat, due)))
            wrong = [card for card, klass in facts.setting.klass.items() if klass not in right]
            _add(nats, dict.fromkeys(wrong, cost))
    return nats


def _void(facts: Facts, seat: int, due: int) -> float:
    """Return the chance that `seat` holds no card of class `due`, all unseen cards alike."""
    laid = {play.card for play in facts.plays}
    out = [klass for card, klass in facts.setting.klass.items() if card not in laid]
    held = facts.setting.hand_size - sum(1 for play in facts.plays if play.seat == seat)
    of_class = out.count(due)
    if held <= 0 or held > len(out):
        return 1.0
    return comb(len(out) - of_class, held) / comb(len(out), held)
