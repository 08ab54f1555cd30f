"""A ruling on its way from the organiser's desk to the table: told, changed, taken back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import pytest

from engine.deal.record import Contract
from engine.events import DealEntered, EveningEnded, TournamentPlace
from engine.journal.journal import Journal
from kiosk.exchange.messages import Source
from kiosk.exchange.rulings import (
    RulingsMessage,
    rulings_to_json,
)
from kiosk.home.clock import system_time
from kiosk.integrations.broker import Broker
from kiosk.integrations.rounds import Told
from kiosk.integrations.rulings import RulingDesk, heard
from kiosk.organiser.database import Database
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.tournament import Participant, RulingKind
from kiosk.screens.rulings import HeardRulings, ruling_lines
from tests.engine.spine import EVENING
from tests.kiosk.exchange.test_rulings import MESSAGE, RULING
from tests.kiosk.integrations.test_cut_off import deals
from tests.kiosk.integrations.test_cut_off import told as outbox_of
from tests.kiosk.integrations.test_publisher import SOLO, Program, program
from tests.kiosk.organiser.collecting import USERS, Organiser, at_table, line_to, organising
from tests.kiosk.organiser.made import CUP
from tests.kiosk.served import app_of, touch_table
from tests.mosquitto import PATIENCE_S, Listener, Mosquitto

RULINGS = "mehrkopf/1/to/rulings"
PLACE = TournamentPlace("cup", "1", 1, (1, 2, 3, 4))
BEGUN = replace(EVENING, tournament=PLACE)
OTHER_POINTS = {n: Fraction(points) for n, points in ((1, 30), (2, -10), (3, -10), (4, -10))}
WHY = "Die Rufsau lag schon."


class Waited(RulingDesk):
    """The table's desk, and something to wait on."""

    def __init__(self) -> None:
        super().__init__()
        self._news = threading.Condition()
        self.changed = self._note

    def _note(self) -> None:
        with self._news:
            self._news.notify_all()

    def waits(self, until: Callable[[RulingsMessage], bool]) -> HeardRulings:
        with self._news:
            assert self._news.wait_for(lambda: until(self.newest.message), PATIENCE_S), self.newest
        return self.newest

    def waits_for(self, state: str) -> HeardRulings:
        return self.waits(lambda message: [each.state for each in message.deals] == [state])


@dataclass
class Hall:
    """An organiser and one table at the same broker."""

    broker: Mosquitto
    organiser: Organiser
    desk: Desk
    table: Program
    heard: Waited

    def plays_and_contests(self) -> int:
        """Have a deal played, and somebody contest it; return the protest's entry."""
        self.table.plays(1, 1)
        self.organiser.wait(lambda: len(self.organiser.store.results("cup")) == 1)
        return self.desk.protest(1, "1", 1, 2, "So war es nicht.")


@contextmanager
def hall(broker: Mosquitto, folder: Path) -> Iterator[Hall]:
    password = folder / "table.password"
    password.write_text(USERS["1"] + "\n", "utf-8")
    at = Broker("127.0.0.1", "1", broker.port, "1", password)
    desk_of_table = Waited()
    with (
        Database.open(folder / "organiser") as database,
        organising(line_to(broker, folder), database) as organiser,
        program(at, folder / "journal.sqlite", BEGUN, rulings=desk_of_table) as table,
    ):
        organiser.book.keep_people(
            CUP.id, [Participant(number, f"P{number}") for number in range(1, 9)]
        )
        store, live = organiser.store, organiser.collector.live
        announce = organiser.collector.announce
        desk = Desk(organiser.book, "cup", store, system_time, live, announce)
        yield Hall(broker, organiser, desk, table, desk_of_table)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path / "broker", USERS) as started:
        yield started


def test_a_ruling_is_told_changed_and_taken_back(broker: Mosquitto, tmp_path: Path) -> None:
    with hall(broker, tmp_path) as here:
        entry = here.plays_and_contests()
        own = here.table.table.view().state.totals
        here.desk.rule(entry, RulingKind.UPHELD, WHY, OTHER_POINTS)
        [ruling] = here.heard.waits_for("holds").message.deals
        assert {each.number: each.points for each in ruling.points} == OTHER_POINTS
        assert (ruling.round, ruling.deal, ruling.reason) == (1, 1, WHY)
        assert here.heard.newest.elsewhere == frozenset()
        # The table's own list stays as its journal has it.
        assert here.table.table.view().state.totals == own
        # Other points, and the revision grows.
        more = {number: 2 * points for number, points in OTHER_POINTS.items()}
        here.desk.rule(entry, RulingKind.OPEN, "")
        here.desk.rule(entry, RulingKind.UPHELD, WHY, more)
        changed = here.heard.waits(
            lambda message: message.deals[0].points[0].points == more[1]
        ).message.deals[0]
        assert changed.revision > ruling.revision
        # Taken back: it does not go away, it is told as that.
        here.desk.rule(entry, RulingKind.DISMISSED, "Doch so gespielt.")
        [back] = here.heard.waits_for("withdrawn").message.deals
        assert back.reason == "Doch so gespielt."
        assert {each.number: each.points for each in back.points} == more


def test_a_penalty_is_told_to_the_table_and_taken_back(broker: Mosquitto, tmp_path: Path) -> None:
    with hall(broker, tmp_path) as here, at_table(broker, "2") as other:
        entry = here.desk.punish(3, Fraction(-10), "Handy am Tisch", 1)
        [told] = here.heard.waits(lambda message: bool(message.penalties)).message.penalties
        assert (told.number, told.points, told.reason) == (3, Fraction(-10), "Handy am Tisch")
        here.desk.take_back_penalty(entry)
        here.heard.waits(lambda message: message.penalties[0].withdrawn)
        # Table 2 hears of its own people alone.
        here.desk.punish(5, Fraction(-7), "Zu spät", 1)
        other.wait(lambda: any(b"Zu sp" in each.payload for each in other.heard))
        assert not any(b"Handy" in each.payload for each in other.heard)


def test_a_deal_that_was_corrected_is_no_longer_the_one_that_was_ruled_on(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with hall(broker, tmp_path) as here:
        entry = here.plays_and_contests()
        here.desk.rule(entry, RulingKind.UPHELD, WHY, OTHER_POINTS)
        here.heard.waits_for("holds")
        contract = Contract("solo", 1, SOLO.suit, tout=True)
        here.table.records(DealEntered({"won": True}, contract, deal="d1"))
        here.heard.waits_for("overtaken")
        # The organiser sees it by himself, and says so.
        here.organiser.wait(lambda: entry in here.desk.to_rule())
        told = rulings_to_json(
            RulingsMessage("cup", (replace(here.heard.newest.message.deals[0]),))
        )
        with at_table(broker) as later:
            later.hears(RULINGS, told)


def test_what_was_ruled_while_the_line_was_away_comes_with_the_line(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with hall(broker, tmp_path) as here:
        entry = here.plays_and_contests()
        broker.kill()
        here.organiser.wait(lambda: not here.organiser.collector.online)
        here.desk.rule(entry, RulingKind.UPHELD, WHY, OTHER_POINTS)
        here.desk.punish(3, Fraction(-10), "Handy am Tisch", 1)
        assert not here.heard.newest.message
        broker.start()
        found = here.heard.waits(lambda message: bool(message.deals and message.penalties))
        assert found.message.deals[0].state == "holds"


def test_no_other_table_reads_or_writes_it(broker: Mosquitto, tmp_path: Path) -> None:
    with hall(broker, tmp_path) as here:
        topics = ("mehrkopf/+/to/#", RULINGS, "mehrkopf/2/to/rulings")
        with (
            Listener(broker, "2", USERS["2"], topics) as stranger,
            at_table(broker) as own,
        ):
            # Neither the other table nor the table itself can say what was ruled.
            forged = rulings_to_json(replace(MESSAGE, tournament="cup"))
            stranger.says(RULINGS, forged, retain=True)
            own.says(RULINGS, forged, retain=True)
            here.desk.punish(3, Fraction(-10), "Handy am Tisch", 1)
            here.desk.punish(5, Fraction(-7), "Zu spaet", 1)
            here.heard.waits(lambda message: bool(message.penalties))
            stranger.wait(lambda: any(b"Zu spaet" in each.payload for each in stranger.heard))
        assert {each.topic for each in stranger.heard} <= {
            f"mehrkopf/2/to/{what}" for what in ("rulings", "seating", "receipt")
        }
        assert forged not in [each.payload for each in own.heard]
        assert here.heard.newest.message.deals == ()


def test_rubbish_leaves_what_was_known(
    broker: Mosquitto, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with hall(broker, tmp_path) as here:
        here.desk.punish(3, Fraction(-10), "Handy am Tisch", 1)
        before = here.heard.waits(lambda message: bool(message.penalties))
        with Listener(broker, "organiser", USERS["organiser"], ("mehrkopf/1/state",)) as hand:
            hand.says(RULINGS, b'{"v": 1, "deals": [{}]}')
            hand.says(RULINGS, b"nonsense")
            hand.says(RULINGS, rulings_to_json(RulingsMessage("cup")))
        here.heard.waits(lambda message: not message.penalties)
        assert caplog.text.count("is no ruling") == 2
        assert before.message.penalties


def told_by(*names: str) -> Told:
    sent = outbox_of(deals(*names))
    return Told(sent[0].source.journal, 10**9, "cup", True, sent, ())


def ruling_on(source: Source, deal: int) -> RulingsMessage:
    ruling = replace(RULING, round=1, deal=deal, cursor=source.cursor, head=source.head)
    return RulingsMessage("cup", (ruling,))


def test_a_ruling_on_a_deal_that_this_device_lost_is_not_shown_at_another_one() -> None:
    before, since = told_by("a", "B", "c"), told_by("a", "B", "X")
    message = ruling_on(before.rounds[2].source, 3)
    assert heard(message, before) == HeardRulings(message)
    assert heard(message, since).elsewhere == {RULING.entry}
    # What both have is the same deal.
    shared = ruling_on(before.rounds[1].source, 2)
    assert heard(shared, since) == HeardRulings(shared)


def test_the_lines_stand_beside_scores_and_deals_in_both_languages() -> None:
    desk = RulingDesk()
    ruled = replace(
        RULING,
        deal=1,
        points=tuple(replace(RULING.points[0], number=n) for n in (1, 2, 3, 4)),
    )
    with touch_table(Journal.in_memory(), source="none") as table:
        events = [BEGUN, *deals("a", "B")]
        table.call(lambda core: core.commit(events))
        client = app_of(table, rulings=desk).test_client()
        pages = ("/scores", "/deals", "/deals/a")
        assert not any("data-ruling" in client.get(path).text for path in pages)
        message = replace(
            MESSAGE,
            tournament="cup",
            deals=(ruled, replace(ruled, entry=9, deal=2, state="withdrawn", reason="")),
            penalties=(replace(MESSAGE.penalties[0], number=3),),
        )
        desk.newest = HeardRulings(message)
        scores = client.get("/scores").text
        assert scores.count("data-ruling=") == 3
        assert "Spiel 1: Entscheid der Turnierleitung, im Turnier zählt:" in scores
        assert "„Die Rufsau lag schon.“" in scores
        assert "zurückgenommen, es zählt wieder die Liste" in scores
        assert "Strafe der Turnierleitung: Vroni <b>−10</b> „Handy am Tisch“" in scores
        assert client.get("/deals").text.count("data-ruling=") == 2
        assert client.get("/deals/a").text.count("data-ruling=") == 1
        table.call(lambda core: core.commit([EveningEnded()]))
        assert client.get("/").text.count("data-ruling=") == 3
        # Another tournament's, or another round's, stays off the page.
        for other in (replace(message, tournament="other"), of_round(message, 2)):
            desk.newest = HeardRulings(other)
            assert "data-ruling" not in client.get("/scores").text
        state = table.view().state
    lines = ruling_lines(state, HeardRulings(message, frozenset({9}))).lines
    assert [line.word.en.split(",")[0] for line in lines] == [
        "Ruling of the organiser; in the tournament it counts as:",
        "The organiser's ruling was taken back",
        "Penalty by the organiser:",
    ]
    assert lines[1].about is not None
    assert lines[1].about.en == "Deal 2, not from this device:"


def of_round(message: RulingsMessage, number: int) -> RulingsMessage:
    return replace(
        message,
        deals=tuple(replace(each, round=number) for each in message.deals),
        penalties=tuple(replace(each, round=number) for each in message.penalties),
    )
