"""Preloaded by a scheduler or a worker of a test: says its address once it is up."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


async def dask_setup(service: Any) -> None:
    """Tell the test; a worker is asked only when it can take tasks, which is soon after."""
    Path(os.environ["READY"]).write_text(f"{service.address}\n", "utf-8")
