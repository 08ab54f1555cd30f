"""The called card's duties (PG, partner; RULES 7): it is brought when its suit is first led.

There is no running away. In the last trick, and once the suit was led, everything is free.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import UNSEEN_CODE, Card
from engine.games.calling import DISCARDED, UNDERLED, WITHHELD, Breach, Calling, Held
from engine.games.facts import UNKNOWN, Facts
from engine.games.sheepshead.contract import claimed, picked
from engine.games.sheepshead.counts import CALLED
from engine.report import TrickView


def calling_of(facts: Facts) -> Calling | None:
    """Return the called ace or ten with its duties; None where a jack names the partner."""
    call = picked(facts.record)
    if call is None or call.method != CALLED or call.card is None:
        return None
    suit = facts.setting.klass.get(call.card, UNKNOWN)
    if suit == UNKNOWN or call.picker not in facts.setting.rotation:
        return None
    duty = _Duty(call.picker, suit, call.card)
    claims = claimed(call, facts.record.family)
    lacks = call.under not in (None, UNSEEN_CODE)
    return Calling(
        call.picker, suit, (call.card,), call.under is None, duty.breaches, claims, lacks
    )


def play_of(facts: Facts, trick: TrickView, seat: int) -> int | None:
    """Return the index of the seat's play in a trick whose seats are in order."""
    order = facts.setting.rotation.get(trick.leader, ())
    if seat not in order:
        return None
    index = trick.start + order.index(seat)
    return index if index < len(facts.plays) else None


@dataclass(frozen=True, slots=True)
class _Duty:
    """What the holder of the called card owes."""

    picker: int
    suit: int
    card: Card

    def breaches(self, facts: Facts, seat: int, held: Held) -> tuple[Breach, ...]:
        """Return what `seat` did wrong were it to hold the called card as `held` says."""
        if seat == self.picker or self.card not in held:
            return ()
        laid = held[self.card]
        for number, trick in enumerate(facts.tricks):
            led = facts.led[number]
            if led == UNKNOWN or (laid is not None and laid < trick.start):
                return ()  # The suit may have been led: nothing that follows is certain.
            play = play_of(facts, trick, seat)
            if led == self.suit:
                return self._searched(facts, trick, play, laid, seat)
            if laid is not None and laid == play:
                last = number == facts.setting.trick_count - 1
                return () if last else (Breach(DISCARDED, laid, self.card),)
        return ()

    def _searched(
        self, facts: Facts, trick: TrickView, play: int | None, laid: int | None, seat: int
    ) -> tuple[Breach, ...]:
        if play is None or play == laid or facts.plays[play].card is None:
            return ()
        kind = UNDERLED if trick.leader == seat else WITHHELD
        return (Breach(kind, play, self.card),)
