"""An evening lit by its own cues reads as well as a dark one."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from engine.evening.state import TableState
from firmware_bridge.cues import picture
from firmware_bridge.strip import Look, milliamps
from firmware_bridge.strip import Picture as Lights
from models.workshop.evening.geometry import Picture, TiltedCamera
from models.workshop.evening.stage import drawn_stage, scenery
from models.workshop.evening.surfaces import Surface
from tests.evenings.own_units import unit
from tests.firmware_bridge.tables import finished, playing, report
from tests.kiosk.lit_evenings.glow import Glow, edge
from tests.kiosk.lit_evenings.measure import COUNTED, LIGHTS, compared, lines, measure
from tests.kiosk.lit_evenings.runner import runner
from tests.kiosk.lit_evenings.watch import Lighting
from vision.reading.nets import load_nets
from vision.watching.camera_view import Surroundings, ViewState

BRIGHT = Look(brightness=1.0, milliamps=1e6)
GREY = np.full((720, 1280, 3), 100, np.uint8)


def test_a_trick_lit_by_its_own_cues_is_read_as_in_the_dark() -> None:
    stage = drawn_stage(12, Surface.DARK_WOOD, frozenset(), lines=540)
    evening = replace(
        unit(0, 1, 1),
        deck="drawn-5002",
        stage=stage,
        game="schafkopf",
        seats=4,
        turn=0.0,
        captured=False,
        interludes=(),
    )
    tallies = compared(evening, load_nets(), {"strong": Lighting(1.0)}, cards=4)
    dark, lit = tallies["dark"], tallies["strong"]
    assert lit.counts["changes"] >= 4, "the cues did light the table"
    assert lit.counts["reading"] == 0, "no light changed while a card was read"
    assert dark.counts["cards"] == dark.counts["first"] == dark.counts["final"] == 4
    assert [lit.counts[key] for key in COUNTED] == [dark.counts[key] for key in COUNTED]
    assert lit.counts["put off"] == 0
    assert lit.counts["accused"] == 0


@pytest.mark.parametrize("seat", range(4))
def test_the_light_falls_on_the_table_before_its_seat_in_its_colour(seat: int) -> None:
    glow = Glow(TiltedCamera(), 60, strength=3.0)
    cyan = picture(playing(report(turn=seat)), look=BRIGHT)
    for _ in range(20):
        lit = glow.on(GREY, cyan)
    edges = {0: lit[-40:], 1: lit[:, :40], 2: lit[:40], 3: lit[:, -40:]}
    means = {at: part.reshape(-1, 3).mean(axis=0) for at, part in edges.items()}
    blue, _, red = means[seat]
    assert blue > red
    assert max(means, key=lambda at: means[at][0] - means[at][2]) == seat


def test_the_camera_gets_used_to_the_light() -> None:
    glow = Glow(TiltedCamera(), 60, strength=1.0)
    white = picture(finished(), look=BRIGHT)
    means = [glow.on(GREY, white).mean() for _ in range(40)]
    assert means[0] > 115
    assert abs(means[-1] - 100) < 3


def test_the_lights_lie_round_the_edge_as_cues_paint_them() -> None:
    assert edge(4).tolist() == [[0, -450], [-450, 0], [0, 450], [450, 0]]
    assert edge(60)[0, 0] > 400


def test_a_locked_camera_shows_what_is_added() -> None:
    glow = Glow(TiltedCamera(), 60, strength=1.0, locked=True)
    white = picture(finished(), look=BRIGHT)
    means = [glow.on(GREY, white).mean() for _ in range(40)]
    assert means[0] > 115
    assert means[-1] == means[0]


def test_coloured_light_on_a_checked_cloth_is_no_moved_camera() -> None:
    stage = drawn_stage(1, Surface.CHECKED, frozenset())
    dark = scenery(stage)
    noise = np.random.default_rng(1)

    def seen(lights: Lights) -> Picture:
        grained = dark.top * dark.lamp + noise.normal(0, 2.5, dark.top.shape)
        glow = Glow(stage.camera, 60, strength=3.0, locked=True)
        return glow.on(np.clip(grained, 0, 255).astype(np.uint8), lights)

    surroundings = Surroundings()
    for _ in range(2):
        surroundings.remember(seen(picture(TableState())))
    lit = seen(picture(playing(report(turn=2))))
    assert surroundings.compare(lit)[0] is ViewState.STILL
    assert surroundings.compare(np.roll(lit, (113, 290), (0, 1)))[0] is ViewState.ELSEWHERE


def test_the_running_light_is_never_twice_the_same_and_within_the_supply() -> None:
    shown = [runner(picture / 12.5, 60) for picture in range(25)]
    assert len(set(shown)) == len(shown)
    assert all(sum(any(light) for light in one) == 20 for one in shown)
    assert max(milliamps(one) for one in shown) <= Look().milliamps


@pytest.mark.prove
def test_lit_evenings_are_read_like_dark_ones() -> None:
    total = measure(range(4), 8101, 60, load_nets())
    sys.stdout.write("\n".join(lines(total)) + "\n")
    dark = total["dark"].counts
    for name in ("lit", "strong"):
        lit = total[name].counts
        assert lit["accused"] <= dark["accused"]
        assert lit["final"] >= 0.995 * dark["final"], name
        assert abs(lit["taken"] - dark["taken"]) <= 1
    for name, lighting in LIGHTS.items():
        assert total[name].counts["accused"] == 0, name
        assert (total[name].counts["reading"] == 0) == lighting.calm, name
