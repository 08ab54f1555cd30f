"""Appendix B, section 4: strike and counterstrike (AB 4.1; RULES 0.15, 8)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rules.table import deal, examples, found

WENZ: dict[str, object] = {"kind": "wenz", "seat": 0}
CALL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def said(*doubles: tuple[str, int, int]) -> list[dict[str, object]]:
    return [{"say": say, "seat": seat, "after": after} for say, seat, after in doubles]


def judged(plays: str, *doubles: tuple[str, int, int], **more: Any) -> list[str]:
    record = deal("bavarian", WENZ, plays, doubles=said(*doubles), **more)
    return [kind for kind, _, _ in found(record)]


ONE = "0 E7 E8 E9 EK"
TWO = "0 E7 E8 E9 EK | 3 S7 S8 S9 SK"


def test_an_opponent_may_say_contra() -> None:
    """AB 4.1: an opponent who thinks the game cannot be won."""
    assert judged(ONE, ("kontra", 1, 0)) == []
    assert judged(ONE, ("kontra", 1, 0), ("kontra", 2, 0)) == ["illegal_double"]


def test_only_an_opponent_may_say_contra() -> None:
    """AB 4.1: an opponent; the soloist himself is none."""
    assert judged(ONE, ("kontra", 0, 0)) == ["illegal_double"]


def test_a_partner_who_said_contra_is_found_out_when_the_ace_shows() -> None:
    """AB 4.1 and RULES 0.15: who turns out to be on the other side doubled wrongly."""
    plays = "0 G7 G8 GA G9"
    record = deal("bavarian", CALL, plays, doubles=said(("kontra", 2, 0)))
    assert [(kind, seat) for kind, seat, _ in found(record)] == [("illegal_double", 2)]
    other = deal("bavarian", CALL, plays, doubles=said(("kontra", 1, 0)))
    assert found(other) == []


@pytest.mark.parametrize(("after", "fits"), [(0, True), (1, True), (2, False), (5, False)])
def test_contra_comes_before_the_second_card(after: int, fits: bool) -> None:
    """AB 4.1: before the second card of the first trick."""
    assert (judged(TWO, ("kontra", 1, after)) == []) is fits


def test_a_table_may_want_it_before_the_first_card() -> None:
    """AB 4.1: "in our program" before the first card (RULES 11.18)."""
    rules = {"contra_until": 0}
    assert judged(ONE, ("kontra", 1, 0), rules=rules) == []
    assert judged(ONE, ("kontra", 1, 1), rules=rules) == ["illegal_double"]


def test_a_declarer_may_answer_with_re() -> None:
    """AB 4.1: a member of the offensive team."""
    assert judged(ONE, ("kontra", 1, 1), ("re", 0, 1)) == []
    assert judged(ONE, ("kontra", 1, 1), ("re", 2, 1)) == ["illegal_double"]


def test_re_comes_before_another_card() -> None:
    """AB 4.1: before an additional card is played."""
    assert judged(TWO, ("kontra", 1, 1), ("re", 0, 2)) == ["illegal_double"]


def test_it_goes_on_with_supra_and_ends_with_re_supra() -> None:
    """AB 4.1: Supra by the defenders, Re-Supra by the declarers, and no more."""
    four = (("kontra", 1, 1), ("re", 0, 1), ("supra", 2, 1), ("resupra", 0, 1))
    assert judged(ONE, *four) == []
    assert judged(ONE, ("kontra", 1, 1), ("re", 0, 1), ("supra", 0, 1)) == ["illegal_double"]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_each_doubles_the_score(count: int) -> None:
    """AB 4.1: Contra doubles, and so does each answer."""
    (made,) = examples(4, "wenz", lambda m: 40 < m.ours <= 60 and abs(m.run()) < 3)
    words = ["kontra", "re", "supra", "resupra"][:count]
    assert made.result("bavarian", doubles=words).price == 5 * 2**count


def test_sides_and_thresholds_stay() -> None:
    """AB 4.1: 60 are still enough for the defenders."""
    (made,) = examples(4, "solo", lambda m: m.ours == 60)
    result = made.result("bavarian", doubles=["kontra", "re"])
    assert result.winner == "defenders"
    assert set(result.declarers) == made.side
