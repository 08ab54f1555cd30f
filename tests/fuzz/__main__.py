"""Fuzzing by hand: `python -m tests.fuzz SURFACE --inputs 200000 --seed 1`; `all` for every one.

Each input is understood or told in one sentence, within `--seconds`; what is not is written into
the folder `--keep`, by name of surface and seed. `tests.fuzz.guided` chooses by what inputs reach.
"""

from __future__ import annotations

import argparse
import itertools
import logging
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from engine.text import PlainError
from tests.fuzz.pages import page_surfaces
from tests.fuzz.surfaces import Surface, check_sentence, inputs, surfaces

MOST_MEMORY = 4 * 1024**3
"""Bytes of address space; an input that asks for more is a finding."""
LONGEST_S = 5.0


def outcome(surface: Surface, data: bytes, seconds: float = LONGEST_S) -> str:
    """Return `understood`, `told`, or what is wrong with how an input was taken."""
    begun = time.monotonic()
    try:
        surface.read(data)
        found = "understood"
    except PlainError as error:
        found = "told"
        try:
            check_sentence(error.text)
        except AssertionError as no_sentence:
            return f"no sentence: {no_sentence}"
    except Exception:
        return traceback.format_exc()
    taken = time.monotonic() - begun
    return f"{taken:.1f} seconds" if taken > seconds else found


def fuzz(name: str, surface: Surface, count: int, seed: int, seconds: float, keep: Path) -> int:
    """Try so many inputs; return how many were findings, each kind of which is kept once."""
    counted: Counter[str] = Counter()
    begun = time.monotonic()
    for data in itertools.islice(inputs(surface, seed), count):
        found = outcome(surface, data, seconds)
        counted["finding" if found not in ("understood", "told") else found] += 1
        if found in ("understood", "told"):
            continue
        last = found.strip().splitlines()
        at = next((line for line in reversed(last) if line.startswith("  File")), "")
        kind = f"{last[-1][:160]} | {at.strip()}"
        if kind not in counted:
            keep.mkdir(parents=True, exist_ok=True)
            path = keep / f"{name}-{seed}-{sum(counted.values())}"
            path.write_bytes(data)
            path.with_suffix(".txt").write_text(found, "utf-8", "backslashreplace")
            print(f"{name}: {kind} ({path})".encode(errors="replace").decode(), flush=True)
        counted[kind] += 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{name}: {count} inputs, seed {seed}: {counted['understood']} understood, "
        f"{counted['told']} told, {counted['finding']} findings; "
        f"{time.monotonic() - begun:.0f} s, at most {peak} MB",
        flush=True,
    )
    return counted["finding"]


def main() -> int:
    """Fuzz what was named."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("surface")
    parser.add_argument("--inputs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=LONGEST_S)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "fuzz-findings")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    logging.disable()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        known = surfaces(Path(folder)) | page_surfaces(Path(folder), stack)
        if asked.surface not in (*known, "all"):
            parser.error(f"one of {', '.join(known)}, or all")
        chosen = known if asked.surface == "all" else {asked.surface: known[asked.surface]}
        found = [
            fuzz(name, surface, asked.inputs, asked.seed, asked.seconds, asked.keep)
            for name, surface in chosen.items()
        ]
    return 1 if any(found) else 0


if __name__ == "__main__":
    sys.exit(main())
