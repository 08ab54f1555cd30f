"""Duties of whoever holds a called card (Bringregel) and their exceptions."""

from __future__ import annotations

from engine.options import Choice, OptionSpec, Whole
from engine.text import Text

CALLED_CARD_OPTIONS = (
    OptionSpec(
        "umspielen_when",
        Choice(("lead", "follow", "any", "never")),
        Text(
            de="Wann die gerufene Karte zurückbehalten werden darf: beim Anspielen (Davonlaufen), "
            "beim Zugeben (Umspielen)",
            en="When the called card may be kept back: when leading (running away), when following "
            "(playing around)",
        ),
    ),
    OptionSpec(
        "umspielen_min",
        Whole(2, 9, ("computed",)),
        Text(
            de="Wie viele Karten der Ruffarbe es dazu braucht; computed: so viele, dass der Stich "
            "gestochen wird",
            en="How many cards of the called suit that takes; computed: so many that the trick is "
            "bound to be trumped",
        ),
    ),
    OptionSpec(
        "called_discard",
        Choice(("last_trick_only", "free")),
        Text(
            de="Ob die gerufene Karte vor dem letzten Stich abgeworfen werden darf",
            en="Whether the called card may be discarded before the last trick",
        ),
    ),
)
