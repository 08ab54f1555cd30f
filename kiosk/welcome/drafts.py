"""Changed house rules that nobody has taken or kept yet: they wait until somebody drops them."""

from __future__ import annotations

from collections.abc import Collection
from threading import Lock

from engine.rules_toml import NamedRules
from kiosk.welcome.rules_draft import Draft

MOST = 5
"""Drafts kept at once; the one that was not touched for longest goes first."""


class Drafts:
    """The table's drafts, one for each game and each set of its own; gone with the program."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], Draft] = {}
        self._gate = Lock()

    def keep(self, draft: Draft) -> None:
        """Keep a draft in place of the one before it."""
        with self._gate:
            self._kept.pop(_key(draft), None)
            self._kept[_key(draft)] = draft
            while len(self._kept) > MOST:
                del self._kept[next(iter(self._kept))]

    def drop(self, draft: Draft) -> None:
        """Throw away what was kept in this draft's place."""
        with self._gate:
            self._kept.pop(_key(draft), None)

    def unlike(self, known: Collection[NamedRules]) -> tuple[Draft, ...]:
        """Return the drafts that say something else than rules known already, newest first."""
        with self._gate:
            kept = tuple(reversed(self._kept.values()))
        return tuple(draft for draft in kept if differs(draft, known))


def differs(draft: Draft, known: Collection[NamedRules]) -> bool:
    """Tell whether a draft would be lost with its page: no known rules of its game say the same."""
    rules = draft.named.rules
    return all(each.rules != rules for each in known if each.game == draft.game)


def _key(draft: Draft) -> tuple[str, str]:
    return draft.game, draft.of
