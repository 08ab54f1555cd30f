"""`mehrkopf watch VIDEO --deck D`: read a recording as fast as it can be, and referee it.

Without `--calls` the cards and tricks are told as they are seen, without rules.
"""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from engine.text import PlainError, Text
from kiosk.camera.camera_values import setup_of
from kiosk.camera.filed_answers import Answers
from kiosk.camera.narration import Plainly, Say
from kiosk.camera.recorder import Recording
from kiosk.camera.seen_cards import Overlay, SeenResult, SeenWatching, seen_line, watch_seen
from kiosk.camera.watch_recording import Doubt, Watching, WatchResult, watch
from kiosk.cli.camera import CORNERS, TABLE, picture_point, table_size
from kiosk.cli.command import HOME, Argument, Arguments, Option, command
from kiosk.cli.common import FILE, JSON, Progress, deck_option, home_of, warn, warn_of_gaps
from kiosk.director.deal_decoding import lacking
from kiosk.director.deal_source import CalledDeals, read_deals
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import open_deck, other_decks
from vision.camera.cameras import open_source
from vision.camera.frames import FrameSource, VideoFile
from vision.place.corners import from_taps
from vision.place.geometry import Geometry
from vision.reading.nets import load_nets
from vision.reading.other_deck import OtherDeck

_VIDEO = Text(de="Video oder Ordner mit Bildern", en="video or folder of pictures")
_CALLS = Text(
    de="Ansagen: Spieldatei ohne „plays“, ein Spiel je Zeile; ohne sie werden Karten und Stiche "
    "genannt, wie sie zu sehen sind, ohne Regeln",
    en='calls: deal file without "plays", one deal per line; without it cards and '
    "tricks are listed as seen, without rules",
)
_ANSWERS = Text(
    de="vollständige Spiele; nur gestellte Fragen werden daraus beantwortet",
    en="complete deals; used only to answer questions that come up",
)
_OVERLAY = Text(
    de="ein Video schreiben, das zeigt, was gesehen wurde: Umrisse, Namen, Sicherheit, Zustand",
    en="write a video that shows what was seen: outlines, names, certainty, state",
)
_NO_CALLS = Text(
    de="--answers braucht die Ansagen: Bitte --calls DATEI dazu nennen oder --answers weglassen.",
    en="--answers needs the calls: please add --calls FILE or leave out --answers.",
)
_NO_VIDEO = Text(
    de="{file} ist kein Name für ein Video; bitte eine Datei nennen, die auf .mp4 oder .mkv endet.",
    en="{file} is not a name for a video; please name a file that ends in .mp4 or .mkv.",
)
_WRITTEN = Text(de="Geschrieben: {file}", en="Written: {file}")
_NO_CARD = Text(
    de="Keine Karte gesehen. Gehört das Blatt „{name}“ zu diesem Video, und liegen die Karten in "
    "der Bildmitte?",
    en='No card was seen. Is "{name}" the right deck for this video, and are the '
    "cards in the middle of the picture?",
)
_NONE_PLAYED = Text(
    de="Es wurde keine Karte gespielt; schon vorher lagen da: {cards}. Wenn doch gespielt wurde: "
    "--overlay AUS.mp4 zeigt, was zu sehen war, und „mehrkopf camera check --source {video}“ "
    "prüft Licht, Schärfe und Größe.",
    en="No card was played; these were already there: {cards}. If cards were played: "
    '--overlay OUT.mp4 shows what was seen, and "mehrkopf camera check --source '
    '{video}" checks light, focus and size.',
)
_WATCHING = Text(de="Video", en="Video")
_OTHER_DECK = Text(
    de="Die Karten im Video gehören nicht zum Blatt „{name}“; gelesen wird trotzdem weiter. Bitte "
    "mit --deck das Blatt nennen, mit dem gespielt wurde, oder es zuerst einlernen („mehrkopf "
    "enrol“).",
    en='The cards in the video are not from the deck "{name}"; they are read anyway. '
    'Please name the deck that was used with --deck, or enrol it first ("mehrkopf '
    'enrol").',
)
_THAT_DECK = Text(
    de="Die Karten im Video sehen nach dem Blatt „{other}“ aus, nicht nach „{name}“; gelesen wird "
    "trotzdem weiter. Mit --deck {other} geht es besser.",
    en='The cards in the video look like the deck "{other}", not like "{name}"; they '
    "are read anyway. --deck {other} will do better.",
)
_NOTHING = Text(
    de="Kein Spiel gesehen. Gehören Blatt und Ansagen zu diesem Video?",
    en="No deal was seen. Are these the right deck and calls for this video?",
)
_SHORT = Text(
    de="{finished} von {called} angesagten Spielen bis zum Ende gesehen.",
    en="{finished} of {called} called deals seen to the end.",
)


@command(
    Argument("video", "VIDEO", _VIDEO),
    deck_option(required=True),
    Option("--calls", value=FILE, type=Path, text=_CALLS),
    Option("--answers", value=FILE, type=Path, text=_ANSWERS),
    Option("--corners", value="X,Y", multiple=True, text=CORNERS),
    Option("--table", value="BxT", default="800x800", text=TABLE),
    Option("--overlay", value=FILE, type=Path, text=_OVERLAY),
    JSON,
    HOME,
)
def execute(arguments: Arguments) -> int:
    """Watch to the end; every event is written as it becomes known.

    A recording that breaks off is read as far as it goes and then told in a sentence, status 2;
    status 1 where no card, or none of the deals that were called, was seen. Where cards only lay
    there and none was played it is told. Cards of another deck are told as soon as they show;
    where no deal was seen to its end with them, the status is 2 as well.
    """
    if arguments.calls is None and arguments.answers is not None:
        raise PlainError(_NO_CALLS)
    calls = None if arguments.calls is None else CalledDeals(arguments.calls)
    answers = None if arguments.answers is None else Answers(read_deals(arguments.answers))
    source = open_source(arguments.video)
    nets = load_nets()
    home = home_of(arguments)
    profile = open_deck(arguments.deck, home, nets)
    geometry = _geometry(arguments, source, home)
    words = arguments.language
    with ExitStack() as stack:
        onlooker: Overlay | None = None
        if arguments.overlay is not None:
            drawn_on = _video(arguments.overlay, geometry)
            onlooker = stack.enter_context(Overlay(drawn_on, profile.cards, words))
        progress = stack.enter_context(Progress(_WATCHING.in_language(words), _length(source)))
        told = (progress, _doubt(profile.name, arguments, progress), onlooker)
        others = other_decks(arguments.deck, home, nets)
        if calls is None:
            seen = SeenWatching(source, profile, nets, others, geometry)
            held = watch_seen(seen, _json if arguments.json else _seen(arguments), *told)
            ended = partial(_status_seen, held, profile.name, arguments)
        else:
            watching = Watching(source, profile, nets, calls, answers, others, geometry)
            _warn_of_gaps(watching, arguments)
            watched = watch(watching, _json if arguments.json else _plain(arguments, calls), *told)
            ended = partial(_status, watched, arguments)
    if arguments.overlay is not None:
        warn(_WRITTEN.format(file=arguments.overlay), words)
    if isinstance(source, VideoFile) and source.warning is not None:
        raise PlainError(source.warning)
    return ended()


def _geometry(arguments: Arguments, source: FrameSource, home: Home) -> Geometry | None:
    """Return where the table lies: by the corners given, else as it was stored of this recording.

    Raises:
        PlainError: the points cannot be the corners of a table.
    """
    if not arguments.corners:
        known = setup_of(home, str(arguments.video))
        return None if known is None else known.geometry
    taps = [picture_point(word) for word in arguments.corners]
    if isinstance(source, VideoFile):
        return from_taps(taps, source.size, table_size(arguments.table))
    with open_source(arguments.video) as frames:
        height, width = next(iter(frames)).image.shape[:2]
    return from_taps(taps, (width, height), table_size(arguments.table))


def _warn_of_gaps(watching: Watching, arguments: Arguments) -> None:
    profile = watching.profile
    missing = lacking((line.record for line in watching.calls.lines), profile.cards)
    if missing:
        warn_of_gaps(profile.name, missing, arguments.language)


def _status(watched: WatchResult, arguments: Arguments) -> int:
    """Say which deals the recording lacked; return the exit status."""
    if watched.other_deck and not watched.finished:
        # It was said when it showed.
        return 2
    if watched.finished < watched.called:
        _note(_SHORT if watched.begun else _NOTHING, watched, arguments)
    return 0 if watched.begun or not watched.called else 1


def _status_seen(held: SeenResult, deck: str, arguments: Arguments) -> int:
    """Say where no card was seen, or none played; return the exit status."""
    if not held.played:
        lay = held.lay and _NONE_PLAYED.format(cards=held.lay, video=arguments.video)
        warn(lay or _NO_CARD.format(name=deck), arguments.language)
    return 0 if held.played or held.lay else 1


def _seen(arguments: Arguments) -> Say:
    def say(event: dict[str, object]) -> None:
        sys.stdout.write(seen_line(event, arguments.language) + "\n")
        sys.stdout.flush()

    return say


def _video(out: Path, geometry: Geometry | None) -> Recording:
    """Return the overlay's file, which shows the table's middle.

    Raises:
        PlainError: its name is none of a video.
    """
    if out.suffix.lower() not in (".mp4", ".mkv"):
        raise PlainError(_NO_VIDEO.format(file=out))
    return Recording(out, geometry=geometry)


def _doubt(deck: str, arguments: Arguments, progress: Progress) -> Doubt:
    def say(found: OtherDeck) -> None:
        words = _OTHER_DECK if found.name is None else _THAT_DECK.format(other=found.name)
        progress.clear()
        warn(words.format(name=deck), arguments.language)

    return say


def _note(text: Text, watched: WatchResult, arguments: Arguments) -> None:
    said = text.format(finished=watched.finished, called=watched.called)
    warn(said, arguments.language)


def _length(source: FrameSource) -> float:
    return source.seconds if isinstance(source, VideoFile) else 0.0


def _json(event: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(event, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def _plain(arguments: Arguments, calls: CalledDeals) -> Say:
    plainly = Plainly(arguments.language, calls.first.game)

    def say(event: dict[str, object]) -> None:
        line = plainly.line(event)
        if line:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    return say
