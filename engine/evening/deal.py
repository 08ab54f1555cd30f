"""One deal of an evening: its events, and what they come to; frozen values that pages read.

The fold judges nothing. Verdicts, points and payments follow from the record, and a `Takeover`
(Stock, Bock and Ramsch rounds) from the deals before; each is worked out when somebody asks for
it and kept with the value it belongs to. A correction or a late ruling makes the later deals'
takeovers anew (`engine.evening.fold`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.caching import cached_names, cached_property, instance_with
from engine.cards import Card, Family
from engine.deal.record import (
    Bid,
    Contract,
    DealRecord,
    DealRuling,
    Doubling,
    JsonObject,
    Play,
    Reveal,
)
from engine.deal.report import DealReport, DealResult, Grade, decided_after, joint_id
from engine.evening.scoring import gained
from engine.events import CardInserted, CardPlayed, CardRevealed, Envelope, HandsGiven
from engine.games import game
from engine.games.carry import NOTHING_CARRIED, Carry, regrouped
from engine.games.facts import TrickRule, Turn, active_seats, expected_seat
from engine.options import Rules
from engine.referee.evaluation import Missing, evaluate, missing
from engine.scores import Scores


@dataclass(frozen=True, slots=True)
class GameWon:
    """A game of several deals that a deal of the evening ended; the next deal begins another."""

    deal: str
    """Id of the deal."""
    team: int
    seats: tuple[int, ...]
    """Of the team that won it."""
    names: tuple[str, ...]
    """Theirs."""
    points: tuple[int, int]
    """How it ended, the first team's points first."""


class Takeover:
    """What one deal takes over: a question, kept with its answer once somebody asked."""

    __slots__ = ("_before", "_found", "_fresh", "_names", "_stock")

    def __init__(
        self,
        before: DealState | None = None,
        stock: int | None = None,
        names: tuple[str, ...] = (),
        *,
        fresh: bool = False,
    ) -> None:
        """Follow `before`, or begin an evening; `stock` is what was counted, where it was.

        `names` are of those who sit there now; `fresh` where another game begins: only the Stock
        goes on.
        """
        self._names = names
        self._before = before
        self._stock = stock
        self._fresh = fresh
        self._found: Carry | None = None

    @property
    def value(self) -> Carry:
        """What is taken over."""
        # From the last known one on: an evening of many deals must not recurse.
        open_links: list[Takeover] = []
        link: Takeover | None = self
        while link is not None and link._found is None:
            open_links.append(link)
            link = None if link._before is None else link._before.head.takes
        for link in reversed(open_links):
            before, carry = link._before, NOTHING_CARRIED
            if before is not None:
                carry = left_by(before)
                if link._fresh:
                    carry = replace(NOTHING_CARRIED, stock=carry.stock)
                elif carry.game_points != (0, 0):
                    points = regrouped(carry.game_points, before.names, link._names)
                    carry = replace(carry, game_points=points)
            link._found = carry if link._stock is None else replace(carry, stock=link._stock)
        assert self._found is not None
        return self._found


NOTHING_TAKEN_OVER = Takeover()
"""Of a deal that follows nothing, or deals that leave nothing behind."""


def left_by(deal: DealState) -> Carry:
    """Return what the deal after this one finds."""
    carry = deal.head.takes.value
    rules = game(deal.head.game)
    if not rules.carries(deal.head.rules):
        return carry
    return rules.carried(carry, deal.record, deal.report.result)


def takeover(
    before: DealState | None, stock: int | None, played: str, names: tuple[str, ...]
) -> Takeover:
    """Return the takeover of the deal after `before`.

    Args:
        before: the deal before, None for an evening's first.
        stock: what was counted in the Stock between the two; None where nobody counted.
        played: name of the game of the deal after it.
        names: who sits there then, seat 0 first.
    """
    fresh = before is not None and before.head.game != played
    if stock is not None or fresh:
        return Takeover(before, stock, names, fresh=fresh)
    if before is None:
        return NOTHING_TAKEN_OVER
    leaves = game(before.head.game).carries(before.head.rules)
    return (
        Takeover(before, None, names)
        if leaves or before.head.takes is not NOTHING_TAKEN_OVER
        else NOTHING_TAKEN_OVER
    )


Piles = tuple[tuple[tuple[Card | None, ...], ...], ...]
"""For each seat its piles, each from the bottom up."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """One play as it counts now, after all corrections."""

    seq: int
    """Of the `CardPlayed` or `CardInserted` behind it: what a correction names."""
    event: CardPlayed | CardInserted
    seat: int
    card: Card | None
    scores: Scores | None = None
    """Hundredths of a nat by the latest look."""
    fixed: bool = False
    """A person laid, corrected, confirmed or inserted it; the decoder may not change it."""
    corrected: bool = False
    confirmed: bool = False
    led: int | None = None
    """Who led with it, where the camera saw another lead than the cards before it say."""


@dataclass(frozen=True, slots=True)
class TurnedCard:
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
    """Seats that get no cards; all within `names`."""
    family: Family = Family.GERMAN
    """The suits the game is played with."""
    dealt: str | None = None
    """How it was dealt, where it was said."""
    takes: Takeover = field(default=NOTHING_TAKEN_OVER, compare=False, repr=False)
    """What the deals before it leave: Stock, Bock and Ramsch rounds."""
    played_by: tuple[str, ...] = ()
    """Who really sat there, where a substitute plays; empty where everybody plays for themselves.
    `names` are those whose score the deal counts for."""
    deck: str = ""
    """The deck that lay on the table; the scores of the plays run in the order of its cards."""
    active: tuple[int, ...] = field(init=False)
    """Seats that hold cards, clockwise from Vorhand."""

    def __post_init__(self) -> None:
        active = active_seats(len(self.names), self.dealer, self.out)
        object.__setattr__(self, "active", active)

    @property
    def players(self) -> int:
        """Seats at the table, those that sit out included."""
        return len(self.names)


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
    laid: tuple[LaidCard, ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    rulings: tuple[RulingAtPlay, ...] = ()
    closed: bool = False
    end: JsonObject | None = None
    bids: tuple[Bid, ...] = ()
    piles: Piles | None = None
    given: HandsGiven | None = None
    """Hands and blind, where a deal file told them."""
    dealt_otherwise: str | None = None
    """How it was dealt where that was said after the deal began (`DealingTold`)."""
    note: str | None = None
    """A remark on the deal; None where there is none."""
    turned: tuple[TurnedCard, ...] = ()
    asked: frozenset[int] = frozenset()
    """`seq` of the plays about which a question was left (`QuestionLeft`)."""

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
    def dealt(self) -> str | None:
        """How it was dealt, as it was said last; None where nobody did."""
        return self.dealt_otherwise or self.head.dealt

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
    def fixed(self) -> frozenset[int]:
        """`seq` of the plays that stand by a person's word; the decoder may not change them."""
        return frozenset(laid.seq for laid in self.laid if laid.fixed)

    @cached_property
    def left_open(self) -> tuple[int, ...]:
        """`seq` of the plays about which a question was left and nobody spoke since."""
        return tuple(laid.seq for laid in self.laid if laid.seq in self.asked and not laid.fixed)

    @cached_property
    def record(self) -> DealRecord:
        """The deal as the referee and the settlement read it."""
        head, taken, doubles = self.head, self.head.takes.value, self.doubles
        word = taken.doubling
        if word is not None and all(each.say != word for each in doubles):
            # A deal of a Bock round or a doubler is doubled without anybody's word.
            doubles = (Doubling(word), *doubles)
        return DealRecord(
            id=head.id,
            game=head.game,
            rules=head.rules,
            players=head.players,
            dealer=head.dealer,
            out=head.out,
            contract=self.contract,
            bids=self.bids,
            doubles=doubles,
            plays=self.plays,
            hands=None if self.given is None else self.given.hands,
            blind=None if self.given is None else self.given.blind,
            piles=self.piles,
            # A card turned over on piles that were taken back lies on none.
            reveals=tuple([each.reveal for each in self.turned]) if self.piles else (),
            dealt=self.dealt,
            end=self.end,
            rulings=self._deal_rulings() if self.rulings else (),
            stock=taken.stock,
            note=self.note,
            family=head.family,
        )

    @cached_property
    def report(self) -> DealReport:
        """Turn, verdicts and result; worked out at the first reading."""
        return evaluate(self.record)

    @cached_property
    def decided(self) -> int | None:
        """After how many plays the deal was over before its last card; None where it was not."""
        return decided_after(self.report.verdicts, len(self.laid), len(self.head.active))

    @cached_property
    def missing(self) -> Missing:
        """What people would have to say for a deal that ended early to be settled."""
        return missing(self.record, self.report)

    @property
    def result(self) -> DealResult | None:
        """The settlement; None where the record does not say how the deal ended."""
        return self.report.result

    @cached_property
    def game_won(self) -> GameWon | None:
        """The game of several deals that this one ended (Bierkopf to 21); None for most."""
        head = self.head
        rules = game(head.game)
        if not rules.carries(head.rules):
            return None
        won = rules.game_won(head.takes.value, self.report.result, head.rules)
        if won is None:
            return None
        names = tuple(self.names[seat] for seat in won.seats)
        return GameWon(self.id, won.team, won.seats, names, won.points)

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

    @cached_property
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

    def let_go(self) -> None:
        """Drop the record and what the referee keeps with it to judge one more card.

        For a deal that is over: its report stays, the record is made anew for whoever reads it.
        """
        if "record" in vars(self):
            # What it holds leads back to it.
            self.record.memo.clear()
        for name in ("record", "plays", "seqs"):
            vars(self).pop(name, None)

    def index_of(self, seq: int) -> int | None:
        """Return the index of the play with this `seq`, None where it is no play (any more)."""
        for index, laid in enumerate(self.laid):
            if laid.seq == seq:
                return index
        return None

    def with_play(self, entry: LogEntry, laid: LaidCard, turn: Turn) -> DealState:
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
        return instance_with(DealState, entries)

    def card_at(self, seq: int) -> LaidCard | TurnedCard | None:
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


_KEPT = cached_names(DealState)
