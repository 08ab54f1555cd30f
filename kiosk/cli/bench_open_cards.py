"""What working deals out with open cards takes: made-up deals, from the last card back.

Time by tricks left: how long it took to get that far back. Cards are laid at random among those
that may be laid, which leaves more open than people do.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import median, quantiles

from engine.cards import Card
from engine.deal.record import Contract, DealRecord, Play
from engine.games import game as game_named
from engine.games.facts import gather
from engine.open_cards.analysis import course
from engine.open_cards.deal import OpenDeal, dealt
from engine.open_cards.findings import USUAL
from engine.open_cards.game import OpenGame
from engine.open_cards.knowledge import Chances
from engine.open_cards.search import Limit
from engine.rules.house_rules import rules_from
from engine.text import Text
from kiosk.cli.bench_figures import Figure

_DEALS = 5
"""Of each game; `mehrkopf bench` measures in minutes, not in hours."""
_GAMES: tuple[tuple[str, int, str], ...] = (
    ("schafkopf", 4, "rufspiel"),
    ("schafkopf", 4, "solo"),
    ("schafkopf", 4, "wenz"),
    ("schafkopf", 4, "geier"),
    ("schafkopf", 4, "farbwenz"),
    ("sheepshead", 5, "pick"),
    ("mehrkopf", 5, "rufspiel"),
    ("mehrkopf", 5, "solo"),
    ("mehrkopf", 6, "rufspiel"),
    ("mehrkopf", 6, "niederer"),
)
_TITLE = Text(
    de="{game} zu {players}, {kind}: {tricks} Stiche",
    en="{game} with {players}, {kind}: {tricks} tricks",
)
_NOTE = Text(
    de="90 %: {p90} s, am längsten {worst} s, {count} Spiele",
    en="90 %: {p90} s, longest {worst} s, {count} deals",
)
_SPEED = Text(de="Stellungen", en="positions")
_MEMORY = Text(de="Speicher des ganzen Programms", en="memory of the whole program")


@dataclass
class _Measured:
    """What was measured of all deals."""

    positions: int = 0
    seconds: float = 0.0
    times: dict[tuple[str, int, str, int], list[float]] = field(default_factory=dict)
    """Game, people, kind and tricks left to the seconds it took to get there."""


def figures(
    deals: int = _DEALS, games: Sequence[tuple[str, int, str]] = _GAMES
) -> Iterator[Figure]:
    """Measure deals of each game; yields its figures when they are done."""
    chance, measured = Chances("bench"), _Measured()
    for game, players, kind in games:
        for _ in range(deals):
            _work_out(_deal(chance, game, players, kind), (game, players, kind), measured)
        for key in sorted(measured.times):
            if key[:3] == (game, players, kind):
                yield _figure(key, measured.times[key])
    yield Figure("open_cards_positions", _SPEED, measured.positions / measured.seconds, "1/s")
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield Figure("open_cards_memory", _MEMORY, kilobytes / 1024, "MB")


def _figure(key: tuple[str, int, str, int], times: list[float]) -> Figure:
    game, players, kind, tricks = key
    p90 = quantiles(times, n=10, method="inclusive")[-1] if len(times) > 1 else times[0]
    said = {"game": game_named(game).title, "players": players, "kind": kind, "tricks": tricks}
    return Figure(
        f"open_cards_{game}_{players}_{kind}_{tricks}",
        _TITLE.format(**said),
        median(times),
        "s",
        note=_NOTE.format(p90=f"{p90:.3f}", worst=f"{max(times):.3f}", count=len(times)),
    )


def _work_out(record: DealRecord, of: tuple[str, int, str], measured: _Measured) -> None:
    """Work a deal out and note the time at the beginning of each trick."""
    game = game_named(record.game)
    facts = gather(record, game.setting)
    had = {play.card: play.seat for play in record.plays if play.card is not None}
    deal = dealt(facts, had)
    assert isinstance(deal, OpenDeal)
    limit = Limit(USUAL.deal, USUAL.kept)
    size, before = len(deal.seats), 0
    start = time.process_time()
    for done in course(deal, record, limit):
        if done % size == 0 and done > before:
            before = done
            spent = time.process_time() - start
            measured.times.setdefault((*of, done // size), []).append(spent)
    measured.seconds += time.process_time() - start
    measured.positions += limit.used


def _deal(chance: Chances, name: str, players: int, kind: str) -> DealRecord:
    """Return a made-up deal, played out at random by the rules."""
    while True:
        record, had = _dealt_out(chance, name, players, kind)
        facts = gather(record, game_named(name).setting)
        deal = dealt(facts, had)
        if isinstance(deal, OpenDeal) and _may_call(record, had):
            return record.with_plays(_played(chance, deal))


def _dealt_out(
    chance: Chances, name: str, players: int, kind: str
) -> tuple[DealRecord, dict[Card, int]]:
    game = game_named(name)
    rules = rules_from({}, name)
    deck = chance.shuffled(list(game.deck(rules, players, game.family)))
    record = DealRecord("bench", name, rules, players, players - 1, family=game.family)
    size = game.setting(record).hand_size
    had = {card: place // size for place, card in enumerate(deck[: size * players])}
    suits = game.contract_kinds(rules, players, game.family)[kind].suits
    contract = Contract(kind, 0, suits[chance.below(len(suits))] if suits else None)
    return replace(record, contract=contract), had


def _may_call(record: DealRecord, had: dict[Card, int]) -> bool:
    """Tell whether seat 0 may call what it called: a suit of which it has a card, not the Ass."""
    setting = game_named(record.game).setting(record)
    called = setting.called
    if called is None or record.contract is None or record.contract.suit is None:
        return True
    klass = setting.klass
    own = [card for card, seat in had.items() if seat == 0 and klass[card] == klass[called]]
    return called not in own and any(card is not setting.schoene for card in own)


def _played(chance: Chances, deal: OpenDeal) -> tuple[Play, ...]:
    game, plays = OpenGame(deal), list[Play]()
    at = game.start
    while at.rem:
        legal = [bit for bit in deal.card_of if bit & game.legal(at)]
        card = legal[chance.below(len(legal))]
        plays.append(Play(deal.seats[game.mover(at)], deal.card_of[card]))
        at = game.after(at, card)
    return tuple(plays)
