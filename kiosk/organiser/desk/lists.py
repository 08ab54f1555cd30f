"""The lists of the tables: typed in from paper, taken back, taken from another device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kiosk.exchange.messages import ListLine
from kiosk.organiser.desk.ledger import Ledger
from kiosk.organiser.list_modes import list_mode
from kiosk.organiser.ranking import deals_at
from kiosk.organiser.tournament import PaperList


class Lists(Ledger):
    """Which list holds."""

    def type_in(self, round_: int, table: str, lines: Sequence[ListLine], by: str = "") -> None:
        """Keep a list from paper; it holds before what the table sends.

        The same as the one that holds is no other list: what was ruled on that goes on holding.

        Raises:
            PlainError: others sit there, the points do not add up where they must, or there are
                more solos than deals.
        """
        seats = self._seats(round_, table)
        seats.check(line.number for line in lines)
        paper = PaperList(table, round_, self._next_paper(round_, table), tuple(lines), self._now)
        if list_mode(self.tournament.mode).zero_sum:
            paper.check_sum()
        paper.check_solos(deals_at(self.tournament, len(lines)))
        held = self.paper(round_, table)
        if held is None or held.lines != paper.lines:
            self._book.keep_paper(self._id, replace(paper, by=by))

    def take_back_list(self, round_: int, table: str) -> None:
        """Let what the table sends count again in place of the list from paper."""
        paper = self.paper(round_, table)
        if paper is not None:
            gone = replace(paper, revision=paper.revision + 1, taken_back=True)
            self._book.keep_paper(self._id, replace(gone, at=self._now))

    def admit_journal(self, table: str, round_: int, journal: str) -> None:
        """Take a table's round from another journal from now on: its device was replaced.

        Raises:
            PlainError: nothing has come from there so far, so anything will be taken.
        """
        self._seats(round_, table)
        self._arrivals.admit_journal(self._id, table, round_, journal)

    def _next_paper(self, round_: int, table: str) -> int:
        return max((each.revision for each in self.papers(round_, table)), default=0) + 1
