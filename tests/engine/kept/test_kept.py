"""Called ten and card face down: what the engine says is what every distribution proves.

Sound everywhere: who is named has erred in every world, whatever the others did, and who erred is
among the suspects. With a called ten also at the earliest card. With a card face down that is on
record the engine waits where the call was wrong in one of two suits and no card tells which. Where
nobody knows which card lies there it concludes nothing from what the picker leads or does not
follow before the card has shown, nor after a lead of his that may have been it.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.deal.record import DealRecord, Play
from engine.deal.report import Grade, Status
from engine.referee.evaluation import evaluate
from tests.engine.brute.compare import JUDGED, Said, act_of, grades
from tests.engine.brute.worlds import Proven
from tests.engine.kept.deals import CASES, NOTED, TEN, UNKNOWN, Kept, dealt, played
from tests.engine.kept.rules import Act, Call
from tests.engine.kept.worlds import Position, proven_at
from tests.evenings.proof import ENGINE, Row, write
from tests.simulate.records import cut

SEED = 20261121
FEW, MANY = 200, 5_000
MOST_UNSEEN = 7
DISHONEST = 0.15
SURE = {Grade.OWN_PLAY, Grade.COUNT}
KINDS = JUDGED | {"called_suit_not_kept", "under_withheld"}
LATE = {
    TEN: frozenset[str](),
    NOTED: frozenset({"illegal_call"}),
    UNKNOWN: JUDGED,
}
"""What may be said later than it is certain."""


def said_at(record: DealRecord) -> Said:
    """Ask the engine."""
    verdicts = tuple(each for each in evaluate(record).verdicts if each.kind in KINDS)
    sure = frozenset(act_of(each) for each in verdicts if grades(each) & SURE)
    joint = [each for each in verdicts if not grades(each) & SURE]
    alone = frozenset(each.suspects[0] for each in joint if len(each.suspects) == 1)
    several = frozenset(seat for each in joint if len(each.suspects) > 1 for seat in each.suspects)
    return Said(frozenset(), sure, alone, several, verdicts)


def unsound(said: Said, proven: Proven) -> list[str]:
    """Return what is said that does not follow."""
    extra = frozenset(seat for _, seat, _ in said.certain - proven.certain)
    always = frozenset.intersection(*proven.offenders)
    # Guilty of something that is certain and was not said: then another act of theirs may be.
    more = frozenset(seat for _, seat, _ in proven.certain - said.certain)
    beside = [said.several & (each | more) for each in proven.offenders]
    checks = {
        "certain, but is not": extra <= proven.more | more,
        "named, but another may have been it": extra | said.alone <= always | more,
        "suspects leave out who it was": not said.several or all(beside),
    }
    return [name for name, holds in checks.items() if not holds]


def late(said: Said, proven: Proven) -> set[str]:
    """Return what follows and is not said: kinds of acts, and `joint` for suspicions."""
    extra = frozenset(seat for _, seat, _ in said.certain - proven.certain)
    found = {kind for kind, _, _ in proven.certain - said.certain}
    return found | ({"joint"} if said.several | said.alone | extra != proven.suspects else set())


def random_deal(case: str, chance: random.Random) -> Kept:
    players = chance.choice((4, 5, 6))
    return played(dealt(case, players, chance, honest=chance.random() > DISHONEST), chance)


def compare(case: str, seed: int, least: int) -> tuple[Counter[str], list[str]]:
    """Return what was met, and where the engine says what does not follow or is late wrongly."""
    chance, met, wrong = random.Random(seed), Counter[str](), list[str]()
    while met["positions"] < least:
        deal = random_deal(case, chance)
        for count in range(deal.first(MOST_UNSEEN), len(deal.plays) + 1):
            said, proven = said_at(cut(deal.record, count)), proven_at(deal.at(count))
            missing = late(said, proven)
            met.update({"positions": 1, "certain": bool(proven.certain), "late": bool(missing)})
            met["joint"] += bool(proven.suspects)
            found = unsound(said, proven)
            met["unsound"] += bool(found)
            if LATE[case]:
                missing -= LATE[case] | {"joint"}
            if found or missing:
                wrong.append(f"{found} {missing} after {count} cards of {deal}: {proven}, {said}")
    return met, wrong


@pytest.mark.parametrize("case", CASES)
def test_what_is_said_follows_and_what_follows_is_said(case: str) -> None:
    met, wrong = compare(case, SEED, FEW)
    assert wrong == []
    assert met["certain"] > FEW // 10
    assert met["joint"] > 0


@pytest.mark.prove
@pytest.mark.parametrize("case", CASES)
def test_thousands_of_positions(case: str) -> None:
    met, wrong = compare(case, SEED + 1, MANY)
    words = {
        TEN: "a called ten",
        NOTED: "a card face down that is on record",
        UNKNOWN: "a card face down that nobody knows",
    }
    write(
        [
            Row(
                f"Sheepshead with 4 to 6, {words[case]}: referee against every distribution of at "
                f"most {MOST_UNSEEN} unseen cards: positions where nothing is said that does not "
                "follow; where all that follows is said",
                f"{MANY:,} of {MANY:,}; reported",
                f"{met['positions'] - met['unsound']:,} of {met['positions']:,}; "
                f"{met['positions'] - met['late']:,} of {met['positions']:,} "
                f"({met['certain']:,} with an act certain in every world, {met['joint']:,} with "
                "more than that certain of somebody)",
                f"pytest -m prove tests/engine/kept (seed {SEED + 1})",
            )
        ],
        ENGINE,
    )
    assert wrong == []
    assert met["certain"] > MANY // 10
    assert met["joint"] > 0


CALL = Call(players=4, dealer=3, picker=1, called="CT")
"""Seat 1 called the ten of clubs: it says it holds the aces of clubs, spades and hearts."""
CALL_FIVE = Call(players=5, dealer=3, picker=3, called="CA", under="DT")
BURY = ("SA", "HA", "HT", "ST")


def at(text: str, call: Call = CALL, bury: tuple[str, ...] | None = BURY) -> Position:
    plays = []
    for trick in text.split("|"):
        leader, *cards = trick.split()
        plays += [((int(leader) + place) % call.players, card) for place, card in enumerate(cards)]
    return Position(call, tuple(plays), bury)


OPENING = "0 CQ D7 D8 D9 | 0 SQ DK DT DA | 0 HQ DJ SJ HJ | 0 DQ CJ S7 H7"
"""Every trump lies after it; fourteen cards of the fail suits do not, four of them buried."""


def test_who_keeps_the_ace_when_the_suit_is_led_has_erred_whatever_he_has() -> None:
    """PG: he must play it then. Whether he has it or called without it nobody knows yet."""
    proven = proven_at(at(OPENING + " | 0 CK C9 CT C8 | 2 S9 SK S8 H9"))
    # Unseen: CA, C7, HK, H8.
    assert proven.more == {1}
    assert {act for act in proven.certain if act[1] == 1} == set()


def test_the_ace_beside_the_ten_brought_in_time_is_right() -> None:
    proven = proven_at(at(OPENING + " | 0 CK CA CT C8 | 1 S9 SK S8 H9"))
    assert proven.certain == frozenset()
    assert proven.offenders == {frozenset[int]()}


def test_an_ace_in_another_hand_shows_that_the_ten_was_called_wrongly() -> None:
    wrong: frozenset[Act] = proven_at(
        at(OPENING + " | 0 CA", bury=("SA", "H8", "HT", "ST"))
    ).certain
    assert ("illegal_call", 1, -1) in wrong


def test_whoever_withholds_the_called_card_leaves_open_what_the_picker_led() -> None:
    """The picker led the card face down and nobody brought the ace: three were right to follow.

    The engine took the lead for a trump once another card came when clubs were led by name.
    """
    tricks = "4 HK HT H9 ST DJ | 3 DT C9 H7 C8 CT | 2 D8 CQ DQ SJ DA | 3 DK CJ H8 HQ HJ"
    laid = at(tricks + " | 1 C7 SA D7 SK CA | 3 D9", CALL_FIVE).plays
    deal = Kept(UNKNOWN, CALL_FIVE, [], (), bury_known=False, plays=list(laid))
    named = {each.seat for each in evaluate(deal.record).verdicts}
    assert named == {0}


def guilty(deal: Kept) -> set[int]:
    """Return who did anything wrong, everything known."""
    whole = Position(deal.call, tuple(deal.plays), deal.bury)
    return {seat for _, seat, _ in proven_at(whole).certain}


@pytest.mark.parametrize("case", CASES)
def test_cards_laid_unseen_accuse_nobody_innocent(case: str) -> None:
    chance = random.Random(SEED)
    named = 0
    for _ in range(60):
        deal = random_deal(case, chance)
        wrong, record = guilty(deal), deal.record
        plays = list(record.plays)
        for index in chance.sample(range(len(plays)), chance.randrange(1, 6)):
            plays[index] = Play(plays[index].seat, None)
        for count in chance.sample(range(1, len(plays) + 1), 8):
            for each in evaluate(cut(replace(record, plays=tuple(plays)), count)).verdicts:
                if each.kind in KINDS and each.status is Status.PROVEN and grades(each) & SURE:
                    assert each.seat in wrong, (each, deal, plays[:count])
                    named += 1
    assert named
