"""What holds for a deal of Sheepshead before its first card.

Trumps are the queens, the jacks and the diamonds in the order of a Schafkopf solo in Schellen. The
card laid face down counts as the called suit and beats nothing (RULES 9.3, 0.27).
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards import GERMAN_32, UNSEEN_CODE, Card, Family, Suit, card
from engine.games.facts import Setting
from engine.games.schafkopf.modes import card_points, family_card, mode
from engine.games.sheepshead.contract import Picked, count_of, picked
from engine.games.sheepshead.counts import COUNTS
from engine.record import DealRecord

_BEATS_NOTHING = 0


def setting_of(record: DealRecord) -> Setting:
    """Return the record's setting; equal circumstances give one object."""
    call = picked(record)
    if call is None:
        return _setting(record.players, record.out, record.family, None, None, None)
    under = None
    if call.under is not None:
        unseen = call.under == UNSEEN_CODE
        under = under_shown(record, call) if unseen else card(call.under, record.family)
    silent = call.picker if call.under is not None and under is None else None
    return _setting(record.players, record.out, record.family, call.card, under, silent)


def under_shown(record: DealRecord, call: Picked) -> Card | None:
    """Return the card that lay face down, once it has been played; None until then.

    It is what the picker lays when the called suit is first led, for he has no other card of it; it
    is what he led where the called card came to it; else it is his last card.
    """
    klass = mode("OU", Suit.SCHELLEN, GERMAN_32, record.family).klass
    suit = klass.get(call.card) if call.card is not None else None
    size = record.players - len(record.out)
    last = size * (count_of(record).hand - 1)
    for start in range(0, len(record.plays), size):
        trick = record.plays[start : start + size]
        led = trick[0].card
        if led is None:
            return None
        if trick[0].seat == call.picker:
            searched = any(each.card is call.card for each in trick)
        else:
            searched = klass.get(led) == suit
        if searched or start == last:
            mine = next((each.card for each in trick if each.seat == call.picker), None)
            return None if mine is None or klass.get(mine) == suit else mine
    return None


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
