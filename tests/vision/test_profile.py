"""The `.deck` file: every released format is read for ever; pictures may stay at home."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.text import PlainError
from tests.vision.drawn import DECK, Table, drawn_profile
from vision.arrays import Image, as_image
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH, Nets
from vision.reading.profile import KINDS, NegativeKind, Profile, embed_negatives, load_profile

GOLDEN = Path(__file__).parent / "golden"


def back() -> Image:
    """Draw a back: a lattice inside a white rim."""
    picture = np.full((CROP_HEIGHT, CROP_WIDTH, 3), 235, np.uint8)
    y, x = np.mgrid[6 : CROP_HEIGHT - 6, 6 : CROP_WIDTH - 6]
    lines = ((x + y) % 9 < 3) | ((x - y) % 9 < 3)
    picture[6:-6, 6:-6] = np.where(lines[..., None], (150, 60, 40), (225, 215, 210))
    return as_image(picture)


def table() -> Image:
    """Cut a piece out of the drawn table."""
    return as_image(Table().picture()[:CROP_HEIGHT, :CROP_WIDTH])


@pytest.fixture(scope="module")
def whole(nets: Nets) -> Profile:
    crops = np.stack([back(), table()])
    kinds = (NegativeKind.BACK, NegativeKind.TABLE)
    negatives = embed_negatives(nets.embedding, crops, kinds)
    return replace(drawn_profile(nets, DECK[:8]), negatives=negatives)


def test_a_deck_file_of_format_1_is_still_read(nets: Nets) -> None:
    read = load_profile(GOLDEN / "drawn-v1.deck", nets.embedding)
    assert read.cards == DECK[:8]
    assert len(read.negatives.kinds) == 0
    assert read.height_mm == 100.0
    again = drawn_profile(nets, DECK[:8])
    scores = read.similarities(again.prototypes)
    assert tuple(scores.argmax(1)) == again.owner


def test_negatives_are_kept_with_their_kinds(whole: Profile, nets: Nets, tmp_path: Path) -> None:
    path = tmp_path / "drawn.deck"
    whole.save(path)
    again = load_profile(path, nets.embedding)
    assert again.negatives.kinds == whole.negatives.kinds
    assert again.negatives.crop_kinds == (NegativeKind.BACK, NegativeKind.TABLE)
    np.testing.assert_allclose(again.negatives.vectors, whole.negatives.vectors, atol=1e-6)
    likeness = again.likeness_to_negatives(whole.negatives.vectors)
    assert likeness.shape == (4, len(KINDS))
    np.testing.assert_allclose(likeness[[0, 2], 0], 1.0, atol=1e-5)
    np.testing.assert_allclose(likeness[[1, 3], 1], 1.0, atol=1e-5)
    assert (likeness[:, 2] == -1.0).all()


def test_a_back_is_more_like_the_back_than_any_face(whole: Profile) -> None:
    faces = whole.likeness_to_negatives(whole.prototypes)[:, 0]
    assert float(faces.max()) < 0.8


def test_negatives_are_embedded_again_where_the_net_has_changed(
    whole: Profile, nets: Nets, tmp_path: Path
) -> None:
    path = tmp_path / "drawn.deck"
    older = replace(whole.negatives, vectors=-whole.negatives.vectors)
    replace(whole, net_sha256="of an older net", negatives=older).save(path)
    again = load_profile(path, nets.embedding)
    alike = (again.negatives.vectors * whole.negatives.vectors).sum(1)
    assert float(alike.min()) > 0.95


def test_an_export_holds_no_picture_and_reads_the_same(
    whole: Profile, nets: Nets, tmp_path: Path
) -> None:
    path = tmp_path / "drawn.deck"
    whole.without_pictures().save(path)
    with zipfile.ZipFile(path) as archive:
        assert not [name for name in archive.namelist() if name.endswith(".webp")]
    again = load_profile(path, nets.embedding)
    assert not again.pictured
    np.testing.assert_allclose(again.prototypes, whole.prototypes, atol=1e-6)
    np.testing.assert_allclose(again.negatives.vectors, whole.negatives.vectors, atol=1e-6)
    second = tmp_path / "second.deck"
    again.save(second)
    assert load_profile(second, nets.embedding).cards == whole.cards


def test_a_profile_without_pictures_does_not_survive_another_net(
    whole: Profile, nets: Nets, tmp_path: Path
) -> None:
    path = tmp_path / "drawn.deck"
    replace(whole.without_pictures(), net_sha256="of an older net").save(path)
    with pytest.raises(PlainError, match="enrol it again"):
        load_profile(path, nets.embedding)
