"""The organiser's desk: what is done during a tournament, each act checked and kept in the book.

Pages and commands call it; it holds no page and no thread. What tables sent it reads beside what
people entered, and whatever it answers follows from both.
"""

from __future__ import annotations

from dataclasses import replace

from kiosk.organiser.desk.decisions import Decisions
from kiosk.organiser.desk.lists import Lists
from kiosk.organiser.desk.overview import Overseen
from kiosk.organiser.desk.people import People
from kiosk.organiser.desk.rounds import Rounds
from kiosk.organiser.tournament import Tournament


class Desk(Overseen, People, Rounds, Lists, Decisions):
    """One tournament's desk; any thread may use it."""

    def set_terms(self, terms: Tournament) -> None:
        """Keep other terms of this tournament."""
        self._book.change(replace(terms, id=self._id))
