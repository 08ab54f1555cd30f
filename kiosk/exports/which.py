"""Which evening a page is about: the one at the table, or an earlier one named in the address."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from flask import request

from engine.state import TableState
from kiosk.exports.archive import NO_SUCH_EVENING, Archive, begun
from kiosk.exports.book import Book, book
from kiosk.pages.door import refuse, settings, the_door
from kiosk.regional import in_region
from kiosk.replay.addresses import NOW
from kiosk.view import TableView


@dataclass(frozen=True, slots=True)
class Chosen:
    """The evening a page shows."""

    view: TableView
    """The table's newest picture; with that evening's state where it is an earlier one."""
    seq: int
    """Of its begin; 0 before the first evening."""
    began: str
    """RFC 3339; empty where only the table itself knows of it."""
    earlier: bool
    replay: str = NOW
    """What stands for the evening in a replay's address."""

    @property
    def query(self) -> str:
        """What addresses carry along so that they stay with an earlier evening."""
        return f"?evening={self.seq}" if self.earlier else ""

    @property
    def any(self) -> bool:
        """Whether there is an evening at all."""
        return bool(self.seq)

    def book(self, head: str = "") -> Book:
        """Return the evening as a list, in the table's words."""
        region = settings().region.chosen
        listed = book(self.view.state, began=self.began, head=head)
        return listed.worded(lambda said: in_region(said, region, self.view.state.seats))


def chosen() -> Chosen:
    """Return the evening the request names (`evening`, the `seq` of its begin), else the newest.

    A request for one that is not there ends with 404 and a sentence.
    """
    view = the_door().view()
    now, asked = begun(view.state), request.args.get("evening", "")
    if asked and asked != str(now):
        past = archive().evening(int(asked)) if re.fullmatch("[0-9]{1,15}", asked) else None
        if past is None:
            refuse(NO_SUCH_EVENING, 404)
        shown = _as_it_was(view, past.state)
        return Chosen(shown, past.seq, past.at, earlier=True, replay=str(past.number))
    began = archive().began(now)
    return Chosen(view, now, began, earlier=False)


def _as_it_was(view: TableView, state: TableState) -> TableView:
    """Return a picture with an earlier evening in it: nothing of the running deal shows."""
    shown = replace(view, shown=(), claimable=(), said={}, questions=(), report=None)
    return replace(shown, state=state)


def archive() -> Archive:
    """Return the journal's evenings."""
    return settings().archive
