"""`make model`: draw the pictures, train both nets, export, check, write models.toml and the card.

Under an hour on two cores (a GPU is used where there is one); works without the data folder, then
on drawn decks and our own alone. `python -m models.make --help` tells the switches.
"""

import argparse
import datetime
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import torch

from models import (
    card,
    card_decks,
    evaluate,
    export,
    quantised,
    scene_cache,
    self_check,
    thresholds,
    train_embedding,
    train_newcard,
    view_cache,
)
from models.nets import EmbeddingNet, NewCardNet
from vision.reading.nets import load_nets

DRAWN_DECKS = 80
VIEWS = 15
BLOCKS = 60
NETS = ("embedding", "newcard")


@dataclass(frozen=True)
class Plan:
    """What one run does."""

    folder: Path
    cache: Path
    seed: int
    minutes: float
    steps: int | None
    drawn: int
    views: int
    blocks: int
    start: Path | None


def training_decks(drawn: int) -> list[str]:
    """Open decks of the training side that are there, our own, and drawn ones."""
    data = card_decks.data_folder()
    here = {p.name for p in (data / "cards" / "art").iterdir()} if data else set()
    found = [name for name in card_decks.split().train if name in here]
    for name in found:
        if not card_decks.is_open(name):
            raise ValueError(f"{name} is not openly licensed: take it out of split.toml")
    sparse = [f"sparse-{s}" for s in range(drawn // 5)]
    return [*found, view_cache.OWN, *(f"drawn-{s}" for s in range(drawn)), *sparse]


def train_one(name: str, plan: Plan, files: list[Path]) -> float:
    """Train and export one net on one core; return the hours it took, earlier legs included."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    begun = time.monotonic()
    start = plan.start / f"{name}.pt" if plan.start else None
    net: EmbeddingNet | NewCardNet
    if name == "embedding":
        net = train_embedding.train(files, plan.minutes, plan.seed, plan.steps, start)
    else:
        net = train_newcard.train(files, plan.minutes, plan.seed, plan.steps, start)
    hours = (time.monotonic() - begun) / 3600
    if start is not None:
        hours += float(torch.load(start)["hours"])
    torch.save({"weights": net.state_dict(), "hours": hours}, plan.cache / f"{name}.pt")
    export.write(net, plan.folder / f"{name}.onnx")
    return hours


def commit() -> str:
    """The commit trained from, with `+` where the tree differs; `unknown` outside a checkout."""
    house = Path(__file__).resolve().parent.parent
    try:
        asked = ["git", "-C", str(house), "describe", "--always", "--dirty=+", "--abbrev=12"]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def make(plan: Plan, only: tuple[str, ...]) -> None:
    """Run a plan, after the training code has checked itself."""
    self_check.run()
    plan.folder.mkdir(parents=True, exist_ok=True)
    plan.cache.mkdir(parents=True, exist_ok=True)
    names, hours, start = training_decks(plan.drawn), {}, commit()
    print(f"{len(names)} decks; pictures in {plan.cache}", flush=True)
    files: dict[str, list[Path]] = {}
    if "embedding" in only:
        files["embedding"] = view_cache.render_all(
            names, plan.views, plan.seed, plan.cache / "views"
        )
    if "newcard" in only:
        folder = plan.cache / "scenes"
        files["newcard"] = scene_cache.render_all(names, plan.blocks, plan.seed, folder)
    with ProcessPoolExecutor(len(files)) as pool:
        jobs = {name: pool.submit(train_one, name, plan, files[name]) for name in files}
        hours = {name: job.result() for name, job in jobs.items()}
    record(plan.folder, card.Facts(names, plan.seed, start, hours, today()))


def today() -> str:
    """The day of the run."""
    return datetime.date.today().isoformat()


def record(folder: Path, facts: card.Facts) -> None:
    """Write what stands beside freshly trained nets: models.toml, the card and the report."""
    enter(folder, facts)
    evaluate.publish(folder, evaluate.measure(folder))


def enter(folder: Path, facts: card.Facts) -> None:
    """Write models.toml with the numbers chosen for the nets, and the card."""
    if "embedding" in facts.hours:
        quantised.quantise(folder / "embedding.onnx", folder / f"{card.EIGHT}.onnx")
    card.write_toml(folder, facts)
    numbers = thresholds.chosen(load_nets(folder).embedding, thresholds.decks())
    card.write_toml(folder, facts, numbers.temperature, numbers.accept)
    (folder / "MODEL_CARD.md").write_text(card.model_card(folder), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Command line of `python -m models.make`."""
    reader = argparse.ArgumentParser(prog="models.make", description=__doc__)
    reader.add_argument("--folder", type=Path, default=Path(__file__).resolve().parent)
    reader.add_argument("--cache", type=Path, help="keep the drawn pictures there")
    reader.add_argument("--seed", type=int, default=7)
    reader.add_argument("--minutes", type=float, default=22.0, help="training time of each net")
    reader.add_argument("--steps", type=int, help="end after so many steps instead")
    reader.add_argument("--drawn", type=int, default=DRAWN_DECKS)
    reader.add_argument("--views", type=int, default=VIEWS)
    reader.add_argument("--blocks", type=int, default=BLOCKS)
    reader.add_argument("--start", type=Path, help="go on from an earlier run's cache")
    reader.add_argument("--only", choices=NETS, help="train one net, keep the other")
    given = reader.parse_args(arguments)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with tempfile.TemporaryDirectory() as temporary:
        plan = Plan(
            given.folder,
            given.cache or Path(temporary),
            given.seed,
            given.minutes,
            given.steps,
            given.drawn,
            given.views,
            given.blocks,
            given.start,
        )
        make(plan, (given.only,) if given.only else NETS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
