"""Cards of a call that lay face down (a bury, a wedding's exchange), told after the deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.games import game
from engine.games.hidden import Hidden
from engine.state import DealState, TableState
from engine.text import Text
from kiosk import call_words as c
from kiosk.pages.cards import Face, by_suit, card_name, face
from kiosk.pages.facts import DealFacts
from kiosk.stated import closing


@dataclass(frozen=True, slots=True)
class HiddenRow:
    """One thing that lay face down."""

    name: str
    """Field of the form."""
    title: Text
    so_far: Text
    chosen: tuple[Face, ...]
    here: bool
    """Whether its cards are picked now."""


@dataclass(frozen=True, slots=True)
class HiddenScreen:
    """What has been picked so far."""

    deal: str
    rows: tuple[HiddenRow, ...]
    deck: tuple[tuple[Face, ...], ...]
    """What can be picked now, one row a suit; it stays as it is while cards are picked."""
    fields: tuple[tuple[str, str], ...]
    """What was picked, as the form's fields."""
    missing: int
    """Cards still to be picked of what was begun, at least one where nothing was."""


def may_tell(state: TableState, deal: DealState) -> bool:
    """Tell whether cards of the newest deal, which is over, lay face down and can be told.

    Not where the cards that were played leave one possibility.
    """
    over = state.deal is None and deal is state.last_deal and closing(deal) is not None
    if not over or not state.running:
        return False
    asked = game(deal.head.game).hidden(deal.record)
    return any(len(each.may_be) > each.count for each in asked)


def said(deal: DealFacts) -> tuple[Text, ...]:
    """Return what is known to have lain face down, of a deal that is over."""
    if deal.running:
        return ()
    return tuple(
        Text(
            de=f"{each.title.de}: {_named(each, 'de')}", en=f"{each.title.en}: {_named(each, 'en')}"
        )
        for each in game(deal.record.game).hidden(deal.record)
        if each.told
    )


def _named(hidden: Hidden, language: str) -> str:
    return ", ".join(str(getattr(card_name(card), language)) for card in hidden.told)


def read(deal: DealState, listed: Callable[[str], Sequence[str]]) -> dict[str, tuple[Card, ...]]:
    """Return what a form picked, by field: of too many the newest; else what is recorded."""
    chosen: dict[str, tuple[Card, ...]] = {}
    for each in game(deal.head.game).hidden(deal.record):
        known = {card.code: card for card in each.may_be}
        codes = dict.fromkeys(reversed([code for code in listed(each.name) if code in known]))
        newest = [known[code] for code in codes][: each.count]
        chosen[each.name] = tuple(reversed(newest))
    if not any(chosen.values()):
        chosen = {each.name: each.told for each in game(deal.head.game).hidden(deal.record)}
    return chosen


def screen(deal: DealState, chosen: dict[str, tuple[Card, ...]], wanted: str) -> HiddenScreen:
    """Return the screen; cards are picked for `wanted`, else for the first that lacks some."""
    asked = game(deal.head.game).hidden(deal.record)
    lacking = [each for each in asked if len(chosen[each.name]) < each.count]
    here = next((each for each in asked if each.name == wanted and each in lacking), None)
    here = here or (
        lacking[0] if lacking else next((e for e in asked if e.name == wanted), asked[-1])
    )
    others = {card for name, cards in chosen.items() if name != here.name for card in cards}
    begun = [each for each in lacking if chosen[each.name]]
    missing = sum(each.count - len(chosen[each.name]) for each in begun)
    return HiddenScreen(
        deal.id,
        tuple(
            HiddenRow(
                each.name,
                each.title,
                c.SO_MANY_OF.format(n=len(chosen[each.name]), all=each.count),
                tuple(face(card) for card in chosen[each.name]),
                each is here,
            )
            for each in asked
        ),
        by_suit(card for card in here.may_be if card not in others),
        tuple((name, card.code) for name, cards in chosen.items() for card in cards),
        missing if any(chosen.values()) else lacking[0].count,
    )
