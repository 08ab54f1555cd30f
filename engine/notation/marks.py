"""Marks behind a card: corrected by hand, read without certainty, against a rule.

`R` for a revoke and `L` for a lead out of turn are the letters that bridge uses as well.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.record import JsonObject

CORRECTED = "="
UNSURE = "?"
AGAINST = "!"
"""Before the letter of a rule that was broken."""

FIELD_OF: Mapping[str, str] = {CORRECTED: "corrected", UNSURE: "unsure"}
"""Further fields of the deal file that these marks stand for: lists of indexes into `plays`."""

LETTERS: Mapping[str, str] = {
    "revoke": "R",
    "must_trump": "T",
    "called_card_withheld": "W",
    "called_card_underled": "U",
    "called_card_discarded": "D",
    "called_suit_not_kept": "K",
    "under_withheld": "N",
    "hochzeit_trump": "H",
    "duplicate_card": "2",
    "foreign_card": "F",
    "out_of_turn": "O",
    "lead_out_of_turn": "L",
    "tout_lost": "X",
}
"""Kind of verdict about a card, and its letter."""

KINDS: Mapping[str, str] = {letter: kind for kind, letter in LETTERS.items()}


def marked(extra: JsonObject, sign: str, plays: int) -> frozenset[int] | None:
    """Return the plays with this mark; None where the field holds anything else."""
    told = extra.get(FIELD_OF[sign])
    if not isinstance(told, list) or not told:
        return None
    if any(isinstance(each, bool) or not isinstance(each, int) for each in told):
        return None
    fits = told == sorted(set(told)) and told[0] >= 0 and told[-1] < plays
    return frozenset(told) if fits else None
