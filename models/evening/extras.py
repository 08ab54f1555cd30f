"""What people do besides playing: drink, lean in. Runs beside the play, frame by frame."""

from __future__ import annotations

import math
from collections.abc import Iterator

from models.evening.bodies import Grasp
from models.evening.geometry import Pose, seat_angle
from models.evening.moment import Extras, Reach
from models.evening.places import glass_place

_OUT_OF_SIGHT = 560.0


def sip(seat: int, seats: int, away: int) -> Iterator[Extras]:
    """Yield a player's drink, frame by frame; the glass is out of sight for `away` frames."""
    stand = glass_place(seat, seats)
    far = _far(stand, seat, seats)
    arm = seat_angle(seat, seats)
    for share in _ease(11):
        yield Extras(reaches=(_hand(seat, far.towards(stand, share), arm),))
    for share in _ease(13):
        glass = stand.towards(far, share)
        yield Extras(reaches=(_hand(seat, glass, arm),), glass=(seat, glass))
    for _ in range(away):
        yield Extras(glass=(seat, None))
    for share in _ease(13):
        glass = far.towards(stand, share)
        yield Extras(reaches=(_hand(seat, glass, arm),), glass=(seat, glass))
    for share in _ease(11):
        yield Extras(reaches=(_hand(seat, stand.towards(far, share), arm),))


def lean(seat: int, hold: int) -> Iterator[Extras]:
    """Yield a player leaning over the table's edge and back again."""
    shares = [*_ease(16), *([1.0] * hold), *(1 - share for share in _ease(16))]
    for share in shares:
        yield Extras(leaning=((seat, share),))


def joined(parts: list[Extras]) -> Extras:
    """Return several things going on at once; the first glass that moves is the one shown."""
    glasses = [part.glass for part in parts if part.glass is not None]
    return Extras(
        reaches=tuple(reach for part in parts for reach in part.reaches),
        glass=glasses[0] if glasses else None,
        leaning=tuple(leaning for part in parts for leaning in part.leaning),
    )


def _hand(seat: int, place: Pose, arm: float) -> Reach:
    grip = Pose(place.x + 34 * math.cos(arm), place.y + 34 * math.sin(arm), arm)
    return Reach(seat, grip, Grasp.OPEN)


def _far(place: Pose, seat: int, seats: int) -> Pose:
    arm = seat_angle(seat, seats)
    return place.moved(_OUT_OF_SIGHT * math.cos(arm), _OUT_OF_SIGHT * math.sin(arm))


def _ease(frames: int) -> list[float]:
    """Return a smooth way from 0 to 1."""
    steps = [(frame + 1) / frames for frame in range(frames)]
    return [step * step * (3 - 2 * step) for step in steps]
