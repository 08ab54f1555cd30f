"""Write the deck's SVG files: `python -m models.deck_art [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

from models.deck_art import BACK, CODES, svg

FOLDER = Path(__file__).parents[2] / "kiosk" / "static" / "cards" / "isar"
"""Where the page takes its cards from."""


def write_all(folder: Path) -> int:
    """Write every face and the back to `folder`; return how many files that made."""
    folder.mkdir(parents=True, exist_ok=True)
    names = (*CODES, BACK)
    for name in names:
        (folder / f"{name}.svg").write_text(svg(name), encoding="utf-8")
    return len(names)


def main(arguments: list[str]) -> int:
    """Run the command; the exit status is always 0, a folder that cannot be written raises."""
    folder = Path(arguments[0]) if arguments else FOLDER
    print(f"{write_all(folder)} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
