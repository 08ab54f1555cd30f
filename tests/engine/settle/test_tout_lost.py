"""A Tout is lost with its first lost trick (DE Toutspiel; RULES 0.3)."""

from __future__ import annotations

from engine.deal.report import Status, Verdict, decided_after
from engine.dealfile.reader import parse
from engine.games import game
from engine.referee.evaluation import evaluate
from tests.engine.deals import tricks
from tests.engine.settle.made import Line, line, result

TOUT: Line = {"kind": "solo", "seat": 0, "suit": "E", "tout": True}


def told(text: str, **fields: object) -> list[Verdict]:
    report = evaluate(parse(line(tricks(text), **{"contract": TOUT, **fields})))
    return [verdict for verdict in report.verdicts if verdict.kind == "tout_lost"]


def test_it_is_told_with_the_card_that_beats_the_declarer_s() -> None:
    """The trick need not be finished."""
    (verdict,) = told("0 EO EA E7 G7 | 0 E9 GO")
    assert (verdict.seat, verdict.play, verdict.proof) == (0, 4, (4, 5))
    assert verdict.known_after == 5


def test_it_is_told_once_at_the_first_lost_trick() -> None:
    found = told("0 EO EA E7 G7 | 0 E9 GO E8 G8 | 1 HO SO EU EK")
    assert [verdict.play for verdict in found] == [4]


def test_not_before_the_declarer_has_played() -> None:
    """He may still take the trick."""
    assert told("1 EA E7 G7") == []
    assert told("1 EA E7 G7 EO") == []
    (verdict,) = told("1 GO E7 G7 EA", dealer=0)
    assert (verdict.play, verdict.known_after, verdict.proof) == (3, 3, (0, 3))


def test_a_card_nobody_saw_proves_nothing() -> None:
    assert told("0 ?? EA E7 G7") == []
    assert told("0 E9 ?? E8 G8") == []
    assert len(told("0 E9 ?? GO G8")) == 1


def test_a_won_one_and_another_game_are_silent() -> None:
    assert told("0 EO EA E7 G7 | 0 GO EZ E8 G8") == []
    assert told("0 E9 GO E8 G8", contract={"kind": "solo", "seat": 0, "suit": "E"}) == []
    assert [verdict.play for verdict in told("0 E9 GO E8 G8")] == [0]


def test_it_accuses_nobody_and_costs_nothing_by_itself() -> None:
    """Informational: the loss is the settlement's."""
    written = line(tricks("0 EO EA E7 G7 | 0 E9 GO E8 G8"), contract=TOUT)
    report = evaluate(parse(written))
    (verdict,) = report.verdicts
    assert verdict.status is Status.PROVEN
    assert verdict.payout_if_upheld is None
    ruling: Line = {"kind": "tout_lost", "seat": 0, "play": 4, "ruling": "upheld"}
    assert result({**written, "rulings": [ruling]}) == result(written)
    assert report.turn is None


def test_it_can_be_told() -> None:
    """German and English, at most 20 characters on the light."""
    for name in ("schafkopf", "mehrkopf", "bavarian"):
        for kind in ("tout_lost", "illegal_double"):
            headline = game(name).verdict_words(kind).headline
            assert 0 < len(headline.de) <= 20
            assert 0 < len(headline.en) <= 20


def test_cards_thrown_in_afterwards_count_for_nothing() -> None:
    """RULES 0.3: the deal ends with the lost trick; later cards are nobody's plays.

    By the turn the Eichel-Unter thrown in last would be the declarer's and end the others' run.
    """
    plays = tricks("0 EA EO E7 E8 | 1 GO HO SO EU")
    settled = result(line(plays, contract=TOUT, end={"kind": "tout_lost", "laufende": -8}))
    assert settled.laufende == -8
    assert sum(settled.tricks) == 1
    played_on = result(line(plays, contract=TOUT))
    assert played_on.laufende == -4
    assert sum(played_on.tricks) == 2


def test_when_it_was_over_is_known_once_the_trick_is_whole() -> None:
    text = "0 EO EA E7 G7 | 0 E9 GO E8 G8 | 1 HO"
    assert decided("0 EO EA E7 G7 | 0 E9 GO E8") is None
    assert decided("0 EO EA E7 G7 | 0 E9 GO E8 G8") == 8
    assert decided(text) == 8
    assert decided(text, contract={"kind": "solo", "seat": 0, "suit": "E"}) is None


def decided(text: str, **fields: object) -> int | None:
    report = evaluate(parse(line(tricks(text), **{"contract": TOUT, **fields})))
    return decided_after(report.verdicts, len(tricks(text)), 4)
