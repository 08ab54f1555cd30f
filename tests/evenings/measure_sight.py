"""Measure what is told of blind eyes: `python -m tests.evenings.measure_sight --runs 20`.

Every cause of docs/CAMERA.md is rendered over so many short evenings, each on a table of its own,
and watched: it must be told within ten seconds of play. `--good-minutes 30` watches good pictures
instead, evenings with every nuisance and silences, of which nothing may be told.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from models.workshop.evening.faults import CameraFault, FaultyLens
from models.workshop.evening.geometry import FRAMES_PER_SECOND, Picture
from models.workshop.evening.own import OwnEvening, OwnScript
from models.workshop.evening.quiet import QuietFilm, QuietKind
from models.workshop.evening.stage import CameraLens, EveningStage, drawn_stage, scenery
from tests.evenings.own_deals import playable, played
from tests.evenings.own_decks import DRAWN_FROM, Kept, enrolled, kept_deck
from tests.evenings.own_quiet import TABLES as QUIET_TABLES
from tests.evenings.own_units import TABLES, staged
from vision.camera.frames import Frame
from vision.reading.nets import Nets, load_nets
from vision.reading.profile import Profile
from vision.sighting import Hindrance, SightChanged, VisionEvent
from vision.watching.watcher import Watcher

TOLD_WITHIN_S = 10.0
PLAY_S, TRICKS_S = 11.0, 26.0
"""Play that is watched with a fault; and where two tricks of it have to pass."""
SLOW = frozenset({Hindrance.UNKNOWN})
"""Causes that are told only once two tricks came and went."""
EVERY = 3
SEED = 2026
Timed = Iterable[tuple[float, Picture]]


def _uniform(rng: np.random.Generator, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


FAULTS: Mapping[Hindrance, Callable[[np.random.Generator], CameraFault]] = {
    Hindrance.COVERED: lambda rng: CameraFault(
        cover=(int(rng.integers(20, 90)), int(rng.integers(40, 110)), int(rng.integers(60, 170))),
        noise=_uniform(rng, 1, 5),
        begins=5.0,
    ),
    Hindrance.DARK: lambda rng: CameraFault(
        light=_uniform(rng, 0.07, 0.12), noise=_uniform(rng, 2, 5)
    ),
    Hindrance.NOISE: lambda rng: CameraFault(noise=_uniform(rng, 24, 36)),
    Hindrance.BLUR: lambda rng: CameraFault(blur=_uniform(rng, 10, 15)),
    Hindrance.GLARE: lambda rng: CameraFault(glare=_uniform(rng, 0.32, 0.42)),
    Hindrance.SMALL: lambda rng: CameraFault(distance=_uniform(rng, 4.5, 5.5)),
    Hindrance.UNKNOWN: lambda rng: CameraFault(pitch=_uniform(rng, 80, 84)),
}
"""How each cause is rendered, drawn by lot."""


class NoCamera:
    """Hands frames on as they were painted."""

    def take(self, frame: Picture, t: float) -> Picture:
        """Return the frame."""
        return frame


@dataclass(frozen=True)
class BaseFilm:
    """A short evening as it is before the camera: painted once, spoilt in many ways."""

    stage: EveningStage
    kept: Kept
    frames: tuple[tuple[float, bytes], ...]
    """Times and pictures, PNG."""
    first: float
    """When the first card came to rest, seconds."""

    def through(
        self, fault: CameraFault, until: float = math.inf
    ) -> Iterator[tuple[float, Picture]]:
        """Yield times and pictures as they come from a camera with this fault, up to `until`."""
        lens = FaultyLens(self.stage, fault)
        for t, coded in self.frames:
            if t > until:
                return
            picture = cv2.imdecode(np.frombuffer(coded, np.uint8), cv2.IMREAD_COLOR)
            yield t, lens.take(np.asarray(picture, np.uint8), t)


def base_film(
    number: int, seed: int, seconds: float = PLAY_S, lines: int | None = None
) -> BaseFilm:
    """Paint evening `number` of a seed until `seconds` after its first card, without a camera."""
    rng = np.random.default_rng([seed, number, 39])
    kept = kept_deck(f"drawn-{DRAWN_FROM + number % 12}")
    stage = drawn_stage(
        int(rng.integers(1 << 30)),
        TABLES[number % len(TABLES)],
        frozenset(),
        lines=lines or int(rng.choice((540, 720))),
        size=str(rng.choice(("small", "large"))),
    )
    name, seats = playable(kept.codes)[0]
    game = played(name, seats, kept.codes, stage.seed, 1)
    evening = OwnEvening(OwnScript(game.plans, seats, stage, every=EVERY), kept.deck, NoCamera())
    frames: list[tuple[float, bytes]] = []
    for t, picture in evening.pictures():
        rested = evening.rest_times()
        if rested and t > rested[0] + seconds:
            break
        _, coded = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        frames.append((t, coded.tobytes()))
    return BaseFilm(stage, kept, tuple(frames), evening.rest_times()[0])


@cache
def _profile(deck: str, nets: Nets) -> Profile:
    return enrolled(kept_deck(deck), nets, captured=False)


def profile_of(film: BaseFilm, nets: Nets) -> Profile:
    """Return the film's deck, enrolled from its faces."""
    return _profile(film.kept.name, nets)


def seen(pictures: Timed, profile: Profile, nets: Nets) -> Iterator[VisionEvent]:
    """Yield all that is told of these pictures."""
    watcher = Watcher(profile, nets)
    for index, (t, picture) in enumerate(pictures):
        yield from watcher.feed(Frame(index, t, picture))


def tellings(pictures: Timed, profile: Profile, nets: Nets) -> list[SightChanged]:
    """Return what is told of sight on these pictures."""
    return [event for event in seen(pictures, profile, nets) if isinstance(event, SightChanged)]


def measure(causes: Iterable[Hindrance], runs: Iterable[int], seed: int) -> int:
    """Render and watch; print a line for each run and each cause; return how many failed."""
    nets, failed = load_nets(), 0
    late: dict[Hindrance, list[float | None]] = {cause: [] for cause in causes}
    for number in runs:
        film = base_film(number, seed, TRICKS_S if SLOW & set(late) else PLAY_S)
        profile = profile_of(film, nets)
        for cause, times in late.items():
            fault = FAULTS[cause](np.random.default_rng([seed, number, 40]))
            limit = TRICKS_S if cause in SLOW else PLAY_S
            heard = tellings(film.through(fault, film.first + limit), profile, nets)
            begun = max(film.first, fault.begins)
            first = next((event for event in heard if event.hindrance is cause), None)
            times.append(None if first is None else round(first.t - begun, 1))
            said = [(round(e.t - begun, 1), e.hindrance and e.hindrance.value) for e in heard]
            print(number, film.stage.surface.value, cause.value, fault, said, flush=True)
    for cause, times in late.items():
        within = TRICKS_S if cause in SLOW else TOLD_WITHIN_S
        told = [each for each in times if each is not None and each <= within]
        failed += len(times) - len(told)
        slowest, watched = max(told, default=0.0), len(times)
        print(
            f"{cause.value}: told within {within:g} s in {len(told)} of {watched}, latest {slowest}"
        )
    return failed


def good(minutes: float, seed: int) -> int:
    """Watch good pictures for so long; return how often something was told of them."""
    nets, spent, false, number = load_nets(), 0.0, 0, 0
    while spent < 60 * minutes:
        pictures, deck, what = (_evening if number % 2 else _silence)(number, seed)
        last = 0.0

        def timed(source: Timed = pictures) -> Iterator[tuple[float, Picture]]:
            nonlocal last
            for t, picture in source:
                last = t
                yield t, picture

        heard = tellings(timed(), _profile(deck, nets), nets)
        wrong = [(round(e.t, 1), e.hindrance and e.hindrance.value) for e in heard]
        spent, false, number = spent + last, false + len(wrong), number + 1
        print(f"{number} {what}: {last:.0f} s, {spent / 60:.1f} min, told {wrong}", flush=True)
    return false


def _evening(number: int, seed: int) -> tuple[Timed, str, str]:
    deck = f"drawn-{DRAWN_FROM + number % 12}"
    unit = staged(number, seed, deck)
    game = played(unit.game, unit.seats, kept_deck(deck).codes, unit.stage.seed, 1)
    script = OwnScript(game.plans, game.seats, unit.stage, every=EVERY, interludes=unit.interludes)
    what = f"{unit.stage.surface.value} {sorted(each.value for each in unit.stage.nuisances)}"
    return OwnEvening(script, kept_deck(deck).deck).pictures(), deck, what


def _silence(number: int, seed: int) -> tuple[Timed, str, str]:
    deck, at = f"drawn-{DRAWN_FROM + number % 12}", seed + number
    surface, nuisances = QUIET_TABLES[number // 2 % len(QUIET_TABLES)]
    stage = drawn_stage(at, surface, nuisances)
    kinds = tuple(np.random.default_rng(at).permutation(np.array(tuple(QuietKind), object)))
    film = QuietFilm(kept_deck(deck).deck, kinds, 60.0, at, 4, stage.camera, scenery(stage))
    lens = CameraLens(stage)

    def pictures() -> Iterator[tuple[float, Picture]]:
        for index, frame in enumerate(film.frames()):
            if index % EVERY == 0:
                yield index / FRAMES_PER_SECOND, lens.take(frame, index / FRAMES_PER_SECOND)

    return pictures(), deck, f"silence on {surface.value} {sorted(n.value for n in nuisances)}"


def main(arguments: list[str]) -> int:
    """Run the command; return 0, or 1 where something was not told, or told wrongly."""
    parser = argparse.ArgumentParser(prog="python -m tests.evenings.measure_sight")
    parser.add_argument("--runs", type=int, default=20, help="of each cause (default 20)")
    parser.add_argument("--cause", choices=[each.value for each in FAULTS], help="only this one")
    parser.add_argument("--good-minutes", type=float, help="watch good pictures instead")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    if options.good_minutes:
        return int(good(options.good_minutes, options.seed) > 0)
    causes = tuple(FAULTS) if options.cause is None else (Hindrance(options.cause),)
    return int(measure(causes, range(options.runs), options.seed) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
