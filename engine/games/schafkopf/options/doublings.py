"""Doublings: Legen before the first card, Kontra to Resupra after the call."""

from __future__ import annotations

from engine.options import Choice, Flag, OptionSpec, Whole
from engine.text import Text

DOUBLINGS_OPTIONS = (
    OptionSpec(
        "legen",
        Flag(),
        Text(
            de="Ob jeder nach seinen ersten Karten einmal legen (klopfen) darf",
            en="Whether everyone may double once after their first cards (Legen, Klopfen)",
        ),
    ),
    OptionSpec(
        "stoss",
        Choice(
            {
                "off": Text(de="gar nicht", en="not at all"),
                "kontra": Text(de="nur Kontra", en="Kontra alone"),
                "re": Text(de="Kontra und Re", en="Kontra and Re"),
                "supra": Text(de="bis Supra", en="up to Supra"),
                "resupra": Text(de="bis Resupra", en="up to Resupra"),
            }
        ),
        Text(
            de="Wie weit nach der Ansage verdoppelt werden darf",
            en="How far a game may be doubled once it is called",
        ),
    ),
    OptionSpec(
        "contra_until",
        Whole(
            0,
            48,
            {
                "own_card": Text(
                    de="bis zur eigenen ersten Karte", en="up to one's own first card"
                ),
            },
        ),
        Text(
            de="Wie viele Karten höchstens liegen, wenn Kontra gesagt wird",
            en="How many cards may lie at most when Kontra is said",
        ),
    ),
)
