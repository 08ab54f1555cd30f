"""The preset `mehrkopf`, and what two to six people holding cards play with.

The rulebook to the letter, German first (DE; EN where DE is silent, variations by number of
players). Seven people play with the cards of six; the dealer sits out.
"""

from __future__ import annotations

from engine.cards import GERMAN_24, GERMAN_32, GERMAN_40, GERMAN_48
from engine.games.schafkopf.house_rules import FOUR, SchafkopfCount
from engine.games.schafkopf.kinds import SOLO_KINDS
from engine.options import Preset, Sourced
from engine.text import Text

MEHRKOPF_PRESET = Preset(
    "mehrkopf",
    Text(de="Mehrkopf, nach dem Regelheft", en="Mehrkopf, by the rulebook"),
    {
        "games": Sourced(
            (
                *("rufspiel", "solo", "geier", "wenz", "niederer"),
                *("solo tout", "geier tout", "wenz tout", "niederer tout"),
                *("sie", "ramsch", "muss", "hochzeit"),
            ),
            "DE Spielarten",
        ),
        "renonce": Sourced("never", "DE Normalspiel: at least one card of the suit"),
        "called_ten": Sourced("never", "DE Normalspiel: the Ass is called"),
        "deck": Sourced("full", "DE 4 Spieler"),
        "trump_suit": Sourced("H", "DE Normalspiel"),
        "two_player_trump": Sourced("any_suit", "DE 2 Spieler; EN 2 players: only normal games"),
        "heart_prussian_is_trump": Sourced(True, "DE 6 Spieler: one rank below the Six"),
        "sit_out": Sourced("one_too_many", "DE 7 Spieler"),
        "nixer_min": Sourced(6, "DE Geben: sechs Nichtserle und kein Stammtrumpf"),
        "nixer_ranks": Sourced(("9", "8", "7", "6"), "DE Kartenwerte: Sechs bis Neun"),
        "look_back": Sourced("last_trick", "DE is silent"),
        "auction": Sourced("two_steps", "DE Spielansage"),
        "tie_order": Sourced(
            "vorhand_first", "DE Spielansage; EN Bidding: starting with the dealer"
        ),
        "solo_order": Sourced("equal", "DE Spielansage: gives Solos no order"),
        "all_pass": Sourced("dealer_choice", "DE Spielansage"),
        "seven_choice": Sourced("last_active", "DE Spielansage: the last player of the round"),
        "muss_card": Sourced("EO", "DE Muss-Spiel: der Alte"),
        "redeal_dealer": Sourced("next", "DE Spielansage: der Geber wechselt"),
        "misdeal_dealer": Sourced("same", "DE is silent; practice: a misdeal is dealt again"),
        "tariff": Sourced({"call": 1, "solo": 5, "schneider": 1, "laufende": 1}, "DE Abrechnung"),
        "ramsch_price": Sourced(1, "EN Ramsch game: normal rate"),
        "hochzeit_price": Sourced(1, "EN Wedding game: normal rate"),
        "sie_factor": Sourced(4, "DE Sie is silent; practice: Penguin Book of Card Games"),
        "pot_split": Sourced("equal", "DE Abrechnung: gleichmäßig"),
        "laufende": Sourced(True, "DE Abrechnung"),
        "laufende_min": Sourced(
            {"default": 3}, "DE Abrechnung; EN Settling the score: more than three"
        ),
        "laufende_scope": Sourced("stamm", "DE Abrechnung"),
        "laufende_claim": Sourced(
            "automatic", "DE Abrechnung; EN Settling the score: they may claim"
        ),
        "laufende_to": Sourced(
            "price", "DE Abrechnung: zusätzliche Bewertungen; EN Settling the score: all rates"
        ),
        "declarer_schneider_free": Sourced("never", "DE Abrechnung: only non-declarers pay it"),
        "tout_doubles": Sourced("all", "DE Toutspiel: die Bezahlung wird verdoppelt"),
        "tout_doubles_when": Sourced("won", "EN Tout game: winnings are doubled"),
        "umspielen_when": Sourced("follow", "DE Normalspiel"),
        "umspielen_min": Sourced("computed", "DE Normalspiel"),
        "called_discard": Sourced("free", "DE Vorwort: gespielt werden darf alles"),
        "schoene_umspielen": Sourced("same_count", "DE Normalspiel: both kept back"),
        "caller_must_bring_schoene": Sourced(True, "DE Normalspiel: whoever holds it"),
        "ramsch_block": Sourced("any", "DE Ramsch; EN Ramsch game: the dealer"),
        "ramsch_jungfrau": Sourced("none", "DE Ramsch is silent"),
        "ramsch_durchmarsch": Sourced("off", "DE Ramsch is silent"),
        "ramsch_durchmarsch_from": Sourced("all_tricks", "DE Ramsch is silent; practice"),
        "ramsch_tie": Sourced("higher_trump", "DE Ramsch is silent; practice"),
        "revoke": Sourced("offender_pays_all", "DE Abrechnung"),
        "revoke_side": Sourced("team", "DE is silent: his team pays normally"),
        "revoke_price": Sourced("base", "DE Abrechnung"),
        "late_proof": Sourced("resettle", "DE is silent"),
        "legen": Sourced(False, "DE knows no doubling before the call"),
        "stoss": Sourced("off", "DE knows no Kontra"),
        "contra_until": Sourced(1, "DE knows no Kontra; AB 4.1 Strike and Counterstrike"),
        "stock_pay": Sourced(0, "DE knows no Stock"),
        "stock_to": Sourced("call_won", "DE knows no Stock; practice"),
        "stock_lost": Sourced("doubled", "DE knows no Stock; practice"),
        "scoring": Sourced("units", "DE Abrechnung"),
        "unit": Sourced(10, "DE Abrechnung: 10 Cent"),
        "bock_after": Sourced((), "DE is silent; practice plays it only where agreed"),
        "bock_round": Sourced("round", "DE is silent; practice"),
        "bock_again": Sourced("extend", "DE is silent; practice"),
        "ramsch_after": Sourced((), "DE is silent; practice plays it only where agreed"),
        "ramsch_round": Sourced("round", "DE is silent; practice"),
        "settle": Sourced("round", "DE Abrechnung: nach einer Spielrunde"),
    },
)
"""Mehrkopf by the rulebook (preset `mehrkopf`)."""


MEHRKOPF_COUNTS = {
    2: SchafkopfCount(GERMAN_32, kinds=("solo",), tout=False, base="call", piles=(8, 2)),
    3: SchafkopfCount(GERMAN_24, kinds=SOLO_KINDS),
    4: FOUR,
    5: SchafkopfCount(GERMAN_40),
    6: SchafkopfCount(GERMAN_48),
}
"""By number of people; two play "Farbspiele" only, from eight piles of a hidden and an open card
(EN, 2 players), three play Solos only (EN, 3 players)."""
