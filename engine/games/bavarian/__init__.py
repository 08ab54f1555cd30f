"""Bavarian Schafkopf by the official rules (preset `bavarian`; AB, Appendix B)."""

from __future__ import annotations

from dataclasses import replace

from engine.games.bavarian import preset as messages
from engine.games.bavarian.preset import BAVARIAN_PRESET
from engine.games.schafkopf.family import SchafkopfGame
from engine.games.schafkopf.kinds import KINDS, ContractKind
from engine.text import Text


def _in_its_words(kind: ContractKind) -> ContractKind:
    """Return a kind of contract as Appendix B calls it."""
    return replace(
        kind,
        title=messages.TITLES.get(kind.name, kind.title),
        sentence=messages.SENTENCES.get(kind.name, kind.sentence),
        tout_said=messages.TOUTS.get(kind.name, kind.tout_said),
    )


BAVARIAN = SchafkopfGame(
    "bavarian",
    Text(de="Bayerischer Schafkopf", en="Bavarian Schafkopf"),
    (BAVARIAN_PRESET,),
    kinds={name: _in_its_words(kind) for name, kind in KINDS.items()},
    bid_texts=messages.BIDS,
    doublings=messages.CALLED_DOUBLINGS,
)
"""The game as the registry holds it."""

__all__ = ["BAVARIAN"]
