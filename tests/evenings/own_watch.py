"""One own evening, painted and watched through the whole line, and what came of it."""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2

from engine.text import PlainError
from kiosk.camera.narration import Say
from kiosk.camera.watch_recording import Viewer, checksums
from kiosk.director.deal_source import CalledDeals
from models.workshop.evening.geometry import Picture
from models.workshop.evening.moment import calls
from models.workshop.evening.own import OwnEvening, OwnScript
from tests.evenings.own_deals import Played, played
from tests.evenings.own_decks import enrolled, kept_deck
from tests.evenings.own_units import Unit
from tests.evenings.score_evening import match
from vision.camera.frames import Frame
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import VisionEvent
from vision.still.earlier import at_once
from vision.watching.watcher import Watcher

SEEN_AFTER = 0.32
"""Seconds after rest at which a card's picture is kept, in case it is misread."""
SOON = 0.5

Told = Callable[[float], None]


@dataclass
class Watched:
    """What was said of an evening, and what lay there."""

    said: list[dict[str, Any]]
    truth: list[dict[str, Any]]
    final: list[list[list[Any]]]
    """For each deal its plays as finally decoded."""
    seen: dict[int, bytes] = field(default_factory=dict)
    """Index of a card in truth to the middle of the picture then, JPEG."""


def say_to(said: list[dict[str, Any]]) -> Say:
    """Return what collects everything said."""

    def say(event: dict[str, object]) -> None:
        said.append(dict(event))

    return say


def watch_pictures(
    pictures: Iterator[tuple[float, Picture]],
    profile: Profile,
    nets: Nets,
    lines: Sequence[str],
    angles: Sequence[float] | None = None,
    each: Callable[[float, Picture], None] | None = None,
    told: Callable[[VisionEvent], None] | None = None,
) -> tuple[list[dict[str, Any]], list[list[list[Any]]]]:
    """Watch timed pictures; return what was said, and every deal's plays at the end.

    `each` is called with every picture before it is watched, `told` with all the watcher tells.
    """
    said: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "calls.jsonl"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        viewer = Viewer(profile, CalledDeals(file), None, say_to(said), angles)
    watcher = Watcher(profile, nets, look=at_once(profile, nets))
    viewer.begin(checksums(nets))
    watcher.context(viewer.context())
    for index, (t, picture) in enumerate(pictures):
        if each is not None:
            each(t, picture)
        events = watcher.feed(Frame(index, t, picture))
        for event in events:
            if told is not None:
                told(event)
            viewer.hear(event)
        if events:
            watcher.context(viewer.context())
    state = viewer.table.state
    deals = [*state.finished, *([] if state.deal is None else [state.deal])]
    final = [
        [[laid.seat, "??" if laid.card is None else laid.card.code] for laid in deal.laid]
        for deal in deals
    ]
    return said, final


def watch_unit(unit: Unit, nets: Nets, deals: int = 1) -> dict[str, Any]:
    """Paint and watch one evening; return its result as one JSON object (and pictures)."""
    begun = time.process_time()
    game = played(unit.game, unit.seats, kept_deck(unit.deck).codes, unit.stage.seed, deals)
    try:
        watched = watch_plays(unit, game, nets)
    except PlainError as refusal:
        # What cannot be enrolled is not played with; the report tells which decks and why.
        nothing: dict[str, Any] = {"cards": 0, "first": 0, "wrong": [], "pictures": {}}
        return {**_looks(unit), "refused": refusal.text.en, **nothing}
    return {
        **_looks(unit),
        **judged(watched, game),
        "cpu_s": round(time.process_time() - begun, 1),
        "pictures": watched.seen,
    }


def _looks(unit: Unit) -> dict[str, Any]:
    return {
        "unit": unit.number,
        "seed": unit.seed,
        "deck": unit.deck,
        "table": unit.stage.surface.value,
        "nuisances": sorted(one.value for one in unit.stage.nuisances),
        "game": unit.game,
        "seats": unit.seats,
        "turn": unit.turn,
        "lines": unit.stage.camera.height,
        "size": unit.size,
        "pitch": round(math.degrees(unit.stage.camera.pitch)),
        "away": round(math.degrees(unit.stage.camera.away)),
        "enrolled": "view" if unit.captured else "face",
        "interludes": [one.value for one in unit.interludes],
        "begins": "empty" if unit.beginning is None else unit.beginning.value,
    }


def watch_plays(
    unit: Unit,
    game: Played,
    nets: Nets,
    told: Callable[[VisionEvent], None] | None = None,
) -> Watched:
    """Enrol the evening's deck and watch these deals; `told` hears all the watcher tells."""
    kept = kept_deck(unit.deck)
    script = OwnScript(
        game.plans,
        game.seats,
        unit.stage,
        interludes=unit.interludes,
        beginning=unit.beginning,
    )
    evening = OwnEvening(script, kept.deck)
    seen: dict[int, bytes] = {}

    def keep(t: float, picture: Picture) -> None:
        rested = evening.rest_times()
        for index in range(len(seen), len(rested)):
            if t >= rested[index] + SEEN_AFTER:
                seen[index] = middle(picture)

    said, final = watch_pictures(
        evening.pictures(),
        enrolled(kept, nets, unit.captured),
        nets,
        calls(game.lines),
        unit.angles,
        keep,
        told,
    )
    return Watched(said, list(evening.truth()), final, seen)


def middle(picture: Picture) -> bytes:
    """Return the middle square of a picture as JPEG."""
    tall, wide = picture.shape[:2]
    left = (wide - tall) // 2
    good, data = cv2.imencode(".jpg", picture[:, left : left + tall], [1, 80])
    if not good:
        raise RuntimeError("JPEG encoding failed")
    return data.tobytes()


def judged(watched: Watched, game: Played) -> dict[str, Any]:
    """Return the counts of one evening."""
    cards = [
        {**event, "card": game.name(event["card"])}
        for event in watched.truth
        if event["kind"] == "card"
    ]
    said = [event for event in watched.said if event["type"] == "card_played"]
    pairs = dict(match(cards, said))
    wrong: list[dict[str, Any]] = []
    first = soon = card_right = 0
    for index, card in enumerate(cards):
        heard = said[pairs[index]] if index in pairs else None
        reading = None if heard is None else (heard["card"], heard["seat"])
        late = None if heard is None else round(heard["known_t"] - card["seconds"], 2)
        card_right += reading is not None and reading[0] == card["card"]
        if reading == (card["card"], card["seat"]):
            first += 1
            soon += late is not None and late <= SOON
        else:
            wrong.append(
                {"index": index, "card": card["card"], "seat": card["seat"]}
                | {"t": card["seconds"], "said": reading, "late": late}
            )
    true = [[[seat, game.name(code)] for seat, code in plan.plays] for plan in game.plans]
    flat = [play for deal in true for play in deal]
    right, at = 0, 0
    for number, plays in enumerate(true):
        read = watched.final[number] if number < len(watched.final) else []
        for place, play in enumerate(plays):
            good = place < len(read) and list(read[place]) == play
            right += good
            if not good:
                given = read[place] if place < len(read) else None
                wrong.append(
                    {"index": at + place, "card": play[1], "seat": play[0]} | {"finally": given}
                )
        at += len(plays)
    return {
        "cards": len(cards),
        "found": len(pairs),
        "card_first": card_right,
        "first": first,
        "soon": soon,
        "final": right,
        "extra": len(said) - len(pairs),
        "deals": len(true),
        "deals_read": len(watched.final),
        "tricks": sum(event["kind"] == "trick_taken" for event in watched.truth),
        "taken": sum(event["type"] == "trick_taken" for event in watched.said),
        "questions": sum(event["type"] == "question" for event in watched.said),
        "accused": len(accused(watched.said)),
        "planned": len(flat),
        "wrong": wrong,
    }


def accused(said: Sequence[dict[str, Any]]) -> set[tuple[Any, ...]]:
    """Return every verdict ever shown: where all play by the rules each is against an innocent."""
    return {
        (event["deal"], event["seat"], event["kind"], event["play"])
        for event in said
        if event["type"] == "verdict" and event["status"] != "withdrawn"
    }
