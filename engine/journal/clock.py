"""Is the time plausible? Judged from what is known for certain; nobody's clock is read in here.

A small computer without a clock of its own starts in the past: at 1970, or where it was switched
off. Two moments cannot lie ahead of now: when the program was built and when the last event was
recorded. Without network and clock chip nothing better is known, so that people are asked.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.text import PlainError, Text

TOLERANCE = timedelta(minutes=5)
"""A clock that is set by the network may be put back a little."""
FAR_AHEAD = timedelta(days=10 * 365)
"""So long after the program was built nobody runs it any more."""

BEFORE_BUILT = Text(
    de="Die Uhr steht auf {now}, das kann nicht stimmen: Das Programm ist jünger. Bitte Datum und "
    "Uhrzeit eingeben.",
    en="The clock says {now}, which cannot be right: the program is newer. Please enter the "
    "date and time.",
)
BEFORE_LAST = Text(
    de="Die Uhr steht auf {now}, aufgezeichnet wurde aber schon am {last}. Bitte Datum und Uhrzeit "
    "eingeben.",
    en="The clock says {now}, but something was already recorded at {last}. Please enter the "
    "date and time.",
)
AHEAD = Text(
    de="Die Uhr steht auf {now}, das liegt zu weit in der Zukunft. Bitte Datum und Uhrzeit "
    "eingeben.",
    en="The clock says {now}, which is too far in the future. Please enter the date and time.",
)
NOT_KEPT = Text(
    de="Ohne Netz und ohne Uhrenbaustein ist die Zeit nicht sicher (jetzt {now}). Bitte Datum und "
    "Uhrzeit prüfen.",
    en="Without a network or a clock chip the time may be wrong (now {now}). Please check the "
    "date and time.",
)
_UNREADABLE = Text(
    de="„{said}“ ist kein Zeitpunkt; bitte Datum und Uhrzeit wie 2026-11-21T19:30 eingeben.",
    en='"{said}" is not a date and time; please enter them like this: 2026-11-21T19:30.',
)

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def implausible(now: datetime, last: datetime | None, built: datetime) -> Text | None:
    """Return why this cannot be the time, None where it can; all of them with their offset.

    Args:
        now: what the clock says.
        last: when the newest event was recorded, None where there is none.
        built: when the program was built.
    """
    if now < built - timedelta(days=1):
        return BEFORE_BUILT.format(now=shown(now))
    if last is not None and now < last - TOLERANCE:
        return BEFORE_LAST.format(now=shown(now), last=shown(last))
    if now > built + FAR_AHEAD:
        return AHEAD.format(now=shown(now))
    return None


def question(now: datetime, last: datetime | None, built: datetime, *, kept: bool) -> Text | None:
    """Return what the start asks about the time, None where it asks nothing.

    `kept` tells whether network or a clock chip keeps the clock right.
    """
    wrong = implausible(now, last, built)
    if wrong is not None or kept:
        return wrong
    return NOT_KEPT.format(now=shown(now))


def read_moment(said: str, now: datetime) -> datetime:
    """Return the moment a person entered, in the offset of `now` where none was said.

    Raises:
        PlainError: it is none.
    """
    try:
        moment = datetime.fromisoformat(said.strip())
    except ValueError:
        raise PlainError(_UNREADABLE.format(said=said[:30])) from None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=now.tzinfo)


def shown(moment: datetime, *, seconds: bool = False) -> Text:
    """Return a moment as people write it down: date, hour and minute, and seconds where asked."""
    time = f"{moment:%H:%M:%S}" if seconds else f"{moment:%H:%M}"
    return Text(
        de=f"{moment.day:02}.{moment.month:02}.{moment.year}, {time}",
        en=f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}, {time}",
    )
