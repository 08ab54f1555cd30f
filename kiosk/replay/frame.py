"""One step of a replay on the screen: the same view, screens and templates as live.

One thing differs. Live an alert stays until somebody taps; here it is shown in the step in which it
began, and stands as a line below the cards after that, so that the rest of the deal can be seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.events import CardPlayed
from engine.text import Text
from firmware_bridge.cues import Outside, picture
from kiosk.pages import alert_screen, facts, stage, table_screen
from kiosk.pages.facts import DealFacts
from kiosk.pages.screens import Ask
from kiosk.replay.reel import Reel
from kiosk.view import TableView
from vision.sighting import TableActivity


@dataclass(frozen=True, slots=True)
class Frame:
    """What people saw in one step."""

    view: TableView
    template: str
    screen: object
    ask: Ask | None
    """The question to the table, where one was open."""
    stands: Text | None
    """The alert that had begun before and nobody had decided about yet."""

    def filled(self) -> dict[str, Any]:
        """Return what a live template asks for, from this step; a replay has no camera."""
        return {
            "view": self.view,
            "screen": self.screen,
            "screen_file": self.template,
            "ask": self.ask,
            "stands": self.stands,
            "backs": 0,
            "camera": None,
            "marks": (),
        }


def frame(reel: Reel, index: int) -> Frame:
    """Return step `index` of a deal as a screen.

    Raises:
        LookupError: the deal has no such step.
    """
    if not 0 <= index < len(reel.steps):
        raise LookupError(f"no step {index}")
    step, view = reel.steps[index], view_at(reel, index)
    waiting = alert_screen.alert(view)
    shown = view if step.alert else replace(view, shown=())
    template, screen = stage.in_play(shown, reel.order)
    stands = None if waiting is None or step.alert else alert_screen.in_one_line(waiting)
    ask = None if template == "alert.html" else table_screen.ask(view)
    return Frame(view, template, screen, ask, stands)


def view_at(reel: Reel, index: int) -> TableView:
    """Return the picture of the table as the writer published it at a step."""
    step, state = reel.steps[index], reel.state(index)
    deal, outlook = state.last_deal, step.outlook
    seen = deal is not None and any(
        isinstance(laid.event, CardPlayed) and laid.event.source == "camera" for laid in deal.laid
    )
    view = TableView(
        version=step.seq,
        state=state,
        report=None if deal is None else deal.report,
        shown=outlook.shown,
        claimable=outlook.claimable,
        questions=outlook.questions,
        activity=TableActivity.STABLE,
        # Whether results are entered by hand hangs on it: what was laid was seen by somebody.
        source="camera" if seen or reel.steps[-1].plays else "none",
        unsure=outlook.unsure,
    )
    alerts = facts.pending(view)
    return replace(
        view, strip=picture(state, Outside(alerts=alerts, asking=bool(outlook.questions)))
    )


def facts_at(reel: Reel, index: int) -> DealFacts:
    """Return the deal as it stood at a step."""
    state = reel.state(index)
    deal = state.last_deal
    assert deal is not None, "a reel's first step is the beginning of its deal"
    return DealFacts(deal, running=not deal.closed)
