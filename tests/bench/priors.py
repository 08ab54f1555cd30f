"""`python -m tests.bench priors`: how often what the director's priors name happens at a camera.

Recordings whose truth is known are watched as `run` watches: the sample evening, then evenings
painted with decks that taught the nets (none that is kept out to measure them). Beside each share
stands its 95 % Wilson interval, what it comes to in nats, and what `kiosk/director/priors.py` or
`seat_likelihood.py` holds.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
import cv2

from engine.text import PlainError
from kiosk.cli.common import Progress
from kiosk.director import seat_likelihood
from kiosk.director.priors import PRIORS
from kiosk.director.seat_likelihood import even_angles
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import find_deck
from kiosk.table import resumption
from models.workshop.decks.face_decks import data_folder, split
from models.workshop.evening.geometry import Picture
from models.workshop.evening.moment import calls
from models.workshop.evening.own import OwnEvening, OwnScript
from models.workshop.measuring.shares import Share
from tests.bench.prior_counts import CLEAR_NATS, Counts, Landing, Recording, count, landing
from tests.evenings.own_deals import played
from tests.evenings.own_decks import ISAR, enrolled, kept_deck
from tests.evenings.own_units import Unit, staged
from tests.evenings.own_watch import watch_pictures
from vision.camera.cameras import open_source
from vision.reading.nets import Nets, load_nets
from vision.reading.profile import Profile, load_profile
from vision.sighting import VisionEvent

_DRAWN = 80
"""Drawn decks of seeds below this taught the nets (models/models.toml)."""
_MANY = 11
"""Every eleventh evening five to seven play, with the own deck."""
_SAMPLE_SEATS = 4

SHARES: tuple[tuple[str, str], ...] = (
    ("missed", "cards that nobody saw, of all"),
    ("lead_missed", "leads that nobody saw; nats beside missed"),
    ("late", "cards seen after the one laid next, in another rest; of those seen"),
    ("later", "of these, after more than one"),
    ("same_rest", "neighbours of one rest told the other way round"),
    ("misread", f"wrong though {CLEAR_NATS:g} nats before any other card, of looks that clear"),
    ("no_card", f"things told while a trick lay, no play and {CLEAR_NATS:g} nats clear"),
    ("shown", "the same where none lay, leads counted along"),
    ("no_card_unclear", f"no play, of things less clear than {CLEAR_NATS:g} nats"),
    ("no_card_either", "no play, of things told while another of these lay"),
    ("moved", "cards that lay there and were told once more as new"),
    ("seen_again", "the same, of cards that lay there at a sweep that was none"),
    ("taken_up", "plays, of what was said to be taken up; nobody took up any"),
    ("sweep_unseen", "tricks that were swept unseen"),
    ("sweep_none", "sweeps told that were none"),
    ("sweep_late", "sweeps told after a card of the next trick"),
    ("miscounted", "sweeps of neither the cards seen nor those with what was no play"),
    ("other_taker", "sweeps seen to go to another than who won; here he always took it"),
    ("trick_missed", "tricks of which nobody saw a card"),
)
"""What is counted for which prior."""
BESIDE: tuple[tuple[str, str], ...] = (
    ("wrong", "cards misread at their last look, clearly or not"),
    ("no_play", "things told in a deal that were no play"),
    ("outside", "things told before a deal or after it"),
    ("no_direction", "sweeps of which no direction was seen"),
)
"""What no prior holds."""
NOT_COUNTED: tuple[tuple[str, str], ...] = (
    ("other_lead", "players' mistakes: whoever plays here follows the rules"),
    ("first_lead", "the same"),
    ("next_dealer", "the calls say who deals"),
    ("opening_enough", "deals open by their calls"),
    ("opening_unlike", "the same"),
    ("opening_leader", "the same"),
    ("opening_none", "the same"),
    ("opening_same", "the same"),
    ("begun_before", "every recording begins before its first deal"),
    ("begun_before_at_once", "the same"),
    ("given_up", "deals are ended by their last trick here"),
    ("over_early", "no deal is watched from its middle on here"),
    ("next_deal_card", "the same"),
    ("false_start", "deals are opened by their calls here, never by cards alone"),
    ("unwatched_missed", "the camera is never lost in a recording"),
    ("unwatched_trick", "the camera is never lost in a recording"),
)
STAGED = (
    "how cards fall, how often they are pushed and who takes a trick is set by the stage "
    "(models/workshop/evening), not by people"
)


@dataclass(frozen=True)
class ShareRow:
    """How often something happened, beside the prior for it."""

    name: str
    what: str
    share: Share
    held: float | None
    """Nats of the table; None where no prior stands for it."""
    beside: float = 0.0
    """Nats of another prior that are paid as well."""

    @property
    def nats(self) -> float | None:
        """What the share comes to; None where it never happened."""
        return self._nats(self.share.value) if self.share.hits else None

    @property
    def within(self) -> tuple[float, float]:
        """The nats of the interval's ends, the fewer first; infinite where the end is zero."""
        low, high = self.share.interval()
        return self._nats(high), self._nats(low if self.share.hits else 0.0)

    @property
    def fits(self) -> bool:
        """Whether the table's nats lie within the interval."""
        return self.held is None or self.within[0] <= self.held <= self.within[1]

    def _nats(self, share: float) -> float:
        return math.inf if share <= 0 else abs(math.log(share)) - self.beside

    def line(self) -> str:
        """Return the row for people."""
        told = f"{self.name:<18}{self.share.hits:>5} of {self.share.tries:<5}"
        if not self.share.tries:
            return f"  {told}{'':>43}{self._held():>6}  {self.what}"
        low, high = self.share.interval()
        percent = f"{100 * self.share.value:5.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        fewer, more = self.within
        nats = (
            f"> {fewer:.1f}" if self.nats is None else f"{self.nats:.1f} ({fewer:.1f}–{more:.1f})"
        )
        mark = " " if self.fits else "≠"
        return f"{mark} {told}{percent:<24}{nats:<19}{self._held():>6}  {self.what}"

    def _held(self) -> str:
        return "" if self.held is None else f"{self.held:.1f}"

    def object(self) -> dict[str, object]:
        """Return the row for programs."""
        low, high = self.share.interval()
        fewer, more = self.within
        return {
            "name": self.name,
            "hits": self.share.hits,
            "tries": self.share.tries,
            "share": [round(end, 5) for end in (self.share.value, low, high)],
            "nats": None if self.nats is None else round(self.nats, 2),
            "within": [round(fewer, 2), None if math.isinf(more) else round(more, 2)],
            "held": self.held,
        }


@dataclass(frozen=True)
class ValueRow:
    """A measured length, angle or slope, beside what is held for it."""

    name: str
    what: str
    value: float
    unit: str
    held: float

    def line(self) -> str:
        """Return the row for people."""
        value = f"{self.value:.1f} {self.unit}".strip()
        return f"  {self.name:<18}{value:<57}{self.held:>6.1f}  {self.what}"

    def object(self) -> dict[str, object]:
        """Return the row for programs."""
        told = asdict(self)
        del told["what"]
        return {**told, "value": round(self.value, 2)}


Row = ShareRow | ValueRow


def rows(counts: Counts) -> list[Row]:
    """Return all that was counted, beside what is held."""
    found: list[Row] = []
    missed = counts.share("missed")
    for name, what in SHARES:
        usual = name == "lead_missed" and missed.hits
        beside = -math.log(missed.value) if usual else 0.0
        found.append(ShareRow(name, what, counts.share(name), getattr(PRIORS, name), beside))
    if counts.leads:
        slope = len(counts.leads) / max(sum(counts.leads), 1e-9)
        what = f"one by the mean lead of the {len(counts.leads)} things that were no play"
        found.append(ValueRow("no_card_clearer", what, slope, "", PRIORS.no_card_clearer))
    lain = landing(counts.spots)
    if lain is not None:
        found += _landed(lain)
    found += [ShareRow(name, what, counts.share(name), None) for name, what in BESIDE]
    return found


def _landed(lain: Landing) -> list[Row]:
    held = seat_likelihood
    careless = "further than three spreads, or as far askew"
    return [
        ValueRow("reach", "cards lie towards their seat", lain.reach, "mm", held._REACH_MM),
        ValueRow("spread", "and about there, each axis", lain.spread, "mm", held._SPREAD_MM),
        ValueRow("turn", "and askew", lain.turn, "degrees", math.degrees(held._TURN_RAD)),
        ShareRow("careless", careless, lain.careless, -math.log(held._CARELESS)),
    ]


# Recordings.


def decks() -> list[str]:
    """Return decks that taught the nets: open ones, where their faces are to be had, and drawn."""
    art = data_folder()
    taught = [] if art is None else split().train
    have = [name for name in taught if art and (art / "cards" / "art" / name).is_dir()]
    # German ones are few and come last in the list, and they have the games of most people.
    have.sort(key=lambda name: name.startswith("french"))
    drawn = [f"drawn-{number}" for number in range(_DRAWN)]
    both = [name for pair in zip(have, drawn, strict=False) for name in pair]
    return both + [name for name in (*have, *drawn) if name not in both]


def evening(number: int, seed: int) -> Unit:
    """Return evening `number` of a seed, with a deck that taught the nets."""
    listed = decks()
    many = number % _MANY == _MANY - 1
    deck = ISAR if many else listed[number % len(listed)]
    return staged(number, seed, deck, many=many)


def watch_sample(nets: Nets, so_far: Callable[[int], None]) -> Recording:
    """Watch the product's own sample evening."""
    with tempfile.TemporaryDirectory() as folder:
        deck = find_deck(resumption.SAMPLE_DECK, Home(Path(folder)))
    profile = load_profile(deck, nets.embedding)
    beside = resumption.SAMPLE_VIDEO.with_suffix(".truth.jsonl")
    truth = [json.loads(line) for line in beside.read_text("utf-8").splitlines()]
    rested = [line["seconds"] for line in truth if line["kind"] == "card"]

    def pictures() -> Iterator[tuple[float, Picture]]:
        with open_source(str(resumption.SAMPLE_VIDEO)) as frames:
            for frame in frames:
                so_far(sum(seconds <= frame.t for seconds in rested))
                yield frame.t, frame.image

    lines = resumption.SAMPLE_CALLS.read_text("utf-8").splitlines()
    angles = even_angles(_SAMPLE_SEATS)
    return _watched("sample", pictures(), profile, nets, lines, angles, lambda: truth)


def watch_evening(unit: Unit, nets: Nets, so_far: Callable[[int], None]) -> Recording:
    """Paint an evening of one deal and watch it.

    Raises:
        PlainError: its deck cannot be enrolled.
    """
    kept = kept_deck(unit.deck)
    game = played(unit.game, unit.seats, kept.codes, unit.stage.seed, 1)
    profile = enrolled(kept, nets, unit.captured)
    script = OwnScript(game.plans, game.seats, unit.stage, interludes=unit.interludes)
    own = OwnEvening(script, kept.deck)

    def pictures() -> Iterator[tuple[float, Picture]]:
        for t, picture in own.pictures():
            so_far(len(own.rest_times()))
            yield t, picture

    name = f"{unit.number} {unit.deck}"
    lines = calls(game.lines)
    return _watched(name, pictures(), profile, nets, lines, unit.angles, lambda: list(own.truth()))


def _watched(
    name: str,
    pictures: Iterator[tuple[float, Picture]],
    profile: Profile,
    nets: Nets,
    lines: tuple[str, ...] | list[str],
    angles: tuple[float, ...],
    truth: Callable[[], list[dict[str, Any]]],
) -> Recording:
    events: list[VisionEvent] = []
    watch_pictures(pictures, profile, nets, lines, angles, told=events.append)
    codes = tuple(card.code for card in profile.cards)
    return Recording(name, truth(), events, codes, angles)


def recordings(cards: int, seed: int) -> Iterator[Recording]:
    """Yield the sample evening, and others until at least so many cards were laid."""
    nets, number, done = load_nets(), 0, 0
    with Progress("priors", cards) as shown:

        def so_far(laid: int) -> None:
            shown(done + laid)

        yield (latest := watch_sample(nets, so_far))
        while (done := done + laid_in(latest)) < cards:
            while True:
                unit, number = evening(number, seed), number + 1
                try:
                    latest = watch_evening(unit, nets, so_far)
                    break
                except PlainError as refusal:
                    shown.clear()
                    print(f"{unit.deck}: {refusal.text.en}", file=sys.stderr)
            yield latest


def laid_in(recording: Recording) -> int:
    """Return how many cards were laid in a recording."""
    return sum(line["kind"] == "card" for line in recording.truth)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--cards", type=click.IntRange(1), default=300, show_default=True, help="At least.")
@click.option("--seed", default=1, show_default=True, help="Of the painted evenings.")
def priors(as_json: bool, cards: int, seed: int) -> None:
    """How often what the director's priors name happens: watched recordings, truth known."""
    cv2.setNumThreads(1)
    counts, watched = Counts(), list[str]()
    for recording in recordings(cards, seed):
        counts.add(count(recording))
        watched.append(recording.name)
    if as_json:
        for row in rows(counts):
            print(json.dumps(row.object()))
        for name, why in NOT_COUNTED:
            print(json.dumps({"name": name, "not_counted": why, "held": getattr(PRIORS, name)}))
        return
    print(f"{counts.cards} cards; evenings: {', '.join(watched)}")
    print("≠: what is held lies outside the 95 % interval of what was counted")
    print(f"  {'prior':<18}{'counted':<14}{'share':<24}{'nats':<19}{'held':>6}")
    for row in rows(counts):
        print(row.line())
    if counts.passed:
        print(f"seen late after so many cards: {sorted(counts.passed)}")
    if counts.leads:
        print(f"leads of what was no play, nats: {[round(x, 1) for x in sorted(counts.leads)]}")
    for name, why in NOT_COUNTED:
        print(f"  {name:<18}not counted (held {getattr(PRIORS, name):.1f}): {why}")
    print(f"  {STAGED}")
