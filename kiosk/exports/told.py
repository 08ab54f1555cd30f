"""One deal in the words of a list: what was played, with whom, how it ended, what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.games import game
from engine.games.words import suit_text
from engine.state import DealState
from engine.text import Text
from engine.told import ENTERED
from kiosk import messages as m
from kiosk.pages.stop_screen import how_it_ended

EARLY = frozenset({"legen", "klopfen", "legen_blind"})
"""Doublings said before the auction, by everybody for themselves."""
NOTHING = Text(de="", en="")


@dataclass(frozen=True, slots=True)
class DealWords:
    """What the columns of a list say of one deal; a person is a name, nobody an empty string."""

    number: int
    dealer: str
    declarer: str
    game: Text
    """The contract without its player; how the deal ended where nothing was announced."""
    suit: Text
    partners: tuple[str, ...]
    kontra: Text
    """Everything that doubled but what was laid before."""
    layers: tuple[str, ...]
    """Who laid or knocked; the number alone where nobody said who."""
    points: tuple[int, int] | None
    """Of declarers and defenders; None where nobody counted, or everybody played alone."""
    schneider: bool
    schwarz: bool
    laufende: int
    price: Fraction | int | None
    """None where nothing was won."""
    substitutes: tuple[tuple[str, str], ...]
    """Who stood in, and for whom."""


def deal_words(deal: DealState) -> DealWords:
    """Return the words for a deal that is over."""
    contract, result = deal.contract, deal.result
    names = deal.names
    declarer = "" if contract is None or contract.seat is None else names[contract.seat]
    sides = result.declarers if result is not None else ()
    others = tuple(names[seat] for seat in sides if contract is None or seat != contract.seat)
    counted = result is not None and not (_entered(deal) and _untold(deal))
    return DealWords(
        number=deal.number,
        dealer=names[deal.head.dealer],
        declarer=declarer,
        game=_game(deal),
        suit=NOTHING if contract is None or contract.suit is None else suit_text(contract.suit),
        partners=others if declarer else (),
        kontra=_kontra(deal),
        layers=_layers(deal),
        points=result.points if result is not None and counted else None,
        schneider=result is not None and result.schneider,
        schwarz=result is not None and result.schwarz,
        laufende=0 if result is None else result.laufende,
        price=result.price if result is not None and result.winners else None,
        substitutes=substitutes(deal),
    )


def _entered(deal: DealState) -> bool:
    return (deal.end or {}).get("kind") == ENTERED


def _untold(deal: DealState) -> bool:
    """Tell whether nobody said how many Augen there were."""
    return (deal.end or {}).get("points") is None


def _game(deal: DealState) -> Text:
    if deal.contract is not None:
        return game(deal.head.game).contract_text(deal.contract)
    return how_it_ended(deal.end) if deal.end is not None else m.NOT_ANNOUNCED


def _kontra(deal: DealState) -> Text:
    words = game(deal.head.game).doubling_words()
    counted = Counter(said.say for said in deal.record.doubles if said.say not in EARLY)
    said = [
        words[say] if n == 1 else m.TIMES.format(word=words[say], n=n) for say, n in counted.items()
    ]
    return listed(said)


def _layers(deal: DealState) -> tuple[str, ...]:
    laid = [said for said in deal.record.doubles if said.say in EARLY]
    named = tuple(deal.names[said.seat] for said in laid if said.seat is not None)
    return named if len(named) == len(laid) else (str(len(laid)),)


def listed(words: Sequence[Text], between: str = ", ") -> Text:
    """Return several words as one."""
    return Text(
        de=between.join(word.de for word in words), en=between.join(word.en for word in words)
    )


def substitutes(deal: DealState) -> tuple[tuple[str, str], ...]:
    """Return who stood in, and for whom the deal counted."""
    played = deal.head.played_by
    return tuple(
        (who, owner) for who, owner in zip(played, deal.names, strict=False) if who != owner
    )
