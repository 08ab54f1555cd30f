"""The pictures of a folder, cut out, and what is wrong with each, alone or beside the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.text import Text, os_reason
from vision.arrays import Floats, Image, Mask
from vision.enrolling import doubts
from vision.enrolling.cutout import CutOut, Kind, cut_out
from vision.enrolling.doubts import Doubt
from vision.enrolling.face_quality import SHORTEST, Flaw, flaw_of
from vision.enrolling.folder import UNREAD_SUFFIXES, read_picture
from vision.enrolling.picture_quality import (
    CLEAR_LENGTH,
    Focus,
    focus_of,
    is_burnt,
    is_dark,
    is_soft,
    is_soft_though_small,
    is_softer,
)

ASPECT_SPREAD = 0.08
_CUT_SPREAD = 0.12
_AT_THE_EDGE = 0.004


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One picture of a card, cut out."""

    path: Path
    size: tuple[int, int]
    """Width and height of the picture."""
    cut: CutOut
    focus: Focus
    burnt: bool
    """Whether the camera took the card too bright."""

    @property
    def photographed(self) -> bool:
        """Whether it is a photograph; what fills its picture may be one as well."""
        return self.cut.kind is Kind.PHOTOGRAPH

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


def cut_view(path: Path) -> View | Doubt:
    """Cut the one card out of a picture, or say why that cannot be done."""
    read = read_or_doubt(path)
    if isinstance(read, Doubt):
        return read
    picture, alpha = read
    if max(picture.shape[:2]) < SHORTEST:
        return Doubt(path.name, doubts.FLAWS[Flaw.SMALL])
    found = cut_out(picture, alpha)
    if found is None:
        dark = is_dark(picture)
        return Doubt(path.name, doubts.FLAWS[Flaw.DARK] if dark else doubts.NO_CARD)
    burnt = found.kind is Kind.PHOTOGRAPH and is_burnt(found.face, picture, found.corners)
    size = (picture.shape[1], picture.shape[0])
    return View(path, size, found, focus_of(found.face), burnt)


def read_or_doubt(path: Path) -> tuple[Image, Mask | None] | Doubt:
    """Return a picture and its alpha channel, or say why it cannot be read."""
    suffix = path.suffix.lower()
    if suffix in UNREAD_SUFFIXES:
        return Doubt(path.name, doubts.OTHER_FORMAT.format(suffix=suffix))
    try:
        path.open("rb").close()
    except OSError as error:
        return Doubt(path.name, os_reason(error))
    return read_picture(path) or Doubt(path.name, doubts.UNREADABLE)


def common_aspect(views: Sequence[View]) -> float:
    """Return width over length of the cards; 1 without any."""
    aspects: Floats = np.array([view.cut.aspect for view in views] or [1.0])
    return float(np.median(aspects))


def doubts_about(views: Sequence[View]) -> list[Doubt]:
    """Return what is wrong with the views, one doubt a view at most."""
    aspect = common_aspect(views)
    found = []
    for view in views:
        flaw = _flaw(view)
        why = _out_of_shape(view, views, aspect) if flaw is None else doubts.FLAWS[flaw]
        if why is not None:
            found.append(Doubt(view.path.name, why))
    return found


def softer_than_fellows(views: Sequence[View]) -> tuple[str, ...]:
    """Return the names of the pictures that are softer than the others of their kind."""
    large = [view for view in views if view.length >= CLEAR_LENGTH]
    fellows = {
        photographed: [view.focus for view in large if view.photographed is photographed]
        for photographed in (False, True)
    }
    return tuple(v.path.name for v in large if is_softer(v.focus, fellows[v.photographed]))


def _flaw(view: View) -> Flaw | None:
    """Return what is wrong with how a card was taken; a drawn face has no glare."""
    if view.length < SHORTEST:
        return Flaw.SMALL
    if view.cut.kind is not Kind.ALPHA and is_dark(view.cut.face):
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


def _out_of_shape(view: View, views: Sequence[View], aspect: float) -> Text | None:
    """Return why something else than the whole card seems to be cut out, or None."""
    astray = abs(view.cut.aspect / aspect - 1)
    if view.cut.kind is Kind.FACE:
        alone = all(other.cut.kind is Kind.FACE for other in views)
        return doubts.NO_CARD if not alone and astray > ASPECT_SPREAD else None
    return doubts.CUT_OFF if astray > _CUT_SPREAD and view.at_the_edge else None
