"""Schafkopf deals on one line, written: `Rufspiel Blaue von 3: so h7 go eo …` (`engine.oneline`).

The form holds a contract and all cards in the order of play, nothing else: what of a deal is left
out is told with the line, and a deal that it cannot hold at all is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import Card, Family, german_twin
from engine.games import game as game_named
from engine.oneline import SEATS, seats_of
from engine.record import Contract, DealRecord
from engine.rules import overrides
from engine.text import PlainError, Text
from engine.told import ENTERED

GAMES = ("schafkopf", "mehrkopf", "bavarian")
_SUITS = {"E": "Eichel", "G": "Gras", "H": "Herz", "S": "Schelln"}
_CALLED = {"E": "Alte", "G": "Blaue", "S": "Hundsgfickte"}
_SOLI = {
    "solo": "{suit}-Solo",
    "wenz": "Wenz",
    "geier": "Geier",
    "farbwenz": "{suit}-Wenz",
    "farbgeier": "{suit}-Geier",
}

_CANNOT = Text(
    de="Das Spiel {id} passt nicht in eine Zeile: {why}. MKN oder die Spieldatei halten es fest.",
    en="The deal {id} does not fit on one line: {why}. MKN or the deal file hold it.",
)
_FOUR = Text(
    de="es gibt nur Schafkopf und Mehrkopf zu viert", en="there is Schafkopf for four only"
)
_ENTERED = Text(
    de="das Ergebnis ist von Hand eingegeben, ohne die Karten",
    en="its result was entered by hand, without the cards",
)
_NO_CONTRACT = Text(de="es wurde nicht gespielt", en="it was not played")
_NO_WORD = Text(de="für {kind} gibt es kein Wort", en="there is no word for {kind}")
_MORE_CALLED = Text(
    de="gerufen sein kann nur das Ass der Farbe", en="only the ace of a suit can be called"
)
_UNSEEN = Text(
    de="es müssen alle Karten gelegt und gesehen sein, jede einmal",
    en="every card must have been laid and seen, each once",
)
_SEATS = Text(
    de="eine Karte kam nicht von dem, der an der Reihe war", en="a card was laid out of turn"
)

_LOST: tuple[tuple[str, Text], ...] = (
    ("bids", Text(de="die Ansagen vor dem Spiel", en="the auction")),
    ("doubles", Text(de="Legen, Klopfen, Kontra und Re", en="the doublings")),
    ("rulings", Text(de="Entscheide", en="rulings")),
    ("end", Text(de="das Ende vor der letzten Karte", en="the end before the last card")),
    ("hands", Text(de="die ausgeteilten Karten", en="the hands as dealt")),
    ("dealt", Text(de="wie gegeben wurde", en="how it was dealt")),
    ("stock", Text(de="der Stock", en="the Stock")),
)
_LOST_RULES = Text(de="die Hausregeln", en="the house rules")
_LOST_DEALER = Text(de="wer gab (Vorhand ist jetzt 0)", en="who dealt (forehand is 0 now)")
_LOST_DETAILS = Text(de="Näheres zur Ansage", en="details of the call")
_LOST_EXTRA = Text(de="weitere Angaben der Spieldatei", en="further fields of the deal file")
_LOST_SUITS = Text(de="das französische Blatt", en="the French deck")


@dataclass(frozen=True, slots=True)
class Line:
    """One deal as one line."""

    text: str
    lost: tuple[Text, ...]
    """What of the deal the line does not say."""


def write_line(record: DealRecord) -> Line:
    """Return the deal on one line, and what is lost that way.

    Raises:
        PlainError: the form cannot hold the deal: another game, cards not seen, out of turn.
    """
    active = SEATS - len(record.out)
    if record.game not in GAMES or record.players != SEATS or active != SEATS:
        raise _refused(record, _FOUR)
    if record.contract is None:
        raise _refused(record, _NO_CONTRACT)
    if record.end is not None and record.end.get("kind") == ENTERED and not record.plays:
        raise _refused(record, _ENTERED)
    played = _played(record)
    first = (record.dealer + 1) % SEATS
    seats = [(play.seat - first) % SEATS for play in record.plays]
    if seats != seats_of(record, played):
        raise _refused(record, _SEATS)
    codes = " ".join(_german(each).code.lower() for each in played)
    said = _said(record, record.contract, first)
    return Line(f"{said}: {codes}", tuple(_lost(record, record.contract)))


def _refused(record: DealRecord, why: Text) -> PlainError:
    return PlainError(_CANNOT.format(id=record.id or "?", why=why))


def _german(each: Card) -> Card:
    return each if each.family is Family.GERMAN else german_twin(each)


def _played(record: DealRecord) -> list[Card]:
    deck = game_named(record.game).deck(record.rules, SEATS, record.family)
    played = [play.card for play in record.plays if play.card is not None]
    if len(played) != len(record.plays) or sorted(map(str, played)) != sorted(map(str, deck)):
        raise _refused(record, _UNSEEN)
    return played


def _said(record: DealRecord, contract: Contract, first: int) -> str:
    ouvert = " ouvert" if record.extra.get("ouvert") is True else ""
    if contract.kind == "ramsch":
        return f"Ramsch{ouvert}"
    german = {"C": "E", "S": "G", "H": "H", "D": "S"}
    letter = "" if contract.suit is None else contract.suit.letter
    suit = german[letter] if record.family is Family.FRENCH and letter else letter
    if contract.kind == "rufspiel":
        if contract.details.get("called", f"{letter}A") != f"{letter}A":
            raise _refused(record, _MORE_CALLED)
        what = f"Rufspiel {_CALLED[suit]}"
    elif contract.kind in _SOLI:
        what = _SOLI[contract.kind].format(suit=_SUITS.get(suit, ""))
    else:
        raise _refused(record, _NO_WORD.format(kind=contract.kind))
    assert contract.seat is not None
    tout = " Tout" if contract.tout else ""
    return f"{what}{tout}{ouvert} von {(contract.seat - first) % SEATS}"


def _lost(record: DealRecord, contract: Contract) -> Iterator[Text]:
    if record.dealer != SEATS - 1:
        yield _LOST_DEALER
    short = {"deck": "short"} if len(record.plays) == 24 else {}
    if overrides(record.rules, record.game) != {"preset": "schafkopf", **short}:
        yield _LOST_RULES
    if record.family is Family.FRENCH:
        yield _LOST_SUITS
    if set(contract.details) - {"called"}:
        yield _LOST_DETAILS
    for name, text in _LOST:
        if getattr(record, name):
            yield text
    if set(record.extra) - {"ouvert"}:
        yield _LOST_EXTRA
