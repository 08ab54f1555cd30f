"""`mehrkopf open-cards FILE|-`: what the deals of a file would have come to with open cards."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from engine.deal.record import DealRecord
from engine.games import game as game_named
from engine.open_cards.findings import OpenCards, Stage, Withheld, look
from engine.open_cards.form import to_json
from engine.open_cards.wording import MEANING, card_lines, summary
from engine.text import Language, PlainError, Text
from kiosk.cli.command import Argument, Arguments, command
from kiosk.cli.common import FILE, INPUT, JSON, Progress, form_option, warn
from kiosk.exports.deals import FoundDeals, form_of, read_deals, text_of
from kiosk.replay.analyses import Pace
from kiosk.replay.open_cards import left_words

_FILE = Text(
    de="Datei mit Spielen, - für die Standardeingabe",
    en="file with deals, - for standard input",
)
_EMPTY = Text(
    de="In {file} steht kein Spiel; gerechnet wurde nichts.",
    en="There is no deal in {file}; nothing was worked out.",
)
_WORKING = Text(de="Mit offenen Karten", en="With open cards")
_WRONG = Text(de="Zeile {line}: {error}", en="line {line}: {error}")
_NOT = Text(
    de="Nicht mit offenen Karten gerechnet: {why}", en="Not worked out with open cards: {why}"
)
_UNNAMED = Text(de="Spiel in Zeile {line}", en="deal in line {line}")
_PLACE = Text(de="Spiel {n} von {all}", en="deal {n} of {all}")
_DONE = Text(de="{place}: fertig", en="{place}: done")
_SEAT = Text(de="Platz {number}", en="seat {number}")


@command(Argument("file", FILE, _FILE), form_option(), JSON)
def execute(arguments: Arguments) -> int:
    """Tell each deal, a paragraph or an object; status 1 when something could not be read.

    Raises:
        PlainError: the file cannot be read, or no deal stands in it.
    """
    language: Language = arguments.language
    text = text_of(arguments.file)
    found = list(read_deals(text, form_of(arguments.file, text, arguments.format)))
    bad = told = False
    with Progress(_WORKING.in_language(language), len(found)) as progress:
        for number, each in enumerate(found):
            if each.record is None:
                bad = True
                progress.clear()
                _tell_mistake(each, language, as_json=arguments.json)
                continue
            place = _PLACE.format(n=number + 1, all=len(found)).in_language(language)
            progress.mark(place)
            worked_out = _worked_out(
                each.record, number, progress, [place] if len(found) > 1 else [], language
            )
            progress.clear()
            progress.mark(_DONE.format(place=place).in_language(language))
            if arguments.json:
                _write_object({"id": each.record.id, **to_json(worked_out)})
                continue
            if not told:
                sys.stdout.write(MEANING.in_language(language) + "\n")
            told = True
            for line in _paragraph(each, each.record, worked_out, language):
                sys.stdout.write(line + "\n")
            sys.stdout.flush()
    if all(each.record is None for each in found):
        file = INPUT if arguments.file == "-" else arguments.file
        raise PlainError(_EMPTY.format(file=file))
    return 1 if bad else 0


def _worked_out(
    record: DealRecord, before: int, progress: Progress, notes: list[str], language: Language
) -> OpenCards | Withheld:
    """Work one deal out; `before` deals are done, `notes` stand beside the bar."""
    work, pace = look(record), Pace()
    while True:
        try:
            step = next(work)
        except StopIteration as end:
            found: OpenCards | Withheld = end.value
            return found
        left = left_words(pace.at(step))
        more = [] if left is None else [left.in_language(language)]
        stages = (step.stage is Stage.CARDS) + step.done / step.total
        progress(before + stages / len(Stage), " · ".join([*notes, *more]))


def _tell_mistake(found: FoundDeals, language: Language, *, as_json: bool) -> None:
    assert found.error is not None
    if as_json:
        _write_object({"line": found.line, "error": found.error.in_language(language)})
    else:
        warn(_WRONG.format(line=found.line, error=found.error), language)


def _write_object(value: dict[str, object]) -> None:
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
    # Half a character that an `id` may hold as \ud800 goes out as it came in.
    sys.stdout.write(line.encode(errors="backslashreplace").decode())
    sys.stdout.flush()


def _paragraph(
    read: FoundDeals, record: DealRecord, found: OpenCards | Withheld, language: Language
) -> Iterator[str]:
    """Yield the lines that tell one deal."""
    names = _names(record, language)
    title = record.id or _UNNAMED.format(line=read.line).in_language(language)
    if record.contract is not None:
        game = game_named(record.game)
        title += f" · {game.contract_text(record.contract).in_language(language)}"
    yield ""
    yield title.encode(errors="backslashreplace").decode()
    if isinstance(found, Withheld):
        yield "  " + _NOT.format(why=found.why).in_language(language)
        return
    for sentence in summary(found, names):
        yield "  " + sentence.in_language(language)
    for told in found.cards:
        lines = card_lines(told, found, names)
        yield "  " + lines.laid.in_language(language)
        yield "    " + lines.chain.in_language(language)
        yield "    " + lines.better.in_language(language)


def _names(record: DealRecord, language: Language) -> list[str]:
    """Return the people's names where the deal has them, else their seats counted from 1."""
    named = record.extra.get("seats")
    if isinstance(named, list) and len(named) == record.players:
        return [str(each) for each in named]
    seats = range(1, record.players + 1)
    return [_SEAT.format(number=number).in_language(language) for number in seats]
