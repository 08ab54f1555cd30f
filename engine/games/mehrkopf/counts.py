"""What two to six people holding cards play with (EN, variations by number of players).

Seven people play with the cards of six; the dealer sits out.
"""

from __future__ import annotations

from engine.cards import GERMAN_24, GERMAN_32, GERMAN_40, GERMAN_48
from engine.games.schafkopf.counts import FOUR, Count
from engine.games.schafkopf.kinds import SOLO_KINDS

MEHRKOPF_COUNTS = {
    2: Count(GERMAN_32, kinds=("solo",), tout=False, base="call", piles=(8, 2)),
    3: Count(GERMAN_24, kinds=SOLO_KINDS),
    4: FOUR,
    5: Count(GERMAN_40),
    6: Count(GERMAN_48),
}
"""By number of people; two play "Farbspiele" only, from eight piles of a hidden and an open card
(EN, 2 players), three play Solos only (EN, 3 players)."""
