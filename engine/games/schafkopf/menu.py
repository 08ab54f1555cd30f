"""What the call screen offers, by house rules and number of players."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Family
from engine.games.base import CallField, CallKind, CallMenu
from engine.games.schafkopf import doublings, messages
from engine.games.schafkopf.contracts import WHY_RAMSCH, named_suits
from engine.games.schafkopf.counts import Count, muss_card
from engine.games.schafkopf.kinds import Kind
from engine.games.schafkopf.options import HouseRules
from engine.games.schafkopf.options.calls import MUSS, tout_word
from engine.games.words import card_text
from engine.text import Text

_PARTNER = CallField("partner", messages.FIELDS["partner"], "seat", needed=True)
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
    offered = [playable[name] for name in house.games if name in playable]
    return CallMenu(
        tuple(_line(kind, count, players, house, family) for kind in offered),
        tuple((word, said[word]) for word in doublings.offered(house)),
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
    return fields


def _muss(house: HouseRules, family: Family) -> CallField:
    """Return the asking for a Muss-Spiel: who holds the house's card must declare (EN, Must)."""
    named = muss_card(house, family)
    said = messages.MUSS.format(game=card_text(named))
    return CallField("muss", messages.FIELDS["muss"], "word", words=((named.code, said),))
