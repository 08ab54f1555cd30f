"""What was not seen, lies twice or was laid out of turn never carries a proof (RULES 13)."""

from __future__ import annotations

from engine.deal.report import Grade, Status, Verdict
from engine.referee.evaluation import evaluate
from tests.engine.deals import record, tricks

WENZ: dict[str, object] = {"kind": "wenz", "seat": 0}
RUFSPIEL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}
SEARCHED = "0 G7 GK GZ G8 | 2 EA E7 E8 E9"
"""The called Ass was searched and did not come."""


def verdicts(plays: list[tuple[int, str]], contract: dict[str, object]) -> list[Verdict]:
    return list(evaluate(record(plays, contract, dealer=(plays[0][0] - 1) % 4)).verdicts)


def test_a_joint_proof_needs_every_card_it_rests_on() -> None:
    plays = tricks(SEARCHED)
    assert [each.id for each in verdicts(plays, RUFSPIEL)] == ["called_card_withheld:x:3"]
    for index in range(1, 4):
        unseen = [*plays[:index], (plays[index][0], "??"), *plays[index + 1 :]]
        # The Ass itself may have been the card that was not seen.
        assert verdicts(unseen, RUFSPIEL) == []


def test_an_unseen_lead_denies_nothing() -> None:
    plays = [(0, "??"), (1, "H7"), (2, "E8"), (3, "E7"), (0, "HA"), (1, "EK")]
    assert verdicts(plays, WENZ) == []
    seen = [(0, "EZ"), *plays[1:]]
    assert [each.id for each in verdicts(seen, WENZ)] == ["revoke:1:1"]


def test_a_card_that_lies_twice_counts_as_not_seen() -> None:
    plays = [*tricks(SEARCHED), (2, "GK")]
    found = {each.kind: each.status for each in verdicts(plays, RUFSPIEL)}
    assert found == {"duplicate_card": Status.SUSPECTED}
    # What a proof does not rest on may lie twice.
    found = {each.kind: each.status for each in verdicts([*plays[:-1], (2, "E7")], RUFSPIEL)}
    assert found == {
        "called_card_withheld": Status.PROVEN,
        "duplicate_card": Status.SUSPECTED,
    }


def test_no_proof_rests_on_cards_laid_out_of_turn() -> None:
    """A recording may have lost a card: from there on the seats are in doubt."""
    plays = [(0, "G7"), (2, "GK"), (1, "GZ"), (3, "G8"), (1, "EA")]
    assert all(each.status is Status.SUSPECTED for each in verdicts(plays, RUFSPIEL))
    assert not [each for each in verdicts(plays, RUFSPIEL) if each.grade is not Grade.OWN_PLAY]


def test_a_revoke_shown_out_of_turn_is_only_suspected() -> None:
    denied = tricks("0 EA H7 E8 E7 | 0 HA")
    shown = [*denied, (3, "H9"), (1, "EK"), (2, "H8")]
    status = {each.id: each.status for each in verdicts(shown, WENZ)}
    assert status["revoke:1:1"] is Status.SUSPECTED
    in_turn = [*denied, (1, "EK"), (2, "H8"), (3, "H9")]
    status = {each.id: each.status for each in verdicts(in_turn, WENZ)}
    assert status["revoke:1:1"] is Status.PROVEN


def test_a_proof_that_held_before_the_disorder_stays() -> None:
    plays = [*tricks(SEARCHED), (3, "EZ"), (2, "EK")]
    found = {each.id for each in verdicts(plays, RUFSPIEL)}
    assert "called_card_withheld:x:3" in found
