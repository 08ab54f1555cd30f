"""What the evening's pages show, as frozen values: list, one deal, course, earlier evenings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.evening import Due
from engine.state import DealState, person_keys
from engine.text import Language, Text
from kiosk.days import iso_day
from kiosk.exports import chart, counts
from kiosk.exports import page_words as p
from kiosk.exports.archive import Past
from kiosk.exports.book import Book, Line, book
from kiosk.exports.which import Chosen
from kiosk.pages import result_screen
from kiosk.pages.deals import Listed, listed
from kiosk.pages.facts import DealFacts
from kiosk.pages.score_screen import ScoreScreen, scores, subtitle
from kiosk.pages.screens import ResultScreen
from kiosk.replay.addresses import deal_replay


@dataclass(frozen=True, slots=True)
class Tab:
    """One page of the evening in the bar of all of them."""

    key: str
    word: Text
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pages of an evening have around them."""

    tabs: tuple[Tab, ...]
    heading: Text
    day: str
    """ISO date of an earlier evening; empty for the one at the table."""
    query: str
    running: bool
    """Whether it is the evening at the table and goes on."""


def frame(chosen: Chosen, here: str) -> Frame:
    """Return the bar of the evening's pages, `here` open."""
    tabs = [
        Tab(key, word, href + ("" if key == "evenings" else chosen.query), key == here)
        for key, word, href in p.TABS
    ]
    return Frame(
        tabs=tuple(tabs),
        heading=next(tab.word for tab in tabs if tab.here),
        day=iso_day(chosen.began) if chosen.earlier else "",
        query=chosen.query,
        running=not chosen.earlier and chosen.view.state.running,
    )


@dataclass(frozen=True, slots=True)
class ScoresPage:
    """The standings."""

    frame: Frame
    scores: ScoreScreen


def scores_page(chosen: Chosen) -> ScoresPage:
    """Return who stands where."""
    return ScoresPage(frame(chosen, "scores"), scores(chosen.view))


@dataclass(frozen=True, slots=True)
class DealsPage:
    """The list of deals."""

    frame: Frame
    lines: tuple[Listed, ...]
    converted: Text | None = None
    """That some of them are converted to the unit of the newest."""


def deals_page(chosen: Chosen) -> DealsPage:
    """Return the deals and changes, the newest first."""
    shown = counts.converted(counts.counted(chosen.view.state))
    return DealsPage(frame(chosen, "deals"), listed(chosen.view), shown)


@dataclass(frozen=True, slots=True)
class DealPage:
    """One finished deal of the list."""

    frame: Frame
    result: ResultScreen
    line: Listed
    replay: str
    """Address of its replay; empty where no card was seen."""
    correct: str
    """Address where it is corrected; empty where it cannot be any more."""
    before: str
    """Address of the deal before it; empty for the first."""
    after: str


def deal_page(chosen: Chosen, name: str) -> DealPage | None:
    """Return a finished deal of the evening by its id; None where there is none."""
    finished = chosen.view.state.finished
    place = next((at for at, deal in enumerate(finished) if deal.id == name), None)
    if place is None:
        return None
    deal = finished[place]
    line = next(each for each in listed(chosen.view) if each.deal == name)
    shown = result_screen.result(chosen.view, DealFacts(deal, running=False))

    def address(at: int) -> str:
        there = 0 <= at < len(finished)
        return f"/deals/{finished[at].id}{chosen.query}" if there else ""

    return DealPage(
        frame=frame(chosen, "deals"),
        result=_as_it_stood(shown, book(chosen.view.state, rules=deal.head.rules), deal),
        line=line,
        replay=deal_replay(deal.number, chosen.replay) if deal.laid else "",
        correct="" if chosen.earlier else f"/enter?deal={deal.id}",
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

    frame: Frame
    sub: Text
    wide: str
    """The chart as SVG; empty before the first line."""
    tall: str
    """The same for a telephone."""
    facts: tuple[Text, ...]
    dues: tuple[Due, ...] | None


def course_page(chosen: Chosen, language: Language) -> CoursePage:
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
        facts=tuple(facts(listed_)),
        dues=listed_.dues,
    )


def facts(listed_: Book) -> Iterable[Text]:
    """Yield what was remarkable: the dearest deal, most soli."""
    dear = [line for line in listed_.deals if any(gain for gain in line.gains)]
    if dear:
        dearest = max(dear, key=_spread)
        yield p.DEAREST.format(number=dearest.number, game=_what(dearest))
    most = max(listed_.people, key=lambda person: person.soli, default=None)
    if most is not None and most.soli > 1:
        yield p.MOST_SOLI.format(name=most.name, n=most.soli, won=most.soli_won)


def _spread(line: Line) -> Fraction:
    return max((abs(gain) for gain in line.gains if gain is not None), default=Fraction(0))


def _what(line: Line) -> Text:
    assert line.words is not None
    game = line.words.game
    if not line.words.declarer:
        return game
    return p.PLAYED.format(name=line.words.declarer, game=game)


@dataclass(frozen=True, slots=True)
class EveningLine:
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

    frame: Frame
    lines: tuple[EveningLine, ...]


def evenings_page(chosen: Chosen, lines: tuple[EveningLine, ...]) -> EveningsPage:
    """Return the list of evenings."""
    return EveningsPage(frame(chosen, "evenings"), lines)


def evening_line(past: Past) -> EveningLine:
    """Return the line of one evening."""
    kept = book(past.state, began=past.at)
    first = [person for person in kept.by_rank() if person.rank == 1 and kept.lines]
    return EveningLine(
        seq=past.seq,
        day=iso_day(past.at),
        sub=subtitle(kept),
        people=", ".join(person.name for person in kept.people),
        winners=", ".join(person.name for person in first),
        best=first[0].total if first else Fraction(0),
        ended=kept.ended,
    )
