"""What a table tells arrives: whatever is away, killed, lost or late."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from engine.cards import Suit, card
from engine.deal.record import Contract
from engine.events import (
    CardCorrected,
    DealEntered,
    DealStarted,
    EveningEnded,
    Event,
    TournamentPlace,
    Undone,
)
from engine.journal.journal import Journal
from kiosk.exchange.messages import (
    ListMessage,
    ResultMessage,
    event_from_json,
    state_from_json,
)
from kiosk.integrations.broker import Broker
from kiosk.integrations.connection import Connection
from kiosk.integrations.publisher import Publisher
from kiosk.integrations.rounds import JournalRounds
from kiosk.integrations.rulings import RulingDesk
from kiosk.table.writer import Table
from tests.engine.spine import AT, EVENING, REVOKE, finished_deal, opened, played
from tests.kiosk.integrations.organiser import Organiser
from tests.kiosk.integrations.test_connection import Told, connected, done
from tests.kiosk.served import touch_table
from tests.mosquitto import Listener, Mosquitto

PLACE = TournamentPlace("rennen", "7", 1, (17, 4, 33, 8))
BEGUN = replace(EVENING, tournament=PLACE)
SOLO = Contract("solo", 1, Suit.EICHEL)
NEVER_S = 3600.0
SOON_S = 0.2


@dataclass
class Program:
    """A table that tells a broker, as a running program puts it together."""

    table: Table
    connection: Connection
    publisher: Publisher
    told: Told

    def records(self, *events: Event) -> None:
        self.table.call(lambda core: core.commit(events))

    def plays(self, first: int, last: int) -> None:
        for number in range(first, last + 1):
            entered = DealEntered({"won": number % 2 == 0}, SOLO)
            self.records(DealStarted(f"d{number}", 3), entered)


@contextmanager
def program(
    broker: Broker,
    journal: Path,
    *events: Event,
    receipt_s: float = NEVER_S,
    rulings: RulingDesk | None = None,
) -> Iterator[Program]:
    told, rulings = Told(), rulings or RulingDesk()
    with touch_table(Journal.open(journal), lambda: AT) as table:
        connection = Connection(broker, told)
        rounds = JournalRounds(journal, broker.table)
        publisher = Publisher(
            *(connection, rounds, table.view(), lambda: AT, told),
            receipt_s=receipt_s,
            knows=rulings.knows,
        )
        connection.on(connection.topics.rulings, rulings.hear)
        table.listen(publisher.heard)
        with connected(connection):
            running = Program(table, connection, publisher, told)
            if events:
                running.records(*events)
            yield running


def at(broker: Mosquitto, **more: object) -> Broker:
    return Broker("127.0.0.1", "7", broker.port, **more)  # type: ignore[arg-type]


def deals(organiser: Organiser) -> dict[int, ResultMessage]:
    return {
        deal: told for (_, deal), told in organiser.kept.items() if isinstance(told, ResultMessage)
    }


def test_each_deal_and_the_list_arrive_as_they_come_about(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker, Organiser(broker) as organiser:
        with program(at(broker), tmp_path / "journal.sqlite", BEGUN) as table:
            table.plays(1, 2)
            organiser.has(1, 1, 2)
            table.records(EveningEnded())
            organiser.has(1, 0)
            over = organiser.kept[1, 0]
            assert isinstance(over, ListMessage)
            points = {each.number: each.points for each in over.lines}
            assert tuple(points[n] for n in PLACE.numbers) == table.table.view().state.totals
        # A receipt that is late lets one be told again.
        assert len({each.source.cursor for each in organiser.told}) == 3
        assert not any(each.retained for each in organiser.heard)


def test_an_hour_of_deals_without_a_broker_comes_after(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path / "broker")
    with program(at(broker), tmp_path / "journal.sqlite", BEGUN) as table:
        table.plays(1, 20)
        # The last one is taken back again.
        table.records(Undone(table.table.view().state.last_seq))
        done(table.connection)
        with broker, Organiser(broker) as organiser:
            organiser.has(1, *range(1, 21))
            finished = table.table.view().state.finished
            kept = deals(organiser)
            assert kept.pop(20).status == "withdrawn"
            assert {n: tuple(each.delta for each in kept[n].seats) for n in kept} == {
                deal.number: deal.gains for deal in finished
            }
            # In one go, each once.
            assert len(organiser.told) == len({each.source.cursor for each in organiser.told})


def test_a_broker_that_was_killed_has_lost_all_and_nothing_is_lost(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path / "broker")
    with program(at(broker), tmp_path / "journal.sqlite", BEGUN) as table, broker:
        # Nobody listens: the broker takes the results and forgets them.
        with Listener(broker, topics=("mehrkopf/7/result",)) as anybody:
            table.plays(1, 3)
            anybody.wait(lambda: len(anybody.heard) == 3)
        broker.kill()
        table.plays(4, 5)
        broker.start()
        with Organiser(broker) as organiser:
            # It may have come before the table or after it.
            table.connection.post(table.publisher._connected)
            organiser.has(1, 1, 2, 3, 4, 5)


def test_an_organiser_that_comes_late_is_told_by_itself(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker:
        journal = tmp_path / "journal.sqlite"
        with program(at(broker), journal, BEGUN, receipt_s=SOON_S) as table:
            table.plays(1, 5)
            with Organiser(broker) as organiser:
                organiser.has(1, 1, 2, 3, 4, 5)
            table.told.is_silent()


def test_while_nobody_answers_one_message_is_told_again_and_the_page_says_so(
    tmp_path: Path,
) -> None:
    with Mosquitto(tmp_path / "broker") as broker, Organiser(broker, answers=False) as organiser:
        journal = tmp_path / "journal.sqlite"
        with program(at(broker), journal, BEGUN, receipt_s=SOON_S) as table:
            table.plays(1, 5)
            organiser.has(1, 1, 2, 3, 4, 5)
            told = len(organiser.told)
            assert "lacks 5 messages" in table.told.says("The organiser still lacks")
            organiser.is_told(told + 2)
            assert {
                each.deal for each in organiser.told[-2:] if isinstance(each, ResultMessage)
            } == {1}
            first = organiser.told[0].source
            organiser.answers = True
            organiser.answer("7", "rennen", first.journal)
            table.told.is_silent()


def test_a_program_that_is_begun_again_tells_only_what_is_lacking(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker, Organiser(broker) as organiser:
        journal = tmp_path / "journal.sqlite"
        with program(at(broker), journal, BEGUN) as table:
            table.plays(1, 3)
            organiser.has(1, 1, 2, 3)
        # What was played while the program did not run, as it were: nobody told it.
        with touch_table(Journal.open(journal), lambda: AT) as alone:
            alone.call(
                lambda core: core.commit((DealStarted("d4", 3), DealEntered({"won": True}, SOLO)))
            )
        before = len(organiser.told)
        with program(at(broker), journal) as again:
            organiser.has(1, 4)
            again.plays(5, 5)
            organiser.has(1, 5)
        late = [each.deal for each in organiser.told[before:] if isinstance(each, ResultMessage)]
        # The kept receipt comes after the connection: what it says is not lacking may come twice.
        assert {4, 5} <= {*late}
        assert sorted(deals(organiser)) == [1, 2, 3, 4, 5]


def test_an_organiser_that_lost_something_says_so_and_gets_it(tmp_path: Path) -> None:
    with (
        Mosquitto(tmp_path / "broker") as broker,
        program(at(broker), tmp_path / "journal.sqlite", BEGUN) as table,
    ):
        with Organiser(broker) as organiser:
            table.plays(1, 4)
            organiser.has(1, 1, 2, 3, 4)
            second = organiser.kept[1, 2].source
        # Its database was taken back from a backup of after the second deal.
        with Organiser(broker) as restored:
            restored.answer("7", "rennen", second.journal, second.cursor)
            restored.has(1, 3, 4)
            assert {deal for _, deal in restored.kept} == {3, 4}


def test_a_message_lost_in_between_is_told_again(tmp_path: Path) -> None:
    with (
        Mosquitto(tmp_path / "broker") as broker,
        program(at(broker), tmp_path / "journal.sqlite", BEGUN) as table,
    ):
        with Organiser(broker, answers=False) as organiser:
            table.plays(1, 1)
            organiser.has(1, 1)
        with Organiser(broker) as later:
            # It never had the first one: its receipt stays, and it says so again.
            table.plays(2, 2)
            later.has(1, 1, 2)


def test_a_receipt_of_another_journal_or_tournament_is_none(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker, Organiser(broker, answers=False) as organiser:
        organiser.answer("7", "rennen", "cd" * 32, 999_999_999)
        with program(at(broker), tmp_path / "journal.sqlite", BEGUN) as table:
            table.plays(1, 1)
            organiser.has(1, 1)
            own = organiser.kept[1, 1].source.journal
            organiser.answer("7", "other", own, 999_999_999)
            organiser.says("mehrkopf/7/to/receipt", b"no receipt")
            table.plays(2, 2)
            organiser.has(1, 2)


def test_an_organiser_that_knows_more_than_the_journal_is_said(tmp_path: Path) -> None:
    with (
        Mosquitto(tmp_path / "broker") as broker,
        Organiser(broker, answers=False) as organiser,
        program(at(broker), tmp_path / "journal.sqlite", BEGUN) as table,
    ):
        table.plays(1, 1)
        organiser.has(1, 1)
        organiser.answer("7", "rennen", organiser.kept[1, 1].source.journal, 999_999_999)
        table.told.says("no longer recorded here")
        table.plays(2, 2)
        organiser.has(1, 2)


def test_a_correction_is_told_with_a_higher_revision_and_a_deal_taken_back_withdrawn(
    tmp_path: Path,
) -> None:
    with (
        Mosquitto(tmp_path / "broker") as broker,
        Organiser(broker) as organiser,
        program(at(broker), tmp_path / "journal.sqlite", BEGUN) as table,
    ):
        table.records(*finished_deal())
        organiser.has(1, 1)
        first = deals(organiser)[1]
        table.records(CardCorrected(4, card("E8")))
        organiser.wait(lambda: deals(organiser)[1].corrected)
        assert deals(organiser)[1].revision > first.revision
        table.records(Undone(1 + len(finished_deal())))
        organiser.wait(lambda: deals(organiser)[1].status == "withdrawn")


def test_an_evening_at_home_is_told_once_and_waits_for_nobody(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker, Organiser(broker) as organiser:
        journal = tmp_path / "journal.sqlite"
        with program(at(broker), journal, EVENING, receipt_s=SOON_S) as table:
            table.plays(1, 2)
            organiser.has(0, 1, 2)
            assert organiser.kept[0, 1].source.tournament == ""
        with program(at(broker), journal, receipt_s=SOON_S) as again:
            again.plays(3, 3)
            organiser.has(0, 3)
            again.told.is_silent()
        assert [each.deal for each in organiser.told if isinstance(each, ResultMessage)] == [
            1,
            2,
            3,
        ]


def test_deals_at_home_without_a_broker_come_after(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path / "broker")
    with program(at(broker), tmp_path / "journal.sqlite", EVENING) as table:
        table.plays(1, 2)
        done(table.connection)
        with broker, Organiser(broker) as organiser:
            organiser.has(0, 1, 2)


def test_state_and_events_are_told_and_nobodys_name(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker, Listener(broker) as listener:
        with program(at(broker), tmp_path / "journal.sqlite", BEGUN) as table:
            table.records(*opened(), *played(["EO"]))
            listener.wait(lambda: any(b'"turn":1' in each.payload for each in listener.heard))
            table.records(*finished_deal(laid=REVOKE)[3:])
            table.records(DealStarted("d2", 3), DealEntered({"won": True}, SOLO), EveningEnded())
            listener.wait(lambda: any(b"evening_over" in each.payload for each in listener.heard))
        heard = [
            event_from_json(each.payload)
            for each in listener.heard
            if each.topic == "mehrkopf/7/event"
        ]
        assert [(each.kind, each.deal, each.seat) for each in heard] == [
            # He had two chances to follow.
            *[("revoke", 1, 1), ("revoke", 1, 1)],
            ("deal_over", 1, None),
            ("solo_won", 2, 1),
            ("deal_over", 2, None),
            ("evening_over", 2, None),
        ]
        assert {each.at for each in heard} == {AT}
        with Listener(broker, topics=("mehrkopf/7/state",)) as later:
            kept = later.hears("mehrkopf/7/state")
            state = state_from_json(kept.payload)
            assert kept.retained
            assert (state.phase, state.deal, state.tournament) == ("over", 2, "rennen")
            assert state.seats == ("17", "4", "33", "8")
            assert state.leader == 1
        for each in listener.heard:
            for name in EVENING.seats:
                assert name.encode() not in each.payload, each


def test_names_are_told_where_the_table_says_so(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker, Listener(broker) as listener:
        with program(at(broker, names=True), tmp_path / "journal.sqlite", BEGUN):
            listener.wait(lambda: any(b"Vroni" in each.payload for each in listener.heard))
        assert {each.topic for each in listener.heard if b"Vroni" in each.payload} == {
            "mehrkopf/7/state"
        }
