"""An evening as a list: a column for each person, a line for each deal and change of the score.

A line says what was played, with whom, how it ended and what it cost; signs beside it mark what
was played alone, judged, corrected, entered by hand, or a Sie. Tables, printed lists, charts and
the evening's pages are all drawn from it. Pure: no page, no disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import accumulate

from engine.deal.ends import ENTERED
from engine.deal.report import Status
from engine.evening.deal import DealState
from engine.evening.report import Due, evening_report
from engine.evening.scoring import currency, in_cents, is_zero_sum
from engine.evening.state import Adjustment, TableState, person_keys
from engine.events import CardCorrected, DealEntered, Event, Undone
from engine.games import game
from engine.games.base import Feat
from engine.games.wording import suit_text
from engine.options import Rules
from engine.text import NO_WORDS, Text
from kiosk.home.clock import iso_day
from kiosk.screens import counting as counts
from kiosk.screens.counting import Earlier
from kiosk.screens.facts import how_it_ended
from kiosk.table.person_names import short
from kiosk.words import evening as w
from kiosk.words import pages as m


class DealMark(Enum):
    """One sign; its value is the name of its picture and of its word."""

    SIE = "sie"
    SOLO = "solo"
    ERROR = "error"
    CORRECTED = "corrected"
    BY_HAND = "by_hand"
    THROWN_IN = "thrown_in"
    VOID = "void"
    BOCK = "bock"
    GAME_WON = "game_won"


WORDS: dict[DealMark, Text] = {
    DealMark.SIE: Text(de="Sie", en="Sie"),
    DealMark.SOLO: Text(de="Solo", en="solo"),
    DealMark.ERROR: Text(de="Fehler", en="mistake"),
    DealMark.CORRECTED: Text(de="berichtigt", en="corrected"),
    DealMark.BY_HAND: Text(de="von Hand", en="by hand"),
    DealMark.THROWN_IN: Text(de="zusammengeworfen", en="thrown in"),
    DealMark.VOID: Text(de="nicht gewertet", en="not counted"),
    DealMark.BOCK: Text(de="zählt doppelt", en="counts double"),
    DealMark.GAME_WON: Text(de="Partie", en="game won"),
}


def alone(deal: DealState) -> int | None:
    """Return the seat that played alone against two or more, None where nobody did.

    Whoever called a card plays alone by chance at most; that is no solo.
    """
    contract, result = deal.contract, deal.result
    if contract is None or contract.seat is None or result is None:
        return None
    if len(deal.head.active) < 3 or deal.report.called_card is not None:
        return None
    sole = result.declarers == (contract.seat,) and deal.report.sides_known
    return contract.seat if sole else None


def is_sie(deal: DealState) -> bool:
    """Tell whether a Sie was laid down, or told, and won."""
    return Feat.HIGHEST_HAND in feats(deal)


def feats(deal: DealState) -> frozenset[Feat]:
    """Return what was rare about a deal, as its game sees it."""
    result = deal.result
    return frozenset() if result is None else game(deal.head.game).feats(deal.record, result)


def of(deal: DealState) -> tuple[DealMark, ...]:
    """Return the signs of a deal that is over."""
    end = (deal.end or {}).get("kind")
    ruled = any(verdict.status is Status.UPHELD for verdict in deal.report.verdicts)
    holds = {
        DealMark.SIE: is_sie(deal),
        DealMark.SOLO: alone(deal) is not None and not is_sie(deal),
        DealMark.ERROR: ruled,
        DealMark.CORRECTED: corrected(deal),
        DealMark.BY_HAND: end == ENTERED,
        DealMark.THROWN_IN: end == "thrown_in",
        DealMark.VOID: end == "void",
        DealMark.BOCK: deal.head.takes.value.doubling is not None,
        DealMark.GAME_WON: deal.game_won is not None,
    }
    return tuple(mark for mark, held in holds.items() if held)


def corrected(deal: DealState) -> bool:
    """Tell whether a person changed a card, or the result afterwards, and left it at that."""
    events = [entry.envelope.event for entry in deal.log]
    gone = {event.of for event in events if isinstance(event, Undone)}
    return any(_corrects(entry.envelope.event) and entry.seq not in gone for entry in deal.log)


def _corrects(event: Event) -> bool:
    if isinstance(event, CardCorrected):
        return event.by == "person"
    return isinstance(event, DealEntered) and event.deal is not None


EARLY = frozenset({"legen", "klopfen", "legen_blind"})
"""Doublings said before the auction, by everybody for themselves."""


@dataclass(frozen=True, slots=True)
class DealWords:
    """What the columns of a list say of one deal; a person is a name, nobody an empty string."""

    number: int
    dealer: str
    declarer: str
    game: Text
    """The contract without its player; how the deal ended where nothing was announced."""
    suit: Text
    partners: tuple[str, ...]
    kontra: Text
    """Everything that doubled but what was laid before."""
    layers: tuple[str, ...]
    """Who laid or knocked; the number alone where nobody said who."""
    points: tuple[int, int] | None
    """Of declarers and defenders; None where nobody counted, or everybody played alone."""
    schneider: bool
    schwarz: bool
    laufende: int
    price: Fraction | int | None
    """None where nothing was won."""
    substitutes: tuple[tuple[str, str], ...]
    """Who stood in, and for whom."""


def deal_words(deal: DealState) -> DealWords:
    """Return the words for a deal that is over."""
    contract, result = deal.contract, deal.result
    names = deal.names
    declarer = "" if contract is None or contract.seat is None else names[contract.seat]
    sides = result.declarers if result is not None else ()
    others = tuple(names[seat] for seat in sides if contract is None or seat != contract.seat)
    counted = result is not None and not (_entered(deal) and _untold(deal))
    return DealWords(
        number=deal.number,
        dealer=names[deal.head.dealer],
        declarer=declarer,
        game=_game(deal),
        suit=NO_WORDS if contract is None or contract.suit is None else suit_text(contract.suit),
        partners=others if declarer else (),
        kontra=_kontra(deal),
        layers=_layers(deal),
        points=result.points if result is not None and counted else None,
        schneider=result is not None and result.schneider,
        schwarz=result is not None and result.schwarz,
        laufende=0 if result is None else result.laufende,
        price=result.price if result is not None and result.winners else None,
        substitutes=substitutes(deal),
    )


def _entered(deal: DealState) -> bool:
    return (deal.end or {}).get("kind") == ENTERED


def _untold(deal: DealState) -> bool:
    """Tell whether nobody said how many Augen there were."""
    return (deal.end or {}).get("points") is None


def _game(deal: DealState) -> Text:
    if deal.contract is not None:
        return game(deal.head.game).contract_text(deal.contract)
    return how_it_ended(deal.end) if deal.end is not None else m.NOT_ANNOUNCED


def _kontra(deal: DealState) -> Text:
    words = game(deal.head.game).doubling_words()
    counted = Counter(said.say for said in deal.record.doubles if said.say not in EARLY)
    said = [
        words[say] if n == 1 else m.TIMES.format(word=words[say], n=n) for say, n in counted.items()
    ]
    return listed(said)


def _layers(deal: DealState) -> tuple[str, ...]:
    laid = [said for said in deal.record.doubles if said.say in EARLY]
    named = tuple(deal.names[said.seat] for said in laid if said.seat is not None)
    return named if len(named) == len(laid) else (str(len(laid)),)


def listed(words: Sequence[Text], between: str = ", ") -> Text:
    """Return several words as one."""
    return Text(
        de=between.join(word.de for word in words), en=between.join(word.en for word in words)
    )


def substitutes(deal: DealState) -> tuple[tuple[str, str], ...]:
    """Return who stood in, and for whom the deal counted."""
    played = deal.head.played_by
    return tuple(
        (who, owner) for who, owner in zip(played, deal.names, strict=False) if who != owner
    )


Key = tuple[str, int]
"""Name, and which of those of that name."""


@dataclass(frozen=True, slots=True)
class Person:
    """One column of the list."""

    name: str
    """As it is written: the second of the same name is told apart."""
    key: Key
    total: Fraction
    plus: Fraction
    minus: Fraction
    """Nothing or less."""
    deals: int
    """Deals that counted for this person."""
    won: int
    """Of those, the ones with a gain."""
    soli: int
    """Deals played alone against the others."""
    soli_won: int
    run: int
    """Most Laufende a game of this person's was won or lost with."""
    rank: int
    """1 for most; equals share a rank."""
    here: bool
    """Whether the person owns a seat now."""


@dataclass(frozen=True, slots=True)
class BookLine:
    """One line: a deal that is over, or a change of the score by hand."""

    seq: int
    """Of the deal's begin, or of the change; orders the list."""
    at: str
    """RFC 3339, when it began; empty for a change."""
    words: DealWords | None
    """None for a change."""
    reason: str
    """Why the score was changed; empty for a deal."""
    gains: tuple[Fraction | None, ...]
    """By column in what the evening counts; None: did not play."""
    alone: int | None
    """The column of who played alone, whose amount a paper list circles."""
    marks: tuple[DealMark, ...]
    deal: DealState | None
    note: Text | None = None
    """How it was counted where that was not as the list counts."""

    @property
    def number(self) -> int | None:
        """The deal's number; None for a change."""
        return None if self.deal is None else self.deal.number


@dataclass(frozen=True, slots=True)
class Book:
    """An evening as a list."""

    evening: str
    title: Text
    """The games that were played."""
    day: str
    """ISO date on which it began; empty where nothing says so."""
    people: tuple[Person, ...]
    """In the order in which they came to the table."""
    lines: tuple[BookLine, ...]
    """In the order in which they happened."""
    dues: tuple[Due, ...] | None
    """The fewest payments that settle it; None where nothing is paid."""
    counts: str
    """What is counted: a word of the option `scoring`."""
    zero_sum: bool
    """Whether that adds up to nothing."""
    stock: Fraction
    """What is missing from the people's sum because it lies in the Stock."""
    ended: bool
    head: str
    """The journal's head hash; empty where it is not known."""
    converted: Text | None = None
    """That some deals were counted in another unit and are converted here."""
    earlier: tuple[Earlier, ...] = ()
    """The standings of games that count something else."""
    unit: Fraction | None = None
    """Cents that a unit is worth; None where none is paid."""
    money: bool = False
    """Whether amounts are cents, and not units."""

    @property
    def deals(self) -> tuple[BookLine, ...]:
        """The lines that are deals."""
        return tuple(line for line in self.lines if line.deal is not None)

    @property
    def sum(self) -> Fraction:
        """What everybody has together."""
        return sum((person.total for person in self.people), Fraction(0))

    def worded(self, rewrite: Callable[[str], str]) -> Book:
        """Return the list with its German words for games and suits put another way."""

        def anew(text: Text) -> Text:
            return Text(de=rewrite(text.de), en=text.en)

        lines = tuple(
            line
            if line.words is None
            else replace(
                line,
                words=replace(line.words, game=anew(line.words.game), suit=anew(line.words.suit)),
            )
            for line in self.lines
        )
        return replace(self, lines=lines)

    def in_cents(self) -> Book:
        """Return the list with its amounts in cents; as it is where nothing is paid in units."""
        worth = self.unit
        if worth is None or self.money:
            return self

        def cents(amount: Fraction) -> Fraction:
            return amount * worth

        lines = tuple(
            replace(
                line,
                gains=tuple(None if gain is None else cents(gain) for gain in line.gains),
                words=line.words
                if line.words is None or line.words.price is None
                else replace(line.words, price=cents(Fraction(line.words.price))),
            )
            for line in self.lines
        )
        people = tuple(
            replace(each, total=cents(each.total), plus=cents(each.plus), minus=cents(each.minus))
            for each in self.people
        )
        return replace(self, lines=lines, people=people, stock=cents(self.stock), money=True)

    def called_short(self) -> Book:
        """Return the list with people called as there is room for."""
        names = tuple(person.name for person in self.people)
        called = dict(zip(names, short(names), strict=True))
        people = tuple(replace(each, name=called[each.name]) for each in self.people)
        dues = self.dues and tuple(
            replace(
                due,
                payer=called.get(due.payer or "", due.payer),
                payee=called.get(due.payee or "", due.payee),
            )
            for due in self.dues
        )
        return replace(self, people=people, dues=dues)

    def owed(self, due: Due) -> Fraction:
        """Return what is paid at the end, in what the list counts; else in cents."""
        cents = Fraction(due.cents)
        return cents if self.money or self.unit is None else cents / self.unit

    def courses(self) -> tuple[tuple[Fraction, ...], ...]:
        """Return each person's standing before the first line and after every line."""
        return tuple(
            tuple(accumulate((line.gains[at] or Fraction(0) for line in self.lines), initial=_ZERO))
            for at in range(len(self.people))
        )

    def by_rank(self) -> tuple[Person, ...]:
        """Return the people, most first; of equals in the order in which they came."""
        return tuple(sorted(self.people, key=lambda person: person.rank))


_ZERO = Fraction(0)


def book(state: TableState, *, began: str = "", head: str = "", rules: Rules | None = None) -> Book:
    """Return the list of an evening.

    Args:
        state: the evening as it stands; one that has begun.
        began: RFC 3339, when it did, where that is known.
        head: the journal's head hash.
        rules: by which is counted; those of the newest deal if not given.
    """
    state = counts.counted(state, rules)
    keys = _keys(state)
    lines = _lines(state, keys)
    gained = [sum((line.gains[at] or _ZERO for line in lines), _ZERO) for at in range(len(keys))]
    report = evening_report(state)
    return Book(
        evening=state.evening or "",
        title=_title(state),
        day=iso_day(began or next((line.at for line in lines if line.at), "")),
        people=tuple(_person(at, keys, lines, gained, state) for at in range(len(keys))),
        lines=tuple(lines),
        dues=report.dues,
        counts="units" if state.rules is None else currency(state.rules),
        zero_sum=state.rules is None or is_zero_sum(state.rules),
        stock=_in_stock(state),
        ended=state.ended is not None,
        head=head,
        converted=counts.converted(state),
        earlier=counts.earlier(state),
        unit=in_cents(1, state.rules),
    )


def _keys(state: TableState) -> tuple[Key, ...]:
    """Return who has a column: everybody who sits there now, or for whom anything counted."""
    rows = [(seq, person_keys(names)) for seq, names in state.seatings]
    counted: set[Key] = set(person_keys(state.seats))
    for deal in state.finished:
        keys = person_keys(deal.names)
        rows.append((deal.head.seq, keys))
        counted.update(key for seat, key in enumerate(keys) if seat not in deal.head.out)
    for change in state.adjustments:
        keys = person_keys(change.names)
        rows.append((change.seq, keys))
        counted.update(key for key, amount in zip(keys, change.amounts, strict=True) if amount)
    came = dict.fromkeys(key for _, keys in sorted(rows) for key in keys)
    return tuple(key for key in came if key in counted)


def _lines(state: TableState, keys: Sequence[Key]) -> list[BookLine]:
    column = {key: at for at, key in enumerate(keys)}
    found = [_deal(state, deal, column) for deal in state.finished]
    found += [_change(state, change, column) for change in state.adjustments]
    return sorted(found, key=lambda line: line.seq)


def _deal(state: TableState, deal: DealState, column: Mapping[Key, int]) -> BookLine:
    gains: list[Fraction | None] = [None] * len(column)
    keys = person_keys(deal.names)
    if deal.result is not None:
        for seat, gain in enumerate(deal.gains):
            if seat not in deal.head.out:
                gains[column[keys[seat]]] = counts.as_counted(state, gain, deal.head.rules)
    lone = alone(deal)
    words = deal_words(deal)
    price = None if words.price is None else counts.as_counted(state, words.price, deal.head.rules)
    return BookLine(
        seq=deal.head.seq,
        at=deal.log[0].envelope.at if deal.log else "",
        words=words if price is None else replace(words, price=price),
        reason="",
        gains=tuple(gains),
        alone=None if lone is None else column[keys[lone]],
        marks=of(deal),
        deal=deal,
        note=counts.note(state, deal),
    )


def _change(state: TableState, change: Adjustment, column: Mapping[Key, int]) -> BookLine:
    gains: list[Fraction | None] = [None] * len(column)
    for key, amount in zip(person_keys(change.names), change.amounts, strict=True):
        if amount:
            gains[column[key]] = counts.as_counted(state, Fraction(amount), change.rules)
    return BookLine(change.seq, "", None, change.reason, tuple(gains), None, (), None)


def _person(
    at: int,
    keys: Sequence[Key],
    lines: Sequence[BookLine],
    gained: Sequence[Fraction],
    state: TableState,
) -> Person:
    name, which = keys[at]
    own = [line.gains[at] for line in lines]
    won = [gain for gain in own if gain is not None]
    deals = [line for line in lines if line.deal is not None and line.gains[at] is not None]
    soli = [line for line in deals if line.alone == at]
    return Person(
        name=name if not which else f"{name} ({which + 1})",
        key=keys[at],
        total=gained[at],
        plus=sum((gain for gain in won if gain > 0), _ZERO),
        minus=sum((gain for gain in won if gain < 0), _ZERO),
        deals=len(deals),
        won=sum((line.gains[at] or 0) > 0 for line in deals),
        soli=len(soli),
        soli_won=sum((line.gains[at] or 0) > 0 for line in soli),
        run=max((_run(line, keys[at]) for line in deals), default=0),
        rank=1 + sum(other > gained[at] for other in gained),
        here=keys[at] in person_keys(state.seats),
    )


def _run(line: BookLine, key: Key) -> int:
    """Return with how many Laufende a person played the game, or without."""
    deal = line.deal
    if deal is None or deal.result is None:
        return 0
    keys = person_keys(deal.names)
    sided = any(keys[seat] == key for seat in deal.result.declarers)
    return abs(deal.result.laufende) if sided else 0


def _in_stock(state: TableState) -> Fraction:
    """Return what the deals put into the Stock, less what they took out, in the evening's units."""
    return sum(
        (
            state.worth(Fraction(deal.result.stock_change), deal.head.rules)
            for deal in state.finished
            if deal.result is not None and is_zero_sum(deal.head.rules)
        ),
        _ZERO,
    )


def _title(state: TableState) -> Text:
    names = list(dict.fromkeys(each.game for each in state.games)) or [state.game]
    titles = [game(name).title for name in names if name]
    return Text(
        de=" · ".join(title.de for title in titles), en=" · ".join(title.en for title in titles)
    )


def remarkable(listed_: Book) -> Iterable[Text]:
    """Yield what was remarkable: the dearest deal, most soli."""
    dear = [line for line in listed_.deals if any(gain for gain in line.gains)]
    if dear:
        dearest = max(dear, key=_spread)
        yield w.DEAREST.format(number=dearest.number, game=_what(dearest))
    most = max(listed_.people, key=lambda person: person.soli, default=None)
    if most is not None and most.soli > 1:
        yield w.MOST_SOLI.format(name=most.name, n=most.soli, won=most.soli_won)


def _spread(line: BookLine) -> Fraction:
    return max((abs(gain) for gain in line.gains if gain is not None), default=Fraction(0))


def _what(line: BookLine) -> Text:
    assert line.words is not None
    game = line.words.game
    if not line.words.declarer:
        return game
    return w.PLAYED.format(name=line.words.declarer, game=game)
