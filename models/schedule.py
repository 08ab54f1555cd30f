"""Time, pace and progress of a training: it ends after a number of minutes or of steps."""

import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import nn

WARM_UP = 100
"""Steps over which the learning rate rises."""


@dataclass(frozen=True)
class Step:
    """One step: its number and the part of the training that is over, 0 to 1."""

    number: int
    done: float

    def rate(self, top: float) -> float:
        """Learning rate: a rise, then half a cosine down to a two-hundredth."""
        rise = min(1.0, (self.number + 1) / WARM_UP)
        return top * rise * (0.5 * (1 + math.cos(math.pi * min(1.0, self.done))) + 0.005)


def steps(minutes: float, most: int | None = None) -> Iterator[Step]:
    """Steps until the minutes are over, or until `most` steps are done."""
    start, number = time.monotonic(), 0
    while True:
        over = (time.monotonic() - start) / (60 * minutes)
        done = number / most if most is not None else over
        if done >= 1:
            return
        yield Step(number, done)
        number += 1


def report(name: str, step: Step, figures: dict[str, float]) -> None:
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

    def take(self, net: nn.Module, step: Step) -> None:
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
