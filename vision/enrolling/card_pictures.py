"""One card cut out of each picture, and what speaks against learning from it.

A picture is a clean face, a cut-out with alpha, or a photograph in which one card lies on any plain
ground. What cannot be read safely later is said here, picture by picture and beside its fellows: a
blurred, dark or burnt-out picture, glare, a card cut off by the edge, a picture without a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.text import Text, os_reason
from vision.arrays import Floats, Image, Mask, as_image
from vision.enrolling import picture_faults
from vision.enrolling.cutout import CutOut, PictureKind, cut_at, cut_out
from vision.enrolling.picture_faults import (
    CLEAR_LENGTH,
    SHORTEST,
    Flaw,
    Focus,
    RejectedPicture,
    flaw_of,
    focus_of,
    is_burnt,
    is_dark,
    is_soft,
    is_soft_though_small,
    is_softer,
)
from vision.enrolling.rows import LaidDoubt, find_rows

UNREAD_SUFFIXES = frozenset(
    {".arw", ".avif", ".cr2", ".dng", ".gif", ".heic", ".heif", ".jxl", ".nef", ".pdf", ".svg"}
)
"""Pictures that are named when they are a card's, so that nobody misses it: they cannot be read."""
ASPECT_SPREAD = 0.08
_CUT_SPREAD = 0.12
_AT_THE_EDGE = 0.004
_LEAST_EVIDENCE = 0.6
"""Share of a card's sides that has to be seen where it lies alone."""


def read_picture(path: Path, *, upright: bool = False) -> tuple[Image, Mask | None] | None:
    """Return a picture [h,w,3] and its alpha channel [h,w], if it has one; None: unreadable.

    `upright` turns it as the camera says it was held; then there is no alpha channel.
    """
    raw = cv2.imread(str(path), cv2.IMREAD_COLOR if upright else cv2.IMREAD_UNCHANGED)
    if raw is None:
        return None
    picture = np.asarray(raw)
    if picture.dtype == np.uint16:
        picture = (picture // 257).astype(np.uint8)
    if picture.dtype != np.uint8:
        return None
    picture = as_image(picture)
    if picture.ndim == 2:
        return as_image(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)), None
    alpha = np.ascontiguousarray(picture[..., 3]) if picture.shape[2] == 4 else None
    return np.ascontiguousarray(picture[..., :3]), alpha


@dataclass(frozen=True, slots=True, eq=False)
class CardPicture:
    """One picture of a card, cut out."""

    name: str
    """The file's name; of cards in rows their number as well."""
    size: tuple[int, int]
    """Width and height of the picture."""
    cut: CutOut
    focus: Focus
    burnt: bool
    """Whether the camera took the card too bright."""
    doubt: LaidDoubt | None = None
    """Why it is not certain that it was cut where the card ends."""
    around: Image | None = None
    """Of a card in rows, for people: what lies around it as well, with the line of the cut."""

    @property
    def photographed(self) -> bool:
        """Whether it is a photograph; what fills its picture may be one as well."""
        return self.cut.kind is PictureKind.PHOTOGRAPH

    @property
    def length(self) -> float:
        """Length of the card in pixels of the picture."""
        quad = self.cut.corners
        return float(np.linalg.norm(quad[2] - quad[1]) + np.linalg.norm(quad[3] - quad[0])) / 2

    @property
    def at_the_edge(self) -> bool:
        """Whether a corner lies on the picture's border."""
        slack = 1.0 + _AT_THE_EDGE * max(self.size)
        limit = np.array(self.size) - 1.0 - slack
        return bool(np.any(self.cut.corners < slack) or np.any(self.cut.corners > limit))


def cut_view(path: Path) -> CardPicture | RejectedPicture:
    """Cut the one card out of a picture, or say why that cannot be done."""
    read = read_or_doubt(path)
    if isinstance(read, RejectedPicture):
        return read
    picture, alpha = read
    if max(picture.shape[:2]) < SHORTEST:
        return RejectedPicture(path.name, picture_faults.FLAWS[Flaw.SMALL])
    found = cut_out(picture, alpha)
    if found is None:
        dark = is_dark(picture)
        return RejectedPicture(
            path.name, picture_faults.FLAWS[Flaw.DARK] if dark else picture_faults.NO_CARD
        )
    burnt = found.kind is PictureKind.PHOTOGRAPH and is_burnt(found.face, picture, found.corners)
    size = (picture.shape[1], picture.shape[0])
    return CardPicture(path.name, size, found, focus_of(found.face), burnt)


def cut_views(paths: Sequence[Path]) -> list[CardPicture | RejectedPicture]:
    """Cut each picture's card out; where none stands out, what the others show is looked for.

    A white card on white ground shows itself by the thin lines of its rim only, and only to
    somebody who knows its shape.
    """
    cut = [cut_view(path) for path in paths]
    sure = [v for v in cut if isinstance(v, CardPicture) and v.cut.kind is not PictureKind.FACE]
    if not sure:
        return cut
    aspect = common_aspect(sure)
    for index, (path, view) in enumerate(zip(paths, cut, strict=True)):
        if isinstance(view, RejectedPicture):
            lost = view.why == picture_faults.NO_CARD
        else:
            astray = abs(view.cut.aspect / aspect - 1) > ASPECT_SPREAD
            lost = astray and view.cut.kind is PictureKind.FACE
        if lost:
            cut[index] = _faintly_seen(path, aspect) or view
    return cut


def _faintly_seen(path: Path, aspect: float) -> CardPicture | None:
    """Return the card of known shape whose rim can be seen at all."""
    read = read_picture(path)
    if read is None:
        return None
    picture, _ = read
    laid = find_rows(picture, aspect)
    if len(laid) != 1 or laid[0].evidence < _LEAST_EVIDENCE:
        return None
    size = (picture.shape[1], picture.shape[0])
    cut = cut_at(picture, laid[0].quad)
    if abs(cut.aspect / aspect - 1) > ASPECT_SPREAD:
        return None
    return CardPicture(path.name, size, cut, focus_of(cut.face), burnt=False)


def read_or_doubt(
    path: Path, *, upright: bool = False
) -> tuple[Image, Mask | None] | RejectedPicture:
    """Return a picture and its alpha channel, or say why it cannot be read."""
    suffix = path.suffix.lower()
    if suffix in UNREAD_SUFFIXES:
        return RejectedPicture(path.name, picture_faults.OTHER_FORMAT.format(suffix=suffix))
    try:
        path.open("rb").close()
    except OSError as error:
        return RejectedPicture(path.name, os_reason(error))
    return read_picture(path, upright=upright) or RejectedPicture(
        path.name, picture_faults.UNREADABLE
    )


def common_aspect(views: Sequence[CardPicture]) -> float:
    """Return width over length of the cards; 1 without any."""
    aspects: Floats = np.array([view.cut.aspect for view in views] or [1.0])
    return float(np.median(aspects))


def doubts_about(views: Sequence[CardPicture]) -> list[RejectedPicture]:
    """Return what is wrong with the views, one doubt a view at most."""
    aspect = common_aspect(views)
    found = []
    for view in views:
        flaw = _flaw(view)
        why = _out_of_shape(view, views, aspect) if flaw is None else picture_faults.FLAWS[flaw]
        if why is not None:
            found.append(RejectedPicture(view.name, why))
    return found


def softer_than_fellows(views: Sequence[CardPicture]) -> tuple[str, ...]:
    """Return the names of the pictures that are softer than the others of their kind."""
    large = [view for view in views if view.length >= CLEAR_LENGTH]
    fellows = {
        photographed: [view.focus for view in large if view.photographed is photographed]
        for photographed in (False, True)
    }
    return tuple(v.name for v in large if is_softer(v.focus, fellows[v.photographed]))


def _flaw(view: CardPicture) -> Flaw | None:
    """Return what is wrong with how a card was taken; a drawn face has no glare."""
    if view.length < SHORTEST:
        return Flaw.SMALL
    if view.cut.kind is not PictureKind.ALPHA and is_dark(view.cut.face):
        return Flaw.DARK
    if view.photographed and (flaw := flaw_of(view.cut.face, view.length)) is not None:
        return flaw
    if view.length >= CLEAR_LENGTH:
        if view.burnt:
            return Flaw.BURNT
        soft = is_soft(view.focus, photographed=view.photographed)
    else:
        soft = not view.photographed and is_soft_though_small(view.focus)
    return Flaw.BLURRED if soft else None


def _out_of_shape(view: CardPicture, views: Sequence[CardPicture], aspect: float) -> Text | None:
    """Return why something else than the whole card seems to be cut out, or None."""
    astray = abs(view.cut.aspect / aspect - 1)
    if view.cut.kind is PictureKind.FACE:
        alone = all(other.cut.kind is PictureKind.FACE for other in views)
        return picture_faults.NO_CARD if not alone and astray > ASPECT_SPREAD else None
    return picture_faults.CUT_OFF if astray > _CUT_SPREAD and view.at_the_edge else None
