"""The organiser's end of a test: keeps what tables tell and answers with receipts."""

from __future__ import annotations

from paho.mqtt.client import Client

from kiosk.exchange.messages import (
    ListMessage,
    Receipt,
    ResultMessage,
    list_from_json,
    receipt_to_json,
    result_from_json,
)
from kiosk.exchange.topics import Topics
from tests.mosquitto import Listener, Mosquitto

Told = ResultMessage | ListMessage


class Organiser(Listener):
    """Keeps of each deal the highest revision; says how far it has everything, if it `answers`."""

    def __init__(
        self, broker: Mosquitto, user: str = "", password: str = "", *, answers: bool = True
    ) -> None:
        self.answers = answers
        self.kept: dict[tuple[int, int], Told] = {}
        self.told: list[Told] = []
        """Everything that came, in order."""
        self.cursor = 0
        super().__init__(broker, user, password, ("mehrkopf/+/result", "mehrkopf/+/list"))

    def _hear(self, client: Client, data: object, message: object) -> None:
        topic, payload = message.topic, bytes(message.payload)  # type: ignore[attr-defined]
        told = list_from_json(payload) if topic.endswith("/list") else result_from_json(payload)
        deal = told.deal if isinstance(told, ResultMessage) else 0
        source = told.source
        key = source.round, deal
        known = self.kept.get(key)
        if known is None or known.source.cursor < source.cursor:
            self.kept[key] = told
        if source.previous <= self.cursor:
            self.cursor = max(self.cursor, source.cursor)
        if self.answers and source.tournament:
            self.answer(source.table, source.tournament, source.journal)
        with self._news:
            self.told.append(told)
        super()._hear(client, data, message)

    def answer(self, table: str, tournament: str, journal: str, cursor: int | None = None) -> None:
        self.cursor = self.cursor if cursor is None else cursor
        receipt = receipt_to_json(Receipt(tournament, journal, self.cursor))
        self.client.publish(Topics(table).receipt, receipt, 1, retain=True)

    def has(self, round_: int, *deals: int) -> None:
        """Wait until it keeps these deals of a round; 0 is the list."""
        self.wait(lambda: all((round_, deal) in self.kept for deal in deals))

    def is_told(self, count: int) -> None:
        self.wait(lambda: len(self.told) >= count)
