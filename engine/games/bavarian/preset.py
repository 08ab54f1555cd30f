"""The preset `bavarian`, and what Bavarian Schafkopf calls otherwise than the rest of its family.

Appendix B to the letter (AB); where it is silent, today's practice.
"""

from __future__ import annotations

from engine.games.auction.bid_texts import BID_TEXTS
from engine.games.schafkopf.messages import DOUBLINGS
from engine.options import Preset, Sourced
from engine.text import Text

BAVARIAN_PRESET = Preset(
    "bavarian",
    Text(
        de="Bayerischer Schafkopf, nach den offiziellen Regeln",
        en="Bavarian Schafkopf, by the official rules",
    ),
    {
        "games": Sourced(
            ("rufspiel", "wenz", "solo", "wenz tout", "solo tout", "sie"), "AB 1.1 Game Types"
        ),
        "renonce": Sourced("never", "AB 1.1 Game Types knows none"),
        "called_ten": Sourced("never", "AB 2.2 Calling a Partner: with all aces nobody may call"),
        "deck": Sourced("full", "AB 1.1 Game Types: eight tricks"),
        "trump_suit": Sourced("H", "AB 2.2 Calling a Partner"),
        "two_player_trump": Sourced("any_suit", "Mehrkopf only; DE 2 Spieler"),
        "heart_prussian_is_trump": Sourced(True, "Mehrkopf only; DE 6 Spieler"),
        "sit_out": Sourced("one_too_many", "DE Vorwort: of five at a game for four the dealer"),
        "nixer_min": Sourced("never", "Mehrkopf only; DE Geben"),
        "nixer_ranks": Sourced(("9", "8", "7", "6"), "Mehrkopf only; DE Kartenwerte"),
        "look_back": Sourced("last_trick", "AB is silent"),
        "auction": Sourced("play_too", "AB 2.1 Bidding"),
        "tie_order": Sourced(
            "vorhand_first", "AB 2.1 Bidding: closest to the dealer in clockwise rotation"
        ),
        "solo_order": Sourced("by_game", "AB 1.1 Game Types: its list is missing; practice"),
        "all_pass": Sourced("redeal", "AB 2.1 Bidding"),
        "seven_choice": Sourced("last_active", "AB has no seven players; DE Spielansage"),
        "muss_card": Sourced("EO", "AB has no Must game; DE Muss-Spiel"),
        "redeal_dealer": Sourced("next", "AB 2.1 Bidding does not say who; DE Spielansage"),
        "misdeal_dealer": Sourced("same", "AB is silent; practice: a misdeal is dealt again"),
        "tariff": Sourced(
            {"call": 1, "solo": 5, "schneider": 1, "laufende": 1},
            "AB names no prices; DE Abrechnung",
        ),
        "ramsch_price": Sourced(1, "AB has no Ramsch; EN Ramsch game"),
        "hochzeit_price": Sourced(1, "AB has no wedding; EN Wedding game"),
        "sie_factor": Sourced(4, "AB names no prices; practice: Penguin Book of Card Games"),
        "pot_split": Sourced("equal", "AB is silent; DE Abrechnung"),
        "laufende": Sourced(True, "AB is silent; DE Abrechnung"),
        "laufende_min": Sourced({"default": 3}, "AB is silent; DE Abrechnung"),
        "laufende_scope": Sourced("all", "AB is silent; practice"),
        "laufende_claim": Sourced("automatic", "AB is silent; practice"),
        "laufende_to": Sourced("price", "AB is silent; practice"),
        "declarer_schneider_free": Sourced("total/4+1", "AB is silent; practice"),
        "tout_doubles": Sourced("base+laufende", "AB is silent; practice"),
        "tout_doubles_when": Sourced("always", "AB is silent; practice"),
        "umspielen_when": Sourced("lead", "AB 3.1 Following suit: if the partner leads to a trick"),
        "umspielen_min": Sourced(4, "AB 3.1 Following suit: three cards in addition to the ace"),
        "called_discard": Sourced(
            "last_trick_only", "AB 3.1 Following suit: thrown off on the last trick"
        ),
        "schoene_umspielen": Sourced("same_count", "AB has no Beauty"),
        "caller_must_bring_schoene": Sourced(True, "AB has no Beauty"),
        "ramsch_block": Sourced("never", "AB names no bar"),
        "ramsch_jungfrau": Sourced("none", "AB has no Ramsch"),
        "ramsch_durchmarsch": Sourced("off", "AB has no Ramsch"),
        "ramsch_durchmarsch_from": Sourced("all_tricks", "AB has no Ramsch; practice"),
        "ramsch_tie": Sourced("higher_trump", "AB has no Ramsch; practice"),
        "revoke": Sourced("offender_pays_all", "AB is silent; DE Abrechnung"),
        "revoke_side": Sourced("team", "AB is silent; DE Abrechnung"),
        "revoke_price": Sourced("base", "AB is silent; DE Abrechnung"),
        "late_proof": Sourced("resettle", "AB is silent"),
        "legen": Sourced(False, "AB 4.1 Strike and Counterstrike knows Contra to Re-Supra alone"),
        "stoss": Sourced("resupra", "AB 4.1 Strike and Counterstrike"),
        "contra_until": Sourced(1, "AB 4.1 Strike and Counterstrike: before the second card"),
        "stock_pay": Sourced(0, "AB 2.1 Bidding: thrown in, nobody pays"),
        "stock_to": Sourced("call_won", "AB knows no Stock; practice"),
        "stock_lost": Sourced("doubled", "AB knows no Stock; practice"),
        "scoring": Sourced("units", "AB is silent; DE Abrechnung"),
        "unit": Sourced(10, "AB is silent; DE Abrechnung: 10 Cent"),
        "bock_after": Sourced((), "AB is silent; practice plays it only where agreed"),
        "bock_round": Sourced("round", "AB is silent; practice"),
        "bock_again": Sourced("extend", "AB is silent; practice"),
        "ramsch_after": Sourced((), "AB is silent; practice plays it only where agreed"),
        "ramsch_round": Sourced("round", "AB is silent; practice"),
        "settle": Sourced("deal", "AB is silent; EN Settling the score"),
    },
)
"""Appendix B's house rules."""


TITLES = {
    "rufspiel": Text(de="Rufspiel", en="Call game"),
    "wenz": Text(de="Wenz", en="Jacks Solo"),
    "sie": Text(de="Sie", en="Macks"),
}
"""What kinds of contract are called (AB 1.1)."""

SENTENCES = {
    "wenz": Text(de="Wenz", en="Jacks Solo"),
    "sie": Text(de="Sie", en="Macks"),
}
"""What is announced."""

TOUTS = {"wenz": Text(de="{game} Tout", en="Jacks Tout")}
"""What a Tout is called where it is not the game's name with "Tout" behind it (AB 1.1)."""

BIDS = {
    **BID_TEXTS,
    "pass": Text(de="Weiter", en="Continue"),
    "play": Text(de="Ich spiele", en="Play"),
    "play_too": Text(de="Ich spiele auch", en="Play too"),
    "good": Text(de="Gut", en="Good"),
}
"""What is said in the auction (AB 2.1)."""

CALLED_DOUBLINGS = {
    **DOUBLINGS,
    "kontra": Text(de="Kontra", en="Contra"),
    "re": Text(de="Re", en="Re-Contra"),
    "supra": Text(de="Supra", en="Supra"),
    "resupra": Text(de="Resupra", en="Re-Supra"),
}
"""What doublings are called (AB 4.1)."""
