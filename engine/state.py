"""The table as it stands after an event: frozen values that `engine.fold` makes and pages read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engine.carry import takeover
from engine.deal_state import (
    DealHead,
    DealState,
    Laid,
    LogEntry,
    RulingAtPlay,
    Sweep,
    Turned,
    deal_head,
)
from engine.fitting import sitting_out
from engine.games import game
from engine.games.rounds import NOTHING_CARRIED, Carry
from engine.lazily import kept_of, lazily, made_of
from engine.record import Contract, JsonObject
from engine.rules import Rules
from engine.text import Text

__all__ = [
    "Adjustment",
    "DealHead",
    "DealState",
    "Laid",
    "LogEntry",
    "Oddity",
    "Remark",
    "RulingAtPlay",
    "StockMark",
    "Sweep",
    "TableState",
    "Turned",
    "deal_head",
]


@dataclass(frozen=True, slots=True)
class StockMark:
    """The Stock as a person counted it."""

    seq: int
    number: int
    """Of the deal before which so much lay there."""
    amount: int


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
    finished: tuple[DealState, ...] = ()
    """Deals that are over; a later correction or ruling replaces one."""
    stocks: tuple[StockMark, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    notes: tuple[Remark, ...] = ()
    oddities: tuple[Oddity, ...] = ()

    @property
    def running(self) -> bool:
        """Whether an evening is going on."""
        return self.evening is not None and self.ended is None

    @lazily
    def totals(self) -> tuple[Fraction, ...]:
        """What each seat's player has won this evening: units, wins or tricks (`scoring`).

        A total belongs to the name: whoever changes places takes it along. Seats of the same name
        are told apart by their order.
        """
        return self._won(self.finished)

    @lazily
    def settled(self) -> tuple[Fraction, ...]:
        """What of the totals is to be paid by now (house rule `settle`; RULES 0.22).

        After every deal all of it; else what the deals of full rounds come to, by hand included.
        """
        if self.rules is None or self.rules.options.get("settle") != "round":
            return self.totals
        return self._won(self.finished[: self.round_ends[-1] if self.round_ends else 0])

    @lazily
    def round_ends(self) -> tuple[int, ...]:
        """After how many deals each round was full: everybody at the table had dealt once."""
        ends: list[int] = []
        dealt: set[int] = set()
        for count, deal in enumerate(self.finished, 1):
            dealt.add(deal.head.dealer)
            if len(dealt) >= deal.head.players:
                ends.append(count)
                dealt.clear()
        return tuple(ends)

    def _won(self, deals: Sequence[DealState]) -> tuple[Fraction, ...]:
        won: dict[tuple[str, int], Fraction] = {}
        entries = [(deal.names, deal.gains) for deal in deals]
        entries += [
            (change.names, tuple(Fraction(amount) for amount in change.amounts))
            for change in self.adjustments
        ]
        for names, amounts in entries:
            for key, amount in zip(_person_keys(names), amounts, strict=True):
                won[key] = won.get(key, Fraction(0)) + amount
        return tuple(won.get(key, Fraction(0)) for key in _person_keys(self.seats))

    def with_deal(self, seq: int, deal: DealState) -> TableState:
        """Return the state with the running deal changed by event `seq`.

        The same as `dataclasses.replace`, in a fraction of the time: one is made for every card.
        """
        entries = vars(self).copy()
        for name in _KEPT:
            entries.pop(name, None)
        entries["last_seq"] = seq
        entries["deal"] = deal
        return made_of(TableState, entries)

    @property
    def deals(self) -> tuple[DealState, ...]:
        """Every deal of the evening in order, the running one last."""
        return self.finished if self.deal is None else (*self.finished, self.deal)

    @property
    def last_deal(self) -> DealState | None:
        """The running deal, else the one finished last; None before the first one."""
        return self.deal or (self.finished[-1] if self.finished else None)

    @property
    def next_dealer(self) -> int:
        """Who deals next, by the game's rules (RULES 0.11, 0.22).

        The first dealer is the seat that makes 0 Vorhand.
        """
        last, seats = self.last_deal, len(self.seats)
        if last is None or not seats:
            return max(seats - 1, 0)
        if last.head.players != seats:
            # People came or left since: on from where the last dealer sat.
            return (last.head.dealer + 1) % seats
        return game(last.head.game).next_dealer(last.record)

    def next_out(self, dealer: int | None = None) -> tuple[int, ...]:
        """Return who gets no cards in the next deal (RULES 0.12); `dealer` where it is another."""
        if self.rules is None:
            return ()
        dealer = self.next_dealer if dealer is None else dealer
        return sitting_out(self.game, self.rules, len(self.seats), dealer)

    @lazily
    def carry(self) -> Carry:
        """What the running deal found on the table, else what the next one finds."""
        if self.deal is not None:
            return self.deal.head.takes.value
        return self.next_carry

    @lazily
    def next_carry(self) -> Carry:
        """What the next deal finds, as far as the deals so far say."""
        last, number = self.last_deal, len(self.deals) + 1
        return NOTHING_CARRIED if not self.game else takeover(last, self.stock_before(number)).value

    @property
    def next_contract(self) -> Contract | None:
        """What the next deal will be without an auction (a Ramsch round); None where one is held.

        It is announced like any other: a person may announce something else.
        """
        if self.rules is None:
            return None
        definition = game(self.game)
        contract = definition.set_contract(self.next_carry)
        people = len(self.seats) - len(self.next_out())
        kinds = definition.contract_kinds(self.rules, people, definition.family)
        return contract if contract is not None and contract.kind in kinds else None

    def stock_before(self, number: int) -> int | None:
        """Return what was counted in the Stock before deal `number`, None where nobody did."""
        marks = [mark.amount for mark in self.stocks if mark.number == number]
        return marks[-1] if marks else None

    def find_deal(self, deal: str) -> DealState | None:
        """Return the running or a finished deal by its id."""
        return next((each for each in reversed(self.deals) if each.id == deal), None)

    def deal_with_play(self, seq: int) -> DealState | None:
        """Return the deal of this evening that holds the play with this `seq`."""
        return next((d for d in reversed(self.deals) if d.index_of(seq) is not None), None)

    def deal_with_card(self, seq: int) -> DealState | None:
        """Return the deal that holds the play or the card turned over with this `seq`."""
        return next((d for d in reversed(self.deals) if d.card_at(seq) is not None), None)


_KEPT = kept_of(TableState)


def _person_keys(names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    return tuple((name, list(names[:seat]).count(name)) for seat, name in enumerate(names))
