"""Another deck within an evening: between two deals, on record, and the deals before it stay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import FRENCH_32, GERMAN_24, GERMAN_32, Card
from engine.deal.record import DealRecord
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import CardCorrected, DeckChanged, EveningEnded, EveningStarted
from engine.journal.journal import Journal
from engine.text import PlainError
from kiosk.director.camera_plays import Decks
from kiosk.director.director import Director
from kiosk.table.commands import ChangeDeck, ChangeGame, Command, LayCard, Restore, StartDeal, Undo
from kiosk.table.orders import Circumstances, events_of
from kiosk.table.undo import taken_back
from kiosk.table.writer import MemoryTable
from tests.engine.spine import AT, NAMES, after, enveloped
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import OneDeal, seen, session
from vision.sighting import Sighting, VisionEvent

NEW = tuple(reversed(GERMAN_32))
"""The same cards, enrolled in another order: read by it, old scores would be other cards'."""
FRESH = ChangeDeck("frisch", NEW)


def table(game: str = "schafkopf") -> TableState:
    return fold(enveloped([EveningStarted("e", game, {}, NAMES, "isar", {})]))


def do(state: TableState, *commands: Command) -> TableState:
    for command in commands:
        state = after(state, *events_of(command, state, Circumstances(AT, {})))
        assert state.oddities == ()
    return state


def test_from_the_next_deal_on_and_taken_back_by_one_tap() -> None:
    state = do(table(), FRESH)
    assert state.deck == "frisch"
    assert [deck for _, deck in state.decks] == ["isar", "frisch"]
    back = do(state, Undo())
    assert back.deck == "isar"
    said = taken_back(back)
    assert said is not None
    assert said.words.en == "The change of the deck is taken back."
    assert do(back, Restore(said.undo)).deck == "frisch"
    assert do(state, ChangeDeck("isar", GERMAN_32)).deck == "isar"


def test_a_deal_knows_the_deck_it_was_begun_with() -> None:
    first = do(table(), StartDeal(3))
    assert first.deal is not None
    assert first.deal.head.deck == "isar"
    # Nobody has laid or said anything: it is dealt anew, with the new cards and by the same dealer.
    again = do(first, FRESH)
    assert again.deal is not None
    assert (again.deal.head.deck, again.deal.head.dealer) == ("frisch", 3)


def test_not_while_cards_lie() -> None:
    state = do(table(), StartDeal(3), LayCard(GERMAN_32[0]))
    with pytest.raises(PlainError, match="not over yet"):
        do(state, FRESH)


@pytest.mark.parametrize(
    ("game", "deck", "cards", "why"),
    [
        ("schafkopf", "isar", GERMAN_32, "in play already"),
        ("schafkopf", "kurz", GERMAN_24, "will not do for this game"),
        ("sheepshead", "alt", GERMAN_32[1:], "will not do for this game"),
    ],
)
def test_a_deck_that_will_not_do_is_told_in_one_sentence(
    game: str, deck: str, cards: tuple[Card, ...], why: str
) -> None:
    with pytest.raises(PlainError, match=why) as refused:
        do(table(game), ChangeDeck(deck, cards))
    assert refused.value.text.de.endswith(".")


@pytest.mark.parametrize("game", ["schafkopf", "sheepshead"])
def test_the_same_cards_in_other_suits_will_do(game: str) -> None:
    other = FRENCH_32 if game == "schafkopf" else GERMAN_32
    assert do(table(game), ChangeDeck("anders", other)).deck == "anders"


def test_game_and_deck_change_beside_each_other() -> None:
    state = do(table(), FRESH, ChangeGame("bavarian", {}), Undo())
    assert (state.deck, state.game) == ("frisch", "schafkopf")


def test_the_journal_keeps_it_and_an_export_of_it_comes_back(tmp_path: Path) -> None:
    events = (EveningStarted("e", "schafkopf", {}, NAMES, "isar", {}), DeckChanged("frisch"))
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    journal.append(events, AT)
    journal.close()
    again = Journal.open(path)
    assert fold(again.events()).deck == "frisch"
    lines = list(again.export_lines())
    again.close()
    elsewhere = Journal.in_memory()
    elsewhere.import_lines(lines)
    assert fold(elsewhere.events()).deck == "frisch"


# What the camera reads.


def as_new(event: VisionEvent) -> VisionEvent:
    """What a watcher says that looks through the new deck: its scores run in another order."""
    if isinstance(event, Sighting):
        return replace(event, log_scores=tuple(reversed(event.log_scores)))
    return event


def orders(deck: str) -> tuple[Card, ...]:
    return {"isar": GERMAN_32, "frisch": NEW}.get(deck, ())


def two_deals(table: MemoryTable, first: DealRecord, second: DealRecord) -> None:
    """Play a deal with the old deck and one with the new."""
    for event in seen(first):
        table.hear(event)
    assert len(table.state.finished) == 1
    table.commit((DeckChanged("frisch"),))
    table.director.change_deck("frisch", NEW, table.state)
    for event in seen(second, start=100.0):
        table.hear(as_new(event))


def with_decks(first: DealRecord, second: DealRecord, decks: Decks) -> MemoryTable:
    director = Director(GERMAN_32, OneDeal(first, second), decks=decks)
    begun = session(first, second)
    return MemoryTable(director, begun.journal)


def test_deals_before_and_after_are_read_each_by_its_own_deck() -> None:
    first, second = random_deal(31), random_deal(32)
    table = with_decks(first, second, Decks("isar", orders))
    two_deals(table, first, second)
    finished = table.state.finished
    assert [deal.record.plays for deal in finished] == [first.plays, second.plays]
    assert [deal.head.deck for deal in finished] == ["isar", "frisch"]


@pytest.mark.parametrize("known", [orders, lambda _deck: ()])
def test_nothing_of_the_deal_before_is_read_anew(known: object) -> None:
    """Also where its deck is gone, and after a start with the new deck: what was said stays."""
    first = random_deal(33)
    table = with_decks(first, random_deal(34), Decks("isar", orders))
    for event in seen(first):
        table.hear(event)
    table.commit((DeckChanged("frisch"),))
    assert callable(known)
    director = Director(NEW, OneDeal(first), decks=Decks("frisch", known))
    director.resume(table.state)
    assert director.revise(table.state) == ()
    director.outlook(table.state)
    (deal,) = table.state.finished
    assert deal.record.plays == first.plays
    # Read by the new deck's order it would be taken for other cards: the test has its subject.
    careless = Director(NEW, OneDeal(first))
    assert any(isinstance(each, CardCorrected) for each in careless.revise(table.state))


def test_an_evening_that_is_over_is_not_read_by_the_deck_of_the_next() -> None:
    """The camera is set up before the next evening: what it looks through then is another deck."""
    first = random_deal(35)
    table = with_decks(first, random_deal(36), Decks("isar", orders))
    for event in seen(first):
        table.hear(event)
    table.commit((EveningEnded(),))
    director = Director(NEW, OneDeal(first), decks=Decks("frisch", orders))
    director.change_deck("frisch", NEW, table.state)
    assert director.revise(table.state) == ()
    director.change_deck("isar", NEW, table.state)
    assert any(isinstance(each, CardCorrected) for each in director.revise(table.state))
