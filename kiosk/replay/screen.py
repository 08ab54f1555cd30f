"""One step of a replay on the screen: the same view, screens and templates as live, and controls.

One thing differs. Live an alert stays until somebody taps; here it is shown in the step in which it
began, and stands as a line below the cards after that, so that the rest of the deal can be seen.

Spoiler-free is kept here. Without `marks` nothing on the page depends on what comes after the step:
the scrubber is as long as a whole deal of this game, its marks are its tricks, and whoever taps one
that was never played comes to the end, where none of those can be tapped. Nor does it on what was
found with open cards, before somebody asked for that (`Opening.on`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import Card
from engine.dealfile.places import DEALT
from engine.events import (
    BidMade,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardMoved,
    CardPlayed,
    CardRemoved,
    CardRevealed,
    DealClosed,
    DealEntered,
    DealingTold,
    DealStarted,
    Event,
    LeadSeen,
    Note,
    QuestionLeft,
    RestClaimed,
    Ruling,
    TrickTaken,
    Undone,
)
from engine.text import NO_WORDS, Text
from firmware_bridge.cues import Outside, picture
from kiosk.replay import library
from kiosk.replay.open_cards import Opening, ToldPlay
from kiosk.replay.reel import Reel, ReplayStep, ReplayStepKind
from kiosk.screens import alert as alert_screen
from kiosk.screens import facts
from kiosk.screens import table as table_screen
from kiosk.screens.cards import bid_text, card_name, verdict_headline
from kiosk.screens.deal_end import ended
from kiosk.screens.facts import DealFacts
from kiosk.screens.table import in_play
from kiosk.screens.values import Ask
from kiosk.table.view import CameraStatus, TableView
from kiosk.words import calls as c
from kiosk.words import replay as w
from vision.sighting import TableActivity


@dataclass(frozen=True, slots=True)
class StepScreen:
    """What people saw in one step."""

    view: TableView
    template: str
    screen: object
    ask: Ask | None
    """The question to the table, where one was open."""
    stands: Text | None
    """The alert that had begun before and nobody had decided about yet."""

    def filled(self) -> dict[str, Any]:
        """Return what a live template asks for, from this step; a replay has no camera."""
        return {
            "view": self.view,
            "screen": self.screen,
            "screen_file": self.template,
            "ask": self.ask,
            "stands": self.stands,
            "backs": 0,
            "camera": None,
            "marks": (),
        }


def frame(reel: Reel, index: int) -> StepScreen:
    """Return step `index` of a deal as a screen.

    Raises:
        LookupError: the deal has no such step.
    """
    if not 0 <= index < len(reel.steps):
        raise LookupError(f"no step {index}")
    step, view = reel.steps[index], view_at(reel, index)
    waiting = alert_screen.alert(view)
    shown = view if step.alert else replace(view, outlook=replace(view.outlook, shown=()))
    template, screen = in_play(shown, reel.order)
    stands = None if waiting is None or step.alert else alert_screen.in_one_line(waiting)
    ask = None if template == "alert.html" else table_screen.ask(view)
    return StepScreen(view, template, screen, ask, stands)


def view_at(reel: Reel, index: int) -> TableView:
    """Return the picture of the table as the writer published it at a step."""
    step, state = reel.steps[index], reel.state(index)
    deal, outlook = state.last_deal, step.outlook
    seen = deal is not None and any(
        isinstance(laid.event, CardPlayed) and laid.event.source == "camera" for laid in deal.laid
    )
    view = TableView(
        version=step.seq,
        state=state,
        report=None if deal is None else deal.report,
        outlook=outlook,
        camera=CameraStatus(TableActivity.STABLE),
        # Whether results are entered by hand hangs on it: what was laid was seen by somebody.
        source="camera" if seen or reel.steps[-1].plays else "none",
    )
    alerts = facts.pending(view)
    return replace(
        view, strip=picture(state, Outside(alerts=alerts, asking=bool(outlook.questions)))
    )


def facts_at(reel: Reel, index: int) -> DealFacts:
    """Return the deal as it stood at a step."""
    state = reel.state(index)
    deal = state.last_deal
    assert deal is not None, "a reel's first step is the beginning of its deal"
    return DealFacts(deal, running=not deal.closed)


def told(reel: Reel, index: int) -> Text:
    """Return what happened in step `index`."""
    event = reel.tape.envelope(reel.steps[index].event).event
    before = facts_at(reel, index - 1) if index else None
    now = facts_at(reel, index)
    return _of_card(event, before, now) or _of_deal(event, now)


def _of_card(event: Event, before: DealFacts | None, now: DealFacts) -> Text | None:
    """Return what happened to a card, None where something else happened."""
    match event:
        case CardPlayed():
            return _laid(now, len(now.deal.laid) - 1)
        case TrickTaken():
            return w.SWEPT
        case CardCorrected(of=of):
            return _corrected(before, now, of)
        case CardConfirmed(of=of):
            return _of_play(now, of, w.CONFIRMED)
        case QuestionLeft(of=of):
            return _of_play(now, of, w.LEFT_OPEN)
        case CardInserted(card=card):
            return w.INSERTED.format(card=name_of(card))
        case CardRemoved(of=of):
            return _removed(before, of)
        case CardMoved(of=of):
            return _of_play(now, of, w.MOVED)
        case LeadSeen(of=of):
            return _of_play(now, of, w.LED)
        case CardRevealed(card=card, seat=seat):
            return w.TURNED.format(name=now.names[seat], card=name_of(card))
        case _:
            return None


def _of_deal(event: Event, now: DealFacts) -> Text:
    match event:
        case DealStarted(dealer=dealer):
            return w.DEALER.format(name=now.names[dealer])
        case DealClosed():
            return _closed(now)
        case DealEntered():
            return w.OVER if now.record.plays else w.NO_CARDS
        case Ruling(verdict=verdict, ruling=ruling):
            what = verdict_headline(now.record.game, verdict.partition(":")[0])
            return w.RULED[ruling].format(what=what)
        case Undone():
            return w.TAKEN_BACK
        case Note(text=text):
            return w.NOTED.format(text=text) if text else w.NO_REMARK
        case DealingTold(dealt=dealt):
            return c.DEALT_SO.format(how=DEALT[dealt])
        case RestClaimed(seat=seat):
            return w.CLAIMED.format(name=now.names[seat])
        case BidMade(seat=seat, say=say, contract=contract):
            said = bid_text(now.record.game, say, contract)
            return w.SPOKEN.format(name=now.names[seat], said=said)
        case _:
            return _called(now)


def _closed(now: DealFacts) -> Text:
    """Return how a deal ended; where the result says so itself, that it is over."""
    end, settled = now.record.end, now.report.result
    if end is None or (settled is not None and not settled.winners):
        return w.OVER
    return _capital(ended(end))


def _called(now: DealFacts) -> Text:
    if now.record.contract is None:
        return w.CALLED
    said = (facts.contract_line(now), *facts.doublings(now))
    return Text(de=" · ".join(t.de for t in said), en=" · ".join(t.en for t in said))


def name_of(card: Card | None) -> Text:
    """Return a card's name, also of one nobody saw."""
    return w.UNSEEN if card is None else card_name(card)


def _laid(deal: DealFacts, play: int) -> Text:
    if not 0 <= play < len(deal.deal.laid):
        return NO_WORDS
    laid = deal.deal.laid[play]
    if laid.card is None:
        return w.PLAYED_UNSEEN.format(name=deal.names[laid.seat])
    return w.PLAYED.format(name=deal.names[laid.seat], card=card_name(laid.card))


def _corrected(before: DealFacts | None, now: DealFacts, of: int) -> Text:
    play = now.deal.index_of(of)
    if before is None or play is None:
        return NO_WORDS
    laid = now.deal.laid[play]
    was = before.deal.index_of(of)
    old = None if was is None else before.deal.laid[was].card
    if old is laid.card:
        # A better look, or a word that changed only what is sure.
        return _laid(now, len(now.deal.laid) - 1)
    return w.CORRECTED.format(name=now.names[laid.seat], card=name_of(laid.card), old=name_of(old))


def _of_play(now: DealFacts, of: int, words: Text) -> Text:
    """Return what is said of a play; nothing of one that is none any more, or of a sweep."""
    play = now.deal.index_of(of)
    if play is None:
        return NO_WORDS
    laid = now.deal.laid[play]
    return words.format(name=now.names[laid.seat], card=name_of(laid.card))


def _removed(before: DealFacts | None, of: int) -> Text:
    play = None if before is None else before.deal.index_of(of)
    if before is None or play is None:
        return NO_WORDS
    return w.REMOVED.format(card=name_of(before.deal.laid[play].card))


def _capital(text: Text) -> Text:
    return Text(de=text.de[:1].upper() + text.de[1:], en=text.en[:1].upper() + text.en[1:])


SPEEDS = (1, 4, 16)
_MINUTE = 60


@dataclass(frozen=True, slots=True)
class TrickMark:
    """One trick on the scrubber."""

    number: int
    href: str | None
    """None: it was never played, as the end tells."""
    done: bool
    """Whether it was led by now."""
    now: bool
    """Whether it is the one that lies there."""
    alert: bool = False
    corrected: bool = False
    told: bool = False
    """Whether a card of it is told with open cards; then the mark leads to that card."""


@dataclass(frozen=True, slots=True)
class Jump:
    """A place worth jumping to."""

    words: Text
    href: str
    alert: bool
    """Else a correction."""
    now: bool


@dataclass(frozen=True, slots=True)
class ReplayScreen:
    """The controls of one step."""

    evening: str
    number: int
    seq: int
    card: int
    """Cards that lay by then."""
    cards: int
    """Cards of a whole deal."""
    tricks: tuple[TrickMark, ...]
    first: str | None
    """Addresses; None where there is nowhere to go."""
    back: str | None
    on: str | None
    trick_back: str | None
    trick_on: str | None
    scrub: str
    """The address that takes `card`."""
    wait: int
    """Milliseconds until the next step at speed 1."""
    note: Text
    """What happened."""
    cut: Text | None
    """That a long pause follows, and by how much it is shortened."""
    marks: bool
    toggle: str
    """The same step with marks, or without them."""
    jumps: tuple[Jump, ...]
    deals: str
    checkable: frozenset[int] = frozenset()
    """`seq` of the plays that can be put right from here."""
    opening: Opening | None = None
    """The deal with open cards; None where that is not shown."""
    told: ToldPlay | None = None
    """The card of this step, where it is told with open cards."""

    def may_check(self, seq: int) -> bool:
        """Tell whether the card of this play can be put right from here."""
        return seq in self.checkable


def replay_screen(
    reel: Reel,
    index: int,
    evening: str,
    *,
    marks: bool,
    checkable: frozenset[int] = frozenset(),
    opening: Opening | None = None,
) -> ReplayScreen:
    """Return the controls of step `index` of a deal of `evening` (its key)."""
    step, number = reel.steps[index], reel.deal.number
    opened = opening is not None and opening.on

    def at(place: int | None) -> str | None:
        if place is None or not 0 <= place < len(reel.steps):
            return None
        return library.step(evening, number, reel.steps[place].seq, marks=marks, opened=opened)

    here = at(index)
    assert here is not None
    # The next trick by its number: where it lies would tell whether it was ever played.
    following = trick_of(reel, step) + 1 if step.plays else 1
    onward = library.place(evening, number, marks=marks, opened=opened, trick=following)
    return ReplayScreen(
        evening=evening,
        number=number,
        seq=step.seq,
        card=step.plays,
        cards=max(reel.deal.report.trick_count * reel.trick_size, step.plays),
        tricks=_tricks(reel, index, evening, opening, marks=marks),
        first=at(0) if index else None,
        back=at(index - 1),
        on=at(index + 1),
        trick_back=at(trick_step(reel, index, -1)),
        trick_on=onward if index + 1 < len(reel.steps) else None,
        scrub=library.place(evening, number, marks=marks, opened=opened),
        wait=round(step.wait * 1000),
        note=told(reel, index),
        cut=cut_words(step) if index + 1 < len(reel.steps) else None,
        marks=marks,
        toggle=library.step(evening, number, step.seq, marks=not marks, opened=opened),
        jumps=_jumps(reel, index, at) if marks else (),
        deals=library.deals(evening) + ("?marks=1" if marks else ""),
        checkable=checkable,
        opening=opening,
        told=None if opening is None else opening.at(index),
    )


def trick_of(reel: Reel, step: ReplayStep) -> int:
    """Return the number of the trick that a step belongs to, from 1."""
    return max(step.plays - 1, 0) // reel.trick_size + 1


def trick_step(reel: Reel, index: int, way: int) -> int | None:
    """Return the step a trick further (`way` 1) or back (-1); None where there is none.

    Back goes to the lead of this trick first, then to the one before; behind the last trick comes
    the end, before the first the beginning.
    """
    last = len(reel.steps) - 1
    number = trick_of(reel, reel.steps[index])
    if way > 0:
        if index == last:
            return None
        onward = 1 if not reel.steps[index].plays else number + 1
        return max(reel.at_trick(onward), index + 1)
    if index == 0:
        return None
    lead = reel.at_trick(number) if reel.steps[index].plays else 0
    if lead < index:
        return lead
    return reel.at_trick(number - 1) if number > 1 else 0


def cut_words(step: ReplayStep) -> Text | None:
    """Return by how much the pause after a step is shortened."""
    if not step.cut:
        return None
    if step.cut < _MINUTE:
        return w.CUT_SECONDS.format(n=round(step.cut))
    return w.CUT_MINUTES.format(n=round(step.cut / _MINUTE))


def _tricks(
    reel: Reel, index: int, evening: str, opening: Opening | None, *, marks: bool
) -> tuple[TrickMark, ...]:
    step, deal = reel.steps[index], reel.deal
    now = trick_of(reel, step) if step.plays else 0
    count = max(deal.report.trick_count, now)
    ended = index == len(reel.steps) - 1
    alerts = _in_tricks(reel, lambda each: each.alert) if marks else frozenset()
    corrected = _in_tricks(reel, _corrects) if marks else frozenset()
    opening = opening or Opening("")

    def mark(number: int) -> TrickMark:
        told = opening.in_trick(number)
        lead = library.place(evening, deal.number, marks=marks, opened=opening.on, trick=number)
        return TrickMark(
            number,
            told.href if told is not None else None if ended and number > now else lead,
            done=number <= now,
            now=number == now,
            alert=number in alerts,
            corrected=number in corrected,
            told=told is not None,
        )

    return tuple(mark(number) for number in range(1, count + 1))


def _in_tricks(reel: Reel, which: Callable[[ReplayStep], bool]) -> frozenset[int]:
    return frozenset(trick_of(reel, step) for step in reel.steps if which(step))


def _corrects(step: ReplayStep) -> bool:
    return step.kind is ReplayStepKind.CORRECTION


def _jumps(reel: Reel, index: int, at: Callable[[int], str | None]) -> tuple[Jump, ...]:
    """Return where a finding or a correction first came up, each once a trick."""
    found: dict[tuple[bool, int], Jump] = {}
    for place, step in enumerate(reel.steps):
        href = at(place)
        if href is None or not (step.alert or _corrects(step)):
            continue
        words = w.ALERT_AT if step.alert else w.CORRECTION_AT
        number = trick_of(reel, step)
        jump = Jump(words.format(n=number), href, alert=step.alert, now=place == index)
        found.setdefault((step.alert, number), jump)
    return tuple(found.values())
