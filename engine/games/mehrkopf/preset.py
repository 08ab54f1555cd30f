"""The preset `mehrkopf`: the rulebook to the letter, German first (DE; EN where DE is silent)."""

from __future__ import annotations

from engine.options import Preset, Sourced
from engine.text import Text

MEHRKOPF_PRESET = Preset(
    "mehrkopf",
    Text(de="Mehrkopf, nach dem Regelheft", en="Mehrkopf, by the rulebook"),
    {
        "games": Sourced(("rufspiel", "solo", "geier", "wenz", "ramsch"), "DE Spielarten"),
        "deck": Sourced("full", "DE 4 Spieler"),
        "trump_suit": Sourced("H", "DE Normalspiel"),
        "auction": Sourced("two_steps", "DE Spielansage (RULES 0.10)"),
        "tie_order": Sourced(
            "vorhand_first", "DE Spielansage (RULES 11.13; EN: starting with the dealer)"
        ),
        "solo_order": Sourced("equal", "DE Spielansage: gives Solos no order"),
        "all_pass": Sourced("dealer_choice", "DE Spielansage"),
        "seven_choice": Sourced("last_active", "DE Spielansage: the last player of the round"),
        "muss_card": Sourced("EO", "DE Muss-Spiel: der Alte"),
        "redeal_dealer": Sourced("next", "DE Spielansage: der Geber wechselt"),
        "misdeal_dealer": Sourced("same", "DE is silent; practice: a misdeal is dealt again"),
        "tariff": Sourced({"call": 1, "solo": 5, "schneider": 1, "laufende": 1}, "DE Abrechnung"),
        "laufende": Sourced(True, "DE Abrechnung"),
        "laufende_min": Sourced({"default": 3}, "DE Abrechnung (EN: more than three)"),
        "laufende_scope": Sourced("stamm", "DE Abrechnung"),
        "laufende_to": Sourced("holder", "DE Abrechnung"),
        "declarer_schneider_free": Sourced("never", "DE Abrechnung: only non-declarers pay it"),
        "tout_doubles": Sourced("base+laufende", "DE Tout (RULES 11.17)"),
        "tout_doubles_when": Sourced("won", "EN Tout: winnings are doubled"),
        "umspielen_when": Sourced("follow", "DE Normalspiel"),
        "umspielen_min": Sourced("computed", "DE Normalspiel (RULES 0.2)"),
        "called_discard": Sourced("free", "DE Vorwort: gespielt werden darf alles"),
        "ramsch_jungfrau": Sourced("none", "DE Ramsch is silent"),
        "ramsch_durchmarsch": Sourced("off", "DE Ramsch is silent"),
        "ramsch_tie": Sourced("higher_trump", "DE Ramsch is silent; practice"),
        "revoke": Sourced("offender_pays_all", "DE Abrechnung"),
        "revoke_price": Sourced("base", "DE Abrechnung (RULES 8)"),
    },
)
"""Mehrkopf by the rulebook (preset `mehrkopf`)."""
