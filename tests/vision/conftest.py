"""What the tests of vision share: the nets and the drawn deck."""

from __future__ import annotations

import pytest

from tests.vision.drawn import drawn_profile
from vision.nets import Nets, load_nets
from vision.profile import Profile


@pytest.fixture(scope="session")
def nets() -> Nets:
    return load_nets()


@pytest.fixture(scope="session")
def profile(nets: Nets) -> Profile:
    return drawn_profile(nets)
