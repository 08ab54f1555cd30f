"""`mehrkopf replay` and `mehrkopf export --html`, as a person meets them."""

from __future__ import annotations

import json
import re
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from engine.deal.record import Contract
from engine.events import Announced, BidMade, DealClosed, DealStarted, Event
from engine.text import Language
from kiosk.home.data_folder import Home
from kiosk.replay.analyses import Analyses
from kiosk.replay.lists import printed_lines
from tests.kiosk.cli import Cli, address_of, start
from tests.kiosk.exports.evenings import FOUR, GENERATED, begun, told
from tests.kiosk.replay.evenings import PLAYS, an_evening, began, dealt, journal_of, library_of
from tests.kiosk.replay.test_analyses import LONG_S, NO, SAYS_NO, found_of
from tests.kiosk.replay.test_file import film


@pytest.fixture
def home(cli: Cli) -> Home:
    """A data folder with an evening in its journal."""
    home = Home(cli.home)
    home.prepare()
    journal_of(home.journal, an_evening())
    return home


@pytest.mark.parametrize("word", ["1", "2026-11-20", "2026-11-20-1", None])
def test_an_evening_is_found_by_number_day_name_or_as_the_last_one(
    cli: Cli, home: Home, word: str | None
) -> None:
    said = cli("replay", *([] if word is None else [word]), "--text")
    assert said.status == 0
    assert said.out.startswith("Schafkopf · Freitag, 20. November 2026")
    assert "Resi: Eichel-Ober" in said.out


def test_both_languages(cli: Cli, home: Home) -> None:
    assert "Resi: Ober of Acorns" in cli("replay", "1", "--text", "--lang", "en").out


def test_what_cannot_be_is_one_sentence_and_status_2(cli: Cli, home: Home, tmp_path: Path) -> None:
    junk = tmp_path / "junk.jsonl"
    junk.write_text("kein Abend\n", encoding="utf-8")
    wrong = {
        ("9",): "Den Abend „9“ gibt es nicht; da sind: 1 (2026-11-20, 2026-11-20-1)",
        ("nirgends.jsonl",): "nicht lesbar",
        (str(junk),): "kein JSON",
        ("1", "--speed", "3"): "passt nicht zu --speed",
        ("1", "--port", "99999"): "99999 ist kein Anschluss",
        ("1", "--home", str(tmp_path / "leer")): "noch kein Abend",
        (str(tmp_path / "weg.sqlite"),): "gibt es nicht",
    }
    for words, sentence in wrong.items():
        said = cli("replay", *words)
        assert said.status == 2, words
        assert sentence in said.sentence


def test_files_are_watched_without_being_read_in(cli: Cli, home: Home, tmp_path: Path) -> None:
    before = home.journal.read_bytes()
    export, notation, deals = (tmp_path / name for name in ("a.jsonl", "b.mkn", "c.jsonl"))
    for file, form in ((export, "journal"), (notation, "mkn"), (deals, "deals")):
        cli("export", str(file), "--format", form)
    for source in (export, notation, deals, home.journal, home.root):
        said = cli("replay", str(source), "--text", "--home", str(tmp_path / "other"))
        assert said.status == 0, said.error
        assert "Resi: Eichel-Ober" in said.out
        assert "Toni: nicht bedient" in said.out
    assert home.journal.read_bytes() == before
    assert not (tmp_path / "other" / "journal.sqlite").exists()


def test_a_deal_file_of_another_game(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "sheepshead.jsonl"
    contract = {"kind": "pick", "seat": 1, "partner": "none", "alone": True}
    plays = [[0, "H7"], [1, "HA"], [2, "H8"]]
    deal = {"v": 1, "id": "a", "game": "sheepshead", "players": 3, "dealer": 2}
    more = {"contract": contract, "doubles": [], "plays": plays, "hands": None}
    file.write_text(json.dumps({**deal, **more}), encoding="utf-8")
    said = cli("replay", str(file), "--text")
    assert (said.status, said.error) == (0, "")
    assert "2: Herz-Ass" in said.out


def test_the_page_is_served_on_this_machine_until_stopped(home: Home) -> None:
    with start(home.root, "replay", "1", "--port", "0", "--speed", "16") as process:
        try:
            address = address_of(process)
            assert address.startswith("http://127.0.0.1:")
            assert address.endswith("/replay/1")
            with urllib.request.urlopen(f"{address}/1", timeout=60) as answer:
                page = answer.read().decode()
            assert 'data-speed-at-first="16"' in page
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
        finally:
            if process.poll() is None:
                process.kill()


def keep_second(home: Home) -> None:
    """Keep what a table found of the second deal with open cards: why it is not told."""
    tape = library_of(an_evening()).tape("1")
    assert tape is not None
    with closing(Analyses(home.open_cards, worker=(sys.executable, "-c", SAYS_NO))) as analyses:
        assert found_of(analyses, tape.deals[1].record) == NO


@contextmanager
def watching(home: Home) -> Iterator[tuple[str, int]]:
    """Watch the first evening by the real command; yields its address and its process."""
    with start(home.root, "replay", "1", "--port", "0") as process:
        try:
            yield address_of(process), process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0


def workers(process: int) -> list[int]:
    """Return the processes that work deals out for a program."""
    found = []
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        for child in listed.read_text().split():
            with suppress(FileNotFoundError):
                if b"kiosk.replay.one_deal" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
    return found


def opened(address: str, deal: int) -> str:
    """Return the page of a deal with open cards."""
    with urllib.request.urlopen(f"{address}/{deal}/open", timeout=60) as answer:
        page: str = answer.read().decode()
    return page


def test_without_a_table_a_deal_is_worked_out_when_somebody_asks_and_nothing_is_written(
    home: Home,
) -> None:
    with watching(home) as (address, process):
        assert workers(process) == []
        assert 'data-phase="waiting"' in opened(address, 1)
        end = time.monotonic() + LONG_S
        while not (begun := workers(process)):
            assert time.monotonic() < end
    assert [pid for pid in begun if Path(f"/proc/{pid}").exists()] == []
    assert not home.open_cards.exists()


def test_without_a_table_what_the_table_found_is_told_at_once(home: Home) -> None:
    keep_second(home)
    with watching(home) as (address, _):
        assert 'data-phase="withheld"' in opened(address, 2)


def test_without_a_table_the_house_rule_counts_too(home: Home) -> None:
    home.page_toml.write_text('open_cards = "nobody"\n', encoding="utf-8")
    with watching(home) as (address, _):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            opened(address, 2)
        with urllib.request.urlopen(f"{address}/1", timeout=60) as answer:
            assert b"to-open-cards" not in answer.read()


def test_an_evening_becomes_one_file(cli: Cli, home: Home, tmp_path: Path) -> None:
    said = cli("export", "--html", str(tmp_path))
    assert said.status == 0, said.error
    file = tmp_path / "mehrkopf-2026-11-20.html"
    assert said.out == f"{file}\n"
    assert re.search(r"Prüfsumme des Journals: [0-9a-f]{64}\.", file.read_text(encoding="utf-8"))
    assert cli("export", "--html", str(tmp_path / "no" / "x.html")).status == 2
    assert cli("export", "--html", str(tmp_path), "--evening", "7").status == 2


def test_the_file_tells_deals_with_open_cards_that_were_kept_unless_the_house_does_not_want_it(
    cli: Cli, home: Home, tmp_path: Path
) -> None:
    keep_second(home)
    file = tmp_path / "mehrkopf-2026-11-20.html"

    def told() -> list[bool]:
        assert cli("export", "--html", str(tmp_path)).status == 0
        return ["open" in deal for deal in film(file.read_text(encoding="utf-8"))["deals"]]

    assert told() == [False, True]
    assert len(list(home.open_cards.iterdir())) == 1, "the file has nothing worked out"
    home.page_toml.write_text('open_cards = "nobody"\n', encoding="utf-8")
    assert told() == [False, False]


def test_no_file_before_a_deal_is_over(cli: Cli, tmp_path: Path) -> None:
    home = Home(cli.home)
    home.prepare()
    journal_of(home.journal, [*began(), *dealt(1, PLAYS[:3], "running")])
    said = cli("export", "--html", str(tmp_path))
    assert said.status == 2
    assert "noch kein Spiel zu Ende" in said.sentence


WENZ = Contract("wenz", 3)
AUCTION: tuple[Event, ...] = (
    *(BidMade(0, "pass"), BidMade(1, "play"), BidMade(2, "pass"), BidMade(3, "play_too")),
    *(BidMade(1, "good"), BidMade(3, "contract", WENZ), Announced(WENZ)),
)
ALL_PASS: tuple[Event, ...] = (
    *(BidMade(seat, "pass") for seat in (1, 2, 3, 0)),
    DealClosed({"kind": "thrown_in", "why": "all_pass"}),
)


def text_of(*events: Event, language: Language = "de") -> list[str]:
    """Return an evening as text, without its heading and its empty lines."""
    library = library_of(events)
    tape = library.tape("1")
    assert tape is not None
    lines = [line.in_language(language).strip() for line in printed_lines(tape, library)]
    return [line for line in lines[1:] if line]


def test_the_auction_is_told_word_for_word() -> None:
    played = (DealStarted("a", 3), *AUCTION, DealClosed({"kind": "conceded", "seat": 3}))
    said = text_of(*began(), *played)
    assert said[2:9] == [
        "Resi: „Weiter“",
        "Toni: „Ich spiele“",
        "Vroni: „Weiter“",
        "Sepp: „Ich spiele auch“",
        "Toni: „Gut“",
        "Sepp: „Wenz“",
        "Sepp spielt Wenz",
    ]
    assert text_of(*began(), *played, language="en")[2:4] == ["Resi: “Pass”", "Toni: “Play”"]
    assert not [line for line in said if "sagt an" in line]


def test_that_all_passed_is_told_once_and_nobody_pays_for_it() -> None:
    said = text_of(*began(), DealStarted("a", 0), *ALL_PASS)
    assert said[6:] == ["Spiel zu Ende", "Zusammengeworfen: alle haben gepasst"]


def test_a_deal_entered_by_hand_says_that_it_has_no_cards() -> None:
    said = text_of(*GENERATED["schafkopf"])
    assert "Von Hand eingetragen: Karten gibt es zu diesem Spiel keine" in said


def test_bierkopf_tells_its_points_and_the_game_to_21() -> None:
    said = text_of(*GENERATED["bierkopf"])
    assert [line for line in said if "Spielpunkt" in line or "Partie" in line] == [
        "Resi und Vroni: 1 Spielpunkt",
        "Partie bis 21: Resi und Vroni 1, Toni und Sepp 0",
        "Toni und Sepp: 2 Spielpunkte",
        "Partie bis 21: Toni und Sepp 2, Resi und Vroni 1",
        "Resi und Vroni: 1 Spielpunkt",
        "Partie bis 21: Resi und Vroni 2, Toni und Sepp 2",
    ]
    won = [each for n in range(11) for each in told(f"g{n}", None, won=True, schneider=True)]
    told_of = text_of(begun("bierkopf", FOUR), *won)
    assert "Partie gewonnen: Resi und Vroni, 22 zu 0" in told_of
    assert "Partie bis 21: Resi und Vroni 20, Toni und Sepp 0" in told_of
    assert "Game won: Resi and Vroni, 22 to 0" in text_of(
        begun("bierkopf", FOUR), *won, language="en"
    )
