"""Doublings: who may say what, and when (AB 4.1; RULES 0.15, 8, 11.18)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.deal.record import Doubling
from engine.deal.report import DealReport, Verdict
from engine.dealfile.reader import parse
from engine.games import game
from engine.referee.evaluation import evaluate
from engine.referee.story import tell_story
from engine.rules.house_rules import rules_from
from tests.engine.deals import tricks
from tests.engine.referee.test_settlement import CALLED
from tests.engine.settle.made import Line, line, result

CALL: Line = {"kind": "rufspiel", "seat": 0, "suit": "G"}
"""Seat 2 holds the Gras-Sau and shows it with the third card."""
SOLO: Line = {"kind": "solo", "seat": 0, "suit": "E"}


def said(say: str, seat: int, after: int) -> Line:
    return {"say": say, "seat": seat, "after": after}


def report(*doubles: Line | str, plays: int = 32, **fields: object) -> DealReport:
    written = line(CALLED[:plays], **{"contract": CALL, "game": "bavarian", **fields})
    return evaluate(parse({**written, "doubles": list(doubles)}))


def illegal(*doubles: Line | str, plays: int = 32, **fields: object) -> list[Verdict]:
    found = report(*doubles, plays=plays, **fields)
    return [verdict for verdict in found.verdicts if verdict.kind == "illegal_double"]


class TestKontra:
    """AB 4.1: an opponent, before the second card of the first trick."""

    @pytest.mark.parametrize("seat", [1, 3])
    def test_any_opponent_may_say_it_before_the_second_card_after_it_is_too_late(
        self, seat: int
    ) -> None:
        assert illegal(said("kontra", seat, 0)) == []
        assert illegal(said("kontra", seat, 1)) == []
        (verdict,) = illegal(said("kontra", seat, 2))
        assert (verdict.seat, verdict.play, verdict.known_after) == (seat, 1, 1)

    @pytest.mark.parametrize(
        ("until", "after", "late"),
        [(0, 1, True), (0, 0, False), (4, 4, False), (4, 5, True)],
    )
    def test_how_long_it_may_be_said_is_a_house_rule(
        self, until: int, after: int, late: bool
    ) -> None:
        """RULES 11.18 `contra_until`; AB's own program: before the first card."""
        assert bool(illegal(said("kontra", 1, after), rules={"contra_until": until})) is late

    def test_until_one_s_own_first_card(self) -> None:
        """`contra_until` = `own_card`."""
        rules: Line = {"contra_until": "own_card"}
        assert illegal(said("kontra", 1, 1), rules=rules) == []
        assert illegal(said("kontra", 3, 3), rules=rules) == []
        assert illegal(said("kontra", 1, 2), rules=rules)

    def test_the_declarer_may_not(self) -> None:
        """Only opponents say Kontra."""
        (verdict,) = illegal(said("kontra", 0, 0), plays=1)
        assert (verdict.seat, verdict.play, verdict.known_after) == (0, 0, 0)

    def test_a_hidden_partner_may_not_which_the_called_card_shows(self) -> None:
        """RULES 0.15: a player who turns out to be on the other side."""
        shown = next(at for at, (_, code) in enumerate(CALLED) if code == "GA")
        assert illegal(said("kontra", 2, 1), plays=shown) == []
        (verdict,) = illegal(said("kontra", 2, 1), plays=shown + 1)
        assert (verdict.seat, verdict.play) == (2, 0)
        assert (verdict.known_after, verdict.proof) == (shown, (shown,))

    def test_a_second_one_is_one_too_many(self) -> None:
        """AB 4.1: at most four, one after the other; certain once the first was an opponent's."""
        doubles = [said("kontra", 1, 0), said("kontra", 3, 1)]
        assert illegal(*doubles, plays=2) == []
        (verdict,) = illegal(*doubles)
        assert verdict.seat == 3
        assert CALLED[verdict.known_after][1] == "GA"
        (verdict,) = illegal(*doubles, plays=1, contract=SOLO)
        assert verdict.seat == 3

    def test_a_second_one_is_right_where_the_first_was_wrong(self) -> None:
        """The hidden partner had no Kontra to say; the opponent had."""
        (verdict,) = illegal(said("kontra", 2, 0), said("kontra", 3, 1))
        assert verdict.seat == 2

    def test_re_answers_whichever_was_right(self) -> None:
        """AB 4.1: before another card is played after the last one."""
        doubles = [said("kontra", 2, 0), said("kontra", 3, 1), said("re", 0, 1)]
        assert [verdict.seat for verdict in illegal(*doubles)] == [2]
        ruling = {"kind": "illegal_double", "seat": 2, "play": 0, "ruling": "upheld"}
        written = line(CALLED, game="bavarian", contract=CALL, doubles=doubles, rulings=[ruling])
        assert result(written).price == 4 * result({**written, "doubles": []}).price


def test_no_card_is_told_as_wrong() -> None:
    """DEAL_FILE, `proof`: a doubling is said, not played; the called card shows who is whose."""
    names = ("Resi", "Toni", "Vroni", "Sepp")
    for doubles in ([said("kontra", 1, 2)], [said("kontra", 2, 1)]):
        written = line(CALLED, game="bavarian", contract=CALL, doubles=doubles)
        record = parse(written)
        (verdict,) = evaluate(record).verdicts
        story = tell_story(record, verdict, names)
        assert story.wrong is None
        assert story.conclusion is not None
        assert names[verdict.seat or 0] in story.conclusion.de
        assert [scene.plays for scene in story.scenes] == [(play,) for play in verdict.proof]


class TestAnswers:
    """AB 4.1: Re, Supra, Re-Supra, each before another card is played."""

    def test_all_four_in_turn_are_right_out_of_turn_the_last_is_wrong(self) -> None:
        doubles = [said("kontra", 1, 1), said("re", 0, 1), said("supra", 3, 1)]
        assert illegal(*doubles, said("resupra", 2, 1)) == []
        (verdict,) = illegal(*doubles, said("resupra", 1, 1))
        assert verdict.seat == 1

    def test_an_answer_after_another_card_is_too_late(self) -> None:
        (verdict,) = illegal(said("kontra", 1, 0), said("re", 0, 1))
        assert (verdict.seat, verdict.play) == (0, 0)

    def test_an_answer_to_nothing_is_wrong(self) -> None:
        assert [verdict.seat for verdict in illegal(said("re", 0, 1))] == [0]

    def test_only_declarers_say_re(self) -> None:
        """An opponent's Re is shown once both declarers are known."""
        doubles = [said("kontra", 1, 1), said("re", 3, 1)]
        assert illegal(*doubles, plays=2) == []
        (verdict,) = illegal(*doubles)
        assert verdict.seat == 3
        assert CALLED[verdict.known_after][1] == "GA"

    def test_in_a_solo_it_is_shown_at_once(self) -> None:
        doubles = [said("kontra", 1, 1), said("re", 3, 1)]
        (verdict,) = illegal(*doubles, plays=1, contract=SOLO)
        assert (verdict.seat, verdict.known_after) == (3, 0)

    def test_an_answer_to_an_unknown_moment_is_not_called_late(self) -> None:
        """Judged only where seat and moment are given."""
        assert illegal("kontra", said("re", 0, 9)) == []
        late = illegal(said("kontra", 1, 1), said("re", 0, 9))
        assert [verdict.seat for verdict in late] == [0]


class TestHouse:
    """Which doublings a house plays with."""

    @pytest.mark.parametrize(
        ("stoss", "allowed"), [("off", 0), ("kontra", 1), ("re", 2), ("supra", 3), ("resupra", 4)]
    )
    def test_how_far_it_goes(self, stoss: str, allowed: int) -> None:
        """Option `stoss`; Mehrkopf plays without (RULES 12)."""
        doubles = [
            *(said("kontra", 1, 1), said("re", 0, 1)),
            *(said("supra", 3, 1), said("resupra", 2, 1)),
        ]
        found = illegal(*doubles, rules={"stoss": stoss})
        assert len(found) == 4 - allowed

    @pytest.mark.parametrize(
        ("name", "rules", "words"),
        [
            ("mehrkopf", {}, ()),
            ("bavarian", {}, ("kontra", "re", "supra", "resupra")),
            (
                "schafkopf",
                {},
                ("legen", "klopfen", "kontra", "re", "supra", "resupra", "bock"),
            ),
            ("schafkopf", {"legen": False, "stoss": "re"}, ("kontra", "re")),
            ("schafkopf", {"legen": False, "stoss": "off"}, ()),
        ],
    )
    def test_the_call_screen_offers_just_those(
        self, name: str, rules: Line, words: tuple[str, ...]
    ) -> None:
        menu = game(name).call_menu(rules_from(rules, name), 4)
        assert tuple(word for word, _ in menu.doublings) == words
        assert all(text.de and text.en for _, text in menu.doublings)


class TestLegen:
    """RULES 0.32: each seat once after its first cards."""

    def test_each_seat_may_once_twice_is_wrong_whatever_the_word(self) -> None:
        once = [said("legen", seat, 0) for seat in range(4)]
        assert illegal(*once, game="schafkopf") == []
        (verdict,) = illegal(*once, said("klopfen", 1, 0), game="schafkopf")
        assert verdict.seat == 1

    def test_after_the_first_card_it_is_too_late(self) -> None:
        assert len(illegal(said("klopfen", 1, 1), game="schafkopf")) == 1

    def test_where_the_house_plays_without_it(self) -> None:
        """AB 4.1 knows Contra to Re-Supra alone."""
        assert len(illegal(said("legen", 1, 0))) == 1


class TestNotJudged:
    """Deal file: windows and who are judged only where seat and moment are given."""

    @pytest.mark.parametrize("word", ["kontra", "re", "legen"])
    def test_without_seat_or_moment(self, word: str) -> None:
        before = ["kontra"] if word == "re" else []
        for part in (word, {"say": word, "seat": 3}, {"say": word, "after": 9}):
            assert illegal(*before, part, rules={"legen": True}) == []
        (verdict,) = illegal(said(word, 3, 9))
        assert verdict.seat == 3

    def test_by_a_seat_that_is_not_at_the_table(self) -> None:
        """A slip of a journal accuses nobody."""
        record = parse(line(CALLED, game="bavarian", contract=CALL))
        for seat, told in ((4, []), (3, [3])):
            doubled = replace(record, doubles=(Doubling("kontra", seat, 9),))
            assert [verdict.seat for verdict in evaluate(doubled).verdicts] == told

    @pytest.mark.parametrize(("word", "told"), [("bock", []), ("kontra", [2]), ("re", [2])])
    def test_bock_is_nobody_s_turn_kontra_and_re_are(self, word: str, told: list[int]) -> None:
        found = illegal(said(word, 2, 9), rules={"legen": True})
        assert [verdict.seat for verdict in found] == told

    @pytest.mark.parametrize(("contract", "told"), [({"kind": "ramsch"}, []), (SOLO, [3])])
    def test_a_ramsch_has_no_sides_a_solo_has(self, contract: Line, told: list[int]) -> None:
        found = illegal(said("re", 3, 9), contract=contract, game="mehrkopf")
        assert [verdict.seat for verdict in found] == told

    def test_nothing_is_told_before_the_first_card(self) -> None:
        """There is no play yet that it could be shown with."""
        assert illegal(said("re", 3, 0), plays=0) == []
        assert illegal(said("re", 3, 0), plays=1, contract=SOLO) != []


class TestUpheld:
    """What an illegal doubling costs: it does not count, and that is all."""

    LATE: Line = said("kontra", 1, 2)
    RULING: Line = {"kind": "illegal_double", "seat": 1, "play": 1}  # noqa: RUF012

    def price(self, *doubles: Line | str, ruling: str | None, **more: object) -> int:
        written = line(CALLED, game="bavarian", contract=CALL, doubles=list(doubles), **more)
        if ruling is not None:
            written["rulings"] = [{**self.RULING, "ruling": ruling}]
        return result(written).price

    def test_until_somebody_decides_it_counts(self) -> None:
        assert self.price(self.LATE, ruling=None) == 2 * self.price(ruling=None)

    @pytest.mark.parametrize(("ruling", "factor"), [("upheld", 1), ("waived", 2), ("dismissed", 2)])
    def test_upheld_it_does_not(self, ruling: str, factor: int) -> None:
        assert self.price(self.LATE, ruling=ruling) == factor * self.price(ruling=None)

    def test_what_answered_it_falls_with_it(self) -> None:
        """Nobody would have said Re without the Kontra; who said it did no wrong."""
        doubles = [self.LATE, said("re", 0, 2), said("supra", 3, 2)]
        assert self.price(*doubles, ruling="upheld") == self.price(ruling=None)
        assert [verdict.seat for verdict in illegal(*doubles)] == [1]

    def test_others_stay(self) -> None:
        legen = {"legen": True}
        both = self.price("legen", self.LATE, ruling="upheld", rules=legen)
        assert both == 2 * self.price(ruling=None)

    def test_what_upholding_it_would_change_is_told_when_the_deal_is_over(self) -> None:
        """DEAL_FILE, `payout_if_upheld`: the price without it."""
        plain = result(line(CALLED, game="bavarian", contract=CALL))
        (verdict,) = illegal(self.LATE)
        assert verdict.payout_if_upheld == plain.payout
        upheld = {**self.RULING, "ruling": "upheld"}
        (verdict,) = illegal(self.LATE, rulings=[upheld])
        assert verdict.payout_if_upheld == plain.payout

    def test_it_has_no_penalty(self) -> None:
        """It stops no deal."""
        (verdict,) = illegal(self.LATE, plays=8)
        assert verdict.payout_if_upheld is None
        running = report(self.LATE, plays=8, rulings=[{**self.RULING, "ruling": "upheld"}])
        assert running.result is None
        assert running.turn is not None

    def test_it_does_not_raise_an_error_s_price_either(self) -> None:
        """RULES 8: declared doublings that count."""
        plays = tricks("0 G7 GA S9 GK | 1 H7 G9")
        revoke: Line = {"kind": "revoke", "seat": 2, "play": 2, "ruling": "upheld"}
        written = line(plays, game="bavarian", contract=CALL, doubles=[self.LATE])
        struck: Line = {**self.RULING, "seat": 1, "ruling": "upheld"}
        assert result({**written, "rulings": [revoke]}).price == 2
        assert result({**written, "rulings": [revoke, struck]}).price == 1


def test_doubling_changes_the_price_alone() -> None:
    """AB 4.1: Contra and Re leave the sides, and 60 for the defenders, as they are."""
    plain = result(line(CALLED, game="bavarian", contract=CALL))
    doubles = [said("kontra", 1, 1), said("re", 0, 1)]
    doubled = result(line(CALLED, game="bavarian", contract=CALL, doubles=doubles))
    assert (doubled.declarers, doubled.winner, doubled.points) == (
        *(plain.declarers, plain.winner),
        plain.points,
    )
    assert doubled.price == 4 * plain.price


class TestTeamsOfThree:
    """Five and more: a partner may be shown by the Ass or by the Schöne."""

    PLAYS = tricks("0 G7 GA GS G8 G9", size=5)

    @pytest.mark.parametrize(("seat", "card"), [(1, "GA"), (2, "GS")])
    def test_either_called_card_shows_its_holder(self, seat: int, card: str) -> None:
        """DE Normalspiel: both play with the caller."""
        written = line(
            self.PLAYS,
            game="mehrkopf",
            players=5,
            dealer=4,
            contract=CALL,
            doubles=[said("kontra", seat, 0)],
            rules={"stoss": "resupra"},
        )
        (verdict,) = evaluate(parse(written)).verdicts
        assert (verdict.kind, verdict.seat) == ("illegal_double", seat)
        assert self.PLAYS[verdict.known_after][1] == card

    @pytest.mark.parametrize(("seat", "wrong"), [(3, True), (1, False), (0, False)])
    def test_an_opponent_s_re_is_shown_when_both_lie(self, seat: int, wrong: bool) -> None:
        doubles = [said("kontra", 4, 0), said("re", seat, 0)]
        written = line(
            self.PLAYS,
            game="mehrkopf",
            players=5,
            dealer=4,
            contract=CALL,
            doubles=doubles,
            rules={"stoss": "resupra"},
        )
        found = evaluate(parse(written)).verdicts
        assert [verdict.seat for verdict in found] == ([seat] if wrong else [])
        assert all(verdict.known_after == 2 for verdict in found)
