"""The people of a tournament: entered, paid, absent, replaced."""

from __future__ import annotations

from dataclasses import replace

from kiosk.organiser.desk.ledger import Ledger, short_enough
from kiosk.organiser.people import read_people
from kiosk.organiser.tournament import Field, Participant, Presence


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

    def substitute(self, number: int, name: str, town: str = "") -> None:
        """Let somebody else play on under a number, from the round that comes next or runs."""
        plans = self.rounds
        round_ = next((plan.number for plan in plans if not plan.ended), len(plans) + 1)
        person = self.field[number].replaced_by(name.strip(), town.strip(), round_)
        self._book.keep_person(self._id, person)
        running = next((plan for plan in plans if plan.runs), None)
        if running is not None and running.table_of(number) is not None:
            self._announce()
