"""Who played which card: deals of all games told by a simulated camera, and what came of them.

The deals go through the table's own driver with nobody answering. How sure the director is it says
of a card alone (`Outlook.chances`), not of a seat, a place in the order or a trick: the table of
reliability sets what it said beside the share of cards, and of whole plays, that were right.
"""

from __future__ import annotations

import json
import resource
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing import get_context

from engine.text import Language, Text
from kiosk.cli.common import Progress
from models.workshop.measuring.shares import Share
from tests.simulate.camera_faults import Fault, deal_with, tell, way_of
from tests.simulate.noisy_camera import QUALITIES, Camera, Told
from tests.simulate.noisy_deals import Case, Tally, some_with_revoke
from tests.simulate.watched_deals import (
    EnduringTable,
    Sure,
    Watched,
    camera_for,
    observe,
    table_for,
)

WANTED = 0.98
"""The share of deals with a single fault that are to be right at the end."""
BOUNDS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)
"""Where the rows of the reliability table begin; the last one ends it."""
_NEARLY = 1.0 - 1e-12
_WORST = 10
_TOGETHER = 5
"""Deals watched by one process before it tells."""
_KIB = 1024

_TITLE = Text(
    de="simulierte Kamera {quality}, Fehler {fault}: {deals} Spiele ab Seed {seed}",
    en="simulated camera {quality}, fault {fault}: {deals} deals from seed {seed}",
)
_ROWS = {
    "first": Text(
        de="Karte, Platz, Reihenfolge richtig, als zuerst gesagt",
        en="card, seat and order right as first said",
    ),
    "final": Text(de="und am Ende des Spiels", en="and at the deal's end"),
    "cards_final": Text(de="Karte allein am Ende", en="the card alone at the end"),
    "whole": Text(de="Spiele am Ende ganz richtig", en="deals wholly right at the end"),
    "known": Text(
        de="Spiele, in denen alles Wissbare richtig oder erfragt ist",
        en="deals in which all that could be known is right or asked about",
    ),
    "closed": Text(de="Spiele beendet", en="deals closed"),
    "paid": Text(de="Spiele richtig abgerechnet", en="deals settled as they were played"),
    "shown": Text(de="Fehler der Spieler gezeigt", en="revokes shown"),
    "accused": Text(
        de="Spiele mit beschuldigten Unschuldigen", en="deals with an innocent accused"
    ),
    "failed": Text(
        de="Spiele mit Programmfehler des Direktors", en="deals in which the director failed"
    ),
    "extra": Text(de="Karten zu viel am Ende", en="cards too many at the end"),
    "questions": Text(de="Fragen je Spiel", en="questions a deal"),
    "steps": Text(
        de="Prozessorzeit je Ereignis: Mitte, 99 %, größte (ms)",
        en="processor time an event: median, 99 %, worst (ms)",
    ),
    "memory": Text(de="Speicher höchstens (MiB)", en="memory at most (MiB)"),
}
_SURE = {
    "first": Text(de="wie sicher der Karte, zuerst", en="how sure of a card, first said"),
    "final": Text(de="wie sicher der Karte, am Ende", en="how sure of a card, at the end"),
}
_SURE_ROW = Text(
    de="{low} bis {high}: {count} Karten, im Mittel {mean}; Karte richtig {card}; alles {play}",
    en="{low} to {high}: {count} cards, {mean} on average; card right {card}; all of it {play}",
)
_BY_GAME = Text(de="nach Spiel", en="by game")
_BY_WAY = Text(de="nach Art des Fehlers", en="by the way it went wrong")
_WORST_FOUND = Text(de="am schlechtesten", en="the worst")
_AGAIN = Text(de="ansehen mit --show SEED", en="look at one with --show SEED")


@dataclass(frozen=True, slots=True)
class Run:
    """What is measured: `fault` is one of `Fault`, `quality` one of `QUALITIES`."""

    deals: int
    seed: int
    quality: str = "good"
    fault: str = "none"
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Failure:
    """A deal that did not come out right."""

    seed: int
    game: str
    accused: tuple[str, ...]
    failed: tuple[str, ...]
    wrong: int
    """Plays that could be known and are wrong, too many or too few."""


def _by_name() -> dict[str, Tally]:
    return defaultdict(Tally)


@dataclass
class Measured:
    """What became of many deals."""

    all: Tally = field(default_factory=Tally)
    games: dict[str, Tally] = field(default_factory=_by_name)
    ways: dict[str, Tally] = field(default_factory=_by_name)
    """By the way the fault goes, where it has several."""
    failures: list[Failure] = field(default_factory=list)
    memory_mib: float = 0.0

    def add(self, seed: int, case: Case, watched: Watched, way: str = "") -> None:
        """Count one deal."""
        name = f"{case.record.game} {case.record.players}"
        self.all.add(case, watched)
        self.games[name].add(case, watched)
        if way:
            self.ways[way].add(case, watched)
        accused = tuple(f"{each.kind}:{each.seat}" for each in watched.accused)
        failed = tuple(watched.failures)
        if accused or failed or not watched.known:
            wrong = sum(not play.known for play in watched.plays) + max(0, watched.extra)
            self.failures.append(Failure(seed, name, accused, failed, wrong))

    def join(self, other: Measured) -> None:
        """Count what was watched elsewhere."""
        self.all.join(other.all)
        for own, more in ((self.games, other.games), (self.ways, other.ways)):
            for name, tally in more.items():
                own[name].join(tally)
        self.failures += other.failures
        self.memory_mib = max(self.memory_mib, other.memory_mib)

    def worst(self) -> list[Failure]:
        """Return what came out worst: innocents accused, errors, then most plays wrong."""
        ranked = sorted(self.failures, key=_mildness)
        return ranked[:_WORST]


def _mildness(one: Failure) -> tuple[bool, bool, int, int]:
    return not one.accused, not one.failed, -one.wrong, one.seed


def case_for(run: Run, seed: int) -> Case:
    """Return the deal of a seed: with a single fault a legal one, else some with a revoke."""
    fault = Fault(run.fault)
    return some_with_revoke(seed) if fault is Fault.NONE else deal_with(fault, seed)


def told_for(run: Run, seed: int) -> tuple[Case, Camera, list[Told]]:
    """Return the deal of a seed, its camera, and what that says."""
    case = case_for(run, seed)
    camera = camera_for(case.record, QUALITIES[run.quality], seed)
    return case, camera, tell(Fault(run.fault), case, camera, seed)


def watch_seed(run: Run, seed: int) -> tuple[int, Case, Watched]:
    """Watch the deal of a seed."""
    case, camera, events = told_for(run, seed)
    table = table_for(case.record, case.rules, make=EnduringTable)
    return seed, case, observe(table, case.record, events, camera.shows, case.guilty)


def watch_some(asked: tuple[Run, Sequence[int]]) -> Measured:
    """Watch the deals of some seeds."""
    run, seeds = asked
    found = Measured()
    for seed in seeds:
        found.add(*watch_seed(run, seed), way_of(Fault(run.fault), seed))
    found.memory_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KIB
    return found


def measure(run: Run) -> Measured:
    """Watch all deals of a run; the same run gives the same figures, times and memory apart."""
    seeds = range(run.seed, run.seed + run.deals)
    parts = [(run, seeds[at : at + _TOGETHER]) for at in range(0, run.deals, _TOGETHER)]
    found = Measured()
    with Progress(f"camera {run.quality} {run.fault}", run.deals) as shown:
        for part in _each(run.jobs, parts):
            found.join(part)
            shown(found.all.deals)
    return found


def _each(jobs: int, parts: Sequence[tuple[Run, Sequence[int]]]) -> Iterator[Measured]:
    if jobs == 1:
        yield from map(watch_some, parts)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(watch_some, parts)


def measure_camera(run: Run, language: Language, as_json: bool) -> int:
    """Measure and write; status 1 where a bound is not kept."""
    found = measure(run)
    if as_json:
        sys.stdout.write(json.dumps(object_of(run, found)) + "\n")
    else:
        sys.stdout.write("\n".join(lines_of(run, found, language)) + "\n")
    return 0 if kept(run, found) else 1


def kept(run: Run, found: Measured) -> bool:
    """Tell whether nobody innocent was accused, nothing failed and single faults came out right."""
    enough = run.fault == Fault.NONE.value or found.all.known >= WANTED * found.all.deals
    return not found.all.accused and not found.all.failed and enough


def object_of(run: Run, found: Measured) -> dict[str, object]:
    """Return all figures as one object."""
    tally = found.all
    steps = steps_of(tally)
    return {
        "quality": run.quality,
        "fault": run.fault,
        "seed": run.seed,
        "deals": tally.deals,
        "cards": tally.cards,
        **{name: _ends(share) for name, share in shares_of(tally).items()},
        "accused": tally.accused,
        "failed": tally.failed,
        "extra": tally.extra,
        "questions": round(tally.questions / max(1, tally.deals), 3),
        "most_questions": tally.most_questions,
        "asked": tally.asked,
        "steps_ms": [round(each, 3) for each in steps],
        "memory_mib": round(found.memory_mib, 1),
        "sure_first": [_sure_object(row) for row in reliability(tally.sure_first)],
        "sure_final": [_sure_object(row) for row in reliability(tally.sure_final)],
        **{
            part: {
                name: {"deals": each.deals, "whole": each.whole, "known": each.known}
                for name, each in sorted(tallies.items())
            }
            for part, tallies in (("games", found.games), ("ways", found.ways))
        },
        "failures": [
            [each.seed, each.game, each.wrong, each.accused, each.failed] for each in found.failures
        ],
        "kept": kept(run, found),
    }


def shares_of(tally: Tally) -> dict[str, Share]:
    """Return what is right of what, by name."""
    return {
        "first": Share(tally.first, tally.cards),
        "final": Share(tally.final, tally.cards),
        "cards_final": Share(tally.cards_final, tally.cards),
        "whole": Share(tally.whole, tally.deals),
        "known": Share(tally.known, tally.deals),
        "closed": Share(tally.closed, tally.deals),
        "paid": Share(tally.paid, tally.deals),
        "shown": Share(tally.proven, tally.guilty),
    }


def _ends(share: Share) -> list[float]:
    low, high = share.interval()
    return [share.hits, share.tries, round(low, 5), round(high, 5)]


def steps_of(tally: Tally) -> tuple[float, float, float]:
    """Return the median, the 99th of 100 and the longest step, in milliseconds."""
    ranked = sorted(tally.steps_ms) or [0.0]
    last = len(ranked) - 1
    return ranked[last // 2], ranked[last * 99 // 100], ranked[last]


@dataclass(frozen=True, slots=True)
class SureRow:
    """Cards the director was about as sure of."""

    low: float
    high: float
    mean: float
    card: Share
    play: Share


def reliability(said: Sequence[Sure]) -> list[SureRow]:
    """Return what was right of the cards it was so sure of; ranges without cards are left out."""
    rows: list[SureRow] = []
    for low, high in pairwise(BOUNDS):
        here = [each for each in said if low <= min(each.chance, _NEARLY) < high]
        if here:
            card = Share(sum(each.card for each in here), len(here))
            play = Share(sum(each.play for each in here), len(here))
            mean = sum(each.chance for each in here) / len(here)
            rows.append(SureRow(low, high, mean, card, play))
    return rows


def _sure_object(row: SureRow) -> dict[str, object]:
    return {
        "from": row.low,
        "mean": round(row.mean, 5),
        "card": _ends(row.card),
        "play": _ends(row.play),
    }


def percent(share: Share) -> str:
    """Return `2,970 / 3,000 (99.00 %, 98.57 – 99.30)`: with the 95 % interval."""
    low, high = (100 * each for each in share.interval())
    ends = f"({100 * share.value:.2f} %, {low:.2f} – {high:.2f})"
    return f"{share.hits:,} / {share.tries:,} {ends}"


def lines_of(run: Run, found: Measured, language: Language) -> list[str]:
    """Return the report, line by line."""
    tally, told = found.all, {name: text.in_language(language) for name, text in _ROWS.items()}
    title = _TITLE.format(quality=run.quality, fault=run.fault, deals=tally.deals, seed=run.seed)
    rows = {name: percent(share) for name, share in shares_of(tally).items() if share.tries}
    rows["accused"] = f"{tally.accused}"
    rows["failed"] = f"{tally.failed}"
    rows["extra"] = f"{tally.extra}"
    rows["questions"] = f"{tally.questions / max(1, tally.deals):.2f} (≤ {tally.most_questions})"
    rows["steps"] = "  ".join(f"{each:.2f}" for each in steps_of(tally))
    rows["memory"] = f"{found.memory_mib:.0f}"
    written = [f"{'✓' if kept(run, found) else '✗'} {title.in_language(language)}"]
    written += [f"  {told[name]:<66} {value}" for name, value in rows.items()]
    for name, said in (("first", tally.sure_first), ("final", tally.sure_final)):
        written.append(f"  {_SURE[name].in_language(language)}:")
        written += [f"    {_sure_line(row, language)}" for row in reliability(said)]
    for head, tallies in ((_BY_GAME, found.games), (_BY_WAY, found.ways)):
        written += [f"  {head.in_language(language)} ({told['known']}):"] * bool(tallies)
        written += [
            f"    {name:<22} {percent(Share(each.known, each.deals))}"
            for name, each in sorted(tallies.items())
        ]
    if found.failures:
        again = _AGAIN.in_language(language)
        written.append(f"  {_WORST_FOUND.in_language(language)} ({again}):")
    for failure in found.worst():
        why = " ".join((*failure.accused, *failure.failed[:1]))
        written.append(f"    {failure.seed}  {failure.game:<14} {failure.wrong:>3}  {why}")
    return written


def _sure_line(row: SureRow, language: Language) -> str:
    text = _SURE_ROW.format(
        low=f"{row.low:.1%}",
        high=f"{row.high:.1%}",
        count=f"{row.card.tries:,}",
        mean=f"{row.mean:.2%}",
        card=percent(row.card),
        play=percent(row.play),
    )
    return text.in_language(language)
