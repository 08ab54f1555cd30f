"""The outbox follows from the journal alone, and nothing is lost or doubled whatever gets lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Suit, card
from engine.deal.record import Contract
from engine.dealfile import reader
from engine.evening.state import TableState
from engine.events import (
    Announced,
    CardCorrected,
    DealClosed,
    DealEntered,
    DealStarted,
    EveningEnded,
    EveningStarted,
    Event,
    Note,
    Ruling,
    ScoreAdjusted,
    SeatsChanged,
    SubstituteSat,
    TournamentPlace,
    Undone,
)
from engine.referee.evaluation import evaluate
from kiosk.exchange.messages import (
    CURSORS,
    ListMessage,
    Mark,
    ResultMessage,
    list_from_json,
    list_to_json,
    result_from_json,
    result_to_json,
)
from kiosk.integrations.outbox import Outgoing, Round, deal_sum, outbox
from tests.engine.spine import (
    EVENING,
    EVENTS,
    FIRST_PLAY,
    REVOKE,
    enveloped,
    finished_deal,
    opened,
    played,
)

PLACE = TournamentPlace("rennen", "7", 1, (17, 4, 33, 8))
BEGUN = replace(EVENING, tournament=PLACE)
JOURNAL = "ab" * 32
SOLO = Contract("solo", 1, Suit.EICHEL)


def head_at(seq: int) -> str:
    return sha256(str(seq).encode()).hexdigest()


def rounds(events: Sequence[Event]) -> list[Round]:
    """Feed every evening to a round of its own."""
    made: list[Round] = []
    for envelope in enveloped(events):
        if isinstance(envelope.event, EveningStarted):
            made.append(Round())
        made[-1].feed([envelope])
    return made


def sent(*events: Event) -> tuple[Outgoing, ...]:
    return outbox(rounds([BEGUN, *events]), "7", JOURNAL, head_at)


def results(*events: Event) -> list[ResultMessage]:
    return [each for each in sent(*events) if isinstance(each, ResultMessage)]


def seq_of(message: Outgoing) -> int:
    assert message.source.head == head_at(message.source.seq)
    return message.source.seq


def deltas(message: ResultMessage) -> dict[int, int]:
    return {each.number: int(each.delta) for each in message.seats}


def test_a_deal_that_is_over_is_told_with_its_place_and_start_numbers() -> None:
    [message] = results(*finished_deal())
    source = message.source
    assert (source.tournament, source.table, source.round) == ("rennen", "7", 1)
    assert (source.journal, source.previous) == (JOURNAL, 0)
    assert seq_of(message) == 1 + len(finished_deal())
    assert (message.deal, message.status) == (1, "counted")
    assert [each.number for each in message.seats] == [17, 4, 33, 8]
    assert sum(each.delta for each in message.seats) == 0
    assert message.contract.de == "Rufspiel auf die Gras-Sau"
    assert message.record is not None
    assert result_from_json(result_to_json(message)) == message


def test_thirty_deals_make_no_message_long() -> None:
    """The figures of docs/MQTT.md, which name the bound that a broker may have."""
    evening = [event for n in range(30) for event in finished_deal(f"d{n}")]
    told = sent(*evening, EveningEnded())
    long = [
        len(result_to_json(each) if isinstance(each, ResultMessage) else list_to_json(each))
        for each in told
    ]
    assert (min(long), max(long)) == (long[-1], long[-2])
    assert 900 < long[-1] < long[0] < long[-2] < 1600


def test_a_deal_that_runs_is_nobodys_business() -> None:
    assert sent(*finished_deal()[:-1]) == ()


def test_an_evening_at_home_counts_its_seats() -> None:
    [message] = outbox(rounds([EVENING, *finished_deal()]), "7", JOURNAL, head_at)
    assert isinstance(message, ResultMessage)
    assert (message.source.tournament, message.source.round) == ("", 0)
    assert [each.number for each in message.seats] == [1, 2, 3, 4]


def test_a_corrected_card_is_the_next_revision_even_after_the_round() -> None:
    events = [*finished_deal(), *finished_deal("d2"), EveningEnded()]
    first, second, over = sent(*events)
    corrected = [*events, CardCorrected(FIRST_PLAY, card("E8"))]
    again, summed, last = sorted(sent(*corrected), key=lambda each: each.source.cursor)
    assert isinstance(again, ResultMessage)
    assert again == replace(second, source=replace(second.source, previous=0))
    assert isinstance(summed, ResultMessage)
    assert summed.deal == 1
    assert summed.corrected
    assert isinstance(first, ResultMessage)
    assert summed.revision > first.revision
    assert seq_of(summed) == 1 + len(corrected)
    assert isinstance(over, ListMessage)
    assert isinstance(last, ListMessage)
    assert (last.source.previous, seq_of(last)) == (summed.source.cursor, seq_of(summed))


def test_a_deal_that_is_taken_back_is_withdrawn_and_may_come_anew() -> None:
    closed = finished_deal()
    close = 1 + len(closed)
    [gone] = results(*closed, Undone(close))
    assert (gone.deal, gone.status, gone.seats, gone.record) == (1, "withdrawn", (), None)
    [anew] = results(*closed, Undone(close), DealClosed())
    assert (anew.deal, anew.status) == (1, "counted")
    assert anew.revision > gone.revision


def test_another_deal_in_place_of_one_taken_back_has_its_number() -> None:
    entered: list[Event] = [DealStarted("d1", 3), DealEntered({"won": True}, SOLO)]
    # The entered deal has no cards, so its dealing can be taken back as well.
    again: list[Event] = [Undone(3), Undone(2), *finished_deal("d2")]
    [first] = results(*entered)
    [second] = results(*entered, *again)
    assert (first.deal, second.deal) == (1, 1)
    assert second.record is not None
    assert second.record["id"] == "d2"
    assert second.revision > first.revision


def test_an_entered_deal_says_solo_and_no_reason() -> None:
    [solo] = results(DealStarted("d1", 3), DealEntered({"won": True}, SOLO))
    assert [each.number for each in solo.seats if each.solo] == [4]
    told = {"amounts": [5, -5, 0, 0], "reason": "Toni schuldet Resi noch was"}
    [outright] = results(DealStarted("d1", 3), DealEntered(told))
    assert deltas(outright) == {17: 5, 4: -5, 33: 0, 8: 0}
    assert b"schuldet" not in result_to_json(outright)
    assert outright.record is not None
    deal = reader.parse(outright.record)
    assert evaluate(deal).result is not None


def test_a_result_that_is_corrected_by_hand_is_marked() -> None:
    told = {"amounts": [5, -5, 0, 0], "reason": "Zettel"}
    [message] = results(*finished_deal(), DealEntered(told, deal="d1"))
    assert message.corrected
    assert deltas(message) == {17: 5, 4: -5, 33: 0, 8: 0}


def test_void_and_unsettled_deals_bring_nothing() -> None:
    [void] = results(*opened(), DealClosed({"kind": "void", "why": "misdeal"}))
    assert (void.status, {*deltas(void).values()}) == ("void", {0})
    [thrown] = results(DealStarted("d1", 3), DealClosed({"kind": "thrown_in", "why": "all_pass"}))
    assert thrown.status in ("void", "counted")
    [open_] = results(*opened(), *played(["EO"]), DealClosed())
    assert (open_.status, {*deltas(open_).values()}) == ("unsettled", {0})


def test_a_substitute_plays_for_the_number() -> None:
    for scores in ("owner", "substitute"):
        sat = SubstituteSat(1, "Lies", scores)
        [message] = results(sat, *finished_deal())
        assert [each.number for each in message.seats] == [17, 4, 33, 8]
        assert b"Lies" not in result_to_json(message)


def test_a_verdict_nobody_was_told_of_accuses_nobody() -> None:
    played_wrong = finished_deal(laid=REVOKE)
    [silent] = results(*played_wrong)
    assert silent.verdicts == ()
    told, _ = results(*played_wrong, DealStarted("d2", 0, shown=("revoke:1:17",)), DealClosed())
    assert [(each.kind, each.number, each.status) for each in told.verdicts] == [
        ("revoke", 4, "proven")
    ]
    [ruled] = results(*played_wrong, Ruling("d1", "revoke:1:17", "waived"))
    assert [each.status for each in ruled.verdicts] == ["waived"]


def test_a_list_is_told_when_the_evening_is_over_and_again_when_it_changes() -> None:
    deal: list[Event] = [DealStarted("d1", 3), DealEntered({"won": True}, SOLO)]
    penalty = ScoreAdjusted((-2, 0, 2, 0), "zu spät")
    *_, message = sent(*deal, penalty, EveningEnded())
    assert isinstance(message, ListMessage)
    assert message.deals == 1
    won = {each.number: each for each in message.lines}
    [result] = results(*deal)
    expected = deltas(result)
    expected[17] -= 2
    expected[33] += 2
    assert {number: int(each.points) for number, each in won.items()} == expected
    assert [number for number, each in won.items() if each.soli] == [4]
    assert list_from_json(list_to_json(message)) == message
    # Taken back, the evening goes on: its list is withdrawn at once, until it is over again.
    end = 1 + len(deal) + 2
    *_, gone = sent(*deal, penalty, EveningEnded(), Undone(end))
    assert isinstance(gone, ListMessage)
    assert (gone.withdrawn, gone.lines, gone.seal) == (True, (), "")
    assert gone.source.cursor > message.source.cursor
    assert list_from_json(list_to_json(gone)) == gone
    *_, again = sent(*deal, penalty, EveningEnded(), Undone(end), EveningEnded())
    assert isinstance(again, ListMessage)
    assert (again.withdrawn, again.lines) == (False, message.lines)


def test_the_seal_is_that_of_the_lists_head() -> None:
    [_, message] = outbox(
        rounds([BEGUN, *finished_deal(), EveningEnded()]),
        "7",
        JOURNAL,
        head_at,
        lambda head: f"seal {head[:4]}",
    )
    assert isinstance(message, ListMessage)
    assert message.seal == f"seal {message.source.head[:4]}"


def test_the_trail_names_what_was_told_before() -> None:
    second = replace(BEGUN, tournament=replace(PLACE, round=2, numbers=(17, 1, 2, 3)))
    first, ended, later = sent(*finished_deal(), EveningEnded(), second, *finished_deal("e"))

    def marks(*seqs: int) -> tuple[Mark, ...]:
        return tuple(Mark(seq, head_at(seq)[:8]) for seq in seqs)

    begin = ended.source.seq + 1
    assert first.source.trail == marks(1)
    assert ended.source.trail == marks(1, first.source.seq)
    # A later round's begins with the last of the one before.
    assert later.source.trail == marks(ended.source.seq, begin)
    # What a correction made of a deal follows from what was told before it, also where that is
    # nowhere else any more.
    *_, corrected = sent(*finished_deal(), CardCorrected(FIRST_PLAY, card("S7")))
    assert corrected.source.trail == marks(1, first.source.seq)


def test_rounds_follow_each_other() -> None:
    second = replace(BEGUN, tournament=replace(PLACE, round=2, numbers=(17, 1, 2, 3)))
    messages = sent(*finished_deal(), EveningEnded(), second, *finished_deal("e"))
    assert [each.source.round for each in messages] == [1, 1, 2]
    assert [each.source.previous for each in messages[1:]] == [
        each.source.cursor for each in messages[:-1]
    ]


def test_remarks_and_what_only_a_file_knew_stay_at_the_table() -> None:
    [message] = results(*finished_deal(), Note("Resi hat gemogelt", "d1"))
    assert b"gemogelt" not in result_to_json(message)


def test_a_card_of_the_next_deal_changes_nothing() -> None:
    before = sent(*finished_deal())
    assert sent(*finished_deal(), *opened("d2"), *played(["EO", "EU"])) == before


@dataclass
class Collector:
    """What an organiser's collector does with a message (docs/TOURNAMENT.md)."""

    receipt: int = 0
    kept: dict[tuple[int, int], Outgoing] = field(default_factory=dict)

    def take(self, message: Outgoing) -> None:
        deal = message.deal if isinstance(message, ResultMessage) else 0
        key = message.source.round, deal
        known = self.kept.get(key)
        if known is None or known.source.cursor < message.source.cursor:
            self.kept[key] = message
        if message.source.previous <= self.receipt:
            self.receipt = max(self.receipt, message.source.cursor)


def changing(state: TableState) -> Iterable[Event]:
    """Return what changes deals that are over, whatever their numbers."""
    for deal in state.finished[-3:]:
        if deal.laid:
            yield CardCorrected(deal.laid[0].seq, card("S7"))
        yield DealEntered({"amounts": [3, -3, 0, 0], "reason": "so"}, deal=deal.id)
        if deal.log:
            yield Undone(deal.log[-1].seq)
    yield SeatsChanged(("Toni", "Resi", "Vroni", "Sepp"))
    yield ScoreAdjusted((1, -1, 0, 0), "by hand")
    if state.deal is None:
        yield DealStarted(f"x{state.last_seq}", 3)
        yield EveningEnded()
    else:
        yield DealEntered({"won": True}, SOLO)
        yield Announced(SOLO)
        yield DealClosed({"kind": "void", "why": "misdeal"})


@settings(max_examples=60)
@given(data=st.data())
def test_whatever_gets_lost_the_organiser_has_in_the_end_what_the_journal_says(
    data: st.DataObject,
) -> None:
    round_, collector = Round(), Collector()
    events: list[Event] = [BEGUN, *finished_deal(), *finished_deal("d2")]
    round_.feed(enveloped(events))
    known = 0
    """The receipt as the table knows it: it may be an old one."""
    for _ in range(data.draw(st.integers(1, 10))):
        choices = [*changing(round_.state), data.draw(EVENTS)]
        event = data.draw(st.sampled_from(choices))
        if isinstance(event, EveningStarted):
            continue
        events.append(event)
        round_.feed(enveloped([event], len(events)))
        messages = outbox([round_], "7", JOURNAL, head_at)
        assert all(a.source.cursor < b.source.cursor for a, b in pairwise(messages))
        assert all(b.source.previous == a.source.cursor for a, b in pairwise(messages))
        for message in messages:
            # Any of them may be lost or come late, and a receipt too.
            if message.source.cursor > known and data.draw(st.booleans()):
                collector.take(message)
        if data.draw(st.booleans()):
            known = collector.receipt
    for message in outbox([round_], "7", JOURNAL, head_at):
        if message.source.cursor > collector.receipt:
            collector.take(message)
    final = {deal.number: deal_sum(round_.state, deal) for deal in round_.state.finished}
    kept = {deal: message for (_, deal), message in collector.kept.items() if deal}
    assert {n for n, each in kept.items() if each.status != "withdrawn"} == {*final}  # type: ignore[union-attr]
    for number, what in final.items():
        message = kept[number]
        assert isinstance(message, ResultMessage)
        assert (message.status, message.seats) == (what.status, what.seats)
        assert message.record == what.record


@settings(max_examples=60)
@given(st.lists(EVENTS, max_size=40))
def test_every_evening_even_one_that_no_table_would_play_can_be_told(events: list[Event]) -> None:
    own = [event for event in events if not isinstance(event, EveningStarted)]
    told = [BEGUN, *finished_deal(), *own]
    one_by_one, at_once = rounds(told), Round()
    at_once.feed(enveloped(told))
    messages = outbox(one_by_one, "7", JOURNAL, head_at)
    assert outbox([at_once], "7", JOURNAL, head_at) == messages
    for message in messages:
        if isinstance(message, ResultMessage):
            body = result_to_json(message)
            assert result_from_json(body) == message
        else:
            body = list_to_json(message)
            assert list_from_json(body) == message
        assert message.source.cursor // CURSORS <= len(told)
        for name in (*EVENING.seats, "Alois", "Lies", "Zettel"):
            assert name.encode() not in body
