"""The people of a tournament: entered, paid, absent, replaced."""

from __future__ import annotations

from dataclasses import replace

from engine.text import PlainError, Text
from kiosk.organiser.desk.ledger import Ledger, short_enough
from kiosk.organiser.people import read_people
from kiosk.organiser.tournament import Field, Participant, Presence

_SEATED = Text(
    de="Die Nummer {number} hat schon einen Platz, eine Strafe oder einen Einspruch und bleibt "
    "stehen; bitte „nicht gekommen“ wählen, und wenn nur ausgelost ist, danach neu auslosen.",
    en="Number {number} has a seat, a penalty or a protest already and stays; please choose "
    '"did not come", and where it was only drawn, draw again afterwards.',
)


class People(Ledger):
    """Who takes part."""

    def rename(self, number: int, name: str, town: str) -> None:
        """Put right how somebody is called."""
        person = replace(self.field[number], name=name.strip(), town=town.strip())
        self._book.keep_person(self._id, person)

    def enter(self, name: str, town: str = "", *, paid: bool = False, number: int = 0) -> int:
        """Enter somebody, under the next free number where none is given; return the number.

        Raises:
            PlainError: the number is taken, or the name is none.
        """
        field = self.field
        person = Participant(number or field.next_number, name.strip(), town.strip(), paid)
        Field((*field.people, person))
        self._book.keep_person(self._id, person)
        return person.number

    def enter_all(self, text: str) -> int:
        """Enter everybody of a list, all or none; return how many.

        Raises:
            PlainError: a line cannot be read, or a number is taken.
        """
        short_enough(text)
        people = read_people(text, self.field)
        self._book.keep_people(self._id, people)
        return len(people)

    def set_paid(self, number: int, *, paid: bool) -> None:
        """Note that somebody paid, or did not after all."""
        self._book.keep_person(self._id, replace(self.field[number], paid=paid))

    def set_presence(self, number: int, presence: Presence) -> None:
        """Note that somebody never came, left, or is here after all."""
        self._book.keep_person(self._id, replace(self.field[number], presence=presence))

    def unseated(self, number: int) -> bool:
        """Tell whether nothing hangs on a start number: no seat, no penalty, no protest."""
        seated = any(plan.table_of(number) for plan in self.rounds)
        penalised = {each.number for each in self.penalties.values()}
        protesting = {each.number for each in self.protests.values()}
        return not seated and number not in penalised | protesting

    def take_out(self, number: int) -> None:
        """Take somebody out who was entered by mistake; the entry stays on record.

        Raises:
            PlainError: something hangs on the number.
        """
        person = self.field[number]
        if not self.unseated(number):
            raise PlainError(_SEATED.format(number=number))
        self._book.keep_person(self._id, replace(person, aside=True))

    @property
    def next_round(self) -> int:
        """The round that runs or comes next, from which on a substitute plays."""
        plans = self.rounds
        return next((plan.number for plan in plans if not plan.ended), len(plans) + 1)

    def substitute(self, number: int, name: str, town: str = "") -> None:
        """Let somebody else play on under a number, from the round that comes next or runs."""
        person = self.field[number].replaced_by(name.strip(), town.strip(), self.next_round)
        self._book.keep_person(self._id, person)
        running = next((plan for plan in self.rounds if plan.runs), None)
        if running is not None and running.table_of(number) is not None:
            self._announce()
