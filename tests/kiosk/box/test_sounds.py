"""Sounds and speech: off until wanted, only what is new, nothing that the screen does not show."""

from __future__ import annotations

import io
import random
import re
import shutil
import subprocess
import wave
from datetime import datetime
from pathlib import Path
from threading import Event

import pytest

from engine.text import Language, PlainError, Text
from kiosk.box import sounds
from kiosk.box.sounds import (
    RATE,
    Comfort,
    SoundChoice,
    Speaker,
    SpeechOrder,
    Tone,
    kept_sounds,
    news,
    spoken,
    wav,
)
from kiosk.director.outlook import Question
from kiosk.table.view import TableView
from kiosk.words import box as words
from tests.kiosk.fair.crawl import playing
from tests.kiosk.fair.twins import twins
from tests.kiosk.fake_door import REVOKE, RUFSPIEL, FakeDoor
from tests.kiosk.opened import post, text
from tests.kiosk.served import app_of
from tests.simulate.records import cut
from tests.simulate.table import GAMES

DAY, NIGHT = datetime(2026, 11, 20, 20), datetime(2026, 11, 20, 23, 30)
ALL_ON = SoundChoice(sound=True, speech=True)
PATIENCE_S = 20.0


class Ear:
    """A voice that notes what would be heard."""

    def __init__(self) -> None:
        self.heard: list[object] = []
        self.news = Event()

    def tone(self, tone: Tone, level: int) -> None:
        self.heard.append((tone, level))

    def say(self, sentence: str, language: Language, level: int) -> None:
        self.heard.append((sentence, language))
        self.news.set()


def listening(choice: SoundChoice, ear: Ear, now: datetime = DAY) -> Comfort:
    comfort = Comfort(now=lambda: now, voice=ear)
    comfort.choose(choice)
    return comfort


def evening(comfort: Comfort) -> None:
    """Let a whole deal with an alert go by."""
    door = FakeDoor()
    comfort.heard(door.view())
    for number in range(3):
        if number == 0:
            door.seat_them()
        elif number == 1:
            door.call()
        else:
            door.play(REVOKE[:22])
        comfort.heard(door.view())
        comfort.heard(door.view())


def test_what_is_new_is_said_once_alerts_with_a_tone() -> None:
    ear = Ear()
    comfort = listening(ALL_ON, ear)
    evening(comfort)
    assert ear.news.wait(PATIENCE_S)
    comfort._speaker.finish()  # type: ignore[union-attr]
    assert ear.heard == [
        ("Resi spielt Rufspiel auf die Gras-Sau", "de"),
        (Tone.ALERT, 2),
        ("Toni: nicht bedient", "de"),
    ]


@pytest.mark.parametrize(
    ("choice", "now"),
    [(SoundChoice(), DAY), (ALL_ON, NIGHT), (ALL_ON, datetime(2026, 11, 21, 5, 59))],
)
def test_by_default_and_at_night_nothing_is_heard(choice: SoundChoice, now: datetime) -> None:
    ear = Ear()
    comfort = listening(choice, ear, now)
    evening(comfort)
    comfort.try_it()
    assert comfort._speaker is None
    assert ear.heard == []
    awake = listening(ALL_ON, ear)
    awake.try_it()
    assert ear.news.wait(PATIENCE_S)
    awake._speaker.close()  # type: ignore[union-attr]


def test_the_result_and_a_question_are_told() -> None:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(RUFSPIEL)
    before = door.view()
    door.finish()
    (told,) = news(before, door.view())
    assert told.sentence is not None
    assert (told.sentence.de, told.tone) == ("Resi und Sepp gewinnen", Tone.RESULT)
    before = door.view()
    door.show(questions=(Question("abend-1", 4, ()),))
    (told,) = news(before, door.view())
    assert (told.sentence, told.tone) == (words.CARD_ASKED, Tone.QUESTION)


def views(folder: Path, number: int) -> list[tuple[TableView, TableView]]:
    """Return the tables of two deals that look alike, before and after their newest card."""
    name, players = GAMES[number % len(GAMES)]
    pair = twins(name, players, random.Random(f"comfort {number}"))
    found = []
    for record in (pair.one, pair.other):
        with playing(folder, cut(record, len(record.plays) - 1), pair.rules) as (table, _):
            before = table.view()
        with playing(folder, record, pair.rules) as (table, _):
            found.append((before, table.view()))
    return found


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("number", range(6))
def test_what_is_said_does_not_tell_apart_deals_that_look_alike(
    tmp_path: Path, number: int, every: bool
) -> None:
    one, other = views(tmp_path, number)
    assert news(*one, every=every) == news(*other, every=every)
    assert not every or news(*one, every=True)


def test_the_tones_are_short_and_calm_wav_files() -> None:
    loudest = []
    for tone in Tone:
        for level in (1, 2, 3):
            with wave.open(io.BytesIO(wav(tone, level))) as file:
                assert (file.getnchannels(), file.getframerate()) == (1, RATE)
                assert file.getnframes() / RATE < 1.0
                frames = file.readframes(file.getnframes())
            samples = memoryview(frames).cast("h")
            loudest.append(max(map(abs, samples)))
            assert abs(samples[0]) < 300
            assert abs(samples[-1]) < 300
    assert max(loudest) < 32_767 / 2
    assert loudest[0] < loudest[1] < loudest[2]


def test_a_device_that_cannot_be_heard_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Ear):
        def say(self, sentence: str, language: Language, level: int) -> None:
            super().say(sentence, language, level)
            raise FileNotFoundError("espeak-ng")

    ear = Broken()
    here = Speaker(ear)
    for _ in range(2):
        ear.news.clear()
        here.play(SpeechOrder(None, "Servus", "de", 2))
        assert ear.news.wait(PATIENCE_S)
    here.close()
    assert len(ear.heard) == 2
    assert "nothing could be heard" in caplog.text


@pytest.mark.parametrize(("late_s", "heard"), [(-1, [("neu", "de")]), (1, [])])
def test_old_news_is_not_said(late_s: int, heard: list[object]) -> None:
    ear, times = Ear(), iter([0.0, sounds.STALE_S + late_s, 20.0, 20.0])
    here = Speaker(ear, lambda: next(times))
    here.play(SpeechOrder(None, "neu", "de", 2))
    here.finish()
    assert ear.heard == heard


def test_what_is_missing_is_said_with_the_way_out() -> None:
    (said,) = sounds.missing(lambda name: None if name == "espeak-ng" else "/usr/bin/x")
    assert "sudo apt install espeak-ng" in said.de
    assert sounds.missing(lambda name: "/usr/bin/x") == ()


@pytest.mark.prove
@pytest.mark.skipif(not shutil.which("espeak-ng"), reason="espeak-ng is optional")
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_real_voice_speaks_and_takes_no_name_for_an_option(language: Language) -> None:
    for sentence in ("Resi spielt Wenz.", "--version", "-f /etc/passwd"):
        sound = spoken(sentence, language, 2)
        assert sound[:4] == b"RIFF"
        assert len(sound) > 8_000


def test_without_the_program_the_voice_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises((OSError, subprocess.SubprocessError)):
        spoken("Servus", "de", 2)


def test_the_choice_is_kept_and_a_damaged_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "comfort.toml"
    kept_sounds(file).choose(SoundChoice(sound=True, volume=3, night=False))
    assert kept_sounds(file).choice == SoundChoice(sound=True, volume=3, night=False)
    for wrong in ("volume = 9\n", "sound = 1\n", "music = true\n", "sound =\n"):
        file.write_text(wrong)
        with pytest.raises(PlainError):
            kept_sounds(file)


def test_the_screen_switches_what_is_heard_and_refuses_nonsense() -> None:
    ear, door = Ear(), FakeDoor()
    comfort = Comfort(now=lambda: DAY, voice=ear)
    client = app_of(door, comfort=comfort).test_client()
    page = text(client.get("/comfort"))
    assert "/comfort/try" not in page
    assert re.findall(r'name="(\w+)" value="on" aria-pressed="true"', page) == ["night"]
    assert comfort.choice.every is False
    assert post(client, "/comfort", sound="on").location == "/comfort"
    assert post(client, "/comfort", speech="on").location == "/comfort"
    assert post(client, "/comfort", volume="3").location == "/comfort"
    assert comfort.choice == SoundChoice(sound=True, speech=True, volume=3)
    assert "/comfort/try" in text(client.get("/comfort"))
    post(client, "/comfort/try")
    assert ear.news.wait(PATIENCE_S)
    assert ear.heard == [(Tone.RESULT, 3), (words.TRIED.de, "de")]
    for wrong in ({"volume": "9"}, {"sound": "perhaps"}, {"music": "on"}, {}):
        assert post(client, "/comfort", **wrong).status_code == 400
    assert comfort.choice == SoundChoice(sound=True, speech=True, volume=3)
    comfort.close()


def test_each_sentence_goes_through_the_tables_language() -> None:
    ear = Ear()
    comfort = Comfort(now=lambda: DAY, speak=lambda said: (said.en, "en"), voice=ear)
    comfort.choose(SoundChoice(speech=True))
    comfort.try_it()
    assert ear.news.wait(PATIENCE_S)
    assert ear.heard == [(words.TRIED.en, "en")]
    assert isinstance(words.TRIED, Text)
    comfort.close()
