"""Colours: warm paper, one ink, and four suits told apart by the colour-blind too.

The suits differ in lightness as well as in hue (nearly black, green, deep red, ochre), and every
card carries letter and sign besides.
"""

from __future__ import annotations

from dataclasses import dataclass

PAPER = "#f6efdd"
INK = "#17110b"
RIVER = "#8fc1bd"
RIVER_PALE = "#cfe3dc"
RIVER_DEEP = "#2f6f74"
GOLD = "#e2ae3a"
WHITE = "#fffaf0"
STEEL = "#93a0a8"
PRUSSIAN = "#27384f"
WOOD = "#7a4a24"


@dataclass(frozen=True, slots=True)
class Palette:
    """One suit's colours: `main` for sign and index, `bright` beside it, `tint` for grounds."""

    main: str
    bright: str
    dark: str
    tint: str
    skin: str
    shade: str
    hair: str


PALETTES = {
    "E": Palette("#3b2110", "#b5651d", "#24140a", "#ecd6b8", "#e9bd92", "#c48d62", "#2a1a10"),
    "G": Palette("#20806b", "#4fae8d", "#0f4a3e", "#d3e5d3", "#f0c8a0", "#cf9a70", "#8a4b1f"),
    "H": Palette("#921f1a", "#c8473a", "#5a100e", "#f3d5c8", "#eec09c", "#c98d6c", "#4a2c18"),
    "S": Palette("#ab8005", "#dcae2e", "#6a4d05", "#f4e4ac", "#e6b88c", "#bf8a5d", "#d9b45a"),
}
