"""An evening's course, as moments and ground truth: who plays when, how the cards fly and land."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from models.evening.bodies import Grasp
from models.evening.extras import joined, lean, sip
from models.evening.geometry import Pose, seat_angle
from models.evening.moment import (
    DealPlan,
    Extras,
    Happening,
    Liveliness,
    Lying,
    Moment,
    Reach,
)
from models.evening.places import drinkers, pile_place

_FAR = 540.0
"""Distance from the centre at which a hand is out of the picture, mm."""
_NEAR_EDGE = 40.0
"""From a card's middle to the finger tips that hold it, mm."""
_CARRY_LIFT = 26.0
_REACH = 92.0
"""Cards land at most this far from the centre along x and y, mm."""


class Choreography:
    """Plays the deals; iterate `moments` and read `happenings` afterwards (or meanwhile)."""

    def __init__(
        self,
        rng: np.random.Generator,
        seats: int,
        deals: Sequence[DealPlan],
        liveliness: Liveliness | None = None,
    ) -> None:
        self.happenings: list[Happening] = []
        self._rng = rng
        self._seats = seats
        self._deals = deals
        self._live = liveliness or Liveliness()
        self._frame = 0
        self._trick: list[Lying] = []
        self._piles: dict[int, list[Lying]] = {}
        self._leaving: list[Iterator[Reach]] = []
        self._beside: list[Iterator[Extras]] = []

    def moments(self) -> Iterator[Moment]:
        """Yield every frame of the evening in order."""
        for deal in self._deals:
            yield from self._idle(30)
            self._note("deal", deal=deal.id)
            size = len(deal.plays) // len(deal.winners)
            for number, winner in enumerate(deal.winners):
                self._bystanders()
                for seat, card in deal.plays[number * size : (number + 1) * size]:
                    yield from self._play(seat, card)
                yield from self._take(winner)
            self._note("deal_end", deal=deal.id)
            yield from self._idle(self._live.between_deals)
            yield from self._clear_piles()
        yield from self._idle(30)

    def _note(
        self,
        kind: str,
        seat: int | None = None,
        card: str | None = None,
        pose: Pose | None = None,
        deal: str | None = None,
    ) -> None:
        self.happenings.append(Happening(self._frame, kind, seat, card, pose, deal))

    def _show(
        self, moving: tuple[Lying, ...] = (), reaches: tuple[Reach, ...] = ()
    ) -> Iterator[Moment]:
        """Yield one frame: the given movement and whatever goes on besides."""
        leaving = [next(way, None) for way in self._leaving]
        self._leaving = [w for w, r in zip(self._leaving, leaving, strict=True) if r]
        beside = [next(way, None) for way in self._beside]
        self._beside = [w for w, e in zip(self._beside, beside, strict=True) if e]
        piles = [card for pile in self._piles.values() for card in pile[-2:]]
        self._frame += 1
        yield Moment(
            resting=(*piles, *self._trick),
            moving=moving,
            reaches=(*(reach for reach in leaving if reach), *reaches),
            extras=joined([part for part in beside if part]),
        )

    def _idle(self, frames: int) -> Iterator[Moment]:
        for _ in range(frames):
            yield from self._show()

    def _bystanders(self) -> None:
        """Let somebody drink or lean in during the coming trick, now and then."""
        rng, seats = self._rng, self._seats
        drink, leaning = rng.random() < self._live.sips, rng.random() < self._live.leans
        thirsty = int(rng.choice(drinkers(seats)))
        away, seat, hold = (
            int(rng.integers(30, 60)),
            int(rng.integers(seats)),
            int(rng.integers(10, 40)),
        )
        if self._beside:
            return
        if drink:
            self._beside.append(sip(thirsty, seats, away))
        elif leaning:
            self._beside.append(lean(seat, hold))

    def _landing(self, seat: int) -> Pose:
        rng = self._rng
        angle = seat_angle(seat, self._seats)
        out = rng.uniform(16, 36)
        dx, dy = rng.normal(0, self._live.spread, 2)
        x = float(np.clip(out * math.cos(angle) + dx, -_REACH, _REACH))
        y = float(np.clip(out * math.sin(angle) + dy, -_REACH, _REACH))
        half_round = math.pi * int(rng.random() < 0.5)
        return Pose(x, y, angle + math.pi / 2 + half_round + float(rng.normal(0, self._live.lean)))

    def _play(self, seat: int, card: str) -> Iterator[Moment]:
        rng, live = self._rng, self._live
        angle = seat_angle(seat, self._seats)
        final = self._landing(seat)
        tossed = rng.random() < live.toss
        ahead = rng.uniform(35, 80) if tossed else 0.0
        twist = float(rng.normal(0, 0.35)) if tossed else float(rng.normal(0, 0.08))
        release = _along(final, angle, ahead).moved(0, 0, twist)
        start = Pose(
            _FAR * math.cos(angle), _FAR * math.sin(angle), release.turn + float(rng.normal(0, 0.3))
        )
        pause = int(rng.choice(live.pauses))
        hurried = rng.random() < live.hurry
        lingering = int(rng.integers(6, 24)) * int(not tossed and rng.random() < live.linger)
        yield from self._idle(2 if hurried else pause)
        for share in _ease(int(rng.integers(9, 15))):
            pose = start.towards(release, share)
            lift = 2 + (_CARRY_LIFT - 2) * (1 - share)
            yield from self._show((Lying(card, pose, lift),), (_hand(seat, pose, angle),))
        if tossed:
            slide = int(rng.integers(4, 8))
            for step in range(1, slide):
                share = 1 - (1 - step / slide) ** 2
                sliding = release.towards(final, share)
                hand = _hand(seat, _along(release, angle, 4.0 * step), angle, Grasp.OPEN)
                yield from self._show((Lying(card, sliding, 1.0 - step / slide),), (hand,))
        self._land(seat, card, final)
        stay = _along(final, angle, ahead + 24.0 * tossed)
        grasp = Grasp.OPEN if tossed else Grasp.HOLD
        for _ in range(max(1, lingering)):
            dx, dy = (float(v) for v in rng.normal(0, live.tremble, 2))
            stay = stay.moved(dx, dy, float(rng.normal(0, live.tremble / 90)))
            yield from self._show((), (_hand(seat, stay, angle, grasp),))
        self._leaving.append(self._withdrawal(seat, stay, angle))

    def _land(self, seat: int, card: str, pose: Pose) -> None:
        rng = self._rng
        if rng.random() < self._live.nudge:
            for place, other in enumerate(self._trick):
                push = rng.normal(0, 2.2, 2)
                turn = float(rng.normal(0, 0.03))
                if rng.random() < 0.6:
                    moved = other.pose.moved(float(push[0]), float(push[1]), turn)
                    self._trick[place] = Lying(other.card, moved)
        self._note("card", seat, card, pose)
        self._trick.append(Lying(card, pose))

    def _withdrawal(self, seat: int, pose: Pose, angle: float) -> Iterator[Reach]:
        frames = int(self._rng.integers(8, 13))
        far = _along(pose, angle, _FAR)
        return iter(
            [
                _hand(seat, pose.towards(far, ((step + 1) / frames) ** 1.4), angle, Grasp.OPEN)
                for step in range(frames)
            ]
        )

    def _take(self, winner: int) -> Iterator[Moment]:
        """Let the winner draw the trick in and lay it face down on the pile."""
        rng, seats = self._rng, self._seats
        angle = seat_angle(winner, seats)
        yield from self._idle(int(rng.choice((16, 24, 34))))
        grab = _along(Pose(0, 0), angle, 46.0)
        far = _along(Pose(0, 0), angle, _FAR)
        for share in _ease(10):
            yield from self._show((), (_hand(winner, far.towards(grab, share), angle, Grasp.OPEN),))
        pile = pile_place(winner, seats)
        cards, self._trick = self._trick, []
        home = Pose(pile.x, pile.y, angle + math.pi / 2)
        for share in _ease(15):
            gather = min(1.0, share * 1.8)
            centre = grab.towards(home, share)
            drawn = tuple(
                Lying(
                    lying.card, _gathered(lying.pose, centre, gather, home.turn, share), 3.0 + place
                )
                for place, lying in enumerate(cards)
            )
            yield from self._show(drawn, (_hand(winner, centre, angle),))
        jitter = rng.normal(0, 1, 3)
        back = Pose(home.x + 2 * float(jitter[0]), home.y + 2 * float(jitter[1]), home.turn)
        turned = back.moved(0, 0, 0.06 * float(jitter[2]))
        self._piles.setdefault(winner, []).append(Lying(None, turned))
        self._note("trick_taken", winner)
        yield from self._show((), (_hand(winner, home, angle),))
        self._leaving.append(self._withdrawal(winner, home, angle))

    def _clear_piles(self) -> Iterator[Moment]:
        """Let everybody take the won tricks off the table for the next deal."""
        piles, self._piles = self._piles, {}
        owners = {seat: (pile[-2:], seat_angle(seat, self._seats)) for seat, pile in piles.items()}
        ways = _ease(14)
        for share in ways:
            coming = tuple(
                _hand(s, _along(pile[-1].pose, angle, _FAR * (1 - share)), angle, Grasp.OPEN)
                for s, (pile, angle) in owners.items()
            )
            lying = tuple(card for pile, _ in owners.values() for card in pile)
            yield from self._show(lying, coming)
        for share in ways:
            going = tuple(
                _hand(s, _along(pile[-1].pose, angle, _FAR * share), angle)
                for s, (pile, angle) in owners.items()
            )
            drawn = tuple(
                Lying(None, _along(card.pose, angle, _FAR * share), 4.0)
                for pile, angle in owners.values()
                for card in pile
            )
            yield from self._show(drawn, going)


def _along(pose: Pose, angle: float, distance: float) -> Pose:
    return pose.moved(distance * math.cos(angle), distance * math.sin(angle))


def _hand(seat: int, card: Pose, angle: float, grasp: Grasp = Grasp.HOLD) -> Reach:
    """Return the hand of `seat` holding a card that lies at `card`, the arm along `angle`."""
    x = card.x + _NEAR_EDGE * math.cos(angle)
    y = card.y + _NEAR_EDGE * math.sin(angle)
    return Reach(seat, Pose(x, y, angle), grasp)


def _gathered(pose: Pose, centre: Pose, gather: float, turn: float, share: float) -> Pose:
    x = pose.x + (centre.x - pose.x) * gather
    y = pose.y + (centre.y - pose.y) * gather
    nearest = turn + math.pi * round((pose.turn - turn) / math.pi)
    return Pose(x, y, pose.turn + (nearest - pose.turn) * share)


def _ease(frames: int) -> list[float]:
    steps = [(frame + 1) / frames for frame in range(frames)]
    return [step * step * (3 - 2 * step) for step in steps]
