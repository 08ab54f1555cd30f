"""The table as it stands after an event: frozen values that `engine.fold` makes and pages read.

Nothing in here is judged by the fold. Verdicts, points and payments follow from a deal's record;
they are worked out when somebody asks for them and kept with the value they belong to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from engine.cards import Card, Family
from engine.evaluate import evaluate
from engine.events import CardInserted, CardPlayed, Envelope
from engine.record import Contract, DealRecord, DealRuling, Doubling, JsonObject, Play
from engine.report import DealReport, DealResult
from engine.rules import Rules
from engine.text import Text
from engine.turn import TrickRule, Turn, active_seats, expected_seat


@dataclass(frozen=True, slots=True)
class Laid:
    """One play as it counts now, after all corrections."""

    seq: int
    """Of the `CardPlayed` or `CardInserted` behind it: what a correction names."""
    event: CardPlayed | CardInserted
    seat: int
    card: Card | None
    scores: tuple[int, ...] | None = None
    """Hundredths of a nat by the latest look."""
    fixed: bool = False
    """A person laid, corrected, confirmed or inserted it; the decoder may not change it."""
    corrected: bool = False
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Sweep:
    """A trick left the table."""

    seq: int
    after: int
    """Plays recorded before it."""
    seat: int | None
    """Where it was seen to go."""
    t: float | None


@dataclass(frozen=True, slots=True)
class RulingAtPlay:
    """A ruling, tied to the play itself, so that it follows when a correction moves its index."""

    kind: str
    seat: int
    play: int
    """`seq` of the play that was wrong."""
    ruling: str


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event of a deal, with what had to be looked up at the moment it came."""

    envelope: Envelope
    ruling: RulingAtPlay | None = None

    @property
    def seq(self) -> int:
        """The event's number in the journal."""
        return self.envelope.seq


@dataclass(frozen=True, slots=True)
class DealHead:
    """What stays the same while a deal runs."""

    seq: int
    """Of its `DealStarted`."""
    id: str
    number: int
    """1 for the evening's first deal."""
    game: str
    rules: Rules
    names: tuple[str, ...]
    """Who sat where, seat 0 first."""
    dealer: int
    out: tuple[int, ...]
    active: tuple[int, ...]
    """Seats that hold cards, clockwise from Vorhand."""
    family: Family = Family.GERMAN
    """The suits the game is played with."""

    @property
    def players(self) -> int:
        """Seats at the table, those that sit out included."""
        return len(self.names)


def deal_head(
    seq: int,
    id: str,
    number: int,
    game: str,
    rules: Rules,
    names: tuple[str, ...],
    dealer: int,
    out: tuple[int, ...],
    family: Family = Family.GERMAN,
) -> DealHead:
    """Return the head of a deal; seats must lie within `names`."""
    active = active_seats(len(names), dealer, out)
    return DealHead(seq, id, number, game, rules, names, dealer, out, active, family)


@dataclass(frozen=True)
class DealState:
    """One deal: its events and what they come to."""

    head: DealHead
    turn: Turn
    rule: TrickRule = field(compare=False, repr=False)
    log: tuple[LogEntry, ...] = ()
    """Every event of the deal since its start, taken back ones included."""
    contract: Contract | None = None
    doubles: tuple[Doubling, ...] = ()
    laid: tuple[Laid, ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    rulings: tuple[RulingAtPlay, ...] = ()
    closed: bool = False
    end: JsonObject | None = None

    @property
    def id(self) -> str:
        """The deal's name in the journal and in deal files."""
        return self.head.id

    @property
    def number(self) -> int:
        """1 for the evening's first deal."""
        return self.head.number

    @property
    def names(self) -> tuple[str, ...]:
        """Who sat where, seat 0 first."""
        return self.head.names

    @property
    def next_seat(self) -> int:
        """Whose card comes next by turn; a presumption where the cards do not say (`turn`)."""
        return expected_seat(self.head.active, self.turn)

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """The plays as they count now."""
        return tuple(Play(laid.seat, laid.card) for laid in self.laid)

    @cached_property
    def seqs(self) -> tuple[int, ...]:
        """`seq` of the `CardPlayed` or `CardInserted` behind each play."""
        return tuple(laid.seq for laid in self.laid)

    @cached_property
    def corrected(self) -> frozenset[int]:
        """`seq` of the plays whose card a person or the decoder changed."""
        return frozenset(laid.seq for laid in self.laid if laid.corrected)

    @cached_property
    def confirmed(self) -> frozenset[int]:
        """`seq` of the plays whose reading a person confirmed."""
        return frozenset(laid.seq for laid in self.laid if laid.confirmed)

    @cached_property
    def fixed(self) -> frozenset[int]:
        """`seq` of the plays that stand by a person's word; the decoder may not change them."""
        return frozenset(laid.seq for laid in self.laid if laid.fixed)

    @cached_property
    def record(self) -> DealRecord:
        """The deal as the referee and the settlement read it."""
        head = self.head
        return DealRecord(
            id=head.id,
            game=head.game,
            rules=head.rules,
            players=head.players,
            dealer=head.dealer,
            out=head.out,
            contract=self.contract,
            doubles=self.doubles,
            plays=self.plays,
            end=self.end,
            rulings=self._deal_rulings(),
            family=head.family,
        )

    @cached_property
    def report(self) -> DealReport:
        """Turn, tricks, verdicts and result; worked out at the first reading."""
        return evaluate(self.record)

    @cached_property
    def withdrawn(self) -> tuple[str, ...]:
        """Verdicts a person ruled on that no longer hold, since a card was corrected."""
        standing = {verdict.id for verdict in self.report.verdicts}
        return tuple(r.verdict for r in self._deal_rulings() if r.verdict not in standing)

    def index_of(self, seq: int) -> int | None:
        """Return the index of the play with this `seq`, None where it is no play (any more)."""
        for index, laid in enumerate(self.laid):
            if laid.seq == seq:
                return index
        return None

    def _deal_rulings(self) -> tuple[DealRuling, ...]:
        latest: dict[str, str] = {}
        for ruling in self.rulings:
            index = self.index_of(ruling.play)
            if index is not None:
                latest[f"{ruling.kind}:{ruling.seat}:{index}"] = ruling.ruling
        return tuple(DealRuling(verdict, word) for verdict, word in latest.items())


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal that is over; a later correction or ruling replaces it."""

    deal: DealState

    @property
    def id(self) -> str:
        """The deal's name in the journal and in deal files."""
        return self.deal.head.id

    @property
    def number(self) -> int:
        """1 for the evening's first deal."""
        return self.deal.head.number

    @property
    def names(self) -> tuple[str, ...]:
        """Who sat where, seat 0 first."""
        return self.deal.head.names

    @property
    def record(self) -> DealRecord:
        """The deal as the referee and the settlement read it."""
        return self.deal.record

    @property
    def report(self) -> DealReport:
        """Everything derived from the deal."""
        return self.deal.report

    @property
    def result(self) -> DealResult | None:
        """The settlement; None where the record does not say how the deal ended."""
        return self.deal.report.result

    @property
    def payout(self) -> tuple[Fraction, ...]:
        """What each seat got, in the tariff's unit; nothing where there is no result."""
        result = self.result
        return (Fraction(0),) * self.deal.head.players if result is None else result.payout


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The score changed by hand."""

    seq: int
    names: tuple[str, ...]
    amounts: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A note for the record."""

    seq: int
    text: str


@dataclass(frozen=True, slots=True)
class Oddity:
    """An event that stands in the journal and was not counted, and why."""

    seq: int
    why: Text


@dataclass(frozen=True)
class TableState:
    """One evening as it stands; `evening` is None before the first one began."""

    last_seq: int = 0
    evening: str | None = None
    ended: int | None = None
    """`seq` of the event that ended the evening."""
    game: str = ""
    options: JsonObject = field(default_factory=dict)
    """The evening's rules as they were given."""
    rules: Rules | None = None
    seats: tuple[str, ...] = ()
    """Who sits where now, seat 0 first."""
    seatings: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """`seq` and names of each seating; the first came with the evening."""
    deck: str = ""
    models: Mapping[str, str] = field(default_factory=dict)
    deals_started: int = 0
    """Deals begun, taken back ones included; makes deal ids unique."""
    deal: DealState | None = None
    finished: tuple[FinishedDeal, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    notes: tuple[Remark, ...] = ()
    oddities: tuple[Oddity, ...] = ()

    @property
    def running(self) -> bool:
        """Whether an evening is going on."""
        return self.evening is not None and self.ended is None

    @cached_property
    def totals(self) -> tuple[Fraction, ...]:
        """What each seat's player has won this evening, in the tariff's unit.

        A total belongs to the name: whoever changes places takes it along. Seats of the same name
        are told apart by their order.
        """
        won: dict[tuple[str, int], Fraction] = {}
        entries = [(done.names, done.payout) for done in self.finished]
        entries += [
            (change.names, tuple(Fraction(amount) for amount in change.amounts))
            for change in self.adjustments
        ]
        for names, amounts in entries:
            for key, amount in zip(_person_keys(names), amounts, strict=True):
                won[key] = won.get(key, Fraction(0)) + amount
        return tuple(won.get(key, Fraction(0)) for key in _person_keys(self.seats))

    @property
    def next_dealer(self) -> int:
        """Who deals next: clockwise (RULES section 3, 22); first the seat that makes 0 Vorhand."""
        last = self.deal or (self.finished[-1].deal if self.finished else None)
        if last is None or not self.seats:
            return max(len(self.seats) - 1, 0)
        return (last.head.dealer + 1) % len(self.seats)

    def find_deal(self, deal: str) -> DealState | None:
        """Return the running or a finished deal by its id."""
        if self.deal is not None and self.deal.id == deal:
            return self.deal
        return next((done.deal for done in reversed(self.finished) if done.id == deal), None)

    def deal_with_play(self, seq: int) -> DealState | None:
        """Return the deal of this evening that holds the play with this `seq`."""
        deals = [done.deal for done in self.finished]
        if self.deal is not None:
            deals.append(self.deal)
        return next((deal for deal in reversed(deals) if deal.index_of(seq) is not None), None)


def _person_keys(names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    return tuple((name, list(names[:seat]).count(name)) for seat, name in enumerate(names))
