"""What each question of the walk shows, from the choices made so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.clock import shown
from engine.games import game as game_named
from engine.rules_toml import NamedRules
from engine.text import Text
from kiosk.pages.catalogue import game_title
from kiosk.welcome import words as w
from kiosk.welcome.offers import OWN, choice_word, sizes_text, table_sizes
from kiosk.welcome.plan import LAST, Plan, Step

_MOST_NAMES = 14
"""Names of earlier evenings offered at once: two columns on the smallest screen."""
Line = Text | str


@dataclass(frozen=True, slots=True)
class Means:
    """What this table has to choose from."""

    games: dict[str, NamedRules]
    decks: tuple[str, ...]
    known: tuple[str, ...]
    """People of earlier evenings."""
    watched: bool
    """Whether there is a camera."""
    time: Text | None
    """What is asked about the time; None where it is right."""
    start: datetime
    """Where the dials of the time stand at first."""
    must_tell: bool
    """Whether the time has to be told before an evening can begin."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What every question has."""

    step: Step
    title: Text
    now: int
    """Which question it is, from 1."""
    all: int
    back: str
    next: str


@dataclass(frozen=True, slots=True)
class Option:
    """One large button."""

    href: str
    word: Line
    note: Line | None = None
    chosen: bool = False
    main: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceScreen:
    """A question that one tap answers."""

    frame: Frame
    lines: tuple[Text, ...]
    options: tuple[Option, ...]
    skip: Text | None = None
    """What the button says that goes on without an answer."""


@dataclass(frozen=True, slots=True)
class SeatSpot:
    """A seat in the picture of the table."""

    seat: int
    name: str
    href: str
    chosen: bool = False
    deals: bool = False


@dataclass(frozen=True, slots=True)
class PeopleScreen:
    """Who sits where; with `chips` names are given, without them the dealer is asked."""

    frame: Frame
    spots: tuple[SeatSpot, ...]
    counts: tuple[Option, ...]
    chips: tuple[Option, ...]
    new: str | None
    """Address of the page where a name is typed."""
    clear: str | None
    unnamed: str | None
    hint: Text
    ready: bool
    wrong: Text | None = None


@dataclass(frozen=True, slots=True)
class NameScreen:
    """A name is typed."""

    frame: Frame
    seat: int
    fields: tuple[tuple[str, str], ...]
    typed: str
    wrong: Text | None


@dataclass(frozen=True, slots=True)
class Dial:
    """One part of the time with its two buttons."""

    title: Text
    value: str
    less: str
    more: str


@dataclass(frozen=True, slots=True)
class ClockScreen:
    """What time it is."""

    frame: Frame
    asked: Text
    dials: tuple[Dial, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """One line of everything together."""

    title: Text
    value: Line
    href: str


@dataclass(frozen=True, slots=True)
class GoScreen:
    """Everything together, and the question to all whether the camera may look on."""

    frame: Frame
    lines: tuple[Chosen, ...]
    fields: tuple[tuple[str, str], ...]
    watched: bool
    wrong: Text | None = None


def about(frame: Frame) -> ChoiceScreen:
    """Say in two sentences what this is."""
    return ChoiceScreen(frame, (w.WHAT_IT_DOES, w.WHAT_IT_KEEPS), (), w.NEXT)


def watch(frame: Frame, means: Means) -> ChoiceScreen:
    """Ask whether the camera is to be set up first."""
    if not means.watched:
        options = (
            Option(frame.next, w.PAD_ONLY, w.PAD_ONLY_LONG, main=True),
            Option("/setup", w.CAMERA_AND_DECK, w.CAMERA_AND_DECK_LONG),
        )
        return ChoiceScreen(frame, (w.NO_CAMERA,), options)
    options = (
        Option(frame.next, w.WITH_CAMERA, w.WITH_CAMERA_LONG, main=True),
        Option("/setup", w.SET_CAMERA, w.SET_CAMERA_LONG),
    )
    return ChoiceScreen(frame, (w.CAMERA_THERE,), options, w.LATER)


def which_game(frame: Frame, plan: Plan, means: Means, onwards: Step) -> ChoiceScreen:
    """Ask what is played; the table's own rules stand beside the games."""
    options = [
        Option(
            replace(plan, game=key).href(onwards),
            choice_word(key, named),
            _of_own(key, named),
            chosen=key == plan.game,
        )
        for key, named in means.games.items()
        if key != LAST
    ]
    return ChoiceScreen(frame, (), tuple(options))


def _of_own(key: str, named: NamedRules) -> Text:
    people = w.PEOPLE_OF.format(n=sizes_text(named))
    if not key.startswith(OWN):
        return _told_apart(named, people)
    title = w.OWN_RULES_OF.format(game=game_title(named.game))
    return Text(de=f"{title.de} · {people.de}", en=f"{title.en} · {people.en}")


def _told_apart(named: NamedRules, people: Text) -> Text:
    """Return by whose rules a game is played, where its preset says so after a comma."""
    titles = {preset.name: preset.title for preset in game_named(named.game).presets}
    title = titles[named.rules.preset]
    rules = Text(de=title.de.partition(", ")[2], en=title.en.partition(", ")[2])
    if not (rules.de and rules.en):
        return people
    return Text(de=f"{rules.de} · {people.de}", en=f"{rules.en} · {people.en}")


def which_rules(frame: Frame, plan: Plan, means: Means) -> ChoiceScreen:
    """Say by which rules, and where they can be changed."""
    named = means.games[plan.game]
    titles = {preset.name: preset.title for preset in game_named(named.game).presets}
    options = (
        Option(frame.next, w.RULES_FIT, titles[named.rules.preset], main=True),
        Option(f"/rules/{named.game}", w.RULES_LOOK),
    )
    return ChoiceScreen(frame, (w.RULES_LATER,), options)


def which_deck(frame: Frame, plan: Plan, means: Means, onwards: Step) -> ChoiceScreen:
    """Ask for the deck."""
    options = [
        Option(replace(plan, deck=deck).href(onwards), deck, chosen=deck == plan.deck)
        for deck in means.decks
    ]
    options.append(Option("/setup/deck", w.NEW_DECK, w.NEW_DECK_LONG))
    return ChoiceScreen(frame, (w.DECK_LONG,), tuple(options), w.LATER)


def clock(frame: Frame, plan: Plan, means: Means, onwards: Step) -> ClockScreen:
    """Ask for the time, part by part."""
    assert means.time is not None
    moment = _moment(plan.moment) or means.start
    told = replace(plan, moment=_said(moment)).href(onwards)
    dials = [
        _dial(plan, w.TIME_PARTS["day"], f"{moment.day:02}", _shifted(moment, hours=24)),
        _dial(plan, w.TIME_PARTS["month"], f"{moment.month:02}", _months(moment, 1)),
        _dial(plan, w.TIME_PARTS["year"], str(moment.year), _months(moment, 12)),
        _dial(plan, w.TIME_PARTS["hour"], f"{moment.hour:02}", _shifted(moment, hours=1)),
        _dial(plan, w.TIME_PARTS["tens"], f"{moment.minute // 10}", _shifted(moment, minutes=10)),
        _dial(plan, w.TIME_PARTS["minute"], f"{moment.minute % 10}", _shifted(moment, minutes=1)),
    ]
    return ClockScreen(replace(frame, next=told), means.time, tuple(dials))


def _said(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")[:16]


def _moment(said: str) -> datetime | None:
    try:
        return datetime.fromisoformat(said) if said else None
    except ValueError:
        return None


def _shifted(moment: datetime, hours: int = 0, minutes: int = 0) -> tuple[datetime, datetime]:
    step = timedelta(hours=hours, minutes=minutes)
    return moment - step, moment + step


def _months(moment: datetime, months: int) -> tuple[datetime, datetime]:
    return _month(moment, -months), _month(moment, months)


def _month(moment: datetime, months: int) -> datetime:
    """Return the same day of another month, its last one where it is shorter."""
    years, month = divmod(moment.month - 1 + months, 12)
    first = moment.replace(year=moment.year + years, month=month + 1, day=1)
    after = first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1)
    return first.replace(day=min(moment.day, (after - first).days))


def _dial(plan: Plan, title: Text, value: str, both: tuple[datetime, datetime]) -> Dial:
    less, more = (replace(plan, moment=_said(each)).href(Step.CLOCK) for each in both)
    return Dial(title, value, less, more)


def people(frame: Frame, plan: Plan, means: Means, at: int | None) -> PeopleScreen:
    """Ask who sits where: a seat is tapped, then a name; the next empty seat waits by itself."""
    seat = plan.next_empty if at is None else at
    sizes = table_sizes(*_game_of(plan, means))
    taken = {name.casefold() for name in plan.names}
    free = [name for name in means.known if name.casefold() not in taken]
    occupied = seat is not None and bool(plan.names[seat])
    return PeopleScreen(
        frame=frame,
        spots=tuple(
            SeatSpot(each, name, plan.href(Step.PEOPLE, at=str(each)), chosen=each == seat)
            for each, name in enumerate(plan.names)
        ),
        counts=tuple(
            Option(
                plan.with_seats(n).href(Step.PEOPLE),
                str(n),
                chosen=n == len(plan.names),
            )
            for n in sizes
        ),
        chips=tuple(
            Option(plan.with_name(seat, name).href(Step.PEOPLE), name)
            for name in free[:_MOST_NAMES]
        )
        if seat is not None
        else (),
        new=None if seat is None else plan.href(Step.PEOPLE, at=str(seat), type="1"),
        clear=None if seat is None or not occupied else plan.with_name(seat, "").href(Step.PEOPLE),
        unnamed=None if plan.next_empty is None else plan.href(Step.PEOPLE, unnamed="1"),
        hint=w.SEAT_ONE if means.watched else w.TAP_NAME,
        ready=plan.next_empty is None,
    )


def dealer(frame: Frame, plan: Plan, onwards: Step) -> PeopleScreen:
    """Ask who deals first."""
    spots = [
        SeatSpot(
            seat,
            name,
            replace(plan, dealer=seat).href(onwards),
            deals=seat == plan.dealer,
        )
        for seat, name in enumerate(plan.names)
    ]
    ready = plan.dealer is not None
    return PeopleScreen(frame, tuple(spots), (), (), None, None, None, w.TAP_DEALER, ready)


def everything(frame: Frame, plan: Plan, means: Means, wrong: Text | None = None) -> GoScreen:
    """Show everything together, each line with its way back."""
    again = replace(plan, alone=True)
    named = means.games[plan.game]
    word = game_title(named.game) if plan.game == LAST else choice_word(plan.game, named)
    name = "" if plan.dealer is None else plan.names[plan.dealer]
    lines = [
        Chosen(w.GAME, word, again.href(Step.GAME)),
        Chosen(w.PEOPLE, ", ".join(plan.names), again.href(Step.PEOPLE)),
        Chosen(w.DEALER, name, again.href(Step.DEALER)),
    ]
    if means.watched:
        lines.append(Chosen(w.DECK, plan.deck, again.href(Step.DECK)))
    if means.time is not None:
        moment = _moment(plan.moment) or means.start
        lines.append(Chosen(w.TIME, shown(moment), again.href(Step.CLOCK)))
    return GoScreen(frame, tuple(lines), plan.fields(), means.watched, wrong)


def _game_of(plan: Plan, means: Means) -> tuple[str, dict[str, object]]:
    named = means.games[plan.game]
    return named.game, dict(named.options)


def fitted(plan: Plan, means: Means) -> Plan:
    """Return the plan with a game and a deck that there are, and as many seats as the game has."""
    game = plan.game if plan.game in means.games else next(iter(means.games))
    deck = plan.deck if plan.deck in means.decks else means.decks[0]
    fit = replace(plan, game=game, deck=deck, moment=plan.moment if means.time is not None else "")
    sizes = table_sizes(*_game_of(fit, means))
    if len(fit.names) in sizes:
        return fit
    named = sum(map(bool, fit.names))
    return fit.with_seats(_nearest(sizes, max(named, 4)))


def _nearest(sizes: Sequence[int], wanted: int) -> int:
    return min(sizes, key=lambda size: (abs(size - wanted), -size))


def missing(plan: Plan, means: Means) -> tuple[Step, Text] | None:
    """Return the question that has no answer yet and why it needs one; None where all have."""
    empty = plan.next_empty
    if empty is not None:
        return Step.PEOPLE, w.NOBODY_THERE.format(n=empty + 1)
    if plan.dealer is None:
        return Step.DEALER, w.TAP_DEALER
    if means.must_tell and not plan.moment and means.time is not None:
        return Step.CLOCK, means.time
    return None
