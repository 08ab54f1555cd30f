"""The draw: who sits at which table in which round, from a seed that can be announced.

The order of people, tables and seats follows from SHA-256 over the seed alone, so whoever knows the
seed and the start numbers can draw again and gets the same. Then people change tables, two by two,
as long as fewer meet again: in one round everybody meets three others, so more than a third of the
others' number of rounds cannot go without. Where tables of three or five are needed, those sit
there who have done so least often, whatever company that brings: nobody does so twice before
everybody has.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, TypeVar

from engine.text import PlainError, Text
from kiosk.exchange.topics import Topics
from kiosk.organiser.tournament import MOST_ROUNDS, RoundPlan, TableSeats

T = TypeVar("T")
Odd = Literal[3, 5]
"""What tables there are beside those of four, where the number does not divide."""
Pair = tuple[int, int]
"""Two start numbers, the lower one first."""

_TRIES = 60
"""Changes of tables tried for each person and round before a round is taken as it is."""
_HAND = 4
_TOO_FEW = Text(
    de="{count} Leute lassen sich nicht auf Tische verteilen; gebraucht werden mindestens drei.",
    en="{count} people cannot be spread over tables; at least three are needed.",
)
_LINE = Text(
    de="Zeile {line} der Auslosung ist nicht zu lesen: {why} Erwartet wird je Tisch eine Zeile "
    "„Runde;Tisch;Nummer;Nummer;Nummer;Nummer“.",
    en='Line {line} of the draw cannot be read: {why} Each table is one line "round;table;'
    'number;number;number;number".',
)
_NO_NUMBER = Text(de="„{cell}“ ist keine Zahl.", en='"{cell}" is not a number.')
_EMPTY = Text(de="In dieser Auslosung steht kein Tisch.", en="There is no table in this draw.")


class SeedStream:
    """Whole numbers that follow from a text, the same on every machine and with every Python.

    Block n is SHA-256 over "SEED:n"; a number below some bound is made of eight bytes of it, and
    those that would favour low numbers are passed over.

    >>> chance = SeedStream("Bierzelt 2026")
    >>> [chance.below(6) for _ in range(5)]
    [5, 3, 0, 1, 4]
    """

    def __init__(self, seed: str) -> None:
        self._seed, self._count, self._left = seed, 0, b""

    def below(self, bound: int) -> int:
        """Return the next number in [0, bound)."""
        fair = 2**64 - 2**64 % bound
        while True:
            if not self._left:
                self._left = hashlib.sha256(f"{self._seed}:{self._count}".encode()).digest()
                self._count += 1
            number, self._left = int.from_bytes(self._left[:8], "big"), self._left[8:]
            if number < fair:
                return number % bound

    def shuffled(self, values: Iterable[T]) -> list[T]:
        """Return the values in an order of chance (Fisher and Yates)."""
        found = list(values)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found


def table_sizes(people: int, odd: Odd = 3) -> tuple[int, ...]:
    """Return how many sit at each table, the larger tables first.

    >>> table_sizes(11), table_sizes(11, 5), table_sizes(7, 5), table_sizes(16)
    ((4, 4, 3), (5, 3, 3), (4, 3), (4, 4, 4, 4))

    Raises:
        PlainError: three are not there.
    """
    if people < 3:
        raise PlainError(_TOO_FEW.format(count=people))
    if people == 5:
        return (5,)
    if odd == 5:
        fives = people % _HAND
        if fives * 5 <= people:
            return (*(5,) * fives, *(4,) * ((people - 5 * fives) // _HAND))
        if people >= 5 + 3:
            return (5, *table_sizes(people - 5))
    threes = -people % _HAND
    return (*(4,) * ((people - 3 * threes) // _HAND), *(3,) * threes)


@dataclass
class _Meetings:
    """Who has met whom so far, and who sat at a table of another size."""

    met: Counter[Pair] = field(default_factory=Counter)
    odd: Counter[int] = field(default_factory=Counter)

    def add(self, plan: RoundPlan) -> None:
        """Count a round."""
        for each in plan.tables:
            self.met.update(_pairs(each.numbers))
            if len(each.numbers) != _HAND:
                self.odd.update(each.numbers)

    def cost(self, table: Sequence[int]) -> int:
        """Return how often these have met already."""
        return sum(self.met[pair] for pair in _pairs(table))

    def may_change(self, one: Sequence[int], i: int, other: Sequence[int], j: int) -> bool:
        """Whether two may change places; who is due at a table of another size keeps to it."""
        alike = (len(one) == _HAND) == (len(other) == _HAND)
        return alike or self.odd[one[i]] == self.odd[other[j]]


def draw(
    numbers: Sequence[int],
    rounds: int,
    seed: str,
    kept: Sequence[RoundPlan] = (),
    odd: Odd = 3,
) -> tuple[RoundPlan, ...]:
    """Draw the rounds that are not `kept`, and return all of them.

    Args:
        numbers: start numbers of those who play from now on.
        rounds: of the whole tournament.
        seed: what was announced.
        kept: rounds that stay as they are, from the first on; whom they brought together is known.
        odd: size of the tables where four do not divide.

    Raises:
        PlainError: too few people.
    """
    meetings, plans = _Meetings(), list(kept)
    for plan in plans:
        meetings.add(plan)
    sizes = table_sizes(len(numbers), odd)
    for round_ in range(len(plans) + 1, min(rounds, MOST_ROUNDS) + 1):
        # Who is drawn does not depend on the order in which the numbers were given.
        chance = SeedStream(f"{seed}:{round_}")
        order = chance.shuffled(sorted(numbers))
        tables = _improved(_dealt(order, sizes, meetings.odd), meetings, chance)
        seated = (chance.shuffled(table) for table in tables)
        plan = RoundPlan(
            round_,
            tuple(TableSeats(str(at), tuple(table)) for at, table in enumerate(seated, 1)),
        )
        meetings.add(plan)
        plans.append(plan)
    return tuple(plans)


def met_again(plans: Iterable[RoundPlan]) -> dict[Pair, int]:
    """Return who meets more than once, and how often."""
    meetings = _Meetings()
    for plan in plans:
        meetings.add(plan)
    return {pair: times for pair, times in sorted(meetings.met.items()) if times > 1}


def _dealt(numbers: Sequence[int], sizes: Sequence[int], odd: Mapping[int, int]) -> list[list[int]]:
    """Deal people to tables in their order; those of another size get who sat there least often."""
    seats = sum(size for size in sizes if size != _HAND)
    due = sorted(numbers, key=odd.__getitem__)[:seats]
    seated = set(due)
    others = (number for number in numbers if number not in seated)
    first = iter(due)
    return [[next(others if size == _HAND else first) for _ in range(size)] for size in sizes]


def _improved(tables: list[list[int]], meetings: _Meetings, chance: SeedStream) -> list[list[int]]:
    """Let people change tables two by two, as long as that costs less and tries are left."""
    if len(tables) < 2:
        return tables
    costs = [meetings.cost(table) for table in tables]
    for _ in range(_TRIES * sum(map(len, tables))):
        if not any(costs):
            break
        a = _one_of(costs, chance)
        b = (a + 1 + chance.below(len(tables) - 1)) % len(tables)
        i, j = chance.below(len(tables[a])), chance.below(len(tables[b]))
        if not meetings.may_change(tables[a], i, tables[b], j):
            continue
        tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
        now = meetings.cost(tables[a]), meetings.cost(tables[b])
        # What costs the same is taken too: else the search sticks at the first bad place.
        if sum(now) <= costs[a] + costs[b]:
            costs[a], costs[b] = now
        else:
            tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
    return tables


def _one_of(costs: Sequence[int], chance: SeedStream) -> int:
    """Return a table at which somebody meets again."""
    bad = [at for at, cost in enumerate(costs) if cost]
    return bad[chance.below(len(bad))]


def _pairs(table: Sequence[int]) -> Iterator[Pair]:
    return combinations(sorted(table), 2)


def plan_file(plans: Iterable[RoundPlan]) -> str:
    """Return a draw as a file: a line for each table, as `read_plan` takes it."""
    out = io.StringIO()
    rows = csv.writer(out, delimiter=";", lineterminator="\r\n")
    for plan in plans:
        for each in plan.tables:
            rows.writerow((plan.number, each.table, *each.numbers))
    return out.getvalue()


def read_plan(text: str) -> tuple[RoundPlan, ...]:
    """Read a draw that was made elsewhere; commas do as well as semicolons, a heading is passed by.

    Raises:
        PlainError: a line is none, somebody sits twice in a round, or a table has the wrong size.
    """
    rounds: dict[int, list[TableSeats]] = {}
    dialect = ";" if ";" in text else ","
    for line, row in enumerate(
        csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=dialect), 1
    ):
        cells = [cell.strip() for cell in row]
        while cells and not cells[-1]:
            del cells[-1]
        if not cells or (line == 1 and not cells[0].isdecimal()):
            continue
        try:
            round_, *numbers = (_number(cell) for cell in (cells[0], *cells[2:]))
            Topics(cells[1] if len(cells) > 1 else "")
        except PlainError as error:
            raise PlainError(_LINE.format(line=line, why=error.text)) from error
        rounds.setdefault(round_, []).append(TableSeats(cells[1], tuple(numbers)))
    if not rounds:
        raise PlainError(_EMPTY)
    return tuple(RoundPlan(number, tuple(tables)) for number, tables in sorted(rounds.items()))


def _number(cell: str) -> int:
    if not cell.isdecimal() or len(cell) > 6:
        raise PlainError(_NO_NUMBER.format(cell=cell[:20]))
    return int(cell)
