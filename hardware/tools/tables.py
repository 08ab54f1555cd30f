"""Tables in documents that are reckoned: they stand between two marks and are written anew.

<!-- table: power -->
...
<!-- end -->
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

_REGION = re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table, ending in a line end."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def filled(text: str, tables: Mapping[str, str]) -> str:
    """Return the document with its tables written anew.

    Raises:
        KeyError: it asks for a table that nobody makes.
    """
    return _REGION.sub(lambda region: region[1] + tables[region[2]] + region[3], text)


def asked(text: str) -> tuple[str, ...]:
    """Return the names of the tables a document holds."""
    return tuple(name for _, name, _ in _REGION.findall(text))
