"""Measure the whole line on own evenings: `python -m tests.evenings.measure --cards 3000`.

Evenings are painted, compressed, watched and scored in memory, one after the other; results are
appended to a JSON Lines file, so that a measurement can be run in pieces and reported later.
`--quiet-minutes 10` watches ten minutes without play instead.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2

from engine.text import PlainError
from models.workshop.evening.__main__ import quiet_kinds
from tests.evenings.own_decks import names
from tests.evenings.own_quiet import Silence, quiet
from tests.evenings.own_report import lines, quiet_row, rows, watched
from tests.evenings.own_units import unit
from tests.evenings.own_watch import watch_unit
from tests.evenings.proof import commit, write
from vision.reading.nets import Nets, load_nets

SEED = 2026
QUIET_SPELL_S = 60.0
_BAR = 30


def main(arguments: list[str]) -> int:
    """Run the command; return 0, or 1 where something was said of an innocent or in silence."""
    options = parser().parse_args(arguments)
    cv2.setNumThreads(1)
    if options.quiet_minutes:
        return _quiet(options)
    if not options.report:
        measure(options)
    results = read(options.out, options.seed)
    print("\n".join(lines(results)))
    if options.proof:
        write(rows(results, command_of(options)))
    return int(any(each.get("accused") for each in results))


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.evenings.measure",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--cards", type=int, default=3000, help="at least so many (default 3000)")
    parser.add_argument("--decks", type=int, default=22, help="default 22: two may be refused")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument(
        "--share", type=_share, default=(0, 1), help="only these evenings: 0/2 the even ones"
    )
    parser.add_argument(
        "--pitch",
        type=float,
        nargs=2,
        metavar=("FROM", "TO"),
        help="the camera stands so many degrees from straight above, to any side",
    )
    parser.add_argument("--minutes", type=float, help="begin no further evening after this long")
    parser.add_argument("--out", type=Path, default=Path("own-evenings.jsonl"), help="results")
    parser.add_argument("--keep", type=Path, help="folder for pictures of what was misread")
    parser.add_argument("--report", action="store_true", help="only tell what stands in --out")
    parser.add_argument("--proof", action="store_true", help="write the rows to docs/PROOF.md")
    parser.add_argument("--quiet-minutes", type=float, help="watch silence instead")
    parser.add_argument("--quiet-kinds", default="all", help="kinds of scenes (default all)")
    return parser


def _share(text: str) -> tuple[int, int]:
    """Return which of how many shares of the evenings `1/2` means."""
    which, of = (int(part) for part in text.split("/"))
    if not 0 <= which < of:
        raise argparse.ArgumentTypeError(f"{text}: no share")
    return which, of


def command_of(options: argparse.Namespace) -> str:
    """Return the command as it stands in the page of proofs."""
    size = (
        f"--quiet-minutes {options.quiet_minutes:g} --quiet-kinds {options.quiet_kinds}"
        if options.quiet_minutes
        else (f"--decks {options.decks} --cards {options.cards}")
    )
    askew = " --pitch {:g} {:g}".format(*options.pitch) if options.pitch else ""
    return f"python -m tests.evenings.measure {size} --seed {options.seed}{askew}"


def read(path: Path, seed: int) -> list[dict[str, Any]]:
    """Return the results of one seed, each evening once: as it was measured last."""
    found: dict[int, dict[str, Any]] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        result = json.loads(line)
        if result.get("seed") == seed:
            found[result["unit"]] = result
    return [found[number] for number in sorted(found)]


def measure(options: argparse.Namespace) -> None:
    """Watch evening after evening and append the results."""
    at, begun = commit(), time.monotonic()
    done = read(options.out, options.seed)
    cards = kept_out_cards(done)
    known = {each["unit"] for each in done}
    for result in _results(options, known):
        pictures = result.pop("pictures")
        _keep(options.keep, result, pictures)
        with options.out.open("a", encoding="utf-8") as out:
            out.write(json.dumps({**result, "commit": at}, ensure_ascii=False) + "\n")
        cards += kept_out_cards([result])
        _bar(cards, options.cards, result)
        spent = (time.monotonic() - begun) / 60
        if cards >= options.cards or (options.minutes and spent >= options.minutes):
            break
    print(file=sys.stderr)


def kept_out_cards(results: Iterable[dict[str, Any]]) -> int:
    """Return how many cards of decks kept out were watched."""
    return sum(each["cards"] for each in watched(results))


def _results(options: argparse.Namespace, known: set[int]) -> Iterator[dict[str, Any]]:
    which, of = options.share
    waiting = (number for number in range(which, 10_000, of) if number not in known)
    pitch = None if options.pitch is None else tuple(options.pitch)
    asked = ((number, options.seed, options.decks, pitch) for number in waiting)
    if options.jobs == 1:
        yield from map(watch_one, asked)
        return
    with get_context("spawn").Pool(options.jobs) as pool:
        yield from pool.imap_unordered(watch_one, asked)


_NETS: list[Nets] = []
"""The nets of this process, loaded once."""


def watch_one(asked: tuple[int, int, int, tuple[float, float] | None]) -> dict[str, Any]:
    """Watch evening `number` of a seed with so many decks, seen askew or not."""
    cv2.setNumThreads(1)
    if not _NETS:
        _NETS.append(load_nets())
    return watch_unit(unit(*asked), _NETS[0])


def _keep(folder: Path | None, result: dict[str, Any], pictures: dict[int, bytes]) -> None:
    """Write what was misread, as it looked a moment after it came to rest."""
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for wrong in result["wrong"]:
        if wrong["index"] in pictures:
            name = f"{result['seed']}-{result['unit']}-{wrong['index']:02d}-{wrong['card']}.jpg"
            (folder / name).write_bytes(pictures[wrong["index"]])
            wrong["picture"] = name


def _bar(cards: int, wanted: int, result: dict[str, Any]) -> None:
    full = min(_BAR, _BAR * cards // wanted)
    told = f"{result['deck']}, {result['table']}: {result['first']} of {result['cards']}"
    line = f"[{'#' * full}{'.' * (_BAR - full)}] {cards} of {wanted} cards; {told}"
    print(f"\r{line:<118}", end="", file=sys.stderr, flush=True)


def _quiet(options: argparse.Namespace) -> int:
    spells = silence(options)
    heard = heard_in(spells)
    if options.proof:
        minutes = sum(each.seconds for each in spells) / 60
        write([quiet_row(minutes, heard, command_of(options))])
    return int(any(heard.values()))


def silence(options: argparse.Namespace) -> list[Silence]:
    """Watch minutes without play, spell by spell on another table, and append what was said."""
    nets = load_nets()
    spells: list[Silence] = []
    decks, kinds = cycle(names(options.decks)), quiet_kinds(options.quiet_kinds)
    while (left := 60 * options.quiet_minutes - sum(each.seconds for each in spells)) > 0:
        seed, deck = options.seed + len(spells), next(decks)
        try:
            spells.append(quiet(nets, min(QUIET_SPELL_S, left), seed, kinds, deck))
        except PlainError as refusal:
            print(f"{deck}: {refusal.text.en}", file=sys.stderr)
            continue
        print(f"{_told(spells)}  {deck}  {spells[-1].during}", file=sys.stderr, flush=True)
        with options.out.open("a", encoding="utf-8") as out:
            for event in spells[-1].said:
                out.write(json.dumps({"quiet": seed, **event}, ensure_ascii=False) + "\n")
    return spells


def heard_in(spells: list[Silence]) -> dict[str, int]:
    """Return how many cards and verdicts were heard."""
    return {
        "cards": sum(each.cards for each in spells),
        "verdicts": sum(each.verdicts for each in spells),
    }


def _told(spells: list[Silence]) -> str:
    seconds = sum(each.seconds for each in spells)
    return f"{seconds / 60:.1f} minutes: {heard_in(spells)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
