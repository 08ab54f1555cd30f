"""A recording watched for the archive: with its calls by the table in memory, else cards alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.cards import Card
from engine.events import Envelope, EveningEnded
from engine.text import PlainError
from kiosk.archive.rows import EveningAnswer, EveningFacts
from kiosk.camera.seen_cards import SeenWatching, watch_seen
from kiosk.camera.watch_recording import Watching, watch
from kiosk.director.deal_source import CalledDeals
from kiosk.home.deck_files import open_file
from vision.camera.cameras import open_source
from vision.camera.frames import VideoFile
from vision.place.geometry import Geometry
from vision.reading.nets import load_nets


@dataclass(frozen=True, slots=True)
class WatchedEvening:
    """What a recording showed."""

    envelopes: tuple[Envelope, ...]
    """As a table would have recorded it; empty where nothing says what was called."""
    order: tuple[Card, ...]
    """The deck's cards in the order of the scores."""
    cards: int
    """Cards that were laid and named, where nothing says what was called."""
    deck: str

    @property
    def without_rules(self) -> EveningAnswer:
        """The evening where cards alone were looked for."""
        return EveningAnswer(EveningFacts("", "", 0, self.deck, 0, False, self.cards, 0, 0))


def watched(
    video: Path, deck: Path, calls: str, geometry: Geometry | None = None
) -> WatchedEvening:
    """Watch a recording to its end.

    Raises:
        PlainError: video, deck, calls or nets cannot be read, or the video breaks off.
    """
    nets = load_nets()
    profile = open_file(deck, nets)
    source = open_source(str(video))
    if calls:
        deals = CalledDeals.of(calls, video.name)
        result = watch(Watching(source, profile, nets, deals, geometry=geometry), _unheard)
        table = result.table
        table.commit((EveningEnded(),))
        found = WatchedEvening(tuple(table.journal.events()), profile.cards, 0, profile.name)
    else:
        seen = watch_seen(SeenWatching(source, profile, nets, (), geometry), _unheard)
        found = WatchedEvening((), profile.cards, seen.played, profile.name)
    if isinstance(source, VideoFile) and source.warning is not None:
        raise PlainError(source.warning)
    return found


def _unheard(event: dict[str, object]) -> None:
    """Say nothing: what was said is asked of the table at the end."""
