"""The preset `schafkopf`: the game as it is played today."""

from __future__ import annotations

from engine.games.schafkopf.options.calls import CONTRACT_KINDS
from engine.options import Preset, Sourced
from engine.text import Text

SCHAFKOPF_PRESET = Preset(
    "schafkopf",
    Text(de="Schafkopf, heutige Praxis", en="Schafkopf, today's practice"),
    {
        "games": Sourced(CONTRACT_KINDS, "practice (RULES 0.14)"),
        "deck": Sourced("full", "AB 1"),
        "trump_suit": Sourced("H", "practice"),
        "auction": Sourced("named", "practice (RULES 4)"),
        "tie_order": Sourced("vorhand_first", "practice (RULES 4)"),
        "solo_order": Sourced("by_game", "practice (RULES 14)"),
        "all_pass": Sourced("redeal", "AB 2.1; practice"),
        "seven_choice": Sourced("last_active", "RULES 0.12"),
        "muss_card": Sourced("EO", "DE Muss-Spiel"),
        "redeal_dealer": Sourced("next", "RULES 0.22"),
        "misdeal_dealer": Sourced("same", "practice: a misdeal is dealt again"),
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
