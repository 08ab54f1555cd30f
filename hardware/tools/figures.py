"""The tables drawn: from the side with the camera's view, from above with stand and buttons."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.strip import FIRST_SEAT
from hardware.tools import furniture, optics
from hardware.tools.optics import CAMERAS, TABLES, Camera, Table
from hardware.tools.places import GUIDE, HARDWARE, MECHANICS
from hardware.tools.seats import (
    EYE_OUT,
    PEOPLE,
    TOPS,
    Top,
    gap,
    place,
    seat,
)

FIGURE = GUIDE / "pictures" / "field-of-view.svg"
_SCALE = 0.4
"""Pixels a millimetre."""
_WIDE, _HIGH = 620, 500
_TABLE_Y = 420
_HEAD_MM = 600.0
"""A seated person's eyes above the table, about."""
_STYLE = (
    "text{font:13px 'DejaVu Sans',Verdana,sans-serif;fill:#14202b}"
    ".t{font-weight:bold;font-size:15px}.s{font-size:11.5px;fill:#40515f}"
)


def draw_figures() -> dict[Path, list[Path]]:
    """Draw the figure; return it with its sources."""
    camera = CAMERAS[0]
    parts = [_panel(camera, table, at * _WIDE) for at, table in enumerate(TABLES)]
    wide = _WIDE * len(parts)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {_HIGH}" '
        f'width="{wide}" height="{_HIGH}">\n<style>{_STYLE}</style>\n'
        f'<rect width="{wide}" height="{_HIGH}" fill="#fff"/>\n{"".join(parts)}</svg>\n'
    )
    FIGURE.write_text(svg, "utf-8")
    tools = HARDWARE / "tools"
    return {FIGURE: [tools / "figures.py", tools / "optics.py"]}


def _panel(camera: Camera, table: Table, left: float) -> str:
    middle = left + _WIDE / 2
    high = optics.height_for(camera, table.square)
    lens = _TABLE_Y - high * _SCALE
    across = optics.length_seen(camera, high) * _SCALE / 2
    square = table.watched * _SCALE / 2
    half = table.long * _SCALE / 2
    eyes = _TABLE_Y - _HEAD_MM * _SCALE
    pixels = round(optics.card_pixels(camera, table.square))
    heads = "".join(
        f'<circle cx="{middle + side * (half + 28):.0f}" cy="{eyes:.0f}" r="26" fill="none" '
        'stroke="#7f93a6" stroke-width="3" stroke-dasharray="6 5"/>\n'
        for side in (-1, 1)
    )
    return (
        f'<text class="t" x="{left + 20:.0f}" y="30">{table.name}</text>\n'
        f'<text class="s" x="{left + 20:.0f}" y="50">{camera.name}: '
        f"{camera.horizontal:.0f}° × {camera.vertical:.0f}°</text>\n"
        f'<path d="{_cone(middle, lens, across)}" fill="#d7e3ea"/>\n'
        f'<path d="{_cone(middle, lens, square)}" fill="#ffb000" opacity=".75"/>\n'
        f'<rect x="{middle - half:.1f}" y="{_TABLE_Y}" width="{2 * half:.1f}" height="11" '
        'fill="#8a6238"/>\n'
        f'<rect x="{middle - 13:.0f}" y="{lens - 26:.1f}" width="26" height="26" rx="4" '
        'fill="#14202b"/>\n'
        f"{heads}"
        f'<path d="M{middle + 40:.0f} {lens:.1f} V{_TABLE_Y}" stroke="#0b6a8a" '
        'stroke-width="1.5"/>\n'
        f'<text x="{middle + 46:.0f}" y="{lens + 14:.0f}">{high / 10:.0f} cm</text>\n'
        f'<text x="{middle:.0f}" y="{_TABLE_Y + 32}" text-anchor="middle">'
        f"{table.watched / 10:.0f} × {table.watched / 10:.0f} cm, "
        f"Karte / card {pixels} px</text>\n"
        f'<text class="s" x="{middle:.0f}" y="{_TABLE_Y + 52}" text-anchor="middle">'
        "gelb: was gelesen wird, grau: was die Linse noch sähe, ohne Haube</text>\n"
        f'<text class="s" x="{middle:.0f}" y="{_TABLE_Y + 68}" text-anchor="middle">'
        "yellow: what is read, grey: what the lens would see without the hood</text>\n"
    )


def _cone(middle: float, lens: float, half: float) -> str:
    return f"M{middle:.0f} {lens:.1f} L{middle - half:.1f} {_TABLE_Y} H{middle + half:.1f} Z"


PLAN = GUIDE / "pictures" / "stand.svg"
ABOVE = 0.085
"""Pixels a millimetre."""
CELL_WIDE, CELL_HIGH, CELL_TOP = 172, 176, 44
ABOVE_STYLE = (
    "text{font:12px 'DejaVu Sans',Verdana,sans-serif;fill:#14202b}.b{font-weight:bold}"
    ".s{font-size:11px;fill:#40515f}.w{fill:#fff;font-size:10px}"
)


def draw_plan() -> dict[Path, list[Path]]:
    """Draw it; return it with its sources."""
    parts = [
        _table(top, people, column * CELL_WIDE, CELL_TOP + row * CELL_HIGH)
        for row, top in enumerate(TOPS)
        for column, people in enumerate(PEOPLE)
    ]
    wide, high = len(PEOPLE) * CELL_WIDE, CELL_TOP + len(TOPS) * CELL_HIGH + 8
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}">\n<style>{ABOVE_STYLE}</style>\n<rect width="{wide}" height="{high}" '
        'fill="#fff"/>\n'
        '<text class="b" x="12" y="20">Wohin das Stativ kommt · Where the stand goes</text>\n'
        '<text class="s" x="12" y="36">Punkt: Säule, Strich: Galgen, 1: Platz 1, rot: Anfang des '
        "Bands · dot: column, line: boom, 1: seat 1, red: start of the strip</text>\n"
        f"{''.join(parts)}</svg>\n"
    )
    PLAN.write_text(svg, "utf-8")
    tools = [HARDWARE / "tools" / f"{name}.py" for name in ("figures", "furniture", "seats")]
    return {PLAN: [*tools, MECHANICS / "parameters.scad"]}


def board(top: Top, x0: float, y0: float) -> str:
    """Return a table's top as seen from above, its middle there."""
    half, deep = top.long / 2 * ABOVE, top.wide / 2 * ABOVE
    if top.round:
        return f'<circle cx="{x0:.0f}" cy="{y0:.0f}" r="{half:.1f}" fill="#d9b98c"/>'
    return (
        f'<rect x="{x0 - half:.1f}" y="{y0 - deep:.1f}" width="{2 * half:.1f}" '
        f'height="{2 * deep:.1f}" fill="#d9b98c"/>'
    )


def title(top: Top, people: int, x0: float, up: float) -> str:
    """Return which table with how many people a drawing shows, in both languages."""
    name = f"{top.de} / round" if top.round else top.en
    return (
        f'<text class="s" x="{x0:.0f}" y="{up + 12:.0f}" text-anchor="middle">'
        f"{name} · {people}</text>\n"
    )


def head(x: float, y: float, number: int, *, solid: bool, dashed: bool = False) -> str:
    """Return somebody's head with the seat's number."""
    fill, style = ("#40515f", "w") if solid else ("#fff", "s")
    dash = ' stroke-dasharray="3 2"' if dashed else ""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{fill}" stroke="#40515f" '
        f'stroke-width="2"{dash}/><text class="{style}" x="{x:.1f}" y="{y + 3.5:.1f}" '
        f'text-anchor="middle">{number}</text>'
    )


def _table(top: Top, people: int, left: float, up: float) -> str:
    x0, y0 = left + CELL_WIDE / 2, up + CELL_HIGH / 2 + 6

    def at(x: float, y: float) -> tuple[float, float]:
        return x0 + x * ABOVE, y0 - y * ABOVE

    drawn = board(top, x0, y0) + "".join(
        head(*at(*seat(top, people, n).beyond(EYE_OUT * 0.55, 0)[:2]), n + 1, solid=True)
        for n in range(people)
    )
    column = gap(top, people).beyond(furniture.column_out(top, people), 0)
    cx, cy = at(*column[:2])
    start = place(top, float(FIRST_SEAT) - 1 / 8 if top.round else _corner(top))
    sx, sy = at(start.x, start.y)
    return (
        f"{title(top, people, x0, up)}{drawn}\n"
        f'<path d="M{cx:.1f} {cy:.1f} L{x0:.1f} {y0:.1f}" stroke="#14202b" stroke-width="2"/>'
        f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="4" fill="#14202b"/>'
        f'<rect x="{x0 - 3:.1f}" y="{y0 - 3:.1f}" width="6" height="6" fill="#14202b"/>'
        f'<circle cx="{sx:.1f}" cy="{sy:.1f}" r="3" fill="#d0021b"/>\n'
    )


def _corner(top: Top) -> float:
    """Return the part of the rim that is the right corner of seat 0's side."""
    return float(FIRST_SEAT) - top.long / 2 / top.rim
