"""Every call of every game for every number of people: each option leads on, none runs over.

What a screen offers is followed tap by tap: each option is one of a call that can be confirmed, or
becomes one. In a browser the fullest screens of each stand above the foot, at three sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

import pytest

from engine.deal.record import DealRecord, JsonObject
from engine.games import GAMES
from engine.journal.journal import Journal
from engine.rules.house_rules import preset_rules
from kiosk.screens import call as call_screen
from kiosk.screens import facts
from kiosk.screens.call import CallScreen
from kiosk.screens.cards import call_menu
from kiosk.screens.tapped_call import NOBODY, THROWN_IN, Tapped, after, contract_of, seats
from kiosk.table.commands import StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.served import served, touch_table
from tests.kiosk.state_screens import show, six

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PEOPLE = ("Resi", "Toni", "Vroni", "Sepp", "Girgl", "Maximilian-Ferdinand", "Lena")
SIZES = [(1280, 800), (800, 480), (390, 844)]
CALLED_IN_FULL: dict[str, JsonObject] = {
    "schafkopf": {},
    "bavarian": {},
    "mehrkopf": {"renonce": "always", "called_ten": "always", "stoss": "resupra", "legen": True},
    "sheepshead": {"crack": "recrack", "call_up": "forced_dealer", "leaster_blind": "dealer_names"},
    "bierkopf": {},
}
"""House rules by which a game's call says the most."""


class Round(NamedTuple):
    """A game, its rules and how many sit at the table."""

    game: str
    people: int
    full: bool
    """By the house rules that ask for most, or by the game's own."""

    @property
    def rules(self) -> JsonObject:
        """The options that are changed."""
        return CALLED_IN_FULL.get(self.game, {}) if self.full else {}


def rounds() -> Iterator[Round]:
    for name, game in GAMES.items():
        for people in game.player_counts:
            if call_menu_of(name, people):
                yield Round(name, people, False)
                if CALLED_IN_FULL.get(name):
                    yield Round(name, people, True)


def call_menu_of(name: str, people: int) -> bool:
    """Tell whether anybody declares anything in this game."""
    menu = GAMES[name].call_menu(preset_rules(name), people)
    return any(kind.declared for kind in menu.kinds)


ROUNDS = tuple(rounds())
FULL_ROUNDS = tuple(each for each in ROUNDS if each.full or not CALLED_IN_FULL.get(each.game))


@cache
def record_of(played: Round) -> DealRecord:
    with touch_table(Journal.in_memory()) as table:
        begin(table, played)
        return facts.next_record(table.view())


def begin(table: Table, played: Round) -> None:
    table.do(StartEvening(played.game, played.rules, PEOPLE[: played.people], "isar"))


def screen_of(record: DealRecord, tapped: Tapped) -> CallScreen:
    names = PEOPLE[: record.players]
    return call_screen.call(names, record, call_menu(record), tapped, when=True)


def options(screen: CallScreen) -> list[str]:
    return [choice.tap for row in screen.rows for choice in row.choices if choice.shown]


Way = tuple[tuple[str, ...], Tapped, CallScreen]


@cache
def every_way(played: Round) -> tuple[Way, ...]:
    """Return each way of taps through a call, by one player and by nobody; doublings once each."""
    return tuple(_ways(record_of(played)))


def _ways(record: DealRecord) -> Iterator[Way]:
    menu, seen = call_menu(record), set[tuple[object, ...]]()
    starts = [str(seat) for seat in (seats(record)[0], record.dealer) if seat in seats(record)]
    ways: list[tuple[tuple[str, ...], Tapped]] = [
        ((f"who-{who}",), after(Tapped(), f"who-{who}", record, menu))
        for who in dict.fromkeys((*starts, NOBODY))
    ]
    while ways:
        keys, tapped = ways.pop()
        screen = screen_of(record, tapped)
        yield keys, tapped, screen
        for tap in options(screen):
            if tap.startswith(("edit", "who", "by", "at")) or (tap[:2] == "d-" and len(keys) > 4):
                continue
            following = after(tapped, tap, record, menu)
            state = (*following.fields(),)
            if state not in seen:
                seen.add(state)
                ways.append(((*keys, tap), following))


@pytest.mark.parametrize("played", ROUNDS, ids=str)
def test_each_option_leads_to_a_call_that_can_be_confirmed(played: Round) -> None:
    record = record_of(played)
    menu = call_menu(record)
    confirmed = 0
    for keys, tapped, screen in every_way(played):
        # Nothing is offered before the choice that makes it possible.
        if tapped.kind is None:
            assert {key.split("-")[0] for key in options(screen)} <= {"who", "kind"}, keys
        contract = contract_of(tapped, menu)
        thrown_in = (tapped.who, tapped.kind) == (NOBODY, THROWN_IN)
        assert (screen.sentence is not None) == (contract is not None or thrown_in), (
            keys,
            screen.missing,
        )
        if screen.sentence is None:
            assert options(screen), keys
        confirmed += screen.sentence is not None
    assert confirmed > 1


LAST = """() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const foot = document.querySelector(".foot").getBoundingClientRect();
    return [...document.querySelectorAll("#call .button")].filter(e => e.offsetParent)
        .map(e => [e.innerText, e.getBoundingClientRect()])
        .filter(([, r]) => r.bottom > foot.top + 1 || r.right > innerWidth || r.left < 0)
        .map(([t, r]) => `${t} ${Math.round(r.bottom)} > ${Math.round(foot.top)}`); }"""


@cache
def fullest(played: Round) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Return the fields of the first screen, of that with most rows and of that with most buttons.

    With the longest sentence, where several have as many.
    """

    def fields(weight: Callable[[CallScreen], int]) -> tuple[tuple[str, str], ...]:
        return max(ways, key=lambda way: (weight(way), len(str(way.sentence)))).fields

    ways = [screen for _, _, screen in every_way(played)]
    rows = fields(lambda screen: sum(row.shown for row in screen.rows))
    return (*dict.fromkeys([(), rows, fields(lambda screen: len(options(screen)))]),)


@pytest.mark.browser
@pytest.mark.parametrize("played", FULL_ROUNDS, ids=str)
def test_no_option_lies_below_the_foot(chromium: Browser, played: Round) -> None:
    ways = fullest(played)
    found: list[object] = []
    for language in ("de", "en"):
        with (
            touch_table(Journal.in_memory()) as table,
            served(table, language=language) as address,
        ):
            begin(table, played)
            table.do(StartDeal(played.people - 1))
            page: Page = chromium.new_page()
            for fields in ways:
                page.goto(f"{address}/call?{urlencode([('step', '1'), *fields])}")
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    found += [(fields, width, each) for each in page.evaluate(LAST)]
            page.close()
    assert found == []


APART = """() => { const [above, below] = [...document.querySelectorAll("#call .choose > .choices")]
    .filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect());
    return below.top - above.bottom; }"""


@pytest.mark.browser
def test_rows_with_room_below_them_stand_apart(chromium: Browser) -> None:
    def look(page: Page) -> None:
        assert page.evaluate(APART) >= 12

    show(chromium, six("/call"), "de", look)
