"""The duties of whoever holds the called card (Bringregel, RULES sections 0.1, 0.2 and 7).

The holder is known only once the called card has shown. Then every earlier lead of the called suit
can be judged: it had to be brought when another led the suit (`called_card_withheld`), had to lead
when the holder led the suit himself (`called_card_underled`), and may not be thrown off before the
suit was led (`called_card_discarded`). With enough cards of the suit he may keep it back, when
leading (running away) or when following (playing around), as the house rule says. How many he held
is bounded from above by what others have shown of the suit and by the cards he still has; a verdict
is given only once the bound rules the exception out. A card not seen counts in his favour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.games.base import UNKNOWN, Facts
from engine.games.schafkopf.options import HouseRules
from engine.report import Grade, Verdict


@dataclass(frozen=True, slots=True)
class _Case:
    """One deal in which the called card has shown."""

    facts: Facts
    house: HouseRules
    suit: int
    """Class of the called suit."""
    suit_size: int
    holder: int
    shown: int
    """Index of the play that showed the called card."""

    @property
    def least(self) -> int:
        """Cards of the suit that allow keeping the called card back at the first lead."""
        least = self.house.umspielen_min
        if isinstance(least, int):
            return least
        return self.suit_size - (len(self.facts.setting.seats) - 1) + 1


def called_card_verdicts(
    facts: Facts, house: HouseRules, caller: int | None
) -> tuple[Verdict, ...]:
    """Return the verdicts about the called card, in the order of the wrong plays."""
    called = facts.setting.called
    if called is None or called in facts.doubtful:
        return ()
    for index, play in enumerate(facts.plays):
        if play.card is called:
            if play.seat == caller:
                return ()
            suit = facts.setting.klass[called]
            size = sum(1 for klass in facts.setting.klass.values() if klass == suit)
            return tuple(_judge(_Case(facts, house, suit, size, play.seat, index)))
    return ()


def _judge(case: _Case) -> list[Verdict]:
    """Go through the tricks up to the one that showed the called card."""
    found: list[Verdict] = []
    was_led = may_have_been_led = False
    known_before = 0
    for number, trick in enumerate(case.facts.tricks):
        led = case.facts.led[number]
        leads = trick.leader == case.holder
        play = _play_of(case, trick.start)
        if play == case.shown:
            if not (leads or was_led or may_have_been_led or led in (case.suit, UNKNOWN)):
                found += _discarded(case, number)
            break
        if led == UNKNOWN:
            if leads:
                break  # He may have run away: nothing that follows is certain.
            may_have_been_led = True
        if led != case.suit or play is None:
            continue
        wrong = _led_low(case, play, was_led) if leads else _kept_back(case, trick.start, play)
        if wrong is not None:
            found.append(replace(wrong, known_after=max(wrong.known_after, known_before)))
            if leads:
                known_before = wrong.known_after
        elif leads:
            break  # He ran away, and the called card is free.
        was_led = True
    return found


def _play_of(case: _Case, start: int) -> int | None:
    """Return the index of the holder's play in the trick that starts at `start`."""
    plays = case.facts.plays
    end = min(start + len(case.facts.setting.seats), len(plays))
    for index in range(start, end):
        if plays[index].seat == case.holder:
            return index
    return None


def _discarded(case: _Case, trick: int) -> list[Verdict]:
    last = trick == case.facts.setting.trick_count - 1
    if last or case.house.called_discard == "free":
        return []
    return [_verdict(case, "called_card_discarded", case.shown, case.shown)]


def _led_low(case: _Case, play: int, was_led: bool) -> Verdict | None:
    """Judge a lead of the suit without the called card; None where it may be running away."""
    known: int | None = case.shown
    if case.house.umspielen_when in ("lead", "any") and not was_led:
        known = _ruled_out(case, lambda now: _held_when_leading(case, play, now))
    return None if known is None else _verdict(case, "called_card_underled", play, known)


def _kept_back(case: _Case, start: int, play: int) -> Verdict | None:
    """Judge a trick of the suit without the called card; None where it may be playing around."""
    if case.facts.plays[play].card is None:
        return None
    known: int | None = case.shown
    if case.house.umspielen_when in ("follow", "any"):
        known = _ruled_out(case, lambda now: _held_or_gone(case, start, now))
    return None if known is None else _verdict(case, "called_card_withheld", play, known)


def _ruled_out(case: _Case, most: Callable[[int], int]) -> int | None:
    """Return the first play after which the holder cannot have had enough cards of the suit."""
    for now in range(case.shown, len(case.facts.plays)):
        if most(now + 1) < case.least:
            return now
    return None


def _held_when_leading(case: _Case, play: int, now: int) -> int:
    """Return how many cards of the suit the holder had at most when he laid `play`.

    `now` counts the plays known. Cards that others have shown were never his, those he showed
    earlier no longer his; and he cannot have had more than he may have laid since and still has.
    """
    not_others = case.suit_size - _shown(case, 0, now, own=False) - _shown(case, 0, play, own=True)
    return min(not_others, _possibly_his(case, play, now))


def _held_or_gone(case: _Case, start: int, now: int) -> int:
    """Return how many cards of the suit were at most his or gone when the trick began.

    The trick is bound to be trumped when fewer of the suit are with the others than there are
    others (RULES 0.2); cards of earlier tricks are gone whoever laid them.
    """
    not_others = case.suit_size - _shown(case, start, now, own=False)
    klasses = case.facts.klasses
    gone = sum(1 for index in range(start) if klasses[index] in (case.suit, UNKNOWN))
    return min(not_others, gone + _possibly_his(case, start, now))


def _shown(case: _Case, start: int, end: int, *, own: bool) -> int:
    """Count cards of the suit that the holder, or the others, are certain to have laid."""
    return sum(
        1
        for index in range(start, end)
        if (case.facts.plays[index].seat == case.holder) is own and _suit_at(case, index)
    )


def _suit_at(case: _Case, index: int) -> bool:
    facts = case.facts
    return facts.klasses[index] == case.suit and facts.plays[index].card not in facts.doubtful


def _possibly_his(case: _Case, start: int, now: int) -> int:
    """Count the holder's plays that may have been of the suit, and the cards he has left."""
    plays, klasses = case.facts.plays, case.facts.klasses
    his = [index for index in range(now) if plays[index].seat == case.holder]
    laid = sum(1 for i in his if i >= start and klasses[i] in (case.suit, UNKNOWN))
    return laid + max(0, case.facts.setting.hand_size - len(his))


def _verdict(case: _Case, kind: str, play: int, known: int) -> Verdict:
    proof = (play,) if play == case.shown else (play, case.shown)
    return Verdict(
        kind,
        case.holder,
        play,
        proof,
        known,
        Grade.OWN_PLAY,
        suspects=(case.holder,),
        card=case.facts.setting.called,
    )
