"""What the archive answers is what stands in the journals, counted apart."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.games import GAMES
from engine.journal.snapshot import open_beside
from engine.rules.house_rules import preset_rules
from kiosk.archive.finding import Looking
from kiosk.archive.questions import GAME_WORDS, QUESTIONS
from kiosk.archive.run import Shelf, run
from kiosk.archive.tables import END, SCHEMAS
from kiosk.home.data_folder import Home
from kiosk.screens.evening_list import book
from tests.kiosk.archive.club import Here, agreeing, corrected, differing, written
from tests.kiosk.cli import Cli
from tests.shared_data import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Request

AXE = (ROOT / "tests" / "kiosk" / "vendor" / "axe.min.js").read_text(encoding="utf-8")
SIZES = ((1280, 800), (800, 480), (390, 844))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of two tables with names; `in` beside it holds the journals."""
    folder = tmp_path_factory.mktemp("club")
    written(folder / "in" / "stube" / "journal.sqlite", *agreeing(), differing())
    written(folder / "in" / "wirtshaus" / "journal.sqlite", corrected())
    out = folder / "out"
    look = Looking(Home(folder / "home"), out=out)
    run([folder / "in"], Shelf(out), look, Here(), lambda done, of: None, names=True)
    return out


def states(archive: Path) -> Iterator[TableState]:
    """Yield the evenings as the journals have them."""
    for path in sorted((archive.parent / "in").rglob("journal.sqlite")):
        with open_beside(path) as journal:
            for mark in journal.evenings():
                yield fold(journal.events_of(mark))


def asked(cli: Cli, archive: Path, *words: str) -> list[dict[str, object]]:
    said = cli("stats", str(archive), *words, "--json")
    assert said.status == 0
    return [json.loads(line) for line in said.out.splitlines()]


def test_totals_are_those_of_the_evenings_lists(cli: Cli, archive: Path) -> None:
    totals: dict[str, Fraction] = defaultdict(Fraction)
    deals: Counter[str] = Counter()
    for state in states(archive):
        for person in book(state).people:
            totals[person.name] += person.total
            deals[person.name] += person.deals
    rows = asked(cli, archive, "bilanz")
    said: dict[str, float] = defaultdict(float)
    counted: Counter[str] = Counter()
    for row in rows:
        said[str(row["person"])] += float(str(row["total"]))
        counted[str(row["person"])] += int(str(row["deals"]))
    assert said == {name: float(total) for name, total in totals.items() if name != "Girgl"}
    assert counted == Counter({name: n for name, n in deals.items() if n})
    assert {row["season"] for row in rows} == {2025, 2026}


def test_solos_are_counted_by_who_declared_them(cli: Cli, archive: Path) -> None:
    played: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for state in states(archive):
        for each in state.finished:
            if each.contract is not None and each.contract.kind == "solo" and each.result:
                who = each.names[each.contract.seat or 0]
                played[who] += 1
                lost[who] += each.contract.seat not in each.result.winners
    rows = asked(cli, archive, "solos")
    assert sum(played.values()) == 3
    said: dict[str, Counter[str]] = {"played": Counter(), "lost": Counter()}
    for row in rows:
        for name, counter in said.items():
            counter[str(row["person"])] += int(str(row[name]))
    assert said == {"played": played, "lost": lost}
    assert sum(lost.values()) == 2
    [season] = asked(cli, archive, "soli", "--season", "2025")
    assert (season["person"], season["lost"]) == ("Toni", 0)


def test_revokes_are_those_that_were_proven_and_said(cli: Cli, archive: Path) -> None:
    rows = {r["person"]: r for r in asked(cli, archive, "revokes", "--from", "2026-03-01")}
    # Of the evening in March only the first deal has revokes, two of them, both by Toni.
    assert rows["Toni"]["revokes"] == 2
    assert rows["Toni"]["in_1000"] == 1000.0
    assert [r["revokes"] for name, r in rows.items() if name != "Toni"] == [0, 0, 0]
    # A card that was corrected accuses nobody, and a substitute answers for himself.
    winter = asked(cli, archive, "fehler", "--from", "2026-01-01", "--to", "2026-01-31")
    assert {r["person"]: r["revokes"] for r in winter} == dict.fromkeys(
        ("Resi", "Toni", "Vroni", "Sepp", "Girgl"), 0
    )


def test_the_longest_run_and_the_biggest_swing(cli: Cli, archive: Path) -> None:
    runs = [
        abs(each.result.laufende)
        for state in states(archive)
        for each in state.finished
        if each.result is not None and each.result.laufende
    ]
    rows = asked(cli, archive, "laufende")
    assert [row["run"] for row in rows] == sorted(runs, reverse=True)
    assert all(row["person"] == "Resi" for row in rows)
    swings = [
        max(map(abs, each.gains))
        for state in states(archive)
        for each in state.finished
        if each.result is not None
    ]
    said = [abs(float(str(row["delta"]))) for row in asked(cli, archive, "ausschlag")]
    assert said == sorted(map(float, swings), reverse=True)


def test_every_question_is_answered_in_both_languages(cli: Cli, archive: Path) -> None:
    said = cli("stats", str(archive), "--lang", "en")
    assert said.status == 0
    for question in QUESTIONS:
        assert question.title.en in said.out
    german = cli("stats", str(archive), "spiele").out
    assert "Rufspiel" in german
    assert german.splitlines()[0] == "Wer gewinnt womit?"
    table = cli("stats", str(archive), "solos", "--csv", "--lang", "en").out
    rows = list(csv.reader(io.StringIO(table.removeprefix("\ufeff")), delimiter=";"))
    assert rows[0] == ["Season", "Who", "played", "lost", "cost", "counted in"]
    assert len(rows) == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("lafende",), "Meintest du „laufende“?"),
        (("--season", "2026", "--from", "2026-01-01"), "gehen nicht zusammen"),
        (("--from", "gestern"), "ist kein Tag"),
        (("--csv",), "nennen, etwa „soli“"),
        (("soli", "--csv", "--json"), "nur eines"),
    ],
)
def test_words_that_do_not_fit(
    cli: Cli, archive: Path, words: tuple[str, ...], sentence: str
) -> None:
    said = cli("stats", str(archive), *words)
    assert said.status == 2
    assert sentence in said.sentence


def test_a_folder_without_an_archive_and_a_damaged_table_are_said(
    cli: Cli, tmp_path: Path, archive: Path
) -> None:
    assert "liegt kein Archiv" in cli("stats", str(tmp_path)).sentence
    for path in archive.glob(f"*{END}"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "seats.parquet").write_bytes(b"PAR1 worn out")
    assert "seats.parquet" in cli("stats", str(tmp_path)).sentence


def _note(urls: list[str], request: Request) -> None:
    urls.append(request.url)


@pytest.mark.browser
def test_the_page_is_one_file_that_everybody_can_read(
    cli: Cli, archive: Path, tmp_path: Path, chromium: Browser
) -> None:
    for language, width, height in (("de", *SIZES[0]), ("en", *SIZES[1]), ("de", *SIZES[2])):
        file = tmp_path / f"{language}-{width}.html"
        said = cli("stats", str(archive), "--page", str(file), "--lang", language)
        assert said.status == 0
        context = chromium.new_context(
            viewport={"width": width, "height": height}, offline=True, bypass_csp=True
        )
        page = context.new_page()
        asked_for: list[str] = []
        page.on("request", partial(_note, asked_for))
        page.goto(file.as_uri())
        assert asked_for == [file.as_uri()]
        assert page.locator("h2").count() == len(QUESTIONS)
        assert page.locator("script").count() == 0
        page.evaluate(AXE)
        broken = "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes[0].html))"
        assert page.evaluate(broken) == []
        sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(sideways) == 0
        context.close()


def test_every_kind_of_contract_has_its_words() -> None:
    kinds = {
        kind
        for name, game in GAMES.items()
        for players in game.player_counts
        for kind in game.contract_kinds(preset_rules(name), players, game.family)
    }
    assert kinds <= GAME_WORDS.keys()


def test_the_document_names_every_column() -> None:
    document = (ROOT / "docs" / "ARCHIVE.md").read_text("utf-8")
    for name, schema in SCHEMAS.items():
        _, _, rest = document.partition(f"`{name}{END}`\n")
        told = rest.partition(f"{END}`")[0]
        assert [each for each in schema.names if f"`{each}`" not in told] == [], name
    words = [word for each in QUESTIONS for word in (each.word.de, each.word.en)]
    assert [word for word in words if f"| `{word}` |" not in document] == []
