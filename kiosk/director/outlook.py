"""What may be said of the running deal: verdicts that hold, cards to ask about, doubts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Card
from engine.deal.report import Status, Verdict
from engine.evening.deal import DealState
from kiosk.director.deal_decoding import DealReading
from kiosk.director.explanation import Explanation
from kiosk.director.recording import look_at
from kiosk.director.seen_plays import is_full, last_trick, trick_size
from kiosk.director.verdicts import JudgedDeal

ASK_NATS = 2.2
"""Below this lead over the next reading (about one in ten wrong) the table is asked."""
NOW_NATS = 1.2
"""While a deal runs only what is less sure than this is asked about (about one in four wrong), and
only where who leads next hangs on it: the cards still to come tell most of the rest, each being in
the deck once."""
CALM_NATS = 3.5
"""A question goes away by itself only when the lead has grown to this."""
MOST_QUESTIONS = 1
"""One at a time: the answer often tells the next as well, as of two cards read for each other."""
_IMPOSSIBLE = frozenset({"duplicate_card", "foreign_card"})

Chance = tuple[float, tuple[tuple[Card, float], ...]]
"""Probability of the card as read, and the likeliest others with theirs."""


@dataclass(frozen=True, slots=True)
class Question:
    """A card the table is asked about; `options` are what the camera takes it for, best first."""

    deal: str
    seq: int
    options: tuple[Card, ...]


@dataclass(frozen=True)
class Outlook:
    """What the screens may show beside the report."""

    shown: tuple[Verdict, ...] = ()
    """Verdicts that may be said now: certain under every likely reading, and due by house rule."""
    claimable: tuple[Verdict, ...] = ()
    """What is said to a player who claims; those shown included."""
    stood: tuple[Verdict, ...] = ()
    """What was shown of a deal that does not count after all."""
    questions: tuple[Question, ...] = ()
    deciding: tuple[Question, ...] = ()
    """Of a deal that is over: what a verdict hangs on that would be said now, asked once before
    the score."""
    unsure: frozenset[int] = frozenset()
    """`seq` of plays whose reading is doubtful."""
    chances: Mapping[int, Chance] = field(default_factory=dict)
    """By `seq`."""


NO_OUTLOOK = Outlook()
"""Nothing is said."""


def look_out(
    deal: DealState,
    read: DealReading,
    judged: JudgedDeal,
    asked: frozenset[int],
    explained: Explanation | None,
) -> Outlook:
    """Put together what may be said; `asked` holds the doubts shown before (`seq`)."""
    doubted = {deal.seqs[play] for play in judged.doubted}
    unsure = ((_unsure(deal, read, asked) | doubted) - deal.fixed) | _impossible(deal)
    asking = _questions(deal, read, doubted, unsure)
    over = deal.closed or is_full(deal)
    return Outlook(
        shown=judged.shown,
        claimable=judged.claimable,
        stood=judged.stood,
        questions=asking[:MOST_QUESTIONS],
        deciding=tuple(each for each in asking if over and each.seq in doubted),
        unsure=frozenset(unsure),
        chances=_chances(deal, read, explained),
    )


def _unsure(deal: DealState, read: DealReading, asked: frozenset[int]) -> set[int]:
    found: set[int] = set()
    for index, seq in enumerate(deal.seqs):
        limit = CALM_NATS if seq in asked else ASK_NATS
        if deal.record.plays[index].card is None or not read.sure(index, limit):
            found.add(seq)
    return found


def _impossible(deal: DealState) -> set[int]:
    """Return cards a person laid or named that lie twice or belong to no such deck.

    Such a card was tapped by mistake, unless the person says once more that it is right.
    """
    return {
        deal.seqs[verdict.play]
        for verdict in deal.report.verdicts
        if verdict.kind in _IMPOSSIBLE
        and verdict.status is Status.SUSPECTED
        and deal.laid[verdict.play].fixed
        and not deal.laid[verdict.play].confirmed
    }


def _questions(
    deal: DealState, read: DealReading, doubted: set[int], unsure: set[int]
) -> tuple[Question, ...]:
    """Return what may be asked: first what a verdict hangs on, then what is least sure.

    While the deal runs only the cards of the running and of the last trick are asked about, as
    an attentive onlooker may see no others (DESIGN 8), and those a proven verdict hangs on,
    whose tricks the alert would show anyway (point 6). The rest waits for the end of the deal.
    """
    over = deal.closed or is_full(deal)
    open_from = 0 if over else last_trick(deal)
    waits = set() if over else _told_later(deal, read) - doubted
    fair = {
        index
        # Cards thrown in after the deal was decided change nothing, whatever they are.
        for index, seq in enumerate(deal.seqs[: deal.decided])
        if seq in unsure and seq not in waits and (index >= open_from or seq in doubted)
    }

    def urgency(index: int) -> tuple[bool, float]:
        return deal.seqs[index] not in doubted, read.decoding.regret[index]

    indexes = sorted(fair, key=urgency)
    return tuple(
        Question(deal.record.id, deal.seqs[index], _options(deal, read, index, over=over))
        for index in indexes
    )


def _told_later(deal: DealState, read: DealReading) -> set[int]:
    """Return the cards the rest of the deal is likely to tell: no question is made of them yet.

    Those are the readings that are doubtful only a little, or by which nobody else would have won
    the trick, and the first card that nobody saw.
    """
    unseen = [laid.seq for laid in deal.laid if laid.card is None]
    return set(unseen[:1]) | {
        seq
        for index, (seq, laid) in enumerate(zip(deal.seqs, deal.laid, strict=True))
        if laid.card is not None and not laid.fixed and not _turns(deal, read, index)
    }


def _turns(deal: DealState, read: DealReading, play: int) -> bool:
    """Tell whether, by another likely reading of the play, somebody else leads next."""
    size = trick_size(deal)
    start = play // size * size
    trick = [laid.card for laid in deal.laid[start : start + size]]
    if len(trick) < size or read.sure(play, NOW_NATS):
        return False
    won = deal.rule(trick)
    others = (face for face, nats in read.decoding.alternatives[play] if nats < NOW_NATS)
    at = play - start
    return any(deal.rule([*trick[:at], face, *trick[at + 1 :]]) != won for face in others)


def _options(deal: DealState, read: DealReading, index: int, *, over: bool) -> tuple[Card, ...]:
    """Return what a play may be: what a person named first, else what the camera takes it for.

    While the deal runs only this one look at it counts: by the whole deal a card that is gone would
    be missing here, and tell who counts along what nobody sees any more (DESIGN 8).
    """
    named = deal.laid[index].card if deal.laid[index].fixed else None
    every = read.options(index) if over else read.by_look(index)
    seen = tuple(face for face in every if face is not named)
    return seen if named is None else (named, *seen)


def _chances(
    deal: DealState, read: DealReading, explained: Explanation | None
) -> dict[int, Chance]:
    """Return how sure each play is: its card, and that it was laid by that seat and just then."""
    found: dict[int, Chance] = {}
    shares = {} if explained is None else explained.shares()
    for index, laid in enumerate(deal.laid):
        number = None if explained is None else look_at(laid, explained)
        p = read.decoding.probability[index]
        if number is not None:
            p *= shares.get(number, 1.0)
        others = read.decoding.alternatives[index]
        found[laid.seq] = p, tuple((face, p * math.exp(-nats)) for face, nats in others)
    return found
