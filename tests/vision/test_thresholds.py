"""No number of watching changes unnoticed."""

from __future__ import annotations

import hashlib
from dataclasses import FrozenInstanceError, fields

import pytest

from vision.watching.thresholds import THRESHOLDS

MEASURED = "780e36cb089baa30"
"""Of the thresholds that own evenings were measured with last. Who changes one measures again."""


def test_a_changed_threshold_is_noticed() -> None:
    assert hashlib.sha256(repr(THRESHOLDS).encode()).hexdigest()[:16] == MEASURED


def test_nobody_changes_one_while_a_table_is_watched() -> None:
    for group in fields(THRESHOLDS):
        values = getattr(THRESHOLDS, group.name)
        with pytest.raises(FrozenInstanceError):
            setattr(values, fields(values)[0].name, 0)
