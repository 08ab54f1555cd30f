"""The table at any event of an evening is the fold of the events up to it, whatever was asked."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards import GERMAN_32
from engine.deal.record import Contract
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    Announced,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    DealClosed,
    DealStarted,
    Event,
    Ruling,
    TrickTaken,
    Undone,
)
from tests.kiosk.replay.evenings import an_evening, began, envelopes, tape_of


def anything(seed: int, count: int) -> list[Event]:
    """Events as they come, sensible or not: an old journal must stay readable."""
    random = Random(seed)
    events: list[Event] = began()

    def one(seq: int) -> Event:
        earlier, card = random.randrange(1, seq), random.choice(GERMAN_32)
        choices: list[Event] = [
            *[CardPlayed(card, source="touch")] * 12,
            *[TrickTaken()] * 3,
            DealStarted(f"d{seq}", random.randrange(4)),
            DealClosed(),
            Announced(Contract("wenz", random.randrange(4))),
            CardCorrected(earlier, card),
            CardCorrected(earlier, card, "decoder"),
            CardConfirmed(earlier),
            CardInserted(card, earlier),
            CardRemoved(earlier),
            Undone(earlier),
            Ruling(f"d{earlier}", "revoke:1:3", "upheld"),
        ]
        return random.choice(choices)

    for seq in range(2, count + 2):
        events.append(DealStarted("d2", 0) if seq == 2 else one(seq))
    return events


@pytest.mark.parametrize("seed", range(6))
def test_the_state_at_n_is_the_fold_of_the_prefix(seed: int) -> None:
    events = anything(seed, 120)
    tape, random = tape_of(events), Random(seed)
    for seq in random.choices(range(len(events) + 1), k=60):
        assert tape.state_at(seq) == fold(envelopes(events)[:seq])


def test_scrubbing_there_and_back_shows_the_same() -> None:
    events = an_evening()
    tape = tape_of(events)
    there = [tape.state_at(seq) for seq in range(len(events) + 1)]
    back = [tape.state_at(seq) for seq in reversed(range(len(events) + 1))]
    assert there == back[::-1]
    assert there[0] == TableState()
    assert there[-1] == tape.final


def test_an_evening_that_goes_on_is_the_same_as_one_read_at_once() -> None:
    events = an_evening()
    whole = envelopes(events)
    tape = tape_of(events[:10])
    before = tape.state_at(9)
    for at in range(10, len(events), 17):
        tape = tape.grown(whole[tape.last_seq : at + 17], "cd" * 32)
    assert tape.final == fold(whole)
    assert tape.envelopes == tuple(whole)
    assert tape.state_at(9) == before
    assert tape.head == "cd" * 32


def test_an_evening_has_a_beginning() -> None:
    with pytest.raises(ValueError, match="without events"):
        tape_of([])
