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
    "c": Palette("#1f5139", "#6fa565", "#0f2a1c", "#dbe6cf", "#ecc19a", "#c9926a", "#5a3a20"),
    "s": Palette("#1b2433", "#4f6d96", "#0d131d", "#d3dcea", "#f0caa6", "#cf9c76", "#1d1510"),
    "h": Palette("#a3201c", "#d9564a", "#641110", "#f6dad0", "#efc3a0", "#ca8f6e", "#8a4b1f"),
    "d": Palette("#b4600a", "#e69a35", "#70380a", "#f8e3bd", "#e8bb90", "#c08c60", "#d8ab52"),
}
"""By suit: E G H S of the German deck, c s h d (clubs, spades, hearts, diamonds) of the French."""
