"""What happened to the evening, in words: people, breaks, games, the score, deals by hand.

For the history of an evening; what belongs to single cards is told elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import (
    BreakBegun,
    BreakEnded,
    DealEntered,
    DeckChanged,
    EveningEnded,
    Event,
    GameChanged,
    Note,
    ScoreAdjusted,
    SeatsChanged,
    SittingOut,
    StockCounted,
    SubstituteSat,
)
from engine.games import game
from engine.text import Text

_SEATS = Text(de="Am Tisch sitzen jetzt {names}", en="At the table are now {names}")
_STANDS_IN = Text(de="{name} spielt für {owner}", en="{name} plays for {owner}")
_OWN_SCORE = Text(
    de="{name} spielt auf dem Platz von {owner} für den eigenen Stand",
    en="{name} plays at the seat of {owner} for a score of their own",
)
_BACK = Text(de="{owner} spielt wieder selbst", en="{owner} plays again")
_SITS_OUT = Text(de="{name} setzt aus", en="{name} sits out")
_PLAYS = Text(de="{name} spielt wieder mit", en="{name} plays again")
_BREAK = Text(de="Pause", en="Break")
_ON = Text(de="Es geht weiter", en="Play goes on")
_GAME = Text(de="Ab jetzt wird {game} gespielt", en="From now on {game} is played")
_DECK = Text(
    de="Ab jetzt liegt das Blatt „{deck}“ auf dem Tisch", en='From now on the deck is "{deck}"'
)
_ENTERED = Text(de="Ergebnis von Hand eingegeben", en="Result entered by hand")
_OUTRIGHT = Text(de="Von Hand eingetragen: {what}", en="Entered by hand: {what}")
_MENDED = Text(de="Ergebnis von Hand berichtigt", en="Result corrected by hand")
_ADJUSTED = Text(de="Stand geändert, {reason}: {amounts}", en="Score changed, {reason}: {amounts}")
_STOCK = Text(de="Im Stock gezählt: {amount}", en="Counted in the Stock: {amount}")
_NOTE = Text(de="Notiz: {text}", en="Note: {text}")
_ENDED = Text(de="Der Abend ist zu Ende", en="The evening is over")
_NOBODY = Text(de="Platz {seat}", en="seat {seat}")


def happened(event: Event, names: Sequence[str]) -> Text | None:
    """Return what an event says of the evening; None for one that belongs to single cards.

    `names` are the owners of the seats when it came, seat 0 first.
    """
    match event:
        case SeatsChanged(seats=seats):
            return _SEATS.format(names=", ".join(seats))
        case SubstituteSat():
            return _substitute(event, names)
        case SittingOut(seat=seat, out=out):
            return (_SITS_OUT if out else _PLAYS).format(name=_name(seat, names))
        case BreakBegun():
            return _BREAK
        case BreakEnded():
            return _ON
        case GameChanged() | DeckChanged():
            return _from_now_on(event)
        case DealEntered():
            return _entered(event)
        case ScoreAdjusted(amounts=amounts, reason=reason, gone=gone):
            told = _amounts(amounts, (*names, *gone))
            return _ADJUSTED.format(reason=reason, amounts=told)
        case StockCounted(amount=amount):
            return _STOCK.format(amount=amount)
        case Note(text=text):
            return _NOTE.format(text=text)
        case EveningEnded():
            return _ENDED
        case _:
            return None


def _from_now_on(event: GameChanged | DeckChanged) -> Text:
    if isinstance(event, DeckChanged):
        return _DECK.format(deck=event.deck)
    return _GAME.format(game=game(event.game).title)


def _substitute(event: SubstituteSat, names: Sequence[str]) -> Text:
    owner = _name(event.seat, names)
    if event.name is None:
        return _BACK.format(owner=owner)
    words = _STANDS_IN if event.scores == "owner" else _OWN_SCORE
    return words.format(name=event.name, owner=owner)


def _entered(event: DealEntered) -> Text:
    if event.deal is not None:
        return _MENDED
    reason = event.told.get("reason")
    return _OUTRIGHT.format(what=reason) if isinstance(reason, str) and reason else _ENTERED


def _amounts(amounts: Sequence[int], names: Sequence[str]) -> Text:
    said = [(_name(seat, names), f"{amount:+d}") for seat, amount in enumerate(amounts) if amount]
    return Text(
        de=", ".join(f"{name.de} {amount}" for name, amount in said),
        en=", ".join(f"{name.en} {amount}" for name, amount in said),
    )


def _name(seat: int, names: Sequence[str]) -> Text:
    name = names[seat] if 0 <= seat < len(names) else ""
    return Text(de=name, en=name) if name else _NOBODY.format(seat=seat + 1)
