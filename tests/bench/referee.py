"""How soon planted errors are proven, beside RULES 15."""

from __future__ import annotations

import json
import sys

from engine.text import Language, Text
from kiosk.cli.common import Progress
from tests.simulate.detection import TABLE, MeasuredDetection, WantedErrors, measure

WITHIN = 0.05
"""How far a mean may be off, as a share of what is stated."""

_HEAD = Text(
    de="Karten nach dem Fehler bis zum Beweis: durch die eigene Karte (A), dass jemand falsch "
    "spielte (C), wer (D); gemessen / Soll",
    en="cards after the error until proof: by the own card (A), that somebody erred (C), who (D); "
    "measured / stated",
)
_EARLIER = Text(de="C vor A", en="C before A")
_BY = Text(de="um", en="by")
_DONE = Text(
    de="{errors} Fehler je Zeile; nicht bewiesen: {unproven}; Unschuldige genannt: {innocent}",
    en="{errors} errors a line; not proven: {unproven}; innocents named: {innocent}",
)
_KINDS = {
    "revoke": Text(de="nicht bedient", en="revoke"),
    "called_card_withheld": Text(de="Rufsau nicht gebracht", en="called card withheld"),
    "called_card_underled": Text(de="unter der Rufsau", en="called card underled"),
    "called_card_discarded": Text(de="Rufsau abgeworfen", en="called card discarded"),
}
_STYLES = {
    "random": Text(de="beliebig", en="random"),
    "conceals": Text(de="verbergend", en="conceals"),
}


def measure_referee(deals: int, seed: int, language: Language, as_json: bool) -> int:
    """Measure every line; status 1 where a mean is off, an error unproven, an innocent named."""
    rows: list[tuple[WantedErrors, MeasuredDetection]] = []
    if not as_json:
        sys.stdout.write(_HEAD.in_language(language) + "\n")
    with Progress("referee", len(TABLE) * deals) as shown:
        for number, wanted in enumerate(TABLE):

            def so_far(done: int, before: int = number * deals) -> None:
                shown(before + done)

            found = measure(wanted, deals, seed, so_far)
            rows.append((wanted, found))
            written = _object(wanted, found) if as_json else _line(wanted, found, language)
            sys.stdout.write(written + "\n")
            sys.stdout.flush()
    if not as_json:
        sys.stdout.write(_summary(rows, deals).in_language(language) + "\n")
    return 0 if all(kept(*row) for row in rows) else 1


def _summary(rows: list[tuple[WantedErrors, MeasuredDetection]], errors: int) -> Text:
    return _DONE.format(
        errors=errors,
        unproven=sum(found.unproven for _, found in rows),
        innocent=sum(found.innocent for _, found in rows),
    )


def off(wanted: WantedErrors, found: MeasuredDetection) -> dict[str, float]:
    """Return by which share of what is stated each mean is off; cards where zero is stated."""
    pairs = {
        "A": (wanted.shown, found.shown),
        "C": (wanted.somebody, found.somebody),
        "D": (wanted.culprit, found.culprit),
    }
    return {
        name: measured - stated if stated == 0 else measured / stated - 1
        for name, (stated, measured) in pairs.items()
        if stated is not None
    }


def kept(wanted: WantedErrors, found: MeasuredDetection) -> bool:
    """Tell whether every mean is as stated, every error proven and nobody innocent named."""
    close = all(abs(share) <= WITHIN for share in off(wanted, found).values())
    return close and not found.unproven and not found.innocent


def _object(wanted: WantedErrors, found: MeasuredDetection) -> str:
    return json.dumps(
        {
            "kind": wanted.kind,
            "contract": wanted.contract,
            "style": wanted.style,
            "errors": found.errors,
            "A": [round(found.shown, 3), wanted.shown],
            "C": [round(found.somebody, 3), wanted.somebody],
            "D": [round(found.culprit, 3), wanted.culprit],
            "earlier": [round(found.earlier, 4), wanted.earlier],
            "by": [round(found.by, 3), wanted.by],
            "unproven": found.unproven,
            "innocent": found.innocent,
            "kept": kept(wanted, found),
        }
    )


def _line(wanted: WantedErrors, found: MeasuredDetection, language: Language) -> str:
    name = _KINDS[wanted.kind].in_language(language)
    style = _STYLES[wanted.style].in_language(language)
    means = (
        (found.shown, wanted.shown),
        (found.somebody, wanted.somebody),
        (found.culprit, wanted.culprit),
    )
    cells = "  ".join(f"{_beside(*pair):>14}" for pair in means)
    early = _share(found.earlier, wanted.earlier)
    by = _beside(found.by, wanted.by)
    mark = "✓" if kept(wanted, found) else "✗"
    return (
        f"{mark} {name:<22}{wanted.contract:<9}{style:<11}{cells}   "
        f"{_EARLIER.in_language(language)} {early}, {_BY.in_language(language)} {by}"
    )


def _beside(measured: float, stated: float | None) -> str:
    return f"{measured:.2f}" if stated is None else f"{measured:.2f} / {stated:.2f}"


def _share(measured: float, stated: float | None) -> str:
    return f"{measured:.1%}" if stated is None else f"{measured:.1%} / {stated:.1%}"
