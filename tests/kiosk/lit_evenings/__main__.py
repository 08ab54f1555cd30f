"""`python -m tests.kiosk.lit_evenings [FIRST LAST SEED]`: rendered evenings, dark and lit."""

from __future__ import annotations

import sys

from tests.kiosk.lit_evenings.measure import lines, measure
from vision.reading.nets import load_nets


def main() -> None:
    """Measure evenings FIRST..LAST of SEED (0 7 8101) and print the sums."""
    first, last, seed = (int(word) for word in (sys.argv[1:] or ("0", "7", "8101")))
    total = measure(range(first, last + 1), seed, 60, load_nets())
    sys.stdout.write("\n".join(lines(total)) + "\n")


main()
