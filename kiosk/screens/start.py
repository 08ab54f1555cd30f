"""The start of an evening: the ways to begin, the walk of questions, the question after a restart.

Each question is shown from what was chosen so far (`kiosk.screens.evening_plan`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from engine.evening.scoring import in_cents
from engine.evening.state import TableState
from engine.games import game as game_named
from engine.journal.clock import shown
from engine.rules.house_rules import NamedRules
from engine.text import PlainError, Text
from kiosk.screens import facts
from kiosk.screens.cards import game_title
from kiosk.screens.evening_plan import (
    LAST,
    MOST_DEALERS,
    OWN,
    EveningPlan,
    Offers,
    StartStep,
    as_last_time,
    choice_word,
    sizes_text,
    table_sizes,
)
from kiosk.screens.facts import contract_line
from kiosk.screens.house_rules import RulesDraft
from kiosk.screens.tournament import SeatingOffer
from kiosk.screens.values import Line, Slot, StartOption
from kiosk.table.notes import said_by_table
from kiosk.table.person_names import distinct
from kiosk.table.resumption import SAMPLE_DECK, is_old
from kiosk.table.view import TableView
from kiosk.words import pages as m
from kiosk.words import start as w
from kiosk.words.phone_camera import NEW_CODE, NO_PHONE, PHONE

_MOST_NAMES = 14
"""Names of earlier evenings offered at once, beside those that sit already."""


@dataclass(frozen=True, slots=True)
class Means:
    """What this table has to choose from."""

    games: dict[str, NamedRules]
    decks: tuple[str, ...]
    known: tuple[str, ...]
    """People of earlier evenings."""
    watched: bool
    """Whether there is a camera, or a film in its place."""
    time: Text | None
    """What is asked about the time; None where it is right."""
    start: datetime
    """Where the dials of the time stand at first."""
    must_tell: bool
    """Whether the time has to be told before an evening can begin."""
    filmed: bool = False
    """Whether the program was started with a film."""
    pluggable: bool = False
    """Whether a camera that is plugged in later is taken up: not where none was wanted."""
    looks: bool = False
    """Whether that camera is switched on already, as after it was set up."""
    phone: bool = False
    """Whether a phone can be the camera."""
    phone_awaited: bool = False
    """Whether it is one, and none was let in yet."""
    deck_told: bool = False
    """Whether the program was started with a deck: then it is not asked."""
    in_money: bool = False
    """Whether the pages show amounts in money, until the evening's start says otherwise."""


@dataclass(frozen=True, slots=True)
class WalkFrame:
    """What every question has."""

    step: StartStep
    title: Text
    now: int
    """Which question it is, from 1."""
    all: int
    back: str
    next: str


@dataclass(frozen=True, slots=True)
class RulesTold:
    """The rules of a game that matter, and how they are settled."""

    title: Text
    told: tuple[tuple[Text, Text], ...]
    """What each rule is about, and what it says."""
    options: tuple[StartOption, ...]


@dataclass(frozen=True, slots=True)
class ChoiceScreen:
    """A question that one tap answers."""

    frame: WalkFrame
    lines: tuple[Text, ...]
    options: tuple[StartOption, ...]
    skip: Text | None = None
    """What the button says that goes on without an answer."""
    rules: RulesTold | None = None
    """Those of the chosen option, which lead on; the options alone then lead nowhere else."""
    beside: StartOption | None = None
    """Another question that most people have no need of."""


@dataclass(frozen=True, slots=True)
class SeatSpot:
    """A seat in the picture of the table."""

    seat: int
    name: str
    href: str
    chosen: bool = False
    deals: bool = False


@dataclass(frozen=True, slots=True)
class StartPeopleScreen:
    """Who sits where; with `chips` names are given, without them the dealer is asked."""

    frame: WalkFrame
    spots: tuple[SeatSpot, ...]
    counts: tuple[StartOption, ...]
    chips: tuple[StartOption, ...]
    """Who may sit on the seat; whoever sits on one already leads nowhere."""
    swap: str | None
    """Address where is asked who changes places with whoever sits on the seat that was tapped."""
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

    frame: WalkFrame
    seat: int
    fields: tuple[tuple[str, str], ...]
    typed: str
    wrong: Text | None
    action: str = f"/begin/{StartStep.PEOPLE}"
    """Where the name goes."""


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

    frame: WalkFrame
    asked: Text
    dials: tuple[Dial, ...]


@dataclass(frozen=True, slots=True)
class ChosenSoFar:
    """One line of everything together."""

    title: Text
    value: Line
    href: str


@dataclass(frozen=True, slots=True)
class GoScreen:
    """Everything together, and the question to all whether the camera may look on."""

    frame: WalkFrame
    lines: tuple[ChosenSoFar, ...]
    fields: tuple[tuple[str, str], ...]
    watched: bool
    wrong: Text | None = None
    dealers: tuple[tuple[int, str], ...] = ()
    """Seat and name of each of whom one deals first: a tap on it begins; empty where that is said
    already."""


def watch(frame: WalkFrame, means: Means) -> ChoiceScreen:
    """Ask whether the camera is to be set up first."""
    phone = (StartOption("/phones/camera", PHONE, w.PHONE_LONG),) if means.phone else ()
    options: tuple[StartOption, ...]
    if not means.watched:
        options = (
            StartOption(frame.next, w.PAD_ONLY, w.PAD_ONLY_LONG, main=True),
            *phone,
            StartOption("/setup", w.CAMERA_AND_DECK, w.CAMERA_AND_DECK_LONG),
        )
        return ChoiceScreen(frame, (w.NO_CAMERA if means.pluggable else w.PAD_CHOSEN,), options)
    setup = StartOption("/setup", w.SET_CAMERA, w.SET_CAMERA_LONG)
    if means.phone_awaited:
        code = StartOption("/phones/camera", NEW_CODE, w.PHONE_LONG, main=True)
        return ChoiceScreen(frame, (NO_PHONE,), (code, setup), w.LATER)
    options = (
        StartOption(frame.next, w.WITH_CAMERA, w.WITH_CAMERA_LONG, main=True),
        setup,
        *phone,
    )
    said = w.CAMERA_LOOKS if means.looks else w.CAMERA_THERE
    return ChoiceScreen(frame, (said,), options, w.LATER)


def which_game(
    frame: WalkFrame, plan: EveningPlan, after: EveningPlan, means: Means, onwards: StartStep
) -> ChoiceScreen:
    """Ask what is played; the table's own rules stand beside the games.

    At the first start a tap on a game shows its rules and prices, and how they are settled is what
    leads on. `after` is the plan once this question is answered.
    """
    games = tuple(
        StartOption(
            replace(plan, game=key).href(StartStep.GAME)
            if plan.first
            else replace(after, game=key).href(onwards),
            choice_word(key, named),
            _of_own(key, named, told=not plan.first),
            chosen=key == plan.game,
        )
        for key, named in means.games.items()
        if key != LAST
    )
    if not plan.first:
        return ChoiceScreen(frame, (), games)
    camera = None if means.watched else StartOption(plan.href(StartStep.WATCH), w.WATCH)
    rules = _rules(after, means, onwards)
    return ChoiceScreen(frame, (), games, rules=rules, beside=camera)


def _of_own(key: str, named: NamedRules, *, told: bool) -> Text:
    """Return by how many a game is played, and by whose rules where that is `told` here."""
    people = w.PEOPLE_OF.format(n=sizes_text(named))
    if not key.startswith(OWN):
        return _told_apart(named, people) if told else people
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


def _rules(plan: EveningPlan, means: Means, onwards: StartStep) -> RulesTold:
    """Say by which rules and prices, ask for money or points, and show where both are changed."""
    named = means.games[plan.game]
    rules, definition = named.rules, game_named(named.game)
    titles = {preset.name: preset.title for preset in definition.presets}
    specs = {spec.name: spec for spec in definition.options}
    told = [
        (specs[name].meaning, specs[name].kind.say(rules.options[name]))
        for name in definition.told_first
    ]
    options = [StartOption(plan.href(onwards), w.RULES_FIT, main=True)]
    prices = [
        (said, word, costs)
        for said, word in (("1", w.FIT_MONEY), ("0", w.FIT_POINTS))
        if (costs := _costs(named, in_money=said == "1")) is not None
    ]
    if prices:
        options = [
            StartOption(replace(plan, money=said).href(onwards), word, costs, main=said == "1")
            for said, word, costs in prices
        ]
    title, href = titles[rules.preset], f"/rules/{named.game}"
    if plan.game.startswith(OWN):
        opened = RulesDraft(named.game, named.options, plan.game.removeprefix(OWN))
        title, href = choice_word(plan.game, named), opened.href()
    options.append(StartOption(href, w.RULES_LOOK, w.RULES_LATER))
    return RulesTold(title, tuple(told), tuple(options))


def _costs(named: NamedRules, *, in_money: bool) -> Text | None:
    """Say what the usual deals of a game cost; None where nothing is paid for a deal."""
    usual = game_named(named.game).usual_prices(named.rules)
    unit = in_cents(1, named.rules)
    if not usual or unit is None:
        return None
    if in_money:
        return w.COSTS_CENTS.format(prices=_prices(usual, unit))
    one = w.COSTS_POINT if usual[-1][1] == 1 else w.COSTS_POINTS
    return one.format(prices=_prices(usual, Fraction(1)))


def _prices(usual: tuple[tuple[Text, int], ...], worth: Fraction) -> Text:
    """Return "Rufspiel 20, Solo 50"."""
    said = [(title, str(price * worth)) for title, price in usual]
    return Text(
        de=", ".join(f"{title.de} {price}" for title, price in said),
        en=", ".join(f"{title.en} {price}" for title, price in said),
    )


def which_deck(
    frame: WalkFrame, plan: EveningPlan, means: Means, onwards: StartStep
) -> ChoiceScreen:
    """Ask for the deck."""
    options = [
        StartOption(
            replace(plan, deck=deck).href(onwards),
            deck,
            w.DRAWN_DECK if deck == SAMPLE_DECK else None,
            chosen=deck == plan.deck,
        )
        for deck in means.decks
    ]
    options.append(StartOption("/setup/deck", w.NEW_DECK, w.NEW_DECK_LONG))
    return ChoiceScreen(frame, (w.DECK_LONG,), tuple(options), w.LATER)


def clock(frame: WalkFrame, plan: EveningPlan, means: Means, onwards: StartStep) -> ClockScreen:
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


def _dial(plan: EveningPlan, title: Text, value: str, both: tuple[datetime, datetime]) -> Dial:
    less, more = (replace(plan, moment=_said(each)).href(StartStep.CLOCK) for each in both)
    return Dial(title, value, less, more)


def people(
    frame: WalkFrame,
    plan: EveningPlan,
    means: Means,
    at: int | None,
    seated: Callable[[EveningPlan], str] | None = None,
) -> StartPeopleScreen:
    """Ask who sits where: a seat is tapped, then a name; the next empty seat waits by itself.

    `seated` returns where the name leads that fills the last seat; None: it stays here.
    """

    def named(seat: int, name: str) -> str:
        filled = plan.with_name(seat, name).keeping(plan)
        last = plan.next_empty is not None and filled.next_empty is None
        return seated(filled) if last and seated is not None else filled.href(StartStep.PEOPLE)

    seat = plan.next_empty if at is None else at
    sizes = table_sizes(*_game_of(plan, means))
    taken = {name.casefold() for name in plan.names}
    # Whoever is seated stays in the list: no other name comes under the finger that tapped one.
    most = _MOST_NAMES + len(taken - {""})
    offered = distinct((*distinct(means.known)[:most], *plan.spare))
    occupied = seat is not None and bool(plan.names[seat])
    return StartPeopleScreen(
        frame=frame,
        spots=tuple(
            SeatSpot(each, name, plan.href(StartStep.PEOPLE, at=str(each)), chosen=each == seat)
            for each, name in enumerate(plan.names)
        ),
        counts=tuple(
            StartOption(
                plan.with_seats(n).keeping(plan).href(StartStep.PEOPLE),
                str(n),
                chosen=n == len(plan.names),
            )
            for n in sizes
        ),
        chips=tuple(
            StartOption("" if name.casefold() in taken else named(seat, name), name)
            for name in offered
        )
        if seat is not None
        else (),
        swap=plan.href(StartStep.PEOPLE, at=str(seat), swap="1") if occupied else None,
        new=None if seat is None else plan.href(StartStep.PEOPLE, at=str(seat), type="1"),
        clear=None
        if seat is None or not occupied
        else plan.with_name(seat, "").keeping(plan).href(StartStep.PEOPLE),
        unnamed=None if plan.next_empty is None else plan.href(StartStep.PEOPLE, unnamed="1"),
        hint=w.SEAT_ONE if means.watched else w.TAP_NAME,
        ready=plan.next_empty is None,
    )


def swapping(screen: StartPeopleScreen, plan: EveningPlan, seat: int) -> StartPeopleScreen:
    """Return the screen on which a tap on another seat swaps it with this one."""
    spots = tuple(
        replace(spot, href=plan.with_name(seat, spot.name).href(StartStep.PEOPLE))
        if spot.name
        else spot
        for spot in screen.spots
    )
    return replace(screen, spots=spots, chips=(), swap=None, new=None, clear=None, hint=w.SWAP_WITH)


def check_free(plan: EveningPlan, seat: int, name: str) -> None:
    """Check that a name that was typed sits nowhere else: nobody's seat is taken without a word.

    Raises:
        PlainError: somebody of this name sits on another seat.
    """
    for other, sits in enumerate(plan.names):
        if other != seat and sits.casefold() == name.casefold():
            raise PlainError(w.SITS_ALREADY.format(name=sits, n=other + 1))


def dealer(frame: WalkFrame, plan: EveningPlan, onwards: StartStep) -> StartPeopleScreen:
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
    return StartPeopleScreen(
        frame, tuple(spots), (), (), None, None, None, None, w.TAP_DEALER, ready
    )


def everything(
    frame: WalkFrame, plan: EveningPlan, means: Means, wrong: Text | None = None
) -> GoScreen:
    """Show everything together, each line with its way back."""
    again = replace(plan, alone=True)
    named = means.games[plan.game]
    word = game_title(named.game) if plan.game == LAST else choice_word(plan.game, named)
    name = "" if plan.dealer is None else plan.names[plan.dealer]
    costs = _costs(named, in_money=plan.money == "1" if plan.money else means.in_money)
    lines = [
        ChosenSoFar(w.GAME, _joined(word, costs), again.href(StartStep.GAME)),
        ChosenSoFar(w.PEOPLE, ", ".join(plan.names), again.href(StartStep.PEOPLE)),
    ]
    if plan.dealer is not None:
        lines.append(ChosenSoFar(w.DEALER, name, again.href(StartStep.DEALER)))
    if means.watched:
        lines.append(ChosenSoFar(w.DECK, plan.deck, again.href(StartStep.DECK)))
    if means.time is not None:
        moment = _moment(plan.moment) or means.start
        lines.append(ChosenSoFar(w.TIME, shown(moment), again.href(StartStep.CLOCK)))
    dealers = tuple(enumerate(plan.names)) if plan.dealer is None else ()
    return GoScreen(frame, tuple(lines), plan.fields(), means.watched, wrong, dealers)


def _joined(word: Line, costs: Text | None) -> Line:
    if costs is None:
        return word
    said = Text(de=word, en=word) if isinstance(word, str) else word
    return Text(de=f"{said.de} · {costs.de}", en=f"{said.en} · {costs.en}")


def _game_of(plan: EveningPlan, means: Means) -> tuple[str, dict[str, object]]:
    named = means.games[plan.game]
    return named.game, dict(named.options)


def fitted(plan: EveningPlan, means: Means) -> EveningPlan:
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


def missing(plan: EveningPlan, means: Means) -> tuple[StartStep, Text] | None:
    """Return the question that has no answer yet and why it needs one; None where all have."""
    empty = plan.next_empty
    if empty is not None:
        return StartStep.PEOPLE, w.NOBODY_THERE.format(n=empty + 1)
    if plan.dealer is None and (means.watched or len(plan.names) > MOST_DEALERS):
        return StartStep.DEALER, w.TAP_DEALER
    if means.must_tell and not plan.moment and means.time is not None:
        return StartStep.CLOCK, means.time
    return None


@dataclass(frozen=True, slots=True)
class FrontScreen:
    """A language at the very first start, then ways to begin."""

    title: Text
    question: Text
    fresh: bool
    """Whether nobody has begun an evening here yet."""
    ways: tuple[StartOption, ...]
    seating: SeatingOffer | None = None
    """The round of a tournament that one tap begins."""


def front(view: TableView, offers: Offers, *, spoken: bool) -> FrontScreen:
    """Return the ways to begin; "as last time" first, where there was a last time.

    `spoken`: whether a language was chosen here; it is not asked again, the ways are shown and the
    walk is one of them.
    """
    state = view.state
    show = (StartOption("/show", w.SHOW, w.SHOW_LONG),) if offers.demonstrates else ()
    if not state.seats and spoken:
        first = StartStep.WATCH if view.source == "camera" else StartStep.GAME
        href, main = EveningPlan(first=True).href(first), offers.seating is None
        walk = StartOption(href, w.SET_UP, w.SET_UP_LONG, main=main)
        return FrontScreen(w.HELLO, w.WHAT_TODAY, False, (walk, *show), offers.seating)
    if not state.seats:
        # A round would be offered in both languages and push their buttons off a small page.
        return FrontScreen(w.HELLO, w.WHICH_LANGUAGE, True, show)
    last, names = game_title(state.game), ", ".join(state.seats)
    again = as_last_time(state, offers.decks).href(StartStep.GO)
    anew = EveningPlan(names=("",) * len(state.seats)).href(StartStep.GAME)
    ways = (
        StartOption(
            again,
            w.AS_LAST_TIME,
            w.LAST_TIME.format(game=last, names=names),
            main=offers.seating is None,
        ),
        StartOption(anew, w.SET_UP, w.SET_UP_LONG),
        StartOption("/scores", w.OLD_EVENING, w.OLD_EVENING_LONG),
        StartOption("/rules", w.HOUSE_RULES, w.HOUSE_RULES_LONG),
        StartOption("/setup", w.CAMERA_AND_DECK, w.CAMERA_AND_DECK_LONG),
    )
    return FrontScreen(w.HELLO, w.WHAT_TODAY, False, (*ways, *show), offers.seating)


@dataclass(frozen=True, slots=True)
class ResumeScreen:
    """Where the evening stood, and how it may go on."""

    title: Text
    long: Text
    sub: tuple[Text | str, ...]
    lying: tuple[Slot, ...]
    """The running trick as it lay on the table; empty where none did."""
    deal: bool
    """Whether a deal was going on."""
    old: bool
    """Whether the evening is of another day: a new one is likelier meant."""
    watched: bool
    """Whether a camera can be switched on."""


def resume(view: TableView, now: datetime, *, watched: bool) -> ResumeScreen:
    """Return the question how the evening goes on."""
    state, deal = view.state, facts.running_deal(view)
    old = is_old(state.evening, now)
    names = ", ".join(state.seats)
    lost = _lost(state)
    if deal is None:
        sub = (game_title(state.game), names, _done(len(state.finished)))
        title, long = w.OLD_TITLE if old else w.TITLE, lost or w.LONG
        return ResumeScreen(title, long, sub, (), False, old, watched)
    trick = facts.lying(deal)
    number = len(deal.report.tricks) + (1 if trick is None or trick.complete else 0)
    slots = () if trick is None or trick.complete else facts.slots(view, deal, trick)
    lying = tuple(slot for slot in slots if slot.played)
    turn = deal.report.turn
    who = () if turn is None else (_turn(bool(lying)).format(name=deal.names[turn]),)
    sub = (m.DEAL_NUMBER.format(n=deal.number), contract_line(deal), *who)
    title = w.TITLE_TRICK.format(n=number) if deal.record.plays else w.TITLE_DEAL
    long = w.LONG_LYING if lying else w.LONG_DEAL
    return ResumeScreen(w.OLD_TITLE if old else title, lost or long, sub, lying, True, old, watched)


def _lost(state: TableState) -> Text | None:
    """Return what the table noted last of the evening, where nothing came after: what it lacks."""
    if not state.notes or state.notes[-1].seq != state.last_seq:
        return None
    return said_by_table(state.notes[-1].text)


def _done(deals: int) -> Text:
    return {0: w.NONE_DONE, 1: w.ONE_DONE}.get(deals, w.DEALS_DONE.format(n=deals))


def _turn(lying: bool) -> Text:
    return m.TURN if lying else m.LEADS
