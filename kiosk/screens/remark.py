"""What is said of a deal beside its play: a remark, and how it was dealt.

Neither is judged by. Nothing has to be told: a deal without either was dealt as usual.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal.record import LONGEST_NOTE
from engine.dealfile.places import DEALT
from engine.text import Text
from kiosk.screens.facts import DealFacts
from kiosk.screens.values import Line
from kiosk.table.deal_answers import dealings
from kiosk.words import calls as c
from kiosk.words import pages as m


@dataclass(frozen=True, slots=True)
class Dealing:
    """One way of dealing, as a button."""

    key: str
    word: Text
    chosen: bool


@dataclass(frozen=True, slots=True)
class RemarkScreen:
    """The remark on a deal and how it was dealt."""

    deal: str
    heading: Text
    sub: tuple[Line, ...]
    text: str
    """The remark; empty where there is none."""
    dealings: tuple[Dealing, ...]
    """How it may have been dealt, the usual way first; empty where the game knows no ways."""
    back: str
    """Where one came from: the deal's page of the list, or the table."""
    undo: bool = False
    """Whether undo takes back something said here, and not a card or result elsewhere."""
    longest: int = LONGEST_NOTE


def remark(deal: DealFacts, *, from_list: bool, undo: bool = False) -> RemarkScreen:
    """Return what was said of a deal beside its play."""
    dealt = deal.deal.dealt
    return RemarkScreen(
        deal=deal.deal.id,
        heading=c.REMARK_ON.format(n=deal.number),
        sub=(m.DEALER.format(name=deal.names[deal.record.dealer]), c.BESIDE_HINT),
        text=deal.deal.note or "",
        dealings=tuple(Dealing(key, DEALT[key], key == dealt) for key in dealings(deal.deal)),
        back=f"/deals/{deal.deal.id}" if from_list else "/",
        undo=undo,
    )
