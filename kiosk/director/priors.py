"""How likely what may happen at a table is: the one table by which plays are explained.

All but `opening_leader`, a share, are nats: what it costs a hypothesis to hold that this happened,
minus the logarithm of how often it does. What breaking a rule costs is the referee's
(`engine.referee.evaluation.penalties`), how people throw cards is `seat_likelihood`'s.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Priors:
    """What it costs to hold that something happened, in nats."""

    missed: float = 3.5
    """A card that nobody saw: three in a hundred; hurried evenings 32 of 758, else 5 of 2,082."""
    lead_missed: float = 1.0
    """That it was a lead, which lies there alone at first, beside that it was missed."""
    misread: float = 8.0
    """A card looks clearly like another one: a single look counts no more than this."""
    late: float = 4.6
    """A card that was seen after the one laid next: one in a hundred."""
    later: float = 1.5
    """Each further card laid before it was seen: an arm hides a card for a moment."""
    same_rest: float = 0.7
    """Two cards of one rest lie in the other order than the watcher put them in: one in two."""
    no_card: float = 9.8
    """What was seen beside a trick is no play, however clear: the corner of another card."""
    shown: float = 8.0
    """A card that comes to lie there between two tricks is no play: somebody shows it."""
    no_card_unclear: float = 4.5
    """A hand or sleeve is taken for a card and looks like none more than another."""
    no_card_clearer: float = 1.3
    """What each nat of lead over the next card adds to that."""
    no_card_either: float = 2.2
    """One more thing that is no play, while one lies there: cards of a hand are shown together."""
    moved: float = 4.8
    """A card that lies there is pushed and seen as a new one: eight in a thousand."""
    seen_again: float = 0.5
    """The same, where it had been hidden by an arm."""
    taken_up: float = 3.0
    """A card that was played is taken up again, rather than that it was none."""
    sweep_unseen: float = 5.3
    """A trick is swept and nobody saw it: five in a thousand."""
    sweep_none: float = 6.0
    """A sweep was seen that was none: an arm lay over the table, or half the trick was taken."""
    sweep_late: float = 3.5
    """The trick before lay until now, beside the next one's cards."""
    miscounted: float = 1.5
    """The watcher counts the cards of a sweep wrong."""
    other_lead: float = 6.0
    """Another leads than won: players are mistaken in one trick of four hundred."""
    first_lead: float = 10.0
    """The same in a deal's first trick: who dealt is plain to everybody."""
    next_dealer: float = 3.0
    """Another dealt than whose turn it was, where nobody said who deals."""
    other_taker: float = 3.0
    """A trick goes to another's side than who won it: one in twenty."""
    trick_missed: float = 9.0
    """A whole trick that nobody saw, with the table in view."""
    begun_before: float = 6.5
    """A deal's first cards were laid before anybody looked."""
    begun_before_at_once: float = 2.0
    """The same, where the camera came within a trick's time of the first card it saw."""
    given_up: float = 5.0
    """A deal ends before its last trick and nobody says so: after a pause as long as dealing takes
    a card is the next one's, rather than that somebody thought for so long."""
    over_early: float = 3.0
    """A deal watched from its middle on ends with a trick, whichever: one in twenty."""
    next_deal_card: float = 0.7
    """A card of the next deal: as well as a card of this one looks and lies."""
    false_start: float = 10.5
    """What opened a deal was no trick: cards thrown in, or shown, in turn."""
    opening_enough: float = 0.8
    """So much better than strewn anyhow must the places of two cards fit seats in turn, before a
    deal is on; with each card more the table is less likely to be strewn one by one."""
    opening_unlike: float = 3.0
    """A whole trick that was swept as one opens a deal unless its places fit worse than this."""
    opening_leader: float = 0.8
    """How likely whose lead it should be is who leads, a share: people deal out of turn."""
    opening_none: float = 2.0
    """One thing too many lies there before a deal and is no card."""
    opening_same: float = 5.0
    """Two things before a deal that look like one card by so much more than like others are it."""
    unwatched_missed: float = 1.0
    """A card that was laid while nobody could see the table."""
    unwatched_trick: float = 3.0
    """A whole trick of those."""


PRIORS = Priors()
PAUSE_S = 20.0
"""Without a card for so long: the next deal may have been dealt."""
SAME_REST_S = 0.3
"""Cards that came closer together came between the same two rests."""
