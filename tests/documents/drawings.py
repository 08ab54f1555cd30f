"""The pictures of docs/START.md: `python -m tests.documents.drawings` draws them anew.

Three ways to begin and three stands as drawings of their own, without a word in them, so that both
languages share them; and what the camera should see and should not: one moment of the sample
evening as it is, and the same spoiled. A test draws the drawings again and has the program's own
measure grade the moments (`test_drawings.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from kiosk.table.resumption import SAMPLE_VIDEO
from vision.arrays import Floats, Image

START = Path(__file__).parents[2] / "docs" / "start"
MOMENT_S = 10.5
"""Of the recording: the first trick lies there, and no hand."""
BARE_S = 2.0
"""And here nothing does yet."""
SHOWN = (480, 270)
QUALITY = 70

_INK, _WOOD, _SKY, _SEEN, _PAPER = "#22303c", "#c9a36b", "#f4f6f8", "#8fc9e8", "#ffffff"
_CM = 2.0
"""Pixels a centimetre of the stands, drawn from the side."""
_TOP, _LEFT, _RIGHT, _FLOOR = 230, 90, 250, 330
"""The table: its top's height, its ends, and the floor it stands on. It is 80 cm wide."""
_MIDDLE = (_LEFT + _RIGHT) // 2
_HIGH = _TOP - round(70 * _CM)
"""A lens 70 cm above the top."""


def _svg(width: int, height: int, *parts: str) -> str:
    back = f'<rect width="{width}" height="{height}" rx="10" fill="{_SKY}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return "\n".join((head, back, *parts, "</svg>", ""))


def _line(
    *points: tuple[float, float], width: float = 4, colour: str = _INK, dash: str = ""
) -> str:
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"'
        f' stroke-linecap="round" stroke-linejoin="round"{dashed}/>'
    )


def _box(x: float, y: float, w: float, h: float, fill: str = _PAPER, turn: float = 0) -> str:
    turned = f' transform="rotate({turn:g} {x + w / 2:g} {y + h / 2:g})"' if turn else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="3" fill="{fill}"'
        f' stroke="{_INK}" stroke-width="2"{turned}/>'
    )


def _seen(x: float, y: float, left: float, right: float, down: float) -> str:
    return (
        f'<polygon points="{x:g},{y:g} {left:g},{down:g} {right:g},{down:g}" fill="{_SEEN}"'
        ' fill-opacity=".45"/>'
    )


def _words(x: float, y: float, text: str, size: int = 14) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="{size}" fill="{_INK}"'
        f' text-anchor="middle">{text}</text>'
    )


def _table() -> str:
    legs = [_line((x, _TOP + 10), (x, _FLOOR), width=7, colour=_WOOD) for x in (104, 236)]
    top = _box(_LEFT, _TOP, _RIGHT - _LEFT, 10, _WOOD)
    cards = [_box(x, _TOP - 3, 18, 3) for x in (136, 160, 184)]
    floor = _line((20, _FLOOR + 3), (320, _FLOOR + 3), width=2)
    return "\n".join((*legs, top, *cards, floor))


def _measured(top: float, text: str) -> str:
    x = 288
    ends = (_line((x - 6, y), (x + 6, y), width=2) for y in (top, _TOP))
    return "\n".join((_line((x, top), (x, _TOP), width=2), *ends, _words(x, top - 10, text)))


def _above(*stand: str) -> str:
    """Draw a stand with a camera that looks straight down on the middle of the table."""
    half = 23 * _CM
    return _svg(
        340,
        350,
        _seen(_MIDDLE, _HIGH, _MIDDLE - half, _MIDDLE + half, _TOP),
        _table(),
        *stand,
        _box(_MIDDLE - 16, _HIGH - 8, 32, 7, _INK),
        f'<circle cx="{_MIDDLE}" cy="{_HIGH}" r="4" fill="{_SEEN}" stroke="{_INK}"/>',
        _measured(_HIGH, "60–90 cm"),
    )


def lamp() -> str:
    """Draw a jointed lamp arm that is clamped to the table's edge."""
    elbow = (52, 150)
    clamp = _box(_LEFT - 8, _TOP - 6, 20, 26, _INK)
    joints = [
        f'<circle cx="{x}" cy="{y}" r="6" fill="{_PAPER}" stroke="{_INK}" stroke-width="2"/>'
        for x, y in (elbow, (100, _HIGH - 24))
    ]
    arm = _line((_LEFT, _TOP), elbow, (100, _HIGH - 24), (_MIDDLE, _HIGH - 8), width=5)
    return _above(clamp, arm, *joints)


def tripod() -> str:
    """Draw a tripod on the floor whose boom reaches over the table, with a weight behind."""
    top = (48, _HIGH - 12)
    legs = [_line((48, 200), (x, _FLOOR), width=4) for x in (26, 48, 70)]
    boom = _line((22, top[1]), (_MIDDLE, top[1]), width=5)
    return _above(*legs, _line((48, 200), top, width=5), boom, _box(12, top[1], 20, 26, _INK))


def books() -> str:
    """Draw a heap of books at the table's edge, a telephone looking down from it askew."""
    high = 44 * _CM
    count = 8
    thick = high / count
    colours = ("#b5523b", "#3d6b8e", "#6f8f4e", "#c98f2e")
    heap = [
        _box(
            _LEFT + (2 if each % 3 else 5), _TOP - thick * (each + 1), 48, thick, colours[each % 4]
        )
        for each in range(count)
    ]
    lens = (_LEFT + 58, _TOP - high - 2)
    return _svg(
        340,
        350,
        _seen(*lens, _MIDDLE - 14, _RIGHT - 6, _TOP),
        _table(),
        *heap,
        _box(lens[0] - 30, lens[1] - 6, 40, 6, _INK, turn=35),
        _box(_LEFT + 4, lens[1] - 24, 26, 18, "#888f96"),
        _line(lens, (lens[0], _TOP), width=2, dash="4 5"),
        _line(lens, (_MIDDLE + 26, _TOP), width=2, dash="4 5"),
        _words(lens[0] + 46, lens[1] + 34, "≤ 45°", 13),
        _measured(_TOP - high, "≥ 45 cm"),
    )


def _laptop(x: float, y: float, *screen: str) -> str:
    return "\n".join(
        (
            _box(x, y, 120, 78, "#dfe5ea"),
            _box(x + 6, y + 6, 108, 66),
            *screen,
            f'<polygon points="{x:g},{y + 78:g} {x + 120:g},{y + 78:g} {x + 138:g},{y + 92:g}'
            f' {x - 18:g},{y + 92:g}" fill="#aeb8c0" stroke="{_INK}" stroke-width="2"/>',
        )
    )


def _face(x: float, y: float) -> str:
    """Draw what the page shows while people play: four cards."""
    return "\n".join(_box(x + 2 + 26 * each, y + 12, 20, 36, "#f6f1e4") for each in range(4))


def _code(x: float, y: float, side: int = 44) -> str:
    """Draw what looks like a code to scan and says nothing."""
    cell = side / 11
    drawn = [_box(x - 3, y - 3, side + 6, side + 6)]
    for row in range(11):
        for column in range(11):
            eye = any(row in rows and column in columns for rows, columns in _EYES)
            rim = eye and (row % 8 in (0, 2) or column % 8 in (0, 2))
            if rim or (not eye and (row * 7 + column * 5 + row * column) % 3 == 0):
                drawn.append(
                    f'<rect x="{x + column * cell:g}" y="{y + row * cell:g}" width="{cell:g}"'
                    f' height="{cell:g}" fill="{_INK}"/>'
                )
    return "\n".join(drawn)


_EYES = ((range(3), range(3)), (range(3), range(8, 11)), (range(8, 11), range(3)))


def _looking(x: float, y: float, body: str) -> str:
    """Draw a camera above a small table with cards."""
    cards = [_box(x + dx, 214, 18, 3) for dx in (-34, -8, 18)]
    return "\n".join(
        (
            _seen(x, y, x - 56, x + 56, 217),
            _box(x - 90, 217, 180, 10, _WOOD),
            *cards,
            *(_line((x + dx, 227), (x + dx, 262), width=6, colour=_WOOD) for dx in (-78, 78)),
            body,
        )
    )


def _waves(x: float, y: float) -> str:
    return "\n".join(
        f'<path d="M {x - r:g} {y:g} A {r:g} {r:g} 0 0 1 {x + r:g} {y:g}" fill="none"'
        f' stroke="{_INK}" stroke-width="3" stroke-linecap="round"/>'
        for r in (8, 16, 24)
    )


def laptop_and_phone() -> str:
    """Draw a laptop that shows a code and a telephone above the table, nothing between them."""
    phone = _box(288, 84, 64, 9, _INK)
    return _svg(
        440,
        280,
        _looking(320, 92, phone),
        _laptop(40, 120, _code(78, 134)),
        _waves(188, 92),
        _waves(250, 72),
    )


def laptop_and_webcam() -> str:
    """Draw a laptop with a webcam on its cable above the table."""
    webcam = "\n".join((_box(298, 78, 44, 14, _INK), _line((320, 60), (320, 78), width=4)))
    cable = _line((160, 190), (205, 190), (205, 60), (320, 60), width=3)
    return _svg(440, 280, cable, _looking(320, 92, webcam), _laptop(40, 120, _face(50, 126)))


def pi() -> str:
    """Draw a Pi with screen, supply and camera."""
    webcam = "\n".join((_box(298, 78, 44, 14, _INK), _line((320, 60), (320, 78), width=4)))
    return _svg(
        440,
        280,
        _line((138, 232), (205, 232), (205, 60), (320, 60), width=3),
        _looking(320, 92, webcam),
        _box(40, 92, 128, 84, _INK),
        _box(46, 98, 116, 72),
        _face(50, 104),
        _line((104, 176), (104, 210), width=3),
        _box(70, 210, 70, 44, "#3f8f57"),
        *(_box(126, 215 + 18 * each, 16, 12, "#c8ccd0") for each in range(2)),
        _box(80, 222, 22, 20, _INK),
        _line((70, 246), (30, 246), width=3),
        _box(14, 236, 18, 20, _INK),
    )


DRAWINGS: dict[str, Callable[[], str]] = {
    "laptop-phone": laptop_and_phone,
    "laptop-webcam": laptop_and_webcam,
    "pi": pi,
    "lamp": lamp,
    "tripod": tripod,
    "books": books,
}


def moment(second: float = MOMENT_S) -> Image:
    """Return the sample's picture with its first trick on the table, or at another second."""
    film = cv2.VideoCapture(str(SAMPLE_VIDEO))
    film.set(cv2.CAP_PROP_POS_MSEC, second * 1000)
    there, picture = film.read()
    film.release()
    assert there
    return np.asarray(picture, np.uint8)


def _small(picture: Image) -> Image:
    height, width = picture.shape[:2]
    away = cv2.getRotationMatrix2D((width / 2, height / 2), 0, 0.4)
    return _warped(picture, np.vstack((away, (0, 0, 1))).astype(np.float64))


def _askew(picture: Image) -> Image:
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * (width, height)
    flat = np.array([[0.22, 0.4], [0.78, 0.4], [1.1, 1.0], [-0.1, 1.0]]) * (width, height)
    turned = cv2.getPerspectiveTransform(corners.astype(np.float32), flat.astype(np.float32))
    return _warped(picture, turned.astype(np.float64))


def _warped(picture: Image, matrix: Floats) -> Image:
    """Return the picture from elsewhere; beyond its border the bare table goes on."""
    height, width = picture.shape[:2]
    bare = cv2.warpPerspective(
        moment(BARE_S), matrix, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
    )
    there = cv2.warpPerspective(np.ones((height, width), np.uint8), matrix, (width, height))
    far = cv2.warpPerspective(picture, matrix, (width, height), flags=cv2.INTER_AREA)
    return np.asarray(np.where(there[..., None] > 0, far, bare), np.uint8)


def _dark(picture: Image) -> Image:
    return np.asarray(picture * 0.1, np.uint8)


def _glare(picture: Image) -> Image:
    height, width = picture.shape[:2]
    light = np.zeros((height, width), np.float32)
    cv2.ellipse(light, (width // 2, height // 2 - 40), (150, 110), 20, 0, 360, 500, -1)
    soft = cv2.GaussianBlur(light, (0, 0), 40)
    return np.asarray(np.clip(picture + soft[..., None], 0, 255), np.uint8)


def _blurred(picture: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 7), np.uint8)


MOMENTS: dict[str, Callable[[Image], Image]] = {
    "good": lambda picture: picture,
    "small": _small,
    "askew": _askew,
    "dark": _dark,
    "glare": _glare,
    "blurred": _blurred,
}


def main() -> None:
    """Draw them all."""
    START.mkdir(exist_ok=True)
    for name, drawn in DRAWINGS.items():
        (START / f"{name}.svg").write_text(drawn(), encoding="utf-8")
    seen = moment()
    for name, spoiled in MOMENTS.items():
        small = cv2.resize(spoiled(seen), SHOWN, interpolation=cv2.INTER_AREA)
        done, data = cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
        assert done
        (START / f"{name}.webp").write_bytes(data.tobytes())


if __name__ == "__main__":
    main()
