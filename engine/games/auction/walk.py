"""From the bids to the view: every bid in order, then whether the contract fits them."""

from __future__ import annotations

from engine.games.auction.stages import AllPass, Stage, follows, same_game
from engine.games.auction.table import AuctionTable
from engine.games.auction.view import AuctionView, BidFinding, NamedGame, Outcome, Why
from engine.games.auction.words import WHY_TEXTS
from engine.record import Bid, Contract

LAST_GAME = "last_game"
"""`why` of a Ramsch agreed on without auction (RULES 0.19)."""


def auction_view(
    table: AuctionTable, first: Stage, bids: tuple[Bid, ...], contract: Contract | None
) -> AuctionView:
    """Return the auction as the bids leave it.

    Args:
        table: what the auction depends on.
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
        findings += _of_contract(table, stage, contract)
    return _view(table, stage, tuple(findings))


def played_view(table: AuctionTable, contract: Contract) -> AuctionView | None:
    """Return what is odd about a contract without bids: a game the house rules leave out.

    None where nothing is: no word was noted, so nothing else can be said.
    """
    if follows(contract) or not table.games or table.find(contract) is not None:
        return None
    finding = _finding(Why.NOT_PLAYED, contract.seat)
    return AuctionView(None, (), (), None, None, (finding,))


def _view(table: AuctionTable, stage: Stage, findings: tuple[BidFinding, ...]) -> AuctionView:
    turn = stage.due[0] if stage.due else None
    standing = stage.standing
    return AuctionView(
        turn=turn,
        offers=() if turn is None else stage.offers(turn),
        choices=table.choices() if isinstance(stage, AllPass) else (),
        leader=None if standing is None else standing.seat,
        outcome=stage.outcome,
        findings=findings,
    )


def _finding(why: Why, seat: int | None, bid: int | None = None) -> BidFinding:
    return BidFinding(why, seat, bid, WHY_TEXTS[why])


def _of_contract(table: AuctionTable, stage: Stage, contract: Contract) -> list[BidFinding]:
    if contract.details.get("why") == LAST_GAME:
        return []
    why = (
        _when_all_pass(table, stage, contract)
        if follows(contract)
        else _bid_for(table, stage, contract)
    )
    return [] if why is None else [_finding(why, contract.seat)]


def _when_all_pass(table: AuctionTable, stage: Stage, contract: Contract) -> Why | None:
    """Return what is odd about a game that follows only when all pass."""
    chosen = stage.outcome.contract if stage.outcome else None
    if chosen is not None and follows(chosen):
        return None if same_game(chosen, contract) else Why.OTHER_GAME
    if stage.standing is not None:
        return Why.SOMEBODY_BID
    return None if follows(contract) in table.all_pass else Why.NOT_A_CHOICE


def _bid_for(table: AuctionTable, stage: Stage, contract: Contract) -> Why | None:
    """Return what is odd about a game that somebody declared."""
    game = table.find(contract)
    if table.games and game is None:
        return Why.NOT_PLAYED
    if isinstance(stage, AllPass):
        return Why.NOBODY_BID
    if stage.outcome is None:
        return _while_open(table, stage, contract, game)
    return _after_win(table, stage.outcome, contract, game)


def _while_open(
    table: AuctionTable, stage: Stage, contract: Contract, game: NamedGame | None
) -> Why | None:
    """Judge a contract by an auction of which not every word was noted."""
    standing = stage.standing
    if contract.seat in stage.gave_up:
        return Why.OTHER_DECLARER
    if standing is None or game is None or contract.seat is None:
        return None
    if standing.seat == contract.seat:
        return Why.LOWER_GAME if game.rank < standing.rank else None
    return None if table.beats(game.rank, contract.seat, standing) else Why.OTHER_DECLARER


def _after_win(
    table: AuctionTable, outcome: Outcome, contract: Contract, game: NamedGame | None
) -> Why | None:
    if outcome.seat is None:
        return Why.NOBODY_BID
    if contract.seat != outcome.seat:
        return Why.OTHER_DECLARER
    if game is not None and game.rank < outcome.rank:
        return Why.LOWER_GAME
    if game is not None and game is table.hochzeit:
        married = contract.details.get("partner") == outcome.partner
        return None if married else Why.OTHER_PARTNER
    named = outcome.contract
    return None if named is None or same_game(named, contract) else Why.OTHER_GAME
