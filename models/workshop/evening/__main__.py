"""Film the sample evening, or scenes without play.

`python -m models.workshop.evening [--deals FILE] [--out VIDEO] [--seed N]` films deals;
`python -m models.workshop.evening --quiet KIND[,KIND...] --seconds 60 --out VIDEO` films what
people do without playing, `--quiet all` all of it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2

from engine.text import PlainError, Text
from models.workshop.evening.film import EveningScript, isar_deck, record, shoot, write_lines
from models.workshop.evening.geometry import FRAMES_PER_SECOND
from models.workshop.evening.moment import Liveliness, calls, plans
from models.workshop.evening.quiet import QuietFilm, QuietKind

SAMPLE = Path(__file__).parents[2] / "sample"
SEED = 20
LEISURELY = Liveliness(
    pauses=(16, 28, 40, 60), toss=0.7, linger=0.0, nudge=0.12, hurry=0.0, between_deals=110
)
"""As a table plays that also looks at the page: nobody hurries, no hand stays on a card."""
_BAR = 40


def main(arguments: list[str]) -> int:
    """Run the command; return 0, or 2 where the evening could not be filmed."""
    options = _parser().parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        if options.quiet:
            _quiet(options)
        else:
            _deals(options)
    except PlainError as error:
        print(error.text.en, file=sys.stderr)
        return 2
    print(f"\n{options.out}: {options.out.stat().st_size / 1e6:.1f} MB", file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m models.workshop.evening",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--deals", type=Path, default=SAMPLE / "evening.deals.jsonl")
    parser.add_argument("--out", type=Path, default=SAMPLE / "evening.mp4")
    parser.add_argument("--seed", type=int, default=SEED)
    kinds = ", ".join(kind.value for kind in QuietKind)
    parser.add_argument("--quiet", metavar="KINDS", help=f"all, or some of: {kinds}")
    parser.add_argument("--seconds", type=float, default=60.0, help="of quiet (default 60)")
    parser.add_argument("--seats", type=int, default=4, help="at the quiet table (default 4)")
    return parser


def _deals(options: argparse.Namespace) -> None:
    lines = options.deals.read_text(encoding="utf-8").splitlines()
    script = EveningScript(plans(lines), seats=4, seed=options.seed, liveliness=LEISURELY)
    shoot(script, isar_deck(), options.out, _bar)
    write_lines(options.out.with_suffix(".calls.jsonl"), calls(lines))


def _quiet(options: argparse.Namespace) -> None:
    kinds = quiet_kinds(options.quiet)
    film = QuietFilm(isar_deck(), kinds, options.seconds, options.seed, options.seats)
    record(film, round(options.seconds * FRAMES_PER_SECOND), options.out, _bar)


def quiet_kinds(words: str) -> tuple[QuietKind, ...]:
    """Read the kinds of scenes from the command line.

    Raises:
        PlainError: a word is no kind.
    """
    if words == "all":
        return tuple(QuietKind)
    try:
        return tuple(QuietKind(word.strip()) for word in words.split(","))
    except ValueError:
        known = ", ".join(kind.value for kind in QuietKind)
        raise PlainError(
            Text(
                de=f"„{words}“ nennt eine unbekannte Szene; bekannt sind all, {known}.",
                en=f'"{words}" names an unknown scene; known are all, {known}.',
            )
        ) from None


def _bar(done: int, total: int) -> None:
    if done % 25 and done != total:
        return
    full = _BAR * done // total
    print(
        f"\r[{'#' * full}{'.' * (_BAR - full)}] {100 * done // total:3d} %", end="", file=sys.stderr
    )
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
