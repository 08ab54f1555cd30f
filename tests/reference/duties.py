"""What a player owed at each card: following suit, trumping, and the called cards.

Told with all hands open, so that nothing has to be proven: `Walk` goes through a deal card by card
and names what was wrong with each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.cards import FAMILY, Trumps, from_french
from tests.reference.deal import Deal, Line, Play, called_cards, each_of, taker, under_of
from tests.reference.house import house_of


@dataclass(frozen=True)
class Act:
    """One wrong act: its kind, who did it, and at which play (None: before the first)."""

    kind: str
    seat: int
    play: int | None
    card: str | None = None
    """Which called card: the Ass, or the Schöne where the Ass is not in the hand."""


@dataclass
class Walk:
    """A deal in the middle of its play, all hands open."""

    line: Line
    seats: tuple[int, ...]
    trumps: Trumps
    hands: dict[int, list[str]]
    table: list[Play] = field(default_factory=list)
    done: list[Play] = field(default_factory=list)
    """Every play of earlier tricks."""
    called_led: bool = False
    """Whether the called suit was led in an earlier trick."""
    released: bool = False
    """Whether the called Ass was run away with (AB 3.1)."""
    covered: dict[str, str] = field(default_factory=dict)
    """Two people: what lies below a card; it is turned over after the trick (DE 2 Spieler)."""

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.line["game"])

    @property
    def contract(self) -> dict[str, Any]:
        """The contract."""
        contract: dict[str, Any] = self.line["contract"]
        return contract

    @property
    def called(self) -> list[str]:
        """The called cards: the Ass, with five and six the Schöne beside it."""
        contract = self.contract
        if contract["kind"] == "rufspiel":
            return called_cards(contract, len(self.seats))
        if contract["kind"] == "pick" and contract.get("partner") == "called":
            return [from_french(contract["called"])]
        return []

    @property
    def under(self) -> str | None:
        """The card the picker laid face down for the called suit (PG under)."""
        under = under_of(self.line)
        return None if under is None else under[0]

    @property
    def last_trick(self) -> bool:
        """Whether the last trick is being played, in which nothing has to be kept back."""
        return len(self.done) == (each_of(self.line) - 1) * len(self.seats)

    def klass(self, card: str) -> str:
        """A card's class; a card laid face down counts as the called suit."""
        under = under_of(self.line)
        if under is not None and card == under[0]:
            return under[1]
        return self.trumps.klass(card)

    @property
    def led(self) -> str | None:
        """The class that was led; None before the first card of a trick."""
        return self.klass(self.table[0].card) if self.table else None

    def faults(self, seat: int, card: str) -> list[str]:
        """Every rule that a card would break; a called card thrown off in a revoke breaks two."""
        duty = self._duty_fault(seat, card)
        if duty == "under_withheld" and card == self.under:
            return [duty]  # it was to lie where it lay: that is the whole wrong
        found = [self._following_fault(seat, card), duty]
        return [kind for kind in found if kind is not None]

    def _following_fault(self, seat: int, card: str) -> str | None:
        """The Bedienregel (DE Vorwort), and Bierkopf's duty to trump (BK)."""
        hand = self.hands[seat]
        led = self.led
        if led is None or self.klass(card) == led:
            return None
        if not self.called_led:
            hand = [each for each in hand if each != self.under]
        if any(self.klass(each) == led for each in hand):
            return "revoke"
        if self.game == "bierkopf" and not self.trumps.is_trump(card):
            return "must_trump" if any(map(self.trumps.is_trump, hand)) else None
        return None

    def _duty_fault(self, seat: int, card: str) -> str | None:
        """What the contract asks beyond following."""
        if self.contract["kind"] == "rufspiel":
            return self._rufspiel_fault(seat, card)
        if self.contract["kind"] == "pick" and self.contract.get("partner") == "called":
            return self._called_ace_fault(seat, card)
        if self.contract["kind"] == "hochzeit" and seat == self.contract["seat"]:
            return "hochzeit_trump" if self.trumps.is_trump(card) else None
        return None

    def _rufspiel_fault(self, seat: int, card: str) -> str | None:
        """The Bringregel and its exceptions (DE Normalspiel; AB 3.1; RULES 0.1, 0.2, 7)."""
        house = house_of(self.line)
        mine = [each for each in self.called if each in self.hands[seat]]
        if not mine:
            return None
        suit = mine[0][0]
        led = self.led
        if led is None:
            if self.klass(card) != suit or card == mine[0]:
                return None
            return None if self._may_lead_low(seat, suit) else "called_card_underled"
        if led == suit:
            if card == mine[0] or self._may_follow_low(seat, suit):
                return None
            return "called_card_withheld"
        if card in mine and not house.discard_free and not self.last_trick:
            return None if self.called_led or self.released else "called_card_discarded"
        return None

    def _may_lead_low(self, seat: int, suit: str) -> bool:
        if house_of(self.line).umspielen != "lead":
            return False
        if self.released:
            return True
        own = sum(self.klass(each) == suit for each in self.hands[seat])
        return not self.called_led and own >= self._enough(suit)

    def _may_follow_low(self, seat: int, suit: str) -> bool:
        if house_of(self.line).umspielen == "lead":
            return self.released
        outside = self._suit_cards(suit) - sum(
            self.klass(each) == suit for each in self.hands[seat]
        )
        outside -= sum(self.klass(play.card) == suit for play in self.done)
        return outside < len(self.seats) - 1

    def _suit_cards(self, suit: str) -> int:
        """How many cards of the suit the deck has."""
        every = [card for hand in self.hands.values() for card in hand]
        every += [play.card for play in (*self.done, *self.table)]
        return sum(self.klass(card) == suit for card in every)

    def _enough(self, suit: str) -> int:
        """Own cards of the suit with which not everybody else can have one (RULES 0.2)."""
        return self._suit_cards(suit) - (len(self.seats) - 1) + 1

    def _called_ace_fault(self, seat: int, card: str) -> str | None:
        """Sheepshead's called card (PG Identifying a Partner; RULES 7, 0.27)."""
        called = self.called[0]
        suit = called[0]
        hand = self.hands[seat]
        if self.called_led or self.last_trick:
            return None
        if called in hand:
            if self.led is None:
                low = self.klass(card) == suit and card != called
                return "called_card_underled" if low else None
            if self.led == suit:
                return None if card == called else "called_card_withheld"
            return "called_card_discarded" if card == called else None
        if seat == self.contract["seat"]:
            return self._picker_fault(hand, card, suit)
        return None

    def _picker_fault(self, hand: list[str], card: str, suit: str) -> str | None:
        """What the picker keeps for the called suit: the under, the ten's ace, or any card."""
        if self.under is not None:
            if self.under not in hand:
                return None
            in_place = self.led is None or (card == self.under) == (self.led == suit)
            return None if in_place else "under_withheld"
        own = [each for each in hand if self.klass(each) == suit]
        first_lead = self.led == suit or (self.led is None and self.klass(card) == suit)
        if self.called[0][1] == "Z":
            ace = suit + "A"
            if ace not in hand:
                return None
            wrong = card != ace if first_lead else card == ace
            return "called_suit_not_kept" if wrong else None
        thrown_off = self.led is not None and self.led != suit and own == [card]
        return "called_suit_not_kept" if thrown_off else None

    def lay(self, play: Play) -> None:
        """Lay a card and take the trick away when it is whole."""
        called = self.called
        suit = called[0][0] if called else None
        if (
            not self.table
            and self.contract["kind"] == "rufspiel"
            and called[0] in self.hands[play.seat]
            and self.klass(play.card) == suit
            and play.card != called[0]
        ):
            self.released = self.released or not self.faults(play.seat, play.card)
        self.hands[play.seat].remove(play.card)
        self.table.append(play)
        if len(self.table) == len(self.seats):
            self.called_led = self.called_led or self.led == suit
            for each in self.table:
                if each.card in self.covered:
                    self.hands[each.seat].append(self.covered[each.card])
            self.done += self.table
            self.table = []

    def waiting(self) -> list[int]:
        """Who has not yet laid a card to the trick, in turn from its leader on."""
        place = self.seats.index(self.table[0].seat)
        order = self.seats[place:] + self.seats[:place]
        return [seat for seat in order if seat not in {play.seat for play in self.table}]

    def turn_fault(self, seat: int) -> str | None:
        """Whether somebody lays a card before the turn comes round."""
        if seat == self.next_seat():
            return None
        return "out_of_turn" if self.table else "lead_out_of_turn"

    def next_seat(self) -> int:
        """Whose turn it is."""
        if self.table:
            return self.waiting()[0]
        if not self.done:
            return self.seats[0]
        last = tuple(self.done[-len(self.seats) :])
        return taker(last, self.trumps, under_of(self.line))


def opened(hands: Mapping[int, Sequence[str]], covered: dict[str, str]) -> dict[int, list[str]]:
    """What each can play from the start: everything that no other card lies on."""
    hidden = set(covered.values())
    return {seat: [card for card in hand if card not in hidden] for seat, hand in hands.items()}


def false_nixer(line: Line) -> bool:
    """Whether the recorded hand shows that it had no right to throw in (DE Geben; RULES 0.30)."""
    hand: list[str] = line["hands"][line["end"]["seat"]]
    if not hand:
        return False
    if any(card != "??" and card[1] in "OUG" for card in hand):
        return True
    return sum(card == "??" or card[1] in "9876" for card in hand) < 6


def ramsch_barred(deal: Deal) -> bool:
    """Whether somebody could call no Normalspiel: then nobody may ask for a Ramsch (DE Ramsch)."""
    if deal.game != "mehrkopf" or deal.contract.get("why") != "all_pass":
        return False
    return any(not callable_suits(deal.trumps, list(hand)) for hand in deal.hands.values())


def callable_suits(trumps: Trumps, hand: list[str]) -> list[str]:
    """The suits that may be called: a plain card of it in hand, not the Ass (DE Normalspiel)."""
    return [
        suit
        for suit in "EGS"
        if suit + "A" not in hand and any(trumps.klass(card) == suit for card in hand)
    ]


def chooser(deal: Deal) -> int:
    """Who chooses when all passed: the dealer, or who spoke last where he sits out (RULES 0.12)."""
    return deal.seats[-1]


def wrong_acts(deal: Deal) -> Iterator[Act]:
    """Every wrong play of a deal, in order, and the card with which a Tout lost its first trick."""
    if deal.contract.get("tout"):
        lost = [trick for trick in deal.tricks if trick.winner not in (None, deal.seat)]
        if lost:
            own = next(play for play in lost[0].plays if play.seat == deal.seat)
            yield Act("tout_lost", deal.seat, own.index)
    if deal.kind == "ramsch" and ramsch_barred(deal):
        yield Act("ramsch_barred", chooser(deal), len(deal.plays) - 1)
    walk = Walk(deal.line, deal.seats, deal.trumps, opened(deal.hands, deal.covered))
    walk.covered = deal.covered
    for play in deal.plays:
        turn = walk.turn_fault(play.seat)
        if turn is not None:
            yield Act(turn, play.seat, play.index)
        for kind in walk.faults(play.seat, play.card):
            mine = [card for card in walk.called if card in walk.hands[play.seat]]
            card = mine[0] if kind.startswith("called_card") and deal.game in FAMILY else None
            yield Act(kind, play.seat, play.index, card)
        walk.lay(play)
