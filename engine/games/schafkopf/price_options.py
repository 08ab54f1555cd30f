"""House rules about what is paid: prices, Laufende, Ramsch, Stock, errors; a theme each."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.schafkopf.messages import KIND_TITLES
from engine.options import Amounts, Choice, Flag, OptionSpec, Whole, WholePerKind
from engine.text import Text

TARIFF = {
    "call": Text(de="Rufspiel", en="call game"),
    "solo": Text(de="Solo", en="Solo"),
    "ramsch": Text(de="Ramsch", en="Ramsch"),
    "hochzeit": Text(de="Hochzeit", en="Wedding"),
    "sie": Text(de="Sie", en="Sie"),
    "schneider": Text(de="Schneider", en="Schneider"),
    "schwarz": Text(de="Schwarz dazu", en="Schwarz on top"),
    "laufende": Text(de="für jeden Laufenden", en="for each of the Laufende"),
}
"""What a tariff prices."""

PRICES_OPTIONS = (
    OptionSpec(
        "tariff",
        Amounts(TARIFF, follows=("ramsch", "hochzeit", "sie", "schwarz")),
        Text(de="Die Preise", en="The prices"),
    ),
    OptionSpec(
        "ramsch_price",
        Whole(0, 1000),
        Text(
            de="Wie viele Rufspiele ein Ramsch kostet, wenn der Tarif ihn nicht nennt",
            en="How many call games a Ramsch costs where the tariff does not name it",
        ),
    ),
    OptionSpec(
        "hochzeit_price",
        Whole(0, 1000),
        Text(
            de="Wie viele Rufspiele eine Hochzeit kostet, wenn der Tarif sie nicht nennt",
            en="How many call games a wedding costs where the tariff does not name it",
        ),
    ),
    OptionSpec(
        "sie_factor",
        Whole(1, 1000),
        Text(
            de="Wie viele Soli ein „Sie“ kostet, wenn der Tarif es nicht nennt",
            en="How many Solos a Sie costs where the tariff does not name it",
        ),
    ),
    OptionSpec(
        "pot_split",
        Choice(
            {
                "equal": Text(
                    de="jeder Verlierer zahlt einmal, die Gewinner teilen zu gleichen Teilen",
                    en="every loser pays once, and the winners share equally",
                ),
                "per_head": Text(
                    de="jeder Verlierer zahlt jedem Gewinner",
                    en="every loser pays every winner",
                ),
            }
        ),
        Text(
            de="Wie zwei Parteien miteinander abrechnen",
            en="How two teams settle with each other",
        ),
    ),
    OptionSpec(
        "declarer_schneider_free",
        Whole(
            1,
            148,
            {
                "never": Text(
                    de="sie zahlen nie Schneider oder Schwarz",
                    en="they never pay Schneider or Schwarz",
                ),
                "total/4+1": Text(
                    de="mit einem Auge mehr als einem Viertel aller Augen (31 von 120)",
                    en="with one point more than a quarter of all (31 of 120)",
                ),
            },
        ),
        Text(
            de="Mit wie vielen Augen verlierende Spieler schneiderfrei sind",
            en="With how many points losing declarers are free of Schneider",
        ),
    ),
    OptionSpec(
        "tout_doubles",
        Choice(
            {
                "base": Text(de="nur den Grundpreis", en="the base price alone"),
                "base+laufende": Text(
                    de="Grundpreis und Laufende; Schneider und Schwarz zählen nicht",
                    en="base price and Laufende; Schneider and Schwarz do not count",
                ),
                "all": Text(
                    de="alles: Grundpreis, Schneider, Schwarz und Laufende",
                    en="everything: base price, Schneider, Schwarz and Laufende",
                ),
            }
        ),
        Text(de="Was ein Tout verdoppelt", en="What a Tout doubles"),
    ),
    OptionSpec(
        "tout_doubles_when",
        Choice(
            {
                "always": Text(de="ja, gewonnen und verloren", en="yes, won or lost"),
                "won": Text(de="nein, nur ein gewonnener", en="no, only one that was won"),
            }
        ),
        Text(de="Ob auch ein verlorener Tout doppelt zählt", en="Whether a lost Tout doubles too"),
    ),
)


def completed_tariff(
    given: Mapping[str, int], fallback: Mapping[str, int], factors: Mapping[str, int]
) -> dict[str, int]:
    """Return a tariff without gaps (deal file, `rules.tariff`).

    `call`, `solo`, `schneider` and `laufende` left out come from `fallback`; Schwarz then costs as
    much again as Schneider, and Ramsch, Hochzeit and Sie so many calls or Solos as `factors` say.

    Args:
        given: the amounts that the table wrote.
        fallback: the preset's amounts.
        factors: `ramsch_price` and `hochzeit_price` (in calls), `sie_factor` (in Solos).
    """
    tariff = {
        key: given.get(key, fallback[key]) for key in ("call", "solo", "schneider", "laufende")
    }
    tariff["ramsch"] = given.get("ramsch", tariff["call"] * factors["ramsch_price"])
    tariff["hochzeit"] = given.get("hochzeit", tariff["call"] * factors["hochzeit_price"])
    tariff["schwarz"] = given.get("schwarz", tariff["schneider"])
    tariff["sie"] = given.get("sie", tariff["solo"] * factors["sie_factor"])
    return tariff


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
                    en="only Ober, Unter and Privates (the main trumps)",
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
                    en="whoever wins gets them on top of the price",
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


RAMSCH_OPTIONS = (
    OptionSpec(
        "ramsch_block",
        Choice(
            {
                "any": Text(
                    de="wenn irgendeiner kein Rufspiel ansagen könnte",
                    en="if anybody is unable to declare a call game",
                ),
                "dealer": Text(
                    de="wenn der Geber selbst kein Rufspiel ansagen könnte",
                    en="if the dealer is unable to declare a call game",
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
                    de="nur für ihn: er bekommt das Doppelte",
                    en="for that player alone, who gets double",
                ),
                "own_double_each": Text(
                    de="nur für ihn: er bekommt das Doppelte für jeden Spieler ohne Stich",
                    en="for that player alone, who gets double for each player without a trick",
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
                    en="that player loses like anybody with the most points",
                ),
                "wins": Text(
                    de="er gewinnt, und alle anderen zahlen ihm",
                    en="that player wins and is paid by all",
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
                    de="wer den höheren Trumpf hatte", en="whoever had the higher trump"
                ),
                "more_tricks": Text(
                    de="wer mehr Stiche hat, sonst wer den höheren Trumpf hatte",
                    en="whoever has more tricks, else whoever had the higher trump",
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


STOCK_OPTIONS = (
    OptionSpec(
        "stock_pay",
        Whole(0, 1_000_000),
        Text(
            de="Was jeder in den Stock zahlt, wenn alle passen (mit 0 gibt es keinen)",
            en="What everyone pays into the Stock when all pass (with 0 there is none)",
        ),
    ),
    OptionSpec(
        "stock_to",
        Choice(
            {
                "call_won": Text(
                    de="die Spieler des nächsten gewonnenen Rufspiels",
                    en="the declarers of the next call game that they win",
                ),
                "solo_won": Text(
                    de="der Spieler des nächsten gewonnenen Solos",
                    en="the declarer of the next Solo won",
                ),
                "any_won": Text(
                    de="die Spieler des nächsten Spiels, das sie gewinnen",
                    en="the declarers of the next game of any kind that they win",
                ),
            }
        ),
        Text(de="Wer den Stock gewinnt", en="Who wins the Stock"),
    ),
    OptionSpec(
        "stock_lost",
        Choice(
            {
                "stays": Text(de="er bleibt liegen", en="it stays"),
                "doubled": Text(
                    de="sie zahlen zusammen noch einmal so viel hinein",
                    en="together they pay as much again into it",
                ),
            }
        ),
        Text(
            de="Was mit dem Stock geschieht, wenn sie das Spiel verlieren",
            en="What happens to the Stock when they lose that game",
        ),
    ),
)


ERRORS_OPTIONS = (
    OptionSpec(
        "revoke",
        Choice(
            {
                "offender_pays_all": Text(
                    de="wer ihn gemacht hat, zahlt jeden anderen Spieler allein",
                    en="whoever made it pays every other player, alone",
                ),
                "game_lost": Text(
                    de="seine Partei hat das Spiel verloren und zahlt wie sonst",
                    en="his team has lost the game and pays as usual",
                ),
                "trick_lost": Text(
                    de="der Stich gehört der anderen Partei, und es wird weitergespielt",
                    en="the trick goes to the other side, and play goes on",
                ),
                "none": Text(de="nichts", en="nothing"),
            }
        ),
        Text(de="Was ein Fehler kostet", en="What an error costs"),
    ),
    OptionSpec(
        "revoke_side",
        Choice(
            {
                "team": Text(de="jeder seiner Partei", en="everyone of his team"),
                "offender": Text(
                    de="er allein für seine Partei; wer mit ihm spielt, zahlt und bekommt nichts",
                    en="he alone for his team; whoever plays with him pays and gets nothing",
                ),
            }
        ),
        Text(
            de="Wer zahlt, wenn ein Fehler das Spiel verloren hat",
            en="Who pays when an error has lost the game",
        ),
    ),
    OptionSpec(
        "revoke_price",
        Choice(
            {
                "base": Text(de="zum Grundpreis des Spiels", en="at the base price of the game"),
                "schneider": Text(
                    de="zum Grundpreis mit Schneider", en="at the base price with Schneider"
                ),
                "schwarz": Text(
                    de="zum Grundpreis mit Schneider und Schwarz",
                    en="at the base price with Schneider and Schwarz",
                ),
            }
        ),
        Text(de="Zu welchem Preis ein Fehler gilt", en="At which price an error is settled"),
    ),
    OptionSpec(
        "late_proof",
        Choice(
            {
                "resettle": Text(
                    de="das Spiel wird noch einmal abgerechnet", en="the deal is settled again"
                ),
                "stands": Text(
                    de="es bleibt bei der Abrechnung, wie gespielt wurde",
                    en="the settlement stands as it was played",
                ),
            }
        ),
        Text(
            de="Was gilt, wenn ein Fehler erst nach der letzten Karte anerkannt wird",
            en="What happens when an error is upheld only after the last card",
        ),
    ),
)
