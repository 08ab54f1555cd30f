"""Page and form of a deal entered by hand: the score pad needs no camera."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from flask import Blueprint, Response, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.events import Envelope
from engine.fold import fold
from engine.games.naming import CallMenu
from engine.record import Contract, DealRecord, Doubling, JsonObject
from engine.text import PlainError, Text
from kiosk import entry_words as e
from kiosk import messages as m
from kiosk.commands import Adjust, CloseDeal, EnterDeal, StartDeal
from kiosk.exports import counts
from kiosk.orders import Circumstances, events_of
from kiosk.pages import call_state, entry_screen, entry_state, facts, result_screen, stage
from kiosk.pages.call_state import NOBODY, THROWN_IN
from kiosk.pages.catalogue import call_menu
from kiosk.pages.door import refuse, the_door
from kiosk.pages.entry_asks import Asks, asks
from kiosk.pages.entry_screen import Draft, EntryScreen, Preview
from kiosk.pages.entry_state import Entry
from kiosk.pages.facts import DealFacts
from kiosk.pages.language import tr
from kiosk.pages.names import short
from kiosk.pages.result_screen import join
from kiosk.pages.screens import Payment
from kiosk.pages.sure import sentences
from kiosk.unsettled import unsettled
from kiosk.view import TableView

bp = Blueprint("entry", __name__)

_THROWN_IN: JsonObject = {"kind": "thrown_in", "why": "all_pass"}
_SOMETIME = Circumstances("2000-01-01T00:00:00+00:00", {})
"""A preview's events are folded and thrown away; they need no time of their own."""


@dataclass(frozen=True, slots=True)
class _Task:
    """What is entered: a deal, another result of one that is over, or a change of the score."""

    record: DealRecord
    names: tuple[str, ...]
    deal: str
    """Id of the deal that is corrected; empty for the running or next one."""
    number: int
    adjusts: bool
    open: bool = False
    """Whether the deal ended a moment ago without a result: it is shown again afterwards."""


@bp.get("/enter")
def ask() -> ResponseReturnValue:
    """Show the deal as far as it has been tapped; at first what is recorded."""
    view = the_door().view()
    task = _task(view)
    return _show(view, task, _draft(task))


@bp.post("/enter")
def save() -> ResponseReturnValue:
    """Save what was tapped; where it cannot be so, show it again with the sentence why."""
    door = the_door()
    view = door.view()
    task = _task(view)
    draft = _draft(task)
    following = "/enter" if request.form.get("then") == "next" and not task.deal else _back(task)
    if request.form.get("about", _about(view, task)) != _about(view, task):
        return _go(following)
    try:
        if _thrown_in(draft):
            if facts.running_deal(view) is None:
                door.do(StartDeal())
            door.do(CloseDeal(_THROWN_IN))
        else:
            door.do(_command(view, task, draft))
    except PlainError as error:
        return make_response(_show(view, task, draft, error.text), 200 if _by_script() else 409)
    return _go(following)


def _back(task: _Task) -> str:
    """Return where one came from: a correction from the list, a change from the scores."""
    if task.adjusts:
        return "/scores"
    return "/deals" if task.deal and not task.open else "/"


def _by_script() -> bool:
    """Tell whether a script sent the form: it shows no page that is answered with an error."""
    return bool(request.headers.get("HX-Request"))


def _go(where: str) -> ResponseReturnValue:
    """Go to a page; a script is told so, it cannot follow by itself."""
    if _by_script():
        return Response(status=204, headers={"HX-Redirect": where})
    return redirect(where, code=303)


def _task(view: TableView) -> _Task:
    state = view.state
    if not state.running:
        refuse(m.NO_EVENING, 409)
    if request.values.get("adjust"):
        names = (*state.seats, *counts.gone(state))
        record = replace(facts.next_record(view), players=len(names), out=())
        return _Task(record, short(names), "", 0, adjusts=True)
    wanted = request.values.get("deal", "")
    if wanted:
        found = facts.find_deal(view, wanted)
        if found is None:
            refuse(e.UNKNOWN_DEAL, 404)
        newest = unsettled(state) is found.deal
        return _Task(found.record, found.names, wanted, found.number, adjusts=False, open=newest)
    running = facts.running_deal(view)
    if running is not None:
        return _Task(running.record, running.names, "", running.number, adjusts=False)
    record = replace(facts.next_record(view), contract=state.next_contract)
    number = len(state.finished) + 1
    return _Task(record, short(state.scored_for), "", number, adjusts=False)


def _draft(task: _Task) -> Draft:
    """Return what was tapped before, and this tap applied to it."""
    if task.adjusts:
        return _adjustment(task)
    menu = call_menu(task.record)
    if not request.values.get("step"):
        entry = entry_state.recorded(task.record)
        return _with_call(task, entry)
    # What was doubled is said anew: a doubling that was a mistake can be taken away.
    fresh = replace(task.record, doubles=())
    given = entry_state.read(request.values, fresh, menu)
    if given is None:
        refuse(m.UNKNOWN_CALL)
    tap = request.values.get("tap", "")
    before = _with_call(task, given)
    after = entry_state.after(before.entry, tap, fresh, menu, before.asks.laufende)
    after = entry_state.alone_or_with(before.entry, after, before.asks.alone)
    if not before.asks.pairs:
        after = entry_state.one_partner(before.entry, after)
    return _with_call(task, after)


def _adjustment(task: _Task) -> Draft:
    # Nothing is called here, and who sits out has a score as well.
    menu = CallMenu((), ())
    entry = entry_state.read(request.values, task.record, menu)
    if entry is None:
        refuse(m.UNKNOWN_CALL)
    entry = replace(entry, said={**entry.said, "outright": "1"}, field=entry.field or "a0")
    entry = entry_state.after(entry, request.values.get("tap", ""), task.record, menu)
    return Draft(task.names, task.record, entry, Asks(), adjusts=True)


def _with_call(task: _Task, entry: Entry) -> Draft:
    record = task.record
    said = [word for word, count in entry.call.doublings for _ in range(count)]
    contract = _contract(record, entry)
    tapped = replace(record, contract=contract, doubles=tuple(Doubling(word) for word in said))
    asked = asks(tapped)
    entry = entry_state.as_asked(entry, winners=asked.winners, record=tapped)
    return Draft(task.names, tapped, entry, asked)


def _contract(record: DealRecord, entry: Entry) -> Contract | None:
    """Return what was tapped, with what the record says besides and no button does.

    That is teams nobody declares, or the words of an imported deal; a partner tapped takes those
    back, for they may say that there is none.
    """
    menu = call_menu(record)
    contract, known = call_state.contract_of(entry.call, menu), record.contract
    if contract is None or known is None:
        return contract
    return contract if entry.seats.get("partners") else call_state.kept(contract, known, menu)


def _thrown_in(draft: Draft) -> bool:
    call = draft.entry.call
    return not draft.adjusts and call.who == NOBODY and call.kind == THROWN_IN


def _command(view: TableView, task: _Task, draft: Draft) -> EnterDeal | Adjust:
    reason = e.REASONS.get(draft.entry.said.get("reason", ""))
    before = str((task.record.end or {}).get("reason", ""))
    if draft.entry.outright and not any(entry_state.amounts(draft.entry, draft.record)):
        raise PlainError(e.NO_AMOUNT)
    told = entry_state.told(draft.entry, draft.record, before if reason is None else tr(reason))
    if task.adjusts:
        amounts = entry_state.amounts(draft.entry, draft.record)
        return Adjust(amounts, str(told["reason"]), counts.gone(view.state))
    contract, doubles = draft.record.contract, tuple(each.say for each in draft.record.doubles)
    if contract is None and not draft.entry.outright:
        raise PlainError(e.NOT_COMPLETE)
    return EnterDeal(told, contract, doubles, task.deal or None)


def _about(view: TableView, task: _Task) -> str:
    """Return what a form is about: one sent twice must not enter the next deal too.

    Nor may a change of the score reach others than those it was tapped for.
    """
    state = view.state
    if task.adjusts:
        return f"adjust-{len(state.adjustments)}-{','.join(task.names)}"
    if task.deal:
        return f"correct-{task.deal}-{state.last_seq}"
    running = facts.running_deal(view)
    return f"after-{state.deals_started}" if running is None else running.record.id


def _show(view: TableView, task: _Task, draft: Draft, wrong: Text | None = None) -> str:
    preview, missing = _preview(view, task, draft)
    screen = EntryScreen(
        heading=_heading(task),
        sub=(*entry_screen.closing_sub(draft, _last(view, task)), *_standing_in(view, task)),
        rows=entry_screen.rows(draft, preview.tags if preview is not None else ()),
        fields=_fields(task, draft),
        preview=preview,
        missing=wrong or missing,
        wrong=wrong is not None,
        about=_about(view, task),
        deal=task.deal,
        adjusts=task.adjusts,
        outright=draft.entry.outright,
        back=_back(task),
    )
    return stage.sub_page("entry.html", view, screen)


def _fields(task: _Task, draft: Draft) -> tuple[tuple[str, str], ...]:
    extra = [("deal", task.deal), ("adjust", "1" if task.adjusts else "")]
    return (*draft.entry.fields(), *((name, value) for name, value in extra if value))


def _heading(task: _Task) -> Text:
    if task.adjusts:
        return e.CHANGE_SCORE
    if task.deal:
        return e.CORRECT.format(n=task.number)
    return e.ENTER_NUMBER.format(n=task.number)


def _last(view: TableView, task: _Task) -> Text | None:
    """Return what was entered last, so that whoever goes on at once sees that it is in."""
    last = facts.last_deal(view)
    if last is None or task.adjusts or task.deal:
        return None
    shown = result_screen.result(view, last)
    said = e.ENTERED_LAST.format(n=last.number, what=shown.headline)
    return said if shown.game_won is None else sentences(said, shown.game_won, between=" · ")


def _standing_in(view: TableView, task: _Task) -> tuple[Text, ...]:
    """Return who plays for whom in the deal that is entered anew."""
    if task.adjusts or task.deal:
        return ()
    state = view.state
    return tuple(
        e.HELPS.format(helper=each.name, name=state.seats[seat])
        for seat, each in sorted(state.substitutes.items())
    )


def _preview(view: TableView, task: _Task, draft: Draft) -> tuple[Preview | None, Text]:
    """Return what it would come to, or what is missing or cannot be so."""
    if _thrown_in(draft):
        return Preview(m.THROWN_IN, ()), m.THROWN_IN
    try:
        command = _command(view, task, draft)
        events = events_of(command, view.state, _SOMETIME)
    except PlainError as error:
        nothing = not draft.entry.outright and draft.record.contract is None
        return None, entry_screen.missing(draft) if nothing else error.text
    if isinstance(command, Adjust):
        return Preview(e.CHANGE_SCORE, _payments(task, command)), e.CHANGE_SCORE
    first = view.state.last_seq + 1
    after = fold((Envelope(first + n, _SOMETIME.at, ev) for n, ev in enumerate(events)), view.state)
    done = after.find_deal(task.deal) if task.deal else after.last_deal
    assert done is not None
    shown = result_screen.result(replace(view, state=after), DealFacts(done, running=False))
    settled = done.report.result
    points = None
    if settled is not None and settled.game_points is not None and settled.winners:
        winners = join(tuple(done.names[seat] for seat in settled.winners))
        gain = max(settled.game_points)
        words = e.GAIN_POINT if gain == 1 else e.GAIN_POINTS
        points = words.format(names=winners, n=gain)
        if shown.game_won is not None:
            points = sentences(points, shown.game_won, between=" · ")
    return Preview(shown.headline, shown.payments, points, shown.tags), shown.headline


def _payments(task: _Task, command: Adjust) -> tuple[Payment, ...]:
    return result_screen.payments(task.names, tuple(map(Fraction, command.amounts)))
