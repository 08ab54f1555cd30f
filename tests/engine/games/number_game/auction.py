"""The bidding by numbers: Mittelhand bids to Vorhand, then Hinterhand to whoever is left.

Who bids says a number above the last; who listens holds it or passes. Where neither neighbour bids
Vorhand may still take the game for the lowest number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.deal.auction import AuctionOutcome, AuctionView, BidFault, BidOffer, HighestBid
from engine.deal.record import Bid, DealRecord
from engine.games.auction.bid_texts import PASS
from engine.games.auction.stages import (
    AfterBid,
    AllPass,
    AuctionOver,
    AuctionSetting,
    auction_view,
    speaking_order,
    untold,
)
from engine.text import Text

NUMBERS = (18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60)
HOLD = "hold"
BIDS = {
    "pass": Text(de="Passe", en="Pass"),
    HOLD: Text(de="Halte ich", en="I hold it"),
    **{str(number): Text(de=str(number), en=str(number)) for number in NUMBERS},
}
"""What is said in the auction, by word of the deal file."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """One bids, one listens, and whoever is still to come waits."""

    setting: AuctionSetting
    bids: int
    listens: int | None
    """None for Vorhand, whom nobody made a bid."""
    waits: tuple[int, ...] = ()
    number: int = 0
    """The last number bid."""
    asked: bool = False
    """Whether a number waits for who listens."""

    @property
    def due(self) -> tuple[int, ...]:
        """Whose answer or bid comes next, then everybody else."""
        here = (self.bids,) if self.listens is None else (self.bids, self.listens)
        return (*(reversed(here) if self.asked else here), *self.waits)

    @property
    def standing(self) -> HighestBid | None:
        """The last number, whose bidder may still be held to it by the listener."""
        holds = self.bids if self.asked or self.listens is None else self.listens
        return HighestBid(holds, self.number) if self.number else None

    @property
    def outcome(self) -> AuctionOutcome | None:
        """Nothing yet."""
        return None

    @property
    def gave_up(self) -> frozenset[int]:
        """Who passed."""
        return frozenset(self.setting.order) - set(self.due)

    def offers(self, seat: int) -> tuple[BidOffer, ...]:
        """Return pass, and what answers or outbids the last number."""
        higher = (str(number) for number in NUMBERS if number > self.number)
        words = (HOLD,) if self.asked else tuple(higher)
        return tuple(self.setting.offer(word) for word in (PASS, *words))

    def hear(self, bid: Bid) -> AfterBid:
        """Take a word; a number that is not higher counts as a pass."""
        if bid.seat not in self.due:
            return AfterBid(self, (BidFault.NOT_ASKED,))
        if bid.seat != self.due[0]:
            return AfterBid(self, (BidFault.OUT_OF_TURN,))
        words = [offer.say for offer in self.offers(bid.seat)]
        if bid.say not in words:
            why = BidFault.NOT_HIGHER if bid.say.isdigit() else BidFault.NO_SUCH_WORD
            return AfterBid(self._passed(bid.seat), (why,))
        if bid.say == PASS:
            return AfterBid(self._passed(bid.seat))
        if bid.say == HOLD:
            return AfterBid(replace(self, asked=False))
        bidding = replace(self, number=int(bid.say), asked=True)
        return AfterBid(bidding if self.listens is not None else bidding._won_by(self.bids))

    def _passed(self, seat: int) -> Bidding | AuctionOver | AllPass:
        left = next((each for each in (self.listens, self.bids) if each not in (seat, None)), None)
        if left is None:
            return AllPass(self.setting)
        if self.waits:
            return Bidding(self.setting, self.waits[0], left, self.waits[1:], self.number)
        return self._won_by(left) if self.number else Bidding(self.setting, left, None)

    def _won_by(self, seat: int) -> AuctionOver:
        others = frozenset(self.setting.order) - {seat}
        return AuctionOver(AuctionOutcome(seat, self.number), others)


def number_auction(record: DealRecord) -> AuctionView | None:
    """Return the auction as the bids leave it; None where nobody noted one."""
    if untold(record):
        return None
    order = speaking_order(record)
    vorhand, mittelhand, hinterhand = order
    setting = AuctionSetting(order, (), order, record.dealer, texts=BIDS)
    first = Bidding(setting, mittelhand, vorhand, (hinterhand,))
    return auction_view(setting, first, record.bids, record.contract)


def highest_number(record: DealRecord) -> int:
    """Return the number that the declarer has to reach; 0 where none was noted."""
    return max((int(bid.say) for bid in record.bids if bid.say.isdigit()), default=0)
