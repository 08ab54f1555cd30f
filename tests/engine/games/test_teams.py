"""Who plays with whom, as far as the cards on the table say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.cards import card
from engine.dealfile.reader import parse
from engine.games import game
from engine.games.base import Teams
from engine.games.facts import gather
from engine.games.schafkopf.partners import declarers_of, holders
from engine.referee.evaluation import evaluate
from tests.engine.lines import line

MEHRKOPF = game("mehrkopf")
CALLED = {"kind": "rufspiel", "seat": 0, "suit": "G"}
Plays = Sequence[tuple[int, str]]


def teams(players: int, contract: dict[str, object], plays: Plays) -> Teams:
    record = parse(line(players, contract, plays=plays))
    return MEHRKOPF.teams(gather(record, MEHRKOPF.setting))


class TestNormalGame:
    """EN, normal game: the caller with who holds the Ace, the Beauty or both."""

    def test_two_called_cards_in_two_hands_make_three(self) -> None:
        plays = [(0, "G9"), (1, "GA"), (2, "GZ"), (3, "GS"), (4, "G8")]
        assert teams(5, CALLED, plays[:1]) == Teams((0,), False, ())
        assert teams(5, CALLED, plays[:2]) == Teams((0, 1), False, (1,))
        assert teams(5, CALLED, plays) == Teams((0, 1, 3), True, (1, 3))

    def test_both_in_one_hand_make_two(self) -> None:
        """DE: 2 gegen 3, or 2 gegen 4."""
        plays = [(0, "G9"), (1, "GA"), (2, "GZ"), (3, "G7"), (4, "G8"), (1, "GS")]
        assert teams(5, CALLED, plays) == Teams((0, 1), True, (1,))

    def test_the_caller_may_hold_the_schoene_himself(self) -> None:
        """DE: Da man diese Karte durchaus selbst besitzen kann."""
        plays = [(0, "GS"), (1, "G9"), (2, "GA")]
        assert teams(6, CALLED, plays[:2]) == Teams((0,), False, ())
        assert teams(6, CALLED, plays) == Teams((0, 2), True, (2,))

    def test_with_four_the_ass_alone_names_the_partner(self) -> None:
        assert teams(4, CALLED, [(0, "G9"), (1, "GK"), (2, "GA")]) == Teams((0, 2), True, (2,))

    def test_a_caller_with_the_called_ass_has_no_partner(self) -> None:
        assert teams(4, CALLED, [(0, "GA")]) == Teams((0,), True, ())

    def test_who_dealt_and_sits_out_is_on_no_side(self) -> None:
        plays = [(0, "G9"), (1, "GA"), (2, "G7"), (3, "GS")]
        assert teams(7, CALLED, plays) == Teams((0, 1, 3), True, (1, 3))


def test_a_hochzeit_names_both_from_the_start() -> None:
    """EN, wedding game: the acceptor joins the giver in a team; RULES 0.18."""
    contract: dict[str, object] = {"kind": "hochzeit", "seat": 3, "partner": 1}
    assert teams(5, contract, []) == Teams((1, 3), True, (1,))


@pytest.mark.parametrize("kind", ["geier", "wenz", "niederer", "sie"])
def test_a_soloist_plays_alone(kind: str) -> None:
    """EN, solo game: one player against all others."""
    assert teams(6, {"kind": kind, "seat": 2}, []) == Teams((2,), True, ())


def test_in_a_ramsch_everybody_plays_alone() -> None:
    """EN, Ramsch game."""
    assert teams(5, {"kind": "ramsch"}, []) == Teams((), True, ())


def test_the_report_says_who_has_shown() -> None:
    plays = [(0, "G9"), (1, "GA"), (2, "GZ")]
    report = evaluate(parse(line(6, CALLED, plays=plays)))
    assert (report.partners, report.sides_known, report.called_card) == ((1,), False, card("GA"))


class TestDeclarersOf:
    """Who declared, judged by everything known about hands."""

    def declarers(self, plays: Plays, hands: list[list[str]] | None) -> tuple[int, ...] | None:
        # Read one after the other: a line in which they disagree is refused.
        played = parse(line(5, CALLED, plays=plays))
        whole = hands and [[*hand, *["??"] * (8 - len(hand))] if hand else [] for hand in hands]
        record = replace(played, hands=parse(line(5, CALLED, hands=whole)).hands)
        facts = gather(record, MEHRKOPF.setting)
        return declarers_of(facts, holders(facts))

    def test_hands_on_record_name_them_before_a_card_lies_one_card_not_known_leaves_it_open(
        self,
    ) -> None:
        assert self.declarers([], [[], ["GA"], [], [], ["GS"]]) == (0, 1, 4)
        assert self.declarers([], [[], ["GA"], [], [], []]) is None

    def test_a_play_counts_more_than_a_hand(self) -> None:
        """A card is where it was seen to come from."""
        assert self.declarers([(2, "GA")], [[], ["GA"], [], [], ["GS"]]) == (0, 2, 4)
