"""The steps of an evening's deals as markup that says nothing twice.

Each step is drawn by the very templates of the page. Steps of one evening differ by a card or two;
so their lines, and the blocks of lines that come again and again, are listed once and each step
is a row of numbers. A step of four hundred lines takes forty bytes.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from pathlib import Path

STATIC = Path(__file__).parents[1] / "static"
_IMAGE = re.compile(r'src="/static/(cards/[\w/]+\.svg)"')
_GLYPH = re.compile(r'href="/static/suits\.svg#(\w+)"')
_PLACE = re.compile(r' id="play-\d+" data-seq="\d+"')
_SEQ = re.compile(r' data-(?:seq|question)="\d+"')
_BLOCK = re.compile(
    r'^\s*<(?:div class="slot|main|/main|div class="side|div class="was|header|nav)'
)


class Film:
    """Collects steps; `lines` and `blocks` hold what they are made of."""

    def __init__(self) -> None:
        self._lines: dict[str, int] = {}
        self._blocks: dict[tuple[int, ...], int] = {}

    def add(self, markup: str) -> list[int]:
        """Add a step's markup and return its row of blocks."""
        return [self._block(block) for block in _parts(standing_alone(markup))]

    def written(self) -> dict[str, object]:
        """Return lines and blocks in the order of their numbers."""
        return {"lines": list(self._lines), "blocks": [list(block) for block in self._blocks]}

    def _block(self, lines: tuple[str, ...]) -> int:
        numbers = tuple(self._lines.setdefault(line, len(self._lines)) for line in lines)
        return self._blocks.setdefault(numbers, len(self._blocks))


def standing_alone(markup: str) -> str:
    """Return markup that asks nobody for anything: faces as data, glyphs of the document itself."""
    markup = _IMAGE.sub(lambda found: f'src="{face_data(found[1])}"', markup)
    markup = _GLYPH.sub(r'href="#\1"', markup)
    return _SEQ.sub("", _PLACE.sub("", markup))


def face_data(name: str) -> str:
    """Return a drawing of ours (path below `static`) as a data address."""
    drawn = (STATIC / name).read_bytes()
    return "data:image/svg+xml;base64," + base64.b64encode(drawn).decode("ascii")


def glyphs() -> str:
    """Return the suits' symbols, to stand hidden in the document."""
    drawn = (STATIC / "suits.svg").read_text(encoding="utf-8")
    return drawn.replace("<svg ", '<svg class="glyphs" aria-hidden="true" ', 1)


def styles(*names: str) -> str:
    """Return style sheets as one, their fonts inside."""
    return "\n".join(_with_fonts((STATIC / name).read_text(encoding="utf-8")) for name in names)


def _with_fonts(sheet: str) -> str:
    def data(found: re.Match[str]) -> str:
        font = base64.b64encode((STATIC / found[1]).read_bytes()).decode("ascii")
        return f'url("data:font/woff2;base64,{font}")'

    return re.sub(r'url\("(vendor/[\w.-]+\.woff2)"\)', data, sheet)


def _parts(markup: str) -> Iterator[tuple[str, ...]]:
    block: list[str] = []
    for line in markup.splitlines():
        if not line.strip():
            continue
        if block and _BLOCK.match(line):
            yield tuple(block)
            block = []
        block.append(line.strip())
    if block:
        yield tuple(block)


Progress = Callable[[int, int], None]
"""Told how many deals are done, of how many."""
