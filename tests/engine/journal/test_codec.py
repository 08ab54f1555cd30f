from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FRENCH_52, GERMAN_48, Family, Suit, card
from engine.deal.record import Contract
from engine.events import (
    Announced,
    BidMade,
    BreakBegun,
    BreakEnded,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardMoved,
    CardPlayed,
    CardRemoved,
    CardRevealed,
    DealClosed,
    DealEntered,
    DealingTold,
    DealStarted,
    DeckChanged,
    Doubled,
    EveningEnded,
    EveningStarted,
    Event,
    GameChanged,
    HandsGiven,
    LayoutGiven,
    LeadSeen,
    Note,
    QuestionLeft,
    RestClaimed,
    Ruling,
    ScoreAdjusted,
    SeatsChanged,
    SittingOut,
    StockCounted,
    SubstituteSat,
    TournamentPlace,
    TrickTaken,
    Undone,
)
from engine.journal.codec import (
    EVENT_TYPES,
    UPCASTERS,
    EventType,
    Form,
    Upcaster,
    from_json,
    to_json,
)
from engine.scores import Scores
from engine.text import PlainError

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
WHOLES = st.integers(-(2**53), 2**53)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
MAYBE_WHOLE = st.one_of(st.none(), WHOLES)
MAYBE_NUMBER = st.one_of(st.none(), NUMBERS)
CARDS = st.one_of(st.none(), st.sampled_from(GERMAN_48 + FRENCH_52))
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), WHOLES, NUMBERS, WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(WORDS, inner, max_size=2)),
    max_leaves=4,
)
OBJECTS = st.dictionaries(WORDS, JSON, max_size=3)
MAYBE_OBJECT = st.one_of(st.none(), OBJECTS)
BY: Any = st.sampled_from(["person", "decoder"])
NAMES = st.lists(WORDS, max_size=4).map(tuple)
LISTED = st.lists(WHOLES, max_size=4).map(tuple)
SCORES = st.one_of(st.none(), LISTED.map(Scores))
CONTRACTS = st.builds(
    Contract,
    WORDS,
    MAYBE_WHOLE,
    st.one_of(st.none(), st.sampled_from(Suit)),
    st.booleans(),
    OBJECTS,
)
HAND = st.lists(CARDS, max_size=3).map(tuple)
PILES = st.lists(
    st.lists(st.lists(CARDS, max_size=3).map(tuple), max_size=3).map(tuple), max_size=2
).map(tuple)
SOURCES: Any = st.sampled_from(["camera", "touch", "import"])
RULINGS: Any = st.sampled_from(["upheld", "dismissed", "waived"])
PLACES = st.one_of(st.none(), st.tuples(NUMBERS, NUMBERS, NUMBERS))

BEGUN: dict[str, object] = {
    **{"type": "evening_started", "v": 2, "evening": "e", "game": "schafkopf", "rules": {}},
    **{"seats": ["A", "B", "C", "D"], "deck": "isar", "models": {}},
}

EACH: dict[type[Any], st.SearchStrategy[Event]] = {
    EveningStarted: st.builds(
        *(EveningStarted, WORDS, WORDS, OBJECTS, NAMES, WORDS, st.dictionaries(WORDS, WORDS)),
        st.one_of(
            st.none(),
            st.builds(
                *(TournamentPlace, WORDS, WORDS, st.integers(1), LISTED),
                *(st.integers(0), WORDS),
            ),
        ),
    ),
    SeatsChanged: st.builds(SeatsChanged, NAMES),
    SittingOut: st.builds(SittingOut, WHOLES, st.booleans()),
    SubstituteSat: st.builds(
        SubstituteSat,
        WHOLES,
        st.one_of(st.none(), WORDS),
        st.sampled_from(["owner", "substitute"]),
    ),
    GameChanged: st.builds(GameChanged, WORDS, OBJECTS),
    DeckChanged: st.builds(DeckChanged, WORDS),
    BreakBegun: st.just(BreakBegun()),
    BreakEnded: st.just(BreakEnded()),
    DealStarted: st.builds(
        DealStarted, WORDS, WHOLES, LISTED, MAYBE_OBJECT, st.one_of(st.none(), WORDS), NAMES
    ),
    StockCounted: st.builds(StockCounted, WHOLES),
    BidMade: st.builds(BidMade, WHOLES, WORDS, st.one_of(st.none(), CONTRACTS)),
    LayoutGiven: st.builds(LayoutGiven, PILES),
    HandsGiven: st.builds(
        HandsGiven,
        st.one_of(st.none(), st.lists(HAND, max_size=4).map(tuple)),
        st.one_of(st.none(), HAND),
    ),
    Announced: st.builds(Announced, st.one_of(st.none(), CONTRACTS)),
    Doubled: st.builds(Doubled, WORDS, MAYBE_WHOLE, MAYBE_WHOLE),
    CardPlayed: st.builds(
        CardPlayed,
        CARDS,
        MAYBE_WHOLE,
        SOURCES,
        SCORES,
        MAYBE_WHOLE,
        MAYBE_NUMBER,
        MAYBE_NUMBER,
        PLACES,
    ),
    CardRevealed: st.builds(
        CardRevealed, WHOLES, WHOLES, CARDS, SOURCES, SCORES, MAYBE_NUMBER, MAYBE_NUMBER
    ),
    CardCorrected: st.builds(CardCorrected, WHOLES, CARDS, BY, SCORES),
    CardConfirmed: st.builds(CardConfirmed, WHOLES),
    QuestionLeft: st.builds(QuestionLeft, WHOLES),
    CardInserted: st.builds(CardInserted, CARDS, MAYBE_WHOLE, MAYBE_WHOLE, BY),
    CardRemoved: st.builds(CardRemoved, WHOLES, BY),
    CardMoved: st.builds(CardMoved, WHOLES, st.none() | WHOLES),
    LeadSeen: st.builds(LeadSeen, WHOLES, st.none() | WHOLES),
    TrickTaken: st.builds(TrickTaken, MAYBE_WHOLE, MAYBE_NUMBER),
    DealEntered: st.builds(
        DealEntered,
        OBJECTS,
        st.one_of(st.none(), CONTRACTS),
        st.one_of(st.none(), NAMES),
        st.one_of(st.none(), WORDS),
    ),
    RestClaimed: st.builds(RestClaimed, WHOLES),
    DealClosed: st.builds(DealClosed, MAYBE_OBJECT),
    Ruling: st.builds(Ruling, WORDS, WORDS, RULINGS),
    Undone: st.builds(Undone, WHOLES),
    ScoreAdjusted: st.builds(ScoreAdjusted, LISTED, WORDS),
    Note: st.builds(Note, WORDS, st.one_of(st.none(), WORDS)),
    DealingTold: st.builds(DealingTold, WORDS, WORDS),
    EveningEnded: st.builds(EveningEnded, NAMES),
}


def through_json(event: Event) -> Event:
    return from_json(json.loads(json.dumps(to_json(event), allow_nan=False)))


def test_every_event_has_its_form_and_its_test() -> None:
    events = set(get_args(Event))
    assert {known.made for known in EVENT_TYPES} == events == set(EACH)
    for known in EVENT_TYPES:
        assert is_dataclass(known.made)
        assert set(known.forms) == {field.name for field in fields(known.made)}
    assert len({known.name for known in EVENT_TYPES}) == len(EVENT_TYPES)


WENZ = Contract("wenz", 2)


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (StockCounted(40), {"type": "stock_counted", "v": 1, "amount": 40}),
        (BidMade(1, "pass"), {"type": "bid_made", "v": 1, "seat": 1, "say": "pass"}),
        (
            BidMade(2, "contract", WENZ),
            {
                "type": "bid_made",
                "v": 1,
                "seat": 2,
                "say": "contract",
                "contract": {"kind": "wenz", "seat": 2},
            },
        ),
        (
            LayoutGiven((((None, card("EO")),), ((card("S7"),),))),
            {"type": "layout_given", "v": 1, "piles": [[[None, "EO"]], [["S7"]]]},
        ),
        (
            HandsGiven(((card("EO"), None), ()), (card("S7", Family.FRENCH),)),
            {"type": "hands_given", "v": 1, "hands": [["EO", None], []], "blind": ["~S7"]},
        ),
        (
            CardRevealed(0, 3, card("SA", Family.FRENCH), t=1.5),
            {"type": "card_revealed", "v": 1, "seat": 0, "pile": 3, "card": "~SA", "t": 1.5},
        ),
        (
            DealStarted("d1", 3, dealt="8"),
            {"type": "deal_started", "v": 1, "id": "d1", "dealer": 3, "dealt": "8"},
        ),
    ],
)
def test_events_stand_in_the_journal_like_this_for_ever(event: Event, written: Any) -> None:
    assert to_json(event) == written
    assert from_json(written) == event


@pytest.mark.parametrize("kind", list(EACH), ids=lambda kind: str(kind.__name__))
def test_an_event_comes_back_as_it_went(kind: type[Any]) -> None:
    @given(EACH[kind])
    def there_and_back(event: Event) -> None:
        back = through_json(event)
        assert back == event
        assert type(back) is kind

    there_and_back()


def test_cards_of_both_families_keep_apart() -> None:
    for family in Family:
        event = CardPlayed(card("HA", family))
        back = through_json(event)
        assert isinstance(back, CardPlayed)
        assert back.card is card("HA", family)


def test_what_is_as_usual_is_left_out() -> None:
    assert to_json(CardPlayed(card("EO"))) == {"type": "card_played", "v": 1, "card": "EO"}
    assert to_json(CardPlayed(None)) == {"type": "card_played", "v": 1, "card": None}


@pytest.mark.parametrize(
    "found",
    [{"type": "card_sniffed", "v": 1}, {"type": "card_played", "v": 2, "card": "EO"}],
)
def test_a_newer_programs_event_is_refused_in_plain_words(found: dict[str, object]) -> None:
    with pytest.raises(PlainError, match="newer version of mehrkopf") as caught:
        from_json(found)
    assert "neueren Mehrkopf" in caught.value.text.de


@pytest.mark.parametrize(
    "found",
    [
        {},
        {"type": "note", "v": "1", "text": "x"},
        {"type": "note", "v": True, "text": "x"},
        {"type": "note", "v": 0, "text": "x"},
        {"type": "note", "v": 1},
        {"type": "note", "v": 1, "text": 3},
        {"type": "card_played", "v": 1, "card": "XX"},
        {"type": "card_played", "v": 1, "card": 7},
        {"type": "card_played", "v": 1, "card": "EO", "place": [1, 2]},
        {"type": "card_played", "v": 1, "card": "EO", "t": "soon"},
        {"type": "card_played", "v": 1, "card": "EO", "source": "smell"},
        {"type": "undone", "v": 1, "of": True},
        {"type": "announced", "v": 1, "contract": {"kind": "solo", "suit": "Q"}},
        {"type": "announced", "v": 1, "contract": {"kind": "solo", "tout": 1}},
        {"type": "announced", "v": 1, "contract": {"kind": ["solo"]}},
        {"type": "announced", "v": 1, "contract": {"kind": "solo", "suit": ["E"]}},
        {**BEGUN, "tournament": "rennen"},
        {**BEGUN, "tournament": {"id": "r", "table": "7", "round": 1}},
        {**BEGUN, "tournament": {"id": "r", "table": "7", "round": "1", "numbers": []}},
        {**BEGUN, "tournament": {"id": "r", "table": "7", "round": 1, "numbers": ["17"]}},
        {"type": "deal_closed", "v": 1, "end": [1]},
        {"type": "seats_changed", "v": 1, "seats": "ABCD"},
    ],
)
def test_what_is_no_event_is_refused_in_plain_words(found: dict[str, object]) -> None:
    with pytest.raises(PlainError, match="cannot be read"):
        from_json(found)


def test_which_value_is_wrong_is_said_in_both_languages() -> None:
    with pytest.raises(PlainError) as caught:
        from_json({"type": "card_played", "v": 1, "card": "EO", "t": "soon"})
    assert "(card_played: der Wert von „t“ passt nicht)" in caught.value.text.de
    assert '(card_played: the value of "t" is wrong)' in caught.value.text.en


def test_fields_of_no_meaning_are_passed_over() -> None:
    assert from_json({"type": "undone", "v": 1, "of": 3, "seq": 9, "colour": "red"}) == Undone(3)


@dataclass(frozen=True)
class Spoken:
    """A made-up event in its third version."""

    words: tuple[str, ...]


def words_of(value: object) -> tuple[str, ...]:
    assert isinstance(value, list)
    return tuple(value)


def test_old_versions_are_read_step_by_step() -> None:
    types = {"spoken": EventType("spoken", Spoken, 3, {"words": Form(list, words_of)})}
    upcasters: dict[tuple[str, int], Upcaster] = {
        ("spoken", 1): lambda old: {**old, "said": old["text"]},
        ("spoken", 2): lambda old: {**old, "words": str(old["said"]).split()},
    }
    first: object = from_json({"type": "spoken", "v": 1, "text": "i spui"}, types, upcasters)
    second: object = from_json({"type": "spoken", "v": 2, "said": "weiter"}, types, upcasters)
    assert first == Spoken(("i", "spui"))
    assert second == Spoken(("weiter",))


def test_every_old_version_can_be_read() -> None:
    for known in EVENT_TYPES:
        for version in range(1, known.version):
            assert (known.name, version) in UPCASTERS


@pytest.mark.parametrize("found", [{"type": "even\ning", "v": 1}, {"type": "note", "v": "a\nb"}])
def test_an_event_of_damaged_words_is_told_on_one_line(found: dict[str, object]) -> None:
    with pytest.raises(PlainError) as refused:
        from_json(found)
    assert "\n" not in refused.value.text.de
