"""The controls below the cards: where in the deal we are and where one can go, as frozen values.

Spoiler-free is kept here. Without `marks` nothing on the page depends on what comes after the step:
the scrubber is as long as a whole deal of this game, its marks are its tricks, and whoever taps one
that was never played comes to the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.text import Text
from kiosk.replay import addresses
from kiosk.replay import words as w
from kiosk.replay.reel import Kind, Reel, Step
from kiosk.replay.told import told

SPEEDS = (1, 4, 16)
_MINUTE = 60


@dataclass(frozen=True, slots=True)
class TrickMark:
    """One trick on the scrubber."""

    number: int
    href: str
    done: bool
    """Whether it was led by now."""
    now: bool
    """Whether it is the one that lies there."""
    alert: bool = False
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Jump:
    """A place worth jumping to."""

    words: Text
    href: str
    alert: bool
    """Else a correction."""
    now: bool


@dataclass(frozen=True, slots=True)
class ReplayScreen:
    """The controls of one step."""

    evening: str
    number: int
    seq: int
    card: int
    """Cards that lay by then."""
    cards: int
    """Cards of a whole deal."""
    tricks: tuple[TrickMark, ...]
    first: str | None
    """Addresses; None where there is nowhere to go."""
    back: str | None
    on: str | None
    trick_back: str | None
    trick_on: str | None
    scrub: str
    """The address that takes `card`."""
    wait: int
    """Milliseconds until the next step at speed 1."""
    note: Text
    """What happened."""
    cut: Text | None
    """That a long pause follows, and by how much it is shortened."""
    marks: bool
    toggle: str
    """The same step with marks, or without them."""
    jumps: tuple[Jump, ...]
    deals: str
    checkable: frozenset[int] = frozenset()
    """`seq` of the plays that can be put right from here."""

    def may_check(self, seq: int) -> bool:
        """Tell whether the card of this play can be put right from here."""
        return seq in self.checkable


def replay_screen(
    reel: Reel,
    index: int,
    evening: str,
    *,
    marks: bool,
    checkable: frozenset[int] = frozenset(),
) -> ReplayScreen:
    """Return the controls of step `index` of a deal of `evening` (its key)."""
    step, number = reel.steps[index], reel.deal.number

    def at(place: int | None) -> str | None:
        if place is None or not 0 <= place < len(reel.steps):
            return None
        return addresses.step(evening, number, reel.steps[place].seq, marks=marks)

    here = at(index)
    assert here is not None
    # The next trick by its number: where it lies would tell whether it was ever played.
    following = trick_of(reel, step) + 1 if step.plays else 1
    onward = addresses.place(evening, number, marks=marks, trick=following)
    return ReplayScreen(
        evening=evening,
        number=number,
        seq=step.seq,
        card=step.plays,
        cards=max(_whole(reel), step.plays),
        tricks=_tricks(reel, index, evening, marks=marks),
        first=at(0) if index else None,
        back=at(index - 1),
        on=at(index + 1),
        trick_back=at(trick_step(reel, index, -1)),
        trick_on=onward if index + 1 < len(reel.steps) else None,
        scrub=addresses.place(evening, number, marks=marks),
        wait=round(step.wait * 1000),
        note=told(reel, index),
        cut=cut_words(step) if index + 1 < len(reel.steps) else None,
        marks=marks,
        toggle=addresses.step(evening, number, step.seq, marks=not marks),
        jumps=_jumps(reel, index, at) if marks else (),
        deals=addresses.deals(evening) + ("?marks=1" if marks else ""),
        checkable=checkable,
    )


def trick_of(reel: Reel, step: Step) -> int:
    """Return the number of the trick that a step belongs to, from 1."""
    return max(step.plays - 1, 0) // reel.trick_size + 1


def trick_step(reel: Reel, index: int, way: int) -> int | None:
    """Return the step a trick further (`way` 1) or back (-1); None where there is none.

    Back goes to the lead of this trick first, then to the one before; behind the last trick comes
    the end, before the first the beginning.
    """
    last = len(reel.steps) - 1
    number = trick_of(reel, reel.steps[index])
    if way > 0:
        if index == last:
            return None
        onward = 1 if not reel.steps[index].plays else number + 1
        return max(reel.at_trick(onward), index + 1)
    if index == 0:
        return None
    lead = reel.at_trick(number) if reel.steps[index].plays else 0
    if lead < index:
        return lead
    return reel.at_trick(number - 1) if number > 1 else 0


def cut_words(step: Step) -> Text | None:
    """Return by how much the pause after a step is shortened."""
    if not step.cut:
        return None
    if step.cut < _MINUTE:
        return w.CUT_SECONDS.format(n=round(step.cut))
    return w.CUT_MINUTES.format(n=round(step.cut / _MINUTE))


def _whole(reel: Reel) -> int:
    return reel.deal.report.trick_count * reel.trick_size


def _tricks(reel: Reel, index: int, evening: str, *, marks: bool) -> tuple[TrickMark, ...]:
    step = reel.steps[index]
    now = trick_of(reel, step) if step.plays else 0
    count = max(reel.deal.report.trick_count, now)
    alerts = _in_tricks(reel, lambda each: each.alert) if marks else frozenset()
    corrected = _in_tricks(reel, _corrects) if marks else frozenset()
    return tuple(
        TrickMark(
            number,
            addresses.place(evening, reel.deal.number, marks=marks, trick=number),
            done=number <= now,
            now=number == now,
            alert=number in alerts,
            corrected=number in corrected,
        )
        for number in range(1, count + 1)
    )


def _in_tricks(reel: Reel, which: Callable[[Step], bool]) -> frozenset[int]:
    return frozenset(trick_of(reel, step) for step in reel.steps if which(step))


def _corrects(step: Step) -> bool:
    return step.kind is Kind.CORRECTION


def _jumps(reel: Reel, index: int, at: Callable[[int], str | None]) -> tuple[Jump, ...]:
    found: list[Jump] = []
    for place, step in enumerate(reel.steps):
        href = at(place)
        if href is None or not (step.alert or _corrects(step)):
            continue
        words = w.ALERT_AT if step.alert else w.CORRECTION_AT
        number = trick_of(reel, step)
        found.append(Jump(words.format(n=number), href, alert=step.alert, now=place == index))
    return tuple(found)
