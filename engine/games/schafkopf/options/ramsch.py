"""How a Ramsch is lost and what it costs."""

from __future__ import annotations

from engine.options import Choice, OptionSpec, Whole
from engine.text import Text

RAMSCH_OPTIONS = (
    OptionSpec(
        "ramsch_block",
        Choice(
            {
                "any": Text(
                    de="wenn irgendeiner kein Rufspiel ansagen könnte",
                    en="if anybody is unable to call a normal game",
                ),
                "dealer": Text(
                    de="wenn der Geber selbst kein Rufspiel ansagen könnte",
                    en="if the dealer himself is unable to call a normal game",
                ),
                "never": Text(de="nie", en="never"),
            }
        ),
        Text(
            de="Wann der Geber keinen Ramsch ansagen darf",
            en="When the dealer may not call a Ramsch",
        ),
    ),
    OptionSpec(
        "ramsch_jungfrau",
        Choice(
            {
                "none": Text(de="nein", en="no"),
                "double_each": Text(
                    de="ja, für jeden Spieler ohne Stich einmal",
                    en="yes, once for each player without a trick",
                ),
                "double_once": Text(de="ja, aber höchstens einmal", en="yes, but at most once"),
                "own_double": Text(
                    de="nur für ihn: er bekommt das Doppelte", en="for him alone: he gets double"
                ),
                "own_double_each": Text(
                    de="nur für ihn: er bekommt das Doppelte für jeden Spieler ohne Stich",
                    en="for him alone: he gets double for each player without a trick",
                ),
            }
        ),
        Text(
            de="Ob ein Spieler ohne Stich den Ramsch verdoppelt",
            en="Whether a player without a trick doubles the Ramsch",
        ),
    ),
    OptionSpec(
        "ramsch_durchmarsch",
        Choice(
            {
                "off": Text(
                    de="er verliert wie jeder andere mit den meisten Augen",
                    en="he loses like anybody with the most points",
                ),
                "wins": Text(
                    de="er gewinnt, und alle anderen zahlen ihm", en="he wins and is paid by all"
                ),
            }
        ),
        Text(
            de="Was gilt, wenn einer im Ramsch alles macht (Durchmarsch)",
            en="What happens when one player takes everything in a Ramsch (Durchmarsch)",
        ),
    ),
    OptionSpec(
        "ramsch_durchmarsch_from",
        Whole(
            61,
            148,
            {"all_tricks": Text(de="alle Stiche", en="every trick")},
        ),
        Text(
            de="Was ein Durchmarsch braucht (alle Stiche, oder so viele Augen)",
            en="What a Durchmarsch takes (every trick, or so many points)",
        ),
    ),
    OptionSpec(
        "ramsch_tie",
        Choice(
            {
                "higher_trump": Text(
                    de="wer den höheren Trumpf hatte", en="who had the higher trump"
                ),
                "more_tricks": Text(
                    de="wer mehr Stiche hat, sonst wer den höheren Trumpf hatte",
                    en="who has more tricks, else who had the higher trump",
                ),
                "shared": Text(de="alle mit gleichen Augen", en="all of them"),
            }
        ),
        Text(
            de="Wer bei gleichen Augen den Ramsch verliert",
            en="Who loses the Ramsch when points are equal",
        ),
    ),
)
