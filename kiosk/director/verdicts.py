"""Which verdicts may be said, and when: those that hold under every likely reading.

The referee judges a record; here the record is doubted. `judge` puts whatever else the camera may
have seen in its place, folds and judges the deal again, and shows no verdict that does not survive;
the card it hangs on is asked about instead (DESIGN 6). `shaky` doubts how a trick was put together:
a card missed and another counted twice leave it whole, and every card between with the wrong
player, so where the places or a forced reading speak for such a story, what rests on the trick is
not said.

`Saying` is the house rule of when (DESIGN 7): a proof by the player's own later card lies open to
everybody; one by counting, or against several together, tells who holds what, so by default it
waits until the deal is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.deal.report import Grade, Known, Status, Verdict
from engine.evening.deal import DealState
from engine.events import CardCorrected, CardPlayed
from kiosk.director.camera_notices import Unwatched, is_unsure
from kiosk.director.deal_decoding import LIKELY_NATS, DealReader, DealReading
from kiosk.director.seat_likelihood import Spot, doubt, missing_slots, seat_scores
from kiosk.director.seen_plays import is_full, look, seat_order, supposed, trick_size
from kiosk.director.trick_order import LATE_NATS, SAME_REST_S, firmness, is_presumed, orders


class SayWhen(Enum):
    """When a verdict of one grade is said, the earliest first."""

    AT_ONCE = "at_once"
    TRICK_END = "trick_end"
    DEAL_END = "deal_end"
    ON_CLAIM = "on_claim"
    """Only when a player claims it."""


ORDER = tuple(SayWhen)


@dataclass(frozen=True, slots=True)
class Saying:
    """The house rule; a stronger proof is never said later than a weaker one.

    Raises:
        ValueError: it would be.
    """

    own_play: SayWhen = SayWhen.AT_ONCE
    count: SayWhen = SayWhen.DEAL_END
    joint: SayWhen = SayWhen.DEAL_END

    def __post_init__(self) -> None:
        ranks = [ORDER.index(moment) for moment in (self.own_play, self.count, self.joint)]
        if ranks != sorted(ranks):
            raise ValueError("a stronger proof would be said later than a weaker one")

    @property
    def claims(self) -> bool:
        """Whether anything is said only when it is claimed."""
        return self.joint is SayWhen.ON_CLAIM

    def moment(self, grade: Grade) -> SayWhen:
        """Return when a verdict of this grade is said."""
        return {
            Grade.OWN_PLAY: self.own_play,
            Grade.COUNT: self.count,
            Grade.JOINT: self.joint,
        }[grade]

    def due(self, verdict: Verdict, deal: DealState) -> bool:
        """Tell whether the verdict may be said as the deal stands, unasked."""
        return any(
            _REACHED[self.moment(known.grade)](deal, known.after)
            for known in moments(verdict, deal)
        )

    def stood(self, verdict: Verdict, deal: DealState) -> bool:
        """Tell whether it was due while a deal ran that was thrown in or does not count after all.

        What the table saw proven then it can look at again and decide; what would have waited for
        the end of the deal, or for a claim, is not said of such a deal any more.
        """
        if not _uncounted(deal):
            return False
        running = replace(deal, closed=False, end=None)
        return self.due(verdict, running)

    def claimable(self, verdict: Verdict, deal: DealState) -> bool:
        """Tell whether the verdict is said to a player who claims it."""
        grades = {self.moment(known.grade) for known in moments(verdict, deal)}
        return SayWhen.ON_CLAIM in grades or self.due(verdict, deal)


DEFAULT_SAYING = Saying()
_NOT_COUNTED = frozenset({"thrown_in", "void"})
"""Ends (`engine.deal.ends`) after which nothing of the deal is settled."""


def moments(verdict: Verdict, deal: DealState) -> tuple[Known, ...]:
    """Return which grade held from when on, as long as the deal was played.

    Nothing where only cards show it that were thrown in after the deal was decided: they were not
    played, and by the turn they may be put down to somebody whose they never were. Nothing either
    of a deal that was thrown in or does not count: nobody is asked to answer for it. What was said
    while it ran can be looked at (`Saying.stood`).
    """
    if _uncounted(deal):
        return ()
    known = verdict.grades or (Known(verdict.grade, verdict.known_after),)
    decided = deal.decided
    return known if decided is None else tuple(each for each in known if each.after < decided)


def _uncounted(deal: DealState) -> bool:
    return deal.end is not None and deal.end.get("kind") in _NOT_COUNTED


def _over(deal: DealState, after: int) -> bool:
    return deal.closed or is_full(deal)


def _trick_over(deal: DealState, after: int) -> bool:
    size = trick_size(deal)
    return _over(deal, after) or len(deal.laid) >= (after // size + 1) * size


_REACHED: Mapping[SayWhen, Callable[[DealState, int], bool]] = {
    SayWhen.AT_ONCE: lambda deal, after: len(deal.laid) > after,
    SayWhen.TRICK_END: _trick_over,
    SayWhen.DEAL_END: _over,
    SayWhen.ON_CLAIM: lambda deal, after: False,
}


FORCED_NATS = 2.3
"""A card read so much worse than it looks may be one that lies there already, seen twice.

That happens to about one card in two hundred (5.3 nats); one story in twenty is listened to."""
SHIFTED_NATS = 0.5
"""The places speak for a card missed or one too many when they fit it better by this."""
LED_NATS = 1.5
"""The places have to speak by this for who led: one misread card gives the lead to another."""
MISSED_NATS = 3.0
"""While a trick is not whole, the places have to speak so firmly against a card that was missed.

That happens to one card in a hundred or two (about 5 nats); both together make one in thousands."""
ORDER_NATS = 3.0
"""Two cards of one rest are in order when their places fit it better by this."""


def shaky(deal: DealState, read: DealReading, angles: tuple[float, ...], play: int) -> int | None:
    """Return the play that makes it doubtful who laid what in the trick of `play`.

    None where nothing speaks against the trick as it is recorded. What a person said is believed.
    """
    size = trick_size(deal)
    start = play // size * size
    trick = range(start, min(start + size, len(deal.laid)))
    for each in trick:
        if look(deal.laid[each]).guessed:
            # Somebody laid a card that was not seen; whose place it took is a guess.
            return each
    if all(deal.laid[each].fixed for each in trick):
        # Laid by hand: no place of a card says who led, and people said what they did.
        return None
    forced = [each for each in trick if _forced(deal, read, each) > FORCED_NATS]
    if forced:
        return max(forced, key=lambda each: _forced(deal, read, each))
    spots = [None if deal.laid[each].fixed else look(deal.laid[each]).spot for each in trick]
    seats = [deal.laid[each].seat for each in trick]
    own = _fit(spots, seats, angles)
    for first, moved in _shifted(seat_order(deal, seats[0]), len(seats)):
        if _fit(spots, moved, angles) > own + (SHIFTED_NATS if first else -LED_NATS):
            return start + first
    if deal.closed and len(trick) < size and may_lack_one(deal, angles):
        return trick[-1]
    laid = deal.laid[start : trick.stop]
    for order, _ in orders(laid, seat_order(deal, seats[0]), angles, SHIFTED_NATS - LATE_NATS):
        # Had a card been seen late, its place and those of the cards after it would fit better.
        return start + next(at for at, index in enumerate(order) if at != index)
    return _out_of_order(deal, trick, spots, seats, angles)


def may_lack_one(deal: DealState, angles: tuple[float, ...]) -> bool:
    """Tell whether a card of the unfinished trick may have been missed, by where the others lie."""
    size = trick_size(deal)
    trick = deal.laid[len(deal.laid) // size * size :]
    if not trick:
        return False
    order = seat_order(deal, trick[0].seat)
    spots = [None if laid.fixed else look(laid).spot for laid in trick]
    own = _fit(spots, order[: len(spots)], angles)
    later = [*order[1:], order[0]]
    return any(
        spots[first:] != [None] * (len(spots) - first)
        and _fit(spots, [*order[:first], *later[first : len(spots)]], angles) > own - MISSED_NATS
        for first in range(len(spots))
    )


def _forced(deal: DealState, read: DealReading, play: int) -> float:
    """Return how much less a play looks like the card it is taken for than like another, nats."""
    best = read.decoding.best[play]
    if best is None or deal.laid[play].fixed or not read.seen[play]:
        return 0.0
    row = read.rows[play]
    return max(row) - row[read.cards.index(best)]


def _shifted(order: Sequence[int], count: int) -> Iterator[tuple[int, list[int]]]:
    """Yield from which card on another seat may have laid it, and who laid what then.

    `order` starts at the leader. From any card on all may be a seat later (one was missed) or, but
    for the lead, a seat earlier (one was counted twice); and the whole trick may be another's lead.
    """
    seats = len(order)
    for first in range(count):
        turns = (1, -1) if first else range(1, seats)
        for turn in turns:
            yield (
                first,
                [order[(at + turn * (at >= first)) % seats] for at in range(count)],
            )


def _fit(spots: Sequence[Spot | None], seats: Sequence[int], angles: tuple[float, ...]) -> float:
    return sum(
        seat_scores(spot, angles)[seat]
        for spot, seat in zip(spots, seats, strict=True)
        if spot is not None
    )


def _out_of_order(
    deal: DealState,
    trick: range,
    spots: Sequence[Spot | None],
    seats: Sequence[int],
    angles: tuple[float, ...],
) -> int | None:
    times = [look(deal.laid[each]).t for each in trick]
    for at in range(1, len(times)):
        before, after = times[at - 1], times[at]
        if before is None or after is None or after - before > SAME_REST_S:
            continue
        if before - after > SAME_REST_S:
            # It was seen before the card it is recorded after: only the places say so, and two
            # careless throws say the same. Good enough to go on with, not to accuse by.
            return trick.start + at
        pair, own = spots[at - 1 : at + 1], seats[at - 1 : at + 1]
        lead = _fit(pair, own, angles) - _fit(pair, own[::-1], angles)
        if None not in pair and lead < ORDER_NATS:
            return trick.start + at
    return None


SEAT_NATS = 4.0
"""A card that another seat explains better by this much may have been another seat's."""
SLOT_NATS = 3.0
"""A place filled in a trick, or who led it presumed, with less lead leaves its seats open."""

UNREAD = 3
"""So many cards of a deal that nobody saw until then: the camera does not read this deck, or not
here. Enrolled from another print of the pattern one was read so: the cards after those missed were
put down to the wrong players, and an innocent was named. Of 2,082 cards in 67 deals of decks that
are read the camera misses or misreads five."""


@dataclass(frozen=True, slots=True)
class JudgedDeal:
    """The verdicts of a deal, sorted by whether they may be said."""

    shown: tuple[Verdict, ...]
    """Certain, and due by the house rule."""
    doubted: frozenset[int]
    """Indexes of plays on which a verdict hangs that is due and not shown for that reason."""
    claimable: tuple[Verdict, ...] = ()
    """Certain, and said to a player who claims it; those shown included."""
    stood: tuple[Verdict, ...] = ()
    """Certain, and due while a deal ran that does not count after all; to be looked at."""


NOTHING_JUDGED = JudgedDeal((), frozenset())


def judge(
    deal: DealState,
    read: DealReading,
    reader: DealReader,
    angles: tuple[float, ...],
    saying: Saying,
    unwatched: Unwatched | None = None,
) -> JudgedDeal:
    """Sort the verdicts of a deal of this evening, running or over.

    `unwatched` says from where on cards may be missing that nobody knows of.

    What is not due by the house rule is passed over as if it were not there: no card is asked about
    for its sake either, for that would say it.
    """
    proven = [
        verdict
        for verdict in deal.report.verdicts
        if verdict.status is not Status.SUSPECTED
        and (saying.claimable(verdict, deal) or saying.stood(verdict, deal))
        and not _too_soon(deal, verdict, angles)
        and not _unread(deal, verdict)
        and not is_unsure(unwatched, deal, _rests_on(verdict))
    ]
    if not proven:
        return NOTHING_JUDGED
    breaking = _breaking(deal, read, reader, proven)
    certain: list[Verdict] = []
    doubted: set[int] = set()
    for verdict in proven:
        plays = breaking[verdict.id] | _doubtful_seats(deal, verdict, angles)
        plays |= _shaky(deal, read, verdict, angles)
        last = max(_rests_on(verdict))
        plays |= {play for play in _exchanged(deal) if play <= last}
        if not plays:
            certain.append(verdict)
        elif saying.due(verdict, deal):
            doubted |= plays
    shown = tuple(verdict for verdict in certain if saying.due(verdict, deal))
    stood = tuple(verdict for verdict in certain if saying.stood(verdict, deal))
    claimable = tuple(verdict for verdict in certain if verdict not in stood)
    return JudgedDeal(shown, frozenset(doubted), claimable, stood)


def _breaking(
    deal: DealState, read: DealReading, reader: DealReader, verdicts: Sequence[Verdict]
) -> dict[str, frozenset[int]]:
    """For each verdict the plays of which another likely reading would make it vanish."""
    found: dict[str, set[int]] = {verdict.id: set() for verdict in verdicts}
    # What is recorded may be a little behind the best reading; so that one is tried as well.
    behind = [
        (play, best)
        for play, best in enumerate(read.decoding.best)
        if best is not None and read.seen[play] and best is not deal.laid[play].card
    ]
    others = [(play, face) for play, face, _ in read.likely_others(LIKELY_NATS)]
    for play, face in [*behind, *others]:
        report = supposed(deal, reader.again(read, {play: face})).report
        for verdict in verdicts:
            if not any(_says(other, verdict) for other in report.verdicts):
                found[verdict.id].add(play)
    return {name: frozenset(plays) for name, plays in found.items()}


def _says(other: Verdict, verdict: Verdict) -> bool:
    """Tell whether `other` says what `verdict` says, or more: the same wrong act of the same seat.

    A count names no card as wrong but a seat, or several; so whatever accuses one of these says it.
    """
    if verdict.grade is Grade.OWN_PLAY or other.kind != verdict.kind:
        return other.id == verdict.id
    accused = set(other.suspects) if other.seat is None else {other.seat}
    return accused <= ({verdict.seat} if verdict.seat is not None else set(verdict.suspects))


def _doubtful_seats(deal: DealState, verdict: Verdict, angles: tuple[float, ...]) -> frozenset[int]:
    first_open = _first_open_seat(deal, angles)
    found: set[int] = set()
    for play in _rests_on(verdict):
        laid = deal.laid[play]
        nats = doubt(look(laid).spot, laid.seat, angles)
        # After a place that was filled by a guess the card itself has to speak for its seat.
        if not laid.fixed and nats > (SEAT_NATS if play < first_open else -1.0):
            found.add(play)
    return frozenset(found)


def _too_soon(deal: DealState, verdict: Verdict, angles: tuple[float, ...]) -> bool:
    """Tell whether a verdict rests on the running trick, and its players are not sure yet.

    A card of it may have been missed, or the trick before does not say who led: then its cards are
    put down to the wrong players. Once it is whole or swept they tell together; a card alone may
    lie before somebody else. Nothing is asked meanwhile.
    """
    whole = len(deal.laid) // trick_size(deal) * trick_size(deal)
    rests = any(whole <= play < len(deal.laid) for play in _rests_on(verdict))
    return rests and not deal.closed and (may_lack_one(deal, angles) or is_presumed(deal, whole))


def _unread(deal: DealState, verdict: Verdict) -> bool:
    """Tell whether too many cards were missed until a verdict held to believe what was read."""
    until = max({verdict.play, verdict.known_after, *verdict.proof}) + 1
    return sum(look(laid).guessed for laid in deal.laid[:until]) >= UNREAD


def _shaky(
    deal: DealState, read: DealReading, verdict: Verdict, angles: tuple[float, ...]
) -> frozenset[int]:
    """Return the plays for which a trick the verdict rests on may be put together wrongly."""
    size = trick_size(deal)
    starts = {play // size * size for play in _rests_on(verdict)}
    found = {shaky(deal, read, angles, start) for start in starts if start < len(deal.laid)}
    return frozenset(play for play in found if play is not None)


def _exchanged(deal: DealState) -> frozenset[int]:
    """Return the plays for which what was seen of another is noted (`kiosk.director.trick_order`).

    The places said that another had led next; a card read wrong, or one counted twice in the trick
    they lie in, would explain that as well. Who laid what from there on rests on it: until a person
    says which card it was nobody is accused for what was played later.
    """
    first: dict[tuple[int, ...], int] = {}
    for entry in deal.log:
        event = entry.envelope.event
        if isinstance(event, CardPlayed) and event.scores is not None:
            first.setdefault(tuple(event.scores), entry.seq)
        elif isinstance(event, CardCorrected) and event.scores is not None:
            first.setdefault(tuple(event.scores), event.of)
    standing = set(deal.seqs)
    return frozenset(
        index
        for index, laid in enumerate(deal.laid)
        if laid.scores is not None
        and not laid.fixed
        and first.get(tuple(laid.scores), laid.seq) in standing - {laid.seq}
    )


def _rests_on(verdict: Verdict) -> Iterable[int]:
    """Return the plays whose seats a verdict rests on: for a count every card laid until then."""
    if verdict.grade is Grade.OWN_PLAY:
        # The card after which it holds may be none of its proof: it rules an excuse out.
        return {verdict.play, verdict.known_after, *verdict.proof}
    return range(max({verdict.play, verdict.known_after, *verdict.proof}) + 1)


def _first_open_seat(deal: DealState, angles: tuple[float, ...]) -> int:
    """Return the first play whose seat rests on an uncertain guess: of a card missed, or a lead."""
    size = trick_size(deal)
    for start in range(0, len(deal.laid), size):
        if is_presumed(deal, start) and firmness(deal, start, angles) < SLOT_NATS:
            return start
        trick = deal.laid[start : start + size]
        looks = [look(laid) for laid in trick]
        guessed = tuple(slot for slot, seen in enumerate(looks) if seen.guessed)
        if not guessed:
            continue
        spots = [seen.spot for seen in looks if not seen.guessed]
        slots, margin = missing_slots(spots, [laid.seat for laid in trick], angles)
        if margin < SLOT_NATS or slots != guessed:
            return start
    return len(deal.laid)
