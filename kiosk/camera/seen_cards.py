"""A recording's cards and tricks as they are seen, without rules: any game, any number of players.

What vision says is told as one JSON object an event (`docs/DEAL_FILE.md`), or in plain words, one
line each, and can be drawn on the pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Self

import cv2
import numpy as np

from engine.cards import Card
from engine.text import Language, Text
from kiosk.camera.narration import (
    LEAST_CHANCE,
    SURE,
    Say,
    clock,
    corners_json,
    listed_cards,
    lying_json,
    lying_words,
    seconds,
    sight_words,
)
from kiosk.camera.recorder import Recording, TableVideo, refuse, room_left
from kiosk.camera.watch_recording import Doubt, Doubts, Onlooker, Progress, looked_at, shrunk_by
from kiosk.words import camera_setup as words
from vision.arrays import Floats, Image, Mask
from vision.camera.frames import Frame, FrameSource, RegionMask
from vision.place.geometry import Geometry
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    EarlierCard,
    EarlierSeen,
    FaceDownSeen,
    ForeignSeen,
    Quad,
    SightChanged,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)
from vision.still.earlier import at_once
from vision.watching.watcher import Watcher


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card of the running trick: what it looks like, how surely, and where it lies."""

    card: Card
    p: float
    quad: Quad
    """Corners in pixels of the pictures that are looked at."""


class SeenTable:
    """Keeps which cards lie there and tells what is new; knows no rules."""

    def __init__(self, cards: Sequence[Card], shrunk: float = 1.0) -> None:
        """Make ready for a deck of `cards`; `shrunk` is how much smaller the pictures were made."""
        self._cards = tuple(cards)
        self._shrunk = shrunk
        self._lying: dict[int, SeenCard] = {}
        self._trick = 0
        self.activity = TableActivity.STARTING
        self.earlier: tuple[EarlierCard, ...] = ()
        """What lay there before, and does still."""

    @property
    def lying(self) -> tuple[SeenCard, ...]:
        """Cards of the running trick in the order in which they came."""
        return tuple(self._lying.values())

    @property
    def tricks(self) -> int:
        """Tricks taken so far."""
        return self._trick

    def hears(self, event: VisionEvent) -> dict[str, object] | None:
        """Take note of what vision says; return what is new, ready to be written."""
        match event:
            case ActivityChanged(activity=activity):
                self.activity = activity
                return None
            case Sighting():
                return self._seen(event)
            case CardTakenBack(track=track):
                back = self._lying.pop(track, None)
                if back is None:
                    return None
                return self._said("card_taken_back", event, track=track, card=back.card.code)
            case TrickCleared():
                return self._cleared(event)
            case FaceDownSeen(quad=quad):
                corners = corners_json(quad, self._shrunk)
                return self._said("card_face_down", event, quad=corners)
            case ForeignSeen(quad=quad):
                corners = corners_json(quad, self._shrunk)
                return self._said("card_foreign", event, quad=corners)
            case EarlierSeen(cards=cards):
                self.earlier = cards
                return {**lying_json(event, self._shrunk), "trick": self._trick}
            case CameraMoved(far=far):
                if far:
                    self._lying.clear()
                return self._said("camera_moved", event, far=far)
            case SightChanged(hindrance=hindrance):
                return self._said("sight", event, hindrance=hindrance and hindrance.value)

    def _seen(self, seen: Sighting) -> dict[str, object] | None:
        chances = np.exp(np.asarray(seen.log_scores))
        order = [int(index) for index in np.argsort(-chances)]
        card, p = self._cards[order[0]], float(chances[order[0]])
        before = self._lying.get(seen.track)
        self._lying[seen.track] = SeenCard(card, p, seen.quad)
        others = [
            [self._cards[index].code, round(float(chances[index]), 4)]
            for index in order[1:]
            if chances[index] >= LEAST_CHANCE
        ]
        if before is not None and before.card is card and round(before.p, 4) == round(p, 4):
            return None
        return self._said(
            "card_seen" if before is None else "card_seen_again",
            seen,
            track=seen.track,
            card=card.code,
            p=round(p, 4),
            alternatives=others,
            quad=corners_json(seen.quad, self._shrunk),
        )

    def _cleared(self, event: TrickCleared) -> dict[str, object]:
        cards = [seen.card.code for seen in self._lying.values()]
        said = self._said("cards_taken", event, cards=cards, direction=_degrees(event.direction))
        self._lying.clear()
        self._trick += 1
        return said

    def _said(self, _type: str, event: VisionEvent, /, **more: object) -> dict[str, object]:
        known = getattr(event, "known_t", event.t)
        said: dict[str, object] = {"type": _type, "t": seconds(event.t), "known_t": seconds(known)}
        return {**said, "trick": self._trick, **more}


def _degrees(direction: float | None) -> float | None:
    return None if direction is None else round(float(np.degrees(direction)) % 360, 1)


_CARD = Text(de="{card}{doubt}", en="{card}{doubt}")
_DOUBT = Text(de=" ({p:.0%}{others})", en=" ({p:.0%}{others})")
_OR = Text(de=", sonst {cards}", en=", or {cards}")
_AGAIN = Text(de="{card}{doubt}, genauer besehen", en="{card}{doubt}, on a closer look")
_BACK = Text(de="{card} zurückgenommen", en="{card} taken back")
_TAKEN = Text(de="Stich {number} genommen: {cards}", en="Trick {number} taken: {cards}")
_NOTHING_READ = Text(de="keine Karte gelesen", en="no card read")
_FACE_DOWN = Text(de="Eine verdeckte Karte", en="A card face down")
_FOREIGN = Text(de="Eine Karte, die nicht zum Blatt gehört", en="A card that is not in the deck")
_MOVED = Text(de="Kamera oder Tisch bewegt", en="Camera or table moved")


def seen_line(event: Mapping[str, object], language: Language) -> str:
    """Return what was seen as one line with its time in the recording."""
    return f"{clock(event['known_t'])}  {_sentence(event).in_language(language)}"


def _sentence(event: Mapping[str, object]) -> Text:
    match event["type"]:
        case "card_seen":
            return _CARD.format(card=event["card"], doubt=_doubt(event))
        case "card_seen_again":
            return _AGAIN.format(card=event["card"], doubt=_doubt(event))
        case "card_taken_back":
            return _BACK.format(card=event["card"])
        case "cards_taken":
            cards, number = event["cards"], event["trick"]
            assert isinstance(cards, list)
            assert isinstance(number, int)
            listed = " ".join(cards) if cards else _NOTHING_READ
            return _TAKEN.format(number=number + 1, cards=listed)
        case "card_face_down":
            return _FACE_DOWN
        case "card_foreign":
            return _FOREIGN
        case "cards_lying":
            return lying_words(event)
        case "sight":
            return sight_words(event)
        case _:
            return _MOVED


def _doubt(event: Mapping[str, object]) -> Text | str:
    p, others = event["p"], event["alternatives"]
    assert isinstance(p, float)
    assert isinstance(others, list)
    if p >= SURE:
        return ""
    also = _OR.format(cards="/".join(code for code, _ in others[:2])) if others else ""
    return _DOUBT.format(p=p, others=also)


@dataclass(frozen=True)
class SeenWatching:
    """What is watched without rules, and with what."""

    source: FrameSource
    profile: Profile
    nets: Nets
    others: Sequence[Profile] = ()
    """Other enrolled decks, one of which it may be that is played with."""
    geometry: Geometry | None = None
    """Where the table lies in the picture; None: it is found from the first cards."""


@dataclass(frozen=True, slots=True)
class SeenResult:
    """What a recording held, without rules."""

    played: int
    """How often a card was laid and named."""
    lay: Text | None
    """The cards that lay there from the beginning, listed; None: there was none."""


def watch_seen(
    watching: SeenWatching,
    say: Say,
    progress: Progress | None = None,
    doubt: Doubt | None = None,
    onlooker: Onlooker | None = None,
) -> SeenResult:
    """Watch to the end, say every card and trick as it becomes known; return what there was."""
    source = watching.source
    table = SeenTable(watching.profile.cards, shrunk_by(source))
    doubts = Doubts(watching.profile, watching.nets, watching.others, doubt)
    profile, nets = watching.profile, watching.nets
    watcher = Watcher(profile, nets, watching.geometry, at_once(profile, nets))
    played, lay = 0, None
    for event in chain.from_iterable(looked_at(source, watcher, progress, onlooker)):
        said = table.hears(event)
        if said is not None:
            say(said)
            played += said["type"] == "card_seen"
            if said["type"] == "cards_lying" and lay is None:
                lay = listed_cards(said)
        doubts.weigh(event)
    return SeenResult(played, lay)


_SURE_COLOUR = (80, 200, 80)
_DOUBT_COLOUR = (0, 190, 255)
_EARLIER_COLOUR = (150, 150, 150)
_PAPER = (255, 255, 255)
_INK = (30, 30, 30)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_LETTERS_SHARE = 0.028
"""Height of the letters as a share of the picture's."""
# The letters that are drawn know no umlaut.
_BLACK = Text(
    de="Schwarz: neben der Tischmitte, wo Leute sitzen",
    en="Black: around the middle of the table, where people sit",
)
_BLACK_CARDS = Text(
    de="Schwarz: neben der Tischmitte, wo Leute sitzen (Karten dort: {count})",
    en="Black: around the middle of the table, where people sit (cards there: {count})",
)


class Overlay:
    """A video of what was seen: outlines, names, certainty and the table's state.

    Only the table's middle is in it, as in a recording: beside it people sit. Nothing is outlined
    on the black; a line below says why it is black, and how many cards are seen there. A file that
    was begun and not finished goes away.
    """

    def __init__(
        self,
        recording: Recording,
        cards: Sequence[Card],
        language: Language,
        room: Callable[[Path], int] = room_left,
    ) -> None:
        """Make ready to write `recording.out`; the middle lies where `recording.geometry` says.

        Raises:
            PlainError: the file is there, its folder is not, or the disk is full.
        """
        refuse(recording.out, room)
        self._out = recording.out
        self._table = SeenTable(cards)
        self._language = language
        self._video = TableVideo(recording, room)

    def __call__(self, frame: Frame, events: Sequence[VisionEvent]) -> None:
        """Draw what is known at this picture.

        Raises:
            PlainError: the disk is full, or the file cannot be written.
        """
        for event in events:
            self._table.hears(event)
        self._video.take(frame.t, frame.image, self._drawn)

    def _drawn(self, image: Image, region: RegionMask) -> Image:
        """Return the picture with what is known on it; a card in doubt has a broken outline."""
        drawn = image.copy()
        pen = _Pen(drawn)
        shown = region.inside(*image.shape[:2])
        for lying in self._table.earlier:
            if _within(lying.quad, shown):
                pen.earlier(lying)
        for seen in self._table.lying:
            if _within(seen.quad, shown):
                pen.card(seen)
        if not shown.all():
            drawn = region.apply(drawn)
            pen = _Pen(drawn)
            pen.words(self._beside(shown), (0.5 * pen.letter, float(image.shape[0])))
        state = words.STATES[self._table.activity][0].in_language(self._language)
        pen.words(state, (0.5 * pen.letter, 2.0 * pen.letter))
        return drawn

    def _beside(self, shown: Mask) -> str:
        """Return why a part is black, and how many cards are seen in it."""
        lay, lie = self._table.earlier, self._table.lying
        quads = [*(each.quad for each in lay), *(each.quad for each in lie)]
        hidden = sum(not _within(quad, shown) for quad in quads)
        said = _BLACK_CARDS.format(count=hidden) if hidden else _BLACK
        return said.in_language(self._language)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Close the file; what was begun and broke off is no video and goes."""
        self._video.close()
        if kind is not None:
            self._out.unlink(missing_ok=True)


def _named(card: Card, p: float) -> str:
    """Return a card's code and how sure it is in whole per cent, never above 99."""
    return f"{card.code} {min(99, int(100 * p))}%"


def _within(quad: Quad, shown: Mask) -> bool:
    """Whether a card's middle lies where the picture is not black."""
    x, y = (round(float(at)) for at in np.mean(quad, axis=0))
    rows, columns = shown.shape
    return 0 <= x < columns and 0 <= y < rows and bool(shown[y, x])


class _Pen:
    """Draws on one picture, in sizes that fit it."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self.letter = max(10.0, _LETTERS_SHARE * image.shape[0])
        self._width = max(1, round(self.letter / 12))

    def card(self, seen: SeenCard) -> None:
        """Outline a card, with its name and how sure it is."""
        corners = np.asarray(seen.quad, np.float64)
        sure = seen.p >= SURE
        colour = _SURE_COLOUR if sure else _DOUBT_COLOUR
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            self._side(a, b, colour, whole=sure)
        self._name(_named(seen.card, seen.p), corners)

    def earlier(self, lying: EarlierCard) -> None:
        """Outline a card that lay there before, in grey; its name in brackets, it is no play."""
        corners = np.asarray(lying.quad, np.float64)
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            self._side(a, b, _EARLIER_COLOUR, whole=True)
        self._name("(-)" if lying.card is None else f"({_named(lying.card, lying.p)})", corners)

    def _name(self, name: str, corners: Floats) -> None:
        left, top = corners.min(axis=0)
        self.words(name, (float(left), float(top) - 0.4 * self.letter))

    def _side(self, a: Floats, b: Floats, colour: tuple[int, int, int], *, whole: bool) -> None:
        pieces = [(0.0, 1.0)] if whole else [(0.0, 0.2), (0.4, 0.6), (0.8, 1.0)]
        for start, end in pieces:
            ends = (a + start * (b - a), a + end * (b - a))
            one, other = ((round(float(x)), round(float(y))) for x, y in ends)
            cv2.line(self._image, one, other, colour, 2 * self._width, cv2.LINE_AA)

    def words(self, text: str, at: tuple[float, float]) -> None:
        """Write on paper, from the lower left corner `at`, all of it in the picture."""
        rows, columns = self._image.shape[:2]
        scale, thick = self.letter / 22, self._width
        (width, height), _ = cv2.getTextSize(text, _FONT, scale, thick)
        if width > columns - 8:
            scale, thick = scale * (columns - 8) / width, 1
            (width, height), _ = cv2.getTextSize(text, _FONT, scale, thick)
        x = round(min(max(at[0], 4.0), columns - width - 4.0))
        y = round(min(max(at[1], height + 4.0), rows - 6.0))
        cv2.rectangle(self._image, (x - 3, y - height - 4), (x + width + 3, y + 5), _PAPER, -1)
        cv2.putText(self._image, text, (x, y), _FONT, scale, _INK, thick, cv2.LINE_AA)
