"""Draws the camera over the three tables: who sees what from which height."""

from __future__ import annotations

from pathlib import Path

from hardware.tools import optics
from hardware.tools.optics import CAMERAS, TABLES, Camera, Table
from hardware.tools.places import GUIDE, HARDWARE

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
    square = table.read * _SCALE / 2
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
        f"{table.read / 10:.0f} × {table.read / 10:.0f} cm, "
        f"Karte / card {pixels} px</text>\n"
        f'<text class="s" x="{middle:.0f}" y="{_TABLE_Y + 52}" text-anchor="middle">'
        "gelb: was gelesen wird, grau: was die Linse noch sähe, ohne Haube</text>\n"
        f'<text class="s" x="{middle:.0f}" y="{_TABLE_Y + 68}" text-anchor="middle">'
        "yellow: what is read, grey: what the lens would see without the hood</text>\n"
    )


def _cone(middle: float, lens: float, half: float) -> str:
    return f"M{middle:.0f} {lens:.1f} L{middle - half:.1f} {_TABLE_Y} H{middle + half:.1f} Z"
