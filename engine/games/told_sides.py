"""What people tell of a game of two sides, checked: does it add up, and can it be so?

Shared by the games; each goes on to settle the score with its own thresholds.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.facts import Setting
from engine.text import PlainError, Text
from engine.told import Sides, Told

_POINTS_SUM = Text(
    de="Die Augen ergeben zusammen {sum} statt {total}; bitte nachzählen.",
    en="The points add up to {sum} instead of {total}; please count again.",
)
_POINTS_RANGE = Text(
    de="{points} Augen kann eine Partei nicht haben, höchstens {most}; bitte nachzählen.",
    en="A side cannot have {points} points, at most {most}; please count again.",
)
_TRICKS_SUM = Text(
    de="Die Stiche ergeben zusammen {sum} statt {total}; bitte nachzählen.",
    en="The tricks add up to {sum} instead of {total}; please count again.",
)
_BLACK_WITH_TRICKS = Text(
    de="Schwarz ist nur, wer keinen Stich hat; hier sind es {tricks}. Bitte berichtigen.",
    en="Only a side without a trick is Schwarz, but here it has {tricks}; please correct it.",
)
_BLACK_WITH_POINTS = Text(
    de="Schwarz ist nur, wer keinen Stich hat, also auch keine Augen; hier sind es {points}. Bitte "
    "berichtigen.",
    en="Only a side without a trick is Schwarz, so it has no points either, but here it has "
    "{points}; please correct it.",
)
_POINTS_WITHOUT_TRICK = Text(
    de="Ohne Stich gibt es keine Augen, hier sind es {points}; bitte berichtigen.",
    en="Without a trick there are no points, but here are {points}; please correct it.",
)
NOTHING_TOLD = Text(
    de="Es fehlt, wer gewonnen hat; bitte gewonnen oder verloren antippen oder die Augen eingeben.",
    en="Nobody has said yet who won; please tap won or lost, or enter the points.",
)
_WON_AGAINST = Text(
    de="Mit {points} Augen ist das Spiel nicht {told}; bitte eines von beiden berichtigen.",
    en="With {points} points the game is not {told}; please correct one of the two.",
)
WON = Text(de="gewonnen", en="won")
LOST = Text(de="verloren", en="lost")


@dataclass(frozen=True, slots=True)
class ToldScore:
    """The score of two sides as far as it was told and follows from it."""

    points: tuple[int, int] | None
    tricks: tuple[int, int] | None


def told_score(told: Told, setting: Setting) -> ToldScore:
    """Return both sides' points and tricks as told.

    Raises:
        PlainError: they do not add up, or points and tricks cannot be together.
    """
    points = _both(told.points, setting.total, _POINTS_SUM)
    tricks = _both(told.tricks, setting.trick_count, _TRICKS_SUM)
    if points is not None:
        most = sum(each for each in setting.points.values() if each > 0)
        for each in points:
            if each > most:
                raise PlainError(_POINTS_RANGE.format(points=each, most=most))
    if tricks is not None:
        for mine in tricks:
            if mine < 0:
                raise PlainError(_TRICKS_SUM.format(sum=sum(tricks), total=setting.trick_count))
        if points is not None and 0 in tricks and points[tricks.index(0)]:
            raise PlainError(_POINTS_WITHOUT_TRICK.format(points=points[tricks.index(0)]))
    return ToldScore(points, tricks)


def _both(told: Sides | None, total: int, wrong: Text) -> tuple[int, int] | None:
    if told is None:
        return None
    ours, theirs = told
    if theirs is None:
        theirs = total - ours
    if ours + theirs != total:
        raise PlainError(wrong.format(sum=ours + theirs, total=total))
    return ours, theirs


def told_winner(told: Told, score: ToldScore, needed: int) -> bool:
    """Return whether the declarers won, who need so many points.

    Raises:
        PlainError: nobody said, or it contradicts the points.
    """
    if score.points is None:
        if told.won is None:
            raise PlainError(NOTHING_TOLD)
        return told.won
    won = score.points[0] >= needed
    if told.won is not None and told.won is not won:
        said = WON if told.won else LOST
        raise PlainError(_WON_AGAINST.format(points=score.points[0], told=said))
    return won


def check_schwarz(told: Told, score: ToldScore, loser: int) -> bool:
    """Return whether the losers have no trick; `loser` is 0 for the declarers, 1 for the others.

    Raises:
        PlainError: they were told to be Schwarz, with a trick or with points.
    """
    tricks = None if score.tricks is None else score.tricks[loser]
    points = None if score.points is None else score.points[loser]
    if told.schwarz and tricks:
        raise PlainError(_BLACK_WITH_TRICKS.format(tricks=tricks))
    if told.schwarz and points:
        raise PlainError(_BLACK_WITH_POINTS.format(points=points))
    return told.schwarz is True or tricks == 0
