"""What people say during a deal, as events: bids, the call, doublings, a claim of the rest."""

from __future__ import annotations

from engine.claims import standing_claim
from engine.events import Announced, BidMade, Doubled, RestClaimed, Undone
from engine.fitting import check_contract
from engine.games import game
from engine.state import DealState
from engine.text import PlainError
from kiosk import order_words as w
from kiosk.call_words import AUCTION_OVER, NO_CLAIM
from kiosk.commands import Announce, ClaimRest, Double, MakeBid

Talk = Announce | MakeBid | Double | ClaimRest


def spoken(command: Talk, deal: DealState) -> Announced | BidMade | Doubled | RestClaimed | Undone:
    """Return the event of what was said.

    Raises:
        PlainError: it cannot be said in this deal, or by nobody who plays.
    """
    match command:
        case Announce(contract=contract):
            if contract is not None:
                check_contract(deal.head, contract)
            return Announced(contract)
        case MakeBid(seat=seat, say=say, contract=contract):
            check_seat(deal, seat)
            if deal.contract is not None or deal.laid:
                raise PlainError(AUCTION_OVER)
            return BidMade(seat, say, contract)
        case Double(say=say, seat=seat):
            if say not in game(deal.head.game).doubling_words():
                raise PlainError(w.NO_SUCH_DOUBLING)
            check_seat(deal, seat)
            return Doubled(say, seat, len(deal.laid))
        case ClaimRest(seat=seat) if seat is not None:
            check_seat(deal, seat)
            return RestClaimed(seat)
        case ClaimRest():
            claim = standing_claim(deal)
            if claim is None:
                raise PlainError(NO_CLAIM)
            return Undone(claim.seq)


def check_seat(deal: DealState, seat: int | None) -> None:
    """Refuse a seat that holds no cards in this deal.

    Raises:
        PlainError: it holds none.
    """
    if seat is not None and seat not in deal.head.active:
        raise PlainError(w.NO_SUCH_SEAT)
