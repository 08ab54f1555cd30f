"""Film the sample evening: `python -m models.evening [--deals FILE] [--out VIDEO] [--seed N]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2

from engine.text import PlainError
from models.evening.deals import calls, plans
from models.evening.film import Script, shoot, write_lines
from models.evening.isar import isar_deck
from models.evening.moment import Liveliness

SAMPLE = Path(__file__).parents[1] / "sample"
SEED = 20
LEISURELY = Liveliness(
    pauses=(16, 28, 40, 60), toss=0.7, linger=0.0, nudge=0.12, hurry=0.0, between_deals=110
)
"""As a table plays that also looks at the page: nobody hurries, no hand stays on a card."""
_BAR = 40


def main(arguments: list[str]) -> int:
    """Run the command; return 0, or 2 where the evening could not be filmed."""
    parser = argparse.ArgumentParser(prog="python -m models.evening", description=__doc__)
    parser.add_argument("--deals", type=Path, default=SAMPLE / "evening.deals.jsonl")
    parser.add_argument("--out", type=Path, default=SAMPLE / "evening.mp4")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        lines = options.deals.read_text(encoding="utf-8").splitlines()
        script = Script(plans(lines), seats=4, seed=options.seed, liveliness=LEISURELY)
        shoot(script, isar_deck(), options.out, _bar)
        write_lines(options.out.with_suffix(".calls.jsonl"), calls(lines))
    except PlainError as error:
        print(error.text.en, file=sys.stderr)
        return 2
    print(f"\n{options.out}: {options.out.stat().st_size / 1e6:.1f} MB", file=sys.stderr)
    return 0


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
