"""Cues as pictures: the table from above, its lights round the edge, step after step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from firmware_bridge.cues import Step
from firmware_bridge.strip import BLACK, EMBER, Picture, Rgb
from tests.firmware_bridge.lights.examples import Example

WIDE, TALL, GAP = 200, 150, 46
_EDGE = 14
"""From the drawing's border to the lights."""
_MOST = 4
"""So many steps are drawn at most; the first ones and the last."""
_STYLE = 'font-family="sans-serif" font-size="12" fill="#6e7781" text-anchor="middle"'
_SHEET_COLUMNS = 4
LETTERS = int(WIDE / (0.61 * 12))
"""Letters of twelve pixels that fit under a picture; in DejaVu Sans one is 0.61 wide on average."""


def places(count: int) -> Iterator[tuple[float, float]]:
    """Yield where each light lies: from the lower right corner on, clockwise."""
    across, down = WIDE - 2 * _EDGE, TALL - 2 * _EDGE
    for number in range(count):
        side, part = divmod(4 * (number + 0.5) / count, 1)
        yield (
            (WIDE - _EDGE - part * across, TALL - _EDGE),
            (_EDGE, TALL - _EDGE - part * down),
            (_EDGE + part * across, _EDGE),
            (WIDE - _EDGE, _EDGE + part * down),
        )[int(side)]


def table(picture: Picture, x: float, y: float = 0, *, grey: bool = False) -> str:
    """Return one picture of the strip; `grey`: for somebody who sees no colours."""
    lights = "".join(
        f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="3.4" {_paint(colour, grey=grey)}/>'
        for (cx, cy), colour in zip(places(len(picture)), picture, strict=True)
    )
    inner = f'width="{WIDE - 4 * _EDGE}" height="{TALL - 4 * _EDGE}"'
    board = f'<rect x="{2 * _EDGE}" y="{2 * _EDGE}" {inner} rx="8" fill="#3b2a1e"/>'
    back = f'<rect width="{WIDE}" height="{TALL}" rx="12" fill="#14181d"/>'
    return f'<g transform="translate({x:g} {y:g})">{back}{board}{lights}</g>'


def _paint(colour: Rgb, *, grey: bool) -> str:
    if colour == BLACK:
        return 'fill="#0b0e11" stroke="#39424d" stroke-width="0.7"'
    if grey:
        return 'fill="#ffffff"'
    # The glow at rest is dim on the table and would be unseen on paper.
    shown = tuple(min(2 * c, 255) for c in colour) if colour == EMBER else colour
    return 'fill="#{:02x}{:02x}{:02x}"'.format(*shown)


def strip_of(steps: Sequence[Step]) -> str:
    """Return the steps of a cue beside each other as an SVG."""
    drawn = steps if len(steps) <= _MOST else (*steps[: _MOST - 1], steps[-1])
    parts = []
    for number, step in enumerate(drawn):
        x = number * (WIDE + GAP)
        parts.append(table(step.picture, x))
        if number + 1 < len(drawn):
            at = f'x="{x + WIDE + GAP / 2:g}"'
            parts.append(f'<text {at} y="{TALL / 2 - 4:g}" {_STYLE}>{step.seconds:g} s</text>')
            parts.append(f'<text {at} y="{TALL / 2 + 14:g}" {_STYLE}>→</text>')
    wide = len(drawn) * (WIDE + GAP) - GAP
    return _svg(wide, TALL, parts)


def sheet(examples: Sequence[Example]) -> str:
    """Return what tells each cue without its colours, all on one sheet, as an SVG."""
    parts = []
    captions = [(*_broken(each.name.de), *_broken(each.name.en)) for each in examples]
    high = TALL + 16 + 14 * max(map(len, captions))
    for number, example in enumerate(examples):
        row, column = divmod(number, _SHEET_COLUMNS)
        x, y = column * (WIDE + 16), row * high
        telling = example.steps[0] if len(example.steps) == 2 else example.steps[-1]
        if len(example.steps) > 2:
            telling = example.steps[-2]
        parts.append(table(telling.picture, x, y, grey=True))
        for line, label in enumerate(captions[number]):
            middle = f'x="{x + WIDE / 2:g}" y="{y + TALL + 15 + 14 * line}"'
            parts.append(f"<text {middle} {_STYLE}>{label}</text>")
    rows = -(-len(examples) // _SHEET_COLUMNS)
    return _svg(_SHEET_COLUMNS * (WIDE + 16) - 16, rows * high, parts)


def _broken(caption: str) -> list[str]:
    """Return a caption as lines that are no wider than the picture above, in a wide font too."""
    return wrap(caption, LETTERS)


def _svg(wide: float, tall: float, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {tall:g}" width="{wide:g}">'
    )
    return "\n".join((head, *parts, "</svg>")) + "\n"
