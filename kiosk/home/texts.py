"""Text files from outside, read whole, whatever program wrote them.

UTF-8 with or without its mark and UTF-16 are understood. Of a file that is packed, or no text, one
sentence says what it is and what to do, however many lines it seems to have.
"""

from __future__ import annotations

import codecs
import sys
from pathlib import Path

from engine.bounds import MOST_BYTES
from engine.text import PlainError, Text, os_reason

STDIN = "-"
"""The name of the standard input."""
_INPUT = Text(de="Die Standardeingabe", en="Standard input")
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_PACKED = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}
"""How packed files begin."""
_IS_PACKED = Text(
    de="{file} ist gepackt ({kind}); bitte erst auspacken.",
    en="{file} is compressed ({kind}); please unpack it first.",
)
_NOT_UTF8 = Text(
    de="{file} ist kein UTF-8-Text (Zeile {line}); bitte als UTF-8 speichern.",
    en="{file} is not UTF-8 text (line {line}); please save it as UTF-8.",
)
_TOO_LARGE = Text(
    de="{file} ist größer als {most} MiB; bitte in mehrere Dateien teilen.",
    en="{file} is larger than {most} MiB; please split it into several files.",
)
_FILM = Text(
    de="{file} ist ein Film, kein Text; was darauf zu sehen ist, liest „mehrkopf watch“.",
    en='{file} is a film, not text; "mehrkopf watch" reads what is to be seen in it.',
)
_PICTURE = Text(
    de="{file} ist ein Bild, kein Text; bitte eine andere Datei nennen.",
    en="{file} is a picture, not text; please name another file.",
)
_SIGNATURES = (
    (4, b"ftyp", _FILM),
    (0, b"\x1aE\xdf\xa3", _FILM),
    (0, b"\x89PNG", _PICTURE),
    (0, b"\xff\xd8\xff", _PICTURE),
)
"""What stands in a file at which place, and what it is then."""
_NO_TEXT = Text(
    de="{file} ist kein Text; bitte eine andere Datei nennen.",
    en="{file} is not a text file; please name another file.",
)


def read_text(file: str | Path, unreadable: Text) -> str:
    """Return the text of a file, of the standard input for `-`.

    Args:
        file: its name.
        unreadable: the sentence where it cannot be read, with places {file} and {why}.

    Raises:
        PlainError: it cannot be read, is packed, or is no text.
    """
    if str(file) == STDIN:
        return decoded(sys.stdin.buffer.read(MOST_BYTES + 1), _INPUT)
    try:
        with Path(file).open("rb") as there:
            body = there.read(MOST_BYTES + 1)
    except OSError as error:
        raise PlainError(unreadable.format(file=file, why=os_reason(error))) from error
    return decoded(body, file)


def decoded(body: bytes, file: object) -> str:
    """Return a file's content as text; `file` is what to call it.

    Raises:
        PlainError: it is packed, too large, or no text.
    """
    if len(body) > MOST_BYTES:
        raise PlainError(_TOO_LARGE.format(file=file, most=MOST_BYTES // 2**20))
    for sign, kind in _PACKED.items():
        if body.startswith(sign):
            raise PlainError(_IS_PACKED.format(file=file, kind=kind))
    for place, sign, what in _SIGNATURES:
        if body.startswith(sign, place):
            raise PlainError(what.format(file=file))
    coding = _UTF16.get(body[:2]) or _unmarked_utf16(body) or "utf-8"
    try:
        text = body.decode(coding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        raise PlainError(_NOT_UTF8.format(file=file, line=line)) from error
    if "\0" in text:
        raise PlainError(_NO_TEXT.format(file=file))
    return text


def _unmarked_utf16(body: bytes) -> str | None:
    """Return the coding where every second byte of the beginning is zero, as of plain letters."""
    head = body[:64]
    if len(head) >= 4 and not any(head[1::2]) and all(head[0::2]):
        return "utf-16-le"
    if len(head) >= 4 and not any(head[0::2]) and all(head[1::2]):
        return "utf-16-be"
    return None
