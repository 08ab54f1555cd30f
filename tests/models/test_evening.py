"""The evening compositor and the sample evening: truth where the cards are, deals by the rules."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.deal.record import DealRecord
from engine.dealfile.reader import parse_line
from engine.referee.evaluation import evaluate
from engine.text import PlainError
from models.workshop.evening.choreography import Choreography
from models.workshop.evening.film import EveningFilm, EveningScript, count_frames, isar_deck
from models.workshop.evening.geometry import (
    FRAME_HEIGHT,
    FRAME_WIDTH,
    TablePose,
    TiltedCamera,
    corners,
    seat_angle,
)
from models.workshop.evening.moment import DealPlan, EveningMoment, Liveliness, calls, plans
from models.workshop.evening.painter import EveningPainter, PaintedDeck

SAMPLE = Path(__file__).parents[2] / "models" / "sample"
TRICK = ((0, "G7"), (1, "GA"), (2, "GK"), (3, "SO"))
ONE_TRICK = (DealPlan("one", TRICK, (3,)),)
_MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def deck() -> PaintedDeck:
    return isar_deck()


@pytest.fixture(scope="module")
def deals() -> list[DealRecord]:
    lines = (SAMPLE / "evening.deals.jsonl").read_text(encoding="utf-8").splitlines()
    return [parse_line(line) for line in lines]


def _moments(
    seed: int, deals: tuple[DealPlan, ...], seats: int = 4
) -> tuple[Choreography, list[EveningMoment]]:
    course = Choreography(np.random.default_rng(seed), seats, deals)
    return course, list(course.moments())


def test_the_same_seed_films_the_same_pixels(deck: PaintedDeck) -> None:
    script = EveningScript(ONE_TRICK, seats=4, seed=3)
    one, two = (list(islice(EveningFilm(script, deck).frames(), 0, 60, 15)) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    other = next(EveningFilm(EveningScript(ONE_TRICK, seats=4, seed=4), deck).frames())
    assert not np.array_equal(one[0], other)


def test_frames_are_counted_without_painting() -> None:
    _, moments = _moments(11, ONE_TRICK)
    script = EveningScript(ONE_TRICK, seats=4, seed=11)
    assert 100 < count_frames(script) < 3 * len(moments)


def test_every_card_lies_at_rest_in_the_frame_of_its_truth() -> None:
    course, moments = _moments(5, ONE_TRICK)
    cards = [happening for happening in course.happenings if happening.kind == "card"]
    assert [(card.seat, card.card) for card in cards] == list(TRICK)
    for card in cards:
        now = [lying for lying in moments[card.frame].resting if lying.card == card.card]
        before = [lying for lying in moments[card.frame - 1].resting if lying.card == card.card]
        assert [lying.pose for lying in now] == [card.pose]
        assert before == []


def test_the_trick_is_gone_when_it_is_taken() -> None:
    course, moments = _moments(6, ONE_TRICK)
    taken = next(h for h in course.happenings if h.kind == "trick_taken")
    assert taken.seat == 3
    after = moments[taken.frame]
    assert [lying.card for lying in after.resting] == [None]
    assert after.moving == ()


def test_the_quad_holds_the_drawn_card(deck: PaintedDeck) -> None:
    """Cut out by its truth, a card on the painted table looks like its face."""
    painter = EveningPainter(np.random.default_rng(1), 4, deck)
    course = Choreography(np.random.default_rng(2), 4, ONE_TRICK, Liveliness(leans=0, sips=0))
    frames = {place: painter.frame(moment) for place, moment in enumerate(course.moments())}
    cards = [happening for happening in course.happenings if happening.kind == "card"]
    taken = next(h.frame for h in course.happenings if h.kind == "trick_taken")
    clear = dict(zip((c.frame for c in cards), [*(c.frame for c in cards[1:]), taken], strict=True))
    for card in cards:
        assert card.pose is not None
        assert card.card is not None
        alike = {
            code: max(
                _alike(frames[frame], painter.quad(card.pose), deck.faces[code])
                for frame in range(card.frame, min(card.frame + 18, clear[card.frame]))
            )
            for code in ("G7", "GA", "GK", "SO")
        }
        assert max(alike, key=lambda code: alike[code]) == card.card
        assert alike[card.card] > 0.6


def _alike(
    frame: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
    quad: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    face: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
) -> float:
    flat = np.array([[0, 0], [50, 0], [50, 80], [0, 80]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), flat)
    seen = cv2.warpPerspective(frame, matrix, (50, 80)).astype(np.float64)
    drawn = cv2.resize(face[..., :3], (50, 80), interpolation=cv2.INTER_AREA).astype(np.float64)
    return float(np.corrcoef(seen.ravel(), drawn.ravel())[0, 1])


def test_the_quads_first_side_is_short_and_it_runs_clockwise() -> None:
    quad = TiltedCamera().pixels(corners(TablePose(20, -30, 0.4), 58, 92.8))
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    assert sides[0] < sides[1]
    x, y = quad[:, 0], quad[:, 1]
    twice_area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
    assert twice_area > 0, "y runs down, so clockwise areas are positive"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_seats_follow_clockwise_from_the_lower_edge(seats: int) -> None:
    places = [
        TiltedCamera(tilt_x=0, tilt_y=0, roll=0).pixels(
            np.array([[100 * np.cos(seat_angle(s, seats)), 100 * np.sin(seat_angle(s, seats))]])
        )[0]
        - (FRAME_WIDTH / 2, FRAME_HEIGHT / 2)
        for s in range(seats)
    ]
    assert abs(places[0][0]) < 1e-6
    assert places[0][1] > 0
    assert places[1][0] < 0, "seat 1 sits to the left"


def test_any_number_of_seats_plays() -> None:
    five = tuple((seat, code) for seat, code in enumerate(("G7", "GA", "GK", "SO", "HU")))
    course, _ = _moments(8, (DealPlan("five", five, (4,)),), seats=5)
    assert Counter(h.kind for h in course.happenings)["card"] == 5


def test_a_deal_without_winners_is_refused_in_a_sentence() -> None:
    with pytest.raises(PlainError, match=r"expect\.winners"):
        plans(['{"id":"x","plays":[[0,"G7"]]}'])
    with pytest.raises(PlainError, match="make no 2 tricks"):
        plans(['{"id":"x","plays":[[0,"G7"]],"expect":{"winners":[0,1]}}'])


def test_calls_tell_no_card() -> None:
    lines = (SAMPLE / "evening.deals.jsonl").read_text(encoding="utf-8").splitlines()
    for told in calls(lines):
        read = json.loads(told)
        assert not {"plays", "hands", "expect"} & read.keys()
        assert parse_line(told).contract is not None


def test_the_sample_has_its_wrong_acts_and_no_others(deals: list[DealRecord]) -> None:
    for deal in deals:
        report = evaluate(deal)
        expect = deal.extra["expect"]
        assert isinstance(expect, dict)
        found = [
            {"kind": v.kind, "seat": v.seat, "play": v.play, "shown_by": v.proof[-1]}
            for v in report.verdicts
        ]
        assert found == expect["verdicts"]
    kinds = [verdict.kind for deal in deals for verdict in evaluate(deal).verdicts]
    assert kinds == ["revoke", "called_card_withheld"]


def test_the_sample_deals_hold_together(deals: list[DealRecord]) -> None:
    assert len(deals) >= 3
    for deal in deals:
        assert deal.hands is not None
        held = [{card for card in hand if card} for hand in deal.hands]
        played = [{play.card for play in deal.plays if play.seat == seat} for seat in range(4)]
        assert played == held
        assert len(set.union(*held)) == 32


def test_the_sample_files_tell_the_same_story(deals: list[DealRecord]) -> None:
    truth_file = (SAMPLE / "evening.truth.jsonl").read_text(encoding="utf-8")
    truth = [json.loads(line) for line in truth_file.splitlines()]
    cards = [(told["seat"], told["card"]) for told in truth if told["kind"] == "card"]
    laid = [(play.seat, play.card.code) for deal in deals for play in deal.plays if play.card]
    assert cards == laid
    lines = (SAMPLE / "evening.deals.jsonl").read_text(encoding="utf-8").splitlines()
    told = (SAMPLE / "evening.calls.jsonl").read_text(encoding="utf-8").splitlines()
    assert tuple(told) == calls(lines)
    tricks = [told["seat"] for told in truth if told["kind"] == "trick_taken"]
    assert tricks == [winner for line in lines for winner in json.loads(line)["expect"]["winners"]]


def test_the_sample_video_opens_and_is_small() -> None:
    video = SAMPLE / "evening.mp4"
    assert video.stat().st_size <= 10 * _MEGABYTE
    reader = cv2.VideoCapture(str(video))
    assert reader.get(cv2.CAP_PROP_FPS) == 25
    read, frame = reader.read()
    assert read
    assert frame.shape == (FRAME_HEIGHT, FRAME_WIDTH, 3)
    last = json.loads((SAMPLE / "evening.truth.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert reader.get(cv2.CAP_PROP_FRAME_COUNT) > last["frame"]
    reader.release()
