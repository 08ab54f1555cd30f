"""What a deal that ended early lacks, and that nothing is offered the settlement disbelieves."""

from __future__ import annotations

import random

import pytest

from engine.cards import Card, card
from engine.referee.evaluation import NOTHING, Missing, evaluate, missing
from tests.engine.deals import tricks
from tests.engine.referee.test_settlement import CALLED, SIE
from tests.engine.settle.made import Line, line, made, record, result, scored

SOLO: Line = {"kind": "solo", "seat": 0, "suit": "E"}
CALL: Line = {"kind": "rufspiel", "seat": 0, "suit": "G"}
CLAIM: Line = {"kind": "claim", "seat": 0, "tricks": "rest", "agreed": True}


def lacks(written: Line) -> Missing:
    read = record(written)
    return missing(read, evaluate(read))


def test_any_number_offered_settles_the_deal_and_no_other_is_believed() -> None:
    """Deal file, `end.laufende`: believed where the cards leave it possible."""
    written = line(SIE[:4], contract=SOLO, end=CLAIM)
    offered = lacks(written).laufende
    assert offered[0] == 0
    assert len(offered) == len(set(offered)) > 2
    for count in range(-21, 22):
        settled = scored({**written, "end": {**CLAIM, "laufende": count}})
        if abs(count) >= 3 or count == 0:
            assert (settled is not None) == (count in offered)
        if settled is not None and count in offered:
            assert settled.laufende == count


def test_a_soloist_has_no_more_laufende_than_cards() -> None:
    """Eight cards: with nine cannot be; without fourteen can."""
    offered = lacks(line([], contract=SOLO, end=CLAIM)).laufende
    assert offered == (0, *range(3, 9), *range(-3, -15, -1))


def test_a_card_of_the_other_sides_shortens_what_is_possible() -> None:
    """Eichel-Ober with a defender, Eichel-Ass with the soloist: "without", and eight at most."""
    offered = lacks(line(tricks("0 EA EO G7 S7"), contract=SOLO, end=CLAIM)).laufende
    assert offered == (0, *range(-3, -9, -1))


def test_where_the_cards_show_the_run_nothing_is_asked() -> None:
    """Eichel-Ober here, Gras-Ober there: no run of three is left."""
    written = line(tricks("0 EO GO E7 G7"), contract=SOLO, end=CLAIM)
    assert lacks(written) == NOTHING
    assert result(written).laufende == 0


@pytest.mark.parametrize("rules", [{"laufende": False}, {"laufende_claim": "must_claim"}])
def test_where_unsaid_laufende_do_not_count_nothing_is_asked(rules: Line) -> None:
    """RULES 8: without Laufende, or with ones that have to be claimed."""
    written = line(SIE[:4], contract=SOLO, end=CLAIM, rules=rules)
    assert lacks(written) == NOTHING
    assert scored(written) is not None


def test_a_hidden_partner_is_named_as_what_is_missing() -> None:
    """Whose side the claim helps depends on who holds the called Ass."""
    written = line(CALLED[4:8], contract=CALL, end=CLAIM)
    assert lacks(written) == Missing(holder_of=card("GA"), holders=(1, 2, 3))
    for seat in range(4):
        said = {**written, "end": {**CLAIM, "holder": seat}}
        assert bool(lacks(said).laufende) is (seat != 0)
    hands = [[], [], ["GA", *["??"] * 7], []]
    assert lacks({**written, "hands": hands}).laufende


def test_a_played_card_nobody_saw_comes_first() -> None:
    """Which Laufende are possible hangs on it, so no number is offered."""
    plays = [(seat, "??" if code == "G7" else code) for seat, code in SIE[:8]]
    assert lacks(line(plays, contract=SOLO, end=CLAIM)) == Missing(unseen=True)


def test_an_unseen_card_thrown_in_after_a_lost_tout_is_not_missing() -> None:
    """RULES 0.3: the deal ends with the lost trick."""
    plays = tricks("0 EA EO E7 E8 | 1 GO ??")
    end: Line = {"kind": "tout_lost"}
    written = line(plays, contract={**SOLO, "tout": True}, end=end)
    assert lacks(written).laufende == (0, *range(-3, -9, -1))


@pytest.mark.parametrize(
    "end",
    [
        None,
        {"kind": "void"},
        {"kind": "thrown_in", "why": "misdeal"},
        {**CLAIM, "agreed": False},
    ],
)
def test_what_no_number_would_settle_asks_for_none(end: Line | None) -> None:
    assert lacks(line(SIE[:4], contract=SOLO, end=end)) == NOTHING


@pytest.mark.parametrize(("game", "players"), [("schafkopf", 4), ("mehrkopf", 3), ("bavarian", 4)])
def test_the_truth_is_always_among_what_is_offered(game: str, players: int) -> None:
    """Real deals broken off anywhere: settled with the true number, or it is one to choose."""
    chance = random.Random(7)
    asked = 0
    for _ in range(60):
        _, whole = made(chance, game, players)
        contract = whole["contract"]
        if not isinstance(contract, dict) or contract.get("seat") is None:
            continue
        true = result(whole).laufende
        plays = whole["plays"]
        assert isinstance(plays, list)
        end = {"kind": "conceded", "seat": contract["seat"]}
        early = {**whole, "plays": plays[: chance.randrange(len(plays))], "end": end, "hands": None}
        settled, lacking = scored(early), lacks(early)
        if settled is not None:
            assert settled.laufende == true
        elif lacking.laufende:
            asked += 1
            assert true in lacking.laufende
        else:
            assert lacking.holder_of is not None
            had = _holder(whole, lacking.holder_of)
            assert had in lacking.holders
            said = {**early, "end": {**end, "holder": had}}
            settled = scored(said)
            if settled is None:
                settled = scored({**said, "end": {**end, "holder": had, "laufende": true}})
            assert settled is not None
            assert settled.declarers == result(whole).declarers
    assert asked > 5


def _holder(whole: Line, called: Card) -> int:
    return next(play.seat for play in record(whole).plays if play.card is called)


def test_a_holder_whose_cards_all_lie_or_who_called_is_not_believed() -> None:
    written = line(CALLED[4:8], contract=CALL, end={**CLAIM, "holder": 0})
    assert scored(written) is None
    assert lacks(written).holders == (1, 2, 3)
