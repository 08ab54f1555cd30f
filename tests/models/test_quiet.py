"""Scenes without play: every kind goes its course, says no card, and leaves the table as it was."""

from __future__ import annotations

import numpy as np
import pytest

from engine.text import PlainError
from models.workshop.evening.__main__ import quiet_kinds
from models.workshop.evening.choreography import EveningCourse
from models.workshop.evening.film import isar_deck
from models.workshop.evening.quiet import (
    QuietFilm,
    QuietKind,
    QuietTable,
    scene,
    with_pub_things,
    with_strangers,
)
from models.workshop.evening.things import CARDLIKE, KINDS, PUB_KINDS, thing

CARDS = ("EO", "GA", "H7", "SK", "SZ", "G9", "EU", "HU", "S7", "foreign:E7", "foreign:GA")


@pytest.mark.parametrize("kind", list(QuietKind))
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_a_scene_ends_with_the_table_empty(kind: QuietKind, seats: int) -> None:
    for seed in range(4):
        course = EveningCourse(np.random.default_rng(seed), seats)
        shown = list(scene(kind, course, CARDS))
        assert 20 < len(shown) < 2500
        assert not course.middle
        assert not course.under


def test_cards_are_to_be_seen_where_the_scene_has_cards() -> None:
    def faces(kind: QuietKind) -> set[str | None]:
        course = EveningCourse(np.random.default_rng(3), 4)
        moments = list(scene(kind, course, CARDS))
        return {card.card for m in moments for card in (*m.resting, *m.moving)}

    assert faces(QuietKind.DEALING) == {None}
    assert faces(QuietKind.FACE_DOWN) == {None}
    assert faces(QuietKind.EMPTY) == faces(QuietKind.HANDS) == set()
    assert {str(card).startswith("foreign:") for card in faces(QuietKind.FOREIGN)} == {True}
    assert faces(QuietKind.THINGS) <= set(KINDS)
    assert faces(QuietKind.PUB_THINGS) <= set(PUB_KINDS)
    assert len(faces(QuietKind.LAST_CARD)) == 1
    for kind in (
        QuietKind.COUNTING,
        QuietKind.THROWN_IN,
        QuietKind.SHOWN,
        QuietKind.PATIENCE,
        QuietKind.RETOLD,
    ):
        assert len(faces(kind) - {None}) >= 4


def test_truth_tells_scenes_and_never_a_card() -> None:
    table = QuietTable(np.random.default_rng(5), 4, CARDS, list(QuietKind))
    frames = sum(1 for _ in table.moments(60.0))
    assert frames >= 1500
    assert {happening.kind.split(":")[0] for happening in table.happenings} == {"quiet"}
    assert all(happening.card is None for happening in table.happenings)


def test_every_thing_can_be_drawn() -> None:
    for kind in KINDS:
        sprite = thing(kind, np.random.default_rng(1))
        assert sprite.dtype == np.uint8
        assert sprite.shape[2] == 4
        assert 0.05 < (sprite[..., 3] > 128).mean() <= 1.0


def test_things_with_cards_pictured_on_them_are_made_of_the_deck() -> None:
    deck = isar_deck()
    made = with_pub_things(deck, 3).things
    assert set(made) == set(PUB_KINDS)
    assert set(CARDLIKE) <= set(made)
    for sprite in made.values():
        assert sprite.dtype == np.uint8
        assert 0.03 < (sprite[..., 3] > 128).mean() <= 1.0
    again = with_pub_things(deck, 4).things
    assert not np.array_equal(made["deck-box"], again["deck-box"])


def test_a_quiet_film_paints_frames() -> None:
    film = QuietFilm(isar_deck(), [QuietKind.THROWN_IN], 1.0, seed=4)
    frames = [frame for number, frame in enumerate(film.frames()) if number % 20 == 0]
    assert all(frame.shape == (720, 1280, 3) for frame in frames)
    assert max(float(np.abs(frames[0].astype(int) - frame).mean()) for frame in frames) > 1.0
    assert film.truth()[0]["kind"] == "quiet:thrown-in"


def test_the_foreign_deck_is_another_one() -> None:
    deck = isar_deck()
    others = with_strangers(deck).others
    assert len(others) >= 32
    assert not set(others) & set(deck.faces)


def test_an_unknown_scene_is_refused_in_a_sentence() -> None:
    assert quiet_kinds("all") == tuple(QuietKind)
    assert quiet_kinds("beer, hands") == (QuietKind.BEER, QuietKind.HANDS)
    with pytest.raises(PlainError, match="unknown scene"):
        quiet_kinds("dancing")
