"""The figures of RULES 15 in full; `make prove`. The small run is in tests/kiosk."""

from __future__ import annotations

import pytest

from tests.bench.referee import kept
from tests.evenings.proof import ENGINE, Row, write
from tests.simulate.detection import TABLE, MeasuredDetection, WantedErrors, measure

ERRORS = 20_000
SEED = 1


def cells(shown: float | None, somebody: float | None, culprit: float | None) -> str:
    return " / ".join("-" if each is None else f"{each:.2f}" for each in (shown, somebody, culprit))


def row(wanted: WantedErrors, found: MeasuredDetection) -> Row:
    stated = cells(wanted.shown, wanted.somebody, wanted.culprit)
    share = "" if wanted.earlier is None else f"; C before A in {wanted.earlier:.1%}"
    by = "" if wanted.by is None else f", by {wanted.by:.2f}"
    return Row(
        f"cards until an error is proven, A / C / D: {wanted.kind}, {wanted.contract}, "
        f"{wanted.style}",
        f"{stated}, within 5 %{share}{by}",
        f"{cells(found.shown, found.somebody, found.culprit)}; C before A in {found.earlier:.1%}, "
        f"by {found.by:.2f}; not proven {found.unproven}, innocents named {found.innocent} "
        f"of {found.errors:,}",
        f"python -m tests.bench referee --deals {found.errors} --seed {SEED}",
    )


@pytest.mark.prove
@pytest.mark.parametrize(
    "wanted", TABLE, ids=lambda each: f"{each.kind}-{each.contract}-{each.style}"
)
def test_errors_are_proven_as_early_as_stated(wanted: WantedErrors) -> None:
    found = measure(wanted, ERRORS, SEED, lambda _: None)
    write([row(wanted, found)], ENGINE)
    assert kept(wanted, found)
