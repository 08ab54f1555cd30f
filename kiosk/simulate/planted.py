"""One error on purpose: right play before and after it, in one of two styles.

The styles are defined in docs/RULES.md, Detection. Everybody lays any of the cards that are right,
all alike. Whenever an error of the kind asked for is possible it is made with the kind's chance,
once in a deal.

`random`: the offender plays on like everybody else. `conceals`: who revokes keeps at most two
cards back, for more cannot be hidden; and from then on he lays, of the cards that are right, one
that does not show what he kept back, as long as he has one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kiosk.simulate.playing import Play, deal_cards, start
from kiosk.simulate.table import TRUMP, Deal, Table

STYLES = ("random", "conceals")
"""How the offender plays."""
CHANCE = {"revoke": 0.1, "must_trump": 0.3, "called_card_withheld": 0.1}
"""How often a chance to err is taken; the others are rare and are taken at once."""
_MOST_HIDDEN = 2
"""Cards of a class that can be kept back unnoticed."""
IN_PLAY = (
    *("revoke", "must_trump"),
    *("called_card_withheld", "called_card_underled", "called_card_discarded"),
)
"""Errors made by laying a card."""
IN_CALLING = ("illegal_call", "hochzeit_trump")
"""Errors made before the first card."""

Avoid = Callable[[str], bool]
"""Tells whether a card shows what was kept back."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A deal with errors made on purpose."""

    deal: Deal
    acts: tuple[tuple[str, int, int], ...]
    """Kind, seat and index of the wrong card, -1 where the call was wrong; as they were made."""

    @property
    def kind(self) -> str:
        """The first error's kind."""
        return self.acts[0][0]

    @property
    def seat(self) -> int:
        """The first offender."""
        return self.acts[0][1]

    @property
    def play(self) -> int:
        """Index of the first wrong card."""
        return self.acts[0][2]


def plant(
    table: Table, chance: random.Random, kind: str, style: str, errors: int = 1
) -> Planted | None:
    """Deal and play with `errors` errors, each by another seat; None where too few were possible.

    Args:
        table: the table.
        chance: the dice.
        kind: one of `IN_PLAY` or `IN_CALLING`.
        style: one of `STYLES`.
        errors: how many; more than one only for errors in play.
    """
    if kind in IN_CALLING:
        deal = deal_cards(table, chance, honest=False)
        play = start(deal)
        _finish(play, chance, {})
        return Planted(deal, ((kind, table.caller or 0, -1),))
    deal = deal_cards(table, chance)
    play = start(deal)
    made: list[tuple[str, int, int]] = []
    avoiding: dict[int, Avoid] = {}
    while not play.over and len(made) < errors:
        seat = play.turn
        wrong = [] if seat in avoiding else _chances(play, kind, style)
        if wrong and chance.random() < CHANCE.get(kind, 1.0):
            made.append((kind, seat, len(deal.plays)))
            avoiding[seat] = _shows(play, kind)
            play.lay(chance.choice(wrong))
        else:
            play.lay(_right(play, chance, avoiding if style == "conceals" else {}))
    _finish(play, chance, avoiding if style == "conceals" else {})
    return Planted(deal, tuple(made)) if len(made) == errors else None


def _chances(play: Play, kind: str, style: str) -> list[str]:
    """Return the cards that would be this error now."""
    table, led = play.table, play.circumstances.led
    cards = play.cards[play.turn]
    if kind == "called_card_withheld":
        cards = [card for card in cards if table.klasses[card] == table.searched]
    if kind == "revoke" and style == "conceals":
        kept = sum(1 for card in cards if table.klasses[card] == led)
        if kept > _MOST_HIDDEN:
            return []
    return [card for card in cards if kind in play.wrongs(card)]


def _shows(play: Play, kind: str) -> Avoid:
    """Return which cards an offender who hides this error does not want to be seen with."""
    table, led = play.table, play.circumstances.led
    if kind == "revoke":
        return lambda card: table.klasses[card] == led
    if kind == "must_trump":
        return lambda card: table.klasses[card] == TRUMP
    hand = play.hands[play.turn]
    owed = table.ace if hand.ace and play.turn != table.caller else table.schoene
    return lambda card: card == owed


def _right(play: Play, chance: random.Random, avoiding: Mapping[int, Avoid]) -> str:
    legal: Sequence[str] = play.legal()
    avoid = avoiding.get(play.turn)
    quiet = [card for card in legal if not avoid(card)] if avoid else legal
    return chance.choice(quiet or legal)


def _finish(play: Play, chance: random.Random, avoiding: Mapping[int, Avoid]) -> None:
    while not play.over:
        play.lay(_right(play, chance, avoiding))
