"""Whether a time can be right, from what cannot lie ahead of it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.journal.clock import FAR_AHEAD, TOLERANCE, implausible, question, read_moment
from engine.text import PlainError

BUILT = datetime.fromisoformat("2026-11-01T12:00:00+01:00")
LAST = datetime.fromisoformat("2026-11-20T22:00:00+01:00")
MOMENTS = st.datetimes(datetime(1970, 1, 2), datetime(2100, 1, 1)).map(datetime.astimezone)


@pytest.mark.parametrize(
    ("now", "last", "words"),
    [
        ("1970-01-01T01:00:00+01:00", LAST, "the program is newer"),
        ("1970-01-01T01:00:00+01:00", None, "the program is newer"),
        ("2026-11-20T21:00:00+01:00", LAST, "recorded at 20 November 2026, 22:00"),
        ("2060-01-01T00:00:00+01:00", LAST, "too far in the future"),
    ],
)
def test_a_time_that_cannot_be_gets_its_reason(now: str, last: datetime | None, words: str) -> None:
    why = implausible(datetime.fromisoformat(now), last, BUILT)
    assert why is not None
    assert words in why.en


@pytest.mark.parametrize(("offset", "can_be"), [("-05:00", True), ("+01:00", False)])
def test_the_same_moment_elsewhere_is_no_earlier(offset: str, can_be: bool) -> None:
    now = datetime.fromisoformat(f"2026-11-20T16:01:00{offset}")
    assert (implausible(now, LAST, BUILT) is None) is can_be


@given(MOMENTS, MOMENTS, MOMENTS)
def test_later_than_both_and_not_too_late_it_is_plausible(
    now: datetime, last: datetime, built: datetime
) -> None:
    can_be = (
        now >= built - timedelta(days=1) and now >= last - TOLERANCE and now <= built + FAR_AHEAD
    )
    assert (implausible(now, last, built) is None) is can_be
    assert (question(now, last, built, kept=True) is None) is can_be
    assert question(now, last, built, kept=False) is not None


def test_what_a_person_enters_is_read_in_the_offset_of_the_place() -> None:
    assert read_moment("2026-11-21T19:30", LAST).isoformat() == "2026-11-21T19:30:00+01:00"
    assert read_moment("2026-11-21 19:30+00:00", LAST).utcoffset() == timedelta(0)
    for said in ("", "halb acht", "2026-13-01T00:00"):
        with pytest.raises(PlainError, match="2026-11-21T19:30"):
            read_moment(said, LAST)
