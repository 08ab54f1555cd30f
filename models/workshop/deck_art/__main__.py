"""Write the decks' SVG files, a folder for each: `python -m models.workshop.deck_art [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

from models.workshop.deck_art import (
    BACK,
    CODES,
    FRENCH_CODES,
    GERMAN_CODES,
    french_svg,
    german_svg,
    svg,
)

FOLDER = Path(__file__).parents[3] / "kiosk" / "static" / "cards"
"""Where the page takes its cards from."""


def write_all(folder: Path) -> int:
    """Write every face and the backs below `folder`; return how many files that made."""
    made = 0
    for deck, names, draw in (
        ("isar", (*CODES, BACK), svg),
        ("lech", (*FRENCH_CODES, BACK), french_svg),
        ("lech_db", GERMAN_CODES, german_svg),
    ):
        (folder / deck).mkdir(parents=True, exist_ok=True)
        for name in names:
            (folder / deck / f"{name}.svg").write_text(draw(name), encoding="utf-8")
            made += 1
    return made


def main(arguments: list[str]) -> int:
    """Run the command; the exit status is always 0, a folder that cannot be written raises."""
    folder = Path(arguments[0]) if arguments else FOLDER
    print(f"{write_all(folder)} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
