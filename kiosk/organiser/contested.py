"""A contested deal as the referee sees it: its cards, what was found, and its replay.

A result brings the deal as the deal file writes it, without names. It is read in as any deal file
is, with the names of this round, and judged and replayed by what judges and replays at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing

from engine.dealfile.reader import parse
from engine.journal.journal import Journal
from engine.text import Language, PlainError, Text
from kiosk.exchange.messages import ResultMessage
from kiosk.exports.deals import FoundDeals, import_deals
from kiosk.replay.library import Library, ReadShelf
from kiosk.replay.lists import printed_lines
from kiosk.replay.reel import Recall, Tape
from kiosk.web.evening.replay import evening_html

_NO_CARDS = Text(
    de="Zu diesem Spiel hat der Tisch keine Karten geschickt.",
    en="The table sent no cards of this deal.",
)


class ContestedDeal:
    """One deal, read in once."""

    def __init__(self, result: ResultMessage, names: Mapping[int, str]) -> None:
        """Read the deal in; `names` are by start number.

        Raises:
            PlainError: there are no cards, or the deal cannot be read.
        """
        if result.record is None:
            raise PlainError(_NO_CARDS)
        seats = [names.get(seat.number) or str(seat.number) for seat in result.seats]
        record = parse({**result.record, "seats": seats})
        with closing(Journal.in_memory()) as journal:
            import_deals(journal, [FoundDeals(1, record)], result.source.at)
            self._shelf = ReadShelf(journal)
        self._library = Library(self._shelf, Recall())

    @property
    def _tape(self) -> Tape:
        tape = self._shelf.tape(self._shelf.evenings()[0].number)
        assert tape is not None
        return tape

    def lines(self) -> tuple[Text, ...]:
        """Return the deal in lines: trick by trick, with whatever was found and its proof."""
        # Evening, an empty line and the deal's number there go before: a page says its own.
        return tuple(printed_lines(self._tape, self._library))[3:]

    def replay(self, language: Language) -> str:
        """Return the deal's replay as one HTML document."""
        return evening_html(self._tape, self._library, first=language)
