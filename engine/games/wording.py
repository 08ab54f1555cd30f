"""Suits, ranks, cards, common verdicts, and what a deal finds on the table, in words.

German first: Gras, Sau, Unter. What else a region calls them is the page's business (PAGES 3).
"""

from __future__ import annotations

from engine.cards import Card, Rank, Suit
from engine.games.base import VerdictWords
from engine.games.carry import Carry
from engine.text import Text

TRUMP_TEXT = Text(de="Trumpf", en="Trump")

_SUITS = {
    Suit.EICHEL: Text(de="Eichel", en="Acorns"),
    Suit.GRAS: Text(de="Gras", en="Leaves"),
    Suit.HERZ: Text(de="Herz", en="Hearts"),
    Suit.SCHELLEN: Text(de="Schellen", en="Bells"),
    Suit.CLUBS: Text(de="Kreuz", en="Clubs"),
    Suit.SPADES: Text(de="Pik", en="Spades"),
    Suit.HEARTS: Text(de="Herz", en="Hearts"),
    Suit.DIAMONDS: Text(de="Karo", en="Diamonds"),
}

_RANKS = {
    Rank.ASS: Text(de="Sau", en="Ace"),
    Rank.ZEHN: Text(de="Zehn", en="Ten"),
    Rank.SCHOENE: Text(de="Schöne", en="Beauty"),
    Rank.KOENIG: Text(de="König", en="King"),
    Rank.OBER: Text(de="Ober", en="Ober"),
    Rank.UNTER: Text(de="Unter", en="Unter"),
    Rank.GEFREITER: Text(de="Gefreiter", en="Private"),
    Rank.NEUN: Text(de="Neun", en="Nine"),
    Rank.ACHT: Text(de="Acht", en="Eight"),
    Rank.SIEBEN: Text(de="Sieben", en="Seven"),
    Rank.SECHS: Text(de="Sechs", en="Six"),
    Rank.PREUSSE: Text(de="Preuße", en="Prussian"),
    Rank.ACE: Text(de="Ass", en="Ace"),
    Rank.KING: Text(de="König", en="King"),
    Rank.QUEEN: Text(de="Dame", en="Queen"),
    Rank.JACK: Text(de="Bube", en="Jack"),
    Rank.TEN: Text(de="Zehn", en="Ten"),
    Rank.NINE: Text(de="Neun", en="Nine"),
    Rank.EIGHT: Text(de="Acht", en="Eight"),
    Rank.SEVEN: Text(de="Sieben", en="Seven"),
    Rank.SIX: Text(de="Sechs", en="Six"),
    Rank.FIVE: Text(de="Fünf", en="Five"),
    Rank.FOUR: Text(de="Vier", en="Four"),
    Rank.THREE: Text(de="Drei", en="Three"),
    Rank.TWO: Text(de="Zwei", en="Two"),
}


def suit_text(suit: Suit) -> Text:
    """Return the suit's name."""
    return _SUITS[suit]


def rank_text(rank: Rank) -> Text:
    """Return the rank's name."""
    return _RANKS[rank]


_ACCUSATIVE = {
    Rank.KOENIG: "den",
    Rank.OBER: "den",
    Rank.UNTER: "den",
    Rank.GEFREITER: "den",
    Rank.PREUSSE: "den",
    Rank.KING: "den",
    Rank.JACK: "den",
    Rank.ACE: "das",
}
"""German articles; "die" for the rest."""


def called_text(card: Card) -> Text:
    """Return how a called card is said: "die Gras-Sau" and "Leaves", "die Gras-Zehn" and "the Ten".

    Germans name the card and its article, English players the suit alone where it is the Ace.
    """
    named = card_text(card)
    article = _ACCUSATIVE.get(card.rank, "die")
    ace = card.rank in (Rank.ASS, Rank.ACE)
    suit = suit_text(card.suit)
    return Text(de=f"{article} {named.de}", en=suit.en if ace else f"the {named.en}")


def card_text(card: Card) -> Text:
    """Return the card's name: "Gras-Sau" and "Ace of Leaves"."""
    suit, rank = suit_text(card.suit), rank_text(card.rank)
    return Text(de=f"{suit.de}-{rank.de}", en=f"{rank.en} of {suit.en}")


INFORMATIONAL = frozenset(
    (
        *("duplicate_card", "foreign_card"),
        *("tout_lost", "illegal_double", "illegal_bid", "ramsch_barred"),
    )
)
"""Kinds that cost nothing: doubts about a reading, and what is told without accusing anybody of a
wrong play. A doubling that was illegal does not count once that is upheld, and that is all."""

TOLD_ONLY = INFORMATIONAL - {"illegal_double"}
"""Kinds about which there is nothing to decide."""

COMMON_VERDICTS = {
    "revoke": VerdictWords(
        Text(de="nicht bedient", en="revoked"),
        Text(
            de="{led} angespielt – {name} {did}",
            en="{led} led – {name} {did}",
        ),
        Text(de="… und spielte dann selbst {led}", en="… and then played {led}"),
        Text(de="Jemand hat nicht bedient", en="Somebody revoked"),
        did=Text(de="{name} hat nicht bedient", en="{name} revoked"),
    ),
    "out_of_turn": VerdictWords(
        Text(de="nicht an der Reihe", en="out of turn"),
        Text(de="{name} legte {thrown} außer der Reihe", en="{name} played {thrown} out of turn"),
        Text(de="Bitte nachsehen", en="Please check"),
        did=Text(de="{name} war nicht an der Reihe", en="{name} played out of turn"),
    ),
    "lead_out_of_turn": VerdictWords(
        Text(de="falsch ausgespielt", en="wrong lead"),
        Text(
            de="{name} spielte {thrown} aus, obwohl der Stich nicht {name} gehörte",
            en="{name} led {thrown} without having won the trick",
        ),
        Text(de="Bitte nachsehen", en="Please check"),
        did=Text(de="{name} hat falsch ausgespielt", en="{name} led out of turn"),
    ),
    "duplicate_card": VerdictWords(
        Text(de="Karte doppelt", en="card seen twice"),
        Text(de="{thrown} lag schon", en="{thrown} was already played"),
        Text(
            de="Eine der beiden Karten ist falsch gelesen",
            en="One of the two cards was misread",
        ),
    ),
    "foreign_card": VerdictWords(
        Text(de="fremde Karte", en="foreign card"),
        Text(de="{thrown} gehört nicht in dieses Spiel", en="{thrown} is not part of this deck"),
        Text(de="Bitte nachsehen", en="Please check"),
    ),
    "illegal_bid": VerdictWords(
        Text(de="Ansage passt nicht", en="bid out of place"),
        Text(
            de="Was {name} ansagte, gehört so nicht in die Ansage",
            en="What {name} bid does not belong in the auction like that",
        ),
        Text(de="Das kostet nichts", en="It costs nothing"),
    ),
}

DOUBLING_VERDICTS = {
    "illegal_double": VerdictWords(
        Text(de="Stoß nicht erlaubt", en="double not allowed"),
        Text(
            de="{name} durfte {said} nicht sagen: falsche Seite, zu spät oder zu oft",
            en="{name} was not allowed to say {said}: wrong side, too late or too often",
        ),
        Text(de="… wie sich hier zeigt", en="… as it turns out here"),
    ),
}
"""Of games in which doublings have their window."""

_SHOWN_CALLED = Text(de="… und zeigte später selbst {card}", en="… and later showed the {card}")

CALLED_CARD_VERDICTS = {
    "called_card_withheld": VerdictWords(
        Text(de="nicht gebracht", en="called card withheld"),
        Text(
            de="{led} gesucht – {name} gab {thrown} statt {card}",
            en="{led} led – {name} played the {thrown} instead of the {card}",
        ),
        _SHOWN_CALLED,
        did=Text(de="{name} hat die Gerufene nicht gebracht", en="{name} withheld the called card"),
    ),
    "called_card_underled": VerdictWords(
        Text(de="untergespielt", en="called card underled"),
        Text(
            de="{name} spielte {thrown} an statt {card}",
            en="{name} led the {thrown} instead of the {card}",
        ),
        _SHOWN_CALLED,
        did=Text(de="{name} hat untergespielt", en="{name} underled the called card"),
    ),
    "called_card_discarded": VerdictWords(
        Text(de="zu früh abgeworfen", en="thrown off too early"),
        Text(
            de="{led} angespielt – {name} warf {card} ab, ohne dass die Farbe schon gespielt war",
            en="{led} led – {name} threw the {card} off before its suit was led",
        ),
        Text(de="Die gerufene Karte liegt da", en="The called card lies there"),
        did=Text(de="{name} hat zu früh abgeworfen", en="{name} threw it off too early"),
    ),
}
"""Of games in which a card is called and its holder has duties."""

_BOCK = Text(
    de="Bockrunde: noch {n} Spiele, jedes zählt doppelt",
    en="Bock round: {n} more deals, each counts double",
)
_LAST_BOCK = Text(
    de="Bockrunde: das letzte Spiel, es zählt doppelt",
    en="Bock round: the last deal, it counts double",
)
_RAMSCH = Text(de="Ramschrunde: noch {n} Spiele", en="Ramsch round: {n} more deals")
_LAST_RAMSCH = Text(de="Ramschrunde: das letzte Spiel", en="Ramsch round: the last deal")
_DOUBLERS = Text(
    de="Noch {n} Spiele zählen doppelt, weil alle gepasst haben",
    en="{n} more deals count double because all passed",
)
_LAST_DOUBLER = Text(
    de="Dieses Spiel zählt doppelt, weil alle gepasst haben",
    en="This deal counts double because all passed",
)
_STOCK = Text(de="Im Stock: {n}", en="In the Stock: {n}")
_GAME = Text(de="Spielpunkte: {ours} zu {theirs}", en="Game points: {ours} to {theirs}")


def carry_texts(carry: Carry) -> tuple[Text, ...]:
    """Return what the coming or running deal finds on the table, a sentence each; none often."""
    said: list[Text] = []
    counts = (
        (carry.bock, _BOCK, _LAST_BOCK),
        (carry.ramsch, _RAMSCH, _LAST_RAMSCH),
        (carry.doublers, _DOUBLERS, _LAST_DOUBLER),
    )
    for left, several, last in counts:
        if left:
            said.append(last if left == 1 else several.format(n=left))
    if carry.stock:
        said.append(_STOCK.format(n=carry.stock))
    if any(carry.game_points):
        ours, theirs = carry.game_points
        said.append(_GAME.format(ours=ours, theirs=theirs))
    return tuple(said)
