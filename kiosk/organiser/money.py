"""Start money and prizes: what came in, what goes out, and who gets what."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from babel.numbers import format_currency

from engine.text import Text
from kiosk.organiser.ranking import Standing
from kiosk.organiser.tournament import MINUS, Field, Tournament
from kiosk.words import organiser as w


def euros(cents: int) -> Text:
    """Write cents as euros, in both languages."""
    amount, before = Decimal(abs(cents)) / 100, MINUS if cents < 0 else ""
    return Text(
        de=before + str(format_currency(amount, "EUR", locale="de_DE")),
        en=before + str(format_currency(amount, "EUR", locale="en_GB")),
    )


def prizes_by_number(tournament: Tournament, standings: Sequence[Standing]) -> dict[int, Text]:
    """Return what everybody wins; those who share a place share its prizes and those after it."""
    won: dict[int, Text] = {}
    by_place = {prize.place: prize for prize in tournament.prizes}
    for place in sorted({each.place for each in standings}):
        sharing = [each.number for each in standings if each.place == place]
        prizes = [by_place[at] for at in range(place, place + len(sharing)) if at in by_place]
        cents = sum(prize.cents for prize in prizes)
        words = ", ".join(prize.words for prize in prizes if prize.words)
        for number in sharing:
            said = [euros(cents // len(sharing))] if cents else []
            said += [Text(de=words, en=words)] if words else []
            if len(sharing) > 1 and words:
                said.append(w.SHARED_PRIZE)
            if said:
                won[number] = Text(
                    de=" · ".join(each.de for each in said),
                    en=" · ".join(each.en for each in said),
                )
    return won


def balance(tournament: Tournament, field: Field) -> Text | None:
    """Return what came in, goes out and is left; None where nothing is paid at all."""
    fees = tournament.fee * sum(each.paid for each in field.people)
    prizes = sum(prize.cents for prize in tournament.prizes)
    if not fees and not prizes:
        return None
    return w.FEES_AND_PRIZES.format(
        fees=euros(fees), prizes=euros(prizes), rest=euros(fees - prizes)
    )
