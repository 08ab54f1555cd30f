"""Decisions: penalties, protests and what was ruled, and what counts where a table lost deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from engine.text import PlainError, Text
from kiosk.organiser.desk.ledger import Ledger
from kiosk.organiser.list_modes import list_mode
from kiosk.organiser.ranking import ListSource, deals_at
from kiosk.organiser.rulings import ruled_list, ruled_once, ruled_points
from kiosk.organiser.tournament import (
    WHOLE_LIST,
    ForkRuling,
    Penalty,
    Protest,
    RuledFork,
    RuledPoints,
    RulingKind,
)

_NO_ROUND = Text(
    de="Eine Runde {round} gibt es nicht; gespielt werden {all}.",
    en="There is no round {round}; {all} are played.",
)
_NO_DEAL = Text(
    de="Von Tisch {table} ist in Runde {round} kein Spiel {deal} da.",
    en="There is no deal {deal} from table {table} in round {round}.",
)
_ON_PAPER = Text(
    de="Für Tisch {table} gilt in Runde {round} die Liste vom Papier; bitte die Punkte dort "
    "ändern, oder die Liste erst zurücknehmen.",
    en="The list from paper holds for table {table} in round {round}; please change the points "
    "there, or take the list back first.",
)
_NO_FORK = Text(
    de="Was von Tisch {table} in Runde {round} zählt, ist schon entschieden.",
    en="What counts from table {table} in round {round} has been decided already.",
)


class Decisions(Ledger):
    """What the organiser decides."""

    def punish(self, number: int, points: Fraction, reason: str, round_: int, by: str = "") -> int:
        """Give a penalty, or points; return its entry's number.

        Raises:
            PlainError: nobody has the number, there is no such round, or the reason is missing.
        """
        if round_ not in self.round_numbers:
            raise PlainError(_NO_ROUND.format(round=round_, all=self.round_numbers[-1]))
        penalty = Penalty(self.field[number].number, points, reason.strip(), round_, self._now, by)
        entry = self._book.keep_penalty(self._id, penalty)
        self._announce()
        return entry

    def take_back_penalty(self, entry: int) -> None:
        """Take a penalty back; it stays on record as taken back."""
        penalty = replace(self.penalties[entry], taken_back=True)
        self._book.keep_penalty(self._id, penalty, entry)
        self._announce()

    def protest(self, round_: int, table: str, deal: int, number: int, words: str) -> int:
        """Contest a deal, or a list from paper (`WHOLE_LIST`); return the protest's number.

        Raises:
            PlainError: there is no such deal or list, nobody has the number, or the words are
                missing.
        """
        if deal == WHOLE_LIST:
            self._held_paper(round_, table)
        elif not self.revisions(round_, table, deal):
            raise PlainError(_NO_DEAL.format(table=table, round=round_, deal=deal))
        whose = self.field[number].number
        protest = Protest(table, round_, deal, whose, words.strip(), self._now)
        return self._book.keep_protest(self._id, protest)

    def rule(
        self,
        entry: int,
        ruling: RulingKind,
        answer: str,
        points: Mapping[int, Fraction] | None = None,
        soli: Mapping[int, int] | None = None,
    ) -> None:
        """Rule on a protest, or take the ruling back (`OPEN`).

        Args:
            entry: the protest's number.
            ruling: what becomes of it.
            answer: why.
            points: what the deal or list brings now, by start number, where the protest is upheld.
            soli: with points: of a deal 1 for who played it alone and 0 for the others, of a list
                from paper how many each won; None: as they came.

        Raises:
            PlainError: other points or Soli without a reason, or such as cannot be set.
        """
        protest = replace(self.protests[entry], ruling=ruling, answer=answer.strip(), points=None)
        if ruling is RulingKind.UPHELD and points is not None:
            protest = replace(protest, points=self._ruled(entry, protest, points, soli))
        self._book.keep_protest(self._id, protest, entry)
        self._announce()

    def _ruled(
        self,
        entry: int,
        protest: Protest,
        points: Mapping[int, Fraction],
        soli: Mapping[int, int] | None,
    ) -> RuledPoints | None:
        """Return the points of a ruling; None where the deal or list brings them anyway."""
        round_, table = protest.round, protest.table
        zero_sum = list_mode(self.tournament.mode).zero_sum
        if protest.on_paper:
            paper = self._held_paper(round_, table)
            deals = deals_at(self.tournament, len(paper.lines))
            ruled = ruled_list(paper, points, soli, deals=deals, zero_sum=zero_sum)
            if ruled is not None:
                ruled_once(entry, self.rulings.on_paper(paper))
            return ruled
        versions = self.revisions(round_, table, protest.deal)
        if not versions:
            raise PlainError(_NO_DEAL.format(table=table, round=round_, deal=protest.deal))
        deal = versions[-1]
        ruled = ruled_points(deal, points, soli, zero_sum=zero_sum)
        if ruled is None:
            return None
        if self.lists()[round_, table].source is ListSource.PAPER:
            raise PlainError(_ON_PAPER.format(table=table, round=round_))
        ruled_once(entry, self.rulings.on(deal))
        return ruled

    def rule_fork(self, round_: int, table: str, branch: str, ruling: ForkRuling) -> None:
        """Say what counts of a round of which a table lost deals and told others since.

        A protest against a deal that counts under another number from now on goes with it.

        Raises:
            PlainError: somebody has said so already, or there is nothing to say.
        """
        at = round_, table, branch
        fork = next(
            (each for each in self.forks() if (each.round, each.table, each.beside.branch) == at),
            None,
        )
        if fork is None:
            raise PlainError(_NO_FORK.format(table=table, round=round_))
        ruled = RuledFork(table, round_, ruling, (fork.holds, fork.beside), self._now)

        def keep(moved: Mapping[int, int]) -> None:
            for entry, protest in self.protests.items():
                if (protest.round, protest.table) == (round_, table) and protest.deal in moved:
                    other = replace(protest, deal=moved[protest.deal])
                    self._book.keep_protest(self._id, other, entry)
            self._book.keep_fork(self._id, ruled)

        if ruling is ForkRuling.OLD:
            keep({})
        else:
            both = ruling is ForkRuling.BOTH
            self._arrivals.settle(self._id, table, round_, branch, keep, both=both)
