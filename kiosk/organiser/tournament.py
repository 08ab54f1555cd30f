"""A tournament as the organiser keeps it: who takes part, who sits where, what was ruled.

Frozen values without a clock, a disk or a broker. Everybody has a start number, and everything is
counted by it: a substitute plays on under the number of whoever left. A round is one list a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from fractions import Fraction

from engine.deal.record import JsonObject
from engine.text import PlainError, Text
from kiosk.exchange.messages import ListLine
from kiosk.exchange.topics import Topics

MOST_PEOPLE = 2000
"""Four hundred tables; the largest tournaments have a hundred."""
MOST_ROUNDS = 20
MOST_DEALS = 1000
"""Of one round at one table; a long evening has sixty."""
SMALLEST_TABLE, LARGEST_TABLE = 3, 5
MINUS = "\u2212"
LONGEST_NAME = 60
LONGEST_WORDS = 400
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")

_NO_ID = Text(
    de="„{name}“ geht nicht als Kennung eines Turniers; bitte 1 bis 40 kleine Buchstaben, Ziffern "
    "oder Bindestriche.",
    en='"{name}" will not do as the id of a tournament; please use 1 to 40 lower-case letters, '
    "digits or hyphens.",
)
_TAKEN = Text(
    de="Die Startnummer {number} ist vergeben, an {name}; bitte eine andere.",
    en="Start number {number} is taken, by {name}; please choose another.",
)
_NOBODY = Text(
    de="Die Startnummer {number} gibt es in diesem Turnier nicht.",
    en="There is no start number {number} in this tournament.",
)
_TWICE = Text(
    de="In Runde {round} sitzt die Nummer {number} zweimal; bitte die Tische prüfen.",
    en="Number {number} sits twice in round {round}; please check the tables.",
)
_TABLE_SIZE = Text(
    de="Tisch {table} hat in Runde {round} {count} Leute; gespielt wird zu dritt, zu viert oder zu "
    "fünft.",
    en="Table {table} has {count} people in round {round}; three, four or five play.",
)
_SAME_TABLE = Text(
    de="In Runde {round} steht Tisch {table} zweimal.",
    en="Table {table} is listed twice in round {round}.",
)
_NAME = Text(
    de=f"Ein Name hat 1 bis {LONGEST_NAME} Zeichen; bitte kürzen oder eintragen.",
    en=f"A name has 1 to {LONGEST_NAME} characters; please shorten it or fill it in.",
)
_WORDS = Text(
    de=f"Bitte einen Grund nennen, höchstens {LONGEST_WORDS} Zeichen lang.",
    en=f"Please give a reason, {LONGEST_WORDS} characters at most.",
)
_BOUNDS = Text(
    de="{what} muss von {least} bis {most} sein.", en="{what} must be from {least} to {most}."
)
_ROUNDS = Text(de="Die Zahl der Runden", en="The number of rounds")
_DEALS = Text(de="Die Zahl der Spiele", en="The number of deals")
_MINUTES = Text(de="Die Zahl der Minuten", en="The number of minutes")
_FEE = Text(de="Das Startgeld in Cent", en="The start fee in cents")
_PLACE = Text(de="Der Platz eines Preises", en="The place of a prize")
_NO_LIMIT = Text(
    de="Eine Runde braucht eine Zahl von Spielen oder eine Zeit.",
    en="A round needs a number of deals or a time.",
)
_OTHER_PEOPLE = Text(
    de="Auf der Liste von Tisch {table} stehen {told}; dort sitzen {there}.",
    en="The list of table {table} names {told}; {there} sit there.",
)
_TIE_TWICE = Text(
    de="Bei gleichen Punkten steht dasselbe zweimal in der Reihenfolge; bitte jedes nur einmal "
    "wählen.",
    en="The order for equal points names the same thing twice; please choose each only once.",
)
_SOLOS = Text(
    de="Auf der Liste stehen {solos} gewonnene Soli bei {most} Spielen; bitte noch einmal ablesen.",
    en="The list has {solos} Solos won in {most} deals; please read them again.",
)
_SOLI = Text(de="Die Zahl der gewonnenen Soli", en="The number of Solos won")
_SUM = Text(
    de="Die Punkte der Liste ergeben zusammen {sum}, nicht 0; bitte noch einmal ablesen.",
    en="The points of the list add up to {sum}, not 0; please read them again.",
)


class Presence(Enum):
    """Whether somebody plays."""

    HERE = "here"
    NO_SHOW = "no_show"
    """Never came; is not drawn and not ranked."""
    LEFT = "left"
    """Went, and nobody plays on under the number; ranked with what was played."""


class TieBreak(Enum):
    """What ranks people with equal points, in the order the tournament names.

    Printed rules name the games won alone (Skat competitions, "Skatwettspielordnung": the more of
    them, the better) and the lot (local Schafkopf terms); the others are what a house agrees on.
    """

    SOLI = "soli"
    """More solos won."""
    BEST_ROUND = "best_round"
    """The best single list."""
    LAST_ROUND = "last_round"
    """The last list."""
    FEWER_PENALTIES = "fewer_penalties"
    LOW_NUMBER = "low_number"
    """The lower start number, as a lot that was drawn before."""


class RulingKind(Enum):
    """What became of a protest."""

    OPEN = "open"
    UPHELD = "upheld"
    DISMISSED = "dismissed"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Prize:
    """What a place wins: money, a thing, or both."""

    place: int
    cents: int = 0
    words: str = ""

    def __post_init__(self) -> None:
        """Refuse what is no prize."""
        _within(_PLACE, self.place, 1, MOST_PEOPLE)
        _within(_FEE, self.cents, 0, 100_000_000)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The frame, set before the draw."""

    id: str
    title: str
    game: str = "schafkopf"
    mode: str = "plus_minus"
    """The list mode (`list_modes`)."""
    rules: JsonObject = field(default_factory=dict)
    """House rules beside those of the list mode."""
    rounds: int = 2
    deals: int = 30
    """Of one round at a table of four; 0 where time alone ends it."""
    minutes: int = 0
    """Of one round; 0 without a limit."""
    fee: int = 0
    """Start fee in cents."""
    prizes: tuple[Prize, ...] = ()
    ties: tuple[TieBreak, ...] = (TieBreak.SOLI, TieBreak.BEST_ROUND)
    names: bool = False
    """Whether names go to the tables and onto the hall's display; else start numbers alone."""
    seed: str = ""
    """What the draw follows from, announced before it; empty until then."""
    aside: bool = False
    """Whether it was removed: kept as it is, and shown nowhere until it is brought back."""

    def __post_init__(self) -> None:
        """Refuse what no tournament can be played by.

        Raises:
            PlainError: which of it, and what to do.
        """
        if not _ID.fullmatch(self.id):
            raise PlainError(_NO_ID.format(name=self.id[:LONGEST_NAME]))
        _named(self.title)
        _within(_ROUNDS, self.rounds, 1, MOST_ROUNDS)
        _within(_DEALS, self.deals, 0, MOST_DEALS)
        _within(_MINUTES, self.minutes, 0, 24 * 60)
        _within(_FEE, self.fee, 0, 1_000_000)
        if not self.deals and not self.minutes:
            raise PlainError(_NO_LIMIT)
        if len(set(self.ties)) < len(self.ties):
            raise PlainError(_TIE_TWICE)


@dataclass(frozen=True, slots=True)
class Participant:
    """Who plays under a start number."""

    number: int
    name: str
    town: str = ""
    paid: bool = False
    presence: Presence = Presence.HERE
    before: tuple[tuple[str, int], ...] = ()
    """Who played under the number earlier, and the round from which on somebody else did."""
    aside: bool = False
    """Whether somebody was entered by mistake and taken out again: kept, and shown nowhere."""

    def __post_init__(self) -> None:
        """Refuse a nameless one."""
        _named(self.name)
        if len(self.town) > LONGEST_NAME:
            raise PlainError(_NAME)

    def in_round(self, number: int) -> Participant:
        """Return the same number with the name of who played under it in a round."""
        name = next((name for name, until in self.before if number < until), self.name)
        return self if name == self.name else replace(self, name=name, town="")

    def replaced_by(self, name: str, town: str, round_: int) -> Participant:
        """Return who plays on under the number from a round on."""
        return replace(
            self,
            name=name,
            town=town,
            presence=Presence.HERE,
            before=(*self.before, (self.name, round_)),
        )


@dataclass(frozen=True, slots=True)
class TableSeats:
    """One table of a round."""

    table: str
    """As the broker knows it (`exchange.topics`)."""
    numbers: tuple[int, ...]
    """Start numbers clockwise, seat 0 first."""

    def __post_init__(self) -> None:
        """Refuse a table that the broker would not know."""
        Topics(self.table)

    def check(self, numbers: Iterable[int]) -> None:
        """Make sure that a list names exactly those who sit here.

        Raises:
            PlainError: it names others.
        """
        if sorted(told := [*numbers]) != sorted(self.numbers):
            found, there = (", ".join(map(str, sorted(each))) for each in (told, self.numbers))
            raise PlainError(_OTHER_PEOPLE.format(table=self.table, told=found, there=there))


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """Who sits where in one round, and when it was played."""

    number: int
    tables: tuple[TableSeats, ...]
    begun: str = ""
    """RFC 3339; empty before."""
    limit: str = ""
    """RFC 3339, when the last deal may begin; empty without one."""
    ended: str = ""

    def __post_init__(self) -> None:
        """Refuse somebody who sits twice, a table twice, and a table of two or six."""
        seen: set[int] = set()
        names: set[str] = set()
        for each in self.tables:
            count = len(each.numbers)
            if not SMALLEST_TABLE <= count <= LARGEST_TABLE:
                raise PlainError(
                    _TABLE_SIZE.format(table=each.table, round=self.number, count=count)
                )
            if each.table in names:
                raise PlainError(_SAME_TABLE.format(table=each.table, round=self.number))
            names.add(each.table)
            for number in each.numbers:
                if number in seen:
                    raise PlainError(_TWICE.format(number=number, round=self.number))
                seen.add(number)

    @property
    def runs(self) -> bool:
        """Whether it is being played."""
        return bool(self.begun) and not self.ended

    def seats_of(self, table: str) -> TableSeats | None:
        """Return who sits at a table; None where nobody does."""
        return next((each for each in self.tables if each.table == table), None)

    def table_of(self, number: int) -> str | None:
        """Return where a start number sits; None where it sits out."""
        return next((each.table for each in self.tables if number in each.numbers), None)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken from somebody, or given, with the reason everybody may read."""

    number: int
    points: Fraction
    """What is added to the points; below nothing for a penalty."""
    reason: str
    round: int
    at: str
    by: str = ""
    taken_back: bool = False

    def __post_init__(self) -> None:
        """Refuse one without a reason."""
        _worded(self.reason)


@dataclass(frozen=True, slots=True)
class PaperList:
    """A table's list typed in from paper.

    The highest revision holds, and it holds before the results that a table sent.
    """

    table: str
    round: int
    revision: int
    lines: tuple[ListLine, ...]
    at: str
    by: str = ""
    taken_back: bool = False

    def check_solos(self, deals: int) -> None:
        """Do nothing where no more solos were won than deals were played; 0: nobody knows how many.

        Raises:
            PlainError: there are more, or fewer than none.
        """
        for line in self.lines:
            _within(_SOLI, line.soli, 0, MOST_DEALS)
        solos = sum(line.soli for line in self.lines)
        if deals and solos > deals:
            raise PlainError(_SOLOS.format(solos=solos, most=deals))

    def check_sum(self) -> None:
        """Do nothing where the points add up to nothing.

        Raises:
            PlainError: they do not.
        """
        total = sum((line.points for line in self.lines), Fraction(0))
        if total:
            raise PlainError(_SUM.format(sum=points_text(total)))


WHOLE_LIST = 0
"""In place of a deal's number: the list from paper, which tells no deals."""


@dataclass(frozen=True, slots=True)
class RuledPoints:
    """What a deal brings by a ruling, in place of what the table sent, or a list from paper."""

    head: str
    """Of the journal as the deal was sent, which no other journal or branch of it has; empty where
    it is a list from paper."""
    revision: int
    """Of the deal or list as it was ruled on; no other version is meant."""
    points: tuple[tuple[int, Fraction], ...]
    """By start number."""
    soli: tuple[tuple[int, int], ...] = ()
    """By start number too: of a deal 1 for who played it alone, of a list how many were won; empty
    where they stay as they came."""


@dataclass(frozen=True, slots=True)
class Protest:
    """A deal or a list from paper that somebody contests, and what was ruled."""

    table: str
    round: int
    deal: int
    """`WHOLE_LIST` where it is the list from paper."""
    number: int
    """Whose protest it is."""
    words: str
    at: str
    ruling: RulingKind = RulingKind.OPEN
    answer: str = ""
    points: RuledPoints | None = None
    """None: the deal brings what the table sent."""

    def __post_init__(self) -> None:
        """Refuse one without words, and other points without reasons."""
        _worded(self.words)
        if self.points is not None:
            _worded(self.answer)

    @property
    def on_paper(self) -> bool:
        """Whether it is against a list from paper."""
        return self.deal == WHOLE_LIST

    @property
    def ruled(self) -> RuledPoints | None:
        """The points that the ruling gives; None where it changes none."""
        return self.points if self.ruling is RulingKind.UPHELD else None


class ForkRuling(Enum):
    """What counts of a round of which a table lost deals and told others since."""

    BOTH = "both"
    """People played on: what was lost and what came since."""
    NEW = "new"
    """People entered anew what was lost: only what the table has now."""
    OLD = "old"
    """What came since is none of this round's."""


@dataclass(frozen=True, slots=True)
class BranchEnd:
    """A branch of a table's journal as far as it has come."""

    branch: str
    cursor: int


@dataclass(frozen=True, slots=True)
class RuledFork:
    """What the organiser decided of such a round, and how far both had come by then."""

    table: str
    round: int
    ruling: ForkRuling
    ends: tuple[BranchEnd, ...]
    at: str

    def covers(self, end: BranchEnd) -> bool:
        """Tell whether it was decided with all of this known."""
        return any(each.branch == end.branch and each.cursor >= end.cursor for each in self.ends)


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody who takes part."""

    people: tuple[Participant, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a start number that two have."""
        seen: dict[int, str] = {}
        for each in self.people:
            if each.number in seen:
                raise PlainError(_TAKEN.format(number=each.number, name=seen[each.number]))
            seen[each.number] = each.name

    def __getitem__(self, number: int) -> Participant:
        """Return who has a start number.

        Raises:
            PlainError: nobody has.
        """
        found = next((each for each in self.people if each.number == number), None)
        if found is None:
            raise PlainError(_NOBODY.format(number=number))
        return found

    def with_(self, person: Participant) -> Field:
        """Return the field with somebody new, or changed."""
        others = [each for each in self.people if each.number != person.number]
        return Field(tuple(sorted((*others, person), key=lambda each: each.number)))

    def in_round(self, number: int) -> Field:
        """Return the field with the names of those who played in a round."""
        return Field(tuple(each.in_round(number) for each in self.people))

    @property
    def here(self) -> tuple[int, ...]:
        """Start numbers that are drawn."""
        return tuple(each.number for each in self.people if each.presence is Presence.HERE)

    @property
    def next_number(self) -> int:
        """The next free start number."""
        return max((each.number for each in self.people), default=0) + 1


def moment(at: str) -> str:
    """Write when something was, to the minute."""
    return datetime.fromisoformat(at).astimezone().strftime("%d.%m.%Y %H:%M")


def points_text(points: Fraction) -> str:
    """Write points with a true minus; what is no whole number as a fraction."""
    return f"{MINUS if points < 0 else ''}{abs(points)}"


def _named(name: str) -> None:
    if not 1 <= len(name.strip()) <= LONGEST_NAME:
        raise PlainError(_NAME)


def _worded(words: str) -> None:
    if not 1 <= len(words.strip()) <= LONGEST_WORDS:
        raise PlainError(_WORDS)


def _within(what: Text, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise PlainError(_BOUNDS.format(what=what, least=least, most=most))
