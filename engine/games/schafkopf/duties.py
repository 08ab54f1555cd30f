"""Duties beyond following and called cards: what was said, and what shows it to be wrong.

A call promises something about hands. A Hochzeit's giver says to hold no trump (EN, wedding game),
who declares a Muss-Spiel to hold the named card (EN, must game), the dealer's Ramsch that everybody
could have called (DE, Ramsch), who throws in that the hand was bad enough (EN, dealing), and a Tout
is over with its first lost trick (DE, Toutspiel; RULES 0.3). What a known hand allows before the
first card is a pure function of the hand; nobody's hand is known here.

Of doublings it is said which are offered, who may say them and when, and how many count (AB 4.1).
Legen (Klopfen): everyone once, before the first card. Kontra: an opponent, while at most
`contra_until` cards lie. Re, Supra, Resupra: declarers and opponents in turn, each before another
card is played. A doubling is judged only where its seat and moment are on record, and not at all in
a game nobody declared. One that was upheld as illegal does not count, nor does what answered it;
until somebody decides, everything that was said counts (RULES 0.15 and 8).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from engine.cards import Card, Rank, Suit, card, german_suit
from engine.deal.record import DealRecord, Doubling
from engine.deal.report import TOUT_LOST, Grade, Known, TrickView, Verdict
from engine.games.facts import NOTHING_FOREKNOWN, TRUMP, UNKNOWN, Facts, Foreknown
from engine.games.schafkopf.case import FIXED_PRICE
from engine.games.schafkopf.house_rules import HouseRules, callable_suits, muss_card
from engine.games.schafkopf.partners import called_cards, teams
from engine.games.trump_order import suit_class

STAMM_RANKS = frozenset({Rank.OBER, Rank.UNTER, Rank.GEFREITER, Rank.QUEEN, Rank.JACK})
"""The main trumps, whatever is played (EN, card values)."""
ASSE = (Rank.ASS, Rank.ACE)
TENS = (Rank.ZEHN, Rank.TEN)
_FEWEST_PEOPLE = 4
"""Two and three people do not throw in (RULES 0.30)."""


def may_throw_in(hand: Sequence[Card | None], house: HouseRules, people: int) -> bool:
    """Tell whether a hand may be thrown in: enough Nixer, and no main trump (EN, dealing).

    A card that was not seen counts in favour of who threw it in.

    Args:
        hand: the cards as dealt; None for one not seen.
        house: which ranks are Nixer, and how many it takes.
        people: how many hold cards.
    """
    least = house.nixer_min
    if people < _FEWEST_PEOPLE or not isinstance(least, int):
        return False
    if any(card is not None and card.rank in STAMM_RANKS for card in hand):
        return False
    return sum(1 for card in hand if card is None or card.rank.letter in house.nixer_ranks) >= least


def suits_to_call(
    hand: Collection[Card], klass: Mapping[Card, int], suits: Sequence[Suit]
) -> tuple[Suit, ...]:
    """Return the suits that may be called from a hand (EN, normal game; RULES 0.34).

    A suit needs a card that is no trump, and its Ass has to be in another hand. The Schöne counts
    as a card of its suit.

    Args:
        hand: every card of the hand.
        klass: the classes of the normal game.
        suits: the suits that can be called at all.
    """
    return tuple(suit for suit in suits if _may_call(hand, klass, suit))


def can_call(
    hand: Collection[Card], klass: Mapping[Card, int], suits: Sequence[Suit], house: HouseRules
) -> bool:
    """Tell whether a normal game could be called from a hand, by choice and not by a Muss.

    Where the house allows it always, a suit may be called without a card of it (Renonce), and a
    Ten where every Ass that can be called is in the hand (RULES 5).
    """
    if suits_to_call(hand, klass, suits):
        return True
    own = {card.suit for card in hand if card.rank in ASSE}
    german = {german_suit(suit) for suit in own}
    if not german.issuperset(suits):
        return house.renonce == "always"
    tens = {german_suit(card.suit) for card in hand if card.rank in TENS}
    return house.called_ten == "always" and not tens.issuperset(suits)


def _may_call(hand: Collection[Card], klass: Mapping[Card, int], suit: Suit) -> bool:
    plain = suit_class(suit)
    of_suit = [card for card in hand if klass.get(card) == plain]
    return bool(of_suit) and all(card.rank not in ASSE for card in of_suit)


HOCHZEIT_TRUMP = "hochzeit_trump"
ILLEGAL_MUSS = "illegal_muss"
ILLEGAL_SIE = "illegal_sie"
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
    if contract.details.get("muss"):
        found += _muss_card_elsewhere(facts, house, contract.seat)
    if contract.kind in FIXED_PRICE:
        found += _not_the_highest(facts, contract.seat)
    return found


def _trump_of_the_giver(facts: Facts, giver: int) -> list[Verdict]:
    """Return the verdict on the first trump the giver lays; who accepted gives back no trump."""
    for index, play in enumerate(facts.plays):
        certain = facts.klasses[index] == TRUMP and play.card not in facts.doubtful
        if play.seat == giver and certain:
            return [Verdict(HOCHZEIT_TRUMP, giver, index, (index,), index, suspects=(giver,))]
    return []


def _muss_card_elsewhere(facts: Facts, house: HouseRules, declarer: int) -> list[Verdict]:
    """Return the verdict where another had the card that its holder had to declare for.

    Another seat lays it, or the declarer's hand is on record without it. Where the record does not
    say which card was named it is the house's.
    """
    contract = facts.record.contract
    assert contract is not None
    named = contract.details["muss"]
    if named == "??":
        return []
    family = facts.record.family
    sought = card(named, family) if isinstance(named, str) else muss_card(house, family)
    if sought in facts.doubtful or sought not in facts.setting.klass:
        return []
    hand = _known_hand(facts, declarer)
    if hand is not None and sought not in hand:
        return [Verdict(ILLEGAL_MUSS, declarer, 0, (), 0, suspects=(declarer,), card=sought)]
    ours = (declarer, contract.details.get("partner"))
    return [
        Verdict(ILLEGAL_MUSS, declarer, index, (index,), index, suspects=(declarer,), card=sought)
        for index, play in enumerate(facts.plays)
        if play.card is sought and play.seat not in ours
    ]


def _not_the_highest(facts: Facts, declarer: int) -> list[Verdict]:
    """Return the verdict on a Sie without all of the highest main trumps (DE, Sie; AB 1.1)."""
    highest = facts.setting.trumps[: facts.setting.hand_size]
    hand = _known_hand(facts, declarer)
    if hand is not None and not hand.issuperset(highest):
        return [Verdict(ILLEGAL_SIE, declarer, 0, (), 0, suspects=(declarer,))]
    for index, play in enumerate(facts.plays):
        certain = facts.klasses[index] != UNKNOWN and play.card not in facts.doubtful
        if certain and (play.seat == declarer) is (play.card not in highest):
            return [Verdict(ILLEGAL_SIE, declarer, index, (index,), index, suspects=(declarer,))]
    return []


def _known_hand(facts: Facts, seat: int) -> frozenset[Card | None] | None:
    """Return a hand on record of which every card is known; None where there is none."""
    hand = facts.record.hands[seat] if facts.record.hands else ()
    whole = len(hand) == facts.setting.hand_size and None not in hand
    return frozenset(hand) if whole else None


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
    size = facts.setting.hand_size
    if not isinstance(seat, int) or hands is None or len(hands[seat]) != size:
        return []  # A hand that lacks a card proves nothing.
    if may_throw_in(hands[seat], house, len(facts.setting.seats)):
        return []
    return [Verdict(ILLEGAL_NIXER, seat, 0, (), 0, suspects=(seat,))]


def tout_verdicts(facts: Facts) -> tuple[Verdict, ...]:
    """Return the verdict that the Tout is lost, from the card on that beats the declarer's.

    It accuses nobody: the wrong play is the declarer's card that was beaten.
    """
    contract = facts.record.contract
    if contract is None or not contract.tout or contract.seat is None:
        return ()
    for trick, led in zip(facts.tricks, facts.led, strict=True):
        lost = None if led == UNKNOWN else _beaten(facts, trick, led, contract.seat)
        if lost is not None:
            own, known = lost
            verdict = Verdict(
                TOUT_LOST,
                contract.seat,
                own,
                (own, known) if known > own else (known, own),
                max(own, known),
                Grade.OWN_PLAY,
                suspects=(contract.seat,),
                grades=(Known(Grade.OWN_PLAY, max(own, known)),),
            )
            return (verdict,)
    return ()


def _beaten(facts: Facts, trick: TrickView, led: int, declarer: int) -> tuple[int, int] | None:
    """Return the declarer's play in a trick and the play that beats it; None if none does."""
    strongest = own = -1
    own_strength = 0
    best = -1
    for index, (seat, played) in enumerate(trick.plays, trick.start):
        if played is None:
            if seat == declarer:
                return None
            continue
        klass = facts.klasses[index]
        strength = facts.setting.strength[played] if klass in (led, TRUMP) else 0
        if seat == declarer:
            own, own_strength = index, strength
        elif strength > strongest:
            strongest, best = strength, index
        if own >= 0 and strongest > own_strength:
            return own, best
    return None


LADDER = ("kontra", "re", "supra", "resupra")
"""Each answers the one before it; opponents and declarers by turns."""
BEFORE_THE_CARDS = ("legen", "klopfen")
"""Said before the first card, each seat once; two words for one thing."""
ALIASES = frozenset(BEFORE_THE_CARDS[1:])
ILLEGAL_DOUBLE = "illegal_double"
_RUNGS = {"off": 0, "kontra": 1, "re": 2, "supra": 3, "resupra": 4}
"""How many rungs of the ladder the option `stoss` allows."""


def offered_doublings(house: HouseRules) -> tuple[str, ...]:
    """Return the doublings the house plays with, in the order in which they are said.

    Bock belongs with Legen to the games of practice (AB knows neither) and is called there; Bock
    rounds of the house come by themselves.
    """
    said = (*(BEFORE_THE_CARDS if house.legen else ()), *LADDER[: _RUNGS[house.stoss]])
    return (*said, "bock") if house.legen and not house.bock_after else said


def counting_doublings(facts: Facts, house: HouseRules) -> int:
    """Return how many doublings count: all that nobody upheld as illegal."""
    doubles = facts.record.doubles
    rulings = {ruling.verdict: ruling.ruling for ruling in facts.record.rulings}
    if not doubles or "upheld" not in rulings.values():
        return len(doubles)
    gone = {
        index for index, verdict in _judged(facts, house) if rulings.get(verdict.id) == "upheld"
    }
    for index in range(len(doubles)):
        answered = _answered(doubles, index)
        if answered and gone.issuperset(answered):
            gone.add(index)
    return len(doubles) - len(gone)


def doubling_verdicts(facts: Facts, house: HouseRules) -> tuple[Verdict, ...]:
    """Return a verdict for each doubling that was said too late or by who may not.

    Two at one moment by one seat are one verdict.
    """
    if not facts.record.doubles:
        return ()
    found: dict[str, Verdict] = {}
    for _, verdict in _judged(facts, house):
        found.setdefault(verdict.id, verdict)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Said:
    """A doubling whose seat and moment are on record."""

    index: int
    """Its place among the doublings."""
    say: str
    seat: int
    after: int
    """Cards that lay."""


def _judged(facts: Facts, house: HouseRules) -> Iterator[tuple[int, Verdict]]:
    wrong: set[int] = set()
    for index, double in enumerate(facts.record.doubles):
        if double.seat is None or double.after is None:
            continue
        if double.seat >= facts.setting.players:
            continue  # Nobody sits there: a slip of the record.
        said = _Said(index, double.say, double.seat, double.after)
        shown = _shown(facts, house, said, wrong)
        if shown is not None and facts.plays:
            wrong.add(index)
            # Before the first card there is no play to hang it on: it is told with that card.
            play = min(max(0, said.after - 1), len(facts.plays) - 1)
            yield index, _doubling_verdict(said.seat, play, shown)


def _shown(facts: Facts, house: HouseRules, said: _Said, wrong: Set[int]) -> int | None:
    """Return the play that shows the doubling was wrong, -1 where it needs none; None if fine.

    `wrong` are the places of earlier ones that were.
    """
    if said.say in BEFORE_THE_CARDS:
        return -1 if _wrong_before_the_cards(facts, house, said) else None
    contract = facts.record.contract
    if said.say not in LADDER or contract is None or contract.seat is None:
        return None
    if _out_of_order(facts, house, said, wrong):
        return -1
    other_side = _on_the_other_side(facts, said)
    return _said_before(facts, said, wrong) if other_side is None else other_side


def _wrong_before_the_cards(facts: Facts, house: HouseRules, said: _Said) -> bool:
    again = any(
        each.seat == said.seat and each.say in BEFORE_THE_CARDS
        for each in facts.record.doubles[: said.index]
    )
    return not house.legen or again or said.after > 0 or said.seat not in facts.setting.seats


def _out_of_order(facts: Facts, house: HouseRules, said: _Said, wrong: Set[int]) -> bool:
    """Tell whether it was no turn to say this: not played here, nothing to answer, or too late."""
    rung, doubles = LADDER.index(said.say), facts.record.doubles
    if rung >= _RUNGS[house.stoss] or said.seat not in facts.setting.seats:
        return True
    if rung == 0:
        return _too_late(facts, house, said)
    answered = _answered(doubles, said.index)
    right = [place for place in answered if place not in wrong]
    moments = [doubles[place].after for place in right or answered]
    return not moments or all(before is not None and said.after > before for before in moments)


def _too_late(facts: Facts, house: HouseRules, said: _Said) -> bool:
    until = house.contra_until
    if isinstance(until, int):
        return said.after > until
    return any(play.seat == said.seat for play in facts.plays[: said.after])


def _answered(doubles: Sequence[Doubling], index: int) -> tuple[int, ...]:
    """Return the places of what this doubling may answer: one, unless somebody said it again."""
    say = doubles[index].say
    if say not in LADDER[1:]:
        return ()
    sought = LADDER[LADDER.index(say) - 1]
    return tuple(place for place in range(index) if doubles[place].say == sought)


def _said_before(facts: Facts, said: _Said, wrong: Set[int]) -> int | None:
    """Return the play since which it is certain that this had been said by one who might say it.

    As long as that one may turn out to be of the other side the second one accuses nobody.
    """
    earlier = [
        place
        for place, each in enumerate(facts.record.doubles[: said.index])
        if each.say == said.say and each.seat is not None and place not in wrong
    ]
    if not earlier or not teams(facts).known:
        return None
    cards = called_cards(facts.setting)
    return max((at for at, play in enumerate(facts.plays) if play.card in cards), default=-1)


def _on_the_other_side(facts: Facts, said: _Said) -> int | None:
    """Return the play that shows the seat on the wrong side, -1 where the call does."""
    sides = teams(facts)
    for_declarers = LADDER.index(said.say) % 2 == 1
    if (said.seat in sides.declarers) is for_declarers:
        return None
    if for_declarers and not sides.known:
        return None
    contract, cards = facts.record.contract, called_cards(facts.setting)
    assert contract is not None
    shows = [
        index
        for index, play in enumerate(facts.plays)
        if play.card in cards and (for_declarers or play.seat == said.seat)
    ]
    if said.seat == contract.seat or not shows:
        return -1
    return max(shows) if for_declarers else min(shows)


def may_say(facts: Facts, word: str) -> tuple[int, ...]:
    """Return who may say a doubling, by the call: who said one of the other side may not."""
    seats, contract = facts.setting.seats, facts.record.contract
    if word not in LADDER or contract is None or contract.seat is None:
        return seats
    rung = LADDER.index(word)
    others = {each.seat for each in facts.record.doubles if each.say in LADDER[1 - rung % 2 :: 2]}
    laid = len(facts.plays)
    said = (_Said(0, word, seat, laid) for seat in seats if seat not in others)
    return tuple(each.seat for each in said if _on_the_other_side(facts, each) is None)


def _doubling_verdict(seat: int, play: int, shown: int) -> Verdict:
    """Return the verdict; no card was wrong, and only one of the other side's proves anything."""
    known = max(play, shown)
    return Verdict(
        ILLEGAL_DOUBLE,
        seat,
        play,
        (shown,) if shown >= 0 and shown != play else (),
        known,
        Grade.OWN_PLAY,
        suspects=(seat,),
        grades=(Known(Grade.OWN_PLAY, known),),
    )
