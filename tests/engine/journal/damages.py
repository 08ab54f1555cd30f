"""Damages to a journal and its log: every one is noticed or harmless, and nothing whole is lost.

    python -m tests.engine.journal.damages --journal 10000 --log 10000 --seed 1

A bit flips, a file is cut off, a page or a sector is empty, rubbish stands somewhere. Afterwards
the journal opens with the same events (and takes another one), or it is told as damaged and what is
offered is as long as the bytes on the disk allow. How long that is, is found by looking for the
very bytes of each row, without any of the product's reading.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from engine.events import Event, Note, Ruling
from engine.journal.chain import GENESIS, next_hash
from engine.journal.check import DamagedError, check
from engine.journal.database import LOG_END
from engine.journal.head import HEAD_END
from engine.journal.journal import Journal
from engine.journal.opening import go_on
from engine.journal.people import numbers_of, row_hash
from tests.engine.spine import AT, EVENING, RUFSPIEL, opened, played

ALL_FINE = "Every damage was noticed or harmless, and nothing whole was lost."
NOT_FINE = "A damage was not noticed, or something whole was lost: see the words in capitals."
FINE = {"harmless", "mended", "part"}
"""What may come of a damage: nothing; it is noticed and no event lost; it is noticed and told."""
PAGE, SECTOR = 4096, 512
DEAL: tuple[Event, ...] = (*opened(), *played(RUFSPIEL))
EVENTS: tuple[Event, ...] = (EVENING, *DEAL, *DEAL)
LONG = Ruling("d", "größer " * 600, "dismissed")
"""A row that goes over several pages."""


Block = tuple[str, int, bytes]
"""A page, or a frame of the log: the file it is in, where, and its bytes."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A journal as it lies on a disk."""

    parts: dict[str, bytes]
    """By what the names end with."""
    lines: tuple[str, ...]
    beside: tuple[str, ...]
    """Names and remarks, as an export has them."""
    long: dict[str, tuple[Block, ...]]
    """By line of several pages: where its pieces lie."""

    def damaged(self, end: str, body: bytes) -> Kept:
        return replace(self, parts={**self.parts, end: body})

    def lay(self, path: Path) -> None:
        for end, body in self.parts.items():
            path.with_name(path.name + end).write_bytes(body)


def kept(folder: Path, *, in_log: bool) -> Kept:
    """Return a journal whose events are in its file, or after the first few in its log."""
    path = folder / "made.sqlite"
    journal = Journal.open(path)
    journal.append(EVENTS[:6], AT)
    journal.append([LONG], AT)
    if in_log:
        journal.checkpoint()
    for event in (*EVENTS[6:], Note("last")):
        journal.append([event], AT)
    lines, beside = exported(journal)
    if not in_log:
        journal.checkpoint()
    ends = ("", LOG_END, HEAD_END)
    parts = {end: path.with_name(path.name + end).read_bytes() for end in ends}
    journal.close()
    blocks = tuple(_blocks(parts))
    long = {
        line: tuple(block for block in blocks if _holds(block[2], line.encode()))
        for line in lines
        if len(line) > PAGE // 2
    }
    return Kept(parts, lines, beside, long)


def exported(journal: Journal) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the events of a journal, and the names and remarks that stand beside them."""
    _, *lines = journal.export_lines()
    return (
        tuple(line for line in lines if '"seq"' in line),
        tuple(line for line in lines if '"seq"' not in line),
    )


def _blocks(parts: dict[str, bytes]) -> Iterator[Block]:
    for end, first, step in (("", 0, PAGE), (LOG_END, 32, 24 + PAGE)):
        for at in range(first, len(parts[end]), step):
            yield end, at, parts[end][at : at + step]


def _holds(block: bytes, line: bytes) -> bool:
    return any(line[at : at + 64] in block for at in range(0, len(line), 64))


def flipped(body: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(8 * len(body))
    return body[: at // 8] + bytes([body[at // 8] ^ 1 << at % 8]) + body[at // 8 + 1 :]


def cut_off(body: bytes, chance: random.Random) -> bytes:
    return body[: chance.randrange(len(body))]


def emptied(body: bytes, chance: random.Random) -> bytes:
    size = chance.choice((SECTOR, PAGE))
    at = chance.randrange(len(body)) // size * size
    return body[:at] + bytes(len(body[at : at + size])) + body[at + size :]


def rubbish(body: bytes, chance: random.Random) -> bytes:
    at, size = chance.randrange(len(body)), chance.choice((1, 8, 64, SECTOR, PAGE))
    size = min(size, len(body) - at)
    return body[:at] + chance.randbytes(size) + body[at + size :]


KINDS: tuple[Callable[[bytes, random.Random], bytes], ...] = (flipped, cut_off, emptied, rubbish)


def possible(found: Kept) -> int:
    """Return how many events from the first on still have every byte of theirs somewhere."""
    head, bodies = GENESIS, (found.parts[""], found.parts[LOG_END])
    rows: list[bytes] = []
    for line in found.lines:
        head = next_hash(head, line)
        rows.append(line.encode() + head.encode())
    there = [
        all(found.parts[end][at : at + len(held)] == held for end, at, held in found.long[line])
        if line in found.long
        else any(row in body for body in bodies)
        for line, row in zip(found.lines, rows, strict=True)
    ]
    return [*there, False].index(False)


def names_whole(found: Kept, lines: Sequence[str]) -> set[str]:
    """Return the names and remarks of these lines that have every byte of theirs somewhere."""
    used = [numbers_of(line) for line in lines]
    people = {number for each, _ in used for number in each}
    remarks = {number for _, each in used for number in each}
    there = set()
    for line in found.beside:
        match json.loads(line):
            case {"person": int(number), "name": str(text)} if number in people:
                table = "people"
            case {"remark": int(number), "text": str(text)} if number in remarks:
                table = "remarks"
            case _:
                continue
        # The number, how long the row's header is, where the number stands, how long the texts are.
        sizes = bytes([0, 13 + 2 * len(text.encode()), 0x81, 0x0D])
        row = sizes + (text + row_hash(table, number, text)).encode()
        whole = re.compile(re.escape(bytes([number])) + b"." + re.escape(row), re.DOTALL)
        if any(whole.search(found.parts[end]) for end in ("", LOG_END)):
            there.add(line)
    return there


def examined(found: Kept, folder: Path) -> str:
    """Return what becomes of a damaged journal: harmless, mended, part; else what is wrong."""
    path = folder / "journal.sqlite"
    found.lay(path)
    before = {part.name: part.read_bytes() for part in folder.iterdir()}
    condition = check(path)
    if {part.name: part.read_bytes() for part in folder.iterdir()} != before:
        return "TOUCHED"
    least = possible(found)
    if not condition.sound and condition.whole < least:
        return f"LOST {condition.whole} of {least}"
    try:
        journal = Journal.open(path)
    except DamagedError as error:
        if error.condition.complete or error.condition.known != len(found.lines):
            return "NOT SAID"
        go_on(path, error.condition)
        journal, wanted, word = Journal.open(path), found.lines[: condition.whole], "part"
    else:
        wanted, word = found.lines, "harmless" if condition.sound else "mended"
    try:
        lines, beside = exported(journal)
        if lines != wanted:
            return "OTHER EVENTS"
        if beside != found.beside and word != "part":
            return "OTHER NAMES"
        if names_whole(found, wanted) - {*beside}:
            return "LOST NAMES"
        if len(journal.evenings()) != bool(wanted):
            return "NO EVENING"
        journal.append([Note("and on")], AT)
    finally:
        journal.close()
    return word if check(path).sound else "NOT SOUND"


def run(count: int, end: str, seed: int) -> Counter[str]:
    """Damage a journal's file or log so many times; return how often what came of it."""
    chance, said = random.Random(seed), Counter[str]()
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        whole = kept(Path(name), in_log=end == LOG_END)
        place = Path(name) / "laid"
        for number in range(count):
            damage = KINDS[number % len(KINDS)]
            place.mkdir()
            found = whole.damaged(end, damage(whole.parts[end], chance))
            said[f"{damage.__name__}: {examined(found, place)}"] += 1
            rmtree(place)
    return said


def main(argv: Sequence[str] | None = None) -> int:
    """Print what came of all damages; status 1 where one was not noticed or lost something."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--journal", type=int, default=200)
    parser.add_argument("--log", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(argv)
    bad = False
    for word, end, count in (("journal", "", asked.journal), ("log", LOG_END, asked.log)):
        for said, times in sorted(run(count, end, asked.seed).items()):
            sys.stdout.write(f"{word} {said} {times}\n")
            bad = bad or said.split(": ")[1] not in FINE
    sys.stdout.write(f"{NOT_FINE if bad else ALL_FINE}\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
