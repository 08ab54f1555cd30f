"""A journal's export: JSON Lines that hold all of it, and can be checked before they are read in.

Version 2: a header; a line for each person and each remark (`engine.journal.people`), and one of
the former heads where there are any; then one event a line. The chain holds the events together,
the header's `beside` is the SHA-256 of what stands between. Version 1 had names and remarks within
its events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice, takewhile

from engine.bounds import MOST_DEAL, json_of, too_deep
from engine.journal import codec, people
from engine.journal.chain import GENESIS, canonical, chained
from engine.text import PlainError, Text

NO_EXPORT = Text(
    de="Zeile {line} ist nicht aus einem Export ({what}); bitte eine vollständige Exportdatei "
    "wählen. Nichts wurde eingelesen.",
    en="Line {line} is not from an export ({what}); please choose a complete export file. "
    "Nothing was imported.",
)
_NEWER = Text(
    de="Dieser Export wurde mit einem neueren Mehrkopf geschrieben; bitte das Programm auf den "
    "neuesten Stand bringen.",
    en="This export was written by a newer version of mehrkopf; please update the program.",
)
_BROKEN = Text(de="die Prüfsumme stimmt nicht", en="its checksum is wrong")
_LONG = Text(de="die Zeile ist zu lang", en="the line is too long")
_NOT_JSON = Text(de="kein JSON", en="it is not JSON")
_NO_HEAD = Text(de="der Kopf des Exports fehlt", en="the export's header is missing")
_NO_EVENT = Text(de="kein Ereignis", en="it is not an event")
_NAMES = Text(de="in Ereignissen stehen Namen", en="there are names in the events")
_CUT_OFF = Text(de="die Datei ist abgeschnitten", en="the file is cut off")

OLD, VERSION = 1, 2
_HEADS = 1000
"""Former heads in one line."""
_MOST = 1 << 53
"""More events than any journal has."""


@dataclass(frozen=True, slots=True)
class Export:
    """What an export holds."""

    v: int
    head: str
    """After the last event, worked out over `lines`."""
    lines: list[str]
    """Of events; in version 1 with names in them."""
    kept: people.Kept = field(default_factory=people.Kept)
    former_heads: Mapping[int, str] = field(default_factory=dict)


def written(export: Export) -> Iterator[str]:
    """Yield the lines of an export, without line ends."""
    header = {"journal": "mehrkopf", "v": export.v, "events": len(export.lines)}
    beside = [] if export.v == OLD else [canonical(each) for each in _beside(export)]
    more = {} if export.v == OLD else {"beside": _sum(beside)}
    yield canonical({**header, **more, "head": export.head})
    yield from beside
    yield from export.lines


def _beside(export: Export) -> Iterator[dict[str, object]]:
    for number, name in export.kept.names.items():
        yield {"person": number, "name": name}
    for number, text in export.kept.remarks.items():
        yield {"remark": number, "text": text}
    heads = iter(export.former_heads.items())
    while some := [[seq, head] for seq, head in islice(heads, _HEADS)]:
        yield {"former_heads": some}


def _sum(beside: list[str]) -> str:
    return sha256("\n".join(beside).encode()).hexdigest()


def read(lines: Iterable[str]) -> Export:
    """Return what an export holds; it is whole and nothing of it was altered.

    Raises:
        PlainError: it is not.
    """
    numbered = enumerate((line for line in lines if line.strip()), start=1)
    _, first = next(numbered, (1, ""))
    header = _parsed(1, first)
    count, head, v = header.get("events"), header.get("head"), header.get("v")
    if header.get("journal") != "mehrkopf" or not isinstance(count, int):
        raise PlainError(NO_EXPORT.format(line=1, what=_NO_HEAD))
    if v not in (OLD, VERSION):
        raise PlainError(_NEWER)
    found = [(number, _parsed(number, line)) for number, line in numbered]
    beside = [] if v == OLD else list(takewhile(_is_beside, (each for _, each in found)))
    kept, former_heads = _read_beside(beside)
    checked: list[str] = []
    for number, each in found[len(beside) :]:
        if each.get("seq") != len(checked) + 1 or not isinstance(each.get("at"), str):
            raise PlainError(NO_EXPORT.format(line=number, what=f"seq {each.get('seq')}"))
        codec.from_json(each if v == OLD else kept.named(each))
        checked.append(canonical(each))
    if len(checked) != count:
        raise PlainError(NO_EXPORT.format(line=len(found) + 2, what=_CUT_OFF))
    last = next((hash_ for *_, hash_ in reversed([*chained(checked)])), GENESIS)
    whole = v == OLD or header.get("beside") == _sum([canonical(each) for each in beside])
    if last != head or not whole:
        raise PlainError(NO_EXPORT.format(line=1, what=_BROKEN))
    wrong = None if v == OLD else kept.fault(checked) or _fault_of_names(checked)
    if wrong is not None:
        raise PlainError(NO_EXPORT.format(line=1, what=wrong))
    return Export(int(str(v)), last, checked, kept, former_heads)


def _is_beside(found: dict[str, object]) -> bool:
    return not found.keys() & {"seq", "type"}


def _read_beside(beside: Iterable[dict[str, object]]) -> tuple[people.Kept, dict[int, str]]:
    kept, former_heads = people.Kept(), dict[int, str]()
    for line, each in enumerate(beside, start=2):
        match each:
            case {"person": int(number), "name": str() | None as name}:
                kept.names[number] = name
            case {"remark": int(number), "text": str(text)}:
                kept.remarks[number] = text
            case {"former_heads": list(heads)}:
                former_heads |= _former_heads(heads, line)
            case _:
                raise PlainError(NO_EXPORT.format(line=line, what=_NO_EVENT))
    return kept, former_heads


def _former_heads(heads: list[object], line: int) -> dict[int, str]:
    found: dict[int, str] = {}
    for each in heads:
        match each:
            case [int(seq), str(head)] if 0 < seq < _MOST:
                found[seq] = head
            case _:
                raise PlainError(NO_EXPORT.format(line=line, what=_NO_EVENT))
    return found


def _fault_of_names(lines: Iterable[str]) -> Text | None:
    """Return that names stand in the lines themselves, where they could not be forgotten."""
    return _NAMES if any(map(people.names_in, lines)) else None


def _parsed(number: int, line: str) -> dict[str, object]:
    if len(line) > MOST_DEAL:
        raise PlainError(NO_EXPORT.format(line=number, what=_LONG))
    try:
        found = json_of(line)
    except ValueError as error:
        raise PlainError(NO_EXPORT.format(line=number, what=_NOT_JSON)) from error
    if not isinstance(found, dict) or too_deep(found):
        raise PlainError(NO_EXPORT.format(line=number, what=_NOT_JSON))
    return found
