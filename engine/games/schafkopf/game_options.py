"""House rules about what is played: people and decks, calls, auction, doublings, rounds.

A theme each: how many sit at the table and who sits out, what may be called, how the auction goes
and what follows when all pass, the duties of whoever holds a called card and their exceptions,
Legen and Kontra to Resupra, Bock and Ramsch rounds.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import GERMAN_32, Rank
from engine.games.common_options import LOOK_BACK_OPTION
from engine.games.schafkopf.kinds import KINDS, ContractKind, tout_word
from engine.games.wording import card_text, rank_text
from engine.options import Choice, Flag, OptionSpec, Several, Whole
from engine.text import Text

NIXER = (Rank.NEUN, Rank.ACHT, Rank.SIEBEN, Rank.SECHS, Rank.PREUSSE)
"""Ranks that can count as Nixer: those without Augen, and the Preuße by house rule."""

PEOPLE_OPTIONS = (
    OptionSpec(
        "two_player_trump",
        Choice(
            {
                "any_suit": Text(
                    de="Ober, Unter und die Farbe, die angesagt wird",
                    en="Ober, Unter and the suit that is named",
                ),
                "hearts": Text(de="Ober, Unter und immer Herz", en="Ober, Unter and always Hearts"),
            }
        ),
        Text(de="Was zu zweit Trumpf ist", en="What is trump with two players"),
    ),
    OptionSpec(
        "heart_prussian_is_trump",
        Flag(),
        Text(
            de="Der Herz-Preuße ist der niedrigste Trumpf, wo Herz Trumpf ist",
            en="The Prussian of Hearts is the lowest trump where Hearts are trump",
        ),
    ),
    OptionSpec(
        "sit_out",
        Choice(
            {
                "one_too_many": Text(
                    de="der Geber, wenn einer mehr da ist, als das Spiel Spieler hat",
                    en="the dealer, if there is one more than the game has players",
                ),
                "dealer": Text(
                    de="immer der Geber, wenn das Spiel auch mit einem weniger geht",
                    en="always the dealer, if the game can be played by one less",
                ),
            }
        ),
        Text(de="Wer aussetzt", en="Who sits out"),
    ),
    OptionSpec(
        "nixer_min",
        Whole(1, 8, {"never": Text(de="nie", en="never")}),
        Text(
            de="Mit wie vielen Nixern und keinem Stammtrumpf zusammengeworfen werden darf",
            en="With how many Nixer and no main trump a hand may be thrown in",
        ),
    ),
    OptionSpec(
        "nixer_ranks",
        Several({rank.letter: rank_text(rank) for rank in NIXER}),
        Text(de="Welche Karten Nixer sind", en="Which cards are Nixer"),
    ),
    LOOK_BACK_OPTION,
)


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
                    en="whoever comes first after the dealer; the dealer last",
                ),
                "dealer_first": Text(
                    de="der Geber, dann wer nach ihm zuerst an der Reihe ist",
                    en="the dealer, then whoever comes first after the dealer",
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
                    en="the dealer chooses: throw in, Must game or Ramsch",
                ),
                "redeal": Text(
                    de="die Karten werden zusammengeworfen", en="the cards are thrown in"
                ),
                "ramsch": Text(de="es wird ein Ramsch gespielt", en="a Ramsch is played"),
                "muss": Text(
                    de="wer die Muss-Karte hat, muss ein Spiel ansagen",
                    en="whoever holds the Must card must declare",
                ),
            }
        ),
        Text(de="Was geschieht, wenn alle passen", en="What happens when all pass"),
    ),
    OptionSpec(
        "seven_choice",
        Choice(
            {
                "last_active": Text(de="wer als Letzter an der Reihe war", en="whoever spoke last"),
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
            en="Whose holder must declare a Must game, unless another card is named",
        ),
    ),
    OptionSpec(
        "redeal_dealer",
        Choice(
            {
                "next": Text(de="der nächste in der Reihe", en="the next player in turn"),
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
                "next": Text(de="der nächste in der Reihe", en="the next player in turn"),
                "same": Text(de="derselbe noch einmal", en="the same dealer again"),
            }
        ),
        Text(de="Wer gibt, nachdem vergeben wurde", en="Who deals after a misdeal"),
    ),
)


GAMES = "games"
"""The name of the option that lists what may be called."""
MUSS = "muss"
"""The word in `games` for the Muss-Spiel, which is any game its holder declares."""


def games_option(kinds: Mapping[str, ContractKind]) -> OptionSpec:
    """Return the option that lists what may be called: kinds, their Touts, the Muss-Spiel."""
    words = {name: kind.title for name, kind in kinds.items()}
    for name, kind in kinds.items():
        if kind.tout:
            words[tout_word(name)] = kind.tout_said.format(game=kind.title)
    words[MUSS] = Text(de="Muss-Spiel", en="Must game")
    return OptionSpec(
        GAMES,
        Several(words),
        Text(
            de="Was angesagt werden darf, in dieser Folge", en="What may be called, in this order"
        ),
    )


WHEN_ALLOWED = {
    "never": Text(de="nie", en="never"),
    "muss": Text(
        de="nur wer im Muss-Spiel ansagen muss", en="only whoever must declare a Must game"
    ),
    "always": Text(de="immer", en="always"),
}
"""What may be allowed to everybody, or to those who have to declare."""

CALLS_OPTIONS = (
    games_option(KINDS),
    OptionSpec(
        "renonce",
        Choice(WHEN_ALLOWED),
        Text(
            de="Wann eine Farbe gerufen werden darf, von der man keine Karte hat (Renonce)",
            en="When a suit may be called without holding a card of it (Renonce)",
        ),
    ),
    OptionSpec(
        "called_ten",
        Choice(WHEN_ALLOWED),
        Text(
            de="Wann eine Zehn rufen darf, wer alle Sauen hat, die gerufen werden können",
            en="When somebody holding every Ace that can be called may call a Ten",
        ),
    ),
    OptionSpec(
        "deck",
        Choice(
            {
                "full": Text(de="lange Karte, mit Achtern und Siebenern", en="full deck"),
                "short": Text(
                    de="kurze Karte: 24 Karten ohne Achter und Siebener, sechs Stiche",
                    en="short deck: 24 cards without eights and sevens, six tricks",
                ),
            }
        ),
        Text(de="Mit welchem Blatt gespielt wird", en="Which deck is played with"),
    ),
    OptionSpec(
        "trump_suit",
        Choice(
            {
                "H": Text(
                    de="Herz; Schellen kann gerufen werden", en="Hearts; Bells can be called"
                ),
                "S": Text(
                    de="Schellen; Herz kann gerufen werden", en="Bells; Hearts can be called"
                ),
            }
        ),
        Text(
            de="Welche Farbe Trumpf ist, wo keine angesagt wird",
            en="Which suit is trump where none is named",
        ),
    ),
)


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
                    de="so viele, dass nicht jeder andere eine haben kann (zu viert und zu fünft "
                    "4, zu sechst 5, in der kurzen Karte 2)",
                    en="so many that not everybody else can have one (4 with four and five "
                    "players, 5 with six, 2 with the short deck)",
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
                    en="whoever has it, with as many cards as for the Ace",
                ),
                "with_ass": Text(
                    de="nur wer auch die Sau hat", en="only whoever has the Ace as well"
                ),
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


DOUBLINGS_OPTIONS = (
    OptionSpec(
        "legen",
        Flag(),
        Text(
            de="Ob jeder nach seinen ersten Karten einmal legen (klopfen) darf",
            en="Whether everyone may double once after their first cards (Legen, Klopfen)",
        ),
    ),
    OptionSpec(
        "stoss",
        Choice(
            {
                "off": Text(de="gar nicht", en="not at all"),
                "kontra": Text(de="nur Kontra", en="Kontra alone"),
                "re": Text(de="Kontra und Re", en="Kontra and Re"),
                "supra": Text(de="bis Supra", en="up to Supra"),
                "resupra": Text(de="bis Resupra", en="up to Resupra"),
            }
        ),
        Text(
            de="Wie weit nach der Ansage verdoppelt werden darf",
            en="How far a game may be doubled once it is called",
        ),
    ),
    OptionSpec(
        "contra_until",
        Whole(
            0,
            48,
            {
                "own_card": Text(
                    de="bis zur eigenen ersten Karte", en="up to one's own first card"
                ),
            },
        ),
        Text(
            de="Wie viele Karten höchstens liegen, wenn Kontra gesagt wird",
            en="How many cards may lie at most when Kontra is said",
        ),
    ),
)


TRIGGERS = {
    "all_pass": Text(
        de="nach zusammengeworfenen Karten, weil alle passten",
        en="after cards thrown in because everybody passed",
    ),
    "heart_solo": Text(de="nach einem Herz-Solo", en="after a Solo in Hearts"),
    "solo_lost": Text(de="nach einem verlorenen Solo", en="after a lost Solo"),
    "tout": Text(de="nach einem Tout", en="after a Tout"),
    "sie": Text(de="nach einem „Sie“", en="after a Sie"),
    "kontra_lost": Text(
        de="wenn die Gegner nach ihrem Kontra verlieren", en="when the defenders lose after Kontra"
    ),
    "re_lost": Text(
        de="wenn die Spieler nach ihrem Re verlieren", en="when the declarers lose after Re"
    ),
    "schwarz": Text(de="nach einem Schwarz", en="after a Schwarz"),
    "even": Text(de="bei gleichen Augen (60 zu 60)", en="at a tie (60 to 60)"),
    "bock_round": Text(de="nach einer Bockrunde", en="after a Bock round"),
    "ramsch_round": Text(de="nach einer Ramschrunde", en="after a Ramsch round"),
}
"""What can set off a round; `engine.games.schafkopf.rounds` says when each has happened."""

_ONE_EACH = {
    "round": Text(
        de="so viele Spiele, wie Leute am Tisch sitzen", en="one deal by everybody at the table"
    )
}

ROUNDS_OPTIONS = (
    OptionSpec(
        "bock_after",
        Several(TRIGGERS, least=0),
        Text(
            de="Wann eine Bockrunde beginnt, in der jedes Spiel doppelt zählt",
            en="When a Bock round begins, in which every deal counts double",
        ),
    ),
    OptionSpec(
        "bock_round",
        Whole(1, 16, _ONE_EACH),
        Text(de="Wie viele Spiele eine Bockrunde dauert", en="How many deals a Bock round lasts"),
    ),
    OptionSpec(
        "bock_again",
        Choice(
            {
                "extend": Text(
                    de="sie verlängert sich um eine Runde", en="it lasts a round longer"
                ),
                "ignore": Text(de="nichts", en="nothing"),
            }
        ),
        Text(
            de="Was ein neuer Anlass während einer Bockrunde bewirkt",
            en="What another reason does during a Bock round",
        ),
    ),
    OptionSpec(
        "ramsch_after",
        Several(TRIGGERS, least=0),
        Text(
            de="Wann eine Ramschrunde beginnt, in der Ramsch ohne Ansage gespielt wird",
            en="When a Ramsch round begins, in which Ramsch is played without an auction",
        ),
    ),
    OptionSpec(
        "ramsch_round",
        Whole(1, 16, _ONE_EACH),
        Text(
            de="Wie viele Spiele eine Ramschrunde dauert", en="How many deals a Ramsch round lasts"
        ),
    ),
    OptionSpec(
        "settle",
        Choice(
            {
                "deal": Text(de="nach jedem Spiel", en="after every deal"),
                "round": Text(
                    de="nach jeder Runde, in der jeder einmal gegeben hat",
                    en="after every round in which everybody dealt once",
                ),
            }
        ),
        Text(de="Wann bezahlt wird", en="When people pay"),
    ),
)
