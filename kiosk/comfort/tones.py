"""The tones: made here, short and calm, no siren (KIOSK screen 3)."""

from __future__ import annotations

import io
import math
import struct
import wave
from enum import Enum
from functools import cache

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
