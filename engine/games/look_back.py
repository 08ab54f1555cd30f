"""What may be looked at again during a deal; one option for every game that asks it (RULES 0.9)."""

from __future__ import annotations

from engine.games.base import LookBack
from engine.options import Choice, OptionSpec
from engine.text import Text

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
