"""How well an evening was watched: `python -m tests.evenings.score_evening OUTPUT VIDEO`.

OUTPUT is what `mehrkopf watch --json` wrote; beside VIDEO lie `.truth.jsonl` and `.deals.jsonl`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_EARLY_S, _LATE_S = 1.2, 4.0
_SOON_S, _ROUNDING_S = 0.5, 0.005


@dataclass(frozen=True)
class Score:
    cards: int
    """Cards in truth."""
    found: int
    """Sightings reported in time with the right card or not."""
    read: int
    """Right card when it was first said."""
    seated: int
    """Right card and right seat when it was first said."""
    soon: int
    """Of these those said within half a second of coming to rest."""
    final: int
    """Right card and right seat in the deals as finally decoded, place by place."""
    extra: int
    tricks: int
    tricks_taken: int
    delay_s: float
    """Median seconds from rest (truth) to being said."""
    questions: int
    false_verdicts: int
    planted: int
    proven: int

    @property
    def lines(self) -> list[str]:
        return [
            f"cards {self.cards}, found {self.found}, extra {self.extra}",
            f"right card {self.read}, with right seat {self.seated} "
            f"({self.seated / self.cards:.1%}), finally {self.final} "
            f"({self.final / self.cards:.1%})",
            f"said within {_SOON_S} s of rest {self.soon} ({self.soon / self.cards:.1%}), "
            f"median delay {self.delay_s:.2f} s",
            f"tricks {self.tricks_taken} of {self.tricks}",
            f"questions {self.questions}, verdicts against innocents {self.false_verdicts}, "
            f"planted revokes proven {self.proven} of {self.planted}",
        ]


def load(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def score(said: list[dict[str, Any]], video: Path) -> Score:
    truth = load(video.with_suffix(".truth.jsonl"))
    deals = load(video.with_suffix(".deals.jsonl"))
    cards = [event for event in truth if event["kind"] == "card"]
    played = [event for event in said if event["type"] == "card_played"]
    matches = match(cards, played)
    final = {event["deal"]: event["plays"] for event in said if event["type"] == "deal_closed"}
    wrong, planted, proven = _verdicts(said, deals)
    seated = [
        (i, j)
        for i, j in matches
        if (cards[i]["card"], cards[i]["seat"]) == (played[j]["card"], played[j]["seat"])
    ]
    delays = [played[j]["known_t"] - cards[i]["seconds"] for i, j in matches]
    return Score(
        cards=len(cards),
        found=len(matches),
        read=sum(cards[i]["card"] == played[j]["card"] for i, j in matches),
        seated=len(seated),
        soon=sum(
            played[j]["known_t"] - cards[i]["seconds"] <= _SOON_S + _ROUNDING_S for i, j in seated
        ),
        final=sum(
            _alike(deal["plays"], final.get(number, [])) for number, deal in enumerate(deals)
        ),
        extra=len(played) - len(matches),
        tricks=sum(event["kind"] == "trick_taken" for event in truth),
        tricks_taken=sum(event["type"] == "trick_taken" for event in said),
        delay_s=statistics.median(delays) if delays else float("nan"),
        questions=sum(event["type"] == "question" for event in said),
        false_verdicts=wrong,
        planted=planted,
        proven=proven,
    )


def _alike(true: list[list[Any]], read: list[list[Any]]) -> int:
    return sum(list(a) == list(b) for a, b in zip(true, read, strict=False))


def match(cards: list[dict[str, Any]], played: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Pair truth and sightings by time, the right card first."""
    pairs: list[tuple[int, int]] = []
    free = set(range(len(played)))
    for need_card in (True, False):
        done = {i for i, _ in pairs}
        for i, card in enumerate(cards):
            if i in done:
                continue
            near = [
                j
                for j in sorted(free)
                if -_EARLY_S <= played[j]["known_t"] - card["seconds"] <= _LATE_S
                and (not need_card or played[j]["card"] == card["card"])
            ]
            if near:
                best = min(near, key=lambda j: abs(played[j]["known_t"] - card["seconds"]))
                free.discard(best)
                pairs.append((i, best))
    return sorted(pairs)


def _verdicts(said: list[dict[str, Any]], deals: list[dict[str, Any]]) -> tuple[int, int, int]:
    """Return verdicts ever shown against innocents, planted ones, and those finally proven.

    Who revoked once is no innocent: the card that shows it may show an earlier revoke as well.
    """
    planted = {
        (number, wrong["seat"], wrong["play"])
        for number, deal in enumerate(deals)
        for wrong in _planted(deal.get("expect", {}))
    }
    guilty = {(number, seat) for number, seat, _ in planted}
    shown = {
        (event["deal"], event["seat"], event["play"])
        for event in said
        if event["type"] == "verdict" and event["status"] != "withdrawn"
    }
    finally_shown = {
        (event["deal"], verdict["seat"], verdict["play"])
        for event in said
        if event["type"] == "result"
        for verdict in event["verdicts"]
    }
    false = {found for found in shown | finally_shown if found[:2] not in guilty}
    return len(false), len(planted), len(planted & finally_shown)


def _planted(expect: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the wrong plays a deal was made with; one is written as `verdict`."""
    one = [expect["verdict"]] if "verdict" in expect else []
    return [*one, *expect.get("verdicts", [])]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.evenings.score_evening", description=__doc__
    )
    parser.add_argument("output", type=Path, help="what `mehrkopf watch --json` wrote")
    parser.add_argument("video", type=Path, help="the evening it watched")
    words = parser.parse_args()
    beside = [words.video.with_suffix(suffix) for suffix in (".truth.jsonl", ".deals.jsonl")]
    for needed in (words.output, *beside):
        if not needed.is_file():
            parser.error(f"there is no file {needed}")
    sys.stdout.write("\n".join(score(load(words.output), words.video).lines) + "\n")


if __name__ == "__main__":
    main()
