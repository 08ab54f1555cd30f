"""Revokes in the layout of two (RULES 5, 6 and 13, "2-player layouts").

Eight piles of two before each player, the upper card open. Seat 0 leads; trump is Eichel with the
Ober and Unter. Piles are numbered from 0; the card under one is turned over after the trick.
"""

from __future__ import annotations

from engine.deal.report import Grade, Status, Verdict
from engine.dealfile.reader import parse
from engine.referee.evaluation import evaluate

OPEN = (
    ("HA", "HZ", "E7", "SA", "G9", "EZ", "HK", "SU"),
    ("EO", "E8", "SK", "GZ", "EA", "H9", "GU", "S7"),
)


def verdicts(
    plays: list[tuple[int, str]],
    reveals: list[tuple[int, int, int, str]] | None = None,
    *,
    layout: bool = True,
) -> list[Verdict]:
    line: dict[str, object] = {
        "v": 1,
        "id": "two",
        "game": "mehrkopf",
        "players": 2,
        "dealer": 1,
        "contract": {"kind": "solo", "seat": 0, "suit": "E"},
        "doubles": [],
        "plays": [list(play) for play in plays],
        "hands": None,
    }
    if layout:
        line["piles"] = [[["??", top] for top in seat] for seat in OPEN]
        line["reveals"] = [list(reveal) for reveal in reveals or ()]
    return list(evaluate(parse(line)).verdicts)


def told(*args: object, **options: object) -> list[tuple[str, int]]:
    return [(each.id, each.known_after) for each in verdicts(*args, **options)]  # type: ignore[arg-type]


def test_an_open_card_of_the_suit_proves_the_revoke_at_once() -> None:
    """RULES 6: only open cards make a duty, and everybody sees them."""
    (verdict,) = verdicts([(0, "HA"), (1, "S7")])
    assert (verdict.id, verdict.proof, verdict.known_after) == ("revoke:1:1", (1,), 1)
    assert verdict.grade is Grade.OWN_PLAY


def test_a_covered_card_makes_no_duty() -> None:
    """RULES 6: hidden cards do not create a duty."""
    first = [(0, "HA"), (1, "H9")]
    shown = [(2, 0, 0, "S9"), (2, 1, 5, "H8")]
    assert told(first, shown) == []
    # H8 came up after the trick: now it has to follow.
    assert told([*first, (0, "HZ"), (1, "H8")], shown) == []
    assert told([*first, (0, "HZ"), (1, "S7")], shown) == [("revoke:1:3", 3)]
    # Had it come up only after this trick there was nothing to follow with.
    assert told([*first, (0, "HZ"), (1, "S7")], shown[:1]) == []


def test_a_card_not_seen_may_have_been_the_open_one() -> None:
    first = [(0, "SA"), (1, "??")]
    assert told([*first, (0, "HZ"), (1, "S7")]) == []
    assert told([(0, "SA"), (1, "SK"), (0, "HZ"), (1, "S7")]) == [("revoke:1:3", 3)]


def test_without_the_layout_a_later_card_may_have_been_covered() -> None:
    """RULES 13: rule A is unsound without the layout."""
    plays = [(0, "HA"), (1, "S7"), (0, "HZ"), (1, "H9")]
    assert told(plays, layout=False) == []
    assert told(plays) == [("revoke:1:1", 1)]


def test_without_the_layout_more_than_can_have_been_covered_prove_it() -> None:
    """RULES 13: proven only if more cards follow than could have been covered.

    Of the next two cards at most one lay under the card just played or was covered by the other.
    """
    plays = [(0, "HA"), (1, "S7"), (0, "HZ"), (1, "H9"), (0, "HK"), (1, "H8")]
    assert told(plays, layout=False) == [("revoke:1:1", 5)]
    apart = [(0, "HA"), (1, "S7"), (0, "HZ"), (1, "H9"), (0, "SA"), (1, "SK"), (0, "HK")]
    assert told([*apart, (1, "H8")], layout=False) == []


def test_a_turn_that_fails_puts_the_four_tricks_before_in_doubt() -> None:
    """RULES 13: of two players a missed card may show as late as that."""
    wrong = [(0, "HA"), (1, "S7")]
    three = [(0, "SA"), (1, "SK"), (0, "EZ"), (1, "E8"), (0, "HK"), (1, "H9")]
    out_of_turn = (1, "EO")

    def status(plays: list[tuple[int, str]]) -> list[Status]:
        return [each.status for each in verdicts(plays) if each.id == "revoke:1:1"]

    assert status([*wrong, *three, out_of_turn]) == [Status.SUSPECTED]
    assert status([*wrong, *three, (0, "HZ"), (1, "GZ"), out_of_turn]) == [Status.PROVEN]
