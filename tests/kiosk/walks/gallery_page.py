"""`docs/screens/README.md`: every picture of the walks, a game a section."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kiosk.screens.cards import game_title
from tests.kiosk.walks.families import FAMILIES
from tests.kiosk.walks.stage import SIZES

_HEAD = """# Screens

A whole evening of each family of games, walked in a browser at three sizes of screen: called,
played under a camera, misread and put right, alerted and decided, settled, replayed, taken home.
The tests compare these pictures with what the pages show (`tests/kiosk/walks`);
`python -m tests.kiosk.walks` takes them anew. Names and cards are made up.
"""


def written(folder: Path) -> str:
    """Return the page about the pictures in `folder`."""
    return "\n".join((_HEAD, *_sections(folder)))


def _sections(folder: Path) -> Iterator[str]:
    for family in FAMILIES:
        yield f"## {game_title(family.game).en}\n"
        for width, height in SIZES:
            name = f"{family.game}-{width}x{height}"
            pictures = sorted((folder / name).glob("*.webp"))
            if not pictures:
                continue
            yield f"### {width}x{height}\n"
            share = {1280: 420, 800: 320, 390: 180}[width]
            for path in pictures:
                step = path.stem.partition("-")[2]
                yield f'<img src="{name}/{path.name}" alt="{step}" width="{share}">'
            yield ""
