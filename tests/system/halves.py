"""The two halves of the system test, one beside the other on two cores: the guests, and all others.

Each half shares what is made once: the guest with the devices, a root, the wheels. xdist's own
groups will not do: it writes a test's group where pytest 9.2 no longer looks, so that each test
goes wherever there is room. `-p tests.system.halves` brings this.
"""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadScopeScheduling

GUESTS = {"test_camera.py", "test_pins.py", "test_power_cut.py", "test_stick.py", "test_strip.py"}


def half_of(test: str) -> str:
    """Return which half a test belongs to, given as pytest names it."""
    return "guests" if test.partition("::")[0].rpartition("/")[2] in GUESTS else "others"


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> LoadScopeScheduling:
    """Keep each half on one core."""
    halves = LoadScopeScheduling(config, log)
    halves._split_scope = half_of
    return halves
