"""Who plays with whom (EN, normal game and wedding game), and what a Hochzeit hid (RULES 0.18).

A called card makes its holder the caller's partner. With five and more people the Schöne is called
with the Ass, so that two or three play together. A Hochzeit names both declarers from the start;
what went from hand to hand in it is told once the deal is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from engine.cards import Card
from engine.deal.record import Contract, DealRecord
from engine.games.base import Teams
from engine.games.facts import TRUMP, Facts, Setting
from engine.games.hidden import Hidden, named_cards, not_played
from engine.games.schafkopf.messages import BACK, GAVE


def called_cards(setting: Setting) -> tuple[Card, ...]:
    """Return the cards that name partners: none, the Ass, or the Ass and the Schöne."""
    if setting.called is None:
        return ()
    return (setting.called,) if setting.schoene is None else (setting.called, setting.schoene)


def holders(facts: Facts) -> dict[Card, int]:
    """Return who had which card: from hands and layouts where they are on record, and the plays."""
    had: dict[Card, int] = {}
    for seat, piles in enumerate(facts.record.piles or ()):
        had.update((card, seat) for pile in piles for card in pile if card is not None)
    for reveal in facts.record.reveals:
        if reveal.card is not None:
            had[reveal.card] = reveal.seat
    for seat, hand in enumerate(facts.record.hands or ()):
        for card in hand:
            if card is not None:
                had[card] = seat
    for play in facts.plays:
        if play.card is not None:
            had[play.card] = play.seat
    return {**_stated(facts), **had}


def _stated(facts: Facts) -> dict[Card, int]:
    """Return who had the called card as people say of a deal that ended before it lay.

    Believed of whoever may hold it still: not of the caller, nor of a seat whose cards all lie.
    """
    contract, called = facts.record.contract, facts.setting.called
    holder = (facts.record.end or {}).get("holder")
    if contract is None or called is None or holder not in facts.setting.seats:
        return {}
    laid = sum(play.seat == holder for play in facts.plays)
    if holder == contract.seat or laid >= facts.setting.hand_size:
        return {}
    assert isinstance(holder, int)
    return {called: holder}


def teams(facts: Facts) -> Teams:
    """Return who plays with whom; a partner counts as known once the called card lies."""
    contract, setting = facts.record.contract, facts.setting
    if contract is None or contract.seat is None:
        return _NOBODY if contract is None else _ALONE
    if setting.called is None:
        return _together(contract, (), known=True)
    cards = called_cards(setting)
    shown: dict[Card, int] = {}
    for play in facts.record.plays:
        if play.card in cards:
            shown.setdefault(play.card, play.seat)
    return _together(contract, tuple(shown.values()), known=len(shown) == len(cards))


_NOBODY = Teams((), known=False)
_ALONE = Teams((), known=True)


def declarers_of(facts: Facts, had: Mapping[Card, int]) -> tuple[int, ...] | None:
    """Return the declarers, lowest seat first; empty where everybody plays alone.

    None where nothing was announced, or where it is not known who had a called card.

    Args:
        facts: the deal.
        had: who had which card, see `holders`.
    """
    contract, cards = facts.record.contract, called_cards(facts.setting)
    if contract is None or any(card not in had for card in cards):
        return None
    if contract.seat is None:
        return ()
    return _together(contract, tuple(had[card] for card in cards), known=True).declarers


def possible_declarers(facts: Facts, had: Mapping[Card, int]) -> tuple[tuple[int, ...], ...]:
    """Return every team of declarers there may be; one where the called cards were seen.

    A card that was not seen may be with whoever has cards left; the called Ass not with the caller,
    who may not hold what he calls (EN, normal game).

    Args:
        facts: a deal that somebody declared.
        had: who had which card, see `holders`.
    """
    contract, setting = facts.record.contract, facts.setting
    assert contract is not None
    cards = called_cards(setting)
    if had.keys() >= set(cards):
        return (_together(contract, tuple([had[card] for card in cards]), known=True).declarers,)
    laid = [play.seat for play in facts.plays]
    holding = [seat for seat in setting.seats if laid.count(seat) < setting.hand_size]
    options: list[list[int]] = []
    for card in cards:
        others = [seat for seat in holding if card != setting.called or seat != contract.seat]
        options.append([had[card]] if card in had else others)
    sides = {_together(contract, each, known=True).declarers for each in product(*options)}
    return tuple(sorted(sides))


def _together(contract: Contract, called: tuple[int, ...], *, known: bool) -> Teams:
    """Return the caller's team with the holders of the called cards and who accepted."""
    assert contract.seat is not None
    accepted = contract.details.get("partner")
    also = (*called, accepted) if isinstance(accepted, int) else called
    return _team(contract.seat, also, known)


@lru_cache(maxsize=1024)
def _team(caller: int, others: tuple[int, ...], known: bool) -> Teams:
    partners = tuple(sorted({*others} - {caller}))
    return Teams(tuple(sorted((caller, *partners))), known, partners)


def hidden(record: DealRecord, setting: Setting, deck: Sequence[Card]) -> tuple[Hidden, ...]:
    """Return the trump that was given and the card that came back for it.

    The trump is the partner's to play afterwards, the other card the giver's.
    """
    contract = record.contract
    partner = None if contract is None else contract.details.get("partner")
    if contract is None or contract.kind != "hochzeit" or contract.seat is None:
        return ()
    if not isinstance(partner, int):
        return ()
    fields = (("gave", GAVE, partner, True), ("back", BACK, contract.seat, False))
    return tuple(
        Hidden(
            name,
            title,
            1,
            tuple(
                each
                for each in not_played(record, deck, (whose,))
                if (setting.klass.get(each) == TRUMP) is trump
            ),
            named_cards(contract.details.get(name), record),
        )
        for name, title, whose, trump in fields
    )
