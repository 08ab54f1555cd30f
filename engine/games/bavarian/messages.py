"""What Bavarian Schafkopf says otherwise than the rest of its family: Appendix B's words (AB)."""

from __future__ import annotations

from engine.games.auction.words import BID_TEXTS
from engine.games.schafkopf.messages import DOUBLINGS
from engine.text import Text

TITLES = {
    "rufspiel": Text(de="Rufspiel", en="Call Game"),
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
