import re
import string
from pathlib import Path

import pytest

from engine.text import Text
from kiosk.words import calls as call_words
from kiosk.words import camera as camera_words
from kiosk.words import pages as messages
from kiosk.words import score_pad as entry_words

MODULES = {"m": messages, "words": camera_words, "e": entry_words, "c": call_words}
WORDS = {
    f"{short}.{name}": word
    for short, module in MODULES.items()
    for name, word in vars(module).items()
    if isinstance(word, Text)
}


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("name", WORDS)
def test_both_languages_say_something_and_fill_the_same_places(name: str) -> None:
    word = WORDS[name]
    assert word.de.strip() == word.de != ""
    assert word.en.strip() == word.en != ""
    assert places(word.de) == places(word.en)


def test_no_word_is_left_over() -> None:
    folder = Path(messages.__file__).parents[1]
    own = {Path(str(module.__file__)) for module in MODULES.values()}
    sources = {*folder.rglob("*.py"), *(folder / "templates").rglob("*.html")} - own
    used = set(re.findall(r"\b[A-Z][A-Z_]+\b", "\n".join(map(_text, sources))))
    assert [name for name in WORDS if name.split(".")[1] not in used] == []


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
