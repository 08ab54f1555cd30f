"""What a contract names in the deal file, what the call screen offers, how it is said."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import Family
from engine.deal.record import Contract
from engine.dealfile.reader import parse
from engine.dealfile.writer import contract_to_json
from engine.games import game
from engine.games.contract_fields import CallKind
from engine.games.schafkopf.kinds import KINDS
from engine.rules.house_rules import preset_rules, rules_from
from engine.text import PlainError
from tests.engine.lines import line

MEHRKOPF = game("mehrkopf")
RULES = preset_rules("mehrkopf")
HOCHZEIT = {"kind": "hochzeit", "seat": 1, "partner": 2}
CALLED = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def read(players: int, contract: dict[str, Any], **rules: object) -> Contract:
    made = parse(line(players, contract, rules=rules)).contract
    assert made is not None
    return made


def refusal(players: int, contract: dict[str, Any], **rules: object) -> str:
    with pytest.raises(PlainError) as refused:
        read(players, contract, **rules)
    assert refused.value.text.de
    return refused.value.text.en


def menu(players: int, **rules: object) -> dict[str, CallKind]:
    made = rules_from(rules, "mehrkopf")
    return {each.kind: each for each in MEHRKOPF.call_menu(made, players).kinds}


class TestKindsByNumberOfPlayers:
    def kinds(self, players: int) -> set[str]:
        return set(MEHRKOPF.contract_kinds(RULES, players, Family.GERMAN))

    def test_two_play_suit_games_only(self) -> None:
        """DE, 2 Spieler: Es können nur Farbspiele gespielt werden."""
        assert self.kinds(2) == {"solo"}

    def test_three_play_solos_only(self) -> None:
        """EN, 3 players: only solos are possible; no Gefreite, so no Niederer."""
        assert self.kinds(3) == {"solo", "wenz", "geier", "farbwenz", "farbgeier", "sie"}

    def test_four_have_no_niederer(self) -> None:
        """DE, 5 Spieler: the Gefreite come with five."""
        assert self.kinds(4) == set(KINDS) - {"niederer"}

    @pytest.mark.parametrize("players", [5, 6])
    def test_five_and_six_play_everything(self, players: int) -> None:
        """EN, game modes; RULES 0.14."""
        assert self.kinds(players) == set(KINDS)

    @pytest.mark.parametrize(("players", "kind"), [(2, "wenz"), (3, "rufspiel"), (4, "niederer")])
    def test_another_kind_is_told_with_those_there_are(self, players: int, kind: str) -> None:
        said = refusal(players, {"kind": kind, "seat": 0})
        assert "`contract.kind`" in said
        assert f"with {players} players" in said
        expected = said.split(" but it is")[0].split("be ")[1].removeprefix("one of ")
        assert kind not in expected.split(" for ")[0].split(", ")

    def test_two_may_not_announce_a_tout(self) -> None:
        """EN, 2 players: only normal games."""
        assert "`contract.tout`" in refusal(
            2, {"kind": "solo", "seat": 0, "suit": "E", "tout": True}
        )

    def test_two_may_play_with_hearts_only(self) -> None:
        """RULES 11.10: `two_player_trump`."""
        assert read(2, {"kind": "solo", "seat": 0, "suit": "E"}).suit is not None
        said = refusal(2, {"kind": "solo", "seat": 0, "suit": "E"}, two_player_trump="hearts")
        assert "`contract.suit`" in said


class TestHochzeit:
    """EN, wedding game; RULES 0.18."""

    def test_it_names_who_offers_who_accepts_and_what_went_over(self) -> None:
        made = read(5, {**HOCHZEIT, "gave": "H7", "back": "E9"})
        assert (made.seat, dict(made.details)) == (1, {"partner": 2, "gave": "H7", "back": "E9"})
        assert contract_to_json(made) == {**HOCHZEIT, "gave": "H7", "back": "E9"}

    def test_the_cards_may_have_stayed_hidden(self) -> None:
        """EN: the only trump lies face down on the table."""
        assert read(4, {**HOCHZEIT, "gave": "??", "back": "??"}).seat == 1
        assert read(4, HOCHZEIT).seat == 1

    @pytest.mark.parametrize(
        ("wrong", "field", "expected"),
        [
            ({"partner": None}, "partner", "be given for"),
            ({"partner": 1}, "partner", "another than who offers"),
            ({"partner": 9}, "partner", "one of the seats"),
            ({"gave": "E7"}, "gave", "be a trump"),
            ({"gave": "H6"}, "gave", "be a trump"),
            ({"back": "EO"}, "back", "no trump"),
            ({"back": "E6"}, "back", "card of the deck"),
            ({"back": "XX"}, "back", "name a card"),
        ],
    )
    def test_what_cannot_be_is_told(
        self, wrong: dict[str, object], field: str, expected: str
    ) -> None:
        said = refusal(5, {**HOCHZEIT, **wrong})
        assert f"`contract.{field}`" in said
        assert expected in said

    def test_nobody_accepted_is_no_hochzeit(self) -> None:
        """RULES 0.18: nobody: the card goes back and it counts as pass."""
        said = refusal(4, {"kind": "hochzeit", "seat": 1})
        assert "`contract.partner` must be given" in said

    def test_trump_is_what_the_normal_game_has(self) -> None:
        """RULES 0.18: trumps as Normal; a Gefreiter is one with five, an Eichel-Neun is none."""
        assert read(5, {**HOCHZEIT, "gave": "EG"}).details["gave"] == "EG"
        assert "be a trump" in refusal(4, {**HOCHZEIT, "gave": "EG"})

    def test_the_house_s_trump_suit_counts(self) -> None:
        assert "be a trump" in refusal(4, {**HOCHZEIT, "gave": "H7"}, trump_suit="S")
        assert read(4, {**HOCHZEIT, "gave": "S7", "back": "H7"}, trump_suit="S").seat == 1


class TestCalledCards:
    """EN, normal game; DEAL_FILE, `called`: where it is not the suit's Ass."""

    @pytest.mark.parametrize("named", ["GZ", ["GA"], ["GA", "GS"], ["GS", "GZ"]])
    def test_a_card_and_the_schoene_may_be_named(self, named: object) -> None:
        made = read(5, {**CALLED, "called": named}, called_ten="always")
        assert made.details["called"] == named

    @pytest.mark.parametrize("named", [["GS"], ["GA", "GZ"], ["GA", "GS", "GZ"], "G6", "EA", "??"])
    def test_anything_else_is_told(self, named: object) -> None:
        assert "`contract.called`" in refusal(5, {**CALLED, "called": named})

    def test_trump_suit_cannot_be_called(self) -> None:
        """EN, normal game: the Ace of Hearts cannot be called."""
        assert "E, G, S" in refusal(4, {**CALLED, "suit": "H"})


class TestMuss:
    """EN, must game; RULES 0.20: the holder may name any game."""

    @pytest.mark.parametrize("muss", [True, "EO"])
    @pytest.mark.parametrize(
        "contract", [CALLED, {"kind": "wenz", "seat": 0}, {"kind": "solo", "seat": 0, "suit": "S"}]
    )
    def test_any_game_may_be_one(self, contract: dict[str, object], muss: object) -> None:
        assert read(4, {**contract, "muss": muss}).details["muss"] == muss

    def test_the_alte_is_understood_and_kept_by_its_code(self) -> None:
        """RULES 0.33: der Alte is the Eichel-Ober."""
        made = read(4, {**CALLED, "muss": "der Alte"})
        assert made.details["muss"] == "EO"
        assert MEHRKOPF.contract_text(made).de.startswith("Muss-Spiel: ")

    def test_a_card_or_true_is_asked_for(self) -> None:
        assert "`contract.muss`" in refusal(4, {**CALLED, "muss": "der Papst"})


class TestRamsch:
    """DE, Ramsch; RULES 0.19."""

    @pytest.mark.parametrize("why", ["all_pass", "last_game"])
    def test_it_may_say_why(self, why: str) -> None:
        assert read(4, {"kind": "ramsch", "why": why}).details["why"] == why

    def test_another_reason_is_told(self) -> None:
        assert "all_pass, last_game" in refusal(4, {"kind": "ramsch", "why": "bored"})


class TestMenu:
    def test_mehrkopf_offers_what_the_rulebook_names(self) -> None:
        """RULES 0.14: rufspiel, solo, geier, wenz, niederer, sie, ramsch, muss, hochzeit."""
        listed = ["rufspiel", "wenz", "solo", "geier", "niederer", "hochzeit", "sie", "ramsch"]
        assert list(menu(6)) == listed
        assert list(menu(4)) == [kind for kind in listed if kind != "niederer"]
        assert list(menu(3)) == ["wenz", "solo", "geier", "sie"]
        assert list(menu(2)) == ["solo"]

    def test_a_tout_is_offered_where_the_house_plays_it(self) -> None:
        """RULES 0.14: tout of each."""
        touts = {kind for kind, each in menu(5).items() if each.tout}
        assert touts == {"solo", "geier", "wenz", "niederer"}
        some = menu(5, games=["solo", "wenz", "wenz tout"])
        assert {kind: each.tout for kind, each in some.items()} == {"solo": False, "wenz": True}
        assert not menu(2)["solo"].tout

    def test_a_hochzeit_asks_who_accepts(self) -> None:
        (partner,) = (each for each in menu(4)["hochzeit"].fields if each.needed)
        assert (partner.name, partner.takes) == ("partner", "seat")

    def test_every_declared_game_may_be_a_muss_spiel(self) -> None:
        for players, offered in ((4, True), (3, False), (2, False)):
            for each in menu(players).values():
                names = [field.name for field in each.fields]
                assert ("muss" in names) is (offered and each.declared)

    @pytest.mark.parametrize(("played", "asked"), [([], []), (["muss"], ["muss"])])
    def test_a_house_without_muss_does_not_ask(self, played: list[str], asked: list[str]) -> None:
        fields = menu(4, games=["rufspiel", *played])["rufspiel"].fields
        assert [field.name for field in fields] == asked

    @pytest.mark.parametrize(
        ("option", "field"), [("renonce", "renonce"), ("called_ten", "called")]
    )
    @pytest.mark.parametrize(
        ("when", "games", "offered"),
        [
            ("never", ["rufspiel", "muss"], False),
            ("muss", ["rufspiel"], False),
            ("muss", ["rufspiel", "muss"], True),
            ("always", ["rufspiel"], True),
        ],
    )
    def test_renonce_and_the_called_ten_are_offered_by_house_rule(
        self, option: str, field: str, when: str, games: list[str], offered: bool
    ) -> None:
        """RULES 5, Muss-Spiel: Renonce; with all three Aces a Ten is called."""
        line_ = menu(4, games=games, **{option: when})["rufspiel"]
        assert (field in [each.name for each in line_.fields]) is offered

    def test_the_tens_of_the_suits_that_can_be_called_are_offered(self) -> None:
        fields = {each.name: each for each in menu(4, called_ten="always")["rufspiel"].fields}
        assert [word for word, _ in fields["called"].words] == ["EZ", "GZ", "SZ"]
        rules = rules_from({"called_ten": "always"}, "mehrkopf")
        french = {each.kind: each for each in MEHRKOPF.call_menu(rules, 4, Family.FRENCH).kinds}
        (ten,) = (each for each in french["rufspiel"].fields if each.name == "called")
        assert [word for word, _ in ten.words] == ["CT", "ST", "DT"]

    def test_a_ramsch_asks_why(self) -> None:
        (why,) = menu(4)["ramsch"].fields
        assert [word for word, _ in why.words] == ["all_pass", "last_game"]

    def test_suits_to_call_are_not_the_trump_suit(self) -> None:
        assert [suit.letter for suit in menu(4)["rufspiel"].suits] == ["E", "G", "S"]
        assert [suit.letter for suit in menu(4, trump_suit="S")["rufspiel"].suits] == list("EGH")
        assert [suit.letter for suit in menu(2, two_player_trump="hearts")["solo"].suits] == ["H"]

    def test_french_cards_are_offered_with_french_suits(self) -> None:
        (solo,) = MEHRKOPF.call_menu(RULES, 2, Family.FRENCH).kinds
        assert [suit.letter for suit in solo.suits] == ["C", "S", "H", "D"]

    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_what_is_offered_can_be_written(self, players: int) -> None:
        """Whatever the call screen offers the deal file takes."""
        for each in menu(players).values():
            contract: dict[str, object] = {"kind": each.kind}
            if each.declared:
                contract["seat"] = 0
            if each.suits:
                contract["suit"] = each.suits[0].letter
            if each.tout:
                contract["tout"] = True
            for field in each.fields:
                values = {"seat": 1, "flag": True, "word": [word for word, _ in field.words]}
                value = values[field.takes]
                contract[field.name] = value[0] if isinstance(value, list) else value
            assert read(players, contract).kind == each.kind


@pytest.mark.parametrize(
    ("contract", "german", "english"),
    [
        (CALLED, "Rufspiel auf die Gras-Sau", "calls Leaves"),
        ({**CALLED, "called": "GZ"}, "Rufspiel auf die Gras-Zehn", "calls the Ten of Leaves"),
        ({**CALLED, "called": ["GS", "GA"]}, "Rufspiel auf die Gras-Sau", "calls Leaves"),
        ({**CALLED, "muss": "EO"}, "Muss-Spiel: Rufspiel auf die Gras-Sau", "Must game: calls"),
        (
            {**CALLED, "renonce": True},
            "Rufspiel auf die Gras-Sau mit Renonce",
            "calls Leaves without a card of the suit",
        ),
        (HOCHZEIT, "Hochzeit", "Wedding"),
        ({"kind": "solo", "seat": 0, "suit": "H"}, "Herz-Solo", "Hearts Solo"),
        ({"kind": "solo", "seat": 0, "suit": "H", "tout": True}, "Herz-Solo Tout", "Hearts Solo"),
        ({"kind": "geier", "seat": 0}, "Geier", "Geier"),
        ({"kind": "wenz", "seat": 0, "tout": True}, "Wenz Tout", "Wenz Tout"),
        ({"kind": "niederer", "seat": 0}, "Niederer", "Niederer"),
        ({"kind": "farbwenz", "seat": 0, "suit": "S"}, "Schellen-Wenz", "Bells Wenz"),
        ({"kind": "farbgeier", "seat": 0, "suit": "E"}, "Eichel-Geier", "Acorns Geier"),
        ({"kind": "sie", "seat": 0}, "Sie", "Sie"),
        ({"kind": "ramsch"}, "Ramsch", "Ramsch"),
    ],
)
def test_a_contract_is_said_as_players_say_it(
    contract: dict[str, Any], german: str, english: str
) -> None:
    """EN, game modes; the words of the table."""
    text = MEHRKOPF.contract_text(read(6, contract, called_ten="always", renonce="always"))
    assert text.de == german
    assert text.en.startswith(english)


def test_the_called_card_is_said_with_its_article() -> None:
    assert MEHRKOPF.contract_text(read(4, CALLED)).de == "Rufspiel auf die Gras-Sau"


def test_a_french_ace_is_said_with_its_article() -> None:
    record = parse({**line(4, {"kind": "rufspiel", "seat": 0, "suit": "C"}), "suits": "french"})
    assert record.contract is not None
    text = MEHRKOPF.contract_text(record.contract)
    assert (text.de, text.en) == ("Rufspiel auf das Kreuz-Ass", "calls Clubs")


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_has_its_words_in_both_languages(kind: str) -> None:
    title, sentence = KINDS[kind].title, KINDS[kind].sentence
    assert all((title.de, title.en, sentence.de, sentence.en))
