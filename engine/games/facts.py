"""A deal before its first card (`Setting`), what its cards show (`Facts`), and whose turn it is.

A `Setting` is everything about a deal that does not depend on the cards played: seats, deck,
classes and strengths of the cards, thresholds. It is made once for each combination of rules,
players and contract and then reused, which is where the referee's speed comes from.

`gather` cuts the plays into tricks: what was led, who wins, what is not known. A play is a fact
whoever laid it. Where the seats of a trick are not in order, or its first card was not seen, the
class led counts as unknown, so that nobody is accused from a trick that may have been recorded
wrongly. `tally` counts what was won, `remainder` what is left to play for.

Whose card comes next is the turn (DESIGN 9): `lay` keeps it up play by play, so that it costs
little. Where the cards do not say who won a trick, because one that could decide it was not seen or
nothing was announced yet, it goes on with a presumption: where the trick was seen to go, else the
best card seen. A later correction moves what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.caching import Slot
from engine.cards import Card
from engine.deal.record import DealRecord, Play
from engine.deal.report import TrickView

TRUMP = 0
"""The class of the trumps; plain suits are 1 to 4 in the order of the suits."""
UNKNOWN = -1
"""The class of a card that was not seen or is not in the deck."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What holds for a deal before its first card."""

    seats: tuple[int, ...]
    """Active seats clockwise, lowest first."""
    rotation: Mapping[int, tuple[int, ...]]
    """Leader to the seats of a trick in order."""
    players: int
    """Seats at the table, those who sit out included."""
    deck: tuple[Card, ...]
    hand_size: int
    trick_count: int
    points: Mapping[Card, int]
    total: int
    """Augen of the whole deck."""
    klass: Mapping[Card, int]
    """Class a card is followed by; empty before the contract is known."""
    strength: Mapping[Card, int]
    """Higher beats lower among trumps and cards of the led class; every trump beats the rest."""
    trumps: tuple[Card, ...] = ()
    """Highest first."""
    stamm: tuple[Card, ...] = ()
    """The trumps that are none by suit (Ober, Unter), highest first."""
    called: Card | None = None
    """The Ass that names the partner, or the card called in its place."""
    schoene: Card | None = None
    """The Schöne called with the Ass, where five or more hold cards (EN, normal game)."""
    base: str = ""
    """Which of the tariff's base prices is paid; empty where the game has no tariff."""
    silent: int | None = None
    """A seat whose not following says nothing: one card that it holds counts as another suit's, and
    nobody knows which, so what it leads says nothing either (PG, the card face down). Only such a
    setting depends on the plays: the card may show."""
    otherwise: tuple[int, ...] = ()
    """Classes that must be played, in this order, by whoever cannot follow (BK: the trumps); only
    who has none of these either may play any card. Mostly empty."""
    piles: tuple[int, int] | None = None
    """Piles before each seat and cards in each, where two play from a layout; only the top card of
    a pile can be played, and `hand_size` counts them all (EN, 2 players)."""

    play_count: int = field(init=False)
    """Cards laid in a whole deal."""
    class_sizes: tuple[int, ...] = field(init=False)
    """Cards of each class in the deck; index is the class."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "play_count", self.trick_count * len(self.seats))
        dealt = list(self.klass.values())
        sizes = tuple([dealt.count(klass) for klass in range(max(dealt, default=-1) + 1)])
        object.__setattr__(self, "class_sizes", sizes)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the cards show about a deal, before anybody judges it."""

    record: DealRecord
    setting: Setting
    klasses: tuple[int, ...]
    """Class of each play, UNKNOWN where it was not seen."""
    tricks: tuple[TrickView, ...]
    led: tuple[int, ...]
    """Class led in each trick; UNKNOWN where it was not seen or the order of seats was broken."""
    doubtful: frozenset[Card]
    """Cards seen more than once: one of the readings must be wrong."""

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays in order."""
        return self.record.plays


@dataclass(frozen=True, slots=True)
class Foreknown:
    """What a contract says about hands before the first card (RULES 5, Hochzeit)."""

    denials: tuple[tuple[int, int], ...] = ()
    """Seat and class: the seat says by the contract that it holds no card of the class."""
    owners: Mapping[Card, int] = field(default_factory=dict)
    """Cards that everybody saw go into a hand before the first card, and the seat that has them."""
    kind: str = "hochzeit_trump"
    """The verdict where a denial turns out to be wrong."""


NOTHING_FOREKNOWN = Foreknown()
"""Most contracts say nothing about hands."""


_GATHERED = Slot[Facts]()
"""The facts gathered last: a deal that goes on card by card keeps its finished tricks."""
_STEP = Slot[tuple[Facts, Facts]]()
"""Two of the last facts, where the second goes on with one more card."""


def gather(record: DealRecord, setting_of: Callable[[DealRecord], Setting]) -> Facts:
    """Return what the cards show; `setting_of` is the game's (`Game.setting`)."""
    plays, memo = record.plays, record.memo
    before = memo.latest(_GATHERED)
    earlier = () if before is None else before.record.plays
    if before is not None and earlier == plays[: len(earlier)]:
        setting = before.setting if before.setting.silent is None else setting_of(record)
        more = _with_one_more(before, record, setting)
        if more is not None:
            if more.led[: len(before.led)] == before.led:
                memo.keep(_STEP, (before, more))
            memo.keep(_GATHERED, more)
            return more
    else:
        # Another way the deal may have gone: what shows the card face down may not lie in it.
        setting = setting_of(record)
    klass_of = setting.klass.get
    klasses = tuple([klass_of(play.card, UNKNOWN) for play in plays])  # type: ignore[arg-type]
    laid = [play.card for play in plays if play.card is not None]
    doubtful = frozenset(_doubles(laid)) if len(set(laid)) != len(laid) else _NONE
    if doubtful or not setting.klass or UNKNOWN in klasses:
        tricks, led = _tricks(setting, plays, klasses, before)
        facts = Facts(record, setting, klasses, tuple(tricks), tuple(led), doubtful)
        if setting.klass:
            memo.keep(_GATHERED, facts)
        return facts
    tricks, led = _finished(before, setting, plays)
    _add_tricks(setting, plays, klasses, tricks, led)
    facts = Facts(record, setting, klasses, tuple(tricks), tuple(led), doubtful)
    memo.keep(_GATHERED, facts)
    return facts


_NONE: frozenset[Card] = frozenset()


def _with_one_more(before: Facts, record: DealRecord, setting: Setting) -> Facts | None:
    """Return the facts of a record that goes on from `before`; None unless by one seen card."""
    plays = record.plays
    index = len(before.record.plays)
    if before.setting is not setting or index < 1 or len(plays) != index + 1:
        return None
    if before.doubtful or UNKNOWN in before.klasses:
        return None
    card = plays[index].card
    klass = setting.klass.get(card, UNKNOWN) if card is not None else UNKNOWN
    if klass == UNKNOWN:
        return None
    for play in before.record.plays:
        if play.card is card:
            return None
    klasses = (*before.klasses, klass)
    size = len(setting.seats)
    done, place = divmod(index, size)
    start = index - place
    if place and before.led[-1] != UNKNOWN:
        trick, led = _one_more(setting, before, plays[index], klass)
    else:
        trick, led = _trick(setting, plays[start:], klasses[start:], start)
    if not place:
        tricks, all_led = (*before.tricks, trick), (*before.led, led)
    else:
        tricks = (*before.tricks[:done], trick)
        all_led = before.led if led == before.led[-1] else (*before.led[:done], led)
    return Facts(record, setting, klasses, tricks, all_led, before.doubtful)


@lru_cache(maxsize=1024)
def _laid_by(seat: int, card: Card | None) -> tuple[int, Card | None]:
    """Return a play of a trick as a view has it, the same one in every deal of an evening."""
    return seat, card


def _one_more(setting: Setting, before: Facts, play: Play, klass: int) -> tuple[TrickView, int]:
    """Return the running trick, in turn so far, after one more card, and the class led."""
    trick, led = before.tricks[-1], before.led[-1]
    order = setting.rotation[trick.leader]
    place = len(trick.plays)
    winner, card = trick.winner, play.card
    assert winner is not None
    assert card is not None
    best = trick.plays[order.index(winner)][1]
    assert best is not None
    if klass in (led, TRUMP) and setting.strength[card] > setting.strength[best]:
        winner = play.seat
    laid = (*trick.plays, _laid_by(play.seat, card))
    points = trick.points + setting.points[card]
    whole = len(laid) == len(order)
    view = TrickView(trick.start, trick.leader, laid, winner, points, whole)
    return view, led if order[place] == play.seat else UNKNOWN


def goes_on(before: Facts, facts: Facts) -> bool:
    """Tell whether `facts` are `before` with one more card, everything before it read alike."""
    step = facts.record.memo.latest(_STEP)
    if step is not None and step[0] is before and step[1] is facts:
        return True
    return (
        before.setting is facts.setting
        and len(before.klasses) < len(facts.klasses)
        and before.klasses == facts.klasses[:-1]
        and before.led == facts.led[: len(before.led)]
        and before.plays == facts.plays[:-1]
    )


def _finished(
    before: Facts | None, setting: Setting, plays: Sequence[Play]
) -> tuple[list[TrickView], list[int]]:
    """Return the finished tricks of `before` that these plays begin with."""
    if before is None or before.setting is not setting:
        return [], []
    size = len(setting.seats)
    count = min(len(before.plays), len(plays)) // size
    if before.plays[: count * size] != plays[: count * size]:
        return [], []
    return list(before.tricks[:count]), list(before.led[:count])


def _doubles(laid: Sequence[Card]) -> set[Card]:
    seen: set[Card] = set()
    return {card for card in laid if card in seen or seen.add(card)}  # type: ignore[func-returns-value]


def _add_tricks(
    setting: Setting,
    plays: Sequence[Play],
    klasses: Sequence[int],
    tricks: list[TrickView],
    led: list[int],
) -> None:
    """Add the tricks still missing of a deal in which every card was seen; the fast way."""
    size = len(setting.seats)
    for start in range(len(tricks) * size, len(plays), size):
        end = start + size
        trick, first = _trick(setting, plays[start:end], klasses[start:end], start)
        tricks.append(trick)
        led.append(first)


def _trick(
    setting: Setting, chunk: Sequence[Play], klasses: Sequence[int], start: int
) -> tuple[TrickView, int]:
    """Return one trick of cards that were all seen, and the class led."""
    strength: Mapping[Card | None, int] = setting.strength  # type: ignore[assignment]
    points: Mapping[Card | None, int] = setting.points  # type: ignore[assignment]
    leader = chunk[0].seat
    first = klasses[0]
    best = winner = UNKNOWN
    worth = 0
    laid = []
    for play, klass in zip(chunk, klasses, strict=True):
        seat, card = play.seat, play.card
        laid.append(_laid_by(seat, card))
        worth += points[card]
        if klass in (first, TRUMP) and strength[card] > best:
            best = strength[card]
            winner = seat
    whole = len(laid) == len(setting.seats)
    in_order = tuple([seat for seat, _ in laid]) == setting.rotation.get(leader, ())[: len(laid)]
    trick = TrickView(start, leader, tuple(laid), winner, worth, whole)
    return trick, first if in_order and leader != setting.silent else UNKNOWN


def _tricks(
    setting: Setting, plays: Sequence[Play], klasses: Sequence[int], before: Facts | None
) -> tuple[list[TrickView], list[int]]:
    """Cut the plays of a deal in which cards were not seen, or the contract is not known.

    `before` are facts of a deal that may have begun alike: a trick of which every card was seen
    stays as it is.
    """
    size = len(setting.seats)
    pool = set(setting.deck) - {play.card for play in plays}
    known = before if before is not None and before.setting is setting else None
    tricks: list[TrickView] = []
    led: list[int] = []
    for start in range(0, len(plays), size):
        chunk, classes = plays[start : start + size], klasses[start : start + size]
        if UNKNOWN not in classes:
            number, end = len(tricks), start + size
            if known is not None and end <= len(known.plays) and known.plays[start:end] == chunk:
                trick, first = known.tricks[number], known.led[number]
            else:
                trick, first = _trick(setting, chunk, classes, start)
            tricks.append(trick)
            led.append(first)
            continue
        leader = chunk[0].seat
        laid = tuple(_laid_by(play.seat, play.card) for play in chunk)
        in_order = tuple(seat for seat, _ in laid) == setting.rotation.get(leader, ())[: len(laid)]
        winner = _winner(setting, chunk, classes, pool)
        certain = winner is not None
        if not certain and len(chunk) == size and start + size < len(plays):
            winner = plays[start + size].seat
        worth = sum(setting.points.get(card, 0) for _, card in laid if card is not None)
        tricks.append(TrickView(start, leader, laid, winner, worth, len(chunk) == size, certain))
        led.append(klasses[start] if in_order and leader != setting.silent else UNKNOWN)
    return tricks, led


def _winner(
    setting: Setting, chunk: Sequence[Play], klasses: Sequence[int], pool: set[Card]
) -> int | None:
    """Return who wins the trick whatever the unseen cards are; None where they could decide it."""
    if not setting.klass:
        return None
    first = klasses[0]
    best, winner = UNKNOWN, None
    for play, klass in zip(chunk, klasses, strict=True):
        counts = klass == TRUMP or (klass == first and first != UNKNOWN)
        if counts and play.card is not None and setting.strength[play.card] > best:
            best, winner = setting.strength[play.card], play.seat
    if UNKNOWN not in klasses or winner is None:
        return winner
    for card in pool:
        counts = setting.klass[card] == TRUMP or setting.klass[card] == first or first == UNKNOWN
        if counts and setting.strength[card] > best:
            return None
    return winner


def cards_left(facts: Facts) -> list[int]:
    """Return how many cards each seat still holds; below none where it laid too many."""
    setting, plays = facts.setting, facts.record.plays
    left = [0] * setting.players
    if UNKNOWN in facts.led:
        laid = [play.seat for play in plays]
        for seat in setting.seats:
            left[seat] = setting.hand_size - laid.count(seat)
        return left
    # In full tricks that were in turn everybody laid one card.
    full, running = divmod(len(plays), len(setting.seats))
    if len(setting.seats) == setting.players:
        left = [setting.hand_size - full] * setting.players
    else:
        for seat in setting.seats:
            left[seat] = setting.hand_size - full
    for play in plays[len(plays) - running :] if running else ():
        left[play.seat] -= 1
    return left


def first_plays(facts: Facts, count: int) -> Facts:
    """Return the facts as they were when `count` cards lay."""
    if count >= len(facts.plays):
        return facts
    tricks = -(-count // len(facts.setting.seats))
    return Facts(
        facts.record.with_plays(facts.plays[:count]),
        facts.setting,
        facts.klasses[:count],
        facts.tricks[:tricks],
        facts.led[:tricks],
        facts.doubtful,
    )


def next_seat(facts: Facts, first_leader: int) -> int | None:
    """Return whose turn it is by the tricks; None where nobody can be named.

    Whether the deal is over is not asked here.
    """
    if not facts.tricks:
        return first_leader
    trick = facts.tricks[-1]
    if trick.complete:
        return trick.winner
    gone = {seat for seat, _ in trick.plays}
    for seat in facts.setting.rotation.get(trick.leader, facts.setting.seats):
        if seat not in gone:
            return seat
    return None


@dataclass(frozen=True, slots=True)
class Tally:
    """Augen and tricks of each seat in the finished tricks."""

    points: tuple[int, ...]
    tricks: tuple[int, ...]


def won_so_far(facts: Facts) -> Tally:
    """Count the finished tricks as far as it is known who won them."""
    points = [0] * facts.setting.players
    tricks = [0] * facts.setting.players
    for trick in facts.tricks:
        if trick.complete and trick.winner is not None:
            points[trick.winner] += trick.points
            tricks[trick.winner] += 1
    return Tally(tuple(points), tuple(tricks))


def tally(facts: Facts) -> Tally | None:
    """Count the finished tricks; None where a card or the winner of a trick is not known."""
    if facts.doubtful or UNKNOWN in facts.klasses:
        return None
    if any(trick.complete and trick.winner is None for trick in facts.tricks):
        return None
    return won_so_far(facts)


@dataclass(frozen=True, slots=True)
class Remainder:
    """What no finished trick holds: cards still in hands, or in a trick that was broken off."""

    tricks: int
    points: int
    """Augen of all of them."""
    least: int
    """The fewest Augen that some of them can make; below nothing with a Preuße."""
    most: int


NOTHING_LEFT = Remainder(0, 0, 0, 0)
"""Every trick was played, or is told for."""


def remainder(facts: Facts) -> Remainder:
    """Return what is left to play for."""
    finished = sum([trick.complete for trick in facts.tricks])
    if finished == facts.setting.trick_count:
        return NOTHING_LEFT
    gone = {card for trick in facts.tricks if trick.complete for _, card in trick.plays}
    worth = [points for card, points in facts.setting.points.items() if card not in gone]
    return Remainder(
        facts.setting.trick_count - finished,
        sum(worth),
        sum(points for points in worth if points < 0),
        sum(points for points in worth if points > 0),
    )


TrickRule = Callable[[Sequence[Card | None]], int | None]
"""Index of the card that wins a trick, the lead at index 0; None where the cards do not say."""


def no_rule(cards: Sequence[Card | None]) -> int | None:
    """Say nothing: what is played is not known yet."""
    return None


def strongest(klass: Mapping[Card, int], strength: Mapping[Card, int], trump: int) -> TrickRule:
    """Return the rule of games where trump beats the led class and nothing else wins.

    Args:
        klass: class of each card of the deck; a card that is not in it cannot win.
        strength: higher beats lower within a class.
        trump: the class that beats the others.
    """
    if not klass:
        return no_rule
    highest = max((strength[card] for card in klass if klass[card] == trump), default=None)

    def winner(cards: Sequence[Card | None]) -> int | None:
        led = None if cards[0] is None else klass.get(cards[0])
        best: int | None = None
        best_rank = (False, -1)
        unseen = False
        for index, card in enumerate(cards):
            if card is None:
                unseen = True
                continue
            own = klass.get(card)
            if own is None or own not in (trump, led):
                continue
            rank = (own == trump, strength[card])
            if rank > best_rank:
                best, best_rank = index, rank
        if unseen and best_rank != (True, highest):
            return None
        return best

    return winner


@dataclass(frozen=True, slots=True)
class Turn:
    """The running trick, which may be empty, and who leads it."""

    leader: int
    seats: tuple[int, ...] = ()
    """Who laid, in the order of play."""
    cards: tuple[Card | None, ...] = ()
    presumed: bool = False
    """The cards of the last trick do not say that `leader` won it."""


def active_seats(players: int, dealer: int, out: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that hold cards, clockwise from Vorhand, the dealer's left neighbour.

    RULES 5: Vorhand leads the first trick.
    """
    clockwise = [(dealer + 1 + step) % players for step in range(players)]
    return tuple(seat for seat in clockwise if seat not in out)


def expected_seat(active: tuple[int, ...], turn: Turn) -> int:
    """Return whose card comes next: clockwise from the leader, who has not laid in this trick."""
    at, gone = active.index(turn.leader), turn.seats
    for seat in active[at:] + active[:at]:
        if seat not in gone:
            return seat
    raise ValueError("a full trick waits for no seat")


def lay(
    active: tuple[int, ...],
    rule: TrickRule,
    turn: Turn,
    seat: int,
    card: Card | None,
    went_to: int | None = None,
) -> Turn:
    """Return the turn after `seat` laid `card`.

    `went_to` is the seat this trick was seen to go to once it is full; it counts only where the
    cards do not decide.
    """
    leader = turn.leader if turn.seats else seat
    seats = (*turn.seats, seat)
    cards = (*turn.cards, card)
    if len(seats) < len(active):
        return Turn(leader, seats, cards, turn.presumed)
    won = rule(cards)
    if won is not None:
        return Turn(seats[won])
    return Turn(_presumed_winner(rule, seats, cards, active, went_to), presumed=True)


def _presumed_winner(
    rule: TrickRule,
    seats: tuple[int, ...],
    cards: tuple[Card | None, ...],
    active: tuple[int, ...],
    went_to: int | None,
) -> int:
    if went_to in active:
        return went_to
    seen = [(seat, card) for seat, card in zip(seats, cards, strict=True) if card is not None]
    best = rule([card for _, card in seen]) if seen else None
    return seats[0] if best is None else seen[best][0]
