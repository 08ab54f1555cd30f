"""Revokes, proven by the player's own later play (RULES 13, rule A).

Who does not follow the class led says that he has none of it. Where who cannot follow must trump,
whoever throws a card off says besides that he has no trump: each can be wrong by itself, and is a
verdict of its own then. When he later lays a card of a class he denied, every such denial is
proven to have been wrong, for a hand only ever shrinks.

Where two play from piles on the table only open cards can be played, so only they make a duty
(RULES 5, 6 and 13). Where the layout is on record, everybody sees at once who could have followed.
Where it is not, a later card of the denied class may have been covered at the time: a card is
uncovered only when the one on it is played, so of the next k cards somebody lays from piles of two,
at most half, rounded up, can have been covered before. Where some are held in hand as well (PG, two
players) a card that never lay open, though every pile was turned up as it should be, was in hand
all the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.caching import Slot
from engine.cards import Card
from engine.deal.report import Grade, Known, Verdict
from engine.games.facts import UNKNOWN, Facts, Setting, goes_on


def layout_revokes(facts: Facts) -> tuple[tuple[int, int], ...]:
    """Return each wrong play with the play that shows it: itself where the layout shows it."""
    found: list[tuple[int, int]] = []
    for play, led in _denials(facts):
        if _open_of_class(facts, play, led):
            found.append((play, play))
        else:
            later = (_from_hand(facts, play, led), _more_than_were_covered(facts, play, led))
            shown = min((each for each in later if each is not None), default=None)
            if shown is not None:
                found.append((play, shown))
    return tuple(found)


def _denials(facts: Facts) -> Iterator[tuple[int, int]]:
    size = len(facts.setting.seats)
    for index, klass in enumerate(facts.klasses):
        led = facts.led[index // size]
        if UNKNOWN not in (klass, led) and klass != led:
            yield index, led


def _open_of_class(facts: Facts, play: int, klass: int) -> bool:
    """Tell whether an open card of the class lay before the seat when it played.

    Each card that the seat laid unseen may have been one of them.
    """
    before = facts.plays[:play]
    gone = {each.card for each in before}
    lying = sum(
        1
        for card in set(_turned_up(facts, play))
        if card is not None
        and card not in gone
        and card not in facts.doubtful
        and facts.setting.klass.get(card) == klass
    )
    unseen = sum(
        1
        for index, each in enumerate(before)
        if each.seat == facts.plays[play].seat
        and (facts.klasses[index] == UNKNOWN or each.card in facts.doubtful)
    )
    return lying > unseen


def _from_hand(facts: Facts, play: int, klass: int) -> int | None:
    """Return the seat's first later play of the class that came out of its hand for certain."""
    seat = facts.plays[play].seat
    own = [index for index, each in enumerate(facts.plays) if each.seat == seat]
    lay_open = set(_turned_up(facts, own[-1]))
    held = [index for index in own if facts.plays[index].card not in lay_open]
    for index in held if len(held) <= _hand(facts.setting) else ():
        if index > play and facts.klasses[index] == klass:
            return index if _all_turned_up(facts, seat, index) else None
    return None


def _hand(setting: Setting) -> int:
    """Return how many cards each holds in hand beside the piles."""
    assert setting.piles is not None
    number, depth = setting.piles
    return setting.hand_size - number * depth


def _all_turned_up(facts: Facts, seat: int, until: int) -> bool:
    """Tell whether the record knows every card of the seat that lay open before `until`.

    The card under each one that was played from a pile was turned up, unless it was the last one.
    """
    record, laid = facts.record, [each.card for each in facts.plays[:until] if each.seat == seat]
    if record.piles is None or facts.setting.piles is None or None in laid or facts.doubtful:
        return False
    for number, pile in enumerate(record.piles[seat]):
        shown = [pile[-1]] if pile else []
        shown += [
            each.card
            for each in record.reveals
            if (each.seat, each.pile) == (seat, number) and each.after <= until
        ]
        gone = sum(1 for card in shown if card in laid)
        if None in shown or len(set(shown)) != min(facts.setting.piles[1], gone + 1):
            return False
    return True


def _turned_up(facts: Facts, play: int) -> Iterator[Card | None]:
    """Yield every card of the seat that was open at some time before it laid `play`."""
    seat = facts.plays[play].seat
    if facts.record.piles is None:
        return
    for pile in facts.record.piles[seat]:
        yield pile[-1] if pile else None
    for reveal in facts.record.reveals:
        if reveal.seat == seat and reveal.after <= play:
            yield reveal.card


def _more_than_were_covered(facts: Facts, play: int, klass: int) -> int | None:
    """Return the seat's later play that leaves no way for all to have been covered."""
    assert facts.setting.piles is not None
    depth = facts.setting.piles[1]
    seat = facts.plays[play].seat
    most = _covered_before(facts.setting, sum(1 for e in facts.plays[:play] if e.seat == seat))
    of_class = count = 0
    for index in range(play + 1, len(facts.plays)):
        if facts.plays[index].seat != seat:
            continue
        count += 1
        if facts.plays[index].card in facts.doubtful:
            continue
        of_class += facts.klasses[index] == klass
        if of_class > min(most, _covered_at_most(count, depth)):
            return index
    return None


def _covered_before(setting: Setting, laid: int) -> int:
    """Return how many of a seat's cards can be covered once it has laid so many (RULES 13).

    Most are where it played out of its hand first, then down one pile after the other.
    """
    assert setting.piles is not None
    piles, depth = setting.piles
    from_piles = max(0, laid - (setting.hand_size - piles * depth))
    return piles * (depth - 1) - (from_piles - from_piles // depth)


def _covered_at_most(count: int, depth: int) -> int:
    """Return how many of the next `count` cards may have been covered, piles being `depth` deep.

    The first may lie under the card just played; whoever goes through the piles one by one lays
    one open card for each `depth - 1` covered ones.
    """
    return count - count // depth


REVOKE = "revoke"
MUST_TRUMP = "must_trump"
"""Neither followed nor played what is due then (`Setting.otherwise`)."""


def denied_by(setting: Setting, led: int, klass: int) -> tuple[int, ...]:
    """Return the classes of which a card of `klass` says that its player has none."""
    if klass == led or UNKNOWN in (led, klass):
        return ()
    denied = [led]
    for due in setting.otherwise:
        if due == klass:
            break
        if due not in denied:
            denied.append(due)
    return tuple(denied)


def kind_of_denial(facts: Facts, play: int, klass: int) -> str:
    """Return what it is if `play`, which denied `klass`, turns out to have been wrong."""
    followed = klass == facts.led[play // len(facts.setting.seats)]
    return REVOKE if followed else MUST_TRUMP


@dataclass(frozen=True, slots=True)
class Denials:
    """What the seats have said by not following."""

    wrong: tuple[tuple[int, int], ...]
    """Each denial that proved wrong, with the later play that shows it."""
    standing: Mapping[tuple[int, int], tuple[int, ...]]
    """Seat and class: the plays that denied the class and were not contradicted since."""


_READ = Slot[tuple[Facts, Denials]]()
"""What was read last: the next card of the same deal adds to it."""


def read_denials(facts: Facts) -> Denials:
    """Read what was denied, and what was contradicted, in the order of play."""
    before = facts.record.memo.latest(_READ)
    if before is not None and before[0] is facts:
        return before[1]
    if before is not None and goes_on(before[0], facts):
        denials = _with_one_more(before[1], facts)
    else:
        denials = _read(facts)
    facts.record.memo.keep(_READ, (facts, denials))
    return denials


def _with_one_more(before: Denials, facts: Facts) -> Denials:
    """Return the denials after one more card."""
    klass, led = facts.klasses[-1], facts.led[-1]
    if klass == UNKNOWN:
        return before
    index = len(facts.klasses) - 1
    seat = facts.record.plays[index].seat
    denied = before.standing.get((seat, klass))
    if led in (klass, UNKNOWN) and denied is None:
        return before
    standing, wrong = dict(before.standing), before.wrong
    if denied is not None:
        del standing[seat, klass]
        wrong = (*wrong, *[(play, index) for play in denied])
    for each in () if seat == facts.setting.silent else denied_by(facts.setting, led, klass):
        standing[seat, each] = (*standing.get((seat, each), ()), index)
    return Denials(wrong, standing)


def _read(facts: Facts) -> Denials:
    wrong: list[tuple[int, int]] = []
    size = len(facts.setting.seats)
    klasses, plays = facts.klasses, facts.record.plays
    denials: dict[tuple[int, int], tuple[int, ...]] = {}
    for trick, led in enumerate(facts.led):
        start = trick * size
        if not denials and klasses[start : start + size].count(led) == size:
            continue
        for index in range(start, min(start + size, len(plays))):
            klass = klasses[index]
            if klass == UNKNOWN:
                continue
            seat = plays[index].seat
            if denials:
                denied = denials.pop((seat, klass), None)
                if denied is not None:
                    wrong += [(play, index) for play in denied]
            if klass != led != UNKNOWN and seat != facts.setting.silent:
                for each in denied_by(facts.setting, led, klass):
                    denials[seat, each] = (*denials.get((seat, each), ()), index)
    return Denials(tuple(wrong), denials)


def revoke_verdicts(facts: Facts, denials: Denials) -> list[Verdict]:
    """Return one verdict for each play that withheld the class led, in the order of proof."""
    layout = facts.setting.piles is not None
    wrong = layout_revokes(facts) if layout else denials.wrong
    if not wrong:
        return []
    plays = facts.record.plays
    return [
        Verdict(
            REVOKE if layout else kind_of_denial(facts, play, facts.klasses[shown]),
            plays[play].seat,
            play,
            (play, shown) if shown != play else (play,),
            shown,
            suspects=(plays[play].seat,),
            grades=(Known(Grade.OWN_PLAY, shown),),
        )
        for play, shown in wrong
    ]


def denied_classes(facts: Facts, seat: int) -> frozenset[int]:
    """Return the classes that `seat` has said by its plays to have none of."""
    size = len(facts.setting.seats)
    return frozenset(
        klass
        for index, play in enumerate(facts.record.plays)
        if play.seat == seat != facts.setting.silent
        for klass in denied_by(facts.setting, facts.led[index // size], facts.klasses[index])
    )
