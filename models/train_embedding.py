"""Train the embedding: the views of one card together, the other cards of its deck apart.

Only cards of one deck are told apart: across decks the same card may look alike, and at the
table there is one deck. A deck mirrored or with its colours exchanged counts as a further deck.
"""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - the name everybody uses

from models.embedding_data import CARDS, NOTHINGS, VIEWS, Shelf, batch_of
from models.nets import EmbeddingNet
from models.schedule import Average, device, report, steps

DECKS = 3
"""Decks in one step."""

TOP_RATE = 2e-3


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


def train(
    files: Sequence[Path],
    minutes: float,
    seed: int,
    most: int | None = None,
    start: Path | None = None,
) -> EmbeddingNet:
    """Train for some minutes or `most` steps, anew or from stored weights; return the average."""
    torch.manual_seed(seed)
    rng, place = np.random.default_rng(seed), device()
    shelf = Shelf.of_files(files)
    net: EmbeddingNet = EmbeddingNet().to(place, memory_format=torch.channels_last)
    scale = torch.nn.Parameter(torch.tensor(math.log(1 / 0.07), device=place))
    pace = torch.optim.AdamW([*net.parameters(), scale], lr=TOP_RATE, weight_decay=1e-3)
    if start is not None:
        net.load_state_dict(torch.load(start, map_location=place)["weights"])
    average, seen = Average(net), []
    for step in steps(minutes, most):
        for group in pace.param_groups:
            group["lr"] = step.rate(TOP_RATE)
        ready = torch.from_numpy(batch_of(shelf, rng, DECKS))
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
        if step.number % 100 == 99:
            figures = np.mean(seen[-100:], 0)
            report("embedding", step, {"loss": figures[0], "right": figures[1]})
    net.load_state_dict(average.values)
    net.cpu().eval()
    return net
