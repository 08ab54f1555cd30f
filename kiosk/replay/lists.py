"""The lists of evenings and of one evening's deals; an evening in words, one line a card.

Who wants to watch an evening does not want to read how it ended: without `marks` a deal is listed
by its number and dealer alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.evening.deal import DealState
from engine.evening.report import game_won_text
from engine.text import NO_WORDS, Text
from kiosk.home.clock import day_text, time_text
from kiosk.replay import library as addresses
from kiosk.replay.library import Evening, Library
from kiosk.replay.reel import Reel, ReplayStep, ReplayStepKind, Tape, cut_after
from kiosk.replay.screen import frame, told, trick_of
from kiosk.screens import alert as alert_screen
from kiosk.screens import counting
from kiosk.screens import result as result_screen
from kiosk.screens import table as table_screen
from kiosk.screens.cards import game_title
from kiosk.screens.facts import DealFacts
from kiosk.screens.score import in_list
from kiosk.screens.values import Gain, Line, ResultScreen
from kiosk.table.view import CameraStatus, TableView
from kiosk.words import pages as m
from kiosk.words import replay as w
from kiosk.words import score_pad as e
from vision.sighting import TableActivity


@dataclass(frozen=True, slots=True)
class ReplayEveningLine:
    """One evening of the list."""

    number: int
    when: Text
    what: Text
    names: str
    href: str


@dataclass(frozen=True, slots=True)
class ReplayDealLine:
    """One deal of the list."""

    number: int
    title: Text
    sub: tuple[Line, ...]
    gains: tuple[Gain, ...]
    href: str | None
    """None for the deal that is being played."""


@dataclass(frozen=True, slots=True)
class DealsScreen:
    """The deals of an evening."""

    evening: str
    heading: Text
    lines: tuple[ReplayDealLine, ...]
    marks: bool
    toggle: str
    file: str
    head: str


def evening_lines(evenings: tuple[Evening, ...]) -> tuple[ReplayEveningLine, ...]:
    """Return the list of evenings, the newest first."""
    return tuple(
        ReplayEveningLine(
            evening.number,
            day_text(evening.began),
            game_title(evening.game),
            ", ".join(evening.seats),
            addresses.deals(evening.key),
        )
        for evening in reversed(evenings)
    )


def deals_screen(tape: Tape, evening: str, *, marks: bool) -> DealsScreen:
    """Return the deals of an evening, in their order."""
    here = addresses.deals(evening)
    day, game = day_text(tape.began), game_title(tape.final.game)
    return DealsScreen(
        evening=evening,
        heading=Text(de=f"{game.de} · {day.de}", en=f"{game.en} · {day.en}") if day.de else game,
        lines=tuple(_line(tape, deal, evening, marks=marks) for deal in tape.deals),
        marks=marks,
        toggle=here if marks else f"{here}?marks=1",
        file=addresses.file(evening),
        head=tape.head,
    )


def _line(tape: Tape, deal: DealState, evening: str, *, marks: bool) -> ReplayDealLine:
    href = addresses.deal_replay(deal.number, evening) + ("?marks=1" if marks else "")
    dealer = w.DEALER.format(name=deal.names[deal.head.dealer])
    title = w.DEAL.format(n=deal.number)
    if tape.is_running(deal):
        return ReplayDealLine(deal.number, title, (dealer, w.RUNNING), (), None)
    at = tape.envelope(deal.head.seq).at
    sub: tuple[Line, ...] = (dealer, *((time_text(at),) if time_text(at) else ()))
    if not marks:
        return ReplayDealLine(deal.number, title, sub, (), href)
    shown = result_of(tape, deal)
    called = deal.record.contract is not None
    contract = shown.contract if called else shown.headline
    note = counting.note(counting.counted(tape.final), deal)
    counted_so = () if note is None else (note,)
    return ReplayDealLine(
        deal.number,
        Text(de=f"{title.de} · {contract.de}", en=f"{title.en} · {contract.en}"),
        (
            *((shown.headline,) if called else ()),
            *game_of(tape, deal),
            *shown.notes,
            *counted_so,
            *sub,
        ),
        in_list(counting.counted(tape.final), deal, shown),
        href,
    )


def result_of(tape: Tape, deal: DealState) -> ResultScreen:
    """Return how a deal ended, as the result page said it."""
    state = cut_after(tape.final, deal.id)
    camera = CameraStatus(TableActivity.STABLE)
    view = TableView(version=tape.last_seq, state=state, report=deal.report, camera=camera)
    return result_screen.result(view, DealFacts(deal, running=False))


def game_of(tape: Tape, deal: DealState) -> tuple[Text, ...]:
    """Return what a deal counted in a game of several, and how that stands; none where none is."""
    settled = deal.result
    if settled is None or settled.game_points is None:
        return ()
    names = [deal.names[seat] for seat in settled.winners]
    others = [name for name in deal.names if name not in names]
    winners, losers = result_screen.join(tuple(names)), result_screen.join(tuple(others))
    gain = max(settled.game_points)
    counted = (e.GAIN_POINT if gain == 1 else e.GAIN_POINTS).format(names=winners, n=gain)
    if deal.game_won is not None:
        return counted, game_won_text(deal.game_won)
    team, stands = settled.game_points.index(gain), cut_after(tape.final, deal.id).carry.game_points
    to, ours, theirs = deal.head.rules.options["game_to"], stands[team], stands[1 - team]
    said = w.GAME_STANDS.format(to=to, winners=winners, ours=ours, losers=losers, theirs=theirs)
    return counted, said


def printed_lines(tape: Tape, library: Library) -> Iterator[Text]:
    """Yield the lines of an evening; a deal that is being played is only named."""
    heading = deals_screen(tape, "", marks=False).heading
    yield heading
    for deal in tape.deals:
        yield NO_WORDS
        if tape.is_running(deal):
            yield Text(
                de=f"{w.DEAL.de.format(n=deal.number)}: {w.RUNNING.de}",
                en=f"{w.DEAL.en.format(n=deal.number)}: {w.RUNNING.en}",
            )
        else:
            yield from _deal_lines(tape, deal, library.reel(tape, deal))


def _deal_lines(tape: Tape, deal: DealState, reel: Reel) -> Iterator[Text]:
    yield _indented(0, w.DEAL.format(n=deal.number))
    trick = 0
    for index, step in enumerate(reel.steps):
        if step.kind is ReplayStepKind.CARD and trick_of(reel, step) != trick:
            trick = trick_of(reel, step)
            yield _indented(2, m.TRICK.format(n=trick))
        if step.kind is not ReplayStepKind.SWEEP and step.kind is not ReplayStepKind.TOLD:
            yield _indented(_depth(step), told(reel, index))
        yield from _said(reel, index)
    yield from _result(tape, deal)


def _depth(step: ReplayStep) -> int:
    return 4 if step.kind in (ReplayStepKind.CARD, ReplayStepKind.CORRECTION) else 2


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
    shown = result_of(tape, deal)
    points = shown.points
    said = [shown.headline, *((points,) if points is not None else ())]
    if shown.open is not None:
        said.append(shown.open)
    yield _indented(2, Text(de=" · ".join(t.de for t in said), en=" · ".join(t.en for t in said)))
    game = game_of(tape, deal)
    paid = () if game or not any(each.amount for each in shown.accounts) else shown.accounts
    gains = ", ".join(f"{account.name} {_signed(account.amount)}" for account in paid)
    for line in game or ((Text(de=gains, en=gains),) if gains else ()):
        yield _indented(2, line)
    for said_beside in result_screen.beside(deal):
        yield _indented(2, said_beside)


def _signed(amount: object) -> str:
    written = str(amount)
    return written if written.startswith("-") or written == "0" else f"+{written}"


def _with(sign: str, text: Text) -> Text:
    return Text(de=f"{sign} {text.de}", en=f"{sign} {text.en}")


def _indented(depth: int, text: Text) -> Text:
    return Text(de=" " * depth + text.de, en=" " * depth + text.en)
