"""Pairs of deals that look alike to an attentive onlooker and differ in all he must recall.

He sees who sits where, what was called and doubled, who won each trick, what lies open on the piles
of two, the cards of the running and (where it may be looked at again) of the last trick, and
whoever laid a card that names a partner. He is shown nothing of the cards before that: not which
are gone, not which are still out, not how many Augen a side has, not who cannot follow any more. So
those are changed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from engine.cards import Card
from engine.deal.record import Contract, DealRecord, JsonObject, Play
from engine.deal.report import DealReport, Grade, TrickView, Verdict
from engine.games import game
from engine.games.base import LookBack
from engine.referee.evaluation import evaluate
from kiosk.screens.cards import misfit
from tests.simulate.playing import anyhow, deal_cards, play_out, start
from tests.simulate.records import cut, line_of, record_of
from tests.simulate.table import kinds, table

TRIES = 40
"""Changes tried; those that an onlooker would see are dropped."""
HIDDEN_DETAILS = frozenset({"bury", "gave", "back"})
"""What was laid face down, where it is on record."""
NAMING_RANKS = "AS"
"""Ass and Schöne of a called suit name who plays with the declarer."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Two deals with the same cards in the open."""

    one: DealRecord
    other: DealRecord
    rules: JsonObject
    """Options that differ from the preset."""

    def differ_in(self) -> frozenset[str]:
        """Return what is hidden in which the two are unlike."""
        one, other = evaluate(self.one), evaluate(self.other)
        found = {
            "points": _points(one) != _points(other),
            "cards": {p.card for p in self.one.plays} != {p.card for p in self.other.plays},
            "by count": _held_back(one) != _held_back(other),
            "sides": (one.partners, one.sides_known) != (other.partners, other.sides_known),
            "face down": self.one.contract != self.other.contract,
        }
        return frozenset(name for name, unlike in found.items() if unlike)


def twins(name: str, players: int, chance: random.Random, *, any_rules: bool = True) -> Twins:
    """Return a pair in the middle of a deal; equal where nothing hidden could be changed."""
    drawn = table(name, players, chance, kind=chance.choice(kinds(name, players)))
    if any_rules:
        drawn = table(name, players, chance, kind=drawn.kind, any_rules=True)
    deal = play_out(start(deal_cards(drawn, chance)), anyhow(chance)).deal
    deal.bury_known = bool(deal.hidden) and drawn.kind == "pick"
    whole = record_of(deal, "twin")
    size = players - len(whole.out)
    count = chance.randrange(2 * size, len(whole.plays) - 1)
    one = cut(whole, count)
    rules = line_of(deal).get("rules") or {}
    assert isinstance(rules, dict)
    return Twins(one, _changed(one, chance), rules)


def open_from(record: DealRecord) -> int:
    """Return the first play whose card an onlooker may see just now."""
    size = record.players - len(record.out)
    running = (len(record.plays) - 1) // size
    back = game(record.game).look_back(record.rules) is not LookBack.NOTHING
    return max(0, running - (1 if back else 0)) * size


def _changed(record: DealRecord, chance: random.Random) -> DealRecord:
    """Return the deal with as much of what is hidden changed as an onlooker would not see."""
    wanted, found = onlooker(record), record
    pinned = {index for index, play in enumerate(record.plays) if play.card in naming(record)}
    old = [index for index in range(open_from(record)) if index not in pinned]
    for _ in range(TRIES if old else 0):
        candidate = _one_change(found, chance.choice(old), old, chance)
        if onlooker(candidate) == wanted:
            found = candidate
    return found


def _one_change(
    record: DealRecord, index: int, old: list[int], chance: random.Random
) -> DealRecord:
    """Return the deal with an old card changed for another old one, or for one not seen yet."""
    plays, contract = list(record.plays), record.contract
    played = {play.card for play in plays}
    buried = _face_down(contract)
    names = naming(record)
    out = [each for each in _deck(record) if each not in played and each not in names]
    here = plays[index]
    kind = chance.randrange(3)
    if kind == 0 or not out:
        there = chance.choice(old)
        plays[index] = Play(here.seat, plays[there].card)
        plays[there] = Play(plays[there].seat, here.card)
        return replace(record, plays=tuple(plays))
    new = chance.choice(out)
    if kind == 1 and buried and contract is not None:
        gone = chance.choice(buried)
        swap = {gone: new.code, new.code: gone}
        return replace(record, contract=_swapped(contract, swap))
    if new.code in buried and contract is not None and here.card is not None:
        contract = _swapped(contract, {new.code: here.card.code})
    plays[index] = Play(here.seat, new)
    return replace(record, plays=tuple(plays), contract=contract)


def onlooker(record: DealRecord) -> object:
    """Return everything that lies or lay in the open, as far as it may be shown just now."""
    report = evaluate(record)
    shown = [verdict for verdict in report.verdicts if _lies_open(verdict)]
    proof = shown_as_proof(report)
    names = naming(record)
    return (
        report.turn,
        tuple((trick.leader, trick.winner, trick.complete) for trick in report.tricks),
        tuple(
            play.card if at >= open_from(record) or at in proof or play.card in names else None
            for at, play in enumerate(record.plays)
        ),
        tuple((verdict.id, verdict.proof, verdict.status) for verdict in shown),
        None if record.contract is None else _public(record.contract),
        record.contract is None or misfit(record, record.contract) is None,
        piles(record),
        # Whoever breaks off a deal that can no longer be won does so in everybody's sight.
        report.result is None,
    )


def piles(record: DealRecord) -> tuple[tuple[Card | None, bool], ...]:
    """Return what was turned up last on each pile of two players, and whether it lies there still.

    The piles lie on the table all the time: what is open on them everybody sees.
    """
    found: list[tuple[Card | None, bool]] = []
    for seat, row in enumerate(record.piles or ()):
        laid = {play.card for play in record.plays if play.seat == seat}
        for number, pile in enumerate(row):
            turned = [r.card for r in record.reveals if (r.seat, r.pile) == (seat, number)]
            top = turned[-1] if turned else pile[-1] if pile else None
            found.append((top, top not in laid))
    return tuple(found)


def naming(record: DealRecord) -> frozenset[Card]:
    """Return the cards by which a partner shows; read off the call, not off the referee."""
    contract, named = record.contract, set[Card]()
    if contract is None:
        return frozenset()
    called = contract.suit
    if called is not None:
        named |= {
            each for each in _deck(record) if each.suit is called and each.code[1] in NAMING_RANKS
        }
    card = evaluate(replace(record, plays=())).called_card
    return frozenset(named | ({card} if card is not None else set()))


def _deck(record: DealRecord) -> tuple[Card, ...]:
    active = record.players - len(record.out)
    return game(record.game).deck(record.rules, active, record.family)


def _lies_open(verdict: Verdict) -> bool:
    """Tell whether the player's own later card proves it: everybody saw that."""
    grades = {known.grade for known in verdict.grades} or {verdict.grade}
    return Grade.OWN_PLAY in grades


def _held_back(report: DealReport) -> frozenset[str]:
    return frozenset(verdict.id for verdict in report.verdicts if not _lies_open(verdict))


def shown_as_proof(report: DealReport) -> frozenset[int]:
    """Return the plays that alerts show: those of each open proof and what was led to them."""
    found: set[int] = set()
    for verdict in report.verdicts:
        if _lies_open(verdict):
            found |= {verdict.play, *verdict.proof}
            found |= {t.start for t in report.tricks for at in verdict.proof if _holds(t, at)}
    return frozenset(found)


def _holds(trick: TrickView, index: int) -> bool:
    return trick.start <= index < trick.start + len(trick.plays)


def _points(report: DealReport) -> tuple[int, ...]:
    return tuple(trick.points for trick in report.tricks)


def _face_down(contract: Contract | None) -> tuple[str, ...]:
    """Return the recorded cards (codes) that nobody but their owner has seen."""
    details = {} if contract is None else contract.details
    found: list[str] = []
    for name in sorted(HIDDEN_DETAILS & details.keys()):
        value = details[name]
        found += [value] if isinstance(value, str) else list(cast("Sequence[str]", value))
    return tuple(found)


def _swapped(contract: Contract, swap: Mapping[str, str]) -> Contract:
    """Return the contract with cards (codes) that lie face down changed."""

    def turned(value: object) -> object:
        if isinstance(value, str):
            return swap.get(value, value)
        return [turned(each) for each in cast("Sequence[str]", value)]

    details = {
        name: turned(value) if name in HIDDEN_DETAILS else value
        for name, value in contract.details.items()
    }
    return replace(contract, details=details)


def _public(contract: Contract) -> Contract:
    details = {n: value for n, value in contract.details.items() if n not in HIDDEN_DETAILS}
    return replace(contract, details=details)
