"""Today's practice: everyone in turn names a game that beats what stands, or passes (RULES 4).

The higher game wins, of two equally high the one nearer to Vorhand. "Play" is said for a game that
is named once nobody outbids it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.auction.stages import (
    AllPass,
    Heard,
    Naming,
    Over,
    Stage,
    order_of,
    words_of,
)
from engine.games.auction.table import PASS, AuctionTable
from engine.games.auction.view import Level, Offer, Outcome, Standing, Why
from engine.record import Bid, Contract

PLAY = "play"


@dataclass(frozen=True, slots=True)
class Round:
    """Everyone says once what they play."""

    table: AuctionTable
    spoken: tuple[int, ...] = ()
    standing: Standing | None = None

    @property
    def due(self) -> tuple[int, ...]:
        """Those who have not spoken."""
        return tuple(seat for seat in self.table.order if seat not in self.spoken)

    @property
    def outcome(self) -> Outcome | None:
        """Nothing yet."""
        return None

    @property
    def gave_up(self) -> frozenset[int]:
        """Who passed, or was outbid."""
        holding = () if self.standing is None else (self.standing.seat,)
        return frozenset(self.spoken) - {*holding}

    def offers(self, seat: int) -> tuple[Offer, ...]:
        """Return pass, "Play" where nothing stands, and the games that beat what stands."""
        words = (PASS, PLAY) if self.standing is None else (PASS,)
        games = self.table.above(seat, self.standing)
        said = tuple(map(self.table.offer, words))
        return (*said, self.table.naming(games)) if games else said

    def hear(self, bid: Bid) -> Heard:
        """Take a seat's word; what does not beat what stands counts as a pass."""
        if bid.seat not in self.due:
            return Heard(self, (Why.NOT_ASKED,))
        whys = order_of(bid.seat, self.due)
        if bid.contract is not None:
            return self._named(bid.seat, bid.contract).after(*whys)
        if bid.say not in words_of(self.offers(bid.seat)):
            return Heard(self._spoken(bid.seat, self.standing), (*whys, Why.NO_SUCH_WORD))
        plays = Standing(bid.seat, Level.NORMAL) if bid.say == PLAY else self.standing
        return Heard(self._spoken(bid.seat, plays), whys)

    def _named(self, seat: int, contract: Contract) -> Heard:
        game = self.table.find(contract)
        if game is None:
            return Heard(self._spoken(seat, self.standing), (Why.NOT_PLAYED,))
        if not self.table.beats(game.rank, seat, self.standing):
            return Heard(self._spoken(seat, self.standing), (Why.NOT_HIGHER,))
        return Heard(self._spoken(seat, Standing(seat, game.rank, contract)))

    def _spoken(self, seat: int, standing: Standing | None) -> Stage:
        after = Round(self.table, (*self.spoken, seat), standing)
        return after if after.due else after.decided()

    def decided(self) -> Stage:
        """Return the stage after everyone spoke."""
        won = self.standing
        if won is None:
            return AllPass(self.table)
        if won.contract is None:
            return Naming(self.table, won.seat)
        return Over(Outcome(won.seat, won.rank, won.contract), self.gave_up)
