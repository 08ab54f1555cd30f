"""What Sheepshead says, German first, and what its call screen offers.

Contracts, doublings and verdicts; the offer by house rules and number of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.cards import UNSEEN_CODE, Card, Family, UnknownCardError, card
from engine.deal.record import Contract
from engine.games.base import VerdictWords
from engine.games.contract_fields import CallField, CallKind, CallMenu
from engine.games.sheepshead.contract import (
    CALLED,
    COUNTS,
    JACK,
    LEASTER,
    NOBODY,
    PICK,
    TWO,
    SheepsheadCount,
    callable_cards,
    called_up,
    first_jack,
    is_alone,
    usual_method,
)
from engine.games.sheepshead.doublings import CRACK, RECRACK, offered
from engine.games.wording import (
    CALLED_CARD_VERDICTS,
    COMMON_VERDICTS,
    DOUBLING_VERDICTS,
    called_text,
    card_text,
)
from engine.options import Rules
from engine.text import Text

TITLES = {
    PICK: Text(de="Aufnehmen", en="Pick"),
    LEASTER: Text(de="Leaster", en="Leaster"),
    TWO: Text(de="Zu zweit", en="Two-handed"),
}

DOUBLINGS = {
    "crack": Text(de="Crack", en="Crack"),
    "recrack": Text(de="Recrack", en="Recrack"),
    "doubler": Text(de="Doubler", en="Doubler"),
}

BURIED = Text(de="Was der Picker vergrub", en="What the picker buried")
BURIED_BY_PARTNER = Text(de="Was der Partner vergrub", en="What the partner buried")

FIELDS = {
    "partner": Text(de="Partner", en="Partner"),
    "forced": Text(de="Musste aufnehmen", en="Had to pick"),
    "under": Text(de="Verdeckte Karte", en="Card face down"),
    "die": Text(de="Würfel", en="Die"),
    "blind_to": Text(de="Blind zu welchem Stich?", en="Blind to which trick?"),
}
"""What the call screen asks besides."""

DIE_MISSING = Text(de="Jetzt: was zeigt der Würfel?", en="Now: what does the die show?")

ALONE = Text(de="allein", en="alone")
"""The picker without a partner: the one word for it, in place of how the partner is found."""

WORDS = {
    "jd": Text(de="Karo-Bube", en="Jack of Diamonds"),
    "none": Text(de="keiner", en="none"),
    "first": Text(de="erster", en="first"),
    "last": Text(de="letzter", en="last"),
    UNSEEN_CODE: Text(de="eine Karte liegt verdeckt", en="a card lies face down"),
}

VERDICTS = {
    **COMMON_VERDICTS,
    **CALLED_CARD_VERDICTS,
    **DOUBLING_VERDICTS,
    "illegal_call": VerdictWords(
        Text(de="falsch gerufen", en="illegal call"),
        Text(
            de="{name} durfte {card} so nicht rufen",
            en="{name} was not allowed to call {card} like that",
        ),
        Text(de="{thrown} zeigt es", en="{thrown} shows it"),
        did=Text(de="{name} hat falsch gerufen", en="{name} made an illegal call"),
    ),
    "called_suit_not_kept": VerdictWords(
        Text(de="nichts aufgehoben", en="called suit not kept"),
        Text(
            de="{name} rief {card} und legte {thrown}, bevor die Farbe kam",
            en="{name} called {card} and did not keep {thrown} until the suit was led",
        ),
        Text(de="… wie sich hier zeigt", en="… as it turns out here"),
        did=Text(de="{name} hat nichts aufgehoben", en="{name} did not keep the called suit"),
    ),
    "under_withheld": VerdictWords(
        Text(de="verdeckte Karte behalten", en="face-down card kept"),
        Text(
            de="{name} legte {thrown} statt der Karte, die verdeckt liegt",
            en="{name} played {thrown} instead of the card that lies face down",
        ),
        Text(de="Sie war jetzt zu spielen", en="It had to be played now"),
        did=Text(de="{name} hat die verdeckte Karte behalten", en="{name} kept the face-down card"),
    ),
    "illegal_call_up": VerdictWords(
        Text(de="Bube nicht erlaubt", en="illegal call-up"),
        Text(
            de="{name} rief {card}; nach den Hausregeln ist das nicht erlaubt",
            en="{name} called {card}, which the house rules do not allow",
        ),
        Text(de="So liegt es aufgeschrieben", en="That is what is on record"),
    ),
    "illegal_bury": VerdictWords(
        Text(de="falsch vergraben", en="illegal bury"),
        Text(
            de="{name} vergrub {card}; die Karte war zu behalten",
            en="{name} buried {card}, which had to be kept",
        ),
        Text(de="So liegt es aufgeschrieben", en="That is what is on record"),
        did=Text(de="{name} hat falsch vergraben", en="{name} buried illegally"),
    ),
}


PLAIN_DEAL = Text(de="ein einfaches Spiel", en="a plain deal")
"""What the usual price is for."""

WHO_PICKS = Text(de="{name}: {contract}", en="{name} {contract}")


def contract_text(contract: Contract) -> Text:
    """Return the contract in words, without the declarer's name."""
    if contract.seat is None:
        return TITLES[contract.kind]
    if is_alone(contract):
        return Text(de="Picker allein", en="picks and goes alone")
    called = _card(contract.details.get("called"))
    if called is None:
        return Text(de="Picker", en="picks")
    return Text(de="Picker, ruft {card}", en="picks and calls {card}").format(
        card=called_text(called)
    )


def _card(code: object) -> Card | None:
    """Return the card of a code of either family."""
    for family in (Family.FRENCH, Family.GERMAN):
        try:
            return card(str(code), family)
        except UnknownCardError:
            continue
    return None


def call_menu(rules: Rules, players: int, family: Family) -> CallMenu:
    """Return what so many people can call."""
    count = COUNTS[players]
    if not count.picked:
        return CallMenu((CallKind(TWO, TITLES[TWO], declared=False),), ())
    kinds = (
        CallKind(PICK, TITLES[PICK], fields=tuple(_fields(count, rules, family))),
        CallKind(LEASTER, TITLES[LEASTER], declared=False, fields=tuple(_blind(count, rules))),
    )
    said = offered(rules)
    rungs = (CRACK, RECRACK)
    doublings = tuple((word, DOUBLINGS[word]) for word in said)
    return CallMenu(kinds, doublings, ladder=rungs, judged=frozenset(rungs))


def _fields(count: SheepsheadCount, rules: Rules, family: Family) -> Iterator[CallField]:
    if count.die_bury:
        pips = [str(number) for number in range(1, 7)]
        die = _words("die", [(pip, Text(de=pip, en=pip)) for pip in pips])
        yield replace(die, needed=True, asks=DIE_MISSING)
    if count.methods:
        cards = tuple((each.code, card_text(each)) for each in _callable(count, rules, family))
        if cards:
            # Whoever names the card says by it how the partner is found.
            title = FIELDS["partner"]
            yield CallField("called", title, "card", words=cards, instead_of="partner")
        methods = [word for word in count.methods if word != CALLED]
        found = _words("partner", [(w, ALONE if w == NOBODY else WORDS[w]) for w in methods])
        jack = ((JACK, first_jack(family).code),) if JACK in methods else ()
        yield replace(found, cards=jack, usual=usual_method(count, rules.options["partner_method"]))
        if CALLED in count.methods:
            yield _words("under", [(UNSEEN_CODE, WORDS[UNSEEN_CODE])])
    if rules.options["all_pass"] == "forced_pick" or rules.options["call_up"] == "forced_dealer":
        yield CallField("forced", FIELDS["forced"])


def _callable(count: SheepsheadCount, rules: Rules, family: Family) -> Iterator[Card]:
    if CALLED in count.methods:
        yield from callable_cards(family)
    if JACK in count.methods and rules.options["call_up"] != "never":
        yield from called_up(family)


def _blind(count: SheepsheadCount, rules: Rules) -> Iterator[CallField]:
    if rules.options["leaster_blind"] != "dealer_names":
        return
    tricks = [str(number) for number in range(1, count.hand + 1)]
    words = [(word, WORDS[word]) for word in ("none", "first", "last")]
    yield _words("blind_to", [*words, *((each, Text(de=each, en=each)) for each in tricks)])


def _words(name: str, words: list[tuple[str, Text]]) -> CallField:
    return CallField(name, FIELDS[name], "word", words=tuple(words))
