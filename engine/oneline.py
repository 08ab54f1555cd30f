"""Schafkopf deals on one line, read: `Rufspiel Blaue von 3: so h7 go eo …`, cards as played.

Public collections of Schafkopf deals come in this form. Seats count from 0, who leads the first
trick is 0; the seats of the cards follow from who wins each trick. A line says nothing of dealer,
doublings, house rules, rulings or an end before the last card. Writing is in `engine.oneline_out`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card, UnknownCardError, card
from engine.dealfile import parse
from engine.games import game as game_named
from engine.games.facts import TRUMP
from engine.record import DealRecord
from engine.text import PlainError, Text
from engine.turn import Turn, expected_seat, lay, strongest

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
    en='The colon before the cards is missing; a line reads "Rufspiel Blaue von 3: so h7 …".',
)
_NO_KIND = Text(
    de="Aus „{said}“ geht nicht genau ein Spiel hervor; bekannt sind Rufspiel, Solo, Wenz, Geier "
    "und Ramsch.",
    en='"{said}" does not name exactly one game; known are Rufspiel, Solo, Wenz, Geier and Ramsch.',
)
_BETTEL = Text(
    de="Ein Bettel wird hier nicht gespielt; diese Zeile kann nicht gelesen werden.",
    en="A Bettel is not played here; this line cannot be read.",
)
_TWO_SUITS = Text(
    de="„{said}“ nennt mehrere Farben; es darf nur eine sein.",
    en='"{said}" names several suits; there may be one only.',
)
_NO_SUIT = Text(de="Bei „{said}“ fehlt die Farbe.", en='"{said}" lacks the suit.')
_NO_SEAT = Text(
    de="Es fehlt, wer spielt: „von 0“ bis „von 3“, 0 spielt zum ersten Stich aus.",
    en='Who declares is missing: "von 0" to "von 3", 0 leads the first trick.',
)
_NO_CARD = Text(
    de="„{said}“ ist keine Karte (Farbe e g h s, dann a z k o u 9 8 7).",
    en='"{said}" is no card (suit e g h s, then a z k o u 9 8 7).',
)
_TWICE = Text(de="Die Karte {said} kommt zweimal vor.", en="The card {said} comes twice.")
_COUNT = Text(
    de="Die Zeile hat {count} Karten; es müssen alle 32 sein (24 beim kurzen Blatt).",
    en="The line has {count} cards; it must be all 32 (24 with the short deck).",
)


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One line of a text."""

    line: int
    """From 1."""
    record: DealRecord | None
    """None where something in the line could not be read."""
    problems: tuple[Text, ...] = ()


def read_lines(lines: Sequence[str]) -> Iterator[ReadLine]:
    """Yield the deals of a text, whatever it is; empty lines and those with # are passed over."""
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
