"""Verdicts about called cards that have shown: whose they were is certain.

Every lead of the called suit can be judged once the called card lies. How many cards of the suit
its holder had is bounded from above by what others have shown of it and by the cards he still has;
a verdict that an excuse could answer is given only once the bound rules the excuse out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.games.calling import (
    ILLEGAL_CALL,
    Breach,
    Calling,
    Course,
    Excuse,
    Held,
    Shown,
    look_at,
    may_be_of_suit,
    shown_cards,
    suit_shown,
)
from engine.games.facts import UNKNOWN, Facts
from engine.games.tricks import first_plays
from engine.report import Grade, Known, Verdict

_Wrong = dict[tuple[str, int, int], Breach]
"""Kind, seat and play of what is certainly wrong."""


def called_card_verdicts(facts: Facts, calling: Calling) -> tuple[Verdict, ...]:
    """Return the verdicts that rest on called cards that lie, in the order of the wrong plays."""
    look = look_at(facts, calling)
    shown = look.shown
    called = _illegal_call(facts, calling, shown)
    in_order = not facts.doubtful and UNKNOWN not in facts.led
    if not shown or (in_order and look.course is Course.KEPT):
        return called
    last = _certain(facts, calling, shown)
    if not last:
        return called
    found = [
        _verdict(facts, key, breach, shown, _known_after(facts, calling, shown, key))
        for key, breach in sorted(last.items(), key=_place)
    ]
    return (*called, *found)


def _known_after(facts: Facts, calling: Calling, shown: Shown, key: tuple[str, int, int]) -> int:
    """Return the play from which on an act is certain: what is certain stays so."""
    low, high = min(play for _, play in shown.values()), len(facts.plays) - 1
    while low < high:
        middle = (low + high) // 2
        part = first_plays(facts, middle + 1)
        if key in _certain(part, calling, shown_cards(part, calling)):
            high = middle
        else:
            low = middle + 1
    return low


def _place(entry: tuple[tuple[str, int, int], Breach]) -> int:
    return entry[0][2]


def _verdict(
    facts: Facts, key: tuple[str, int, int], breach: Breach, shown: Shown, known: int
) -> Verdict:
    kind, seat, play = key
    by_him = {card: index for card, (whose, index) in shown.items() if whose == seat}
    shows = by_him.get(breach.card, min(by_him.values()))
    return Verdict(
        kind,
        seat,
        play,
        (play,) if play >= shows else (play, shows),
        known,
        suspects=(seat,),
        grades=(Known(Grade.OWN_PLAY, known),),
        card=breach.card,
    )


def _certain(facts: Facts, calling: Calling, shown: Shown) -> _Wrong:
    """Return what the seats that showed a called card did wrong, wherever another one lies."""
    found: _Wrong = {}
    for seat in sorted({whose for whose, _ in shown.values()}):
        ways = [
            {
                (breach.kind, seat, breach.play): breach
                for breach in calling.breaches(facts, seat, held)
                if all(_ruled_out(facts, calling, seat, held, each) for each in breach.excuses)
            }
            for held in _holdings(facts, calling, shown, seat)
        ]
        found |= {key: breach for key, breach in ways[0].items() if all(key in way for way in ways)}
    return found


def _holdings(facts: Facts, calling: Calling, shown: Shown, seat: int) -> Iterator[Held]:
    """Yield every way `seat` can hold the called cards, the shown ones alone first."""
    choices = [
        [shown[card][1] if shown[card][0] == seat else _ABSENT]
        if card in shown
        else [_ABSENT, *_hiding_places(facts, seat)]
        for card in calling.cards
    ]
    for choice in product(*choices):
        yield {
            card: place
            for card, place in zip(calling.cards, choice, strict=True)
            if place is not _ABSENT
        }


_ABSENT: int = -1
"""Stands for a called card that the seat does not hold."""


def _hiding_places(facts: Facts, seat: int) -> list[int | None]:
    """Return where an unseen card of the seat can be: in its hand, or under a play not seen."""
    laid = [index for index, play in enumerate(facts.plays) if play.seat == seat]
    places: list[int | None] = [None] if len(laid) < facts.setting.hand_size else []
    return [*places, *[index for index in laid if facts.plays[index].card is None]]


def _ruled_out(facts: Facts, calling: Calling, seat: int, held: Held, excuse: Excuse) -> bool:
    """Tell whether the seat cannot have held as many cards of the suit as the excuse takes."""
    klasses, plays = facts.klasses, facts.plays
    his = [index for index, play in enumerate(plays) if play.seat == seat]
    may_have_laid = sum(
        1 for index in his if index >= excuse.since and may_be_of_suit(facts, calling.suit, index)
    )
    his_at_most = may_have_laid + max(0, facts.setting.hand_size - len(his))
    if his_at_most < excuse.need:
        return True
    seen = set(range(len(plays))).difference(his)
    seen.update(index for index in his if index < excuse.since)
    elsewhere = sum(
        1
        for index in seen
        if klasses[index] == calling.suit and plays[index].card not in facts.doubtful
    )
    laid = {play.card for play in plays}
    elsewhere += sum(1 for card in calling.cards if card not in held and card not in laid)
    size = sum(1 for klass in facts.setting.klass.values() if klass == calling.suit)
    return size - elsewhere < excuse.need


def _illegal_call(facts: Facts, calling: Calling, shown: Shown) -> tuple[Verdict, ...]:
    """Judge the call by what the caller himself has laid (DE Normalspiel, AB 3)."""
    whose, play = shown.get(calling.cards[0], (None, None))
    if whose == calling.caller and play is not None:
        return (_called_wrongly(facts, calling, play),)
    last_trick = len(facts.tricks) >= facts.setting.trick_count
    if not calling.must_hold or not last_trick:
        return ()
    his = [index for index, each in enumerate(facts.plays) if each.seat == calling.caller]
    all_shown = len(his) == facts.setting.hand_size and all(
        facts.plays[index].card is not None and facts.plays[index].card not in facts.doubtful
        for index in his
    )
    if all_shown and not suit_shown(facts, calling, calling.caller):
        return (_called_wrongly(facts, calling, his[-1]),)
    return ()


def _called_wrongly(facts: Facts, calling: Calling, play: int) -> Verdict:
    return Verdict(
        ILLEGAL_CALL,
        calling.caller,
        play,
        (play,),
        play,
        suspects=(calling.caller,),
        grades=(Known(Grade.OWN_PLAY, play),),
        card=calling.cards[0],
    )
