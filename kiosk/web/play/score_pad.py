"""Page and forms of a deal or change of the score entered by hand: it needs no camera.

The preview says what the deal comes to before it is saved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from flask import Blueprint, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.deal.record import Contract, DealRecord, Doubling, JsonObject
from engine.evening.fold import fold
from engine.evening.scoring import in_cents
from engine.events import Envelope
from engine.games.contract_fields import CallMenu
from engine.options import Rules
from engine.referee.evaluation import evaluate
from engine.text import PlainError, Text
from kiosk.screens import call as call_screen
from kiosk.screens import counting as counts
from kiosk.screens import facts, score_pad, tapped_call
from kiosk.screens import result as result_screen
from kiosk.screens.call import CallChoice, CallRow
from kiosk.screens.cards import call_menu, calls
from kiosk.screens.facts import DealFacts
from kiosk.screens.result import join
from kiosk.screens.score import changed
from kiosk.screens.score_pad import KEYS, POINTS, Asks, DealEntry, asks
from kiosk.screens.tapped_call import NOBODY, THROWN_IN
from kiosk.screens.values import Line, PaymentLine, Sure, sentences
from kiosk.table.commands import Adjust, CloseDeal, EnterDeal, StartDeal, TakeBackChange
from kiosk.table.orders import Circumstances, events_of
from kiosk.table.person_names import short
from kiosk.table.undo import unsettled
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import by_script, go, refuse, the_door
from kiosk.web.language import tr
from kiosk.words import pages as m
from kiosk.words import score_pad as e

_LEVEL_WORDS = {"schneider": e.SCHNEIDER, "schwarz": e.SCHWARZ}
_CALL_ROWS = 4
"""What is said so far, who, what, suit: the first rows of the call screen."""
_ROWS, _IN_A_LINE = 3, 7
"""So many lines stand below the call on the smallest screen, with so many buttons each."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a deal would come to."""

    headline: Text
    payments: tuple[PaymentLine, ...]
    points: Text | None = None
    """Game points, where nothing is paid."""
    tags: tuple[Text, ...] = ()
    """Schneider and Schwarz of the losers, as the deal was settled."""


@dataclass(frozen=True, slots=True)
class EntryScreen:
    """A deal as far as it has been tapped."""

    heading: Text
    sub: tuple[Line, ...]
    rows: tuple[CallRow, ...]
    fields: tuple[tuple[str, str], ...]
    preview: Preview | None
    missing: Text
    """What is still missing, or why it cannot be so."""
    wrong: bool
    """Whether somebody wanted it saved all the same."""
    about: str
    deal: str
    """The deal that is corrected; empty for one entered anew."""
    adjusts: bool = False
    outright: bool = False
    folds: bool = False
    """Whether a small screen shows the page in two steps."""
    further: bool = False
    """Whether it shows the second of them."""
    back: str = "/"
    """Where it was opened from."""


@dataclass(frozen=True, slots=True)
class EntryDraft:
    """Everything a screen is made of."""

    names: tuple[str, ...]
    record: DealRecord
    """With the contract that was tapped."""
    entry: DealEntry
    asks: Asks
    adjusts: bool = False
    by_cards: bool = False
    """Whether every card is on record: then they say how it ended, once it is known what was
    played."""


def rows(draft: EntryDraft, tags: tuple[Text, ...] = ()) -> tuple[CallRow, ...]:
    """Return the rows of buttons; `tags` are how clearly it was won, as it was settled."""
    if draft.adjusts:
        return _outright(draft)
    first, more = _call(draft, tags)
    if draft.entry.outright:
        # The amounts with their keys are enough; a small screen has the rest on its other page.
        *amounts, why = _outright(draft)
        said = first if len(first) == 1 else ()
        later = (why, *(() if said else first), *more)
        return (
            *said,
            *(replace(row, step="result") for row in amounts),
            *(replace(row, step="further") for row in later),
        )
    result = _result(draft)
    if first and folds(draft):
        result = tuple(replace(row, step="result") for row in result)
        more = tuple(replace(row, step="further") for row in more)
    rest = (*result, *more)
    return (*first, *sorted(rest, key=lambda row: not _typed(row, draft.entry)))


def folds(draft: EntryDraft) -> bool:
    """Tell whether a small screen shows the result and what comes with the call in turn."""
    if draft.adjusts:
        return False
    if draft.entry.outright:
        return True
    first, more = _call(draft, ())
    result = sum(map(_lines, _result(draft)))
    further = sum(map(_lines, more))
    return len(first) == 1 and min(further, result) > 0 and further + result > _ROWS


def _lines(row: CallRow) -> int:
    """Return how many lines a row's buttons take on the smallest screen."""
    return ceil(sum(choice.shown for choice in row.choices) / _IN_A_LINE)


def _typed(row: CallRow, entry: DealEntry) -> bool:
    """Tell whether a row belongs to the number that is typed: its keys are never out of sight."""
    return row.title is e.KEYS or any(each.key == f"n-{entry.field}" for each in row.choices)


def sentence(draft: EntryDraft) -> Text | None:
    """Return the call in words; None while something of it is missing."""
    return _call_screen(draft).sentence


def missing(draft: EntryDraft) -> Text:
    """Return what has to be tapped next of the call."""
    return _call_screen(draft).missing


def _call_screen(draft: EntryDraft) -> call_screen.CallScreen:
    return call_screen.call(draft.names, draft.record, call_menu(draft.record), draft.entry.call)


def _call(
    draft: EntryDraft, tags: tuple[Text, ...]
) -> tuple[tuple[CallRow, ...], tuple[CallRow, ...]]:
    """Return the call's rows before the result and after it.

    Who and what give way to one line once they are tapped.
    """
    screen, entry = _call_screen(draft), draft.entry
    counting = {f"d-{word}" for word in draft.asks.doublings if not _thrown_in(entry)}
    over = tuple(f"f-{name}-" for name in draft.asks.passed_over)
    listed = [_without(row, counting, over) for row in screen.rows]
    if not calls(draft.record):
        # Nobody says what is played where it is always the same (Bierkopf).
        return (), tuple(listed[_CALL_ROWS:])
    if screen.sentence is None or entry.call.edit:
        # On a small screen doublings wait until it is known what they double.
        return tuple(replace(row, step=_later(row)) for row in listed), ()
    said = sentences(screen.sentence, *tags, between=", ")
    chosen = CallRow(e.DEAL, (CallChoice("edit-1", call_screen.with_pen(said), chosen=False),))
    return (chosen,), tuple(listed[_CALL_ROWS:])


def _later(row: CallRow) -> str:
    return "further" if any(choice.key.startswith("d-") for choice in row.choices) else ""


def _thrown_in(entry: DealEntry) -> bool:
    """Tell whether nobody played: then nothing that was said before counts."""
    return entry.call.who == tapped_call.NOBODY and entry.call.kind == tapped_call.THROWN_IN


def _without(row: CallRow, counting: set[str], over: tuple[str, ...]) -> CallRow:
    """Return a row without what does not count here: doublings, and what is told by name."""
    return replace(
        row,
        choices=tuple(
            choice
            for choice in row.choices
            if not choice.key.startswith((*over, "by-"))
            and (not choice.key.startswith("d-") or choice.key in counting)
        ),
    )


def _result(draft: EntryDraft) -> tuple[CallRow, ...]:
    asks, entry = draft.asks, draft.entry
    found: list[CallRow] = []
    if asks.partners:
        found.append(_partners(draft))
    if asks.sides:
        title = e.RESULT if teams_of(draft) is None else e.WINNERS
        found.append(CallRow(title, tuple(_sides(draft))))
        counted = len(asks.laufende) > 1
        title = _laufende_title(entry.laufende) if counted else m.POINTS
        found.append(CallRow(title, tuple(_counts(draft))))
    if asks.losers:
        found += _everybody(draft)
    elif asks.tricks:
        found.append(CallRow(e.TRICKS, tuple(_numbers(draft, "t"))))
    return (*found, *_keys(draft))


def _partners(draft: EntryDraft) -> CallRow:
    """Return the row that asks with whom; that nobody plays along is said there too."""
    row, alone = _seats(draft, "partners", e.PARTNER, draft.asks.partners), draft.asks.alone
    if alone is None:
        return row
    chosen = draft.asks.said_alone
    return replace(row, choices=(*row.choices, CallChoice(alone.tap, e.ALONE, chosen)))


def _everybody(draft: EntryDraft) -> Iterable[CallRow]:
    """Return the rows of a deal in which everybody plays alone."""
    asks, people = draft.asks, tapped_call.seats(draft.record)
    name, title = ("winners", e.WINNERS) if asks.winners else ("losers", e.LOSERS)
    row = _seats(draft, name, title, people)
    counted = "counted" in draft.entry.said
    all_of = CallChoice("counted-1", e.COUNT_ALL, counted, asks.counts)
    yield replace(row, choices=(*row.choices, all_of))
    if asks.levels:
        yield CallRow(e.RESULT, tuple(_levels(draft)))
    if counted:
        yield CallRow(e.ALL_POINTS, tuple(_numbers(draft, "q")))
    elif asks.trickless:
        yield _seats(draft, "trickless", e.TRICKLESS, people)
    if counted or asks.tricks:
        yield CallRow(e.TRICKS, tuple(_numbers(draft, "t")))


def _outright(draft: EntryDraft) -> tuple[CallRow, ...]:
    said = draft.entry.said.get("reason")
    reasons = tuple(
        CallChoice(f"reason-{key}", word, said == key) for key, word in e.REASONS.items()
    )
    amounts = CallRow(_amounts_in(draft.record.rules), tuple(_numbers(draft, "a")))
    return (amounts, *_keys(draft, signed=True), CallRow(e.REASON, reasons))


def _amounts_in(rules: Rules) -> Text:
    """Return what the amounts are typed in: the keys have neither unit nor comma."""
    cents = in_cents(1, rules)
    if cents is None:
        return e.AMOUNTS
    return e.AMOUNTS_IN_CENTS if cents == 1 else e.AMOUNTS_OF_UNITS.format(cents=cents)


def _seats(draft: EntryDraft, name: str, title: Text, people: Iterable[int]) -> CallRow:
    chosen = draft.entry.seats.get(name, ())
    return CallRow(
        title,
        tuple(CallChoice(f"{name}-{seat}", draft.names[seat], seat in chosen) for seat in people),
    )


def _sides(draft: EntryDraft) -> Iterable[CallChoice]:
    said, teams = draft.entry.said, teams_of(draft)
    words = (e.WON, e.LOST) if teams is None else teams
    for value, word in zip(("1", "0"), words, strict=True):
        yield CallChoice(f"won-{value}", word, said.get("won") == value)
    yield from _levels(draft)


def _levels(draft: EntryDraft) -> Iterable[CallChoice]:
    said = draft.entry.said.get("level")
    for level in draft.asks.levels:
        yield CallChoice(f"level-{level}", _LEVEL_WORDS[level], said == level)


def teams_of(draft: EntryDraft) -> tuple[Text, ...] | None:
    """Return the names of both teams where two teams play, None elsewhere."""
    contract = draft.record.contract
    teams = None if contract is None else contract.details.get("teams")
    if not isinstance(teams, list | tuple):
        return None
    return tuple(join(tuple(draft.names[seat] for seat in team)) for team in teams)


def _laufende_title(count: int) -> Text:
    words = e.WITH if count > 0 else e.WITHOUT
    return e.LAUFENDE.format(n=words.format(n=abs(count)) if count else e.NONE)


def _counts(draft: EntryDraft) -> Iterable[CallChoice]:
    entry, possible = draft.entry, draft.asks.laufende
    lacked, had = [n for n in possible if n < 0], [n for n in possible if n > 0]
    # The first tap says the fewest that are paid, each further one that it is one more.
    down = e.MORE_WITHOUT if entry.laufende < 0 else e.WITHOUT.format(n=-max(lacked, default=0))
    up = e.MORE_WITH if entry.laufende > 0 else e.WITH.format(n=min(had, default=0))
    yield CallChoice("lauf-down", down, entry.laufende < 0, bool(lacked))
    yield CallChoice("lauf-up", up, entry.laufende > 0, bool(had))
    yield CallChoice("lauf-none", e.NO_LAUFENDE, False, len(possible) > 1 and entry.laufende != 0)
    number, teams = entry.number(POINTS), teams_of(draft)
    shown = "–" if number is None else str(number)
    word = e.POINTS.format(n=shown)
    if teams is not None:
        word = e.TEAM_POINTS.format(names=teams[0], n=shown)
    yield CallChoice(f"n-{POINTS}", word, entry.field == POINTS)


def _numbers(draft: EntryDraft, mark: str) -> Iterable[CallChoice]:
    entry, record = draft.entry, draft.record
    counts = entry.filled(mark, record, score_pad.total(mark, record))
    typed = dict(entry.numbers)
    for seat in tapped_call.seats(record):
        field, count = f"{mark}{seat}", counts[seat]
        shown = typed.get(field) or ("–" if count is None else str(count))
        word = e.NUMBER.format(name=draft.names[seat], n=shown.replace("-", "−"))
        yield CallChoice(f"n-{field}", word, entry.field == field)


def _keys(draft: EntryDraft, *, signed: bool = False) -> tuple[CallRow, ...]:
    if draft.entry.field is None:
        return ()
    marks = (("sign", "±"), ("back", "⌫")) if signed else (("back", "⌫"),)
    choices = [CallChoice(f"k-{key}", key, chosen=False) for key in KEYS]
    choices += [CallChoice(f"k-{key}", word, chosen=False) for key, word in marks]
    return (CallRow(e.KEYS, tuple(choices)),)


def closing_sub(draft: EntryDraft, last: Text | None) -> tuple[Line, ...]:
    """Return the line below the heading: dealer, who sits out, what was entered last."""
    record = draft.record
    sub: list[Line] = []
    if not draft.adjusts:
        sub.append(m.DEALER.format(name=draft.names[record.dealer]))
        sub += [m.SITTING_OUT.format(name=draft.names[seat]) for seat in record.out]
    if record.plays:
        by_cards = draft.by_cards and not draft.entry.outright
        sub.append(e.CARDS_TELL if by_cards else e.CARDS_LIE)
    return (*sub, *(() if last is None else (last,)))


bp = Blueprint("score_pad", __name__)

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
    lacks: bool = False
    """Whether that deal has no result yet."""
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
        return go(following)
    try:
        if _is_thrown_in(draft):
            if facts.running_deal(view) is None:
                door.do(StartDeal())
            door.do(CloseDeal(_THROWN_IN))
        else:
            door.do(_command(view, task, draft))
    except PlainError as error:
        return make_response(_show(view, task, draft, error.text), 200 if by_script() else 409)
    return go(following)


def _back(task: _Task) -> str:
    """Return where one came from: a correction from the list, a change from the scores."""
    if task.adjusts:
        return "/scores"
    return "/deals" if task.deal and not task.open else "/"


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
        lacks = found.deal.result is None
        return _Task(found.record, found.names, wanted, found.number, False, lacks, newest)
    running = facts.running_deal(view)
    if running is not None:
        return _Task(running.record, running.names, "", running.number, adjusts=False)
    record = replace(facts.next_record(view), contract=state.next_contract)
    number = len(state.finished) + 1
    return _Task(record, short(state.scored_for), "", number, adjusts=False)


def _draft(task: _Task) -> EntryDraft:
    """Return what was tapped before, and this tap applied to it."""
    if task.adjusts:
        return _adjustment(task)
    menu = call_menu(task.record)
    if not request.values.get("step"):
        entry = score_pad.recorded(task.record)
        return _with_call(task, entry)
    # What was doubled is said anew: a doubling that was a mistake can be taken away.
    fresh = replace(task.record, doubles=())
    given = score_pad.read(request.values, fresh, menu)
    if given is None:
        refuse(m.UNKNOWN_CALL)
    tap = request.values.get("tap", "")
    before = _with_call(task, given)
    after = score_pad.after(before.entry, tap, fresh, menu, before.asks.laufende)
    after = score_pad.alone_or_with(before.entry, after, before.asks.alone)
    if not before.asks.pairs:
        after = score_pad.one_partner(before.entry, after)
    return _with_call(task, after)


def _adjustment(task: _Task) -> EntryDraft:
    # Nothing is called here, and who sits out has a score as well.
    menu = CallMenu((), ())
    entry = score_pad.read(request.values, task.record, menu)
    if entry is None:
        refuse(m.UNKNOWN_CALL)
    entry = replace(entry, said={**entry.said, "outright": "1"}, field=entry.field or "a0")
    entry = score_pad.after(entry, request.values.get("tap", ""), task.record, menu)
    return EntryDraft(task.names, task.record, entry, Asks(), adjusts=True)


def _with_call(task: _Task, entry: DealEntry) -> EntryDraft:
    record = task.record
    doublings = tapped_call.in_order(entry.call, record)
    said = [word for word, count in doublings for _ in range(count)]
    contract = _contract(record, entry)
    tapped = replace(record, contract=contract, doubles=tuple(Doubling(word) for word in said))
    asked, by_cards = asks(tapped), False
    if record.plays and not record.rulings:
        told = evaluate(replace(tapped, end=None))
        by_cards = told.complete and (contract is None or told.result is not None)
    if by_cards and not entry.outright:
        asked = Asks(doublings=asked.doublings)
        return EntryDraft(task.names, tapped, score_pad.blank(entry.call), asked, by_cards=True)
    entry = score_pad.as_asked(entry, winners=asked.winners, record=tapped)
    return EntryDraft(task.names, tapped, entry, asked)


def _contract(record: DealRecord, entry: DealEntry) -> Contract | None:
    """Return what was tapped, with what the record says besides and no button does.

    That is teams nobody declares, or the words of an imported deal; a partner tapped takes those
    back, for they may say that there is none.
    """
    menu = call_menu(record)
    contract, known = tapped_call.contract_of(entry.call, menu), record.contract
    if contract is None or known is None:
        return contract
    return contract if entry.seats.get("partners") else tapped_call.kept(contract, known, menu)


def _is_thrown_in(draft: EntryDraft) -> bool:
    call = draft.entry.call
    return not draft.adjusts and call.who == NOBODY and call.kind == THROWN_IN


def _command(view: TableView, task: _Task, draft: EntryDraft) -> EnterDeal | Adjust:
    reason = e.REASONS.get(draft.entry.said.get("reason", ""))
    before = str((task.record.end or {}).get("reason", ""))
    if draft.entry.outright and not any(score_pad.amounts(draft.entry, draft.record)):
        raise PlainError(e.NO_AMOUNT)
    told = score_pad.told(draft.entry, draft.record, before if reason is None else tr(reason))
    if task.adjusts:
        amounts = score_pad.amounts(draft.entry, draft.record)
        return Adjust(amounts, str(told["reason"]), counts.gone(view.state))
    contract = draft.record.contract
    doubles = tuple(each.say for each in draft.record.doubles)
    as_said = sorted(doubles) == sorted(each.say for each in task.record.doubles)
    if contract is None and not draft.entry.outright:
        raise PlainError(e.NOT_COMPLETE)
    return EnterDeal(told, contract, None if as_said else doubles, task.deal or None)


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


def _show(view: TableView, task: _Task, draft: EntryDraft, wrong: Text | None = None) -> str:
    preview, missing = _preview(view, task, draft)
    screen = EntryScreen(
        heading=_heading(task),
        sub=(*closing_sub(draft, _last(view, task)), *_standing_in(view, task)),
        rows=rows(draft, preview.tags if preview is not None else ()),
        fields=_fields(task, draft),
        preview=preview,
        missing=wrong or missing,
        wrong=wrong is not None,
        about=_about(view, task),
        deal=task.deal,
        adjusts=task.adjusts,
        outright=draft.entry.outright,
        folds=folds(draft),
        further=draft.entry.further,
        back=_back(task),
    )
    return stage.sub_page("entry.html", view, screen)


def _fields(task: _Task, draft: EntryDraft) -> tuple[tuple[str, str], ...]:
    extra = [("deal", task.deal), ("adjust", "1" if task.adjusts else "")]
    return (*draft.entry.fields(), *((name, value) for name, value in extra if value))


def _heading(task: _Task) -> Text:
    if task.adjusts:
        return e.CHANGE_SCORE
    if task.deal and not task.lacks:
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


def _preview(view: TableView, task: _Task, draft: EntryDraft) -> tuple[Preview | None, Text]:
    """Return what it would come to, or what is missing or cannot be so."""
    if _is_thrown_in(draft):
        return Preview(m.THROWN_IN, ()), m.THROWN_IN
    try:
        command = _command(view, task, draft)
        events = events_of(command, view.state, _SOMETIME)
    except PlainError as error:
        nothing = not draft.entry.outright and draft.record.contract is None
        return None, missing(draft) if nothing else error.text
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


def _payments(task: _Task, command: Adjust) -> tuple[PaymentLine, ...]:
    return result_screen.payments(task.names, tuple(map(Fraction, command.amounts)))


@bp.get("/withdraw/<int:seq>")
def ask_withdraw(seq: int) -> ResponseReturnValue:
    """Ask whether a change of the score is to be taken back."""
    view = the_door().view()
    change = next((each for each in view.state.adjustments if each.seq == seq), None)
    if change is None:
        refuse(e.NO_SUCH_CHANGE, 404)
    sure = Sure(
        heading=e.WITHDRAW_ASK,
        what=e.CHANGED.format(reason=change.reason),
        gains=changed(change),
        then=e.WITHDRAW_THEN,
        action=f"/withdraw/{seq}",
        yes=e.WITHDRAW,
        back="/deals",
    )
    return stage.sub_page("sure.html", view, sure)


@bp.post("/withdraw/<int:seq>")
def withdraw(seq: int) -> ResponseReturnValue:
    """Take a change of the score back."""
    the_door().do(TakeBackChange(seq))
    return redirect("/deals", code=303)
