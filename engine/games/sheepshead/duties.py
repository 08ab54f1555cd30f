"""The duties of the picker and of the called card's holder (PG, partner; RULES 7, 9.3 and 0.27).

Until the called suit is led the picker keeps a card of it, or the card that lies face down, or the
ace beside a called ten; then he plays it. In the last trick nothing has to be kept. A card may not
be buried that had to be kept, and by his call he says which cards he holds. A verdict is given once
his own cards, or a card in another's hand, leave no other reading.

The called card is brought when its suit is first led. There is no running away. In the last trick,
and once the suit was led, everything is free.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import UNSEEN_CODE, Card, card
from engine.deal.report import Grade, Known, TrickView, Verdict
from engine.games.called_cards import (
    DISCARDED,
    ILLEGAL_CALL,
    NOT_KEPT,
    UNDER_WITHHELD,
    UNDERLED,
    WITHHELD,
    Breach,
    Calling,
    Held,
)
from engine.games.facts import UNKNOWN, Facts
from engine.games.sheepshead.contract import (
    CALLED,
    Picked,
    ace_beside,
    buried,
    called_up,
    claimed,
    fail_aces,
    is_ten,
    picked,
)
from engine.games.sheepshead.setting import under_shown


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


ILLEGAL_BURY = "illegal_bury"
ILLEGAL_CALL_UP = "illegal_call_up"


def duty_verdicts(facts: Facts) -> tuple[Verdict, ...]:
    """Return what the picker did wrong besides not following."""
    call = picked(facts.record)
    if call is None or not facts.plays or call.picker not in facts.setting.rotation:
        return ()
    found = [*_buried_wrongly(facts, call), *_called_up_wrongly(facts, call)]
    if not facts.doubtful:
        found += _called_wrongly(facts, call)
        found += _not_kept(facts, call)
    return tuple(found)


def _verdict(kind: str, seat: int, play: int, shown: int, about: Card | None = None) -> Verdict:
    known = max(play, shown)
    return Verdict(
        kind,
        seat,
        play,
        (play,) if shown <= play else (play, shown),
        known,
        suspects=(seat,),
        grades=(Known(Grade.OWN_PLAY, known),),
        card=about,
    )


def _buried_wrongly(facts: Facts, call: Picked) -> Iterator[Verdict]:
    """Judge a bury that is on record; there is no play to hang it on but the first."""
    if call.method != CALLED or call.card is None:
        return
    kept = {call.card}
    if is_ten(call.card):
        kept.add(ace_beside(call.card, facts.record.family))
    contract = facts.record.contract
    assert contract is not None
    for each in buried(facts.record):
        if each in kept:
            yield _verdict(ILLEGAL_BURY, call.picker, 0, 0, each)
            return


def _called_up_wrongly(facts: Facts, call: Picked) -> Iterator[Verdict]:
    """Judge a jack called up where the house does not allow it; it hangs on the first play as well.

    Of a dealer nobody may have said that he was forced; whoever else picked was not (RULES 0.26).
    """
    record = facts.record
    allowed = {
        "always": True,
        "forced_dealer": call.forced or call.picker == record.dealer,
        "never": False,
    }[str(record.rules.options["call_up"])]
    if not allowed and call.card in called_up(record.family):
        yield _verdict(ILLEGAL_CALL_UP, call.picker, 0, 0, call.card)


def _called_wrongly(facts: Facts, call: Picked) -> Iterator[Verdict]:
    """Judge the call by cards that others hold: those the picker said were his."""
    says = set(claimed(call, facts.record.family))
    for index, play in enumerate(facts.plays):
        if play.card in says and play.seat != call.picker:
            yield _verdict(ILLEGAL_CALL, call.picker, index, index, call.card)
            return
    shown = _callable_after_all(facts, call)
    if shown is not None:
        yield _verdict(ILLEGAL_CALL, call.picker, shown, shown, call.card)


def _callable_after_all(facts: Facts, call: Picked) -> int | None:
    """Return the play that shows that a card face down was not needed; None where none does.

    It is laid only where no suit can be called otherwise: so no card of a fail suit may be the
    picker's while another has its ace, as he himself says of the called one.
    """
    under, since = _under(facts, call)
    if under is None:
        return None
    shown: list[int] = []
    for ace in fail_aces(facts.record.family):
        had = _had_of(facts, call.picker, facts.setting.klass[ace], under)
        owner = next((i for i, play in enumerate(facts.plays) if play.card is ace), None)
        if had is not None and ace is call.card:
            shown.append(max(had, since))
        elif had is not None and owner is not None and facts.plays[owner].seat != call.picker:
            shown.append(max(owner, had, since))
    return min(shown, default=None)


def _had_of(facts: Facts, picker: int, klass: int, under: Card) -> int | None:
    """Return the play after which it is certain that the picker had a card of a fail suit.

    He lays it, he is known to have buried it, or more are unseen than the others can hold.
    """
    setting = facts.setting
    if any(setting.klass.get(each) == klass for each in buried(facts.record)):
        return 0
    unseen = sum(1 for each in setting.deck if each is not under and setting.klass[each] == klass)
    room = setting.hand_size * (len(setting.seats) - 1)
    for index, play in enumerate(facts.plays):
        of_suit = facts.klasses[index] == klass and play.card is not under
        if of_suit and play.seat == picker:
            return index
        unseen -= of_suit
        room -= play.seat != picker and facts.klasses[index] != UNKNOWN
        if unseen > room:
            return index
    return None


def _under(facts: Facts, call: Picked) -> tuple[Card | None, int]:
    """Return the card face down and the play after which it is known; None while it is not."""
    if call.under is None:
        return None, 0
    if call.under != UNSEEN_CODE:
        return card(call.under, facts.record.family), 0
    under, certain = under_shown(facts.record, call)
    if under is None or not certain:
        return None, 0
    index = next(index for index, play in enumerate(facts.plays) if play.card is under)
    size = len(facts.setting.seats)
    # One that was led is known by who leads next.
    return under, index + size if index % size == 0 and index + size < len(facts.plays) else index


def _not_kept(facts: Facts, call: Picked) -> Iterator[Verdict]:
    if call.method != CALLED or call.card is None or call.under == UNSEEN_CODE:
        return
    if call.under is not None:
        yield from _single(facts, call, card(call.under, facts.record.family), UNDER_WITHHELD)
    elif is_ten(call.card):
        ace = ace_beside(call.card, facts.record.family)
        yield from _single(facts, call, ace, NOT_KEPT)
    else:
        yield from _suit(facts, call)


def _first_led(facts: Facts, suit: int) -> int | None:
    """Return the trick to which the suit was first led; -1 where that is not certain."""
    for number, led in enumerate(facts.led):
        if led == UNKNOWN:
            return -1
        if led == suit:
            return number
    return None


def _single(facts: Facts, call: Picked, kept: Card, kind: str) -> Iterator[Verdict]:
    """Judge the one card that the picker keeps until the suit is led, and plays then."""
    first = _first_led(facts, facts.setting.klass[kept])
    laid = [i for i, p in enumerate(facts.plays) if p.card is kept and p.seat == call.picker]
    size = len(facts.setting.seats)
    last = facts.setting.trick_count - 1
    if laid and first != -1:
        trick = laid[0] // size
        if trick != last and (first is None or trick < first):
            yield _verdict(kind, call.picker, laid[0], laid[0], kept)
            return
    if first is None or first == -1:
        return
    play = play_of(facts, facts.tricks[first], call.picker)
    if play is None or facts.plays[play].card in (None, kept):
        return
    if kind == UNDER_WITHHELD:
        # Everybody sees that it still lies there.
        yield _verdict(kind, call.picker, play, play, kept)
    elif laid and laid[0] > play:
        yield _verdict(kind, call.picker, play, laid[0], kept)


def _suit(facts: Facts, call: Picked) -> Iterator[Verdict]:
    """Judge whether a card of the called suit was kept until it was led, or for the last trick.

    His last one was thrown off as soon as no other can be in his hand; until then he may hold one,
    and is revoking if he does not follow.
    """
    assert call.card is not None
    suit = facts.setting.klass[call.card]
    first = _first_led(facts, suit)
    if first == -1:
        return
    free = facts.setting.trick_count - 1 if first is None else first
    his = [i for i, each in enumerate(facts.plays) if each.seat == call.picker]
    of_suit = [i for i in his if facts.klasses[i] == suit]
    kept = [i for i in of_suit if i // len(facts.setting.seats) >= free]
    if not of_suit or kept or any(facts.klasses[i] == UNKNOWN for i in his):
        return
    known = _none_left_after(facts, suit, of_suit[-1], his)
    if known is not None:
        yield _verdict(NOT_KEPT, call.picker, of_suit[-1], known, call.card)


def _none_left_after(facts: Facts, suit: int, play: int, his: list[int]) -> int | None:
    """Return the play after which no card of the suit can be in the picker's hand."""
    dealt = sum(1 for klass in facts.setting.klass.values() if klass == suit)
    dealt -= sum(1 for each in buried(facts.record) if facts.setting.klass.get(each) == suit)
    for index in range(play, len(facts.plays)):
        laid = sum(1 for klass in facts.klasses[: index + 1] if klass == suit)
        held = facts.setting.hand_size - sum(1 for each in his if each <= index)
        if laid >= dealt or held == 0:
            return index
    return None
