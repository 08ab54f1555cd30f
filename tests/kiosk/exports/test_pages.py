"""The evening's pages: standings, deals, course, files, certificate, earlier evenings."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from engine.cards import card
from engine.events import CardPlayed, DealStarted, EveningEnded
from engine.journal.journal import Journal
from engine.text import Language
from kiosk.exports import files as sticks
from kiosk.exports.files import KINDS
from kiosk.exports.past_evenings import Past, PastEvenings
from kiosk.table.writer import Table
from tests.kiosk.exports.evenings import FOUR, GENERATED, begun, mehrkopf, schafkopf, told
from tests.kiosk.exports.evenings import fill as record
from tests.kiosk.exports.test_tables import wenz
from tests.kiosk.opened import client_of, post, sentence, text
from tests.kiosk.served import touch_table


@dataclass
class Place:
    """A table with three evenings behind it, the last one still going on."""

    table: Table
    home: Path
    journal: Path

    def client(self, language: Language = "de") -> FlaskClient:
        return client_of(
            self.table, language, past=PastEvenings(self.journal), exports=self.home / "exports"
        )


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    journal = Journal.open(tmp_path / "journal.sqlite")
    record(journal, mehrkopf(), GENERATED["schafkopf by cards"], schafkopf())
    with touch_table(journal) as table:
        yield Place(table, tmp_path, tmp_path / "journal.sqlite")


@pytest.fixture
def no_stick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.web.evening.take_home.sticks", tuple)


PAGES = ("/scores", "/deals", "/evening", "/exports", "/evenings", "/exports/list")


def pasts(place: Place) -> tuple[Past, ...]:
    return PastEvenings(place.journal).tell(lambda past: past)


def plain(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_for_each_evening(place: Place, page: str, language: Language) -> None:
    client = place.client(language)
    seqs = [past.seq for past in pasts(place)]
    assert len(seqs) == 3
    for query in ("", *(f"?evening={seq}" for seq in seqs)):
        answer = client.get(page + query)
        assert answer.status_code == 200
        assert "Traceback" not in text(answer)


def test_before_the_first_evening_there_is_a_calm_sentence_everywhere(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.sqlite")
    with touch_table(journal) as table:
        client = Place(table, tmp_path, tmp_path / "journal.sqlite").client()
        for page, words in (
            ("/scores", "Noch kein Spiel fertig"),
            ("/deals", "Noch kein Spiel zu Ende"),
            ("/evening", "Noch gibt es keinen Verlauf"),
            ("/exports", "Noch gibt es nichts mitzunehmen"),
            ("/evenings", "Noch kein Abend"),
        ):
            assert words in text(client.get(page))
        assert client.get("/exports/list").status_code == 404
        assert client.get("/exports/file/xlsx").status_code == 404
        assert post(client, "/exports/save", to="device").status_code == 409


def test_an_earlier_evening_is_shown_as_it_was_and_nothing_in_it_can_be_changed(
    place: Place,
) -> None:
    client = place.client()
    first = pasts(place)[-1]
    page = text(client.get(f"/scores?evening={first.seq}"))
    assert "Abend vom 6. November 2026" in page
    assert "Xaver" in page
    assert "/end" not in page
    assert f'href="/deals?evening={first.seq}"' in page
    deals = text(client.get(f"/deals?evening={first.seq}"))
    assert "/enter?deal=" not in deals
    assert 'action="/undo"' not in deals
    assert f"/deals/a?evening={first.seq}" in deals
    assert client.get("/scores?evening=99999").status_code == 404
    assert client.get("/scores?evening=x").status_code == 404


def test_the_evenings_are_listed_with_day_people_and_deals(place: Place) -> None:
    page = plain(text(place.client().get("/evenings")))
    assert page.index("Freitag, 20. November 2026") < page.index("Freitag, 6. November 2026")
    assert "Resi, Toni, Vroni, Sepp, Xaver" in page
    assert "Mehrkopf · 3 Spiele" in page


def test_an_evening_that_goes_on_is_told_anew_and_the_others_once(place: Place) -> None:
    past, asked = PastEvenings(place.journal), list[int]()

    def tell(past: Past) -> int:
        asked.append(past.seq)
        return len(past.state.finished)

    assert past.tell(tell) == (5, 4, 3)
    place.table.call(lambda core: core.commit(told("f", wenz(0), won=True)))
    assert past.tell(tell) == (6, 4, 3)
    assert len(asked) == 4
    before = past.evening(asked[0])
    assert before is past.evening(asked[0])
    assert past.evening(2) is None


def test_the_list_has_signs_and_a_deal_opens_with_the_standing_after_it(place: Place) -> None:
    client = place.client()
    page = text(client.get("/deals"))
    for sign in ("solo", "sie", "by_hand", "corrected", "thrown_in"):
        assert f"marks.svg#{sign}" in page
    deal = text(client.get("/deals/a"))
    first = place.table.view().state.finished[0]
    assert f"Stand +{first.gains[0]}" in plain(deal)
    assert "/replay/now/1" not in deal
    assert 'href="/enter?deal=a"' in deal
    assert client.get("/deals/none").status_code == 404


def test_a_deal_with_cards_leads_to_its_replay(place: Place) -> None:
    past = pasts(place)[1]
    name = past.state.finished[0].id
    page = text(place.client().get(f"/deals/{name}?evening={past.seq}"))
    assert f'href="/replay/{past.number}/1"' in page


def test_the_course_is_drawn_with_every_name_and_the_fewest_payments(place: Place) -> None:
    page = text(place.client().get("/evening"))
    assert page.count("<svg xmlns") == 2
    for name in ("Resi", "Toni", "Vroni", "Sepp", "Girgl", "Moni"):
        assert f">{name} " in page
    assert 'id="dues"' in page


@pytest.mark.parametrize("key", KINDS)
def test_each_file_is_sent_with_its_name(place: Place, key: str) -> None:
    answer = place.client().get(f"/exports/file/{key}")
    assert answer.status_code == 200
    assert answer.data
    found = re.fullmatch(
        r'attachment; filename="(mehrkopf-2026-11-20[\w.-]*)"',
        answer.headers["Content-Disposition"],
    )
    assert found is not None
    assert found[1].endswith(KINDS[key].ending)


def test_the_journal_that_is_sent_can_be_read_in_again(place: Place) -> None:
    sent = text(place.client().get("/exports/file/journal"))
    fresh = Journal.in_memory()
    fresh.import_lines(sent.splitlines())
    source = Journal.open(place.home / "copy.sqlite")
    source.close()
    assert fresh.head == PastEvenings(place.journal).head(place.table.view().state)
    fresh.close()


def test_nothing_of_a_deal_that_is_played_is_sent(place: Place) -> None:
    client = place.client()
    keys = [key for key in KINDS if key != "journal"]
    place.table.call(lambda core: core.commit((DealStarted("now", 0),)))
    before = {key: client.get(f"/exports/file/{key}").data for key in keys}
    lists = text(client.get("/exports/list"))
    place.table.call(lambda core: core.commit((CardPlayed(card("EO"), source="touch"),)))
    assert {key: client.get(f"/exports/file/{key}").data for key in keys} == before
    assert text(client.get("/exports/list")) == lists
    refused = client.get("/exports/file/journal")
    assert refused.status_code == 403
    assert "nach dem Spiel" in sentence(text(refused)).replace("Nach", "nach")


def test_the_list_has_plus_and_minus_circles_and_the_head_hash(place: Place) -> None:
    page = text(place.client().get("/exports/list"))
    assert PastEvenings(place.journal).head(place.table.view().state) in page
    assert page.count('class="circled"') == 3
    rows = re.findall(r'data-row="([^"]+)"', page)
    assert rows == ["1", "2", "3", "±", "4", "5"]
    assert "Summe 0" in plain(page)


def test_a_long_list_carries_over_to_the_next_sheet(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.sqlite")
    deals = [event for at in range(60) for event in told(f"d{at}", wenz(at % 4), won=True)]
    record(journal, [begun("schafkopf", FOUR), *deals])
    with touch_table(journal) as table:
        page = text(
            Place(table, tmp_path, tmp_path / "journal.sqlite").client().get("/exports/list")
        )
    assert re.findall(r'data-sheet="(\d)"', page) == ["1", "2", "3"]
    assert page.count('class="carried"') == 2
    assert page.count("<tfoot>") == 1
    assert len(re.findall("data-row", page)) == 60


def test_table_round_and_start_numbers_stand_on_list_and_sheet(place: Place) -> None:
    client = place.client()
    numbers = {f"start{at}": str(40 + at) for at in range(6)}
    asked = {"table": "7", "round": "2", **numbers}
    page = plain(text(client.get("/exports/list", query_string=asked)))
    assert "Tisch 7" in page
    assert "Runde 2" in page
    sheet = client.get("/exports/file/turnier", query_string=asked).data.decode("utf-8-sig")
    assert sheet.splitlines()[1].startswith("7;2;40;Resi;")
    for wrong in ({"table": "x"}, {"round": "0"}, {"start0": "5", "start1": "5"}):
        refused = client.get("/exports/list", query_string=wrong)
        assert refused.status_code == 400
        assert "Bitte" in sentence(text(refused))


@pytest.mark.usefixtures("no_stick")
def test_without_a_stick_the_files_go_to_the_device_and_the_page_says_so(place: Place) -> None:
    client = place.client()
    assert post(client, "/exports/save", to="stick").status_code == 409
    assert post(client, "/exports/save", to="device").status_code == 303
    folder = place.home / "exports" / "mehrkopf-2026-11-20"
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 9
    assert "mehrkopf-2026-11-20-liste.html" in names
    assert not [name for name in names if name.endswith(".part")]
    page = text(client.get("/exports"))
    assert "9 Dateien in „mehrkopf-2026-11-20“ auf diesem Gerät" in page
    assert 'id="saved"' not in text(client.get("/exports"))
    listed = (folder / "mehrkopf-2026-11-20-liste.html").read_text(encoding="utf-8")
    assert "<style>" in listed
    assert "/static/" not in listed


def test_a_stick_is_found_and_gets_the_files(
    place: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there = sticks.Stick("KARTEN", tmp_path / "KARTEN")
    there.folder.mkdir()
    monkeypatch.setattr("kiosk.web.evening.take_home.sticks", lambda: (there,))
    client = place.client()
    assert "USB-Stick „KARTEN“ ist da" in text(client.get("/exports"))
    assert post(client, "/exports/save", to="stick").status_code == 303
    files = list((there.folder / "mehrkopf-2026-11-20").iterdir())
    assert len(files) == 9
    assert "Der Stick kann raus" in text(client.get("/exports"))


def test_a_stick_that_takes_nothing_is_told_and_nothing_else_happens(
    place: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "voll"
    blocked.write_text("no folder", encoding="utf-8")
    monkeypatch.setattr(
        "kiosk.web.evening.take_home.sticks", lambda: (sticks.Stick("VOLL", blocked),)
    )
    answer = post(place.client(), "/exports/save", to="stick")
    assert answer.status_code == 409
    assert "aufgezeichnet bleibt alles" in sentence(text(answer))


def test_a_sie_has_its_certificate_with_every_card(place: Place) -> None:
    client = place.client()
    assert 'href="/certificate/e"' in text(client.get("/deals"))
    page = text(client.get("/certificate/e"))
    codes = re.findall(r'data-card="([^"]+)"', page)
    assert codes == ["EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU"]
    assert "hat am 20. November 2026 beim Schafkopf ein „Sie“ hingelegt:" in page
    for name in ("Toni", "Resi", "Vroni", "Moni"):
        assert name in page
    english = text(place.client("en").get("/certificate/e"))
    assert "laid down a Sie at Schafkopf on 20 November 2026" in english
    assert client.get("/certificate/a").status_code == 404
    assert client.get("/certificate/none").status_code == 404


def test_the_result_of_a_sie_offers_its_certificate(place: Place) -> None:
    client = place.client()
    assert place.table.view().state.finished[-1].id == "e"
    assert 'href="/certificate/e"' in text(client.get("/"))


def test_names_that_look_like_markup_stay_names(tmp_path: Path) -> None:
    names = ("<b>x</b>", '"&;', "Ö'Ä", "=1+1")
    journal = Journal.open(tmp_path / "journal.sqlite")
    record(journal, [begun("schafkopf", names), *told("a", wenz(0), won=True)])
    with touch_table(journal) as table:
        client = Place(table, tmp_path, tmp_path / "journal.sqlite").client()
        for page in (*PAGES, "/deals/a", "/exports/tournament"):
            shown = text(client.get(page))
            assert "<b>x</b>" not in shown
            assert client.get(page).status_code == 200
        drawn = text(client.get("/exports/file/verlauf"))
    assert "&lt;b&gt;x" in drawn


def test_an_ended_evening_can_still_be_looked_at_and_taken_home(place: Place) -> None:
    place.table.call(lambda core: core.commit((EveningEnded(),)))
    client = place.client()
    page = text(client.get("/scores"))
    assert "Abend beenden" not in page
    assert client.get("/exports/file/xlsx").status_code == 200
    notation = text(client.get("/exports/file/mkn"))
    assert notation.count('[Format "MKN 1"]') == 5
    lines = text(client.get("/exports/file/deals")).splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["a", "b", "c", "d", "e"]


def test_the_zip_that_is_sent_opens(place: Place) -> None:
    with zipfile.ZipFile(BytesIO(place.client("en").get("/exports/file/csv").data)) as packed:
        assert packed.namelist() == ["deals.csv", "standings.csv", "tournament.csv"]


def test_only_drives_that_can_be_pulled_out_are_sticks(tmp_path: Path) -> None:
    mounts, blocks = tmp_path / "mounts", tmp_path / "block"
    for name, removable in (("sda1", "1"), ("sdb1", "0"), ("mmcblk0p2", "0")):
        folder = blocks / name
        folder.mkdir(parents=True)
        (folder / "removable").write_text(removable + "\n", encoding="ascii")
    mounts.write_text(
        "/dev/mmcblk0p2 / ext4 rw 0 0\n"
        "/dev/sda1 /media/pi/KARTEN\\040ALT vfat rw,nosuid 0 0\n"
        "/dev/sda1 /media/pi/LESEN vfat ro,nosuid 0 0\n"
        "/dev/sdb1 /mnt/platte ext4 rw 0 0\n"
        "tmpfs /media/x tmpfs rw 0 0\n",
        encoding="utf-8",
    )
    found = sticks.sticks(mounts, blocks)
    assert [stick.name for stick in found] == ["KARTEN ALT"]
    assert sticks.sticks(tmp_path / "none", blocks) == ()
