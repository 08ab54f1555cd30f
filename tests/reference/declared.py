"""Settlement of the Schafkopf family: called games, Solos, Tout, Sie, Hochzeit and Ramsch."""

from __future__ import annotations

from fractions import Fraction

from tests.reference.cards import points
from tests.reference.deal import Deal, called_cards
from tests.reference.house import LAUFENDE_MIN, House, house_of
from tests.reference.settled import Settled, counted, shared, soloist_paid


def settle(deal: Deal) -> Settled:
    """The result of a deal of mehrkopf, schafkopf or bavarian."""
    if deal.kind == "ramsch":
        return ramsch(deal)
    return laid_down(deal) if deal.kind == "sie" else declared(deal)


def declarers_of(deal: Deal) -> tuple[int, ...]:
    """Who plays the game: the caller and who holds what was called; giver and taker; else alone."""
    declarers = {deal.seat}
    if deal.kind == "rufspiel":
        for card in called_cards(deal.contract, deal.people):
            holder = deal.holder(card)
            if holder is not None:
                declarers.add(holder)
    if deal.kind == "hochzeit":
        declarers.add(deal.contract["partner"])
    return tuple(sorted(declarers))


def declared(deal: Deal) -> Settled:
    """A game with declarers against the rest."""
    house = house_of(deal.line)
    total = sum(points(card) for card in deal.deck)
    declarers = declarers_of(deal)
    rest = tuple(sorted(set(deal.seats) - set(declarers)))
    by_seat, tricks = counted(deal)
    own = sum(by_seat[seat] for seat in declarers)
    others = sum(by_seat[seat] for seat in rest)
    own_tricks = sum(tricks[seat] for seat in declarers)
    tout = bool(deal.contract.get("tout"))
    if tout:
        won = all(trick.winner == deal.seat for trick in deal.tricks if trick.winner is not None)
    else:
        won = own > total - own
    winners, losers = (declarers, rest) if won else (rest, declarers)
    run = laufende(deal, set(declarers))
    if won:
        schneider = 4 * others < total
        schwarz = sum(tricks[seat] for seat in rest) == 0
    else:
        schneider = 4 * own < total + 4  # one more than a quarter is free: 31, 38 (RULES 8)
        schwarz = own_tricks == 0
        if not house.losing_declarers_schneider:
            schneider = schwarz = False
    if tout and not (won and house.tout_all):
        schneider = schwarz = False  # RULES 8: a Tout is paid without them
    price = priced(deal, house, won=won, schneider=schneider, schwarz=schwarz, run=run)
    price *= 2 ** len(deal.line["doubles"])
    if len(declarers) == 1:
        payout = soloist_paid(deal, deal.seat, price, won=won)
    else:
        payout = shared(deal, winners, losers, price)
    return Settled(
        declarers=declarers,
        winner="declarers" if won else "defenders",
        winners=winners,
        points=(own, others),
        points_by_seat=by_seat,
        tricks=tricks,
        schneider=schneider,
        schwarz=schwarz,
        laufende=run,
        price=price,
        payout=payout,
    )


def priced(
    deal: Deal, house: House, *, won: bool, schneider: bool, schwarz: bool, run: int
) -> Fraction:
    """What a loser owes before doublings: the sum of all rates (EN Settling, DE Abrechnung)."""
    base = base_price(deal, house)
    extra = house.schneider * schneider + house.schwarz * schwarz
    ongoing = house.laufende * abs(run)
    if not deal.contract.get("tout"):
        return Fraction(base + extra + ongoing)
    if not won:  # it ends with the first lost trick: no strength of a victory to pay for
        return Fraction((base + ongoing) * (2 if house.lost_tout_doubles else 1))
    if house.tout_all:
        return Fraction(2 * (base + extra + ongoing))
    return Fraction(2 * (base + ongoing))


def base_price(deal: Deal, house: House) -> int:
    """The Grundtarif of the game."""
    if deal.kind == "ramsch":
        return house.ramsch
    if deal.kind == "hochzeit":
        return house.hochzeit
    if deal.kind == "rufspiel" or deal.people == 2:
        return house.call  # RULES 0.31: two pay a call
    return house.solo


def laid_down(deal: Deal) -> Settled:
    """The Sie, laid down instead of played (DE Sie): everything is its holder's."""
    price = Fraction(house_of(deal.line).sie) * 2 ** len(deal.line["doubles"])
    total = sum(points(card) for card in deal.deck)
    count = deal.line["players"]
    return Settled(
        declarers=(deal.seat,),
        winner="declarers",
        winners=(deal.seat,),
        points=(total, 0),
        points_by_seat=tuple(total * (seat == deal.seat) for seat in range(count)),
        tricks=tuple(len(deal.hands[deal.seat]) * (seat == deal.seat) for seat in range(count)),
        schneider=False,
        schwarz=False,
        laufende=0,
        price=price,
        payout=soloist_paid(deal, deal.seat, price, won=True),
    )


def laufende(deal: Deal, declarers: set[int]) -> int:
    """The run of highest trumps of one side: positive the declarers', negative the others'."""
    house = house_of(deal.line)
    trumps = deal.trumps.of(deal.deck)
    if house.stamm_laufende:
        trumps = [card for card in trumps if card[1] in deal.trumps.stamm]
    holders = [deal.holder(card) in declarers for card in trumps]
    run = 0
    for holder in holders:
        if holder != holders[0]:
            break
        run += 1
    if run < LAUFENDE_MIN:
        return 0
    return run if holders[0] else -run


def ramsch(deal: Deal) -> Settled:
    """Everybody for himself: the most points lose (DE, EN Ramsch)."""
    house = house_of(deal.line)
    by_seat, tricks = counted(deal)
    most = max(by_seat[seat] for seat in deal.seats)
    tied = [seat for seat in deal.seats if by_seat[seat] == most]
    # RULES 5: of several with equal points who had the higher trump
    loser = max(tied, key=lambda seat: highest_trump(deal, seat))
    price = Fraction(house.ramsch) * 2 ** len(deal.line["doubles"])
    if house.jungfrau:
        price *= 2 ** sum(tricks[seat] == 0 for seat in deal.seats)
    return Settled(
        declarers=(),
        winner="seats",
        winners=tuple(sorted(set(deal.seats) - {loser})),
        points=None,
        points_by_seat=by_seat,
        tricks=tricks,
        schneider=False,
        schwarz=False,
        laufende=0,
        price=price,
        payout=soloist_paid(deal, loser, price, won=False),
    )


def highest_trump(deal: Deal, seat: int) -> int:
    """How high the highest trump is that a seat was dealt."""
    trumps = deal.trumps.of(list(deal.hands[seat]))
    return deal.trumps.strength(trumps[0]) if trumps else -1
