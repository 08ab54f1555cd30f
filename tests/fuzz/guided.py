"""Fuzzing guided by what inputs reach: `python -m tests.fuzz.guided SURFACE [words of libFuzzer]`.

Atheris chooses the inputs; it is no part of the product's environment:

    python3 -m venv /tmp/fuzz && /tmp/fuzz/bin/pip install atheris
    export PYTHONPATH=.:.venv/lib/python3.11/site-packages
    /tmp/fuzz/bin/python -m tests.fuzz.guided rules -runs=100000 -seed=1

It ends at the first finding and keeps that input in the folder it is started from.
"""

from __future__ import annotations

import importlib
import itertools
import logging
import sys
import tempfile
from pathlib import Path


def main() -> None:
    """Fuzz the surface that was named; atheris ends the program."""
    atheris = importlib.import_module("atheris")
    # What is measured has to be loaded by atheris itself.
    with atheris.instrument_imports(include=["engine", "firmware_bridge"]):
        fuzz = importlib.import_module("tests.fuzz.__main__")
        told = importlib.import_module("tests.fuzz.surfaces")
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        surface = told.surfaces(Path(folder))[sys.argv[1]]
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        for number, data in enumerate(itertools.islice(told.inputs(surface, 1), 200)):
            (corpus / str(number)).write_bytes(data)

        def one(data: bytes) -> None:
            found = fuzz.outcome(surface, data)
            if found not in ("understood", "told"):
                raise RuntimeError(found)

        atheris.Setup([sys.argv[0], *sys.argv[2:], "-max_len=20000", str(corpus)], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
