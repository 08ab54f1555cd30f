"""The auction of Appendix B: "Play", "Continue", "Play too", "Good" (AB 2.1; RULES 0.13).

Everyone speaks exactly once, even after "Play". Where several want to play, the first says "Good",
which gives up the right, or names a game; a later one names a higher game or gives up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.deal.auction import AuctionOutcome, BidFault, BidLevel, BidOffer, HighestBid
from engine.deal.record import Bid, Contract
from engine.games.auction.bid_texts import CONTRACT, PASS
from engine.games.auction.stages import (
    AfterBid,
    AllPass,
    AuctionOver,
    AuctionSetting,
    AuctionStage,
    order_of,
    words_of,
)

PLAY, PLAY_TOO, GOOD = "play", "play_too", "good"
_LEAST = {PLAY: 0, PLAY_TOO: int(BidLevel.SOLO)}
"""What each word promises: "Play too" is at least a solo (AB 2.1)."""
_NO_BID = frozenset({PASS, GOOD, "accept"})
"""Words that are no bid in any auction."""


@dataclass(frozen=True, slots=True)
class PlayTooRound(AuctionStage):
    """Everyone says once whether they play."""

    setting: AuctionSetting
    said: tuple[tuple[int, str], ...] = ()

    @property
    def due(self) -> tuple[int, ...]:
        """Those who have not spoken."""
        spoken = dict(self.said)
        return tuple(seat for seat in self.setting.order if seat not in spoken)

    @property
    def standing(self) -> HighestBid | None:
        """Who promised most: the first who said "Play too", else who said "Play"."""
        return _promised(self.setting, [(seat, _LEAST.get(word)) for seat, word in self.said])

    @property
    def gave_up(self) -> frozenset[int]:
        """Who passed."""
        return frozenset(seat for seat, word in self.said if word == PASS)

    def offers(self, seat: int) -> tuple[BidOffer, ...]:
        """Return "Continue", and "Play" or, after one, "Play too"."""
        return tuple(map(self.setting.offer, (PASS, self._bid())))

    def hear(self, bid: Bid) -> AfterBid:
        """Take a seat's word; another auction's bid counts as this one's."""
        if bid.seat not in self.due:
            return AfterBid(self, (BidFault.NOT_ASKED,))
        whys = order_of(bid.seat, self.due)
        word = bid.say
        if word not in words_of(self.offers(bid.seat)):
            whys = (*whys, BidFault.NAMED_EARLY if word == CONTRACT else BidFault.NO_SUCH_WORD)
            word = PASS if word in _NO_BID else self._bid()
        after = PlayTooRound(self.setting, (*self.said, (bid.seat, word)))
        return AfterBid(after if after.due else after.decided(), whys)

    def _bid(self) -> str:
        return PLAY_TOO if any(word in _LEAST for _, word in self.said) else PLAY

    def decided(self) -> AuctionStage:
        """Return the stage after everyone spoke."""
        said = dict(self.said)
        bidders = [(seat, _LEAST[said[seat]]) for seat in self.setting.order if said[seat] != PASS]
        return PlayTooDuel(self.setting, tuple(bidders)) if bidders else AllPass(self.setting)


def _promised(setting: AuctionSetting, bids: Iterable[tuple[int, int | None]]) -> HighestBid | None:
    """Return the highest promise; None for a seat that promised nothing."""
    best: HighestBid | None = None
    for seat, least in bids:
        if least is not None and setting.beats(least, seat, best):
            best = HighestBid(seat, least)
    return best


@dataclass(frozen=True, slots=True)
class PlayTooDuel(AuctionStage):
    """Those who want to play settle it in the order of their seats."""

    setting: AuctionSetting
    waiting: tuple[tuple[int, int], ...]
    """Seats that have neither named a game nor given up, with the least they promised."""
    named: HighestBid | None = None
    """The highest game named."""

    @property
    def due(self) -> tuple[int, ...]:
        """Those who still wait."""
        return tuple(seat for seat, _ in self.waiting)

    @property
    def standing(self) -> HighestBid | None:
        """The highest game named, before one is the highest promise."""
        return self.named or _promised(self.setting, self.waiting)

    @property
    def gave_up(self) -> frozenset[int]:
        """Who is out."""
        holding = () if self.named is None else (self.named.seat,)
        return frozenset(self.setting.order) - {*self.due, *holding}

    def offers(self, seat: int) -> tuple[BidOffer, ...]:
        """Return "Good", unless nobody else is left, and the games that beat what stands."""
        games = self.setting.above(seat, self.named, dict(self.waiting)[seat])
        good = (self.setting.offer(GOOD),) if self._may_give_up() else ()
        return (*good, self.setting.naming(games)) if games else good

    def hear(self, bid: Bid) -> AfterBid:
        """Take a game or "Good"; a game that does not beat what stands gives up as well."""
        if bid.seat not in self.due:
            return AfterBid(self, (BidFault.NOT_ASKED,))
        whys = order_of(bid.seat, self.due)
        if bid.contract is not None:
            return self._hear_game(bid.seat, bid.contract).after(*whys)
        if bid.say not in (GOOD, PASS) or not self._may_give_up():
            return AfterBid(self, (*whys, BidFault.NO_SUCH_WORD))
        return AfterBid(self._without(bid.seat, self.named), whys)

    def _may_give_up(self) -> bool:
        return self.named is not None or len(self.waiting) > 1

    def _hear_game(self, seat: int, contract: Contract) -> AfterBid:
        game = self.setting.find(contract)
        if game is None:
            why = BidFault.NOT_PLAYED
        elif game not in self.setting.above(seat, self.named, dict(self.waiting)[seat]):
            why = BidFault.NOT_HIGHER
        else:
            return AfterBid(self._without(seat, HighestBid(seat, game.rank, contract)))
        return AfterBid(self._without(seat, self.named) if self._may_give_up() else self, (why,))

    def _without(self, seat: int, named: HighestBid | None) -> AuctionStage:
        waiting = tuple(each for each in self.waiting if each[0] != seat)
        after = PlayTooDuel(self.setting, waiting, named)
        if waiting or named is None:
            return after
        return AuctionOver(AuctionOutcome(named.seat, named.rank, named.contract), after.gave_up)
