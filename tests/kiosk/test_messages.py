import re
import string
from pathlib import Path

import pytest

from engine.text import Text
from kiosk import camera_words, entry_words, messages

MODULES = {"m": messages, "words": camera_words, "e": entry_words}
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
    folder = Path(messages.__file__).parent
    sources = [*(folder / "pages").glob("*.py"), *(folder / "templates").glob("*.html")]
    used = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    assert [name for name in WORDS if not re.search(rf"\b{re.escape(name)}\b", used)] == []
