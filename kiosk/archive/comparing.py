"""Two judgements of the same evening compared, and what differs said in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.deal.record import Play
from engine.evening.deal import DealState
from engine.games import game
from engine.text import Text
from kiosk.archive import words as w
from kiosk.archive.rows import DealRow, DifferenceRow, EveningAnswer, SeatRow, What
from kiosk.screens.evening_list import listed

MOST_CARDS = 6
"""So many cards of a deal are told one by one; of more only how many there are."""


def headline(verdict: str) -> tuple[str, int | None, int]:
    """Return the kind, the seat (None: one of several) and the card of a verdict's id, from 1."""
    kind, seat, play = verdict.rsplit(":", 2)
    return kind, None if seat == "x" else int(seat) + 1, int(play) + 1


def difference(
    deal: int | None, what: What, since: str, text: Text, seat: int | None = None
) -> DifferenceRow:
    """Return a row that says `text`."""
    return DifferenceRow(deal, what, seat, since, text.de, text.en)


def said_differently(
    deal: int,
    played: str,
    then: Collection[str],
    now: Collection[str],
    since: str,
    holding: Collection[str],
) -> Iterator[DifferenceRow]:
    """Yield the verdicts that only one side says; `holding` are those that can be proven now."""
    for name in sorted({*then} ^ {*now}):
        kind, seat, card = headline(name)
        gone = w.SAID_NO_MORE if name in holding else w.HOLDS_NO_MORE
        said = w.SAID_NOW if name in now else gone
        who = w.ONE_OF_SEVERAL if seat is None else w.SEAT.format(seat=seat)
        what = game(played).verdict_words(kind).headline
        text = said.format(who=who, what=what, card=card)
        yield difference(deal, "verdict", since, text, seat)


def compared(then: EveningAnswer, now: EveningAnswer, since: str) -> tuple[DifferenceRow, ...]:
    """Return what another judgement of the same evening says otherwise, deal by deal."""
    found: list[DifferenceRow] = []
    before = {row.deal: row for row in then.deals}
    after = {row.deal: row for row in now.deals}
    if before.keys() != after.keys():
        text = w.OTHER_COUNT.format(then=len(before), now=len(after))
        found.append(difference(None, "deals", since, text))
    for number in sorted(before.keys() & after.keys()):
        found += _of_deal(before[number], after[number], then, now, since)
    return tuple(found)


def _of_deal(
    old: DealRow, new: DealRow, then: EveningAnswer, now: EveningAnswer, since: str
) -> Iterator[DifferenceRow]:
    was, is_ = (_result(row, answer) for row, answer in ((old, then), (new, now)))
    if was != is_:
        text = w.OTHER_RESULT.format(then=was, now=is_)
        yield difference(new.deal, "result", since, text)
    said = [
        {row.verdict for row in answer.verdicts if row.deal == new.deal and row.said_now}
        for answer in (then, now)
    ]
    holding = {row.verdict for row in now.verdicts if row.deal == new.deal and row.holds}
    yield from said_differently(new.deal, new.game, said[0], said[1], since, holding)


def _result(row: DealRow, answer: EveningAnswer) -> Text:
    """Return the result in words: who wins, what each seat gets, what it counts for."""
    if row.outcome != "counted":
        return w.OUTCOMES[row.outcome]
    seats = [each for each in answer.seats if each.deal == row.deal]
    winners = [str(each.seat) for each in seats if each.won]
    parts = [w.WON_BY.format(seats=", ".join(winners)) if winners else w.NOBODY_WON]
    parts.append(_amounts(seats))
    for holds, word in ((row.schneider, w.SCHNEIDER), (row.schwarz, w.SCHWARZ)):
        parts += [word] if holds else []
    if row.laufende:
        with_ = w.WITH if row.laufende > 0 else w.WITHOUT
        parts.append(with_.format(n=abs(row.laufende)))
    return listed(parts)


def _amounts(seats: Sequence[SeatRow]) -> Text:
    written = " ".join("·" if each.delta is None else amount(each.delta) for each in seats)
    return Text(de=written.replace(".", ","), en=written)


def amount(value: float) -> str:
    """Write an amount with its sign and no more decimals than it needs."""
    text = f"{abs(value):.2f}".rstrip("0").rstrip(".")
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{text}"


def cards_read(then: Sequence[DealState], now: Sequence[DealState]) -> Iterator[DifferenceRow]:
    """Yield the cards a recording shows otherwise than the record beside it says."""
    if len(then) != len(now):
        text = w.OTHER_COUNT.format(then=len(then), now=len(now))
        yield difference(None, "deals", "beside", text)
    for old, new in zip(then, now, strict=False):
        if old.plays:
            yield from _cards(new.number, old.plays, new.plays)


def _cards(deal: int, then: Sequence[Play], now: Sequence[Play]) -> Iterator[DifferenceRow]:
    if len(then) != len(now):
        text = w.OTHER_CARD_COUNT.format(then=len(then), now=len(now))
        yield difference(deal, "cards", "beside", text)
    pairs = enumerate(zip(then, now, strict=False), 1)
    other = [(number, old, new) for number, (old, new) in pairs if old != new]
    for number, old, new in other[:MOST_CARDS]:
        text = w.OTHER_CARD.format(card=number, then=_play(old), now=_play(new))
        yield difference(deal, "cards", "beside", text, new.seat + 1)
    if len(other) > MOST_CARDS:
        text = w.MORE_CARDS.format(n=len(other) - MOST_CARDS)
        yield difference(deal, "cards", "beside", text)


def _play(play: Play) -> Text:
    return w.PLAY.format(seat=play.seat + 1, card="??" if play.card is None else play.card.code)
