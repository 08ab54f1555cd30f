"""The strip's rail round a table: how many pieces, how it lies, what light it throws.

Sizes are those of `mechanics/parameters.scad`, in millimetres. The rendered evenings
(`tests.kiosk.lit_evenings`) were lit by bare lights 6 cm over the edge; here the strip is what it
is now, a sloping diffuser a thumb's breadth high, and its light is reckoned from data sheets.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin, tan
from pathlib import Path

from hardware.tools import power
from hardware.tools.places import GUIDE, HARDWARE, MECHANICS, sizes
from hardware.tools.seats import Top

SECTION = GUIDE / "pictures" / "rail-section.svg"
LIGHTS_A_METRE = 30
SIDES_OF_ROUND = 8
"""On a round table straight pieces lie as an octagon."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies round one table."""

    rails: int
    """Whole pieces to print, those that rests are sawn from included."""
    corners: int
    bends: int
    """Eighths of a turn between the octagon's pieces, if round; where the strip starts is none."""
    rests: tuple[float, ...]
    """What is sawn for each side after the whole pieces, long side first; none if round."""
    strip: float
    """Length of the strip."""
    lights: int


def laid(top: Top) -> Laid:
    """Return what lies round a table."""
    size = sizes()
    long, inner = size["rail_long"], size["rail_wall"]
    if top.round:
        around = SIDES_OF_ROUND * long + 2 * pi * (bend_radius() - inner)
        return Laid(SIDES_OF_ROUND, 0, SIDES_OF_ROUND - 1, (), around, lights(around))
    away = 2 * (size["rail_back"] + size["corner_radius"])
    runs = [side - away for side in (top.long, top.wide)]
    rests = [run % long for run in runs]
    whole = 2 * sum(int(run // long) for run in runs)
    bends = 2 * pi * (size["corner_radius"] - inner)
    around = 2 * sum(runs) + bends
    shown = tuple(dict.fromkeys(rests))
    return Laid(whole + _sawn_from(rests * 2, long), 4, 0, shown, around, lights(around))


def bend_radius() -> float:
    """Return how far a bend's outer wall is from where its two ends meet (`bend.scad`)."""
    size = sizes()
    return size["round_apothem"] - size["rail_long"] / 2 / tan(pi / SIDES_OF_ROUND)


def lights(around: float) -> int:
    """Return how many lights a strip of this length has, cut between two of them."""
    return int(around / 1000 * LIGHTS_A_METRE)


def _sawn_from(rests: list[float], long: float) -> int:
    """Return how many pieces these rests are sawn from, each out of one piece."""
    left: list[float] = []
    for rest in sorted(rests, reverse=True):
        room = next((at for at, free in enumerate(left) if free >= rest), None)
        if room is None:
            left.append(long - rest)
        else:
            left[room] -= rest
    return len(left)


@dataclass(frozen=True, slots=True)
class Rail:
    """A strip's rail on the rim, as `mechanics/rail.scad` has it."""

    back: float
    """Its outer face behind the rim."""
    wide: float
    high: float
    wall: float
    thick: float
    """Of the diffuser, which slopes from the wall's top to the inner edge."""
    toe: float
    """How high that edge lies."""
    apothem: float
    """On a round table straight pieces lie as an octagon, so far from the middle."""
    piece: float
    """Length of such a piece; the bends between them are left out."""


def rail() -> Rail:
    """Return the rail as it is printed."""
    size = sizes()
    back, wide, high, wall = (size[f"rail_{name}"] for name in ("back", "wide", "high", "wall"))
    apothem = size["round_apothem"]
    piece = size["rail_long"]
    return Rail(back, wide, high, wall, size["diffuser"], size["rail_toe"], apothem, piece)


_SCALE = 22.0
"""Pixels a millimetre."""
_ZERO = (120.0, 500.0)
"""Where the rim is in the picture, and the rail's lower edge."""
_TAPE = 0.6
"""Thickness of the non-slip tape, as drawn."""
_STYLE = (
    "text{font:14px 'DejaVu Sans',Verdana,sans-serif;fill:#14202b}.m{font-weight:bold}"
    "line,path.d{stroke:#14202b;stroke-width:1.5;fill:none}"
)


def draw_section() -> dict[Path, list[Path]]:
    """Draw it; return the picture with its sources."""
    SECTION.write_text(section(), "utf-8")
    return {SECTION: [HARDWARE / "tools" / "rails.py", MECHANICS / "parameters.scad"]}


def profile() -> tuple[tuple[float, float], ...]:
    """Return the rail's corners as `rail_profile` in `mechanics/rail.scad` has them."""
    size = sizes()
    wide, high, wall = size["rail_wide"], size["rail_high"], size["rail_wall"]
    foot, foot_high = size["rail_foot"], size["rail_foot_high"]
    toe, thick = size["rail_toe"], size["diffuser"]
    slope = (high - toe) / (wide - wall)
    top, inner = high - thick * hypot(1, slope), wide - thick - 1
    return (
        *((0, 0), (foot, 0), (foot, foot_high), (wall, foot_high), (wall, top)),
        (inner, top - slope * (inner - wall)),
        *((inner, 0), (wide, 0), (wide, toe), (wall, high), (0, high)),
    )


def section() -> str:
    """Return the rail on the rim, cut through, as SVG; the table's middle lies to the right."""
    size = sizes()
    back, wide, high = size["rail_back"], size["rail_wide"], size["rail_high"]
    wall, foot, low = size["rail_wall"], size["rail_foot"], size["rail_foot_high"]
    edge = " ".join("{:.1f},{:.1f}".format(*_at(back + x, y)) for x, y in profile())
    fill, dark, grey = "#d5dbdf", "#14202b", "#8a949b"
    strip = _box(back + wall, low + 0.6, 0.5, 10, "#fff")
    light = _box(back + wall + 0.5, low + 3.1, 1.6, 5, grey)
    cores = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_SCALE:.1f}" fill="#fff" stroke="{dark}" '
        f'stroke-width="2"/><circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{dark}"/>\n'
        for x, y in (_at(back + foot + 2.2 + 2.2 * n, 0.9) for n in range(3))
    )
    slope = (high - size["rail_toe"]) / (wide - wall)
    words = (
        _word((back + 1.5, high - 2), (0.5, 19.2), "Außenwand", "outer wall"),
        _word((back + wall + 0.3, high - 4.2), (11, 19.2), "Band (T16)", "strip (T16)"),
        _word((back + wall + 1.4, low + 5.5), (17.5, 16), "Licht, nach innen", "light, inwards"),
        _word(
            (back + wall + 11, high - slope * 11),
            (22, 12.6),
            f"Diffusor, {_de(size['diffuser'])} dick",
            f"diffuser, {size['diffuser']:g} thick",
        ),
        _word(
            (back + foot + 6.6, 1.4),
            (22, 9.2),
            "Adern, nur an der Ecke des Anfangs",
            "leads, at the corner of the start only",
        ),
        _word((back + 6.6, -_TAPE / 2), (11, -4.6), "Antirutschband (T47)", "non-slip tape (T47)"),
        _word((20, -2), (21, -4.6), "Tisch", "table"),
    )
    measures = (
        _across(0, back, -2.2),
        _across(back, back + foot, -3.4),
        _across(back, back + wall, high + 1),
        _across(back, back + wide, -6.6),
        _upright(back - 1.6, 0, high),
        _upright(back + wide + 1.6, 0, size["rail_toe"]),
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 700" width="960" height="700">\n'
        f"<style>{_STYLE}</style>\n"
        '<defs><pattern id="wood" width="14" height="14" patternUnits="userSpaceOnUse">'
        f'<rect width="14" height="14" fill="#fff"/><path d="M0 14L14 0" stroke="{grey}"/>'
        "</pattern></defs>\n"
        '<rect width="960" height="700" fill="#fff"/>\n'
        '<text class="m" x="20" y="28">Schnitt durch die Schiene auf der Kante, Maße in mm; '
        "rechts die Tischmitte</text>\n"
        '<text class="m" x="20" y="48">The rail on the rim, cut through; sizes in mm; the middle '
        "of the table is to the right</text>\n"
        f"{_box(0, -3.2 - _TAPE, 33, 3.2, 'url(#wood)')}"
        f'<polygon points="{edge}" fill="{fill}" stroke="{dark}" stroke-width="2.5"/>\n'
        f"{_box(back, -_TAPE, foot, _TAPE, dark)}{strip}{light}{cores}"
        f"{''.join(measures)}{''.join(words)}</svg>\n"
    )


def _de(size: float) -> str:
    return f"{size:g}".replace(".", ",")


def _at(x: float, y: float) -> tuple[float, float]:
    return _ZERO[0] + x * _SCALE, _ZERO[1] - y * _SCALE


def _box(x: float, y: float, wide: float, high: float, fill: str) -> str:
    left, up = _at(x, y + high)
    return (
        f'<rect x="{left:.1f}" y="{up:.1f}" width="{wide * _SCALE:.1f}" '
        f'height="{high * _SCALE:.1f}" fill="{fill}" stroke="#14202b" stroke-width="1.5"/>\n'
    )


def _word(to: tuple[float, float], at: tuple[float, float], *lines: str) -> str:
    """Return words, German above English, with a line from them to what they name."""
    (x1, y1), (x2, y2) = _at(*to), _at(*at)
    text = "".join(
        f'<text x="{x2:.0f}" y="{y2 + 18 * n:.0f}">{line}</text>' for n, line in enumerate(lines)
    )
    # It leaves at the end that is nearer to what is named.
    foot = y2 + 18 * len(lines) - 12 if y1 > y2 else y2 - 16
    return (
        f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2 + 10:.0f}" y2="{foot:.0f}"/>'
        f'<circle cx="{x1:.0f}" cy="{y1:.0f}" r="4" fill="#14202b"/>{text}\n'
    )


def _across(first: float, last: float, y: float) -> str:
    """Return a measure between two places, drawn at a height, with lines up or down to them."""
    (x1, at), (x2, _) = _at(first, y), _at(last, y)
    marks = "".join(f'<path class="d" d="M{x:.0f} {at - 8:.0f}v16"/>' for x in (x1, x2))
    return (
        f'{marks}<line x1="{x1:.0f}" y1="{at:.0f}" x2="{x2:.0f}" y2="{at:.0f}"/>'
        f"{_figure((x1 + x2) / 2, at + 5, last - first)}"
    )


def _upright(x: float, first: float, last: float) -> str:
    (at, y1), (_, y2) = _at(x, first), _at(x, last)
    marks = "".join(f'<path class="d" d="M{at - 8:.0f} {y:.0f}h16"/>' for y in (y1, y2))
    return (
        f'{marks}<line x1="{at:.0f}" y1="{y1:.0f}" x2="{at:.0f}" y2="{y2:.0f}"/>'
        f"{_figure(at, (y1 + y2) / 2 + 5, last - first)}"
    )


def _figure(x: float, y: float, size: float) -> str:
    return (
        f'<rect x="{x - 13:.0f}" y="{y - 14:.0f}" width="26" height="18" fill="#fff"/>'
        f'<text class="m" x="{x:.0f}" y="{y:.0f}" text-anchor="middle">{size:g}</text>\n'
    )


CANDELA = 1.25
"""A WS2812B at full white, straight ahead (data sheet)."""
THROUGH = 0.5
"""Part of it that white plastic of 1.2 mm lets through: a general figure, to be measured."""


def middle_lux(top: Top, *, capped: bool = True) -> float:
    """Return the lux that all lights at full white throw onto the middle of the table.

    `capped`: as the current's limit allows it. The diffuser shines evenly to all sides,
    so towards the middle, almost level with it, goes the sine of the slope.
    """
    built = rail()
    run, rise = built.wide - built.wall, built.high - built.toe
    slope = atan2(rise, run)
    count = laid(top).lights
    middle = built.toe + rise / 2
    far = top.rim / (2 * pi)
    towards = CANDELA * THROUGH * (sin(slope) + cos(slope) * middle / far)
    lux = count * towards * middle / hypot(far, middle) ** 3 * 1e6
    return lux * power.budget(count).left if capped else lux


def tried_lux(lights: int = 60, far: float = 450.0, high: float = 60.0) -> float:
    """Return what the rendered evenings' strip throws there (`tests.kiosk.lit_evenings.glow`)."""
    return lights * CANDELA * high / hypot(far, high) ** 3 * 1e6
