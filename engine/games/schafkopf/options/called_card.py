"""Duties of whoever holds a called card (Bringregel) and their exceptions."""

from __future__ import annotations

from engine.options import Choice, Flag, OptionSpec, Whole
from engine.text import Text

CALLED_CARD_OPTIONS = (
    OptionSpec(
        "umspielen_when",
        Choice(
            {
                "lead": Text(
                    de="nur beim Anspielen ihrer Farbe, mit genug Karten davon (Davonlaufen)",
                    en="only in leading its suit, with enough cards of it (running away)",
                ),
                "follow": Text(
                    de="nur beim Zugeben, mit genug Karten ihrer Farbe (Umspielen); beim Anspielen "
                    "nie",
                    en="only in following, with enough cards of its suit (playing around); in "
                    "leading never",
                ),
                "any": Text(
                    de="beim Anspielen und beim Zugeben", en="both when leading and when following"
                ),
                "never": Text(de="nie", en="never"),
            }
        ),
        Text(
            de="Wann die gerufene Karte zurückbehalten werden darf",
            en="When the called card may be kept back",
        ),
    ),
    OptionSpec(
        "umspielen_min",
        Whole(
            2,
            9,
            {
                "computed": Text(
                    de="so viele, dass nicht jeder andere eine haben kann (zu viert 4, in der "
                    "kurzen Karte 2, zu sechst 5)",
                    en="so many that not everybody else can have one (4 with four players, 2 with "
                    "the short deck, 5 with six players)",
                )
            },
        ),
        Text(
            de="Wie viele Karten ihrer Farbe es dazu braucht",
            en="How many cards of its suit that takes",
        ),
    ),
    OptionSpec(
        "called_discard",
        Choice(
            {
                "last_trick_only": Text(
                    de="erst im letzten Stich, oder wenn ihre Farbe schon angespielt war",
                    en="only in the last trick, or once its suit was led",
                ),
                "free": Text(
                    de="jederzeit, wenn nicht bedient werden kann",
                    en="at any time when the suit led cannot be followed",
                ),
            }
        ),
        Text(
            de="Wann die gerufene Karte abgeworfen werden darf",
            en="When the called card may be thrown off",
        ),
    ),
    OptionSpec(
        "schoene_umspielen",
        Choice(
            {
                "same_count": Text(
                    de="wer sie hat, nach derselben Zahl eigener Karten wie bei der Sau",
                    en="whoever has it, by the same count of own cards as for the Ace",
                ),
                "with_ass": Text(de="nur wer auch die Sau hat", en="only who has the Ace as well"),
            }
        ),
        Text(
            de="Wer die gerufene Schöne zurückbehalten darf",
            en="Who may keep the called Beauty back",
        ),
    ),
    OptionSpec(
        "caller_must_bring_schoene",
        Flag(),
        Text(
            de="Der Rufer selbst muss die Schöne bringen, wenn er sie hat",
            en="The caller too must bring the Beauty when holding it",
        ),
    ),
)
