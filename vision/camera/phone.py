"""A phone as the camera: the line between whoever brings its pictures and the thread that looks.

One picture is held, the newest, as the JPEG it came as; one that nobody fetched gives way to the
next. While the camera is off none is held at all, and the phone is told to stop its own. What a
phone may send is known before anything is decoded: a JPEG in one pass, not larger than was agreed.
So no picture costs more memory or time than the largest honest one.
"""

from __future__ import annotations

import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from engine.text import PlainError, Text
from vision.arrays import Image, as_image
from vision.camera.frames import SMALLEST_SIDE
from vision.camera.live import CaptureOpener

PHONE = "phone"
"""What a phone is called as a source; a folder of this name is `./phone`."""
MOST_BYTES = 2 * 1024 * 1024
"""Of one picture: twice what 1920 x 1080 takes at the best quality asked for."""
MOST_RATE = 15
"""Pictures a second asked of a phone: a hand that lays a card is there for eight of them a second
(`vision.camera.live`); more would only warm it."""
HEARD_S = 3.0
"""A phone that was silent for longer is not there."""
FIRST_S = 10.0
"""Longest wait for the first picture: its owner may be asked for the camera."""
NEXT_S = 2.5
"""Shorter than `vision.camera.live.STALE_SECONDS`: what is wrong is said in a phone's words."""
QUALITIES = (0.85, 0.75, 0.6, 0.45)
SLOW_MS, QUICK_MS = 350, 120
"""A picture that is longer or shorter on its way than this counts against or for the quality."""
_SLOW_AFTER, _QUICK_AFTER = 6, 90
_RATE_S = 5.0

_CLOSED = Text(
    de="Das Handy als Kamera ist ausgeschaltet; bitte unter „Ein Handy als Kamera“ einschalten.",
    en="The phone as the camera is switched off; please switch it on under “A phone as the "
    "camera”.",
)
_NONE_YET = Text(
    de="Noch ist kein Handy die Kamera; bitte unter „Ein Handy als Kamera“ den Code zeigen.",
    en="No phone is the camera yet; please show the code under “A phone as the camera”.",
)
_NOT_THERE = Text(
    de="Das Handy meldet sich nicht; bitte dort die Seite der Kamera öffnen und das WLAN prüfen. "
    "Es wird von selbst wieder aufgenommen.",
    en="The phone does not answer; please open the camera's page on it and check its Wi-Fi. It is "
    "picked up again by itself.",
)
_NO_PICTURE = Text(
    de="Vom Handy kommt kein Bild; bitte die Seite dort im Vordergrund lassen. Es wird von selbst "
    "wieder aufgenommen.",
    en="No picture comes from the phone; please keep its page in front. It is picked up again by "
    "itself.",
)
_REFUSED = Text(
    de="Das Handy gibt seine Kamera nicht frei; bitte dort „Kamera freigeben“ antippen und es "
    "erlauben.",
    en="The phone does not let its camera be used; please tap “Share the camera” on it and allow "
    "it.",
)
NOT_FOR_THIS = Text(
    de="Ein Handy als Kamera gibt es nur am laufenden Tisch (mehrkopf run); was an seinem Bild "
    "nicht stimmt, steht dort unter „Mehr“, „Kamera und Blatt“, „Kamera“. Hier bitte mit --source "
    "eine andere Kamera nennen.",
    en="A phone can be the camera of a running table only (mehrkopf run); what is wrong with its "
    "picture is said there under “More”, “Camera and deck”, “Camera”. Here please name another "
    "camera with --source.",
)
NO_JPEG = Text(
    de="Das ist kein Bild, wie es vereinbart war (JPEG in einem Durchgang).",
    en="That is not a picture as agreed (a JPEG in one pass).",
)
TOO_LARGE = Text(
    de="Das Bild hat {width} x {height} Punkte; vereinbart sind höchstens {most} je Seite.",
    en="The picture has {width} x {height} pixels; at most {most} a side were agreed.",
)


@dataclass(frozen=True, slots=True)
class PhoneOrder:
    """What a phone is told to do next."""

    camera: bool
    """Whether its camera may run at all."""
    width: int
    height: int
    quality: float
    every_ms: int
    """From the beginning of one picture to that of the next."""
    torch: bool
    over: bool = False
    """Whether it is switched off on purpose: soon nobody answers any more."""


@dataclass(frozen=True, slots=True)
class PhoneWord:
    """How a phone says it is doing; None for what it does not tell."""

    battery: int | None = None
    """Percent."""
    charging: bool | None = None
    torch: bool | None = None
    """Whether its lamp is lit; None: it has none that can be."""
    refused: bool = False
    """Whether its owner, or its system, does not give the camera."""
    took_ms: int | None = None
    """How long its last picture took to be answered."""


@dataclass(frozen=True, slots=True)
class PhoneState:
    """How it stands with the line."""

    open: bool
    """Whether a phone may come at all."""
    known: bool
    """Whether one was let in, now or earlier: it comes again by itself."""
    there: bool
    """Whether one was heard a moment ago."""
    word: PhoneWord
    rate: float
    """Pictures a second, of the last five seconds."""
    size: tuple[int, int] | None
    """Width and height of the last picture."""
    torch: bool
    """Whether its lamp is asked for."""
    coarse: bool
    """Whether its pictures are coarser than they might be, for the network is slow."""


class PhoneLine:
    """Holds the newest picture of one phone, and what it is told; safe in any thread.

    Nobody is let in here: who the phone is, is found out before.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._news = threading.Condition()
        self._open, self._known = False, False
        self._wanted = False
        self._over, self._told = False, 0
        self._torch = False
        self._size, self._rate = (1920, 1080), MOST_RATE
        self._quality, self._slow, self._quick = 0, 0, 0
        self._picture: bytes | None = None
        self._seen: tuple[int, int] | None = None
        self._heard = float("-inf")
        self._came: deque[float] = deque(maxlen=int(_RATE_S * MOST_RATE * 2))
        self._word = PhoneWord()

    @property
    def state(self) -> PhoneState:
        """How it stands just now."""
        with self._news:
            now = self._clock()
            recent = sum(now - came <= _RATE_S for came in self._came)
            return PhoneState(
                open=self._open,
                known=self._known,
                there=self._there(),
                word=self._word,
                rate=recent / _RATE_S,
                size=self._seen,
                torch=self._torch,
                coarse=self._quality > 0,
            )

    def opened(self, is_open: bool, *, known: bool = True) -> None:
        """Say whether a phone may come at all; `known`: one was let in before."""
        with self._news:
            self._open, self._known, self._over = is_open, known, False
            self._forget()

    def part(self, within_s: float) -> None:
        """Tell the phone that it is switched off; return once it knows, or is not there."""
        with self._news:
            if not (self._open and self._there()):
                return
            self._over, self._told, self._picture = True, 0, None
            # Asking again, it has had the answer before.
            self._news.wait_for(lambda: self._told > 1 or not self._open, within_s)

    def want(self, wanted: bool) -> None:
        """Switch the phone's camera on or off; off means that no picture of it is held."""
        with self._news:
            self._wanted = wanted
            self._torch = self._torch and wanted
            if not wanted:
                self._picture = None
                self._came.clear()
            self._news.notify_all()

    def light(self, torch: bool) -> None:
        """Ask for the phone's lamp."""
        with self._news:
            self._torch = torch

    def size(self, width: int, height: int, rate: int) -> None:
        """Agree on the largest picture and how many a second."""
        with self._news:
            self._size, self._rate = (width, height), max(1, min(rate, MOST_RATE))

    def newcomer(self) -> None:
        """Another phone comes: nothing that was known of the one before holds for it."""
        with self._news:
            self._known = True
            self._forget()

    def _forget(self) -> None:
        self._picture, self._seen, self._word = None, None, PhoneWord()
        self._heard = float("-inf")
        self._quality = self._slow = self._quick = 0
        self._came.clear()
        self._news.notify_all()

    def hear(self, word: PhoneWord) -> PhoneOrder:
        """Take what the phone says of itself; return what it is to do."""
        with self._news:
            self._heard, self._word = self._clock(), word
            if self._over:
                self._told += 1
                self._news.notify_all()
            if word.took_ms is not None:
                self._weigh(word.took_ms)
            return self._order()

    def order(self) -> PhoneOrder:
        """Return what the phone is to do."""
        with self._news:
            return self._order()

    def take(self, body: bytes) -> None:
        """Hold a picture until it is fetched or the next one comes; dropped while it is off.

        Raises:
            PlainError: it is none, or larger than agreed.
        """
        width, height = jpeg_size(body)
        with self._news:
            most = max(self._size)
            if max(width, height) > most or width * height > self._size[0] * self._size[1]:
                raise PlainError(TOO_LARGE.format(width=width, height=height, most=most))
            if not self._wanted or not self._open or self._over:
                return
            self._picture, self._seen = body, (width, height)
            self._came.append(self._clock())
            self._news.notify_all()

    def fetch(self, within_s: float) -> bytes | None:
        """Wait for a picture; None where none comes, or the camera is switched off."""
        with self._news:
            self._news.wait_for(
                lambda: self._picture is not None or not (self._wanted and self._open), within_s
            )
            body, self._picture = self._picture, None
            return body

    def missing(self) -> Text | None:
        """Say why no picture can be had; None where one may come."""
        with self._news:
            if not self._open:
                return _CLOSED
            if not self._there():
                return _NOT_THERE if self._known else _NONE_YET
            return _REFUSED if self._word.refused else None

    def _there(self) -> bool:
        return self._clock() - self._heard <= HEARD_S

    def _order(self) -> PhoneOrder:
        width, height = self._size
        wanted = self._wanted and self._open and not self._over
        every_ms = round(1000 / self._rate)
        quality = QUALITIES[self._quality]
        return PhoneOrder(wanted, width, height, quality, every_ms, self._torch, self._over)

    def _weigh(self, took_ms: int) -> None:
        """Ask for fewer bytes where pictures are long on their way, for more where they fly."""
        self._slow = self._slow + 1 if took_ms > SLOW_MS else 0
        self._quick = self._quick + 1 if took_ms < QUICK_MS else 0
        if self._slow >= _SLOW_AFTER:
            self._slow, self._quality = 0, min(self._quality + 1, len(QUALITIES) - 1)
        elif self._quick >= _QUICK_AFTER:
            self._quick, self._quality = 0, max(self._quality - 1, 0)


class PhoneCapture:
    """A phone as `vision.camera.live` sees a camera."""

    def __init__(self, line: PhoneLine) -> None:
        self._line = line
        self._body: bytes | None = None
        self._patience = FIRST_S

    @property
    def reason(self) -> Text | None:
        """What to say once it is gone."""
        return self._line.missing() or _NO_PICTURE

    def grab(self) -> bool:
        """Wait for the next picture."""
        self._body = self._line.fetch(self._patience)
        self._patience = NEXT_S
        return self._body is not None

    def retrieve(self) -> Image | None:
        """Decode the picture grabbed last."""
        if self._body is None:
            return None
        raw = np.frombuffer(self._body, np.uint8)
        # Its size was read from its head: whatever else it says of how it was held is not asked.
        picture = cv2.imdecode(raw, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
        return None if picture is None else as_image(picture)

    def release(self) -> None:
        """Let go of the picture; the phone goes on, or not, as the switch says."""
        self._body = None


def phone_opener(line: PhoneLine, width: int, height: int, rate: int) -> CaptureOpener:
    """Return what takes the phone up once it is there; each attempt raises `PlainError` in vain."""

    def open_phone() -> PhoneCapture:
        line.size(width, height, rate)
        missing = line.missing()
        if missing is not None:
            raise PlainError(missing)
        return PhoneCapture(line)

    return open_phone


_START, _END = b"\xff\xd8", b"\xff\xd9"
_ONE_PASS = (0xC0, 0xC1)
_OTHER_PASSES = (0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF)
_SCAN = 0xDA
_NO_SEGMENT = (0x00, 0x01, *range(0xD0, 0xDA))


def jpeg_size(body: bytes) -> tuple[int, int]:
    """Return width and height of a JPEG by its head (ISO/IEC 10918-1, B.2); nothing is decoded.

    Taken is what a browser makes: eight bits, one scan with every component. Many scans let a small
    file cost minutes.

    Raises:
        PlainError: it is anything else.
    """
    if not (body.startswith(_START) and body.endswith(_END)):
        raise PlainError(NO_JPEG)
    at, frame = 2, None
    while at + 4 <= len(body):
        mark, kind, length = struct.unpack_from(">BBH", body, at)
        if mark != 0xFF or kind in _NO_SEGMENT or kind in _OTHER_PASSES or length < 2:
            break
        inside = body[at + 4 : at + 2 + length]
        if kind in _ONE_PASS and frame is None and len(inside) >= 6:
            frame = struct.unpack_from(">BHHB", inside)
        elif kind in _ONE_PASS:
            break
        elif kind == _SCAN:
            return _size(frame, inside)
        at += 2 + length
    raise PlainError(NO_JPEG)


def _size(frame: tuple[int, ...] | None, scan: bytes) -> tuple[int, int]:
    if frame is None:
        raise PlainError(NO_JPEG)
    bits, height, width, parts = frame
    whole = bits == 8 and parts in (1, 3) and scan[:1] == bytes([parts])
    if not whole or min(width, height) < SMALLEST_SIDE:
        raise PlainError(NO_JPEG)
    return width, height
