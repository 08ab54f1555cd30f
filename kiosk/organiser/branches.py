"""A branch: one way in which a table's journal went on.

A journal has one, unless it was cut off by damage or an older backup was taken back: then the table
plays on from an earlier event, and its new deals bear numbers and cursors that are taken. Messages
name what came before them by the journal's heads (`Source.trail`); one that names other events than
those that are here belongs to another branch. Pure; what a branch knows follows from its messages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kiosk.exchange.messages import CURSORS, Source


@dataclass(slots=True)
class Branch:
    """What is known of one branch, message by message."""

    key: str
    """The journal's id for the first branch, else the head of the message that showed it."""
    journal: str
    marks: dict[int, str] = field(default_factory=dict)
    """Events after which there was something to tell, and how the head after each begins."""
    heads: dict[int, str] = field(default_factory=dict)
    """By cursor."""
    _whole: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By round: from which event to which one the marks are complete."""

    def add(self, source: Source) -> None:
        """Take in where a message of this branch comes from."""
        marks = source.marks
        self.marks |= marks
        self.heads[source.cursor] = source.head
        if source.trail:
            first, last = self._whole.get(source.round, (min(marks), source.seq))
            self._whole[source.round] = min(first, *marks), max(last, source.seq)

    def fits(self, source: Source) -> bool:
        """Tell whether a message may come from this branch: its trail contradicts nothing."""
        if source.journal != self.journal:
            return False
        marks = source.marks
        first = min(marks)
        known = {seq: head for seq, head in self.marks.items() if first <= seq <= source.seq}
        return all(marks.get(seq) == head for seq, head in known.items()) and all(
            known.get(seq) == head
            for seq, head in marks.items()
            if any(begin <= seq <= end for begin, end in self._whole.values())
        )

    def common(self, source: Source) -> set[int]:
        """Return which events both name."""
        return {seq for seq, head in source.marks.items() if self.marks.get(seq) == head}

    def reached(self, source: Source, cursor: int) -> int:
        """Return the highest cursor up to `cursor` of what both have."""
        common = self.common(source)
        return max(
            (each for each in self.heads if each <= cursor and each // CURSORS in common), default=0
        )


def fitting(branches: Iterable[Branch], source: Source) -> list[Branch]:
    """Return the branches that a message belongs to; several where it is from before they part."""
    fit = [each for each in branches if each.fits(source)]
    return [each for each in fit if each.common(source)] or fit
