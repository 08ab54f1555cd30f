"""The tournament at a glance: how each table stands, and what is still to come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.text import Text
from kiosk.exchange.topics import OFFLINE
from kiosk.organiser.desk.ledger import Ledger
from kiosk.organiser.live import Live
from kiosk.organiser.ranking import ListSource, Place, TableList, deals_at, newest
from kiosk.organiser.tournament import Participant, RoundPlan, Tournament

QUIET_S = 600.0
"""A table from which nothing has come for so long may need somebody to look."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table as the overview shows it."""

    table: str
    people: tuple[Participant, ...]
    deals: int
    """Played so far."""
    planned: int
    """0 where time alone ends the round."""
    list: TableList | None
    """None before the round."""
    live: Live
    quiet: bool
    """Whether somebody should look: gone without a word, or silent for long."""
    contested: int
    """Protests nobody has ruled on."""
    fallen: int
    """Rulings whose deal or list has come in another version since."""
    unsettled: int
    """Deals that bring no points until something in them is decided."""
    forked: bool
    """Whether the table lost deals and told others since, and nobody has said what counts."""


@dataclass(frozen=True, slots=True)
class Outstanding:
    """What keeps a ranking from being the last word."""

    lists: tuple[Place, ...]
    """Neither signed off nor typed in."""
    protests: int
    """Nobody has ruled on them, or their deal has come in another version since."""
    forks: tuple[Place, ...]
    """Where nobody has said yet what counts."""
    rounds: tuple[int, ...]
    """Not played to their end, begun or not."""

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.lists or self.protests or self.forks or self.rounds)


@dataclass(frozen=True, slots=True)
class Overview:
    """The tournament as it stands."""

    tournament: Tournament
    plan: RoundPlan | None
    """The round that runs, else the one that comes next, else the last; None before the draw."""
    rows: tuple[TableRow, ...]
    left: timedelta | None
    """Until the last deal may begin; None where no limit runs."""
    trouble: Text | None = None
    """Why nothing comes from the broker; None while the line stands, or where there is none."""


class Overseen(Ledger):
    """A tournament that can be looked over."""

    def awaited(self) -> tuple[Place, ...]:
        """Return where a round has begun and its list is neither signed off nor typed in."""
        return tuple(place for place, told in self.lists().items() if _awaited(told))

    def outstanding(self) -> Outstanding:
        """Return what is still to come before the ranking holds."""
        ended = {plan.number for plan in self.rounds if plan.ended}
        lists = tuple(place for place in self.awaited() if place[0] in ended)
        forks = tuple((fork.round, fork.table) for fork in self.forks())
        return Outstanding(
            lists,
            len(self.to_rule()),
            forks,
            tuple(each for each in self.round_numbers if each not in ended),
        )

    def overview(self) -> Overview:
        """Return the tournament as it stands."""
        tournament, plans, now = self.tournament, self.rounds, self._clock()
        running = next((plan for plan in plans if plan.runs), None)
        waiting = next((plan for plan in plans if not plan.begun), None)
        plan = running or waiting or (plans[-1] if plans else None)
        if plan is None:
            return Overview(tournament, None, (), None, self._live.trouble)
        field, lists = self.field, self.lists()
        to_rule, rulings = self.to_rule().values(), self.rulings
        unsettled = [
            (each.source.round, each.source.table)
            for each in newest(self.all_results())
            if rulings.applied(each).status == "unsettled"
        ]
        contested = [(each.round, each.table) for each in to_rule if each.ruled is None]
        fallen = [(each.round, each.table) for each in to_rule if each.ruled is not None]
        forked = {(each.round, each.table) for each in self.forks()}
        rows = []
        for seats in plan.tables:
            told = lists.get((plan.number, seats.table))
            live = self._live.of(seats.table)
            silent = _silent_since(live, plan, now) > QUIET_S
            rows.append(
                TableRow(
                    seats.table,
                    tuple(field[number].in_round(plan.number) for number in seats.numbers),
                    0 if told is None else told.deals,
                    deals_at(tournament, len(seats.numbers)),
                    told,
                    live,
                    plan.runs and _awaited(told) and (live.available == OFFLINE or silent),
                    contested.count((plan.number, seats.table)),
                    fallen.count((plan.number, seats.table)),
                    unsettled.count((plan.number, seats.table)),
                    (plan.number, seats.table) in forked,
                )
            )
        return Overview(tournament, plan, tuple(rows), self.time_left(), self._live.trouble)

    def time_left(self) -> timedelta | None:
        """Return how long deals may still begin; None where no limit runs."""
        running = next((plan for plan in self.rounds if plan.runs), None)
        if running is None or not running.limit:
            return None
        return max(datetime.fromisoformat(running.limit) - self._clock(), timedelta(0))


def _silent_since(live: Live, plan: RoundPlan, now: datetime) -> float:
    """Return for how many seconds a table has said nothing since its round began."""
    if live.quiet_since is None:
        return 0.0
    begun = datetime.fromisoformat(plan.begun) if plan.begun else live.quiet_since
    return (now - max(begun, live.quiet_since)).total_seconds()


def _awaited(told: TableList | None) -> bool:
    """Whether deals are still to come from a table."""
    return told is None or told.source in (ListSource.RUNNING, ListSource.MISSING)
