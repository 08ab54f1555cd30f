"""The table speaks the language of its page, from the tap on that changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.text import Language
from kiosk.app import PageSettings
from kiosk.comfort import words
from kiosk.comfort.choice import Choice
from kiosk.comfort.comfort import Comfort
from kiosk.comfort.wiring import open_comfort
from kiosk.home import Home
from kiosk.table import Table
from kiosk.welcome.reception import Reception
from kiosk.welcome.wishes import Wishes
from tests.kiosk.browsing import press
from tests.kiosk.comfort.test_comfort import PATIENCE_S, Ear
from tests.kiosk.opened import client_of, post
from tests.kiosk.served import served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


def speaking(home: Home, table: Table, ear: Ear, language: Language) -> PageSettings:
    """Return the settings of a table whose voice is heard."""
    pages = PageSettings(language=language, reception=Reception(wishes=Wishes(home.page_toml)))
    comfort = open_comfort(home, table, pages, ear)
    comfort.choose(Choice(speech=True, night=False))
    return replace(pages, comfort=comfort)


def heard(ear: Ear, say: Callable[[], object]) -> object:
    """Return what is said next."""
    ear.news.clear()
    say()
    assert ear.news.wait(PATIENCE_S)
    return ear.heard[-1]


@pytest.mark.browser
def test_the_voice_follows_the_tap_on_the_other_language(
    context: BrowserContext, table: Table, tmp_path: Path
) -> None:
    ear, home = Ear(), Home(tmp_path)
    settings = speaking(home, table, ear, "de")
    with served(table, settings) as address:
        page = context.new_page()
        page.goto(f"{address}/comfort")
        assert heard(ear, lambda: press(page, "Probe hören")) == (words.TRIED.de, "de")
        press(page, "English")
        assert heard(ear, lambda: press(page, "Try it")) == (words.TRIED.en, "en")
        press(page, "Deutsch")
        assert heard(ear, lambda: press(page, "Probe hören")) == (words.TRIED.de, "de")
        page.goto("about:blank")
    comfort_of(settings).close()
    assert Wishes(home.page_toml).wished.language == "de"


def test_the_first_start_tells_the_voice_too(table: Table, tmp_path: Path) -> None:
    ear, home = Ear(), Home(tmp_path)
    settings = speaking(home, table, ear, "de")
    comfort = comfort_of(settings)
    client = client_of(table, "de", reception=settings.reception, comfort=comfort)
    post(client, "/begin/language", language="en")
    assert heard(ear, comfort.try_it) == (words.TRIED.en, "en")
    comfort.close()


def test_a_phone_that_works_the_table_reads_what_it_likes(table: Table, tmp_path: Path) -> None:
    ear, home = Ear(), Home(tmp_path)
    settings = speaking(home, table, ear, "de")
    comfort = comfort_of(settings)
    phone = client_of(table, "de", reception=settings.reception, comfort=comfort, at_table=False)
    post(phone, "/language", next="/")
    assert '<html lang="en">' in phone.get("/").get_data(as_text=True)
    assert heard(ear, comfort.try_it) == (words.TRIED.de, "de")
    assert not home.page_toml.exists()
    comfort.close()


def comfort_of(settings: PageSettings) -> Comfort:
    """Return what the settings' table is heard by."""
    assert settings.comfort is not None
    return settings.comfort
