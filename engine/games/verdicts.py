"""How the verdicts that every game knows are said."""

from __future__ import annotations

from engine.games.base import VerdictWords
from engine.text import Text

INFORMATIONAL = frozenset(
    (
        *("duplicate_card", "foreign_card"),
        *("tout_lost", "illegal_double", "illegal_bid", "ramsch_barred"),
    )
)
"""Kinds that cost nothing: doubts about a reading, and what is told without accusing anybody of a
wrong play. A doubling that was illegal does not count once that is upheld, and that is all."""

TOLD_ONLY = INFORMATIONAL - {"illegal_double"}
"""Kinds about which there is nothing to decide."""

COMMON_VERDICTS = {
    "revoke": VerdictWords(
        Text(de="nicht bedient", en="revoked"),
        Text(
            de="{led} angespielt – {name} {did}",
            en="{led} led – {name} {did}",
        ),
        Text(de="… und spielte dann selbst {led}", en="… and then played {led} themselves"),
        Text(de="Jemand hat nicht bedient", en="Somebody revoked"),
    ),
    "out_of_turn": VerdictWords(
        Text(de="nicht an der Reihe", en="out of turn"),
        Text(de="{name} legte {thrown} außer der Reihe", en="{name} played {thrown} out of turn"),
        Text(de="Bitte nachsehen", en="Please check"),
    ),
    "lead_out_of_turn": VerdictWords(
        Text(de="falsch ausgespielt", en="wrong lead"),
        Text(
            de="{name} spielte {thrown} aus, obwohl der Stich nicht {name} gehörte",
            en="{name} led {thrown} without having won the trick",
        ),
        Text(de="Bitte nachsehen", en="Please check"),
    ),
    "duplicate_card": VerdictWords(
        Text(de="Karte doppelt", en="card seen twice"),
        Text(de="{thrown} lag schon", en="{thrown} was already played"),
        Text(
            de="Eine der beiden Karten ist falsch gelesen",
            en="One of the two cards was misread",
        ),
    ),
    "foreign_card": VerdictWords(
        Text(de="fremde Karte", en="foreign card"),
        Text(de="{thrown} gehört nicht in dieses Spiel", en="{thrown} is not part of this deck"),
        Text(de="Bitte nachsehen", en="Please check"),
    ),
    "illegal_bid": VerdictWords(
        Text(de="Ansage passt nicht", en="bid out of place"),
        Text(
            de="Was {name} ansagte, gehört so nicht in die Ansage",
            en="What {name} bid does not belong into the auction like that",
        ),
        Text(de="Das kostet nichts", en="It costs nothing"),
    ),
}
