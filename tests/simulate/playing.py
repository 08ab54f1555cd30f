"""Deals played by chance, right or with one error on purpose, and whether a card was right.

A hand's part in a deal can be judged from that hand and the plays alone (RULES 6 and 7): nobody's
duty depends on how the other cards are spread. That is what makes all distributions countable.

Everybody lays any of the cards that are right, all alike. Whenever an error of the kind asked for
is possible it is made with the kind's chance, once in a deal. The styles (docs/RULES.md, Detection)
say how it goes on. `random`: the offender plays on like everybody else. `conceals`: who revokes
keeps at most two cards back, for more cannot be hidden; and from then on he lays, of the cards that
are right, one that does not show what he kept back, as long as he has one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tests.simulate.table import TRUMP, Deal, SimulatedTable

BEFORE_PLAY = -1
"""Stands for the play in an act that was wrong before the first card."""

NOT_KEPT = "called_suit_not_kept"
"""A picker's own duty, shown by his own cards alone (`engine.games.sheepshead.duties`)."""

Act = tuple[str, int, int]
"""Kind, seat, index of the play."""


@dataclass(frozen=True, slots=True)
class SimulatedTurn:
    """What all can see when a card is laid."""

    led: str | None
    """Class led; None for the lead itself."""
    leads: int
    """Earlier tricks to which the called suit was led."""
    gone: int
    """Cards of the called suit that lay in earlier tricks."""


@dataclass(slots=True)
class Hand:
    """What matters of a hand; it changes as cards leave it."""

    counts: dict[str, int]
    """Cards of each class, the called ones among them."""
    ace: bool
    schoene: bool
    size: int
    ran_away: bool = False
    brought_ace: bool = False
    """The Ass went at the first lead of its suit."""


def hand_of(table: SimulatedTable, cards: Sequence[str]) -> Hand:
    """Return what matters of `cards`."""
    counts: dict[str, int] = {}
    for card in cards:
        klass = table.klasses[card]
        counts[klass] = counts.get(klass, 0) + 1
    return Hand(counts, table.ace in cards, table.schoene in cards, len(cards))


def wrongs(
    table: SimulatedTable, seat: int, turn: SimulatedTurn, hand: Hand, card: str
) -> tuple[str, ...]:
    """Return the kinds of error that laying `card` is; `hand` still holds it."""
    klass = table.klasses[card]
    found: tuple[str, ...] = ()
    if turn.led is not None and klass != turn.led and hand.counts.get(turn.led, 0):
        found = ("revoke",)
    threw = turn.led not in (None, TRUMP) and klass not in (turn.led, TRUMP)
    if table.must_trump and threw and hand.counts.get(TRUMP, 0):
        found += ("must_trump",)
    if table.picked and seat == table.caller and table.searched is not None:
        found += _not_kept(table, turn, hand, klass)
    if table.ace is not None and (hand.ace or hand.schoene) and not hand.ran_away:
        found += _against_called(table, seat, turn, hand, card)
    return found


def _not_kept(
    table: SimulatedTable, turn: SimulatedTurn, hand: Hand, klass: str
) -> tuple[str, ...]:
    """A picker keeps a card of the called suit until it is led; not in the last trick (PG)."""
    throws = turn.led not in (None, table.searched) and klass == table.searched
    last_one = hand.counts.get(klass, 0) == 1 and hand.size > 1
    return (NOT_KEPT,) if throws and last_one and not turn.leads else ()


def _bound(table: SimulatedTable, seat: int, hand: Hand) -> tuple[str | None, ...]:
    """Return the called cards in hand that put a duty on `seat`, the Ass first (RULES 7)."""
    bound: tuple[str | None, ...] = ()
    if hand.ace and seat != table.caller:
        bound += (table.ace,)
    if hand.schoene:
        bound += (table.schoene,)
    return bound


def _against_called(
    table: SimulatedTable, seat: int, turn: SimulatedTurn, hand: Hand, card: str
) -> tuple[str, ...]:
    bound = _bound(table, seat, hand)
    if not bound or (table.picked and turn.leads):
        return ()
    if turn.led is None:
        low = table.klasses[card] == table.searched and card != bound[0]
        return ("called_card_underled",) if low and not _may_lead_low(table, turn, hand) else ()
    if turn.led == table.searched:
        kept = card != bound[0]
        return ("called_card_withheld",) if kept and not _may_follow_low(table, turn, hand) else ()
    # Who has nothing but called cards left has no choice: the last card, or Ass and Schöne.
    if card in bound and hand.size > len(bound) and not _may_discard(table, turn, hand, card):
        return ("called_card_discarded",)
    return ()


def _own(table: SimulatedTable, hand: Hand) -> int:
    return hand.counts.get(table.searched or "", 0)


def _may_lead_low(table: SimulatedTable, turn: SimulatedTurn, hand: Hand) -> bool:
    """Davonlaufen (RULES 7.2)."""
    allowed = table.keep_back in ("lead", "any") and not turn.leads
    return allowed and _own(table, hand) >= table.free_from


def _may_follow_low(table: SimulatedTable, turn: SimulatedTurn, hand: Hand) -> bool:
    """Umspielen when following: what lies in earlier tricks counts as gone (RULES 0.2)."""
    allowed = table.keep_back in ("follow", "any")
    return allowed and _own(table, hand) + turn.gone >= table.free_from


def _may_discard(table: SimulatedTable, turn: SimulatedTurn, hand: Hand, card: str) -> bool:
    """RULES 7.3, 12: the Schöne beside a brought Ass waits for the second lead."""
    if table.discard == "free":
        return True
    waits = 2 if card == table.schoene and hand.brought_ace else 1
    return turn.leads >= waits


def lay(table: SimulatedTable, seat: int, turn: SimulatedTurn, hand: Hand, card: str) -> None:
    """Take `card` out of `hand` and note what it changes for the duties."""
    klass = table.klasses[card]
    if table.ace is not None and klass == table.searched:
        bound = _bound(table, seat, hand)
        low = turn.led is None and bool(bound) and card != bound[0]
        if low and _may_lead_low(table, turn, hand):
            hand.ran_away = True
        if card == table.ace:
            first = turn.led in (None, table.searched) and not turn.leads
            # A caller who has it, against the rules, had no duty to bring it.
            hand.brought_ace = hand.brought_ace or (first and seat != table.caller)
    hand.counts[klass] -= 1
    hand.size -= 1
    hand.ace = hand.ace and card != table.ace
    hand.schoene = hand.schoene and card != table.schoene


def before_play(table: SimulatedTable, seat: int, hand: Hand) -> tuple[str, ...]:
    """Return what was wrong about holding this hand before the first card (RULES 5)."""
    if table.ace is not None and seat == table.caller:
        plain = _own(table, hand) - hand.ace
        barred = hand.ace or not (plain or table.renonce)
        return ("illegal_call",) if barred else ()
    if table.kind == "hochzeit" and seat == table.caller:
        return ("hochzeit_trump",) if hand.counts.get(TRUMP, 0) else ()
    return ()


def turns_of(table: SimulatedTable, plays: Sequence[tuple[int, str]]) -> list[SimulatedTurn]:
    """Return what all could see before each play."""
    size = len(table.seats)
    leads = gone = 0
    found: list[SimulatedTurn] = []
    for start in range(0, len(plays), size):
        trick = plays[start : start + size]
        led = table.klasses[trick[0][1]]
        found.append(SimulatedTurn(None, leads, gone))
        found += [SimulatedTurn(led, leads, gone)] * (len(trick) - 1)
        leads += led == table.searched
        gone += sum(1 for _, card in trick if table.klasses[card] == table.searched)
    return found


def acts_of_seat(
    table: SimulatedTable,
    seat: int,
    own: Sequence[tuple[int, SimulatedTurn, str]],
    hand: Hand,
) -> frozenset[Act]:
    """Return everything `seat` did wrong; `hand` is as dealt and is used up.

    Args:
        table: the table.
        seat: whose hand.
        own: index, circumstances and card of each of the seat's plays.
        hand: what was dealt.
    """
    found = [(kind, seat, BEFORE_PLAY) for kind in before_play(table, seat, hand)]
    for index, turn, card in own:
        found += [(kind, seat, index) for kind in wrongs(table, seat, turn, hand, card)]
        lay(table, seat, turn, hand, card)
    return frozenset(found)


def acts(
    table: SimulatedTable, hands: Mapping[int, Sequence[str]], plays: Sequence[tuple[int, str]]
) -> frozenset[Act]:
    """Return everything that was wrong in a deal whose hands are known."""
    turns = turns_of(table, plays)
    found: frozenset[Act] = frozenset()
    for seat, cards in hands.items():
        own = [
            (index, turns[index], card)
            for index, (whose, card) in enumerate(plays)
            if whose == seat
        ]
        found |= acts_of_seat(table, seat, own, hand_of(table, cards))
    return found


Choose = Callable[["SimulatedPlay", Sequence[str]], str]
"""Picks one of the cards that may be laid; the first argument is the deal so far."""


@dataclass
class SimulatedPlay:
    """A deal in progress, everything known."""

    deal: Deal
    turn: int
    cards: dict[int, list[str]]
    """What each seat can lay now; where two play from piles, what is open or in hand."""
    hands: dict[int, Hand]
    trick: list[tuple[int, str]] = field(default_factory=list)
    leads: int = 0
    gone: int = 0
    covered: dict[int, dict[str, tuple[int, str]]] = field(default_factory=dict)
    """Two players: card to its pile and the card under it."""

    @property
    def table(self) -> SimulatedTable:
        """The table."""
        return self.deal.table

    @property
    def circumstances(self) -> SimulatedTurn:
        """What all can see now."""
        led = self.table.klasses[self.trick[0][1]] if self.trick else None
        return SimulatedTurn(led, self.leads, self.gone)

    def wrongs(self, card: str) -> tuple[str, ...]:
        """Return the kinds of error that laying `card` now is."""
        turn = self.circumstances
        return wrongs(self.table, self.turn, turn, self.hands[self.turn], card)

    def legal(self) -> list[str]:
        """Return the cards that may be laid now."""
        return [card for card in self.cards[self.turn] if not self.wrongs(card)]

    def lay(self, card: str) -> None:
        """Lay `card`, right or wrong."""
        seat, table = self.turn, self.table
        lay(table, seat, self.circumstances, self.hands[seat], card)
        self.cards[seat].remove(card)
        self.deal.plays.append((seat, card))
        self.trick.append((seat, card))
        self.turn = _after(table, seat)
        if len(self.trick) == len(table.seats):
            self._take()

    def _take(self) -> None:
        table = self.table
        self.leads += table.klasses[self.trick[0][1]] == table.searched
        self.gone += sum(1 for _, card in self.trick if table.klasses[card] == table.searched)
        self.turn = table.winner(self.trick)
        for seat, card in self.trick:
            if card in self.covered.get(seat, {}):
                self._reveal(seat, *self.covered[seat].pop(card))
        self.trick = []

    def _reveal(self, seat: int, pile: int, card: str) -> None:
        self.deal.reveals.append((len(self.deal.plays), seat, pile, card))
        self.cards[seat].append(card)
        self.hands[seat] = hand_of(self.table, self.cards[seat])

    @property
    def over(self) -> bool:
        """Whether every card lies."""
        return not self.trick and not any(self.cards.values())


def _after(table: SimulatedTable, seat: int) -> int:
    return table.seats[(table.seats.index(seat) + 1) % len(table.seats)]


def deal_cards(table: SimulatedTable, chance: random.Random, *, honest: bool = True) -> Deal:
    """Shuffle and deal; Hochzeit with its exchange.

    An honest caller may call what he calls; a dishonest one holds the called Ass or nothing of its
    suit, and who offers a Hochzeit dishonestly keeps a second trump.
    """
    while True:
        deal = _dealt(table, chance)
        if table.kind == "hochzeit" and not _exchange(deal, chance, kept=0 if honest else 1):
            continue
        if table.ace is None or (_barred(deal) != honest and table.ace not in deal.hidden):
            break
    if table.piles is not None:
        number, depth = table.piles
        deal.piles = {
            seat: [hand[depth * pile : depth * (pile + 1)] for pile in range(number)]
            for seat, hand in deal.hands.items()
        }
    return deal


def _dealt(table: SimulatedTable, chance: random.Random) -> Deal:
    cards = list(table.deck)
    chance.shuffle(cards)
    size = table.hand_size
    hands = {
        seat: tuple(cards[place * size : (place + 1) * size])
        for place, seat in enumerate(table.seats)
    }
    return Deal(table, hands, tuple(cards[size * len(table.seats) :]))


def _barred(deal: Deal) -> bool:
    """Tell whether the caller may not call what he calls (RULES 5)."""
    table = deal.table
    hand = hand_of(table, deal.hands[table.caller or 0])
    return bool(before_play(table, table.caller or 0, hand))


def _exchange(deal: Deal, chance: random.Random, kept: int) -> bool:
    """Deal the giver one trump and the `kept` more, and change it for the partner's plain card.

    False where the partner has none to give.
    """
    table = deal.table
    giver, partner = table.caller or 0, table.partner or 0
    trumps = [card for card in table.deck if table.klasses[card] == TRUMP]
    plain = [card for card in table.deck if table.klasses[card] != TRUMP]
    chance.shuffle(trumps)
    chance.shuffle(plain)
    size = table.hand_size
    more = size - 1 - kept
    rest = trumps[1 + kept :] + plain[more:]
    chance.shuffle(rest)
    others = [seat for seat in table.seats if seat != giver]
    hands = {seat: rest[at * size : (at + 1) * size] for at, seat in enumerate(others)}
    can_give = [card for card in hands[partner] if table.klasses[card] != TRUMP]
    if not can_give:
        return False
    deal.gave, deal.back = trumps[0], chance.choice(can_give)
    hands[partner] = [card for card in hands[partner] if card != deal.back] + [deal.gave]
    hands[giver] = [*trumps[1 : 1 + kept], *plain[:more], deal.back]
    deal.hands = {seat: tuple(hands[seat]) for seat in table.seats}
    return True


def start(deal: Deal) -> SimulatedPlay:
    """Return the deal before its first card."""
    table = deal.table
    cards = {seat: list(hand) for seat, hand in deal.hands.items()}
    covered: dict[int, dict[str, tuple[int, str]]] = {}
    for seat, piles in (deal.piles or {}).items():
        covered[seat] = {
            top: (number, under)
            for number, pile in enumerate(piles)
            for under, top in pairwise(pile)
        }
        below = {under for _, under in covered[seat].values()}
        cards[seat] = [card for card in cards[seat] if card not in below]
    hands = {seat: hand_of(table, held) for seat, held in cards.items()}
    return SimulatedPlay(deal, table.vorhand, cards, hands, covered=covered)


def anyhow(chance: random.Random) -> Choose:
    """Return the choice that takes any of the cards, all alike."""
    return lambda play, cards: chance.choice(cards)


def play_out(play: SimulatedPlay, choose: Choose, until: int | None = None) -> SimulatedPlay:
    """Play on with legal cards to the end, or until so many cards lie."""
    while not play.over and (until is None or len(play.deal.plays) < until):
        play.lay(choose(play, play.legal()))
    return play


STYLES = ("random", "conceals")
"""How the offender plays."""
CHANCE = {"revoke": 0.1, "must_trump": 0.3, "called_card_withheld": 0.1}
"""How often a chance to err is taken; the others are rare and are taken at once."""
_MOST_HIDDEN = 2
"""Cards of a class that can be kept back unnoticed."""
IN_PLAY = (
    *("revoke", "must_trump"),
    *("called_card_withheld", "called_card_underled", "called_card_discarded"),
)
"""Errors made by laying a card."""
IN_CALLING = ("illegal_call", "hochzeit_trump")
"""Errors made before the first card."""

Avoid = Callable[[str], bool]
"""Tells whether a card shows what was kept back."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A deal with errors made on purpose."""

    deal: Deal
    acts: tuple[tuple[str, int, int], ...]
    """Kind, seat and index of the wrong card, -1 where the call was wrong; as they were made."""

    @property
    def kind(self) -> str:
        """The first error's kind."""
        return self.acts[0][0]

    @property
    def seat(self) -> int:
        """The first offender."""
        return self.acts[0][1]

    @property
    def play(self) -> int:
        """Index of the first wrong card."""
        return self.acts[0][2]


def plant(
    table: SimulatedTable, chance: random.Random, kind: str, style: str, errors: int = 1
) -> Planted | None:
    """Deal and play with `errors` errors, each by another seat; None where too few were possible.

    Args:
        table: the table.
        chance: the dice.
        kind: one of `IN_PLAY` or `IN_CALLING`.
        style: one of `STYLES`.
        errors: how many; more than one only for errors in play.
    """
    if kind in IN_CALLING:
        deal = deal_cards(table, chance, honest=False)
        play = start(deal)
        _finish(play, chance, {})
        return Planted(deal, ((kind, table.caller or 0, -1),))
    deal = deal_cards(table, chance)
    play = start(deal)
    made: list[tuple[str, int, int]] = []
    avoiding: dict[int, Avoid] = {}
    while not play.over and len(made) < errors:
        seat = play.turn
        wrong = [] if seat in avoiding else _chances(play, kind, style)
        if wrong and chance.random() < CHANCE.get(kind, 1.0):
            made.append((kind, seat, len(deal.plays)))
            avoiding[seat] = _shows(play, kind)
            play.lay(chance.choice(wrong))
        else:
            play.lay(_right(play, chance, avoiding if style == "conceals" else {}))
    _finish(play, chance, avoiding if style == "conceals" else {})
    return Planted(deal, tuple(made)) if len(made) == errors else None


def _chances(play: SimulatedPlay, kind: str, style: str) -> list[str]:
    """Return the cards that would be this error now."""
    table, led = play.table, play.circumstances.led
    cards = play.cards[play.turn]
    if kind == "called_card_withheld":
        cards = [card for card in cards if table.klasses[card] == table.searched]
    if kind == "revoke" and style == "conceals":
        kept = sum(1 for card in cards if table.klasses[card] == led)
        if kept > _MOST_HIDDEN:
            return []
    return [card for card in cards if kind in play.wrongs(card)]


def _shows(play: SimulatedPlay, kind: str) -> Avoid:
    """Return which cards an offender who hides this error does not want to be seen with."""
    table, led = play.table, play.circumstances.led
    if kind == "revoke":
        return lambda card: table.klasses[card] == led
    if kind == "must_trump":
        return lambda card: table.klasses[card] == TRUMP
    hand = play.hands[play.turn]
    owed = table.ace if hand.ace and play.turn != table.caller else table.schoene
    return lambda card: card == owed


def _right(play: SimulatedPlay, chance: random.Random, avoiding: Mapping[int, Avoid]) -> str:
    legal: Sequence[str] = play.legal()
    avoid = avoiding.get(play.turn)
    quiet = [card for card in legal if not avoid(card)] if avoid else legal
    return chance.choice(quiet or legal)


def _finish(play: SimulatedPlay, chance: random.Random, avoiding: Mapping[int, Avoid]) -> None:
    while not play.over:
        play.lay(_right(play, chance, avoiding))
