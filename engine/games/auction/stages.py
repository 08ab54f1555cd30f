"""Stages: what every auction is made of, the ends they share, and the view of it all.

What an auction depends on besides the words said is its setting: seats, games and their order,
house rules.
A stage hears a bid and leads to the next. It refuses nothing: what did not belong is said beside
the stage it leads to, and a word out of turn counts, for it cannot be taken back (AB 2.1).
`auction_view` hears every bid in order, then asks whether the contract fits them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.cards import Card
from engine.deal.auction import (
    MUSS,
    REDEAL,
    AllPassChoice,
    AuctionOutcome,
    AuctionView,
    BidFault,
    BidFinding,
    BidOffer,
    HighestBid,
    NamedGame,
)
from engine.deal.record import Bid, Contract, DealRecord
from engine.games.auction.bid_texts import BID_TEXTS, CHOICE_TEXTS, CONTRACT, WHY_TEXTS
from engine.text import Text


@dataclass(frozen=True, slots=True)
class AuctionSetting:
    """One deal's auction before the first word."""

    order: tuple[int, ...]
    """Seats that hold cards as they speak: Vorhand first, the dealer last."""
    games: tuple[NamedGame, ...]
    """What may be named, lowest first."""
    ties: tuple[int, ...]
    """The same seats; of two equal bids the one of the earlier seat wins."""
    chooser: int
    """Who decides when all pass (RULES 0.11, 0.12)."""
    all_pass: tuple[str, ...] = (REDEAL,)
    """What may follow when all pass; several are the chooser's choice."""
    unbid: tuple[str, ...] = ()
    """What the house plays without a bid, after all passed or agreed on: Ramsch, Muss, leaster."""
    hochzeit: NamedGame | None = None
    """The Hochzeit, which is offered and not named; None where there is none."""
    muss_card: Card | None = None
    """Whose holder must declare when a Muss-Spiel is demanded."""
    texts: Mapping[str, Text] = field(default_factory=lambda: BID_TEXTS)
    """What a button says, by word of the deal file."""

    def beats(self, rank: int, seat: int, standing: HighestBid | None) -> bool:
        """Tell whether a bid is higher than the one that stands, or as high and comes first."""
        if standing is None or rank != standing.rank:
            return standing is None or rank > standing.rank
        return self.ties.index(seat) < self.ties.index(standing.seat)

    def find(self, contract: Contract) -> NamedGame | None:
        """Return the game a contract names; None where the house rules leave it out."""
        offered: tuple[NamedGame, ...] = () if self.hochzeit is None else (self.hochzeit,)
        for game in (*self.games, *offered):
            if (game.kind, game.tout) == (contract.kind, contract.tout):
                return game
        return None

    def offer(self, word: str) -> BidOffer:
        """Return a word as an offer."""
        return BidOffer(word, self.texts[word])

    def naming(self, games: tuple[NamedGame, ...]) -> BidOffer:
        """Return the naming of one of some games as an offer."""
        return BidOffer(CONTRACT, self.texts[CONTRACT], games)

    def at_least(self, rank: int) -> tuple[NamedGame, ...]:
        """Return the games as high as `rank` or higher."""
        return tuple(game for game in self.games if game.rank >= rank)

    def above(
        self, seat: int, standing: HighestBid | None, least: int = 0
    ) -> tuple[NamedGame, ...]:
        """Return the games with which `seat` would beat the bid that stands."""
        return tuple(game for game in self.at_least(least) if self.beats(game.rank, seat, standing))

    def choices(self) -> tuple[AllPassChoice, ...]:
        """Return what the chooser may decide when all have passed."""
        return tuple(
            AllPassChoice(word, CHOICE_TEXTS[word], self.muss_card if word == MUSS else None)
            for word in self.all_pass
        )


def speaking_order(record: DealRecord) -> tuple[int, ...]:
    """Return the seats that hold cards, the dealer's left neighbour first (EN, DE, AB, PG)."""
    around = ((record.dealer + place) % record.players for place in range(1, record.players + 1))
    return tuple(seat for seat in around if seat not in record.out)


def untold(record: DealRecord) -> bool:
    """Tell whether the deal has an auction of which nobody noted a word."""
    return not record.bids and bool(record.contract or record.end or record.plays)


class AuctionStage(Protocol):
    """One moment of an auction."""

    @property
    def due(self) -> tuple[int, ...]:
        """Seats that still owe a word here, the next one first."""
        ...

    @property
    def standing(self) -> HighestBid | None:
        """The highest bid so far."""
        ...

    @property
    def outcome(self) -> AuctionOutcome | None:
        """How the auction ended; None while it runs."""
        return None

    @property
    def gave_up(self) -> frozenset[int]:
        """Seats that can no longer win."""
        ...

    def offers(self, seat: int) -> tuple[BidOffer, ...]:
        """Return what the seat may say."""
        ...

    def hear(self, bid: Bid) -> AfterBid:
        """Return where a bid leads, and what was odd about it."""
        ...


@dataclass(frozen=True, slots=True)
class AfterBid:
    """Where a bid leads to."""

    stage: AuctionStage
    whys: tuple[BidFault, ...] = ()
    """What did not belong; empty for a bid in order."""

    def after(self, *whys: BidFault) -> AfterBid:
        """Return the same with something noted before the rest."""
        return AfterBid(self.stage, (*whys, *self.whys))


def order_of(seat: int, due: tuple[int, ...]) -> tuple[BidFault, ...]:
    """Return what is odd about the moment at which a seat that still owes a word says it."""
    return () if seat == due[0] else (BidFault.OUT_OF_TURN,)


def same_game(one: Contract, other: Contract | None) -> bool:
    """Tell whether two contracts are the same game of the same seat, details aside."""
    return other is not None and (one.kind, one.seat, one.suit, one.tout) == (
        other.kind,
        other.seat,
        other.suit,
        other.tout,
    )


def words_of(offers: Iterable[BidOffer]) -> frozenset[str]:
    """Return the words among some offers."""
    return frozenset(offer.say for offer in offers)


@dataclass(frozen=True, slots=True)
class AuctionOver:
    """The auction has ended."""

    outcome: AuctionOutcome
    gave_up: frozenset[int] = frozenset()
    word: str | None = None
    """What the winner may still say who was not asked, the last one who must take it."""

    @property
    def due(self) -> tuple[int, ...]:
        """Nobody."""
        return ()

    @property
    def standing(self) -> HighestBid | None:
        """Who won."""
        won = self.outcome
        return None if won.seat is None else HighestBid(won.seat, won.rank, won.contract)

    def offers(self, seat: int) -> tuple[BidOffer, ...]:
        """Return nothing."""
        return ()

    def hear(self, bid: Bid) -> AfterBid:
        """Stay; the winner may say his game once more."""
        said = self.outcome
        again = bid.seat == said.seat and (bid.contract is not None or bid.say == self.word)
        if again and said.contract is not None:
            again = same_game(said.contract, bid.contract)
        return AfterBid(self, () if again else (BidFault.OVER,))


@dataclass(frozen=True, slots=True)
class WinnerNames(AuctionStage):
    """The winner names the game: at least as high as what won."""

    setting: AuctionSetting
    seat: int
    least: int = 0

    @property
    def due(self) -> tuple[int, ...]:
        """The winner."""
        return (self.seat,)

    @property
    def standing(self) -> HighestBid | None:
        """The winner's bid."""
        return HighestBid(self.seat, self.least)

    @property
    def gave_up(self) -> frozenset[int]:
        """Return everybody else."""
        return frozenset(self.setting.order) - {self.seat}

    def offers(self, seat: int) -> tuple[BidOffer, ...]:
        """Return the naming of a game."""
        return (self.setting.naming(self.setting.at_least(self.least)),)

    def hear(self, bid: Bid) -> AfterBid:
        """End with the game named; anything else leaves the naming open."""
        if bid.seat != self.seat:
            return AfterBid(self, (BidFault.OVER,))
        if bid.contract is None:
            return AfterBid(self, (BidFault.NO_SUCH_WORD,))
        game = self.setting.find(bid.contract)
        if game is None:
            return AfterBid(self._named(bid.contract, self.least), (BidFault.NOT_PLAYED,))
        if game.rank < self.least:
            return AfterBid(self, (BidFault.LOWER_GAME,))
        return AfterBid(self._named(bid.contract, game.rank))

    def _named(self, contract: Contract, rank: int) -> AuctionOver:
        return AuctionOver(AuctionOutcome(self.seat, rank, contract), self.gave_up)


@dataclass(frozen=True, slots=True)
class AllPass:
    """Nobody bid; what follows is the house's rule or the chooser's choice (RULES 0.11)."""

    setting: AuctionSetting

    @property
    def due(self) -> tuple[int, ...]:
        """Who chooses, where there is a choice."""
        return (self.setting.chooser,) if len(self.setting.all_pass) > 1 else ()

    @property
    def standing(self) -> HighestBid | None:
        """No bid."""
        return None

    @property
    def outcome(self) -> AuctionOutcome | None:
        """All passed, once nothing is left to choose."""
        return None if self.due else AuctionOutcome(None)

    @property
    def gave_up(self) -> frozenset[int]:
        """Return everybody."""
        return frozenset(self.setting.order)

    def offers(self, seat: int) -> tuple[BidOffer, ...]:
        """Return nothing to say; `AuctionSetting.choices` are decided, not bid."""
        return ()

    def hear(self, bid: Bid) -> AfterBid:
        """End with a Ramsch or a Muss-Spiel; other words come too late."""
        contract = bid.contract
        if contract is None:
            return AfterBid(self, (BidFault.OVER,))
        word = follows(contract)
        if word is None:
            return AfterBid(self, (BidFault.NOBODY_BID,))
        stage = AuctionOver(AuctionOutcome(contract.seat, 0, contract), self.gave_up)
        return AfterBid(stage, () if word in self.setting.all_pass else (BidFault.NOT_A_CHOICE,))


def follows(contract: Contract) -> str | None:
    """Return as what a contract follows when all pass; None where it has to be bid for."""
    if contract.details.get("muss"):
        return MUSS
    return contract.kind if contract.seat is None else None


LAST_GAME = "last_game"
"""`why` of a Ramsch agreed on without auction (RULES 0.19)."""


def auction_view(
    setting: AuctionSetting, first: AuctionStage, bids: tuple[Bid, ...], contract: Contract | None
) -> AuctionView:
    """Return the auction as the bids leave it.

    Args:
        setting: what the auction depends on.
        first: its first stage.
        bids: what was said, in order; anything may stand here.
        contract: what was declared; None while nothing is.
    """
    stage = first
    findings: list[BidFinding] = []
    for index, bid in enumerate(bids):
        heard = stage.hear(bid)
        stage = heard.stage
        findings += [_finding(why, bid.seat, index) for why in heard.whys]
    if contract is not None:
        findings += _of_contract(setting, stage, contract)
    return _view(setting, stage, tuple(findings))


def played_view(setting: AuctionSetting, contract: Contract) -> AuctionView | None:
    """Return what is odd about a contract without bids: a game the house rules leave out.

    None where nothing is: no word was noted, so nothing else can be said.
    """
    unbid = follows(contract)
    if unbid is not None:
        if unbid in setting.unbid:
            return None
        finding = _finding(BidFault.NOT_A_CHOICE, contract.seat)
    elif not setting.games or setting.find(contract) is not None:
        return None
    else:
        finding = _finding(BidFault.NOT_PLAYED, contract.seat)
    return AuctionView(None, (), (), None, None, (finding,))


def _view(
    setting: AuctionSetting, stage: AuctionStage, findings: tuple[BidFinding, ...]
) -> AuctionView:
    turn = stage.due[0] if stage.due else None
    standing = stage.standing
    return AuctionView(
        turn=turn,
        offers=() if turn is None else stage.offers(turn),
        choices=setting.choices() if isinstance(stage, AllPass) else (),
        leader=None if standing is None else standing.seat,
        outcome=stage.outcome,
        findings=findings,
    )


def _finding(why: BidFault, seat: int | None, bid: int | None = None) -> BidFinding:
    return BidFinding(why, seat, bid, WHY_TEXTS[why])


def _of_contract(
    setting: AuctionSetting, stage: AuctionStage, contract: Contract
) -> list[BidFinding]:
    if contract.details.get("why") == LAST_GAME:
        return []
    why = (
        _when_all_pass(setting, stage, contract)
        if follows(contract)
        else _bid_for(setting, stage, contract)
    )
    return [] if why is None else [_finding(why, contract.seat)]


def _when_all_pass(
    setting: AuctionSetting, stage: AuctionStage, contract: Contract
) -> BidFault | None:
    """Return what is odd about a game that follows only when all pass."""
    chosen = stage.outcome.contract if stage.outcome else None
    if chosen is not None and follows(chosen):
        return None if same_game(chosen, contract) else BidFault.OTHER_GAME
    if stage.standing is not None:
        return BidFault.SOMEBODY_BID
    return None if follows(contract) in setting.all_pass else BidFault.NOT_A_CHOICE


def _bid_for(setting: AuctionSetting, stage: AuctionStage, contract: Contract) -> BidFault | None:
    """Return what is odd about a game that somebody declared."""
    game = setting.find(contract)
    if setting.games and game is None:
        return BidFault.NOT_PLAYED
    if isinstance(stage, AllPass):
        return BidFault.NOBODY_BID
    if stage.outcome is None:
        return _while_open(setting, stage, contract, game)
    return _after_win(setting, stage.outcome, contract, game)


def _while_open(
    setting: AuctionSetting, stage: AuctionStage, contract: Contract, game: NamedGame | None
) -> BidFault | None:
    """Judge a contract by an auction of which not every word was noted."""
    standing = stage.standing
    if contract.seat in stage.gave_up:
        return BidFault.OTHER_DECLARER
    if standing is None or game is None or contract.seat is None:
        return None
    if standing.seat == contract.seat:
        return BidFault.LOWER_GAME if game.rank < standing.rank else None
    return None if setting.beats(game.rank, contract.seat, standing) else BidFault.OTHER_DECLARER


def _after_win(
    setting: AuctionSetting, outcome: AuctionOutcome, contract: Contract, game: NamedGame | None
) -> BidFault | None:
    if outcome.seat is None:
        return BidFault.NOBODY_BID
    if contract.seat != outcome.seat:
        return BidFault.OTHER_DECLARER
    if game is not None and game.rank < outcome.rank:
        return BidFault.LOWER_GAME
    if game is not None and game is setting.hochzeit:
        married = contract.details.get("partner") == outcome.partner
        return None if married else BidFault.OTHER_PARTNER
    named = outcome.contract
    return None if named is None or same_game(named, contract) else BidFault.OTHER_GAME
