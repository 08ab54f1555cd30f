"""Train the new-card net: from the settled pictures before and after to the new card's place."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - the name everybody uses

from models.nets import NewCardNet
from models.newcard_data import Store, batch_of
from models.schedule import Average, device, report, steps

BATCH = 20
TOP_RATE = 2e-3


def losses_of(maps: Tensor, goal: Tensor) -> dict[str, Tensor]:
    """Loss of area, centre and angle."""
    area = F.binary_cross_entropy_with_logits(maps[:, 0], goal[:, 0])
    plain = F.binary_cross_entropy_with_logits(maps[:, 1], goal[:, 1], reduction="none")
    wrong = (torch.sigmoid(maps[:, 1]) - goal[:, 1]).abs() ** 2
    centre = (plain * wrong).sum() / (4 * BATCH)
    off = (maps[:, 2:4] - goal[:, 2:4]).abs().sum(1)
    angle = (off * goal[:, 4]).sum() / (goal[:, 4].sum() + 1)
    return {"area": 3 * area, "centre": centre, "angle": angle}


def train(
    files: Sequence[Path],
    minutes: float,
    seed: int,
    most: int | None = None,
    start: Path | None = None,
) -> NewCardNet:
    """Train for some minutes or `most` steps, anew or from stored weights; return the average."""
    torch.manual_seed(seed)
    rng, place = np.random.default_rng(seed), device()
    store = Store.of_files(files)
    net: NewCardNet = NewCardNet().to(place, memory_format=torch.channels_last)
    pace = torch.optim.AdamW(net.parameters(), lr=TOP_RATE, weight_decay=1e-3)
    if start is not None:
        net.load_state_dict(torch.load(start, map_location=place)["weights"])
    average, seen = Average(net), []
    for step in steps(minutes, most):
        for group in pace.param_groups:
            group["lr"] = step.rate(TOP_RATE)
        drawn, meant = batch_of(store, rng, BATCH)
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
            report("newcard", step, dict(zip(losses, np.mean(seen[-100:], 0), strict=True)))
    net.load_state_dict(average.values)
    net.cpu().eval()
    return net
