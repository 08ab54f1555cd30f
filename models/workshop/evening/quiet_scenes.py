"""What is done with cards without playing: dealing, shuffling, counting, throwing in, showing.

And what a pub's table sees besides: patience with the same deck, the last card shown, cards left.
None of it is a play, though every card of it is one of the deck.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice

from models.workshop.evening.bodies import HandGrasp
from models.workshop.evening.choreography import FAR, EveningCourse, along, ease, hand
from models.workshop.evening.geometry import TablePose, pile_place
from models.workshop.evening.moment import DrawnCard, EveningMoment, ReachingHand

FOREIGN = "foreign:"
"""Names of another deck's cards begin so."""


def dealing(course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
    """Packets of backs fly over the table to every seat; then everybody takes up a hand."""
    rng, seats = course.rng, course.seats
    dealer = int(rng.integers(seats))
    size = int(rng.integers(2, 5))
    packets: dict[int, list[DrawnCard]] = {seat: [] for seat in range(seats)}
    out = float(rng.uniform(150, 215))
    for _round in range(2):
        for step in range(1, seats + 1):
            seat = (dealer + step) % seats
            angle = course.angle(seat)
            goal = along(TablePose(0, 0, angle + math.pi / 2), angle, out)
            dx, dy, turn = rng.normal(0, 1, 3) * (14.0, 14.0, 0.25)
            home = goal.moved(float(dx), float(dy), float(turn))
            yield from _deal_packet(course, dealer, home, size)
            packets[seat] += _packet(course, home, size, None)
            course.under = [card for packet in packets.values() for card in packet]
            if rng.random() < 0.25:
                yield from course.idle(int(rng.integers(2, 20)))
    yield from course.idle(int(rng.integers(10, 60)))
    yield from _taken_up(course, packets)


def _deal_packet(
    course: EveningCourse, dealer: int, home: TablePose, size: int
) -> Iterator[EveningMoment]:
    rng, angle = course.rng, course.angle(dealer)
    start = along(TablePose(0, 0, angle + math.pi / 2), angle, 330.0)
    release = start.towards(home, float(rng.uniform(0.3, 0.7)))
    for share in ease(int(rng.integers(5, 9))):
        pose = start.towards(release, share)
        flying = tuple(_packet(course, pose, size, None, lift=14.0))
        yield from course.show(flying, (hand(dealer, pose, angle),))
    frames = int(rng.integers(3, 7))
    for step in range(1, frames + 1):
        pose = release.towards(home, 1 - (1 - step / frames) ** 2)
        back = hand(dealer, release.towards(start, step / frames), angle, HandGrasp.OPEN)
        yield from course.show(tuple(_packet(course, pose, size, None, lift=4.0)), (back,))


def _packet(
    course: EveningCourse, pose: TablePose, size: int, face: str | None, lift: float = 0.0
) -> list[DrawnCard]:
    """Return some cards one on the other, not quite square; the top one may show its face."""
    lying = []
    for place in range(size):
        dx, dy, turn = course.rng.normal(0, 1, 3) * (1.6, 1.6, 0.03)
        card = face if place == size - 1 else None
        at = pose.moved(float(dx), float(dy), float(turn))
        lying.append(DrawnCard(card, at, lift + place * 0.4))
    return lying


def _taken_up(
    course: EveningCourse, packets: dict[int, list[DrawnCard]]
) -> Iterator[EveningMoment]:
    ways = ease(13)
    homes = {seat: packet[0].pose for seat, packet in packets.items()}
    for share in ways:
        coming = tuple(_from_afar(course, seat, pose, 1 - share) for seat, pose in homes.items())
        yield from course.show((), coming)
    course.under = []
    for share in ways:
        drawn = tuple(
            DrawnCard(None, along(card.pose, course.angle(seat), FAR * share), 5.0)
            for seat, packet in packets.items()
            for card in packet
        )
        going = tuple(_from_afar(course, seat, pose, share) for seat, pose in homes.items())
        yield from course.show(drawn, going)


def _from_afar(course: EveningCourse, seat: int, pose: TablePose, share: float) -> ReachingHand:
    """Return a seat's hand `share` of the way out from `pose`."""
    angle = course.angle(seat)
    return hand(seat, along(pose, angle, FAR * share), angle, HandGrasp.OPEN)


def shuffling(course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
    """A packet moves between two hands in the middle, shows a face at times, lies, is cut."""
    rng = course.rng
    seat = int(rng.integers(course.seats))
    angle = course.angle(seat)
    x, y = rng.normal(0, 35, 2)
    centre = along(
        TablePose(float(x), float(y), angle + math.pi / 2), angle, float(rng.uniform(0, 70))
    )
    for share in ease(12):
        pose = along(centre, angle, 420 * (1 - share))
        yield from _held(course, seat, pose, [None] * 5)
    for _stroke in range(int(rng.integers(6, 14))):
        yield from _stroke_over(course, seat, centre, cards)
    course.under = packet = _packet(course, centre, 6, None)
    course.withdraw(seat, centre)
    yield from course.idle(int(rng.integers(15, 70)))
    yield from _cut_off(course, (seat + course.seats - 1) % course.seats, packet)
    home = {seat: course.under}
    yield from _taken_up(course, home)


def _held(
    course: EveningCourse, seat: int, pose: TablePose, cards: Sequence[str | None]
) -> Iterator[EveningMoment]:
    """One frame of a packet between two hands of one player."""
    angle = course.angle(seat)
    lying = tuple(
        DrawnCard(card, part, 8.0 + place)
        for place, (card, part) in enumerate(
            zip(cards, (one.pose for one in _packet(course, pose, len(cards), None)), strict=True)
        )
    )
    side = math.pi / 2
    reaches = tuple(
        hand(seat, along(pose, angle + way * side, 44.0), angle + way * 0.35, HandGrasp.OPEN)
        for way in (-1, 1)
    )
    yield from course.show(lying, reaches)


def _stroke_over(
    course: EveningCourse, seat: int, centre: TablePose, cards: Sequence[str]
) -> Iterator[EveningMoment]:
    """Part of the packet is lifted off and falls behind; its lowest card may flash."""
    rng, angle = course.rng, course.angle(seat)
    face = str(rng.choice(list(cards))) if rng.random() < 0.4 else None
    frames = int(rng.integers(5, 9))
    for step in range(frames):
        swing = math.sin(math.pi * step / (frames - 1))
        upper = along(centre, angle, 62 * swing).moved(0, 0, 0.25 * swing)
        rest = tuple(_packet(course, centre, 4, None, lift=6.0))
        lifted = tuple(_packet(course, upper, 3, face if swing > 0.5 else None, lift=14.0))
        reaches = (
            hand(seat, along(centre, angle + math.pi / 2, 40.0), angle + 0.3, HandGrasp.OPEN),
            hand(seat, along(upper, angle, 12.0), angle - 0.2),
        )
        yield from course.show((*rest, *lifted), reaches)


def _cut_off(course: EveningCourse, seat: int, packet: list[DrawnCard]) -> Iterator[EveningMoment]:
    """A neighbour lifts half of the packet off and lays it beside the other half."""
    rng, angle = course.rng, course.angle(seat)
    place = packet[0].pose
    for share in ease(10):
        yield from course.show((), (_from_afar(course, seat, place, 1 - share),))
    course.under, upper = packet[:3], packet[3:]
    for share in ease(10):
        pose = along(place, angle, 74 * share)
        moving = tuple(DrawnCard(None, one.pose.towards(pose, share), 8.0) for one in upper)
        yield from course.show(moving, (hand(seat, pose, angle),))
    beside = along(place, angle, 74.0)
    course.under = [*packet[:3], *_packet(course, beside, 3, None)]
    course.withdraw(seat, beside)
    yield from course.idle(int(rng.integers(10, 40)))


def counting(course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
    """A player turns the won cards face up one by one, quickly, onto a heap beside the pile."""
    rng = course.rng
    seat = int(rng.integers(course.seats))
    angle = course.angle(seat)
    if rng.random() < 0.5:
        pile = pile_place(seat, course.seats)
    else:
        pile = along(TablePose(0, 0), angle, float(rng.uniform(70, 150))).moved(
            *rng.normal(0, 25, 2)
        )
    pile = TablePose(pile.x, pile.y, angle + math.pi / 2)
    heap = along(pile, angle + math.pi / 2, float(rng.choice((-1, 1))) * float(rng.uniform(66, 80)))
    course.under = _packet(course, pile, 6, None)
    yield from course.idle(25)
    count = int(rng.integers(8, 24))
    drawn = rng.permutation(list(cards))[:count]
    for card in drawn:
        yield from _count_one(course, seat, str(card), pile, heap)
        if rng.random() < 0.12:
            yield from course.idle(int(rng.integers(8, 30)))
    course.withdraw(seat, heap)
    yield from course.idle(int(rng.integers(20, 60)))
    course.under = [*course.under, *course.middle]
    course.middle = []
    yield from swept(course, seat)


def _count_one(
    course: EveningCourse, seat: int, card: str, pile: TablePose, heap: TablePose
) -> Iterator[EveningMoment]:
    rng, angle = course.rng, course.angle(seat)
    frames = int(rng.integers(4, 9))
    dx, dy, turn = rng.normal(0, 1, 3) * (6.0, 6.0, 0.1)
    goal = heap.moved(float(dx), float(dy), float(turn))
    for share in ease(frames):
        pose = pile.towards(goal, share)
        shown = card if share > 0.5 else None
        yield from course.show(
            (DrawnCard(shown, pose, 12.0 * (1 - share) + 1),),
            (hand(seat, along(pose, angle, 14.0), angle),),
        )
    course.middle = [*course.middle[-4:], DrawnCard(card, goal)]
    for share in ease(int(rng.integers(2, 6))):
        pose = goal.towards(pile, share)
        yield from course.show((), (hand(seat, along(pose, angle, 22.0), angle, HandGrasp.OPEN),))


def swept(course: EveningCourse, seat: int) -> Iterator[EveningMoment]:
    """Everything in the middle and below is drawn in by one player."""
    angle = course.angle(seat)
    lying = [*course.under, *course.middle]
    place = lying[-1].pose
    for share in ease(10):
        yield from course.show((), (_from_afar(course, seat, place, 1 - share),))
    course.under, course.middle = [], []
    for share in ease(16):
        centre = along(place, angle, FAR * share)
        gather = min(1.0, 2.2 * share)
        moving = tuple(
            DrawnCard(
                one.card,
                one.pose.towards(TablePose(centre.x, centre.y, one.pose.turn), gather),
                3.0,
            )
            for one in lying
        )
        yield from course.show(moving, (hand(seat, centre, angle),))


def thrown_in(course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
    """Several players toss what they hold face up into the middle, nearly at once."""
    rng = course.rng
    seats = [int(seat) for seat in rng.permutation(course.seats)]
    seats = seats[: int(rng.integers(2, course.seats + 1))]
    hidden = iter(str(card) for card in rng.permutation(list(cards)))
    throws = [
        (seat, int(rng.integers(0, 26)), list(islice(hidden, int(rng.integers(2, 5)))))
        for seat in seats
    ]
    last = max(start for _, start, _ in throws) + 24
    for frame in range(last):
        moving: list[DrawnCard] = []
        reaches: list[ReachingHand] = []
        for seat, start, held in throws:
            _throw_frame(course, seat, frame - start, held, moving, reaches)
        yield from course.show(tuple(moving), tuple(reaches))
    yield from course.idle(int(rng.integers(12, 90)))
    yield from swept(course, int(rng.integers(course.seats)))


def _throw_frame(
    course: EveningCourse,
    seat: int,
    age: int,
    held: list[str],
    moving: list[DrawnCard],
    reaches: list[ReachingHand],
) -> None:
    """Add one player's part of this frame; `age` counts frames since the hand set out."""
    flight, landing = 9, 15
    if age < 0 or (age >= landing and not held):
        return
    rng, angle = course.rng, course.angle(seat)
    far = course.out_of_sight(seat).moved(0, 0, angle + math.pi / 2)
    near = along(TablePose(0, 0, angle + math.pi / 2), angle, 96.0)
    if age < flight:
        pose = far.towards(near, (age + 1) / flight)
        for place, card in enumerate(held):
            fanned = pose.moved(0, 0, 0.22 * (place - len(held) / 2))
            moving.append(DrawnCard(card, along(fanned, angle + math.pi / 2, 12.0 * place), 18.0))
        reaches.append(hand(seat, pose, angle))
    elif age == flight:
        for card in held:
            dx, dy, turn = rng.normal(0, 1, 3) * (34.0, 34.0, 0.7)
            start = near.towards(TablePose(0, 0, near.turn), float(rng.uniform(0.4, 0.9)))
            course.middle.append(DrawnCard(card, start.moved(float(dx), float(dy), float(turn))))
        held.clear()
        reaches.append(hand(seat, near, angle, HandGrasp.OPEN))
    if age > flight:
        back = near.towards(far, (age - flight) / (landing - flight))
        reaches.append(hand(seat, back, angle, HandGrasp.OPEN))


def shown(course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
    """A player lays a hand of cards open, fanned, in front of the middle, and takes it back."""
    rng = course.rng
    seat = int(rng.integers(course.seats))
    angle = course.angle(seat)
    hand_held = [str(card) for card in rng.permutation(list(cards))[: int(rng.integers(4, 9))]]
    place = along(TablePose(0, 0, angle + math.pi / 2), angle, float(rng.uniform(40, 120)))
    spread = float(rng.uniform(0.07, 0.16))
    lifted = rng.random() < 0.35
    for share in ease(14):
        pose = along(place, angle, 430 * (1 - share))
        yield from course.show(
            tuple(_fan(hand_held, pose, angle, spread, 16.0)), (hand(seat, pose, angle),)
        )
    if lifted:
        for _frame in range(int(rng.integers(30, 70))):
            dx, dy = rng.normal(0, 1.2, 2)
            pose = place.moved(float(dx), float(dy))
            yield from course.show(
                tuple(_fan(hand_held, pose, angle, spread, 30.0)), (hand(seat, pose, angle),)
            )
    course.middle = _fan(hand_held, place, angle, spread, 0.0)
    course.withdraw(seat, place)
    yield from course.idle(int(rng.integers(30, 90)))
    yield from swept(course, seat)


def _fan(
    cards: Sequence[str], pose: TablePose, angle: float, spread: float, lift: float
) -> list[DrawnCard]:
    """Return cards fanned out from the player's hand."""
    pivot = along(pose, angle, 70.0)
    lying = []
    for place, card in enumerate(cards):
        aside = spread * (place - (len(cards) - 1) / 2)
        at = along(TablePose(pivot.x, pivot.y, pose.turn + aside), angle + aside + math.pi, 70.0)
        lying.append(DrawnCard(card, at, lift))
    return lying


def patience(course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
    """One player lays cards out in rows, one by one and some onto others, and gathers them."""
    rng = course.rng
    seat = int(rng.integers(course.seats))
    angle = course.angle(seat)
    count = min(len(cards), int(rng.integers(5, 13)))
    columns = int(rng.integers(3, 6))
    depth = float(rng.uniform(34, 112))
    for number, card in enumerate(rng.permutation(list(cards))[:count]):
        row, column = divmod(number, columns)
        dx, dy, turn = rng.normal(0, 1, 3) * (3.0, 3.0, 0.06)
        place = along(TablePose(0, 0, angle + math.pi / 2), angle, 62.0 - depth * row)
        place = along(place, angle + math.pi / 2, 68.0 * (column - (columns - 1) / 2))
        yield from _laid(course, seat, str(card), place.moved(float(dx), float(dy), float(turn)))
        yield from course.idle(int(rng.integers(6, 40)))
    yield from course.idle(int(rng.integers(10, 60)))
    yield from swept(course, seat)


def last_card(course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
    """The dealer shows the last card he dealt: it lies open for a while, and goes to a hand."""
    rng = course.rng
    seat = int(rng.integers(course.seats))
    angle = course.angle(seat)
    dx, dy, turn = rng.normal(0, 1, 3) * (16.0, 16.0, 0.3)
    place = along(TablePose(0, 0, angle + math.pi / 2), angle, float(rng.uniform(0, 90)))
    yield from _laid(
        course, seat, str(rng.choice(list(cards))), place.moved(float(dx), float(dy), float(turn))
    )
    yield from course.idle(int(rng.integers(25, 110)))
    yield from swept(course, int(rng.integers(course.seats)))


def left_lying(course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
    """Cards of the deal before lie about while people talk; two more are thrown to them."""
    rng = course.rng
    seat = int(rng.integers(course.seats))
    drawn = [str(card) for card in rng.permutation(list(cards))]
    place = along(TablePose(0, 0), course.angle(seat), 40.0)
    for share in ease(12):
        pose = course.out_of_sight(seat).towards(place, share)
        yield from course.show((), (hand(seat, pose, course.angle(seat)),))
    for card in drawn[: int(rng.integers(3, 8))]:
        dx, dy = rng.normal(0, 60, 2)
        lying = TablePose(float(dx), float(dy), float(rng.uniform(0, 2 * math.pi)))
        course.middle.append(DrawnCard(card, lying))
    course.withdraw(seat, place)
    yield from course.idle(int(rng.integers(60, 130)))
    for card in drawn[8 : 8 + int(rng.integers(0, 3))]:
        other = int(rng.integers(course.seats))
        dx, dy = rng.normal(0, 50, 2)
        turned = TablePose(float(dx), float(dy), course.angle(other) + math.pi / 2)
        yield from _laid(course, other, card, turned)
        yield from course.idle(int(rng.integers(20, 60)))
    yield from swept(course, int(rng.integers(course.seats)))


def retold(course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
    """A player lays a trick out again, card by card from his own hand, and talks about it."""
    rng = course.rng
    seat = int(rng.integers(course.seats))
    angle = course.angle(seat)
    count = min(course.seats, len(cards))
    for number, card in enumerate(rng.permutation(list(cards))[:count]):
        dx, dy, turn = rng.normal(0, 1, 3) * (8.0, 8.0, 0.15)
        place = along(TablePose(0, 0, angle + math.pi / 2), angle, 24.0)
        place = along(place, angle + math.pi / 2, 34.0 * (number - (count - 1) / 2))
        yield from _laid(course, seat, str(card), place.moved(float(dx), float(dy), float(turn)))
        yield from course.idle(int(rng.integers(4, 36)))
    yield from course.idle(int(rng.integers(20, 80)))
    yield from swept(course, seat)


def _laid(course: EveningCourse, seat: int, card: str, place: TablePose) -> Iterator[EveningMoment]:
    """A hand brings a card, lays it down and leaves."""
    angle = course.angle(seat)
    start = course.out_of_sight(seat).moved(0, 0, place.turn)
    for share in ease(int(course.rng.integers(8, 15))):
        pose = start.towards(place, share)
        carried = DrawnCard(card, pose, 2 + 18 * (1 - share))
        yield from course.show((carried,), (hand(seat, pose, angle, HandGrasp.HOLD),))
    course.middle.append(DrawnCard(card, place))
    course.withdraw(seat, place)
