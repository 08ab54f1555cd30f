"""The buttons' side of the table: presses in, commands to the writer out, and the page told of it.

One thread of its own; whoever presses waits for nothing, and no button holds up a card.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Literal

from engine.text import PlainError, Text
from firmware_bridge.buttons import Button, ButtonListener
from kiosk.buttons import words as w
from kiosk.buttons.meaning import Meaning, meaning
from kiosk.buttons.presses import Press, Presses
from kiosk.commands import Undo
from kiosk.follow import LiveFollower
from kiosk.order_words import SOMETHING_TAKEN_BACK
from kiosk.pages import facts
from kiosk.table import Table
from kiosk.table_core import TableCore
from kiosk.taken_back import taken_back
from kiosk.view import TableView

LOG = logging.getLogger("mehrkopf.buttons")

STOOD_S = 1.0
"""So long a question or a result has to have stood there before a button answers it."""
TOLD_S = 6.0
"""So long the page says what a button did."""

_Moment = Literal["moment"]
_MOMENT: _Moment = "moment"
_Item = tuple[Button, float] | Text | _Moment


class ButtonWire:
    """Where presses go from the start: to the desk once there is one, before that nowhere."""

    def __init__(self) -> None:
        self.listener: ButtonListener | None = None
        self.trouble: Text | None = None
        """What does not work of those on the pins and what to do, where something does not."""

    def __call__(self, button: Button) -> None:
        """Hand a press on; returns at once."""
        if self.listener is None:
            LOG.info("the button %s was pressed before the table was there", button.value)
        else:
            self.listener(button)


class ButtonDesk:
    """Takes presses from any source until `close`.

    Args:
        table: the writer.
        follower: what tells the page.
        screen: returns the screen value that the first page shows for a view.
        mute: silences or wakes the sounds and tells whether they are silent now.
    """

    def __init__(
        self,
        table: Table,
        follower: LiveFollower,
        screen: Callable[[TableView], object],
        mute: Callable[[], bool],
    ) -> None:
        self._table, self._follower = table, follower
        self._screen, self._mute = screen, mute
        self._clock = time.monotonic
        self._inbox: SimpleQueue[_Item | None] = SimpleQueue()
        self._presses = Presses()
        self._standing: object = None
        self._since = self._clock()
        """Since when the page asks what it asks now; the writer's thread alone touches it."""
        self._told_until: float | None = None
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        table.listen(self._heard)
        self._thread.start()

    def pressed(self, button: Button) -> None:
        """Take a press, in whatever thread; returns at once and never raises."""
        self._inbox.put((button, self._clock()))

    def say(self, words: Text) -> None:
        """Have the page say something about the buttons for a while; returns at once."""
        self._inbox.put(words)

    def close(self) -> None:
        """Take no more presses; to be called before the table closes."""
        self._inbox.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            item = self._next()
            if item is None:
                return
            try:
                self._turn(item)
            except PlainError:
                LOG.info("the table is closing; a button was pressed in vain")
                return
            except Exception:
                # One press that fails must not cost the others for the rest of the evening.
                LOG.exception("a button failed")

    def _next(self) -> _Item | None:
        """Return what came in, or that a moment has come; None: the end."""
        try:
            return self._inbox.get(timeout=self._patience())
        except Empty:
            return _MOMENT

    def _patience(self) -> float | None:
        """Return how long nothing is to be done without another press."""
        dues = [due for due in (self._presses.due, self._told_until) if due is not None]
        return max(min(dues) - self._clock(), 0.0) if dues else None

    def _turn(self, item: _Item) -> None:
        if isinstance(item, Text):
            self._told_until = self._clock() + TOLD_S
            self._table.call(lambda core: self._say(core, item))
        elif isinstance(item, tuple):
            self._presses.press(*item)
        press = self._presses.take(self._clock())
        if press is not None:
            self._told_until = self._clock() + TOLD_S
            self._act(press)
        elif self._told_until is not None and self._clock() >= self._told_until:
            self._told_until = None
            self._table.call(lambda core: self._say(core, None))

    def _act(self, press: Press) -> None:
        button = press.button
        LOG.info("button: %s", "several at once" if button is None else button.value)
        if button is None:
            self._table.call(lambda core: self._say(core, w.SEVERAL))
        elif button is Button.MUTE:
            words = _named(button, w.MUTED if self._mute() else w.HEARD)
            self._table.call(lambda core: self._say(core, words))
        else:
            self._table.call(lambda core: self._carry_out(core, button, press.at))

    def _carry_out(self, core: TableCore, button: Button, at: float) -> None:
        """In the writer's thread: nothing comes between what the page shows and what is done."""
        try:
            meant = self._meant(core.view, button, at)
            if isinstance(meant.command, Undo):
                core.do(meant.command)
                self._say(core, _named(button, _undone(core.view)))
                return
            self._follower.pressed = _named(button, meant.words)
            if meant.command is None:
                core.refresh()
            else:
                core.do(meant.command)
        except PlainError as error:
            self._say(core, _named(button, error.text))
        except Exception:
            LOG.exception("the button %s failed", button.value)
            self._say(core, _named(button, w.FAILED))

    def _meant(self, view: TableView, button: Button, at: float) -> Meaning:
        meant = meaning(button, view, self._screen(view))
        answers = meant.command is not None and button is not Button.UNDO
        if answers and at - self._since < STOOD_S:
            return Meaning(None, w.TOO_SOON)
        return meant

    def _say(self, core: TableCore, words: Text | None) -> None:
        self._follower.pressed = words
        core.refresh()

    def _heard(self, view: TableView) -> None:
        """In the writer's thread: note when the page begins to ask something else."""
        standing = _standing(view)
        if standing != self._standing:
            self._standing, self._since = standing, self._clock()


def _standing(view: TableView) -> object:
    """Return what a button could answer just now, without what merely goes on."""
    state, deal = view.state, facts.running_deal(view)
    tricks = () if deal is None else deal.report.tricks
    return (
        state.evening,
        state.ended,
        state.paused,
        len(state.finished),
        None if deal is None else deal.record.id,
        sum(trick.complete for trick in tricks),
        view.questions,
        tuple(verdict.id for verdict in facts.pending(view)),
    )


def _undone(view: TableView) -> Text:
    """Return what was taken back, in the page's own words for it."""
    last = taken_back(view.state)
    return SOMETHING_TAKEN_BACK if last is None else last.words


def _named(button: Button, words: Text) -> Text:
    return w.SAID.format(button=w.NAME[button], words=words)
