"""The table as it stands after an event: frozen values that `fold` makes and pages read.

Seats, games, breaks, changes of the score and notes are what people said, each with its `seq`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engine.caching import cached_names, cached_property, instance_with
from engine.deal.record import Contract, JsonObject
from engine.evening.checks import sitting_out
from engine.evening.deal import (
    DealState,
    GameWon,
    takeover,
)
from engine.evening.scoring import exchanged
from engine.events import TournamentPlace
from engine.games import game
from engine.games.carry import NOTHING_CARRIED, Carry
from engine.options import Rules
from engine.text import Text


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
    """Who sat there, then who had left and was changed too."""
    amounts: tuple[int, ...]
    reason: str
    rules: Rules
    """The evening's at that moment: they say what a unit is worth."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game the evening is played in, from one deal on."""

    seq: int
    game: str
    options: JsonObject


@dataclass(frozen=True, slots=True)
class Substitution:
    """Somebody who plays for the owner of a seat."""

    seq: int
    seat: int
    name: str | None
    """None: the owner plays again."""
    scores: str
    """Whose score the deals count for, `owner` or `substitute`."""


@dataclass(frozen=True, slots=True)
class SatOut:
    """Somebody who sits out by choice, or plays again."""

    seq: int
    seat: int
    out: bool


@dataclass(frozen=True, slots=True)
class Break:
    """A break of the table."""

    begun: int
    """`seq` of its begin."""
    ended: int | None = None
    """`seq` of its end; None while it lasts."""


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
    decks: tuple[tuple[int, str], ...] = ()
    """`seq` and name of each deck that lay on the table; the first came with the evening."""
    models: Mapping[str, str] = field(default_factory=dict)
    tournament: TournamentPlace | None = None
    """Where the evening belongs; None: in no tournament."""
    deals_started: int = 0
    """Deals begun, taken back ones included; makes deal ids unique."""
    deal: DealState | None = None
    finished: tuple[DealState, ...] = ()
    """Deals that are over; a later correction or ruling replaces one."""
    shown: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By deal id, the verdicts (id) that had been shown of it when the next one began."""
    stocks: tuple[StockMark, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    notes: tuple[Remark, ...] = ()
    oddities: tuple[Oddity, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    """Every coming and going of substitutes, in order; `substitutes` are those who sit now."""
    sat_out: tuple[SatOut, ...] = ()
    """Every word of sitting out by choice, in order; `sits_out` are those who do now."""
    breaks: tuple[Break, ...] = ()
    games: tuple[PlayedGame, ...] = ()
    """Every game of the evening from when on; the first came with the evening."""
    taken: tuple[int, TableState] | None = field(default=None, compare=False, repr=False)
    """`seq` of the newest undo of a dealing or of a change of the evening, and the state before it:
    taking that undo back restores it, as long as nothing else happened."""
    undealt: DealState | None = field(default=None, compare=False, repr=False)
    """The deal whose dealing was taken back last: whoever was to deal it deals the next one."""

    @property
    def deck(self) -> str:
        """The deck that is played with from the next deal on; empty before the first evening."""
        return self.decks[-1][1] if self.decks else ""

    @property
    def break_over(self) -> bool:
        """Whether the break has just ended: nothing but what ended it happened since."""
        over = self.breaks[-1].ended if self.breaks else None
        return over is not None and self.last_seq <= over + 1

    @property
    def paused(self) -> int | None:
        """`seq` of the begin of the break that lasts, None where play goes on."""
        last = self.breaks[-1] if self.breaks else None
        return None if last is None or last.ended is not None or self.ended else last.begun

    @cached_property
    def substitutes(self) -> Mapping[int, Substitution]:
        """Who plays for the owner of a seat now, by seat; a new seating ends them all."""
        newest = {each.seat: each for each in self.substitutions if each.seq > self._seated}
        return {seat: each for seat, each in newest.items() if each.name is not None}

    @cached_property
    def sits_out(self) -> tuple[int, ...]:
        """Seats that sit out by choice from the next deal on; a new seating ends it."""
        newest = {each.seat: each.out for each in self.sat_out if each.seq > self._seated}
        return tuple(sorted(seat for seat, out in newest.items() if out))

    @property
    def _seated(self) -> int:
        """`seq` of the newest seating."""
        return self.seatings[-1][0] if self.seatings else 0

    @property
    def scored_for(self) -> tuple[str, ...]:
        """Whose score the next deal counts for, seat 0 first."""
        return self._with_substitutes(lambda each: each.scores == "substitute")

    @property
    def played_by(self) -> tuple[str, ...]:
        """Who really sits at each seat, substitutes included."""
        return self._with_substitutes(lambda each: True)

    def _with_substitutes(self, counts: Callable[[Substitution], bool]) -> tuple[str, ...]:
        sitting = {seat: each.name for seat, each in self.substitutes.items() if counts(each)}
        return tuple(sitting.get(seat) or name for seat, name in enumerate(self.seats))

    @property
    def running(self) -> bool:
        """Whether an evening is going on."""
        return self.evening is not None and self.ended is None

    @cached_property
    def totals(self) -> tuple[Fraction, ...]:
        """What each seat's player has won this evening: units, wins or tricks (`scoring`).

        A total belongs to the name: whoever changes places takes it along. Seats of the same name
        are told apart by their order.
        """
        return self._won(self.finished)

    @cached_property
    def settled(self) -> tuple[Fraction, ...]:
        """What of the totals is to be paid by now (house rule `settle`; RULES 0.22).

        After every deal all of it; else what the deals of full rounds come to, by hand included.
        """
        if self.rules is None or self.rules.options.get("settle") != "round":
            return self.totals
        return self._won(self.finished[: self.round_ends[-1] if self.round_ends else 0])

    @cached_property
    def round_ends(self) -> tuple[int, ...]:
        """After how many deals each round was full: everybody at the table had dealt once.

        Who comes in the middle of a round deals in it too; who leaves or sits out by choice is
        not waited for.
        """
        ends: list[int] = []
        dealt: set[tuple[str, int]] = set()
        for count, deal in enumerate(self.finished, 1):
            people, head = person_keys(self.seating_of(deal)), deal.head
            dealt.add(people[head.dealer])
            # A dealer who is one too many deals all the same; who else sits out does not.
            if dealt.issuperset(people[seat] for seat in head.active):
                ends.append(count)
                dealt.clear()
        return tuple(ends)

    def _won(self, deals: Sequence[DealState]) -> tuple[Fraction, ...]:
        won: dict[tuple[str, int], Fraction] = {}
        entries = [(deal.names, deal.gains, deal.head.rules) for deal in deals]
        entries += [
            (change.names, tuple(Fraction(amount) for amount in change.amounts), change.rules)
            for change in self.adjustments
        ]
        for names, amounts, rules in entries:
            for key, amount in zip(person_keys(names), amounts, strict=True):
                won[key] = won.get(key, Fraction(0)) + self.worth(amount, rules)
        return tuple(won.get(key, Fraction(0)) for key in person_keys(self.seats))

    def worth(self, amount: Fraction, rules: Rules) -> Fraction:
        """Return what an amount won under `rules` is in what the evening counts now.

        Nothing where that is something else: wins are no money, game points neither.
        """
        if self.rules is None or rules is self.rules:
            return amount
        worth = exchanged(amount, rules, self.rules)
        return Fraction(0) if worth is None else worth

    def with_deal(self, seq: int, deal: DealState) -> TableState:
        """Return the state with the running deal changed by event `seq`.

        The same as `dataclasses.replace`, in a fraction of the time: one is made for every card.
        """
        entries = vars(self).copy()
        for name in _KEPT:
            entries.pop(name, None)
        entries["last_seq"] = seq
        entries["deal"] = deal
        return instance_with(TableState, entries)

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

        The first dealer is the seat that makes 0 Vorhand. Who sits out by choice is passed over. A
        dealing that was taken back leaves the deal with its dealer.
        """
        seats = len(self.seats)
        heir = self._heir
        there = (seat % seats for seat in range(heir, heir + seats))
        return next((seat for seat in there if seat not in self.sits_out), heir)

    @property
    def _heir(self) -> int:
        """Who deals next were everybody to play."""
        undealt, last, seats = self.undealt, self.last_deal, len(self.seats)
        newest = 0 if last is None else last.log[-1].seq if last.log else last.head.seq
        # Whatever was said of the last deal since may let somebody else deal.
        if undealt is not None and newest < undealt.head.seq:
            last, heir = undealt, undealt.head.dealer
        elif last is None or not seats:
            return max(seats - 1, 0)
        else:
            heir = game(last.head.game).next_dealer(last.record)
        before, now = person_keys(self.seating_of(last)), person_keys(self.seats)
        if before == now:
            return heir
        return _heir_among(before, now, last.head.dealer, heir)

    def seating_of(self, deal: DealState) -> tuple[str, ...]:
        """Return who owned the seats when a deal of the evening began."""
        seq = deal.head.seq
        return next((seats for since, seats in reversed(self.seatings) if since < seq), deal.names)

    def next_out(self, dealer: int | None = None) -> tuple[int, ...]:
        """Return who gets no cards in the next deal (RULES 0.12); `dealer` where it is another.

        Those who sit out by choice, and the dealer where one is still too many.
        """
        if self.rules is None:
            return ()
        dealer = self.next_dealer if dealer is None else dealer
        return sitting_out(self.game, self.rules, len(self.seats), dealer, self.sits_out)

    @cached_property
    def games_won(self) -> tuple[GameWon, ...]:
        """The games of several deals that were won this evening, in order."""
        return tuple(won for deal in self.finished if (won := deal.game_won) is not None)

    @cached_property
    def carry(self) -> Carry:
        """What the running deal found on the table, else what the next one finds."""
        if self.deal is not None:
            return self.deal.head.takes.value
        return self.next_carry

    @cached_property
    def next_carry(self) -> Carry:
        """What the next deal finds, as far as the deals so far say."""
        last, number = self.last_deal, len(self.deals) + 1
        if not self.game:
            return NOTHING_CARRIED
        return takeover(last, self.stock_before(number), self.game, self.scored_for).value

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

    def deal_with_row(self, seq: int) -> DealState | None:
        """Return the deal of this evening that holds the play or the sweep with this `seq`."""
        return next(
            (
                deal
                for deal in reversed(self.deals)
                if deal.index_of(seq) is not None or any(each.seq == seq for each in deal.sweeps)
            ),
            None,
        )

    def deal_with_card(self, seq: int) -> DealState | None:
        """Return the deal that holds the play or the card turned over with this `seq`."""
        return next((d for d in reversed(self.deals) if d.card_at(seq) is not None), None)


_KEPT = cached_names(TableState)


def _heir_among(
    before: Sequence[tuple[str, int]], now: Sequence[tuple[str, int]], dealer: int, heir: int
) -> int:
    """Return the seat that deals next after people came or left.

    The seats may have changed their numbers: whoever sits after the last dealer, or where he left,
    the next of the old row who stayed. Who was to deal anyway and stayed does.
    """
    if before[dealer] in now and heir == (dealer + 1) % len(before):
        return (now.index(before[dealer]) + 1) % len(now)
    row = (*before[heir:], *before[:heir])
    return next((now.index(person) for person in row if person in now), 0)


def person_keys(names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Return what tells people apart: the name, and for the same name again which of them."""
    return tuple((name, list(names[:seat]).count(name)) for seat, name in enumerate(names))
