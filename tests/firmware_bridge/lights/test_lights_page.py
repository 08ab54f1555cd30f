from __future__ import annotations

import re

from tests.firmware_bridge.lights.drawing import LETTERS
from tests.firmware_bridge.lights.examples import LOOK, examples
from tests.firmware_bridge.lights.film import FILM
from tests.firmware_bridge.lights.page import PICTURES, files
from tests.firmware_bridge.test_cues_apart import every_cue
from tests.shared_data import ROOT


def test_the_page_shows_the_cues_as_they_are() -> None:
    """`python -m tests.firmware_bridge.lights` draws them anew."""
    for path, text in files().items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, path
    drawn = {path.name for path in files()} | {FILM.name}
    assert {file.name for file in (ROOT / PICTURES).iterdir()} <= drawn


def test_no_caption_is_wider_than_its_picture() -> None:
    sheet = files()[PICTURES / "without-colour.svg"]
    captions = re.findall(r"<text [^>]*>([^<]+)</text>", sheet)
    assert all(len(caption) <= LETTERS for caption in captions)
    words = " ".join(captions)
    assert all(example.name.de in words and example.name.en in words for example in examples())
    tall = float(re.findall(r'viewBox="0 0 [\d.]+ ([\d.]+)"', sheet)[0])
    assert max(float(at) for at in re.findall(r'<text [^>]*y="([\d.]+)"', sheet)) < tall


def test_every_cue_is_on_the_page() -> None:
    assert len(list(examples())) == len(every_cue(LOOK))
