"""What of a told result means something: the rest is refused in a sentence, never passed over.

A deal of two sides may be told by the sides or seat by seat; the sides follow from the seats.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from engine.games.facts import Setting
from engine.report import DealResult
from engine.text import PlainError, Text
from engine.told import Sides, Told, told_to_json

_WORDS: Mapping[str, Text] = {
    "won": Text(de="gewonnen oder verloren", en="won or lost"),
    "partners": Text(de="Mitspieler", en="partners"),
    "points": Text(de="Augen der Parteien", en="points of the sides"),
    "tricks": Text(de="Stiche der Parteien", en="tricks of the sides"),
    "schneider": Text(de="Schneider", en="Schneider"),
    "schwarz": Text(de="Schwarz", en="Schwarz"),
    "laufende": Text(de="Laufende", en="runs of trumps"),
    "points_by_seat": Text(de="Augen jedes Einzelnen", en="everybody's points"),
    "tricks_by_seat": Text(de="Stiche jedes Einzelnen", en="everybody's tricks"),
    "losers": Text(de="wer verloren hat", en="who lost"),
    "trickless": Text(de="wer keinen Stich hat", en="who has no trick"),
}
_NO_MEANING = Text(
    de="Bei diesem Spiel zählt nicht: {fields}; bitte weglassen.",
    en="In this deal this does not count: {fields}; please leave it out.",
)
_SEATS_AGAINST_SIDES = Text(
    de="Die Zahlen der Einzelnen ergeben {ours} für die Spieler, eingegeben sind {told}; bitte "
    "eines von beiden berichtigen.",
    en="What each has adds up to {ours} for the declarers, but {told} was entered; please correct "
    "one of the two.",
)
_SUM = Text(
    de="Die Augen ergeben zusammen {sum} statt {total}; bitte nachzählen.",
    en="The points add up to {sum} instead of {total}; please count again.",
)
_NO_TRICK = Text(
    de="Wer keinen Stich hat, hat auch keine Augen; bitte berichtigen.",
    en="Who has no trick has no points either; please correct it.",
)
_WHO_TRICKLESS = Text(
    de="Wer keine Augen hat, kann einen Stich haben oder nicht; bitte angeben, wer keinen Stich "
    "hat, oder die Stiche aller.",
    en="Who has no points may have a trick or none; please say who has no trick, or everybody's "
    "tricks.",
)


def check_meant(told: Told, *meant: str) -> None:
    """Check that nothing was told but what can mean something in this deal.

    Raises:
        PlainError: something else was; the sentence names all of it.
    """
    # A flag that was said to be false, and no run, say nothing.
    said = [name for name, value in told_to_json(told).items() if value or name == "won"]
    _refuse([name for name in said if name not in meant])


def check_grade(told: Told, result: DealResult) -> None:
    """Check that Schneider and Schwarz, where told, are what the result was settled with.

    Raises:
        PlainError: by the rules of this deal they are not.
    """
    grades = {"schneider": result.schneider, "schwarz": result.schwarz}
    _refuse([name for name, counts in grades.items() if getattr(told, name) and not counts])


def _refuse(names: Sequence[str]) -> None:
    if names:
        words = [_WORDS[name] for name in names]
        listed = Text(de=", ".join(w.de for w in words), en=", ".join(w.en for w in words))
        raise PlainError(_NO_MEANING.format(fields=listed))


def with_sides(told: Told, declarers: Collection[int], setting: Setting) -> Told:
    """Return what was told with the sides' points and tricks that follow from the seats'.

    What no seat has (a bury) is the declarers'.

    Raises:
        PlainError: the seats' points are too many, or do not fit the sides' points or tricks.
    """
    points, tricks = told.points_by_seat, told.tricks_by_seat
    if points is not None:
        _check_sum(points, setting)
        told = replace(told, points=_sides(points, declarers, setting.total, told.points))
    if tricks is not None:
        told = replace(told, tricks=_sides(tricks, declarers, sum(tricks), told.tricks))
    return told


def _sides(
    counts: Sequence[int], declarers: Collection[int], total: int, told: Sides | None
) -> Sides:
    theirs = sum(count for seat, count in enumerate(counts) if seat not in declarers)
    ours = total - theirs
    if told is not None and (told[0] != ours or told[1] not in (None, theirs)):
        raise PlainError(_SEATS_AGAINST_SIDES.format(ours=ours, told=told[0]))
    return ours, theirs


def _check_sum(points: Sequence[int], setting: Setting) -> None:
    found, dealt_out = sum(points), len(setting.deck) == setting.play_count
    if found > setting.total or (found < setting.total and dealt_out):
        raise PlainError(_SUM.format(sum=found, total=setting.total))


def tricks_of(told: Told, setting: Setting, *, decides: bool) -> tuple[int, ...]:
    """Return everybody's tricks as far as they were told with everybody's points.

    Where the tricks were not counted a 1 stands for "some".

    Args:
        told: with `points_by_seat`.
        setting: of the deal.
        decides: whether the price depends on who has no trick.

    Raises:
        PlainError: somebody without a trick has points, or it was not told who has none.
    """
    points = told.points_by_seat or (0,) * setting.players
    tricks = told.tricks_by_seat
    if tricks is None:
        if decides and not told.trickless and any(not points[seat] for seat in setting.seats):
            raise PlainError(_WHO_TRICKLESS)
        tricks = tuple(
            int(seat in setting.seats and seat not in told.trickless)
            for seat in range(setting.players)
        )
    for seat in setting.seats:
        if (not tricks[seat] and points[seat]) or (tricks[seat] and seat in told.trickless):
            raise PlainError(_NO_TRICK)
    return tricks
