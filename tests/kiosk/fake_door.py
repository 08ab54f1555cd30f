"""A table in memory for the pages' tests: folds events, notes commands, wakes who waits."""

from __future__ import annotations

from dataclasses import fields, replace
from threading import Condition

from engine.cards import card
from engine.deal.record import Contract
from engine.evening.fold import apply
from engine.evening.state import TableState
from engine.events import (
    Announced,
    CardConfirmed,
    CardCorrected,
    CardPlayed,
    DealClosed,
    DealStarted,
    Doubled,
    Envelope,
    EveningStarted,
    Event,
    Ruling,
)
from engine.text import PlainError, Text
from kiosk.director.outlook import Outlook
from kiosk.director.verdicts import DEFAULT_SAYING
from kiosk.table.commands import (
    Announce,
    CloseDeal,
    Command,
    ConfirmCard,
    CorrectCard,
    Double,
    Rule,
    StartDeal,
    StartEvening,
)
from kiosk.table.view import TableView
from tests.engine.spine import LAID
from tests.kiosk.served import sayable
from vision.sighting import TableActivity

NAMES = ("Resi", "Toni", "Vroni", "Sepp")
REFUSED = Text(de="Das geht gerade nicht.", en="That cannot be done now.")

RUFSPIEL = LAID
REVOKE = RUFSPIEL.replace("1EK", "1SK", 1).replace("1S8", "1EK", 1).split(" ")
"""The same deal, but Toni throws the König of Schellen on Eichel and follows one trick later."""


_OUTLOOK = {field.name for field in fields(Outlook)}
_CAMERA = {
    "activity": "activity",
    "camera_note": "note",
    "deck_note": "deck_note",
    "doubted": "other_deck",
    "off": "off",
    "film_over": "over",
}
"""Fields of the view's parts as `show` takes them."""


class FakeDoor:
    """A `TableDoor` whose writer is the caller."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.refuse: PlainError | None = None
        self.saying = DEFAULT_SAYING
        self._news = Condition()
        self._state = TableState()
        self._view = TableView(version=0, state=self._state, report=None)

    def view(self) -> TableView:
        """Return the newest picture."""
        return self._view

    def wait(self, after: int, timeout: float) -> TableView | None:
        """Block until a newer picture is there."""
        with self._news:
            newer = self._news.wait_for(lambda: self._view.version > after, timeout)
        return self._view if newer else None

    def do(self, command: Command) -> None:
        """Note the command and, for those a test follows up, record its event."""
        if self.refuse is not None:
            raise self.refuse
        self.commands.append(command)
        self.record(*_events(command, self._state))

    def record(self, *events: Event, **shown: object) -> None:
        """Fold events and publish; `shown` replaces fields of the view."""
        for event in events:
            at = "2026-11-20T20:00:00+01:00"
            self._state = apply(self._state, Envelope(self._state.last_seq + 1, at, event))
        self.show(**shown)

    def show(self, **changed: object) -> None:
        """Publish the state with some fields of the view, or of its parts, changed."""
        deal = self._state.deal
        if deal is None and self._state.finished:
            deal = self._state.finished[-1]
        report = deal.report if deal is not None else None
        shown, claimable = sayable(self._state, self.saying)
        values = {"shown": shown, "claimable": claimable, **changed}
        outlook = {name: values.pop(name) for name in _OUTLOOK & values.keys()}
        camera = {_CAMERA[name]: values.pop(name) for name in _CAMERA.keys() & values.keys()}
        said = dict(self._view.said)
        if deal is not None:
            said[deal.record.id] = frozenset(v.id for v in outlook["shown"])  # type: ignore[attr-defined]
        with self._news:
            self._view = replace(
                self._view,
                version=self._view.version + 1,
                state=self._state,
                report=report,
                said=said,
                outlook=replace(self._view.outlook, **outlook),  # type: ignore[arg-type]
                camera=replace(self._view.camera, **camera),  # type: ignore[arg-type]
                **values,  # type: ignore[arg-type]
            )
            self._news.notify_all()

    def seat_them(self, names: tuple[str, ...] = NAMES) -> None:
        """Begin an evening of Schafkopf and its first deal."""
        self.record(
            EveningStarted("abend", "schafkopf", {}, names, "isar", {}),
            DealStarted("abend-1", 3),
            activity=TableActivity.STABLE,
            source="camera",
        )

    def call(self, kind: str = "rufspiel", suit: str | None = "GA", seat: int = 0) -> None:
        """Announce a contract."""
        named = card(suit).suit if suit is not None else None
        self.record(Announced(Contract(kind, seat, named)))

    def play(self, plays: str | list[str]) -> None:
        """Lay cards, "0EO 1EU"."""
        listed = plays.split() if isinstance(plays, str) else plays
        self.record(*(CardPlayed(card(play[1:]), source="touch") for play in listed))

    def finish(self) -> None:
        """Close the deal."""
        self.record(DealClosed())


def _events(command: Command, state: TableState) -> tuple[Event, ...]:
    match command:
        case StartEvening(game=game, rules=rules, seats=seats, deck=deck):
            return (EveningStarted("abend", game, rules, seats, deck, {}),)
        case StartDeal(dealer=dealer):
            number = state.deals_started + 1
            return (
                DealStarted(f"abend-{number}", state.next_dealer if dealer is None else dealer),
            )
        case Announce(contract=contract):
            return (Announced(contract),)
        case Double(say=say, seat=seat, after=after, said=True):
            return (Doubled(say, seat, None if after == "now" else after),)
        case CorrectCard(of=of, card=laid):
            return (CardCorrected(of, laid),)
        case ConfirmCard(of=of):
            return (CardConfirmed(of),)
        case Rule(deal=deal, verdict=verdict, ruling=ruling):
            return (Ruling(deal, verdict, ruling),)
        case CloseDeal(end=end):
            return (DealClosed(end),)
        case _:
            return ()
