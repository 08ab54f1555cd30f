"""Enrol the bundled deck `isar` from its drawn faces: `python -m models.workshop.bundled_deck`.

To be run again when the faces or the embedding net have changed. (A profile made with an older net
still works: it embeds its crops anew when it is loaded, a moment later than it need.)
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import cv2

from engine.text import PlainError
from models.workshop import deck_art
from models.workshop.evening.film import HEIGHT_MM
from vision.enrolling.folder import enrol_folder
from vision.enrolling.learned_deck import Enrolment
from vision.reading.nets import Nets, load_nets

NAME = "isar"
BUNDLED = Path(__file__).resolve().parents[1] / "decks" / f"{NAME}.deck"
_FACE_HEIGHT = 512


def enrol_isar(nets: Nets) -> Enrolment:
    """Return the deck `isar` enrolled from its faces, as anybody would enrol a folder of them.

    Raises:
        PlainError: two faces look alike to the embedding net.
    """
    with tempfile.TemporaryDirectory() as folder:
        for code in deck_art.CODES:
            cv2.imwrite(str(Path(folder) / f"{code}.png"), deck_art.raster(code, _FACE_HEIGHT))
        enrolment = enrol_folder(Path(folder), NAME, nets)
    return replace(enrolment, profile=replace(enrolment.profile, height_mm=HEIGHT_MM))


def main(arguments: list[str]) -> int:
    """Run the command; return 0, or 2 where the deck could not be enrolled."""
    target = Path(arguments[0]) if arguments else BUNDLED
    try:
        enrolment = enrol_isar(load_nets())
    except PlainError as error:
        print(error.text.en, file=sys.stderr)
        return 2
    target.parent.mkdir(parents=True, exist_ok=True)
    enrolment.profile.save(target)
    one, two = enrolment.nearest
    cards = len(enrolment.profile.cards)
    print(f"{cards} cards in {target}; most alike: {one} and {two}, {enrolment.margin:.3f} apart")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
