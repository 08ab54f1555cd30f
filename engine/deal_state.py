"""One deal as it stands: its events, and what they come to; frozen values that pages read.

Nothing in here is judged by the fold. Verdicts, points and payments follow from the record; they
are worked out when somebody asks for them and kept with the value they belong to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from engine.cards import Card, Family
from engine.carry import NOTHING, GameWon, Takeover, game_won
from engine.decided import decided_after
from engine.evaluate import evaluate
from engine.events import CardInserted, CardPlayed, CardRevealed, Envelope
from engine.lazily import kept_of, lazily, made_of
from engine.missing import Missing, missing
from engine.record import Bid, Contract, DealRecord, DealRuling, Doubling, JsonObject, Play, Reveal
from engine.report import DealReport, DealResult, Grade, joint_id
from engine.rules import Rules
from engine.scoring import gained
from engine.turn import TrickRule, Turn, active_seats, expected_seat

Piles = tuple[tuple[tuple[Card | None, ...], ...], ...]
"""For each seat its piles, each from the bottom up."""


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
class Turned:
    """A card of a two-player layout that was turned over, as it counts now."""

    seq: int
    """Of the `CardRevealed` behind it."""
    event: CardRevealed
    after: int
    """Plays that lay by then; a correction that adds or takes away a play moves it along."""
    card: Card | None
    fixed: bool = False
    """A person laid, corrected or confirmed it."""

    @property
    def reveal(self) -> Reveal:
        """The card turned over as the record has it."""
        return Reveal(self.after, self.event.seat, self.event.pile, self.card)


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
    seat: int | None
    """None for a joint verdict, which names nobody."""
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
    dealt: str | None = None
    """How it was dealt, where it was said."""
    takes: Takeover = field(default=NOTHING, compare=False, repr=False)
    """What the deals before it leave: Stock, Bock and Ramsch rounds."""
    played_by: tuple[str, ...] = ()
    """Who really sat there, where a substitute plays; empty where everybody plays for themselves.
    `names` are those whose score the deal counts for."""
    deck: str = ""
    """The deck that lay on the table; the scores of the plays run in the order of its cards."""

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
    dealt: str | None = None,
    takes: Takeover = NOTHING,
    played_by: tuple[str, ...] = (),
    deck: str = "",
) -> DealHead:
    """Return the head of a deal; seats must lie within `names`."""
    active = active_seats(len(names), dealer, out)
    fixed = (seq, id, number, game, rules, names, dealer, out, active)
    return DealHead(*fixed, family, dealt, takes, played_by, deck)


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
    bids: tuple[Bid, ...] = ()
    piles: Piles | None = None
    turned: tuple[Turned, ...] = ()

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

    @lazily
    def plays(self) -> tuple[Play, ...]:
        """The plays as they count now."""
        return tuple(Play(laid.seat, laid.card) for laid in self.laid)

    @lazily
    def seqs(self) -> tuple[int, ...]:
        """`seq` of the `CardPlayed` or `CardInserted` behind each play."""
        return tuple(laid.seq for laid in self.laid)

    @lazily
    def corrected(self) -> frozenset[int]:
        """`seq` of the plays whose card a person or the decoder changed."""
        return frozenset(laid.seq for laid in self.laid if laid.corrected)

    @lazily
    def confirmed(self) -> frozenset[int]:
        """`seq` of the plays whose reading a person confirmed."""
        return frozenset(laid.seq for laid in self.laid if laid.confirmed)

    @lazily
    def fixed(self) -> frozenset[int]:
        """`seq` of the plays that stand by a person's word; the decoder may not change them."""
        return frozenset(laid.seq for laid in self.laid if laid.fixed)

    @lazily
    def record(self) -> DealRecord:
        """The deal as the referee and the settlement read it."""
        head, taken = self.head, self.head.takes.value
        return DealRecord(
            id=head.id,
            game=head.game,
            rules=head.rules,
            players=head.players,
            dealer=head.dealer,
            out=head.out,
            contract=self.contract,
            bids=self.bids,
            doubles=_in_round(self.doubles, taken.doubling),
            plays=self.plays,
            piles=self.piles,
            reveals=tuple([each.reveal for each in self.turned]) if self.turned else (),
            dealt=head.dealt,
            end=self.end,
            rulings=self._deal_rulings() if self.rulings else (),
            stock=taken.stock,
            family=head.family,
        )

    @lazily
    def report(self) -> DealReport:
        """Turn, verdicts and result; worked out at the first reading."""
        return evaluate(self.record)

    @lazily
    def decided(self) -> int | None:
        """After how many plays the deal was over before its last card; None where it was not."""
        return decided_after(self.report.verdicts, len(self.laid), len(self.head.active))

    @lazily
    def missing(self) -> Missing:
        """What people would have to say for a deal that ended early to be settled."""
        return missing(self.record, self.report)

    @property
    def result(self) -> DealResult | None:
        """The settlement; None where the record does not say how the deal ended."""
        return self.report.result

    @lazily
    def game_won(self) -> GameWon | None:
        """The game of several deals that this one ended (Bierkopf to 21); None for most."""
        return game_won(self)

    @property
    def payout(self) -> tuple[Fraction, ...]:
        """What each seat got, in the tariff's unit; nothing where there is no result."""
        result = self.result
        return (Fraction(0),) * self.head.players if result is None else result.payout

    @property
    def gains(self) -> tuple[Fraction, ...]:
        """What each seat's score of the evening gains; nothing where there is no result."""
        result = self.result
        if result is None:
            return (Fraction(0),) * self.head.players
        return gained(result, self.head.rules)

    @lazily
    def withdrawn(self) -> tuple[str, ...]:
        """Verdicts a person ruled on that no longer hold, since a card was corrected.

        A joint verdict holds on in the one that names the culprit.
        """
        standing = {verdict.id for verdict in self.report.verdicts}
        standing |= {
            joint_id(verdict.kind, known.after)
            for verdict in self.report.verdicts
            for known in verdict.grades
            if known.grade is Grade.JOINT
        }
        return tuple(r.verdict for r in self._deal_rulings() if r.verdict not in standing)

    def index_of(self, seq: int) -> int | None:
        """Return the index of the play with this `seq`, None where it is no play (any more)."""
        for index, laid in enumerate(self.laid):
            if laid.seq == seq:
                return index
        return None

    def with_play(self, entry: LogEntry, laid: Laid, turn: Turn) -> DealState:
        """Return the deal with one more card at its end.

        The same as `dataclasses.replace`, in a fraction of the time: one is made for every card.
        """
        known = vars(self)
        entries = known.copy()
        for name in _KEPT:
            entries.pop(name, None)
        entries["log"] = (*self.log, entry)
        entries["laid"] = (*self.laid, laid)
        entries["turn"] = turn
        if "record" in known:
            entries["record"] = record = self.record.with_play(Play(laid.seat, laid.card))
            entries["plays"] = record.plays
        return made_of(DealState, entries)

    def card_at(self, seq: int) -> Laid | Turned | None:
        """Return the play or the card turned over with this `seq`."""
        index = self.index_of(seq)
        if index is not None:
            return self.laid[index]
        return next((each for each in self.turned if each.seq == seq), None)

    def _deal_rulings(self) -> tuple[DealRuling, ...]:
        latest: dict[str, str] = {}
        for ruling in self.rulings:
            index = self.index_of(ruling.play)
            if index is not None:
                who = "x" if ruling.seat is None else ruling.seat
                latest[f"{ruling.kind}:{who}:{index}"] = ruling.ruling
        return tuple(DealRuling(verdict, word) for verdict, word in latest.items())


_KEPT = kept_of(DealState)


def _in_round(said: tuple[Doubling, ...], word: str | None) -> tuple[Doubling, ...]:
    """Return the doublings of a deal in a round; whoever says so too adds nothing."""
    if word is None or any(doubling.say == word for doubling in said):
        return said
    return (Doubling(word), *said)
