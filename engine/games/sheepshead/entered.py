"""The settlement of a result that people tell, at the prices of a deal that was played."""

from __future__ import annotations

from dataclasses import replace

from engine.deal.ends import EnteredResult
from engine.deal.report import DealResult
from engine.games.entered import (
    ToldScore,
    check_grade,
    check_meant,
    check_schwarz,
    told_score,
    told_winner,
    tricks_of,
    with_sides,
)
from engine.games.facts import Facts, Tally
from engine.games.sheepshead.contract import (
    NOBODY,
    TWO,
    Picked,
    count_of,
    die_roll,
    is_alone,
    picked,
)
from engine.games.sheepshead.setting import teams
from engine.games.sheepshead.settlement import (
    WIN,
    PickerScore,
    fewest,
    leaster_result,
    needs_trick,
    picked_result,
    standing_of,
    two_result,
)
from engine.text import PlainError, Text

_NO_CONTRACT = Text(
    de="Es fehlt, was gespielt wurde; bitte ansagen, wer aufnahm, oder die Beträge eingeben.",
    en="Nobody has said yet what was played; please say who picked, or enter the amounts.",
)
_DIE = Text(
    de="Es fehlt, was gewürfelt wurde; bitte die Zahl des Würfels eingeben.",
    en="Nobody has said yet what the die showed; please enter its number.",
)
_ONE_PARTNER = Text(
    de="In diesem Spiel kann nur noch einer Partner sein; bitte die Partner berichtigen.",
    en="In this deal only one more can be a partner; please correct the partners.",
)
_ALONE = Text(
    de="In diesem Spiel spielt sonst niemand mit dem Picker; bitte ohne Partner eingeben.",
    en="In this deal nobody else plays with the picker; please enter it without a partner.",
)
_NO_PARTNER = Text(
    de="Es fehlt, wer mit dem Picker gespielt hat; bitte den Partner antippen, oder „Allein“.",
    en='Nobody has said yet who played with the picker; please tap the partner, or "Alone".',
)
_POINTS = Text(
    de="Es fehlt, wer gewonnen hat; bitte antippen, oder die Augen aller eingeben.",
    en="Nobody has said yet who won; please tap, or enter everybody's points.",
)
_NO_TRICK = Text(
    de="Ohne Stich gewinnt man nach dieser Hausregel nicht; bitte berichtigen, wer gewonnen hat.",
    en="By this house rule nobody wins without a trick; please correct who won.",
)
_FEWEST = Text(
    de="Den Leaster gewinnt, wer die wenigsten Augen hat; bitte berichtigen, wer gewonnen hat.",
    en="Whoever has the fewest points wins the leaster; please correct who won.",
)
_MOST = Text(
    de="Verloren hat, wer weniger Augen hat; bitte berichtigen, wer verloren hat.",
    en="Whoever has fewer points has lost; please correct who lost.",
)
_NO_TRICK_NO_POINTS = Text(
    de="Schwarz ist nur, wer keinen Stich hat, also auch keine Augen; bitte berichtigen.",
    en="Only somebody with no trick is Schwarz, and so has no points either; please correct it.",
)
_LOSERS = Text(
    de="Nicht alle können verlieren; bitte antippen, wer gewonnen hat.",
    en="Not everybody can lose; please tap who won.",
)
_SUM = Text(
    de="Die Augen ergeben zusammen {sum}, das Blatt hat {total}; bitte nachzählen.",
    en="The points add up to {sum}, but the deck has {total}; please count again.",
)


_OF_A_PICK = (
    *("won", "partners", "points", "tricks", "schneider", "schwarz"),
    *("points_by_seat", "tricks_by_seat"),
)
_OF_EACH = ("points_by_seat", "tricks_by_seat", "losers", "trickless")


def settle_entered(facts: Facts, told: EnteredResult) -> DealResult:
    """Return the settlement of a result that was told.

    Raises:
        PlainError: it cannot be so, or lacks what decides the price.
    """
    contract = facts.record.contract
    if contract is None:
        raise PlainError(_NO_CONTRACT)
    call = picked(facts.record)
    if call is not None:
        return _picked(facts, call, told)
    if contract.kind == TWO:
        return _two(facts, told)
    return _leaster(facts, told)


def check_entered(facts: Facts, told: EnteredResult, result: DealResult) -> None:
    """Check that nothing was told that counts for nothing (`engine.referee.settlement`).

    Raises:
        PlainError: something was.
    """
    contract = facts.record.contract
    if picked(facts.record) is not None:
        check_meant(told, *_OF_A_PICK)
    elif contract is not None and contract.kind == TWO:
        check_meant(told, *_OF_EACH, "schneider", "schwarz")
    else:
        check_meant(told, *_OF_EACH)
    check_grade(told, result)


def _leaster(facts: Facts, told: EnteredResult) -> DealResult:
    counted = _counted(facts, told, decides=needs_trick(facts))
    seats = facts.setting.seats
    if counted is None:
        winners = [seat for seat in seats if seat not in told.losers]
        if needs_trick(facts) and not set(winners).isdisjoint(told.trickless):
            raise PlainError(_NO_TRICK)
        return leaster_result(facts, _nothing(facts), winners)
    winners = fewest(facts, counted)
    if told.losers and {*told.losers, *winners} != set(seats):
        raise PlainError(_FEWEST)
    return leaster_result(facts, counted, winners)


def _picked(facts: Facts, call: Picked, told: EnteredResult) -> DealResult:
    declarers = _side(facts, call, told)
    told = with_sides(told, declarers, facts.setting)
    # The bury gives points to a side without a trick: both are read by themselves.
    points = told_score(replace(told, tricks=None), facts.setting).points
    tricks = told_score(replace(told, points=None), facts.setting).tricks
    wins = told_winner(told, ToldScore(points, tricks), WIN)
    others = points if wins else None
    black = check_schwarz(told, ToldScore(others, tricks), 1 if wins else 0)
    if call.method != NOBODY and not told.partners and len(declarers) == 1:
        # Forgotten is not alone: that would cost the picker the partner's share.
        raise PlainError(_NO_PARTNER)
    options = facts.record.rules.options
    if points is not None:
        standing = standing_of(options, points, black=black)
    else:
        poor = told.schneider is True or black
        pays = wins or options["declarer_schneider_free"] != "never"
        standing = PickerScore(None, wins, pays * (poor + black))
    return picked_result(facts, call, declarers, _nothing(facts, told), standing)


def _side(facts: Facts, call: Picked, told: EnteredResult) -> tuple[int, ...]:
    placed = teams(replace(facts, record=replace(facts.record, plays=())))
    contract = facts.record.contract
    assert contract is not None
    if count_of(facts.record).die_bury and die_roll(contract) is None:
        raise PlainError(_DIE)
    more = set(told.partners) - set(placed.declarers)
    # Four play alone where nothing was said; a partner who is told of was found somehow.
    most = 0 if is_alone(contract) or not count_of(facts.record).methods else 1
    if len(more) > most:
        raise PlainError(_ONE_PARTNER if most else _ALONE)
    return tuple(sorted({*placed.declarers, *more}))


def _two(facts: Facts, told: EnteredResult) -> DealResult:
    counted = _counted(facts, told, decides=False)
    if counted is None:
        (loser, *_) = told.losers
        step = 2 if told.schwarz or loser in told.trickless else int(told.schneider is True)
        return two_result(facts, _nothing(facts, told), [loser], step)
    half = facts.setting.total // 2
    losers = [seat for seat in facts.setting.seats if counted.points[seat] < half]
    if told.losers and list(told.losers) != losers:
        raise PlainError(_MOST)
    black = any(not counted.tricks[seat] for seat in losers)
    if told.schwarz and any(counted.points[seat] for seat in losers):
        raise PlainError(_NO_TRICK_NO_POINTS)
    black = black or (told.schwarz is True and bool(losers))
    poor = black or any(counted.points[seat] * 4 < facts.setting.total for seat in losers)
    return two_result(facts, counted, losers, poor + black)


def _counted(facts: Facts, told: EnteredResult, *, decides: bool) -> Tally | None:
    """Return everybody's points and tricks; None where only the losers were told.

    `decides` tells whether it matters who has no trick.
    """
    points, total = told.points_by_seat, facts.setting.total
    if points is None:
        if not told.losers:
            raise PlainError(_POINTS)
        if len(told.losers) >= len(facts.setting.seats):
            raise PlainError(_LOSERS)
        return None
    # In a leaster the blind may count for nobody.
    blind = len(facts.setting.deck) > facts.setting.play_count
    if sum(points) > total or min(points) < 0 or (sum(points) < total and not blind):
        raise PlainError(_SUM.format(sum=sum(points), total=total))
    return Tally(points, tricks_of(told, facts.setting, decides=decides))


def _nothing(facts: Facts, told: EnteredResult | None = None) -> Tally:
    none = (0,) * facts.setting.players
    return Tally(none, (told.tricks_by_seat if told is not None else None) or none)
