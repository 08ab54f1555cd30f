"""Cards, one trick a line: `3. 2: G7 S8!R GK= GA?` - number, who led, the cards clockwise.

A card of somebody else than the next one clockwise carries its seat: `4:HA`. Marks behind a card
say that it was corrected by hand, read without certainty, or laid against a rule: `R` for a revoke
and `L` for a lead out of turn are the letters that bridge uses as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import Family
from engine.deal.record import JsonObject
from engine.notation.lexer import Problem, TrickLine, Wrong, expected
from engine.notation.values import checked_card
from engine.text import Text

CORRECTED = "="
UNSURE = "?"
AGAINST = "!"
"""Before the letter of a rule that was broken."""

FIELD_OF: Mapping[str, str] = {CORRECTED: "corrected", UNSURE: "unsure"}
"""Further fields of the deal file that these marks stand for: lists of indexes into `plays`."""

LETTERS: Mapping[str, str] = {
    "revoke": "R",
    "must_trump": "T",
    "called_card_withheld": "W",
    "called_card_underled": "U",
    "called_card_discarded": "D",
    "called_suit_not_kept": "K",
    "under_withheld": "N",
    "hochzeit_trump": "H",
    "duplicate_card": "2",
    "foreign_card": "F",
    "out_of_turn": "O",
    "lead_out_of_turn": "L",
    "tout_lost": "X",
}
"""Kind of verdict about a card, and its letter."""

KINDS: Mapping[str, str] = {letter: kind for kind, letter in LETTERS.items()}


def marked(extra: JsonObject, sign: str, plays: int) -> frozenset[int] | None:
    """Return the plays with this mark; None where the field holds anything else."""
    told = extra.get(FIELD_OF[sign])
    if not isinstance(told, list) or not told:
        return None
    if any(isinstance(each, bool) or not isinstance(each, int) for each in told):
        return None
    fits = told == sorted(set(told)) and told[0] >= 0 and told[-1] < plays
    return frozenset(told) if fits else None


_LEADER = re.compile(r"(\d{1,3})\s*:\s*")
_TOKEN = re.compile(r"\S+")
_CARD = re.compile(r"(?:(\d{1,3}):)?(\?\?|[^\s?=!]{1,2})((?:[=?]|![A-Za-z0-9])*)")
_A_LEADER = Text(
    de="der Platz, der ausspielt, mit Doppelpunkt (2:)",
    en="the seat that leads, with a colon (2:)",
)
_A_CARD = Text(
    de="eine Karte mit ihren Zeichen wie EO, HA=, H9? oder S8!R",
    en="a card with its marks such as EO, HA=, H9? or S8!R",
)


def clockwise(ring: Sequence[int], seat: int) -> int:
    """Return who comes after a seat."""
    return ring[(ring.index(seat) + 1) % len(ring)] if seat in ring else ring[0]


def write_tricks(
    plays: Sequence[tuple[int, str]], ring: Sequence[int], marks: Callable[[int], str]
) -> Iterator[str]:
    """Yield the lines of a deal.

    Args:
        plays: seat, from 0, and code of each card.
        ring: seats with cards, clockwise.
        marks: the signs behind the card of an index.
    """
    for start in range(0, len(plays), len(ring)):
        trick = plays[start : start + len(ring)]
        seat = trick[0][0]
        cards = []
        for index, (laid_by, code) in enumerate(trick, start=start):
            who = "" if laid_by == seat else f"{laid_by + 1}:"
            cards.append(f"{who}{code}{marks(index)}")
            seat = clockwise(ring, laid_by)
        yield f"{start // len(ring) + 1}. {trick[0][0] + 1}: {' '.join(cards)}"


_OTHER_TRICK = Text(
    de="Hier steht Stich {number}, an der Reihe ist Stich {place}; fehlt eine Zeile?",
    en="This says trick {number}, but trick {place} comes next; is a line missing?",
)
_OTHER_COUNT = Text(
    de="Stich {number} hat {count} Karten statt {size}; für eine nicht gesehene Karte steht ??.",
    en="Trick {number} has {count} cards instead of {size}; write ?? for a card that was not seen.",
)


@dataclass(slots=True)
class Tricks:
    """What the trick lines of a deal say."""

    plays: list[list[object]] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    """Line and column of each play."""
    signs: dict[str, list[int]] = field(default_factory=lambda: {CORRECTED: [], UNSURE: []})
    marked: list[tuple[int, str]] = field(default_factory=list)
    """Index of a play and the kind of wrong act its mark names."""
    problems: list[Problem] = field(default_factory=list)


def read_tricks(lines: Sequence[TrickLine], ring: Sequence[int], family: Family) -> Tricks:
    """Read all lines; what cannot be read is told, and the rest read on."""
    tricks = Tricks()
    for place, line in enumerate(lines, start=1):
        if line.number != place:
            text = _OTHER_TRICK.format(number=line.number, place=place)
            _tell(tricks, line, -line.column + 1, text)
        leader = _LEADER.match(line.text)
        if leader is None:
            _tell(tricks, line, 0, expected(_A_LEADER, line.text[:12]))
            continue
        count = len(tricks.plays)
        _read_cards(tricks, line, leader.end(), _seat(leader[1], ring), ring, family)
        count = len(tricks.plays) - count
        broken_off = place == len(lines) and 0 < count < len(ring)
        if count != len(ring) and not broken_off:
            text = _OTHER_COUNT.format(number=line.number, count=count, size=len(ring))
            _tell(tricks, line, 0, text)
    return tricks


def _tell(tricks: Tricks, line: TrickLine, at: int, text: Text) -> None:
    tricks.problems.append(Problem(line.line, line.column + at, text))


def _seat(number: str, ring: Sequence[int]) -> int | None:
    seat = int(number) - 1
    return seat if seat in ring else None


def _read_cards(
    tricks: Tricks,
    line: TrickLine,
    start: int,
    seat: int | None,
    ring: Sequence[int],
    family: Family,
) -> None:
    if seat is None:
        _tell(tricks, line, 0, _no_seat(line.text[:start].strip(" :"), ring))
        seat = ring[0]
    for token in _TOKEN.finditer(line.text, start):
        found = _CARD.fullmatch(token.group())
        if found is None:
            _tell(tricks, line, token.start(), expected(_A_CARD, token.group()))
            code = "??"
        else:
            if found[1] is not None:
                said = _seat(found[1], ring)
                if said is None:
                    _tell(tricks, line, token.start(), _no_seat(found[1], ring))
                seat = seat if said is None else said
            try:
                code = checked_card(found[2], token.start(), family)
            except Wrong as wrong:
                _tell(tricks, line, wrong.at, wrong.text)
                code = "??"
            _read_marks(tricks, line, token.start(), found[3])
        tricks.plays.append([seat, code])
        tricks.places.append((line.line, line.column + token.start()))
        seat = clockwise(ring, seat)


def _read_marks(tricks: Tricks, line: TrickLine, at: int, marks: str) -> None:
    index = len(tricks.plays)
    for sign, where in tricks.signs.items():
        if sign in marks:
            where.append(index)
    for letter in marks.upper().split(AGAINST)[1:]:
        kind = KINDS.get(letter[0])
        if kind is None:
            known = ", ".join(f"!{each}" for each in KINDS)
            what = Text(de=f"eines von {known}", en=f"one of {known}")
            _tell(tricks, line, at, expected(what, f"!{letter[0]}"))
        else:
            tricks.marked.append((index, kind))


def _no_seat(number: str, ring: Sequence[int]) -> Text:
    listed = ", ".join(str(seat + 1) for seat in ring)
    what = Text(de=f"ein Platz mit Karten ({listed})", en=f"a seat with cards ({listed})")
    return expected(what, number)
