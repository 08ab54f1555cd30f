"""Prices, Schneider, Tout."""

from __future__ import annotations

from collections.abc import Mapping

from engine.options import Amounts, Choice, OptionSpec, Whole
from engine.text import Text

TARIFF_KEYS = ("call", "solo", "ramsch", "hochzeit", "sie", "schneider", "schwarz", "laufende")

PRICES_OPTIONS = (
    OptionSpec(
        "tariff",
        Amounts(TARIFF_KEYS),
        Text(
            de="Preise: Ruf, Solo, Ramsch; Schneider, Schwarz dazu, je Laufender",
            en="Prices: call, solo, Ramsch; Schneider, Schwarz on top, each Laufender",
        ),
    ),
    OptionSpec(
        "declarer_schneider_free",
        Whole(1, 148, ("never", "total/4+1")),
        Text(
            de="Mit wie vielen Augen verlierende Spieler schneiderfrei sind; never: sie zahlen nie "
            "Schneider oder Schwarz",
            en="With how many points losing declarers are free of Schneider; never: they pay "
            "neither Schneider nor Schwarz",
        ),
    ),
    OptionSpec(
        "tout_doubles",
        Choice(("base", "base+laufende", "all")),
        Text(de="Was ein Tout verdoppelt", en="What a Tout doubles"),
    ),
    OptionSpec(
        "tout_doubles_when",
        Choice(("always", "won")),
        Text(de="Ob auch ein verlorener Tout doppelt zählt", en="Whether a lost Tout doubles too"),
    ),
)


def completed_tariff(
    given: Mapping[str, int], fallback: Mapping[str, int], sie_factor: int = 4
) -> dict[str, int]:
    """Return a tariff without gaps (deal file, `rules.tariff`).

    `call`, `solo`, `schneider` and `laufende` left out come from `fallback`; Ramsch and Hochzeit
    then cost as much as a call, Schwarz as much again as Schneider, a Sie a multiple of a Solo.
    """
    tariff = {
        key: given.get(key, fallback[key]) for key in ("call", "solo", "schneider", "laufende")
    }
    tariff["ramsch"] = given.get("ramsch", tariff["call"])
    tariff["hochzeit"] = given.get("hochzeit", tariff["call"])
    tariff["schwarz"] = given.get("schwarz", tariff["schneider"])
    tariff["sie"] = given.get("sie", tariff["solo"] * sie_factor)
    return tariff
