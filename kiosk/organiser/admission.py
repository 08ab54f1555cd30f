"""What of the messages that arrive is taken: one that fits the tournament as it was drawn.

Nothing a table says is trusted. The topic, which the broker guards, says who speaks; the message
must be that table's, of this tournament, of a round in which it plays, about the people who sit
there, and its points must be possible. Whatever is not is refused in one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from engine.text import PlainError, Text
from kiosk.exchange.messages import (
    ListMessage,
    ResultMessage,
    Source,
    list_from_json,
    list_to_json,
    result_from_json,
    result_to_json,
)
from kiosk.exchange.topics import told_by
from kiosk.organiser.list_modes import list_mode
from kiosk.organiser.tournament import (
    MOST_DEALS,
    SMALLEST_TABLE,
    RoundPlan,
    TableSeats,
    Tournament,
    points_text,
)

MOST_POINTS = 1_000_000
"""Of one deal for one seat, and a thousand times that of a list."""
LONGEST_SAMPLE = 200

_NO_TOPIC = Text(
    de="Auf {topic} sagt kein Tisch etwas, das hier gelesen wird.",
    en="No table says anything on {topic} that is read here.",
)
_NOT_ITS_OWN = Text(
    de="Tisch {topic} hat etwas für Tisch {table} gesagt.",
    en="Table {topic} has spoken for table {table}.",
)
_OTHER = Text(
    de="Tisch {table} spielt im Turnier „{found}“, dieses ist „{id}“.",
    en='Table {table} plays in tournament "{found}", this one is "{id}".',
)
_NO_ROUND = Text(
    de="Tisch {table} meldet aus Runde {round}, die nicht ausgelost ist.",
    en="Table {table} reports from round {round}, which has not been drawn.",
)
_NOBODY_THERE = Text(
    de="An Tisch {table} sitzt in Runde {round} niemand.",
    en="Nobody sits at table {table} in round {round}.",
)
_WRONG_PEOPLE = Text(
    de="Tisch {table} nennt für Runde {round} die Nummern {found}; dort sitzen {seated}.",
    en="Table {table} names the numbers {found} for round {round}; {seated} sit there.",
)
_SUM = Text(
    de="Die Punkte von Tisch {table} ergeben zusammen {sum} statt 0.",
    en="The points of table {table} add up to {sum} instead of 0.",
)
_IMPOSSIBLE = Text(
    de="Tisch {table} meldet Zahlen, die es nicht geben kann.",
    en="Table {table} reports figures that cannot be.",
)
_NO_TEXT = Text(
    de="Die Nachricht von Tisch {table} enthält Zeichen, die es nicht gibt.",
    en="The message of table {table} holds characters that do not exist.",
)
ANOTHER_JOURNAL = Text(
    de="Tisch {table} meldet Runde {round} aus einem anderen Journal als bisher; ist dort ein "
    "anderes Gerät, bitte erst zulassen.",
    en="Table {table} reports round {round} from another journal than before; if there is another "
    "device at that table, please admit it first.",
)
REPEATED = Text(
    de="Tisch {table} hat etwas noch einmal gesagt, das schon da ist.",
    en="Table {table} has repeated what is here already.",
)
CHANGED = Text(
    de="Tisch {table} hat unter derselben Fassung etwas anderes gesagt als vorher; das Erste gilt.",
    en="Table {table} has said something else under the same revision as before; the first holds.",
)


def number_at_table(deal: int) -> int:
    """Return which deal of its table's list one is.

    Where a table lost a deal and told another one of that number, the lost one counts beyond
    `MOST_DEALS`.

    >>> number_at_table(4), number_at_table(1004), number_at_table(2000)
    (4, 4, 1000)
    """
    return (deal - 1) % MOST_DEALS + 1


class Reason(Enum):
    """Why a message was not taken."""

    HOME = "home"
    """The table plays in no tournament; nothing of the organiser's, and not noted."""
    UNREADABLE = "unreadable"
    NOT_ITS_OWN = "not_its_own"
    TOURNAMENT = "tournament"
    ROUND = "round"
    PEOPLE = "people"
    POINTS = "points"
    JOURNAL = "journal"
    CHANGED = "changed"
    REPEATED = "repeated"
    """Here already; no fault, a table says again whatever it has no receipt for."""


class RefusedError(PlainError):
    """A message is not taken."""

    def __init__(self, reason: Reason, text: Text) -> None:
        super().__init__(text)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Arrived:
    """A message as it came."""

    topic: str
    payload: bytes
    at: str
    """RFC 3339, when."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """A message that fits; `payload` is what is kept of it."""

    arrived: Arrived
    message: ResultMessage | ListMessage

    @property
    def source(self) -> Source:
        """Where it comes from."""
        return self.message.source

    @property
    def payload(self) -> str:
        """The message as it came."""
        return self.arrived.payload.decode()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A message that was not taken, and why."""

    topic: str
    reason: Reason
    words: Text
    at: str
    sample: str
    """How the message begins."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What messages are held against: the tournament and its rounds as they are drawn."""

    tournament: Tournament
    rounds: tuple[RoundPlan, ...]

    @property
    def zero_sum(self) -> bool:
        """Whether the points of a deal add up to nothing."""
        return list_mode(self.tournament.mode).zero_sum

    @property
    def tables(self) -> frozenset[str]:
        """Every table at which somebody sits in some round."""
        return frozenset(each.table for plan in self.rounds for each in plan.tables)

    def seats(self, source: Source) -> TableSeats:
        """Return who sits where a message comes from.

        Raises:
            RefusedError: nobody does, or it is another tournament's.
        """
        if source.tournament != self.tournament.id:
            other = _OTHER.format(
                table=source.table, found=source.tournament, id=self.tournament.id
            )
            reason = Reason.TOURNAMENT if source.tournament else Reason.HOME
            raise RefusedError(reason, other)
        plan = next((each for each in self.rounds if each.number == source.round), None)
        if plan is None:
            raise RefusedError(
                Reason.ROUND, _NO_ROUND.format(table=source.table, round=source.round)
            )
        seats = plan.seats_of(source.table)
        if seats is None:
            raise RefusedError(
                Reason.ROUND, _NOBODY_THERE.format(table=source.table, round=source.round)
            )
        return seats


def admitted(arrived: Arrived, frame: Frame) -> Admitted:
    """Return a message that may be kept.

    Raises:
        RefusedError: why it may not.
    """
    told = told_by(arrived.topic)
    if told is None or told[1] not in ("result", "list"):
        raise RefusedError(Reason.UNREADABLE, _NO_TOPIC.format(topic=arrived.topic))
    table, what = told
    try:
        message = _read(what, arrived.payload)
    except PlainError as error:
        raise RefusedError(Reason.UNREADABLE, error.text) from error
    except UnicodeError as error:
        raise RefusedError(Reason.UNREADABLE, _NO_TEXT.format(table=table)) from error
    source = message.source
    if source.table != table:
        raise RefusedError(Reason.NOT_ITS_OWN, _NOT_ITS_OWN.format(topic=table, table=source.table))
    seats = frame.seats(source)
    if isinstance(message, ResultMessage):
        _check_result(message, seats, zero_sum=frame.zero_sum)
    else:
        _check_list(message, seats, zero_sum=frame.zero_sum)
    return Admitted(arrived, message)


def _read(what: str, payload: bytes) -> ResultMessage | ListMessage:
    """Read a message, and see that every character in it can be written."""
    if what == "result":
        result = result_from_json(payload)
        result_to_json(result)
        return result
    listed = list_from_json(payload)
    list_to_json(listed)
    return listed


def _check_result(message: ResultMessage, seats: TableSeats, *, zero_sum: bool) -> None:
    source = message.source
    numbers = [each.number for each in message.seats]
    fits = set(numbers) <= set(seats.numbers) and len(set(numbers)) == len(numbers)
    if not fits or (message.status == "counted" and len(numbers) < SMALLEST_TABLE):
        raise _wrong_people(source, numbers, seats)
    _check_bounds(source, (each.delta for each in message.seats), MOST_POINTS, message.deal)
    if message.status == "counted" and zero_sum:
        _check_sum(source, (each.delta for each in message.seats))


def _check_list(message: ListMessage, seats: TableSeats, *, zero_sum: bool) -> None:
    source = message.source
    if message.withdrawn:
        return
    numbers = [line.number for line in message.lines]
    if sorted(numbers) != sorted(seats.numbers):
        raise _wrong_people(source, numbers, seats)
    most = MOST_POINTS * MOST_DEALS
    _check_bounds(source, (line.points for line in message.lines), most, message.deals)
    if any(line.soli > message.deals for line in message.lines):
        raise RefusedError(Reason.POINTS, _IMPOSSIBLE.format(table=source.table))
    if zero_sum:
        _check_sum(source, (line.points for line in message.lines))


def _wrong_people(source: Source, found: Sequence[int], seats: TableSeats) -> RefusedError:
    return RefusedError(
        Reason.PEOPLE,
        _WRONG_PEOPLE.format(
            table=source.table,
            round=source.round,
            found=", ".join(map(str, found)) or "–",
            seated=", ".join(map(str, seats.numbers)),
        ),
    )


def _check_bounds(source: Source, points: Iterable[Fraction], most: int, deals: int) -> None:
    if deals > MOST_DEALS or any(abs(each) > most for each in points):
        raise RefusedError(Reason.POINTS, _IMPOSSIBLE.format(table=source.table))


def _check_sum(source: Source, points: Iterable[Fraction]) -> None:
    total = sum(points, Fraction(0))
    if total:
        raise RefusedError(Reason.POINTS, _SUM.format(table=source.table, sum=points_text(total)))


def refusal(arrived: Arrived, refused: RefusedError, frame: Frame) -> Refusal:
    """Return what is noted of a message that was refused."""
    told = told_by(arrived.topic)
    known = told is not None and told[0] in frame.tables
    topic = arrived.topic if known else "mehrkopf/?"
    return Refusal(topic, refused.reason, _clean(refused.text), arrived.at, _sample(arrived))


def _clean(text: Text) -> Text:
    return Text(de=_printable(text.de), en=_printable(text.en))


def _sample(arrived: Arrived) -> str:
    return _printable(arrived.payload[:LONGEST_SAMPLE].decode("utf-8", "replace"))


def _printable(text: str) -> str:
    """Return a text that every database and page can hold."""
    return "".join(each if each.isprintable() else "�" for each in text)
