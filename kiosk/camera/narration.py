"""What `watch` says of a recording: one JSON object an event, or one line of plain words.

The objects are those of `docs/DEAL_FILE.md`. What was said is kept, so that only news is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import UNSEEN_CODE, Card
from engine.dealfile.writer import answer, contract_to_json
from engine.evening.deal import DealState
from engine.evening.state import TableState
from engine.events import (
    By,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    DealClosed,
    DealEntered,
    DealStarted,
    Envelope,
    TrickTaken,
)
from engine.games import game
from engine.text import Language, Text
from kiosk.director.outlook import Chance, Outlook
from kiosk.director.seen_plays import latest, trick_size
from vision.camera.visibility import CLEAR, HINDRANCES
from vision.place.geometry import grown
from vision.sighting import (
    EarlierSeen,
    Hindrance,
    Quad,
    SightChanged,
)

Say = Callable[[dict[str, object]], None]
"""Takes one event, ready to be written."""

LEAST_CHANCE = 0.0005


@dataclass
class EventTimes:
    """When something is said: seconds of the recording, and the pictures' last corners by track."""

    t: float = 0.0
    known_t: float = 0.0
    quads: dict[int, Quad] = field(default_factory=dict)


class Narrator:
    """Turns commits into events; keeps what was said, so that only news is said."""

    def __init__(
        self, say: Say, outlook: Callable[[TableState], Outlook], moment: EventTimes
    ) -> None:
        self._say = say
        self._outlook = outlook
        self._moment = moment
        self._told: dict[int, tuple[int, Card | None]] = {}
        self._order: tuple[int, ...] = ()
        self._asked: set[tuple[str, int]] = set()
        self._shown: dict[str, dict[str, object]] = {}

    def committed(self, envelopes: tuple[Envelope, ...], state: TableState) -> None:
        """Say what is new after a commit."""
        outlook = self._outlook(state)
        deal = latest(state)
        if deal is None:
            return
        for envelope in envelopes:
            self._event(envelope, state, deal, outlook)
        if not any(isinstance(envelope.event, DealClosed | DealEntered) for envelope in envelopes):
            self._changes(envelopes, deal, outlook)
            self._verdicts(deal, outlook)
            self._questions(deal, outlook)

    def _event(
        self, envelope: Envelope, state: TableState, deal: DealState, outlook: Outlook
    ) -> None:
        match envelope.event:
            case DealStarted():
                self._told, self._order, self._shown = {}, (), {}
                self._asked.clear()
            case CardPlayed() as played:
                self._played(envelope.seq, played, deal, outlook)
            case TrickTaken(seat=seat):
                self._taken(deal, seat)
            case DealClosed() | DealEntered():
                self._changes((), deal, outlook)
                self._verdicts(deal, outlook)
                self._closed(deal, outlook)
            case _:
                pass

    def started(self, deal: DealState) -> None:
        """Say that a deal began; called when what is played has been said as well."""
        contract = None if deal.contract is None else contract_to_json(deal.contract)
        self._tell("deal_started", deal, id=deal.id, dealer=deal.head.dealer, contract=contract)

    def sight(self, event: SightChanged) -> None:
        """Say what keeps the table from being read, whatever is played."""
        hindrance = None if event.hindrance is None else event.hindrance.value
        t = seconds(event.t)
        self._say({"type": "sight", "t": t, "known_t": t, "hindrance": hindrance})

    def _tell(self, _type: str, deal: DealState, /, **more: object) -> None:
        said: dict[str, object] = {"type": _type, "t": seconds(self._moment.t)}
        said |= {"known_t": seconds(self._moment.known_t), "deal": deal.number - 1}
        self._say({**said, **more})

    def _played(self, seq: int, played: CardPlayed, deal: DealState, outlook: Outlook) -> None:
        index = deal.index_of(seq)
        if index is None:
            return
        laid = deal.laid[index]
        self._told[seq] = (laid.seat, laid.card)
        self._order = (*self._order, seq)
        quad = None if played.track is None else self._moment.quads.get(played.track)
        more: dict[str, object] = {"seat": laid.seat, "card": code(laid.card)}
        more |= chance_json(outlook.chances.get(seq))
        more["quad"] = None if quad is None else [[round(x, 1), round(y, 1)] for x, y in quad]
        # The first cards of a deal are said when they are known to be that; they lay there before.
        t = self._moment.t if played.t is None else played.t
        self._tell("card_played", deal, t=seconds(t), **more)

    def _taken(self, deal: DealState, seen: int | None) -> None:
        number = len(deal.sweeps) - 1
        plays = deal.laid[number * trick_size(deal) : (number + 1) * trick_size(deal)]
        winner = next(
            (trick.winner for trick in deal.report.tricks if trick.start == number * len(plays)),
            None,
        )
        self._tell("trick_taken", deal, seat=seen if winner is None else winner)

    def _closed(self, deal: DealState, outlook: Outlook) -> None:
        plays = [[laid.seat, code(laid.card)] for laid in deal.laid]
        self._tell("deal_closed", deal, id=deal.id, plays=plays)
        self._tell("result", deal, **shown_answer(deal, outlook))

    def _changes(self, envelopes: tuple[Envelope, ...], deal: DealState, outlook: Outlook) -> None:
        """Say what is different about plays told before, seats that moved with it included.

        Only the decoder moves a play: it is told as taken out and put in again, each with where the
        other one is.
        """
        before, said_by = self._order, _said_by(envelopes)
        moved = _moved(before, deal.seqs)
        for index, seq in reversed(list(enumerate(before))):
            to = deal.index_of(seq)
            if to is None or seq in moved:
                self._told.pop(seq, None)
                where = {} if to is None else {"moved_to": to}
                by = "decoder" if seq in moved else said_by.get(seq, "person")
                self._tell("card_removed", deal, of=index, by=by, **where)
        for index, laid in enumerate(deal.laid):
            now = (laid.seat, laid.card)
            more: dict[str, object] = {"seat": laid.seat, "card": code(laid.card)}
            if laid.seq in moved:
                more |= chance_json(outlook.chances.get(laid.seq))
                more |= {"by": "decoder", "moved_from": before.index(laid.seq)}
                self._tell("card_inserted", deal, at=index, **more)
            elif laid.seq not in self._told:
                by = laid.event.by if isinstance(laid.event, CardInserted) else "person"
                self._tell("card_inserted", deal, at=index, **more, by=by)
            elif self._told[laid.seq] != now:
                more |= chance_json(outlook.chances.get(laid.seq))
                by = said_by.get(laid.seq, "decoder")
                self._tell("card_corrected", deal, of=index, **more, by=by)
            self._told[laid.seq] = now
        self._order = deal.seqs

    def _verdicts(self, deal: DealState, outlook: Outlook) -> None:
        said = {str(each["id"]): each for each in _verdict_list(shown_answer(deal, outlook))}
        for name, verdict in said.items():
            if self._shown.get(name) != verdict:
                self._tell("verdict", deal, **verdict)
        for name, verdict in self._shown.items():
            if name not in said:
                self._tell("verdict", deal, **(verdict | {"status": "withdrawn"}))
        self._shown = said

    def _questions(self, deal: DealState, outlook: Outlook) -> None:
        for question in outlook.questions:
            key = (question.deal, question.seq)
            index = deal.index_of(question.seq)
            if key in self._asked or index is None:
                continue
            self._asked.add(key)
            options = [face.code for face in question.options]
            self._tell("question", deal, of=index, options=options)


def _said_by(envelopes: Iterable[Envelope]) -> dict[int, By]:
    """Return who corrected or removed which play."""
    return {
        envelope.event.of: envelope.event.by
        for envelope in envelopes
        if isinstance(envelope.event, CardCorrected | CardRemoved)
    }


def _moved(old: Sequence[int], new: Sequence[int]) -> set[int]:
    """Return as few plays as must be moved so that the old order becomes the new one."""
    both = [seq for seq in old if seq in new]
    stay: list[list[int]] = []
    for seq in both:
        before = [row for row in stay if new.index(row[-1]) < new.index(seq)]
        stay.append([*(max(before, key=len) if before else ()), seq])
    return set(both) - set(max(stay, key=len) if stay else ())


def shown_answer(deal: DealState, outlook: Outlook) -> dict[str, object]:
    """Return the deal's answer with those verdicts only that may be said."""
    said = dict(answer(deal.record, deal.report))
    shown = {verdict.id for verdict in outlook.shown}
    said["verdicts"] = [each for each in _verdict_list(said) if each["id"] in shown]
    return said


def _verdict_list(said: dict[str, object]) -> list[dict[str, object]]:
    listed = said.get("verdicts")
    return list(listed) if isinstance(listed, list) else []


def chance_json(chance: Chance | None) -> dict[str, object]:
    """Return probability and alternatives as `card_played` has them."""
    if chance is None:
        return {"p": None, "alternatives": []}
    p, others = chance
    return {
        "p": round(p, 4),
        "alternatives": [
            [face.code, round(other, 4)] for face, other in others if other >= LEAST_CHANCE
        ],
    }


def code(face: Card | None) -> str:
    """Return the card's code, `??` for one that was not seen."""
    return UNSEEN_CODE if face is None else face.code


def seconds(t: float) -> float:
    """Return seconds of the recording as they are written: to the millisecond."""
    return round(t, 3)


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
_REMOVED = Text(de="Karte {number} war keine", en="Card {number} was not a card")
_MOVED = Text(
    de="Karte {old} lag als Karte {number}: Platz {seat}, {card}",
    en="Card {old} was played as card {number}: seat {seat}, {card}",
)
_QUESTION = Text(
    de="Karte {number} unsicher: {options}?", en="Card {number} is uncertain: {options}?"
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
_LYING = Text(
    de="Es liegen schon Karten da: {cards}; sie zählen nicht mit",
    en="Cards are already there: {cards}; they do not count",
)
_NAMED = Text(de="{card}{doubt}", en="{card}{doubt}")
_BACKS = Text(de="{count} verdeckt", en="{count} face down")
_UNNAMED = Text(de="{count} nicht zu lesen", en="{count} unreadable")
_LYING_GONE = Text(
    de="Die Karten, die schon dalagen, sind weg", en="The cards that were already there are gone"
)
_NO_RESULT = Text(de="Abrechnung offen", en="Not settled yet")
SURE = 0.98


class Plainly:
    """Says events of one evening in one language; seats and cards are counted from 1."""

    def __init__(self, language: Language, game_name: str) -> None:
        self._language = language
        self._game = game(game_name)

    def line(self, event: Mapping[str, object]) -> str:
        """Return the event's line; empty for one that needs no words."""
        match event["type"]:
            case "cards_lying":
                text: Text | None = lying_words(event)
            case "sight":
                text = sight_words(event)
            case _:
                text = self._text(event)
        if text is None:
            return ""
        return f"{clock(event.get('known_t'))}  {text.in_language(self._language)}"

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
            case "card_inserted" if "moved_from" in event:
                return _laid(_MOVED, event, event["at"], old=_count(event["moved_from"]))
            case "card_inserted":
                return _laid(_INSERTED, event, event["at"])
            case "card_removed" if "moved_to" in event:
                return None
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


def sight_words(event: Mapping[str, object]) -> Text:
    """Return what keeps the table from being read, or that nothing does any longer."""
    hindrance = event["hindrance"]
    return CLEAR if hindrance is None else HINDRANCES[Hindrance(hindrance)]


def _laid(text: Text, event: Mapping[str, object], index: object, **more: object) -> Text:
    seat = _count(event["seat"])
    return text.format(number=_count(index), seat=seat, card=event["card"], **more)


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


def lying_json(event: EarlierSeen, shrunk: float) -> dict[str, object]:
    """Return what lay there before as `cards_lying` has it; pictures were made smaller so much."""
    cards = [
        {
            "card": None if card.card is None else card.card.code,
            "p": round(card.p, 4),
            "back": card.back,
            "quad": corners_json(card.quad, shrunk),
        }
        for card in event.cards
    ]
    times = {"t": seconds(event.t), "known_t": seconds(event.known_t)}
    return {"type": "cards_lying", **times, "cards": cards}


def corners_json(quad: Quad, shrunk: float) -> list[list[float]]:
    """Return a card's corners in pixels of the recording, as they are written."""
    return [[round(x, 1), round(y, 1)] for x, y in grown(quad, shrunk)]


def lying_words(event: Mapping[str, object]) -> Text:
    """Return the sentence of a `cards_lying`."""
    return _LYING.format(cards=listed_cards(event)) if event["cards"] else _LYING_GONE


def listed_cards(event: Mapping[str, object]) -> Text:
    """Return the cards of a `cards_lying`, those that were named first."""
    cards = event["cards"]
    assert isinstance(cards, list)
    named = [_NAMED.format(**card, doubt=_doubt(card["p"])) for card in cards if card["card"]]
    backs = sum(card["back"] for card in cards)
    unnamed = len(cards) - backs - len(named)
    parts = [
        *named,
        *([_BACKS.format(count=backs)] if backs else []),
        *([_UNNAMED.format(count=unnamed)] if unnamed else []),
    ]
    return Text(de=", ".join(part.de for part in parts), en=", ".join(part.en for part in parts))


def _doubt(p: object) -> Text | str:
    return _DOUBT.format(p=p) if isinstance(p, float) and p < SURE else ""


def _count(number: object) -> object:
    return number + 1 if isinstance(number, int) else "?"


def _numbers(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


def _words(value: object) -> list[str]:
    return [str(item) for item in _numbers(value)]


def clock(t: object) -> str:
    """Return seconds of the recording as minutes and seconds."""
    passed = t if isinstance(t, int | float) else 0.0
    return f"{int(passed // 60):3d}:{passed % 60:04.1f}"
