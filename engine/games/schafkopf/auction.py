"""The family's auctions as data: the style, the games and their order, who decides when all pass.

Mehrkopf bids in two steps (EN, DE bidding), Appendix B with "Play too" and "Good" (AB 2.1), today's
practice names games in turn (RULES 4); the option `auction` says which, for every preset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.cards import Family
from engine.deal.auction import MUSS, RAMSCH, REDEAL, AuctionView, BidLevel, NamedGame
from engine.deal.record import DealRecord
from engine.games.auction.one_round import FirstTaker, NamedRound
from engine.games.auction.play_too import PlayTooRound
from engine.games.auction.stages import (
    AuctionSetting,
    AuctionStage,
    auction_view,
    played_view,
    speaking_order,
    untold,
)
from engine.games.auction.two_steps import FirstRound
from engine.games.schafkopf.contracts import named_suits
from engine.games.schafkopf.house_rules import HouseRules
from engine.games.schafkopf.kinds import ContractKind, tout_word
from engine.games.schafkopf.setting import SchafkopfCount, muss_card
from engine.text import Text

_STYLES: Mapping[str, Callable[[AuctionSetting], AuctionStage]] = {
    "two_steps": FirstRound,
    "play_too": PlayTooRound,
    "named": NamedRound,
}
_LEVELS = {
    "call": BidLevel.NORMAL,
    "hochzeit": BidLevel.NORMAL,
    "solo": BidLevel.SOLO,
    "sie": BidLevel.SIE,
}
"""How high a kind is bid, by its base price."""
_FOLLOWS = {"redeal": (REDEAL,), "ramsch": (RAMSCH,), "muss": (MUSS,)}
_DEALERS_CHOICE = (REDEAL, MUSS, RAMSCH)
"""What the dealer may choose when all pass (EN, DE bidding)."""


def auction_of(
    record: DealRecord,
    kinds: Mapping[str, ContractKind],
    count: SchafkopfCount,
    house: HouseRules,
    texts: Mapping[str, Text],
) -> AuctionView | None:
    """Return a deal's auction; where nobody noted a word, only that its game is not played.

    None where nobody did and the house plays the game, or none was named.
    """
    if untold(record):
        contract = record.contract
        if contract is None:
            return None
        return played_view(_setting(record, kinds, count, house, texts), contract)
    setting = _setting(record, kinds, count, house, texts)
    first = first_stage(setting, house)
    return auction_view(setting, first, record.bids, record.contract)


_SETTINGS: dict[tuple[object, ...], AuctionSetting] = {}
_KEPT = 1024
"""Settings kept for reuse: every card of a deal asks for the same."""


def _setting(
    record: DealRecord,
    kinds: Mapping[str, ContractKind],
    count: SchafkopfCount,
    house: HouseRules,
    texts: Mapping[str, Text],
) -> AuctionSetting:
    key = (record.game, record.rules.key, record.players, record.out, record.dealer, record.family)
    known = _SETTINGS.get(key)
    if known is None:
        if len(_SETTINGS) >= _KEPT:
            _SETTINGS.clear()
        known = _SETTINGS[key] = auction_setting(record, kinds, count, house, texts)
    return known


def first_stage(setting: AuctionSetting, house: HouseRules) -> AuctionStage:
    """Return the first stage of the auction that the house plays."""
    if len(setting.order) == 2:
        # Who did not deal plays or passes; then the dealer declares (EN, DE, 2 players).
        return FirstTaker(setting, "play", last_must=True)
    return _STYLES[house.auction](setting)


def auction_setting(
    record: DealRecord,
    kinds: Mapping[str, ContractKind],
    count: SchafkopfCount,
    house: HouseRules,
    texts: Mapping[str, Text],
) -> AuctionSetting:
    """Return what a deal's auction depends on."""
    order = speaking_order(record)
    playable = count.playable(kinds, house)
    named = _games(playable, count, house, len(order), record.family)
    return AuctionSetting(
        order=order,
        games=tuple(game for game in named if not playable[game.kind].accepts),
        ties=_ties(order, record.dealer, house),
        chooser=_chooser(order, record.dealer, house),
        all_pass=_all_pass(playable, count, house),
        hochzeit=next((game for game in named if playable[game.kind].accepts), None),
        muss_card=muss_card(house, record.family),
        texts=texts,
    )


def _ties(order: tuple[int, ...], dealer: int, house: HouseRules) -> tuple[int, ...]:
    """Return who wins a tie, first to last (RULES 0.10)."""
    if house.tie_order == "dealer_first" and dealer in order:
        return (dealer, *(seat for seat in order if seat != dealer))
    return order


def _chooser(order: tuple[int, ...], dealer: int, house: HouseRules) -> int:
    """Return who decides when all pass: the dealer; of seven by house rule (RULES 0.12)."""
    return dealer if dealer in order or house.seven_choice == "dealer" else order[-1]


def _all_pass(
    playable: Mapping[str, ContractKind], count: SchafkopfCount, house: HouseRules
) -> tuple[str, ...]:
    """Return what may follow when all pass; whatever cannot be played is a redeal (RULES 0.11)."""
    can = {REDEAL}
    if RAMSCH in playable and RAMSCH in house.games:
        can.add(RAMSCH)
    if MUSS in house.games and count.kinds is None:
        can.add(MUSS)
    wanted = _FOLLOWS.get(house.all_pass, _DEALERS_CHOICE)
    return tuple(word for word in wanted if word in can) or (REDEAL,)


def _games(
    playable: Mapping[str, ContractKind],
    count: SchafkopfCount,
    house: HouseRules,
    players: int,
    family: Family,
) -> tuple[NamedGame, ...]:
    """Return what may be bid for, lowest first: by level, then as the house lists its games."""
    games: list[NamedGame] = []
    for name, kind in playable.items():
        if not kind.declared:
            continue
        suits = named_suits(kind, house, players, family)
        if name in house.games:
            level = _LEVELS[kind.base]
            rank = _rank(level, name, house)
            games.append(NamedGame(name, False, kind.title, suits, level, rank))
        if count.tout and kind.tout and tout_word(name) in house.games:
            rank = _rank(BidLevel.TOUT, tout_word(name), house)
            title = kind.tout_said.format(game=kind.title)
            games.append(NamedGame(name, True, title, suits, BidLevel.TOUT, rank))
    return tuple(sorted(games, key=lambda game: game.rank))


def _rank(level: BidLevel, word: str, house: HouseRules) -> int:
    """Return how high a game ranks; Solos in the house's order of games, or all alike."""
    by_game = house.solo_order == "by_game" and level in (BidLevel.SOLO, BidLevel.TOUT)
    return level + (1 + house.games.index(word) if by_game else 0)
