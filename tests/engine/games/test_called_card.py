"""The duties of the called card's holder, case by case (RULES 0.1, 0.2 and 7).

Seat 0 calls Gras, seat 1 holds the Gras-Sau. Each trick begins with the seat that leads it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import card
from engine.deal.report import Grade, Known, Verdict
from engine.referee.evaluation import evaluate
from tests.engine.deals import record, tricks

RUFSPIEL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def verdicts(text: str, game: str = "schafkopf", **rules: object) -> list[Verdict]:
    plays = tricks(text)
    deal = record(plays, RUFSPIEL, game, rules=rules, dealer=(plays[0][0] - 1) % 4)
    return list(evaluate(deal).verdicts)


def told(text: str, game: str = "schafkopf", **rules: object) -> list[tuple[str, int, int]]:
    """Return kind, wrong play and moment of what the holder's own cards prove."""
    return [
        (each.kind, each.play, known.after)
        for each in verdicts(text, game, **rules)
        for known in each.grades
        if each.kind.startswith("called_card") and known.grade is Grade.OWN_PLAY
    ]


def test_the_called_card_is_brought_when_its_suit_is_led() -> None:
    assert told("0 G7 GA GZ G8") == []
    assert told("0 G7 GZ G9 G8 | 1 E7 GA E8 E9") == [("called_card_withheld", 2, 5)]


def test_a_withheld_card_is_proven_when_it_shows() -> None:
    """AB 3.1: the called ace must be played the first time the called suit is led."""
    (verdict,) = verdicts("0 G7 GK GZ G8 | 2 GO H7 H8 H9 | 2 E7 E8 EA GA")
    assert (verdict.id, verdict.proof) == ("called_card_withheld:1:1", (1, 11))
    # All four seats have laid another card, and somebody must have had it.
    assert verdict.grades == (Known(Grade.JOINT, 3), Known(Grade.OWN_PLAY, 11))
    assert verdict.known_after == 3
    assert verdict.card is card("GA")
    assert told("0 G7 GK GZ G8 | 2 GO H7 H8 H9") == []


def test_withholding_by_throwing_another_suit_breaks_both_rules() -> None:
    found = verdicts("0 G7 E7 GZ G8 | 2 GO H7 H8 H9 | 2 E9 E8 EA GA")
    assert [(each.kind, each.play) for each in found] == [
        ("called_card_withheld", 1),
        ("revoke", 1),
    ]
    # Only both together explain where the Ass was.
    assert {each.grades for each in found} == {(Known(Grade.JOINT, 3), Known(Grade.OWN_PLAY, 11))}


def test_leading_low_is_an_error_once_a_fourth_card_is_ruled_out() -> None:
    shown = "1 G7 G8 G9 EO | 0 E7 GA E8 E9"
    # GZ and GK may still be his: he may have run away with four.
    assert told(shown) == []
    assert told(shown + " | 0 H7 H8 GZ HZ") == [("called_card_underled", 0, 10)]


def test_running_away_takes_four_cards() -> None:
    """AB 3.1: an exception is made where three cards are held beside the ace."""
    four = "1 G7 G8 G9 EO | 0 E7 GA E9 EZ | 0 H7 GZ H8 H9 | 0 S7 GK S8 S9"
    assert told(four) == []
    assert told(four, umspielen_min=5) == [("called_card_underled", 0, 5)]
    three = "1 G7 G8 G9 EO | 0 E7 GA GK EZ | 0 H7 GZ H8 H9"
    assert told(three) == [("called_card_underled", 0, 6)]
    assert told(three, umspielen_min=3) == []


def test_after_running_away_the_card_is_free() -> None:
    away = "1 G7 G8 EO E7 | 3 G9 H7 GZ H8 | 3 S7 S8 GA S9 | 1 GK E8 E9 EZ"
    assert told(away) == []
    led_again = "1 G7 G8 G9 H9 | 1 GZ H7 H8 HZ | 2 S7 S8 S9 GA | 1 GK E7 E8 E9"
    assert told(led_again) == []
    assert told("3 S7 S8 GA S9 | 1 GK E8 E9 EZ") == [("called_card_discarded", 2, 2)]


def test_nobody_runs_away_once_the_suit_was_led() -> None:
    plays = "0 G7 GZ G8 G9 | 1 GK EO E7 E8 | 2 S7 S8 S9 GA"
    assert told(plays) == [("called_card_withheld", 1, 11), ("called_card_underled", 4, 11)]


def test_an_early_discard_is_an_error() -> None:
    assert told("0 E7 GA E8 E9") == [("called_card_discarded", 1, 1)]
    assert told("0 E7 GA E8 E9", called_discard="free") == []


def test_mehrkopf_bans_no_single_card() -> None:
    """EN, foreword: anything goes, and no single card is banned."""
    assert told("0 E7 GA E8 E9", "mehrkopf") == []
    assert told("0 E7 GA E8 E9", "schafkopf") == [("called_card_discarded", 1, 1)]


SEVEN_TRICKS = (
    "0 EO EU E7 E8 | 0 GO GU E9 EZ | 0 HO HU EK S7 | 0 SO SU S8 SZ | 0 HA HZ SK G8| 0 HK H9 G9 GK "
)


def test_the_last_trick_is_free() -> None:
    """AB 3.1: after seven tricks without the suit the ace is thrown off on the last."""
    assert told(SEVEN_TRICKS + "| 0 H8 H7 GZ G7 | 0 SA GA EA S9") == []
    found = told(SEVEN_TRICKS + "| 0 H8 GA GZ G7 | 0 SA H7 EA S9")
    assert found == [("called_card_discarded", 25, 25)]


@pytest.mark.parametrize(
    ("when", "wrong"), [("lead", True), ("follow", False), ("any", False), ("never", True)]
)
def test_playing_around_is_a_house_rule(when: str, wrong: bool) -> None:
    """EN, normal game: kept back with so many cards that the trick is bound to be trumped."""
    four = "0 G7 GZ G8 EO | 3 H7 H8 GA H9 | 3 S7 S8 GK S9 | 3 E7 E8 G9 E9"
    assert bool(told(four, umspielen_when=when)) is wrong
    three = "0 G7 GZ G8 G9 | 3 H7 H8 GA H9 | 3 S7 S8 GK S9"
    assert told(three, umspielen_when=when)[0][:2] == ("called_card_withheld", 1)


def test_playing_around_may_become_right_later() -> None:
    """RULES 0.2: cards of earlier tricks count as gone."""
    second = "0 E7 E8 G7 G8 | 0 G9 GZ EO E9 | 2 H7 H8 H9 GA | 2 S7 S8 S9 GK"
    assert told(second, "mehrkopf") == []
    first = "0 G9 GZ G7 G8 | 2 H7 H8 H9 GA | 2 S7 S8 S9 GK"
    assert told(first, "mehrkopf") == [("called_card_withheld", 1, 7)]


def test_playing_around_never_allows_a_low_lead() -> None:
    """EN, normal game: the owner who leads the suit must lead the card."""
    four = "1 G7 G8 EO E7 | 3 H7 H8 GA H9 | 3 S7 S8 GK S9 | 3 E8 E9 GZ EZ"
    assert told(four, "mehrkopf") == [("called_card_underled", 0, 6)]
    assert told(four, "schafkopf") == []


def test_a_low_lead_that_was_wrong_makes_no_later_playing_around_wrong() -> None:
    """RULES 0.2: led low with too few cards; when the suit comes again enough of it is gone."""
    early = "0 EA EK GU EZ | 2 S8 S9 SZ S7 | 0 SO EO GO SU | 1 G9 EU GK GZ | 2 H9 HK HU H7"
    plays = early + " | 0 HA E7 HZ E9 | 0 G8 G7 HO SA | 2 H8 E8 SK"
    found = verdicts(plays, umspielen_when="any")
    assert [each.id for each in found] == ["called_card_underled:1:12"]
    found = verdicts(plays, umspielen_when="lead")
    assert [each.id for each in found] == ["called_card_underled:1:12", "called_card_withheld:1:25"]


def test_an_unseen_lead_of_the_holder_may_have_been_running_away() -> None:
    seen = "1 H7 H8 H9 HZ | 0 G8 G9 GZ EO | 3 E7 E8 GA E9"
    assert told(seen) == [("called_card_withheld", 5, 10)]
    plays = tricks(seen)
    plays[0] = (1, "??")
    assert evaluate(record(plays, RUFSPIEL, dealer=0)).verdicts == ()


def test_an_unseen_lead_of_another_may_have_been_the_called_suit() -> None:
    seen = "0 E7 E8 E9 EO | 3 H7 H8 GA H9"
    assert told(seen) == [("called_card_discarded", 6, 6)]
    plays = tricks(seen)
    plays[0] = (0, "??")
    assert evaluate(record(plays, RUFSPIEL)).verdicts == ()


def test_the_caller_s_own_ass_is_no_question_of_duties() -> None:
    his = "1 G7 G8 GZ G9 | 3 E7 GA E8 E9"
    assert told(his) == []
    assert [(verdict.kind, verdict.seat) for verdict in verdicts(his)] == [("illegal_call", 0)]
    assert told("1 G7 G8 GZ G9 | 3 E7 E8 GA E9") == [("called_card_underled", 0, 6)]


def test_a_caller_who_holds_no_cards_accuses_nobody() -> None:
    """A contract entered for a seat that is not there says nothing about the others."""
    deal = record(tricks("0 G7 GK GZ G8"), RUFSPIEL)
    assert deal.contract is not None
    nobody = replace(deal, contract=replace(deal.contract, seat=9))
    assert len(evaluate(deal).verdicts) == 1
    assert evaluate(nobody).verdicts == ()


def test_the_partner_is_known_when_the_card_lies() -> None:
    before = evaluate(record(tricks("0 G7"), RUFSPIEL))
    after = evaluate(record(tricks("0 G7 GA"), RUFSPIEL))
    assert (before.called_card, before.partners) == (card("GA"), ())
    assert after.partners == (1,)
