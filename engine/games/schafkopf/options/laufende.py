"""Laufende: which count, from how many, for whom."""

from __future__ import annotations

from engine.games.schafkopf.options.calls import CONTRACT_KINDS
from engine.options import Choice, Flag, OptionSpec, WholePerKind
from engine.text import Text

LAUFENDE_OPTIONS = (
    OptionSpec("laufende", Flag(), Text(de="Laufende zählen", en="Laufende count")),
    OptionSpec(
        "laufende_min",
        WholePerKind(1, 14, CONTRACT_KINDS),
        Text(de="Ab wie vielen Laufenden gezahlt wird", en="How many Laufende it takes to count"),
    ),
    OptionSpec(
        "laufende_scope",
        Choice(("all", "stamm")),
        Text(
            de="Welche Trümpfe als Laufende zählen: alle oder nur Stammtrümpfe",
            en="Which trumps count as Laufende: all or only Ober, Unter, Gefreite",
        ),
    ),
    OptionSpec(
        "laufende_to",
        Choice(("price", "holder")),
        Text(
            de="Laufende erhöhen den Preis oder gehen an die Partei, die sie hatte",
            en="Laufende raise the price, or are paid to the team that held them",
        ),
    ),
)
