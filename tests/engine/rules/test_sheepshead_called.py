"""The called ace, calling up, the card face down, the called ten (PG, partner; RULES 9, 0.27)."""

from __future__ import annotations

import json

import pytest

from engine.deal.record import DealRecord
from engine.deal.report import Verdict
from engine.dealfile.reader import parse_line
from engine.games import game
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import rules_from
from engine.text import PlainError

CALL: dict[str, object] = {"kind": "pick", "seat": 1, "partner": "called", "called": "CA"}


def deal(contract: dict[str, object], tricks: str, **more: object) -> DealRecord:
    """Five play, 4 deals; a trick is its leader and the cards in turn."""
    plays = []
    for trick in filter(None, tricks.split("|")):
        first, *codes = trick.split()
        plays += [[(int(first) + place) % 5, code] for place, code in enumerate(codes)]
    line = {"game": "sheepshead", "players": 5, "dealer": 4, "contract": contract}
    return parse_line(json.dumps({**line, "plays": plays, **more}))


def verdicts(
    contract: dict[str, object], tricks: str, **more: object
) -> list[tuple[str, int, int]]:
    return [key(each) for each in evaluate(deal(contract, tricks, **more)).verdicts]


def key(verdict: Verdict) -> tuple[str, int, int]:
    assert verdict.seat is not None
    return verdict.kind, verdict.seat, verdict.play


def test_the_called_ace_s_holder_is_the_partner() -> None:
    """PG partner: the called ace names him when it lies."""
    assert evaluate(deal(CALL, "0 C7 C8 C9 CA")).partners == (3,)
    assert evaluate(deal(CALL, "0 S7 S8")).partners == ()


def test_the_called_ace_is_played_when_its_suit_is_first_led() -> None:
    """PG partner: when the ace must be played."""
    assert verdicts(CALL, "0 C7 C8 C9 CA CK") == []
    late = "0 C7 C8 C9 CT CK | 3 S7 S8 S9 ST SK | 1 D7 D8 CA"
    assert verdicts(CALL, late) == [("called_card_withheld", 3, 3)]


def test_the_partner_leads_the_suit_with_the_ace() -> None:
    """PG partner: either may lead the called suit; the ace must be played then."""
    assert verdicts(CALL, "0 CA C7 C8 C9 CT") == []
    wrong = "0 CK C7 C8 C9 CT | 4 D7 CA"
    assert ("called_card_underled", 0, 0) in verdicts(CALL, wrong)


def test_the_called_ace_is_saved_until_then() -> None:
    """PG partner: he must save it; the last trick is free (RULES 0.27)."""
    assert verdicts(CALL, "0 S7 S8 S9 CA SK") == [("called_card_discarded", 3, 3)]
    last = (
        "0 S7 S8 S9 ST SK | 3 D7 DK D8 D9 DT | 4 H7 H8 H9 HT HK"
        "| 2 DA DJ HJ SJ CJ | 1 DQ HQ SQ CQ C9 | 4 HA C7 C8 CA CK"
    )
    assert [each for each in verdicts(CALL, last) if each[0] == "called_card_discarded"] == []


def test_the_picker_keeps_a_card_of_the_called_suit() -> None:
    """PG partner: he must reserve it until the suit is first led."""
    thrown = "0 S7 C7 S8 S9 SK | 4 C8 CK D7 C9 CA | 1 CT"
    assert verdicts(CALL, thrown) == [("revoke", 1, 7)]
    none_left = "0 S7 C7 S8 S9 SK | 4 C8 C9 D7 CT CA"
    assert verdicts(CALL, none_left) == []
    every = "0 S7 C7 S8 S9 SK | 4 C8 C9 D7 CT CA | 1 D8 D9 DT DK CK"
    assert verdicts(CALL, every) == [("called_suit_not_kept", 1, 1)]
    # All others lie before the suit is led: nothing has to be waited for.
    early = "0 S7 CT S8 S9 CK | 3 H7 H9 C9 C7 C8 | 4 D7 D8 D9 CA"
    assert ("called_suit_not_kept", 1, 8) in verdicts(CALL, early)
    two = "0 S7 C7 S8 S9 SK | 4 C8 C9 CT CK CA"
    assert verdicts(CALL, two) == []


def test_who_calls_his_own_ace_or_has_no_card_of_the_suit_called_wrongly() -> None:
    """PG partner: not an ace in his own hand; at least one card of the suit."""
    assert verdicts(CALL, "0 C7 CA") == [("illegal_call", 1, 1)]


def test_the_called_card_is_not_buried() -> None:
    """RULES 9.3: nor may the ace beside a called ten be."""
    assert verdicts({**CALL, "bury": ["CA", "S7"]}, "0 H7") == [("illegal_bury", 1, 0)]
    ten = {**CALL, "called": "CT", "bury": ["CA", "S7"]}
    assert verdicts(ten, "0 H7") == [("illegal_bury", 1, 0)]


def test_for_a_called_ten_the_ace_is_kept_and_played() -> None:
    """PG partner: he must reserve the ace of the suit and play it when it is first led."""
    ten = {**CALL, "called": "CT"}
    assert verdicts(ten, "0 C7 CA C8 CT C9") == []
    assert verdicts(ten, "0 S7 CA") == [("called_suit_not_kept", 1, 1)]
    later = "0 C7 CK C8 CT C9 | 3 D7 D8 D9 DT DK | 3 S7 S8 S9 CA"
    assert ("called_suit_not_kept", 1, 1) in verdicts(ten, later)


def test_an_unseen_card_of_the_picker_s_may_be_the_ace_he_kept() -> None:
    """RULES 0.27: nothing is concluded from the trick in which the ace was due."""
    ten = {**CALL, "called": "CT", "bury": ["HJ", "SJ"]}
    told = "0 C8 {} CK CT C7 | 1 DK DA DT DJ D9 | 4 HT S7 SA"
    assert verdicts(ten, told.format("??")) == []
    # He throws Spades on Hearts and says that the ace of Hearts is his.
    assert verdicts(ten, told.format("CA")) == [("revoke", 1, 12)]
    assert verdicts(ten, told.format("D7")) == [("illegal_call", 1, 1)]


def test_an_unseen_lead_may_have_been_the_suit_the_ace_was_kept_for() -> None:
    """PG partner: it is due at the first lead of the suit, and only then."""
    ten = {**CALL, "seat": 4, "called": "CT", "bury": ["D8", "SQ"]}
    told = "0 {} CJ SK ST SA | 1 DA HJ SJ DQ D9 | 4 CK"
    assert verdicts(ten, told.format("??")) == []
    assert verdicts(ten, told.format("S9")) == [("illegal_call", 4, 10)]


def test_a_ten_is_called_with_all_three_aces_only() -> None:
    """PG partner: if the picker holds all three aces of the fail suits."""
    assert verdicts({**CALL, "called": "CT"}, "0 S7 S8 SA") == [("illegal_call", 1, 2)]


def test_the_card_face_down_counts_as_the_called_suit_and_cannot_win() -> None:
    """PG partner: an "under" or "unknown" card; RULES 9.3, 0.27: its points go to the trick."""
    under = {**CALL, "under": "DT"}
    report = evaluate(deal(under, "0 C7 DT C8 CA C9"))
    assert report.verdicts == ()
    assert (report.tricks[0].winner, report.tricks[0].points) == (3, 21)
    led = evaluate(deal(under, "0 S7 SA S8 S9 SK | 1 DT C8 CA C9 C7"))
    assert (led.verdicts, led.tricks[1].winner) == ((), 3)


def test_the_card_face_down_is_played_when_the_suit_is_led() -> None:
    """PG partner: to assure the others that it will be played then."""
    under = {**CALL, "under": "DT"}
    assert verdicts(under, "0 C7 D9") == [("under_withheld", 1, 1)]
    assert verdicts(under, "0 S7 DT") == [("under_withheld", 1, 1)]
    once = "0 C7 D9 C8 CA C9 | 1 S7 S8 S9 SK SA | 4 H7 H8 DT"
    assert next(each for each in verdicts(under, once) if each[1] == 1) == ("under_withheld", 1, 1)


def test_a_card_face_down_is_laid_only_where_no_suit_can_be_called() -> None:
    """PG partner: if he has the aces of all fail suits he holds."""
    under = {**CALL, "under": "DT"}
    assert verdicts(under, "0 S8 S7 SA") == [("illegal_call", 1, 2)]


def test_a_jack_is_called_up_by_who_holds_those_below() -> None:
    """PG partner: the next higher-ranking jack; RULES 0.26: HJ, then SJ, CJ."""
    up = {"kind": "pick", "seat": 1, "partner": "jd", "called": "HJ"}
    report = evaluate(deal(up, "0 D7 D8 D9 HJ DK"))
    assert (report.partners, report.verdicts) == ((3,), ())
    assert verdicts(up, "0 D7 D8 DJ") == [("illegal_call", 1, 2)]


@pytest.mark.parametrize(("rule", "offered"), [("never", False), ("always", True)])
def test_a_table_may_not_allow_calling_up(rule: str, offered: bool) -> None:
    """PG partner: some groups allow him to."""
    menu = game("sheepshead").call_menu(rules_from({"call_up": rule}, "sheepshead"), 5)
    fields = {field.name: dict(field.words) for field in menu.kinds[0].fields}
    assert ("HJ" in fields["called"]) is offered


@pytest.mark.parametrize(
    ("rule", "picker", "wrong"),
    [
        ("never", 1, True),
        ("never", 4, True),
        ("forced_dealer", 1, True),
        ("forced_dealer", 4, False),
        ("always", 1, False),
    ],
)
def test_a_jack_called_up_where_the_table_does_not_allow_it_was_called_wrongly(
    rule: str, picker: int, wrong: bool
) -> None:
    """PG partner: some groups allow him to; RULES 0.26: `call_up`; the dealer, 4, may be forced."""
    up = {"kind": "pick", "seat": picker, "partner": "jd", "called": "HJ"}
    found = verdicts(up, "0 D7 D8 D9 HT DK", rules={"call_up": rule})
    assert found == ([("illegal_call_up", picker, 0)] if wrong else [])
    jack = {"kind": "pick", "seat": picker, "partner": "jd"}
    assert verdicts(jack, "0 D7 D8 D9 HT DK", rules={"call_up": rule}) == []


@pytest.mark.parametrize("called", ["C9", "DA", "DJ", "CQ"])
def test_only_aces_and_tens_of_fail_suits_are_called(called: str) -> None:
    """PG partner: the ace of one of the three fail suits, or a ten."""
    with pytest.raises(PlainError, match="called"):
        deal({**CALL, "called": called}, "")


def test_who_names_a_card_says_how_the_partner_is_found() -> None:
    """PG partner: two methods; a call without its card leaves the sides open."""
    named = {"kind": "pick", "seat": 1, "called": "CA"}
    assert evaluate(deal(named, "0 C7 C8 C9 CA")).partners == (3,)
    jack = {"kind": "pick", "seat": 1, "called": "HJ"}
    assert evaluate(deal(jack, "0 D7 D8 D9 HJ")).partners == (3,)
    unsaid = deal({"kind": "pick", "seat": 1}, "0 C7", rules={"partner_method": "called"})
    assert evaluate(unsaid).sides_known is False
