"""What is done at the desk: checked, kept, and seen in lists, overview and ranking."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction

import pytest

from engine.text import PlainError, Text
from kiosk.exchange.messages import ListLine
from kiosk.organiser.admission import Frame
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.draw import plan_file
from kiosk.organiser.files import table
from kiosk.organiser.people import read_people
from kiosk.organiser.ranking import ListSource
from kiosk.organiser.told_rulings import told_rulings
from kiosk.organiser.tournament import (
    WHOLE_LIST,
    Field,
    Participant,
    Presence,
    RoundPlan,
    RulingKind,
)
from tests.kiosk.organiser.office import START, Office, contested, deal_of, points_of


def test_people_are_entered_under_the_next_number_or_their_own(office: Office) -> None:
    desk = office.desk
    assert desk.enter(" Resi ", "Au", paid=True) == 1
    assert desk.enter("Toni", number=12) == 12
    assert desk.enter("Vroni") == 13
    with pytest.raises(PlainError, match="taken, by Toni"):
        desk.enter("Sepp", number=12)
    desk.set_paid(12, paid=True)
    assert [(each.number, each.name, each.paid) for each in desk.field.people] == [
        (1, "Resi", True),
        (12, "Toni", True),
        (13, "Vroni", False),
    ]


def test_a_list_is_entered_as_a_whole_or_not_at_all(office: Office) -> None:
    desk = office.desk
    assert desk.enter_all("Nr;Name;Ort;bezahlt\n3;Resi;Au;ja\n;Toni;;\n") == 2
    assert [(each.number, each.name, each.paid) for each in desk.field.people] == [
        (3, "Resi", True),
        (4, "Toni", False),
    ]
    with pytest.raises(PlainError, match="taken"):
        desk.enter_all("7;Vroni\n3;Sepp")
    assert len(desk.field.people) == 2


def test_a_list_copied_from_a_spreadsheet_is_read() -> None:
    people = read_people("Nr\tName\tOrt\n1\tResi\tAu, Hallertau\n2\tToni\t")
    assert [(each.number, each.name, each.town) for each in people] == [
        (1, "Resi", "Au, Hallertau"),
        (2, "Toni", ""),
    ]


def test_a_list_without_numbers_loses_nobody() -> None:
    """Its first line is somebody, and no heading."""
    people = read_people("Resi Huber;Au;ja\nToni;;", Field((Participant(4, "Kathi"),)))
    assert [(each.number, each.name, each.town, each.paid) for each in people] == [
        (5, "Resi Huber", "Au", True),
        (6, "Toni", "", False),
    ]
    assert [each.name for each in read_people("Name;Ort\nVroni;Egg")] == ["Vroni"]


def test_the_overview_says_that_the_broker_is_away(office: Office) -> None:
    desk = office.begun()
    assert desk.overview().trouble is None
    office.live.trouble = Text(de="Weg.", en="Away.")
    assert desk.overview().trouble == office.live.trouble


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1;Resi\n2y;Toni", "Line 2"),
        ("1;;Au", "name is missing"),
        ("1;" + "x" * 61, "Line 1.*A name has"),
        ("1;Resi\n\n1;Toni", "Line 3.*number 1 is taken, by Resi; please choose another. Each"),
    ],
)
def test_a_list_that_cannot_be_read_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(PlainError, match=said):
        read_people(text)


def test_the_draw_follows_from_the_seed_and_is_kept(office: Office) -> None:
    desk = office.with_people()
    shown = desk.preview("Bierzelt")
    assert desk.rounds == ()
    desk.draw("Bierzelt")
    assert desk.rounds == shown
    assert desk.tournament.seed == "Bierzelt"
    with pytest.raises(PlainError, match="word or number"):
        desk.draw(" ")


def test_a_round_begins_with_its_time_and_tells_the_tables(office: Office) -> None:
    desk = office.begun()
    plan = desk.rounds[0]
    assert plan.runs
    assert datetime.fromisoformat(plan.limit) == START + timedelta(minutes=90)
    assert office.announced == 1
    with pytest.raises(PlainError, match="under way"):
        desk.begin_round(1)
    with pytest.raises(PlainError, match="Round 1 has not ended"):
        desk.begin_round(2)
    office.now += timedelta(minutes=100)
    assert desk.overview().left == timedelta(0)
    desk.end_round(1)
    desk.reopen_round(1)
    assert desk.rounds[0].runs
    desk.end_round(1)
    desk.begin_round(2)
    with pytest.raises(PlainError, match="Round 2 has not ended"):
        desk.reopen_round(1)


def test_who_never_came_must_be_drawn_out_or_replaced_first(office: Office) -> None:
    desk = office.with_people(9)
    desk.draw("x")
    desk.set_presence(9, Presence.NO_SHOW)
    with pytest.raises(PlainError, match="Number 9 sits at table"):
        desk.begin_round(1)
    desk.draw("x")
    desk.begin_round(1)
    desk.enter("Late")
    desk.end_round(1)
    with pytest.raises(PlainError, match="Number 10 is missing"):
        desk.begin_round(2)
    desk.draw("x")
    assert desk.rounds[0].ended
    desk.begin_round(2)


def test_a_substitute_during_a_round_is_told_to_the_table(office: Office) -> None:
    desk = office.begun()
    said = office.announced
    desk.substitute(3, "Ersatz")
    assert office.announced == said + 1
    assert desk.field[3].before == (("P3", 1),)


def test_once_a_round_has_begun_the_word_of_the_draw_stays(office: Office) -> None:
    desk = office.begun()
    before = desk.rounds
    for act in (desk.preview, desk.draw):
        with pytest.raises(PlainError) as said:
            act("Anders")
        assert "„Bierzelt“: dabei bleibt es" in said.value.text.de
    assert (desk.rounds, desk.tournament.seed) == (before, "Bierzelt")
    desk.draw("Bierzelt")
    assert desk.rounds[0] == before[0]


def test_a_substitute_leaves_the_rounds_before_to_whoever_played_them(office: Office) -> None:
    desk = office.begun()
    desk.end_round(1)
    name = desk.field[3].name
    desk.substitute(3, "Burgi")
    desk.begin_round(2)
    assert [desk.field.in_round(number)[3].name for number in (1, 2)] == [name, "Burgi"]
    assert desk.field[3].name == "Burgi"
    (row,) = [row for row in table(desk, "people", "de").rows if row[0] == 3]
    assert row[-1] == f"bis Runde 1: {name}"
    drawn = [row[3] for row in table(desk, "draw", "de").rows if row[2] == 3]
    assert drawn[:2] == [name, "Burgi"]


def test_silence_counts_from_the_beginning_of_the_round(office: Office) -> None:
    """A table that was quiet while nobody played is not to be looked after."""
    desk = office.begun()
    for row in desk.overview().rows:
        office.live.heard(row.table, START - timedelta(hours=1))
    assert not any(row.quiet for row in desk.overview().rows)
    office.now = START + timedelta(hours=1)
    assert all(row.quiet for row in desk.overview().rows)


def test_a_draw_made_elsewhere_is_taken_whole(office: Office) -> None:
    desk = office.with_people()
    desk.draw("a")
    plans = desk.preview("b")
    desk.take_plan(plan_file(plans))
    assert desk.rounds == plans
    assert desk.tournament.seed == ""
    with pytest.raises(PlainError, match="no start number 99"):
        desk.take_plan("1;1;99;2;3;4\n1;2;5;6;7;8")
    with pytest.raises(PlainError, match="is missing from the draw"):
        desk.take_plan("1;1;1;2;3;4")
    desk.begin_round(1)
    with pytest.raises(PlainError, match="under way"):
        desk.take_plan(plan_file(plans))


@pytest.mark.parametrize("how", ["draw", "take_plan"])
def test_a_draw_that_breaks_off_leaves_the_one_before(office: Office, how: str) -> None:
    desk = office.with_people()
    desk.draw("before")
    before, other = desk.rounds, plan_file(desk.preview("Bierzelt"))
    with office.database.writing() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER breaks BEFORE INSERT ON book WHEN NEW.kind = 'round' AND NEW.key = '2' "
            "BEGIN SELECT RAISE(ABORT, 'broken off'); END"
        )
    with pytest.raises(Exception, match="broken off"):
        getattr(desk, how)("Bierzelt" if how == "draw" else other)
    assert (desk.rounds, desk.tournament.seed) == (before, "before")
    with office.database.writing() as connection:
        connection.exec_driver_sql("DROP TRIGGER breaks")
    getattr(desk, how)("Bierzelt" if how == "draw" else other)
    assert desk.rounds == desk.preview("Bierzelt") != before


def test_the_overview_says_where_somebody_should_look(office: Office) -> None:
    desk = office.begun()
    office.arrived.sent.append(deal_of(desk, 10, 30, 10, -20, -20))
    office.heard("1", "online")
    office.heard("2", "offline")
    one, two = desk.overview().rows
    assert (one.deals, one.planned, one.quiet) == (1, 20, False)
    assert two.quiet
    office.now += timedelta(minutes=11)
    assert all(row.quiet for row in desk.overview().rows)
    lines = [ListLine(number, Fraction(0), 0) for number in desk.rounds[0].tables[1].numbers]
    desk.type_in(1, "2", lines)
    assert [row.quiet for row in desk.overview().rows] == [True, False]


def test_before_the_draw_there_is_nothing_to_see(office: Office) -> None:
    assert office.desk.overview().plan is None
    assert office.desk.overview().rows == ()


def test_a_list_from_paper_holds_until_it_is_taken_back(office: Office) -> None:
    desk = office.begun()
    numbers = desk.rounds[0].tables[0].numbers
    office.arrived.sent.append(deal_of(desk, 10, 30, 10, -20, -20))
    assert desk.lists()[1, "1"].source is ListSource.RUNNING
    lines = [ListLine(n, Fraction(p), 0) for n, p in zip(numbers, (5, 5, -5, -5), strict=True)]
    desk.type_in(1, "1", lines)
    assert desk.lists()[1, "1"].source is ListSource.PAPER
    best = {row.number: row.points for row in desk.ranking()}
    assert [best[number] for number in numbers] == [5, 5, -5, -5]
    with pytest.raises(PlainError, match="add up to 1"):
        desk.type_in(1, "1", [replace(lines[0], points=Fraction(6)), *lines[1:]])
    with pytest.raises(PlainError, match="sit there"):
        desk.type_in(1, "1", lines[1:])
    with pytest.raises(PlainError, match="400 Solos won in"):
        desk.type_in(1, "1", [replace(lines[0], soli=400), *lines[1:]])
    desk.take_back_list(1, "1")
    desk.take_back_list(1, "1")
    assert desk.lists()[1, "1"].source is ListSource.RUNNING
    desk.type_in(1, "1", lines)
    assert desk.lists()[1, "1"].source is ListSource.PAPER


def test_penalties_and_their_end(office: Office) -> None:
    desk = office.begun()
    entry = desk.punish(3, Fraction(-50), "came late", 1)
    assert {row.number: row.points for row in desk.ranking()}[3] == -50
    desk.take_back_penalty(entry)
    assert {row.number: row.points for row in desk.ranking()}[3] == 0
    assert desk.penalties[entry].taken_back
    with pytest.raises(PlainError, match="no start number 77"):
        desk.punish(77, Fraction(-1), "x", 1)


def test_a_protest_is_open_until_it_is_ruled(office: Office) -> None:
    desk = office.begun()
    office.arrived.sent.append(deal_of(desk, 10, 30, 10, -20, -20))
    number = desk.rounds[0].tables[0].numbers[0]
    with pytest.raises(PlainError, match="no deal 2"):
        desk.protest(1, "1", 2, number, "revoke")
    entry = desk.protest(1, "1", 1, number, "revoke")
    assert [row.contested for row in desk.overview().rows] == [1, 0]
    desk.rule(entry, RulingKind.DISMISSED, "followed suit")
    assert [row.contested for row in desk.overview().rows] == [0, 0]
    assert desk.protests[entry].answer == "followed suit"
    desk.rule(entry, RulingKind.OPEN, "")
    assert desk.overview().rows[0].contested == 1


def listed(desk: Desk, number: int, *, before: bool = False) -> tuple[int, int]:
    """Return what a number has on the list of table 1, as it counts or as it came."""
    told = desk.lists()[1, "1"]
    lines = told.before if before else told.lines
    (line,) = [line for line in lines if line.number == number]
    return int(line.points), line.soli


def test_a_ruling_changes_the_points_of_its_deal_and_can_be_taken_back(office: Office) -> None:
    desk, _, two, entry = contested(office)
    first, second = two.seats[0].number, two.seats[1].number
    assert listed(desk, first) == (90, 1)
    other = points_of(desk, two, -90, 30, 30, 30)
    with pytest.raises(PlainError, match="Please give a reason"):
        desk.rule(entry, RulingKind.UPHELD, " ", other)
    with pytest.raises(PlainError, match="add up to 10, not 0"):
        desk.rule(entry, RulingKind.UPHELD, "x", {**other, first: Fraction(-80)})
    desk.rule(entry, RulingKind.UPHELD, "did not follow suit", other)
    told = desk.lists()[1, "1"]
    assert (told.source, told.ruled, told.differs) == (ListSource.SIGNED, (2,), False)
    # The list as it came stands beside the one that counts, and the ranking follows.
    assert (listed(desk, first), listed(desk, first, before=True)) == ((-60, 0), (90, 1))
    assert {row.number: row.points for row in desk.ranking()}[second] == 40
    assert sum(line.points for line in told.lines) == 0
    again = office.opened()
    assert again.lists() == desk.lists()
    desk.rule(entry, RulingKind.OPEN, "looked again")
    assert desk.lists()[1, "1"].ruled == ()
    assert listed(desk, first) == (90, 1)
    assert [each.ruling for _, each in desk.history(entry)] == [
        RulingKind.OPEN,
        RulingKind.UPHELD,
        RulingKind.OPEN,
    ]
    assert desk.history(entry)[1][1].points is not None


def test_a_ruling_is_on_one_version_of_a_deal(office: Office) -> None:
    desk, _, two, entry = contested(office)
    desk.rule(entry, RulingKind.UPHELD, "no", points_of(desk, two, 0, 0, 0, 0))
    assert desk.overview().rows[0].contested == 0
    later = replace(two, source=replace(two.source, cursor=40))
    office.arrived.sent.append(later)
    assert listed(desk, two.seats[0].number) == (90, 1)
    assert list(desk.to_rule()) == [entry]
    assert (desk.overview().rows[0].fallen, desk.outstanding().protests) == (1, 1)
    desk.rule(entry, RulingKind.OPEN, "")
    desk.rule(entry, RulingKind.UPHELD, "no", points_of(desk, later, 0, 0, 0, 0))
    assert desk.to_rule() == {}
    assert desk.lists()[1, "1"].ruled == (2,)
    office.arrived.sent.append(
        replace(later, source=replace(later.source, cursor=50), status="withdrawn")
    )
    desk.rule(entry, RulingKind.OPEN, "")
    with pytest.raises(PlainError, match="has taken deal 2 back"):
        desk.rule(entry, RulingKind.UPHELD, "no", points_of(desk, later, 0, 0, 0, 0))


def test_a_ruling_settles_a_deal_that_was_left_open(office: Office) -> None:
    desk = office.begun()
    deal = replace(deal_of(desk, 10, 0, 0, 0, 0), status="unsettled")
    office.arrived.sent.append(deal)
    assert desk.overview().rows[0].unsettled == 1
    entry = desk.protest(1, "1", 1, deal.seats[0].number, "revoke")
    desk.rule(entry, RulingKind.UPHELD, "yes", points_of(desk, deal, 20, 20, -60, 20))
    row = desk.overview().rows[0]
    assert (row.unsettled, row.deals) == (0, 1)
    assert listed(desk, deal.seats[2].number) == (-60, 0)


def test_two_rulings_on_one_deal_and_one_beside_a_paper_list_are_refused(office: Office) -> None:
    desk, _, two, entry = contested(office)
    none = points_of(desk, two, 0, 0, 0, 0)
    second = desk.protest(1, "1", 2, two.seats[2].number, "as well")
    # What the deal brings anyway is no other points.
    desk.rule(second, RulingKind.UPHELD, "", points_of(desk, two, 60, -20, -20, -20))
    assert desk.protests[second].points is None
    desk.rule(entry, RulingKind.UPHELD, "no", none)
    with pytest.raises(PlainError, match="in protest 1"):
        desk.rule(second, RulingKind.UPHELD, "no", none)
    desk.type_in(1, "1", [ListLine(s.number, Fraction(0), 0) for s in two.seats])
    assert listed(desk, two.seats[0].number) == (0, 0)
    assert desk.lists()[1, "1"].ruled == ()
    with pytest.raises(PlainError, match="list from paper holds"):
        desk.rule(entry, RulingKind.UPHELD, "no", none)


def test_everything_is_there_after_a_restart(office: Office) -> None:
    desk = office.begun()
    desk.punish(3, Fraction(-50), "came late", 1)
    again = office.opened()
    assert again.rounds == desk.rounds
    assert again.field == desk.field
    assert again.ranking() == desk.ranking()


def test_an_unknown_round_is_said(office: Office) -> None:
    with pytest.raises(PlainError, match="Round 7 has not been drawn"):
        office.desk.begin_round(7)
    plan = RoundPlan(1, ())
    assert not plan.runs


def typed_in(desk: Desk, *points: int) -> dict[int, Fraction]:
    """Type in a list of table 1 from paper; return its points by start number."""
    numbers = desk.rounds[0].tables[0].numbers
    told = {number: Fraction(each) for number, each in zip(numbers, points, strict=True)}
    desk.type_in(1, "1", [ListLine(number, each, 0) for number, each in told.items()])
    return told


def test_a_list_from_paper_can_be_contested_and_ruled_on(office: Office) -> None:
    desk = office.begun()
    first, second, third, fourth = desk.rounds[0].tables[0].numbers
    with pytest.raises(PlainError, match="No list from paper holds for table 1 in round 1"):
        desk.protest(1, "1", WHOLE_LIST, first, "added up wrongly")
    typed = typed_in(desk, 30, 10, -20, -20)
    entry = desk.protest(1, "1", WHOLE_LIST, first, "added up wrongly")
    assert desk.overview().rows[0].contested == 1
    other = {**typed, first: Fraction(40), second: Fraction(0)}
    with pytest.raises(PlainError, match="Please give a reason"):
        desk.rule(entry, RulingKind.UPHELD, " ", other)
    with pytest.raises(PlainError, match="add up to 10, not 0"):
        desk.rule(entry, RulingKind.UPHELD, "x", {**typed, first: Fraction(40)})
    desk.rule(entry, RulingKind.UPHELD, "line 7 was added twice", other)
    told = desk.lists()[1, "1"]
    assert (told.source, told.ruled) == (ListSource.PAPER, (WHOLE_LIST,))
    assert (listed(desk, first), listed(desk, first, before=True)) == ((40, 0), (30, 0))
    rows = {row.number: row for row in desk.ranking()}
    assert [rows[number].points for number in (first, second)] == [40, 0]
    assert [rows[number].ruled for number in (first, second, third, fourth)] == [
        *(True, True),
        *(False, False),
    ]
    assert office.opened().lists() == desk.lists()
    # Tables are told of deals alone.
    frame = Frame(desk.tournament, desk.rounds)
    histories = office.book.protest_histories("cup")
    assert told_rulings(frame, histories, {}, lambda *_: None) == {}
    again = desk.protest(1, "1", WHOLE_LIST, third, "as well")
    with pytest.raises(PlainError, match="in protest 1"):
        desk.rule(again, RulingKind.UPHELD, "no", other)
    desk.rule(entry, RulingKind.OPEN, "looked again")
    assert listed(desk, first) == (30, 0)
    assert not any(row.ruled for row in desk.ranking())
    assert desk.history(entry)[1][1].points is not None


def test_a_ruling_on_a_list_from_paper_is_on_one_version(office: Office) -> None:
    desk = office.begun()
    first = desk.rounds[0].tables[0].numbers[0]
    typed = typed_in(desk, 30, 10, -20, -20)
    entry = desk.protest(1, "1", WHOLE_LIST, first, "added up wrongly")
    desk.rule(entry, RulingKind.UPHELD, "yes", dict.fromkeys(typed, Fraction(0)))
    assert (listed(desk, first), desk.to_rule()) == ((0, 0), {})
    typed_in(desk, 50, -10, -20, -20)
    assert (listed(desk, first), list(desk.to_rule())) == ((50, 0), [entry])
    desk.rule(entry, RulingKind.OPEN, "")
    desk.take_back_list(1, "1")
    with pytest.raises(PlainError, match="No list from paper holds"):
        desk.rule(entry, RulingKind.UPHELD, "yes", typed)
    desk.rule(entry, RulingKind.DISMISSED, "the table's list holds")
    assert desk.outstanding().protests == 0


def test_the_same_list_typed_in_again_keeps_its_ruling(office: Office) -> None:
    desk = office.begun()
    first = desk.rounds[0].tables[0].numbers[0]
    typed = typed_in(desk, 30, 10, -20, -20)
    entry = desk.protest(1, "1", WHOLE_LIST, first, "added up wrongly")
    desk.rule(entry, RulingKind.UPHELD, "yes", dict.fromkeys(typed, Fraction(0)))
    typed_in(desk, 30, 10, -20, -20)
    assert (listed(desk, first), desk.to_rule(), len(desk.papers(1, "1"))) == ((0, 0), {}, 1)


def test_a_ruling_sets_the_solos_of_a_list_from_paper(office: Office) -> None:
    desk = office.begun()
    first, second, *_ = desk.rounds[0].tables[0].numbers
    typed = typed_in(desk, 30, 10, -20, -20)
    entry = desk.protest(1, "1", WHOLE_LIST, second, "one Solo is mine")
    nobody = dict.fromkeys(typed, 0)
    for wrong in ({**nobody, second: 21}, {**nobody, first: -1}):
        with pytest.raises(PlainError, match=r"21 Solos won in 20|Solos won must be from 0"):
            desk.rule(entry, RulingKind.UPHELD, "yes", typed, wrong)
    desk.rule(entry, RulingKind.UPHELD, "yes", typed, {**nobody, second: 1})
    assert (listed(desk, second), listed(desk, second, before=True)) == ((10, 1), (10, 0))
    rows = {row.number: row for row in desk.ranking()}
    assert [(rows[n].soli, rows[n].ruled) for n in (first, second)] == [(0, False), (1, True)]
    assert office.opened().lists() == desk.lists()
    # Solos as they are written are no other ones: a list that is typed in anew brings its own.
    desk.rule(
        entry, RulingKind.UPHELD, "yes", {**typed, first: Fraction(40), second: Fraction(0)}, nobody
    )
    ruled = desk.protests[entry].ruled
    assert ruled is not None
    assert ruled.soli == ()


def test_a_ruling_says_who_played_a_deal_alone(office: Office) -> None:
    desk, _, two, entry = contested(office)
    first, second = two.seats[0].number, two.seats[1].number
    as_sent = points_of(desk, two, 60, -20, -20, -20)
    nobody = dict.fromkeys(as_sent, 0)
    desk.rule(entry, RulingKind.UPHELD, "he called", as_sent, nobody)
    assert listed(desk, first) == (90, 0)
    other = points_of(desk, two, -20, 60, -20, -20)
    desk.rule(entry, RulingKind.UPHELD, "she played it", other, {**nobody, second: 1})
    assert (listed(desk, first), listed(desk, second)) == ((10, 0), (70, 1))
    assert {row.number: row.soli for row in desk.ranking()}[second] == 1
    # Who lost a solo has won none.
    desk.rule(entry, RulingKind.UPHELD, "she lost it", as_sent, {**nobody, second: 1})
    assert listed(desk, second) == (-10, 0)
