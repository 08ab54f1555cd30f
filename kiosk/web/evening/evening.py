"""The evening's pages: standings, deals, course, earlier evenings (PAGES 2.6 and 2.7).

The address names an earlier evening; without a name a page is about the one at the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import cast

from flask import Blueprint, current_app, render_template, request
from flask.typing import ResponseReturnValue

from engine.evening.deal import DealState
from engine.evening.report import Due
from engine.evening.state import TableState, person_keys
from engine.text import Language, Text
from kiosk.director.outlook import NO_OUTLOOK
from kiosk.exports import chart
from kiosk.exports.evening_backup import Backups
from kiosk.exports.paper import certificate
from kiosk.exports.past_evenings import NO_SUCH_EVENING, Past, PastEvenings, begun
from kiosk.home.clock import TableClock, iso_day
from kiosk.home.data_folder import Home
from kiosk.home.region import in_region
from kiosk.integrations.rulings import RulingDesk
from kiosk.replay.analyses import Analyses
from kiosk.replay.library import NOW, deal_replay
from kiosk.replay.reel import Recall
from kiosk.screens import counting
from kiosk.screens import result as result_screen
from kiosk.screens.evening_list import Book, book, remarkable
from kiosk.screens.facts import DealFacts
from kiosk.screens.rulings import RulingLines, ruling_lines
from kiosk.screens.score import DealList, Listed, ScoreScreen, listed, scores, subtitle
from kiosk.screens.values import ResultScreen
from kiosk.table.forgetting import Forgetting
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import preferences, refuse, the_door
from kiosk.web.language import language
from kiosk.words import evening as p

EXTENSION = "evening"
"""Under this name an application holds its `EveningService`."""


@dataclass(frozen=True, slots=True)
class NameService:
    """What the page of names works with."""

    home: Home | None = None
    """Whose files are looked through for a name; None: there are none."""
    forgetting: Forgetting = field(default_factory=lambda: Forgetting(TableClock()))


@dataclass(frozen=True, slots=True)
class EveningService:
    """What the pages of evenings work with."""

    past: PastEvenings = field(default_factory=PastEvenings)
    """The evenings of the journal."""
    exports: Path | None = None
    """Where files go that are taken home without a stick; None: nowhere."""
    recall: Recall = field(default_factory=Recall)
    """How a replay works out again what was shown."""
    backups: Backups | None = None
    """The table's backups; None: there is nothing to back up."""
    between: Callable[[Callable[[], object]], None] | None = None
    """Has something done while no table runs; None: nothing can be done then."""
    names: NameService = field(default_factory=NameService)
    analyses: Analyses = field(default_factory=Analyses)
    """Deals with open cards."""
    seal: Callable[[str], str] = lambda head: ""
    """Returns what vouches for a head hash on paper; empty where the table has no key."""
    rulings: RulingDesk = field(default_factory=RulingDesk)
    """What the organiser of a tournament ruled."""

    def ruled(self, state: TableState) -> RulingLines:
        """Return what was ruled of an evening, in lines."""
        return ruling_lines(state, self.rulings.newest)


def service() -> EveningService:
    """Return what these pages work with."""
    return cast(EveningService, current_app.extensions[EXTENSION])


@dataclass(frozen=True, slots=True)
class ChosenEvening:
    """The evening a page shows."""

    view: TableView
    """The table's newest picture; with that evening's state where it is an earlier one."""
    seq: int
    """Of its begin; 0 before the first evening."""
    began: str
    """RFC 3339; empty where only the table itself knows of it."""
    earlier: bool
    replay: str = NOW
    """What stands for the evening in a replay's address."""

    @property
    def query(self) -> str:
        """What addresses carry along so that they stay with an earlier evening."""
        return f"?evening={self.seq}" if self.earlier else ""

    @property
    def any(self) -> bool:
        """Whether there is an evening at all."""
        return bool(self.seq)

    def book(self, head: str = "") -> Book:
        """Return the evening as a list, in the table's words."""
        region = preferences().region.choice
        listed = book(self.view.state, began=self.began, head=head)
        listed = listed.in_cents() if preferences().in_money() else listed
        return listed.worded(lambda said: in_region(said, region, self.view.state.seats))


def chosen() -> ChosenEvening:
    """Return the evening the request names (`evening`, the `seq` of its begin), else the newest.

    A request for one that is not there ends with 404 and a sentence.
    """
    view = the_door().view()
    now, asked = begun(view.state), request.args.get("evening", "")
    if asked and asked != str(now):
        past = past_evenings().evening(int(asked)) if re.fullmatch("[0-9]{1,15}", asked) else None
        if past is None:
            refuse(NO_SUCH_EVENING, 404)
        shown = _as_it_was(view, past.state)
        return ChosenEvening(shown, past.seq, past.at, earlier=True, replay=str(past.number))
    began = past_evenings().began(now)
    return ChosenEvening(view, now, began, earlier=False)


def _as_it_was(view: TableView, state: TableState) -> TableView:
    """Return a picture with an earlier evening in it: nothing of the running deal shows."""
    shown = replace(view, outlook=NO_OUTLOOK, said={}, report=None)
    return replace(shown, state=state)


def past_evenings() -> PastEvenings:
    """Return the journal's evenings."""
    return service().past


@dataclass(frozen=True, slots=True)
class Tab:
    """One page of the evening in the bar of all of them."""

    key: str
    word: Text
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class EveningFrame:
    """What all pages of an evening have around them."""

    tabs: tuple[Tab, ...]
    heading: Text
    day: str
    """ISO date of an earlier evening; empty for the one at the table."""
    query: str
    running: bool
    """Whether it is the evening at the table and goes on."""


def frame(chosen: ChosenEvening, here: str) -> EveningFrame:
    """Return the bar of the evening's pages, `here` open."""
    tabs = [
        Tab(key, word, href + ("" if key == "evenings" else chosen.query), key == here)
        for key, word, href in p.TABS
    ]
    return EveningFrame(
        tabs=tuple(tabs),
        heading=next(tab.word for tab in tabs if tab.here),
        day=iso_day(chosen.began) if chosen.earlier else "",
        query=chosen.query,
        running=not chosen.earlier and chosen.view.state.running,
    )


@dataclass(frozen=True, slots=True)
class ScoresPage:
    """The standings."""

    frame: EveningFrame
    scores: ScoreScreen


def scores_page(chosen: ChosenEvening) -> ScoresPage:
    """Return who stands where."""
    return ScoresPage(frame(chosen, "scores"), scores(chosen.view))


@dataclass(frozen=True, slots=True)
class DealsPage:
    """The list of deals."""

    frame: EveningFrame
    list: DealList
    converted: Text | None = None
    """That some of them are converted to the unit of the newest."""


def deals_page(chosen: ChosenEvening) -> DealsPage:
    """Return the deals and changes, the newest first."""
    shown = counting.converted(counting.counted(chosen.view.state))
    return DealsPage(frame(chosen, "deals"), listed(chosen.view), shown)


@dataclass(frozen=True, slots=True)
class DealPage:
    """One finished deal of the list."""

    frame: EveningFrame
    result: ResultScreen
    line: Listed
    replay: str
    """Address of its replay; empty where no card was seen."""
    correct: str
    """Address where it is corrected; empty where it cannot be any more."""
    remark: str
    """Address of its remark; empty where none can be written any more."""
    before: str
    """Address of the deal before it; empty for the first."""
    after: str


def deal_page(chosen: ChosenEvening, name: str) -> DealPage | None:
    """Return a finished deal of the evening by its id; None where there is none."""
    finished = chosen.view.state.finished
    place = next((at for at, deal in enumerate(finished) if deal.id == name), None)
    if place is None:
        return None
    deal = finished[place]
    line = next(each for each in listed(chosen.view).lines if each.deal == name)
    shown = result_screen.result(chosen.view, DealFacts(deal, running=False))

    def address(at: int) -> str:
        there = 0 <= at < len(finished)
        return f"/deals/{finished[at].id}{chosen.query}" if there else ""

    around = frame(chosen, "deals")
    return DealPage(
        frame=around,
        result=_as_it_stood(shown, book(chosen.view.state, rules=deal.head.rules), deal),
        line=line,
        replay=deal_replay(deal.number, chosen.replay) if deal.laid else "",
        correct="" if chosen.earlier else f"/enter?deal={deal.id}",
        remark="" if chosen.earlier else f"/remark?deal={deal.id}",
        before=address(place - 1),
        after=address(place + 1),
    )


def _as_it_stood(shown: ResultScreen, kept: Book, deal: DealState) -> ResultScreen:
    """Put the standing after that very deal beside what it gave."""
    till = [line for line in kept.lines if line.seq <= deal.head.seq]
    stood = {
        person.key: sum((line.gains[at] or Fraction(0) for line in till), Fraction(0))
        for at, person in enumerate(kept.people)
    }
    accounts = tuple(
        replace(account, total=stood.get(key, account.total))
        for account, key in zip(shown.accounts, person_keys(deal.names), strict=False)
    )
    return replace(shown, accounts=accounts)


@dataclass(frozen=True, slots=True)
class CoursePage:
    """The balance chart and what settles the evening."""

    frame: EveningFrame
    sub: Text
    wide: str
    """The chart as SVG; empty before the first line."""
    tall: str
    """The same for a telephone."""
    facts: tuple[Text, ...]
    dues: tuple[Due, ...] | None


def course_page(chosen: ChosenEvening, language: Language) -> CoursePage:
    """Return how the evening went."""
    if not chosen.any:
        return CoursePage(frame(chosen, "evening"), p.NO_COURSE, "", "", (), None)
    listed_ = chosen.book()
    drawn = bool(listed_.lines)
    return CoursePage(
        frame=frame(chosen, "evening"),
        sub=subtitle(listed_),
        wide=chart.svg(listed_, language, "dark", chart.SQUAT) if drawn else "",
        tall=chart.svg(listed_, language, "dark", chart.TALL) if drawn else "",
        facts=tuple(remarkable(listed_)),
        dues=listed_.dues,
    )


@dataclass(frozen=True, slots=True)
class PastEveningLine:
    """One evening of the journal."""

    seq: int
    """Of its begin; names it in addresses."""
    day: str
    """ISO date."""
    sub: Text
    people: str
    winners: str
    """Who had most, where anything counted."""
    best: Fraction
    ended: bool


@dataclass(frozen=True, slots=True)
class EveningsPage:
    """All evenings, the newest first."""

    frame: EveningFrame
    lines: tuple[PastEveningLine, ...]


def evenings_page(chosen: ChosenEvening, lines: tuple[PastEveningLine, ...]) -> EveningsPage:
    """Return the list of evenings."""
    return EveningsPage(frame(chosen, "evenings"), lines)


def evening_line(past: Past) -> PastEveningLine:
    """Return the line of one evening."""
    kept = book(past.state, began=past.at)
    first = [person for person in kept.by_rank() if person.rank == 1 and kept.lines]
    return PastEveningLine(
        seq=past.seq,
        day=iso_day(past.at),
        sub=subtitle(kept),
        people=", ".join(person.name for person in kept.people),
        winners=", ".join(person.name for person in first),
        best=first[0].total if first else Fraction(0),
        ended=kept.ended,
    )


bp = Blueprint("evening", __name__)


@bp.get("/scores")
def show_scores() -> ResponseReturnValue:
    """Show who stands where."""
    found = chosen()
    return stage.sub_page("evening/scores.html", found.view, scores_page(found))


@bp.get("/deals")
def deals() -> ResponseReturnValue:
    """List the deals and the changes by hand, the newest first."""
    found = chosen()
    return stage.sub_page("evening/deals.html", found.view, deals_page(found))


@bp.get("/deals/<name>")
def deal(name: str) -> ResponseReturnValue:
    """Show one finished deal: its result, and where its replay is."""
    found = chosen()
    shown = deal_page(found, name)
    if shown is None:
        refuse(p.NO_SUCH_DEAL, 404)
    return stage.sub_page("evening/deal.html", found.view, shown)


@bp.get("/evening")
def evening() -> ResponseReturnValue:
    """Show everybody's balance over the deals, and what settles the evening."""
    found = chosen()
    return stage.sub_page("evening/evening.html", found.view, course_page(found, language()))


@bp.get("/evenings")
def evenings() -> ResponseReturnValue:
    """List the evenings of the journal."""
    found = chosen()
    shown = evenings_page(found, past_evenings().tell(evening_line))
    return stage.sub_page("evening/evenings.html", the_door().view(), shown)


@bp.get("/certificate/<name>")
def sie(name: str) -> ResponseReturnValue:
    """Show the certificate of a Sie, to print and frame."""
    found = chosen()
    done = next((each for each in found.view.state.finished if each.id == name), None)
    if done is None:
        refuse(p.NO_SUCH_DEAL, 404)
    head = past_evenings().head(found.view.state)
    day = next((iso_day(line.at) for line in found.book().deals if line.deal is done), "")
    shown = certificate(done, day or iso_day(found.began), head, service().seal(head))
    if shown is None:
        refuse(p.NO_SIE, 404)
    back = f"/deals/{done.id}{found.query}"
    return render_template("evening/certificate.html", screen=shown, back=back)
