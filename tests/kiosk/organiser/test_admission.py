"""What fits the tournament is taken, and everything else is refused for one reason."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.exchange.messages import ResultMessage, SeatResult
from kiosk.organiser.admission import Arrived, Frame, Reason, RefusedError, admitted, refusal
from tests.kiosk.organiser.made import AT, CUP, FRAME, PLANS, moved, result, sent, signed


def refused(arrived: Arrived, frame: Frame = FRAME) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        admitted(arrived, frame)
    return caught.value


def raw(**changes: object) -> Arrived:
    """A good result, with some fields as a stranger writes them."""
    good = json.loads(sent(result(10)).payload)
    return Arrived("mehrkopf/1/result", json.dumps(good | changes).encode(), AT)


def test_what_fits_is_taken_as_it_came() -> None:
    for message in (result(10), result(10, round_=2), signed(20), result(9, table="2")):
        one = admitted(sent(message), FRAME)
        assert one.message == message
        assert one.payload.encode() == sent(message).payload
    assert admitted(raw(later=1), FRAME).message == result(10)


def test_whom_a_deal_left_out_needs_no_line() -> None:
    five = replace(PLANS[0].tables[0], numbers=(1, 2, 3, 4, 9))
    frame = Frame(CUP, (replace(PLANS[0], tables=(five,)),))
    assert admitted(sent(result(10)), frame).message == result(10)


def test_points_need_not_add_up_where_the_list_does_not_ask_for_it() -> None:
    lopsided = result(10, deltas=(3, 0, 0, 0))
    assert refused(sent(lopsided)).reason is Reason.POINTS
    frame = replace(FRAME, tournament=replace(CUP, mode="plus"))
    assert admitted(sent(lopsided), frame).message == lopsided
    withdrawn = replace(lopsided, status="withdrawn", seats=())
    assert admitted(sent(withdrawn), FRAME).message == withdrawn


def _seats(*pairs: tuple[int, int]) -> ResultMessage:
    return replace(
        result(10), seats=tuple(SeatResult(number, Fraction(delta)) for number, delta in pairs)
    )


@pytest.mark.parametrize(
    ("arrived", "reason", "words"),
    [
        (sent(result(10, table="2"), "1"), Reason.NOT_ITS_OWN, "Table 1 has spoken for table 2"),
        (sent(moved(result(10), tournament="x")), Reason.TOURNAMENT, 'in tournament "x"'),
        (sent(moved(result(10), tournament="")), Reason.HOME, ""),
        (sent(moved(result(10), round=3)), Reason.ROUND, "round 3, which has not been drawn"),
        (sent(moved(result(10), table="9")), Reason.ROUND, "Nobody sits at table 9"),
        (sent(moved(result(10), round=2)), Reason.PEOPLE, "1, 6, 3, 8 sit there"),
        (sent(_seats((1, 0), (2, 0))), Reason.PEOPLE, "names the numbers 1, 2"),
        (sent(_seats((1, 0), (1, 0), (2, 0))), Reason.PEOPLE, "numbers 1, 1, 2"),
        (sent(_seats((1, 5), (2, -4), (3, -2), (4, 0))), Reason.POINTS, "\u22121 instead of 0"),
        (sent(_seats((1, 10**9), (2, -(10**9)), (3, 0))), Reason.POINTS, "cannot be"),
        (sent(result(10, 1001)), Reason.POINTS, "cannot be"),
        (sent(signed(20, deals=1001)), Reason.POINTS, "cannot be"),
        (
            sent(replace(signed(20), lines=signed(20).lines[:3])),
            Reason.PEOPLE,
            "names the numbers 1, 2, 3",
        ),
        (
            sent(
                replace(
                    signed(20), lines=(replace(signed(20).lines[0], soli=9), *signed(20).lines[1:])
                )
            ),
            Reason.POINTS,
            "cannot be",
        ),
        (raw(v=2), Reason.UNREADABLE, "please update this program"),
        (raw(at="\ud800"), Reason.UNREADABLE, "characters that do not exist"),
        (raw(seats=[{"number": 1, "delta": 1e999}]), Reason.UNREADABLE, "no message"),
        (Arrived("mehrkopf/1/result", b"", AT), Reason.UNREADABLE, "no JSON"),
        (Arrived("mehrkopf/1/result", b"[" * 100_000, AT), Reason.UNREADABLE, "no JSON"),
        (Arrived("mehrkopf/1/result", b"x" * 300_000, AT), Reason.UNREADABLE, "longer than"),
        (Arrived("mehrkopf/Ü/result", b"", AT), Reason.UNREADABLE, "that is read here"),
        (Arrived("mehrkopf/1/state", b"", AT), Reason.UNREADABLE, "that is read here"),
    ],
)
def test_what_does_not_fit_is_refused(arrived: Arrived, reason: Reason, words: str) -> None:
    error = refused(arrived)
    assert error.reason is reason
    assert words in error.text.en


def test_a_topic_that_no_table_has_cannot_fill_the_list_of_refusals() -> None:
    for topic in ("mehrkopf/77/result", "mehrkopf/\N{SNOWMAN}/list", "x" * 500):
        arrived = Arrived(topic, b"\x00\xff rubbish" * 100, AT)
        noted = refusal(arrived, refused(arrived), FRAME)
        assert noted.topic == "mehrkopf/?"
        assert len(noted.sample) <= 200
        assert noted.sample.isprintable()


@given(st.binary(max_size=200))
def test_no_bytes_break_it(payload: bytes) -> None:
    for what in ("result", "list"):
        refused(Arrived(f"mehrkopf/1/{what}", payload, AT))


_FIELDS = sorted(json.loads(sent(result(10)).payload))


@given(
    st.sampled_from(_FIELDS),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
        ),
        max_leaves=10,
    ),
)
def test_no_value_in_any_field_breaks_it(field: str, value: object) -> None:
    arrived = raw(**{field: value})
    try:
        found = admitted(arrived, FRAME)
    except RefusedError as error:
        noted = refusal(arrived, error, FRAME)
        for words in (noted.words.de, noted.words.en, noted.sample):
            assert words.isprintable()
    else:
        assert found.source.table == "1"
