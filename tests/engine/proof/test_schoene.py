"""The called Schöne with five players, rule by rule (RULES 0.2, 5 and 7, DE Normalspiel).

Seat 0 calls Gras: GA and GS are called, seven cards of Gras are no trumps. Each trick begins with
the seat that leads it. Only what the holders' own cards prove is looked at here.
"""

from __future__ import annotations

import pytest

from engine.deal.report import Grade, Verdict
from engine.dealfile.reader import parse
from engine.referee.evaluation import evaluate
from tests.engine.deals import tricks


def verdicts(text: str, **rules: object) -> list[Verdict]:
    plays = tricks(text, size=5)
    line = {
        "v": 1,
        "id": "five",
        "game": "mehrkopf",
        "rules": {"preset": "mehrkopf", **rules},
        "players": 5,
        "dealer": (plays[0][0] - 1) % 5,
        "contract": {"kind": "rufspiel", "seat": 0, "suit": "G"},
        "doubles": [],
        "plays": [list(play) for play in plays],
        "hands": None,
    }
    return list(evaluate(parse(line)).verdicts)


def told(text: str, **rules: object) -> list[tuple[str, str, int]]:
    """Return kind and seat, card, and wrong play of what own cards prove of called cards."""
    return [
        (f"{each.kind.removeprefix('called_card_')} {each.seat}", str(each.card), each.play)
        for each in verdicts(text, **rules)
        if each.grade is Grade.OWN_PLAY and each.kind.startswith("called_card")
    ]


def test_ass_and_schoene_both_come_when_their_suit_is_led() -> None:
    """DE Normalspiel: the same goes for the Schöne."""
    assert told("0 G7 GA GS G8 GZ") == []
    kept = "0 G7 GK G9 G8 GZ | 1 E7 GS E8 E9 GA"
    assert told(kept) == [("withheld 2", "GS", 2)]


def test_who_has_both_brings_the_ass_first_and_the_schoene_second() -> None:
    """DE Normalspiel: the Ass at the first lead, the Schöne at the second."""
    first = "0 G7 GA G8 G9 GO | 4 "
    assert told(first + "GK E7 GS EO EU", umspielen_when="never") == []
    late = first + "GK E7 H7 EO EU | 2 E8 E9 EK EZ GS"
    assert told(late, umspielen_when="never") == [("withheld 1", "GS", 7)]
    # By the preset he may keep her back: of seven cards six are his or gone.
    assert told(late) == []


def test_who_has_both_may_not_bring_the_schoene_instead_of_the_ass() -> None:
    """DE Normalspiel: who has both must play the Ass at the first lead."""
    text = "0 G7 GS G8 G9 GZ | 4 E7 E8 GA E9 EK"
    assert told(text) == [("withheld 1", "GA", 1)]


def test_who_has_the_schoene_alone_brings_it_at_the_first_lead() -> None:
    """RULES 7: holder of the Schöne only."""
    text = "0 G7 GA G8 G9 GZ | 1 E7 GS E8 E9 EK"
    assert told(text) == [("withheld 2", "GS", 2)]


def test_the_ass_played_around_excuses_no_other_schoene() -> None:
    """RULES 0.2: another's Schöne must be brought even when the Ass is played around."""
    text = "0 G7 GZ G8 GO EO | 4 E7 E8 GK GS E9 | 3 S7 S8 S9 GA SK | 2 SZ SA SO HK G9"
    assert told(text) == [("withheld 2", "GS", 2)]


def test_both_may_be_kept_back_with_enough_cards() -> None:
    """DE Normalspiel: in this case Ass and Schöne may be held back."""
    kept = "0 G7 GZ G8 GO EO | 4 EZ E8 GS E9 E7 | 4 EU H8 GA H9 HK | 4 SZ S8"
    assert told(kept + " GK S9 S7") == []
    assert told(kept + " GK S9 S7", umspielen_when="never") == [("withheld 1", "GA", 1)]
    assert told(kept + " S9 GK G9") == [("withheld 1", "GA", 1)]


@pytest.mark.parametrize(("rule", "wrong"), [("same_count", False), ("with_ass", True)])
def test_the_schoene_is_kept_back_by_its_holder_s_own_count(rule: str, wrong: bool) -> None:
    """RULES 0.2: `schoene_umspielen`, by default the same count."""
    four = "0 G7 GA G8 GO EO | 4 E7 E8 E9 GZ EK | 4 H7 H8 H9 GK HZ | 4 S7 S8 S9 GS SK"
    assert bool(told(four, schoene_umspielen=rule)) is wrong


def test_who_leads_the_suit_leads_the_schoene_if_that_is_what_he_has() -> None:
    """DE Normalspiel: the same holds for the Schöne, where it applies."""
    low = "2 G8 G9 GO EO GA | 0 E7 E8 GS E9 EK"
    assert told(low) == [("underled 2", "GS", 0)]
    assert told("2 GS G9 GO EO GA | 0 E7 E8 G8 E9 EK") == []


@pytest.mark.parametrize(("bound", "wrong"), [(True, True), (False, False)])
def test_the_caller_brings_his_own_schoene(bound: bool, wrong: bool) -> None:
    """RULES 7: `caller_must_bring_schoene`; the documents bind whoever holds it."""
    text = "3 G8 GZ G7 GA G9 | 1 E7 E8 E9 EK GS"
    assert bool(told(text, caller_must_bring_schoene=bound)) is wrong


def test_the_schoene_is_not_thrown_off_early_where_that_is_barred() -> None:
    """RULES 0.1: `called_discard`, the same for the Schöne."""
    text = "3 E7 E8 E9 EK GS"
    assert told(text) == []
    assert told(text, called_discard="last_trick_only") == [("discarded 2", "GS", 4)]


def test_beside_a_brought_ass_the_schoene_waits_for_the_second_lead() -> None:
    """RULES 12: who had both may not throw the Schöne off before the second lead."""
    text = "0 G7 GA G8 G9 GZ | 1 E7 E8 E9 EK EZ | 4 S7 S8 GS S9 SK"
    assert told(text, called_discard="last_trick_only") == [("discarded 1", "GS", 12)]
    assert told(text) == []
    second = "0 G7 GA G8 G9 GZ | 1 GS EO EU GO GU | 2 E7 E8 E9 EK EZ"
    assert told(second, called_discard="last_trick_only") == []


def test_a_schoene_alone_may_be_thrown_off_once_its_suit_was_led_and_it_was_kept() -> None:
    """RULES 7: released once played around; the fault, if any, is having kept it."""
    kept = "0 G7 GA G8 GO EO | 4 E7 E8 E9 GS EK"
    assert told(kept, called_discard="last_trick_only")[:1] == []
    shown = kept + " | 4 H7 H8 H9 GZ HZ | 4 S7 S8 S9 HK SK"
    assert told(shown, called_discard="last_trick_only", umspielen_when="never") == [
        ("withheld 2", "GS", 2)
    ]


def test_only_plays_that_may_have_been_wrong_are_shown() -> None:
    """RULES 13: the Ass came when it was due, whoever has the Schöne."""
    brought = "4 GA GZ SA G8 G7 | 4 HO HZ HA EG GO | 3 G9"
    assert verdicts(brought, umspielen_when="never") == []
    (schoene,) = verdicts(brought + " HU", umspielen_when="never")
    assert (schoene.kind, str(schoene.card)) == ("called_card_withheld", "GS")
    assert schoene.proof == (1, 2, 3, 4, 11)
    # Who laid the Schöne may have the Ass as well: his card is shown with the others'.
    (ass,) = verdicts("4 GS G7 G8 GK G9", umspielen_when="never")
    assert (ass.kind, str(ass.card), ass.proof) == ("called_card_withheld", "GA", (0, 2, 3, 4))


def test_the_caller_cannot_deny_the_suit_whoever_has_the_schoene() -> None:
    """DE Normalspiel: he holds a card of the suit he calls, the Schöne or another."""
    text = "0 HA HG H9 GO SG | 3 GK G7 "
    (verdict,) = verdicts(text + "SS")
    assert (verdict.id, verdict.grade) == ("revoke:0:7", Grade.COUNT)
    assert verdicts(text + "G9") == verdicts(text + "GS") == []


def test_a_caller_with_no_room_for_a_card_of_the_suit_called_or_somebody_revoked() -> None:
    """DE Normalspiel with RULES 13: the Schöne would do, but he has no room for it either."""
    text = "2 H9 EU EG GG HZ | 3 SA SK S9 S8 S7 | 3 ES GK EA E8 EZ | 0 E9 EO HU GZ G7"
    assert verdicts(text + " | 1 H7 HA HS H8 HG") == []
    # Four deny Eichel, so the last two cards of the caller are EK and E7.
    (verdict,) = verdicts(text + " | 1 H7 HA HS H8 HG | 0 GO")
    assert (verdict.id, verdict.suspects) == ("revoke:x:25", (0, 1, 2, 3, 4))


def six(text: str) -> list[str]:
    """Return what is said of six players whose own cards show it."""
    line = {
        "v": 1,
        "id": "six",
        "game": "mehrkopf",
        "players": 6,
        "dealer": 5,
        "contract": {"kind": "rufspiel", "seat": 0, "suit": "G"},
        "doubles": [],
        "plays": [list(play) for play in tricks(text, size=6)],
        "hands": None,
    }
    verdicts = evaluate(parse(line)).verdicts
    own = [each for each in verdicts if each.grade is Grade.OWN_PLAY]
    return [each.id for each in own if each.kind.startswith("called_card")]


def test_six_players_need_five_cards_to_play_around() -> None:
    """RULES 0.2: 4, 4 and 5 for four, five and six players."""
    kept = "0 GS GZ G8 GO EO GP | 4 E7 E8 E9 GK EZ EU | 3 S7 S8 S9 SZ G9 SK | 0 SA GA SS S6 SP SG"
    assert six(kept) == []
    assert six(kept + " | 5 H8 G7 HZ G6") == ["called_card_withheld:1:1"]
    assert six(kept + " | 5 H8 G7 G6 HZ") == []
