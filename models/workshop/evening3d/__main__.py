"""Film an evening with the second renderer: `python -m models.workshop.evening3d --out VIDEO`.

Beside the video lie `.truth.jsonl` (what happens) and `.calls.jsonl` (who deals and what was
called); the deck's clean faces, to enrol it from, in a folder of the video's name.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2

from engine.text import PlainError
from models.workshop.evening.film import write_lines
from models.workshop.evening.moment import calls, plans
from models.workshop.evening3d.faces import deck
from models.workshop.evening3d.film import Film3d, Script3d, shoot

SAMPLE = Path(__file__).parents[2] / "sample" / "evening.deals.jsonl"
DECK = "drawn-6001"
_BAR = 40


def main(arguments: list[str]) -> int:
    """Run the command; return 0, or 2 where the evening could not be filmed."""
    options = _parser().parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        lines = options.deals.read_text(encoding="utf-8").splitlines()[: options.count]
        faces = deck(options.deck)
        film = Film3d(Script3d(plans(lines), options.seats, options.seed), faces)
        shoot(film, options.out, _bar)
        write_lines(options.out.with_suffix(".calls.jsonl"), calls(lines))
        write_lines(options.out.with_suffix(".deals.jsonl"), lines)
        faces.save_faces(options.out.with_suffix(""))
    except PlainError as error:
        print(error.text.en, file=sys.stderr)
        return 2
    except FileNotFoundError as error:
        print(f"There is no file {error.filename}; please check the name.", file=sys.stderr)
        return 2
    print(f"\n{options.out}: {options.out.stat().st_size / 1e6:.1f} MB", file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m models.workshop.evening3d",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, required=True, metavar="VIDEO")
    parser.add_argument("--deck", default=DECK, help=f"kept-out deck or drawn-SEED ({DECK})")
    parser.add_argument("--deals", type=Path, default=SAMPLE, help="deal file with the winners")
    parser.add_argument("--count", type=int, default=1, help="film so many deals (default 1)")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def _bar(done: float, total: float) -> None:
    share = min(1.0, done / total)
    full = round(_BAR * share)
    print(f"\r[{'#' * full}{'.' * (_BAR - full)}] {share:4.0%}", end="", file=sys.stderr)
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
