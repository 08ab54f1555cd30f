"""Text for people, read: every deal of it, and everything in it that cannot be read.

Nothing stops the reading and nothing is raised: a text may be anything. A deal of which something
could not be read gives no record, so that nobody is judged by half of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.cards import Family
from engine.deal.record import DealRecord
from engine.dealfile.reader import parse
from engine.games import GAMES
from engine.games import game as game_named
from engine.notation.lexer import Block, Problem, Tag, Wrong, blocks, expected
from engine.notation.tags import (
    DERIVED,
    FIELDS,
    Head,
    JsonDict,
    TagField,
    expected_word,
    read_ruling,
)
from engine.notation.tricks import FIELD_OF, Tricks, read_tricks
from engine.notation.values import Scanner
from engine.notation.writer import FORMAT, NAMES, NOTES
from engine.text import PlainError, Text

_BY_TAG = {each.tag.casefold(): each for each in FIELDS}
_HEAD = frozenset({"format", "id", "game", "deck", "players", "seats", *NOTES})
_REPEATED = frozenset({"ruling", "extra"})
_FAMILIES = {"german": Family.GERMAN, "bavarian": Family.GERMAN, "french": Family.FRENCH}
_OWN = frozenset(
    ("v", "id", "game", "suits", "players", "plays", "rulings", *(each.key for each in FIELDS))
)
_NEEDED = ("game", "players", "dealer")
_FIELD = re.compile(r"`([a-z_]+)((?:\[\d+\])*)")

_TWICE = Text(
    de="Der Kopfeintrag {name} steht schon weiter oben; nur einer gilt, bitte einen streichen.",
    en="The tag {name} already appears further up; only one counts, so please delete one.",
)
_UNKNOWN = Text(
    de="Der Kopfeintrag {name} ist nicht bekannt; eigene Angaben stehen unter Extra.",
    en="There is no tag {name}; put entries of your own under Extra.",
)
_MISSING = Text(
    de='Es fehlt der Kopfeintrag [{name} "…"]; ohne ihn ist das Spiel nicht zu lesen.',
    en='The tag [{name} "…"] is missing; without it the deal cannot be read.',
)
_FROM_ZERO = Text(
    de="{sentence} (Plätze zählt dieser Satz ab 0.)",
    en="{sentence} (Seats are counted from 0 here.)",
)
_NOT_EXTRA = Text(
    de="„{name}“ hat einen eigenen Kopfeintrag und gehört nicht unter Extra.",
    en='"{name}" has a tag of its own and does not belong under Extra.',
)
_DECK = Text(
    de="Zu diesem Spiel gehören {there} Karten, nicht {said}.",
    en="This game has {there} cards, not {said}.",
)


@dataclass(frozen=True, slots=True)
class ReadDeal:
    """One deal of a text."""

    line: int
    """Where it begins, from 1."""
    record: DealRecord | None
    """None where anything in it could not be read."""
    problems: tuple[Problem, ...]
    """In the order of the text."""
    marked: tuple[tuple[int, str], ...] = ()
    """Index of a card and the kind of wrong act its mark names; a remark, no judgement."""


def read_one_by_one(text: str) -> Iterator[ReadDeal]:
    """Yield the deals of a text, whatever it is, each read when it is asked for."""
    return (_Deal(block).read() for block in blocks(text))


def read(text: str) -> tuple[ReadDeal, ...]:
    """Return the deals of a text, whatever it is.

    >>> [deal] = read('[Game "schafkopf"] [Players "4"] [Dealer "4"] [Contract "1 wenz"]')
    >>> deal.record.contract.kind, deal.problems
    ('wenz', ())
    >>> [deal] = read('[Game "schafkopf"] [Players "four"] [Dealer "4"]')
    >>> for each in deal.problems:
    ...     print(each.line, each.column, each.text.en)
    1 30 "four" does not fit here; expected: the number of players, 2 to 8.
    """
    return tuple(read_one_by_one(text))


@dataclass
class _Deal:
    """One block while it is read."""

    block: Block
    line: JsonDict = field(default_factory=dict)
    """The deal as a line of the deal file."""
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    tricks: Tricks = field(default_factory=Tricks)
    deck: tuple[Tag, int] | None = None

    def read(self) -> ReadDeal:
        self.problems.extend(self.block.problems)
        tags = self._singled()
        head = self._read_head(tags)
        for tag in tags:
            if tag.name in _BY_TAG:
                self._read_field(_BY_TAG[tag.name], tag, head)
            elif tag.name == "extra":
                self._in_tag(tag, self._read_extra)
            elif tag.name not in _HEAD | _REPEATED | DERIVED:
                self._tell(tag, _UNKNOWN.format(name=tag.name))
        bare = self._made(self.line)
        if bare is not None:
            self._check_deck(bare)
        self._read_cards(tags, head, bare)
        record = self._made(self.line) if bare is not None else None
        self.problems.sort(key=lambda problem: (problem.line, problem.column))
        whole = None if self.problems else record
        problems = tuple(dict.fromkeys(self.problems))
        return ReadDeal(self.block.line, whole, problems, tuple(self.tricks.marked))

    def _tell(self, tag: Tag, text: Text, at: int = 0) -> None:
        self.problems.append(Problem(tag.line, tag.column + at, text))

    def _in_tag(self, tag: Tag, what: Callable[[Scanner], object]) -> None:
        try:
            what(Scanner(tag.value))
        except Wrong as wrong:
            self._tell(tag, wrong.text, wrong.at)

    def _singled(self) -> list[Tag]:
        """Return the tags that count: of those that come once, the first."""
        kept: list[Tag] = []
        seen: set[str] = set()
        for tag in self.block.tags:
            known = _BY_TAG.get(tag.name)
            often = tag.name in _REPEATED | DERIVED or (known is not None and known.by_seat)
            if tag.name in seen and not often:
                self._tell(tag, _TWICE.format(name=tag.name))
            else:
                kept.append(tag)
            seen.add(tag.name)
        return kept

    def _read_head(self, tags: list[Tag]) -> Head:
        by_name = {tag.name: tag for tag in tags}
        self._read_format(by_name.get("format"))
        if "id" in by_name:
            self.line["id"] = by_name["id"].value
        self._read_game(by_name.get("game"))
        players = self._read_players(by_name.get("players"))
        family = self._read_deck(by_name.get("deck"))
        for tag in tags:
            if tag.name in NOTES:
                self.line[tag.name] = tag.value
        if "seats" in by_name:
            self._in_tag(by_name["seats"], lambda scan: self._read_names(scan, players))
        if "dealer" not in by_name:
            self.problems.append(Problem(self.block.line, 1, _MISSING.format(name="Dealer")))
        return Head(family, players)

    def _read_format(self, tag: Tag | None) -> None:
        if tag is not None and tag.value.strip().upper() != FORMAT:
            self._tell(tag, expected(Text(de=FORMAT, en=FORMAT), tag.value))

    def _read_game(self, tag: Tag | None) -> None:
        if tag is None:
            self.problems.append(Problem(self.block.line, 1, _MISSING.format(name="Game")))
            return
        name = tag.value.strip().casefold()
        if name in GAMES:
            self.line["game"] = name
            self.places["game"] = (tag.line, tag.column)
        else:
            self._tell(tag, expected_word(tuple(GAMES), tag.value))

    def _read_players(self, tag: Tag | None) -> int | None:
        if tag is None:
            self.problems.append(Problem(self.block.line, 1, _MISSING.format(name="Players")))
            return None
        self.places["players"] = (tag.line, tag.column)
        what = Text(de="die Zahl der Spieler, 2 bis 8", en="the number of players, 2 to 8")

        def count(scan: Scanner) -> None:
            found = scan.number(what)
            if not 2 <= found <= 8 or not scan.done:
                raise Wrong(0, expected(what, tag.value))
            self.line["players"] = found

        self._in_tag(tag, count)
        found = self.line.get("players")
        return found if isinstance(found, int) else None

    def _read_deck(self, tag: Tag | None) -> Family:
        game = self.line.get("game")
        family = game_named(game).family if isinstance(game, str) else Family.GERMAN
        if tag is None:
            return family
        word, _, count = tag.value.strip().casefold().partition("-")
        known = _FAMILIES.get(word)
        if known is None or not (count.isascii() and count.isdigit() and len(count) < 4):
            what = Text(
                de="ein Blatt wie german-32 oder french-32",
                en="a deck such as german-32 or french-32",
            )
            self._tell(tag, expected(what, tag.value))
            return family
        self.line["suits"] = known.value
        self.deck = (tag, int(count))
        return known

    def _read_names(self, scan: Scanner, players: int | None) -> None:
        names = scan.pairs()
        wanted = [str(seat) for seat in range(1, (players or len(names)) + 1)]
        if list(names) != wanted:
            what = Text(de="ein Name für jeden Platz (1=…)", en="a name for each seat (1=…)")
            raise Wrong(0, expected(what, scan.text))
        for name in names.values():
            if not isinstance(name, str):
                raise Wrong(
                    0, expected(Text(de="ein Name als Text", en="a name as text"), str(name))
                )
        self.line[NAMES] = list(names.values())

    def _read_extra(self, scan: Scanner) -> None:
        fields = scan.pairs()
        for name in fields:
            if name in _OWN:
                raise Wrong(0, _NOT_EXTRA.format(name=name))
        self.line.update(fields)

    def _read_field(self, known: TagField, tag: Tag, head: Head) -> None:
        self.places.setdefault(known.key, (tag.line, tag.column))

        def into(scan: Scanner) -> None:
            value = known.read(scan, head)
            if not known.by_seat:
                self.line[known.key] = value
                return
            assert isinstance(value, tuple)
            seat, cards = value
            seats = self.line.setdefault(known.key, [[] for _ in range(head.players or 8)])
            assert isinstance(seats, list)
            seats[seat] = cards

        self._in_tag(tag, into)

    def _check_deck(self, record: DealRecord) -> None:
        if self.deck is None:
            return
        active = record.players - len(record.out)
        there = len(game_named(record.game).deck(record.rules, active, record.family))
        tag, said = self.deck
        if said != there:
            self._tell(tag, _DECK.format(there=there, said=said))

    def _read_cards(self, tags: list[Tag], head: Head, bare: DealRecord | None) -> None:
        out = self.line.get("out", []) if bare is None else bare.out
        assert isinstance(out, list | tuple)
        ring = [seat for seat in range(head.players or 8) if seat not in out] or [0]
        self.tricks = read_tricks(self.block.tricks, ring, head.family)
        game = self.line.get("game")
        everybody = isinstance(game, str) and len(ring) in game_named(game).player_counts
        # Where it cannot be read who holds cards, a trick of another size is no mistake.
        self.problems.extend(self.tricks.problems if everybody else ())
        if self.block.tricks:
            self.line["plays"] = self.tricks.plays
        for index, place in enumerate(self.tricks.places):
            self.places[f"plays[{index}]"] = place
        for sign, where in self.tricks.signs.items():
            if where:
                self.line[FIELD_OF[sign]] = where
        rulings: list[object] = []
        for tag in tags:
            if tag.name == "ruling":
                self.places.setdefault("rulings", (tag.line, tag.column))
                self._in_tag(tag, lambda scan: rulings.append(read_ruling(scan, head, len(ring))))
        if rulings:
            self.line["rulings"] = rulings

    def _made(self, line: Mapping[str, object]) -> DealRecord | None:
        """Return the record; a field that does not fit is told, left out, and the rest tried."""
        left = dict(line)
        # As often as there are fields of ours: who has more wrong ones is told of these.
        for _ in range(len(_OWN)):
            if any(name not in left for name in _NEEDED):
                break
            try:
                return parse(left)
            except PlainError as error:
                found = _FIELD.search(error.text.en)
                # A sentence that names no field of the line is one about the house rules.
                name = found[1] if found and found[1] in left else "rules"
                full = name + (found[2] if found and found[1] in left else "")
                at = self.places.get(full) or self.places.get(name) or (self.block.line, 1)
                about_seats = re.search(r"\bseats?\b", error.text.en) is not None
                text = _FROM_ZERO.format(sentence=error.text) if about_seats else error.text
                self.problems.append(Problem(*at, text))
                if name not in left or name in _NEEDED:
                    return None
                del left[name]
        return None
