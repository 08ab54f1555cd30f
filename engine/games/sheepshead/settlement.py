"""What a deal of Sheepshead is worth (PG, score and variations; RULES 0.4, 0.6, 0.31 and 9).

A deal that ended before its last card, the rest claimed or given up, all agreeing (RULES 12), is
settled only where it is known whose the rest is: who plays with the picker must have shown, and
where the opponents get it the bury must be on record, for it is the picker's. In a leaster nobody
picked; everyone is for himself and the fewest points win (PG; RULES 0.7).

With every hand known the same is said in numbers (`two_sides`), with what picker and partner owe
(PG, partner; RULES 7 and 9.3); what was buried counts for the picker's side (PG, score).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.cards import Card
from engine.deal.report import DealResult, Verdict
from engine.games.base import BlindTaken, Penalty
from engine.games.facts import UNKNOWN, Facts, Tally, tally
from engine.games.payouts import Payment, alone_result, each_to_each, ledger, pot
from engine.games.sheepshead.contract import (
    CALLED,
    LEASTER,
    TWO,
    Picked,
    ace_beside,
    blind_trick,
    buried,
    count_of,
    die_roll,
    is_ten,
    picked,
)
from engine.games.sheepshead.doublings import counting
from engine.games.sheepshead.setting import placed_partners, teams
from engine.games.two_sides import EACH_ALONE, SIDES_UNKNOWN, Due, Holders, Keep, TwoSides
from engine.games.wording import INFORMATIONAL
from engine.text import Text


def counted(facts: Facts) -> Tally | None:
    """Return what each seat won, the rest with whom it goes to; None where that is open."""
    won = tally(facts)
    if won is None or len(facts.plays) == facts.setting.play_count:
        return won
    taker = _taker(facts)
    rest = None if taker is None else _rest(facts, won, taker)
    if taker is None or rest is None:
        return None
    points, tricks = list(won.points), list(won.tricks)
    points[taker] += rest
    tricks[taker] += facts.setting.trick_count - sum(won.tricks)
    return Tally(tuple(points), tuple(tricks))


def _taker(facts: Facts) -> int | None:
    """Return a seat of the side that gets the rest."""
    end = facts.record.end or {}
    kind, seat = end.get("kind"), end.get("seat")
    agreed = end.get("agreed", True) is True
    if not agreed or not isinstance(seat, int) or seat not in facts.setting.seats:
        return None
    if picked(facts.record) is not None and not teams(facts).known:
        return None
    if kind == "claim":
        return seat
    others = [each for each in facts.setting.seats if each not in _side(facts, seat)]
    return others[0] if kind == "conceded" and others and _has_two_sides(facts) else None


def _has_two_sides(facts: Facts) -> bool:
    return picked(facts.record) is not None or len(facts.setting.seats) == 2


def _side(facts: Facts, seat: int) -> tuple[int, ...]:
    if picked(facts.record) is None:
        return (seat,)
    declarers = teams(facts).declarers
    if seat in declarers:
        return declarers
    return tuple(each for each in facts.setting.seats if each not in declarers)


def _rest(facts: Facts, won: Tally, taker: int) -> int | None:
    """Return the points of the cards still in hands; None where the bury could be among them."""
    never = buried(facts.record)
    left = facts.setting.total - sum(won.points)
    if len(never) == count_of(facts.record).blind:
        return left - sum(facts.setting.points[each] for each in never)
    # What is left then is the picker's side's, in tricks or buried.
    return 0 if picked(facts.record) is not None and taker in teams(facts).declarers else None


def settle_leaster(facts: Facts, won: Tally) -> DealResult:
    """Settle a leaster: fewest points get one from every other player."""
    points = list(won.points)
    trick = _blind_trick(facts)
    if trick is not None:
        taker = facts.tricks[trick].winner
        assert taker is not None
        points[taker] += facts.setting.total - sum(won.points)
    counted = Tally(tuple(points), won.tricks)
    return leaster_result(facts, counted, fewest(facts, counted))


def leaster_result(facts: Facts, counted: Tally, winners: Sequence[int]) -> DealResult:
    """Return the result of a leaster that these seats won."""
    price = 1 << counting(facts)
    paid: list[Payment] = []
    if len(winners) == 1 or facts.record.rules.options["leaster_tie"] == "split":
        paid = pot([seat for seat in facts.setting.seats if seat not in winners], winners, price)
    return alone_result(counted, "seats", winners, price, ledger(facts.setting.players, paid))


def _blind_trick(facts: Facts) -> int | None:
    """Return the trick the blind goes to, by the deal or else by the house rule.

    Where the dealer may name one and named none, it goes to nobody.
    """
    said, tricks = _blind_to(facts), len(facts.tricks)
    if isinstance(said, int):
        return said - 1 if 1 <= said <= tricks else None
    return {"first": 0, "last": tricks - 1}.get(said)


def _blind_to(facts: Facts) -> int | str:
    """Return the number of the trick that takes the blind, or the word for it."""
    contract = facts.record.contract
    assert contract is not None
    numbered = blind_trick(contract.details)
    said = contract.details.get("blind_to", facts.record.rules.options["leaster_blind"])
    return str(said) if numbered is None else numbered


def blind_taken(facts: Facts) -> BlindTaken | None:
    """Return who got the blind of a leaster that goes on (PG: usually allowed to peek at it).

    Who gets it with the last trick sees it when the deal is over, like everybody.
    """
    contract = facts.record.contract
    if contract is None or contract.kind != LEASTER or facts.record.end is not None:
        return None
    trick = None if _blind_to(facts) == "last" else _blind_trick(facts)
    if trick is None or not facts.tricks or trick == facts.setting.trick_count - 1:
        return None
    taken, over = facts.tricks[trick], len(facts.plays) == facts.setting.play_count
    if not taken.complete or taken.winner is None or over:
        return None
    return BlindTaken(taken.winner, facts.record.rules.options["leaster_peek"] is True)


def needs_trick(facts: Facts) -> bool:
    """Tell whether only who has a trick can win."""
    return facts.record.rules.options["leaster_needs_trick"] is True


def fewest(facts: Facts, counted: Tally) -> list[int]:
    """Return who has the fewest points; by the house's rule only among those with a trick."""
    alone = needs_trick(facts)
    seats = [seat for seat in facts.setting.seats if counted.tricks[seat] or not alone]
    least = min(counted.points[seat] for seat in seats)
    return [seat for seat in seats if counted.points[seat] == least]


WIN = 61
"""Points with which the picker's side wins; 60 are the others'."""
FREE_OPPONENTS = 30
"""Points with which the others are free of Schneider."""


def settle(facts: Facts) -> DealResult | None:
    """Return the settlement of a deal that is over; None where what decides it is not known."""
    contract = facts.record.contract
    won = None if contract is None else counted(facts)
    if contract is None or won is None:
        return None
    if contract.kind == TWO:
        return _two(facts, won)
    call = picked(facts.record)
    if call is None:
        return settle_leaster(facts, won)
    if call.unsaid or (count_of(facts.record).die_bury and die_roll(contract) is None):
        return None
    return _picked(facts, won, call)


@dataclass(frozen=True, slots=True)
class _Sides:
    """Who settles with whom."""

    picker: int
    partners: tuple[int, ...]
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PickerScore:
    """How a picked deal ended."""

    points: tuple[int, int] | None
    """The picker's side and the others; None where nobody told."""
    wins: bool
    """Whether the picker's side did."""
    step: int
    """What is paid beyond one: 1 for Schneider, 2 without a trick."""


def _picked(facts: Facts, won: Tally, call: Picked) -> DealResult:
    """Settle a picked deal; what was never played counts for the picker's side."""
    declarers = teams(facts).declarers
    others = [seat for seat in facts.setting.seats if seat not in declarers]
    hidden = facts.setting.total - sum(won.points)
    ours = sum(won.points[seat] for seat in declarers)
    trickless = not any(won.tricks[seat] for seat in declarers)
    if not (trickless and facts.record.rules.options["bury_if_trickless"] == "opponents"):
        ours += hidden
    points = (ours, facts.setting.total - ours)
    losing_tricks = sum(won.tricks[seat] for seat in (others if ours >= WIN else declarers))
    standing = standing_of(facts.record.rules.options, points, black=not losing_tricks)
    return picked_result(facts, call, declarers, won, standing)


def standing_of(
    options: Mapping[str, object], points: tuple[int, int], *, black: bool
) -> PickerScore:
    """Return how a deal with these points ended; `black`: the losers have no trick (PG, score)."""
    wins = points[0] >= WIN
    if wins:
        return PickerScore(points, True, 2 if black else int(points[1] < FREE_OPPONENTS))
    free = options["declarer_schneider_free"]
    if not isinstance(free, int):
        return PickerScore(points, False, 0)
    return PickerScore(points, False, 2 if black else int(points[0] < free))


def picked_result(
    facts: Facts, call: Picked, declarers: tuple[int, ...], won: Tally, standing: PickerScore
) -> DealResult:
    """Return the result of a picked deal that ended so."""
    others = tuple(seat for seat in facts.setting.seats if seat not in declarers)
    partners = tuple(seat for seat in declarers if seat != call.picker)
    wins, step = standing.wins, standing.step
    unit = (1 + step) << (counting(facts) + _bumped(facts, call, wins=wins))
    sides = _Sides(call.picker, partners, others)
    share = facts.record.rules.options["picker_share"]
    paid = ledger(facts.setting.players, _shared(sides, unit, share, wins=wins))
    return DealResult(
        declarers=declarers,
        winner="declarers" if wins else "defenders",
        winners=declarers if wins else others,
        points=standing.points,
        points_by_seat=won.points,
        tricks=won.tricks,
        schneider=step > 0,
        schwarz=step > 1,
        laufende=0,
        laufende_cards=(),
        price=unit,
        payout=paid.payout,
        stock_change=paid.stock_change,
    )


def _bumped(facts: Facts, call: Picked, *, wins: bool) -> bool:
    """Tell whether the loss counts double: not that of a dealer who had to pick, by house rule."""
    options = facts.record.rules.options
    if wins or options["double_on_bump"] is not True:
        return False
    return not call.forced or options["forced_bump"] is True


def _shared(sides: _Sides, unit: int, share: object, *, wins: bool) -> list[Payment]:
    """Return who pays whom (RULES 0.6).

    `rest`: opponents settle with the picker by the unit, the picker with each partner. `2`:
    the picker has two parts of what the opponents settle, each partner one.
    """
    if share == "rest":
        if wins:
            return _each(sides.others, sides.picker, unit) + _each(
                [sides.picker], sides.partners, unit
            )
        return _each([sides.picker], sides.others, unit) + _each(sides.partners, sides.picker, unit)
    parts = 2 + len(sides.partners)
    shares = [(sides.picker, Fraction(2 * unit, parts))]
    shares += [(seat, Fraction(unit, parts)) for seat in sides.partners]
    return [
        Payment(other, mine, amount) if wins else Payment(mine, other, amount)
        for other in sides.others
        for mine, amount in shares
    ]


def _each(payers: Sequence[int], payees: Sequence[int] | int, unit: int) -> list[Payment]:
    return each_to_each(payers, [payees] if isinstance(payees, int) else payees, unit)


def _two(facts: Facts, won: Tally) -> DealResult:
    """Settle a deal of two: 61 win, at 60 nobody does (RULES 9.7 and 0.31)."""
    winners = [seat for seat in facts.setting.seats if won.points[seat] >= WIN]
    losers = [seat for seat in facts.setting.seats if seat not in winners] if winners else []
    black = any(not won.tricks[seat] for seat in losers)
    schneider = black or any(won.points[seat] < FREE_OPPONENTS for seat in losers)
    return two_result(facts, won, losers, schneider + black)


def two_result(facts: Facts, won: Tally, losers: Sequence[int], step: int) -> DealResult:
    """Return the result of a deal of two that ended so; nobody may have lost."""
    winners = [seat for seat in facts.setting.seats if seat not in losers] if losers else []
    price = (1 + step) << counting(facts) if winners else 0
    paid = ledger(facts.setting.players, pot(losers, winners, price))
    result = alone_result(won, "seats" if winners else "none", winners, price, paid)
    return replace(result, schneider=step > 0, schwarz=step > 1)


def penalty(facts: Facts, verdict: Verdict) -> Penalty | None:
    """Return what an upheld error costs: one unit to each other player (RULES 0.17)."""
    off = facts.record.rules.options["revoke"] == "none"
    if off or facts.record.contract is None or verdict.seat is None:
        return None
    if verdict.kind in INFORMATIONAL:
        return None
    price = 1 << counting(facts)
    others = [seat for seat in facts.setting.seats if seat != verdict.seat]
    paid = ledger(facts.setting.players, each_to_each((verdict.seat,), others, price))
    return Penalty(price, paid.payout)


FACE_DOWN = Text(
    de="Eine Karte lag verdeckt auf dem Tisch: Was die anderen davon wissen konnten, lässt sich "
    "nicht sagen.",
    en="One card lay face down on the table: what the others could know of it cannot be said.",
)

ACE_BURIED = Text(
    de="Das Ass der gerufenen Zehn lag unter den vergrabenen Karten.",
    en="The ace of the called ten was among the buried cards.",
)


def two_sides(facts: Facts, had: Holders) -> TwoSides | Text:
    """Return what the deal is played for; a reason where there are no two sides."""
    record, setting = facts.record, facts.setting
    if record.contract is None:
        return SIDES_UNKNOWN
    call = picked(record)
    if call is None:
        return EACH_ALONE
    placed = placed_partners(record, call.picker)
    if placed is None or call.unsaid:
        return SIDES_UNKNOWN
    if call.under is not None:
        return FACE_DOWN
    named = {seat for card, seat in had.items() if card is call.card}
    side = tuple(sorted({call.picker, *placed, *named}))
    free = record.rules.options["declarer_schneider_free"]
    steps = {WIN, setting.total - FREE_OPPONENTS + 1}
    steps |= {free} if isinstance(free, int) else set()
    apart = setting.total - sum(setting.points[each] for each in had)
    if call.method != CALLED or call.card is None:
        return TwoSides(side, tuple(sorted(steps)), apart)
    if is_ten(call.card) and ace_beside(call.card, record.family) not in had:
        return ACE_BURIED
    dues, keeps = _owed(facts, call, call.card, had)
    return TwoSides(side, tuple(sorted(steps)), apart, dues, keeps)


def _owed(
    facts: Facts, call: Picked, called: Card, had: Holders
) -> tuple[tuple[Due, ...], tuple[Keep, ...]]:
    """Return what the holder of the called card owes, and what the picker keeps for its suit."""
    klass = facts.setting.klass
    suit = klass.get(called, UNKNOWN)
    dues = []
    if had.get(called, call.picker) != call.picker:
        dues.append(Due(had[called], (called,), suit))
    if is_ten(called):
        return (*dues, Due(call.picker, (ace_beside(called, facts.record.family),), suit)), ()
    his = tuple(each for each, seat in had.items() if seat == call.picker and klass[each] == suit)
    return tuple(dues), (Keep(call.picker, his, suit),) if his else ()
