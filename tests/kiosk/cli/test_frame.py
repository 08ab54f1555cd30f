"""Help, version, language, and words that do not fit."""

from __future__ import annotations

import pytest

from kiosk.cli import COMMANDS
from kiosk.cli.command import language_of
from tests.kiosk.cli import Cli, start


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_every_command_explains_itself(command: list[str], language: str, cli: Cli) -> None:
    told = cli(*command, "--help", "--lang", language)
    assert told.status == 0
    said = told.out
    assert said.startswith("Aufruf: " if language == "de" else "Usage: ")
    assert ("diese Hilfe zeigen" if language == "de" else "show this help") in said
    assert "usage:" not in said
    assert "options:" not in said


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_every_command_knows_its_version(command: list[str], cli: Cli) -> None:
    said = cli(*command, "--version")
    assert said.status == 0
    assert said.out.startswith("mehrkopf ")


def test_without_a_command_the_help_is_shown_and_the_status_is_wrong_use(cli: Cli) -> None:
    said = cli()
    assert said.status == 2
    assert "watch" in said.error


@pytest.mark.parametrize(
    ("words", "german", "english"),
    [
        (["shuffle"], "Den Befehl „shuffle“ gibt es nicht", 'There is no command "shuffle"'),
        (["score"], "Es fehlt die Angabe DATEI", "The argument FILE is missing"),
        (["watch"], "Es fehlen die Angaben VIDEO, --deck;", "The arguments VIDEO"),
        (["record"], "Es fehlt die Angabe DATEI", "The argument FILE is missing"),
        (["camera"], "Bitte sagen, was zu tun ist: check, corners", "Please say what to do"),
        (["camera", "see"], "Den Befehl „see“ gibt es nicht; mehrkopf camera", "There is no"),
        (["score", "a", "--fast"], "Die Angabe --fast ist unbekannt", "The argument --fast"),
        (["bench", "--json=3"], "Die Angabe --json=... ist unbekannt", "The argument --json=..."),
        (["--home", "x", "score", "a"], "Die Angabe --home ist unbekannt", "The argument --home"),
        (["run", "--port", "many"], "Der Wert „many“ passt nicht", 'The value "many" does not'),
        (["enrol", "a", "--from"], "Nach --from fehlt ein Wert", "A value is missing after --from"),
    ],
)
def test_words_that_do_not_fit_get_one_sentence(
    words: list[str], german: str, english: str, cli: Cli
) -> None:
    said = cli(*words)
    assert said.status == 2
    assert said.sentence.startswith(german)
    said = cli(*words, "--lang", "en")
    assert said.status == 2
    assert said.sentence.startswith(english)


@pytest.mark.parametrize(
    ("words", "environ", "language"),
    [
        ([], {}, "de"),
        ([], {"LANG": "C.UTF-8"}, "de"),
        ([], {"LANG": "en_US.UTF-8"}, "en"),
        ([], {"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_AT.UTF-8"}, "de"),
        ([], {"LC_MESSAGES": "de_AT.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        (["--lang", "de"], {"LANG": "en_US.UTF-8"}, "de"),
        (["--lang=en"], {}, "en"),
        (["--lang"], {}, "de"),
    ],
)
def test_the_language_is_german_unless_the_surroundings_say_english(
    words: list[str], environ: dict[str, str], language: str
) -> None:
    assert language_of(words, environ) == language


def test_a_reader_that_goes_away_is_no_error(cli: Cli) -> None:
    with start(cli.home, "--help") as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert process.wait(60) == 0
