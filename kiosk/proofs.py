"""Which verdicts may be said: those that hold under every likely reading of the cards and seats.

The referee judges a record. Here the record itself is doubted: whatever else the camera may have
seen is put in its place, the deal is folded and judged again, and a verdict that does not survive
is not shown. The card on which it hangs is asked about instead (DESIGN point 6).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.events import CardCorrected, CardPlayed
from engine.report import Grade, Status, Verdict
from engine.state import DealState
from kiosk.lead import firmness, is_presumed
from kiosk.looks import look
from kiosk.places import doubt, missing_slots
from kiosk.reading import LIKELY_NATS, Reader, Reading
from kiosk.running import trick_size
from kiosk.saying import Saying
from kiosk.structure import may_lack_one, shaky
from kiosk.suppose import supposed
from kiosk.unwatched import Unwatched, is_unsure

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
class Judged:
    """The verdicts of a deal, sorted by whether they may be said."""

    shown: tuple[Verdict, ...]
    """Certain, and due by the house rule."""
    doubted: frozenset[int]
    """Indexes of plays on which a verdict hangs that is due and not shown for that reason."""
    claimable: tuple[Verdict, ...] = ()
    """Certain, and said to a player who claims it; those shown included."""
    stood: tuple[Verdict, ...] = ()
    """Certain, and due while a deal ran that does not count after all; to be looked at."""


NOTHING_JUDGED = Judged((), frozenset())


def judge(
    deal: DealState,
    read: Reading,
    reader: Reader,
    angles: tuple[float, ...],
    saying: Saying,
    unwatched: Unwatched | None = None,
) -> Judged:
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
    return Judged(shown, frozenset(doubted), claimable, stood)


def _breaking(
    deal: DealState, read: Reading, reader: Reader, verdicts: Sequence[Verdict]
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
    deal: DealState, read: Reading, verdict: Verdict, angles: tuple[float, ...]
) -> frozenset[int]:
    """Return the plays for which a trick the verdict rests on may be put together wrongly."""
    size = trick_size(deal)
    starts = {play // size * size for play in _rests_on(verdict)}
    found = {shaky(deal, read, angles, start) for start in starts if start < len(deal.laid)}
    return frozenset(play for play in found if play is not None)


def _exchanged(deal: DealState) -> frozenset[int]:
    """Return the plays for which what was seen of another is noted (`kiosk.turned`).

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
