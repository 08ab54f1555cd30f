"""Laufende: which count, from how many, for whom."""

from __future__ import annotations

from engine.games.schafkopf.messages import KIND_TITLES
from engine.options import Choice, Flag, OptionSpec, WholePerKind
from engine.text import Text

LAUFENDE_OPTIONS = (
    OptionSpec("laufende", Flag(), Text(de="Laufende zählen", en="Laufende count")),
    OptionSpec(
        "laufende_min",
        WholePerKind(1, 14, KIND_TITLES),
        Text(de="Ab wie vielen Laufenden gezahlt wird", en="How many Laufende it takes to count"),
    ),
    OptionSpec(
        "laufende_scope",
        Choice(
            {
                "all": Text(de="alle, auch die der Trumpffarbe", en="all, the trump suit's too"),
                "stamm": Text(
                    de="nur Ober, Unter und Gefreite (Stammtrümpfe)",
                    en="only Ober, Unter and Gefreite (the main trumps)",
                ),
            }
        ),
        Text(de="Welche Trümpfe als Laufende zählen", en="Which trumps count as Laufende"),
    ),
    OptionSpec(
        "laufende_claim",
        Choice(
            {
                "automatic": Text(
                    de="sie zählen von selbst", en="they count without being claimed"
                ),
                "must_claim": Text(
                    de="sie zählen nur, wenn sie gefordert werden",
                    en="they count only when they are claimed",
                ),
            }
        ),
        Text(de="Ob Laufende gefordert werden müssen", en="Whether Laufende have to be claimed"),
    ),
    OptionSpec(
        "laufende_to",
        Choice(
            {
                "price": Text(
                    de="wer gewinnt, bekommt sie zum Preis dazu",
                    en="who wins gets them on top of the price",
                ),
                "holder": Text(
                    de="die Partei, die sie hatte, auch wenn sie verloren hat",
                    en="the team that held them, even if it lost",
                ),
            }
        ),
        Text(de="Wer die Laufenden bezahlt bekommt", en="Who is paid for the Laufende"),
    ),
)
