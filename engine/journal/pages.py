"""What the bytes of a damaged journal still hold: whole lines, wherever they lie.

Nothing of the file's order is believed. A row's line is a JSON object that stands together, its
hash behind it; both are looked for in every page of the file and of its log, whatever a page says
of itself and whether it was given up meanwhile. Only a row too long for its page has to be put
together from several. That a line is whole tells the chain: `next_hash` of the one before it and
the line is the hash that stands behind it (or, where that hash is damaged, the next line's or the
kept head says so). A line of which a single bit has flipped is found by trying them all: the hash
behind it knows it.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from hashlib import sha256

from engine.journal.database import GENESIS, next_hash
from engine.journal.head import Head

_SIZE = 4096
"""Bytes of a page of ours, where neither file nor log says so."""
_LEAF = 0x0D
_FILE_HEADER, _LOG_HEADER, _FRAME_HEADER = 100, 32, 24
_DIGITS = 64

_HASH = re.compile(rb"[0-9a-f]{64}")
_BEGIN = b'{"a'
"""What every line begins with: its keys are in order, and "at" is one of them."""
_LONGEST = 3000
"""Bytes of a line whose bits are tried: twenty milliseconds."""


@dataclass(frozen=True, slots=True)
class Remains:
    """What stands in a journal's file and log."""

    lines: Mapping[int, Set[tuple[str, str]]]
    """By `seq`: lines and the hashes behind them."""
    bodies: Set[bytes]
    """Everything they were looked for in."""


def remains(file: bytes, log: bytes) -> Remains:
    """Return every line that stands in a journal's file and log."""
    found: defaultdict[int, set[tuple[str, str]]] = defaultdict(set)
    bodies: set[bytes] = set()
    for size in _sizes(file, log):
        pages = [(at // size + 1, file[at : at + size]) for at in range(0, len(file), size)]
        step = _FRAME_HEADER + size
        for at in range(_LOG_HEADER, len(log), step):
            frame = log[at : at + step]
            pages.append((int.from_bytes(frame[:4], "big"), frame[_FRAME_HEADER:]))
        bodies |= {*(page for _, page in pages), *_long_rows(pages, size)}
    for body in bodies:
        for seq, line, stored in _lines(body):
            found[seq].add((line, stored))
    return Remains(found, bodies)


def _sizes(file: bytes, log: bytes) -> set[int]:
    said = {
        _SIZE,
        int.from_bytes(file[16:18], "big"),
        int.from_bytes(log[8:12], "big"),
    }
    return {size for size in said if 512 <= size <= 1 << 15 and size & (size - 1) == 0}


_DECODER = json.JSONDecoder()


def _lines(body: bytes) -> Iterator[tuple[int, str, str]]:
    # One letter a byte, so that places in the text are places in the bytes.
    text, at = body.decode("latin-1"), 0
    while (at := text.find('{"', at)) >= 0:
        try:
            said, end = _DECODER.raw_decode(text, at)
            seq = said.get("seq")
            line = body[at:end].decode()
        except (ValueError, RecursionError):
            at += 1
            continue
        if isinstance(seq, int) and seq > 0 and isinstance(said.get("at"), str):
            yield seq, line, text[end : end + _DIGITS]
        at = end


def _long_rows(pages: list[tuple[int, bytes]], size: int) -> Iterator[bytes]:
    """Yield rows that go over several pages, as the oldest and as the newest pages have them."""
    for order in (pages, pages[::-1]):
        images = dict(order)
        for number, page in pages:
            for begin, length in _long_cells(page, _FILE_HEADER if number == 1 else 0, size):
                yield _joined(page[begin:], length, images, size)


def _long_cells(page: bytes, header: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield where a row that is too long for its page begins there, and its length in bytes."""
    if page[header : header + 1] != bytes([_LEAF]):
        return
    for index in range(int.from_bytes(page[header + 3 : header + 5], "big")):
        place = header + 8 + 2 * index
        at = int.from_bytes(page[place : place + 2], "big")
        length, at = _varint(page, at)
        _, at = _varint(page, at)
        if length > size - 35:
            yield at, length


def _varint(page: bytes, at: int) -> tuple[int, int]:
    value = 0
    for byte in page[at : at + 8]:
        value, at = value << 7 | byte & 0x7F, at + 1
        if byte < 0x80:
            break
    return value, at


def _joined(begin: bytes, length: int, images: Mapping[int, bytes], size: int) -> bytes:
    least = (size - 12) * 32 // 255 - 23
    here = least + (length - least) % (size - 4)
    here = here if here <= size - 35 else least
    parts, behind, seen = [begin[:here]], begin[here : here + 4], set[int]()
    while (number := int.from_bytes(behind, "big")) in images and number not in seen:
        seen.add(number)
        behind, part = images[number][:4], images[number][4:]
        parts.append(part)
    return b"".join(parts)[:length]


@dataclass(frozen=True, slots=True)
class _Link:
    line: str
    before: _Link | None


def longest_chain(found: Remains, known: Head | None) -> tuple[str, ...]:
    """Return the lines of the longest whole beginning of a journal.

    Where it forks, for what could not be committed may lie about, the kept head says which way.
    """
    ends: dict[str, _Link | None] = {GENESIS: None}
    seq = 0
    while True:
        links: dict[str, _Link | None] = {}
        for head, before in ends.items():
            for line, stored in found.lines.get(seq + 1, ()):
                then = next_hash(head, line)
                if _fits(then, stored, seq + 1, found, known):
                    links[then] = _Link(line, before)
        if not links:
            links = {
                next_hash(head, line): _Link(line, before)
                for head, before in ends.items()
                for line in _mended(found.bodies, head, seq + 1)
            }
        if not links:
            return _unrolled(next(iter(ends.values())))
        seq += 1
        ends = links
        if known is not None and seq == known.seq and known.hash in links:
            ends = {known.hash: links[known.hash]}


def _fits(then: str, stored: str, seq: int, found: Remains, known: Head | None) -> bool:
    if then == stored or known == Head(seq, then):
        return True
    return any(next_hash(then, line) == behind for line, behind in found.lines.get(seq + 1, ()))


def _mended(bodies: Set[bytes], head: str, seq: int) -> Iterator[str]:
    """Yield the line after a head of which one bit has flipped."""
    begin = sha256(f"{head}\n".encode())
    for line, wanted in {each for body in bodies for each in _damaged(body, seq)}:
        for flipped in _flipped(line):
            tried = begin.copy()
            tried.update(flipped)
            if tried.digest() == wanted:
                yield flipped.decode()


def _damaged(body: bytes, seq: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield what may have been the line of an event, and the hash behind it."""
    after = 0
    for behind in _HASH.finditer(body):
        start, after = body.rfind(_BEGIN, after, behind.start()), behind.end()
        line = body[start : behind.start()]
        if start >= 0 and len(line) <= _LONGEST and not _is_another(line, seq):
            yield line, bytes.fromhex(behind[0].decode())


def _is_another(line: bytes, seq: int) -> bool:
    """Tell whether a line is a whole one of another event, from whose number no bit is missing."""
    try:
        said = json.loads(line)["seq"]
    except (ValueError, RecursionError, TypeError, KeyError):
        return False
    one, other = (int.from_bytes(str(number).encode(), "big") for number in (said, seq))
    return (one ^ other).bit_count() > 1


def _flipped(line: bytes) -> Iterator[bytes]:
    tried = bytearray(line)
    for at in range(len(line)):
        for bit in range(8):
            tried[at] ^= 1 << bit
            yield bytes(tried)
            tried[at] ^= 1 << bit


def _unrolled(link: _Link | None) -> tuple[str, ...]:
    lines: list[str] = []
    while link is not None:
        lines.append(link.line)
        link = link.before
    return tuple(reversed(lines))
