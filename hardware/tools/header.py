"""Draws the Raspberry Pi's header with the pins that are used, each in its wire's colour."""

from __future__ import annotations

from html import escape
from pathlib import Path

from hardware.tools import plans
from hardware.tools.places import GUIDE, HARDWARE, WIRING
from hardware.tools.plans import COLOURS

HEADER = GUIDE / "pictures" / "header.svg"
_PITCH, _LEFT, _TOP, _WIDE = 24, 328, 62, 680
_STYLE = (
    "text{font:13px 'DejaVu Sans',Verdana,sans-serif;fill:#14202b}"
    ".b{font-weight:bold}.s{font-size:11px;fill:#40515f}.i{font-size:10px;fill:#fff}"
)


def draw_header() -> dict[Path, list[Path]]:
    """Draw it as seen from above, the memory card's end at the top; return it with its sources."""
    used = {}
    for wire in plans.wires(plans.read_plan("pi")):
        for end, other in ((wire.start, wire.end), (wire.end, wire.start)):
            if end[0] == "PI":
                number, label = end[1].split(": ")
                used[int(number)] = (label, other[0], COLOURS[wire.colour][2])
    names = {
        name: made["subtype"] if made["pn"] == "T22" else made["type"]
        for name, made in plans.read_plan("pi")["connectors"].items()
    }
    parts = [_pin(number, used.get(number), names) for number in range(1, 41)]
    high = _TOP + 20 * _PITCH + 34
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}" width="{_WIDE}" '
        f'height="{high}">\n<style>{_STYLE}</style>\n<rect width="{_WIDE}" height="{high}" '
        'fill="#fff"/>\n'
        f'<rect x="{_LEFT - 16}" y="{_TOP - 16}" width="{_PITCH + 32}" '
        f'height="{19 * _PITCH + 32}" rx="6" fill="#1b2329"/>\n'
        '<text class="b" x="340" y="20" text-anchor="middle">Pi von oben · Pi from above</text>\n'
        '<text class="s" x="340" y="37" text-anchor="middle">'
        "oben die Speicherkarte, rechts der Rand der Platine · "
        "memory card at the top, board's edge at the right</text>\n"
        f'{"".join(parts)}<text class="s" x="340" y="{high - 8}" text-anchor="middle">'
        "unten die USB-Buchsen · USB sockets at the bottom</text>\n</svg>\n"
    )
    HEADER.write_text(svg, "utf-8")
    tools = HARDWARE / "tools"
    return {HEADER: [tools / "header.py", tools / "plans.py", WIRING / "pi.yml"]}


def _pin(number: int, used: tuple[str, str, str] | None, names: dict[str, str]) -> str:
    row, right = divmod(number - 1, 2)
    x, y = _LEFT + right * _PITCH, _TOP + row * _PITCH
    colour = used[2] if used else "#59656d"
    spot = (
        f'<circle cx="{x}" cy="{y}" r="9" fill="{colour}" stroke="#cfd8dc"/>'
        f'<text class="i" x="{x}" y="{y + 4}" text-anchor="middle">{number}</text>\n'
    )
    if used is None:
        return spot
    label, other, _ = used
    at, anchor = (x + 22, "start") if right else (x - 22, "end")
    words = escape(f"{label} → {names[other].split(',')[0]}")
    return f'{spot}<text x="{at}" y="{y + 5}" text-anchor="{anchor}">{words}</text>\n'
