"""Normalspiel: what may be called, who plays with whom, bringing and playing around (DE)."""

from __future__ import annotations

import pytest

from engine.cards import card
from engine.deal.record import DealRecord
from engine.games import game
from engine.games.facts import TRUMP
from engine.rules.house_rules import preset_rules
from engine.text import PlainError
from tests.engine.rules.table import Example, codes, deal, examples, found, plain, report, setting

GRAS: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def kinds(record: DealRecord) -> list[str]:
    return [kind for kind, _, _ in found(record) if kind != "revoke"]


class TestCalling:
    """DE/EN Normalspiel, first paragraphs."""

    @pytest.mark.parametrize("players", [4, 5, 6])
    def test_ober_unter_gefreite_and_herz_are_trump(self, players: int) -> None:
        """DE/EN Normalspiel: all Ober, Unter, Gefreite and the Herz cards."""
        made = setting(players, GRAS)
        for each in made.deck:
            trump = each.rank.letter in "OU" or each.suit.letter == "H"
            trump = trump or (each.rank.letter == "G" and each.code[1] == "G")
            assert (made.klass[each] == TRUMP) is trump

    def test_the_highest_trump_is_the_eichel_ober(self) -> None:
        """DE/EN Normalspiel and Grundlagen."""
        assert all(codes(setting(n, GRAS).trumps)[0] == "EO" for n in (4, 5, 6))

    def test_the_lowest_trump_is_the_herz_sieben(self) -> None:
        """DE/EN Normalspiel: the Herz-Sieben with four and five."""
        assert [codes(setting(n, GRAS).trumps)[-1] for n in (4, 5)] == ["H7", "H7"]

    def test_with_six_the_herz_preusse_lies_below_the_herz_sechs(self) -> None:
        """DE Normalspiel names the H6; DE 6 Spieler puts the Preußen below (RULES 11.16)."""
        assert codes(setting(6, GRAS).trumps)[-2:] == ["H6", "HP"]
        bare = setting(6, GRAS, rules={"heart_prussian_is_trump": False})
        assert codes(bare.trumps)[-1] == "H6"

    @pytest.mark.parametrize("players", [4, 5, 6])
    def test_a_trump_suit_cannot_be_called(self, players: int) -> None:
        """DE/EN Normalspiel: Herz-Ass and Herz-Schöne are trumps; only suits are called."""
        menu = game("mehrkopf").call_menu(preset_rules("mehrkopf"), players)
        (call,) = [each for each in menu.kinds if each.kind == "rufspiel"]
        assert [suit.letter for suit in call.suits] == ["E", "G", "S"]
        with pytest.raises(PlainError):
            deal("mehrkopf", {**GRAS, "suit": "H"}, players=players)

    def test_the_called_card_is_the_ass_of_the_suit(self) -> None:
        """DE/EN Normalspiel: the Rufsau."""
        assert setting(4, GRAS).called == card("GA")

    @pytest.mark.parametrize(("players", "schoene"), [(4, None), (5, "GS"), (6, "GS")])
    def test_the_schoene_is_called_with_the_ass(self, players: int, schoene: str | None) -> None:
        """DE/EN Normalspiel and 5 Spieler: with five and six, automatically."""
        made = setting(players, GRAS)
        assert made.schoene == (None if schoene is None else card(schoene))

    def test_who_shows_the_called_ass_himself_called_wrongly(self) -> None:
        """DE/EN Normalspiel: the caller may not have the Ass, for it is called."""
        assert kinds(deal("mehrkopf", GRAS, "0 GA G7 G8 G9")) == ["illegal_call"]

    def test_who_called_needs_a_card_of_the_suit(self) -> None:
        """DE/EN Normalspiel: at least one card of the suit, trumps do not count."""
        (made,) = examples(4, "rufspiel", lambda made: True)
        swapped = {**made.contract, "suit": _missing(made.hands, made.contract)}
        record = deal("mehrkopf", swapped, made.plays, dealer=made.dealer)
        assert "illegal_call" in [kind for kind, _, _ in found(record)]

    def test_the_schoene_counts_as_a_card_of_the_suit(self) -> None:
        """EN Normalspiel: only the Ass does not count (RULES 0.34)."""

        def held(made: Example, suit: str) -> list[str]:
            return [c for c in made.hands[made.declarer] if c in plain(5, "rufspiel", suit)]

        def lone_schoene(made: Example) -> bool:
            void = any(not held(made, suit) for suit in "EGS")
            return void and held(made, made.suit) == [made.suit + "S"]

        (made,) = examples(5, "rufspiel", lone_schoene)
        assert "illegal_call" not in [kind for kind, _, _ in found(made.record())]
        made.contract["suit"] = next(suit for suit in "EGS" if not held(made, suit))
        assert "illegal_call" in [kind for kind, _, _ in found(made.record())]


def _missing(hands: list[list[str]], contract: dict[str, object]) -> str:
    """Return a suit of which the caller has no plain card; tried in the order E, G, S."""
    hand = hands[int(str(contract["seat"]))]
    for suit in "EGS":
        if not [c for c in hand if c in plain(4, "rufspiel", suit)]:
            return suit
    return next(s for s in "EGS" if s + "A" in hand)


class TestTeams:
    """DE/EN Grundlagen and Normalspiel, on who belongs to whom."""

    def test_who_has_the_called_card_plays_with_the_caller(self) -> None:
        """DE/EN Grundlagen and Normalspiel: the owner belongs to the declarers."""
        told = report(deal("mehrkopf", GRAS, "0 G7 G8 GA G9"))
        assert told.partners == (2,)
        for made in examples(4, "rufspiel", lambda made: True, 5):
            assert set(made.result().declarers) == made.side

    def test_before_the_called_card_shows_nobody_is_named(self) -> None:
        """DE/EN Vorwort: it comes out in the course of play."""
        told = report(deal("mehrkopf", GRAS, "0 H7 H8 HA H9"))
        assert (told.partners, told.sides_known) == ((), False)

    @pytest.mark.parametrize(("players", "sizes"), [(5, {2, 3}), (6, {2, 3})])
    def test_owners_of_ass_and_schoene_both_play_with_the_caller(
        self, players: int, sizes: set[int]
    ) -> None:
        """DE/EN Grundlagen: whoever has one of the two; Normalspiel: 2:3, and 2:4 or 3:3."""
        seen = set()
        for made in examples(players, "rufspiel", lambda made: True, 12):
            assert set(made.result().declarers) == made.side
            seen.add(len(made.side))
        assert seen == sizes

    def test_the_caller_may_have_the_schoene_himself(self) -> None:
        """DE Normalspiel: he then has one partner."""

        def own(made: Example) -> bool:
            return made.suit + "S" in made.hands[made.declarer]

        for made in examples(5, "rufspiel", own, 3):
            assert len(made.side) == 2
            assert set(made.result().declarers) == made.side
            assert found(made.record()) == []

    def test_ass_and_schoene_may_be_in_one_hand(self) -> None:
        """DE/EN Normalspiel: one other player may hold both."""

        def both(made: Example) -> bool:
            return any(set(made.called) <= set(hand) for hand in made.hands)

        for made in examples(6, "rufspiel", both, 3):
            assert len(made.side) == 2
            assert set(made.result().declarers) == made.side


class TestBringing:
    """Bringregel: DE/EN Vorwort and Normalspiel; 5 Spieler."""

    def test_the_ass_is_brought_when_its_suit_is_led(self) -> None:
        """DE/EN Vorwort, Bringregel; Normalspiel: the Ass must be played."""
        assert found(deal("mehrkopf", GRAS, "0 G7 GA G8 G9")) == []
        few = "0 G7 G8 GZ G9 | 2 E7 E8 E9 EA | 3 S7 S8 SA SZ | 1 GA GK"
        record = deal("mehrkopf", GRAS, few)
        assert ("called_card_withheld", 1, 1) in found(record)

    def test_the_schoene_alone_is_brought_at_the_first_lead(self) -> None:
        """DE/EN Normalspiel: the same holds for the Schöne; 5 Spieler: brought likewise."""
        brought = deal("mehrkopf", GRAS, "0 G7 GA G8 GS G9", players=5)
        assert kinds(brought) == []
        kept = "0 G7 GA G8 GZ G9 | 1 E7 EA GS E8 E9"
        withheld = deal("mehrkopf", GRAS, kept, players=5)
        assert ("called_card_withheld", 3, 3) in found(withheld)
        (verdict,) = [v for v in report(withheld).verdicts if v.kind == "called_card_withheld"]
        assert verdict.card == card("GS")

    def test_who_has_both_brings_the_ass_first_and_the_schoene_second(self) -> None:
        """DE/EN Normalspiel: the first time the Ass, the second time the Schöne."""
        first = "0 G7 GS G8 G9 GZ | 4 E7 E8 GA E9 EZ"
        assert ("called_card_withheld", 1, 1) in found(deal("mehrkopf", GRAS, first, players=5))
        begun = "0 G7 GA G8 G9 H8 | 4 E7 E8 EA EZ E9 | 1 S7 S8 SA S9 SZ | 3 GZ H9 SK "
        strict = {"umspielen_when": "never"}
        right = deal("mehrkopf", GRAS, begun + "GS EK", players=5, rules=strict)
        assert found(right) == []
        second = begun + "GK EK | 4 H7 HK HZ EU HA | 2 ES SS HO HS GS"
        wrong = deal("mehrkopf", GRAS, second, players=5, rules=strict)
        assert found(wrong) == [("called_card_withheld", 1, 18)]
        assert found(deal("mehrkopf", GRAS, second, players=5)) == []

    def test_who_leads_the_suit_himself_must_lead_the_called_card(self) -> None:
        """DE/EN Normalspiel: in any case; it is never playing around (RULES 0.2)."""
        low = "1 G7 G8 G9 EO | 0 E7 GA E8 E9"
        assert ("called_card_underled", 1, 0) in found(deal("mehrkopf", GRAS, low, dealer=0))
        four = "1 G7 G8 G9 EO | 0 E7 GA E9 EZ | 0 H7 GZ H8 H9 | 0 S7 GK S8 S9"
        assert ("called_card_underled", 1, 0) in found(deal("mehrkopf", GRAS, four, dealer=0))

    def test_who_leads_the_suit_with_the_schoene_alone_must_lead_it(self) -> None:
        """DE/EN Normalspiel: the same rule applies to the Schöne."""
        low = "3 G7 G8 GZ GA G9 | 1 E7 EA GS E8 E9"
        wrong = deal("mehrkopf", GRAS, low, players=5, dealer=2)
        assert ("called_card_underled", 3, 0) in found(wrong)

    def test_the_called_card_may_be_thrown_off(self) -> None:
        """DE/EN Vorwort: where one cannot follow everything may be played (RULES 0.1)."""
        plays = "0 S7 GA S8 S9"
        assert found(deal("mehrkopf", GRAS, plays)) == []
        rules = {"called_discard": "last_trick_only"}
        late = found(deal("mehrkopf", GRAS, plays, rules=rules))
        assert late == [("called_card_discarded", 1, 1)]


class TestPlayingAround:
    """DE/EN Normalspiel, Umspielen; RULES 0.2 makes it exact."""

    @pytest.mark.parametrize(
        ("next_laid", "later", "told"),
        [("H9", "GZ", []), ("GZ", "S9", [("called_card_withheld", 1, 1)])],
        ids=["four", "three"],
    )
    def test_with_four_of_the_suit_the_ass_may_be_kept_back_with_three_it_must_be_brought(
        self, next_laid: str, later: str, told: list[tuple[str, int, int]]
    ) -> None:
        """DE/EN: the owner has so many that the trick is bound to be trumped: 4 of 6."""
        plays = f"0 G7 G8 {next_laid} G9 | 2 EA E7 E8 GK | 2 SA S7 S8 {later} | 2 EZ EK E9 GA"
        assert found(deal("mehrkopf", GRAS, plays)) == told

    @pytest.mark.parametrize(("players", "least"), [(4, 4), (5, 4), (6, 5)])
    def test_how_many_cards_that_takes(self, players: int, least: int) -> None:
        """RULES 0.2: fewer outside the hand than other players; 4, 4 and 5 cards."""
        of_suit = len(plain(players, "rufspiel", "G"))
        assert of_suit - least < players - 1
        assert of_suit - (least - 1) >= players - 1

    def test_the_trick_itself_shows_that_he_kept_it_back_or_erred(self) -> None:
        """DE/EN: either somebody erred or it was played around; that alone accuses nobody."""
        assert found(deal("mehrkopf", GRAS, "0 G7 G8 H7 H8")) == []
        # Of the suit the König alone is left beside the Ass: nobody can have had four.
        assert found(deal("mehrkopf", GRAS, "0 G7 G8 GZ H8")) == []
        assert found(deal("mehrkopf", GRAS, "0 G7 G8 GZ G9")) == [("called_card_withheld", None, 3)]
