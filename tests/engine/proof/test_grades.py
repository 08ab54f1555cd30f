"""Three grades of proof, each at its earliest card (RULES 13), case by case.

Each trick begins with the seat that leads it.
"""

from __future__ import annotations

from engine.deal.report import Grade, Known, Verdict
from engine.dealfile.reader import parse
from engine.referee.evaluation import evaluate
from tests.engine.deals import record, tricks

SOLO: dict[str, object] = {"kind": "solo", "seat": 0, "suit": "E"}
RUFSPIEL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}
OPENING = "0 EO EA EZ | 0 GO EK E9 | 0 HO HU SU | 0 SO EU GA | 0 GU GZ GK"
"""Three players, five tricks to seat 0; unseen are G9, and Herz and Schellen but Ober and Unter."""


def three(text: str, contract: dict[str, object] = SOLO) -> list[Verdict]:
    """Return the verdicts of a Solo for three with 24 cards."""
    line = {
        "v": 1,
        "id": "three",
        "game": "mehrkopf",
        "players": 3,
        "dealer": 2,
        "contract": contract,
        "doubles": [],
        "plays": [list(play) for play in tricks(text, size=3)],
        "hands": None,
    }
    return list(evaluate(parse(line)).verdicts)


def four(
    text: str, contract: dict[str, object] = RUFSPIEL, game: str = "schafkopf", **rules: object
) -> list[Verdict]:
    plays = tricks(text)
    deal = record(plays, contract, game, rules=rules, dealer=(plays[0][0] - 1) % 4)
    return list(evaluate(deal).verdicts)


def test_count_proves_before_any_later_card_shows() -> None:
    """RULES 13, T3: r_p is more than the unseen cards of other classes."""
    text = OPENING + " | 0 SA HZ SK | 0 HA H9 HK"
    assert three(text) == []
    # Only Schellen are left, and seat 1, who denied them, holds a card.
    (verdict,) = three(text + " | 0 G9")
    assert (verdict.id, verdict.grade) == ("revoke:1:16", Grade.COUNT)
    assert verdict.grades == (Known(Grade.COUNT, 21),)
    assert verdict.proof == (16, 21)
    (later,) = three(text + " | 0 G9 SZ")
    assert later.grades == (Known(Grade.COUNT, 21), Known(Grade.OWN_PLAY, 22))
    assert (later.id, later.proof, later.known_after) == ("revoke:1:16", (16, 22), 21)


def test_jointly_somebody_erred_and_both_are_suspects() -> None:
    """RULES 13, T2: Herz denied by two, and the third cannot hold all that is out."""
    (verdict,) = three(OPENING + " | 0 HA SZ S9")
    assert (verdict.id, verdict.seat) == ("revoke:x:17", None)
    assert verdict.suspects == (1, 2)
    assert verdict.grades == (Known(Grade.JOINT, 17),)
    # Both plays that would explain it; the second is also the one that made it certain.
    assert verdict.proof == (16, 17)
    assert verdict.payout_if_upheld is None


def test_a_joint_finding_becomes_the_own_play_s_and_keeps_its_moment() -> None:
    """DEAL_FILE, `grades`: each wrong act is one verdict, with both moments."""
    (verdict,) = three(OPENING + " | 0 HA SZ S9 | 0 SA H9")
    assert verdict.id == "revoke:1:16"
    assert verdict.grades == (Known(Grade.JOINT, 17), Known(Grade.OWN_PLAY, 19))
    assert (verdict.known_after, verdict.grade) == (17, Grade.OWN_PLAY)
    assert verdict.suspects == (1,)


def test_the_called_ass_was_searched_and_did_not_come() -> None:
    """RULES 7.1 and 13: whoever has it kept it back; the caller may have called himself."""
    (verdict,) = four("0 G7 GK GZ G8")
    assert (verdict.id, str(verdict.card)) == ("called_card_withheld:x:3", "GA")
    assert verdict.suspects == (0, 1, 2, 3)
    assert verdict.proof == (1, 2, 3)
    assert four("0 G7 GK GZ") == []


def test_one_suspect_left_is_named() -> None:
    """RULES 13, D: culprit fixed when one suspect remains."""
    found = four("0 G7 GK GZ G8 | 2 EA E7 E8 E9 | 2 EZ EK S7 S8 | 2 SA S9 SZ SK")
    (unnamed,) = [each for each in found if each.kind == "called_card_withheld"]
    assert unnamed.seat is None
    # Two seats show with their last cards that they had no Ass; the caller may still have it.
    rest = (
        "0 G7 GK GZ G8 | 2 EA E7 E8 E9 | 2 SA S7 S8 S9 | 2 SZ SK HO HU | 0 EO HK HA HZ"
        " | 0 GO H7 H9 H8 | 0 SO EU GU G9 | 0 SU"
    )
    (named,) = four(rest)
    # Left are EZ and EK, and GA: three cards for seats 1, 2 and 3.
    assert named.suspects == (1, 2, 3)
    assert (named.seat, named.known_after) == (None, 3)
    (certain,) = four(rest + " EK EZ")
    # Only the last seat to play can have it: it is certain before it lies.
    assert (certain.id, certain.seat) == ("called_card_withheld:3:3", 3)
    assert certain.known_after == 3
    assert Grade.COUNT in {known.grade for known in certain.grades}


def test_nobody_is_named_jointly_beside_somebody_proven_guilty() -> None:
    """RULES 13, T3: the joint grade presumes that the others were honest."""
    text = "0 GA EO GZ | 1 EK SO E9 | 2 EA GU HK | 0 SU H9 HO | 2 EU GO SK | 0 SZ GK"
    hearts: dict[str, object] = {"kind": "solo", "seat": 2, "suit": "H"}
    found = three(text, hearts)
    assert [each.id for each in found] == ["revoke:1:1", "revoke:2:4", "revoke:x:16"]
    # Only seat 1 would explain it alone, but seat 2 has erred before.
    assert found[-1].suspects == (1,)
    assert found[-1].grades == (Known(Grade.JOINT, 16),)


def test_who_is_the_only_suspect_is_named_where_nobody_else_is_guilty() -> None:
    """RULES 13, D: the culprit is fixed when one suspect remains."""
    text = OPENING + " | 0 HA SZ S9 | 0 SA HZ"
    (verdict,) = three(text)
    assert (verdict.seat, verdict.suspects) == (1, (1,))


def test_the_one_suspect_whom_no_count_proves_guilty_is_named_jointly() -> None:
    """RULES 13, D: seats 2 and 3 could both have erred, but one error explains it all."""
    wenz: dict[str, object] = {"kind": "wenz", "seat": 0}
    text = "0 EU GU HU SU | 0 GA H7 H8 S7 | 0 HA S8 E7 H9 | 0 SA E8 S9"
    # Six cards of Gras are out, nobody but seat 0 says he has any, and he holds only five.
    (either,) = four(text, wenz)
    assert (either.seat, either.suspects) == (None, (1, 2, 3))
    # Seven Eichel and Schellen for eight cards of seats 1 and 2, seven Eichel and Herz for 1 and 3.
    (named,) = four(text + " E9", wenz)
    assert (named.id, named.seat, named.suspects) == ("revoke:1:5", 1, (1,))
    assert named.grades == (Known(Grade.JOINT, 8),)
    assert named.proof == (5, 8)


def test_two_denials_of_one_class_are_two_acts_known_at_once() -> None:
    plays = "0 EA H7 E8 E7 | 0 EZ H8 EK E9 | 0 HA EO HZ HK"
    found = four(plays, {"kind": "wenz", "seat": 0})
    assert [(each.id, each.known_after) for each in found] == [
        ("revoke:1:1", 9),
        ("revoke:1:5", 9),
    ]


def test_a_caller_who_never_held_the_suit_is_found_by_count() -> None:
    """DE Normalspiel: he holds at least one card of the suit, and not the Ass."""
    text = "1 G7 G8 GA E7 | 3 E8 EZ EK E9 | 0 HA H7 H8 H9 | 0 HZ HK EO HU | 2 G9 GK"
    (either,) = four(text)
    # He revoked, or he had no card of the suit when he called it: wrong in every world.
    assert (either.id, either.grades) == ("revoke:0:3", (Known(Grade.COUNT, 3),))
    (call,) = four(text + " HO GZ")
    # All six of the suit lie, none of them his.
    assert (call.kind, call.seat, str(call.card)) == ("illegal_call", 0, "GA")
    assert (call.grades, call.play) == ((Known(Grade.COUNT, 3),), 3)


def test_a_caller_is_found_by_count_before_anybody_leads_the_suit() -> None:
    """DE Normalspiel: the others throw off all that he can have called with."""
    text = "1 E7 G7 G8 EK | 0 S7 G9 GK"
    assert four(text) == []
    (call,) = four(text + " GZ")
    assert (call.id, call.grades) == ("illegal_call:0:7", (Known(Grade.COUNT, 7),))


def test_a_count_before_the_caller_shows_the_ass_is_the_moment_of_the_call_s_verdict() -> None:
    (call,) = four("1 E7 G7 G8 EK | 0 S7 G9 GK GZ | 0 GA")
    assert (call.kind, call.play, call.proof, call.known_after) == ("illegal_call", 7, (7, 8), 7)
    assert call.grades == (Known(Grade.COUNT, 7), Known(Grade.OWN_PLAY, 8))


def test_a_renonce_needs_no_card_of_the_suit() -> None:
    """RULES 5, Muss-Spiel: in a Renonce he calls a suit that he has no card of."""
    text = "1 G7 G8 GA E7 | 3 E8 EZ EK E9 | 0 HA H7 H8 H9 | 0 HZ HK EO HU | 2 G9 GK HO GZ"
    renonce = {**RUFSPIEL, "renonce": True}
    assert four(text, renonce) == []
    assert [each.kind for each in four(text)] == ["illegal_call"]


def test_the_caller_shows_the_ass_himself() -> None:
    """DE Normalspiel: this card must not be the Ass."""
    (verdict,) = [each for each in four("0 GA G7 G8 G9") if each.kind == "illegal_call"]
    assert (verdict.id, verdict.known_after) == ("illegal_call:0:0", 0)


def test_with_a_called_ten_the_caller_may_have_the_ass() -> None:
    """RULES 5, Muss-Spiel: with all three aces a ten is called."""
    ten = {**RUFSPIEL, "called": "GZ"}
    assert four("0 GA GZ G8 G9", ten) == []
    shown = four("0 GZ GA G8 G9", ten)
    assert ("illegal_call", 0) in {(each.kind, each.seat) for each in shown}


def test_a_withheld_card_is_not_the_runaway_s() -> None:
    """RULES 7.2: a low lead with four cards; until they are ruled out nobody is accused."""
    away = "1 G7 G8 S7 GK"
    assert four(away) == []
    # Of six cards three lie; with one more shown seat 1 cannot have had four.
    (verdict,) = four(away + " | 0 E7 E8 GZ")
    assert (verdict.id, verdict.suspects) == ("called_card_withheld:x:6", (0, 1, 2, 3))
    assert verdict.proof[-1] == 6


def hochzeit(text: str) -> list[Verdict]:
    line = {
        "v": 1,
        "id": "wedding",
        "game": "mehrkopf",
        "players": 4,
        "dealer": 3,
        "contract": {"kind": "hochzeit", "seat": 1, "partner": 2, "gave": "H7", "back": "E9"},
        "doubles": [],
        "plays": [list(play) for play in tricks(text)],
        "hands": None,
    }
    return list(evaluate(parse(line)).verdicts)


def test_who_gives_the_only_trump_away_has_none_from_the_first_card_on() -> None:
    """RULES 5, Hochzeit: V_giver includes trump from card 1."""
    assert hochzeit("0 EO GA H7 HO") == []
    (shown,) = hochzeit("0 EO GO H7 HO")
    assert (shown.kind, shown.seat) == ("hochzeit_trump", 1)
    assert shown.grade is Grade.OWN_PLAY


def test_trumps_that_the_giver_must_hold_prove_the_wedding_wrong_jointly() -> None:
    """RULES 13 with 5: three seats have no trump left, the fourth says he never had one."""
    text = "0 EO GA H7 S7 | 0 EU GZ S8"
    (found,) = hochzeit(text)
    # Eleven trumps are out, seat 0 has six cards and nobody else has any trump.
    assert (found.id, found.suspects) == ("revoke:x:6", (1, 2, 3))


def test_a_card_seen_to_change_hands_is_where_it_was_put() -> None:
    """RULES 13: E9 went back to seat 1, who cannot have laid off Eichel without holding it."""
    (verdict,) = hochzeit("0 E7 S7 EK E8")
    assert (verdict.id, verdict.grade) == ("revoke:1:1", Grade.COUNT)
    assert verdict.known_after == 1
