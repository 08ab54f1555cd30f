"""What the Schafkopf family says: contracts, doublings and verdicts, German first."""

from __future__ import annotations

from engine.games.base import VerdictWords
from engine.games.wording import CALLED_CARD_VERDICTS, COMMON_VERDICTS, DOUBLING_VERDICTS
from engine.text import Text

KIND_TITLES = {
    "rufspiel": Text(de="Rufspiel", en="Call game"),
    "hochzeit": Text(de="Hochzeit", en="Wedding"),
    "solo": Text(de="Solo", en="Solo"),
    "wenz": Text(de="Wenz", en="Wenz"),
    "geier": Text(de="Geier", en="Geier"),
    "niederer": Text(de="Niederer", en="Niederer"),
    "farbwenz": Text(de="Farbwenz", en="Suit Wenz"),
    "farbgeier": Text(de="Farbgeier", en="Suit Geier"),
    "sie": Text(de="Sie", en="Sie"),
    "ramsch": Text(de="Ramsch", en="Ramsch"),
}
"""What each kind of contract is called."""

SENTENCES = {
    "rufspiel": Text(de="Rufspiel auf {called}", en="calls {called}"),
    "hochzeit": Text(de="Hochzeit", en="Wedding"),
    "solo": Text(de="{suit}-Solo", en="{suit} Solo"),
    "wenz": Text(de="Wenz", en="Wenz"),
    "geier": Text(de="Geier", en="Geier"),
    "niederer": Text(de="Niederer", en="Niederer"),
    "farbwenz": Text(de="{suit}-Wenz", en="{suit} Wenz"),
    "farbgeier": Text(de="{suit}-Geier", en="{suit} Geier"),
    "sie": Text(de="Sie", en="Sie"),
    "ramsch": Text(de="Ramsch", en="Ramsch"),
}
"""What is announced; `{suit}` is the suit named, `{called}` the called card as it is called."""

DOUBLINGS = {
    "legen": Text(de="Legen", en="Legen"),
    "klopfen": Text(de="Klopfen", en="Klopfen"),
    "kontra": Text(de="Kontra", en="Kontra"),
    "re": Text(de="Re", en="Re"),
    "supra": Text(de="Supra", en="Supra"),
    "resupra": Text(de="Resupra", en="Resupra"),
    "double": Text(de="Doppelt", en="Double"),
    "bock": Text(de="Bock", en="Bock"),
}

DOUBLING_BUTTONS = {"legen": Text(de="Legen, Klopfen", en="Legen, Klopfen")}
"""What the button says where it stands for two words."""

TOUT = Text(de="{game} Tout", en="{game} Tout")
RENONCE = Text(de="{game} mit Renonce", en="{game} without a card of the suit")
MUSS = Text(de="Muss-Spiel: {game}", en="Must game: {game}")

GAVE = Text(de="Der Trumpf, der gegeben wurde", en="The trump that was given")
BACK = Text(de="Die Karte, die zurückkam", en="The card that came back")

FIELDS = {
    "partner": Text(de="Wer nimmt an?", en="Who accepts?"),
    "muss": Text(de="Muss-Spiel", en="Must game"),
    "renonce": Text(de="Renonce", en="Renonce"),
    "called": Text(de="Zehn gerufen?", en="Ten called?"),
    "why": Text(de="Warum?", en="Why?"),
}
"""What the call screen asks besides."""

WHY_RAMSCH = {
    "all_pass": Text(de="Alle haben gepasst", en="All passed"),
    "last_game": Text(de="Letztes Spiel", en="Last deal"),
}
"""Why a Ramsch is played."""

VERDICTS = {
    **COMMON_VERDICTS,
    **CALLED_CARD_VERDICTS,
    **DOUBLING_VERDICTS,
    "tout_lost": VerdictWords(
        Text(de="Tout verloren", en="Tout lost"),
        Text(de="{name} legte {thrown}", en="{name} played {thrown}"),
        Text(de="Der Stich geht an die Gegner", en="The defenders take the trick"),
    ),
    "illegal_call": VerdictWords(
        Text(de="falsch gerufen", en="illegal call"),
        Text(
            de="{name} rief {card}, hatte die Karte aber selbst oder keine andere der Farbe",
            en="{name} called {card} but held that card, or no other of the suit",
        ),
        Text(de="{thrown} zeigt es", en="{thrown} shows it"),
        did=Text(de="{name} hat falsch gerufen", en="{name} made an illegal call"),
    ),
    "hochzeit_trump": VerdictWords(
        Text(de="Hochzeit mit Trumpf", en="wedding with a trump"),
        Text(
            de="{name} hat den einzigen Trumpf weggegeben und spielte {thrown}",
            en="{name} gave away the only trump and played {thrown}",
        ),
        Text(de="{thrown} ist ein Trumpf", en="{thrown} is a trump"),
    ),
    "illegal_muss": VerdictWords(
        Text(de="Muss ohne die Karte", en="wrong Must game"),
        Text(
            de="{name} sagte das Muss-Spiel an, {card} lag bei einem anderen",
            en="{name} declared the Must game, {card} was with somebody else",
        ),
        Text(de="{card} liegt da", en="{card} lies there"),
    ),
    "illegal_sie": VerdictWords(
        Text(de="kein Sie", en="no Sie"),
        Text(
            de="{name} sagte ein „Sie“ an, ohne alle Ober und Unter",
            en="{name} called a Sie without every Ober and Unter",
        ),
        Text(de="{thrown} zeigt es", en="{thrown} shows it"),
        did=Text(de="{name} hatte kein Sie", en="{name} had no Sie"),
    ),
    "ramsch_barred": VerdictWords(
        Text(de="Ramsch war gesperrt", en="Ramsch was barred"),
        Text(
            de="{name} sagte Ramsch an, obwohl einer kein Rufspiel ansagen konnte",
            en="{name} called a Ramsch though somebody was unable to declare a call game",
        ),
        Text(de="So lagen die Karten", en="That is how the cards lay"),
    ),
    "illegal_nixer": VerdictWords(
        Text(de="zu gut für Nixer", en="hand was too good"),
        Text(
            de="{name} warf zusammen, ohne genug Nixer oder mit einem Stammtrumpf",
            en="{name} threw in without enough Nixer or with a main trump",
        ),
        Text(de="Das Blatt ist aufgeschrieben", en="The hand is on record"),
        did=Text(de="{name} war zu gut für Nixer", en="{name}’s hand was too good to throw in"),
    ),
}
