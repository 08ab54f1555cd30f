"""Lines of the deal file, as objects, for any number of people."""

from __future__ import annotations

from collections.abc import Sequence

Plays = Sequence[tuple[int, str]]


def line(
    players: int,
    contract: dict[str, object] | None,
    game: str = "mehrkopf",
    rules: dict[str, object] | None = None,
    plays: Plays = (),
    **more: object,
) -> dict[str, object]:
    """Return a deal whose last seat deals; with seven people it sits out."""
    return {
        "v": 1,
        "id": "test",
        "game": game,
        "rules": rules or {},
        "players": players,
        "dealer": players - 1,
        "out": [6] if players == 7 else [],
        "contract": contract,
        "plays": [list(play) for play in plays],
        **more,
    }
