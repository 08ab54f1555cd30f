"""What the call screen offers, by house rules and number of players."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Family, Rank, card
from engine.games.modes import family_card
from engine.games.naming import CallField, CallKind, CallMenu
from engine.games.schafkopf import doublings, messages
from engine.games.schafkopf.contracts import WHY_RAMSCH, named_suits
from engine.games.schafkopf.counts import Count, callable_suits, muss_card
from engine.games.schafkopf.kinds import Kind
from engine.games.schafkopf.options import HouseRules
from engine.games.schafkopf.options.calls import MUSS, tout_word
from engine.games.words import card_text
from engine.text import Text

_PARTNER = CallField("partner", messages.FIELDS["partner"], "seat", needed=True)
_RENONCE = CallField("renonce", messages.FIELDS["renonce"])
_WHY = CallField(
    "why",
    messages.FIELDS["why"],
    "word",
    words=tuple((word, messages.WHY_RAMSCH[word]) for word in WHY_RAMSCH),
)


def call_menu(
    kinds: Mapping[str, Kind],
    said: Mapping[str, Text],
    count: Count,
    players: int,
    house: HouseRules,
    family: Family,
) -> CallMenu:
    """Return what so many people can call under the house's `games`, in that order.

    `said` is what the doublings are called, by word of the deal file.
    """
    playable = count.playable(kinds, house)
    button = messages.DOUBLING_BUTTONS
    offered = [playable[name] for name in house.games if name in playable]
    return CallMenu(
        tuple(_line(kind, count, players, house, family) for kind in offered),
        tuple((word, button.get(word, said[word])) for word in doublings.offered(house)),
        doublings.ALIASES,
        doublings.LADDER,
    )


def _line(kind: Kind, count: Count, players: int, house: HouseRules, family: Family) -> CallKind:
    tout = kind.tout and count.tout and tout_word(kind.name) in house.games
    return CallKind(
        kind.name,
        kind.title,
        named_suits(kind, house, players, family),
        tout,
        kind.declared,
        tuple(_fields(kind, count, house, family)),
    )


def _fields(kind: Kind, count: Count, house: HouseRules, family: Family) -> list[CallField]:
    if not kind.declared:
        return [_WHY]
    fields = [_PARTNER] if kind.accepts else []
    if MUSS in house.games and count.kinds is None:
        fields.append(_muss(house, family))
    if kind.calls and _allowed(house.renonce, house):
        fields.append(_RENONCE)
    if kind.calls and _allowed(house.called_ten, house):
        fields.append(_ten(house, family))
    return fields


def _allowed(when: str, house: HouseRules) -> bool:
    """Tell whether a caller may ever do what is allowed then."""
    return when == "always" or (when == "muss" and MUSS in house.games)


def _ten(house: HouseRules, family: Family) -> CallField:
    """Return the asking for a Ten called in place of the Ace (RULES 5, Muss-Spiel)."""
    tens = [card(suit.letter + Rank.ZEHN.letter) for suit in callable_suits(house)]
    printed = [family_card(each, family) for each in tens]
    words = tuple((each.code, card_text(each)) for each in printed)
    return CallField("called", messages.FIELDS["called"], "word", words=words)


def _muss(house: HouseRules, family: Family) -> CallField:
    """Return the asking for a Muss-Spiel: who holds the house's card must declare (EN, Must)."""
    named = muss_card(house, family)
    said = messages.MUSS.format(game=card_text(named))
    return CallField("muss", messages.FIELDS["muss"], "word", words=((named.code, said),))
