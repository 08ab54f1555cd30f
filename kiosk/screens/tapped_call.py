"""What has been tapped of a call so far, and what one more tap makes of it.

The state travels with every request, in the fields of the page's form; a tap is named by what it
means (`kind-solo`), never by the state it leads to: it counts whatever was answered before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from engine.cards import Suit
from engine.deal.record import Contract, DealRecord, Doubling
from engine.games.contract_fields import CallField, CallKind, CallMenu
from kiosk.screens.cards import call_menu, deck, doubling_words, misfit
from kiosk.screens.values import is_whole

NOBODY = "none"
THROWN_IN = "thrown_in"
MOST_DOUBLINGS = 4
"""Of one word; the next tap takes all of them off, those already recorded too."""
FLAG = "1"


@dataclass(frozen=True, slots=True)
class Tapped:
    """What has been tapped so far."""

    who: str | None = None
    """Seat as a number, `none`, or nothing yet."""
    kind: str | None = None
    suit: Suit | None = None
    tout: bool = False
    named: tuple[tuple[str, str], ...] = ()
    """Further fields of the contract, name and value as tapped."""
    doublings: tuple[tuple[str, int], ...] = ()
    """Word and how often, those already recorded included."""
    off: tuple[tuple[str, str], ...] = ()
    """Recorded words that were tapped off, and who said them when: see `_stood`."""
    doublers: tuple[tuple[str, int], ...] = ()
    """Word and seat of those tapped now, where it was said who doubled."""
    moments: tuple[tuple[str, int], ...] = ()
    """Word and how many cards lay when it was said, of those tapped now; see `_moment`."""
    edit: bool = False
    """Whether who, what and which suit are asked for once more."""

    def fields(self) -> tuple[tuple[str, str], ...]:
        """Return the fields of the form that say the same."""
        listed = [
            ("who", self.who),
            ("kind", self.kind),
            ("suit", self.suit.letter if self.suit else None),
            ("tout", FLAG if self.tout else None),
            ("edit", FLAG if self.edit else None),
            *((f"f.{name}", value) for name, value in self.named),
            *((f"d.{word}", str(count)) for word, count in self.doublings),
            *((f"off.{word}", stood) for word, stood in self.off),
            *((f"by.{word}", ",".join(map(str, self.who_doubled(word)))) for word in self._words),
            *((f"at.{word}", str(count)) for word, count in self.moments),
        ]
        return tuple((name, value) for name, value in listed if value)

    @property
    def _words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for word, _ in self.doublers))

    def who_doubled(self, word: str) -> tuple[int, ...]:
        """Return the seats of which it was tapped now that they said `word`."""
        return tuple(seat for each, seat in self.doublers if each == word)

    def said_after(self, word: str) -> int | None:
        """Return how many cards lay when `word` was said; None where nobody said."""
        return dict(self.moments).get(word)

    @property
    def seat(self) -> int | None:
        """The declarer's seat."""
        return None if self.who is None or self.who == NOBODY else int(self.who)


def seats(record: DealRecord) -> tuple[int, ...]:
    """Return the seats that hold cards."""
    return tuple(seat for seat in range(record.players) if seat not in record.out)


def recorded(record: DealRecord) -> Tapped:
    """Return what the deal's record already says, as far as a button says it.

    What no button says stays out of the page: cards that changed hands face down are nobody's
    business while the deal runs. `kept` puts it back.
    """
    counted = Counter(doubling.say for doubling in record.doubles)
    doublings = tuple(sorted(counted.items()))
    contract = record.contract
    if contract is None:
        return Tapped(doublings=doublings)
    who = NOBODY if contract.seat is None else str(contract.seat)
    kinds = {kind.kind: kind for kind in call_menu(record).kinds}
    offered = buttons(kinds[contract.kind]) if contract.kind in kinds else frozenset()
    named = tuple(
        (name, FLAG if value is True else str(value))
        for name, value in sorted(contract.details.items())
        if name in offered and value is not False and isinstance(value, bool | int | str)
    )
    return Tapped(who, contract.kind, contract.suit, contract.tout, named, doublings)


def buttons(kind: CallKind) -> frozenset[str]:
    """Return the names of what buttons say of a call beside suit and Tout."""
    return frozenset(field.name for field in kind.fields)


def kept(contract: Contract, known: Contract | None, menu: CallMenu) -> Contract:
    """Return what was tapped, with what is known of the same call besides and no button says."""
    if known is None or _same(contract) != _same(known):
        return contract
    said = next((buttons(kind) for kind in menu.kinds if kind.kind == contract.kind), frozenset())
    more = {name: value for name, value in known.details.items() if name not in said}
    return replace(contract, details={**more, **contract.details})


def _same(contract: Contract) -> tuple[object, ...]:
    return contract.kind, contract.seat, contract.suit


def read(form: MultiDict[str, str], record: DealRecord, menu: CallMenu) -> Tapped | None:
    """Return what the form's fields say; None where the game offers no such call."""
    who, kind = form.get("who"), form.get("kind")
    if who is not None and who not in _speakers(record):
        return None
    offered = {choice.kind: choice for choice in menu.kinds}
    if kind is not None and kind != THROWN_IN and kind not in offered:
        return None
    tapped = Tapped(who, kind, edit=form.get("edit") == FLAG)
    if kind in offered:
        suits = {suit.letter: suit for suit in offered[kind].suits}
        tapped = replace(
            tapped,
            suit=suits.get(form.get("suit", "")),
            tout=form.get("tout") == FLAG and offered[kind].tout,
            named=_read_named(form, record, offered[kind]),
        )
    counts = _read_counts(form, record, menu)
    if counts is None:
        return None
    return replace(
        _counted(tapped, counts, record),
        doublers=_read_doublers(form, record, menu),
        moments=_read_moments(form, record, menu),
    )


def _read_moments(
    form: MultiDict[str, str], record: DealRecord, menu: CallMenu
) -> tuple[tuple[str, int], ...]:
    given = ((word, form.get(f"at.{word}", "")) for word, _ in menu.doublings)
    return tuple(
        (word, int(count))
        for word, count in given
        if is_whole(count) and int(count) <= len(record.plays)
    )


def _read_doublers(
    form: MultiDict[str, str], record: DealRecord, menu: CallMenu
) -> tuple[tuple[str, int], ...]:
    known = {str(seat) for seat in seats(record)}
    return tuple(
        (word, int(seat))
        for word, _ in menu.doublings
        for seat in form.get(f"by.{word}", "").split(",")
        if seat in known
    )


def _read_named(
    form: MultiDict[str, str], record: DealRecord, kind: CallKind
) -> tuple[tuple[str, str], ...]:
    given = ((field, form.get(f"f.{field.name}")) for field in kind.fields)
    return tuple((field.name, v) for field, v in given if v in values(field, record))


def _read_counts(
    form: MultiDict[str, str], record: DealRecord, menu: CallMenu
) -> Mapping[str, int] | None:
    counts: dict[str, int] = dict(recorded(record).doublings)
    for word, _ in menu.doublings:
        given = form.get(f"d.{word}", "0")
        if not (is_whole(given) and int(given) <= MOST_DOUBLINGS):
            return None
        # Only what the page showed is off: whoever doubled since then, or otherwise, stays.
        off = word in counts and form.get(f"off.{word}") == _stood(record, word)
        counts[word] = 0 if off else max(counts.get(word, 0), int(given))
    return counts


def values(field: CallField, record: DealRecord) -> tuple[str, ...]:
    """Return what a further field of the contract may be tapped as."""
    return _VALUES[field.takes](field, record)


_VALUES: Mapping[str, Callable[[CallField, DealRecord], tuple[str, ...]]] = {
    "flag": lambda field, record: (FLAG,),
    "seat": lambda field, record: tuple(str(seat) for seat in seats(record)),
    "card": lambda field, record: (
        tuple(code for code, _ in field.words) or tuple(card.code for card in deck(record))
    ),
    "word": lambda field, record: tuple(word for word, _ in field.words),
}
_MEANINGS: Mapping[str, Callable[[str], object]] = {
    "flag": lambda value: True,
    "seat": int,
    "card": str,
    "word": str,
}


def meant(field: CallField, value: str) -> object:
    """Return what a value means in the contract."""
    return _MEANINGS[field.takes](value)


def _speakers(record: DealRecord) -> tuple[str, ...]:
    return (*(str(seat) for seat in seats(record)), NOBODY)


def kind_of(tapped: Tapped, menu: CallMenu) -> CallKind | None:
    """Return the kind that was tapped, None before it was."""
    return next((kind for kind in menu.kinds if kind.kind == tapped.kind), None)


def contract_of(tapped: Tapped, menu: CallMenu) -> Contract | None:
    """Return the contract that was tapped, None while something is missing."""
    kind = kind_of(tapped, menu)
    if kind is None or tapped.who is None or (kind.suits and tapped.suit is None):
        return None
    if kind.declared != (tapped.who != NOBODY) or lacking(kind, tapped) is not None:
        return None
    fields = {field.name: field for field in kind.fields}
    details = {name: meant(fields[name], value) for name, value in tapped.named if name in fields}
    return Contract(kind.kind, tapped.seat, tapped.suit, tapped.tout, details)


def lacking(kind: CallKind, tapped: Tapped) -> CallField | None:
    """Return the first further field that has yet to be tapped."""
    given = dict(tapped.named)
    return next((field for field in kind.fields if field.needed and field.name not in given), None)


def in_order(tapped: Tapped, record: DealRecord) -> tuple[tuple[str, int], ...]:
    """Return the doublings in the order in which they are said: word and how often."""
    place = {word: at for at, word in enumerate(doubling_words(record.game))}
    return tuple(sorted(tapped.doublings, key=lambda each: place[each[0]]))


def new_doublings(
    tapped: Tapped, record: DealRecord
) -> tuple[tuple[str, int | None, int | None], ...]:
    """Return the doublings tapped beyond those recorded: word, seat, and how many cards lay.

    They come in the order in which they are said: each answers what stands before it.
    """
    listed: list[tuple[str, int | None, int | None]] = []
    for word, count in in_order(tapped, record):
        more, after = count - _before(record, word), tapped.said_after(word)
        who = tapped.who_doubled(word)[: max(more, 0)]
        listed += [(word, seat, after) for seat in who]
        listed += [(word, None, after)] * (more - len(who))
    return tuple(listed)


def taken_off(tapped: Tapped, record: DealRecord) -> tuple[Doubling, ...]:
    """Return the recorded doublings that were tapped off: what answers goes before it is answered.

    Several people may have said one word; it goes with all of them, for one button stands for it.
    """
    gone = dict(tapped.off)
    listed = [word for word in doubling_words(record.game) if word in gone]
    return tuple(
        each for word in reversed(listed) for each in reversed(record.doubles) if each.say == word
    )


def _stood(record: DealRecord, word: str) -> str:
    """Return who said `word` and after how many cards, as it is recorded."""
    said = (each for each in record.doubles if each.say == word)
    return ",".join(f"{each.seat}.{each.after}" for each in said)


def _counted(tapped: Tapped, counts: Mapping[str, int], record: DealRecord) -> Tapped:
    """Return it with every word said so often; a recorded one that is not said is off."""
    doublings = tuple(sorted((word, count) for word, count in counts.items() if count))
    words = sorted({each.say for each in record.doubles} - dict(doublings).keys())
    return replace(
        tapped, doublings=doublings, off=tuple((word, _stood(record, word)) for word in words)
    )


def _moment(record: DealRecord) -> int | None:
    """Return when a doubling is said that is tapped now: None where nobody can tell.

    Whoever taps one while the deal runs says it then. Who calls late, with cards on the table,
    tells of something that was said before.
    """
    laid = len(record.plays)
    return laid if record.contract is not None or not laid else None


def _said_now(tapped: Tapped, words: Iterable[str], record: DealRecord) -> Tapped:
    """Note the moment of the doublings that were not said before this tap."""
    moment, old = _moment(record), dict(tapped.moments)
    new = [word for word in words if word not in old]
    if moment is None or not new:
        return tapped
    return replace(tapped, moments=_sorted_moments({**old, **dict.fromkeys(new, moment)}))


def _unsaid(tapped: Tapped, words: Iterable[str]) -> Tapped:
    gone = frozenset(words)
    return replace(tapped, moments=tuple(each for each in tapped.moments if each[0] not in gone))


def _sorted_moments(moments: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(moments.items()))


def _before(record: DealRecord, word: str) -> int:
    return sum(doubling.say == word for doubling in record.doubles)


def after(tapped: Tapped, tap: str, record: DealRecord, menu: CallMenu) -> Tapped:
    """Return what one more tap makes of it; a tap that means nothing (here) changes nothing."""
    word, _, value = tap.partition("-")
    change = _TAPS.get(word)
    if change is None:
        return tapped
    return _fitting(change(tapped, value, record, menu), value, record, menu)


def _fitting(tapped: Tapped, tap: str, record: DealRecord, menu: CallMenu) -> Tapped:
    """Return it without what was said before and does not go with what was tapped now."""
    if fits(tapped, record, menu):
        return tapped
    for name, _ in tapped.named:
        rest = replace(tapped, named=tuple(pair for pair in tapped.named if pair[0] != name))
        if name != tap.partition("-")[0] and fits(rest, record, menu):
            return rest
    return tapped


def fits(tapped: Tapped, record: DealRecord, menu: CallMenu) -> bool:
    """Tell whether it can be called like that, or still become what can be called."""
    contract = contract_of(tapped, menu)
    return contract is None or misfit(record, contract) is None


def _tap_who(tapped: Tapped, who: str, record: DealRecord, menu: CallMenu) -> Tapped:
    if who not in _speakers(record):
        return tapped
    kind = kind_of(tapped, menu)
    stays = tapped.kind is not None and _declared(tapped.kind, kind) == (who != NOBODY)
    return replace(tapped, who=who, edit=False) if stays else Tapped(who, **_doubled_so_far(tapped))


def _doubled_so_far(tapped: Tapped) -> dict[str, Any]:
    return {name: getattr(tapped, name) for name in ("doublings", "off", "doublers", "moments")}


def _declared(name: str, kind: CallKind | None) -> bool:
    return name != THROWN_IN if kind is None else kind.declared


def _tap_kind(tapped: Tapped, name: str, record: DealRecord, menu: CallMenu) -> Tapped:
    kind = next((kind for kind in menu.kinds if kind.kind == name), None)
    if kind is None and name != THROWN_IN:
        return tapped
    who = tapped.who
    if not _declared(name, kind):
        who = NOBODY
    elif who == NOBODY:
        who = None
    suit = tapped.suit if kind is not None and tapped.suit in kind.suits else None
    return Tapped(who, name, suit, **_doubled_so_far(tapped))


def _tap_suit(tapped: Tapped, letter: str, record: DealRecord, menu: CallMenu) -> Tapped:
    kind = kind_of(tapped, menu)
    suits = () if kind is None else kind.suits
    found = next((suit for suit in suits if suit.letter == letter), None)
    return tapped if found is None else replace(tapped, suit=found, edit=False)


def _tap_tout(tapped: Tapped, _: str, record: DealRecord, menu: CallMenu) -> Tapped:
    kind = kind_of(tapped, menu)
    return replace(tapped, tout=not tapped.tout) if kind is not None and kind.tout else tapped


def _tap_field(tapped: Tapped, said: str, record: DealRecord, menu: CallMenu) -> Tapped:
    name, _, value = said.partition("-")
    kind = kind_of(tapped, menu)
    fields = () if kind is None else kind.fields
    field = next((field for field in fields if field.name == name), None)
    if field is None or value not in values(field, record):
        return tapped
    named = dict(tapped.named)
    if named.get(name) == value:
        del named[name]
    else:
        same = {field.instead_of, *(each.name for each in fields if each.instead_of == name)}
        named = {each: said for each, said in named.items() if each not in same} | {name: value}
    return replace(tapped, named=tuple(sorted(named.items())))


def _tap_edit(tapped: Tapped, _: str, record: DealRecord, menu: CallMenu) -> Tapped:
    return replace(tapped, edit=True)


def turned_call(word: str, tapped: Tapped, record: DealRecord, menu: CallMenu) -> int:
    """Return how often a doubling is said after one more tap on its button."""
    count = dict(tapped.doublings).get(word, 0)
    if word in menu.ladder:
        return 0 if count else 1
    return max(count + 1, _before(record, word)) if count < MOST_DOUBLINGS else 0


def _becomes(said: str) -> tuple[str, str]:
    """Return what a tap is about, and what it is to become; empty where it just goes on."""
    name, dash, number = said.rpartition("-")
    return (name, number) if dash and is_whole(number) else (said, "")


def _tap_doubling(tapped: Tapped, said: str, record: DealRecord, menu: CallMenu) -> Tapped:
    word, number = _becomes(said)
    if word not in dict(menu.doublings):
        return tapped
    target = turned_call(word, tapped, record, menu)
    if number and int(number) != target:
        return tapped  # The tap before it, sent again: it is said so often already.
    if word in menu.ladder:
        return _tap_rung(tapped, word, record, menu)
    counts = {**dict(tapped.doublings), word: target}
    changed = _counted(tapped, counts, record)
    if target <= _before(record, word):
        return _unsaid(replace(changed, doublers=_others(tapped, word)), (word,))
    return _said_now(changed, (word,), record)


def _tap_rung(tapped: Tapped, word: str, record: DealRecord, menu: CallMenu) -> Tapped:
    """Say a doubling and what it answers, or take it back with what answered it."""
    offered, counts = dict(menu.doublings), dict(tapped.doublings)
    ladder = tuple(rung for rung in menu.ladder if rung in offered)
    place = ladder.index(word)
    if not counts.get(word):
        before = [rung for rung in ladder[:place] if not counts.get(rung)]
        counts = {**dict.fromkeys([*before, word], 1), **counts}
        # What it answers was said before it, nobody told when; without a card on the table it was
        # before the first one too.
        now = (word,) if record.plays else (*before, word)
        new = [rung for rung in now if not _before(record, rung)]
        return _said_now(_counted(tapped, counts, record), new, record)
    gone = ladder[place:]
    counts |= dict.fromkeys(gone, 0)
    who = tuple(each for each in tapped.doublers if each[0] not in gone)
    return _unsaid(replace(_counted(tapped, counts, record), doublers=who), gone)


def _tap_moment(tapped: Tapped, said: str, record: DealRecord, menu: CallMenu) -> Tapped:
    """Say when a doubling was said, or that nobody knows."""
    word, _, count = said.partition("-")
    if word not in dict(menu.doublings):
        return tapped
    if not (is_whole(count) and int(count) <= len(record.plays)):
        return _unsaid(tapped, (word,))
    return replace(tapped, moments=_sorted_moments({**dict(tapped.moments), word: int(count)}))


def _tap_doubler(tapped: Tapped, said: str, record: DealRecord, menu: CallMenu) -> Tapped:
    """Name who doubled, or take it back; each name is one doubling at least."""
    word, _, whose = said.partition("-")
    seat, _, number = whose.partition("-")
    if word not in dict(menu.doublings) or seat not in map(str, seats(record)):
        return tapped
    if number and (number == FLAG) == (int(seat) in tapped.who_doubled(word)):
        return tapped
    who = [*tapped.who_doubled(word)]
    counts = dict(tapped.doublings)
    if int(seat) in who:
        who.remove(int(seat))
        counts[word] = max(counts.get(word, 0) - 1, _before(record, word))
    else:
        who = [int(seat)] if word in menu.ladder else [*who, int(seat)]
        counts[word] = max(counts.get(word, 0), _before(record, word) + len(who))
    named = (*_others(tapped, word), *((word, each) for each in who))
    new = dict(tapped.doublings).get(word, 0) <= _before(record, word)
    tapped = replace(_counted(tapped, counts, record), doublers=named)
    if counts[word] <= _before(record, word):
        return _unsaid(tapped, (word,))
    return _said_now(tapped, (word,), record) if new else tapped


def _others(tapped: Tapped, word: str) -> tuple[tuple[str, int], ...]:
    return tuple(each for each in tapped.doublers if each[0] != word)


def _clear(tapped: Tapped, _: str, record: DealRecord, menu: CallMenu) -> Tapped:
    return Tapped(doublings=recorded(record).doublings)


_TAPS: Mapping[str, Callable[[Tapped, str, DealRecord, CallMenu], Tapped]] = {
    "who": _tap_who,
    "kind": _tap_kind,
    "suit": _tap_suit,
    "tout": _tap_tout,
    "f": _tap_field,
    "edit": _tap_edit,
    "d": _tap_doubling,
    "by": _tap_doubler,
    "at": _tap_moment,
    "clear": _clear,
}
