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
        Amounts(TARIFF, follows=("ramsch", "hochzeit", "sie", "schwarz")),
        Text(de="Die Preise", en="The prices"),
    ),
    OptionSpec(
        "ramsch_price",
        Whole(0, 1000),
        Text(
            de="Wie viele Rufspiele ein Ramsch kostet, wenn der Tarif ihn nicht nennt",
            en="How many call games a Ramsch costs where the tariff does not name it",
        ),
    ),
    OptionSpec(
        "hochzeit_price",
        Whole(0, 1000),
        Text(
            de="Wie viele Rufspiele eine Hochzeit kostet, wenn der Tarif sie nicht nennt",
            en="How many call games a Hochzeit costs where the tariff does not name it",
        ),
    ),
    OptionSpec(
        "sie_factor",
        Whole(1, 1000),
        Text(
            de="Wie viele Soli ein Sie kostet, wenn der Tarif es nicht nennt",
            en="How many Solos a Sie costs where the tariff does not name it",
        ),
    ),
    OptionSpec(
        "pot_split",
        Choice(
            {
                "equal": Text(
                    de="jeder Verlierer zahlt einmal, die Gewinner teilen zu gleichen Teilen",
                    en="every loser pays once, and the winners share equally",
                ),
                "per_head": Text(
                    de="jeder Verlierer zahlt jedem Gewinner",
                    en="every loser pays every winner",
                ),
            }
        ),
        Text(
            de="Wie zwei Parteien miteinander abrechnen",
            en="How two teams settle with each other",
        ),
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
    given: Mapping[str, int], fallback: Mapping[str, int], factors: Mapping[str, int]
) -> dict[str, int]:
    """Return a tariff without gaps (deal file, `rules.tariff`).

    `call`, `solo`, `schneider` and `laufende` left out come from `fallback`; Schwarz then costs as
    much again as Schneider, and Ramsch, Hochzeit and Sie so many calls or Solos as `factors` say.

    Args:
        given: the amounts that the table wrote.
        fallback: the preset's amounts.
        factors: `ramsch_price` and `hochzeit_price` (in calls), `sie_factor` (in Solos).
    """
    tariff = {
        key: given.get(key, fallback[key]) for key in ("call", "solo", "schneider", "laufende")
    }
    tariff["ramsch"] = given.get("ramsch", tariff["call"] * factors["ramsch_price"])
    tariff["hochzeit"] = given.get("hochzeit", tariff["call"] * factors["hochzeit_price"])
    tariff["schwarz"] = given.get("schwarz", tariff["schneider"])
    tariff["sie"] = given.get("sie", tariff["solo"] * factors["sie_factor"])
    return tariff
