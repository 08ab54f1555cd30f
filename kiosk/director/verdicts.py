"""Which verdicts may be said, and when: those that hold under every likely reading.

The referee judges a record; here the record is doubted. `judge` puts whatever else the camera may
have seen in its place, folds and judges the deal again, and shows no verdict that does not survive;
the card it hangs on is asked about instead (DESIGN 6). Who played it when is doubted as well: where
the other explanations of the deal by which a verdict would not be said are together likelier than
`UNSURE`, it is not shown.

`Saying` is the house rule of when (DESIGN 7): a proof by the player's own later card lies open to
everybody; one by counting, or against several together, tells who holds what, so by default it
waits until the deal is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.deal.report import Grade, Known, Status, Verdict
from engine.evening.deal import DealState
from kiosk.director.camera_notices import Unwatched, is_unsure
from kiosk.director.deal_decoding import LIKELY_NATS, DealReader, DealReading
from kiosk.director.explanation import Explanation
from kiosk.director.recording import explained_by, look_at
from kiosk.director.seen_plays import is_full, look, supposed, trick_size
from kiosk.director.weighing import Weighed


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


UNSURE = 0.005
"""A verdict is not shown where all explanations without it together are likelier than this."""

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
    explained: Explanation | None,
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
        and not _unread(deal, verdict, explained)
        and not is_unsure(unwatched, deal, _rests_on(verdict))
    ]
    if not proven:
        return NOTHING_JUDGED
    breaking = _breaking(deal, read, reader, proven)
    otherwise = {} if explained is None else _otherwise(deal, explained, proven)
    certain: list[Verdict] = []
    doubted: set[int] = set()
    for verdict in proven:
        plays = breaking[verdict.id] | otherwise.get(verdict.id, frozenset())
        plays |= _unseen_beside(deal, verdict)
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


def _otherwise(
    deal: DealState, explained: Explanation, verdicts: Sequence[Verdict]
) -> dict[str, frozenset[int]]:
    """For each verdict the plays that other explanations of the deal put elsewhere.

    Where it would not be said of the same seat for the same card, if they together are likely.
    """
    found: dict[str, set[int]] = {verdict.id: set() for verdict in verdicts}
    without = dict.fromkeys(found, 0.0)
    for share, other in explained.others():
        there = _as_held(deal, explained, other)
        for verdict in verdicts:
            if not any(_says_there(deal, verdict, there, each) for each in there.report.verdicts):
                found[verdict.id].add(_first_other(deal, there))
                without[verdict.id] += share
    return {
        name: frozenset(plays) if without[name] > UNSURE else frozenset()
        for name, plays in found.items()
    }


def _as_held(deal: DealState, explained: Explanation, other: Weighed) -> DealState:
    there = explained_by(deal, explained, other)
    looks = [look_at(laid, explained) for laid in there.laid]
    # Which card nobody saw was told from where it lies; elsewhere it may be another.
    kept = {(laid.seq, laid.seat) for laid in deal.laid}
    cards = [
        (laid.card if (laid.seq, laid.seat) in kept else None)
        if number is None
        else other.cards.get(number, laid.card)
        for laid, number in zip(there.laid, looks, strict=True)
    ]
    return supposed(there, cards)


def _first_other(deal: DealState, there: DealState) -> int:
    """Return the first play of a deal that the other explanation holds otherwise."""
    for index, (own, other) in enumerate(zip(deal.laid, there.laid, strict=False)):
        if (own.seq, own.seat, own.card) != (other.seq, other.seat, other.card):
            return index
    return min(len(deal.laid), len(there.laid)) - 1


def _says_there(deal: DealState, verdict: Verdict, there: DealState, other: Verdict) -> bool:
    """Tell whether a verdict on the deal as another explanation holds it says the same.

    By the same cards: whether those of another proof may be others was looked at by nobody.
    """
    if other.status is Status.SUSPECTED or other.kind != verdict.kind:
        return False
    if verdict.grade is Grade.OWN_PLAY:
        same = there.seqs[other.play] == deal.seqs[verdict.play]
        by = {there.seqs[play] for play in other.proof}
        proof = {deal.seqs[play] for play in verdict.proof}
        return same and by == proof and other.seat == verdict.seat
    return _says(other, verdict)


def _says(other: Verdict, verdict: Verdict) -> bool:
    """Tell whether `other` says what `verdict` says, or more: the same wrong act of the same seat.

    A count names no card as wrong but a seat, or several; so whatever accuses one of these says it.
    """
    if verdict.grade is Grade.OWN_PLAY or other.kind != verdict.kind:
        return other.id == verdict.id
    accused = set(other.suspects) if other.seat is None else {other.seat}
    return accused <= ({verdict.seat} if verdict.seat is not None else set(verdict.suspects))


def _unseen_beside(deal: DealState, verdict: Verdict) -> frozenset[int]:
    """Return the cards nobody saw in the tricks that prove an own play: guesses prove nothing."""
    if verdict.grade is not Grade.OWN_PLAY:
        return frozenset()
    size = trick_size(deal)
    starts = {play // size * size for play in _rests_on(verdict)}
    return frozenset(
        play
        for start in starts
        for play in range(start, min(start + size, len(deal.laid)))
        if look(deal.laid[play]).guessed
    )


def _unread(deal: DealState, verdict: Verdict, explained: Explanation | None) -> bool:
    """Tell whether too many cards were missed until a verdict held to believe what was read.

    Cards that were seen and make no sense as plays count like those that were missed.
    """
    until = max({verdict.play, verdict.known_after, *verdict.proof}) + 1
    left_out = 0 if explained is None else explained.left_out
    return left_out + sum(look(laid).guessed for laid in deal.laid[:until]) >= UNREAD


def _rests_on(verdict: Verdict) -> Iterable[int]:
    """Return the plays whose seats a verdict rests on: for a count every card laid until then."""
    if verdict.grade is Grade.OWN_PLAY:
        # The card after which it holds may be none of its proof: it rules an excuse out.
        return {verdict.play, verdict.known_after, *verdict.proof}
    return range(max({verdict.play, verdict.known_after, *verdict.proof}) + 1)
