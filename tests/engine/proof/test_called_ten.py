"""A called ten, the ace beside it, and what was not seen: a card or the bury (PG, RULES 13).

The picker says that all three fail aces are his. Five play, seat 4 deals.
"""

from __future__ import annotations

from engine.dealfile.reader import parse
from engine.referee.evaluation import evaluate
from tests.engine.deals import tricks


def verdicts(picker: int, bury: list[str] | None, text: str) -> list[str]:
    contract: dict[str, object] = {"kind": "pick", "seat": picker, "partner": "called"}
    contract |= {"called": "CT"} if bury is None else {"called": "CT", "bury": bury}
    plays = [list(play) for play in tricks(text, size=5)]
    line = {"game": "sheepshead", "players": 5, "dealer": 4, "contract": contract, "plays": plays}
    return [verdict.id for verdict in evaluate(parse(line)).verdicts]


def test_an_unseen_card_of_the_picker_may_be_the_ace() -> None:
    """Nothing is concluded from his card in the trick in which the ace was due."""
    told = "0 C8 {} CK CT C7 | 1 DK DA DT DJ D9 | 4 HT S7 SA"
    assert verdicts(1, ["HJ", "SJ"], told.format("??")) == []
    # Otherwise he denies Hearts, whose ace is his, or was not allowed to call.
    assert verdicts(1, ["HJ", "SJ"], told.format("CA")) == ["revoke:1:12"]
    assert verdicts(1, ["HJ", "SJ"], told.format("D7")) == ["illegal_call:1:1"]


def test_an_unseen_card_laid_before_the_suit_was_led_may_be_the_ace() -> None:
    told = "0 DA DK D8 D9 D7 | 0 SJ {} CJ HJ DJ | 2 C8 C7 CT C9 CK"
    assert verdicts(1, ["HA", "SA"], told.format("??")) == []
    assert verdicts(1, ["HA", "SA"], told.format("DT")) == ["illegal_call:1:14"]


def test_an_unseen_lead_may_have_been_the_first_of_the_suit() -> None:
    """The ace is due at the first lead of its suit, and only then."""
    told = "0 {} CJ SK ST SA | 1 DA HJ SJ DQ D9 | 4 CK"
    assert verdicts(4, ["D8", "SQ"], told.format("??")) == []
    assert verdicts(4, ["D8", "SQ"], told.format("S9")) == ["illegal_call:4:10"]


def test_no_ace_of_another_suit_does_for_the_card_of_the_called_suit() -> None:
    """He keeps a card of it, though the aces he says are his may lie in the bury."""
    assert verdicts(1, None, "0 C8 CK C9 C7 D7") == []
    # Without a card of the suit he was not allowed to call it; with one he should have followed.
    assert verdicts(1, None, "0 C8 D7") == ["revoke:1:1"]
    assert verdicts(1, None, "0 C8 D7 CK C9 C7") == ["illegal_call:1:1"]


def test_who_lays_a_card_face_down_for_the_called_suit_has_no_other_of_it() -> None:
    """Clubs are led by it and denied all round, and the ace lies in no bury: somebody erred."""
    contract = {"kind": "pick", "seat": 0, "partner": "called", "called": "CA", "under": "DT"}
    plays = [list(play) for play in tricks("0 DT HK ST S7 S8", size=5)]
    line = {"game": "sheepshead", "players": 5, "dealer": 4, "contract": contract}
    found = [evaluate(parse({**line, "plays": plays[:count]})).verdicts for count in (4, 5)]
    assert [[each.id for each in verdicts] for verdicts in found] == [[], ["revoke:x:4"]]
