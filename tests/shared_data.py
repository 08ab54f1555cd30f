"""Where the large test data lies: decks, photographs, deal files and recorded evenings.

`MEHRKOPF_DATA` names the folder (empty: there is none); without it `data` in the folder `shared`
beside the checkout is taken. Tests that need it carry the marker `shared` and are skipped, saying
so, where it is absent.
"""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The checkout."""


def find_data() -> Path | None:
    """Return the data folder, or None where there is none.

    Raises:
        FileNotFoundError: `MEHRKOPF_DATA` names a folder that does not exist.
    """
    named = os.environ.get("MEHRKOPF_DATA")
    if named == "":
        return None
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    if named and not folder.is_dir():
        raise FileNotFoundError(f"MEHRKOPF_DATA names no folder: {named}")
    return folder.resolve() if folder.is_dir() else None


DATA = find_data()
"""The data folder, or None; tests ask for it through `shared_path` or the fixture of that name."""


def shared_path(*parts: str) -> Path:
    """Return a path below the data folder.

    Raises:
        FileNotFoundError: the data are absent, or hold no such thing. A test gets here only with
            the marker `shared`, so this is a mistake in the test and no reason to skip it.
    """
    if DATA is None:
        raise FileNotFoundError("no test data: a test that uses them needs the marker 'shared'")
    path = DATA.joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(path)
    return path
