"""`python -m tests.real.measure [SET…]`: what `recognise` tells of the real pictures, a row a set.

`--faults` lists every card missed or misread. Exit status 2 where the pictures are absent.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.text import PlainError
from models.workshop.measuring import photographs
from tests.real import pictures
from tests.real.pictures import Count, Truth
from tests.shared_data import DATA, shared_path
from vision.arrays import Image
from vision.reading.nets import Nets, load_nets
from vision.reading.profile import Profile
from vision.still.recognise import look

Pictures = Iterator[tuple[str, Image, Sequence[Truth]]]
DESK = "photos/french-brown-desk"
NOTEBOOK = "photos/french-notebook"
COURTS = "KQJ"


def _enrolled(nets: Nets, *sources: str) -> Profile:
    return photographs.enrolled([shared_path("cards", *one.split("/")) for one in sources], nets)


def _blackjack() -> Pictures:
    return pictures.blackjack(shared_path("real", "blackjack"))


def _without_courts() -> Pictures:
    """The pictures in which every card face up is one that the notebook shows."""
    for name, image, truth in _blackjack():
        if not any(one.name in COURTS for one in truth):
            yield name, image, truth


def _games() -> Pictures:
    for number in (2, 3, 4):
        yield from pictures.four_seats(shared_path("real", "four-seats", f"game{number}"))


def _still_table() -> Pictures:
    return pictures.still_table(shared_path("real", "still-table", "Testvideo2.mp4"))


SETS: Mapping[str, tuple[Callable[[], Pictures], Callable[[Nets], Profile]]] = {
    "blackjack from french-brown-desk": (_blackjack, lambda nets: _enrolled(nets, DESK)),
    "blackjack without courts from french-notebook": (
        _without_courts,
        lambda nets: _enrolled(nets, NOTEBOOK),
    ),
    "four-seats, games 2 to 4 from game 1": (
        _games,
        lambda nets: pictures.enrolled_game(shared_path("real", "four-seats", "game1"), nets),
    ),
    "still-table from french-brown-desk": (_still_table, lambda nets: _enrolled(nets, DESK)),
}


def measured(name: str, nets: Nets) -> Count:
    """Return what `recognise` tells of a set."""
    there, enrol = SETS[name]
    profile, count = enrol(nets), Count()
    for file, image, truth in there():
        begun = time.process_time()
        told = look(image, profile, nets)
        count.seconds += time.process_time() - begun
        count.add(file, told, truth)
    return count


def main(argv: Sequence[str] | None = None) -> int:
    """Print one row a set."""
    parser = argparse.ArgumentParser(prog="python -m tests.real.measure", description=__doc__)
    parser.add_argument("sets", nargs="*", help="sets whose names begin so; all, if none is named")
    parser.add_argument("--faults", action="store_true")
    asked = parser.parse_args(argv)
    if DATA is None or not (DATA / "real").is_dir():
        sys.stderr.write(
            "The real pictures are absent: please name the folder that holds them, "
            "MEHRKOPF_DATA=FOLDER.\n"
        )
        return 2
    nets = load_nets()
    for name in SETS:
        if asked.sets and not name.startswith(tuple(asked.sets)):
            continue
        try:
            count = measured(name, nets)
        except PlainError as error:
            sys.stderr.write(f"{name}: {error.text.en}\n")
            return 2
        sys.stdout.write(f"{name}: {count.row()}\n")
        if asked.faults:
            sys.stdout.write("".join(f"  {fault}\n" for fault in count.faults))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
