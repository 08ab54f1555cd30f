"""A door that can only be looked through: what the phones' applications hold of the table."""

from __future__ import annotations

from engine.text import PlainError
from kiosk.commands import Command
from kiosk.guests import words as w
from kiosk.view import TableDoor, TableView


class Window:
    """Shows what `door` shows and takes no command."""

    def __init__(self, door: TableDoor) -> None:
        self._door = door

    def view(self) -> TableView:
        """Return the newest picture."""
        return self._door.view()

    def wait(self, after: int, timeout: float) -> TableView | None:
        """Block until another picture than version `after` is there."""
        return self._door.wait(after, timeout)

    def do(self, command: Command) -> None:
        """Refuse.

        Raises:
            PlainError: always.
        """
        raise PlainError(w.NOT_THIS)
