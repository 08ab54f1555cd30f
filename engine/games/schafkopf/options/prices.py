"""Prices, Schneider, Tout."""

from __future__ import annotations

from collections.abc import Mapping

from engine.options import Amounts, Choice, OptionSpec, Whole
from engine.text import Text

TARIFF = {
    "call": Text(de="Rufspiel", en="call game"),
    "solo": Text(de="Solo", en="Solo"),
    "ramsch": Text(de="Ramsch", en="Ramsch"),
    "hochzeit": Text(de="Hochzeit", en="Hochzeit"),
    "sie": Text(de="Sie", en="Sie"),
    "schneider": Text(de="Schneider", en="Schneider"),
    "schwarz": Text(de="Schwarz dazu", en="Schwarz on top"),
    "laufende": Text(de="je Laufendem", en="each Laufender"),
}
"""What a tariff prices."""

PRICES_OPTIONS = (
    OptionSpec(
        "tariff",
        Amounts(TARIFF),
        Text(de="Die Preise", en="The prices"),
    ),
    OptionSpec(
        "declarer_schneider_free",
        Whole(
            1,
            148,
            {
                "never": Text(
                    de="sie zahlen nie Schneider oder Schwarz",
                    en="they never pay Schneider or Schwarz",
                ),
                "total/4+1": Text(
                    de="mit einem Auge mehr als einem Viertel aller Augen (31 von 120)",
                    en="with one point more than a quarter of all (31 of 120)",
                ),
            },
        ),
        Text(
            de="Mit wie vielen Augen verlierende Spieler schneiderfrei sind",
            en="With how many points losing declarers are free of Schneider",
        ),
    ),
    OptionSpec(
        "tout_doubles",
        Choice(
            {
                "base": Text(de="nur den Grundpreis", en="the base price alone"),
                "base+laufende": Text(
                    de="Grundpreis und Laufende; Schneider und Schwarz zählen nicht",
                    en="base price and Laufende; Schneider and Schwarz do not count",
                ),
                "all": Text(
                    de="alles: Grundpreis, Schneider, Schwarz und Laufende",
                    en="everything: base price, Schneider, Schwarz and Laufende",
                ),
            }
        ),
        Text(de="Was ein Tout verdoppelt", en="What a Tout doubles"),
    ),
    OptionSpec(
        "tout_doubles_when",
        Choice(
            {
                "always": Text(de="ja, gewonnen und verloren", en="yes, won or lost"),
                "won": Text(de="nein, nur ein gewonnener", en="no, only one that was won"),
            }
        ),
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
