"""Auctions of one round: everyone names a game in turn, or the first who wants it has it.

Today's practice (`NamedRound`; RULES 4): everyone in turn names a game that beats what stands, or
passes; of two equally high the one nearer to Vorhand wins. "Play" is said for a game that is named
once nobody outbids it. The first taker's (`FirstTaker`): the pick of Sheepshead, Mehrkopf for two.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal.auction import (
    LEASTER,
    AuctionOutcome,
    AuctionView,
    BidFault,
    BidLevel,
    BidOffer,
    HighestBid,
)
from engine.deal.record import Bid, Contract, DealRecord
from engine.games.auction.bid_texts import PASS
from engine.games.auction.stages import (
    AfterBid,
    AllPass,
    AuctionOver,
    AuctionSetting,
    AuctionStage,
    WinnerNames,
    auction_view,
    order_of,
    played_view,
    speaking_order,
    untold,
    words_of,
)

PLAY = "play"


@dataclass(frozen=True, slots=True)
class NamedRound(AuctionStage):
    """Everyone says once what they play."""

    setting: AuctionSetting
    spoken: tuple[int, ...] = ()
    standing: HighestBid | None = None

    @property
    def due(self) -> tuple[int, ...]:
        """Those who have not spoken."""
        return tuple(seat for seat in self.setting.order if seat not in self.spoken)

    @property
    def gave_up(self) -> frozenset[int]:
        """Who passed, or was outbid."""
        holding = () if self.standing is None else (self.standing.seat,)
        return frozenset(self.spoken) - {*holding}

    def offers(self, seat: int) -> tuple[BidOffer, ...]:
        """Return pass, "Play" where nothing stands, and the games that beat what stands."""
        words = (PASS, PLAY) if self.standing is None else (PASS,)
        games = self.setting.above(seat, self.standing)
        said = tuple(map(self.setting.offer, words))
        return (*said, self.setting.naming(games)) if games else said

    def hear(self, bid: Bid) -> AfterBid:
        """Take a seat's word; what does not beat what stands counts as a pass."""
        if bid.seat not in self.due:
            return AfterBid(self, (BidFault.NOT_ASKED,))
        whys = order_of(bid.seat, self.due)
        if bid.contract is not None:
            return self._named(bid.seat, bid.contract).after(*whys)
        if bid.say not in words_of(self.offers(bid.seat)):
            return AfterBid(self._spoken(bid.seat, self.standing), (*whys, BidFault.NO_SUCH_WORD))
        plays = HighestBid(bid.seat, BidLevel.NORMAL) if bid.say == PLAY else self.standing
        return AfterBid(self._spoken(bid.seat, plays), whys)

    def _named(self, seat: int, contract: Contract) -> AfterBid:
        game = self.setting.find(contract)
        if game is None:
            return AfterBid(self._spoken(seat, self.standing), (BidFault.NOT_PLAYED,))
        if not self.setting.beats(game.rank, seat, self.standing):
            return AfterBid(self._spoken(seat, self.standing), (BidFault.NOT_HIGHER,))
        return AfterBid(self._spoken(seat, HighestBid(seat, game.rank, contract)))

    def _spoken(self, seat: int, standing: HighestBid | None) -> AuctionStage:
        after = NamedRound(self.setting, (*self.spoken, seat), standing)
        return after if after.due else after.decided()

    def decided(self) -> AuctionStage:
        """Return the stage after everyone spoke."""
        won = self.standing
        if won is None:
            return AllPass(self.setting)
        if won.contract is None:
            return WinnerNames(self.setting, won.seat)
        return AuctionOver(AuctionOutcome(won.seat, won.rank, won.contract), self.gave_up)


PICK = "pick"


@dataclass(frozen=True, slots=True)
class FirstTaker(AuctionStage):
    """Each seat in turn takes it or passes; the first who takes it ends the auction."""

    setting: AuctionSetting
    word: str
    """`pick` or `play`."""
    last_must: bool = False
    """Whether the last seat must take it, without being asked: the dealer of two (EN, DE), or the
    one who is forced to pick (PG)."""
    passed: tuple[int, ...] = ()

    @property
    def due(self) -> tuple[int, ...]:
        """Those who have not spoken."""
        return tuple(seat for seat in self.setting.order if seat not in self.passed)

    @property
    def standing(self) -> HighestBid | None:
        """No bid yet: the first one ends it."""
        return None

    @property
    def gave_up(self) -> frozenset[int]:
        """Who passed."""
        return frozenset(self.passed)

    def offers(self, seat: int) -> tuple[BidOffer, ...]:
        """Return pass and the taking."""
        return tuple(map(self.setting.offer, (PASS, self.word)))

    def hear(self, bid: Bid) -> AfterBid:
        """Take a seat's word; any other bid than a pass takes it."""
        if bid.seat not in self.due:
            return AfterBid(self, (BidFault.NOT_ASKED,))
        whys = order_of(bid.seat, self.due)
        if bid.say == PASS:
            return AfterBid(self._passed(bid.seat), whys)
        taken = self.taken(bid.seat)
        if bid.say == self.word:
            return AfterBid(taken, whys)
        if bid.contract is not None:
            return taken.hear(bid).after(*whys)
        return AfterBid(taken, (*whys, BidFault.NO_SUCH_WORD))

    def taken(self, seat: int) -> AuctionStage:
        """Return the stage after a seat took it; where nothing is named the auction is over."""
        if self.setting.games:
            return WinnerNames(self.setting, seat)
        unasked = self.word if self.last_must and len(self.due) == 1 else None
        return AuctionOver(AuctionOutcome(seat), frozenset(self.passed), unasked)

    def _passed(self, seat: int) -> AuctionStage:
        after = FirstTaker(self.setting, self.word, self.last_must, (*self.passed, seat))
        if not after.due:
            return AllPass(self.setting)
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
    order = speaking_order(record)
    setting = AuctionSetting(order, (), order, record.dealer, all_pass, unbid=all_pass)
    if untold(record):
        return None if record.contract is None else played_view(setting, record.contract)
    return auction_view(setting, FirstTaker(setting, PICK, last_must), record.bids, record.contract)
