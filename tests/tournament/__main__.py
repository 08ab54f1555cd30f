"""`python -m tests.tournament --tables 50 --deals 20 --seed 1`: the proof, and its figures.

Status 1 where the organiser has anything otherwise than the journals.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.tournament.carry import carried
from tests.tournament.proof import prove


def main() -> int:
    """Prove, or measure what a collector carries."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--carry", type=int, default=0, help="measure with so many deals instead")
    words = parser.parse_args()
    differences: tuple[str, ...] = ()
    with TemporaryDirectory() as folder:
        if words.carry:
            lines = carried(words.carry, Path(folder))
        else:
            figures = prove(words.tables, words.deals, words.seed, Path(folder))
            lines, differences = figures.lines(), figures.differences
        for line in lines:
            sys.stdout.write(line + "\n")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
