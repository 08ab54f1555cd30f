"""Evenings for the spine's tests, from card codes and from chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from hypothesis import strategies as st

from engine.cards import GERMAN_32, Suit, card
from engine.deal.record import Contract
from engine.evening.deal import DealState
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    Announced,
    BidMade,
    BreakBegun,
    BreakEnded,
    By,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    CardRevealed,
    DealClosed,
    DealEntered,
    DealingTold,
    DealStarted,
    DeckChanged,
    Doubled,
    Envelope,
    EveningEnded,
    EveningStarted,
    Event,
    GameChanged,
    HandsGiven,
    LayoutGiven,
    Note,
    QuestionLeft,
    RestClaimed,
    Ruling,
    ScoreAdjusted,
    SeatsChanged,
    SittingOut,
    StockCounted,
    SubstituteSat,
    TrickTaken,
    Undone,
)

AT = "2026-11-20T20:15:00.000+01:00"
NAMES = ("Resi", "Toni", "Vroni", "Sepp")
EVENING = EveningStarted("e", "schafkopf", {}, NAMES, "isar", {"embedding.onnx": "00"})
GRAS = Contract("rufspiel", 0, Suit.GRAS)

LAID = (
    "0EO 1EU 2H8 3SO 0GO 1HZ 2HK 3HA 0HO 1SU 2H9 3E7 0GU 1GK 2HU 3G9 "
    "0EA 1EK 2SA 3E8 0E9 1S8 2GZ 3EZ 3GA 0G7 1S7 2SZ 3G8 0S9 1SK 2H7"
)
"""Resi, Vorhand in seat 0, calls Gras with four Laufende and wins 116 to 4 with Sepp."""
RUFSPIEL = [play[1:] for play in LAID.split()]
"""In the order of play; every seat follows from the turn."""
SEATS = [int(play[0]) for play in LAID.split()]
REVOKE = [{"EK": "SK", "SK": "EK"}.get(code, code) for code in RUFSPIEL]
"""Toni throws the Schellen-König on Eichel and has an Eichel later: `revoke:1:17`."""


def enveloped(events: Iterable[Event], first: int = 1) -> list[Envelope]:
    return [Envelope(seq, AT, event) for seq, event in enumerate(events, first)]


def played(codes: Iterable[str]) -> list[Event]:
    return [CardPlayed(None if code == "??" else card(code)) for code in codes]


def swept(codes: Sequence[str]) -> list[Event]:
    """Return plays with each trick taken off the table."""
    events: list[Event] = []
    for index, event in enumerate(played(codes), 1):
        events += [event, TrickTaken()] if index % 4 == 0 else [event]
    return events


def opened(name: str = "d1", dealer: int = 3) -> list[Event]:
    return [DealStarted(name, dealer), Announced(GRAS)]


def evening(*events: Event) -> TableState:
    return fold(enveloped([EVENING, *events]))


def running(state: TableState) -> DealState:
    assert state.deal is not None
    return state.deal


def codes(deal: DealState) -> list[str]:
    return ["??" if play.card is None else play.card.code for play in deal.plays]


def seats(state: TableState) -> list[int]:
    return [play.seat for play in running(state).plays]


def totals(state: TableState) -> list[int]:
    return [int(total) for total in state.totals]


def payout(state: TableState, deal: int = 0) -> list[int]:
    return [int(share) for share in state.finished[deal].payout]


def odd(state: TableState) -> list[int]:
    return [oddity.seq for oddity in state.oddities]


def finished_deal(name: str = "d1", dealer: int = 3, laid: list[str] = RUFSPIEL) -> list[Event]:
    return [*opened(name, dealer), *played(laid), DealClosed()]


def after(state: TableState, *events: Event) -> TableState:
    return fold(enveloped(events, state.last_seq + 1), state)


FIRST_PLAY = 4
"""`seq` of the first card after `EVENING` and `opened`."""

CARDS = st.sampled_from(GERMAN_32)
TARGETS = st.integers(1, 45)
SOME_SEATS = st.one_of(st.none(), st.integers(0, 4))
BY: st.SearchStrategy[By] = cast("Any", st.sampled_from(["person", "decoder"]))
CONTRACTS = st.builds(
    Contract,
    st.sampled_from(["rufspiel", "solo", "wenz", "geier", "no such game"]),
    st.one_of(st.none(), st.integers(0, 3)),
    st.one_of(st.none(), st.sampled_from([Suit.EICHEL, Suit.GRAS, Suit.HERZ, Suit.CLUBS])),
    st.booleans(),
)
VERDICTS = st.one_of(
    st.builds("revoke:{}:{}".format, st.integers(0, 4), st.integers(0, 40)),
    st.sampled_from(["", "revoke", "revoke:x:1", "a:b:c:d"]),
)
PLAYS = st.builds(
    CardPlayed, st.one_of(st.none(), CARDS), SOME_SEATS, st.sampled_from(["camera", "touch"])
)
TURN_PLAYS = st.builds(CardPlayed, CARDS)
CORRECTIONS = st.builds(
    CardCorrected,
    TARGETS,
    st.one_of(st.none(), CARDS),
    BY,
    st.one_of(st.none(), st.just((-1, -2))),
)
CHANGES = st.one_of(
    CORRECTIONS,
    st.builds(CardConfirmed, TARGETS),
    st.builds(QuestionLeft, TARGETS),
    st.builds(CardInserted, st.one_of(st.none(), CARDS), st.one_of(st.none(), TARGETS)),
    st.builds(CardInserted, CARDS, TARGETS, SOME_SEATS, BY),
    st.builds(CardRemoved, TARGETS, BY),
    st.builds(Undone, TARGETS),
)
PILES = st.lists(
    st.lists(st.lists(CARDS, min_size=1, max_size=2).map(tuple), max_size=2).map(tuple),
    min_size=3,
    max_size=4,
).map(tuple)
HANDS = st.lists(st.lists(CARDS, max_size=3).map(tuple), min_size=3, max_size=4).map(tuple)
TALK = st.one_of(
    st.builds(BidMade, st.integers(-1, 4), st.sampled_from(["pass", "play", "hm"])),
    st.builds(LayoutGiven, PILES),
    st.builds(HandsGiven, st.one_of(st.none(), HANDS), st.none()),
    st.builds(CardRevealed, st.integers(-1, 4), st.integers(-1, 2), st.one_of(st.none(), CARDS)),
    st.builds(Announced, st.one_of(st.none(), CONTRACTS)),
    st.builds(Doubled, st.sampled_from(["kontra", "re"]), SOME_SEATS, st.integers(0, 32)),
    st.builds(TrickTaken, SOME_SEATS),
    st.builds(RestClaimed, st.integers(-1, 4)),
    st.builds(Ruling, st.sampled_from(["d1", "d2"]), VERDICTS, st.just("upheld")),
)
AMOUNTS = st.lists(st.integers(-9, 9), min_size=3, max_size=5).map(tuple)
TOLD: st.SearchStrategy[dict[str, object]] = st.fixed_dictionaries(
    {},
    optional={
        "won": st.booleans(),
        "partners": st.lists(st.integers(0, 4), max_size=2),
        "points": st.lists(st.integers(0, 120), max_size=2),
        "laufende": st.integers(-15, 15),
        "schwarz": st.booleans(),
        "losers": st.lists(st.integers(0, 3), max_size=2),
        "amounts": st.permutations([5, -5, 0, 0]),
        "reason": st.just("Zettel"),
    },
)
PEOPLE = st.one_of(
    st.builds(SubstituteSat, st.integers(-1, 4), st.sampled_from([None, "Alois", ""])),
    st.builds(SubstituteSat, st.integers(0, 3), st.just("Lies"), st.just("substitute")),
    st.builds(SittingOut, st.integers(-1, 4), st.booleans()),
    st.just(BreakBegun()),
    st.just(BreakEnded()),
    st.builds(GameChanged, st.sampled_from(["mehrkopf", "bavarian", "skat"]), st.just({})),
    st.builds(DeckChanged, st.sampled_from(["isar", "donau"])),
)
FRAME = st.one_of(
    PEOPLE,
    st.just(DealEntered({"won": True}, Contract("solo", 1, Suit.EICHEL))),
    st.just(DealEntered({"amounts": [5, -5, 0, 0], "reason": "Zettel"}, deal="d1")),
    st.builds(
        DealEntered,
        TOLD,
        st.one_of(st.none(), CONTRACTS),
        st.sampled_from([None, (), ("kontra",)]),
        st.sampled_from([None, None, "d1", "d3"]),
    ),
    st.builds(DealStarted, st.sampled_from(["d1", "d2"]), st.integers(-1, 4)),
    st.just(DealClosed()),
    st.just(DealClosed({"kind": "thrown_in", "why": "all_pass"})),
    st.builds(ScoreAdjusted, AMOUNTS, st.just("by hand")),
    st.builds(StockCounted, st.integers(-1, 90)),
    st.builds(SeatsChanged, st.permutations(NAMES).map(tuple)),
    st.builds(Note, st.text(max_size=5), st.sampled_from([None, "d1", "d2", "d9"])),
    st.builds(DealingTold, st.sampled_from(["d1", "d9"]), st.sampled_from(["8", "4+4", "hm"])),
    st.just(EveningEnded()),
    st.builds(EveningEnded, st.lists(VERDICTS, max_size=2).map(tuple)),
    st.just(EVENING),
    st.just(EveningStarted("f", "no such game", {}, NAMES, "isar", {})),
)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    TURN_PLAYS, TURN_PLAYS, TURN_PLAYS, PLAYS, CHANGES, CHANGES, TALK, FRAME
)
EVENINGS = st.lists(EVENTS, max_size=60).map(lambda events: [EVENING, *opened(), *events])
"""Evenings as no table would play them: the fold has to bear them."""
DEAL_EVENTS: st.SearchStrategy[Event] = st.one_of(TURN_PLAYS, TURN_PLAYS, PLAYS, CHANGES, TALK)
IN_ONE_DEAL = st.lists(DEAL_EVENTS, max_size=50).map(lambda events: [EVENING, *opened(), *events])
