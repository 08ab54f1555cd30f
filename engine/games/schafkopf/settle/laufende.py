"""Laufende: the run of highest trumps in one side's hands (RULES sections 0.5 and 8).

Counted in both directions, "with" for the declarers, "without" for the others. Where a card of the
run was never seen every length it leaves open is possible, as far as a side had room for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from engine.cards import Card
from engine.games.facts import Facts, Setting
from engine.games.schafkopf.options import HouseRules
from engine.games.schafkopf.settle.case import Case
from engine.text import PlainError, Text


def counting_trumps(facts: Facts, house: HouseRules) -> tuple[Card, ...]:
    """Return the trumps that can count as Laufende, highest first."""
    return facts.setting.stamm if house.laufende_scope == "stamm" else facts.setting.trumps


@dataclass(frozen=True, slots=True)
class Laufende:
    """A run and the cards that show it."""

    count: int
    """Positive "with", negative "without"; 0 where too few to count."""
    cards: tuple[Card, ...] = ()
    """Empty where not all of them were seen."""


def possible_laufende(
    case: Case, declarers: Collection[int], had: Mapping[Card, int]
) -> Iterator[Laufende]:
    """Yield every run the deal may have; one where the cards show it.

    A number stated when the deal ended counts where the cards leave it possible. Where Laufende
    have to be claimed, only as many count as were.

    Args:
        case: the deal.
        declarers: the declarers' seats.
        had: who had which card, as far as it is known.
    """
    trumps = counting_trumps(case.facts, case.house)
    for count in _counts(case, frozenset(_runs(case, declarers, had))):
        cards = trumps[: abs(count)]
        yield Laufende(count, cards if all(card in had for card in cards) else ())


def _counts(case: Case, runs: frozenset[int]) -> frozenset[int]:
    house, stated = case.house, (case.facts.record.end or {}).get("laufende")
    if not house.laufende or case.fixed_price:
        return _NONE
    if house.laufende_claim == "must_claim":
        runs = frozenset(_within(run, stated) for run in runs)
    least = _fewest(case)
    counts = frozenset(run if abs(run) >= least else 0 for run in runs)
    if isinstance(stated, int):
        said = stated if abs(stated) >= least else 0
        return frozenset({said}) if said in counts else counts
    return counts


_NONE = frozenset({0})


def _fewest(case: Case) -> int:
    """Return from how many on they count."""
    least = case.house.laufende_min
    return least.get(case.contract.kind, least["default"])


def told_laufende(case: Case, told: int) -> int:
    """Return how many Laufende count of those that people tell of a deal entered by hand.

    Raises:
        PlainError: there are not so many trumps.
    """
    if not case.house.laufende or case.fixed_price:
        return 0
    most = len(counting_trumps(case.facts, case.house))
    if abs(told) > most:
        raise PlainError(_TOO_MANY.format(told=abs(told), most=most))
    return told if abs(told) >= _fewest(case) else 0


_TOO_MANY = Text(
    de="{told} Laufende gibt es in diesem Spiel nicht, höchstens {most}; bitte berichtigen.",
    en="This game has no run of {told} trumps, at most {most}; please correct it.",
)


def _within(run: int, claimed: object) -> int:
    """Return what of a run was claimed; a claim beyond the cards counts as far as they go."""
    if not isinstance(claimed, int) or claimed * run <= 0:
        return 0
    return min(run, claimed, key=abs)


def _runs(case: Case, declarers: Collection[int], had: Mapping[Card, int]) -> Iterator[int]:
    setting = case.facts.setting
    defenders = [seat for seat in setting.seats if seat not in declarers]
    trumps = counting_trumps(case.facts, case.house)
    for ours, theirs, sign in ((declarers, defenders, 1), (defenders, declarers, -1)):
        free, others = _places(setting, ours, had), _places(setting, theirs, had)
        for length in _lengths(trumps, ours, had, free, stopped=others > 0):
            if length:
                yield sign * length


def _places(setting: Setting, side: Collection[int], had: Mapping[Card, int]) -> int:
    """Return how many cards nobody has seen a side had."""
    known = sum(seat in side for card, seat in had.items() if card in setting.points)
    return setting.hand_size * len(side) - known


def _lengths(
    trumps: tuple[Card, ...],
    side: Collection[int],
    had: Mapping[Card, int],
    free: int,
    *,
    stopped: bool,
) -> Iterator[int]:
    """Yield how long one side's run from the top may be.

    Args:
        trumps: what counts, highest first.
        side: whose run.
        had: who had which card, as far as it is known.
        free: how many unseen cards the side had.
        stopped: whether the other side had an unseen card that may have ended the run.
    """
    for length, card in enumerate(trumps):
        seat = had.get(card)
        if seat is None:
            if stopped or free <= 0:
                yield length
            if free <= 0:
                return
            free -= 1
        elif seat not in side:
            yield length
            return
    yield len(trumps)
