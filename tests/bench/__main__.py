"""`python -m tests.bench NAME`: one measurement of the checkout, beside the bounds to keep.

Status 1 where a bound is not kept. What measures a device is `mehrkopf bench`.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from engine.text import Language
from kiosk.cli.bench_figures import tell
from tests.bench.referee import measure_referee

MODULES = {
    "pages": "pages_load",
    "scoring": "scoring",
    "openspiel": "other_engine",
    "matchers": "matchers",
}


@click.command()
@click.argument("name", type=click.Choice(["referee", *MODULES]))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--lang", type=click.Choice(["de", "en"]), default="en", show_default=True)
@click.option("--deals", type=click.IntRange(1), default=2000, help="referee: errors a line.")
@click.option("--seed", default=1, show_default=True, help="referee: where chance begins.")
def bench(name: str, as_json: bool, lang: str, deals: int, seed: int) -> None:
    """Measure how soon the referee proves an error, the pages, or the speed of something.

    referee: how soon planted errors are proven, beside RULES 15. pages: fifty phones, twenty that
    hammer, and the kiosk meanwhile. scoring: deals made by chance. openspiel: another engine.
    matchers: other ways of recognising a card.
    """
    language: Language = "de" if lang == "de" else "en"
    if name == "referee":
        sys.exit(measure_referee(deals, seed, language, as_json))
    module = import_module(f"tests.bench.{MODULES[name]}")
    sys.exit(tell(module.figures(), language, as_json))


if __name__ == "__main__":
    bench()
