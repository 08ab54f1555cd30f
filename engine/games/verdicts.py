"""How verdicts are said that every game knows, or several families."""

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

DOUBLING_VERDICTS = {
    "illegal_double": VerdictWords(
        Text(de="Stoß nicht erlaubt", en="double not allowed"),
        Text(de="{name} durfte so nicht verdoppeln", en="{name} may not double like that"),
        Text(de="… wie sich hier zeigt", en="… as it turns out here"),
    ),
}
"""Of games in which doublings have their window."""

_SHOWN_CALLED = Text(
    de="… und zeigte später selbst {card}", en="… and later showed {card} themselves"
)

CALLED_CARD_VERDICTS = {
    "called_card_withheld": VerdictWords(
        Text(de="nicht gebracht", en="called card withheld"),
        Text(
            de="{led} gesucht – {name} gab {thrown} statt {card}",
            en="{led} led – {name} played {thrown} instead of {card}",
        ),
        _SHOWN_CALLED,
    ),
    "called_card_underled": VerdictWords(
        Text(de="untergespielt", en="called card underled"),
        Text(
            de="{name} spielte {thrown} an statt {card}",
            en="{name} led {thrown} instead of {card}",
        ),
        _SHOWN_CALLED,
    ),
    "called_card_discarded": VerdictWords(
        Text(de="zu früh abgeworfen", en="thrown off too early"),
        Text(
            de="{led} angespielt – {name} warf {card} ab, bevor sie gesucht war",
            en="{led} led – {name} threw {card} before its suit was led",
        ),
        Text(de="Die gerufene Karte liegt da", en="The called card lies there"),
    ),
}
"""Of games in which a card is called and its holder has duties."""
