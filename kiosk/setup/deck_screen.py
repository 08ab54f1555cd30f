"""What the pages of the decks show: the shelf, one deck, a sitting."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.words import card_text
from engine.text import Text
from kiosk import enrolling
from kiosk.packs import PACKS, listed
from kiosk.pages.cards import Face, face
from kiosk.pages.sure import sentences
from kiosk.setup import deck_words as w
from kiosk.setup.shelf import DeckOnShelf
from kiosk.setup.sitting import Phase, SittingState
from kiosk.setup.switch import CameraState, Power
from vision.enrolling.deck_test import Report, Verdict
from vision.enrolling.enrol_steps import StepKind, Wanted


@dataclass(frozen=True, slots=True)
class Row:
    """One deck of the list."""

    name: str
    says: Text
    bad: bool
    href: str


@dataclass(frozen=True, slots=True)
class ShelfScreen:
    """The list of decks."""

    rows: tuple[Row, ...]
    wrong: Text | None = None


@dataclass(frozen=True, slots=True)
class DeckScreen:
    """One deck and what can be done with it."""

    name: str
    says: tuple[Text, ...]
    own: bool
    draft: bool
    usable: bool
    typed: str
    playable: bool = False
    """Whether the evening can go on with it."""
    wrong: Text | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of deck that is sold."""

    key: str
    count: int


@dataclass(frozen=True, slots=True)
class NewScreen:
    """A new deck: its name and kind."""

    name: str
    kinds: tuple[tuple[Text, tuple[Kind, ...]], ...]
    kind: str
    wrong: Text | None = None


@dataclass(frozen=True, slots=True)
class SittingScreen:
    """A sitting as it stands."""

    name: str
    heading: Text
    phase: str
    frame: int | None
    trouble: Text | None
    """Why nothing can be seen just now."""
    off: bool
    lead: Text
    """What is to be done."""
    face: Face | None
    """The card that is asked for, or was read."""
    note: Text | None
    said: Text | None
    refused: bool
    done: int
    of: int
    taken: int
    doubtful: bool
    undoable: bool
    skippable: bool
    lines: tuple[Text, ...] = ()
    """What the whole deck is like, or what came of the test."""
    passed: bool = False
    relearn: bool = False
    options: tuple[Face, ...] = ()
    """Cards a doubtful reading may have been."""
    playable: bool = False
    """Whether the evening can go on with the deck."""


def shelf_screen(
    decks: tuple[DeckOnShelf, ...], today: str | None, wrong: Text | None = None
) -> ShelfScreen:
    """Return the list; `today` is the deck that is played with."""
    return ShelfScreen(tuple(_row(deck, today) for deck in decks), wrong)


def _row(deck: DeckOnShelf, today: str | None) -> Row:
    bad = deck.damaged or deck.draft or bool(deck.missing)
    says = sentences(*_facts(deck, today), between=" · ")
    return Row(deck.name, says, bad, f"/setup/deck/of/{deck.name}")


def _facts(deck: DeckOnShelf, today: str | None) -> list[Text]:
    if deck.damaged:
        return [w.DAMAGED]
    if deck.draft:
        return [w.DRAFT.format(count=deck.count, of=deck.of)]
    facts = [w.COUNT.format(count=deck.count)]
    if deck.name == today:
        facts.append(w.TODAY)
    if deck.bundled:
        facts.append(w.BUNDLED)
    if deck.missing:
        facts.append(w.LACKS.format(names=listed(deck.missing[:6])))
    if deck.lessons:
        facts.append(w.LESSONS.format(count=deck.lessons))
    return facts


def deck_screen(
    deck: DeckOnShelf,
    today: str | None,
    typed: str | None = None,
    wrong: Text | None = None,
    *,
    changes: bool = False,
) -> DeckScreen:
    """Return one deck's page; `changes`: whether an evening runs that can go on with it."""
    says = [sentences(*_facts(deck, today), between=" · ")]
    if deck.nearest is not None:
        says.append(enrolling.nearest_words(*deck.nearest))
    return DeckScreen(
        name=deck.name,
        says=tuple(says),
        own=not deck.bundled,
        draft=deck.draft,
        usable=not deck.draft and not deck.damaged,
        playable=changes and deck.name != today and not deck.draft and not deck.damaged,
        typed=deck.name if typed is None else typed,
        wrong=wrong,
    )


def new_screen(name: str, kind: str, wrong: Text | None = None) -> NewScreen:
    """Return the form for a new deck."""
    words = {"german": w.GERMAN, "french": w.FRENCH}
    kinds = tuple(
        (
            words[family.value],
            tuple(Kind(f"{family.value}-{count}", count) for count in sorted(packs)),
        )
        for family, packs in PACKS.items()
    )
    return NewScreen(name, kinds, kind, wrong)


def sitting_screen(
    state: SittingState,
    camera: CameraState,
    frame: int | None,
    *,
    lent: bool,
    changes: bool = False,
) -> SittingScreen:
    """Return a sitting's page; `lent` tells whether it has the camera's pictures.

    `changes`: whether an evening runs that can go on with the deck.
    """
    testing = state.phase in (Phase.TESTING, Phase.TESTED)
    face_, note = _asked(state)
    said = state.said
    return SittingScreen(
        name=state.name,
        heading=(w.TESTING if testing else w.ENROLLING).format(name=state.name),
        phase=state.phase.value,
        frame=frame if camera.power is Power.ON else None,
        trouble=state.failed or _trouble(camera, lent=lent),
        off=camera.power is Power.OFF,
        lead=_lead(state),
        face=face_,
        note=note,
        said=_said(state),
        refused=said is not None and said.kind is StepKind.REFUSED and not testing,
        done=state.done,
        of=state.of,
        taken=state.taken,
        doubtful=state.doubtful,
        undoable=state.undoable,
        skippable=state.wanted not in (Wanted.EMPTY_TABLE, Wanted.NOTHING),
        lines=_lines(state),
        passed=state.report is not None and state.report.passed,
        relearn=state.report is not None and bool(state.report.doubtful),
        options=_options(state),
        playable=changes and _finished(state),
    )


def _finished(state: SittingState) -> bool:
    """Tell whether the deck is written and nothing is shown just now."""
    return state.phase in (Phase.LEARNED, Phase.TESTED) and state.nearest is not None


def _trouble(camera: CameraState, *, lent: bool) -> Text | None:
    if camera.power in (Power.OFF, Power.TROUBLE) and camera.note is not None:
        return w.CAMERA_GONE.format(why=camera.note)
    return None if lent else w.TABLE_HAS_IT


def _asked(state: SittingState) -> tuple[Face | None, Text | None]:
    """Return the card that is asked for or was read, and the small print."""
    if state.phase is Phase.TESTING:
        read = state.read
        return (None if read is None else face(read.card)), w.TEST_NOTE
    if state.card is None or state.phase is not Phase.LEARNING:
        return None, None
    if state.wanted is Wanted.SECOND_VIEW:
        return face(state.card), w.SECOND_LOOK
    taken = state.said is not None and state.said.kind is StepKind.TAKEN
    return face(state.card), w.TAKE_AWAY if taken else w.BOTH_WAYS


def _lead(state: SittingState) -> Text:
    match state.phase, state.wanted:
        case Phase.LEARNED, _:
            return w.DONE.format(name=state.name) if state.nearest else w.NOTHING_LEARNED
        case Phase.TESTED, _:
            passed = state.report is not None and state.report.passed
            return w.PASSED if passed else w.NOT_PASSED
        case Phase.TESTING, _:
            return w.TEST_ASK if state.ready else w.CLEAR_TABLE
        case _, Wanted.EMPTY_TABLE:
            return w.CLEAR_TABLE
        case _, Wanted.BACK:
            return w.LAY_BACK
        case _, Wanted.HAND:
            return w.SHOW_HAND
        case _:
            return w.CLEAR_TABLE if state.card is None else card_text(state.card)


def _said(state: SittingState) -> Text | None:
    if state.phase is Phase.TESTING:
        return None if state.read is None else enrolling.read_words(state.read)
    if state.phase is not Phase.LEARNING or state.said is None:
        return None
    return state.said.text


def _lines(state: SittingState) -> tuple[Text, ...]:
    if state.phase is Phase.LEARNED and state.nearest is not None:
        lines = [w.DONE_LONG.format(count=state.done), enrolling.nearest_words(*state.nearest)]
        if state.missing:
            lines.append(w.LACKS.format(names=listed(state.missing)))
        return tuple(lines)
    if state.phase is Phase.TESTED and state.report is not None:
        return _report_lines(state.report, state.name)
    return ()


def _report_lines(report: Report, name: str) -> tuple[Text, ...]:
    lines = [w.SURE.format(count=len(report.sure))]
    if report.doubtful:
        lines.append(w.DOUBTFUL.format(names=listed(report.doubtful)))
    if report.missing:
        lines.append(w.MISSING.format(names=listed(report.missing)))
    if report.strange:
        lines.append(w.STRANGE.format(count=report.strange))
    if report.passed:
        lines.append(w.IN_USE_NOW.format(name=name))
    return tuple(lines)


def _options(state: SittingState) -> tuple[Face, ...]:
    read = state.read
    if state.phase is not Phase.TESTING or read is None or read.verdict is Verdict.STRANGE:
        return ()
    return (face(read.second),)
