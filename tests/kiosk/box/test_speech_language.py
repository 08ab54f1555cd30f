"""The table speaks the language of its page, from the tap on that changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.text import Language
from kiosk.box.sounds import Comfort, SoundChoice, open_comfort
from kiosk.home.data_folder import Home
from kiosk.home.files import kept_page_choice
from kiosk.home.region import kept_region
from kiosk.table.writer import Table
from kiosk.words import box as words
from tests.kiosk.box.test_sounds import PATIENCE_S, Ear
from tests.kiosk.browsing import press
from tests.kiosk.opened import client_of, post
from tests.kiosk.served import served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


@dataclass(frozen=True)
class Speaking:
    """A table whose voice is heard, and what its pages are made with."""

    comfort: Comfort
    given: dict[str, Any]


def speaking(home: Home, table: Table, ear: Ear, language: Language) -> Speaking:
    wishes, region = kept_page_choice(home.page_toml), kept_region()
    comfort = open_comfort(
        home, table, datetime.now, lambda: wishes.choice.language or language, region, ear
    )
    comfort.choose(SoundChoice(speech=True, night=False))
    given = {"language": language, "wishes": wishes, "region": region, "comfort": comfort}
    return Speaking(comfort, given)


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
    voice = speaking(home, table, ear, "de")
    with served(table, **voice.given) as address:
        page = context.new_page()
        page.goto(f"{address}/comfort")
        assert heard(ear, lambda: press(page, "Probe hören")) == (words.TRIED.de, "de")
        press(page, "English")
        assert heard(ear, lambda: press(page, "Try it")) == (words.TRIED.en, "en")
        press(page, "Deutsch")
        assert heard(ear, lambda: press(page, "Probe hören")) == (words.TRIED.de, "de")
        page.goto("about:blank")
    voice.comfort.close()
    assert kept_page_choice(home.page_toml).choice.language == "de"


def test_the_first_start_tells_the_voice_too(table: Table, tmp_path: Path) -> None:
    ear, home = Ear(), Home(tmp_path)
    voice = speaking(home, table, ear, "de")
    comfort = voice.comfort
    client = client_of(table, **voice.given)
    post(client, "/begin/language", language="en")
    assert heard(ear, comfort.try_it) == (words.TRIED.en, "en")
    comfort.close()


def test_a_phone_that_works_the_table_reads_what_it_likes(table: Table, tmp_path: Path) -> None:
    ear, home = Ear(), Home(tmp_path)
    voice = speaking(home, table, ear, "de")
    comfort = voice.comfort
    phone = client_of(table, **voice.given, at_table=False)
    post(phone, "/language", next="/")
    assert '<html lang="en">' in phone.get("/").get_data(as_text=True)
    assert heard(ear, comfort.try_it) == (words.TRIED.de, "de")
    assert not home.page_toml.exists()
    comfort.close()
