"""Pictures of the screens, kept in `docs/screens` and compared with what a browser shows now."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEPT = Path(__file__).parents[3] / "docs" / "screens"
QUALITY = 40
"""Of the WebP that is kept; text stays crisp, a picture of 1280x800 takes some 20 KB."""
CELL = 8
"""Pixels a side of the squares that are compared: smaller is how letters are smoothed."""
RIM = 14
"""Pixels at the edge that are left out: the strip drawn there goes on by its own time."""
FAR = 24
"""Levels (of 255) from which a square looks different."""
MOST_UNLIKE = 0.004
"""Share of squares that may look different: a digit changed is more, a smoothed edge less."""

NO_PICTURE = "there is no picture yet"
"""Said of a step of a walk whose pictures are not kept."""

Picture = NDArray[np.uint8]


@dataclass
class Album:
    """The pictures of one walk at one size; compared, or with `renew` kept anew."""

    name: str
    """`game-1280x800`."""
    renew: bool = False
    unlike: list[str] = field(default_factory=list)
    """Pictures that look different, or are missing."""
    taken: list[Path] = field(default_factory=list)

    def take(self, page: Page, step: str) -> None:
        """Take the picture of a step; nothing moves and every face is there."""
        settle(page)
        shown = decoded(page.screenshot())
        path = KEPT / self.name / f"{len(self.taken) + 1:02}-{step}.webp"
        self.taken.append(path)
        if self.renew:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(encoded(shown))
        elif not path.exists():
            self.unlike.append(f"{path.name}: {NO_PICTURE}")
        else:
            share = unlike(shown, decoded(path.read_bytes()))
            if share > MOST_UNLIKE:
                self.unlike.append(f"{path.parent.name}/{path.name}: {share:.1%} looks different")


def settle(page: Page) -> None:
    """Wait until page, letters and faces are there and what moves once has come to rest."""
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    page.evaluate("Promise.all([...document.images].map(image => image.decode().catch(() => 0)))")
    # What follows scrolling never comes to an end.
    page.evaluate(
        "Promise.all(document.getAnimations().filter(each => each.timeline === document.timeline)"
        ".filter(each => each.effect.getComputedTiming().iterations !== Infinity)"
        ".map(each => each.finished.catch(() => 0)))"
    )


def at_rest(page: Page) -> Picture:
    """Return the page once it looks the same twice: drawings within drawings load on their own."""
    settle(page)
    before = page.screenshot()
    while (now := page.screenshot()) != before:
        before = now
    return decoded(now)


def decoded(data: bytes) -> Picture:
    """Return the pixels of an image file."""
    found = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return cast(Picture, found)


def encoded(picture: Picture, quality: int = QUALITY) -> bytes:
    """Return the picture as WebP."""
    done, data = cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, quality])
    assert done
    return data.tobytes()


def unlike(one: Picture, other: Picture) -> float:
    """Return which part of two pictures looks different, 0..1; all of it where the sizes differ."""
    if one.shape != other.shape:
        return 1.0
    one, other = (each[RIM:-RIM, RIM:-RIM] for each in (one, other))
    height, width = one.shape[:2]
    size = (max(1, width // CELL), max(1, height // CELL))
    small = [
        cv2.resize(each, size, interpolation=cv2.INTER_AREA).astype(np.int16)
        for each in (one, other)
    ]
    apart = np.abs(small[0] - small[1]).max(axis=2) > FAR
    return float(apart.mean())
