"""The settlement of a game that somebody declared: two sides, one price.

Who won, and how clearly (RULES 0.3, 0.4, 1 and 8): declarers win with one point more than half of
all, 61 of 120, 75 of 148; the other side wins a tie. Schneider is a matter of points, Schwarz of
tricks: with a Preuße in it a trick can be worth less than nothing, and whoever has it is still not
Schwarz.

Laufende, the run of highest trumps in one side's hands (RULES 0.5 and 8), count in both directions,
"with" for the declarers, "without" for the others. Where a card of the run was never seen every
length it leaves open is possible, as far as a side had room for it.

The price follows (EN, settling the score), and the Stock (RULES 0.32): deals nobody played pay in,
a game that is won takes it. In practice the declarers of the next call game take it when they win,
and pay together as much again into it when they lose.

With every hand known the same is said in numbers (`two_sides`): the sides, the steps of the result,
and what `partners`, which knows no hand, asks of the holder of a called card (EN, normal game;
RULES 0.1, 0.2 and 7).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.deal.record import Contract
from engine.deal.report import DealResult
from engine.games.facts import UNKNOWN, Facts, Remainder, Setting
from engine.games.payouts import STOCK, Ledger, Payment, Split, each_to_each, ledger, pot, together
from engine.games.schafkopf.case import FIXED_PRICE, Case, UnplayedTricks
from engine.games.schafkopf.house_rules import HouseRules
from engine.games.schafkopf.partners import (
    called_cards,
    declarers_of,
    holders,
    least_to_keep_back,
    possible_declarers,
)
from engine.games.two_sides import (
    BY_TRICKS,
    EACH_ALONE,
    SIDES_UNKNOWN,
    Due,
    Holders,
    TwoSides,
)
from engine.text import PlainError, Text


@dataclass(frozen=True, slots=True)
class Score:
    """Augen and tricks of the declarers and of the other side."""

    points: tuple[int, int]
    tricks: tuple[int, int]

    def plus(self, points: tuple[int, int], tricks: tuple[int, int]) -> Score:
        """Return the score with more won by each side."""
        return Score(
            (self.points[0] + points[0], self.points[1] + points[1]),
            (self.tricks[0] + tricks[0], self.tricks[1] + tricks[1]),
        )


@dataclass(frozen=True, slots=True)
class DeclaredOutcome:
    """Who won and how clearly."""

    won: bool
    """Whether the declarers did."""
    schneider: bool
    schwarz: bool


def score_so_far(case: Case, declarers: Collection[int]) -> Score:
    """Return what the sides have in finished tricks.

    A trick in which an error was upheld goes to the other side where that is what it costs
    (`revoke` = `trick_lost`).
    """
    counted = case.counted
    ours = sum(counted.points[seat] for seat in declarers)
    tricks = sum(counted.tricks[seat] for seat in declarers)
    score = Score((ours, sum(counted.points) - ours), (tricks, sum(counted.tricks) - tricks))
    for number, offender in case.lost_tricks:
        trick = case.facts.tricks[number]
        by_declarers = offender in declarers
        if (trick.winner in declarers) is by_declarers:
            sign = -1 if by_declarers else 1
            moved = sign * trick.points
            score = score.plus((moved, -moved), (sign, -sign))
    return score


def scores(rest: UnplayedTricks, score: Score, declarers: Collection[int]) -> Iterator[Score]:
    """Yield every score that the tricks which were not played leave possible."""
    left = rest.left
    if left.tricks == 0:
        yield score
    elif rest.whose is not None:
        ours = (rest.whose.seat in declarers) is rest.whose.takes
        yield score.plus(*_all_to(left, ours=ours))
    else:
        yield score.plus(*_all_to(left, ours=True))
        yield score.plus(*_all_to(left, ours=False))
        for tricks in range(1, left.tricks):
            for points in range(left.least, left.most + 1):
                yield score.plus((points, left.points - points), (tricks, left.tricks - tricks))


def _all_to(left: Remainder, *, ours: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    if ours:
        return (left.points, 0), (left.tricks, 0)
    return (0, left.points), (0, left.tricks)


def outcome_of(case: Case, score: Score) -> DeclaredOutcome:
    """Return who won with this score, and whether the losers are Schneider or Schwarz."""
    setting, house = case.facts.setting, case.house
    ours, theirs = score.points
    our_tricks, their_tricks = score.tricks
    if case.fixed_price:
        return DeclaredOutcome(their_tricks == 0, False, False)
    if case.contract.tout:
        won = their_tricks == 0 and not case.rest.agreed_lost
        grade = won and house.tout_doubles == "all"
        return DeclaredOutcome(won, grade, grade)
    if ours >= setting.total // 2 + 1:
        black = their_tricks == 0
        return DeclaredOutcome(True, black or 4 * theirs < setting.total, black)
    free = declarers_free(setting, house)
    if free is None:
        return DeclaredOutcome(False, False, False)
    black = our_tricks == 0
    return DeclaredOutcome(False, black or ours < free, black)


def declarers_free(setting: Setting, house: HouseRules) -> int | None:
    """Return the points that free losing declarers of Schneider; None where they never pay it."""
    free = house.declarer_schneider_free
    if isinstance(free, int):
        return free
    return {"never": None, "total/4+1": setting.total // 4 + 1}[free]


def counting_trumps(facts: Facts, house: HouseRules) -> tuple[Card, ...]:
    """Return the trumps that can count as Laufende, highest first."""
    return facts.setting.stamm if house.laufende_scope == "stamm" else facts.setting.trumps


@dataclass(frozen=True, slots=True)
class Laufende:
    """A run and the cards that show it."""

    count: int
    """Positive "with", negative "without"; 0 where too few to count."""
    cards: tuple[Card, ...] = ()
    """Empty where not all of them were seen."""


def possible_laufende(
    case: Case, declarers: Collection[int], had: Mapping[Card, int]
) -> Iterator[Laufende]:
    """Yield every run the deal may have; one where the cards show it.

    A number stated when the deal ended counts where the cards leave it possible. Where Laufende
    have to be claimed, only as many count as were.

    Args:
        case: the deal.
        declarers: the declarers' seats.
        had: who had which card, as far as it is known.
    """
    trumps = counting_trumps(case.facts, case.house)
    for count in _counts(case, frozenset(_runs(case, declarers, had))):
        cards = trumps[: abs(count)]
        yield Laufende(count, cards if all(card in had for card in cards) else ())


def _counts(case: Case, runs: frozenset[int]) -> frozenset[int]:
    house, stated = case.house, (case.facts.record.end or {}).get("laufende")
    if not house.laufende or case.fixed_price:
        return _NONE
    if house.laufende_claim == "must_claim":
        runs = frozenset(_within(run, stated) for run in runs)
    least = _fewest(case)
    counts = frozenset(run if abs(run) >= least else 0 for run in runs)
    if isinstance(stated, int):
        said = stated if abs(stated) >= least else 0
        return frozenset({said}) if said in counts else counts
    return counts


_NONE = frozenset({0})


def _fewest(case: Case) -> int:
    """Return from how many on they count."""
    least = case.house.laufende_min
    return least.get(case.contract.kind, least["default"])


def told_laufende(case: Case, told: int) -> int:
    """Return how many Laufende count of those that people tell of a deal entered by hand.

    Raises:
        PlainError: there are not so many trumps.
    """
    if not case.house.laufende or case.fixed_price:
        return 0
    most = len(counting_trumps(case.facts, case.house))
    if abs(told) > most:
        raise PlainError(_TOO_MANY.format(told=abs(told), most=most))
    return told if abs(told) >= _fewest(case) else 0


_TOO_MANY = Text(
    de="{told} Laufende gibt es in diesem Spiel nicht, höchstens {most}; bitte berichtigen.",
    en="This game has no run of {told} trumps, at most {most}; please correct it.",
)


def _within(run: int, claimed: object) -> int:
    """Return what of a run was claimed; a claim beyond the cards counts as far as they go."""
    if not isinstance(claimed, int) or claimed * run <= 0:
        return 0
    return min(run, claimed, key=abs)


def _runs(case: Case, declarers: Collection[int], had: Mapping[Card, int]) -> Iterator[int]:
    setting = case.facts.setting
    defenders = [seat for seat in setting.seats if seat not in declarers]
    trumps = counting_trumps(case.facts, case.house)
    for ours, theirs, sign in ((declarers, defenders, 1), (defenders, declarers, -1)):
        free, others = _places(setting, ours, had), _places(setting, theirs, had)
        for length in _lengths(trumps, ours, had, free, stopped=others > 0):
            if length:
                yield sign * length


def _places(setting: Setting, side: Collection[int], had: Mapping[Card, int]) -> int:
    """Return how many cards nobody has seen a side had."""
    known = sum(seat in side for card, seat in had.items() if card in setting.points)
    return setting.hand_size * len(side) - known


def _lengths(
    trumps: tuple[Card, ...],
    side: Collection[int],
    had: Mapping[Card, int],
    free: int,
    *,
    stopped: bool,
) -> Iterator[int]:
    """Yield how long one side's run from the top may be.

    Args:
        trumps: what counts, highest first.
        side: whose run.
        had: who had which card, as far as it is known.
        free: how many unseen cards the side had.
        stopped: whether the other side had an unseen card that may have ended the run.
    """
    for length, card in enumerate(trumps):
        seat = had.get(card)
        if seat is None:
            if stopped or free <= 0:
                yield length
            if free <= 0:
                return
            free -= 1
        elif seat not in side:
            yield length
            return
    yield len(trumps)


_SPLITS: Mapping[str, Split] = {"equal": pot, "per_head": each_to_each}
"""By the option `pot_split`."""


@dataclass(frozen=True, slots=True)
class Price:
    """What flows between the sides, before it is split."""

    game: int
    """From each loser to the winners."""
    back: int
    """From each winner to the losers, for Laufende that these held (`laufende_to` = `holder`)."""

    @property
    def net(self) -> int:
        """What a loser owes after all; below nothing where the Laufende outweigh the game."""
        return self.game - self.back


def base_price(facts: Facts, house: HouseRules) -> int:
    """Return the price of the game alone (EN, base rate)."""
    return house.tariff[facts.setting.base]


def price_of(case: Case, outcome: DeclaredOutcome, laufende: int) -> Price:
    """Return the price of a game of two sides; `laufende` is positive "with", else "without"."""
    house, contract, doublings = case.house, case.contract, case.doublings
    base = base_price(case.facts, house)
    grade = house.tariff["schneider"] * outcome.schneider
    grade += house.tariff["schwarz"] * outcome.schwarz
    extra = house.tariff["laufende"] * abs(laufende)
    if contract.tout and (outcome.won or house.tout_doubles_when == "always"):
        base *= 2
        grade *= 2 if house.tout_doubles == "all" else 1
        extra *= 1 if house.tout_doubles == "base" else 2
    if house.laufende_to == "holder" and (laufende > 0) != outcome.won:
        return Price((base + grade) << doublings, extra << doublings)
    return Price((base + grade + extra) << doublings, 0)


def payments(
    house: HouseRules, winners: Sequence[int], losers: Sequence[int], price: Price
) -> list[Payment]:
    """Return who pays whom; a soloist settles with each opponent (EN, settling the score)."""
    alone = len(winners) == 1 or len(losers) == 1
    split = each_to_each if alone else _SPLITS[house.pot_split]
    return [*split(losers, winners, price.game), *split(winners, losers, price.back)]


def thrown_in(facts: Facts, house: HouseRules) -> Ledger:
    """Return what a deal costs that was not played: into the Stock where all passed."""
    end = facts.record.end or {}
    pays = end.get("kind") == "thrown_in" and end.get("why") == "all_pass"
    amount = house.stock_pay if pays else 0
    return ledger(facts.setting.players, each_to_each(facts.setting.seats, (STOCK,), amount))


def _partners_sought(facts: Facts, contract: Contract) -> bool:
    return bool(called_cards(facts.setting)) or "partner" in contract.details


_PLAYS_FOR_IT: Mapping[str, Callable[[Facts, Contract], bool]] = {
    "call_won": _partners_sought,
    "solo_won": lambda facts, contract: not _partners_sought(facts, contract),
    "any_won": lambda facts, contract: True,
}
"""By the option `stock_to`."""


def stock_payments(case: Case, declarers: Sequence[int], *, won: bool) -> list[Payment]:
    """Return what declarers take from the Stock when they win, or add to it when they lose."""
    stock, house = case.facts.record.stock, case.house
    if not stock or not _PLAYS_FOR_IT[house.stock_to](case.facts, case.contract):
        return []
    if won:
        return pot((STOCK,), declarers, stock)
    return together(declarers, STOCK, stock) if house.stock_lost == "doubled" else []


def settle_declared(case: Case) -> DealResult | None:
    """Return the settlement; None where what was not seen leaves more than one possible."""
    found: set[DealResult] = set()
    for result in _possible_results(case):
        found.add(result)
        if len(found) > 1:
            return None
    return found.pop() if found else None


def _possible_results(case: Case) -> Iterator[DealResult]:
    """Yield the settlement of every way in which what was not seen can be."""
    had = holders(case.facts)
    for declarers in possible_declarers(case.facts, had):
        so_far = score_so_far(case, declarers)
        possible = list(scores(case.rest, so_far, declarers))
        shown = possible[0] if len(possible) == 1 else so_far
        outcomes = {outcome_of(case, score) for score in possible}
        for laufende in possible_laufende(case, declarers, had):
            for each in outcomes:
                yield declared_result(case, declarers, shown, each, laufende)


def declared_result(
    case: Case,
    declarers: tuple[int, ...],
    score: Score,
    outcome: DeclaredOutcome,
    laufende: Laufende,
) -> DealResult:
    """Return the settlement of one score with one run."""
    seats = case.facts.setting.seats
    defenders = tuple(seat for seat in seats if seat not in declarers)
    winners, losers = (declarers, defenders) if outcome.won else (defenders, declarers)
    price = price_of(case, outcome, laufende.count)
    counted = case.credited
    paid = ledger(
        case.facts.setting.players,
        [
            *payments(case.house, winners, losers, price),
            *stock_payments(case, declarers, won=outcome.won),
        ],
    )
    return DealResult(
        declarers=declarers,
        winner="declarers" if outcome.won else "defenders",
        winners=winners,
        points=score.points,
        points_by_seat=counted.points,
        tricks=counted.tricks,
        schneider=outcome.schneider,
        schwarz=outcome.schwarz,
        laufende=laufende.count,
        laufende_cards=laufende.cards,
        price=price.net,
        payout=paid.payout,
        stock_change=paid.stock_change,
    )


def two_sides(facts: Facts, house: HouseRules, had: Holders) -> TwoSides | Text:
    """Return what the deal is played for; a reason where two sides do not play for points."""
    contract, setting = facts.record.contract, facts.setting
    if contract is None:
        return SIDES_UNKNOWN
    if contract.seat is None:
        return EACH_ALONE
    if contract.tout or contract.kind in FIXED_PRICE:
        return BY_TRICKS
    declarers = declarers_of(facts, had)
    if not declarers:
        return SIDES_UNKNOWN
    free = declarers_free(setting, house)
    steps = {setting.total // 2 + 1, 3 * setting.total // 4 + 1}
    steps |= set() if free is None else {free}
    return TwoSides(declarers, tuple(sorted(steps)), dues=_dues(facts, house, had))


def _dues(facts: Facts, house: HouseRules, had: Holders) -> tuple[Due, ...]:
    """Return what the holders of the called cards owe."""
    contract, setting = facts.record.contract, facts.setting
    assert contract is not None
    by_seat: dict[int, list[int]] = {}
    cards = called_cards(setting)
    for number, card in enumerate(cards):
        seat = had[card]
        exempt = seat == contract.seat and (
            card is setting.called or not house.caller_must_bring_schoene
        )
        if not exempt and setting.klass.get(card, UNKNOWN) != UNKNOWN:
            by_seat.setdefault(seat, []).append(number)
    found = []
    for seat, numbers in by_seat.items():
        suit = setting.klass[cards[0]]
        # Whoever holds the Schöne alone may keep it back only where the house counts it like the
        # Ass; the Ass comes first in `called_cards`.
        may = 0 in numbers or house.schoene_umspielen == "same_count"
        least = least_to_keep_back(setting, suit, house)
        when = house.umspielen_when if may else ""
        found.append(
            Due(
                seat,
                tuple(cards[number] for number in numbers),
                suit,
                away_from=least if when in ("lead", "any") else None,
                around_from=least if when in ("follow", "any") else None,
                free=house.called_discard == "free",
            )
        )
    return tuple(found)
