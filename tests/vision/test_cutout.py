"""Cutting a card out: how sharp its face is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import as_image
from vision.enrolling.cutout import sharpness
from vision.enrolling.picture_faults import BLURRED
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH


@pytest.mark.parametrize("print_size", [16, 60])
def test_a_sharp_face_is_sharp_however_little_is_printed_on_it(print_size: int) -> None:
    """An ace with one small sign is as sharp as a picture; out of focus neither is."""
    face = np.full((CROP_HEIGHT, CROP_WIDTH, 3), 235, np.uint8)
    cv2.circle(face, (CROP_WIDTH // 2, CROP_HEIGHT // 2), print_size // 2, (30, 30, 160), -1)
    blurred = as_image(cv2.GaussianBlur(face, (0, 0), 4.0))
    assert sharpness(face) > 2 * BLURRED
    assert sharpness(blurred) < BLURRED
