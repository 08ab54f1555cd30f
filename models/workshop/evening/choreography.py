"""An evening's course, frame by frame, with its ground truth: who plays when, how cards land.

Whatever happens at the table (play, dealing, shuffling, counting) happens on one course, so that
one thing can follow the other; what people do besides, drink and lean in, runs beside it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from models.workshop.evening.bodies import HandGrasp
from models.workshop.evening.geometry import (
    TablePose,
    drinkers,
    glass_place,
    pile_place,
    seat_angle,
)
from models.workshop.evening.moment import (
    DealPlan,
    DrawnCard,
    EveningHappening,
    EveningMoment,
    Extras,
    Liveliness,
    ReachingHand,
)

_OUT_OF_SIGHT = 560.0


def sip(seat: int, seats: int, away: int) -> Iterator[Extras]:
    """Yield a player's drink, frame by frame; the glass is out of sight for `away` frames."""
    stand = glass_place(seat, seats)
    far = _far(stand, seat, seats)
    arm = seat_angle(seat, seats)
    for share in ease(11):
        yield Extras(reaches=(_hand(seat, far.towards(stand, share), arm),))
    for share in ease(13):
        glass = stand.towards(far, share)
        yield Extras(reaches=(_hand(seat, glass, arm),), glass=(seat, glass))
    for _ in range(away):
        yield Extras(glass=(seat, None))
    for share in ease(13):
        glass = far.towards(stand, share)
        yield Extras(reaches=(_hand(seat, glass, arm),), glass=(seat, glass))
    for share in ease(11):
        yield Extras(reaches=(_hand(seat, stand.towards(far, share), arm),))


def lean(seat: int, hold: int) -> Iterator[Extras]:
    """Yield a player leaning over the table's edge and back again."""
    shares = [*ease(16), *([1.0] * hold), *(1 - share for share in ease(16))]
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


def _hand(seat: int, place: TablePose, arm: float) -> ReachingHand:
    grip = TablePose(place.x + 34 * math.cos(arm), place.y + 34 * math.sin(arm), arm)
    return ReachingHand(seat, grip, HandGrasp.OPEN)


def _far(place: TablePose, seat: int, seats: int) -> TablePose:
    arm = seat_angle(seat, seats)
    return place.moved(_OUT_OF_SIGHT * math.cos(arm), _OUT_OF_SIGHT * math.sin(arm))


FAR = 540.0
"""Distance from the centre at which a hand is out of the picture, mm."""
NEAR_EDGE = 40.0
"""From a card's middle to the finger tips that hold it, mm."""


class EveningCourse:
    """What lies and moves; `show` yields the next frame."""

    def __init__(self, rng: np.random.Generator, seats: int) -> None:
        self.rng = rng
        self.seats = seats
        self.happenings: list[EveningHappening] = []
        self.under: list[DrawnCard] = []
        """Things and packets that lie below everything else."""
        self.piles: dict[int, list[DrawnCard]] = {}
        """Won tricks by seat."""
        self.middle: list[DrawnCard] = []
        """The trick, or whatever else lies in the middle, lowest first."""
        self._frame = 0
        self._leaving: list[Iterator[ReachingHand]] = []
        self._beside: list[Iterator[Extras]] = []

    @property
    def busy(self) -> bool:
        """Whether somebody drinks or leans in."""
        return bool(self._beside)

    def angle(self, seat: int) -> float:
        """Return the direction from the centre to a seat, radians."""
        return seat_angle(seat, self.seats)

    def note(
        self,
        kind: str,
        seat: int | None = None,
        card: str | None = None,
        pose: TablePose | None = None,
        deal: str | None = None,
    ) -> None:
        """Write down what happens with the next frame."""
        self.happenings.append(EveningHappening(self._frame, kind, seat, card, pose, deal))

    def show(
        self, moving: tuple[DrawnCard, ...] = (), reaches: tuple[ReachingHand, ...] = ()
    ) -> Iterator[EveningMoment]:
        """Yield one frame: the given movement and whatever goes on besides."""
        leaving = [next(way, None) for way in self._leaving]
        self._leaving = [w for w, r in zip(self._leaving, leaving, strict=True) if r]
        beside = [next(way, None) for way in self._beside]
        self._beside = [w for w, e in zip(self._beside, beside, strict=True) if e]
        piles = [card for pile in self.piles.values() for card in pile[-2:]]
        self._frame += 1
        yield EveningMoment(
            resting=(*self.under, *piles, *self.middle),
            moving=moving,
            reaches=(*(reach for reach in leaving if reach), *reaches),
            extras=joined([part for part in beside if part]),
        )

    def idle(self, frames: int) -> Iterator[EveningMoment]:
        """Yield frames in which only what goes on besides goes on."""
        for _ in range(frames):
            yield from self.show()

    def besides(self, extras: Iterator[Extras]) -> None:
        """Let somebody drink or lean in from now on."""
        self._beside.append(extras)

    def withdraw(self, seat: int, pose: TablePose) -> None:
        """Let the hand of `seat` that is at `pose` leave the picture from now on."""
        angle = self.angle(seat)
        frames = int(self.rng.integers(8, 13))
        far = along(pose, angle, FAR)
        ways = [
            hand(seat, pose.towards(far, ((step + 1) / frames) ** 1.4), angle, HandGrasp.OPEN)
            for step in range(frames)
        ]
        self._leaving.append(iter(ways))

    def out_of_sight(self, seat: int) -> TablePose:
        """Return a place beyond the picture's edge on a seat's side."""
        return along(TablePose(0.0, 0.0), self.angle(seat), FAR)


def along(pose: TablePose, angle: float, distance: float) -> TablePose:
    """Return the pose shifted by `distance` mm in a direction."""
    return pose.moved(distance * math.cos(angle), distance * math.sin(angle))


def hand(
    seat: int, card: TablePose, angle: float, grasp: HandGrasp = HandGrasp.HOLD
) -> ReachingHand:
    """Return the hand of `seat` holding a card that lies at `card`, the arm along `angle`."""
    x = card.x + NEAR_EDGE * math.cos(angle)
    y = card.y + NEAR_EDGE * math.sin(angle)
    return ReachingHand(seat, TablePose(x, y, angle), grasp)


def ease(frames: int) -> list[float]:
    """Return a smooth way from 0 to 1."""
    steps = [(frame + 1) / frames for frame in range(frames)]
    return [step * step * (3 - 2 * step) for step in steps]


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
        interlude: Callable[[EveningCourse], Iterator[EveningMoment]] | None = None,
    ) -> None:
        """Make ready; `interlude` is what goes on before each deal."""
        self.course = EveningCourse(rng, seats)
        self._rng = rng
        self._seats = seats
        self._deals = deals
        self._live = liveliness or Liveliness()
        self._interlude = interlude

    @property
    def happenings(self) -> list[EveningHappening]:
        """What has happened so far."""
        return self.course.happenings

    def moments(self) -> Iterator[EveningMoment]:
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

    def _landing(self, seat: int) -> TablePose:
        rng = self._rng
        angle = self.course.angle(seat)
        out = rng.uniform(*self._live.out)
        dx, dy = rng.normal(0, self._live.spread, 2)
        x = float(np.clip(out * math.cos(angle) + dx, -_REACH, _REACH))
        y = float(np.clip(out * math.sin(angle) + dy, -_REACH, _REACH))
        half_round = math.pi * int(rng.random() < 0.5)
        return TablePose(
            x, y, angle + math.pi / 2 + half_round + float(rng.normal(0, self._live.lean))
        )

    def _play(self, seat: int, card: str) -> Iterator[EveningMoment]:
        rng, live = self._rng, self._live
        angle = self.course.angle(seat)
        final = self._landing(seat)
        tossed = rng.random() < live.toss
        ahead = rng.uniform(35, 80) if tossed else 0.0
        twist = float(rng.normal(0, 0.35)) if tossed else float(rng.normal(0, 0.08))
        release = along(final, angle, ahead).moved(0, 0, twist)
        start = TablePose(
            FAR * math.cos(angle), FAR * math.sin(angle), release.turn + float(rng.normal(0, 0.3))
        )
        pause = int(rng.choice(live.pauses))
        hurried = rng.random() < live.hurry
        lingering = int(rng.integers(6, 24)) * int(not tossed and rng.random() < live.linger)
        yield from self.course.idle(2 if hurried else pause)
        for share in ease(int(rng.integers(9, 15))):
            pose = start.towards(release, share)
            lift = 2 + (_CARRY_LIFT - 2) * (1 - share)
            yield from self.course.show((DrawnCard(card, pose, lift),), (hand(seat, pose, angle),))
        if tossed:
            slide = int(rng.integers(4, 8))
            for step in range(1, slide):
                share = 1 - (1 - step / slide) ** 2
                sliding = release.towards(final, share)
                open_hand = hand(seat, along(release, angle, 4.0 * step), angle, HandGrasp.OPEN)
                yield from self.course.show(
                    (DrawnCard(card, sliding, 1.0 - step / slide),), (open_hand,)
                )
        self._land(seat, card, final)
        stay = along(final, angle, ahead + 24.0 * tossed)
        grasp = HandGrasp.OPEN if tossed else HandGrasp.HOLD
        for _ in range(max(1, lingering)):
            dx, dy = (float(v) for v in rng.normal(0, live.tremble, 2))
            stay = stay.moved(dx, dy, float(rng.normal(0, live.tremble / 90)))
            yield from self.course.show((), (hand(seat, stay, angle, grasp),))
        self.course.withdraw(seat, stay)

    def _land(self, seat: int, card: str, pose: TablePose) -> None:
        rng = self._rng
        if rng.random() < self._live.nudge:
            for place, other in enumerate(self.course.middle):
                push = rng.normal(0, 2.2, 2)
                turn = float(rng.normal(0, 0.03))
                if rng.random() < 0.6:
                    moved = other.pose.moved(float(push[0]), float(push[1]), turn)
                    self.course.middle[place] = DrawnCard(other.card, moved)
        self.course.note("card", seat, card, pose)
        self.course.middle.append(DrawnCard(card, pose))

    def _take(self, winner: int) -> Iterator[EveningMoment]:
        """Let the winner draw the trick in and lay it face down on the pile."""
        rng, seats = self._rng, self._seats
        angle = self.course.angle(winner)
        yield from self.course.idle(int(rng.choice((16, 24, 34))))
        grab = along(TablePose(0, 0), angle, 46.0)
        far = along(TablePose(0, 0), angle, FAR)
        for share in ease(10):
            yield from self.course.show(
                (), (hand(winner, far.towards(grab, share), angle, HandGrasp.OPEN),)
            )
        pile = pile_place(winner, seats)
        cards, self.course.middle = self.course.middle, []
        home = TablePose(pile.x, pile.y, angle + math.pi / 2)
        for share in ease(15):
            gather = min(1.0, share * 1.8)
            centre = grab.towards(home, share)
            drawn = tuple(
                DrawnCard(
                    lying.card, _gathered(lying.pose, centre, gather, home.turn, share), 3.0 + place
                )
                for place, lying in enumerate(cards)
            )
            yield from self.course.show(drawn, (hand(winner, centre, angle),))
        jitter = rng.normal(0, 1, 3)
        back = TablePose(home.x + 2 * float(jitter[0]), home.y + 2 * float(jitter[1]), home.turn)
        turned = back.moved(0, 0, 0.06 * float(jitter[2]))
        self.course.piles.setdefault(winner, []).append(DrawnCard(None, turned))
        self.course.note("trick_taken", winner)
        yield from self.course.show((), (hand(winner, home, angle),))
        self.course.withdraw(winner, home)

    def _clear_piles(self) -> Iterator[EveningMoment]:
        """Let everybody take the won tricks off the table for the next deal."""
        piles, self.course.piles = self.course.piles, {}
        owners = {seat: (pile[-2:], self.course.angle(seat)) for seat, pile in piles.items()}
        ways = ease(14)
        for share in ways:
            coming = tuple(
                hand(s, along(pile[-1].pose, angle, FAR * (1 - share)), angle, HandGrasp.OPEN)
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
                DrawnCard(None, along(card.pose, angle, FAR * share), 4.0)
                for pile, angle in owners.values()
                for card in pile
            )
            yield from self.course.show(drawn, going)


def _gathered(
    pose: TablePose, centre: TablePose, gather: float, turn: float, share: float
) -> TablePose:
    x = pose.x + (centre.x - pose.x) * gather
    y = pose.y + (centre.y - pose.y) * gather
    nearest = turn + math.pi * round((pose.turn - turn) / math.pi)
    return TablePose(x, y, pose.turn + (nearest - pose.turn) * share)
