"""Ramsch, Muss-Spiel, Hochzeit (DE sections of these names; EN likewise)."""

from __future__ import annotations

import pytest

from engine.deal.report import Status
from engine.rules.house_rules import preset_rules
from tests.engine.rules.table import (
    Example,
    codes,
    deal,
    dealt,
    examples,
    found,
    paid,
    report,
    setting,
    trumps,
)


class TestRamsch:
    """DE/EN Ramsch."""

    def test_trumps_are_those_of_the_normal_game(self) -> None:
        """DE Ramsch: the normal game's rules."""
        for players in (4, 5, 6):
            made = setting(players, {"kind": "ramsch"})
            assert codes(made.trumps) == trumps(players, "rufspiel")

    def test_everybody_plays_alone(self) -> None:
        """DE/EN Ramsch: who has the most points loses, alone."""
        for made in examples(4, "ramsch", lambda made: True, 3):
            result = made.result()
            assert (result.declarers, result.points, result.winner) == ((), None, "seats")

    @pytest.mark.parametrize("players", [4, 5, 6])
    def test_the_most_points_lose_and_pay_everybody_one_unit(self, players: int) -> None:
        """DE Ramsch: who has most points has lost; EN: pays the normal rate (RULES 11.5)."""

        def single(made: Example) -> bool:
            return made.points.count(max(made.points)) == 1

        for made in examples(players, "ramsch", single, 5):
            loser = made.points.index(max(made.points))
            expected = [1] * players
            expected[loser] = 1 - players
            assert paid(made.result()) == expected

    def test_a_player_without_a_trick_changes_nothing(self) -> None:
        """DE/EN Ramsch say nothing of a Jungfrau (RULES 12)."""
        (made,) = examples(4, "ramsch", lambda made: 0 in made.tricks)
        assert made.result().price == 1

    def test_laufende_do_not_count(self) -> None:
        """RULES 0.5: none in a Ramsch, whatever the same cards are worth in a normal game."""
        for made in examples(4, "rufspiel", lambda made: made.run() >= 3, 3):
            assert made.result().laufende == made.run()
            ramsch = deal("mehrkopf", {"kind": "ramsch"}, made.plays, dealer=made.dealer)
            result = report(ramsch).result
            assert result is not None
            assert result.laufende == 0

    def test_it_may_be_the_last_deal_of_the_evening_without_an_auction(self) -> None:
        """DE/EN Ramsch: often the last game of an evening (RULES 0.19)."""
        (made,) = examples(4, "ramsch", lambda made: True)
        last = deal("mehrkopf", {"kind": "ramsch", "why": "last_game"}, made.plays, dealer=3)
        assert last.bids == ()
        result = report(last).result
        assert result is not None
        assert sum(result.payout) == 0

    def barred(self, why: str, **rules: object) -> list[str]:
        """A Ramsch in which one player turns out to have had all four Asse."""

        def all_asse(made: Example) -> bool:
            return any({"EA", "GA", "SA"} <= set(hand) for hand in made.hands)

        (made,) = examples(4, "ramsch", all_asse)
        contract: dict[str, object] = {"kind": "ramsch", "why": why}
        record = deal("mehrkopf", contract, made.plays, dealer=made.dealer, rules=rules)
        return [kind for kind, _, _ in found(record)]

    def test_it_is_barred_where_a_player_could_not_call(self) -> None:
        """DE Ramsch: not if a player cannot call a normal game, as with all Asse (RULES 11.4)."""
        assert self.barred("all_pass") == ["ramsch_barred"]

    def test_the_bar_holds_for_the_dealer_s_ramsch_only(self) -> None:
        """DE Ramsch: "in the latter case"; RULES 0.19."""
        for why, told in (("all_pass", ["ramsch_barred"]), ("last_game", [])):
            assert self.barred(why) == told

    def test_a_table_may_know_no_bar(self) -> None:
        """RULES 11.4: `ramsch_block`."""
        for block, told in (("any", ["ramsch_barred"]), ("never", [])):
            assert self.barred("all_pass", ramsch_block=block) == told


class TestMuss:
    """DE/EN Muss-Spiel."""

    PLAYS = "0 G7 GA G8 G9 | 1 EO H8 H9 H7"

    def muss(self, **more: object) -> dict[str, object]:
        return {"kind": "rufspiel", "seat": 0, "suit": "G", "muss": "EO", **more}

    def test_the_card_is_the_eichel_ober_unless_another_is_named(self) -> None:
        """DE/EN Muss-Spiel: normally the Alte."""
        assert preset_rules("mehrkopf").options["muss_card"] == "EO"

    def test_its_holder_must_declare(self) -> None:
        """DE/EN Muss-Spiel: who owns the card must declare; another's is `illegal_muss`."""
        wrong = deal("mehrkopf", self.muss(), self.PLAYS)
        assert [kind for kind, _, _ in found(wrong)] == ["illegal_muss"]
        own = "0 EO H7 H8 H9"
        assert found(deal("mehrkopf", self.muss(), own)) == []

    def test_he_may_name_any_game_at_its_price(self) -> None:
        """DE/EN Muss-Spiel: a game; RULES 0.20: any, at that game's price."""

        def held(made: Example) -> bool:
            caller = next(iter(made.side))
            return "EO" in made.hands[caller] and made.ours <= 60 and abs(made.run()) < 3

        (made,) = examples(4, "solo", held)
        contract = {**made.contract, "muss": "EO"}
        record = deal("mehrkopf", contract, made.plays, dealer=made.dealer)
        result = report(record).result
        assert result is not None
        assert result.price == 5


class TestHochzeit:
    """DE/EN Hochzeit; RULES 0.18."""

    def married(self, players: int = 4) -> Example:
        """A deal whose seat 0 had one trump only, exchanged with seat 2 before the first card."""
        for seed in range(50_000):
            hands = dealt(players, seed, players - 1)
            high = trumps(players, "rufspiel")
            mine = [c for c in hands[0] if c in high]
            back = [c for c in hands[2] if c not in high]
            if len(mine) == 1 and back:
                gave, got = mine[0], back[0]
                hands[0].remove(gave)
                hands[2].remove(got)
                hands[0].append(got)
                hands[2].append(gave)
                contract: dict[str, object] = {
                    "kind": "hochzeit",
                    "seat": 0,
                    "partner": 2,
                    "gave": gave,
                    "back": got,
                }
                made = Example(players, contract, hands, players - 1)
                return made.play(lambda cards: cards[0])
        raise AssertionError("no hand with a single trump")

    @pytest.mark.parametrize("players", [4, 5, 6])
    def test_giver_and_acceptor_play_together(self, players: int) -> None:
        """DE/EN Hochzeit: from then on they are partners."""
        made = self.married(players)
        result = made.result()
        assert set(result.declarers) == {0, 2}
        assert found(made.record()) == []
        assert (result.winner == "declarers") is (made.ours > made.total // 2)

    def test_a_hochzeit_has_the_trumps_of_the_normal_game(self) -> None:
        """DE/EN Hochzeit name no others."""
        made = self.married()
        assert codes(setting(4, made.contract).trumps) == trumps(4, "rufspiel")

    def test_it_is_paid_as_a_normal_game(self) -> None:
        """EN Wedding game: the normal rate (RULES 11.6)."""
        made = self.married()
        off = made.result(rules={"laufende": False})
        assert off.price - off.schneider - off.schwarz == 1

    def test_both_know_each_other_from_the_start(self) -> None:
        """DE/EN Hochzeit: both teams are plain from the exchange on."""
        made = self.married()
        told = report(deal("mehrkopf", made.contract))
        assert (told.partners, told.sides_known) == ((2,), True)

    def test_the_giver_has_no_trump_left(self) -> None:
        """DE/EN Hochzeit: everybody knows; a trump from his hand is `hochzeit_trump`."""
        made = self.married()
        trump = next(c for c in made.trumps if c not in made.hands[0] and c != made.plays[0][1])
        first = [(0, trump)]
        record = deal("mehrkopf", made.contract, first, dealer=3)
        assert [(kind, seat) for kind, seat, _ in found(record)] == [("hochzeit_trump", 0)]
        assert report(record).verdicts[0].status is Status.PROVEN

    def test_it_is_not_for_two_or_three(self) -> None:
        """RULES 0.18; DE 3 Spieler: Solos only, 2 Spieler: suit games only."""
        from engine.games import game  # noqa: PLC0415

        for players, offered in ((2, False), (3, False), (4, True)):
            kinds = game("mehrkopf").call_menu(preset_rules("mehrkopf"), players).kinds
            assert ("hochzeit" in [each.kind for each in kinds]) is offered
