"""Solos, Tout, Sie (DE Solospiel, Toutspiel, Sie)."""

from __future__ import annotations

import pytest

from engine.games import game
from engine.options import Rules
from engine.rules.house_rules import preset_rules
from engine.text import PlainError
from tests.engine.rules.table import (
    SUITS,
    codes,
    deal,
    examples,
    line_of,
    paid,
    plain,
    report,
    setting,
    trumps,
)


class TestSolos:
    """DE/EN Solospiel."""

    @pytest.mark.parametrize("kind", ["solo", "wenz", "geier"])
    def test_a_soloist_plays_alone_against_all_others(self, kind: str) -> None:
        """DE/EN Solospiel: one against all."""
        for made in examples(5, kind, lambda made: True, 3):
            assert set(made.result().declarers) == made.side
            assert len(made.side) == 1

    @pytest.mark.parametrize("suit", "EGS")
    def test_the_solo_s_suit_takes_the_place_of_herz(self, suit: str) -> None:
        """DE/EN Solospiel: the suit named is trump instead of Herz."""
        for players in (3, 4, 5, 6):
            made = setting(players, {"kind": "solo", "seat": 0, "suit": suit})
            assert codes(made.trumps) == trumps(players, "solo", suit)
            assert line_of(made, "HA") == plain(players, "solo", "H", suit)

    def test_a_rotsolo_has_herz_as_trump(self) -> None:
        """DE/EN Solospiel: Herz may be named, too."""
        for players in (3, 4, 5, 6):
            made = setting(players, {"kind": "solo", "seat": 0, "suit": "H"})
            assert codes(made.trumps) == trumps(players, "rufspiel")

    @pytest.mark.parametrize(("kind", "rank"), [("geier", "O"), ("wenz", "U"), ("niederer", "G")])
    def test_only_the_four_cards_of_the_rank_are_trump(self, kind: str, rank: str) -> None:
        """DE/EN Solospiel: Ober in the Geier, Unter in the Wenz, Gefreite in the Niederer."""
        made = setting(6, {"kind": kind, "seat": 0})
        assert codes(made.trumps) == [suit + rank for suit in SUITS]

    def test_in_a_geier_unter_and_gefreite_lie_between_koenig_and_neun(self) -> None:
        """DE/EN Solospiel, the example: A 10 S K U G 9 8 7 6 P."""
        made = setting(6, {"kind": "geier", "seat": 0})
        assert [c[1] for c in line_of(made, "EA")] == list("AZSKUG9876P")

    def test_a_niederer_needs_gefreite_so_five_players(self) -> None:
        """DE/EN Solospiel and 5 Spieler: Gefreite are in play with five and more (RULES 0.14)."""
        menus = {
            players: [k.kind for k in game("mehrkopf").call_menu(_rules(), players).kinds]
            for players in (3, 4, 5, 6)
        }
        assert [n for n, kinds in menus.items() if "niederer" in kinds] == [5, 6]
        with pytest.raises(PlainError):
            deal("mehrkopf", {"kind": "niederer", "seat": 0}, players=4)

    def test_the_games_of_the_rulebook_are_offered(self) -> None:
        """DE/EN Spielarten: the most important games."""
        kinds = [each.kind for each in game("mehrkopf").call_menu(_rules(), 5).kinds]
        assert set(kinds) >= {"rufspiel", "solo", "geier", "wenz", "niederer", "ramsch"}
        assert set(kinds) >= {"sie", "hochzeit"}


def _rules() -> Rules:
    return preset_rules("mehrkopf")


class TestTout:
    """DE/EN Toutspiel."""

    SURE = (
        "0 EO EA E7 G7 | 0 GO EZ E8 G8 | 0 HO EK E9 G9 | 0 SO GA HA SA | 0 EU GZ HZ SZ"
        "| 0 GU GK HK SK | 0 HU S9 H9 S8 | 0 SU S7 H8 H7"
    )
    """Seat 0 lays the eight highest trumps."""

    def tout(self, **more: object) -> dict[str, object]:
        return {"kind": "solo", "seat": 0, "suit": "E", "tout": True, **more}

    def test_who_announces_a_tout_needs_every_trick(self) -> None:
        """DE/EN Toutspiel: all tricks."""
        result = report(deal("mehrkopf", self.tout(), self.SURE)).result
        assert result is not None
        assert result.winner == "declarers"

    def test_the_first_trick_of_another_loses_it_at_once(self) -> None:
        """DE/EN Toutspiel: another gets a single trick and the soloist has lost at once."""
        told = report(deal("mehrkopf", self.tout(), "0 EO EA E7 G7 | 0 E9 GO E8 G8"))
        assert told.turn is None
        assert told.result is not None
        assert told.result.winner == "defenders"

    def test_a_won_tout_is_paid_twice(self) -> None:
        """DE/EN Toutspiel: the payment is doubled, Schwarz and Laufende with it (RULES 0.3)."""
        told = report(deal("mehrkopf", self.tout(), self.SURE)).result
        assert told is not None
        assert paid(told) == [90, -30, -30, -30]

    def test_a_lost_tout_is_not_doubled(self) -> None:
        """DE/EN Toutspiel: the winnings are doubled."""
        told = report(deal("mehrkopf", self.tout(), "0 EO EA E7 G7 | 0 E9 GO E8 G8")).result
        assert told is not None
        assert paid(told) == [-15, 5, 5, 5]

    def test_the_opener_leads_a_tout_as_any_game(self) -> None:
        """DE/EN Stiche: the dealer's left neighbour leads, whoever declared (RULES 12)."""
        assert report(deal("mehrkopf", self.tout(), dealer=1)).turn == 2

    def test_the_normal_game_cannot_be_a_tout(self) -> None:
        """DE/EN Toutspiel speak of the soloist."""
        kinds = {k.kind: k.tout for k in game("mehrkopf").call_menu(_rules(), 6).kinds}
        assert not kinds["rufspiel"]
        assert all(kinds[kind] for kind in ("solo", "wenz", "geier", "niederer"))


class TestSie:
    """DE/EN Sie."""

    SIE: dict[str, object] = {"kind": "sie", "seat": 2}  # noqa: RUF012

    def test_the_sie_is_laid_down_and_not_played(self) -> None:
        """DE/EN Sie: it is shown at once, not played."""
        told = report(deal("mehrkopf", self.SIE, "", end={"kind": "laid_down"}))
        assert told.turn is None
        assert told.result is not None
        assert told.result.winner == "declarers"
        assert told.result.declarers == (2,)

    def test_the_sie_is_paid_as_a_multiple_of_a_solo(self) -> None:
        """DE/EN name no price: Solo times `sie_factor`, 4 (RULES 5)."""
        told = report(deal("mehrkopf", self.SIE, "", end={"kind": "laid_down"})).result
        assert told is not None
        assert paid(told) == [-20, -20, 60, -20]

    def test_the_sie_is_four_ober_and_four_unter(self) -> None:
        """DE/EN Sie: the eight highest, E-O to S-U."""
        hand = ["EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU"]
        assert trumps(4, "rufspiel")[:8] == hand
        assert codes(setting(4, self.SIE).trumps)[:8] == hand


def test_the_best_seat_for_a_solo_is_the_opener_s() -> None:
    """DE/EN Geben and Solospiel: advice, no rule; any seat may declare one."""
    for seat in range(4):
        made = deal("mehrkopf", {"kind": "wenz", "seat": seat})
        assert made.contract is not None
        assert made.contract.seat == seat
