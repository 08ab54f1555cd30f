"""An evening's course in three dimensions: who plays when, how cards are thrown, come to rest, go.

Table: millimetres, origin at its middle, x to the right of seat 0, y away from seat 0, z up; seat 0
sits at the lower edge of the picture, the others follow clockwise as seen from above.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy.spatial.transform import Rotation

from models.workshop.evening.moment import DealPlan
from models.workshop.evening3d.hand import FingerGrasp
from models.workshop.evening3d.moment import CardId, CardState, Happening3d, Manner, Timeline
from models.workshop.evening3d.movement import (
    Bend,
    Body,
    Resting,
    between,
    carried,
    flown,
    grip,
    held,
    seat_angle,
    settle,
    stay,
    toward,
)

_FAR = 640.0
"""From the middle to where a hand is out of the picture, mm."""
_REACH = 92.0
"""Cards land at most this far from the middle along x and y, mm."""
_PILE_X, _PILE_Y = 288.0, 150.0


class Course3d:
    """Plays the deals at once, when made; ask `timeline` and `happenings`."""

    def __init__(
        self,
        rng: np.random.Generator,
        seats: int,
        deals: Sequence[DealPlan],
        size: tuple[float, float],
        manner: Manner | None = None,
    ) -> None:
        self.timeline = Timeline()
        self.happenings: list[Happening3d] = []
        self._rng = rng
        self._seats = seats
        self._size = size
        self._manner = manner or Manner()
        self._trick: list[tuple[CardId, Resting]] = []
        self._piles: dict[int, list[tuple[CardId, Resting]]] = {}
        self._free = 0.0
        """When the hand that played last is out of the way."""
        self._number = 0
        self.end = self._played(deals)
        """Seconds it takes."""

    def _played(self, deals: Sequence[DealPlan]) -> float:
        t = 1.0
        for self._number, deal in enumerate(deals):
            self.happenings.append(Happening3d(t, "deal", deal=deal.id))
            size = len(deal.plays) // len(deal.winners)
            for trick, winner in enumerate(deal.winners):
                self._somebody_passes(t, winner)
                for seat, card in deal.plays[trick * size : (trick + 1) * size]:
                    t = self._play(t, seat, (self._number, card))
                t = self._take(t, winner)
            self.happenings.append(Happening3d(t, "deal_end", deal=deal.id))
            t = self._clear(t + 0.8) + 0.8
        return t

    def _uniform(self, low: float, high: float) -> float:
        return float(self._rng.uniform(low, high))

    def _chance(self, share: float) -> bool:
        return bool(self._rng.random() < share)

    def _bend(self) -> Bend:
        strong = self._manner.bent * (1.9 if self._chance(0.15) else 1.0)
        kx, ky, kxy = (float(v) for v in self._rng.normal(0, (0.0016, 0.0016, 0.0006)))
        return Bend(kx * strong, ky * strong, kxy * strong)

    def _landing(self, seat: int) -> tuple[tuple[float, float], float]:
        """Return where a card comes to lie: its middle and how it is turned."""
        angle = seat_angle(seat, self._seats)
        out = self._uniform(14, 40)
        dx, dy = (float(v) for v in self._rng.normal(0, self._manner.spread, 2))
        x = float(np.clip(out * math.cos(angle) + dx, -_REACH, _REACH))
        y = float(np.clip(out * math.sin(angle) + dy, -_REACH, _REACH))
        upside = math.pi * int(self._chance(0.5))
        lean = float(self._rng.normal(0, self._manner.lean))
        return (x, y), angle + math.pi / 2 + upside + lean

    def _play(self, t: float, seat: int, card: CardId) -> float:
        """Let a card be played; return when the next player may begin."""
        manner = self._manner
        angle = seat_angle(seat, self._seats)
        place, yaw = self._landing(seat)
        bend = self._bend()
        nudged = self._nudged() if self._chance(manner.nudge) else self._trick
        lying = settle(place, yaw, bend, self._size, [one for _, one in nudged])
        self.timeline.card(card, bend)
        start = t + self._uniform(*manner.pause)
        if self._chance(manner.hurry):
            start = t - self._uniform(0.1, 0.3)
        start = max(start, 0.1)
        thrown = self._chance(manner.throw)
        release = self._release(lying, angle, thrown)
        brought = start + self._uniform(0.38, 0.75)
        far = toward(release, angle, _FAR, self._uniform(40, 90))
        way = carried(far, release, self._uniform(0.1, 0.45), angle)
        self.timeline.move(card, start, brought, between(start, brought, way))
        grip_way = held(way, self._size[1] * 0.42, angle)
        self.timeline.hand(
            seat, FingerGrasp.HOLD, start, brought, between(start, brought, grip_way)
        )
        rest = brought + (self._uniform(0.26, 0.5) if thrown else self._uniform(0.05, 0.1))
        touch = self._uniform(0.45, 0.65)
        self.timeline.move(
            card, brought, rest, between(brought, rest, flown(release, lying.body, touch))
        )
        self._push(nudged, rest)
        self._trick = [*nudged, (card, lying)]
        state = CardState(card, lying.body, bend)
        self.happenings.append(Happening3d(rest, "card", seat, state))
        return self._withdraw(seat, grip_way(1.0), angle, brought, rest, thrown)

    def _release(self, lying: Resting, angle: float, thrown: bool) -> Body:
        """Return where the hand lets go of a card that comes to lie like that."""
        x, y, z = lying.body.middle
        back = self._uniform(45, 120) if thrown else self._uniform(0, 6)
        up = self._uniform(22, 75) if thrown else self._uniform(2, 7)
        spin = float(self._rng.normal(0, 0.35 if thrown else 0.06))
        aside = float(self._rng.normal(0, 10 if thrown else 2))
        c, s = math.cos(angle), math.sin(angle)
        tilt = grip(angle, self._uniform(0.05, 0.3) if thrown else self._uniform(0.02, 0.08))
        return Body(
            (x + back * c - aside * s, y + back * s + aside * c, z + up),
            tilt * Rotation.from_euler("z", spin) * lying.body.turn,
        )

    def _withdraw(
        self, seat: int, at: Body, angle: float, brought: float, rest: float, thrown: bool
    ) -> float:
        """Let the hand follow through, perhaps linger, and go; return when it has gone."""
        leave = rest + self._uniform(0.02, 0.12)
        if thrown:
            follow = toward(at, angle, -self._uniform(10, 30), 4)
            leave = brought + self._uniform(0.1, 0.22)
            motion = between(brought, leave, carried(at, follow, 0.0, angle))
            self.timeline.hand(seat, FingerGrasp.OPEN, brought, leave, motion)
            at = follow
        else:
            if self._chance(self._manner.linger):
                leave += self._uniform(0.3, 1.1)
            motion = stay(at, self._rng, self._uniform(0.5, 1.0))
            self.timeline.hand(seat, FingerGrasp.HOLD, brought, leave, motion)
        gone = leave + self._uniform(0.4, 0.65)
        far = toward(at, angle, _FAR, self._uniform(30, 80))
        way = carried(at, far, 0.0, angle, lift=25.0)
        self.timeline.hand(seat, FingerGrasp.OPEN, leave, gone, between(leave, gone, way))
        return max(gone, rest)

    def _nudged(self) -> list[tuple[CardId, Resting]]:
        """Return the trick with some cards pushed a little, each settled anew."""
        moved: list[tuple[CardId, Resting]] = []
        for card, lying in self._trick:
            dx, dy = (float(v) for v in self._rng.normal(0, 2.4, 2) * self._chance(0.6))
            turn = float(self._rng.normal(0, 0.03)) * bool(dx)
            x, y, _ = lying.body.middle
            yaw = _yaw(lying.body) + turn
            below = [one for _, one in moved]
            moved.append((card, settle((x + dx, y + dy), yaw, lying.bend, self._size, below)))
        return moved

    def _push(self, nudged: list[tuple[CardId, Resting]], rest: float) -> None:
        for (card, after), (_, before) in zip(nudged, self._trick, strict=True):
            if after is not before:
                way = flown(before.body, after.body, 0.5)
                self.timeline.move(card, rest - 0.09, rest, between(rest - 0.09, rest, way))

    def _take(self, t: float, winner: int) -> float:
        """Let the winner sweep the trick together and lay it face down on the own pile."""
        angle = seat_angle(winner, self._seats)
        start = t + self._uniform(0.7, 1.3)
        there, swept = start + self._uniform(0.45, 0.7), self._uniform(0.4, 0.6)
        grab = Body(
            (44 * math.cos(angle), 44 * math.sin(angle), 3.0), Rotation.from_euler("z", angle)
        )
        far = toward(grab, angle, _FAR, 50.0)
        hand = self.timeline.hand
        hand(
            winner,
            FingerGrasp.OPEN,
            start,
            there,
            between(start, there, carried(far, grab, 0.0, angle, lift=40.0)),
        )
        together, home = there + swept, there + swept + self._uniform(0.5, 0.75)
        nearer = toward(grab, angle, 46.0, 0.0)
        hand(
            winner,
            FingerGrasp.OPEN,
            there,
            together,
            between(there, together, carried(grab, nearer, 0.0, angle)),
        )
        place = self._pile_place(winner)
        pile = self._piles.setdefault(winner, [])
        carrying = Body(
            (place[0] + 40 * math.cos(angle), place[1] + 40 * math.sin(angle), 14.0), grab.turn
        )
        way = carried(nearer, carrying, 0.0, angle, lift=30.0)
        hand(winner, FingerGrasp.HOLD, together, home, between(together, home, way))
        stacked: list[tuple[CardId, Resting]] = []
        for layer, (card, lying) in enumerate(self._trick):
            x, y, z = nearer.middle
            c, s = math.cos(angle), math.sin(angle)
            yaw = _nearest(_yaw(lying.body), angle + math.pi / 2)
            in_hand = Body(
                (x - 36 * c, y - 36 * s, z + 1.5 + layer * 0.5),
                Rotation.from_euler("z", yaw + float(self._rng.normal(0, 0.05))),
            )
            self.timeline.move(
                card, there, together, between(there, together, flown(lying.body, in_hand, 0.9))
            )
            jitter = self._rng.normal(0, (2.0, 2.0, 0.05))
            below = [one for _, one in (*pile[-3:], *stacked)]
            laid = settle(
                (place[0] + float(jitter[0]), place[1] + float(jitter[1])),
                yaw + float(jitter[2]),
                Bend(lying.bend.kx / 2, lying.bend.ky / 2, lying.bend.kxy / 2),
                self._size,
                below,
                face_down=True,
            )
            over = carried(in_hand, laid.body, 0.0, angle, lift=26.0)
            self.timeline.move(card, together, home, between(together, home, over))
            stacked.append((card, laid))
        self.timeline.remove([card for card, _ in pile[:-1]], home)
        self._piles[winner] = [*pile[-1:], *stacked]
        self._trick = []
        self.happenings.append(Happening3d(home, "trick_taken", winner))
        return self._leave(winner, carrying, angle, home)

    def _leave(self, seat: int, at: Body, angle: float, t: float) -> float:
        """Let a hand go; return when it has gone."""
        gone = t + self._uniform(0.3, 0.5)
        far = toward(at, angle, _FAR, 60.0)
        way = carried(at, far, 0.0, angle, lift=20.0)
        self.timeline.hand(seat, FingerGrasp.OPEN, t, gone, between(t, gone, way))
        return gone

    def _clear(self, t: float) -> float:
        """Let everybody take the won tricks off the table."""
        end = t + 1.2
        for seat, pile in self._piles.items():
            angle = seat_angle(seat, self._seats)
            x, y = self._pile_place(seat)
            grab = Body(
                (x + 36 * math.cos(angle), y + 36 * math.sin(angle), 6.0),
                Rotation.from_euler("z", angle),
            )
            far = toward(grab, angle, _FAR, 40.0)
            coming, going = carried(far, grab, 0.0, angle), carried(grab, far, 0.0, angle)
            self.timeline.hand(seat, FingerGrasp.OPEN, t, t + 0.55, between(t, t + 0.55, coming))
            self.timeline.hand(seat, FingerGrasp.HOLD, t + 0.55, end, between(t + 0.55, end, going))
            for card, lying in pile:
                away = toward(lying.body, angle, _FAR, 40.0)
                way = carried(lying.body, away, 0.0, angle)
                self.timeline.move(card, t + 0.55, end, between(t + 0.55, end, way))
            self.timeline.remove([card for card, _ in pile], end)
        self._piles = {}
        return end

    def _pile_place(self, seat: int) -> tuple[float, float]:
        """Return where a player's won tricks lie: at the rim, to the own right."""
        angle = seat_angle(seat, self._seats) + 0.5
        c, s = math.cos(angle), math.sin(angle)
        reach = min(_PILE_X / max(abs(c), 1e-9), _PILE_Y / max(abs(s), 1e-9))
        return reach * c, reach * s

    def _somebody_passes(self, t: float, winner: int) -> None:
        """Let another hand reach to the table's rim and go again, now and then."""
        if not self._chance(self._manner.passing):
            return
        seat = (winner + 1 + int(self._rng.integers(self._seats - 1))) % self._seats
        angle = seat_angle(seat, self._seats)
        aside = angle - 0.45
        start = t + self._uniform(0.5, 4.0)
        at = Body(
            (_PILE_X * math.cos(aside), (_PILE_Y + 20) * math.sin(aside), 12.0),
            Rotation.from_euler("z", angle),
        )
        far = toward(at, angle, _FAR - 200, 40.0)
        there, leave = start + 0.5, start + 0.5 + self._uniform(0.2, 0.9)
        self.timeline.hand(
            seat,
            FingerGrasp.HOLD,
            start,
            there,
            between(start, there, carried(far, at, 0.0, angle)),
        )
        self.timeline.hand(seat, FingerGrasp.HOLD, there, leave, stay(at, self._rng, 1.0))
        self._leave(seat, at, angle, leave)


def _yaw(body: Body) -> float:
    matrix = body.turn.as_matrix()
    return math.atan2(matrix[1, 0], matrix[0, 0])


def _nearest(yaw: float, wanted: float) -> float:
    """Return `wanted`, or half a round from it, whichever is nearer to `yaw`."""
    return wanted + math.pi * round((yaw - wanted) / math.pi)
