"""What a call says about hands: Hochzeit, Muss-Spiel, the dealer's Ramsch, six Nixer."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import SUITS, Card, card, cards
from engine.deal.report import Status, Verdict
from engine.dealfile.reader import parse
from engine.games import game
from engine.games.facts import TRUMP, gather
from engine.games.schafkopf.duties import suits_to_call
from engine.referee.evaluation import evaluate
from engine.referee.story import Story, tell_story
from engine.rules.house_rules import preset_rules, rules_from
from tests.engine.lines import Plays, line

MEHRKOPF = game("mehrkopf")
HOCHZEIT = {"kind": "hochzeit", "seat": 1, "partner": 2}
MUSS = {"kind": "wenz", "seat": 0, "muss": "EO"}


def verdicts(
    kind: str,
    players: int,
    contract: dict[str, Any] | None,
    plays: Plays = (),
    **more: Any,
) -> list[Verdict]:
    report = evaluate(parse(line(players, contract, plays=plays, **more)))
    return [verdict for verdict in report.verdicts if verdict.kind == kind]


class TestHochzeitTrump:
    """EN, wedding game: the giver does not have any further trump cards; RULES 5."""

    def test_a_trump_of_the_giver_is_proven_at_once(self) -> None:
        (found,) = verdicts("hochzeit_trump", 4, HOCHZEIT, [(0, "EA"), (1, "H9"), (2, "EO")])
        assert (found.seat, found.play, found.known_after) == (1, 1, 1)
        assert found.status is Status.PROVEN

    def test_only_the_first_of_them_is_told(self) -> None:
        plays = [(0, "EA"), (1, "H9"), (2, "E7"), (3, "E8"), (1, "HO")]
        assert [each.play for each in verdicts("hochzeit_trump", 4, HOCHZEIT, plays)] == [1]

    @pytest.mark.parametrize(("laid", "told"), [("G9", []), ("H9", [5])])
    def test_trumps_of_others_and_his_plain_cards_are_right_his_trump_is_not(
        self, laid: str, told: list[int]
    ) -> None:
        plays = [(0, "EO"), (1, "EA"), (2, "H7"), (3, "H8"), (0, "GO"), (1, laid), (2, "HU")]
        found = verdicts("hochzeit_trump", 4, {**HOCHZEIT, "gave": "H7"}, plays)
        assert [each.play for each in found] == told

    def test_a_gefreiter_is_a_trump_with_five(self) -> None:
        """DE, 5 Spieler: the Gefreite are the third rank of main trumps."""
        (found,) = verdicts("hochzeit_trump", 5, HOCHZEIT, [(0, "EA"), (1, "EG")])
        assert found.seat == 1

    @pytest.mark.parametrize(("first", "told"), [("H9", []), ("H8", [1])])
    def test_a_trump_seen_twice_accuses_nobody_one_seen_once_does(
        self, first: str, told: list[int]
    ) -> None:
        found = verdicts("hochzeit_trump", 4, HOCHZEIT, [(0, first), (1, "H9")])
        assert [each.play for each in found] == told

    def test_it_costs_what_any_error_costs(self) -> None:
        """RULES 0.17: every error that stops the deal; EN: a wedding scores the normal rate."""
        (found,) = verdicts("hochzeit_trump", 4, HOCHZEIT, [(0, "EA"), (1, "H9")])
        assert found.payout_if_upheld is not None
        assert [int(share) for share in found.payout_if_upheld] == [1, -3, 1, 1]

    def test_the_game_says_what_is_known_before_the_first_card(self) -> None:
        """RULES 5: giver holds no trump for the whole deal; the cards went over in sight."""
        record = parse(line(4, {**HOCHZEIT, "gave": "H7", "back": "E9"}))
        known = MEHRKOPF.foreknown(record)
        assert (known.denials, known.kind) == (((1, TRUMP),), "hochzeit_trump")
        assert dict(known.owners) == {card("H7"): 2, card("E9"): 1}

    def test_other_games_say_nothing_about_hands(self) -> None:
        known = MEHRKOPF.foreknown(parse(line(4, MUSS)))
        assert (known.denials, dict(known.owners)) == ((), {})

    def test_the_camera_is_told_to_doubt_the_giver_s_trumps(self) -> None:
        record = parse(line(4, HOCHZEIT, plays=[(0, "EA")]))
        facts = gather(record, MEHRKOPF.setting)
        against = MEHRKOPF.suspicion(facts, 1)
        assert set(against) == set(MEHRKOPF.setting(record).trumps)
        assert MEHRKOPF.suspicion(facts, 2) == {}


class TestIllegalMuss:
    """EN, must game: whoever is in possession of this card is obliged to call; RULES 0.20."""

    def test_the_named_card_with_another_shows_it_with_the_declarer_it_is_right(self) -> None:
        (found,) = verdicts("illegal_muss", 4, MUSS, [(0, "EU"), (1, "GU"), (2, "EO")])
        assert (found.seat, found.play, found.card) == (0, 2, card("EO"))
        assert verdicts("illegal_muss", 4, MUSS, [(0, "EO"), (1, "GU"), (2, "EU")]) == []

    @pytest.mark.parametrize(("muss", "told"), [(True, [1]), ("??", []), ("EO", [1])])
    def test_the_house_s_card_is_meant_where_none_is_named_of_one_not_seen_nothing_is_said(
        self, muss: object, told: list[int]
    ) -> None:
        found = verdicts("illegal_muss", 4, {**MUSS, "muss": muss}, [(0, "EU"), (1, "EO")])
        assert [each.play for each in found] == told

    @pytest.mark.parametrize(("first", "told"), [("EO", []), ("EU", [1])])
    def test_a_card_seen_twice_accuses_nobody_one_seen_once_does(
        self, first: str, told: list[int]
    ) -> None:
        found = verdicts("illegal_muss", 4, MUSS, [(0, first), (1, "EO")])
        assert [each.play for each in found] == told

    def test_any_game_may_be_named(self) -> None:
        """RULES 0.20: the holder may name any game."""
        contract = {"kind": "rufspiel", "seat": 3, "suit": "G", "muss": "HO"}
        assert [each.seat for each in verdicts("illegal_muss", 5, contract, [(0, "HO")])] == [3]


ALL_ACES = "EA GA HA SA EZ GZ SZ HZ"


def ramsch_of(hands: list[str], why: str = "all_pass") -> tuple[dict[str, object], Plays]:
    """Return a Ramsch played to its end: each trick led by its winner, any card at hand."""
    held = [list(hand.split()) for hand in hands]
    contract: dict[str, object] = {"kind": "ramsch", "why": why}
    made = MEHRKOPF.setting(parse(line(4, contract)))
    plays: list[tuple[int, str]] = []
    leader = 0
    while held[leader]:
        led: int | None = None
        trick: list[tuple[int, str]] = []
        for seat in made.rotation[leader]:
            fits = [code for code in held[seat] if led == made.klass[card(code)]] or held[seat]
            trick.append((seat, fits[0]))
            held[seat].remove(fits[0])
            led = made.klass[card(trick[0][1])]
        plays += trick
        right = [each for each in trick if made.klass[card(each[1])] in (TRUMP, led)]
        leader = max(right, key=lambda each: made.strength[card(each[1])])[0]
    return contract, plays


def dealt(first: str, seed: int = 1) -> list[str]:
    """Return four hands, the first as given, the rest by chance with a suit to call in each."""
    deck = MEHRKOPF.setting(parse(line(4, {"kind": "ramsch"})))
    rest = [each.code for each in deck.deck if each.code not in first.split()]
    chance = random.Random(seed)
    while True:
        chance.shuffle(rest)
        hands = [first, *(" ".join(rest[8 * n : 8 * n + 8]) for n in range(3))]
        suits = (SUITS[0], SUITS[1], SUITS[3])
        if all(suits_to_call(cards(hand), deck.klass, suits) for hand in hands[1:]):
            return hands


class TestRamschBarred:
    """DE, Ramsch: not if a player cannot call a normal game; EN: if the dealer cannot."""

    def found(self, hands: list[str], why: str = "all_pass", **rules: object) -> list[Verdict]:
        contract, plays = ramsch_of(hands, why)
        return verdicts("ramsch_barred", 4, contract, plays, rules=rules)

    def test_a_player_with_all_aces_bars_it(self) -> None:
        """EN: all Aces or no single suit card in his hand."""
        (found,) = self.found(dealt(ALL_ACES))
        assert (found.seat, found.play) == (3, 31)
        assert found.payout_if_upheld is None

    def test_a_player_without_a_suit_card_bars_it(self) -> None:
        assert len(self.found(dealt("EO GO HO SO H9 H8 H7 HK"))) == 1

    @pytest.mark.parametrize(("last", "barred"), [("HO", 0), ("SA", 1)])
    def test_a_hand_that_can_call_one_suit_bars_nothing_unless_it_has_its_ass(
        self, last: str, barred: int
    ) -> None:
        assert len(self.found(dealt(f"EA GA HA S9 S8 S7 HK {last}"))) == barred

    def test_by_the_english_rules_only_the_dealer_s_hand_counts(self) -> None:
        """RULES 11.4: `ramsch_block`."""
        assert self.found(dealt(ALL_ACES), ramsch_block="dealer") == []
        hands = dealt(ALL_ACES)
        turned = [*hands[1:], hands[0]]
        assert len(self.found(turned, ramsch_block="dealer")) == 1

    def test_a_house_with_renonce_or_called_tens_bars_less(self) -> None:
        """RULES 5: who lacks a suit card plays Renonce, who has every Ace calls a Ten."""
        no_suit, aces = dealt("EO GO HO SO H9 H8 H7 HK"), dealt(ALL_ACES)
        assert self.found(no_suit, renonce="always") == []
        assert len(self.found(no_suit, renonce="muss")) == 1
        assert len(self.found(aces, renonce="always")) == 1
        tens = dealt("EA GA HA SA E7 G7 SK HZ")
        assert self.found(tens, called_ten="always") == []
        assert len(self.found(aces, called_ten="always")) == 1
        assert len(self.found(tens, called_ten="muss")) == 1

    @pytest.mark.parametrize(("block", "barred"), [("any", 1), ("never", 0)])
    def test_a_house_may_do_without(self, block: str, barred: int) -> None:
        assert len(self.found(dealt(ALL_ACES), ramsch_block=block)) == barred

    @pytest.mark.parametrize(("why", "barred"), [("all_pass", 1), ("last_game", 0)])
    def test_the_dealer_s_ramsch_is_barred_an_agreed_last_one_never(
        self, why: str, barred: int
    ) -> None:
        """RULES 0.19: `ramsch_block` binds only the dealer's Ramsch."""
        assert len(self.found(dealt(ALL_ACES), why)) == barred

    def test_a_card_not_seen_leaves_it_open(self) -> None:
        contract, plays = ramsch_of(dealt(ALL_ACES))
        assert len(verdicts("ramsch_barred", 4, contract, plays)) == 1
        for index in (0, 31):
            unseen = [(s, "??" if at == index else c) for at, (s, c) in enumerate(plays)]
            assert verdicts("ramsch_barred", 4, contract, unseen) == []
        assert verdicts("ramsch_barred", 4, contract, plays[:-1]) == []


WITH_OBER = ["EO", "E9", "E8", "E7", "G9", "G8", "G7", "SA"]


class TestNixer:
    """DE, Geben: six Nichtserle and no Stammtrumpf; RULES 0.30."""

    BAD = "E9 E8 E7 G9 G8 G7 SA SZ"

    def thrown(self, hand: str, players: int = 4, **rules: object) -> list[Verdict]:
        hands: list[list[str]] = [[] for _ in range(players)]
        hands[2] = hand.split()
        end = {"kind": "thrown_in", "why": "nixer", "seat": 2}
        return verdicts("illegal_nixer", players, None, rules=rules, hands=hands, end=end)

    def test_a_hand_on_record_that_is_bad_enough_is_right_one_that_is_not_is_told(self) -> None:
        assert self.thrown(self.BAD) == []
        (found,) = self.thrown(self.BAD.replace("G7", "GK"))
        assert (found.seat, found.id) == (2, "illegal_nixer:2:0")

    @pytest.mark.parametrize("trump", ["EO", "SU"])
    def test_a_main_trump_forbids_it(self, trump: str) -> None:
        assert len(self.thrown(self.BAD.replace("SZ", trump))) == 1

    def test_a_card_not_seen_counts_in_favour_but_as_one_nixer_only(self) -> None:
        assert self.thrown("E9 E8 E7 G9 G8 ?? SA SZ") == []
        assert len(self.thrown("E9 E8 E7 G9 GK ?? SA SZ")) == 1

    @pytest.mark.parametrize(
        ("why", "hand", "told"),
        [("nixer", WITH_OBER, 1), ("nixer", [], 0), ("all_pass", WITH_OBER, 0)],
    )
    def test_nothing_is_said_without_the_hand_or_for_another_reason(
        self, why: str, hand: list[str], told: int
    ) -> None:
        end = {"kind": "thrown_in", "why": why, "seat": 2}
        assert len(verdicts("illegal_nixer", 4, None, hands=[[], [], hand, []], end=end)) == told
        assert verdicts("illegal_nixer", 4, None, end=end) == []

    def may(self, hand: str, players: int, **rules: object) -> bool:
        known = tuple(None if code == "??" else card(code) for code in hand.split())
        return MEHRKOPF.may_throw_in(rules_from(rules, "mehrkopf"), players, known)

    def test_prussians_count_where_the_house_says_so(self) -> None:
        """RULES 0.30: Preußen not; option `nixer_ranks`."""
        hand = "EP GP SP E9 G8 S7 SA SZ"
        assert not self.may(hand, 6)
        assert self.may(hand, 6, nixer_ranks=["9", "8", "7", "6", "P"])

    @pytest.mark.parametrize(("players", "right"), [(2, False), (3, False), (4, True), (7, True)])
    def test_it_is_for_four_to_seven_people(self, players: int, right: bool) -> None:
        assert self.may(self.BAD, min(players, 6)) is right

    def test_a_house_may_ask_for_more_or_never_allow_it(self) -> None:
        assert self.may(self.BAD, 4, nixer_min=6)
        assert not self.may(self.BAD, 4, nixer_min=7)
        assert not self.may(self.BAD, 4, nixer_min="never")
        assert not game("schafkopf").may_throw_in(preset_rules("schafkopf"), 4, cards(self.BAD))

    @given(st.permutations(list(MEHRKOPF.deck(preset_rules("mehrkopf"), 5))))
    def test_it_is_six_nixer_and_no_main_trump(self, deck: list[Card]) -> None:
        """The rule, counted in another way."""
        hand = deck[:8]
        codes = [each.code[1] for each in hand]
        bad = sum(code in "9876" for code in codes) >= 6 and not set(codes) & set("OUG")
        assert self.may(" ".join(each.code for each in hand), 5) is bad


class TestSuitsToCall:
    """EN, normal game: at least one card of the suit, trumps do not count, nor does the Ace."""

    def suits(self, hand: str, players: int = 4) -> str:
        made = MEHRKOPF.setting(parse(line(players, {"kind": "ramsch"})))
        found = suits_to_call(cards(hand), made.klass, (SUITS[0], SUITS[1], SUITS[3]))
        return "".join(suit.letter for suit in found)

    def test_a_suit_needs_a_plain_card_and_the_ass_elsewhere(self) -> None:
        assert self.suits("E7 EK GA G9 SO SU HA H7") == "E"

    @pytest.mark.parametrize(("last", "suits"), [("SU", ""), ("S7", "S")])
    def test_trumps_of_the_suit_do_not_count_its_lowest_card_does(
        self, last: str, suits: str
    ) -> None:
        assert self.suits(f"EO EU GO GU HO HU SO {last}") == suits

    def test_the_schoene_counts_as_a_card_of_its_suit(self) -> None:
        """RULES 0.34."""
        assert self.suits("ES EO EU EG HA HZ GA GK", 5) == "E"


NAMES = ("Resi", "Toni", "Vroni", "Sepp")


def told(players: int, contract: dict[str, Any] | None, plays: Plays, **more: Any) -> Story:
    record = parse(line(players, contract, plays=plays, **more))
    (verdict,) = (each for each in evaluate(record).verdicts if each.kind in PROMISES)
    return tell_story(record, verdict, NAMES)


PROMISES = ("hochzeit_trump", "illegal_muss", "ramsch_barred", "illegal_nixer")


class TestTold:
    """Each verdict in words, both languages."""

    def test_a_trump_of_the_giver(self) -> None:
        (scene,) = told(4, HOCHZEIT, [(0, "EA"), (1, "H9")]).scenes
        assert scene.sentence.de == "Toni hat den einzigen Trumpf weggegeben und spielte Herz-Neun"
        assert scene.sentence.en == "Toni gave away the only trump and played Nine of Hearts"

    def test_a_muss_card_elsewhere(self) -> None:
        (scene,) = told(4, MUSS, [(0, "EU"), (1, "EO")]).scenes
        assert "Resi sagte das Muss-Spiel an, Eichel-Ober lag bei" in scene.sentence.de
        assert "Ober of Acorns was with somebody else" in scene.sentence.en

    def test_a_barred_ramsch(self) -> None:
        contract, plays = ramsch_of(dealt(ALL_ACES))
        (scene,) = told(4, contract, plays).scenes
        assert scene.sentence.de.startswith("Sepp sagte Ramsch an, obwohl einer")
        assert scene.sentence.en.startswith("Sepp called a Ramsch though somebody")

    def test_nixer_thrown_in_wrongly_have_no_card_to_show(self) -> None:
        end = {"kind": "thrown_in", "why": "nixer", "seat": 2}
        story = told(4, None, [], hands=[[], [], WITH_OBER, []], end=end)
        assert story.scenes == ()
        assert story.conclusion is not None
        assert story.conclusion.de.startswith("Vroni warf zusammen")
        assert story.conclusion.en.startswith("Vroni threw in")


@pytest.mark.parametrize("kind", PROMISES)
def test_every_verdict_has_its_words(kind: str) -> None:
    headline = MEHRKOPF.verdict_words(kind).headline
    assert 0 < len(headline.de) <= 20
    assert 0 < len(headline.en) <= 20
    words = MEHRKOPF.verdict_words(kind)
    assert "{name}" in words.wrong.de
    assert "{name}" in words.wrong.en
