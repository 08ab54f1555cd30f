"""Help is three sentences at most, in both languages."""

import re

import pytest

from engine.text import Language
from kiosk.words import help as words

MOST = 3


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("screen", words.OF)
def test_help_is_three_short_sentences_at_most(screen: str, language: Language) -> None:
    said = words.OF[screen].in_language(language)
    sentences = re.findall(r"[^.!?]+[.!?]", said)
    assert "".join(sentences) == said
    assert 0 < len(sentences) <= MOST
    assert all(len(each.split()) <= 30 for each in sentences)
