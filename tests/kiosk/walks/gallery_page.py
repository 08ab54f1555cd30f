"""`docs/screens/README.md`: every picture of the walks, a game a section."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kiosk.screens.cards import game_title
from tests.kiosk.walks.families import FAMILIES
from tests.kiosk.walks.stage import SIZES

SHEETS = "before-after"
OPEN_CARDS = "open-cards"
TOURNAMENT = "tournament"
SHARES = {1280: 420, 800: 320, 390: 180}
"""How wide a picture stands there, by the width of the screen."""
ACROSS = {1280: 480, 800: 400, 390: 195}
"""How wide each half of a sheet is, by the width of the screen."""

_HEAD = """# Screens

First the main states before and after the cards were made to be read from two metres, side by side
(`python -m tests.kiosk.before_after`). Below them a whole evening of each family of games, walked
in a browser at three sizes of screen: called, played under a camera, misread and put right, alerted
and decided, settled, replayed, taken home. The tests compare those pictures with what the pages
show (`tests/kiosk/walks`); `python -m tests.kiosk.walks` takes them anew. At the end a deal with
[open cards](../OPEN_CARDS.md) (`python -m tests.kiosk.open_cards_screens`) and the organiser's
pages of a small tournament (`python -m tests.kiosk.organiser.tournament_walk`). Names and cards are
made up.
"""


def written(folder: Path) -> str:
    """Return the page about the pictures in `folder`."""
    return "\n".join(
        (_HEAD, *_beside(folder), *_sections(folder), *_opened(folder), *_tournament(folder))
    )


def _beside(folder: Path) -> Iterator[str]:
    """Yield the sheets of before and after, the largest screens first."""
    yield "## Before and after\n"
    for width, height in SIZES:
        yield f"### {width}x{height}, left before, right after\n"
        for path in sorted((folder / SHEETS).glob(f"*-{width}x{height}.webp")):
            state = path.stem.rpartition("-")[0].replace("-", " ")
            yield f'<img src="{SHEETS}/{path.name}" alt="{state}" width="{2 * ACROSS[width]}">'
        yield ""


def _sections(folder: Path) -> Iterator[str]:
    for family in FAMILIES:
        yield f"## {game_title(family.game).en}\n"
        for width, height in SIZES:
            name = f"{family.game}-{width}x{height}"
            pictures = sorted((folder / name).glob("*.webp"))
            if not pictures:
                continue
            yield f"### {width}x{height}\n"
            for path in pictures:
                step = path.stem.partition("-")[2]
                yield f'<img src="{name}/{path.name}" alt="{step}" width="{SHARES[width]}">'
            yield ""


def _opened(folder: Path) -> Iterator[str]:
    """Yield the pictures of a deal with open cards, in both languages."""
    yield "## With open cards\n"
    for width, height in SIZES:
        yield f"### {width}x{height}\n"
        for path in sorted((folder / OPEN_CARDS).glob(f"*-{width}x{height}.webp")):
            state = path.stem.rpartition("-")[0].replace("-", " ")
            yield f'<img src="{OPEN_CARDS}/{path.name}" alt="{state}" width="{SHARES[width]}">'
        yield ""


def _tournament(folder: Path) -> Iterator[str]:
    """Yield the organiser's pages."""
    yield "## A tournament\n"
    for path in sorted((folder / TOURNAMENT).glob("*.webp")):
        name = path.stem.replace("-", " ")
        yield f'<img src="{TOURNAMENT}/{path.name}" alt="{name}" width="{SHARES[1280]}">'
    yield ""
