"""The auction of Mehrkopf: first how high, then the winner names the game (EN, DE bidding; 0.10).

Each seat says once, from Vorhand on, pass, normal, solo, tout or hochzeit; a Sie is laid down and
beats all. A Hochzeit ranks as a normal game; were it to win, the others are asked from Vorhand on,
and the first who accepts marries. Where nobody does, it counts as a pass (RULES 0.18).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.deal.auction import AuctionOutcome, BidFault, BidLevel, BidOffer, HighestBid
from engine.deal.record import Bid, Contract
from engine.games.auction.bid_texts import CONTRACT, PASS
from engine.games.auction.stages import (
    AfterBid,
    AllPass,
    AuctionOver,
    AuctionSetting,
    AuctionStage,
    WinnerNames,
    order_of,
    words_of,
)

HOCHZEIT, ACCEPT = "hochzeit", "accept"
_LEVELS = {"normal": BidLevel.NORMAL, "solo": BidLevel.SOLO, "tout": BidLevel.TOUT}
_RANKS = {**_LEVELS, HOCHZEIT: BidLevel.NORMAL, "sie": BidLevel.SIE}
_WORDS = {level: word for word, level in _RANKS.items() if word != HOCHZEIT}
_MEANT = {"play": "normal", "play_too": "solo", "pick": "normal"}
"""What the words of other auctions stand for."""


@dataclass(frozen=True, slots=True)
class FirstWord:
    """One seat's word of the first round."""

    seat: int
    word: str
    contract: Contract | None = None
    """A game named already: a Sie, or one named too early."""
    bride: int | None = None
    """Whose Hochzeit was accepted."""


@dataclass(frozen=True, slots=True)
class FirstRound(AuctionStage):
    """Everyone says once how high they play."""

    setting: AuctionSetting
    said: tuple[FirstWord, ...] = ()

    @property
    def due(self) -> tuple[int, ...]:
        """Those who have not spoken."""
        spoken = {said.seat for said in self.said}
        return tuple(seat for seat in self.setting.order if seat not in spoken)

    @property
    def standing(self) -> HighestBid | None:
        """The highest bid so far."""
        best = _highest(self.setting, self.said)
        return None if best is None else HighestBid(best.seat, _RANKS[best.word], best.contract)

    @property
    def gave_up(self) -> frozenset[int]:
        """Who passed, or accepted another's Hochzeit."""
        return frozenset(said.seat for said in self.said if said.word not in _RANKS)

    def offers(self, seat: int) -> tuple[BidOffer, ...]:
        """Return pass, the levels the house plays, Hochzeit and its acceptance, a Sie."""
        setting = self.setting
        levels = {game.level for game in setting.games}
        words = [PASS, *(word for word, level in _LEVELS.items() if level in levels)]
        if setting.hochzeit is not None:
            words.append(HOCHZEIT)
        if self._bride() is not None:
            words.append(ACCEPT)
        sie = setting.at_least(BidLevel.SIE)
        return (*map(setting.offer, words), *((setting.naming(sie),) if sie else ()))

    def hear(self, bid: Bid) -> AfterBid:
        """Take a seat's word; what it cannot mean here counts as a pass."""
        if bid.seat not in self.due:
            return AfterBid(self, (BidFault.NOT_ASKED,))
        whys = order_of(bid.seat, self.due)
        said, odd = self._read(bid)
        after = replace(self, said=(*self.said, said))
        laid_down = said.word == "sie"
        stage = after if after.due and not laid_down else decided(self.setting, after.said)
        return AfterBid(stage, (*whys, *odd))

    def _read(self, bid: Bid) -> tuple[FirstWord, tuple[BidFault, ...]]:
        if bid.say == CONTRACT and bid.contract is not None:
            return self._read_game(bid.seat, bid.contract)
        if bid.say in words_of(self.offers(bid.seat)):
            bride = self._bride() if bid.say == ACCEPT else None
            return FirstWord(bid.seat, bid.say, bride=bride), ()
        meant = _MEANT.get(bid.say, PASS)
        return FirstWord(bid.seat, meant), (BidFault.NO_SUCH_WORD,)

    def _read_game(self, seat: int, contract: Contract) -> tuple[FirstWord, tuple[BidFault, ...]]:
        game = self.setting.find(contract)
        if game is None:
            return FirstWord(seat, PASS), (BidFault.NOT_PLAYED,)
        if game is self.setting.hochzeit:
            return FirstWord(seat, HOCHZEIT), ()
        word = _WORDS[game.level]
        return FirstWord(seat, word, contract), () if word == "sie" else (BidFault.NAMED_EARLY,)

    def _bride(self) -> int | None:
        """Return whose Hochzeit the seat could accept: one that nothing has beaten so far."""
        best = _highest(self.setting, self.said)
        return best.seat if best is not None and best.word == HOCHZEIT else None


def _highest(setting: AuctionSetting, said: tuple[FirstWord, ...]) -> FirstWord | None:
    best: FirstWord | None = None
    for each in said:
        rank = _RANKS.get(each.word)
        if rank is None:
            continue
        standing = None if best is None else HighestBid(best.seat, _RANKS[best.word])
        if setting.beats(rank, each.seat, standing):
            best = each
    return best


def decided(setting: AuctionSetting, said: tuple[FirstWord, ...]) -> AuctionStage:
    """Return the stage after the first round: the highest bid wins (EN, bidding)."""
    best = _highest(setting, said)
    if best is None:
        return AllPass(setting)
    if best.word == HOCHZEIT:
        answers = tuple((each.seat, True) for each in said if each.bride == best.seat)
        return _asked(HochzeitAccepting(setting, said, best.seat, answers))
    rank = _RANKS[best.word]
    if best.contract is not None:
        others = frozenset(setting.order) - {best.seat}
        return AuctionOver(AuctionOutcome(best.seat, rank, best.contract), others)
    return WinnerNames(setting, best.seat, rank)


@dataclass(frozen=True, slots=True)
class HochzeitAccepting(AuctionStage):
    """Who accepts the Hochzeit that has won so far?"""

    setting: AuctionSetting
    said: tuple[FirstWord, ...]
    giver: int
    answers: tuple[tuple[int, bool], ...] = ()
    """Seats that have answered, and whether they accept."""

    @property
    def due(self) -> tuple[int, ...]:
        """Those before the first who accepts, Vorhand first, who have not answered."""
        answers = dict(self.answers)
        waiting: list[int] = []
        for seat in self.setting.order:
            if answers.get(seat):
                break
            if seat != self.giver and seat not in answers:
                waiting.append(seat)
        return tuple(waiting)

    @property
    def standing(self) -> HighestBid | None:
        """The Hochzeit."""
        return HighestBid(self.giver, BidLevel.NORMAL)

    @property
    def gave_up(self) -> frozenset[int]:
        """Who did not bid."""
        return frozenset(said.seat for said in self.said if said.word not in _RANKS)

    def offers(self, seat: int) -> tuple[BidOffer, ...]:
        """Return yes and no."""
        return tuple(map(self.setting.offer, (PASS, ACCEPT)))

    def hear(self, bid: Bid) -> AfterBid:
        """Take an answer; what is none counts as no."""
        if bid.seat not in self.due:
            return AfterBid(self, (BidFault.NOT_ASKED,))
        whys = order_of(bid.seat, self.due)
        odd = () if bid.say in (PASS, ACCEPT) else (BidFault.NO_SUCH_WORD,)
        answer = (bid.seat, bid.say == ACCEPT)
        return AfterBid(_asked(replace(self, answers=(*self.answers, answer))), (*whys, *odd))


def _asked(asking: HochzeitAccepting) -> AuctionStage:
    """Return the stage after the answers so far: the first who accepts marries (RULES 0.18)."""
    if asking.due:
        return asking
    answers = dict(asking.answers)
    for seat in asking.setting.order:
        if answers.get(seat):
            others = frozenset(asking.setting.order) - {asking.giver}
            return AuctionOver(AuctionOutcome(asking.giver, BidLevel.NORMAL, partner=seat), others)
    rest = tuple(said for said in asking.said if said.seat != asking.giver)
    return decided(asking.setting, rest)
