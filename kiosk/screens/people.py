"""People at a running evening's table: the start's picture of the table, and what can change at it.

A seat is tapped, then who sits there now, who changes places with whom, or who stands in. The seats
as they are tapped travel in the address until they are taken; everything else holds at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from engine.evening.state import TableState
from engine.text import Text
from kiosk.screens import counting, start
from kiosk.screens.cards import game_title
from kiosk.screens.evening_plan import EveningPlan, GameChoice, StartStep
from kiosk.screens.start import Means, StartPeopleScreen, WalkFrame
from kiosk.screens.values import StartOption, sentences
from kiosk.table.evening_orders import may_sit_out
from kiosk.words import pages as m
from kiosk.words import score_pad as e
from kiosk.words import start as w

WHERE = "/people"


@dataclass(frozen=True, slots=True)
class SeatingPlan(EveningPlan):
    """The seats as they are tapped while an evening runs."""

    def href(self, step: StartStep, **more: str) -> str:
        """Return the address of the page with these seats; there is one question alone."""
        return f"{WHERE}?{urlencode([*self.fields(), *more.items()])}"


@dataclass(frozen=True, slots=True)
class SeatAct:
    """What one tap does about a seat."""

    action: str
    word: Text
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PeopleScreen:
    """The table from above, and what can be changed about the seat that was tapped, or at all."""

    picker: StartPeopleScreen
    sub: tuple[Text, ...]
    heading: str
    """Who sits on the seat that was tapped; empty where none was."""
    acts: tuple[SeatAct, ...]
    helps: str | None
    """Address where is asked who stands in for whoever sits there."""
    question: Text | None
    """What is asked about whoever sits there."""
    games: tuple[GameChoice, ...]
    """The games to go on with, where they were asked for."""
    fields: tuple[tuple[str, str], ...]
    """The seats as the form sends them."""
    changed: bool
    """Whether the seats are other ones than those people sit on."""
    paused: bool
    begins: Text | None
    """What is otherwise from the next deal on: who sits out, how it is counted."""
    wrong: Text | None


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """What was tapped besides the seats."""

    at: int | None = None
    helps: bool = False
    helper: str = ""
    """Who stands in, once that was tapped."""
    game: bool = False
    swap: bool = False


def people(
    state: TableState,
    plan: SeatingPlan,
    means: Means,
    asked: SeatQuestion,
    games: Sequence[GameChoice],
    wrong: Text | None = None,
) -> PeopleScreen:
    """Return the screen."""
    frame = WalkFrame(StartStep.PEOPLE, e.PEOPLE_LONG, 1, 1, "/", "/")
    picker = start.people(frame, plan, means, asked.at)
    dealer = state.next_dealer if state.deal is None else state.deal.head.dealer
    spots = tuple(
        replace(spot, deals=spot.name == state.seats[dealer], chosen=spot.seat == asked.at)
        for spot in picker.spots
    )
    picker = replace(picker, spots=spots, unnamed=None)
    seat = asked.at if asked.at is not None and plan.names[asked.at] else None
    sits = seat is not None and seat < len(state.seats) and state.seats[seat] == plan.names[seat]
    own = seat if sits else None
    if seat is not None:
        picker = replace(picker, chips=tuple(chip for chip in picker.chips if chip.href))
    if seat is not None and asked.swap:
        picker = start.swapping(picker, plan, seat)
    if asked.helper:
        picker = replace(picker, chips=(), swap=None, new=None, clear=None)
    elif own is not None and asked.helps:
        picker = _helpers(picker, plan, own)
    return PeopleScreen(
        picker=picker,
        sub=_sub(state, dealer),
        heading="" if seat is None else plan.names[seat],
        acts=() if asked.swap or asked.helps else _acts(state, own, asked),
        helps=None
        if own is None or asked != SeatQuestion(own) or own in state.substitutes
        else plan.href(StartStep.PEOPLE, at=str(own), helps="1"),
        question=_question(plan, seat, asked),
        games=tuple(games) if asked.game else (),
        fields=plan.fields(),
        changed=plan.names != state.seats,
        paused=state.paused is not None,
        begins=_out_from_next(state) or counting.begins(state),
        wrong=wrong,
    )


def _helpers(picker: StartPeopleScreen, plan: SeatingPlan, seat: int) -> StartPeopleScreen:
    """Return the picker as it asks who stands in for whoever sits there."""
    chips = tuple(
        StartOption(plan.href(StartStep.PEOPLE, at=str(seat), helper=str(chip.word)), chip.word)
        for chip in picker.chips
    )
    new = plan.href(StartStep.PEOPLE, at=str(seat), type="1", helps="1")
    return replace(picker, chips=chips, swap=None, new=new, clear=None)


def _question(plan: SeatingPlan, seat: int | None, asked: SeatQuestion) -> Text | None:
    if seat is None:
        return None
    if asked.swap:
        return w.SWAP_WITH
    return e.HELPER_FOR if asked.helps else None


def _sub(state: TableState, dealer: int) -> tuple[Text, ...]:
    lines = [game_title(state.game), m.DEALER.format(name=state.seats[dealer])]
    out = state.next_out() if state.deal is None else state.deal.head.out
    lines += [m.SITTING_OUT.format(name=state.seats[seat]) for seat in out]
    lines += [
        e.HELPS.format(helper=each.name, name=state.seats[seat])
        for seat, each in sorted(state.substitutes.items())
    ]
    return tuple(lines)


def _out_from_next(state: TableState) -> Text | None:
    """Return who chose to sit out and plays the running deal to its end."""
    if state.deal is None:
        return None
    later = [seat for seat in state.sits_out if seat not in state.deal.head.out]
    said = [e.OUT_FROM_NEXT.format(name=state.seats[seat]) for seat in later]
    return sentences(*said) if said else None


def _acts(state: TableState, seat: int | None, asked: SeatQuestion) -> tuple[SeatAct, ...]:
    """Return what a tap does about who sits there: come back, sit out, be stood in for."""
    if seat is None:
        return tuple(_back(state, each) for each in sorted(state.substitutes))
    name = state.seats[seat]
    if asked.helper:
        return tuple(
            SeatAct(
                f"{WHERE}/substitute",
                words.format(helper=asked.helper, name=name),
                (("seat", str(seat)), ("helper", asked.helper), ("scores", scores)),
            )
            for scores, words in e.COUNTS.items()
        )
    acts = [_back(state, seat)] if seat in state.substitutes else []
    out = seat in state.sits_out
    if out or may_sit_out(state, seat):
        words = (e.PLAY_AGAIN if out else e.SIT_OUT).format(name=name)
        acts.append(
            SeatAct(f"{WHERE}/out", words, (("seat", str(seat)), ("out", "" if out else "1")))
        )
    return tuple(acts)


def _back(state: TableState, seat: int) -> SeatAct:
    words = e.IS_BACK.format(name=state.seats[seat])
    return SeatAct(f"{WHERE}/back", words, (("seat", str(seat)),))
