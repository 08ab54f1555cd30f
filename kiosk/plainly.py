"""The events of `watch` in plain words, one line each."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games import game
from engine.text import Language, Text

_STARTED = Text(de="Spiel {number}", en="Deal {number}")
_PLAYED = Text(de="Platz {seat}: {card}{doubt}", en="Seat {seat}: {card}{doubt}")
_DOUBT = Text(de=" ({p:.0%})", en=" ({p:.0%})")
_CORRECTED = Text(
    de="Karte {number} berichtigt: Platz {seat}, {card}",
    en="Card {number} corrected: seat {seat}, {card}",
)
_INSERTED = Text(
    de="Karte {number} ergänzt: Platz {seat}, {card}", en="Card {number} added: seat {seat}, {card}"
)
_REMOVED = Text(de="Karte {number} war keine", en="Card {number} was none")
_QUESTION = Text(
    de="Karte {number} unsicher: {options}?", en="Card {number} is not certain: {options}?"
)
_TAKEN = Text(de="Stich an Platz {seat}", en="Trick to seat {seat}")
_VERDICT = Text(
    de="{headline}: Platz {seat}, Karte {play} (gezeigt durch Karte {proof})",
    en="{headline}: seat {seat}, card {play} (shown by card {proof})",
)
_WITHDRAWN = Text(
    de="Zurückgenommen: {headline}, Platz {seat}", en="Withdrawn: {headline}, seat {seat}"
)
_RESULT = Text(
    de="Es gewinnen {winners}; Augen {points}, Laufende {laufende}, Zahlung {payout}",
    en="Won by {winners}; points {points}, Laufende {laufende}, payments {payout}",
)
_SEATS = Text(de="die Plätze {seats}", en="the seats {seats}")
_NO_RESULT = Text(de="Abrechnung offen", en="Settlement open")
_SURE = 0.98


class Plainly:
    """Says events of one evening in one language; seats and cards are counted from 1."""

    def __init__(self, language: Language, game_name: str) -> None:
        self._language = language
        self._game = game(game_name)

    def line(self, event: Mapping[str, object]) -> str:
        """Return the event's line; empty for one that needs no words."""
        text = self._text(event)
        if text is None:
            return ""
        return f"{_clock(event.get('known_t'))}  {text.in_language(self._language)}"

    def _text(self, event: Mapping[str, object]) -> Text | None:
        match event["type"]:
            case "deal_started":
                return _STARTED.format(number=_count(event["deal"]))
            case "card_played":
                return _PLAYED.format(
                    seat=_count(event["seat"]), card=event["card"], doubt=_doubt(event.get("p"))
                )
            case "card_corrected":
                return _laid(_CORRECTED, event, event["of"])
            case "card_inserted":
                return _laid(_INSERTED, event, event["at"])
            case "card_removed":
                return _REMOVED.format(number=_count(event["of"]))
            case "question":
                return _QUESTION.format(
                    number=_count(event["of"]), options="/".join(_words(event["options"]))
                )
            case "trick_taken":
                return _TAKEN.format(seat=_count(event["seat"]))
            case "verdict":
                return self._verdict(event)
            case "result":
                return _result(event)
            case _:
                return None

    def _verdict(self, event: Mapping[str, object]) -> Text:
        headline = self._game.verdict_words(str(event["kind"])).headline
        seat = _count(event["seat"])
        if event["status"] == "withdrawn":
            return _WITHDRAWN.format(headline=headline, seat=seat)
        proof = event["proof"]
        shown = proof[-1] if isinstance(proof, list | tuple) and proof else event["play"]
        return _VERDICT.format(
            headline=headline, seat=seat, play=_count(event["play"]), proof=_count(shown)
        )


def _laid(text: Text, event: Mapping[str, object], index: object) -> Text:
    return text.format(number=_count(index), seat=_count(event["seat"]), card=event["card"])


def _result(event: Mapping[str, object]) -> Text:
    if event.get("payout") is None:
        return _NO_RESULT
    winners = ", ".join(str(_count(seat)) for seat in _numbers(event.get("winners")))
    points = event.get("points")
    shown = (
        "-"
        if points is None
        else " : ".join(
            str(value) for value in (points.values() if isinstance(points, Mapping) else [points])
        )
    )
    return _RESULT.format(
        winners=_SEATS.format(seats=winners),
        points=shown,
        laufende=event.get("laufende"),
        payout=" ".join(_words(event["payout"])),
    )


def _doubt(p: object) -> Text | str:
    return _DOUBT.format(p=p) if isinstance(p, float) and p < _SURE else ""


def _count(number: object) -> object:
    return number + 1 if isinstance(number, int) else "?"


def _numbers(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


def _words(value: object) -> list[str]:
    return [str(item) for item in _numbers(value)]


def _clock(t: object) -> str:
    seconds = t if isinstance(t, int | float) else 0.0
    return f"{int(seconds // 60):3d}:{seconds % 60:04.1f}"
