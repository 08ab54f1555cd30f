"""Winning and paying (DE Ziel des Spiels, Abrechnung; EN Settling the score)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.engine.rules.table import (
    Example,
    Plays,
    deal,
    deck,
    examples,
    paid,
    points_of,
    report,
    trumps,
)

NORMAL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def plainly(made: Example) -> bool:
    """Won by the declarers, nothing on top: no Schneider, no Laufende of either side."""
    return made.total // 2 < made.ours <= made.total - made.total // 4 and -3 < made.run() < 3


def lost_plainly(made: Example) -> bool:
    return made.ours <= made.total // 2 and -3 < made.run() < 3


class TestWinning:
    """DE/EN Ziel des Spiels and Abrechnung, first paragraph."""

    @pytest.mark.parametrize(("players", "needs"), [(4, 61), (5, 75), (6, 61)])
    def test_declarers_win_with_more_than_half(self, players: int, needs: int) -> None:
        """DE/EN Ziel des Spiels, table; 5 Spieler and 6 Spieler repeat it."""
        for made in examples(players, "rufspiel", lambda made: True, 25):
            result = made.result()
            assert (result.winner == "declarers") is (made.ours >= needs)
            assert result.points == (made.ours, made.total - made.ours)

    @pytest.mark.parametrize(("players", "enough"), [(4, 60), (5, 74), (6, 60)])
    def test_defenders_win_with_half(self, players: int, enough: int) -> None:
        """DE/EN Ziel des Spiels, table: 60, 74, 60 are enough for the others."""

        def even(made: Example) -> bool:
            return made.total - made.ours == enough

        (made,) = examples(players, "solo", even)
        assert made.result().winner == "defenders"

    @pytest.mark.parametrize("players", [3, 4, 5])
    def test_a_solo_has_the_same_threshold(self, players: int) -> None:
        """DE/EN Ziel des Spiels, table: 61 with three, too."""
        for made in examples(players, "solo", lambda made: True, 15):
            assert (made.result().winner == "declarers") is (made.ours > made.total // 2)

    def test_points_are_counted_when_all_cards_are_played(self) -> None:
        """DE/EN Abrechnung: counted when all cards lie, for each team."""
        (made,) = examples(4, "rufspiel", plainly)
        running = deal("mehrkopf", made.contract, made.plays[:-1], dealer=made.dealer)
        assert report(running).result is None
        assert list(made.result().points_by_seat) == made.points
        assert list(made.result().tricks) == made.tricks


class TestBaseRate:
    """DE/EN Abrechnung, Grundtarif."""

    def test_a_normal_game_is_paid_one_unit(self) -> None:
        """DE/EN Abrechnung: one unit."""
        for made in examples(4, "rufspiel", plainly, 3):
            assert made.result().price == 1

    @pytest.mark.parametrize("kind", ["solo", "wenz", "geier"])
    def test_a_solo_is_paid_five_units(self, kind: str) -> None:
        """DE/EN Abrechnung: five units."""
        for made in examples(4, kind, lost_plainly, 3):
            assert made.result().price == 5

    def test_who_loses_pays_who_wins(self) -> None:
        """EN Settling the score: credited to the winners; DE says it for winning declarers."""
        for made in examples(4, "rufspiel", lambda made: lost_plainly(made) or plainly(made), 8):
            won = made.ours > 60
            for seat, amount in enumerate(made.result().payout):
                assert (amount > 0) is ((seat in made.side) is won)


class TestDemandRate:
    """DE/EN Abrechnung, Leistungstarif; Ziel des Spiels on Schneider."""

    @pytest.mark.parametrize(("players", "free"), [(4, 30), (5, 37), (6, 30)])
    def test_defenders_are_schneider_free_with_a_quarter(self, players: int, free: int) -> None:
        """DE/EN Ziel des Spiels and Abrechnung: less than a quarter of the points is Schneider."""

        def about(made: Example) -> bool:
            return free - 3 <= made.total - made.ours <= free + 2 and made.our_tricks < 8

        for made in examples(players, "rufspiel", about, 6):
            assert made.result().schneider is (made.total - made.ours < free)

    def test_schneider_costs_one_unit_more(self) -> None:
        """DE/EN Abrechnung: one more unit."""

        def schneider(made: Example) -> bool:
            return made.ours > 90 and made.our_tricks < 8 and -3 < made.run() < 3

        for made in examples(4, "rufspiel", schneider, 3):
            assert made.result().price == 2

    def test_schwarz_costs_two_units_instead(self) -> None:
        """DE/EN Abrechnung: two units on the base rate, not one and two."""

        def schwarz(made: Example) -> bool:
            return made.our_tricks == 8

        for made in examples(4, "rufspiel", schwarz, 2):
            result = made.result(rules={"laufende": False})
            assert (result.schneider, result.schwarz, result.price) == (True, True, 3)

    def test_schwarz_is_a_count_of_tricks(self) -> None:
        """DE/EN Abrechnung: not a single trick; with Preußen points may even be below zero."""

        def poor(made: Example) -> bool:
            return made.total - made.ours <= 0 and made.our_tricks < 8

        (made,) = examples(6, "rufspiel", poor)
        result = made.result()
        assert (result.schneider, result.schwarz) == (True, False)

    def test_losing_declarers_pay_neither_schneider_nor_schwarz(self) -> None:
        """DE/EN Abrechnung name the non-declarers only (RULES 0.4)."""

        def low(made: Example) -> bool:
            return made.ours <= 30 and -3 < made.run() < 3

        for made in examples(4, "solo", low, 3):
            result = made.result()
            assert (result.schneider, result.price) == (False, 5)


class TestSharing:
    """DE/EN Abrechnung, who pays whom."""

    def test_two_against_two_each_loser_pays_the_price(self) -> None:
        """DE/EN Abrechnung: every loser pays the group of winners, who share evenly."""
        for made in examples(4, "rufspiel", plainly, 3):
            assert paid(made.result()) == [1 if s in made.side else -1 for s in range(4)]

    def test_winners_share_the_pot_evenly_even_where_it_does_not_divide(self) -> None:
        """DE/EN Abrechnung: with five, three losers fill it for two winners, or two for three."""
        seen = set()
        for made in examples(5, "rufspiel", lambda m: plainly(m) or lost_plainly(m), 20):
            result = made.result()
            won = made.ours > 74
            winners = len(made.side) if won else 5 - len(made.side)
            share = Fraction(5 - winners, winners)
            for seat, amount in enumerate(result.payout):
                gets = (seat in made.side) is won
                assert amount == (share if gets else -1)
            seen.add((won, len(made.side)))
        assert len(seen) >= 3

    def test_six_share_two_against_four(self) -> None:
        """DE/EN Abrechnung: four losers pay two winners two units each, or two pay four a half."""

        def two(made: Example) -> bool:
            return len(made.side) == 2 and (plainly(made) or lost_plainly(made))

        for made in examples(6, "rufspiel", two, 4):
            won = made.ours > 60
            for seat, amount in enumerate(made.result().payout):
                if seat in made.side:
                    assert amount == (2 if won else -1)
                else:
                    assert amount == (-1 if won else Fraction(1, 2))

    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_a_soloist_settles_with_each_other_player(self, players: int) -> None:
        """DE/EN Abrechnung: he gets it from each, and pays each."""
        for made in examples(players, "solo", lambda m: plainly(m) or lost_plainly(m), 4):
            won = made.ours > made.total // 2
            each = 5 if won else -5
            expected = [-each] * players
            expected[next(iter(made.side))] = each * (players - 1)
            assert paid(made.result()) == expected

    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_every_payment_sums_to_nothing(self, players: int) -> None:
        """DE/EN Abrechnung: what one gets others pay."""
        kinds = ["solo", "wenz"] if players == 3 else ["solo", "rufspiel", "ramsch"]
        for kind in kinds:
            for made in examples(players, kind, lambda made: True, 5):
                result = made.result()
                assert sum(result.payout) + result.stock_change == 0
                assert max(result.payout) > 0


class TestLaufende:
    """DE/EN Abrechnung, Prämientarif."""

    def three_of(self, players: int = 4) -> list[Example]:
        def three(made: Example) -> bool:
            return made.run() == 3 and made.total // 2 < made.ours <= made.total * 3 // 4

        return examples(players, "rufspiel", three, 2)

    def test_three_laufende_count_one_unit_each(self) -> None:
        """DE Abrechnung: from three on a unit for each."""
        for made in self.three_of():
            result = made.result()
            assert (result.laufende, result.price) == (3, 1 + 3)
            assert [each.code for each in result.laufende_cards] == ["EO", "GO", "HO"]

    def test_two_laufende_do_not_count(self) -> None:
        """DE Abrechnung: from three on."""
        (made,) = examples(4, "rufspiel", lambda m: plainly(m) and m.run() == 2)
        assert (made.result().laufende, made.result().price) == (0, 1)

    def test_a_table_may_count_more_than_three_only(self) -> None:
        """EN Settling the score: more than three (RULES 11.1)."""
        for made in self.three_of():
            counted = [made.result(rules={"laufende_min": n}).laufende for n in (3, 4)]
            assert counted == [3, 0]

    def test_laufende_are_main_trumps_only(self) -> None:
        """DE/EN Abrechnung: a run of Stammtrümpfe (RULES 11.2)."""
        run = trumps(4, "rufspiel")
        rest = [c for c in deck(4) if c not in run and c not in ("GA", "G7")]
        hands = [[*run[:7], "G7"], [*run[7:10], "GA", *rest[:4]], rest[4:12], []]
        hands[3] = [c for c in deck(4) if not any(c in hand for hand in hands)]
        made = Example(4, {"kind": "rufspiel", "seat": 0, "suit": "G"}, hands, 3)
        made.play(lambda cards: cards[0])
        assert (made.run(False), made.run()) == (10, 8)
        assert made.result().laufende == 8

    @pytest.mark.parametrize(("kind", "top"), [("wenz", "EU"), ("geier", "EO")])
    def test_in_a_solo_the_run_begins_with_the_highest_trump(self, kind: str, top: str) -> None:
        """DE/EN Abrechnung: from the highest trump of the Solo downwards."""
        for made in examples(4, kind, lambda made: abs(made.run()) >= 3, 2):
            result = made.result()
            assert result.laufende == made.run()
            assert result.laufende_cards[0].code == top

    def held_and_lost(self) -> Example:
        (made,) = examples(4, "rufspiel", lambda made: made.run() == 3 and 30 < made.ours <= 60)
        return made

    def test_laufende_raise_what_the_losers_pay_whoever_held_them(self) -> None:
        """DE/EN Abrechnung: winnings flow by kind, strength and additional ratings; each loser
        relinquishes the sum of all rates (RULES 0.5)."""
        made = self.held_and_lost()
        assert (made.result().laufende, made.result().price) == (3, 1 + 3)
        assert [made.result().payout[s] for s in range(4)] == [
            -4 if s in made.side else 4 for s in range(4)
        ]

    def test_a_table_may_pay_the_team_that_held_them_even_if_it_lost(self) -> None:
        """DE/EN Abrechnung: the owners may claim a unit for each; `laufende_to` (RULES 0.5)."""
        made = self.held_and_lost()
        told = made.result(rules={"laufende_to": "holder"})
        assert told.price == 1 - 3
        assert all((told.payout[s] > 0) is (s in made.side) for s in range(4))

    def test_laufende_may_be_left_out(self) -> None:
        """DE/EN Abrechnung: beginners may do without."""
        for made in self.three_of():
            assert made.result(rules={"laufende": False}).price == 1

    def test_a_table_may_demand_that_laufende_are_claimed(self) -> None:
        """DE/EN Abrechnung: one has to keep track to be paid; `laufende_claim` (RULES 0.5)."""
        rules = {"laufende_claim": "must_claim"}
        for made in self.three_of():
            assert made.result(rules=rules).laufende == 0
            end = {"kind": "claim", "seat": 0, "laufende": 3}
            assert made.result(rules=rules, end=end).laufende == 3


class TestErrors:
    """DE/EN Abrechnung, an error that stops the game."""

    PLAYS = "0 S9 SA H7 S8 | 2 S7"
    RULING = ({"kind": "revoke", "seat": 2, "play": 2, "ruling": "upheld"},)

    def test_who_erred_pays_every_other_player(self) -> None:
        """DE Abrechnung: lost at once, and he pays each of the others (RULES 11.7)."""
        record = deal("mehrkopf", NORMAL, self.PLAYS, rulings=list(self.RULING))
        result = report(record).result
        assert result is not None
        assert paid(result) == [1, 1, -3, 1]

    def test_in_a_solo_he_pays_its_rate(self) -> None:
        """DE Abrechnung: by the rates above."""
        wenz: dict[str, object] = {"kind": "wenz", "seat": 0}
        record = deal("mehrkopf", wenz, self.PLAYS, rulings=list(self.RULING))
        result = report(record).result
        assert result is not None
        assert paid(result) == [5, 5, -15, 5]

    def test_the_trick_may_be_lost_instead(self) -> None:
        """EN Settling the score: the trick is lost and his points are deducted (RULES 0.17)."""
        made, wrong, plays = _with_a_revoke()
        seat, lost = plays[wrong][0], points_of([c for _, c in plays[wrong // 4 * 4 :][:4]])
        ruling = {"kind": "revoke", "seat": seat, "play": wrong, "ruling": "upheld"}
        for revoke, more in (("trick_lost", lost), ("none", 0)):
            record = deal(
                "mehrkopf",
                made.contract,
                plays,
                dealer=made.dealer,
                rules={"revoke": revoke},
                rulings=[ruling],
            )
            result = report(record).result
            assert result is not None
            assert result.points is not None
            assert result.points[0] == made.ours + more

    @pytest.mark.parametrize("why", ["upheld", "dismissed", "waived"])
    def test_nothing_is_settled_before_a_person_decides(self, why: str) -> None:
        """DESIGN 6: only an upheld verdict costs."""
        ruling = [{**self.RULING[0], "ruling": why}]
        told = report(deal("mehrkopf", NORMAL, self.PLAYS, rulings=ruling))
        assert (told.result is not None) is (why == "upheld")


def _flow(made: Example, of: int, to: set[int]) -> list[Fraction]:
    """Return who gets what where the others pay `of` units to those in `to`."""
    payers = set(made.seats) - to
    amounts = [Fraction(0)] * made.players
    alone = len(to) == 1 or len(payers) == 1
    for seat in made.seats:
        if seat in to:
            amounts[seat] = Fraction(of * len(payers), 1 if alone else len(to))
        else:
            amounts[seat] = Fraction(-of * (len(to) if alone else 1))
    return amounts


def _by_the_rates(made: Example) -> list[Fraction]:
    """Reckon a deal by the rulebook: base rate, demand rate, premium rate (DE Abrechnung)."""
    others = set(made.seats) - made.side
    theirs, won = made.total - made.ours, made.ours > made.total // 2
    units = 1 if made.kind == "rufspiel" else 5
    if won and sum(made.tricks[seat] for seat in others) == 0:
        units += 2
    elif won and theirs < made.total // 4:
        units += 1
    run = made.run()
    units += abs(run) if abs(run) >= 3 else 0
    return _flow(made, units, made.side if won else others)


@pytest.mark.parametrize(
    ("players", "kind"),
    [
        *((4, kind) for kind in ("rufspiel", "solo", "wenz", "geier")),
        *((3, kind) for kind in ("solo", "wenz", "geier")),
        *((n, kind) for n in (5, 6, 7) for kind in ("rufspiel", "solo", "wenz", "niederer")),
    ],
)
def test_every_deal_is_settled_by_the_rates(players: int, kind: str) -> None:
    """DE/EN Abrechnung as a whole: base, demand and premium rate, for each number of players."""
    for made in examples(players, kind, lambda made: True, 60):
        assert list(made.result().payout) == _by_the_rates(made)


def _with_a_revoke() -> tuple[Example, int, Plays]:
    """Return a Wenz, the index of a defender's wrong card, and the plays with it.

    He laid two of his cards in exchange, in two tricks that his side won either way.
    """
    for made in examples(4, "wenz", lambda made: True, 200):
        for early, (seat, first) in enumerate(made.plays):
            led = made.class_of(made.plays[early // 4 * 4][1])
            if seat in made.side or early % 4 == 0 or made.class_of(first) != led:
                continue
            for late in range(early // 4 * 4 + 4, 32):
                swapped = list(made.plays)
                if made.plays[late][0] != seat or late % 4 == 0:
                    continue
                swapped[early], swapped[late] = swapped[late], swapped[early]
                if made.class_of(swapped[early][1]) != led and _won_alike(made, swapped, early):
                    return made, early, swapped
    raise AssertionError("no such deal")


def _won_alike(made: Example, plays: Plays, wrong: int) -> bool:
    """Tell whether every trick has the same winner, and the one with the error a defender."""
    alike = all(
        made.winner(plays[start : start + 4]) == made.winner(made.plays[start : start + 4])
        for start in range(0, 32, 4)
    )
    start = wrong // 4 * 4
    return alike and made.winner(plays[start : start + 4]) not in made.side
