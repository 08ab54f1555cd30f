"""An evening's course, as moments and ground truth: who plays when, how the cards fly and land."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from models.evening.bodies import Grasp
from models.evening.course import FAR, Course, along, ease, hand
from models.evening.extras import lean, sip
from models.evening.geometry import Pose
from models.evening.moment import DealPlan, Happening, Liveliness, Lying, Moment
from models.evening.places import drinkers, pile_place

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
        interlude: Callable[[Course], Iterator[Moment]] | None = None,
    ) -> None:
        """Make ready; `interlude` is what goes on before each deal."""
        self.course = Course(rng, seats)
        self._rng = rng
        self._seats = seats
        self._deals = deals
        self._live = liveliness or Liveliness()
        self._interlude = interlude

    @property
    def happenings(self) -> list[Happening]:
        """What has happened so far."""
        return self.course.happenings

    def moments(self) -> Iterator[Moment]:
        """Yield every frame of the evening in order."""
        for deal in self._deals:
            yield from self.course.idle(30)
            if self._interlude is not None:
                yield from self._interlude(self.course)
                yield from self.course.idle(30)
            self.course.note("deal", deal=deal.id)
            size = len(deal.plays) // len(deal.winners)
            for number, winner in enumerate(deal.winners):
                self._bystanders()
                for seat, card in deal.plays[number * size : (number + 1) * size]:
                    yield from self._play(seat, card)
                yield from self._take(winner)
            self.course.note("deal_end", deal=deal.id)
            yield from self.course.idle(self._live.between_deals)
            yield from self._clear_piles()
        yield from self.course.idle(30)

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
        if self.course.busy:
            return
        if drink:
            self.course.besides(sip(thirsty, seats, away))
        elif leaning:
            self.course.besides(lean(seat, hold))

    def _landing(self, seat: int) -> Pose:
        rng = self._rng
        angle = self.course.angle(seat)
        out = rng.uniform(*self._live.out)
        dx, dy = rng.normal(0, self._live.spread, 2)
        x = float(np.clip(out * math.cos(angle) + dx, -_REACH, _REACH))
        y = float(np.clip(out * math.sin(angle) + dy, -_REACH, _REACH))
        half_round = math.pi * int(rng.random() < 0.5)
        return Pose(x, y, angle + math.pi / 2 + half_round + float(rng.normal(0, self._live.lean)))

    def _play(self, seat: int, card: str) -> Iterator[Moment]:
        rng, live = self._rng, self._live
        angle = self.course.angle(seat)
        final = self._landing(seat)
        tossed = rng.random() < live.toss
        ahead = rng.uniform(35, 80) if tossed else 0.0
        twist = float(rng.normal(0, 0.35)) if tossed else float(rng.normal(0, 0.08))
        release = along(final, angle, ahead).moved(0, 0, twist)
        start = Pose(
            FAR * math.cos(angle), FAR * math.sin(angle), release.turn + float(rng.normal(0, 0.3))
        )
        pause = int(rng.choice(live.pauses))
        hurried = rng.random() < live.hurry
        lingering = int(rng.integers(6, 24)) * int(not tossed and rng.random() < live.linger)
        yield from self.course.idle(2 if hurried else pause)
        for share in ease(int(rng.integers(9, 15))):
            pose = start.towards(release, share)
            lift = 2 + (_CARRY_LIFT - 2) * (1 - share)
            yield from self.course.show((Lying(card, pose, lift),), (hand(seat, pose, angle),))
        if tossed:
            slide = int(rng.integers(4, 8))
            for step in range(1, slide):
                share = 1 - (1 - step / slide) ** 2
                sliding = release.towards(final, share)
                open_hand = hand(seat, along(release, angle, 4.0 * step), angle, Grasp.OPEN)
                yield from self.course.show(
                    (Lying(card, sliding, 1.0 - step / slide),), (open_hand,)
                )
        self._land(seat, card, final)
        stay = along(final, angle, ahead + 24.0 * tossed)
        grasp = Grasp.OPEN if tossed else Grasp.HOLD
        for _ in range(max(1, lingering)):
            dx, dy = (float(v) for v in rng.normal(0, live.tremble, 2))
            stay = stay.moved(dx, dy, float(rng.normal(0, live.tremble / 90)))
            yield from self.course.show((), (hand(seat, stay, angle, grasp),))
        self.course.withdraw(seat, stay)

    def _land(self, seat: int, card: str, pose: Pose) -> None:
        rng = self._rng
        if rng.random() < self._live.nudge:
            for place, other in enumerate(self.course.middle):
                push = rng.normal(0, 2.2, 2)
                turn = float(rng.normal(0, 0.03))
                if rng.random() < 0.6:
                    moved = other.pose.moved(float(push[0]), float(push[1]), turn)
                    self.course.middle[place] = Lying(other.card, moved)
        self.course.note("card", seat, card, pose)
        self.course.middle.append(Lying(card, pose))

    def _take(self, winner: int) -> Iterator[Moment]:
        """Let the winner draw the trick in and lay it face down on the pile."""
        rng, seats = self._rng, self._seats
        angle = self.course.angle(winner)
        yield from self.course.idle(int(rng.choice((16, 24, 34))))
        grab = along(Pose(0, 0), angle, 46.0)
        far = along(Pose(0, 0), angle, FAR)
        for share in ease(10):
            yield from self.course.show(
                (), (hand(winner, far.towards(grab, share), angle, Grasp.OPEN),)
            )
        pile = pile_place(winner, seats)
        cards, self.course.middle = self.course.middle, []
        home = Pose(pile.x, pile.y, angle + math.pi / 2)
        for share in ease(15):
            gather = min(1.0, share * 1.8)
            centre = grab.towards(home, share)
            drawn = tuple(
                Lying(
                    lying.card, _gathered(lying.pose, centre, gather, home.turn, share), 3.0 + place
                )
                for place, lying in enumerate(cards)
            )
            yield from self.course.show(drawn, (hand(winner, centre, angle),))
        jitter = rng.normal(0, 1, 3)
        back = Pose(home.x + 2 * float(jitter[0]), home.y + 2 * float(jitter[1]), home.turn)
        turned = back.moved(0, 0, 0.06 * float(jitter[2]))
        self.course.piles.setdefault(winner, []).append(Lying(None, turned))
        self.course.note("trick_taken", winner)
        yield from self.course.show((), (hand(winner, home, angle),))
        self.course.withdraw(winner, home)

    def _clear_piles(self) -> Iterator[Moment]:
        """Let everybody take the won tricks off the table for the next deal."""
        piles, self.course.piles = self.course.piles, {}
        owners = {seat: (pile[-2:], self.course.angle(seat)) for seat, pile in piles.items()}
        ways = ease(14)
        for share in ways:
            coming = tuple(
                hand(s, along(pile[-1].pose, angle, FAR * (1 - share)), angle, Grasp.OPEN)
                for s, (pile, angle) in owners.items()
            )
            lying = tuple(card for pile, _ in owners.values() for card in pile)
            yield from self.course.show(lying, coming)
        for share in ways:
            going = tuple(
                hand(s, along(pile[-1].pose, angle, FAR * share), angle)
                for s, (pile, angle) in owners.items()
            )
            drawn = tuple(
                Lying(None, along(card.pose, angle, FAR * share), 4.0)
                for pile, angle in owners.values()
                for card in pile
            )
            yield from self.course.show(drawn, going)


def _gathered(pose: Pose, centre: Pose, gather: float, turn: float, share: float) -> Pose:
    x = pose.x + (centre.x - pose.x) * gather
    y = pose.y + (centre.y - pose.y) * gather
    nearest = turn + math.pi * round((pose.turn - turn) / math.pi)
    return Pose(x, y, pose.turn + (nearest - pose.turn) * share)
