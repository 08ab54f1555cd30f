"""What the call screen offers, by house rules and number of players."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import UNSEEN_CODE, Card, Family
from engine.games.naming import CallField, CallKind, CallMenu
from engine.games.sheepshead.contract import LEASTER, PICK, TWO, callable_cards, called_up
from engine.games.sheepshead.counts import CALLED, COUNTS, JACK, NOBODY, Count
from engine.games.sheepshead.doublings import CRACK, RECRACK, offered
from engine.games.sheepshead.messages import ALONE, DOUBLINGS, FIELDS, TITLES, WORDS
from engine.games.words import card_text
from engine.options import Rules
from engine.text import Text


def call_menu(rules: Rules, players: int, family: Family) -> CallMenu:
    """Return what so many people can call."""
    count = COUNTS[players]
    if not count.picked:
        return CallMenu((CallKind(TWO, TITLES[TWO], declared=False),), ())
    kinds = (
        CallKind(PICK, TITLES[PICK], fields=tuple(_fields(count, rules, family))),
        CallKind(LEASTER, TITLES[LEASTER], declared=False, fields=tuple(_blind(count, rules))),
    )
    said = offered(rules.options["crack"])
    return CallMenu(kinds, tuple((word, DOUBLINGS[word]) for word in said), ladder=(CRACK, RECRACK))


def _fields(count: Count, rules: Rules, family: Family) -> Iterator[CallField]:
    if count.die_bury:
        pips = [str(number) for number in range(1, 7)]
        yield _words("die", [(pip, Text(de=pip, en=pip)) for pip in pips], needed=True)
    if count.methods:
        methods = [(word, ALONE if word == NOBODY else WORDS[word]) for word in count.methods]
        yield _words("partner", methods)
        cards = list(_callable(count, rules, family))
        if cards:
            yield _words("called", [(each.code, card_text(each)) for each in cards])
        if CALLED in count.methods:
            yield _words("under", [(UNSEEN_CODE, WORDS[UNSEEN_CODE])])
    if rules.options["all_pass"] == "forced_pick" or rules.options["call_up"] == "forced_dealer":
        yield CallField("forced", FIELDS["forced"])


def _callable(count: Count, rules: Rules, family: Family) -> Iterator[Card]:
    if CALLED in count.methods:
        yield from callable_cards(family)
    if JACK in count.methods and rules.options["call_up"] != "never":
        yield from called_up(family)


def _blind(count: Count, rules: Rules) -> Iterator[CallField]:
    if rules.options["leaster_blind"] != "dealer_names":
        return
    tricks = [str(number) for number in range(1, count.hand + 1)]
    words = [(word, WORDS[word]) for word in ("none", "first", "last")]
    yield _words("blind_to", [*words, *((each, Text(de=each, en=each)) for each in tricks)])


def _words(name: str, words: list[tuple[str, Text]], *, needed: bool = False) -> CallField:
    return CallField(name, FIELDS[name], "word", needed, tuple(words))
