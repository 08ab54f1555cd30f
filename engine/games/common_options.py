"""House rules that several games have: what an evening counts, a unit's worth, looking back."""

from __future__ import annotations

from engine.games.base import LookBack
from engine.options import Choice, OptionSpec, Whole
from engine.text import Text

SCORING_OPTIONS = (
    OptionSpec(
        "scoring",
        Choice(
            {
                "units": Text(de="was jeder bezahlt bekommt", en="what everyone is paid"),
                "plus_minus": Text(
                    de="Punkte in Plus und Minus (Turnierliste)",
                    en="points in plus and minus (tournament list)",
                ),
                "plus": Text(
                    de="nur die Pluspunkte (Turnierliste)",
                    en="plus points alone (tournament list)",
                ),
                "tally": Text(
                    de="Striche für jedes gewonnene Spiel: einer, mit Schneider zwei, mit Schwarz "
                    "drei",
                    en="strokes for every deal won: one, with Schneider two, with Schwarz three",
                ),
                "wins": Text(de="gewonnene Spiele", en="deals won"),
                "tricks": Text(de="Stiche", en="tricks"),
            }
        ),
        Text(de="Was über den Abend gezählt wird", en="What is counted over the evening"),
    ),
    OptionSpec(
        "unit",
        Whole(1, 100_000),
        Text(
            de="Wie viele Cent eine Einheit wert ist, wenn um Geld gespielt wird",
            en="How many cents a unit is worth when people play for money",
        ),
    ),
)


LOOK_BACK_OPTION = OptionSpec(
    "look_back",
    Choice(
        {
            LookBack.LAST_TRICK.value: Text(de="den letzten Stich", en="the last trick"),
            LookBack.OWN_TRICKS.value: Text(
                de="die eigenen Stiche, vom Partner den letzten",
                en="one's own tricks, and the partner's last one",
            ),
            LookBack.NOTHING.value: Text(de="nichts", en="nothing"),
        }
    ),
    Text(
        de="Was während des Spiels noch einmal angesehen werden darf",
        en="What may be looked at again during the deal",
    ),
)
