"""Cutting a deal's plays into tricks: what was led, who wins, what is not known.

A play is a fact whoever laid it. Where the seats of a trick are not in order, or its first card was
not seen, the class led counts as unknown, so that nobody is accused from a trick that may have been
recorded wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.cards import Card
from engine.games.facts import TRUMP, UNKNOWN, Facts, Setting
from engine.record import DealRecord, Play
from engine.report import TrickView

_last: Facts | None = None
"""What was gathered last: a deal that goes on card by card keeps its finished tricks."""


_step: tuple[Facts | None, Facts | None] = None, None
"""Two of the last ones, where the second goes on with one more card."""


def gather(record: DealRecord, setting_of: Callable[[DealRecord], Setting]) -> Facts:
    """Return what the cards show; `setting_of` is the game's (`Game.setting`)."""
    global _last, _step  # noqa: PLW0603 - caches; what is returned never depends on them
    plays, before = record.plays, _last
    known = before is not None and before.record.frame is record.frame
    if before is None or not known or before.setting.silent is not None:
        setting = setting_of(record)
    else:
        setting = before.setting
    more = None if before is None else _with_one_more(before, record, setting)
    if before is not None and more is not None:
        if more.led[: len(before.led)] == before.led:
            _step = before, more
        _last = more
        return more
    klass_of = setting.klass.get
    klasses = tuple([klass_of(play.card, UNKNOWN) for play in plays])  # type: ignore[arg-type]
    laid = [play.card for play in plays if play.card is not None]
    doubtful = frozenset(_doubles(laid)) if len(set(laid)) != len(laid) else _NONE
    if doubtful or not setting.klass or UNKNOWN in klasses:
        tricks, led = _tricks(setting, plays, klasses)
        return Facts(record, setting, klasses, tuple(tricks), tuple(led), doubtful)
    tricks, led = _finished(before, setting, plays)
    _add_tricks(setting, plays, klasses, tricks, led)
    _last = facts = Facts(record, setting, klasses, tuple(tricks), tuple(led), doubtful)
    return facts


_NONE: frozenset[Card] = frozenset()


def _with_one_more(before: Facts, record: DealRecord, setting: Setting) -> Facts | None:
    """Return the facts where the record is `before`'s with one more card that was seen."""
    plays = record.plays
    index = len(plays) - 1
    if before.setting is not setting or index < 1 or before.record.plays != plays[:index]:
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
    laid = (*trick.plays, (play.seat, card))
    points = trick.points + setting.points[card]
    whole = len(laid) == len(order)
    view = TrickView(trick.start, trick.leader, laid, winner, points, whole)
    return view, led if order[place] == play.seat else UNKNOWN


def goes_on(before: Facts, facts: Facts) -> bool:
    """Tell whether `facts` are `before` with one more card, everything before it read alike."""
    earlier, later = _step
    if earlier is before and later is facts:
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
        laid.append((seat, card))
        worth += points[card]
        if klass in (first, TRUMP) and strength[card] > best:
            best = strength[card]
            winner = seat
    whole = len(laid) == len(setting.seats)
    in_order = tuple([seat for seat, _ in laid]) == setting.rotation.get(leader, ())[: len(laid)]
    trick = TrickView(start, leader, tuple(laid), winner, worth, whole)
    return trick, first if in_order and leader != setting.silent else UNKNOWN


def _tricks(
    setting: Setting, plays: Sequence[Play], klasses: Sequence[int]
) -> tuple[list[TrickView], list[int]]:
    """Cut the plays of a deal in which cards were not seen, or the contract is not known."""
    size = len(setting.seats)
    pool = set(setting.deck) - {play.card for play in plays}
    tricks: list[TrickView] = []
    led: list[int] = []
    for start in range(0, len(plays), size):
        chunk = plays[start : start + size]
        leader = chunk[0].seat
        laid = tuple((play.seat, play.card) for play in chunk)
        in_order = tuple(seat for seat, _ in laid) == setting.rotation.get(leader, ())[: len(laid)]
        winner = _winner(setting, chunk, klasses[start : start + size], pool)
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
        replace(facts.record, plays=facts.plays[:count]),
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
