"""A run of the archive told in sentences, evening by evening, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterator

from engine.text import Text
from kiosk.archive import words as w
from kiosk.archive.rows import DifferenceRow
from kiosk.archive.run import Judged, Outcome
from kiosk.home.clock import iso_day


def report(outcome: Outcome) -> Iterator[Text]:
    """Yield the lines; evenings in which nothing differs are only counted."""
    for evening in outcome.evenings:
        if evening.answer.differences:
            yield _title(evening)
            yield from map(_line, evening.answer.differences)
    for each in outcome.unread:
        yield w.UNREAD.format(source=each.source, why=each.why)
    yield w.SUMMARY.format(
        evenings=len(outcome.evenings),
        deals=outcome.deals,
        differing=outcome.differing,
        unread=len(outcome.unread),
        done=outcome.done,
        before=outcome.done_before,
    )


def _title(evening: Judged) -> Text:
    day: Text | str = iso_day(evening.answer.facts.began) or w.UNDATED
    return w.EVENING.format(day=day, source=evening.job.source)


def _line(row: DifferenceRow) -> Text:
    text, since = Text(de=row.de, en=row.en), w.SINCE[row.since]
    if row.deal is None:
        return w.WHOLE.format(text=text, since=since)
    return w.DEAL.format(deal=row.deal, text=text, since=since)
