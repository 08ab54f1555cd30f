"""Bytes made of good ones by small and large damage, the same ones for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

STRANGE: tuple[bytes, ...] = (
    *(b"", b"\0", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\r\n", b"\n\n", b'"', b"\\", b"\\u"),
    *(b'"\\ud800"', b"\\ud800\\udc00", b"\\udfff", "ä".encode(), "\u202e".encode(), "𝔛".encode()),
    *(b"NaN", b"-Infinity", b"1e999", b"-0", b"0.5", b"1e5", b"true", b"null", b"[]", b"{}", b"''"),
    *(b"9" * 5000, b"[" * 2000, b"{" * 600, b'{"a":' * 600, b"a." * 2000, b"(" * 300, b"../../etc"),
    *(b"18446744073709551616", b"-9223372036854775809", b"2147483648", b"-1", b"256", b"65536"),
    *(
        b"2026-13-45",
        b"1979-05-27T07:32:00Z",
        b"0x",
        b'"""',
        b"{{7*7}}",
        b"<script>",
        b"%00",
        b"%s",
    ),
    *(b"a" * 70, b" " * 3000, b"\t" * 50, b";" * 40, b",", b":", b"=", b"[[", b"]]", b"}{", b"??"),
)
_WORD = re.compile(rb"[\w.-]+|\"[^\"]*\"")

Change = Callable[[bytes, random.Random, Sequence[bytes]], bytes]


def mutated(seeds: Sequence[bytes], chance: random.Random) -> bytes:
    """Return one of the seeds, damaged one to eight times."""
    data = chance.choice(seeds)
    for _ in range(min(8, 1 + int(chance.expovariate(0.7)))):
        data = chance.choice(_CHANGES)(data, chance, seeds)
    return data


def _at(data: bytes, chance: random.Random) -> tuple[int, int]:
    begin = chance.randrange(len(data) + 1)
    return begin, min(len(data), begin + int(chance.expovariate(0.1)))


def _strange(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    begin, end = _at(data, chance)
    return data[:begin] + chance.choice(STRANGE) + data[end if chance.random() < 0.5 else begin :]


def _word(data: bytes, chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    """Put something strange, or a word of any seed, in the place of a word."""
    words = list(_WORD.finditer(data[:20_000]))
    if not words:
        return data + chance.choice(STRANGE)
    there = chance.choice(words)
    others = _WORD.findall(chance.choice(seeds)[:20_000])
    new = chance.choice(STRANGE) if chance.random() < 0.5 or not others else chance.choice(others)
    return data[: there.start()] + new + data[there.end() :]


def _bits(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _each in range(chance.randrange(1, 4)):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _gone(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    begin, end = _at(data, chance)
    return data[:begin] + data[end:]


def _cut(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _again(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    begin, end = _at(data, chance)
    return data[:end] + data[begin:end] * chance.choice((1, 2, 7, 300)) + data[end:]


def _spliced(data: bytes, chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    other = chance.choice(seeds)
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _lines(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


_CHANGES: tuple[Change, ...] = (
    *(_strange, _word, _word, _word, _bits, _gone, _cut, _again, _spliced, _lines),
)
