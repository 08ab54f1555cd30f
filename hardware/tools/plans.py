"""The wiring plans: which wire goes from where to where, and sheets of it that can be read on A4.

A whole plan as WireViz draws it is two metres wide. What it cuts into is drawn here from the same
source: every part as a box with its pins, every wire in its colour with what has to be cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Any

import yaml

from hardware.tools.places import WIRING
from hardware.tools.tables import markdown

PLANS = ("strip", "pi", "wled", "bar")
HEAD = ("✓", "Ader · wire", "von · from", "nach · to", "Farbe · colour", "mm²", "m", "Nr. · no.")
COLOURS: Mapping[str, tuple[str, str, str]] = {
    "RD": ("rot", "red", "#d0021b"),
    "BK": ("schwarz", "black", "#111111"),
    "GN": ("grün", "green", "#12a13a"),
    "YE": ("gelb", "yellow", "#e0b000"),
    "BU": ("blau", "blue", "#1565d8"),
    "WH": ("weiß", "white", "#b8b8b8"),
    "VT": ("violett", "violet", "#8a2be2"),
    "BN": ("braun", "brown", "#8b5a2b"),
    "OG": ("orange", "orange", "#f57c00"),
    "GY": ("grau", "grey", "#808080"),
}
"""German and English name of each colour of the plans, and how it is drawn."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire of a plan; cross-section in square millimetres, length in metres."""

    name: str
    start: tuple[str, str]
    """Component and pin as printed on it."""
    end: tuple[str, str]
    colour: str
    square_mm: float
    metres: float
    part: str
    """Its number in the parts list."""


def read_plan(name: str) -> dict[str, Any]:
    """Return a plan as its source has it."""
    plan: dict[str, Any] = yaml.safe_load((WIRING / f"{name}.yml").read_text("utf-8"))
    return plan


def wires(plan: Mapping[str, Any]) -> list[Wire]:
    """Return every wire of a plan, in its order."""
    found = []
    for first, through, last in plan["connections"]:
        ((one, starts),), ((cable, cores),), ((other, ends),) = (
            part.items() for part in (first, through, last)
        )
        made = plan["cables"][cable]
        for start, core, end in zip(starts, cores, ends, strict=True):
            found.append(
                Wire(
                    f"{cable}.{core}" if len(made["colors"]) > 1 else cable,
                    (one, pin_name(plan, one, start)),
                    (other, pin_name(plan, other, end)),
                    made["colors"][core - 1],
                    float(made["gauge"].split()[0]),
                    float(made["length"]),
                    made["pn"],
                )
            )
    return found


def pin_name(plan: Mapping[str, Any], component: str, pin: str | int) -> str:
    """Return a pin as the lists show it: its number, where it has one, and its label."""
    made = plan["connectors"][component]
    if isinstance(pin, int):
        return f"{pin}: {made['pinlabels'][made['pins'].index(pin)]}"
    return pin


def rows(plan: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return a plan's wires, each as the cells under `HEAD`."""
    return [
        (
            "☐",
            wire.name,
            " ".join(wire.start),
            " ".join(wire.end),
            " / ".join(COLOURS[wire.colour][:2]),
            f"{wire.square_mm:g}",
            f"{wire.metres:g}",
            wire.part,
        )
        for wire in wires(plan)
    ]


def table(name: str) -> str:
    """Return a plan's wires as a table to tick off, words in both languages."""
    return markdown(HEAD, rows(read_plan(name)))


_WIDE = 800
_BOX = 288
_LINE = 19
_PIN = 26
_GAP = 26
_LETTERS = 36
"""Letters that fit into a box."""
_STYLE = (
    "text{font:13px 'DejaVu Sans',Verdana,sans-serif;fill:#14202b}.b{font-weight:bold}"
    ".s{font-size:11.5px;fill:#40515f}.h{font-weight:bold;font-size:16px}"
)
_PAGE_STYLE = (
    "@page{size:A4 portrait;margin:12mm}body{margin:0;font:10pt 'DejaVu Sans',sans-serif}"
    "section{page-break-after:always}section:last-child{page-break-after:auto}"
    "h1{font-size:13pt;margin:0 0 4mm}img{width:186mm;max-height:262mm;object-fit:contain}"
    "table{border-collapse:collapse;font-size:9pt}td,th{border:1px solid #888;padding:.8mm 2mm}"
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A part of a plan: heading in both languages, components of the left and right column."""

    de: str
    en: str
    left: tuple[str, ...]
    right: tuple[str, ...]

    @property
    def shows(self) -> frozenset[str]:
        """All components it shows."""
        return frozenset(self.left + self.right)


_POWER = Sheet("Strom in der Box", "Power in the box", ("PSU", "F1"), ("J1", "X1"))
_AT_STRIP = Sheet(
    "Anfang und Ende des Bands", "Start and end of the strip", ("J2", "C1"), ("R1", "STRIP", "END")
)
_BUTTONS = ("S1", "S2", "S3", "S4")
SHEETS: Mapping[str, tuple[Sheet, ...]] = {
    "strip": (
        _POWER,
        Sheet("Aus der Box zum Stecker", "From the box to the plug", ("X1", "NANO"), ("J2",)),
        _AT_STRIP,
        Sheet("Tasten am Nano", "Buttons on the Nano", _BUTTONS, ("NANO", "X2")),
    ),
    "pi": (
        Sheet("Tasten am Pi", "Buttons on the Pi", (*_BUTTONS, "S5"), ("PI", "X2")),
        Sheet("Licht, Summer, Uhr", "Light, buzzer, clock", ("PI",), ("RTC", "H1", "B1")),
        Sheet("Kameralicht in der Haube", "Camera light in the hood", ("PI",), ("H2", "H3")),
    ),
    "wled": (
        Sheet("Lichtband mit WLED", "Strip with WLED", ("PSU", "X1"), ("U1", "STRIP", "END")),
    ),
    "bar": (
        Sheet(
            "Zweite Tastenreihe", "Second row of buttons", _BUTTONS, ("S11", "S12", "S13", "S14")
        ),
    ),
}
"""What each plan is cut into; every wire is on one sheet at least (a test)."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A component as drawn: its lines of text, its pins, and where it stands."""

    name: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    pins: tuple[str, ...]
    x: float
    y: float

    @property
    def head(self) -> float:
        return (len(self.lines) + len(self.notes)) * _LINE + 12

    @property
    def high(self) -> float:
        return self.head + len(self.pins) * _PIN + 6

    def pin(self, label: str) -> tuple[float, float, int]:
        """Return where a pin's wires begin, and to which side they leave (1: right)."""
        left = self.x < _WIDE / 2
        middle = self.y + self.head + self.pins.index(label) * _PIN + _PIN / 2
        return (self.x + _BOX if left else self.x, middle, 1 if left else -1)


def draw_sheet(plan: Mapping[str, Any], sheet: Sheet) -> str:
    """Return a sheet as SVG."""
    lines = [w for w in wires(plan) if {w.start[0], w.end[0]} <= sheet.shows]
    left = _column(plan, sheet.left, 12, lines)
    right = _column(plan, sheet.right, _WIDE - _BOX - 12, lines)
    boxes = {box.name: box for box in (*left, *right)}
    high = max(box.y + box.high for box in boxes.values()) + 16
    parts = [_box(plan, box) for box in boxes.values()]
    drawn = [_wire(boxes, line) for line in lines]
    drawn += _labels(boxes, lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high:.0f}" '
        f'width="{_WIDE}" height="{high:.0f}">\n<style>{_STYLE}</style>\n'
        f'<rect width="{_WIDE}" height="{high:.0f}" fill="#fff"/>\n'
        f'<text class="h" x="12" y="26">{escape(sheet.de)} · {escape(sheet.en)}</text>\n'
        f"{''.join(parts)}{''.join(drawn)}</svg>\n"
    )


def page(plan: Mapping[str, Any], pictures: Sequence[str]) -> str:
    """Return all sheets of a plan (as SVG) and the list of its wires as HTML to print on A4."""
    title = escape(plan["metadata"]["title"])
    count = len(pictures) + 1
    pages = [
        f"<section><h1>{title} – {at}/{count}</h1>{picture}</section>"
        for at, picture in enumerate(pictures, 1)
    ]
    lines = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows(plan)
    )
    head = "".join(f"<th>{cell}</th>" for cell in HEAD)
    pages.append(
        f"<section><h1>{title} – {count}/{count}</h1>"
        f"<table><tr>{head}</tr>{lines}</table></section>"
    )
    return f'<meta charset="utf-8"><style>{_PAGE_STYLE}</style>{"".join(pages)}'


def _column(
    plan: Mapping[str, Any], names: Sequence[str], x: float, lines: Sequence[Wire]
) -> list[_Box]:
    boxes: list[_Box] = []
    y = 44.0
    for name in names:
        made = plan["connectors"][name]
        used = {end[1] for line in lines for end in (line.start, line.end) if end[0] == name}
        labels = [
            f"{pin}: {label}" if "pins" in made else label
            for pin, label in zip(
                made.get("pins", made["pinlabels"]), made["pinlabels"], strict=True
            )
        ]
        words = [*wrap(made["type"], _LETTERS), *wrap(made.get("subtype", ""), _LETTERS)]
        box = _Box(
            name,
            (f"{name}  ({made['pn']})", *words),
            tuple(wrap(made.get("notes", ""), _LETTERS + 4)),
            tuple(label for label in labels if label in used),
            x,
            y,
        )
        boxes.append(box)
        y += box.high + _GAP
    return boxes


def _box(plan: Mapping[str, Any], box: _Box) -> str:
    fill = "#f4f1e6" if plan["connectors"][box.name]["pn"] == "T22" else "#eaf1f5"
    parts = [
        f'<rect x="{box.x:.0f}" y="{box.y:.0f}" width="{_BOX}" height="{box.high:.0f}" rx="6" '
        f'fill="{fill}" stroke="#40515f"/>\n'
    ]
    for at, line in enumerate((*box.lines, *box.notes)):
        style = ' class="b"' if not at else ' class="s"' if at >= len(box.lines) else ""
        y = box.y + (at + 1) * _LINE
        parts.append(f'<text{style} x="{box.x + 9:.0f}" y="{y:.0f}">{escape(line)}</text>\n')
    for label in box.pins:
        x, y, side = box.pin(label)
        anchor = ("end", x - 10) if side > 0 else ("start", x + 10)
        parts.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="5" fill="#40515f"/>\n'
            f'<text class="b" x="{anchor[1]:.0f}" y="{y + 5:.0f}" text-anchor="{anchor[0]}">'
            f"{escape(label)}</text>\n"
        )
    return "".join(parts)


def _wire(boxes: Mapping[str, _Box], wire: Wire) -> str:
    x1, y1, side1 = boxes[wire.start[0]].pin(wire.start[1])
    x2, y2, side2 = boxes[wire.end[0]].pin(wire.end[1])
    pull = 90 if side1 == side2 else 110
    path = (
        f"M{x1:.0f} {y1:.0f} C{x1 + side1 * pull:.0f} {y1:.0f} "
        f"{x2 + side2 * pull:.0f} {y2:.0f} {x2:.0f} {y2:.0f}"
    )
    thick = 5 if wire.square_mm >= 1 else 3.5 if wire.square_mm >= 0.5 else 2.5
    return (
        f'<path d="{path}" fill="none" stroke="#fff" stroke-width="{thick + 3}"/>\n'
        f'<path d="{path}" fill="none" stroke="{COLOURS[wire.colour][2]}" '
        f'stroke-width="{thick}"/>\n'
    )


def _labels(boxes: Mapping[str, _Box], lines: Sequence[Wire]) -> list[str]:
    """Return each wire's name at one of its pins that has none yet, in the box, off every wire."""
    taken: set[tuple[str, str]] = set()
    made = []
    for wire in lines:
        left_first = sorted((wire.start, wire.end), key=lambda end: boxes[end[0]].x)
        at = next((end for end in left_first if end not in taken), wire.start)
        taken.add(at)
        x, y, side = boxes[at[0]].pin(at[1])
        box = boxes[at[0]]
        x, anchor = (box.x + 9, "start") if side > 0 else (box.x + _BOX - 9, "end")
        colour = "/".join(dict.fromkeys(COLOURS[wire.colour][:2]))
        words = f"{wire.name} {colour} {wire.square_mm:g} mm²"
        made.append(
            f'<text class="s" x="{x:.0f}" y="{y + 4:.0f}" text-anchor="{anchor}">'
            f"{escape(words)}</text>\n"
        )
    return made
