"""When a verdict is said: the house rule for each grade of proof (DESIGN 7)."""

import pytest

from engine.deal.record import JsonObject
from engine.deal.report import Grade, Known, Verdict
from engine.evening.deal import DealState
from engine.events import DealClosed
from kiosk.director.verdicts import Saying, SayWhen
from tests.kiosk.fake_door import RUFSPIEL, FakeDoor

PLAYS = RUFSPIEL.split()


def after(count: int) -> DealState:
    """Return the deal after `count` cards; closed after the last."""
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(PLAYS[:count])
    if count == len(PLAYS):
        door.finish()
        return door.view().state.finished[-1]
    deal = door.view().state.deal
    assert deal is not None
    return deal


def known(*grades: tuple[Grade, int]) -> Verdict:
    """Return a verdict that holds by these grades, each from a play on."""
    listed = tuple(Known(grade, play) for grade, play in grades)
    return Verdict("revoke", 1, 5, (5, 9), listed[0].after, listed[-1].grade, grades=listed)


def first_said(saying: Saying, verdict: Verdict) -> int | None:
    """Return after how many cards the verdict is said first."""
    said = [n for n in range(22, len(PLAYS) + 1) if saying.due(verdict, after(n))]
    assert said == list(range(said[0], len(PLAYS) + 1)) if said else True
    return said[0] if said else None


@pytest.mark.parametrize(
    ("grade", "first"), [(Grade.OWN_PLAY, 22), (Grade.COUNT, 32), (Grade.JOINT, 32)]
)
def test_only_a_players_own_card_is_told_before_the_end_unless_the_house_says_so(
    grade: Grade, first: int
) -> None:
    assert first_said(Saying(), known((grade, 21))) == first


@pytest.mark.parametrize(
    ("moment", "first"),
    [
        (SayWhen.AT_ONCE, 22),
        (SayWhen.TRICK_END, 24),
        (SayWhen.DEAL_END, 32),
        (SayWhen.ON_CLAIM, None),
    ],
)
def test_a_house_rule_says_when(moment: SayWhen, first: int | None) -> None:
    saying = Saying(moment, moment, moment)
    for grade in Grade:
        assert first_said(saying, known((grade, 21))) == first


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ({"kind": "thrown_in", "why": "misdeal"}, False),
        ({"kind": "void"}, False),
        ({"kind": "conceded", "seat": 0}, True),
    ],
)
def test_nobody_answers_for_a_deal_that_does_not_count(end: JsonObject, said: bool) -> None:
    """Neither what waited for the end of the deal nor what was said while it ran."""
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(PLAYS[:24])
    door.record(DealClosed(end))
    deal = door.view().state.finished[-1]
    assert deal.end == end
    for saying in (Saying(), Saying(joint=SayWhen.ON_CLAIM)):
        for grade in Grade:
            wanted = said and saying.moment(grade) is not SayWhen.ON_CLAIM
            assert saying.due(known((grade, 21)), deal) is wanted
            assert saying.claimable(known((grade, 21)), deal) is said


def test_a_verdict_is_said_by_the_first_of_its_grades_that_is_due() -> None:
    own_later = known((Grade.JOINT, 21), (Grade.OWN_PLAY, 25))
    assert first_said(Saying(), known((Grade.JOINT, 21))) == 32
    assert first_said(Saying(), own_later) == 26
    at_trick_end = Saying(SayWhen.TRICK_END, SayWhen.TRICK_END, SayWhen.DEAL_END)
    assert first_said(at_trick_end, own_later) == 28


def test_a_claim_tells_what_waits_for_a_claim_and_what_is_due_but_nothing_else() -> None:
    deal = after(24)
    joint, own = known((Grade.JOINT, 21)), known((Grade.OWN_PLAY, 21))
    claims = Saying(joint=SayWhen.ON_CLAIM)
    assert claims.claims
    assert claims.claimable(joint, deal)
    assert claims.claimable(own, deal)
    assert not claims.due(joint, deal)
    assert not Saying().claims
    assert not Saying().claimable(joint, deal)


@pytest.mark.parametrize(
    "rule",
    [
        {"own_play": SayWhen.DEAL_END, "count": SayWhen.AT_ONCE},
        {"count": SayWhen.ON_CLAIM},
        {"joint": SayWhen.TRICK_END},
    ],
)
def test_a_stronger_proof_is_never_said_later_than_a_weaker_one(rule: dict[str, SayWhen]) -> None:
    with pytest.raises(ValueError, match="stronger proof"):
        Saying(**rule)
