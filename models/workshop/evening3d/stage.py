"""The browser that draws: starts it, builds the scene in it, and fetches pixels from it."""

from __future__ import annotations

import base64
import json
import os
import shutil
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from engine.text import PlainError, Text
from models.workshop.evening3d.faces import DeckTextures
from models.workshop.evening3d.hand import FingerGrasp, Mesh, hand
from models.workshop.evening3d.moment import CardState, HandState, Moment3d
from models.workshop.evening3d.movement import THICK
from models.workshop.evening3d.setting import (
    HEIGHT,
    SIZE_MM,
    WIDTH,
    Picture,
    PubSetting,
    ground,
    samples,
)

_HOUSE = Path(__file__).resolve().parent
_SCRIPTS = (_HOUSE / "vendor" / "three.min.js", _HOUSE / "scene.js")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
)
_PATIENCE_MS = 120_000
_CORNER_MM = 3.6
_SHADOW_MAP = 1024
RenderJob = dict[str, Any]


class BrowserStage(AbstractContextManager["BrowserStage"]):
    """One table in a browser without a screen, drawn by the processor alone."""

    def __init__(self, setting: PubSetting, deck: DeckTextures, seed: int) -> None:
        chromium = os.environ.get("MEHRKOPF_CHROMIUM") or shutil.which("chromium")
        if chromium is None:
            raise PlainError(
                Text(
                    de="Chromium fehlt; bitte mit »apt install chromium« einrichten.",
                    en="Chromium is missing; please install it with “apt install chromium”.",
                )
            )
        self._setting = setting
        self._player = sync_playwright().start()
        try:
            self._browser = self._player.chromium.launch(
                executable_path=chromium, args=list(_ARGUMENTS)
            )
            self._page = self._browser.new_page()
            self._page.set_default_timeout(_PATIENCE_MS)
            for script in _SCRIPTS:
                self._page.add_script_tag(path=script)
            config = _config(setting, deck, np.random.default_rng([seed, 3]))
            self._page.evaluate("config => begin(config)", config)
        except BaseException:
            self._player.stop()
            raise

    def __exit__(self, *_: object) -> None:
        self._browser.close()
        self._player.stop()

    def __enter__(self) -> Self:
        return self

    def dull(self) -> None:
        """Take the varnish off the cards, to see that it was there."""
        self._page.evaluate("() => dull()")

    def whole(self, moment: Moment3d) -> Picture:
        """Return the picture of one instant, BGR [720, 1280, 3], without what the lens does."""
        picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        states = self._job([moment] * len(samples(self._setting)))
        self._draw({**states, "whole": True, "coarse": 1}, picture)
        return picture

    def onto(
        self,
        picture: Picture,
        moments: Sequence[Moment3d],
        touched: Sequence[Moment3d],
        *,
        coarse: bool = False,
    ) -> None:
        """Draw the mean of some instants into `picture`, around all that is `touched`.

        Coarsely: at half the resolution, for what moves too fast to be read.
        """
        around = {"touched": self._job(touched)["moments"], "coarse": 1 + coarse}
        self._draw({**self._job(moments), **around, "whole": False}, picture)

    def marks(self, moment: Moment3d) -> Picture:
        """Return what each pixel shows, [h, w]: 1 for the first card, 255 for a hand, 0 nothing."""
        picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        self._draw({**self._job([moment]), "whole": True, "marks": True, "coarse": 1}, picture)
        return picture[..., 2]

    def _job(self, moments: Sequence[Moment3d]) -> RenderJob:
        return {
            "moments": [
                {
                    "cards": [_card(state) for state in (*moment.resting, *moment.moving)],
                    "hands": [self._hand(state) for state in moment.hands],
                }
                for moment in moments
            ]
        }

    def _hand(self, state: HandState) -> RenderJob:
        large = self._setting.reach[state.seat]
        matrix = np.array(state.body.matrix()).reshape(4, 4)
        matrix[:3, :3] *= large
        return {
            "who": state.seat,
            "grasp": int(state.grasp),
            "matrix": [float(value) for value in matrix.ravel()],
        }

    def _draw(self, job: RenderJob, picture: Picture) -> None:
        drawn = self._page.evaluate("job => draw(JSON.parse(job))", json.dumps(job))
        if drawn is None:
            return
        left, lower, wide, high = drawn["part"]
        flat = np.frombuffer(base64.b64decode(drawn["pixels"]), np.uint8)
        upper = HEIGHT - lower - high
        coarse = job["coarse"]
        pixels = flat.reshape(high // coarse, wide // coarse, 3)[::-1, :, ::-1]
        if coarse > 1:
            finer = cv2.resize(np.ascontiguousarray(pixels), (wide, high))
            pixels = np.asarray(finer, np.uint8)
        picture[upper : upper + high, left : left + wide] = pixels


def _card(state: CardState) -> RenderJob:
    deal, code = state.id
    bend = [state.bend.kx, state.bend.ky, state.bend.kxy]
    name = f"{deal}-{code}"
    return {"id": name, "face": code, "bend": bend, "matrix": state.body.matrix()}


def _config(setting: PubSetting, deck: DeckTextures, rng: np.random.Generator) -> RenderJob:
    lens = setting.lens
    day = setting.window
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "camera": {"place": lens.place, "target": lens.target, "up": lens.up, "fov": lens.fov},
        "exposure": setting.exposure,
        "samples": samples(setting),
        "lamp": {
            "place": setting.lamp,
            "colour": setting.lamp_colour,
            "power": setting.lamp_power,
            "angle": 0.86,
            "penumbra": 0.5,
            "map": _SHADOW_MAP,
        },
        "window": {"colour": "#cfe0ff", "power": day, "from": setting.window_from},
        "sky": {"above": "#d8d2c8", "below": "#6a5a48", "power": setting.sky},
        "table": {
            "size": SIZE_MM,
            "picture": _url(ground(setting.ground, rng)),
            "shininess": setting.ground.shine[0],
            "specular": setting.ground.shine[1],
        },
        "faces": {code: _url(face) for code, face in deck.faces.items()},
        "back": _url(deck.back),
        "card": {
            "width": deck.size[0],
            "height": deck.size[1],
            "radius": _CORNER_MM,
            "thick": THICK,
            "paper": "#e9e3d6",
            "varnish": setting.varnish,
            "roughness": setting.varnish_rough,
        },
        "hands": [_shape(hand(grasp, rng)) for grasp in FingerGrasp],
        "looks": [{"colours": look} for look in setting.looks],
        "glasses": [asdict(glass) for glass in setting.glasses],
    }


def _shape(mesh: Mesh) -> RenderJob:
    return {
        "place": _text(mesh.points.astype("<f4").tobytes()),
        "index": _text(mesh.triangles.astype("<u4").tobytes()),
        "part": _text(mesh.part.tobytes()),
        "shade": _text(mesh.shade.tobytes()),
    }


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _url(picture: Picture) -> str:
    whole, coded = cv2.imencode(".png", picture)
    if not whole:
        raise ValueError("a picture could not be coded")
    return f"data:image/png;base64,{_text(coded.tobytes())}"
