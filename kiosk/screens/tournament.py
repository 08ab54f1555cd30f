"""A round of a tournament on the table's screens: how it begins, and that it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.evening.state import TableState
from engine.events import TournamentPlace
from engine.games import GAMES, game
from engine.text import Language, Text
from kiosk.exchange.messages import Guest, Seating
from kiosk.table.commands import StartEvening
from kiosk.table.person_names import fits, read_names
from kiosk.words import tournament as w

_LANGUAGES: tuple[Language, Language] = ("de", "en")


@dataclass(frozen=True, slots=True)
class SeatingOffer:
    """A round that one tap begins."""

    key: str
    """Which one was shown: it may be another by the time of the tap."""
    word: Text
    note: Text
    without: Text | None
    """What begins it without the camera; None where there is none."""


def offer(
    seating: Seating | None, table: str, state: TableState, *, watched: bool
) -> SeatingOffer | None:
    """Return how the round begins; None where there is none, or it is played already."""
    if seating is None or seating.game not in GAMES or _played(state, seating):
        return None
    title = game(seating.game).title
    de, en = (", ".join(called(seating.seats, language)) for language in _LANGUAGES)
    seats = Text(de=de, en=en)
    note = w.WITH_CAMERA if watched else w.BY_HAND
    return SeatingOffer(
        key_of(seating),
        w.BEGIN_ROUND.format(round=seating.round, table=table),
        note.format(seats=seats, game=title),
        w.WITHOUT_CAMERA if watched else None,
    )


def key_of(seating: Seating) -> str:
    """Return what tells a seating from the next one."""
    seats = ".".join(str(each.number) for each in seating.seats)
    return f"{seating.tournament}/{seating.round}/{seats}"


def _played(state: TableState, seating: Seating) -> bool:
    place = state.tournament
    return place is not None and (place.id, place.round) == (seating.tournament, seating.round)


def called(guests: Sequence[Guest], language: Language) -> tuple[str, ...]:
    """Return what people are called at the table: by their numbers where no names are sent.

    Of two with the same name each has the number behind it.
    """
    names = [each.name if fits(each.name) else "" for each in guests]
    known = Counter(name.casefold() for name in names)
    return tuple(
        f"{name} {guest.number}"
        if name and known[name.casefold()] > 1
        else name or w.NUMBERED.format(n=guest.number).in_language(language)
        for name, guest in zip(names, guests, strict=True)
    )


def begun_with(seating: Seating, table: str, deck: str, language: Language) -> StartEvening:
    """Return the command that begins the round.

    Who is called by a number is called so in the language of who taps.

    Raises:
        PlainError: nobody could sit there so.
    """
    place = TournamentPlace(
        seating.tournament,
        table,
        seating.round,
        tuple(each.number for each in seating.seats),
        seating.deals,
        seating.ends,
    )
    names = read_names(called(seating.seats, language))
    return StartEvening(seating.game, seating.rules, names, deck, place)


def round_over(state: TableState, now: datetime) -> Text | None:
    """Return a quiet word once all deals are played or the time is up; nothing during a deal."""
    place = state.tournament
    if place is None or not state.running or state.deal is not None:
        return None
    if place.deals and len(state.finished) >= place.deals:
        return w.ALL_DEALS.format(n=place.deals)
    ends = _moment(place.ends)
    return w.TIME_OVER if ends is not None and now >= ends else None


def _moment(said: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(said) if said else None
    except ValueError:
        return None
    # A time without its offset is that of the place.
    return moment.astimezone() if moment is not None and moment.tzinfo is None else moment
