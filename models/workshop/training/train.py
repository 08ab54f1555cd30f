"""Trains both nets, for a number of minutes or of steps.

The embedding: the views of one card together, the other cards of its deck apart. Only cards of one
deck are told apart: across decks the same card may look alike, and at the table there is one deck.
A deck mirrored or with its colours exchanged counts as a further deck. The new-card net: from the
settled pictures before and after to the new card's place.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - the name everybody uses

from models.workshop.training.embedding_data import (
    CARDS,
    NOTHINGS,
    VIEWS,
    ViewShelf,
    embedding_batch_of,
)
from models.workshop.training.nets import EmbeddingNet, NewCardNet
from models.workshop.training.newcard_data import Store, newcard_batch_of

WARM_UP = 100
"""Steps over which the learning rate rises, or a tenth of a short training."""


@dataclass(frozen=True)
class TrainingStep:
    """One step: its number and the part of the training that is over, 0 to 1."""

    number: int
    done: float

    def rate(self, top: float) -> float:
        """Learning rate: a rise, then half a cosine down to a two-hundredth."""
        rise = min(1.0, max((self.number + 1) / WARM_UP, 10 * self.done))
        return top * rise * (0.5 * (1 + math.cos(math.pi * min(1.0, self.done))) + 0.005)


def steps(minutes: float, most: int | None = None) -> Iterator[TrainingStep]:
    """Steps until the minutes are over, or until `most` steps are done."""
    start, number = time.monotonic(), 0
    while True:
        over = (time.monotonic() - start) / (60 * minutes)
        done = number / most if most is not None else over
        if done >= 1:
            return
        yield TrainingStep(number, done)
        number += 1


def report_progress(name: str, step: TrainingStep, figures: dict[str, float]) -> None:
    """One line of progress with a bar."""
    filled = int(30 * step.done)
    words = "  ".join(f"{k} {v:.4f}" for k, v in figures.items())
    bar = "#" * filled + "." * (30 - filled)
    sys.stdout.write(f"{name:10s} [{bar}] step {step.number:6d}  {words}\n")
    sys.stdout.flush()


class Average:
    """Running average of a net's weights: steadier than the last step's."""

    def __init__(self, net: nn.Module, keep: float = 0.998) -> None:
        self.keep = keep
        self.values = {k: v.detach().clone() for k, v in net.state_dict().items()}

    def take(self, net: nn.Module, step: TrainingStep) -> None:
        """Blend the net's present weights in; early steps count more."""
        keep = min(self.keep, (1 + step.number) / (10 + step.number))
        with torch.no_grad():
            for key, value in net.state_dict().items():
                if value.dtype.is_floating_point:
                    self.values[key].lerp_(value, 1 - keep)
                else:
                    self.values[key].copy_(value)


def device() -> torch.device:
    """A GPU where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


DECKS = 3
"""Decks in one step."""

EMBEDDING_TOP_RATE = 2e-3

FINE_TOP_RATE = 2e-4
"""The same for a net that has learned. At 5e-4 its loss rose for a hundred steps before it fell."""

START_TEMPERATURE = 0.07
"""Where the temperature of a fresh net's contrast starts."""


def loss_of(vectors: Tensor, nothings: Tensor, scale: Tensor) -> tuple[Tensor, float]:
    """Contrast within each deck, both ways, and the share of played cards read right.

    `vectors` [decks, CARDS, VIEWS, 128], the enrolled view first; `nothings` [decks, n, 128] are
    further answers, all wrong: what is no card shall be like no card.
    """
    heat = scale.exp().clamp(max=60)
    enrolled = vectors[:, :, 0]
    goal = torch.arange(CARDS, device=vectors.device).repeat(len(vectors))
    strays = torch.einsum("nkd,njd->nkj", enrolled, nothings)
    losses, right = [], []
    for view in range(1, vectors.shape[2]):
        played = vectors[:, :, view]
        alike = torch.einsum("nkd,njd->nkj", played, enrolled)
        away = torch.einsum("nkd,njd->nkj", played, nothings)
        there = torch.cat([alike, away], 2) * heat
        back = torch.cat([alike.transpose(1, 2), strays], 2) * heat
        losses += [F.cross_entropy(way.flatten(0, 1), goal) for way in (there, back)]
        right.append((alike.argmax(2).flatten() == goal).float().mean().item())
    return torch.stack(losses).mean(), sum(right) / len(right)


def train_embedding_net(
    net: EmbeddingNet,
    files: Sequence[Path],
    minutes: float,
    seed: int,
    most: int | None = None,
    top_rate: float = EMBEDDING_TOP_RATE,
    temperature: float = START_TEMPERATURE,
) -> EmbeddingNet:
    """Train a net, fresh or learned, for some minutes or `most` steps; return the average.

    `temperature` of the contrast is learned too; this is where it starts.
    """
    rng, place = np.random.default_rng(seed), device()
    shelf = ViewShelf.of_files(files)
    net = net.train().to(place, memory_format=torch.channels_last)
    scale = torch.nn.Parameter(torch.tensor(-math.log(temperature), device=place))
    pace = torch.optim.AdamW([*net.parameters(), scale], lr=top_rate, weight_decay=1e-3)
    average, seen = Average(net), []
    for step in steps(minutes, most):
        for group in pace.param_groups:
            group["lr"] = step.rate(top_rate)
        ready = torch.from_numpy(embedding_batch_of(shelf, rng, DECKS))
        batch = ready.to(place, memory_format=torch.channels_last)
        with torch.autocast(place.type, torch.bfloat16):
            vectors = net(batch)
        answers = vectors.float().view(DECKS, VIEWS * CARDS + NOTHINGS, -1)
        views = answers[:, : VIEWS * CARDS].reshape(DECKS, CARDS, VIEWS, -1)
        loss, right = loss_of(views, answers[:, VIEWS * CARDS :], scale)
        pace.zero_grad()
        loss.backward()
        pace.step()
        average.take(net, step)
        seen.append((loss.item(), right))
        if step.number % 20 == 19:
            figures = np.mean(seen[-100:], 0)
            report_progress("embedding", step, {"loss": figures[0], "right": figures[1]})
    net.load_state_dict(average.values)
    net.cpu().eval()
    return net


BATCH = 20
NEWCARD_TOP_RATE = 2e-3


def losses_of(maps: Tensor, goal: Tensor) -> dict[str, Tensor]:
    """Loss of area, centre and angle."""
    area = F.binary_cross_entropy_with_logits(maps[:, 0], goal[:, 0])
    plain = F.binary_cross_entropy_with_logits(maps[:, 1], goal[:, 1], reduction="none")
    wrong = (torch.sigmoid(maps[:, 1]) - goal[:, 1]).abs() ** 2
    centre = (plain * wrong).sum() / (4 * BATCH)
    off = (maps[:, 2:4] - goal[:, 2:4]).abs().sum(1)
    angle = (off * goal[:, 4]).sum() / (goal[:, 4].sum() + 1)
    return {"area": 3 * area, "centre": centre, "angle": angle}


def train_newcard_net(
    net: NewCardNet, files: Sequence[Path], minutes: float, seed: int, most: int | None = None
) -> NewCardNet:
    """Train a net, fresh or learned, for some minutes or `most` steps; return the average."""
    rng, place = np.random.default_rng(seed), device()
    store = Store.of_files(files)
    net = net.train().to(place, memory_format=torch.channels_last)
    pace = torch.optim.AdamW(net.parameters(), lr=NEWCARD_TOP_RATE, weight_decay=1e-3)
    average, seen = Average(net), []
    for step in steps(minutes, most):
        for group in pace.param_groups:
            group["lr"] = step.rate(NEWCARD_TOP_RATE)
        drawn, meant = newcard_batch_of(store, rng, BATCH)
        pictures = torch.from_numpy(drawn).to(place, memory_format=torch.channels_last)
        with torch.autocast(place.type, torch.bfloat16):
            maps = net(pictures)
        losses = losses_of(maps.float(), torch.from_numpy(meant).to(place))
        pace.zero_grad()
        sum(losses.values(), torch.zeros((), device=place)).backward()
        pace.step()
        average.take(net, step)
        seen.append([v.item() for v in losses.values()])
        if step.number % 100 == 99:
            report_progress(
                "newcard", step, dict(zip(losses, np.mean(seen[-100:], 0), strict=True))
            )
    net.load_state_dict(average.values)
    net.cpu().eval()
    return net
