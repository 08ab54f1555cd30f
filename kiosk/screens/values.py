"""What each screen shows, as frozen values: the templates decide nothing.

Fair display (DESIGN 8) is kept here: while a deal runs, a `TableScreen` holds the running
trick, whose turn it is and the Augen of this trick, and nothing else of the play.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from engine.text import Text
from kiosk.screens.cards import Face, SuitFace

Line = Text | str


@dataclass(frozen=True, slots=True)
class CameraBadge:
    """The pill that says what the camera is doing, and the sentence where it needs one."""

    word: Text
    on: bool
    bad: bool
    long: Text | None = None
    tap: str = ""
    """What a tap does: `on` and `off` switch the camera, `setup` shows how it stands with it,
    `use` takes up one that was plugged in."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One seat's place in a trick."""

    seat: int
    name: str
    face: Face | None = None
    played: bool = False
    seq: int | None = None
    next: bool = False
    winning: bool = False
    unsure: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """The question to the table about one doubtful card."""

    deal: str
    seq: int
    trick: Text
    name: str
    options: tuple[Face, ...]
    about: str
    """Trick and seat as the forms carry them (`facts.about`)."""


@dataclass(frozen=True, slots=True)
class ConfirmScreen:
    """The one question before the score of a deal that is over."""

    heading: Text
    ask: Ask
    asked: str
    """When it was asked, seconds of the monotonic clock."""


@dataclass(frozen=True, slots=True)
class DoubleButton:
    """Doubling by one seat."""

    seat: int
    word: Text


@dataclass(frozen=True, slots=True)
class InTurn:
    """Who may double now."""

    deal: str
    said: int
    """How often it was doubled so far: a button tapped twice doubles once."""
    buttons: tuple[DoubleButton, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """The line over the table: what is played, and what was doubled."""

    title: Text
    suit: SuitFace | None
    sub: tuple[Line, ...]
    announced: bool
    carried: Carried


@dataclass(frozen=True, slots=True)
class TableScreen:
    """The running trick."""

    heading: Heading
    slots: tuple[Slot, ...]
    trick: Text | None
    points: int
    complete: bool
    """Whether the trick is whole and still lies there."""
    turn: Text | None
    settle: Text | None
    """Why the deal may be settled now, where a person has to say so."""
    ruled: bool
    """Whether that is a ruling that ends the deal."""
    last_trick: bool
    lay: bool
    """Whether the next card can be laid by hand."""
    lay_down: str | None = None
    """The deal whose cards are laid open and not played: a Sie."""
    double: InTurn | None = None
    """Who may double now, where the game says so card by card."""
    callable: bool = True
    """Whether there is anything to call."""
    enter: bool = False
    """Whether its result comes next: nothing is seen, and no card was laid by hand."""
    blind: bool = False
    """Whether the camera sees nothing now: then the score pad is one tap away."""
    claim: Claim | None = None
    """Who claims the rest, while the others are asked."""
    layout: bool = False
    """Whether two play from piles, whose open cards can be told."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody says that the rest is his."""

    deal: str
    seat: int
    words: Text


@dataclass(frozen=True, slots=True)
class ProofCard:
    """One card of a proof and who laid it."""

    face: Face | None
    seq: int
    name: str
    wrong: bool = False
    shows: bool = False


@dataclass(frozen=True, slots=True)
class ProofTrick:
    """One trick of a proof."""

    title: Text
    sentence: Text
    cards: tuple[ProofCard, ...]


@dataclass(frozen=True, slots=True)
class AlertScreen:
    """One verdict with its proof."""

    deal: str
    verdict: str
    headline: Text
    who: Line | None
    """The name, where headline and name together would be too long for two metres; every name it
    may have been while it cannot be said whose it was."""
    named: bool
    """Whether it is said whose it was."""
    uphold: Text | None
    """What the button says that upholds it; None where there is nothing to uphold."""
    tricks: tuple[ProofTrick, ...]
    conclusion: Text | None
    """What follows from all tricks together, where it was counted."""
    certainty: Text
    by_hand: bool = False
    """Whether a person named one of the cards it rests on, which can be taken back from here."""
    late: str | None = None
    """The fields of its address, where another deal has begun since."""
    origin: str = ""
    """From which page it was opened then."""
    back: str = "/"
    """The address of that page."""
    entry: str = ""
    """Where the result is entered by hand instead: the deal did not count and another one runs."""

    @property
    def cards(self) -> int:
        """How many cards there are to show."""
        return sum(len(trick.cards) for trick in self.tricks)


@dataclass(frozen=True, slots=True)
class NoticeMark:
    """Something about a finished deal that waits for people: a proven verdict, a result."""

    words: Text
    href: str


@dataclass(frozen=True, slots=True)
class Account:
    """One seat's share of a result."""

    name: str
    amount: Fraction
    won: bool
    total: Fraction
    points: int | None = None
    """Augen, where everybody plays alone."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What somebody got, or lost where it is less than nothing."""

    name: str
    amount: Fraction


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """Who pays whom."""

    payer: str
    payee: str
    amount: Fraction


@dataclass(frozen=True, slots=True)
class Cost:
    """What one pays each of the others."""

    times: int
    amount: Fraction


class MomentKind(StrEnum):
    """What a deal is remembered for, what weighs most first; the value names its sign and look."""

    SIE = "sie"
    GAME_WON = "game_won"
    TOUT = "tout"
    LONG_RUN = "long_run"
    SOLO = "solo"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing a deal is remembered for, and why."""

    kind: MomentKind
    why: Text


@dataclass(frozen=True, slots=True)
class Stock:
    """What a deal put into the Stock or took out of it."""

    words: Text
    """With the place `{amount}`."""
    amount: int


@dataclass(frozen=True, slots=True)
class Carried:
    """What lies over from the deals before: Stock, Bock and Ramsch rounds."""

    stock: int
    rounds: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Numbers of Laufende to choose from, all of one side."""

    title: Text
    counts: tuple[tuple[int, Text], ...]
    """What is stated, positive "with", and the whole answer in words; the button says the number
    alone where it is not none."""


@dataclass(frozen=True, slots=True)
class AskLaufende:
    """The question how many Laufende there were, where the cards seen do not say."""

    deal: str
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class AskHolder:
    """The question who had the called card, which never lay."""

    deal: str
    question: Text
    seats: tuple[tuple[int, str], ...]
    """Seat and name of everybody who may have had it."""


@dataclass(frozen=True, slots=True)
class ResultScreen:
    """A finished deal."""

    number: int
    headline: Text
    contract: Text
    points: Text | None
    tags: tuple[Text, ...]
    laufende: Text | None
    laufende_cards: tuple[Face, ...]
    doublings: tuple[Line, ...]
    price: int | None
    stock: Stock | None
    carried: Carried
    accounts: tuple[Account, ...]
    payments: tuple[PaymentLine, ...]
    notes: tuple[Line, ...]
    open: Text | None = None
    """Why the deal is not settled; None where it is."""
    call: bool = False
    """Whether it was not said yet what was played."""
    asked: AskLaufende | AskHolder | None = None
    """What people have to say before it can be settled."""
    game_won: Text | None = None
    """Who won a game of several deals with this one."""
    by_hand: bool = False
    """Whether results are entered: nothing is seen, and no card was laid."""
    draw: bool = False
    """Whether partners can be drawn for what comes next."""
    certificate: str = ""
    """Id of the deal where it is a Sie that has its certificate; else empty."""
    face_down: bool = False
    """Whether cards of the call lay face down and can be told now."""
    finding: NoticeMark | None = None
    question: str = ""
    """Address of a question about a card that stayed open; empty where none did."""
    """What was proven in a deal that does not count after all, where nobody has ruled on it."""
    entry: str = "/enter"
    """Where a result is entered by hand: this deal's where it has none, else the next one's."""
    outcome: Text | None = None
    """Who won, where the headline says why the deal ended and not who pays."""
    cost: Cost | None = None
    """What the headline's person pays, and how often."""
    moments: tuple[Moment, ...] = ()
    """What the deal is remembered for, what weighs most first; mostly nothing."""

    @property
    def why_over(self) -> bool:
        """Whether the headline says what somebody did that ended or decided the deal."""
        return self.outcome is not None or self.cost is not None


@dataclass(frozen=True, slots=True)
class Sure:
    """What is asked, what follows, and the two ways to answer."""

    heading: Text
    what: Text
    then: Text
    """What happens, and how it can be undone."""
    action: str
    """Where the answer yes is sent."""
    yes: Text
    back: str
    """Where the answer no leads."""
    gains: tuple[Gain, ...] = ()


def sentences(*each: Text, between: str = " ") -> Text:
    """Return several sentences as one text."""
    return Text(de=between.join(one.de for one in each), en=between.join(one.en for one in each))


_MOST_DIGITS = 9


def is_whole(said: str) -> bool:
    """Tell whether it is a number from 0 on that `int` takes: not in other scripts, not endless."""
    return said.isascii() and said.isdecimal() and len(said) <= _MOST_DIGITS


@dataclass(frozen=True, slots=True)
class StartOption:
    """One large button."""

    href: str
    word: Line
    note: Line | None = None
    chosen: bool = False
    main: bool = False
