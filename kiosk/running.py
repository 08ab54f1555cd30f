"""Small questions about the deal that is being played."""

from __future__ import annotations

from engine.state import DealState, TableState


def latest(state: TableState) -> DealState | None:
    """Return the running deal, else the one that was closed last."""
    return state.last_deal


def newest_two(state: TableState) -> tuple[DealState, ...]:
    """Return the deal finished last and the running one, as far as there are any."""
    return (*state.finished[-1:], *state.deals[len(state.finished) :])


def trick_size(deal: DealState) -> int:
    """Return how many cards a trick of this deal has."""
    return deal.record.players - len(deal.record.out)


def total_cards(deal: DealState) -> int:
    """Return how many cards are played in a whole deal."""
    return deal.report.trick_count * trick_size(deal)


def is_full(deal: DealState) -> bool:
    """Return whether every card of the deal was laid."""
    return len(deal.seqs) >= total_cards(deal)


def last_trick(deal: DealState) -> int:
    """Return the index of the first play of the last trick before the running one."""
    size = trick_size(deal)
    running = max(0, len(deal.seqs) - 1) // size * size
    return max(0, running - size)


def active_seats(deal: DealState) -> list[int]:
    """Return the seats that hold cards in this deal."""
    return [seat for seat in range(deal.record.players) if seat not in deal.record.out]


def seat_order(deal: DealState, leader: int) -> list[int]:
    """Return the seats that play, from `leader` on clockwise."""
    players = deal.record.players
    seats = [(leader + step) % players for step in range(players)]
    return [seat for seat in seats if seat not in deal.record.out]


def swept_plays(deal: DealState) -> int:
    """Return how many plays belong to tricks that left the table."""
    return len(deal.sweeps) * trick_size(deal)
