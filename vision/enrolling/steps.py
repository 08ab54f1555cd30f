"""What a live enrolment is told and what it says: plain values for command line and page alike.

What the live enrolment says, in both languages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from engine.cards import Card
from engine.text import Text
from vision.enrolling.picture_faults import FLAW_WORDS, Flaw
from vision.enrolling.shown_card import Unclear

CardNames = Callable[[Card], Text]
"""How the house calls a card."""


class EnrolmentStepKind(Enum):
    """What a step is."""

    ASK = "ask"
    TAKEN = "taken"
    REFUSED = "refused"
    SKIPPED = "skipped"
    UNDONE = "undone"
    FINISHED = "finished"


class WantedShowing(Enum):
    """What is to be shown next."""

    EMPTY_TABLE = "empty_table"
    CARD = "card"
    SECOND_VIEW = "second_view"
    BACK = "back"
    HAND = "hand"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class EnrolmentStep:
    """One thing to say; `done` of `of` cards are learned after it."""

    kind: EnrolmentStepKind
    wanted: WantedShowing
    """What is shown or asked for."""
    text: Text
    done: int
    of: int
    card: Card | None = None
    other: Card | None = None
    """The enrolled card that looks most like it."""
    margin: float | None = None
    """How far from it: one minus the similarity, between 0 and 2."""


@dataclass(frozen=True, slots=True)
class EnrolmentPlan:
    """What is to be learned: the cards in the order they are asked for, and how they are called."""

    name: str
    cards: tuple[Card, ...]
    names: CardNames
    recorded: bool = False
    """Nobody answers: a refused card is left out, none is asked for again."""
    views: int = 1
    """How often each card is shown in turn, for sure."""
    negatives: bool = True
    """Whether a back and a hand are asked for at the end."""
    printed: str = ""
    """As `Profile.printed`."""


EMPTY_TABLE = Text(
    de="Bitte den Tisch in der Mitte frei lassen.", en="Please keep the middle of the table clear."
)
LAY = Text(de="{card} bitte hinlegen.", en="Please put down {card}.")
LAY_AGAIN = Text(
    de="Noch einmal {card}, bitte gedreht oder an einer anderen Stelle; am ähnlichsten ist {other} "
    "(Abstand {margin:.2f}).",
    en="{card} once more, please, turned or in another place; it looks most "
    "like {other} (distance {margin:.2f}).",
)
LAY_BACK = Text(de="Jetzt eine Karte mit der Rückseite nach oben.", en="Now any card, face down.")
SHOW_HAND = Text(
    de="Jetzt eine leere Hand flach in die Mitte legen.",
    en="Now put an empty hand flat in the middle.",
)
TAKEN = Text(de="{card} ist eingelernt.", en="{card} is enrolled.")
TAKEN_NEAR = Text(
    de="{card} ist eingelernt; am ähnlichsten ist {other} (Abstand {margin:.2f}).",
    en="{card} is enrolled; it looks most like {other} (distance {margin:.2f}).",
)
BACK_TAKEN = Text(de="Die Rückseite ist eingelernt.", en="The back is enrolled.")
HAND_TAKEN = Text(de="Die Hand ist eingelernt.", en="The hand is enrolled.")
SKIPPED = Text(de="{card} ist ausgelassen.", en="{card} is skipped.")
SKIPPED_NEGATIVE = Text(de="Ausgelassen.", en="Skipped.")
UNDONE = Text(de="{card} ist wieder gelöscht.", en="{card} has been taken out again.")
NOTHING_TO_UNDO = Text(de="Es gibt nichts zurückzunehmen.", en="There is nothing to undo.")
FINISHED = Text(
    de="Fertig: {count} Karten sind eingelernt.", en="Done: {count} cards are enrolled."
)
FINISHED_WITHOUT_ONE = Text(
    de="Fertig: {count} Karten sind eingelernt; es fehlt {missing}.",
    en="Done: {count} cards are enrolled; {missing} is still missing.",
)
FINISHED_WITHOUT = Text(
    de="Fertig: {count} Karten sind eingelernt; es fehlen {missing}.",
    en="Done: {count} cards are enrolled; still missing: {missing}.",
)

LIKE_ENROLLED = Text(
    de="Das sieht aus wie {other}, und diese Karte ist schon eingelernt. Ist es wirklich {card}, "
    "bitte noch einmal anders hinlegen.",
    en="This looks like {other}, which is already enrolled. If it really is "
    "{card}, please put it down once more, a little differently.",
)
OTHER_CARD = Text(
    de="Das sieht aus wie {other}. Bitte {card} hinlegen.",
    en="This looks like {other}. Please put down {card}.",
)
FACE_NOT_BACK = Text(
    de="Das ist die Vorderseite von {other}. Bitte die Karte umdrehen.",
    en="This is the face of {other}. Please turn the card over.",
)
FLAWED = Text(de="Das Bild ist {flaw}.", en="The picture is {flaw}.")
UNCLEAR = {
    Unclear.NO_CARD: Text(
        de="Die Karte ist nicht zu erkennen. Bitte etwas anders hinlegen; auf dunklem, einfarbigem "
        "Grund geht es am besten.",
        en="The card cannot be made out. Please place it a little differently; a "
        "dark, plain background works best.",
    ),
    Unclear.MORE: Text(
        de="Da liegt mehr als eine Karte. Bitte nur eine hinlegen und die Hand wegnehmen.",
        en="There is more than one card. Please put down just one and take your hand away.",
    ),
    Unclear.CUT_OFF: Text(
        de="Die Karte liegt zu weit am Rand. Bitte in die Mitte legen.",
        en="The card is too close to the edge. Please put it in the middle.",
    ),
}


def flawed(flaw: Flaw) -> Text:
    """Say what is wrong with a picture."""
    return FLAWED.format(flaw=FLAW_WORDS[flaw])
