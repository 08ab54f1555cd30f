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
        "two_player_trump": Sourced("any_suit", "Mehrkopf only; DE 2 Spieler"),
        "heart_prussian_is_trump": Sourced(True, "Mehrkopf only; RULES 11.16"),
        "sit_out": Sourced("one_too_many", "RULES 0.12: five people at a four-player game"),
        "nixer_min": Sourced("never", "Mehrkopf only; DE Geben"),
        "nixer_ranks": Sourced(("9", "8", "7", "6"), "Mehrkopf only; DE Kartenwerte"),
        "look_back": Sourced("last_trick", "practice is silent; RULES 0.9"),
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
        "ramsch_price": Sourced(1, "EN Ramsch: normal rate (RULES 11.5)"),
        "hochzeit_price": Sourced(1, "EN Hochzeit: normal rate (RULES 0.18)"),
        "sie_factor": Sourced(4, "Penguin Book of Card Games (RULES 5)"),
        "pot_split": Sourced("equal", "EN, DE Abrechnung (RULES 8)"),
        "laufende": Sourced(True, "practice"),
        "laufende_min": Sourced({"default": 3}, "DE Abrechnung; practice"),
        "laufende_scope": Sourced("all", "practice (RULES 11.2)"),
        "laufende_claim": Sourced("automatic", "practice (RULES 0.5)"),
        "laufende_to": Sourced("price", "practice (RULES 0.5)"),
        "declarer_schneider_free": Sourced("total/4+1", "practice (RULES 8)"),
        "tout_doubles": Sourced("base+laufende", "practice (RULES 8)"),
        "tout_doubles_when": Sourced("always", "practice (RULES 0.3)"),
        "umspielen_when": Sourced("lead", "AB 3.1; practice (RULES 7)"),
        "umspielen_min": Sourced("computed", "AB 3.1; practice (RULES 7)"),
        "called_discard": Sourced("last_trick_only", "AB 3.1; practice (RULES 7.3)"),
        "ramsch_block": Sourced("never", "practice names no bar"),
        "ramsch_jungfrau": Sourced("double_each", "practice (RULES 0.32)"),
        "ramsch_durchmarsch": Sourced("off", "practice (RULES 0.32)"),
        "ramsch_durchmarsch_from": Sourced("all_tricks", "practice (RULES 5, Ramsch)"),
        "ramsch_tie": Sourced("higher_trump", "practice (RULES 5, Ramsch)"),
        "revoke": Sourced("offender_pays_all", "DE Abrechnung (RULES 0.17)"),
        "revoke_side": Sourced("team", "RULES 0.17: his team pays normally"),
        "revoke_price": Sourced("base", "RULES 8"),
        "late_proof": Sourced("resettle", "RULES 12"),
        "legen": Sourced(True, "practice (RULES 0.32)"),
        "stoss": Sourced("resupra", "AB 4.1; practice"),
        "contra_until": Sourced(1, "AB 4.1 (RULES 11.18)"),
        "stock_pay": Sourced(0, "practice: agreed at the table (RULES 0.32)"),
        "stock_to": Sourced("call_won", "practice: schafkopfen.net, Stock"),
        "stock_lost": Sourced("doubled", "practice: schafkopfen.net, Stock"),
    },
)
