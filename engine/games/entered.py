"""Results entered by hand, checked: do they add up, and does all of what was entered count?

What counts for nothing in a deal is refused in a sentence, never passed over. A deal of two sides
may be told by the sides or seat by seat; the sides follow from the seats. Shared by the games; each
goes on to settle the score with its own thresholds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.deal.ends import EnteredResult, SideCounts, entered_to_json
from engine.deal.report import DealResult
from engine.games.facts import Setting
from engine.text import PlainError, Text

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
    en="Whoever has no trick has no points either; please correct it.",
)
_WHO_TRICKLESS = Text(
    de="Wer keine Augen hat, kann einen Stich haben oder nicht; bitte angeben, wer keinen Stich "
    "hat, oder die Stiche aller.",
    en="Who has no points may have a trick or none; please say who has no trick, or everybody's "
    "tricks.",
)


def check_meant(told: EnteredResult, *meant: str) -> None:
    """Check that nothing was told but what can mean something in this deal.

    Raises:
        PlainError: something else was; the sentence names all of it.
    """
    # A flag that was said to be false, and no run, say nothing.
    said = [name for name, value in entered_to_json(told).items() if value or name == "won"]
    _refuse([name for name in said if name not in meant])


def check_grade(told: EnteredResult, result: DealResult) -> None:
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


def with_sides(told: EnteredResult, declarers: Collection[int], setting: Setting) -> EnteredResult:
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
    counts: Sequence[int], declarers: Collection[int], total: int, told: SideCounts | None
) -> SideCounts:
    theirs = sum(count for seat, count in enumerate(counts) if seat not in declarers)
    ours = total - theirs
    if told is not None and (told[0] != ours or told[1] not in (None, theirs)):
        raise PlainError(_SEATS_AGAINST_SIDES.format(ours=ours, told=told[0]))
    return ours, theirs


def _check_sum(points: Sequence[int], setting: Setting) -> None:
    found, dealt_out = sum(points), len(setting.deck) == setting.play_count
    if found > setting.total or (found < setting.total and dealt_out):
        raise PlainError(_SUM.format(sum=found, total=setting.total))


def tricks_of(told: EnteredResult, setting: Setting, *, decides: bool) -> tuple[int, ...]:
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


def told_score(told: EnteredResult, setting: Setting) -> ToldScore:
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


def _both(told: SideCounts | None, total: int, wrong: Text) -> tuple[int, int] | None:
    if told is None:
        return None
    ours, theirs = told
    if theirs is None:
        theirs = total - ours
    if ours + theirs != total:
        raise PlainError(wrong.format(sum=ours + theirs, total=total))
    return ours, theirs


def told_winner(told: EnteredResult, score: ToldScore, needed: int) -> bool:
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


def check_schwarz(told: EnteredResult, score: ToldScore, loser: int) -> bool:
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
