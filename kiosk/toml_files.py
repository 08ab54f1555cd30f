"""Reading a TOML file: where it cannot be read, why not stands in a few plain words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from engine.rules_toml import wrong_line
from engine.text import PlainError, Text, os_reason

_NOT_UTF8 = Text(de="kein UTF-8-Text", en="it is not UTF-8 text")
_NOTATION = Text(
    de="in Zeile {line} stimmt die Schreibweise nicht", en="in line {line} the notation is wrong"
)


def read_toml(path: Path, unreadable: Text) -> dict[str, Any]:
    """Return what the file holds; `unreadable` is the sentence with places {file} and {why}.

    Raises:
        PlainError: there is no such file, it cannot be read, or it is no TOML.
    """
    text = ""
    try:
        text = path.read_text(encoding="utf-8-sig")
        return tomllib.loads(text)
    except OSError as error:
        raise PlainError(unreadable.format(file=path, why=os_reason(error))) from error
    except UnicodeDecodeError as error:
        raise PlainError(unreadable.format(file=path, why=_NOT_UTF8)) from error
    except tomllib.TOMLDecodeError as error:
        why = _NOTATION.format(line=wrong_line(error, text))
        raise PlainError(unreadable.format(file=path, why=why)) from error
