"""How a deal can end other than by its last card, and what each end is worth (RULES 12)."""

from __future__ import annotations

import pytest

from engine.dealfile.reader import parse
from engine.referee.evaluation import evaluate
from tests.engine.deals import tricks
from tests.engine.referee.test_settlement import CALLED, SIE
from tests.engine.settle.made import Line, amounts, line, result, scored

SOLO: Line = {"kind": "solo", "seat": 0, "suit": "E"}
CALL: Line = {"kind": "rufspiel", "seat": 0, "suit": "G"}
NO_RUN: Line = {"laufende": False}


class TestClaim:
    """`claim`: somebody says the rest is his."""

    def test_agreed_it_gives_the_rest_to_his_side(self) -> None:
        end = {"kind": "claim", "seat": 0, "tricks": "rest", "agreed": True, "laufende": 8}
        settled = result(line(SIE[:8], contract=SOLO, end=end))
        assert (settled.points, settled.tricks) == ((120, 0), (8, 0, 0, 0))
        assert amounts(settled) == [450, -150, -150, -150]

    def test_without_a_word_it_is_agreed(self) -> None:
        end = {"kind": "claim", "seat": 0, "laufende": 8}
        assert result(line(SIE[:8], contract=SOLO, end=end)).price == 150

    def test_a_defender_may_claim(self) -> None:
        end = {"kind": "claim", "seat": 1, "laufende": 0}
        settled = result(line(SIE[:4], contract=SOLO, end=end))
        assert settled.winner == "defenders"
        assert settled.points == (14, 106)

    def test_contested_it_is_open(self) -> None:
        """Nobody agreed: nothing is settled by what one player says."""
        end = {"kind": "claim", "seat": 0, "laufende": 8}
        for agreed, price in ((True, 150), (False, None)):
            written = line(SIE[:8], contract=SOLO, end={**end, "agreed": agreed})
            report = evaluate(parse(written))
            assert (report.result and report.result.price) == price
            assert report.turn is None

    def test_contested_it_is_settled_where_the_rest_cannot_change_it(self) -> None:
        """Every way the rest can be won gives the same."""
        plays = tricks(
            "0 EO EA E7 G7 | 0 GO EZ E8 G8 | 0 HO EK E9 G9 | 0 SO GA HA SA | 0 EU GZ HZ SZ"
            "| 0 GU GK HK SK | 0 S9 S8 HU H9"
        )
        end = {"kind": "claim", "seat": 0, "agreed": False}
        settled = result(line(plays, contract=SOLO, end=end, rules=NO_RUN))
        assert settled.winner == "declarers"
        assert (settled.schneider, settled.schwarz) == (True, False)
        assert sum(settled.points_by_seat) == 118

    def test_the_last_card_out_can_only_be_his(self) -> None:
        """All the others' cards lie, so the Ober that nobody has seen is of the declarer's run."""
        plays = tricks(
            "0 EO EA E7 G7 | 0 HO EZ E8 G8 | 0 SO EK E9 G9 | 0 EU GA SU GK | 0 GU GZ HZ SZ"
            "| 0 HU H9 HK SK | 0 S9 SA S8 H8 | 1 S7 HA H7"
        )
        settled = result(line(plays, contract=SOLO, end={"kind": "claim", "seat": 0}))
        # Four Ober, then the Unter of Eichel, Gras and Herz: the Schellen-Unter was seat 2's.
        assert (settled.laufende, settled.price) == (7, 130)

    def test_the_partner_must_be_known(self) -> None:
        """Whose side the claim helps depends on who holds the called Ass."""
        end = {"kind": "claim", "seat": 1, "laufende": 0}
        unknown = line(CALLED[4:8], contract=CALL, end=end)
        assert scored(unknown) is None
        hands = [[], [], ["GA", *["??"] * 7], []]
        assert result({**unknown, "hands": hands}).declarers == (0, 2)

    def test_the_caller_s_claim_needs_no_partner_for_who_won(self) -> None:
        """Still not settled: who shares the win is not known."""
        end = {"kind": "claim", "seat": 0, "laufende": 0}
        unknown = line(CALLED[4:8], contract=CALL, end=end)
        assert scored(unknown) is None
        hands = [[], [], ["GA", *["??"] * 7], []]
        assert result({**unknown, "hands": hands}).winners == (0, 2)


def test_who_holds_no_cards_has_nothing_to_claim() -> None:
    """DE 7 Spieler: the dealer sits out."""
    dealt: Line = {"game": "mehrkopf", "players": 7, "dealer": 6, "out": [6], "contract": SOLO}
    for kind, winner in (
        ("claim", "declarers"),
        ("conceded", "defenders"),
        ("laid_down", "declarers"),
    ):
        end = {"kind": kind, "seat": 0, "laufende": 0}
        assert scored(line([], **dealt, end={**end, "seat": 6})) is None
        assert result(line([], **dealt, end=end)).winner == winner


class TestConceded:
    """`conceded`: somebody gives the rest away."""

    def test_a_declarer_s_rest_goes_to_the_others(self) -> None:
        end = {"kind": "conceded", "seat": 0, "laufende": 0}
        settled = result(line(SIE[:4], contract=SOLO, end=end))
        assert settled.winner == "defenders"
        assert settled.points == (14, 106)
        assert settled.schneider
        assert amounts(settled) == [-180, 60, 60, 60]

    def test_a_defender_s_rest_goes_to_the_declarers(self) -> None:
        end = {"kind": "conceded", "seat": 2, "laufende": 8}
        settled = result(line(SIE[:4], contract=SOLO, end=end))
        assert settled.points == (120, 0)
        assert settled.schwarz

    def test_contested_it_is_open(self) -> None:
        end = {"kind": "conceded", "seat": 0, "laufende": 0}
        agreed = line(SIE[:4], contract=SOLO, end={**end, "agreed": True})
        assert result(agreed).winner == "defenders"
        assert scored({**agreed, "end": {**end, "agreed": False}}) is None

    def test_a_broken_off_trick_belongs_to_the_rest(self) -> None:
        end = {"kind": "conceded", "seat": 0, "laufende": 0}
        assert result(line(SIE[:6], contract=SOLO, end=end)).points == (14, 106)


class TestLaidDown:
    """`laid_down`: the hand is shown and takes everything."""

    def test_the_declarer_has_every_trick(self) -> None:
        settled = result(line([], contract=SOLO, end={"kind": "laid_down", "laufende": 8}))
        assert settled.tricks == (8, 0, 0, 0)
        assert settled.price == 150

    def test_a_tout_laid_down_is_won(self) -> None:
        """RULES 0.3: won with all tricks."""
        end = {"kind": "laid_down", "laufende": 8}
        assert result(line([], contract={**SOLO, "tout": True}, end=end)).price == 260


class TestToutLost:
    """`tout_lost`: said at the table."""

    def test_it_is_lost_whatever_lies(self) -> None:
        """RULES 0.3: the deal ends with the first lost trick."""
        end = {"kind": "tout_lost", "laufende": 0}
        settled = result(line(SIE[:4], contract={**SOLO, "tout": True}, end=end))
        assert settled.winner == "defenders"
        assert amounts(settled) == [-300, 100, 100, 100]

    def test_laufende_nobody_saw_leave_it_open(self) -> None:
        written = line(SIE[:4], contract={**SOLO, "tout": True}, end={"kind": "tout_lost"})
        assert scored(written) is None
        assert result({**written, "rules": NO_RUN}).price == 100


@pytest.mark.parametrize(
    "why", ["all_pass", "nixer", "misdeal", "exposed", "wrong_count", "redeal"]
)
def test_cards_thrown_in_cost_nobody_anything(why: str) -> None:
    """RULES 12; AB 2.1: thrown in, shuffled, dealt again; the Stock is another house rule."""
    settled = result(line([], end={"kind": "thrown_in", "why": why, "seat": 2}))
    assert amounts(settled) == [0, 0, 0, 0]
    assert (settled.winner, settled.winners, settled.price) == ("none", (), 0)


@pytest.mark.parametrize("kind", ["void", "ruled"])
def test_a_deal_that_does_not_count_pays_nothing(kind: str) -> None:
    settled = result(line(SIE[:6], contract=SOLO, end={"kind": kind}))
    assert amounts(settled) == [0, 0, 0, 0]


def test_void_outweighs_an_error_that_was_upheld() -> None:
    """The table's last word: the deal does not count at all."""
    plays = tricks("0 G7 GA S9 G8 | 1 H7 G9")
    ruling = {"kind": "revoke", "seat": 2, "play": 2, "ruling": "upheld"}
    written = line(plays, contract=CALL, rulings=[ruling])
    assert amounts(result(written)) == [20, 20, -60, 20]
    assert amounts(result({**written, "end": {"kind": "void"}})) == [0, 0, 0, 0]


def test_a_ruling_after_the_last_card_leaves_the_cards_to_settle() -> None:
    """The verdict was withdrawn by a correction: what was played counts."""
    settled = result(line(SIE, contract=SOLO, end={"kind": "ruled"}))
    assert amounts(settled) == [450, -150, -150, -150]


@pytest.mark.parametrize(
    ("end", "complete"),
    [
        (None, True),
        ({"kind": "claim", "seat": 0, "laufende": 8}, False),
        ({"kind": "laid_down"}, False),
        ({"kind": "thrown_in", "why": "misdeal"}, False),
    ],
)
def test_complete_says_that_every_card_was_seen(end: Line | None, complete: bool) -> None:
    """Deal file, `complete`."""
    plays = SIE if complete else SIE[:8]
    report = evaluate(parse(line(plays, contract=SOLO, end=end)))
    assert report.complete is complete
    assert report.turn is None


class TestUnseen:
    """Cards that lay but were not seen: every way they can lie is tried."""

    def hidden(self, *codes: str) -> list[tuple[int, str]]:
        return [(seat, "??" if code in codes else code) for seat, code in SIE]

    def test_a_claim_is_settled_where_they_change_nothing(self) -> None:
        end = {"kind": "claim", "seat": 0}
        plays = self.hidden("G7", "G8")[:28]
        written = line(plays, contract=SOLO, end=end, rules=NO_RUN)
        assert amounts(result(written)) == [210, -70, -70, -70]

    def test_one_of_them_may_be_of_the_run(self) -> None:
        """The Schellen-Unter may be the card that was not seen: seven Laufende or eight."""
        end = {"kind": "claim", "seat": 0, "laufende": 8}
        assert scored(line(self.hidden("G7", "G8")[:28], contract=SOLO, end=end)) is None
        assert result(line(self.hidden()[:28], contract=SOLO, end=end)).laufende == 8

    @pytest.mark.parametrize(("codes", "price"), [("G7 G8", 150), ("EO EA GO EZ", None)])
    def test_nothing_is_guessed_where_they_do(self, codes: str, price: int | None) -> None:
        settled = scored(line(self.hidden(*codes.split()), contract=SOLO))
        assert (settled and settled.price) == price
