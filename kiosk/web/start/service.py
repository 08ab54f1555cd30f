"""What the start of an evening, the house rules, the menu and the disk's room work with."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from threading import Lock
from typing import cast

from flask import current_app

from engine.deal.record import JsonObject
from engine.evening.state import TableState
from engine.games import GAMES
from engine.rules.house_rules import NamedRules
from engine.text import Text
from kiosk.camera.camera_switch import NO_CAMERA, CameraDoor, Power
from kiosk.home.clock import TableClock
from kiosk.home.disk_room import DiskRoom
from kiosk.home.house_rules import HouseRulesFolder
from kiosk.integrations.seating import SeatingDesk
from kiosk.screens.evening_plan import Offers
from kiosk.screens.house_rules import RulesDraft, differs
from kiosk.screens.start import FrontScreen, front, resume
from kiosk.screens.tournament import SeatingOffer, offer, round_over
from kiosk.table.view import TableView
from kiosk.web.door import preferences
from kiosk.web.swap import Swaps

EXTENSION = "start"
"""Under this name an application holds its `StartService`."""

MOST_DRAFTS = 5
"""Drafts kept at once; the one that was not touched for longest goes first."""


class Drafts:
    """The table's drafts, one for each game and each set of its own; gone with the program."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], RulesDraft] = {}
        self._gate = Lock()

    def keep(self, draft: RulesDraft) -> None:
        """Keep a draft in place of the one before it."""
        with self._gate:
            self._kept.pop(_key(draft), None)
            self._kept[_key(draft)] = draft
            while len(self._kept) > MOST_DRAFTS:
                del self._kept[next(iter(self._kept))]

    def drop(self, draft: RulesDraft) -> None:
        """Throw away what was kept in this draft's place."""
        with self._gate:
            self._kept.pop(_key(draft), None)

    def unlike(self, known: Collection[NamedRules]) -> tuple[RulesDraft, ...]:
        """Return the drafts that say something else than rules known already, newest first."""
        with self._gate:
            kept = tuple(reversed(self._kept.values()))
        return tuple(draft for draft in kept if differs(draft, known))


def _key(draft: RulesDraft) -> tuple[str, str]:
    return draft.game, draft.of


class Resumed:
    """What was found at the start; `seq` is the journal's newest event then, 0 for an empty one.

    The question is moot as soon as anything is recorded; an answer is one value put in place.
    """

    def __init__(self, seq: int = 0) -> None:
        self._seq = seq

    def asks(self, state: TableState) -> bool:
        """Tell whether people have to say how a running evening goes on."""
        return state.running and self._seq != 0 and self._seq == state.last_seq

    def begins(self, state: TableState) -> bool:
        """Tell whether the evening was over before the start: the next one can be begun."""
        return state.ended is not None and self._seq != 0 and self._seq == state.last_seq

    def answered(self) -> None:
        """Ask no more."""
        self._seq = 0


@dataclass(frozen=True, slots=True)
class StartService:
    """Everything has a value that works without a data folder."""

    games: tuple[str, ...] = field(default_factory=lambda: tuple(GAMES))
    """Games offered, the table's own first."""
    rules: JsonObject = field(default_factory=dict)
    """House rules of the first game, options by name (`table.toml`)."""
    decks: Callable[[], tuple[str, ...]] = lambda: Offers().decks
    """Tells the decks there are just now, the preferred one first."""
    deck_told: bool = False
    """Whether the program was started with a deck."""
    language_told: bool = False
    """Whether it was started with a language, or was told one before the table was there."""
    seats: tuple[str, ...] = ("Resi", "Toni", "Vroni", "Sepp")
    """Names proposed."""
    known: Callable[[], tuple[str, ...]] = tuple
    """Tells the names of earlier evenings, those who came last first."""
    house: HouseRulesFolder = field(default_factory=HouseRulesFolder)
    drafts: Drafts = field(default_factory=Drafts)
    """House rules that somebody changed and nobody has taken yet."""
    swaps: Swaps = field(default_factory=Swaps)
    resumed: Resumed = field(default_factory=Resumed)
    room: DiskRoom = field(default_factory=DiskRoom)
    clock: TableClock = field(default_factory=TableClock)
    """The table's time; the start asks for it where it cannot be right."""
    names_wait: Callable[[], bool] = lambda: False
    """Tells whether names may be due that go once somebody has confirmed the time."""
    camera: CameraDoor = NO_CAMERA
    """The camera's switch."""
    phone: bool = False
    """Whether a phone can be the camera."""
    phone_awaited: Callable[[], bool] = lambda: False
    """Tells whether it is one, and none was let in yet."""
    seating: SeatingDesk = field(default_factory=SeatingDesk)
    """The round of a tournament that the organiser sent."""

    def offers(self, view: TableView | None = None) -> Offers:
        """Return what an evening may begin with just now: decks and own rules come and go."""
        return Offers(
            self.games,
            self.rules,
            self.house.own(),
            self.decks(),
            self.swaps.demonstrates,
            None if view is None else self.seating_offer(view),
        )

    def seating_offer(self, view: TableView) -> SeatingOffer | None:
        """Return how a round of a tournament begins, where there is one to be played."""
        if view.state.running or view.source == "sample":
            return None
        watched = view.source != "none"
        return offer(self.seating.newest, self.seating.table, view.state, watched=watched)

    def front(self, view: TableView) -> FrontScreen:
        """Return how an evening can begin."""
        spoken = self.language_told or preferences().wishes.choice.language is not None
        return front(view, self.offers(view), spoken=spoken)

    def round_over(self, state: TableState) -> Text | None:
        """Return a word once the round is over."""
        return round_over(state, self.clock.now())

    def before_play(self, view: TableView) -> tuple[str, object] | None:
        """Return the screen that comes before an evening, or before it goes on after a restart."""
        if not view.state.seats or self.resumed.begins(view.state):
            return "start/front.html", self.front(view)
        if self.resumed.asks(view.state):
            watched = self.camera.state.power is not Power.NONE
            return "start/resume.html", resume(view, self.clock.now(), watched=watched)
        return None


def service() -> StartService:
    """Return what these pages work with."""
    return cast(StartService, current_app.extensions[EXTENSION])
