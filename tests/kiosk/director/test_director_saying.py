"""Proofs by counting before the camera: certain under every likely reading, and said when due."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import card
from engine.deal.record import Contract, DealRecord, Play
from engine.deal.report import Grade
from engine.rules.house_rules import rules_from
from kiosk.director.outlook import Outlook
from kiosk.director.verdicts import DEFAULT_SAYING, Saying, SayWhen
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import DIM, seen, session, torn
from tests.kiosk.web.play.test_joint import AT_ONCE, ON_CLAIM, WENZ
from vision.sighting import Sighting, VisionEvent


def joint_deal() -> DealRecord:
    """One of three revoked is certain after card 23, Toni's own card shows it after 28."""
    rules = rules_from({"preset": "schafkopf"}, "schafkopf")
    plays = tuple(Play(int(play[0]), card(play[1:])) for play in WENZ)
    return DealRecord("joint", "schafkopf", rules, 4, 3, contract=Contract("wenz", 1), plays=plays)


def outlooks(events: list[VisionEvent], saying: Saying) -> dict[int, Outlook]:
    """Return what may be said after each number of cards; 33: the deal is over."""
    table = session(joint_deal(), saying=saying)
    found: dict[int, Outlook] = {}
    cards = 0
    for event in events:
        table.hear(event)
        cards += isinstance(event, Sighting)
        over = table.state.deal is None
        found[33 if over else cards] = table.director.outlook(table.state)
    return found


def with_doubt(index: int, other: str, nats: float) -> list[VisionEvent]:
    events = seen(joint_deal())
    at = [number for number, event in enumerate(events) if isinstance(event, Sighting)][index]
    sighting, true = events[at], joint_deal().plays[index].card
    assert isinstance(sighting, Sighting)
    assert true is not None
    events[at] = replace(sighting, log_scores=torn(true, card(other), nats))
    return events


@pytest.mark.parametrize(
    ("saying", "first", "grade"),
    [
        (AT_ONCE, 23, Grade.JOINT),
        (Saying(joint=SayWhen.DEAL_END, count=SayWhen.AT_ONCE), 27, Grade.COUNT),
        (DEFAULT_SAYING, 28, Grade.OWN_PLAY),
        (Saying(own_play=SayWhen.DEAL_END), 32, Grade.OWN_PLAY),
    ],
)
def test_a_proof_is_told_from_the_moment_the_house_rule_names(
    saying: Saying, first: int, grade: Grade
) -> None:
    said = {n: outlook.shown for n, outlook in outlooks(seen(joint_deal()), saying).items()}
    assert min(n for n, shown in said.items() if shown) == first
    assert [verdict.grade for verdict in said[first]] == [grade]
    assert all(said[n] for n in said if n >= first)


def test_what_waits_for_a_claim_is_ready_for_it_and_not_shown() -> None:
    found = outlooks(seen(joint_deal()), ON_CLAIM)
    assert found[22].claimable == ()
    assert found[23].shown == ()
    assert [verdict.seat for verdict in found[23].claimable] == [None]


def test_a_count_that_hangs_on_a_doubtful_card_asks_only_where_the_house_would_tell_it() -> None:
    """Had Sepp's Herz-Ass been the Eichel-Zehn, nobody need have revoked; asking would tell."""
    doubt = with_doubt(13, "EZ", 4.0)
    open_house, quiet = outlooks(doubt, AT_ONCE)[23], outlooks(doubt, DEFAULT_SAYING)[23]
    assert open_house.shown == ()
    assert [question.options[:2] for question in open_house.questions] == [(card("HA"), card("EZ"))]
    assert quiet.shown == ()
    assert quiet.questions == ()


@pytest.mark.parametrize("seed", range(10))
def test_dim_light_accuses_nobody_by_counting_either(seed: int) -> None:
    """Legal deals, one card in thirty misread at first, every grade told at once: no verdict.

    A revoke is shown there, or a card is asked about on which it hangs.
    """
    record = random_deal(seed)
    table = session(record, saying=AT_ONCE)
    for event in seen(record, DIM, seed):
        table.hear(event)
        outlook = table.director.outlook(table.state)
        assert outlook.shown == ()
        assert outlook.claimable == ()
    said = outlooks(seen(joint_deal(), DIM, seed), AT_ONCE)[33]
    assert said.shown or said.questions
