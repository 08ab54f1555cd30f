"""Contract kinds as data: what can be played (RULES 2 and 5).

A regional game adds a `ContractKind` to these and gives it to its `SchafkopfGame`; nothing else
asks for the name of a kind to know which cards are trump, whether a suit is named, or who plays
along.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.cards import Card
from engine.games.schafkopf.messages import KIND_TITLES, SENTENCES, TOUT
from engine.text import Text

STAMM = "OUG"
"""Ranks that are trump in every suit in a normal game, highest first (EN, card values)."""


@dataclass(frozen=True, slots=True)
class ContractKind:
    """One kind of contract."""

    name: str
    """The word of the deal file."""
    title: Text
    sentence: Text
    """What is said; `{suit}` is the suit, `{called}` the called card as it is called."""
    stamm: str = STAMM
    """Ranks that are trump in every suit, highest first; those the deck lacks are left out."""
    suit_is: Literal["trump", "called"] | None = None
    """What the suit stands for that the declarer names; None where none is named."""
    house_suit: bool = False
    """Whether the suit that is always trump (Herz, by house rule Schellen) is trump."""
    declared: bool = True
    """Whether a player declares it."""
    tout: bool = False
    """Whether it can be announced as Tout."""
    accepts: bool = False
    """Whether a second player accepts it and is the partner (EN, wedding game)."""
    base: str = "solo"
    """Its price in the tariff (EN, settling the score: base rate)."""
    tout_said: Text = TOUT
    """What its Tout is called; `{game}` is the title or sentence."""

    @property
    def calls(self) -> bool:
        """Whether a card is called."""
        return self.suit_is == "called"

    @property
    def alone(self) -> bool:
        """Whether one plays against all others."""
        return self.declared and not self.calls and not self.accepts

    def playable(self, deck: tuple[Card, ...]) -> bool:
        """Tell whether the German deck has the trumps that make the game: no Niederer without G."""
        return not self.stamm or any(card.rank.letter == self.stamm[0] for card in deck)


def _kind(
    name: str,
    stamm: str = STAMM,
    suit_is: Literal["trump", "called"] | None = None,
    *,
    house_suit: bool = False,
    declared: bool = True,
    tout: bool = False,
    accepts: bool = False,
    base: str = "solo",
) -> ContractKind:
    return ContractKind(
        name,
        KIND_TITLES[name],
        SENTENCES[name],
        stamm,
        suit_is,
        house_suit=house_suit,
        declared=declared,
        tout=tout,
        accepts=accepts,
        base=base,
    )


KINDS: dict[str, ContractKind] = {
    each.name: each
    for each in (
        _kind("rufspiel", suit_is="called", house_suit=True, base="call"),
        _kind("wenz", "U", tout=True),
        _kind("solo", suit_is="trump", tout=True),
        _kind("geier", "O", tout=True),
        _kind("farbwenz", "U", "trump", tout=True),
        _kind("farbgeier", "O", "trump", tout=True),
        _kind("niederer", "G", tout=True),
        _kind("hochzeit", house_suit=True, accepts=True, base="hochzeit"),
        _kind("sie", house_suit=True, base="sie"),
        _kind("ramsch", house_suit=True, declared=False, base="ramsch"),
    )
}
"""Every kind the family knows, by the word of the deal file, in the order in which people think of
them: what is played every evening first. What is bid above what a house says (`games`)."""

SOLO_KINDS = tuple(name for name, kind in KINDS.items() if kind.alone)
"""Those in which one plays against all others; all that three people can play (EN, 3 players)."""


def tout_word(kind: str) -> str:
    """Return the word in `games` for the Tout of a kind."""
    return f"{kind} tout"
