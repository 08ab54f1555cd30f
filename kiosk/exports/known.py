"""What is known of one person: evenings, deals, findings, remarks, and where the name stands.

`known_of` is all of it for a file, `page_of` the same to read. Ids of deals that an older program
read in may hold a name; the chain keeps them, so they are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.deal.report import Verdict
from engine.evening.deal import DealState
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.games.wording import card_text
from engine.journal.journal import EveningMark, Journal
from engine.journal.people import Person
from engine.options import Rules
from engine.text import Text
from kiosk.home.clock import day_text
from kiosk.home.traces import Traces, holding
from kiosk.screens.by_ear import money
from kiosk.screens.cards import verdict_headline
from kiosk.screens.evening_list import book, deal_words, listed
from kiosk.words import names as w

JsonObject = dict[str, object]
_DECIDED = frozenset({"upheld", "dismissed", "waived"})
"""Where a person at the table said so."""


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
    for mark, state, deals in _evenings(journal):
        if mark.seq in came:
            evenings.append(_evening(mark, state, deals, names))
        remarks += [
            {"evening": state.evening, "text": text}
            for text in _remarks(state)
            if _names(text, names)
        ]
    return {
        "about": [w.ABOUT.de, w.ABOUT.en],
        "names": sorted(names),
        "numbers": [each.number for each in people],
        "evenings": evenings,
        "remarks": remarks,
        "ids_of_deals": list(ids_with(journal, *names)),
        "files": list(files.holding),
        "files_not_looked_through": list(files.unread),
    }


def _evenings(
    journal: Journal,
) -> Iterator[tuple[EveningMark, TableState, tuple[DealState, ...]]]:
    """Yield the evenings with their deals that may be told.

    The one that is played just now is none of them: what lay before is no help to anybody.
    """
    marks = journal.evenings()
    for mark in marks:
        state = fold(journal.events_of(mark))
        yield mark, state, state.finished if state.running and mark is marks[-1] else state.deals


def _evening(
    mark: EveningMark, state: TableState, deals: Sequence[DealState], names: frozenset[str]
) -> JsonObject:
    listed_ = book(state, began=mark.at, head="")
    return {
        "evening": mark.evening,
        "began": mark.at,
        "games": listed_.title.en,
        "counted_in": listed_.counts,
        "score": [str(each.total) for each in listed_.people if each.key[0] in names],
        "deals": [
            each
            for deal in deals
            for each in _deal(deal, names, state.shown.get(deal.id, frozenset()))
        ],
    }


def _seats(deal: DealState, names: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield the seats that count for somebody of this name or were played by them, and by whom."""
    players = deal.head.played_by or deal.names
    for seat, (owner, player) in enumerate(zip(deal.names, players, strict=False)):
        if seat in deal.head.active and names & {owner, player}:
            yield seat, player


def _found(deal: DealState, seat: int, shown: frozenset[str]) -> Iterator[Verdict]:
    """Yield what was said of a seat's play, or decided; what the table kept to itself is not known.

    A card in doubt may be why it was kept back.
    """
    for each in deal.report.verdicts:
        if each.seat == seat and (each.id in shown or each.status.value in _DECIDED):
            yield each


def _deal(deal: DealState, names: frozenset[str], shown: frozenset[str]) -> Iterator[JsonObject]:
    """Yield a deal as somebody of this name played it."""
    result = deal.result
    for seat, player in _seats(deal, names):
        yield {
            "deal": deal.number,
            "seat": seat + 1,
            "played": player in names,
            "score": None if result is None else str(result.payout[seat]),
            "cards": [str(play.card or "?") for play in deal.plays if play.seat == seat],
            "findings": [
                {"what": each.kind, "status": each.status.value}
                for each in _found(deal, seat, shown)
            ],
        }


def page_of(journal: Journal, people: Sequence[Person], files: Traces) -> Iterator[Text]:
    """Yield the same, line by line, for people to read."""
    names = frozenset(each.name for each in people if each.name is not None)
    came = {seq for each in people for seq in each.evenings}
    numbers = ", ".join(str(each.number) for each in people)
    yield w.WHO.format(names=", ".join(sorted(names)), numbers=numbers)
    if not came:
        yield w.NO_EVENING
    for mark, state, deals in _evenings(journal):
        if mark.seq in came:
            yield from _page_of_evening(mark, state, deals, names)
        yield from (w.REMARK.format(text=each) for each in _remarks(state) if _names(each, names))
    yield from holding(replace(files, ids=ids_with(journal, *names)))


def _page_of_evening(
    mark: EveningMark, state: TableState, deals: Sequence[DealState], names: frozenset[str]
) -> Iterator[Text]:
    listed_ = book(state, began=mark.at, head="")
    totals = [_won(each.total, state.rules) for each in listed_.people if each.key[0] in names]
    score = listed(totals) if totals else w.NOTHING_COUNTED
    yield w.EVENING.format(day=day_text(mark.at), game=listed_.title, score=score)
    for deal in deals:
        for seat, player in _seats(deal, names):
            yield _indented(_said_of(deal, seat, player, names), 1)
            played = [play.card for play in deal.plays if play.seat == seat]
            if cards := [card_text(card) for card in played if card is not None]:
                yield _indented(w.CARDS.format(cards=listed(cards)), 2)
            for each in _found(deal, seat, state.shown.get(deal.id, frozenset())):
                what = verdict_headline(deal.head.game, each.kind)
                said = w.FINDING.format(what=what, status=w.STATUS[each.status.value])
                yield _indented(said, 2)


def _said_of(deal: DealState, seat: int, player: str, names: frozenset[str]) -> Text:
    result = deal.result
    score = w.NOTHING_COUNTED if result is None else _won(result.payout[seat], deal.head.rules)
    words = w.DEAL if player in names else w.STOOD_IN
    return words.format(n=deal.number, game=deal_words(deal).game, score=score, player=player)


def _won(amount: Fraction, rules: Rules | None) -> Text:
    sign = "+" if amount > 0 else "−" if amount < 0 else ""
    said = money(abs(amount), rules)
    return Text(de=sign + said.de, en=sign + said.en)


def _indented(said: Text, steps: int) -> Text:
    return Text(de="  " * steps + said.de, en="  " * steps + said.en)


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
