"""Sounds and speech: what is new at the table, played and spoken by the programs Debian brings.

News is read off the screens, from the picture before and the picture now, so that it tells nothing
more than they do; nothing is said of what happened before the program began. The tones are made
here, short and calm, no siren (PAGES 2.3). No program (`aplay`, `espeak-ng`) is started before
somebody wants to hear something; a device without them stays silent and says so on the screen.
What waits too long is dropped: old news is no news.
"""

from __future__ import annotations

import io
import logging
import math
import shutil
import struct
import subprocess
import threading
import time
import wave
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Protocol

from engine.text import NO_WORDS, Language, PlainError, Text
from kiosk.home.data_folder import Home
from kiosk.home.files import KeptChoice
from kiosk.home.region import Region, in_region
from kiosk.screens import alert as alert_screen
from kiosk.screens import by_ear, facts
from kiosk.screens import result as result_screen
from kiosk.screens.by_ear import Passing
from kiosk.table.parts import Mishaps, Part
from kiosk.table.view import TableView
from kiosk.table.writer import Table
from kiosk.words import box as w
from kiosk.words.box import CARD_ASKED, MISSING
from kiosk.words.parts import VOICE

RATE = 22_050
"""Samples a second."""
_FADE_S = 0.03
_TOP = 12_000
"""Of 32,767: a table, no stage."""


class Tone(Enum):
    """When a tone is heard: its notes, in hertz and seconds."""

    ALERT = ((440.0, 0.22), (392.0, 0.34))
    QUESTION = ((523.25, 0.16), (659.25, 0.22))
    RESULT = ((392.0, 0.16), (493.88, 0.16), (587.33, 0.34))


@cache
def wav(tone: Tone, level: int) -> bytes:
    """Return a tone as a WAV file (mono, 16 bit); `level` 1 to 3, each 6 dB louder."""
    top = _TOP / 2 ** (3 - level)
    samples = [
        top * math.sin(2 * math.pi * hertz * at / RATE) * _swell(at / RATE, seconds)
        for hertz, seconds in tone.value
        for at in range(round(seconds * RATE))
    ]
    held = io.BytesIO()
    with wave.open(held, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *map(round, samples)))
    return held.getvalue()


def _swell(t: float, seconds: float) -> float:
    """Return how loud a note is after `t` of its seconds: it swells quickly and dies away."""
    away: float = max(0.0, 1 - t / seconds) ** 0.7
    return min(1.0, t / _FADE_S) * away


NIGHT_FROM, NIGHT_TO = 22, 6
"""Hours between which a table with quiet nights says nothing."""
LEVELS = len(w.LEVELS)


@dataclass(frozen=True, slots=True)
class SoundChoice:
    """Everything is off until somebody wants it."""

    sound: bool = False
    speech: bool = False
    every: bool = False
    """The whole evening by ear: every card, trick, turn, question and payment."""
    night: bool = True
    """Quiet at night."""
    volume: int = 2
    """1 to `LEVELS`."""

    def silent(self, now: datetime) -> bool:
        """Tell whether nothing is said at this time of day."""
        return self.night and not NIGHT_TO <= now.hour < NIGHT_FROM


def choice_of(said: dict[str, object], file: Path) -> SoundChoice:
    """Return what a file says.

    Raises:
        PlainError: it holds something else.
    """
    known = {each.name: type(getattr(SoundChoice(), each.name)) for each in fields(SoundChoice)}
    for key, value in said.items():
        fits = key in known and type(value) is known[key]
        if not fits or (key == "volume" and value not in range(1, LEVELS + 1)):
            raise PlainError(w.WRONG.format(file=file, key=key))
    return SoundChoice(**said)  # type: ignore[arg-type]


def kept_sounds(file: Path | None = None) -> KeptChoice[SoundChoice]:
    """Return the table's choice of sounds.

    Raises:
        PlainError: the file cannot be read, or holds something else.
    """
    return KeptChoice(SoundChoice(), file, choice_of, w.UNREADABLE)


LOG = logging.getLogger("mehrkopf.comfort")

PATIENCE_S = 20.0
"""Longest a tone or a sentence may take."""
STALE_S = 8.0
"""What waited longer is not said any more."""
LASTING_S = 30.0
"""The same for what stays on the screen: an alert, a question, a result."""
MOST = 32
"""So much waits at most; the oldest gives way."""
WORDS_A_MINUTE = 150
_AMPLITUDE = {1: 50, 2: 90, 3: 140}
_NEEDED = (("aplay", "alsa-utils"), ("espeak-ng", "espeak-ng"))


class Voice(Protocol):
    """What makes sound."""

    def tone(self, tone: Tone, level: int) -> None:
        """Play a tone; returns when it is over."""
        ...

    def say(self, sentence: str, language: Language, level: int) -> None:
        """Speak a sentence; returns when it is over."""
        ...


class Programs:
    """The voice of a device: `aplay` for sound, `espeak-ng` for words."""

    def tone(self, tone: Tone, level: int) -> None:
        """Play a tone."""
        _play(wav(tone, level))

    def say(self, sentence: str, language: Language, level: int) -> None:
        """Speak a sentence."""
        _play(spoken(sentence, language, level))


def spoken(sentence: str, language: Language, level: int) -> bytes:
    """Return a sentence as a WAV file.

    Raises:
        OSError: there is no `espeak-ng`.
        subprocess.SubprocessError: it failed or took too long.
    """
    voice = {"de": "de", "en": "en-gb"}[language]
    options = ["-v", voice, "-s", str(WORDS_A_MINUTE), "-a", str(_AMPLITUDE[level])]
    # The sentence goes by standard input: no name can be taken for an option.
    command = ["espeak-ng", *options, "--stdin", "--stdout"]
    done = subprocess.run(
        command, input=sentence.encode(), capture_output=True, check=True, timeout=PATIENCE_S
    )
    return done.stdout


def _play(sound: bytes) -> None:
    command = ["aplay", "--quiet", "-"]
    subprocess.run(command, input=sound, capture_output=True, check=True, timeout=PATIENCE_S)


def missing(which: Callable[[str], str | None] = shutil.which) -> tuple[Text, ...]:
    """Return what this device lacks, and how it gets it."""
    return tuple(
        MISSING.format(what=program, package=package)
        for program, package in _NEEDED
        if which(program) is None
    )


@dataclass(frozen=True, slots=True)
class SpeechOrder:
    """What to play: a tone, a sentence, or both."""

    tone: Tone | None
    sentence: str | None
    language: Language
    level: int
    passing: Passing | None = None
    """What makes it old news."""
    keeps: float = STALE_S
    """Seconds it may wait."""

    def outrun_by(self, newer: SpeechOrder) -> bool:
        """Tell whether nobody needs it once something newer waits."""
        if self.passing is None or newer.passing is None:
            return False
        turned = self.passing is Passing.TURN and newer.passing is Passing.CARD
        return turned or self.passing is newer.passing


class Speaker:
    """Plays what it is given, in a thread of its own; the table never waits for it."""

    def __init__(
        self,
        voice: Voice,
        clock: Callable[[], float] = time.monotonic,
        mishaps: Mishaps | None = None,
    ) -> None:
        self._voice, self._clock = voice, clock
        self._waiting: deque[tuple[float, SpeechOrder]] = deque(maxlen=MOST)
        self._changed = threading.Condition()
        self._over = False
        self._part = Part("speaker", VOICE, self._run, mishaps)
        self._part.start()

    def play(self, order: SpeechOrder) -> None:
        """Play it when it is its turn; where too much waits the oldest is dropped."""
        with self._changed:
            if len(self._waiting) == MOST:
                # What it says may be a name.
                LOG.warning("too much to say; something is left out")
            self._waiting.append((self._clock(), order))
            self._changed.notify()

    def close(self) -> None:
        """Say nothing more, and end once what is being said is over."""
        with self._changed:
            self._waiting.clear()
        self.finish()

    def finish(self) -> None:
        """Say what waits and is not old news by then, and end."""
        with self._changed:
            self._over = True
            self._changed.notify()
        self._part.join(PATIENCE_S)

    def _run(self) -> None:
        while (order := self._next()) is not None:
            self._play(order)

    def _next(self) -> SpeechOrder | None:
        """Wait for what is to be played; None at the end."""
        with self._changed:
            while self._changed.wait_for(lambda: self._waiting or self._over) and self._waiting:
                since, order = self._waiting.popleft()
                outrun = any(order.outrun_by(newer) for _, newer in self._waiting)
                if not outrun and self._clock() - since <= order.keeps:
                    return order
        return None

    def _play(self, order: SpeechOrder) -> None:
        try:
            if order.tone is not None:
                self._voice.tone(order.tone, order.level)
            if order.sentence is not None:
                self._voice.say(order.sentence, order.language, order.level)
        except (OSError, subprocess.SubprocessError) as error:
            LOG.warning("nothing could be heard: %s", error)


@dataclass(frozen=True, slots=True)
class News:
    """One thing to hear: a tone, a sentence, or both."""

    sentence: Text | None
    tone: Tone | None = None
    passing: Passing | None = None
    keeps: float = STALE_S


def news(
    before: TableView, now: TableView, *, every: bool = False, in_money: bool = True
) -> tuple[News, ...]:
    """Return what became known between two pictures of the table, the most urgent first.

    With `every` it is all that the screen tells, in the place of the short sentences; their tones
    stay.
    """
    asked = (_alert, _question, _result, _call)
    found = tuple(each for which in asked if (each := which(before, now)) is not None)
    if not every:
        return found
    tones = [News(None, each.tone) for each in found if each.tone is not None]
    told = [
        News(each.words, None, each.passing, STALE_S if each.passing else LASTING_S)
        for each in by_ear.heard(before, now, in_money=in_money)
    ]
    return (*tones, *told)


def _alert(before: TableView, now: TableView) -> News | None:
    told = {verdict.id for verdict in facts.pending(before)}
    alert = alert_screen.alert(now)
    if alert is None or (alert.verdict in told and _deal(before) == _deal(now)):
        return None
    return News(alert_screen.in_one_line(alert), Tone.ALERT)


def _question(before: TableView, now: TableView) -> News | None:
    asked = {(question.deal, question.seq) for question in before.outlook.questions}
    fresh = [each for each in now.outlook.questions if (each.deal, each.seq) not in asked]
    return News(CARD_ASKED, Tone.QUESTION) if fresh else None


def _result(before: TableView, now: TableView) -> News | None:
    if len(now.state.finished) != len(before.state.finished) + 1:
        return None
    last = facts.last_deal(now)
    if last is None:
        return None
    return News(result_screen.result(now, last).headline, Tone.RESULT)


def _call(before: TableView, now: TableView) -> News | None:
    deal = facts.running_deal(now)
    if deal is None or deal.record.contract is None:
        return None
    old = facts.running_deal(before)
    known = None if old is None or old.record.id != deal.record.id else old.record.contract
    if known == deal.record.contract:
        return None
    return News(facts.contract_line(deal))


def _deal(view: TableView) -> str | None:
    deal = facts.running_deal(view) or facts.last_deal(view)
    return None if deal is None else deal.record.id


class Comfort:
    """What the pages and the table hold of sounds and speech."""

    def __init__(
        self,
        file: Path | None = None,
        now: Callable[[], datetime] = datetime.now,
        speak: Callable[[Text], tuple[str, Language]] = lambda text: (text.de, "de"),
        voice: Voice | None = None,
        mishaps: Mishaps | None = None,
        in_money: Callable[[], bool] = lambda: True,
    ) -> None:
        """`speak` puts a sentence into the table's language and its words.

        Where nothing is paid `in_money` says so, and amounts are told as plain numbers.

        Raises:
            PlainError: the file of the choice cannot be read.
        """
        self._kept = kept_sounds(file)
        self._now, self._speak = now, speak
        self._voice, self._mishaps = voice, mishaps
        self._in_money = in_money
        self._speaker: Speaker | None = None
        self._last: TableView | None = None
        self.muted = False
        """Whether a person silenced the table until it is told otherwise, or started again."""

    @property
    def choice(self) -> SoundChoice:
        """What the table wants to hear."""
        return self._kept.choice

    def choose(self, choice: SoundChoice) -> None:
        """Take another choice from now on.

        Raises:
            PlainError: it cannot be kept beyond the next start.
        """
        self._kept.choose(choice)

    def silent(self) -> bool:
        """Tell whether it is night and the table keeps quiet."""
        return self.choice.silent(self._now())

    def mute(self) -> bool:
        """Silence the table, or let it be heard again; return whether it is silent now."""
        self.muted = not self.muted
        return self.muted

    def lacking(self) -> tuple[Text, ...]:
        """Return what the device lacks for it."""
        return missing() if self._voice is None else ()

    def heard(self, view: TableView) -> None:
        """Take the newest picture; called in the table's thread, which never waits here."""
        before, self._last = self._last, view
        choice = self.choice
        wanted = choice.sound or choice.speech or choice.every
        if before is None or not wanted or self._quiet():
            return
        for each in news(before, view, every=choice.every, in_money=self._in_money()):
            self._tell(each)

    def try_it(self) -> None:
        """Let the table be heard as it is set up."""
        if not self._quiet():
            self._tell(News(w.TRIED, Tone.RESULT))

    def close(self) -> None:
        """Say nothing more."""
        if self._speaker is not None:
            self._speaker.close()

    def _quiet(self) -> bool:
        return self.muted or self.silent()

    def _tell(self, each: News) -> None:
        choice = self.choice
        sentence, language = self._speak(each.sentence or NO_WORDS)
        tone = each.tone if choice.sound else None
        said = sentence if sentence and (choice.speech or choice.every) else None
        if tone is None and said is None:
            return
        if self._speaker is None:
            self._speaker = Speaker(self._voice or Programs(), mishaps=self._mishaps)
        order = SpeechOrder(tone, said, language, choice.volume, each.passing, each.keeps)
        self._speaker.play(order)


def open_comfort(
    home: Home,
    table: Table,
    now: Callable[[], datetime],
    language: Callable[[], Language],
    region: KeptChoice[Region],
    voice: Voice | None = None,
    mishaps: Mishaps | None = None,
    in_money: Callable[[], bool] = lambda: True,
) -> Comfort:
    """Return the comfort of a table, listening to it.

    Args:
        home: where the choice is kept.
        table: what is listened to.
        now: the table's time.
        language: tells what its page speaks.
        region: the table's words.
        voice: another way to be heard, in tests.
        mishaps: where it is said that it failed.
        in_money: tells whether the pages show amounts in money.

    Raises:
        PlainError: the file of the choice cannot be read.
    """

    def speak(text: Text) -> tuple[str, Language]:
        if language() != "de":
            return text.en, "en"
        return in_region(text.de, region.choice, table.view().state.seats), "de"

    comfort = Comfort(home.comfort_toml, now, speak, voice, mishaps, in_money)
    table.listen(comfort.heard)
    return comfort
