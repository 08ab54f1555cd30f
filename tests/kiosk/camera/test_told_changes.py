"""What `watch` tells of plays that change afterwards: who changed them, and which play it was."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.camera.narration import EventTimes, Narrator, Plainly
from tests.kiosk.random_deals import random_deal
from tests.kiosk.situations.playing import Playing


class Told:
    """A table and what is told of it."""

    def __init__(self) -> None:
        self.table = Playing(random_deal(3))
        self.events: list[dict[str, Any]] = []
        outlook = self.table.table.director.outlook
        narrator = Narrator(self.events.append, outlook, EventTimes())
        self.table.table.record_to(narrator.committed)

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["type"] == kind]

    def plays(self) -> list[tuple[int, str]]:
        """Return the deal's plays as whoever reads what is told has them."""
        plays: list[tuple[int, str]] = []
        for event in self.events:
            match event["type"]:
                case "card_played":
                    plays.append((event["seat"], event["card"]))
                case "card_corrected":
                    plays[event["of"]] = (event["seat"], event["card"])
                case "card_removed":
                    del plays[event["of"]]
                case "card_inserted":
                    plays.insert(event["at"], (event["seat"], event["card"]))
        return plays

    def true_plays(self) -> list[tuple[int, str]]:
        return [
            (play.seat, "??" if play.card is None else play.card.code) for play in self.table.told
        ]


@pytest.fixture
def told() -> Told:
    return Told()


def moved(told: Told) -> tuple[dict[str, Any], dict[str, Any]]:
    """Have the play with index 5 seen after the next one; return what is told of its move."""
    told.table.until(5)
    late = told.table.hidden()
    told.table.lay()
    told.table.uncover(late, since_it_lay=True)
    card = told.table.record.plays[5].card
    assert card is not None
    (gone,) = (event for event in told.of("card_removed") if "moved_to" in event)
    (back,) = (event for event in told.of("card_inserted") if "moved_from" in event)
    assert (back["at"], back["card"]) == (5, card.code)
    return gone, back


def test_a_play_the_decoder_moves_is_told_as_its_doing_and_keeps_being_that_play(
    told: Told,
) -> None:
    gone, back = moved(told)
    assert (gone["by"], back["by"]) == ("decoder", "decoder")
    assert back["moved_from"] == gone["of"]
    assert gone["moved_to"] == back["at"]
    assert back["p"] > 0.9
    assert told.plays() == told.true_plays()


def test_a_play_that_moves_is_not_told_as_none_in_plain_words(told: Told) -> None:
    gone, back = moved(told)
    plainly = Plainly("de", "schafkopf")
    assert plainly.line(gone) == ""
    place = f"Platz {back['seat'] + 1}, {back['card']}"
    assert plainly.line(back).split("  ")[-1] == (
        f"Karte {gone['of'] + 1} lag als Karte {back['at'] + 1}: {place}"
    )


def test_what_a_person_takes_away_and_adds_is_told_as_theirs(told: Told) -> None:
    told.table.until(4)
    card = told.table.lay()
    told.table.removes(card)
    told.table.inserts(4)
    (gone,), (back,) = told.of("card_removed"), told.of("card_inserted")
    assert (gone["by"], back["by"]) == ("person", "person")
    assert "moved_to" not in gone
    assert "moved_from" not in back
    assert told.plays() == told.true_plays()


def test_a_play_the_decoder_takes_back_is_told_as_its_doing(told: Told) -> None:
    told.table.until(5)
    card = told.table.lay()
    told.table.take_up(card)
    (gone,) = told.of("card_removed")
    assert gone["by"] == "decoder"
    assert told.plays() == told.true_plays()
