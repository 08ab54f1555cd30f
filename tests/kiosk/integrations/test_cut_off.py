"""A journal that is cut off behind what the organiser has: nothing is lost, nothing overwritten."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from engine.events import DealEntered, DealStarted, EveningEnded, Event, TournamentPlace, Undone
from engine.text import PlainError
from kiosk.exchange.messages import ListMessage, ResultMessage
from kiosk.home.clock import system_time
from kiosk.integrations.broker import Broker
from kiosk.integrations.outbox import Outgoing, Round, outbox
from kiosk.organiser.app import OrganiserServing, create_organiser_app
from kiosk.organiser.book import Book
from kiosk.organiser.database import Database
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.ranking import ListSource, lines_of
from kiosk.organiser.store import Store
from kiosk.organiser.tournament import ForkRuling, Participant, RulingKind
from tests.engine.spine import EVENING, enveloped
from tests.kiosk.integrations.test_publisher import SOLO, program
from tests.kiosk.organiser.browser import Browser
from tests.kiosk.organiser.collecting import USERS, line_to, organising
from tests.kiosk.organiser.made import CUP, FRAME, PLANS, taken
from tests.mosquitto import Mosquitto

BEGUN = replace(EVENING, tournament=TournamentPlace("cup", "1", 1, (1, 2, 3, 4)))
END = EveningEnded()


def deal(name: str, *, won: bool = True) -> list[Event]:
    return [DealStarted(name, 3), DealEntered({"won": won}, SOLO)]


def deals(*names: str) -> list[Event]:
    """Return deals of these names; one in capitals is lost."""
    return [event for name in names for event in deal(name.lower(), won=name.islower())]


def told(events: Sequence[Event]) -> tuple[Outgoing, ...]:
    """Return what a journal of these events has to tell."""
    chain = [""]
    for envelope in enveloped([BEGUN, *events]):
        chain.append(sha256(f"{chain[-1]}{envelope}".encode()).hexdigest())
    round_ = Round()
    round_.feed(enveloped([BEGUN, *events]))
    return outbox([round_], "1", chain[1], lambda seq: chain[seq])


def ids(results: Sequence[ResultMessage]) -> list[tuple[int, str]]:
    return [(each.deal, str((each.record or {})["id"])) for each in results]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database.open(tmp_path / "organiser") as opened:
        book = Book(opened, system_time)
        book.begin(CUP)
        for plan in PLANS:
            book.keep_round(CUP.id, plan)
        book.keep_people(CUP.id, [Participant(number, f"P{number}") for number in range(1, 9)])
        yield opened


def desk_of(database: Database, store: Store) -> Desk:
    return Desk(Book(database, system_time), CUP.id, store, system_time)


FIRST = deals("a", "B", "c", "D")
OTHER = [*FIRST[:4], *deals("X", "y", "z")]
"""The same journal, cut off after two deals."""


@pytest.fixture
def store(database: Database) -> Store:
    """What arrived before and after a table's journal was cut off."""
    store = Store(database)
    store.keep(FRAME, taken(*told(FIRST)))
    store.keep(FRAME, taken(*told(OTHER)))
    return store


def test_what_came_first_counts_and_the_rest_is_kept_beside(
    database: Database, store: Store
) -> None:
    assert ids(store.results("cup")) == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]
    [fork] = store.forks("cup")
    assert (ids(fork.lost), ids(fork.since)) == (
        [(3, "c"), (4, "d")],
        [(3, "x"), (4, "y"), (5, "z")],
    )
    # The table's receipt is that of what it has now: its outbox is empty.
    assert store.receipts("cup")["1"].head == told(OTHER)[-1].source.head
    # Another program that opens the database sees the same, and so does a message in between.
    assert Store(database).forks("cup") == (fork,)
    again = store.keep(FRAME, taken(*told(OTHER), *told(FIRST[:4])))
    assert (again.new, again.refused) == (0, 0)
    assert store.forks("cup") == (fork,)
    desk = desk_of(database, store)
    assert desk.outstanding().forks == ((1, "1"),)
    assert desk.overview().rows[0].forked
    assert not desk.overview().rows[1].forked


def test_a_journal_that_goes_on_is_one_branch_whatever_is_lost_or_late(database: Database) -> None:
    store = Store(database)
    corrected: list[Event] = [*FIRST, Undone(7), *deals("e"), END, Undone(12), END]
    early, late = told(FIRST), told(corrected)
    store.keep(FRAME, taken(*early[1:]))
    store.keep(FRAME, taken(*late[-2:]))
    store.keep(FRAME, taken(*early, *late))
    assert store.forks("cup") == ()
    assert store.receipts("cup")["1"].cursor == late[-1].source.cursor
    # A later round follows on, and so does what comes of the first one afterwards.
    assert {each.source.cursor for each in store.lists("cup")} == {late[-1].source.cursor}


@pytest.mark.parametrize(
    ("ruling", "counted"),
    [
        (ForkRuling.BOTH, [1, 2, 3, 4, 5, 1003, 1004]),
        (ForkRuling.NEW, [1, 2, 3, 4, 5]),
        (ForkRuling.OLD, [1, 2, 3, 4]),
    ],
)
def test_what_counts_is_said_once_and_asked_again_when_more_comes(
    database: Database, store: Store, ruling: ForkRuling, counted: list[int]
) -> None:
    desk = desk_of(database, store)
    protest = desk.protest(1, "1", 4, 3, "that was no solo")
    before = desk.revisions(1, "1", 4)[-1]
    [fork] = desk.forks()
    desk.rule_fork(1, "1", fork.beside.branch, ruling)
    assert [each.deal for each in store.results("cup")] == counted
    assert desk.forks() == ()
    with pytest.raises(PlainError, match="has been decided already"):
        desk.rule_fork(1, "1", fork.beside.branch, ruling)
    if ruling is not ForkRuling.NEW:
        # The contested deal is the same one as before.
        contested = desk.protests[protest]
        assert desk.revisions(1, "1", contested.deal)[-1].record == before.record
    # The table plays on and signs off; what was left aside asks again, what counts does not.
    store.keep(FRAME, taken(*told([*OTHER, *deals("w"), END])))
    if ruling is ForkRuling.OLD:
        [more] = desk.forks()
        assert [each.deal for each in more.since] == [3, 4, 5, 6]
        return
    assert desk.forks() == ()
    listed = desk.lists()[1, "1"]
    assert (listed.source, listed.deals, listed.differs) == (
        ListSource.SIGNED,
        len(counted) + 1,
        False,
    )
    assert set(listed.lines) == set(lines_of(store.results("cup")))


def test_what_is_said_of_a_fork_is_kept_as_a_whole_or_not_at_all(
    database: Database, store: Store
) -> None:
    desk = desk_of(database, store)
    entry = desk.protest(1, "1", 4, 3, "that was no solo")
    before, protests, [fork] = store.results("cup"), desk.protests, desk.forks()
    with database.writing() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER full BEFORE INSERT ON book WHEN NEW.kind = 'fork' "
            "BEGIN SELECT RAISE(ABORT, 'the last of three cannot be written'); END"
        )
    with pytest.raises(IntegrityError, match="the last of three"):
        desk.rule_fork(1, "1", fork.beside.branch, ForkRuling.BOTH)
    assert (store.results("cup"), desk.protests, desk.forks()) == (before, protests, (fork,))
    with database.writing() as connection:
        connection.exec_driver_sql("DROP TRIGGER full")
    desk.rule_fork(1, "1", fork.beside.branch, ForkRuling.BOTH)
    assert desk.forks() == ()
    assert desk.protests[entry].deal == 1004


@pytest.mark.parametrize("ruling", [ForkRuling.BOTH, ForkRuling.NEW])
def test_a_ruling_goes_with_its_deal_whatever_number_that_has(
    database: Database, store: Store, ruling: ForkRuling
) -> None:
    desk = desk_of(database, store)
    sent = desk.revisions(1, "1", 4)[-1]
    entry = desk.protest(1, "1", 4, 3, "that was no solo")
    desk.rule(entry, RulingKind.UPHELD, "right", {seat.number: Fraction(0) for seat in sent.seats})
    assert desk.lists()[1, "1"].ruled == (4,)
    [fork] = desk.forks()
    desk.rule_fork(1, "1", fork.beside.branch, ruling)
    if ruling is ForkRuling.BOTH:
        assert desk.lists()[1, "1"].ruled == (1004,)
        assert desk.to_rule() == {}
    else:
        # The deal of that number is another one now, and somebody has to look.
        assert desk.lists()[1, "1"].ruled == ()
        assert [*desk.to_rule()] == [entry]


def test_the_pages_ask_until_it_is_said(database: Database, store: Store) -> None:
    browser = Browser(create_organiser_app(desk_of(database, store), OrganiserServing("en")))
    assert "duplicate deals?" in browser.get("/")
    assert "duplicate deals? round 1, table 1" in browser.get("/ranking")
    asked = browser.get("/lists/1/1")
    assert "no longer has deals that had arrived here (3, 4)" in asked
    assert "has sent others since (3, 4, 5)" in asked
    [fork] = store.forks("cup")
    answer = {"branch": fork.beside.branch, "ruling": "neither"}
    assert browser.send("/lists/1/1", "/lists/1/1/fork", **answer).status_code == 400
    assert store.forks("cup") == (fork,)
    said = browser.do("/lists/1/1", "/lists/1/1/fork", **answer | {"ruling": "both"})
    assert "no longer has" not in said
    assert said.count(">lost at the table<") == 2
    assert "duplicate deals?" not in browser.get("/") + browser.get("/ranking")
    # Pages and files name a lost deal as its table did; the number it counts under is nobody's.
    asked = browser.get("/protests?round=1&table=1&deal=1004")
    assert (
        '<p>Deal 4 (lost at the table)</p><input type="hidden" name="deal" value="1004">' in asked
    )
    fields = {"round": "1", "table": "1", "deal": "1004", "number": "3", "words": "no solo"}
    contested = browser.do("/protests", "/protests", **fields)
    assert "Round 1, table 1, deal 4 (lost at the table)" in contested
    assert "Deal 4 (lost at the table):" in contested
    assert "deal 4 (lost at the table)" in browser.get("/protests")
    rows = browser.client.get("/files/deals.csv").data.decode("utf-8-sig").splitlines()
    assert [row.split(";")[2] for row in rows[1::4]] == ["1", "2", "3", "4", "5", "3", "4"]
    assert [row.split(";")[-1] for row in rows[1::4]] == [""] * 5 + ["lost at the table"] * 2


def test_a_correction_that_was_lost_holds_where_both_count(database: Database) -> None:
    store = Store(database)
    again: list[Event] = [*FIRST, DealEntered({"won": False}, SOLO, deal="a")]
    store.keep(FRAME, taken(*told(again)))
    store.keep(FRAME, taken(*told(OTHER)))
    desk = desk_of(database, store)
    [fork] = desk.forks()
    assert ids(fork.lost) == [(1, "a"), (3, "c"), (4, "d")]
    desk.rule_fork(1, "1", fork.beside.branch, ForkRuling.BOTH)
    first = store.results("cup")[0]
    assert [seat.delta for seat in first.seats if seat.solo] == [
        min(seat.delta for seat in first.seats)
    ]
    # Corrected at the table once more, that holds.
    later: list[Event] = [*OTHER, DealEntered({"won": True}, SOLO, deal="a")]
    store.keep(FRAME, taken(*told([*later, END])))
    assert sum(each.deal == 1 for each in store.results("cup")) == 1


def test_a_journal_cut_off_twice_has_three_branches(database: Database, store: Store) -> None:
    desk = desk_of(database, store)
    [fork] = desk.forks()
    desk.rule_fork(1, "1", fork.beside.branch, ForkRuling.BOTH)
    store.keep(FRAME, taken(*told([*FIRST[:2], *deals("q")])))
    [second] = desk.forks()
    assert ids(second.since) == [(2, "q")]
    desk.rule_fork(1, "1", second.beside.branch, ForkRuling.BOTH)
    found = ids(store.results("cup"))
    assert sorted(name for _, name in found) == ["a", "b", "c", "d", "q", "x", "y", "z"]
    assert len({number for number, _ in found}) == 8


def test_a_backup_taken_back_during_a_round(tmp_path: Path) -> None:
    journal, backup = tmp_path / "journal.sqlite", tmp_path / "backup.sqlite"
    password = tmp_path / "password"
    password.write_text(USERS["1"], "utf-8")
    with (
        Mosquitto(tmp_path / "broker", USERS) as broker,
        Database.open(tmp_path / "organiser") as database,
        organising(line_to(broker, tmp_path), database) as organiser,
    ):
        at = Broker("127.0.0.1", "1", broker.port, password_file=password)
        results = organiser.store.results
        with program(at, journal, BEGUN) as table:
            table.records(*deals("a", "B"))
            organiser.wait(lambda: len(results("cup")) == 2)
        shutil.copy(journal, backup)
        with program(at, journal) as table:
            table.records(*deals("c", "D"))
            organiser.wait(lambda: len(results("cup")) == 4)
        for left in tmp_path.glob("journal.sqlite*"):
            left.unlink()
        shutil.copy(backup, journal)
        with program(at, journal) as table:
            table.told.says("no longer recorded here")
            # The first of them has a cursor that is taken, the last is beyond all of them.
            table.records(*deals("x", "Y", "z"))
            organiser.wait(lambda: [len(f.since) for f in organiser.store.forks("cup")] == [3])
            assert ids(results("cup"))[2:] == [(3, "c"), (4, "d")]
            [fork] = organiser.store.forks("cup")
            assert ids(fork.lost) == [(3, "c"), (4, "d")]
            desk = desk_of(database, organiser.store)
            desk.rule_fork(1, "1", fork.beside.branch, ForkRuling.BOTH)
            table.records(END)
            organiser.wait(lambda: desk.lists()[1, "1"].source is ListSource.SIGNED)
            assert len(results("cup")) == 7
            listed = desk.lists()[1, "1"]
            assert not listed.differs
            assert set(listed.lines) == set(lines_of(results("cup")))
            assert sum((line.points for line in listed.lines), Fraction(0)) == 0
            # The list goes back at once when the evening goes on.
            signed = organiser.store.lists("cup")[-1]
            assert isinstance(signed, ListMessage)
            table.records(Undone(signed.source.seq))
            organiser.wait(lambda: desk.lists()[1, "1"].source is ListSource.RUNNING)
