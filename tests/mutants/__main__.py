"""`make mutants`: faults planted one by one by Cosmic Ray, each run against its area's tests.

A fixed seed draws places in an area's code, and at each of them one of the faults Cosmic Ray knows.
What was noticed is kept in `build/mutants`, so that a run that was broken off goes on; faults that
were not noticed are tried again by the next run. Where the code or its table in `areas.toml`
changed, faults are drawn anew. They are planted in a copy of the tree.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test, mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkItem

from tests.evenings.proof import commit, machine
from tests.shared_data import ROOT

TABLE: dict[str, Any] = tomllib.loads((ROOT / "tests/mutants/areas.toml").read_text("utf-8"))
KEPT = ROOT / "build" / "mutants"
PAGE = ROOT / "docs" / "MUTANTS.md"
MOST_TIMES = 5
"""A run that takes so many times as long as without a fault has noticed it."""
HEAD = f"""# Planted faults

Written by `make mutants`: at places drawn by a fixed seed one small fault each, run against the
fast tests of its area ([areas.toml](../tests/mutants/areas.toml)). A fault is noticed where a test
fails, or where the tests take more than {MOST_TIMES} times as long. Some that are not noticed
change nothing anybody could see.

| area | planted | noticed | of these by the time | not noticed | commit |
|---|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Area:
    """Some modules of the product, and the command that tests them; paths are the tree's."""

    name: str
    modules: tuple[Path, ...]
    command: str
    faults: int

    @property
    def session(self) -> Path:
        """The file with the faults and what came of them: another for other code."""
        told = repr((self.modules, self.faults, TABLE["seed"], TABLE["without"])).encode()
        code = b"".join(module.read_bytes() for module in self.modules)
        return KEPT / f"{self.name}-{hashlib.sha256(told + code).hexdigest()[:16]}.sqlite"


def called(pattern: str) -> list[Path]:
    """Return what a pattern of the table fits.

    Raises:
        FileNotFoundError: it fits nothing.
    """
    found = sorted(Path().glob(pattern))
    if not found:
        raise FileNotFoundError(f"areas.toml: nothing is called {pattern}")
    return found


def area(name: str, faults: int) -> Area:
    """Read an area from the table."""
    modules = {path for pattern in TABLE["areas"][name]["product"] for path in called(pattern)}
    tests = [str(path) for pattern in TABLE["areas"][name]["tests"] for path in called(pattern)]
    marks = "not system and not prove and not train and not browser and not shared"
    options = ["-n", "0", "-x", "-q", "-p", "no:cacheprovider", "-p", "tests.mutants.steady"]
    command = [sys.executable, "-m", "pytest", *options, "-m", marks, *tests]
    return Area(name, tuple(sorted(modules)), shlex.join(command), faults)


def copy_tree(to: Path) -> None:
    """Copy what git knows or would take."""
    asked = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    for path in filter(None, told.split("\0")):
        if (ROOT / path).is_file():
            (to / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, to / path)


def meaning(source: str) -> str | None:
    """Return a module's code without annotations and what decorates classes; None: no Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            compile(source, "planted", "exec")
        except SyntaxError:
            return None
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.ClassDef):
            node.decorator_list = []
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


def changes_something(fault: MutationSpec) -> bool:
    """Tell whether a fault leaves a module that does anything else."""
    source = fault.module_path.read_text("utf-8")
    planted = mutate_code(source, get_operator(fault.operator_name)(), fault.occurrence)
    after = None if planted is None else meaning(planted)
    return after is not None and after != meaning(source)


def order(item: WorkItem) -> tuple[str, tuple[int, int], str, int]:
    """Return what a fault is sorted by: its place first."""
    (fault,) = item.mutations
    return str(fault.module_path), fault.start_pos, fault.operator_name, fault.occurrence


def drawn(items: Sequence[WorkItem], count: int) -> list[WorkItem]:
    """Draw faults at `count` places, no two at one; fewer where there are no more."""
    places: dict[tuple[str, tuple[int, int]], list[WorkItem]] = {}
    for item in sorted(items, key=order):
        operator = item.mutations[0].operator_name
        if not any(re.fullmatch(each, operator) for each in TABLE["without"]):
            places.setdefault(order(item)[:2], []).append(item)
    chance, found = random.Random(TABLE["seed"]), list[WorkItem]()
    for place in chance.sample(sorted(places), len(places)):
        item = chance.choice(places[place])
        if len(found) < count and changes_something(item.mutations[0]):
            found.append(item)
    return found


def prepare(session: WorkDB, area: Area) -> None:
    """Draw the faults; where they are drawn already, forget which were not noticed."""
    items, noticed = session.work_items, session.completed_work_items
    if not items:
        init(area.modules, session, {})
        items = tuple(drawn(session.work_items, area.faults))
    session.clear()
    session.add_work_items(items)
    for item, result in noticed:
        if result.test_outcome is TestOutcome.KILLED:
            session.set_result(item.job_id, result)


def plant(session: WorkDB, area: Area) -> None:
    """Plant the faults of which it is not known that they are noticed.

    Raises:
        RuntimeError: the tests fail without a fault, or a fault could not be planted.
    """
    begun = time.monotonic()
    # This run leaves compiled modules, which Cosmic Ray's own runs read and never write.
    whole = subprocess.run(shlex.split(area.command), capture_output=True, text=True, check=False)
    if whole.returncode != 0:
        raise RuntimeError(f"{area.name}: tests fail without a fault\n{whole.stdout}")
    limit = MOST_TIMES * (time.monotonic() - begun)
    left = sorted(session.pending_work_items, key=order)
    for number, item in enumerate(left, start=session.num_results + 1):
        (fault,) = item.mutations
        result = mutate_and_test(item.mutations, area.command, limit)
        if result.test_outcome not in (TestOutcome.KILLED, TestOutcome.SURVIVED):
            raise RuntimeError(f"{fault} could not be planted\n{result.output}")
        session.set_result(item.job_id, result)
        said = "noticed" if result.test_outcome is TestOutcome.KILLED else "NOT NOTICED"
        place = f"{fault.module_path}:{fault.start_pos[0]}"
        print(f"{area.name} {number} of {session.num_work_items}: {said:11} {place}", flush=True)


def report(areas: Sequence[Area]) -> str:
    """Return the page: a row for each area that was tried, then what was not noticed."""
    rows, missed = "", ""
    for each in areas:
        if not each.session.exists():
            continue
        with use_db(each.session, WorkDB.Mode.open) as session:
            tried = sorted(session.completed_work_items, key=lambda done: order(done[0]))
        late = sum(result.output == "timeout" for _, result in tried)
        left = [done for done in tried if done[1].test_outcome is TestOutcome.SURVIVED]
        noticed = len(tried) - len(left)
        cells = (each.name, len(tried), f"{noticed} ({noticed / len(tried):.0%})", late, len(left))
        rows += f"| {' | '.join(map(str, cells))} | {commit()}, {machine()} |\n"
        for item, result in left:
            (fault,) = item.mutations
            was, now = changed(result.diff or "")
            why = f" (the same: {TABLE['same'][now]})" if now in TABLE["same"] else ""
            missed += f"- `{fault.module_path}:{fault.start_pos[0]}`: `{was}` became `{now}`{why}\n"
    return f"{HEAD}{rows}\n## Not noticed\n\n{missed}"


def changed(diff: str) -> tuple[str, str]:
    """Return what a diff changes, before and after."""
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
    was = [line[1:].strip() for line in lines if line.startswith("-")]
    now = [line[1:].strip() for line in lines if line.startswith("+")]
    return " ".join(was).strip(), " ".join(now).strip()


def main() -> None:
    """Try the areas named, or all."""
    asked = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    asked.add_argument("areas", nargs="*", help=f"of {', '.join(TABLE['areas'])}; all without any")
    asked.add_argument("--faults", type=int, default=TABLE["faults"], help="how many in each area")
    told = asked.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="mutants-") as tree:
        copy_tree(Path(tree))
        os.chdir(tree)
        os.environ["PYTHONPATH"] = tree
        areas = {name: area(name, told.faults) for name in TABLE["areas"]}
        for name in told.areas or areas:
            with use_db(areas[name].session) as session:
                prepare(session, areas[name])
                plant(session, areas[name])
            PAGE.write_text(report(list(areas.values())), "utf-8")
        os.chdir(ROOT)


if __name__ == "__main__":
    main()
