"""The draw and the rounds: who sits where, begun and ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from engine.text import PlainError, Text
from kiosk.organiser.desk.ledger import Ledger, short_enough
from kiosk.organiser.draw import Odd, draw, read_plan
from kiosk.organiser.tournament import RoundPlan

_RUNS = Text(
    de="Runde {round} läuft schon; ausgelost wird vor ihrem Beginn.",
    en="Round {round} is under way; it is drawn before it begins.",
)
_OTHER_SEED = Text(
    de="Gespielt wird schon, ausgelost aus „{seed}“: dabei bleibt es, sonst kann niemand die "
    "Auslosung nachprüfen. Runden, die noch nicht begonnen haben, lassen sich mit demselben Wort "
    "neu auslosen.",
    en="Play has begun, drawn from “{seed}”: that stays, or nobody could check the draw. Rounds "
    "that have not begun can be drawn anew from the same word.",
)
_ONE_AT_A_TIME = Text(
    de="Runde {round} ist noch nicht beendet; danach kann die nächste beginnen.",
    en="Round {round} has not ended; the next one can begin after it.",
)
_NOT_BEGUN = Text(de="Runde {round} hat nicht begonnen.", en="Round {round} has not begun.")
_ABSENT = Text(
    de="In Runde {round} sitzt die Nummer {number} an Tisch {table}, spielt aber nicht mit; bitte "
    "neu auslosen oder Ersatz eintragen.",
    en="Number {number} sits at table {table} in round {round} but does not play; please draw "
    "again or enter a substitute.",
)
_ABSENT = Text(
    de="In Runde {round} sitzt die Nummer {number} an Tisch {table}, spielt aber nicht mit; bitte "
    "neu auslosen oder Ersatz eintragen.",
    en="Number {number} sits at table {table} in round {round} but does not play; please draw "
    "again or enter a substitute.",
)
_UNSEATED = Text(
    de="In der Auslosung fehlt die Nummer {number}; bitte neu auslosen.",
    en="Number {number} is missing from the draw; please draw again.",
)
_NO_SEED = Text(
    de="Bitte ein Wort oder eine Zahl nennen, aus der die Auslosung folgt, am besten vor allen "
    "gezogen.",
    en="Please give a word or number that the draw follows from, best drawn in front of everybody.",
)
_PLAYED = Text(
    de="In Runde {round} ist schon gespielt oder eine Liste eingetragen; sie lässt sich nur noch "
    "beenden.",
    en="Round {round} has deals or a list already; it can only be ended.",
)


class Rounds(Ledger):
    """Who sits where, and when it is played."""

    def preview(self, seed: str, odd: Odd = 3) -> tuple[RoundPlan, ...]:
        """Return the rounds as a seed would draw them; those that have begun stay.

        Raises:
            PlainError: no seed, another one than that of rounds that have begun, or too few people.
        """
        if not seed.strip():
            raise PlainError(_NO_SEED)
        kept = [plan for plan in self.rounds if plan.begun]
        drawn_from = self.tournament.seed
        if kept and drawn_from not in ("", seed.strip()):
            raise PlainError(_OTHER_SEED.format(seed=drawn_from))
        return draw(self.field.here, self.tournament.rounds, seed.strip(), kept, odd)

    def draw(self, seed: str, odd: Odd = 3) -> None:
        """Draw all rounds that have not begun, and keep them with the seed, all or none.

        Raises:
            PlainError: as `preview` raises it.
        """
        drawn = [plan for plan in self.preview(seed, odd) if not plan.begun]
        self._book.keep_draw(replace(self.tournament, seed=seed.strip()), drawn)

    def take_plan(self, text: str) -> None:
        """Take a draw that was made elsewhere, all of it or nothing.

        Raises:
            PlainError: it cannot be read, names somebody who is not there, or a round that runs.
        """
        short_enough(text)
        begun = {plan.number for plan in self.rounds if plan.begun}
        plans = read_plan(text)
        for plan in plans:
            if plan.number in begun:
                raise PlainError(_RUNS.format(round=plan.number))
            self._check_people(plan)
        rounds = max(self.tournament.rounds, plans[-1].number)
        self._book.keep_draw(replace(self.tournament, seed="", rounds=rounds), plans)

    def begin_round(self, number: int) -> None:
        """Begin a round: its time runs, and every table is told who plays there.

        Raises:
            PlainError: it is not drawn or has begun, another one runs, or who was drawn is away.
        """
        plan = self._plan(number)
        if plan.begun:
            raise PlainError(_RUNS.format(round=number))
        running = next((each for each in self.rounds if each.runs), None)
        if running is not None:
            raise PlainError(_ONE_AT_A_TIME.format(round=running.number))
        self._check_people(plan)
        now, minutes = self._clock(), self.tournament.minutes
        limit = (now + timedelta(minutes=minutes)).isoformat("T", "seconds") if minutes else ""
        begun = replace(plan, begun=now.isoformat("T", "seconds"), limit=limit)
        self._book.keep_round(self._id, begun)
        self._announce()

    def untouched(self, number: int) -> bool:
        """Tell whether nothing has come from a round, neither from a table nor from paper."""
        played = (each.source.round for each in self.all_results())
        listed = (each.source.round for each in self._arrivals.lists(self._id))
        typed = (each.round for each in self.all_papers())
        return number not in {*played, *listed, *typed}

    def take_back_round(self, number: int) -> None:
        """Let a round that was begun by mistake not have begun, as long as nothing was played.

        Raises:
            PlainError: something has come from it.
        """
        plan = self._plan(number)
        if not self.untouched(number):
            raise PlainError(_PLAYED.format(round=number))
        if plan.runs:
            self._book.keep_round(self._id, replace(plan, begun="", limit=""))

    def end_round(self, number: int) -> None:
        """End a round; lists that come later still count.

        Raises:
            PlainError: it has not begun.
        """
        plan = self._plan(number)
        if not plan.begun:
            raise PlainError(_NOT_BEGUN.format(round=number))
        if not plan.ended:
            ended = replace(plan, ended=self._clock().isoformat("T", "seconds"))
            self._book.keep_round(self._id, ended)
            self._announce()

    def reopen_round(self, number: int) -> None:
        """Let a round that was ended by mistake go on.

        Raises:
            PlainError: another one runs.
        """
        running = next((each for each in self.rounds if each.runs), None)
        if running is not None and running.number != number:
            raise PlainError(_ONE_AT_A_TIME.format(round=running.number))
        self._book.keep_round(self._id, replace(self._plan(number), ended=""))
        self._announce()

    def tell_again(self) -> None:
        """Have every table told once more who plays there."""
        self._announce()

    def _check_people(self, plan: RoundPlan) -> None:
        """Do nothing where all who are here sit somewhere, and nobody else does."""
        here, field = set(self.field.here), self.field
        for seats in plan.tables:
            for number in seats.numbers:
                if field[number].number not in here:
                    raise PlainError(
                        _ABSENT.format(number=number, table=seats.table, round=plan.number)
                    )
                here.discard(number)
        if here:
            raise PlainError(_UNSEATED.format(number=min(here)))
