"""What was found of a deal as JSON, and back: it is kept with the deal and written for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import Family, card
from engine.open_cards.findings import (
    Known,
    OpenCards,
    ToldCard,
    Turn,
    UncheckedCard,
    Withheld,
)
from engine.text import Text

VERSION = 2


def to_json(found: OpenCards | Withheld) -> dict[str, object]:
    """Return what was found as one JSON object.

    >>> to_json(Withheld(Text(de="Nein.", en="No.")))
    {'v': 2, 'withheld': {'de': 'Nein.', 'en': 'No.'}}
    """
    if isinstance(found, Withheld):
        return {"v": VERSION, "withheld": {"de": found.why.de, "en": found.why.en}}
    return {
        "v": VERSION,
        "side": list(found.side),
        "others": list(found.others),
        "steps": list(found.steps),
        "final": found.final,
        "best": found.best,
        "from_trick": found.from_trick,
        "open_until": found.open_until,
        "turns": [
            {"play": each.play, "trick": each.trick, "step": each.step} for each in found.turns
        ],
        "cards": [_card(each) for each in found.cards],
        "values": [list(each) for each in found.values],
        "unchecked": [
            {
                "play": each.play,
                "trick": each.trick,
                "seat": each.seat,
                "laid": each.laid.code,
                "before": each.before,
                "after": each.after,
            }
            for each in found.unchecked
        ],
    }


def _card(told: ToldCard) -> dict[str, object]:
    known = told.known
    return {
        "play": told.play,
        "trick": told.trick,
        "seat": told.seat,
        "laid": told.laid.code,
        "better": told.better.code,
        "before": told.before,
        "after": told.after,
        "known": {
            "better": known.better,
            "worse": known.worse,
            "asked": known.asked,
            "gain": known.gain,
            "seen": known.seen,
        },
    }


def from_json(value: Mapping[str, Any], family: Family) -> OpenCards | Withheld | None:
    """Return what `to_json` wrote; None where another version did, or it is no such thing.

    Args:
        value: the object.
        family: what the deal's cards are printed as.
    """
    if value.get("v") != VERSION:
        return None
    try:
        if "withheld" in value:
            why = value["withheld"]
            return Withheld(Text(de=str(why["de"]), en=str(why["en"])))
        return OpenCards(
            tuple(value["side"]),
            tuple(value["others"]),
            tuple(value["steps"]),
            value["final"],
            value["best"],
            value["from_trick"],
            value["open_until"],
            tuple(Turn(each["play"], each["trick"], each["step"]) for each in value["turns"]),
            tuple(_told(each, family) for each in value["cards"]),
            tuple(_three(each) for each in value["values"]),
            tuple(_unchecked(each, family) for each in value["unchecked"]),
        )
    except (KeyError, TypeError, ValueError):
        return None


def _told(value: Mapping[str, Any], family: Family) -> ToldCard:
    known = value["known"]
    return ToldCard(
        value["play"],
        value["trick"],
        value["seat"],
        card(value["laid"], family),
        card(value["better"], family),
        value["before"],
        value["after"],
        Known(known["better"], known["worse"], known["asked"], known["gain"]),
    )


def _unchecked(value: Mapping[str, Any], family: Family) -> UncheckedCard:
    return UncheckedCard(
        value["play"],
        value["trick"],
        value["seat"],
        card(value["laid"], family),
        value["before"],
        value["after"],
    )


def _three(value: Sequence[int]) -> tuple[int, int, int]:
    play, before, after = value
    return play, before, after
