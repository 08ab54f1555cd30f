"""What the table looks like at large."""

from __future__ import annotations

from vision.sighting import TableActivity
from vision.watching.commotion import Commotion


def moving(starting: bool, commotion: Commotion) -> TableActivity:
    """Return what to call a table where something moves; `starting` before the first rest."""
    if starting:
        return TableActivity.STARTING
    return TableActivity.SWEPT if commotion.on else TableActivity.MOVING


def resting(commotion: Commotion, unread: bool, cards: int) -> TableActivity:
    """Return what to call a table at rest with so many cards, some of it `unread` or not."""
    if commotion.on:
        return TableActivity.SWEPT
    if unread:
        return TableActivity.HAND
    return TableActivity.STABLE if cards else TableActivity.EMPTY
