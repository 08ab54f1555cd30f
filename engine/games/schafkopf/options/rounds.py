"""Bock and Ramsch rounds: what sets one off, how long it lasts; and when it is paid."""

from __future__ import annotations

from engine.options import Choice, OptionSpec, Several, Whole
from engine.text import Text

TRIGGERS = {
    "all_pass": Text(
        de="nach zusammengeworfenen Karten, weil alle passten",
        en="after cards thrown in because everybody passed",
    ),
    "heart_solo": Text(de="nach einem Herz-Solo", en="after a Solo in Hearts"),
    "solo_lost": Text(de="nach einem verlorenen Solo", en="after a lost Solo"),
    "tout": Text(de="nach einem Tout", en="after a Tout"),
    "sie": Text(de="nach einem Sie", en="after a Sie"),
    "kontra_lost": Text(
        de="wenn die Gegner nach ihrem Kontra verlieren", en="when the defenders lose after Kontra"
    ),
    "re_lost": Text(
        de="wenn die Spieler nach ihrem Re verlieren", en="when the declarers lose after Re"
    ),
    "schwarz": Text(de="nach einem Schwarz", en="after a Schwarz"),
    "even": Text(de="bei gleichen Augen (60 zu 60)", en="at equal points (60 to 60)"),
    "bock_round": Text(de="nach einer Bockrunde", en="after a Bock round"),
    "ramsch_round": Text(de="nach einer Ramschrunde", en="after a Ramsch round"),
}
"""What can set off a round; `engine.games.schafkopf.rounds` says when each has happened."""

_ONE_EACH = {
    "round": Text(de="so viele Spiele, wie Leute am Tisch sitzen", en="a deal by each at the table")
}

ROUNDS_OPTIONS = (
    OptionSpec(
        "bock_after",
        Several(TRIGGERS, least=0),
        Text(
            de="Wann eine Bockrunde beginnt, in der jedes Spiel doppelt zählt",
            en="When a Bock round begins, in which every deal counts double",
        ),
    ),
    OptionSpec(
        "bock_round",
        Whole(1, 16, _ONE_EACH),
        Text(de="Wie viele Spiele eine Bockrunde dauert", en="How many deals a Bock round lasts"),
    ),
    OptionSpec(
        "bock_again",
        Choice(
            {
                "extend": Text(
                    de="sie verlängert sich um eine Runde", en="it lasts a round longer"
                ),
                "ignore": Text(de="nichts", en="nothing"),
            }
        ),
        Text(
            de="Was ein neuer Anlass während einer Bockrunde bewirkt",
            en="What another reason does during a Bock round",
        ),
    ),
    OptionSpec(
        "ramsch_after",
        Several(TRIGGERS, least=0),
        Text(
            de="Wann eine Ramschrunde beginnt, in der Ramsch ohne Ansage gespielt wird",
            en="When a Ramsch round begins, in which Ramsch is played without an auction",
        ),
    ),
    OptionSpec(
        "ramsch_round",
        Whole(1, 16, _ONE_EACH),
        Text(
            de="Wie viele Spiele eine Ramschrunde dauert", en="How many deals a Ramsch round lasts"
        ),
    ),
    OptionSpec(
        "settle",
        Choice(
            {
                "deal": Text(de="nach jedem Spiel", en="after every deal"),
                "round": Text(
                    de="nach jeder Runde, in der jeder einmal gegeben hat",
                    en="after every round in which everybody dealt once",
                ),
            }
        ),
        Text(de="Wann bezahlt wird", en="When people pay"),
    ),
)
