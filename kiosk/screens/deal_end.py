"""How a deal may end before its last card: thrown in, claimed, given up, not counted.

Which ends there are and what each needs stands in the engine's table; one tap says one of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal.ends import END_KINDS, ENTERED, MISDEALS, WHYS
from engine.deal.record import Contract, DealRecord, JsonObject
from engine.games import game
from engine.text import Text
from kiosk.screens.facts import DealFacts
from kiosk.screens.values import Line, is_whole
from kiosk.words import calls as c
from kiosk.words import pages as m
from kiosk.words import score_pad as e

BY_THEMSELVES = frozenset({"ruled"})
"""Ends that follow from something else the table says."""
OF_TOUT = frozenset({"tout_lost"})
"""Ends of a Tout alone."""
LAID_OPEN = frozenset({"sie"})
"""Contracts that are laid open and not played."""
OF_LAID_OPEN = frozenset({"laid_down"})
"""Ends of such a contract alone."""
UNANNOUNCED = frozenset({"thrown_in", "void"})
"""Ends of a deal in which nothing was announced."""
MANY = 21
"""Cards unseen, more than a hand ever needs to be thrown in."""
NOT_AGREED = "not_agreed"


@dataclass(frozen=True, slots=True)
class Ending:
    """One button: what it sends and what it says."""

    fields: tuple[tuple[str, str], ...]
    word: Line


@dataclass(frozen=True, slots=True)
class EndRow:
    """One way a deal ends."""

    kind: str
    title: Text
    endings: tuple[Ending, ...]
    asks: Text | None = None
    """What has to be said besides; None where one tap ends the deal."""
    action: str = "/stop"
    """Where its buttons send."""


@dataclass(frozen=True, slots=True)
class StopScreen:
    """Every way this deal can end now."""

    deal: str
    sub: Text
    rows: tuple[EndRow, ...]


def stop(deal: DealFacts) -> StopScreen:
    """Return the ways `deal` can end now."""
    rows: list[EndRow] = []
    simple: list[Ending] = []
    for kind, end in END_KINDS.items():
        if not _fits(kind, deal.record.contract):
            continue
        title = m.ENDS.get(kind, end.title)
        if end.why:
            rows.append(EndRow(kind, title, _reasons(deal, kind), c.WHY))
        elif end.claim:
            rows.append(EndRow(kind, title, _seats(deal, kind), c.WHO_CLAIMS, "/rest"))
        elif end.seat:
            rows.append(EndRow(kind, title, _seats(deal, kind), c.WHO))
        else:
            simple.append(Ending((("kind", kind),), title))
        if end.claim:
            against = _seats(deal, kind, ((NOT_AGREED, "1"),))
            rows.append(EndRow(NOT_AGREED, c.CONTESTED, against, c.WHO_CLAIMS))
    rows.append(EndRow("otherwise", m.END_OTHERWISE, tuple(simple)))
    return StopScreen(deal.record.id, m.DEAL_NUMBER.format(n=deal.number), tuple(rows))


def _fits(kind: str, contract: Contract | None) -> bool:
    if kind in BY_THEMSELVES:
        return False
    if contract is None:
        return kind in UNANNOUNCED
    if kind in OF_LAID_OPEN and contract.kind not in LAID_OPEN:
        return False
    return contract.tout or kind not in OF_TOUT


def _reasons(deal: DealFacts, kind: str) -> tuple[Ending, ...]:
    """Return why cards can be thrown in; once a game is called only for a fault in dealing."""
    return tuple(
        Ending((("kind", kind), ("why", why)), words)
        for why, words in WHYS.items()
        if why in MISDEALS or (deal.record.contract is None and _agreed(deal.record, why))
    )


def _agreed(record: DealRecord, why: str) -> bool:
    """Tell whether the house throws cards in for this: for Nixer only where it has the rule.

    A hand nobody saw counts in favour, so that only the rule and the number of people decide.
    """
    rules = game(record.game)
    people = record.players - len(record.out)
    return why != "nixer" or rules.may_throw_in(record.rules, people, (None,) * MANY)


def _seats(
    deal: DealFacts, kind: str, more: tuple[tuple[str, str], ...] = ()
) -> tuple[Ending, ...]:
    return tuple(
        Ending((("kind", kind), ("seat", str(seat)), *more), deal.names[seat])
        for seat in range(deal.record.players)
        if seat not in deal.record.out
    )


def end_of(kind: str, why: str | None, seat: str | None, agreed: bool) -> JsonObject | None:
    """Return the end a form says, as the deal file has it; None where it says none."""
    end = END_KINDS.get(kind)
    if end is None or kind in BY_THEMSELVES:
        return None
    said: dict[str, object] = {"kind": kind}
    if end.why:
        if why not in WHYS:
            return None
        said["why"] = why
    if end.seat:
        if seat is None or not is_whole(seat):
            return None
        said["seat"] = int(seat)
    if end.claim:
        said |= {"tricks": "rest", "agreed": agreed}
    return said


def ended(end: JsonObject) -> Text:
    """Return how a deal ended, in words: "zusammengeworfen: alle haben gepasst"."""
    kind = END_KINDS.get(str(end.get("kind")))
    if end.get("kind") == ENTERED:
        return e.ENDED_BY_HAND
    if kind is None:
        return m.DEAL_OVER
    why = WHYS.get(str(end.get("why")))
    return kind.title if why is None else m.ENDED_WHY.format(end=kind.title, why=why)
