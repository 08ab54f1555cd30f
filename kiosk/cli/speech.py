"""Which language the command line speaks: German, unless the surroundings say English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.text import Language


def language_of(words: Sequence[str], environ: Mapping[str, str]) -> Language:
    """Return the language named by `--lang`, else by LC_ALL, LC_MESSAGES or LANG, else German.

    Never fails: a `--lang` that names no language is refused later, when the words are parsed.
    """
    for at, word in enumerate(words):
        named = word.removeprefix("--lang=") if word.startswith("--lang=") else None
        if word == "--lang" and at + 1 < len(words):
            named = words[at + 1]
        if named in ("de", "en"):
            return "en" if named == "en" else "de"
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(variable):
            return "en" if value.lower().startswith("en") else "de"
    return "de"
