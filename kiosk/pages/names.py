"""What people are called where there is little room: by their first name while one alone has it."""

from __future__ import annotations

from collections import Counter


def short(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return each person's first name; the whole name where two share it, or it is an initial."""
    first = [name.split(" ", 1)[0] for name in names]
    count = Counter(word.casefold() for word in first)
    return tuple(
        word if len(word) > 2 and count[word.casefold()] == 1 and word[-1] != "." else name
        for word, name in zip(first, names, strict=True)
    )
