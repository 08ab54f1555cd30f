"""What holds for a deal of Sheepshead before its first card, and who plays with whom.

Trumps are the queens, the jacks and the diamonds in the order of a Schafkopf solo in Schellen. The
card laid face down counts as the called suit and beats nothing (RULES 9.3, 0.27). Who plays with
the picker is told as far as the table knows (PG, partner; RULES 0.24 to 0.27); what was buried,
once the deal is over (PG, picking; RULES 0.29).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.cards import GERMAN_32, UNSEEN_CODE, Card, Family, Suit, card, family_card
from engine.deal.record import DealRecord, Play
from engine.games.base import Teams
from engine.games.facts import TRUMP, UNKNOWN, Facts, Setting
from engine.games.hidden import BURY, DIE, Hidden, named_cards, not_played
from engine.games.sheepshead.contract import COUNTS, Picked, count_of, die_roll, picked
from engine.games.sheepshead.messages import BURIED, BURIED_BY_PARTNER
from engine.games.trump_order import card_points, trump_order

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
    klass = trump_order("OU", Suit.SCHELLEN, GERMAN_32, record.family).klass
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
    tables = trump_order("OU", Suit.SCHELLEN, GERMAN_32, family)

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
    tables = trump_order("OU", Suit.SCHELLEN, GERMAN_32, family)
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


def hidden(record: DealRecord, deck: Sequence[Card]) -> tuple[Hidden, ...]:
    """Return what the picker buried, and with seven the partner whom the die found."""
    contract, count = record.contract, count_of(record)
    if contract is None or picked(record) is None or not count.bury:
        return ()
    may_be = not_played(record, deck)
    said = named_cards(contract.details.get(BURY), record)
    listed = [Hidden(BURY, BURIED, count.bury, may_be, said)]
    if count.die_bury and die_roll(contract) is not None:
        said = named_cards(
            contract.details.get(DIE) if _has_bury(contract.details) else None, record
        )
        listed.append(Hidden(DIE, BURIED_BY_PARTNER, count.die_bury, may_be, said))
    return tuple(listed)


def _has_bury(details: object) -> bool:
    die = details.get(DIE) if isinstance(details, dict) else None
    return isinstance(die, dict)


def teams(facts: Facts) -> Teams:
    """Return picker and partners; the card that names one shows him when it lies.

    Where the picker himself has the card, or buried it, nobody holds it against him.
    """
    record, called = facts.record, facts.setting.called
    call = picked(record)
    if call is None:
        return Teams((), record.contract is not None)
    placed = placed_partners(record, call.picker)
    if placed is None or call.unsaid:
        return Teams((call.picker,), False)
    for play in facts.plays:
        if called is not None and play.card is called:
            return _sides(call.picker, (*placed, play.seat), known=True)
    over = len(facts.plays) == facts.setting.play_count and UNKNOWN not in facts.klasses
    return _sides(call.picker, placed, known=over or called is None)


def _sides(picker: int, partners: tuple[int, ...], *, known: bool) -> Teams:
    others = tuple(sorted({seat for seat in partners if seat != picker}))
    return Teams(tuple(sorted((picker, *others))), known, others)


def placed_partners(record: DealRecord, picker: int) -> tuple[int, ...] | None:
    """Return who is a partner by place or die; None where the die's number was not said."""
    count = count_of(record)
    seats = tuple(seat for seat in range(record.players) if seat not in record.out)
    place = seats.index(picker) if picker in seats else 0
    if count.neighbour:
        return (seats[place - 1],)
    if not count.die_bury:
        return ()
    assert record.contract is not None
    roll = die_roll(record.contract)
    return None if roll is None else (seats[(place + roll) % len(seats)],)
