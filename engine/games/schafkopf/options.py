"""The house rules of the Schafkopf family and the preset `schafkopf` (today's practice)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.options import (
    Amounts,
    Choice,
    Flag,
    OptionSpec,
    Preset,
    Rules,
    Several,
    Sourced,
    Whole,
    WholePerKind,
)
from engine.text import Text

CONTRACT_KINDS = ("rufspiel", "solo", "wenz", "geier", "farbwenz", "farbgeier", "ramsch")
TARIFF_KEYS = ("call", "solo", "ramsch", "hochzeit", "sie", "schneider", "schwarz", "laufende")

OPTIONS = (
    OptionSpec(
        "games",
        Several(CONTRACT_KINDS),
        Text(
            de="Was angesagt werden darf, in dieser Folge", en="What may be called, in this order"
        ),
    ),
    OptionSpec(
        "deck",
        Choice(("full", "short")),
        Text(de="Lange oder kurze Karte (24 Karten)", en="Full or short deck (24 cards)"),
    ),
    OptionSpec(
        "tariff",
        Amounts(TARIFF_KEYS),
        Text(
            de="Preise: Ruf, Solo, Ramsch; Schneider, Schwarz dazu, je Laufender",
            en="Prices: call, solo, Ramsch; Schneider, Schwarz on top, each Laufender",
        ),
    ),
    OptionSpec("laufende", Flag(), Text(de="Laufende zählen", en="Laufende count")),
    OptionSpec(
        "laufende_min",
        WholePerKind(1, 14, CONTRACT_KINDS),
        Text(de="Ab wie vielen Laufenden gezahlt wird", en="How many Laufende it takes to count"),
    ),
    OptionSpec(
        "laufende_scope",
        Choice(("all", "stamm")),
        Text(
            de="Welche Trümpfe als Laufende zählen: alle oder nur Stammtrümpfe",
            en="Which trumps count as Laufende: all or only Ober, Unter, Gefreite",
        ),
    ),
    OptionSpec(
        "laufende_to",
        Choice(("price", "holder")),
        Text(
            de="Laufende erhöhen den Preis oder gehen an die Partei, die sie hatte",
            en="Laufende raise the price, or are paid to the team that held them",
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
    OptionSpec(
        "umspielen_when",
        Choice(("lead", "follow", "any", "never")),
        Text(
            de="Wann die gerufene Karte zurückbehalten werden darf: beim Anspielen (Davonlaufen), "
            "beim Zugeben (Umspielen)",
            en="When the called card may be kept back: when leading (running away), when following "
            "(playing around)",
        ),
    ),
    OptionSpec(
        "umspielen_min",
        Whole(2, 9, ("computed",)),
        Text(
            de="Wie viele Karten der Ruffarbe es dazu braucht; computed: so viele, dass der Stich "
            "gestochen wird",
            en="How many cards of the called suit that takes; computed: so many that the trick is "
            "bound to be trumped",
        ),
    ),
    OptionSpec(
        "called_discard",
        Choice(("last_trick_only", "free")),
        Text(
            de="Ob die gerufene Karte vor dem letzten Stich abgeworfen werden darf",
            en="Whether the called card may be discarded before the last trick",
        ),
    ),
    OptionSpec(
        "ramsch_jungfrau",
        Choice(("none", "double_each", "double_once")),
        Text(
            de="Ob ein Spieler ohne Stich den Ramsch verdoppelt",
            en="Whether a player without a trick doubles the Ramsch",
        ),
    ),
    OptionSpec(
        "ramsch_durchmarsch",
        Choice(("off", "wins")),
        Text(
            de="Ob alle Stiche den Ramsch gewinnen",
            en="Whether taking every trick wins the Ramsch",
        ),
    ),
    OptionSpec(
        "ramsch_tie",
        Choice(("higher_trump", "more_tricks", "shared")),
        Text(
            de="Wer bei gleichen Augen den Ramsch verliert",
            en="Who loses the Ramsch when points are equal",
        ),
    ),
    OptionSpec(
        "revoke",
        Choice(("offender_pays_all", "game_lost", "none")),
        Text(de="Was ein Fehler kostet", en="What an error costs"),
    ),
    OptionSpec(
        "revoke_price",
        Choice(("base", "schneider", "schwarz")),
        Text(de="Zu welchem Preis ein Fehler gilt", en="At which price an error is settled"),
    ),
)

SCHAFKOPF_PRESET = Preset(
    "schafkopf",
    Text(de="Schafkopf, heutige Praxis", en="Schafkopf, today's practice"),
    {
        "games": Sourced(CONTRACT_KINDS, "practice (RULES 0.14)"),
        "deck": Sourced("full", "AB 1"),
        "tariff": Sourced(
            {"call": 20, "solo": 50, "schneider": 10, "laufende": 10}, "practice (deal file)"
        ),
        "laufende": Sourced(True, "practice"),
        "laufende_min": Sourced({"default": 3}, "DE Abrechnung; practice"),
        "laufende_scope": Sourced("all", "practice (RULES 11.2)"),
        "laufende_to": Sourced("price", "practice (RULES 0.5)"),
        "declarer_schneider_free": Sourced("total/4+1", "practice (RULES 8)"),
        "tout_doubles": Sourced("base+laufende", "practice (RULES 8)"),
        "tout_doubles_when": Sourced("always", "practice (RULES 0.3)"),
        "umspielen_when": Sourced("lead", "AB 3.1; practice (RULES 7)"),
        "umspielen_min": Sourced("computed", "AB 3.1; practice (RULES 7)"),
        "called_discard": Sourced("last_trick_only", "AB 3.1; practice (RULES 7.3)"),
        "ramsch_jungfrau": Sourced("double_each", "practice (RULES 0.32)"),
        "ramsch_durchmarsch": Sourced("off", "practice (RULES 0.32)"),
        "ramsch_tie": Sourced("higher_trump", "practice (RULES 5, Ramsch)"),
        "revoke": Sourced("offender_pays_all", "DE Abrechnung (RULES 0.17)"),
        "revoke_price": Sourced("base", "RULES 8"),
    },
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


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options with their types, as the rest of the family reads them."""

    games: tuple[str, ...]
    short: bool
    tariff: Mapping[str, int]
    laufende: bool
    laufende_min: Mapping[str, int]
    laufende_scope: str
    laufende_to: str
    declarer_schneider_free: int | str
    tout_doubles: str
    tout_doubles_when: str
    umspielen_when: str
    umspielen_min: int | None
    called_discard: str
    ramsch_jungfrau: str
    ramsch_durchmarsch: str
    ramsch_tie: str
    revoke: str
    revoke_price: str


_HOUSE: dict[Rules, HouseRules] = {}


def house(rules: Rules) -> HouseRules:
    """Return the typed options of checked rules."""
    known = _HOUSE.get(rules)
    if known is None:
        known = _HOUSE[rules] = _typed(rules.options)
    return known


def _typed(options: Mapping[str, object]) -> HouseRules:
    def word(name: str) -> str:
        value = options[name]
        assert isinstance(value, str)
        return value

    def table(name: str) -> Mapping[str, int]:
        value = options[name]
        assert isinstance(value, Mapping)
        return value

    def number(name: str) -> int | str:
        value = options[name]
        assert isinstance(value, int | str)
        return value

    games = options["games"]
    assert isinstance(games, tuple)
    least = number("umspielen_min")
    return HouseRules(
        games=games,
        short=word("deck") == "short",
        tariff=table("tariff"),
        laufende=options["laufende"] is True,
        laufende_min=table("laufende_min"),
        laufende_scope=word("laufende_scope"),
        laufende_to=word("laufende_to"),
        declarer_schneider_free=number("declarer_schneider_free"),
        tout_doubles=word("tout_doubles"),
        tout_doubles_when=word("tout_doubles_when"),
        umspielen_when=word("umspielen_when"),
        umspielen_min=least if isinstance(least, int) else None,
        called_discard=word("called_discard"),
        ramsch_jungfrau=word("ramsch_jungfrau"),
        ramsch_durchmarsch=word("ramsch_durchmarsch"),
        ramsch_tie=word("ramsch_tie"),
        revoke=word("revoke"),
        revoke_price=word("revoke_price"),
    )
