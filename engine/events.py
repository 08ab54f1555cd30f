"""The events of an evening. Only what came in is logged; whatever follows from it is derived.

`at` of the envelope is shown, never ordered by: `seq` is the order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.cards import Card
from engine.deal.record import Contract, JsonObject
from engine.scores import Scores

By = Literal["person", "decoder"]
Source = Literal["camera", "touch", "import"]
Decision = Literal["upheld", "dismissed", "waived"]
PlaceMm = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class TournamentPlace:
    """Where an evening belongs in a tournament: one round at one table."""

    id: str
    """The tournament's."""
    table: str
    round: int
    """From 1."""
    numbers: tuple[int, ...]
    """Start numbers of who sits there, seat 0 first."""
    deals: int = 0
    """How many are to be played; 0 where the time alone ends the round."""
    ends: str = ""
    """RFC 3339, when the last deal may begin; empty without a limit."""


@dataclass(frozen=True, slots=True)
class EveningStarted:
    """An evening began: who sits where (seat 0 first), what is played, with which deck."""

    evening: str
    game: str
    rules: JsonObject
    seats: tuple[str, ...]
    deck: str
    models: Mapping[str, str]
    """File name to sha256 of the nets in use."""
    tournament: TournamentPlace | None = None
    """None: the table plays in none."""


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """People changed places, came or left."""

    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameChanged:
    """From the next deal on another game is played, or the same by other rules; the score goes on.

    What the deals before left (Bock and Ramsch rounds, the points of a game) ends with it, the
    Stock stays.
    """

    game: str
    rules: JsonObject


@dataclass(frozen=True, slots=True)
class DeckChanged:
    """From the next deal on another deck is played with; scores run in the order of its cards."""

    deck: str


@dataclass(frozen=True, slots=True)
class SubstituteSat:
    """Somebody plays for the owner of a seat, or the owner is back; from the next deal on."""

    seat: int
    name: str | None
    """Who plays in the owner's place; None: the owner again."""
    scores: Literal["owner", "substitute"] = "owner"
    """Whose score the deals count for."""


@dataclass(frozen=True, slots=True)
class SittingOut:
    """Somebody sits out by choice, or plays again; from the next deal on, until said otherwise.

    Seat and score stay; whoever sits out is passed over as dealer too.
    """

    seat: int
    out: bool = True


@dataclass(frozen=True, slots=True)
class BreakBegun:
    """The table takes a break: the camera is off, a deal that runs is kept as it lies."""


@dataclass(frozen=True, slots=True)
class BreakEnded:
    """The break is over."""


@dataclass(frozen=True, slots=True)
class DealStarted:
    """Cards were dealt. `out` lists seats that sit this deal out."""

    id: str
    dealer: int
    out: tuple[int, ...] = ()
    rules: JsonObject | None = None
    """Options that differ from the evening's for this deal."""
    dealt: str | None = None
    """How it was dealt, where it was said (DEAL_FILE, `dealt`); shown, never judged by."""
    shown: tuple[str, ...] = ()
    """Verdicts (id) that had been shown of the deal before. What can be proven of it later is no
    reason to say that it was said: a card may have been in doubt, or the whole deck."""


@dataclass(frozen=True, slots=True)
class DealingTold:
    """How a deal was dealt was said after it began (DEAL_FILE, `dealt`); the latest word counts."""

    deal: str
    dealt: str


@dataclass(frozen=True, slots=True)
class StockCounted:
    """What lies in the Stock was counted or brought along: so much before this deal.

    Said while a deal runs it is meant of that deal, between deals of the next one.
    """

    amount: int


@dataclass(frozen=True, slots=True)
class BidMade:
    """Somebody spoke in the auction: a word, or the contract that he named."""

    seat: int
    say: str
    contract: Contract | None = None


@dataclass(frozen=True, slots=True)
class LayoutGiven:
    """How the cards of a two-player layout lie; a later one of the same deal replaces it."""

    piles: tuple[tuple[tuple[Card | None, ...], ...], ...]
    """For each seat its piles, each from the bottom up; the last card lies open."""


@dataclass(frozen=True, slots=True)
class HandsGiven:
    """What each seat was dealt, and the blind, as a deal file tells; a later one replaces it.

    The table never knows: it comes with a deal that was imported, and settles what its cards
    alone leave open.
    """

    hands: tuple[tuple[Card | None, ...], ...] | None
    """For each seat its cards, empty where nobody knows them; None where no hand was told."""
    blind: tuple[Card | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Announced:
    """What is played was said; a later announcement of the same deal replaces it."""

    contract: Contract | None


@dataclass(frozen=True, slots=True)
class Doubled:
    """Somebody doubled."""

    say: str
    seat: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was laid.

    `seat` is None where it follows from the turn (the camera's plays): a correction that changes
    who won a trick then moves the seats of what follows. `scores` are hundredths of a nat, one for
    each card of the enrolled deck in the profile's order, so that it can be decoded again.
    """

    card: Card | None
    seat: int | None = None
    source: Source = "camera"
    scores: Scores | None = None
    track: int | None = None
    t: float | None = None
    known_t: float | None = None
    place: PlaceMm | None = None


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """A covered card of a two-player layout was turned over; it is no play.

    Corrections, confirmations and removals name it by its `seq` like a play.
    """

    seat: int
    pile: int
    """Counted from 0 in the order of `LayoutGiven`."""
    card: Card | None
    source: Source = "camera"
    scores: Scores | None = None
    """Hundredths of a nat as in `CardPlayed`."""
    t: float | None = None
    known_t: float | None = None


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """An earlier play was another card (`of` is its `seq`); a None card means unseen.

    The decoder also records a better look this way, the card unchanged and with its new `scores`.
    """

    of: int
    card: Card | None
    by: By = "person"
    scores: Scores | None = None
    """Hundredths of a nat as in `CardPlayed`, where a better look was had; else the old ones."""


@dataclass(frozen=True, slots=True)
class CardConfirmed:
    """A person said that the reading of an earlier play is right."""

    of: int


@dataclass(frozen=True, slots=True)
class QuestionLeft:
    """The table was asked which card the play `of` was and went on without an answer.

    What hung on it is not said; it still can be answered.
    """

    of: int


@dataclass(frozen=True, slots=True)
class CardInserted:
    """A card was laid that nobody recorded; it goes before the play with `seq` `before`."""

    card: Card | None
    before: int | None
    seat: int | None = None
    by: By = "person"


@dataclass(frozen=True, slots=True)
class CardRemoved:
    """A recorded play was none (a hand, a card taken back)."""

    of: int
    by: By = "person"


@dataclass(frozen=True, slots=True)
class CardMoved:
    """A play stands elsewhere in its deal: before the play or sweep `before`, None: as the last.

    So a card that was seen late comes where it was laid. `of` may be a `TrickTaken` as well.
    """

    of: int
    before: int | None = None


@dataclass(frozen=True, slots=True)
class LeadSeen:
    """Who led with the play `of`, where the cards before it say another, or nobody.

    None: what the cards say holds again.
    """

    of: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """The trick was swept from the table; `seat` is where it went, if that was seen."""

    seat: int | None = None
    t: float | None = None


@dataclass(frozen=True, slots=True)
class RestClaimed:
    """Somebody said that the tricks to come are his; it waits for the others' answer.

    All agree: the deal is closed with the end `claim`. Otherwise it is taken back, or lapses with
    the next card (`engine.evening.deal_log`).
    """

    seat: int


@dataclass(frozen=True, slots=True)
class DealClosed:
    """The deal is over. `end` is None when all cards were played (DEAL_FILE, `end`)."""

    end: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class DealEntered:
    """The result of a deal was entered by hand, in place of its cards; it closes the deal."""

    told: JsonObject
    """What was told, as `engine.deal.ends.read_entered` reads it; empty: what the cards say."""
    contract: Contract | None = None
    """What was played; None: as it was announced."""
    doubles: tuple[str, ...] | None = None
    """Everything that doubled; None: as it was said."""
    deal: str | None = None
    """A deal that is over, whose result this replaces; None: the one that runs."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A person decided about a verdict of a deal."""

    deal: str
    verdict: str
    ruling: Decision


@dataclass(frozen=True, slots=True)
class Undone:
    """A person took back an earlier event (`of`): call, doubling, ruling, closing of a deal."""

    of: int


@dataclass(frozen=True, slots=True)
class ScoreAdjusted:
    """The score was changed by hand; one amount a seat, in the tariff's unit."""

    amounts: tuple[int, ...]
    """Those of who left the table come last, in the order of `gone`."""
    reason: str
    gone: tuple[str, ...] = ()
    """Names of people who have left and whose score changes too."""


@dataclass(frozen=True, slots=True)
class Note:
    """A remark for the record: on a deal, or on the evening.

    A later one on the same deal replaces it, an empty one says that there is none.
    """

    text: str
    deal: str | None = None
    """The deal it is about; None: the evening."""


@dataclass(frozen=True, slots=True)
class EveningEnded:
    """The evening is over."""

    shown: tuple[str, ...] = ()
    """As in `DealStarted`, of the evening's last deal."""


Event = (
    EveningStarted
    | SeatsChanged
    | GameChanged
    | DeckChanged
    | SubstituteSat
    | SittingOut
    | BreakBegun
    | BreakEnded
    | StockCounted
    | DealStarted
    | DealingTold
    | BidMade
    | LayoutGiven
    | HandsGiven
    | Announced
    | Doubled
    | CardPlayed
    | CardRevealed
    | CardCorrected
    | CardConfirmed
    | QuestionLeft
    | CardInserted
    | CardMoved
    | LeadSeen
    | CardRemoved
    | TrickTaken
    | RestClaimed
    | DealClosed
    | DealEntered
    | Ruling
    | Undone
    | ScoreAdjusted
    | Note
    | EveningEnded
)


@dataclass(frozen=True, slots=True)
class Envelope:
    """An event as it stands in the journal."""

    seq: int
    at: str
    """RFC 3339 with offset; shown, never ordered by."""
    event: Event
