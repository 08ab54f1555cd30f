"""Plays tones and speaks, by the programs Debian brings (`aplay`, `espeak-ng`), one after another.

No program is started before somebody wants to hear something; a device without them stays silent
and says so on the screen. What waits too long is dropped: old news is no news.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, Full, Queue
from typing import Protocol

from engine.text import Language, Text
from kiosk.comfort.tones import Tone, wav
from kiosk.comfort.words import MISSING

LOG = logging.getLogger("mehrkopf.comfort")

PATIENCE_S = 20.0
"""Longest a tone or a sentence may take."""
STALE_S = 8.0
"""What waited longer is not said any more."""
MOST = 8
"""So much waits at most."""
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
class Order:
    """What to play: a tone, a sentence, or both."""

    tone: Tone | None
    sentence: str | None
    language: Language
    level: int


class Speaker:
    """Plays what it is given, in a thread of its own; the table never waits for it."""

    def __init__(self, voice: Voice, clock: Callable[[], float] = time.monotonic) -> None:
        self._voice, self._clock = voice, clock
        self._waiting: Queue[tuple[float, Order] | None] = Queue(MOST)
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def play(self, order: Order) -> None:
        """Play it when it is its turn; dropped where too much waits."""
        try:
            self._waiting.put_nowait((self._clock(), order))
        except Full:
            LOG.warning("too much to say; left out: %s", order)

    def close(self) -> None:
        """Say nothing more, and end once what is being said is over."""
        while True:
            try:
                self._waiting.get_nowait()
            except Empty:
                break
        self._waiting.put(None)
        self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            since, order = waiting
            if self._clock() - since > STALE_S:
                continue
            try:
                if order.tone is not None:
                    self._voice.tone(order.tone, order.level)
                if order.sentence is not None:
                    self._voice.say(order.sentence, order.language, order.level)
            except (OSError, subprocess.SubprocessError) as error:
                LOG.warning("nothing could be heard: %s", error)
