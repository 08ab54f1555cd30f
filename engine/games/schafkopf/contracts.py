"""Contracts of the family: fields in the deal file, words, the call screen, the bidding for them.

All of it by house rules and number of players (EN, game modes). The auction is data: the style, the
games and their order, who decides when all pass. Mehrkopf bids in two steps (EN, DE bidding),
Appendix B with "Play too" and "Good" (AB 2.1), today's practice names games in turn (RULES 4); the
option `auction` says which, for every preset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from engine.cards import Card, Family, Rank, Suit, card, family_card, family_suit
from engine.deal.auction import MUSS, RAMSCH, REDEAL, AuctionView, BidLevel, NamedGame
from engine.deal.record import Contract, DealRecord
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
from engine.games.contract_fields import (
    CallField,
    CallKind,
    CallMenu,
    ContractShape,
    Detail,
    Misfit,
)
from engine.games.schafkopf import messages
from engine.games.schafkopf.duties import ALIASES, BEFORE_THE_CARDS, LADDER, offered_doublings
from engine.games.schafkopf.house_rules import (
    HouseRules,
    SchafkopfCount,
    callable_suits,
    house_suit,
    muss_card,
    plain_by_house,
    trump_suits,
)
from engine.games.schafkopf.kinds import ContractKind, tout_word
from engine.games.trump_order import trump_order
from engine.games.wording import called_text, card_text, suit_text
from engine.text import Text

WHY_RAMSCH = ("all_pass", "last_game")
"""Why a Ramsch is played: all passed, or it was agreed as the evening's last deal (EN, Ramsch)."""


def shapes(
    kinds: Mapping[str, ContractKind],
    count: SchafkopfCount,
    players: int,
    house: HouseRules,
    family: Family,
) -> dict[str, ContractShape]:
    """Return the kinds so many people can play and what each names in the deal file."""
    return {
        name: _shape(kind, count, players, house, family)
        for name, kind in count.playable(kinds, house).items()
    }


def named_suits(
    kind: ContractKind, house: HouseRules, players: int, family: Family = Family.GERMAN
) -> tuple[Suit, ...]:
    """Return the suits, as printed, that a declarer may name; none where he names no suit."""
    german: tuple[Suit, ...] = ()
    if kind.suit_is == "trump":
        german = trump_suits(house, players)
    elif kind.calls:
        german = callable_suits(house)
    return tuple(family_suit(suit, family) for suit in german)


def _shape(
    kind: ContractKind, count: SchafkopfCount, players: int, house: HouseRules, family: Family
) -> ContractShape:
    details: dict[str, Detail] = {}
    if kind.declared and players > 2:
        details["muss"] = Detail.FLAG_OR_CARD
    if kind.calls:
        details["renonce"] = Detail.FLAG
    if kind.accepts:
        details |= {"partner": Detail.SEAT, "gave": Detail.CARD, "back": Detail.CARD}
    return ContractShape(
        seat=kind.declared,
        suits=named_suits(kind, house, players, family),
        tout=kind.tout and count.tout,
        calls=kind.calls,
        words={} if kind.declared else {"why": WHY_RAMSCH},
        details=details,
        needed=("partner",) if kind.accepts else (),
        misfit=_misfit(kind, count, house, family),
    )


class _Misfits:
    """What the fields of a contract together must be, in the game's own terms."""

    def __init__(
        self, kind: ContractKind, count: SchafkopfCount, house: HouseRules, family: Family
    ) -> None:
        german = count.german(house)
        tables = trump_order(kind.stamm, house_suit(house), german, family, plain_by_house(house))
        self._family = family
        self._deck = frozenset(tables.klass)
        self._trumps = frozenset(tables.trumps)

    def of_call(self, contract: Contract) -> Misfit | None:
        """Check that one card is called, and with it the Schöne at most."""
        named = contract.details.get("called")
        listed = named if isinstance(named, list | tuple) else [named] if named else []
        cards = [card(str(code), self._family) for code in listed]
        others = [each for each in cards if each.rank is not Rank.SCHOENE]
        right = len(others) == 1 and len(cards) <= 2 and self._deck.issuperset(cards)
        if not cards or right:
            return None
        expected = Text(
            de="eine Karte des Blattes nennen, und dazu höchstens die Schöne der Farbe",
            en="be one card of the deck, and the Beauty of the suit at most besides",
        )
        at_table = Text(
            de="Gerufen wird eine Karte des Blattes, dazu höchstens die Schöne ihrer Farbe; bitte "
            "berichtigen.",
            en="One card of the deck is called, and the Beauty of its suit at most besides; please "
            "correct it.",
        )
        return Misfit("called", expected, at_table)

    def of_wedding(self, contract: Contract) -> Misfit | None:
        """Check who accepted, and what went from hand to hand (EN, wedding game)."""
        details = contract.details
        if details.get("partner") == contract.seat:
            expected = Text(
                de="ein anderer als der sein, der die Hochzeit anbietet",
                en="be another than who offers the wedding",
            )
            at_table = Text(
                de="Eine Hochzeit nimmt ein anderer an, als wer sie anbietet; bitte berichtigen.",
                en="A wedding is accepted by somebody else than the one who offers it; please "
                "correct it.",
            )
            return Misfit("partner", expected, at_table)
        if "gave" in details and not self._fits(details["gave"], trump=True):
            at_table = Text(
                de="Bei der Hochzeit wird der einzige Trumpf gegeben; bitte die Karte berichtigen.",
                en="In a wedding the only trump is given; please correct the card.",
            )
            return Misfit("gave", Text(de="ein Trumpf sein", en="be a trump"), at_table)
        if "back" in details and not self._fits(details["back"], trump=False):
            return Misfit(
                "back",
                Text(
                    de="eine Karte des Blattes sein, die kein Trumpf ist",
                    en="be a card of the deck that is no trump",
                ),
                Text(
                    de="Zurück kommt bei der Hochzeit eine Karte, die kein Trumpf ist; bitte "
                    "berichtigen.",
                    en="In a wedding a card comes back that is no trump; please correct it.",
                ),
            )
        return None

    def _fits(self, code: object, *, trump: bool) -> bool:
        if code == "??":
            return True
        named: Card = card(str(code), self._family)
        return named in self._deck and (named in self._trumps) is trump


def _misfit(
    kind: ContractKind, count: SchafkopfCount, house: HouseRules, family: Family
) -> Callable[[Contract], Misfit | None] | None:
    misfits = _Misfits(kind, count, house, family)
    if kind.calls:
        return misfits.of_call
    return misfits.of_wedding if kind.accepts else None


def contract_text(contract: Contract, kind: ContractKind) -> Text:
    """Return the contract in words, such as "Rufspiel auf die Gras-Sau" and "calls Leaves"."""
    suit = contract.suit
    named = suit_text(suit) if suit is not None else ""
    called = called_text(_called(contract, suit)) if kind.calls and suit else ""
    said = kind.sentence.format(suit=named, called=called)
    if contract.tout:
        said = kind.tout_said.format(game=said)
    if contract.details.get("renonce") is True:
        said = messages.RENONCE.format(game=said)
    if contract.details.get("muss"):
        said = messages.MUSS.format(game=said)
    return said


def _called(contract: Contract, suit: Suit) -> Card:
    """Return the called Ass, or the card called in its place, as it is printed."""
    named = contract.details.get("called")
    codes = named if isinstance(named, list | tuple) else [named] if named else []
    for code in codes:
        if str(code)[1:] != Rank.SCHOENE.letter:
            return card(str(code), suit.family)
    return card(suit.letter + Rank.ASS.letter, suit.family)


_PARTNER = CallField("partner", messages.FIELDS["partner"], "seat", needed=True)
_RENONCE = CallField("renonce", messages.FIELDS["renonce"])
_WHY = CallField(
    "why",
    messages.FIELDS["why"],
    "word",
    words=tuple((word, messages.WHY_RAMSCH[word]) for word in WHY_RAMSCH),
)


def call_menu(
    kinds: Mapping[str, ContractKind],
    said: Mapping[str, Text],
    count: SchafkopfCount,
    players: int,
    house: HouseRules,
    family: Family,
) -> CallMenu:
    """Return what so many people can call under the house's `games`, in the order of `kinds`.

    `said` is what the doublings are called, by word of the deal file.
    """
    playable = count.playable(kinds, house)
    button = messages.DOUBLING_BUTTONS
    offered = [kind for name, kind in playable.items() if name in house.games]
    return CallMenu(
        tuple(_line(kind, count, players, house, family) for kind in offered),
        tuple((word, button.get(word, said[word])) for word in offered_doublings(house)),
        ALIASES,
        LADDER,
        frozenset((*BEFORE_THE_CARDS, *LADDER)),
    )


def _line(
    kind: ContractKind, count: SchafkopfCount, players: int, house: HouseRules, family: Family
) -> CallKind:
    tout = kind.tout and count.tout and tout_word(kind.name) in house.games
    return CallKind(
        kind.name,
        kind.title,
        named_suits(kind, house, players, family),
        tout,
        kind.declared,
        tuple(_fields(kind, count, house, family)),
    )


def _fields(
    kind: ContractKind, count: SchafkopfCount, house: HouseRules, family: Family
) -> list[CallField]:
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
    return CallField("called", messages.FIELDS["called"], "card", words=words)


def _muss(house: HouseRules, family: Family) -> CallField:
    """Return the asking for a Muss-Spiel: who holds the house's card must declare (EN, Must)."""
    named = muss_card(house, family)
    said = messages.MUSS.format(game=card_text(named))
    return CallField("muss", messages.FIELDS["muss"], "word", words=((named.code, said),))


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
    work_out = partial(auction_setting, record, kinds, count, house, texts)
    contract = record.contract
    if untold(record):
        return None if contract is None else played_view(_kept_setting(record, work_out), contract)
    setting = _kept_setting(record, work_out)
    first = first_stage(setting, house)
    return auction_view(setting, first, record.bids, contract)


_SETTINGS: dict[tuple[object, ...], AuctionSetting] = {}
_KEPT = 1024
"""Settings kept for reuse: every card of a deal asks for the same."""


def _kept_setting(record: DealRecord, work_out: Callable[[], AuctionSetting]) -> AuctionSetting:
    key = (record.game, record.rules.key, record.players, record.out, record.dealer, record.family)
    known = _SETTINGS.get(key)
    if known is None:
        if len(_SETTINGS) >= _KEPT:
            _SETTINGS.clear()
        known = _SETTINGS[key] = work_out()
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
        unbid=_unbid(house),
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


def _unbid(house: HouseRules) -> tuple[str, ...]:
    """Return what is played without a bid: the house's Ramsch, its rounds' too, and Muss-Spiel."""
    played = {*house.games, *([RAMSCH] if house.ramsch_after else [])}
    return tuple(word for word in (RAMSCH, MUSS) if word in played)


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
