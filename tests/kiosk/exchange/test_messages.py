"""What is sent is what is read; what anybody else may send is one sentence."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import PlainError, Text
from kiosk.exchange import messages as m
from kiosk.exchange.form import amount_from_json, amount_to_json
from kiosk.exchange.topics import ALL_TOLD, Topics, told_by

HASHES = st.text("0123456789abcdef", min_size=64, max_size=64)
WORDS = st.text(max_size=40)
NUMBERS = st.integers(1, 10**6)
AMOUNTS = st.fractions(-(10**6), 10**6, max_denominator=60)
TEXTS = st.builds(Text, de=WORDS, en=WORDS)
SOURCES = st.builds(
    lambda step, **of: m.Source(**of, cursor=of["previous"] + step),
    step=NUMBERS,
    tournament=WORDS,
    table=st.sampled_from(["7", "stammtisch"]),
    round=st.integers(0, 20),
    journal=HASHES,
    previous=st.integers(0, 10**6),
    head=HASHES,
    at=st.just("2026-11-28T20:00:00+01:00"),
    trail=st.lists(
        st.builds(m.Mark, NUMBERS, st.text("0123456789abcdef", min_size=8, max_size=8)), max_size=9
    ).map(tuple),
)
RECORDS = st.none() | st.just({"v": 1, "plays": [[0, "EO"]]})
ONE_EACH = {
    "result": st.builds(
        m.ResultMessage,
        SOURCES,
        NUMBERS,
        st.sampled_from(["counted", "void", "unsettled", "withdrawn"]),
        st.lists(st.builds(m.SeatResult, NUMBERS, AMOUNTS, st.booleans()), max_size=7).map(tuple),
        TEXTS,
        st.booleans(),
        st.lists(st.builds(m.Accusation, WORDS, st.none() | NUMBERS, WORDS), max_size=4).map(tuple),
        RECORDS,
    ),
    "list": st.builds(
        m.ListMessage,
        SOURCES,
        NUMBERS,
        st.lists(st.builds(m.ListLine, NUMBERS, AMOUNTS, NUMBERS), max_size=7).map(tuple),
        WORDS,
        st.booleans(),
    ),
    "receipt": st.builds(m.Receipt, WORDS, HASHES, NUMBERS, st.just("") | HASHES),
    "seating": st.builds(
        m.Seating,
        st.just("rennen-2026"),
        WORDS,
        NUMBERS,
        st.lists(st.builds(m.Guest, NUMBERS, WORDS), max_size=7).map(tuple),
        st.just("schafkopf"),
        st.just({"scoring": "plus_minus"}),
        NUMBERS,
        WORDS,
    ),
    "state": st.builds(
        m.StateMessage,
        st.sampled_from(["idle", "deal", "result", "over"]),
        NUMBERS,
        TEXTS,
        st.lists(WORDS, max_size=7).map(tuple),
        st.none() | st.integers(0, 6),
        st.none() | st.integers(0, 6),
        st.lists(AMOUNTS, max_size=7).map(tuple),
        st.booleans(),
        NUMBERS,
        WORDS,
    ),
    "event": st.builds(
        m.EventMessage, st.just("revoke"), NUMBERS, st.none() | st.integers(0, 6), WORDS
    ),
}
KINDS = sorted(ONE_EACH)


def write(kind: str, message: object) -> bytes:
    return bytes(getattr(m, f"{kind}_to_json")(message))


def read(kind: str, payload: bytes) -> object:
    return getattr(m, f"{kind}_from_json")(payload)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_what_is_read_is_what_was_written(kind: str, data: st.DataObject) -> None:
    message = data.draw(ONE_EACH[kind])
    assert read(kind, write(kind, message)) == message


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_a_field_that_is_wrong_is_said_in_one_sentence(kind: str, data: st.DataObject) -> None:
    whole = json.loads(write(kind, data.draw(ONE_EACH[kind])))
    field = data.draw(st.sampled_from(sorted(whole)))
    whole[field] = data.draw(st.sampled_from([-1, 1e9, "x" * 500, [[]], {"a": []}, True, 2**60]))
    said = ""
    try:
        read(kind, json.dumps(whole).encode())
    except PlainError as error:
        said = error.text.de
    assert len(said) < 400


@pytest.mark.parametrize("kind", KINDS)
@given(
    payload=st.binary(max_size=60) | st.just(b"[" * 9999) | st.just(b'{"v":' + b"1" * 5000 + b"}")
)
def test_rubbish_is_refused(kind: str, payload: bytes) -> None:
    with pytest.raises(PlainError):
        read(kind, payload)


def test_a_newer_message_says_that_this_program_is_old() -> None:
    payload = json.dumps({"v": 2}).encode()
    with pytest.raises(PlainError, match="update this program"):
        m.receipt_from_json(payload)


def test_an_unknown_field_is_passed_over() -> None:
    receipt = m.Receipt("t", "a" * 64, 3)
    later = json.loads(m.receipt_to_json(receipt)) | {"weather": "fine"}
    assert m.receipt_from_json(json.dumps(later).encode()) == receipt


def test_a_message_cannot_follow_itself() -> None:
    source = {
        "v": 1, "tournament": "t", "table": "7", "round": 1, "journal": "a" * 64,
        "cursor": 5, "previous": 5, "head": "b" * 64, "at": "", "deals": 1, "lines": [], "seal": "",
    }  # fmt: skip
    with pytest.raises(PlainError, match="previous"):
        m.list_from_json(json.dumps(source).encode())


def test_amounts_stay_exact() -> None:
    assert amount_to_json(Fraction(20, 3)) == "20/3"
    assert amount_from_json("20/3", "delta") == Fraction(20, 3)


@pytest.mark.parametrize("name", ["", "7/8", "+", "#", "Tisch", "-a", "a" * 33, "ä"])
def test_a_table_with_another_name_is_refused(name: str) -> None:
    with pytest.raises(PlainError):
        Topics(name)


def test_topics_name_their_table() -> None:
    topics = Topics("7")
    told = (topics.available, topics.state, topics.event, topics.result, topics.list)
    assert [told_by(each) for each in told] == [
        ("7", what) for what in ("available", "state", "event", "result", "list")
    ]
    assert told_by(topics.receipt) is None
    assert told_by(topics.command("camera")) is None
    assert len(ALL_TOLD) == len(told)
