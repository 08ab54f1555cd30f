"""What `make model` checks of itself before it trains: torch code, which the tests do not have."""

import math
import tempfile
from pathlib import Path

import numpy as np
import torch

from models import export
from models.embedding_data import CARDS, VIEWS
from models.nets import EMBEDDING_SIZE, EmbeddingNet, NewCardNet, parameters_of
from models.newcard_data import goal_of
from models.props import box
from models.schedule import Average, Step, steps
from models.train_embedding import loss_of
from models.train_newcard import losses_of

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
    rates = [Step(n, n / 1000).rate(1.0) for n in (0, 100, 500, 999)]
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
    average.take(net, Step(1000, 0.5))
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


def run() -> None:
    """All checks."""
    check_pace()
    check_embedding_loss()
    check_newcard_loss()
    check_average()
    check_nets()
