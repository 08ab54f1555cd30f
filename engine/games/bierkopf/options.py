"""The house rules of Bierkopf and its preset."""

from __future__ import annotations

from engine.games.common_options import LOOK_BACK_OPTION
from engine.options import Choice, Flag, OptionSpec, Preset, Sourced, Theme, Whole
from engine.text import Text

_SCORING = (
    OptionSpec(
        "scoring",
        Choice(
            {
                "game_points": Text(
                    de="die Spielpunkte seines Teams (als Turnierliste: nur Plus)",
                    en="the game points of their team (as a tournament list: plus alone)",
                ),
                "plus_minus": Text(
                    de="die Spielpunkte in Plus und Minus (Turnierliste)",
                    en="game points in plus and minus (tournament list)",
                ),
                "wins": Text(
                    de="gewonnene Spiele (als Turnierliste: Striche)",
                    en="deals won (as a tournament list: strokes)",
                ),
                "tricks": Text(de="Stiche", en="tricks"),
            }
        ),
        Text(
            de="Was über den Abend für jeden gezählt wird",
            en="What is counted for everyone over the evening",
        ),
    ),
    OptionSpec(
        "game_to",
        Whole(1, 999),
        Text(
            de="Mit wie vielen Spielpunkten ein Team gewonnen hat",
            en="With how many game points a team has won",
        ),
    ),
    OptionSpec(
        "tie",
        Choice(
            {
                "none": Text(de="niemand bekommt etwas", en="nobody gets anything"),
                "replay": Text(
                    de="niemand bekommt etwas, und derselbe Geber gibt noch einmal",
                    en="nobody gets anything, and the same dealer deals again",
                ),
            }
        ),
        Text(de="Was bei 60 zu 60 gilt", en="What happens at 60 to 60"),
    ),
    OptionSpec(
        "next_dealer",
        Choice(
            {
                "left": Text(de="wer links vom Geber sitzt", en="who sits at the dealer's left"),
                "winners": Text(
                    de="der nächste aus dem Team, das gewonnen hat",
                    en="the next player of the team that won",
                ),
            }
        ),
        Text(de="Wer das nächste Spiel gibt", en="Who deals next"),
    ),
)

_DOUBLING = (
    OptionSpec(
        "doubling",
        Choice(
            {
                "off": Text(de="gar nicht", en="not at all"),
                "before": Text(
                    de="einmal vor der ersten Karte", en="once, before the first card is played"
                ),
                "alternating": Text(
                    de="vor der ersten Karte, und danach die Teams im Wechsel, so oft sie wollen",
                    en="before the first card, and then the teams in turn, as often as they like",
                ),
            }
        ),
        Text(de="Wie verdoppelt werden darf", en="How the stakes may be doubled"),
    ),
    OptionSpec(
        "redouble_from",
        Whole(0, 19),
        Text(
            de="Wie viele Karten liegen müssen, bevor wieder verdoppelt werden darf",
            en="How many cards must lie before the stakes may be doubled again",
        ),
    ),
)

_PLAY = (
    OptionSpec(
        "must_trump",
        Flag(),
        Text(
            de="Ob stechen muss, wer nicht bedienen kann",
            en="Whether anyone who cannot follow must trump",
        ),
    ),
    LOOK_BACK_OPTION,
)

_ERRORS = (
    OptionSpec(
        "revoke",
        Choice(
            {
                "other_team": Text(
                    de="das andere Team bekommt einen Spielpunkt, verdoppelt wie das Spiel",
                    en="the other team gets one game point, doubled as the deal is",
                ),
                "none": Text(de="nichts", en="nothing"),
            }
        ),
        Text(de="Was ein Fehler kostet", en="What an error costs"),
    ),
)

THEMES = (
    Theme(Text(de="Abrechnung", en="Scoring"), _SCORING),
    Theme(Text(de="Verdoppeln", en="Doubling"), _DOUBLING),
    Theme(Text(de="Stiche", en="Tricks"), _PLAY),
    Theme(Text(de="Fehler", en="Errors"), _ERRORS),
)

BIERKOPF_PRESET = Preset(
    "bierkopf",
    Text(de="Bierkopf", en="Bierkopf"),
    {
        "scoring": Sourced("game_points", "BK"),
        "game_to": Sourced(21, "BK"),
        "tie": Sourced("none", "BK is silent"),
        "next_dealer": Sourced("left", "BK is silent"),
        "doubling": Sourced("alternating", "BK"),
        "redouble_from": Sourced(2, "BK"),
        "must_trump": Sourced(True, "BK"),
        "look_back": Sourced("own_tricks", "BK"),
        "revoke": Sourced("other_team", "BK is silent: a game point for the others"),
    },
)
