"""`make model`: draw the pictures, train both nets, export, check, write models.toml and the card.

Under an hour on two cores (a GPU is used where there is one); works without the data folder, then
on drawn decks and our own alone. `python -m models.workshop.training --help` tells the switches.
Before it trains it checks its own torch code, which the tests do not have.
"""

from __future__ import annotations

import argparse
import datetime
import math
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from models.workshop.decks import face_decks
from models.workshop.measuring import embedding, evaluate
from models.workshop.rendering.cache import OWN, render_all_scenes, render_all_views
from models.workshop.rendering.props import box
from models.workshop.training import eight_bits, export, model_card, train
from models.workshop.training.embedding_data import CARDS, VIEWS, ViewShelf, embedding_batch_of
from models.workshop.training.nets import EMBEDDING_SIZE, EmbeddingNet, NewCardNet, parameters_of
from models.workshop.training.newcard_data import goal_of
from models.workshop.training.train import Average, TrainingStep, loss_of, losses_of, steps
from vision.reading.nets import load_nets

MOST_PARAMETERS = 1_300_000


def require(holds: bool, what: str) -> None:
    """Stop the training when something does not hold.

    Raises:
        RuntimeError: it does not.
    """
    if not holds:
        raise RuntimeError(f"self-check failed: {what}")


def check_pace() -> None:
    """Steps end where they should; the learning rate rises, falls, and never ends at nothing."""
    require([s.number for s in steps(1, most=5)] == [0, 1, 2, 3, 4], "five steps asked, five made")
    rates = [TrainingStep(n, n / 1000).rate(1.0) for n in (0, 100, 500, 999)]
    require(rates[0] < rates[2] < rates[1] and 0 < rates[3] < 0.02, "the learning rate's course")


def check_embedding_loss() -> None:
    """Right pairs alike, all others apart: next to no loss; chance: the log of the number."""
    apart = torch.eye(CARDS, EMBEDDING_SIZE)[None, :, None].repeat(1, 1, VIEWS, 1)
    scale = torch.tensor(math.log(40.0))
    far = -torch.ones(1, 3, EMBEDDING_SIZE) / EMBEDDING_SIZE**0.5
    loss, right = loss_of(apart, far, scale)
    require(loss.item() < 0.01 and right == 1, "perfect vectors cost nothing")
    loss, _ = loss_of(
        torch.ones(1, CARDS, VIEWS, EMBEDDING_SIZE), -torch.ones(1, 3, EMBEDDING_SIZE), scale
    )
    require(abs(loss.item() - math.log(CARDS)) < 0.01, "equal vectors cost what chance costs")


def check_newcard_loss() -> None:
    """The goal itself, as logits, costs far less than an empty answer."""
    goal = torch.from_numpy(goal_of([box(120, 100, 32, 58, 0.7).astype(np.float32)]))[None]
    told = goal[:, :4].clone()
    told[:, :2] = torch.logit(told[:, :2].clamp(0.001, 0.999))
    empty = torch.zeros(1, 4, 64, 64)
    good = sum(v.item() for v in losses_of(told, goal).values())
    bad = sum(v.item() for v in losses_of(empty, goal).values())
    require(good < 0.3 * bad, "the goal costs less than an empty answer")


def check_average() -> None:
    """The running average ends between the first and the last weights."""
    net = torch.nn.Linear(1, 1)
    torch.nn.init.zeros_(net.weight)
    average = Average(net, keep=0.5)
    torch.nn.init.ones_(net.weight)
    average.take(net, TrainingStep(1000, 0.5))
    require(abs(average.values["weight"].item() - 0.5) < 1e-6, "the average of weights")


def check_nets() -> None:
    """Sizes, unit length, learning on one batch, and the same answer as ONNX files."""
    torch.manual_seed(0)
    for net in (EmbeddingNet(), NewCardNet()):
        require(parameters_of(net) < MOST_PARAMETERS, "the nets are small")
        with tempfile.TemporaryDirectory() as folder:
            export.write(net, Path(folder) / "net.onnx")
    net = EmbeddingNet()
    batch, scale = torch.randn(2 * CARDS, 3, 128, 80), torch.tensor(math.log(10.0))
    batch[1::2] = batch[::2] + 0.1 * torch.randn(CARDS, 3, 128, 80)
    pace = torch.optim.AdamW(net.parameters(), lr=1e-3)
    far = torch.zeros(1, 1, EMBEDDING_SIZE)
    costs = []
    for _ in range(6):
        vectors = net(batch)
        require(bool((vectors.norm(dim=1) - 1).abs().max() < 1e-4), "vectors of unit length")
        loss, _ = loss_of(vectors.view(1, CARDS, 2, -1), far, scale)
        pace.zero_grad()
        loss.backward()
        pace.step()
        costs.append(loss.item())
    require(costs[-1] < costs[0], "learning lowers the loss")
    check_read_back(net, batch)


def check_read_back(net: EmbeddingNet, crops: torch.Tensor) -> None:
    """A net read back from its file answers as the file does, and as it did while it learned."""
    with tempfile.TemporaryDirectory() as folder:
        export.write(net, Path(folder) / "net.onnx")
        again = export.read_back(Path(folder) / "net.onnx", crops)
        with torch.no_grad():
            apart = float((again.train()(crops) - net.eval()(crops)).abs().max())
            require(apart < export.HALVED, "a net read back learns on from where it was")
            again.head.weight.zero_()
        try:
            export.check(again.eval(), Path(folder) / "net.onnx", crops, export.HALVED)
        except RuntimeError:
            return
    require(False, "another net's answers are told from the file's")


def run() -> None:
    """All checks."""
    check_pace()
    check_embedding_loss()
    check_newcard_loss()
    check_average()
    check_nets()


DRAWN_DECKS = 80
STORED_VIEWS = 15
BLOCKS = 60
NETS = ("embedding", "newcard")
SHIPPED = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class TrainingRun:
    """What one run does."""

    folder: Path
    cache: Path
    seed: int
    minutes: float
    steps: int | None
    drawn: int
    every: int
    views: int
    blocks: int
    start: Path | None
    shipped: bool


def training_decks(drawn: int, every: int = 1) -> list[str]:
    """Open decks of the training side that are there, our own, and drawn ones.

    `every`: of the French-suited ones, of which there are many, each so-many-th alone.
    """
    data = face_decks.data_folder()
    here = {p.name for p in (data / "cards" / "art").iterdir()} if data else set()
    found = [name for name in face_decks.split().train if name in here]
    for name in found:
        if not face_decks.is_open(name):
            raise ValueError(f"{name} is not openly licensed: take it out of split.toml")
    sparse = [f"sparse-{s}" for s in range(drawn // 5)]
    french = [name for name in found if name.startswith("french")][::every]
    found = [name for name in found if name in french or not name.startswith("french")]
    return [*found, OWN, *(f"drawn-{s}" for s in range(drawn)), *sparse]


def train_one(name: str, plan: TrainingRun, files: list[Path]) -> float:
    """Train and export one net on one core; return the hours it took, earlier legs included."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(plan.seed)
    begun, before = time.monotonic(), 0.0
    net: EmbeddingNet | NewCardNet = EmbeddingNet() if name == "embedding" else NewCardNet()
    if plan.start is not None:
        stored = torch.load(plan.start / f"{name}.pt")
        net.load_state_dict(stored["weights"])
        before = float(stored["hours"])
    if isinstance(net, NewCardNet):
        net = train.train_newcard_net(net, files, plan.minutes, plan.seed, plan.steps)
    elif plan.shipped:
        entry = model_card.read_toml(SHIPPED)["embedding"]
        net, before, heat = shipped_net(plan, files), float(entry["hours"]), entry["temperature"]
        top, limits = train.FINE_TOP_RATE, (plan.minutes, plan.seed, plan.steps)
        net = train.train_embedding_net(net, files, *limits, top, heat)
    else:
        net = train.train_embedding_net(net, files, plan.minutes, plan.seed, plan.steps)
    hours = before + (time.monotonic() - begun) / 3600
    torch.save({"weights": net.state_dict(), "hours": hours}, plan.cache / f"{name}.pt")
    export.write(net, plan.folder / f"{name}.onnx")
    return hours


def shipped_net(plan: TrainingRun, files: list[Path]) -> EmbeddingNet:
    """The embedding that ships, ready to learn on."""
    crops = embedding_batch_of(ViewShelf.of_files(files), np.random.default_rng(plan.seed), 6)
    return export.read_back(SHIPPED / "embedding.onnx", torch.from_numpy(crops))


def commit() -> str:
    """The commit trained from, with `+` where the tree differs; `unknown` outside a checkout."""
    house = Path(__file__).resolve().parents[3]
    try:
        asked = ["git", "-C", str(house), "describe", "--always", "--dirty=+", "--abbrev=12"]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def make(plan: TrainingRun, only: tuple[str, ...]) -> None:
    """Run a plan, after the training code has checked itself."""
    run()
    plan.folder.mkdir(parents=True, exist_ok=True)
    plan.cache.mkdir(parents=True, exist_ok=True)
    names, hours, start = training_decks(plan.drawn, plan.every), {}, commit()
    print(f"{len(names)} decks; pictures in {plan.cache}", flush=True)
    files: dict[str, list[Path]] = {}
    if "embedding" in only:
        files["embedding"] = render_all_views(names, plan.views, plan.seed, plan.cache / "views")
    if "newcard" in only:
        folder = plan.cache / "scenes"
        files["newcard"] = render_all_scenes(names, plan.blocks, plan.seed, folder)
    with ProcessPoolExecutor(len(files)) as pool:
        jobs = {name: pool.submit(train_one, name, plan, files[name]) for name in files}
        hours = {name: job.result() for name, job in jobs.items()}
    if plan.shipped:
        earlier = model_card.read_toml(SHIPPED)["embedding"]["decks"]
        names = [*earlier, *(name for name in names if name not in earlier)]
    record(plan.folder, model_card.TrainingFacts(names, plan.seed, start, hours, today()))


def today() -> str:
    """The day of the run."""
    return datetime.date.today().isoformat()


def record(folder: Path, facts: model_card.TrainingFacts) -> None:
    """Write what stands beside freshly trained nets: models.toml, the card and the report."""
    enter(folder, facts)
    evaluate.publish(folder, evaluate.measure(folder))


def enter(folder: Path, facts: model_card.TrainingFacts) -> None:
    """Write models.toml with the numbers chosen for the nets, and the card."""
    if "embedding" in facts.hours:
        eight_bits.quantise(folder / "embedding.onnx", folder / f"{model_card.EIGHT}.onnx")
    model_card.write_toml(folder, facts)
    numbers = embedding.chosen_thresholds(load_nets(folder).embedding, embedding.threshold_decks())
    model_card.write_toml(folder, facts, numbers.temperature, numbers.accept)
    (folder / "MODEL_CARD.md").write_text(model_card.model_card(folder), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Command line of `python -m models.workshop.training.make`."""
    reader = argparse.ArgumentParser(prog="models.workshop.training.make", description=__doc__)
    reader.add_argument("--folder", type=Path, default=SHIPPED)
    reader.add_argument("--cache", type=Path, help="keep the drawn pictures there")
    reader.add_argument("--seed", type=int, default=7)
    reader.add_argument("--minutes", type=float, default=22.0, help="training time of each net")
    reader.add_argument("--steps", type=int, help="end after so many steps instead")
    reader.add_argument("--drawn", type=int, default=DRAWN_DECKS)
    reader.add_argument("--every", type=int, default=1, help="of the French decks each Nth alone")
    reader.add_argument("--views", type=int, default=STORED_VIEWS)
    reader.add_argument("--blocks", type=int, default=BLOCKS)
    reader.add_argument("--start", type=Path, help="go on from an earlier run's cache")
    reader.add_argument(
        "--from-shipped",
        action="store_true",
        help="let the embedding that ships learn on, at a lower rate; keep the other net",
    )
    reader.add_argument("--only", choices=NETS, help="train one net, keep the other")
    given = reader.parse_args(arguments)
    if given.from_shipped and (given.start or given.only == "newcard"):
        reader.error("--from-shipped trains the embedding that ships: leave out --start and --only")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with tempfile.TemporaryDirectory() as temporary:
        plan = TrainingRun(
            given.folder,
            given.cache or Path(temporary),
            given.seed,
            given.minutes,
            given.steps,
            given.drawn,
            given.every,
            given.views,
            given.blocks,
            given.start,
            given.from_shipped,
        )
        only = "embedding" if given.from_shipped else given.only
        make(plan, (only,) if only else NETS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
