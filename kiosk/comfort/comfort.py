"""Choice, news and speaker put together: hears what the table publishes and says what is new."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from engine.text import Language, Text
from kiosk.comfort import words as w
from kiosk.comfort.choice import Choice, Kept
from kiosk.comfort.news import News, news
from kiosk.comfort.speaker import Order, Programs, Speaker, Voice, missing
from kiosk.comfort.tones import Tone
from kiosk.view import TableView


class Comfort:
    """What the pages and the table hold of sounds and speech."""

    def __init__(
        self,
        file: Path | None = None,
        now: Callable[[], datetime] = datetime.now,
        speak: Callable[[Text], tuple[str, Language]] = lambda text: (text.de, "de"),
        voice: Voice | None = None,
    ) -> None:
        """`speak` puts a sentence into the table's language and its words.

        Raises:
            PlainError: the file of the choice cannot be read.
        """
        self._kept = Kept(file)
        self._now, self._speak = now, speak
        self._voice = voice
        self._speaker: Speaker | None = None
        self._last: TableView | None = None
        self.muted = False
        """Whether a person silenced the table until it is told otherwise, or started again."""

    @property
    def choice(self) -> Choice:
        """What the table wants to hear."""
        return self._kept.choice

    def choose(self, choice: Choice) -> None:
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
        if before is None or not (self.choice.sound or self.choice.speech) or self._quiet():
            return
        for each in news(before, view):
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
        sentence, language = self._speak(each.sentence)
        tone = each.tone if choice.sound else None
        said = sentence if choice.speech else None
        if tone is None and said is None:
            return
        if self._speaker is None:
            self._speaker = Speaker(self._voice or Programs())
        self._speaker.play(Order(tone, said, language, choice.volume))
