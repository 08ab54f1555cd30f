"""How fast the engine referees, settles and folds deals made by chance; every grade of proof on."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from engine.dealfile.reader import score
from engine.text import Text
from kiosk.cli.bench import rate, scoring_figures
from kiosk.cli.bench_figures import Figure, best
from tests.simulate.playing import anyhow, deal_cards, plant, play_out, start
from tests.simulate.records import line_of
from tests.simulate.table import table

_DEALS = 200
_PLAYS = 32
_WRONG = Text(
    de="Spieldateien mit je einem Fehler werten", en="scoring deal files with one error each"
)


def figures() -> Iterator[Figure]:
    """Measure the engine on one core."""
    yield from scoring_figures([json.dumps(line) for line in _legal_lines()], bounded=True)
    wrong = [json.dumps(line) for line in _wrong_lines()]
    yield rate("score_wrong", _WRONG, _DEALS * _PLAYS, best(lambda: list(score(wrong))))


def _legal_lines() -> Iterator[dict[str, object]]:
    """Yield deals of every contract of Schafkopf, played by the rules."""
    chance = random.Random(1)
    for _ in range(_DEALS):
        play = play_out(start(deal_cards(table("schafkopf", 4, chance), chance)), anyhow(chance))
        yield line_of(play.deal)


def _wrong_lines() -> Iterator[dict[str, object]]:
    chance = random.Random(2)
    made = 0
    while made < _DEALS:
        planted = plant(table("schafkopf", 4, chance), chance, "revoke", "random")
        if planted is not None:
            made += 1
            yield line_of(planted.deal)
