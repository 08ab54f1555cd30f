"""A Tout ends with its first lost trick (DE, Toutspiel; RULES 0.3)."""

from __future__ import annotations

from engine.games.facts import TRUMP, UNKNOWN, Facts
from engine.report import Grade, Known, TrickView, Verdict

KIND = "tout_lost"


def tout_verdicts(facts: Facts) -> tuple[Verdict, ...]:
    """Return the verdict that the Tout is lost, from the card on that beats the declarer's.

    It accuses nobody: the wrong play is the declarer's card that was beaten.
    """
    contract = facts.record.contract
    if contract is None or not contract.tout or contract.seat is None:
        return ()
    for trick, led in zip(facts.tricks, facts.led, strict=True):
        lost = None if led == UNKNOWN else _beaten(facts, trick, led, contract.seat)
        if lost is not None:
            own, known = lost
            verdict = Verdict(
                KIND,
                contract.seat,
                own,
                (own, known) if known > own else (known, own),
                max(own, known),
                Grade.OWN_PLAY,
                suspects=(contract.seat,),
                grades=(Known(Grade.OWN_PLAY, max(own, known)),),
            )
            return (verdict,)
    return ()


def _beaten(facts: Facts, trick: TrickView, led: int, declarer: int) -> tuple[int, int] | None:
    """Return the declarer's play in a trick and the play that beats it; None if none does."""
    strongest = own = -1
    own_strength = 0
    best = -1
    for index, (seat, card) in enumerate(trick.plays, trick.start):
        if card is None:
            if seat == declarer:
                return None
            continue
        klass = facts.klasses[index]
        strength = facts.setting.strength[card] if klass in (led, TRUMP) else 0
        if seat == declarer:
            own, own_strength = index, strength
        elif strength > strongest:
            strongest, best = strength, index
        if own >= 0 and strongest > own_strength:
            return own, best
    return None
