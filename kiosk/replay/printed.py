"""An evening in words, one line a card: for who has no browser at hand, and for searching."""

from __future__ import annotations

from collections.abc import Iterator

from engine.state import DealState
from engine.text import Text
from kiosk import messages as m
from kiosk.pages import alert_screen, table_screen
from kiosk.replay import lists
from kiosk.replay import words as w
from kiosk.replay.frame import frame
from kiosk.replay.library import Library
from kiosk.replay.reel import Kind, Reel, Step
from kiosk.replay.screen import trick_of
from kiosk.replay.tape import Tape
from kiosk.replay.told import told


def evening_lines(tape: Tape, library: Library) -> Iterator[Text]:
    """Yield the lines of an evening; a deal that is being played is only named."""
    heading = lists.deals_screen(tape, "", marks=False).heading
    yield heading
    for deal in tape.deals:
        yield _NOTHING
        if tape.is_running(deal):
            yield Text(
                de=f"{w.DEAL.de.format(n=deal.number)}: {w.RUNNING.de}",
                en=f"{w.DEAL.en.format(n=deal.number)}: {w.RUNNING.en}",
            )
        else:
            yield from _deal_lines(tape, deal, library.reel(tape, deal))


_NOTHING = Text(de="", en="")


def _deal_lines(tape: Tape, deal: DealState, reel: Reel) -> Iterator[Text]:
    yield _indented(0, w.DEAL.format(n=deal.number))
    trick = 0
    for index, step in enumerate(reel.steps):
        if step.kind is Kind.CARD and trick_of(reel, step) != trick:
            trick = trick_of(reel, step)
            yield _indented(2, m.TRICK.format(n=trick))
        if step.kind is not Kind.SWEEP and step.kind is not Kind.TOLD:
            yield _indented(_depth(step), told(reel, index))
        yield from _said(reel, index)
    yield from _result(tape, deal)


def _depth(step: Step) -> int:
    return 4 if step.kind in (Kind.CARD, Kind.CORRECTION) else 2


def _said(reel: Reel, index: int) -> Iterator[Text]:
    """Yield the alert and the question that began in a step."""
    step = reel.steps[index]
    if not (step.alert or step.asked):
        return
    shown = frame(reel, index)
    alert = alert_screen.alert(shown.view) if step.alert else None
    if alert is not None:
        yield _indented(4, _with("!", alert_screen.in_one_line(alert)))
        for trick in alert.tricks:
            sentence = Text(
                de=f"{trick.title.de}: {trick.sentence.de}",
                en=f"{trick.title.en}: {trick.sentence.en}",
            )
            yield _indented(6, sentence)
    ask = table_screen.ask(shown.view) if step.asked else None
    if ask is not None:
        options = [option.name for option in ask.options]
        names = Text(de=", ".join(o.de for o in options), en=", ".join(o.en for o in options))
        line = Text(
            de=f"{w.ASKED.de} {ask.trick.de}, {ask.name}: {names.de}",
            en=f"{w.ASKED.en} {ask.trick.en}, {ask.name}: {names.en}",
        )
        yield _indented(4, _with("?", line))


def _result(tape: Tape, deal: DealState) -> Iterator[Text]:
    shown = lists.result_of(tape, deal)
    points = shown.points
    said = [shown.headline, *((points,) if points is not None else ())]
    if shown.open is not None:
        said.append(shown.open)
    yield _indented(2, Text(de=" · ".join(t.de for t in said), en=" · ".join(t.en for t in said)))
    gains = ", ".join(f"{account.name} {_signed(account.amount)}" for account in shown.accounts)
    if gains:
        yield _indented(2, Text(de=gains, en=gains))


def _signed(amount: object) -> str:
    written = str(amount)
    return written if written.startswith("-") or written == "0" else f"+{written}"


def _with(sign: str, text: Text) -> Text:
    return Text(de=f"{sign} {text.de}", en=f"{sign} {text.en}")


def _indented(depth: int, text: Text) -> Text:
    return Text(de=" " * depth + text.de, en=" " * depth + text.en)
