"""What can be done from a screen of the play, what comes next first (PAGES 2.14).

The first stands in the first place of the foot, the others under "Mehr": so the foot has four
places and stands still, whatever the deal is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.text import Text
from kiosk.screens.table import EndScreen, WaitScreen
from kiosk.screens.values import AlertScreen, ResultScreen, TableScreen
from kiosk.table.view import TableView
from kiosk.words import calls as c
from kiosk.words import evening as v
from kiosk.words import menu
from kiosk.words import pages as m
from kiosk.words import score_pad as e


@dataclass(frozen=True, slots=True)
class Act:
    """One button: where it leads, or what it does."""

    href: str
    word: Text
    kind: str = ""
    """How it looks: `main`, `warn`."""
    fields: tuple[tuple[str, str], ...] | None = None
    """What it sends; None where it only leads somewhere."""
    note: Text | None = None
    near: bool = False
    """Whether it is wanted just now and stands on the screen itself, and not under "Mehr" alone."""


_MAIN = "main"
SHOW_AGAIN = Act("/show", menu.SHOW_AGAIN, _MAIN, ())
"""Begins the demonstration from its start."""
_DRAW, _LAYOUT = Act("/draw", e.DRAW, near=True), Act("/layout", c.LAYOUT, near=True)


def acts(view: TableView, screen: object, *, claims: bool) -> tuple[Act, ...]:
    """Return what this screen offers beside undo and scores; what comes next is first.

    `claims`: whether a mistake is only said when somebody asks for it.
    """
    match screen:
        case TableScreen():
            offered = [*_of_table(screen, by_hand=view.source == "none")]
        case WaitScreen():
            offered = [*_of_wait(screen)]
        case ResultScreen():
            offered = [*_of_result(screen)]
        case AlertScreen():
            # What is to be ruled on comes first.
            return (replace(SHOW_AGAIN, kind=""),) if _is_through(view) else ()
        case _:
            return ()
    if _is_through(view):
        later = (replace(act, kind="") for act in offered if act.href != "/deal")
        offered = [SHOW_AGAIN, *later]
    asked = claims and not isinstance(screen, WaitScreen)
    return (*offered, *((Act("/claim", m.CLAIM, near=True),) if asked else ()))


def _is_through(view: TableView) -> bool:
    """Tell whether the demonstration is at its end: nothing comes unless it begins again."""
    return view.source == "sample" and (view.camera.over or view.state.ended is not None)


def _of_table(screen: TableScreen, *, by_hand: bool) -> Iterator[Act]:
    uncalled = screen.callable and not screen.heading.announced
    if screen.settle:
        yield Act("/settle", m.CLOSE_DEAL, "warn main" if screen.ruled else _MAIN, ())
    if screen.lay_down:
        fields = (("kind", "laid_down"), ("deal", screen.lay_down))
        yield Act("/stop", m.ENDS["laid_down"], _MAIN, fields)
    if screen.enter:
        yield Act("/enter", e.RESULT, _MAIN)
    if uncalled:
        yield Act("/call", m.CALL, "" if screen.enter else _MAIN)
    if screen.lay and by_hand:
        yield Act("/lay", m.LAY_NEXT, "" if uncalled or screen.enter else _MAIN)
    yield Act("/stop", m.STOP_DEAL)
    if screen.callable and not uncalled:
        yield Act("/call", m.CALL)
    if (screen.lay or screen.blind) and not screen.enter:
        yield Act("/enter", e.RESULT, near=screen.blind)
    if screen.layout:
        yield _LAYOUT


def _of_wait(screen: WaitScreen) -> Iterator[Act]:
    if screen.next == "evening":
        yield Act("/start", m.NEW_EVENING, _MAIN)
        yield Act("/exports", v.TAKE_HOME, near=True)
        if isinstance(screen, EndScreen) and screen.last:
            yield Act(f"/remark?deal={screen.last}", c.REMARK)
        return
    enter = Act("/enter", e.ENTER, _MAIN if screen.by_hand else "")
    if screen.by_hand:
        yield enter
    if screen.next == "deal":
        yield Act("/deal", m.START_DEAL, "" if screen.by_hand else _MAIN, ())
    elif screen.callable:
        yield Act("/call", m.CALL, "" if screen.by_hand else _MAIN, near=screen.by_hand)
    if not screen.by_hand:
        yield enter
    if screen.next == "call":
        if screen.by_hand:
            yield Act("/lay", m.LAY_NEXT, near=True)
        yield Act("/stop", m.STOP_DEAL)
    if screen.layout:
        yield _LAYOUT
    if screen.draw:
        yield _DRAW


def _of_result(screen: ResultScreen) -> Iterator[Act]:
    called = _MAIN if screen.call else ""
    if screen.call:
        yield Act("/call", m.CALL, _MAIN)
    lies = Act("/hidden", c.FACE_DOWN, "" if screen.call or screen.asked else _MAIN)
    if screen.open and screen.face_down:
        yield lies
    if screen.open:
        yield Act(screen.entry, e.RESULT, "" if called or screen.face_down else _MAIN)
    yield Act("/deal", m.NEXT_DEAL, "" if screen.open else _MAIN, ())
    if not screen.open:
        yield Act(screen.entry, e.ENTER)
    if screen.face_down and not screen.open:
        yield Act("/hidden", c.FACE_DOWN)
    if screen.certificate:
        yield Act(f"/certificate/{screen.certificate}", v.CERTIFICATE)
    if not screen.by_hand:
        yield Act(f"/replay/now/{screen.number}/end", m.CHALLENGE)
    if screen.draw:
        yield _DRAW
