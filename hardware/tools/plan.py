"""Draws three tables from above, with 2 to 7 people: where the stand goes, and where buttons go."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.strip import FIRST_SEAT
from hardware.tools import furniture
from hardware.tools.places import GUIDE, HARDWARE, MECHANICS
from hardware.tools.seats import (
    BUTTONS_IN,
    EYE_OUT,
    PEOPLE,
    TOPS,
    Top,
    buttons_at,
    gap,
    place,
    reaching,
    seat,
)

PLAN = GUIDE / "pictures" / "stand.svg"
REACHED = GUIDE / "pictures" / "buttons.svg"
_SCALE = 0.085
"""Pixels a millimetre."""
_WIDE, _HIGH, _TOP = 172, 176, 44
_STYLE = (
    "text{font:12px 'DejaVu Sans',Verdana,sans-serif;fill:#14202b}.b{font-weight:bold}"
    ".s{font-size:11px;fill:#40515f}.w{fill:#fff;font-size:10px}"
)


def draw_plan() -> dict[Path, list[Path]]:
    """Draw it; return it with its sources."""
    parts = [
        _table(top, people, column * _WIDE, _TOP + row * _HIGH)
        for row, top in enumerate(TOPS)
        for column, people in enumerate(PEOPLE)
    ]
    wide, high = len(PEOPLE) * _WIDE, _TOP + len(TOPS) * _HIGH + 8
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}">\n<style>{_STYLE}</style>\n<rect width="{wide}" height="{high}" '
        'fill="#fff"/>\n'
        '<text class="b" x="12" y="20">Wohin das Stativ kommt · Where the stand goes</text>\n'
        '<text class="s" x="12" y="36">Punkt: Säule, Strich: Galgen, 1: Platz 1, rot: Anfang des '
        "Bands · dot: column, line: boom, 1: seat 1, red: start of the strip</text>\n"
        f"{''.join(parts)}</svg>\n"
    )
    PLAN.write_text(svg, "utf-8")
    tools = [HARDWARE / "tools" / f"{name}.py" for name in ("plan", "furniture", "seats")]
    return {PLAN: [*tools, MECHANICS / "parameters.scad"]}


def draw_buttons() -> dict[Path, list[Path]]:
    """Draw who reaches the box and a second row of buttons; return the picture with its sources."""
    REACHED.write_text(buttons(), "utf-8")
    tools = [HARDWARE / "tools" / f"{name}.py" for name in ("plan", "seats")]
    return {REACHED: tools}


def buttons() -> str:
    """Return every table with box and second row as SVG."""
    parts = [
        _reached(top, people, column * _WIDE, _TOP + row * _HIGH)
        for row, top in enumerate(TOPS)
        for column, people in enumerate(PEOPLE)
    ]
    wide, high = len(PEOPLE) * _WIDE, _TOP + len(TOPS) * _HIGH + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}">\n<style>{_STYLE}</style>\n<rect width="{wide}" height="{high}" '
        'fill="#fff"/>\n'
        '<text class="b" x="12" y="20">Wer an die Tasten kommt · Who reaches the buttons</text>\n'
        '<text class="s" x="12" y="36">B: Box, R: zweite Reihe; leerer Kreis: kommt an keine, '
        "gestrichelt: nur an R · B: box, R: second row; empty circle: reaches neither, dashed: R "
        "only</text>\n"
        f"{''.join(parts)}</svg>\n"
    )


def _reached(top: Top, people: int, left: float, up: float) -> str:
    x0, y0 = left + _WIDE / 2, up + _HIGH / 2 + 6
    box, second = buttons_at(top, people, 2)
    near, any_row = reaching(top, people, (box,)), reaching(top, people, (box, second))
    drawn = [_board(top, x0, y0)]
    for n in range(people):
        x, y, _ = seat(top, people, n).beyond(EYE_OUT * 0.55, 0)
        drawn.append(
            _head(
                x0 + x * _SCALE,
                y0 - y * _SCALE,
                n + 1,
                solid=n in near,
                dashed=n in any_row - near,
            )
        )
    for letter, part in (("B", box), ("R", second)):
        x, y, _ = place(top, part).beyond(-BUTTONS_IN, 0)
        drawn.append(
            f'<rect x="{x0 + x * _SCALE - 7:.1f}" y="{y0 - y * _SCALE - 7:.1f}" width="14" '
            'height="14" fill="#fff" stroke="#14202b"/>'
            f'<text class="s" x="{x0 + x * _SCALE:.1f}" y="{y0 - y * _SCALE + 4:.1f}" '
            f'text-anchor="middle">{letter}</text>'
        )
    name = f"{top.de} · {people}" if top.round else f"{top.en} · {people}"
    return (
        f'<text class="s" x="{x0:.0f}" y="{up + 12:.0f}" text-anchor="middle">{name}</text>\n'
        f"{''.join(drawn)}\n"
    )


def _board(top: Top, x0: float, y0: float) -> str:
    half, deep = top.long / 2 * _SCALE, top.wide / 2 * _SCALE
    if top.round:
        return f'<circle cx="{x0:.0f}" cy="{y0:.0f}" r="{half:.1f}" fill="#d9b98c"/>'
    return (
        f'<rect x="{x0 - half:.1f}" y="{y0 - deep:.1f}" width="{2 * half:.1f}" '
        f'height="{2 * deep:.1f}" fill="#d9b98c"/>'
    )


def _head(x: float, y: float, number: int, *, solid: bool, dashed: bool = False) -> str:
    fill, style = ("#40515f", "w") if solid else ("#fff", "s")
    dash = ' stroke-dasharray="3 2"' if dashed else ""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{fill}" stroke="#40515f" '
        f'stroke-width="2"{dash}/><text class="{style}" x="{x:.1f}" y="{y + 3.5:.1f}" '
        f'text-anchor="middle">{number}</text>'
    )


def _table(top: Top, people: int, left: float, up: float) -> str:
    x0, y0 = left + _WIDE / 2, up + _HIGH / 2 + 6

    def at(x: float, y: float) -> tuple[float, float]:
        return x0 + x * _SCALE, y0 - y * _SCALE

    drawn = _board(top, x0, y0) + "".join(
        _head(*at(*seat(top, people, n).beyond(EYE_OUT * 0.55, 0)[:2]), n + 1, solid=True)
        for n in range(people)
    )
    column = gap(top, people).beyond(furniture.column_out(top, people), 0)
    cx, cy = at(*column[:2])
    start = place(top, float(FIRST_SEAT) - 1 / 8 if top.round else _corner(top))
    sx, sy = at(start.x, start.y)
    name = f"{top.de} · {people}" if top.round else f"{top.en} · {people}"
    return (
        f'<text class="s" x="{x0:.0f}" y="{up + 12:.0f}" text-anchor="middle">{name}</text>\n'
        f"{drawn}\n"
        f'<path d="M{cx:.1f} {cy:.1f} L{x0:.1f} {y0:.1f}" stroke="#14202b" stroke-width="2"/>'
        f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="4" fill="#14202b"/>'
        f'<rect x="{x0 - 3:.1f}" y="{y0 - 3:.1f}" width="6" height="6" fill="#14202b"/>'
        f'<circle cx="{sx:.1f}" cy="{sy:.1f}" r="3" fill="#d0021b"/>\n'
    )


def _corner(top: Top) -> float:
    """Return the part of the rim that is the right corner of seat 0's side."""
    return float(FIRST_SEAT) - top.long / 2 / top.rim
