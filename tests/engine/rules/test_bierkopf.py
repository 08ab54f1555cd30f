"""BK sentence by sentence, and what RULES 0.8, 0.9, 0.17 and 10 add."""

from __future__ import annotations

import json

import pytest

from engine.cards import Card, Family, card
from engine.deal.record import DealRecord
from engine.deal.report import DealResult
from engine.dealfile.reader import parse_line
from engine.dealfile.writer import answer
from engine.games import game
from engine.games.base import LookBack, MayDouble
from engine.games.bierkopf.settlement import game_won
from engine.games.carry import Carry, GameScore
from engine.games.dealer import PartnerDraw, draw
from engine.games.facts import TRUMP
from engine.referee.evaluation import evaluate, may_double
from engine.rules.house_rules import preset_rules, rules_from
from tests.engine.bierkopf.plain import DECK, TRUMPS, Game, deal, first_game

BIERKOPF = game("bierkopf")
RULES = preset_rules("bierkopf")
LAID = "0 CA CK CT DK"
"""Seat 3 has no clubs and no trump."""


def french(text: str) -> list[Card]:
    return [card(code, Family.FRENCH) for code in text.split()]


def result(record: DealRecord) -> DealResult:
    found = evaluate(record).result
    assert found is not None
    return found


def doubles(*said: tuple[int, int]) -> list[dict[str, object]]:
    return [{"say": "double", "seat": seat, "after": after} for seat, after in said]


def illegal(record: DealRecord) -> list[tuple[int | None, int]]:
    return [(v.seat, v.play) for v in evaluate(record).verdicts if v.kind == "illegal_double"]


def may(record: DealRecord) -> MayDouble:
    found = may_double(record)
    assert found is not None
    return found


def high(made: Game, points: int) -> bool:
    return max(made.points) == points


def test_twenty_cards_french_or_german() -> None:
    """BK: a stripped deck of 20, traditionally German (RULES 0.9: C=E, S=G, H=H, D=S)."""
    setting = BIERKOPF.setting(deal())
    assert sorted(each.code for each in setting.deck) == sorted(DECK)
    german = BIERKOPF.setting(deal(suits="german"))
    twins = " ".join(each.code for each in german.trumps)
    assert twins == "EO GO HO SO EU GU HU SU HA HZ HK"


def test_trumps_and_suits_rank_as_listed() -> None:
    """BK, rank of cards."""
    setting = BIERKOPF.setting(deal())
    assert [each.code for each in setting.trumps] == TRUMPS
    for suit in "CSD":
        plain = [card(suit + rank, Family.FRENCH) for rank in "ATK"]
        assert len({setting.klass[each] for each in plain}) == 1
        assert setting.klass[plain[0]] != TRUMP
        heights = [setting.strength[each] for each in plain]
        assert heights == sorted(heights, reverse=True)


def test_each_card_has_its_points() -> None:
    """BK: 120 card points; A 11, 10 10, K 4, Q 3, J 2."""
    setting = BIERKOPF.setting(deal())
    assert setting.total == 120
    assert [setting.points[each] for each in french("CA ST HK DQ CJ")] == [11, 10, 4, 3, 2]


def test_two_teams_of_players_who_sit_opposite() -> None:
    """BK: partners sit across from each other; DEAL_FILE, `teams`: the contract names them."""
    assert BIERKOPF.set_contract(Carry()) == deal().contract
    with pytest.raises(Exception, match="partners opposite each other"):
        deal(contract={"kind": "teams", "teams": [[0, 1], [2, 3]]})


def test_the_first_two_players_with_an_ace_are_partners_and_the_first_deals() -> None:
    """BK; RULES 0.9: face up, one at a time."""
    found = draw(french("CQ CK CA DJ DK SA"))
    assert found == PartnerDraw(partners=(2, 1), dealer=2, others=(0, 3), seats=(0, 1, 3, 2))
    first, second = found.seats.index(2), found.seats.index(1)
    assert (first - second) % 4 == 2
    assert draw(french("CQ CK CA DJ DK")) is None
    assert draw([card("EA"), card("EK"), card("GA")]) == PartnerDraw(
        (0, 2), 0, (1, 3), (1, 2, 3, 0)
    )


def test_a_second_ace_of_one_player_decides_nothing() -> None:
    """RULES 0.9: the first two different players."""
    found = draw(french("CA CK CQ DJ SA DK HA"))
    assert found is not None
    assert found.partners == (0, 2)


def test_everybody_gets_five_cards() -> None:
    """BK: five cards to each player; five tricks."""
    setting = BIERKOPF.setting(deal())
    assert (setting.hand_size, setting.trick_count, setting.play_count) == (5, 5, 20)


def test_the_player_left_of_the_dealer_is_asked_first() -> None:
    """BK: may talk with the partner and double; RULES 0.8, 0.9."""
    assert may(deal()) == MayDouble("double", seats=(0, 1, 2), talks=(0, 2))
    assert illegal(deal(LAID, doubles=doubles((0, 0)))) == []


def test_the_first_three_are_asked_in_turn_and_the_dealer_is_not() -> None:
    """BK: the bid goes on to the third player; the fourth may not."""
    passed = deal(bids=[[0, "pass"]])
    assert may(passed) == MayDouble("double", seats=(1, 2), talks=(1, 3))
    for seat in (1, 2):
        assert illegal(deal(LAID, doubles=doubles((seat, 0)))) == []
    assert illegal(deal(LAID, doubles=doubles((3, 0)))) == [(3, 0)]


def test_without_a_double_before_the_first_card_nobody_doubles() -> None:
    """BK: no doubling, the game is played for normal points."""
    assert may(deal(LAID)) == MayDouble("double")
    assert illegal(deal(LAID, doubles=doubles((1, 2)))) == [(1, 1)]


def test_the_teams_double_in_turn_once_two_cards_lie() -> None:
    """BK: the opposite team after the second card, throughout the round; RULES 0.8."""
    said = doubles((0, 0))
    assert may(deal("0 CA", doubles=said)) == MayDouble("double")
    assert may(deal("0 CA CK", doubles=said)) == MayDouble("double", (1, 3), (1, 3))
    said = doubles((0, 0), (3, 2), (2, 2), (1, 4))
    assert illegal(deal(LAID, doubles=said)) == []
    assert may(deal(LAID, doubles=said)).seats == (0, 2)


def test_a_double_by_the_wrong_seat_or_too_early_is_illegal() -> None:
    """RULES 0.8: only the team that did not double last, once two cards lie."""
    assert illegal(deal(LAID, doubles=doubles((0, 0), (1, 0)))) == [(1, 0)]
    assert illegal(deal(LAID, doubles=doubles((0, 0), (1, 1)))) == [(1, 0)]
    assert illegal(deal(LAID, doubles=doubles((0, 0), (2, 3)))) == [(2, 2)]
    assert illegal(deal(LAID, doubles=doubles((0, 0), (1, 2), (3, 3)))) == [(3, 2)]
    assert illegal(deal(LAID, doubles=["double", "double"])) == []


def test_the_dealer_s_left_leads_and_suit_must_be_followed() -> None:
    """BK: the player to the left of the dealer leads; everyone else must follow."""
    assert evaluate(deal()).turn == 0
    shown = evaluate(deal("0 DA SK HK DK | 2 HA HT HQ DT")).verdicts
    assert [(each.kind, each.seat, each.play, each.proof) for each in shown] == [
        ("revoke", 1, 1, (1, 7))
    ]


def test_a_jack_of_diamonds_demands_trumps() -> None:
    """BK: trumps are one suit, not part of the suit on their card."""
    found = evaluate(deal("0 DJ DK DQ HK | 2 CA HT")).verdicts
    assert found == ()
    found = evaluate(deal("0 DJ DK DQ HK | 2 CA CK CT HT")).verdicts
    assert [(each.kind, each.seat, each.play) for each in found] == [("revoke", 1, 1)]


def test_who_cannot_follow_must_trump() -> None:
    """BK: if players cannot follow suit, they must trump if they can."""
    (found,) = evaluate(deal("0 CA CK CT DK | 0 SA SK ST HK")).verdicts
    assert (found.kind, found.seat, found.play, found.proof) == ("must_trump", 3, 3, (3, 7))
    words = BIERKOPF.verdict_words("must_trump")
    assert max(len(words.headline.de), len(words.headline.en)) <= 20
    free = deal("0 CA CK CT DK | 0 SA SK ST HK", rules={"must_trump": False})
    assert evaluate(free).verdicts == ()


def test_who_can_neither_follow_nor_trump_may_lay_any_card() -> None:
    """BK: if the player cannot follow or trump, they can play any card."""
    assert evaluate(deal("0 CA CK CT DK | 0 HQ HK CQ DT")).verdicts == ()
    (shown,) = evaluate(deal("0 CA CK CT DK | 0 HQ HK CQ HT")).verdicts
    assert (shown.kind, shown.seat, shown.play) == ("must_trump", 3, 3)


def test_a_trick_goes_to_the_highest_trump_or_else_of_the_suit_led() -> None:
    """BK: trick taking; rank of cards."""
    tricks = evaluate(deal("0 CK CT SA CA | 3 DA HK DK HT")).tricks
    assert [each.winner for each in tricks] == [3, 2]


def test_own_tricks_may_be_looked_at() -> None:
    """BK: the tricks they collect; the most previous one of the partner's."""
    assert BIERKOPF.look_back(RULES) is LookBack.OWN_TRICKS
    assert BIERKOPF.look_back(rules_from({"look_back": "nothing"}, "bierkopf")) is LookBack.NOTHING


@pytest.mark.parametrize(("points", "worth"), [(61, 1), (90, 1), (91, 2), (120, 2)])
def test_sixty_one_points_bring_one_game_point_and_ninety_one_two(points: int, worth: int) -> None:
    """BK: 61 card points or more 1 game point, 91 or more 2."""
    made = first_game(lambda each: high(each, points))
    team = made.points.index(points)
    found = result(made.record())
    assert found.game_points == ((worth, 0) if team == 0 else (0, worth))
    assert (found.winner, found.winners) == (f"team{team}", (team, team + 2))
    assert set(found.payout) == {0}


def test_doubled_twice_one_game_point_is_four() -> None:
    """BK: the stakes were doubled twice: 1x2x2."""
    made = first_game(lambda each: each.points == (65, 55))
    first = made.plays[0][0]
    said = doubles((first, 0), ((first + 1) % 4, 2))
    written = answer(record := made.record(doubles=said), evaluate(record))
    assert (written["winner"], written["game_points"]) == ("team0", [4, 0])
    assert (written["payout"], written["price"], written["points"]) == ([0, 0, 0, 0], 4, None)


def test_at_sixty_to_sixty_nobody_scores() -> None:
    """RULES 10: no point; the dealer's left deals, or the same dealer again."""
    made = first_game(lambda each: high(each, 60))
    found = result(made.record())
    assert (found.winner, found.winners, found.game_points) == ("none", (), (0, 0))
    assert BIERKOPF.next_dealer(made.record()) == (made.dealer + 1) % 4
    assert BIERKOPF.next_dealer(made.record(rules={"tie": "replay"})) == made.dealer
    won = first_game(lambda each: each.points[0] > 60 and each.dealer == 3)
    assert BIERKOPF.next_dealer(won.record(rules={"tie": "replay"})) == 0
    lost = first_game(lambda each: each.points[1] > 60 and each.dealer == 3)
    assert BIERKOPF.next_dealer(lost.record(rules={"next_dealer": "winners"})) == 1


def test_the_first_team_to_21_game_points_wins() -> None:
    """BK: the first team to earn 21 game points wins the game."""
    made = first_game(lambda each: each.points[0] >= 91)
    found = result(made.record())
    before = Carry(game_points=(18, 20))
    assert game_won(before, found, RULES) is None
    after = BIERKOPF.carried(before, made.record(), found)
    assert after.game_points == (20, 20)
    assert game_won(after, found, RULES) == GameScore(0, (0, 2), (22, 20))
    assert BIERKOPF.carried(after, made.record(), found).game_points == (0, 0)
    short = rules_from({"game_to": 20}, "bierkopf")
    assert game_won(before, found, short) == GameScore(0, (0, 2), (20, 20))


def test_an_upheld_error_gives_the_other_team_one_point() -> None:
    """RULES 0.17: the other team gets 1 point times doublings; nothing is paid."""
    plays = "0 CA CK CT DK | 0 SA SK ST HK"
    upheld = [{"kind": "must_trump", "seat": 3, "play": 3, "ruling": "upheld"}]
    ended = {"kind": "ruled"}
    record = deal(plays, rulings=upheld, end=ended, doubles=doubles((0, 0)))
    found = result(record)
    assert (found.winner, found.winners, found.game_points) == ("team0", (0, 2), (2, 0))
    assert found.price == 2
    assert not any(found.payout)
    free = deal(plays, rulings=upheld, end=ended, rules={"revoke": "none"})
    assert evaluate(free).result is None
    assert BIERKOPF.next_dealer(deal(plays, rulings=upheld, rules={"next_dealer": "winners"})) == 0


@pytest.mark.parametrize(("ruling", "dealer"), [("upheld", 1), ("dismissed", 0), ("waived", 0)])
def test_only_an_upheld_error_of_the_others_lets_the_winners_deal(ruling: str, dealer: int) -> None:
    """RULES 10: the next winner clockwise; where nobody has won yet, the dealer's left."""
    plays = "0 CA CK DK CT | 0 SA SK HK ST"
    rulings = [{"kind": "must_trump", "seat": 2, "play": 2, "ruling": ruling}]
    record = deal(plays, rulings=rulings, rules={"next_dealer": "winners"})
    assert "must_trump:2:2" in [each.id for each in evaluate(record).verdicts]
    assert BIERKOPF.next_dealer(record) == dealer


def test_an_illegal_double_does_not_count_once_upheld() -> None:
    """RULES 0.8: neither does what answered it."""
    made = first_game(lambda each: each.points == (65, 55) and each.dealer == 3)
    said = doubles((3, 0), (0, 2))
    assert result(made.record(doubles=said)).game_points == (4, 0)
    upheld = [{"kind": "illegal_double", "seat": 3, "play": 0, "ruling": "upheld"}]
    assert result(made.record(doubles=said, rulings=upheld)).game_points == (1, 0)


def test_the_example_of_the_deal_file_is_read() -> None:
    """DEAL_FILE, `doubles`: seat 0 doubles before the first card, seat 3 after two."""
    contract = {"kind": "teams", "teams": [[0, 2], [1, 3]]}
    line = {"v": 1, "id": "bk", "game": "bierkopf", "players": 4, "dealer": 3, "plays": []}
    line |= {"contract": contract, "doubles": doubles((0, 0), (3, 2)), "hands": None}
    record = parse_line(json.dumps(line))
    assert [each.seat for each in record.doubles] == [0, 3]
    assert record.contract is not None
    assert record.contract.details["teams"] == contract["teams"]
