"""Boards seen from above: the Pi's header with its pins, two WLED boards with their terminals.

Which wire goes where comes from the wiring plans. How the Sparkle Motion is laid out comes from its
maker's board file (`Adafruit Sparkle Motion WLED Friend.brd`: what is printed where); of the
QuinLED no drawing was found, and the picture says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from hardware.tools import plans
from hardware.tools.places import GUIDE, HARDWARE, WIRING
from hardware.tools.plans import COLOURS

HEADER = GUIDE / "pictures" / "header.svg"
WLED = GUIDE / "pictures" / "wled-boards.svg"
_PITCH, _LEFT, _TOP, _WIDE = 24, 328, 62, 680
_STYLE = (
    "text{font:13px 'DejaVu Sans',Verdana,sans-serif;fill:#14202b}"
    ".b{font-weight:bold}.s{font-size:11px;fill:#40515f}.i{font-size:10px;fill:#fff}"
)


@dataclass(frozen=True, slots=True)
class Socket:
    """Something on a board: where and how large, its name in both languages."""

    x: float
    y: float
    wide: float
    high: float
    de: str
    en: str


@dataclass(frozen=True, slots=True)
class WledBoard:
    """A ready board: what is on it, its terminals as printed in order, which of them are used."""

    name: str
    terminals: tuple[str, ...]
    used: Mapping[str, int]
    """The plan's pin (of `U1`), and the number of the terminal it is on this board."""
    sockets: tuple[Socket, ...]
    outside: tuple[Socket, ...]
    """What plugs in from beside or above it; drawn dashed."""
    above: int = 0
    """Room for it above the board."""


SPARKLE = WledBoard(
    "Adafruit Sparkle Motion",
    ("−", "19", "+", "−", "22", "+", "−", "21", "+"),
    {"+": 2, "DATA 19": 1, "-": 0},
    (
        Socket(52, 0, 100, 48, "Hohlbuchse", "barrel socket"),
        Socket(222, 0, 92, 40, "USB-C", "USB-C"),
        Socket(0, 84, 100, 48, "Knopf #0", "button #0"),
        Socket(135, 84, 100, 48, "Sicherung 5 A", "fuse 5 A"),
        Socket(254, 84, 116, 48, "Schalter USBPD: 5", "switch USBPD: 5"),
    ),
    (
        Socket(22, -52, 160, 48, "Netzteil 5 V 4 A (T10)", "supply, plugged in"),
        Socket(208, -52, 120, 48, "zum Pi (T20)", "to the Pi"),
    ),
    above=56,
)
QUINLED = WledBoard(
    "QuinLED-Dig-Uno v3",
    ("GND", "LED1", "LED2", "V+"),
    {"+": 3, "DATA 19": 1, "-": 0},
    (
        Socket(0, 28, 60, 28, "+", "V+"),
        Socket(0, 60, 60, 28, "−", "GND"),
        Socket(0, 104, 92, 40, "USB", "USB"),
        Socket(112, 28, 116, 52, "Sicherung 3 A", "fuse 3 A"),
        Socket(248, 28, 100, 52, "Knopf 0", "button 0"),
    ),
    (
        Socket(-190, 28, 110, 60, "Adapter (T42)", "adapter"),
        Socket(-190, 104, 178, 40, "zum Pi (T20)", "to the Pi"),
    ),
)
WLED_BOARDS = (SPARKLE, QUINLED)


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
    return {HEADER: [tools / "boards.py", tools / "plans.py", WIRING / "pi.yml"]}


def draw_wled() -> dict[Path, list[Path]]:
    """Draw both WLED boards with the wires at their terminals; return the picture with sources."""
    tools = HARDWARE / "tools"
    sources = [tools / "boards.py", tools / "plans.py", WIRING / "wled.yml"]
    WLED.write_text(wled_picture(), "utf-8")
    return {WLED: sources}


def wled_picture() -> str:
    """Return both boards as SVG."""
    panels, top = "", 40
    for board in WLED_BOARDS:
        panels += _wled(board, top)
        top += _PANEL + board.above
    high = top + 10 + 16 * len(_SOURCES)
    sources = "".join(
        f'<text class="s" x="20" y="{top + 16 * n}">{line}</text>\n'
        for n, line in enumerate(_SOURCES)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_BROAD} {high}" '
        f'width="{_BROAD}" height="{high}">\n<style>{_STYLE}</style>\n'
        f'<rect width="{_BROAD}" height="{high}" fill="#fff"/>\n'
        '<text class="b" x="20" y="26">WLED-Platinen von oben · WLED boards from above</text>\n'
        f"{panels}{sources}</svg>\n"
    )


_SOURCES = (
    "Sparkle Motion: Klemmen und Plätze nach der Platinendatei des Herstellers. QuinLED: aus dem "
    "Gedächtnis, keine Zeichnung gefunden.",
    "Beide nicht maßstäblich: mit dem Aufdruck auf der eigenen Platine vergleichen, er gilt.",
    "Sparkle Motion: terminals and places by its maker's board file. QuinLED: from memory, no "
    "drawing was found.",
    "Neither is to scale: compare with the print on your board, which is what counts.",
)
_BROAD, _PANEL, _AT, _BOARD = 800, 330, 230, 370
_SCREW = 40
"""Width of a screw terminal."""


def _wled(board: WledBoard, top: float) -> str:
    name = f'<text class="b" x="20" y="{top + 14}">{board.name}</text>\n'
    top += board.above
    row = top + 186
    left = _AT + (_BOARD - len(board.terminals) * _SCREW) / 2
    parts = [
        name,
        f'<rect x="{_AT}" y="{top + 22}" width="{_BOARD}" height="204" rx="8" fill="#fff" '
        'stroke="#14202b" stroke-width="3"/>\n',
    ]
    parts += [_socket(each, top + 4, dashed=False) for each in board.sockets]
    parts += [_socket(each, top + 4, dashed=True) for each in board.outside]
    if board is QUINLED:
        parts.append(_adapter_cores(top + 4))
    for number, name in enumerate(board.terminals):
        x = left + number * _SCREW
        parts.append(
            f'<rect x="{x:.0f}" y="{row}" width="{_SCREW}" height="40" fill="#e3e9ec" '
            f'stroke="#14202b"/><circle cx="{x + 20:.0f}" cy="{row + 26}" r="9" fill="#fff" '
            f'stroke="#14202b"/><path d="M{x + 14:.0f} {row + 26}h12" stroke="#14202b" '
            f'stroke-width="2"/><text class="b" x="{x + 20:.0f}" y="{row + 13}" '
            f'text-anchor="middle">{name}</text>\n'
        )
    lines = [wire for wire in plans.wires(plans.read_plan("wled")) if wire.start[0] == "U1"]
    for level, wire in enumerate(sorted(lines, key=lambda each: -board.used[each.start[1]])):
        x = left + board.used[wire.start[1]] * _SCREW + 20
        de, en, colour = COLOURS[wire.colour]
        y = row + 58 + 22 * level
        parts.append(
            f'<path d="M{x:.0f} {row + 38}V{y}" stroke="#14202b" stroke-width="8" fill="none"/>'
            f'<path d="M{x:.0f} {row + 38}V{y}" stroke="{colour}" stroke-width="5" fill="none"/>\n'
            f'<path d="M{x:.0f} {y}H{_AT + _BOARD + 4}" stroke="#14202b" stroke-width="1" '
            f'stroke-dasharray="2 3" fill="none"/><text class="b" x="{_AT + _BOARD + 10}" '
            f'y="{y + 5}">{board.terminals[board.used[wire.start[1]]]}: {de} · {en}</text>\n'
        )
    return "".join(parts)


def _socket(each: Socket, top: float, *, dashed: bool) -> str:
    x, y = _AT + each.x, top + 18 + each.y
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    # A small one has room for one line.
    if each.high < 40 or each.de == each.en:
        words = each.de if each.de == each.en else f"{each.de} ({each.en})"
        lines = [(words, y + each.high / 2 + 5)]
    else:
        lines = [(each.de, y + each.high / 2 - 3), (each.en, y + each.high / 2 + 13)]
    text = "".join(
        f'<text class="s" x="{x + each.wide / 2:.0f}" y="{at:.0f}" text-anchor="middle">'
        f"{escape(line)}</text>"
        for line, at in lines
    )
    fill = "#fff" if dashed else "#f1f4f5"
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{each.wide:.0f}" height="{each.high:.0f}" rx="4" '
        f'fill="{fill}" stroke="#14202b"{dash}/>{text}\n'
    )


def _adapter_cores(top: float) -> str:
    """Return the two short cores from the adapter to the board, cut off the lead to the strip."""
    made = []
    for code, at in (("BN", 42), ("BU", 74)):
        de, en, colour = COLOURS[code]
        y = top + 18 + at
        made.append(
            f'<path d="M{_AT - 80} {y}H{_AT}" stroke="#14202b" stroke-width="8"/>'
            f'<path d="M{_AT - 80} {y}H{_AT}" stroke="{colour}" stroke-width="5"/>'
            f'<text class="s" x="{_AT - 40}" y="{y - 8}" text-anchor="middle">{de}/{en}</text>\n'
        )
    return "".join(made)


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
