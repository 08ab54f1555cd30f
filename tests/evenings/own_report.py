"""What the own evenings gave: shares with 95 % Wilson intervals, by deck, table and nuisance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from models.workshop.evening.stage import EveningNuisance
from models.workshop.evening.surfaces import LIGHT, PATTERNED, Surface
from models.workshop.measuring.shares import Share
from tests.evenings.own_decks import ISAR
from tests.evenings.proof import Row

Result = dict[str, Any]
"""One evening as `own_watch.watch_unit` tells it."""

_HARD_TABLES = {one.value for one in LIGHT | PATTERNED | {Surface.LACQUER}}


def share(results: Iterable[Result], hits: str, of: str = "cards") -> Share:
    """Add up a count of several evenings."""
    listed = list(results)
    return Share(sum(each[hits] for each in listed), sum(each[of] for each in listed))


def percent(part: Share) -> str:
    """Return `2,970 of 3,000 (99.0 %, 98.6 to 99.3)`."""
    low, high = part.interval()
    return (
        f"{part.hits:,} of {part.tries:,} "
        f"({100 * part.value:.1f} %, {100 * low:.1f} to {100 * high:.1f})"
    )


def total(results: Sequence[Result], name: str) -> int:
    """Return the sum of a count."""
    return sum(int(each[name]) for each in results)


def is_hard_table(result: Result) -> bool:
    """Whether the table is light, patterned, glossy or cluttered."""
    return result["table"] in _HARD_TABLES or EveningNuisance.CLUTTER.value in result["nuisances"]


def refused(results: Iterable[Result]) -> dict[str, str]:
    """Return the decks that were not enrolled, each with the sentence that was said."""
    return {str(each["deck"]): str(each["refused"]) for each in results if "refused" in each}


def watched(results: Iterable[Result], taught: bool = False) -> list[Result]:
    """Return the evenings that were played with decks kept out, or with the one that `taught`."""
    played = [each for each in results if "refused" not in each]
    return [each for each in played if (each["deck"] == ISAR) is taught]


def lines(listed: Sequence[Result]) -> list[str]:
    """Return the report, line by line."""
    results = watched(listed)
    told = ["all decks kept out: " + _one(results), _rest(results)]
    if own := watched(listed, taught=True):
        told += [f"beside them {ISAR} (it taught the nets): " + _one(own), _rest(own)]
    told += [f"not enrolled: {deck}: {why}" for deck, why in sorted(refused(listed).items())]
    for title, key in _GROUPS:
        groups: dict[str, list[Result]] = defaultdict(list)
        for each in results:
            for name in key(each):
                groups[name].append(each)
        told.append(f"by {title}:")
        told += [f"  {name:<42} {_one(groups[name])}" for name in sorted(groups)]
    return told


def _one(results: Sequence[Result]) -> str:
    return (
        f"first {percent(share(results, 'first'))}; "
        f"decoded {percent(share(results, 'final', 'planned'))}; "
        f"extra {total(results, 'extra')}; accused {total(results, 'accused')}"
    )


def _rest(results: Sequence[Result]) -> str:
    return (
        f"card alone right at first {percent(share(results, 'card_first'))}; "
        f"right within 0.5 s {percent(share(results, 'soon'))}; "
        f"tricks {percent(share(results, 'taken', 'tricks'))}; "
        f"questions {total(results, 'questions')} in {total(results, 'deals')} deals; "
        f"{sum(each['cpu_s'] for each in results):.0f} s of processor"
    )


def _single(name: str) -> Callable[[Result], list[str]]:
    return lambda each: [str(each[name])]


_GROUPS: tuple[tuple[str, Callable[[Result], list[str]]], ...] = (
    ("deck", _single("deck")),
    ("table", _single("table")),
    ("nuisance", lambda each: [str(name) for name in each["nuisances"]]),
    ("kind of table", lambda each: ["light, patterned, glossy, cluttered"] * is_hard_table(each)),
    ("seats", _single("seats")),
    ("lines of the picture", _single("lines")),
    ("size of the table", _single("size")),
    ("turn of the table", _single("turn")),
    ("enrolled from", _single("enrolled")),
    ("begins with", _single("begins")),
    ("what went before", lambda each: [str(name) for name in each["interludes"]] or ["nothing"]),
)


def rows(listed: Sequence[Result], command: str) -> list[Row]:
    """Return the rows for docs/PROOF.md."""
    results = watched(listed)
    decks = len({each["deck"] for each in results})
    hard = [each for each in results if is_hard_table(each)]
    commits = ", ".join(sorted({str(each["commit"]) for each in results}))
    not_enrolled = ", ".join(sorted(refused(listed))) or "none"
    evenings = (
        f"{len(results)} evenings, {decks} decks (refused at enrolment: {not_enrolled}), "
        f"watched at {commits}"
    )
    return [
        Row(
            "own evenings, decks kept out: right card and seat as first said",
            "99 %",
            f"{percent(share(results, 'first'))}; {evenings}",
            command,
        ),
        Row(
            "own evenings, decks kept out: right after decoding, nobody asked",
            "99.8 %, lower end 99.5 %",
            f"{percent(share(results, 'final', 'planned'))}; extra {total(results, 'extra')}, "
            f"tricks {percent(share(results, 'taken', 'tricks'))}, "
            f"questions {total(results, 'questions')} in {total(results, 'deals')} deals",
            command,
        ),
        Row(
            "own evenings on light, patterned, glossy and cluttered tables: first said, decoded",
            "99 %; 99.8 %, lower end 99.5 %",
            f"{percent(share(hard, 'first'))}; {percent(share(hard, 'final', 'planned'))}",
            command,
        ),
        Row(
            "own evenings: said right within 0.5 s of rest",
            "90 %",
            percent(share(results, "soon")),
            command,
        ),
        Row(
            "own evenings: verdicts against innocents before any correction",
            "0",
            _innocent(listed),
            command,
        ),
    ]


def _innocent(listed: Sequence[Result]) -> str:
    """Return the verdicts of all evenings, those with the deck that taught the nets included."""
    played = [*watched(listed), *watched(listed, taught=True)]
    return f"{total(played, 'accused')} in {total(played, 'deals')} deals"


def quiet_row(minutes: float, heard: dict[str, int], command: str) -> Row:
    """Return the row of the silent minutes."""
    told = ", ".join(f"{name} {count}" for name, count in heard.items())
    return Row(
        "quiet minutes (hands, beer, things, menus and money, dealing, shuffling, counting, cards "
        "thrown in, shown, left lying, face down, of another deck, patience, a trick told again): "
        "cards, verdicts",
        "0, 0 in ten minutes",
        f"{told} in {minutes:.1f} minutes",
        command,
    )
