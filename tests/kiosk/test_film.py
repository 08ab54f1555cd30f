"""The README's film: what is cut from an evening, and that no page runs ahead of its card."""

from __future__ import annotations

import pytest

from tests.kiosk.film import RATE, READ_S, SECONDS, Look, cuts

TRICK = ("EO", "H7", "HA", "SU")
WAIT = Look("wait", "", laufende=False)
RESULT = Look("result", "", laufende=True)
BEFORE = Look("table", "HK H8", laufende=False)
ALERT = Look("alert", "", laufende=False)


def laid(count: int) -> Look:
    return Look("table", " ".join(TRICK[:count]), laufende=False)


WHOLE = [WAIT, *(laid(count) for count in range(1, 5)), RESULT, BEFORE, ALERT]


@pytest.mark.parametrize("missed", [None, laid(1), laid(3)])
def test_no_page_stands_before_its_card_was_read(missed: Look | None) -> None:
    """A page that was gone before its picture was taken is left out, and no other comes sooner."""
    first, *_ = cuts([look for look in WHOLE if look != missed])
    since = {look.laid: second for second, look in reversed(first.pages)}
    assert since[0] == 0.0
    read = (4.0, 5.24, 6.92, 9.08)
    for count, second in since.items():
        if count:
            assert second == pytest.approx(read[count - 1] + READ_S)


def test_the_film_is_three_moments_in_the_order_of_the_evening() -> None:
    three = cuts(WHOLE)
    assert [cut.start for cut in three] == sorted(cut.start for cut in three)
    shown = [[look for _, look in cut.moments()] for cut in three]
    assert sum(map(len, shown)) == SECONDS * RATE
    assert [(cut[0], cut[-1]) for cut in shown] == [
        (WAIT, laid(4)),
        (laid(4), RESULT),
        (BEFORE, ALERT),
    ]


@pytest.mark.parametrize("missing", [RESULT, ALERT, laid(4)])
def test_an_evening_that_does_not_come_to_it_makes_no_film(missing: Look) -> None:
    with pytest.raises(ValueError, match="did not come to"):
        cuts([look for look in WHOLE if look != missing])
