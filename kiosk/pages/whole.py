"""Whole numbers in addresses and forms: few digits of ours, whatever else may be sent."""

from __future__ import annotations

_MOST_DIGITS = 9


def is_whole(said: str) -> bool:
    """Tell whether it is a number from 0 on that `int` takes: not in other scripts, not endless."""
    return said.isascii() and said.isdecimal() and len(said) <= _MOST_DIGITS
