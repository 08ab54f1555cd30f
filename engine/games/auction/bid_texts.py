"""What is said in an auction and about one; a game replaces the words it says otherwise."""

from __future__ import annotations

from engine.deal.auction import BidFault
from engine.text import Text

PASS, CONTRACT = "pass", "contract"

BID_TEXTS = {
    "pass": Text(de="Weiter", en="Pass"),
    "play": Text(de="Ich spiele", en="Play"),
    "play_too": Text(de="Ich spiele auch", en="Play too"),
    "good": Text(de="Gut", en="Good"),
    "normal": Text(de="Rufspiel", en="Call game"),
    "solo": Text(de="Solo", en="Solo"),
    "tout": Text(de="Tout", en="Tout"),
    "hochzeit": Text(de="Hochzeit", en="Wedding"),
    "accept": Text(de="Ich heirate", en="I accept"),
    "pick": Text(de="Ich nehme auf", en="Pick"),
    "contract": Text(de="Spiel nennen", en="Name the game"),
}
"""What a button says, by word of the deal file."""

CHOICE_TEXTS = {
    "redeal": Text(de="Zusammenwerfen", en="Throw the cards in"),
    "ramsch": Text(de="Ramsch", en="Ramsch"),
    "muss": Text(de="Muss-Spiel", en="Must game"),
    "leaster": Text(de="Leaster", en="Leaster"),
}
"""What a button says when all have passed."""

WHY_TEXTS = {
    BidFault.OUT_OF_TURN: Text(
        de="{name} sagte an, ohne an der Reihe zu sein", en="{name} bid out of turn"
    ),
    BidFault.NOT_ASKED: Text(
        de="{name} sagte noch einmal an; es gilt, was zuerst gesagt wurde",
        en="{name} bid once more; what was said first stands",
    ),
    BidFault.OVER: Text(
        de="{name} sagte an, als die Ansage schon vorbei war",
        en="{name} bid when the auction was over",
    ),
    BidFault.NO_SUCH_WORD: Text(
        de="Was {name} sagte, gibt es an dieser Stelle der Ansage nicht",
        en="What {name} said cannot be said at this point of the auction",
    ),
    BidFault.NOT_HIGHER: Text(
        de="{name} überbot die höchste Ansage nicht", en="{name} did not outbid the highest bid"
    ),
    BidFault.NAMED_EARLY: Text(
        de="{name} nannte das Spiel, bevor die Ansage gewonnen war",
        en="{name} named the game before the auction was won",
    ),
    BidFault.NOT_PLAYED: Text(
        de="Das Spiel von {name} wird nach den Hausregeln nicht gespielt",
        en="The house rules leave out the game of {name}",
    ),
    BidFault.OTHER_DECLARER: Text(
        de="{name} spielt, hat die Ansage aber nicht gewonnen",
        en="{name} plays without having won the auction",
    ),
    BidFault.LOWER_GAME: Text(
        de="{name} spielt weniger, als angesagt war", en="{name} plays less than was bid"
    ),
    BidFault.OTHER_GAME: Text(
        de="Gespielt wird ein anderes Spiel, als genannt war",
        en="Another game is played than was named",
    ),
    BidFault.OTHER_PARTNER: Text(
        de="Die Hochzeit von {name} hat ein anderer Platz zuerst angenommen",
        en="Another seat was the first to accept the wedding of {name}",
    ),
    BidFault.NOBODY_BID: Text(
        de="{name} spielt, obwohl alle gepasst haben", en="{name} plays though all passed"
    ),
    BidFault.SOMEBODY_BID: Text(
        de="Gespielt wird, was nur folgt, wenn alle passen; es hat aber jemand angesagt",
        en="What is played follows only when all pass, but somebody bid",
    ),
    BidFault.NOT_A_CHOICE: Text(
        de="Was gespielt wird, folgt nach den Hausregeln nicht, wenn alle passen",
        en="By the house rules, what is played does not follow when all pass",
    ),
}
"""What a finding says."""
