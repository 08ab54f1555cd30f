"""What a call says about hands, and the cards that show it to be wrong.

A Hochzeit's giver says to hold no trump (EN, wedding game), who declares a Muss-Spiel to hold the
named card (EN, must game), the dealer's Ramsch that nobody was unable to call (DE, Ramsch), and who
throws in that the hand was bad enough (EN, dealing).
"""

from __future__ import annotations

from engine.cards import Card, card
from engine.games.facts import NOTHING_FOREKNOWN, TRUMP, Facts, Foreknown
from engine.games.schafkopf.counts import callable_suits
from engine.games.schafkopf.hands import can_call, may_throw_in
from engine.games.schafkopf.options import HouseRules
from engine.record import DealRecord
from engine.report import Verdict

HOCHZEIT_TRUMP = "hochzeit_trump"
ILLEGAL_MUSS = "illegal_muss"
RAMSCH_BARRED = "ramsch_barred"
ILLEGAL_NIXER = "illegal_nixer"


def foreknown(record: DealRecord) -> Foreknown:
    """Return what a Hochzeit says about hands: no trump with the giver, who got which card."""
    contract = record.contract
    if contract is None or contract.seat is None:
        return NOTHING_FOREKNOWN
    partner = contract.details.get("partner")
    if not isinstance(partner, int):
        return NOTHING_FOREKNOWN
    went = ((contract.details.get("gave"), partner), (contract.details.get("back"), contract.seat))
    owners = {
        card(code, record.family): seat
        for code, seat in went
        if isinstance(code, str) and code != "??"
    }
    return Foreknown(((contract.seat, TRUMP),), owners, HOCHZEIT_TRUMP)


def promise_verdicts(facts: Facts, house: HouseRules) -> list[Verdict]:
    """Return the verdicts about what was said before the first card."""
    if facts.record.end is not None and facts.record.end.get("why") == "nixer":
        return _thrown_in_wrongly(facts, house)
    contract = facts.record.contract
    if contract is None:
        return []
    if contract.seat is None:
        return _ramsch_barred(facts, house)
    found = []
    if "partner" in contract.details:
        found += _trump_of_the_giver(facts, contract.seat)
    if "muss" in contract.details:
        found += _muss_card_elsewhere(facts, contract.seat)
    return found


def _trump_of_the_giver(facts: Facts, giver: int) -> list[Verdict]:
    """Return the verdict on the first trump the giver lays; who accepted gives back no trump."""
    for index, play in enumerate(facts.plays):
        certain = facts.klasses[index] == TRUMP and play.card not in facts.doubtful
        if play.seat == giver and certain:
            return [Verdict(HOCHZEIT_TRUMP, giver, index, (index,), index, suspects=(giver,))]
    return []


def _muss_card_elsewhere(facts: Facts, declarer: int) -> list[Verdict]:
    """Return the verdict where another seat lays the card that its holder had to declare for."""
    contract = facts.record.contract
    assert contract is not None
    named = contract.details["muss"]
    if not isinstance(named, str) or named == "??":
        return []
    sought = card(named, facts.record.family)
    if sought in facts.doubtful:
        return []
    ours = (declarer, contract.details.get("partner"))
    return [
        Verdict(ILLEGAL_MUSS, declarer, index, (index,), index, suspects=(declarer,), card=sought)
        for index, play in enumerate(facts.plays)
        if play.card is sought and play.seat not in ours
    ]


def _ramsch_barred(facts: Facts, house: HouseRules) -> list[Verdict]:
    """Return the notice that the dealer could not call this Ramsch, once every hand was seen."""
    contract = facts.record.contract
    assert contract is not None
    agreed = contract.details.get("why") == "last_game"
    hands = None if agreed or house.ramsch_block == "never" else _hands_played(facts)
    if hands is None:
        return []
    chose = _last_to_speak(facts)
    asked = (chose,) if house.ramsch_block == "dealer" else facts.setting.seats
    suits = callable_suits(house)
    if all(can_call(hands[seat], facts.setting.klass, suits, house) for seat in asked):
        return []
    last = len(facts.plays) - 1
    return [Verdict(RAMSCH_BARRED, chose, last, (last,), last, suspects=(chose,))]


def _hands_played(facts: Facts) -> dict[int, list[Card]] | None:
    """Return what each seat had, where every card of the deal was seen once."""
    hands: dict[int, list[Card]] = {seat: [] for seat in facts.setting.seats}
    if len(facts.plays) != facts.setting.play_count or facts.doubtful:
        return None
    for play in facts.plays:
        if play.card is None or play.card not in facts.setting.klass:
            return None
        hands[play.seat].append(play.card)
    return hands


def _last_to_speak(facts: Facts) -> int:
    """Return who has the choice when all pass: the dealer, or who is last in turn (RULES 0.12)."""
    seat = facts.record.dealer
    while seat not in facts.setting.rotation:
        seat = (seat - 1) % facts.setting.players
    return seat


def _thrown_in_wrongly(facts: Facts, house: HouseRules) -> list[Verdict]:
    """Return the verdict on who threw in a hand that is on record and too good for it."""
    end, hands = facts.record.end or {}, facts.record.hands
    seat = end.get("seat")
    if not isinstance(seat, int) or hands is None or not hands[seat]:
        return []
    if may_throw_in(hands[seat], house, len(facts.setting.seats)):
        return []
    return [Verdict(ILLEGAL_NIXER, seat, 0, (), 0, suspects=(seat,))]
