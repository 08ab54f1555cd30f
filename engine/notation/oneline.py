"""Schafkopf deals on one line, read and written: `Rufspiel Blaue von 3: so h7 go eo …`.

Public collections of Schafkopf deals come in this form. It holds a contract and all cards in the
order of play, nothing else: seats count from 0, who leads the first trick is 0, and the seats of
the cards follow from who wins each trick. A line says nothing of dealer, doublings, house rules,
rulings or an end before the last card: what of a deal is left out is told with the line, and a
deal that it cannot hold at all is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.bounds import MOST_DEAL, TOO_LONG
from engine.cards import Card, Family, UnknownCardError, card, german_twin
from engine.deal.ends import ENTERED
from engine.deal.record import Contract, DealRecord
from engine.dealfile.reader import parse
from engine.games import game as game_named
from engine.games.facts import TRUMP, Turn, expected_seat, lay, strongest
from engine.rules.house_rules import overrides
from engine.text import PlainError, Text

GAME = "schafkopf"
SEATS = 4

_SUITS: Mapping[str, tuple[str, ...]] = {
    "E": ("eichel", "alt"),
    "G": ("gras", "grün", "laub", "blatt", "blau"),
    "H": ("herz", "rot"),
    "S": ("schell", "pump", "hundsgfickt"),
}
"""Parts of words that name a suit; `Alte`, `Blaue` and `Hundsgfickte` are the called aces."""
_KINDS: Mapping[str, tuple[str, ...]] = {
    "rufspiel": ("rufspiel", "sauspiel", "mit der", "auf die"),
    "solo": ("solo", "sticht"),
    "wenz": ("wenz",),
    "geier": ("geier",),
    "ramsch": ("ramsch",),
    "bettel": ("bettel",),
}
_SUITED = {"wenz": "farbwenz", "geier": "farbgeier"}
_WHO = re.compile(
    r"^(?P<what>.*\S)\s+von\s+(?P<seat>\S+)$|^(?P<who>\S+)\s+spielt\s+(?P<rest>.*\S)$"
)

_NO_COLON = Text(
    de="Vor den Karten fehlt der Doppelpunkt; eine Zeile lautet „Rufspiel Blaue von 3: so h7 …“.",
    en='The colon before the cards is missing; a line looks like "Rufspiel Blaue von 3: so h7 …".',
)
_NO_KIND = Text(
    de="„{said}“ nennt nicht genau ein Spiel; bekannt sind Rufspiel, Solo, Wenz, Geier und Ramsch.",
    en='"{said}" does not name exactly one game; the known ones are Rufspiel, Solo, Wenz, '
    "Geier and Ramsch.",
)
_BETTEL = Text(
    de="Ein Bettel wird hier nicht gespielt; diese Zeile kann nicht gelesen werden.",
    en="A Bettel is not played here; this line cannot be read.",
)
_TWO_SUITS = Text(
    de="„{said}“ nennt mehrere Farben; es darf nur eine sein.",
    en='"{said}" names several suits; only one is allowed.',
)
_NO_SUIT = Text(de="Bei „{said}“ fehlt die Farbe.", en='The suit is missing from "{said}".')
_NO_SEAT = Text(
    de="Es fehlt, wer spielt: „von 0“ bis „von 3“, 0 spielt zum ersten Stich aus.",
    en='It does not say who declares: "von 0" to "von 3", where 0 leads to the first trick.',
)
_NO_CARD = Text(
    de="„{said}“ ist keine Karte (Farbe e g h s, dann a z k o u 9 8 7).",
    en='"{said}" is not a card (suit e g h s, then a z k o u 9 8 7).',
)
_TWICE = Text(de="Die Karte {said} kommt zweimal vor.", en="The card {said} appears twice.")
_COUNT = Text(
    de="Die Zeile hat {count} Karten; es müssen alle 32 sein (24 beim kurzen Blatt).",
    en="The line has {count} cards; it must have all 32 (24 with the short deck).",
)


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One line of a text."""

    line: int
    """From 1."""
    record: DealRecord | None
    """None where something in the line could not be read."""
    problems: tuple[Text, ...] = ()


def read_lines(lines: Iterable[str]) -> Iterator[ReadLine]:
    """Yield the deals of a text, whatever it is; empty lines and those with # are passed over.

    >>> [deal] = read_lines(["Wenz von 0: eo e7"])
    >>> print(*[problem.en for problem in deal.problems])
    The line has 2 cards; it must have all 32 (24 with the short deck).
    """
    for number, line in enumerate(lines, start=1):
        said = line.strip().removeprefix("\ufeff")
        if said and not said.startswith("#"):
            yield _Line(said, number).read()


class _Line:
    """One line while it is read."""

    def __init__(self, said: str, number: int) -> None:
        self.said = said
        self.number = number
        self.problems: list[Text] = []

    def read(self) -> ReadLine:
        if len(self.said) > MOST_DEAL:
            return ReadLine(self.number, None, (TOO_LONG,))
        what, colon, codes = self.said.partition(":")
        if not colon:
            return ReadLine(self.number, None, (_NO_COLON,))
        contract = self._contract(what.strip())
        played = self._cards(codes)
        record = None if self.problems else self._record(contract, played)
        return ReadLine(self.number, record, tuple(self.problems))

    def _contract(self, said: str) -> dict[str, object]:
        found = _WHO.match(said)
        what = said if found is None else (found["what"] or found["rest"])
        seat = None if found is None else (found["seat"] or found["who"])
        words = what.casefold()
        kinds = _named(_KINDS, words)
        suits = _named(_SUITS, words)
        if len(kinds) != 1 or kinds == ["bettel"]:
            self.problems.append(_BETTEL if kinds == ["bettel"] else _NO_KIND.format(said=what))
            return {}
        if len(suits) > 1:
            self.problems.append(_TWO_SUITS.format(said=what))
        kind = kinds[0]
        contract: dict[str, object] = {"kind": kind}
        if kind == "ramsch":
            return contract
        if suits:
            contract = {"kind": _SUITED.get(kind, kind), "suit": suits[0]}
        elif kind not in _SUITED:
            self.problems.append(_NO_SUIT.format(said=what))
        if "tout" in words:
            contract["tout"] = True
        if seat in ("0", "1", "2", "3"):
            contract["seat"] = int(seat)
        else:
            self.problems.append(_NO_SEAT)
        return contract

    def _cards(self, codes: str) -> list[Card]:
        played: list[Card] = []
        for code in codes.split():
            try:
                found = card(code.upper() if code.isascii() else code)
            except UnknownCardError:
                self.problems.append(_NO_CARD.format(said=code))
                continue
            if found in played:
                self.problems.append(_TWICE.format(said=code))
            played.append(found)
        if not self.problems and len(played) not in (24, 32):
            self.problems.append(_COUNT.format(count=len(played)))
        return played

    def _record(self, contract: dict[str, object], played: Sequence[Card]) -> DealRecord | None:
        line: dict[str, object] = {
            "v": 1,
            "id": f"line-{self.number}",
            "game": GAME,
            "players": SEATS,
            "dealer": SEATS - 1,
            "contract": contract,
        }
        if len(played) == 24:
            line["rules"] = {"deck": "short"}
        if "ouvert" in self.said.casefold():
            line["ouvert"] = True
        try:
            seats = seats_of(parse(line), played)
            plays = [[seat, each.code] for seat, each in zip(seats, played, strict=True)]
            return parse({**line, "plays": plays})
        except PlainError as error:
            self.problems.append(error.text)
            return None


def _named(words: Mapping[str, tuple[str, ...]], said: str) -> list[str]:
    return [name for name, parts in words.items() if any(part in said for part in parts)]


def seats_of(record: DealRecord, played: Sequence[Card]) -> list[int]:
    """Return who laid each card: the winner of a trick leads the next one."""
    setting = game_named(record.game).setting(record)
    rule = strongest(setting.klass, setting.strength, TRUMP)
    ring = tuple(range(SEATS))
    turn, seats = Turn(0), []
    for each in played:
        seats.append(expected_seat(ring, turn))
        turn = lay(ring, rule, turn, seats[-1], each)
    return seats


GAMES = ("schafkopf", "mehrkopf", "bavarian")
_SOLO_SUITS = {"E": "Eichel", "G": "Gras", "H": "Herz", "S": "Schelln"}
_CALLED = {"E": "Alte", "G": "Blaue", "S": "Hundsgfickte"}
_SOLI = {
    "solo": "{suit}-Solo",
    "wenz": "Wenz",
    "geier": "Geier",
    "farbwenz": "{suit}-Wenz",
    "farbgeier": "{suit}-Geier",
}

_CANNOT = Text(
    de="Das Spiel {id} passt nicht in eine Zeile: {why}. Dafür gibt es MKN und die Spieldatei.",
    en="Deal {id} does not fit on one line: {why}. Use MKN or the deal file for it.",
)
_FOUR = Text(
    de="das gibt es nur für Schafkopf und Mehrkopf zu viert",
    en="this is only for Schafkopf and Mehrkopf with four",
)
_ENTERED = Text(
    de="das Ergebnis ist von Hand eingegeben, ohne die Karten",
    en="its result was entered by hand, without the cards",
)
_NO_CONTRACT = Text(de="es wurde nicht gespielt", en="it was not played")
_NO_WORD = Text(de="für {kind} gibt es kein Wort", en="there is no word for {kind}")
_MORE_CALLED = Text(
    de="gerufen sein kann nur das Ass der Farbe", en="only the Ace of a suit can be called"
)
_UNSEEN = Text(
    de="es müssen alle Karten gelegt und gesehen sein, jede einmal",
    en="every card must have been laid and seen, each one once",
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
    ("note", Text(de="der Vermerk", en="the remark")),
)
_LOST_RULES = Text(de="die Hausregeln", en="the house rules")
_LOST_DEALER = Text(de="wer gab (Vorhand ist jetzt 0)", en="who dealt (the opener is now 0)")
_LOST_DETAILS = Text(de="Näheres zur Ansage", en="details of the call")
_LOST_EXTRA = Text(de="weitere Angaben der Spieldatei", en="further fields of the deal file")
_LOST_SUITS = Text(de="das französische Blatt", en="the French deck")


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """One deal as one line."""

    text: str
    lost: tuple[Text, ...]
    """What of the deal the line does not say."""


def write_line(record: DealRecord) -> WrittenLine:
    """Return the deal on one line, and what is lost that way.

    Raises:
        PlainError: the form cannot hold the deal: another game, cards not seen, out of turn.

    >>> from engine.cards import GERMAN_32
    >>> line = "Wenz von 0: " + " ".join(each.code.lower() for each in GERMAN_32)
    >>> [deal] = read_lines([line])
    >>> write_line(deal.record).text == line
    True
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
    return WrittenLine(f"{said}: {codes}", tuple(_lost(record, record.contract)))


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
        what = _SOLI[contract.kind].format(suit=_SOLO_SUITS.get(suit, ""))
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
