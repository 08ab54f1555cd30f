"""`python -m tests.bench priors` counts rightly what the watcher told against what happened."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from click.testing import CliRunner

from kiosk.director.priors import PRIORS, Priors
from models.workshop.decks.face_decks import split
from models.workshop.measuring.shares import Share
from tests.bench import priors as bench_priors
from tests.bench.__main__ import bench
from tests.bench.prior_counts import Counts, Recording, count, landing
from tests.bench.priors import BESIDE, NOT_COUNTED, SHARES, ShareRow, decks, evening, rows
from tests.evenings.own_decks import COMMERCIAL, ISAR
from vision.sighting import CardTakenBack, Place, Sighting, TrickCleared, VisionEvent

CODES = ("EA", "EZ", "GA", "GZ", "HA", "HZ", "SA", "SZ")
PLAYED = ((0, "EA"), (1, "EZ"), (2, "GA"), (3, "GZ")), ((1, "HA"), (2, "HZ"), (3, "SA"), (0, "SZ"))
TAKERS = 1, 3
PX_PER_MM = 2.0
REACH_MM = 30.0
BEGUN = (1.0, 20.0)


def spot(seat: int) -> Place:
    """Where a card of a seat lies, pointing at it."""
    angle = math.radians(90.0 * seat)
    x, y = -REACH_MM * math.sin(angle), -REACH_MM * math.cos(angle)
    return Place(x, y, math.atan2(y, x) % math.pi)


def quad(x: float, y: float) -> list[list[float]]:
    """A card of 58 by 93 mm in the picture."""
    left, upper = 640 + PX_PER_MM * x - 58, 360 - PX_PER_MM * y - 93
    return [[left, upper], [left + 116, upper], [left + 116, upper + 186], [left, upper + 186]]


def rest(trick: int, place: int) -> float:
    """Seconds at which a card rests."""
    return BEGUN[trick] + 2.0 * place


def taken(trick: int) -> float:
    return BEGUN[trick] + 10.0


def truth() -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = [{"seconds": 0.5, "kind": "deal", "id": "one"}]
    for number, (trick, taker) in enumerate(zip(PLAYED, TAKERS, strict=True)):
        for place, (seat, code) in enumerate(trick):
            where = spot(seat)
            lines.append(
                {"seconds": rest(number, place), "kind": "card", "seat": seat, "card": code}
                | {"quad": quad(where.x, where.y)}
            )
        lines.append({"seconds": taken(number), "kind": "trick_taken", "seat": taker})
    return [*lines, {"seconds": taken(1), "kind": "deal_end", "id": "one"}]


def looks(track: int, code: str, t: float, where: Place, lead: float = 9.0) -> Sighting:
    """A thing that looks like `code` by `lead` nats."""
    scores = tuple(0.0 if each == code else -lead for each in CODES)
    one, two, three, four = ((x, y) for x, y in quad(where.x, where.y))
    return Sighting(track, t, t + 0.2, (one, two, three, four), where, scores)


def towards(seat: int) -> float:
    where = spot(seat)
    return math.atan2(where.y, where.x)


def told(trick: int) -> list[VisionEvent]:
    """What a perfect watcher tells of a trick."""
    cards = [
        looks(10 * trick + place, code, rest(trick, place) + 0.1, spot(seat))
        for place, (seat, code) in enumerate(PLAYED[trick])
    ]
    return [*cards, swept(trick)]


def swept(trick: int, cards: int = 4, seat: int | None = None) -> TrickCleared:
    t = taken(trick) - 0.2
    return TrickCleared(t, t + 0.2, cards, towards(TAKERS[trick] if seat is None else seat))


def counted(events: list[VisionEvent]) -> Counts:
    angles = (0.0, 90.0, 180.0, 270.0)
    return count(Recording("made", truth(), events, CODES, angles))


def hits(events: list[VisionEvent]) -> dict[str, tuple[int, int]]:
    """What happened at all."""
    shares = counted(events).shares
    return {name: (share.hits, share.tries) for name, share in shares.items() if share.hits}


def test_of_a_perfect_watcher_nothing_is_counted() -> None:
    found = counted([*told(0), *told(1)])
    assert not any(share.hits for share in found.shares.values())
    assert found.share("missed") == Share(0, 8)
    assert found.share("lead_missed") == found.share("sweep_unseen") == Share(0, 2)
    assert found.share("misread") == Share(0, 8)
    lain = landing(found.spots)
    assert lain is not None
    assert (lain.reach, lain.spread, lain.turn) == pytest.approx((REACH_MM, 0.0, 0.0), abs=1e-6)


def test_cards_and_leads_that_nobody_saw() -> None:
    events = [*told(0), *told(1)]
    assert hits([*events[1:4], swept(0, 3), *told(1)]) == {
        "missed": (1, 8),
        "lead_missed": (1, 2),
    }
    assert hits([*events[:3], swept(0, 3), *told(1)]) == {"missed": (1, 8)}
    assert hits(told(1)) == {"missed": (4, 8), "lead_missed": (1, 2), "trick_missed": (1, 2)}


def test_cards_seen_late_and_by_how_many() -> None:
    one, two, three, four, sweep = told(0)
    late = looks(0, "EA", rest(0, 2) + 0.8, spot(0))
    found = counted([two, three, late, four, sweep, *told(1)])
    assert found.share("late") == Share(1, 8)
    assert found.share("later") == Share(1, 1)
    assert found.passed == [2]
    assert isinstance(one, Sighting)
    quick = looks(1, "EZ", rest(0, 2) + 0.1, spot(1))
    found = counted([one, three, quick, four, sweep, *told(1)])
    assert found.share("late") == Share(0, 8)
    assert found.share("same_rest") == Share(1, 1)


def test_a_misreading_counts_as_clear_where_it_is() -> None:
    others = told(0)[1:]
    assert hits([looks(0, "SZ", 1.1, spot(0)), *others, *told(1)]) == {
        "wrong": (1, 8),
        "misread": (1, 8),
    }
    assert hits([looks(0, "SZ", 1.1, spot(0), 2.0), *others, *told(1)]) == {"wrong": (1, 8)}
    better = looks(0, "EA", 1.1, spot(0))
    assert hits([looks(0, "SZ", 1.1, spot(0)), better, *others, *told(1)]) == {}


def test_what_is_no_play_is_counted_with_its_lead() -> None:
    events = told(0)
    away = Place(150.0, 100.0, 0.0)
    hand = looks(90, "SA", 4.0, away, 2.0)
    found = counted([*events[:2], hand, *events[2:], *told(1)])
    assert found.leads == [2.0]
    assert found.share("no_card_unclear") == Share(1, 1)
    assert found.share("no_play") == Share(1, 9)
    assert found.share("no_card_either") == Share(0, 2)
    assert not found.share("miscounted").hits
    clear = looks(90, "SA", 4.0, away)
    assert counted([*events[:2], clear, *events[2:], *told(1)]).share("no_card") == Share(1, 7)
    shown = looks(91, "EA", 15.0, away)
    assert counted([*told(0), shown, *told(1)]).share("shown") == Share(1, 3)


def test_a_card_that_was_pushed_and_one_that_was_hidden_are_seen_again() -> None:
    events = told(0)
    again = looks(90, "EA", 4.5, Place(spot(0).x + 8, spot(0).y, spot(0).theta))
    assert hits([*events[:2], again, *events[2:], *told(1)])["moved"] == (1, 8)
    arm = TrickCleared(4.0, 4.1, 2, None)
    found = hits([*events[:2], arm, again, *events[2:4], swept(0, 3), *told(1)])
    assert found["sweep_none"] == (1, 3)
    assert found["seen_again"] == (1, 2)
    assert "moved" not in found


def test_sweeps_unseen_late_miscounted_and_gone_elsewhere() -> None:
    first, second = told(0), told(1)
    assert hits([*first[:4], *second]) == {"sweep_unseen": (1, 2)}
    assert hits([*first[:4], swept(0, 3), *second]) == {"miscounted": (1, 2)}
    assert hits([*first[:4], swept(0, seat=2), *second]) == {"other_taker": (1, 2)}
    late = TrickCleared(rest(1, 0) + 0.3, rest(1, 0) + 0.4, 4, None)
    assert hits([*first[:4], second[0], late, *second[1:]]) == {
        "sweep_late": (1, 2),
        "no_direction": (1, 2),
    }


def test_a_card_that_was_said_to_be_taken_up() -> None:
    events = told(0)
    found = hits([*events[:4], CardTakenBack(3, 7.5, 7.6), swept(0, 3), *told(1)])
    assert found == {"taken_up": (1, 1)}


def test_careless_cards_are_those_far_away() -> None:
    cards = [(30.0 + at % 5, float(at % 3), 0.01 * (at % 4)) for at in range(60)]
    lain = landing([*cards, (-80.0, 60.0, 1.2)])
    assert lain is not None
    assert lain.careless == Share(1, 61)
    assert lain.spread < 3.0
    assert landing([]) is None


def test_every_prior_is_counted_or_said_not_to_be() -> None:
    named = {name for name, _ in (*SHARES, *NOT_COUNTED)} | {"no_card_clearer"}
    assert named == set(Priors.__dataclass_fields__)
    assert not named & {name for name, _ in BESIDE}


def test_a_share_comes_to_nats_and_is_held_against_the_table() -> None:
    row = ShareRow("late", "", Share(5, 500), 4.6)
    assert row.nats == pytest.approx(math.log(100))
    fewer, more = row.within
    assert fewer < 4.6 < more
    assert row.fits
    assert not ShareRow("late", "", Share(100, 500), 4.6).fits
    never = ShareRow("late", "", Share(0, 500), 4.6)
    assert never.nats is None
    assert never.within[1] == math.inf
    assert "> 4.9" in never.line()
    assert json.loads(json.dumps(never.object()))["within"][1] is None


def test_decks_have_taught_the_nets() -> None:
    used = {evening(number, 1).deck for number in range(12)}
    assert ISAR in used
    assert used <= {*decks(), ISAR}
    assert not set(decks()) & {*split().held_out, *COMMERCIAL}


def test_the_command_tells_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Recording("made", truth(), [*told(0), *told(1)], CODES, (0.0, 90.0, 180.0, 270.0))
    monkeypatch.setattr(bench_priors, "recordings", lambda cards, seed: [made] * 2)
    ran = CliRunner().invoke(bench, ["priors", "--cards", "16", "--json"])
    assert ran.exit_code == 0, ran.output
    objects = {each["name"]: each for each in map(json.loads, ran.output.splitlines())}
    assert objects["missed"]["tries"] == 16
    assert objects["missed"]["held"] == PRIORS.missed
    assert len(objects) == len(rows(counted([*told(0), *told(1)]))) + len(NOT_COUNTED)
    told_plainly = CliRunner().invoke(bench, ["priors"])
    assert "not counted" in told_plainly.output
    assert "16 cards" in told_plainly.output
