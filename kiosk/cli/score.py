"""`mehrkopf score FILE|-`: referee and settle deals of a file, one answer a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from engine.dealfile.writer import answer
from engine.referee.evaluation import evaluate
from engine.text import Language, PlainError, Text
from kiosk.cli.command import Argument, Arguments, command
from kiosk.cli.common import FILE, INPUT, form_option
from kiosk.exports.deals import FoundDeals, form_of, read_deals, text_of

_FILE = Text(
    de="Datei mit Spielen, - für die Standardeingabe",
    en="file with deals, - for standard input",
)
_EMPTY = Text(
    de="In {file} steht kein Spiel; abgerechnet wurde nichts.",
    en="There is no deal in {file}; nothing was scored.",
)
"""Also where whatever stands there is no deal."""


@command(Argument("file", FILE, _FILE), form_option())
def execute(arguments: Arguments) -> int:
    """Write one JSON object a deal or a mistake; status 1 when something could not be read.

    Raises:
        PlainError: the file cannot be read, or no deal stands in it.
    """
    text = text_of(arguments.file)
    form = form_of(arguments.file, text, arguments.format)
    bad, scored = False, False
    for answered in _answers(read_deals(text, form), arguments.language):
        bad, scored = bad or "error" in answered, scored or "error" not in answered
        line = json.dumps(answered, ensure_ascii=False, separators=(",", ":")) + "\n"
        # Half a character that an `id` may hold as \ud800 goes out as it came in.
        sys.stdout.write(line.encode(errors="backslashreplace").decode())
    sys.stdout.flush()
    if not scored:
        file = INPUT if arguments.file == "-" else arguments.file
        raise PlainError(_EMPTY.format(file=file))
    return 1 if bad else 0


def _answers(found: Iterator[FoundDeals], language: Language) -> Iterator[dict[str, object]]:
    for each in found:
        if each.record is not None:
            yield answer(each.record, evaluate(each.record))
        elif each.error is not None:
            place = {"line": each.line} if each.column is None else _place(each.line, each.column)
            yield {**place, "error": each.error.in_language(language)}


def _place(line: int, column: int) -> dict[str, int]:
    return {"line": line, "column": column}
