"""House rules: a preset and what a table changed of it. (Filled in by the games.)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """One table's rules: the preset's name and the value of every option."""

    preset: str
    options: Mapping[str, object]
