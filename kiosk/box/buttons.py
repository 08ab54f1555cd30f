"""The box's buttons: what a press means, how it reaches the writer, and what the box answers.

A button is blind: who presses it may look elsewhere. So it never answers where the answer accuses
somebody or decides about him, and it confirms only where the screen has one plain main action:

| screen | confirm does |
|---|---|
| a doubtful card, read as the record has it, on which no verdict hangs | confirm the reading |
| the table takes a break | go on |
| the last card lies, laid by hand | settle the deal |
| a result with nothing left to answer, or an evening that waits for its first deal | deal |

The second press of a finger that bounces does not count, nor an elbow on several buttons. Presses
are worked in a thread of their own: whoever presses waits for nothing, and no button holds up a
card. The box answers by a short sound with a question or an alert, and by its status light. Pins
that do not work cost no evening: the log and the page say so, and the table goes on without them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Literal, Protocol

from engine.cards import Card
from engine.deal.report import Status
from engine.games.wording import TOLD_ONLY
from engine.text import PlainError, Text
from firmware_bridge.buttons import Button, ButtonListener
from firmware_bridge.pins.gpio import Pins
from firmware_bridge.pins.panel import ALERT, QUESTION, Panel, Sound, Sounder, StatusLight
from kiosk.box.sounds import Comfort, Tone, news
from kiosk.screens import facts
from kiosk.screens import table as table_screen
from kiosk.screens.cards import card_name
from kiosk.screens.table import WaitScreen
from kiosk.screens.values import AlertScreen, Ask, ConfirmScreen, ResultScreen, TableScreen
from kiosk.table.commands import CloseDeal, Command, ConfirmCard, GoOn, StartDeal, Undo
from kiosk.table.parts import Mishaps, Part
from kiosk.table.undo import taken_back
from kiosk.table.view import TableView
from kiosk.table.writer import Table, TableCore
from kiosk.words import box as w
from kiosk.words.orders import SOMETHING_TAKEN_BACK
from kiosk.words.parts import BUTTONS


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a press leads to; without a command it is only told."""

    command: Command | None
    words: Text


def meaning(button: Button, view: TableView, screen: object) -> Meaning:
    """Return what `button` does while `screen` (of `kiosk.web.stage`) shows `view`.

    Raises:
        ValueError: `MUTE` or `CAMERA`, which are no command to the table.
    """
    match button:
        case Button.UNDO:
            return _undo(screen)
        case Button.NEXT_DEAL:
            return _next_deal(screen)
        case Button.CONFIRM:
            return _confirm(view, screen)
    raise ValueError(button)


def _undo(screen: object) -> Meaning:
    if isinstance(screen, AlertScreen) and not screen.by_hand:
        return Meaning(None, w.TABLE_DECIDES)
    if not isinstance(screen, AlertScreen | TableScreen | ResultScreen | WaitScreen):
        return Meaning(None, w.ANSWER_FIRST)
    return Meaning(Undo(), SOMETHING_TAKEN_BACK)


def _next_deal(screen: object) -> Meaning:
    if isinstance(screen, AlertScreen):
        return Meaning(None, w.TABLE_DECIDES)
    if isinstance(screen, ConfirmScreen) or (
        isinstance(screen, ResultScreen) and screen.open is not None
    ):
        return Meaning(None, w.ANSWER_FIRST)
    first = isinstance(screen, WaitScreen) and screen.next == "deal"
    if first or isinstance(screen, ResultScreen):
        return Meaning(StartDeal(), w.DEALT)
    return Meaning(None, w.NO_RESULT)


def _confirm(view: TableView, screen: object) -> Meaning:
    if isinstance(screen, AlertScreen):
        return Meaning(None, w.TABLE_DECIDES)
    if not isinstance(screen, TableScreen | ResultScreen | WaitScreen):
        return Meaning(None, w.NOTHING_HERE)
    if view.state.running and view.state.paused is not None:
        return Meaning(GoOn(), w.WENT_ON)
    ask = None if isinstance(screen, WaitScreen) else table_screen.ask(view)
    if ask is not None:
        return _card(view, ask)
    match screen:
        case TableScreen(claim=claim, ruled=ruled) if claim is not None or ruled:
            return Meaning(None, w.TABLE_DECIDES)
        case TableScreen(settle=settle) if settle is not None:
            return Meaning(CloseDeal(), w.SETTLED)
        case ResultScreen(by_hand=False) | WaitScreen(by_hand=False, next="deal"):
            return _next_deal(screen)
    return Meaning(None, w.NOTHING_HERE)


def _card(view: TableView, ask: Ask) -> Meaning:
    """Confirm the likeliest reading, where it is the recorded one and nobody is judged by it."""
    deal = facts.find_deal(view, ask.deal)
    play = None if deal is None else deal.deal.index_of(ask.seq)
    if deal is None or play is None:
        return Meaning(None, w.NOTHING_HERE)
    options = next((q.options for q in view.outlook.questions if q.seq == ask.seq), ())
    recorded: Card | None = deal.record.plays[play].card
    waits = (Status.SUSPECTED, Status.PROVEN)
    judged = any(v.status in waits and v.kind not in TOLD_ONLY for v in deal.report.verdicts)
    if recorded is None or judged or options[:1] != (recorded,):
        return Meaning(None, w.TABLE_DECIDES)
    shown = facts.trick_number(deal, play), deal.record.plays[play].seat
    return Meaning(ConfirmCard(ask.seq, shown), w.CARD_CONFIRMED.format(card=card_name(recorded)))


TOGETHER_S = 0.25
"""Buttons pressed within this are an elbow: none of them counts. So long a press waits."""
AGAIN_S = 0.8
"""The same button counts again after this."""


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """One press that counts."""

    button: Button | None
    """None: several at once, which do nothing but are told."""
    at: float
    """When it was pressed."""


class Presses:
    """Gathers presses; times in seconds of one clock that never goes back."""

    def __init__(self) -> None:
        self._waiting: dict[Button, float] = {}
        self._last: dict[Button, float] = {}

    def press(self, button: Button, now: float) -> None:
        """Note a press; one of a button that counted just now is let pass."""
        last = self._last.get(button)
        if last is not None and now - last < AGAIN_S:
            return
        self._last[button] = now
        self._waiting.setdefault(button, now)

    @property
    def due(self) -> float | None:
        """When `take` has something to give; None: not before the next press."""
        return max(self._waiting.values()) + TOGETHER_S if self._waiting else None

    def take(self, now: float) -> ButtonPress | None:
        """Return what was pressed, once nothing more can belong to it."""
        due = self.due
        if due is None or now < due:
            return None
        pressed, self._waiting = self._waiting, {}
        if len(pressed) > 1:
            return ButtonPress(None, min(pressed.values()))
        ((button, at),) = pressed.items()
        return ButtonPress(button, at)


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
        screen: returns the screen value that the first page shows for a view.
        mute: silences or wakes the sounds and tells whether they are silent now.
        blind: lets go of the camera, where there is one.
    """

    def __init__(
        self,
        table: Table,
        screen: Callable[[TableView], object],
        mute: Callable[[], bool],
        blind: Callable[[], None],
        mishaps: Mishaps | None = None,
    ) -> None:
        self._table = table
        self._screen, self._mute, self._blind = screen, mute, blind
        self._clock = time.monotonic
        self._inbox: SimpleQueue[_Item | None] = SimpleQueue()
        self._presses = Presses()
        self._standing: object = None
        self._since = self._clock()
        """Since when the page asks what it asks now; the writer's thread alone touches it."""
        self._told_until: float | None = None
        self._part = Part("buttons", BUTTONS, self._run, mishaps)
        table.listen(self._heard)
        self._part.start()

    def pressed(self, button: Button) -> None:
        """Take a press, in whatever thread; returns at once and never raises."""
        self._inbox.put((button, self._clock()))

    def say(self, words: Text) -> None:
        """Have the page say something about the buttons for a while; returns at once."""
        self._inbox.put(words)

    def close(self) -> None:
        """Take no more presses; to be called before the table closes."""
        self._inbox.put(None)
        self._part.join()

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

    def _act(self, press: ButtonPress) -> None:
        button = press.button
        LOG.info("button: %s", "several at once" if button is None else button.value)
        if button is None:
            self._table.call(lambda core: self._say(core, w.SEVERAL))
        elif button is Button.MUTE:
            words = _named(button, w.MUTED if self._mute() else w.HEARD)
            self._table.call(lambda core: self._say(core, words))
        elif button is Button.CAMERA:
            # Whether it was on or not: who presses wants it off, and cannot see what it does.
            self._blind()
            self._table.call(lambda core: self._say(core, _named(button, w.CAMERA_OFF)))
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
            core.note_press(_named(button, meant.words))
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
        core.note_press(words)
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
        view.outlook.questions,
        tuple(verdict.id for verdict in facts.pending(view)),
    )


def _undone(view: TableView) -> Text:
    """Return what was taken back, in the page's own words for it."""
    last = taken_back(view.state)
    return SOMETHING_TAKEN_BACK if last is None else last.words


def _named(button: Button, words: Text) -> Text:
    return w.SAID.format(button=w.NAME[button], words=words)


_SOUNDS = {Tone.ALERT: ALERT, Tone.QUESTION: QUESTION}


class Buzzer(Protocol):
    """What is needed of `firmware_bridge.pins.panel.Sounder`."""

    def play(self, sound: Sound) -> None:
        """Play it; returns at once."""


class StatusSignal(Protocol):
    """What is needed of `firmware_bridge.pins.panel.StatusLight`."""

    def tell(self, *, trouble: bool) -> None:
        """Blink where there is trouble; returns at once."""


class Signals:
    """Hears what the table publishes; called in the writer's thread, which never waits here."""

    def __init__(
        self, buzzer: Buzzer | None, status: StatusSignal | None, quiet: Callable[[], bool]
    ) -> None:
        """`quiet` tells whether it is night or the table was muted."""
        self._buzzer, self._status, self._quiet = buzzer, status, quiet
        self._last: TableView | None = None
        self._deaf = False

    def close(self) -> None:
        """Hear nothing more: the parts are about to be let go."""
        self._deaf = True

    def heard(self, view: TableView) -> None:
        """Take the newest picture."""
        before, self._last = self._last, view
        if self._deaf:
            return
        if self._status is not None:
            self._status.tell(trouble=facts.camera(view).bad)
        if self._buzzer is None or before is None or self._quiet():
            return
        for each in news(before, view):
            if each.tone in _SOUNDS:
                self._buzzer.play(_SOUNDS[each.tone])
                return  # the most urgent one; two sounds at once would say neither


@dataclass(frozen=True)
class Buttons:
    """Everything about buttons, until `close`."""

    _stack: ExitStack
    trouble: Text | None = None
    """What does not work and what to do, where something does not."""

    def close(self) -> None:
        """Let go of the pins and take no more presses."""
        self._stack.close()


def open_buttons(
    pins: Pins | None,
    wire: ButtonWire,
    table: Table,
    comfort: Comfort,
    shown: Callable[[TableView], object],
    blind: Callable[[], None],
    mishaps: Mishaps | None = None,
) -> Buttons:
    """Connect the presses of `wire`, and what hangs on the pins, with the table.

    `shown` tells the screen people see of a view: what a button answers hangs on it. `blind` lets
    go of the camera.

    Where one of the pins cannot be driven, none is; `Buttons.trouble` then says why.
    """
    stack = ExitStack()

    desk = ButtonDesk(table, shown, comfort.mute, blind, mishaps)
    stack.callback(desk.close)
    wire.listener = desk.pressed
    if pins is None:
        return Buttons(stack)
    parts = ExitStack()
    try:
        _open_pins(pins, wire, table, comfort, parts)
    except PlainError as error:
        parts.close()
        LOG.error("%s", error)  # noqa: TRY400
        desk.say(error.text)
        wire.trouble = error.text
        return Buttons(stack, error.text)
    stack.push(parts)
    return Buttons(stack)


def _open_pins(
    pins: Pins, wire: ButtonWire, table: Table, comfort: Comfort, stack: ExitStack
) -> None:
    """Open every part that has a pin.

    Raises:
        PlainError: one of them cannot be driven; those before it are on the stack.
    """
    stack.callback(Panel(pins, wire).close)
    status = None if pins.status is None else StatusLight(pins.status)
    if status is not None:
        stack.callback(status.close)
    buzzer = None if pins.buzzer is None else Sounder(pins.buzzer)
    if buzzer is not None:
        stack.callback(buzzer.close)
    signals = Signals(buzzer, status, lambda: comfort.muted or comfort.silent())
    stack.callback(signals.close)
    table.listen(signals.heard)
