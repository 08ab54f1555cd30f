"""The auction in a deal file: `[seat, word or contract]` in the order in which it was said."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.cards import Family
from engine.dealfile_contract import read_contract
from engine.dealfile_fields import wrong
from engine.games.base import Game
from engine.record import Bid
from engine.rules import Rules
from engine.text import Text

NAMED = "contract"
"""`Bid.say` of a bid that names a contract."""

BID_WORDS = (
    *("pass", "play", "play_too", "good"),
    *("normal", "solo", "tout", "hochzeit", "accept", "pick"),
)
"""What can be said in an auction (`DEAL_FILE.md`, `bids`)."""


def bid_reader(
    game: Game, seats: Sequence[int], family: Family, rules: Rules
) -> Callable[[object, str], Bid]:
    """Return a reader of `bids` entries; `seats` are those that hold cards."""

    def bid(value: object, field: str) -> Bid:
        seat, said = value if isinstance(value, list) and len(value) == 2 else (None, None)
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in seats:
            listed = ", ".join(str(each) for each in seats)
            raise wrong(
                field,
                Text(
                    de=f"[Platz, Wort oder Ansage] sein, mit einem Platz aus {listed}",
                    en=f"be [seat, word or contract] with a seat out of {listed}",
                ),
                value,
            )
        if isinstance(said, dict):
            # Who names a contract declares it: the example of the deal file leaves the seat out.
            shape = game.contract_kinds(rules, len(seats), family).get(str(said.get("kind")))
            named = {"seat": seat, **said} if shape is not None and shape.seat else said
            return Bid(seat, NAMED, read_contract(named, game, seats, family, rules, f"{field}[1]"))
        if said not in BID_WORDS:
            listed = ", ".join(BID_WORDS)
            raise wrong(
                f"{field}[1]",
                Text(
                    de=f"eine Ansage oder eines von {listed} sein",
                    en=f"be a contract or one of {listed}",
                ),
                said,
            )
        return Bid(seat, said)

    return bid
