"""Where a replay is: the addresses other pages link to."""

from __future__ import annotations

from urllib.parse import urlencode

EVENINGS = "/replay"
"""The list of evenings."""
NOW = "now"
"""Stands for the evening on the table."""


def deals(evening: str = NOW) -> str:
    """Return the address of an evening's deals."""
    return f"{EVENINGS}/{evening}"


def deal_replay(number: int, evening: str = NOW) -> str:
    """Return the address of a deal's beginning."""
    return f"{EVENINGS}/{evening}/{number}"


def deal_end(number: int, evening: str = NOW) -> str:
    """Return the address of a deal's end: where somebody contests the result."""
    return f"{EVENINGS}/{evening}/{number}/end"


def file(evening: str = NOW) -> str:
    """Return the address of the evening as one file."""
    return f"{EVENINGS}/{evening}/file"


def step(evening: str, number: int, seq: int, *, marks: bool) -> str:
    """Return the address of one step; with `marks` alerts and corrections are marked."""
    return f"{EVENINGS}/{evening}/{number}/{seq}" + ("?marks=1" if marks else "")


def place(evening: str, number: int, *, marks: bool, **of: int) -> str:
    """Return the address that finds a place in a deal (`card=17`, `trick=5`), both from 1."""
    fields = {**of, "marks": 1} if marks else of
    return f"{EVENINGS}/{evening}/{number}?{urlencode(fields)}"
