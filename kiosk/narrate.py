"""What `watch` says: one JSON object an event, as it becomes known (`DEAL_FILE.md`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.cards import UNSEEN_CODE, Card
from engine.dealfile import answer, contract_to_json
from engine.events import (
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
from engine.state import DealState, TableState
from kiosk.outlook import Chance, Outlook
from kiosk.running import latest, trick_size
from vision.sighting import Quad

Say = Callable[[dict[str, object]], None]
"""Takes one event, ready to be written."""

_LEAST_CHANCE = 0.0005


@dataclass
class Moment:
    """When something is said: seconds of the recording, and the pictures' last corners by track."""

    t: float = 0.0
    known_t: float = 0.0
    quads: dict[int, Quad] = field(default_factory=dict)


class Narrator:
    """Turns commits into events; keeps what was said, so that only news is said."""

    def __init__(self, say: Say, outlook: Callable[[TableState], Outlook], moment: Moment) -> None:
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

    def _tell(self, _type: str, deal: DealState, /, **more: object) -> None:
        said: dict[str, object] = {"type": _type, "t": _seconds(self._moment.t)}
        said |= {"known_t": _seconds(self._moment.known_t), "deal": deal.number - 1}
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
        self._tell("card_played", deal, t=_seconds(t), **more)

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
        """Say what is different about plays told before, seats that moved with it included."""
        for index, seq in reversed(list(enumerate(self._order))):
            if deal.index_of(seq) is None:
                self._tell("card_removed", deal, of=index)
                self._told.pop(seq, None)
        said_by = {
            envelope.event.of: envelope.event.by
            for envelope in envelopes
            if isinstance(envelope.event, CardCorrected | CardRemoved)
        }
        for index, laid in enumerate(deal.laid):
            now = (laid.seat, laid.card)
            more: dict[str, object] = {"seat": laid.seat, "card": code(laid.card)}
            if laid.seq not in self._told:
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
            [face.code, round(other, 4)] for face, other in others if other >= _LEAST_CHANCE
        ],
    }


def code(face: Card | None) -> str:
    """Return the card's code, `??` for one that was not seen."""
    return UNSEEN_CODE if face is None else face.code


def _seconds(t: float) -> float:
    return round(t, 3)
