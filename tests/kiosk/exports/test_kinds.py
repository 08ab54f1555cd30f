"""The one list of files: page and command line offer what stands in it, each under one word."""

from __future__ import annotations

import re

from kiosk.cli.export import FORMS
from kiosk.exports.files import KINDS
from tests.kiosk.cli import Cli
from tests.kiosk.exports.test_pages import Place, place
from tests.kiosk.opened import text

__all__ = ["place"]


def test_the_page_offers_what_the_list_says_and_sends_it(place: Place) -> None:
    client = place.client()
    page = text(client.get("/exports"))
    assert "am Bildschirm des Tisches die Knöpfe zum Speichern nehmen" in page
    linked = re.findall(r'href="/exports/file/([^"?]+)', page)
    assert linked == [key for key, kind in KINDS.items() if kind.offer is not None]
    for key in linked:
        assert client.get(f"/exports/file/{key}").mimetype == KINDS[key].media.split(";")[0]


def test_every_word_and_every_ending_that_tells_a_form_stands_for_one_kind(cli: Cli) -> None:
    told = [kind.ending for kind in KINDS.values() if kind.by_name]
    assert len(set(told)) == len(told)
    assert len(FORMS) == sum(bool(kind.form) for kind in KINDS.values())
    assert all(kind.form for kind in KINDS.values() if kind.by_name or kind.help is not None)
    help_ = " ".join(cli("export", "--help", "--lang", "en").out.split())
    assert all(kind.help.en in help_ for kind in KINDS.values() if kind.help is not None)
