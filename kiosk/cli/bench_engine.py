"""How fast the engine referees, settles and folds; every grade of proof on."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import partial

from engine.dealfile import parse
from engine.evaluate import evaluate
from engine.events import Announced, CardPlayed, DealStarted, Envelope, EveningStarted, Event
from engine.fold import apply
from engine.record import DealRecord
from engine.score import score
from engine.state import TableState
from engine.text import Text
from kiosk.cli.bench_figures import Figure, best
from kiosk.simulate.planted import plant
from kiosk.simulate.playing import anyhow, deal_cards, play_out, start
from kiosk.simulate.records import line_of
from kiosk.simulate.tables import table

_DEALS = 200
_FOLDED = 100
_PLAYS = 32
NOTHING = TableState()
"""The state of the table before anything happened."""

_SCORING = Text(de="Spieldateien werten, mit Beweis", en="scoring deal files, with proof")
_REFEREE = Text(de="nur der Schiedsrichter, mit Beweis", en="the referee alone, with proof")
_WRONG = Text(
    de="Spieldateien mit je einem Fehler werten", en="scoring deal files with one error each"
)
_FOLDING = Text(de="Ereignisse falten, nach jedem ein Bericht", en="folding, a report after each")
_HUNDRED = Text(de="100 Spiele falten", en="folding 100 deals")
_LIVE = Text(de="ein Ereignis am Tisch (das langsamste)", en="one live event (the slowest)")


def figures() -> Iterator[Figure]:
    """Measure the engine on one core."""
    lines = [json.dumps(line) for line in _legal_lines()]
    records = [parse(json.loads(line)) for line in lines]
    wrong = [json.dumps(line) for line in _wrong_lines()]
    plays = _DEALS * _PLAYS
    yield _rate("score", _SCORING, plays, best(lambda: list(score(lines))), 100_000)
    yield _rate("referee", _REFEREE, plays, best(lambda: [evaluate(each) for each in records]))
    yield _rate("score_wrong", _WRONG, plays, best(lambda: list(score(wrong))))
    envelopes = _evening(records[:_FOLDED])
    seconds = best(lambda: _fold(envelopes, reports=True))
    yield _rate("fold", _FOLDING, _FOLDED * _PLAYS, seconds, 30_000)
    seconds = best(lambda: _fold(envelopes, reports=False))
    yield Figure("fold_100", _HUNDRED, seconds, "s", 0.15, least=False)
    yield Figure("live", _LIVE, _slowest(envelopes) * 1000, "ms", 1.0, least=False)


def _rate(name: str, title: Text, plays: int, seconds: float, bound: float | None = None) -> Figure:
    return Figure(name, title, plays / seconds, "plays/s", bound)


def _legal_lines() -> Iterator[dict[str, object]]:
    """Yield deals of every contract of Schafkopf, played by the rules."""
    chance = random.Random(1)
    for _ in range(_DEALS):
        play = play_out(start(deal_cards(table("schafkopf", 4, chance), chance)), anyhow(chance))
        yield line_of(play.deal)


def _wrong_lines() -> Iterator[dict[str, object]]:
    chance = random.Random(2)
    made = 0
    while made < _DEALS:
        planted = plant(table("schafkopf", 4, chance), chance, "revoke", "random")
        if planted is not None:
            made += 1
            yield line_of(planted.deal)


def _evening(records: list[DealRecord]) -> list[Envelope]:
    seats = ("A", "B", "C", "D")
    events: list[Event] = [EveningStarted("bench", "schafkopf", {}, seats, "isar", {})]
    for number, record in enumerate(records):
        events += [DealStarted(str(number), record.dealer), Announced(record.contract)]
        events += [CardPlayed(play.card) for play in record.plays]
    return [Envelope(seq, "", event) for seq, event in enumerate(events, 1)]


def _fold(envelopes: list[Envelope], *, reports: bool, state: TableState = NOTHING) -> TableState:
    for envelope in envelopes:
        state = apply(state, envelope)
        if reports and state.deal is not None:
            _ = state.deal.report
    if state.deal is not None:
        _ = state.deal.report
    return state


def _slowest(envelopes: list[Envelope]) -> float:
    """Return the 99th of 100 live events in seconds: fold and report; the last may be disturbed."""
    state = NOTHING
    times: list[float] = []
    for envelope in envelopes:
        if len(times) < _FOLDED:
            times.append(best(partial(_fold, [envelope], reports=True, state=state)))
        state = apply(state, envelope)
    return sorted(times)[-2]
