"""What the Schafkopf family says: contracts, doublings and verdicts, German first."""

from __future__ import annotations

from engine.cards import Suit
from engine.games.base import PLAIN_WORDS, CardWords, VerdictWords
from engine.games.verdicts import COMMON_VERDICTS
from engine.games.words import suit_text
from engine.record import Contract
from engine.text import Text

KIND_TITLES = {
    "rufspiel": Text(de="Rufspiel", en="Call game"),
    "solo": Text(de="Solo", en="Solo"),
    "wenz": Text(de="Wenz", en="Wenz"),
    "geier": Text(de="Geier", en="Geier"),
    "farbwenz": Text(de="Farbwenz", en="Suit Wenz"),
    "farbgeier": Text(de="Farbgeier", en="Suit Geier"),
    "ramsch": Text(de="Ramsch", en="Ramsch"),
}

_SENTENCES = {
    "rufspiel": Text(de="Rufspiel auf die {suit}", en="calls {suit}"),
    "solo": Text(de="{suit}-Solo", en="{suit} Solo"),
    "wenz": Text(de="Wenz", en="Wenz"),
    "geier": Text(de="Geier", en="Geier"),
    "farbwenz": Text(de="{suit}-Wenz", en="{suit} Wenz"),
    "farbgeier": Text(de="{suit}-Geier", en="{suit} Geier"),
    "ramsch": Text(de="Ramsch", en="Ramsch"),
}

DOUBLINGS = {
    "legen": Text(de="Legen", en="Legen"),
    "klopfen": Text(de="Klopfen", en="Klopfen"),
    "kontra": Text(de="Kontra", en="Kontra"),
    "re": Text(de="Re", en="Re"),
    "supra": Text(de="Supra", en="Supra"),
    "resupra": Text(de="Resupra", en="Resupra"),
    "double": Text(de="Doppelt", en="Double"),
    "bock": Text(de="Bock", en="Bock"),
}

_TOUT = Text(de="{game} Tout", en="{game} Tout")

_SHOWN_CALLED = Text(
    de="… und zeigte später selbst {card}", en="… and later showed {card} themselves"
)

VERDICTS = {
    **COMMON_VERDICTS,
    "called_card_withheld": VerdictWords(
        Text(de="Sau nicht gebracht", en="ace withheld"),
        Text(
            de="{led} gesucht – {name} gab {thrown} statt {card}",
            en="{led} led – {name} played {thrown} instead of {card}",
        ),
        _SHOWN_CALLED,
    ),
    "called_card_underled": VerdictWords(
        Text(de="Sau untergespielt", en="ace underled"),
        Text(
            de="{name} spielte {thrown} an statt {card}",
            en="{name} led {thrown} instead of {card}",
        ),
        _SHOWN_CALLED,
    ),
    "called_card_discarded": VerdictWords(
        Text(de="Sau abgeworfen", en="ace discarded"),
        Text(
            de="{led} angespielt – {name} warf {card} ab, bevor sie gesucht war",
            en="{led} led – {name} threw {card} before its suit was led",
        ),
        Text(de="Die gerufene Karte liegt da", en="The called card lies there"),
    ),
}


def contract_text(contract: Contract, words: CardWords = PLAIN_WORDS) -> Text:
    """Return the contract in words, such as "Rufspiel auf die Gras" and "calls Leaves"."""
    suit = suit_text(contract.suit, words) if isinstance(contract.suit, Suit) else ""
    sentence = _SENTENCES[contract.kind].format(suit=suit)
    return _TOUT.format(game=sentence) if contract.tout else sentence
