"""What holds for a deal of Sheepshead before its first card.

Trumps are the queens, the jacks and the diamonds in the order of a Schafkopf solo in Schellen. The
card laid face down counts as the called suit and beats nothing (RULES 9.3, 0.27).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.cards import GERMAN_32, UNSEEN_CODE, Card, Family, Suit, card
from engine.games.facts import TRUMP, Setting
from engine.games.modes import card_points, family_card, mode
from engine.games.sheepshead.contract import Picked, count_of, picked
from engine.games.sheepshead.counts import COUNTS
from engine.record import DealRecord, Play

_BEATS_NOTHING = 0


def setting_of(record: DealRecord) -> Setting:
    """Return the record's setting; equal circumstances give one object."""
    call = picked(record)
    if call is None:
        return _setting(record.players, record.out, record.family, None, None, None)
    under, certain = None, True
    if call.under == UNSEEN_CODE:
        under, certain = under_shown(record, call)
    elif call.under is not None:
        under = card(call.under, record.family)
    silent = None if certain else call.picker
    return _setting(record.players, record.out, record.family, call.card, under, silent)


def under_shown(record: DealRecord, call: Picked) -> tuple[Card | None, bool]:
    """Return the card that lay face down, once it has been played, and whether that is certain.

    It is what the picker lays when the called suit is first led, for he has no other card of it;
    else it is his last card. Whatever he led before may have been it: the seat that leads next says
    so, or says that it was not, where the trick goes to another then. Where it goes to the same
    seat, the called card beside it speaks for it; but nothing may be concluded from his not
    following or leading any more, for its holder may have withheld it.
    """
    klass = mode("OU", Suit.SCHELLEN, GERMAN_32, record.family).klass
    suit = klass.get(call.card) if call.card is not None else None
    size = record.players - len(record.out)
    last = size * (count_of(record).hand - 1)
    doubt = False
    for start in range(0, len(record.plays), size):
        trick = record.plays[start : start + size]
        led = trick[0].card
        if led is None:
            return None, False
        if trick[0].seat == call.picker and start != last:
            if suit is None or klass.get(led) == suit:
                return None, False
            after = record.plays[start + size : start + size + 1]
            fits = _next_leaders(trick, suit, record.family)
            plain = bool(after) and fits[0] != fits[1] and all(each.card for each in trick)
            if plain and after[0].seat == fits[1]:
                return led, not doubt
            if plain and after[0].seat == fits[0]:
                continue
            if any(each.card is call.card for each in trick):
                return led, False
            doubt = True
            continue
        if klass.get(led) == suit or start == last:
            mine = next((each.card for each in trick if each.seat == call.picker), None)
            shown = mine is not None and klass.get(mine) != suit
            return (mine, not doubt) if shown else (None, False)
    return None, False


def _next_leaders(trick: Sequence[Play], called: int, family: Family) -> tuple[int, int]:
    """Return who wins if the card led is what it shows, and who if it is the one face down.

    `called` is the class of the called suit.
    """
    tables = mode("OU", Suit.SCHELLEN, GERMAN_32, family)

    def best(plays: Sequence[Play], suit: int) -> int:
        counts = (TRUMP, suit)
        heights = [
            (tables.klass[play.card] == TRUMP, tables.strength[play.card], play.seat)
            for play in plays
            if play.card is not None and tables.klass.get(play.card) in counts
        ]
        return max(heights)[2] if heights else trick[0].seat

    first = trick[0].card
    assert first is not None
    return best(trick, tables.klass[first]), best(trick[1:], called)


def deck(family: Family) -> tuple[Card, ...]:
    """Return the 32 cards."""
    return tuple(family_card(each, family) for each in GERMAN_32)


@lru_cache(maxsize=1024)
def _setting(
    players: int,
    out: tuple[int, ...],
    family: Family,
    called: Card | None,
    under: Card | None,
    silent: int | None,
) -> Setting:
    seats = tuple(seat for seat in range(players) if seat not in out)
    count = COUNTS[len(seats)]
    points = card_points(GERMAN_32, family)
    tables = mode("OU", Suit.SCHELLEN, GERMAN_32, family)
    klass, strength = dict(tables.klass), dict(tables.strength)
    trumps, stamm = tables.trumps, tables.stamm
    if under is not None and called is not None and under in klass:
        klass[under], strength[under] = klass[called], _BEATS_NOTHING
        trumps = tuple(each for each in trumps if each is not under)
        stamm = tuple(each for each in stamm if each is not under)
    return Setting(
        seats=seats,
        rotation={seat: seats[place:] + seats[:place] for place, seat in enumerate(seats)},
        players=players,
        deck=tuple(points),
        hand_size=count.hand,
        trick_count=count.hand,
        points=points,
        total=sum(points.values()),
        klass=klass,
        strength=strength,
        trumps=trumps,
        stamm=stamm,
        called=called,
        piles=count.piles,
        silent=silent,
    )
