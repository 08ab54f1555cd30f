"""An evening's events judged by today's program, and compared with what was said then.

The events are folded and refereed as always; what may be said of them is asked of the director's
own functions (`kiosk.replay.reel`), at the moment at which the table left a deal behind and
recorded what it had said of it. What a person corrected later is so no difference of programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.deal.ends import ENTERED
from engine.deal.report import DealResult, Status
from engine.evening.deal import DealState
from engine.evening.scoring import currency, in_cents
from engine.evening.state import TableState
from engine.events import (
    CardPlayed,
    DealStarted,
    Envelope,
    EveningEnded,
    EveningStarted,
    Event,
    GameChanged,
)
from engine.games import game
from engine.rules.house_rules import NamedRules
from kiosk.archive import words as w
from kiosk.archive.comparing import compared, headline, said_differently
from kiosk.archive.rows import (
    DealRow,
    DifferenceRow,
    EveningAnswer,
    EveningFacts,
    Outcome,
    Role,
    SeatRow,
    VerdictRow,
)
from kiosk.director.outlook import Outlook
from kiosk.replay.reel import Recall, Tape, cut_after
from kiosk.screens.evening_list import alone, corrected, is_sie

NUMBER_SIGN = "#"
"""Before the number that stands in a name's place."""
_UNCOUNTED = frozenset({"thrown_in", "void"})


@dataclass(frozen=True, slots=True)
class Said:
    """Verdicts (id) of one deal."""

    then: frozenset[str] | None
    """What the table had said or ruled on; None where the record does not tell."""
    moment: frozenset[str]
    """What today's program says to the same record, when the table left the deal behind."""
    now: frozenset[str]
    """And to all that was recorded of it later."""


def judged(
    envelopes: Sequence[Envelope],
    recall: Recall,
    rules: NamedRules | None = None,
    *,
    live: bool = False,
) -> EveningAnswer:
    """Return what an evening comes to today.

    Args:
        envelopes: of this evening alone, at least its beginning.
        recall: how the table said things, and its decks.
        rules: house rules to judge by in place of the evening's own; what they change is told.
        live: the events were made just now by today's program: what they say was said is its word.
    """
    if live:
        tape = Tape(envelopes, "")
        return answered(tape.final, tape.began, _said_just_now(tape.final))
    own = _judged(Tape(envelopes, ""), recall)
    if rules is None:
        return own
    other = _judged(Tape(tuple(by_rules(envelopes, rules)), ""), recall)
    other = replace(other, differences=())
    return other.with_differences(compared(own, other, "rules"))


def by_rules(envelopes: Sequence[Envelope], rules: NamedRules) -> Iterator[Envelope]:
    """Yield an evening's events, its house rules exchanged wherever that game was played."""
    for envelope in envelopes:
        event: Event = envelope.event
        if isinstance(event, EveningStarted | GameChanged) and event.game == rules.game:
            event = replace(event, rules=rules.options)
        yield replace(envelope, event=event)


def _judged(tape: Tape, recall: Recall) -> EveningAnswer:
    said = _said(tape, recall)
    answer = answered(tape.final, tape.began, said)
    found = [row for deal in tape.final.finished for row in _against_record(deal, said[deal.id])]
    return answer.with_differences(tuple(found))


def answered(state: TableState, began: str, said: Mapping[str, Said]) -> EveningAnswer:
    """Return the rows of an evening; only deals that are over are in them."""
    deals = state.finished
    return EveningAnswer(
        EveningFacts(
            began=began,
            game=state.game,
            players=len(state.seats),
            deck=state.deck,
            deals=len(deals),
            ended=state.ended is not None,
            cards=sum(len(deal.laid) for deal in deals),
            oddities=len(state.oddities),
            differing=0,
        ),
        tuple(_deal(deal) for deal in deals),
        tuple(row for deal in deals for row in _seats(deal)),
        tuple(row for deal in deals for row in _verdicts(deal, said[deal.id])),
    )


def _said(tape: Tape, recall: Recall) -> dict[str, Said]:
    """Return by deal what was said of it then, and what would be said today."""
    found: dict[str, Said] = {}
    for envelope in tape.envelopes:
        event = envelope.event
        if not isinstance(event, DealStarted | EveningEnded):
            continue
        before = tape.state_at(envelope.seq - 1)
        if not before.deals:
            continue
        deal = before.deals[-1]
        moment = says(before, deal, recall)
        then = frozenset(event.shown) | {ruling.verdict for ruling in deal.record.rulings}
        found[deal.id] = Said(None if _was_read_in(deal) else then, moment, moment)
    for deal in tape.final.finished:
        known = found.get(deal.id)
        now = says(tape.final, deal, recall)
        found[deal.id] = Said(None, now, now) if known is None else replace(known, now=now)
    return found


def _said_just_now(state: TableState) -> dict[str, Said]:
    said = {deal.id: state.shown.get(deal.id, frozenset()) for deal in state.finished}
    return {deal: Said(None, shown, shown) for deal, shown in said.items()}


def says(state: TableState, deal: DealState, recall: Recall) -> frozenset[str]:
    """Return the verdicts (id) today's program says of a deal as it stands in a state."""
    outlook: Outlook = recall.look(deal, deal.head.deck)(cut_after(state, deal.id))
    return frozenset(verdict.id for verdict in (*outlook.shown, *outlook.stood))


def _was_read_in(deal: DealState) -> bool:
    """Tell whether the deal came from a file: no table said anything of it."""
    events = (entry.envelope.event for entry in deal.log)
    return any(isinstance(event, CardPlayed) and event.source == "import" for event in events)


def _against_record(deal: DealState, said: Said) -> Iterator[DifferenceRow]:
    """Yield what would be said otherwise of a deal than the table did."""
    if said.then is None:
        return
    holding = {verdict.id for verdict in deal.report.verdicts}
    yield from said_differently(
        deal.number, deal.head.game, said.then, said.moment, "record", holding
    )


def _deal(deal: DealState) -> DealRow:
    result, contract = deal.result, deal.contract
    end = str((deal.end or {}).get("kind") or "")
    words = w.NOTHING_CALLED if contract is None else game(deal.head.game).contract_text(contract)
    return DealRow(
        deal=deal.number,
        game=deal.head.game,
        contract="" if contract is None else contract.kind,
        contract_de=words.de,
        contract_en=words.en,
        tout=contract is not None and contract.tout,
        sie=is_sie(deal) or (contract is not None and contract.kind == "sie"),
        dealer=deal.head.dealer + 1,
        declarer=None if contract is None or contract.seat is None else contract.seat + 1,
        alone=alone(deal) is not None,
        outcome=_outcome(result, end),
        declarers_won=_declarers_won(result),
        points=None if result is None or result.points is None else result.points[0],
        schneider=result is not None and result.schneider,
        schwarz=result is not None and result.schwarz,
        laufende=0 if result is None else result.laufende,
        price=None if result is None else result.price,
        counts=currency(deal.head.rules),
        end=end,
        cards=len(deal.laid),
        tricks=len(deal.laid) // max(1, len(deal.head.active)),
        entered=end == ENTERED,
        corrected=corrected(deal),
    )


def _outcome(result: DealResult | None, end: str) -> Outcome:
    if end in _UNCOUNTED:
        return "void"
    return "unsettled" if result is None else "counted"


def _declarers_won(result: DealResult | None) -> bool | None:
    if result is None or not result.declarers or not result.winners:
        return None
    return result.declarers[0] in result.winners


def _seats(deal: DealState) -> Iterator[SeatRow]:
    result, names = deal.result, deal.names
    players = deal.head.played_by or names
    counted = result is not None and _outcome(result, "") == "counted"
    for seat, (name, player) in enumerate(zip(names, players, strict=True)):
        out = seat in deal.head.out
        gain = deal.gains[seat] if counted and not out else None
        money = None if gain is None else in_cents(gain, deal.head.rules)
        yield SeatRow(
            deal=deal.number,
            seat=seat + 1,
            person=_number(name),
            player=_number(player) if player != name else None,
            role=_role(deal, seat),
            won=None if result is None or out else seat in result.winners,
            delta=_float(gain),
            cents=_float(money),
        )


def _float(amount: Fraction | None) -> float | None:
    return None if amount is None else float(amount)


def _number(name: str) -> int | None:
    sign, _, number = name.partition(NUMBER_SIGN)
    return int(number) if not sign and number.isdecimal() else None


def _role(deal: DealState, seat: int) -> Role:
    if seat in deal.head.out:
        return "out"
    called = deal.contract is not None and deal.contract.seat == seat
    if deal.result is None:
        return "declarer" if called else "unknown"
    if not deal.result.declarers:
        return "each"
    if seat not in deal.result.declarers:
        return "defender"
    return "declarer" if called or len(deal.result.declarers) == 1 else "partner"


def _verdicts(deal: DealState, said: Said) -> Iterator[VerdictRow]:
    """Yield what holds today, then what was said and does not hold any more."""
    holding = {verdict.id: verdict for verdict in deal.report.verdicts}
    then = said.then or frozenset()
    for name in (*holding, *sorted(then - holding.keys())):
        verdict = holding.get(name)
        kind, seat, play = headline(name)
        yield VerdictRow(
            deal=deal.number,
            verdict=name,
            kind=kind,
            seat=seat,
            card=play,
            holds=verdict is not None and verdict.status is not Status.SUSPECTED,
            status="" if verdict is None else verdict.status.value,
            grade="" if verdict is None else verdict.grade.value,
            said_then=None if said.then is None else name in said.then,
            said_now=name in said.now,
        )
