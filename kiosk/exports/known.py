"""What is known of one person: evenings, deals, findings, remarks, and where the name stands.

Ids of deals that an older program read in may hold a name; the chain keeps them, so they are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.evening.deal import DealState
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.journal.journal import EveningMark, Journal
from engine.journal.people import Person
from kiosk.home.traces import Traces
from kiosk.screens.evening_list import book

JsonObject = dict[str, object]


def known_of(journal: Journal, people: Sequence[Person], files: Traces) -> JsonObject:
    """Return everything that is known of a person, for a JSON file.

    Args:
        journal: holds the evenings.
        people: the person; several where the name is there in several ways of writing it.
        files: where the name stands beside the journal.
    """
    names = frozenset(each.name for each in people if each.name is not None)
    came = {seq for each in people for seq in each.evenings}
    evenings, remarks = list[JsonObject](), list[JsonObject]()
    for mark in journal.evenings():
        state = fold(journal.events_of(mark))
        if mark.seq in came:
            evenings.append(_evening(mark, state, names))
        remarks += [
            {"evening": state.evening, "text": text}
            for text in _remarks(state)
            if _names(text, names)
        ]
    return {
        "names": sorted(names),
        "numbers": [each.number for each in people],
        "evenings": evenings,
        "remarks": remarks,
        "ids_of_deals": list(ids_with(journal, *names)),
        "files": list(files.holding),
        "files_not_looked_through": list(files.unread),
    }


def _evening(mark: EveningMark, state: TableState, names: frozenset[str]) -> JsonObject:
    listed = book(state, began=mark.at, head="")
    return {
        "evening": mark.evening,
        "began": mark.at,
        "games": listed.title.en,
        "counted_in": listed.counts,
        "score": [str(each.total) for each in listed.people if each.key[0] in names],
        "deals": [each for line in listed.deals if line.deal for each in _deal(line.deal, names)],
    }


def _deal(deal: DealState, names: frozenset[str]) -> Iterator[JsonObject]:
    """Yield a deal as somebody of this name played it."""
    players = deal.head.played_by or deal.names
    result = deal.result
    for seat, (owner, player) in enumerate(zip(deal.names, players, strict=False)):
        if seat in deal.head.active and names & {owner, player}:
            yield {
                "deal": deal.number,
                "seat": seat + 1,
                "played": player in names,
                "score": None if result is None else str(result.payout[seat]),
                "cards": [str(play.card or "?") for play in deal.plays if play.seat == seat],
                "findings": [
                    {"what": each.kind, "status": each.status.value}
                    for each in deal.report.verdicts
                    if each.seat == seat
                ],
            }


def ids_with(journal: Journal, *names: str) -> tuple[str, ...]:
    """Return the ids of deals that hold one of the names: they stay when it is forgotten."""
    found = frozenset(names)
    return tuple(each for each in journal.deal_ids() if _names(each.replace("_", " "), found))


def _remarks(state: TableState) -> Iterator[str]:
    yield from (note.text for note in state.notes)
    yield from (deal.record.note for deal in state.deals if deal.record.note)
    yield from (each.reason for each in state.adjustments)


def _names(text: str, names: frozenset[str]) -> bool:
    # A part without a letter, as in "Toni 2", is nobody's name: the digits of a date are like it.
    parts = (word for name in names for word in name.split() if any(map(str.isalpha, word)))
    words = {*filter(None, names), *parts}
    return any(re.search(rf"(?<!\w){re.escape(word)}", text, re.IGNORECASE) for word in words)
