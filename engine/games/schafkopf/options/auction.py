"""How the auction goes, what follows when all pass, and who deals again."""

from __future__ import annotations

from engine.cards import GERMAN_32
from engine.games.words import card_text
from engine.options import Choice, OptionSpec
from engine.text import Text

AUCTION_OPTIONS = (
    OptionSpec(
        "auction",
        Choice(
            {
                "two_steps": Text(
                    de="jeder sagt einmal, wie hoch er spielt; erst wer die Ansage gewonnen hat, "
                    "nennt Farbe oder Solo",
                    en="everyone says once how high they play; only the winner names suit or Solo",
                ),
                "play_too": Text(
                    de="jeder sagt einmal „ich spiele“ oder „weiter“, dann „ich spiele auch“; der "
                    "Erste sagt „gut“ oder nennt ein Spiel, Spätere nennen ein höheres",
                    en="everyone says once “play” or “continue”, then “play too”; the first says "
                    "“good” or names a game, later ones name a higher one",
                ),
                "named": Text(
                    de="jeder nennt reihum sein Spiel, wenn es höher ist als das bisher höchste",
                    en="everyone in turn names a game, if it is higher than the highest so far",
                ),
            }
        ),
        Text(de="Wie die Ansage vor sich geht", en="How the auction goes"),
    ),
    OptionSpec(
        "tie_order",
        Choice(
            {
                "vorhand_first": Text(
                    de="wer nach dem Geber zuerst an der Reihe ist; der Geber zuletzt",
                    en="who comes first after the dealer; the dealer last",
                ),
                "dealer_first": Text(
                    de="der Geber, dann wer nach ihm zuerst an der Reihe ist",
                    en="the dealer, then who comes first after the dealer",
                ),
            }
        ),
        Text(
            de="Wer spielt, wenn mehrere gleich hoch ansagen",
            en="Who plays when several bid equally high",
        ),
    ),
    OptionSpec(
        "solo_order",
        Choice(
            {
                "by_game": Text(
                    de="in der Reihenfolge der erlaubten Spiele, ein Tout über jedem Solo",
                    en="in the order of the games allowed, a Tout above every Solo",
                ),
                "equal": Text(
                    de="alle Soli sind gleich hoch, ein Tout über jedem Solo",
                    en="all Solos are equally high, a Tout above every Solo",
                ),
            }
        ),
        Text(de="Wie die Soli untereinander stehen", en="How the Solos rank among themselves"),
    ),
    OptionSpec(
        "all_pass",
        Choice(
            {
                "dealer_choice": Text(
                    de="der Geber wählt: zusammenwerfen, Muss-Spiel oder Ramsch",
                    en="the dealer chooses: throw in, Muss-Spiel or Ramsch",
                ),
                "redeal": Text(
                    de="die Karten werden zusammengeworfen", en="the cards are thrown in"
                ),
                "ramsch": Text(de="es wird ein Ramsch gespielt", en="a Ramsch is played"),
                "muss": Text(
                    de="wer die Muss-Karte hat, muss ein Spiel ansagen",
                    en="who holds the Muss card must declare a game",
                ),
            }
        ),
        Text(de="Was geschieht, wenn alle passen", en="What happens when all pass"),
    ),
    OptionSpec(
        "seven_choice",
        Choice(
            {
                "last_active": Text(
                    de="wer als Letzter an der Reihe war", en="who spoke last in turn"
                ),
                "dealer": Text(
                    de="der Geber, obwohl er aussetzt", en="the dealer, though sitting out"
                ),
            }
        ),
        Text(
            de="Wer die Wahl hat, wenn alle passen und der Geber aussetzt",
            en="Who has the choice when all pass and the dealer sits out",
        ),
    ),
    OptionSpec(
        "muss_card",
        Choice({each.code: card_text(each) for each in GERMAN_32}),
        Text(
            de="Wessen Besitzer beim Muss-Spiel ansagen muss, wenn keine andere Karte genannt ist",
            en="Whose holder must declare a Muss-Spiel, unless another card is named",
        ),
    ),
    OptionSpec(
        "redeal_dealer",
        Choice(
            {
                "next": Text(de="der nächste in der Reihe", en="the next in turn"),
                "same": Text(de="derselbe noch einmal", en="the same dealer again"),
            }
        ),
        Text(
            de="Wer gibt, nachdem die Karten zusammengeworfen wurden",
            en="Who deals after the cards were thrown in",
        ),
    ),
    OptionSpec(
        "misdeal_dealer",
        Choice(
            {
                "next": Text(de="der nächste in der Reihe", en="the next in turn"),
                "same": Text(de="derselbe noch einmal", en="the same dealer again"),
            }
        ),
        Text(de="Wer gibt, nachdem vergeben wurde", en="Who deals after a misdeal"),
    ),
)
