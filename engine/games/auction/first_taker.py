"""Auctions that the first who wants it wins: the pick of Sheepshead, Mehrkopf for two."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.auction.stages import AllPass, Heard, Naming, Over, Stage, order_of
from engine.games.auction.table import PASS, AuctionTable, speaking_order, untold
from engine.games.auction.view import LEASTER, AuctionView, Offer, Outcome, Standing, Why
from engine.games.auction.walk import auction_view
from engine.record import Bid, DealRecord

PICK = "pick"


@dataclass(frozen=True, slots=True)
class Asked:
    """Each seat in turn takes it or passes; the first who takes it ends the auction."""

    table: AuctionTable
    word: str
    """`pick` or `play`."""
    last_must: bool = False
    """Whether the last seat must take it, without being asked: the dealer of two (EN, DE), or the
    one who is forced to pick (PG)."""
    passed: tuple[int, ...] = ()

    @property
    def due(self) -> tuple[int, ...]:
        """Those who have not spoken."""
        return tuple(seat for seat in self.table.order if seat not in self.passed)

    @property
    def standing(self) -> Standing | None:
        """No bid yet: the first one ends it."""
        return None

    @property
    def outcome(self) -> Outcome | None:
        """Nothing yet."""
        return None

    @property
    def gave_up(self) -> frozenset[int]:
        """Who passed."""
        return frozenset(self.passed)

    def offers(self, seat: int) -> tuple[Offer, ...]:
        """Return pass and the taking."""
        return tuple(map(self.table.offer, (PASS, self.word)))

    def hear(self, bid: Bid) -> Heard:
        """Take a seat's word; any other bid than a pass takes it."""
        if bid.seat not in self.due:
            return Heard(self, (Why.NOT_ASKED,))
        whys = order_of(bid.seat, self.due)
        if bid.say == PASS:
            return Heard(self._passed(bid.seat), whys)
        taken = self.taken(bid.seat)
        if bid.say == self.word:
            return Heard(taken, whys)
        if bid.contract is not None:
            return taken.hear(bid).after(*whys)
        return Heard(taken, (*whys, Why.NO_SUCH_WORD))

    def taken(self, seat: int) -> Stage:
        """Return the stage after a seat took it; where nothing is named the auction is over."""
        if self.table.games:
            return Naming(self.table, seat)
        return Over(Outcome(seat), frozenset(self.passed))

    def _passed(self, seat: int) -> Stage:
        after = Asked(self.table, self.word, self.last_must, (*self.passed, seat))
        if not after.due:
            return AllPass(self.table)
        if self.last_must and len(after.due) == 1:
            return after.taken(after.due[0])
        return after


def pick_auction(
    record: DealRecord, all_pass: tuple[str, ...] = (LEASTER,), *, last_must: bool = False
) -> AuctionView | None:
    """Return who picks (PG): asked in turn from the dealer's left.

    Args:
        record: the deal.
        all_pass: what follows when nobody picks.
        last_must: whether the dealer must pick where all others passed.
    """
    if untold(record):
        return None
    order = speaking_order(record)
    table = AuctionTable(order, (), order, record.dealer, all_pass)
    return auction_view(table, Asked(table, PICK, last_must), record.bids, record.contract)
