"""Settling a result that people tell (`engine.deal.ends`), at the prices of a deal that was played.

What was told becomes a score; from there on it is the settlement of every other deal. Where only
won or lost, Schneider and Schwarz were told, a score stands for them that means the same.
"""

from __future__ import annotations

from dataclasses import replace

from engine.deal.ends import EnteredResult
from engine.deal.report import DealResult
from engine.games.entered import (
    NOTHING_TOLD,
    ToldScore,
    check_grade,
    check_meant,
    check_schwarz,
    told_score,
    told_winner,
    tricks_of,
    with_sides,
)
from engine.games.facts import NOTHING_LEFT, Facts, Setting, Tally
from engine.games.schafkopf.case import FIXED_PRICE, Case, UnplayedTricks
from engine.games.schafkopf.declared_settlement import (
    Laufende,
    Score,
    declared_result,
    declarers_free,
    outcome_of,
    told_laufende,
)
from engine.games.schafkopf.duties import counting_doublings
from engine.games.schafkopf.house_rules import HouseRules
from engine.games.schafkopf.ramsch import settle_ramsch, told_durchmarsch, told_ramsch
from engine.text import PlainError, Text

_NO_CONTRACT = Text(
    de="Es fehlt, was gespielt wurde; bitte das Spiel ansagen oder die Beträge eingeben.",
    en="It is not said yet what was played; please say which game, or enter the amounts.",
)
_PARTNER = Text(
    de="Zu diesem Spiel gehört, wer mitgespielt hat; bitte den Mitspieler antippen.",
    en="This game needs to know who played along; please tap the partner.",
)
_ONE_PARTNER = Text(
    de="In diesem Spiel spielt nur einer mit; bitte die Mitspieler berichtigen.",
    en="In this game only one plays along; please correct the partners.",
)
_TWO_PARTNERS = Text(
    de="In diesem Spiel spielen höchstens zwei mit; bitte die Mitspieler berichtigen.",
    en="In this game two play along at most; please correct the partners.",
)
_NOT_ONESELF = Text(
    de="Wer spielt, ist nicht sein eigener Mitspieler; bitte den anderen nennen.",
    en="The declarer cannot be their own partner; please name the other one.",
)
_NO_PARTNER = Text(
    de="Bei diesem Spiel spielt niemand mit; bitte ohne Mitspieler eingeben.",
    en="In this game nobody plays along; please enter it without a partner.",
)
_SCHNEIDER = Text(
    de="Mit {points} Augen sind die Verlierer {really}; bitte Schneider oder Augen berichtigen.",
    en="With {points} points the losers are {really}; please correct Schneider or the points.",
)
_IS = Text(de="Schneider", en="Schneider")
_IS_NOT = Text(de="nicht Schneider", en="not Schneider")
_ALL_TRICKS = Text(
    de="Dieses Spiel gewinnt nur, wer alle Stiche macht; bitte gewonnen, Augen oder Stiche "
    "berichtigen.",
    en="This game is won by taking every trick only; please correct won, points or tricks.",
)
_RAMSCH_SUM = Text(
    de="Die Augen ergeben zusammen {sum} statt {total}; bitte nachzählen.",
    en="The points add up to {sum} instead of {total}; please count again.",
)
_WHO_LOST = Text(
    de="Es fehlt, wer den Ramsch verloren hat; bitte antippen oder die Augen aller eingeben.",
    en="Nobody has said yet who lost the Ramsch; please tap, or enter everybody's points.",
)
_TIED = Text(
    de="Mehrere haben gleich viele Augen, und die Karten fehlen; bitte antippen, wer verloren hat.",
    en="Several have the same points, and the cards are missing; please tap who lost.",
)
_SO_MANY = Text(
    de="So viele verlieren einen Ramsch nach dieser Hausregel nicht; bitte berichtigen, wer "
    "verloren hat.",
    en="By this house rule not so many can lose a Ramsch; please correct who lost.",
)
_NOT_MOST = Text(
    de="Den Ramsch verliert, wer die meisten Augen hat, hier {most}; bitte berichtigen.",
    en="Whoever has the most points loses the Ramsch, here {most}; please correct it.",
)
_VIRGIN = Text(
    de="Wer keinen Stich hat, hat auch keine Augen und kann den Ramsch nicht verlieren; bitte "
    "berichtigen.",
    en="Who has no trick has no points and cannot lose the Ramsch; please correct it.",
)


_OF_SIDES = (
    *("won", "partners", "points", "tricks", "schneider", "schwarz"),
    *("points_by_seat", "tricks_by_seat"),
)
_OF_A_RAMSCH = ("points_by_seat", "tricks_by_seat", "losers", "trickless")


def check_entered(facts: Facts, house: HouseRules, told: EnteredResult, result: DealResult) -> None:
    """Check that nothing was told that counts for nothing (`engine.referee.settlement`).

    Raises:
        PlainError: something was.
    """
    contract = facts.record.contract
    if contract is None or contract.seat is None:
        check_meant(told, *_OF_A_RAMSCH)
        return
    runs = house.laufende and contract.kind not in FIXED_PRICE
    check_meant(told, *_OF_SIDES, *(("laufende",) if runs else ()))
    check_grade(told, result)


def settle_entered(facts: Facts, house: HouseRules, told: EnteredResult) -> DealResult:
    """Return the settlement of a result that was told.

    Raises:
        PlainError: it cannot be so, or lacks what decides the price.
    """
    contract, setting = facts.record.contract, facts.setting
    if contract is None:
        raise PlainError(_NO_CONTRACT)
    nothing = (0,) * setting.players
    counted = Tally(told.points_by_seat or nothing, told.tricks_by_seat or nothing)
    rest = UnplayedTricks(NOTHING_LEFT, None)
    case = Case(facts, house, contract, counted, rest, (), counting_doublings(facts, house))
    if contract.seat is None:
        return _ramsch(case, told)
    return _declared(case, contract.seat, told)


def _declared(case: Case, declarer: int, told: EnteredResult) -> DealResult:
    declarers = _side(case, declarer, told)
    told = with_sides(told, declarers, case.facts.setting)
    score = told_score(told, case.facts.setting)
    standing = _all_or_nothing(case, told, score)
    if standing is None:
        standing = _by_points(case, told, score)
    reached = outcome_of(case, standing)
    run = Laufende(told_laufende(case, told.laufende or 0))
    result = declared_result(case, declarers, standing, reached, run)
    return replace(result, points=score.points)


def _side(case: Case, declarer: int, told: EnteredResult) -> tuple[int, ...]:
    setting, accepted = case.facts.setting, case.contract.details.get("partner")
    also = {*told.partners, *((accepted,) if isinstance(accepted, int) else ())} - {declarer}
    most = 0 if setting.called is None else 1
    most += setting.schoene is not None
    if isinstance(accepted, int):
        most = 1
    if len(also) > most:
        raise PlainError((_NO_PARTNER, _ONE_PARTNER, _TWO_PARTNERS)[most])
    if most and not also:
        raise PlainError(_NOT_ONESELF if told.partners else _PARTNER)
    return tuple(sorted({declarer, *also}))


def _all_or_nothing(case: Case, told: EnteredResult, score: ToldScore) -> Score | None:
    """Return the score of a game that takes every trick; None for any other."""
    if not (case.contract.tout or case.fixed_price):
        return None
    setting, tricks = case.facts.setting, score.tricks
    won = told.won if tricks is None else tricks[1] == 0
    if won is None and score.points is None:
        raise PlainError(NOTHING_TOLD)
    if won is None or (told.won is not None and told.won is not won):
        raise PlainError(_ALL_TRICKS)
    if won and score.points is not None and score.points[1]:
        raise PlainError(_ALL_TRICKS)
    if won:
        return Score((setting.total, 0), (setting.trick_count, 0))
    return Score(score.points or (setting.total, 0), (setting.trick_count - 1, 1))


def _by_points(case: Case, told: EnteredResult, score: ToldScore) -> Score:
    setting = case.facts.setting
    won = told_winner(told, score, setting.total // 2 + 1)
    loser = 1 if won else 0
    black = check_schwarz(told, score, loser)
    tricks = _tricks(setting, won=won, black=black)
    if score.points is None:
        schneider = told.schneider is True or black
        return Score(_points(case, won=won, black=black, schneider=schneider), tricks)
    standing = Score(score.points, tricks)
    really = outcome_of(case, standing).schneider
    pays = won or declarers_free(setting, case.house) is not None
    if pays and told.schneider is not None and told.schneider is not really and not black:
        said = _IS if really else _IS_NOT
        raise PlainError(_SCHNEIDER.format(points=score.points[loser], really=said))
    return standing


def _tricks(setting: Setting, *, won: bool, black: bool) -> tuple[int, int]:
    losers = 0 if black else 1
    winners = setting.trick_count - losers
    return (winners, losers) if won else (losers, winners)


def _points(case: Case, *, won: bool, black: bool, schneider: bool) -> tuple[int, int]:
    """Return points that mean what was told."""
    total = case.facts.setting.total
    if won:
        theirs = 0 if black else (total - 1) // 4 if schneider else total - total // 2 - 1
        return total - theirs, theirs
    free = declarers_free(case.facts.setting, case.house)
    ours = 0 if black else (free or 1) - 1 if schneider else total // 2
    return ours, total - ours


def _ramsch(case: Case, told: EnteredResult) -> DealResult:
    setting = case.facts.setting
    points = told.points_by_seat
    if points is not None and sum(points) != setting.total:
        raise PlainError(_RAMSCH_SUM.format(sum=sum(points), total=setting.total))
    decides = points is not None and _tricks_decide(case)
    tricks = tricks_of(told, setting, decides=decides)
    virgins = [seat for seat in setting.seats if not tricks[seat]]
    # In a Durchmarsch all others lose, with a trick or without (it may count by points).
    marched = told_durchmarsch(case, told.losers) or len(virgins) == len(setting.seats) - 1
    if not marched and not set(virgins).isdisjoint(told.losers):
        raise PlainError(_VIRGIN)
    counted = Tally(points or (0,) * setting.players, tricks)
    case = replace(case, counted=counted)
    if not told.losers and points is None:
        raise PlainError(_WHO_LOST)
    settled = told_ramsch(case, told.losers) if told.losers else settle_ramsch(case)
    if settled is None:
        raise PlainError(_SO_MANY if told.losers else _TIED)
    if points is not None and told.losers:
        _check_losers(case, settled, points)
    return replace(settled, tricks=told.tricks_by_seat or (0,) * setting.players)


def _tricks_decide(case: Case) -> bool:
    """Tell whether the price of a Ramsch depends on who has no trick."""
    house = case.house
    by_tricks = not isinstance(house.ramsch_durchmarsch_from, int)
    march = house.ramsch_durchmarsch == "wins" and by_tricks
    return march or house.ramsch_jungfrau != "none"


def _check_losers(case: Case, settled: DealResult, points: tuple[int, ...]) -> None:
    """Check that whoever lost has the most Augen, or won nothing in a Durchmarsch."""
    losers = [seat for seat in case.facts.setting.seats if seat not in settled.winners]
    most = max(points)
    if not told_durchmarsch(case, losers) and any(points[seat] != most for seat in losers):
        raise PlainError(_NOT_MOST.format(most=most))
