"""`python -m tests.bench NAME`: one measurement of the checkout, beside the bounds to keep.

Status 1 where a bound is not kept. What measures a device is `mehrkopf bench`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import click

from engine.text import Language
from kiosk.cli.bench_figures import tell
from tests.bench.camera import Run, measure_camera
from tests.bench.camera_deal import show_deal
from tests.bench.one_card import one_card
from tests.bench.priors import priors
from tests.bench.referee import measure_referee
from tests.simulate.camera_faults import Fault
from tests.simulate.noisy_camera import QUALITIES

MODULES = {
    "pages": ("pages_load", "Fifty phones, twenty that hammer, and the kiosk meanwhile."),
    "scoring": ("scoring", "Deals made by chance."),
    "openspiel": ("other_engine", "Another engine."),
    "matchers": ("matchers", "Other ways of recognising a card."),
}

as_json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
language_option = click.option(
    "--lang", "language", type=click.Choice(["de", "en"]), default="en", show_default=True
)


def told(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say how its figures are told."""
    return as_json_option(language_option(command))


@click.group()
def bench() -> None:
    """Measure how soon errors are proven, who played which card, its priors, pages or speeds."""


@bench.command()
@told
@click.option("--deals", type=click.IntRange(1), default=2000, help="Errors a line.")
@click.option("--seed", default=1, show_default=True, help="Where chance begins.")
def referee(as_json: bool, language: Language, deals: int, seed: int) -> None:
    """How soon planted errors are proven, beside RULES 15."""
    sys.exit(measure_referee(deals, seed, language, as_json))


@bench.command()
@told
@click.option("--deals", type=click.IntRange(1), default=300, show_default=True)
@click.option(
    "--seed", default=1, show_default=True, help="Of the first deal; the next has one more."
)
@click.option("--quality", type=click.Choice(list(QUALITIES)), default="good", show_default=True)
@click.option(
    "--fault",
    type=click.Choice([fault.value for fault in Fault]),
    default="none",
    show_default=True,
    help="One such fault in each deal, all else seen clearly.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--show", type=int, help="Only this seed's deal: what was played, what was said.")
def camera(
    as_json: bool,
    language: Language,
    deals: int,
    seed: int,
    quality: str,
    fault: str,
    jobs: int,
    show: int | None,
) -> None:
    """Who played which card: deals of all games told by a simulated camera, nobody answering.

    The games take turns. Without a fault every other round of them has a revoke in each deal.
    """
    if fault != Fault.NONE.value and quality != "good":
        raise click.UsageError("a single fault is measured with the good camera, all else clear")
    if show is not None:
        sys.exit(show_deal(Run(1, show, quality, fault)))
    sys.exit(measure_camera(Run(deals, seed, quality, fault, jobs), language, as_json))


def _measuring(name: str) -> Callable[..., None]:
    def measure(as_json: bool, language: Language) -> None:
        module: Any = import_module(f"tests.bench.{name}")
        sys.exit(tell(module.figures(), language, as_json))

    return measure


bench.add_command(one_card, "card")
bench.add_command(priors)
for _name, (_module, _help) in MODULES.items():
    bench.command(_name, help=_help)(told(_measuring(_module)))


if __name__ == "__main__":
    bench()
