"""What the camera sees and what stays: the page says it, and the landlord's paper says the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.journal.opening import set_aside
from engine.text import LANGUAGES, Language
from kiosk.camera.workshop import Workshop
from kiosk.exports.backup import KEPT
from kiosk.home.clips import MOST
from kiosk.home.data_folder import Home
from kiosk.integrations.broker import Broker
from kiosk.settings import Settings
from kiosk.table.forgetting import DAYS
from kiosk.words import privacy as p
from kiosk.words import start
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.opened import client_of, text
from tests.shared_data import ROOT

PAPER = " ".join((ROOT / "docs" / "PRIVACY.md").read_text("utf-8").split())


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_says_it_in_both_languages_without_a_pin(
    tmp_path: Path, language: Language
) -> None:
    shop = Workshop(Home(tmp_path), rest_s=60.0 * Settings().off_after_min)
    client = client_of(FakeDoor(), language, workshop=shop)
    assert 'href="/privacy"' in text(client.get("/setup"))
    page = text(client.get("/privacy"))
    for said in (p.SEES_LONG, p.NEVER_LONG, p.STAYS_LONG, p.LOOKS_ON_LONG, p.GOES_LONG):
        assert said.in_language(language) in page
    minutes = {"de": "nach 10 Minuten ohne Spiel", "en": "after 10 minutes without play"}
    assert minutes[language] in page


def test_where_it_never_goes_off_by_itself_the_page_does_not_say_so(tmp_path: Path) -> None:
    page = text(client_of(FakeDoor(), workshop=Workshop(Home(tmp_path))).get("/privacy"))
    assert "und nach dem Abend. Aus" in page
    assert "Minuten" not in page


def test_the_paper_says_what_the_program_does(tmp_path: Path) -> None:
    assert Settings().off_after_min == 10
    for said in ("nach zehn Minuten ohne Spiel", "after ten minutes without play"):
        assert said in PAPER
    assert f"höchstens {MOST}" in PAPER
    assert f"{MOST} at most" in PAPER
    for words in (start.YES_CAMERA.de, "Sind alle am Tisch einverstanden?", p.SHORT.de):
        assert words in PAPER
    assert f"{DAYS} Tage nach dem letzten Spiel" in PAPER
    assert f"{DAYS} days after the last deal" in PAPER
    assert KEPT == 10
    for said in ("die letzten zehn bleiben", "the last ten stay"):
        assert said in PAPER
    home = Home(tmp_path)
    home.journal.touch()
    assert PAPER.count(f"`{set_aside(home.journal).name}/`") == len(LANGUAGES)
    for name in ("sign-a5.pdf", "tent-a4.pdf"):
        assert (ROOT / "hardware" / "signs" / name).exists()
        assert name in PAPER
    for article in (6, 7, 13, 15, 16, 17, 18, 20, 77):
        assert f"Art. {article}" in PAPER


@pytest.mark.parametrize("language", ["de", "en"])
def test_whom_the_table_tells_is_said_and_nothing_of_it_where_nobody_is_told(
    language: Language,
) -> None:
    title = p.TELLS.in_language(language)
    assert title not in text(client_of(FakeDoor(), language).get("/privacy"))

    def page(*, names: bool = False, home_assistant: bool = False) -> str:
        broker = Broker("broker.example", "7", names=names, home_assistant=home_assistant)
        return text(client_of(FakeDoor(), language, broker=broker).get("/privacy"))

    told = page()
    assert title in told
    assert "broker.example" in told
    assert p.WITHOUT_NAMES.in_language(language) in told
    assert "Home Assistant" not in told
    assert p.WITH_NAMES.in_language(language) in page(names=True)
    assert "Home Assistant" in page(home_assistant=True)
