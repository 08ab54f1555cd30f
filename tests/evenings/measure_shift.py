"""Measure the whole line on the second renderer: `python -m tests.evenings.measure_shift`.

Each evening has its own kept-out deck, table, lamp and players; it is filmed, watched and scored in
memory. Results are appended to a JSON Lines file, so that a measurement can be run in pieces and
reported later. Nothing is ever trained or tuned on it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import cv2

from engine.text import PlainError
from models.workshop.decks.face_decks import data_folder, split
from models.workshop.evening.geometry import Picture
from models.workshop.evening.moment import DealPlan, calls
from models.workshop.evening3d.faces import DRAWN_FROM, deck
from models.workshop.evening3d.film import Film3d, Script3d
from models.workshop.evening3d.reel import reel_name, reeled
from tests.evenings.own_deals import Played, playable, played
from tests.evenings.own_decks import COMMERCIAL
from tests.evenings.own_report import percent, share, total
from tests.evenings.own_watch import SEEN_AFTER, Watched, judged, middle, watch_pictures
from tests.evenings.proof import Row, commit, write
from vision.enrolling.folder import enrol_folder
from vision.reading.nets import Nets, load_nets

SEED = 4001
COMMAND = "python -m tests.evenings.measure_shift --cards {cards} --seed {seed}"
_DRAWN = 8
Result = dict[str, Any]


@dataclass(frozen=True)
class Unit:
    """One evening: a deal, a deck, and the seed of everything else."""

    number: int
    seed: int
    deck: str
    game: str
    seats: int

    @property
    def own_seed(self) -> int:
        return 1000 * self.seed + self.number


def names() -> list[str]:
    """Return the decks: kept out, commercial and drawn by turns, as far as they are there."""
    data = data_folder()

    def there(listed: Sequence[str]) -> list[str]:
        return [one for one in listed if data and (data / "cards" / "art" / one).is_dir()]

    sides = [
        there(split().held_out),
        [f"drawn-{seed}" for seed in range(DRAWN_FROM, DRAWN_FROM + _DRAWN)],
        there(COMMERCIAL),
    ]
    turns: list[str] = []
    while any(sides):
        turns += [side.pop(0) for side in sides if side]
    return turns


def unit(number: int, seed: int, decks: Sequence[str]) -> Unit:
    """Return evening `number` of a seed: three to five seats, a game that its deck can play."""
    chance = random.Random(f"{seed}-{number}")
    name = decks[number % len(decks)]
    games = [one for one in playable(frozenset(deck(name).faces)) if 3 <= one[1] <= 5]
    game, seats = chance.choice(games)
    return Unit(number, seed, name, game, seats)


_COUNTS = (
    *("cards", "found", "card_first", "first", "soon", "final", "planned"),
    *("extra", "deals", "deals_read", "tricks", "taken", "questions", "accused"),
)
_NOTHING: Result = {**dict.fromkeys(_COUNTS, 0), "table": "none", "wrong": [], "cpu_s": 0.0}


def watch_unit(
    unit: Unit, nets: Nets, tricks: int | None = None, reels: Path | None = None
) -> tuple[Result, dict[int, bytes]]:
    """Film and watch one evening, or its first tricks; return the counts, and each card as seen.

    With a folder of `reels` the film is kept there, or taken from there.
    """
    begun = time.process_time()
    faces = deck(unit.deck)
    game = played(unit.game, unit.seats, frozenset(faces.faces), unit.own_seed, 1)
    game = game if tricks is None else shortened(game, tricks)
    script = Script3d(game.plans, game.seats, unit.own_seed)
    film = Film3d(script, faces)
    shots = film.shots() if reels is None else reeled(film, reels / reel_name(script, faces))
    with tempfile.TemporaryDirectory() as folder:
        faces.save_faces(Path(folder))
        profile = enrol_folder(Path(folder), unit.deck, nets).profile
    rested = [one.t for one in film.course.happenings if one.kind == "card"]
    seen: dict[int, bytes] = {}

    def keep(t: float, picture: Picture) -> None:
        while len(seen) < len(rested) and t >= rested[len(seen)] + SEEN_AFTER:
            seen[len(seen)] = middle(picture)

    pictures = ((shot.t, shot.picture()) for shot in shots)
    angles = [360.0 * seat / game.seats for seat in range(game.seats)]
    said, final = watch_pictures(pictures, profile, nets, calls(game.lines), angles, keep)
    counts = judged(Watched(said, film.truth(), final), game)
    return {
        "unit": unit.number,
        "seed": unit.seed,
        "deck": unit.deck,
        "table": film.setting.ground.value,
        "game": unit.game,
        "seats": unit.seats,
        **counts,
        "cpu_s": round(time.process_time() - begun, 1),
    }, seen


def shortened(game: Played, tricks: int) -> Played:
    """Return the same deals as far as their first tricks; the calls stay whole."""
    plans = []
    for plan in game.plans:
        size = len(plan.plays) // len(plan.winners)
        plans.append(DealPlan(plan.id, plan.plays[: tricks * size], plan.winners[:tricks]))
    return replace(game, plans=tuple(plans))


def report(results: Sequence[Result]) -> list[str]:
    """Return what was measured, line by line: all, by deck, by table, by seats."""
    told = [f"refused: {one['deck']}: {one['refused']}" for one in results if "refused" in one]
    results = [one for one in results if one["cards"]]
    told.append("all: " + _told(results))
    for key in ("deck", "table", "seats"):
        groups: dict[str, list[Result]] = defaultdict(list)
        for each in results:
            groups[str(each[key])].append(each)
        told.append(f"by {key}:")
        told += [f"  {name:<42} {_told(groups[name])}" for name in sorted(groups)]
    return told


def _told(results: Sequence[Result]) -> str:
    return (
        f"first {percent(share(results, 'card_first'))}, with the seat "
        f"{percent(share(results, 'first'))}; "
        f"decoded {percent(share(results, 'final', 'planned'))}; "
        f"extra {total(results, 'extra')}; "
        f"tricks {total(results, 'taken')} of {total(results, 'tricks')}; "
        f"accused {total(results, 'accused')}; questions {total(results, 'questions')}"
    )


def rows(results: Sequence[Result], command: str) -> list[Row]:
    """Return the rows for docs/PROOF.md."""
    by_deck: dict[str, list[Result]] = defaultdict(list)
    refused = sorted({one["deck"] for one in results if "refused" in one})
    results = [one for one in results if one["cards"]]
    for each in results:
        by_deck[each["deck"]].append(each)
    commits = ", ".join(sorted({str(each["commit"]) for each in results}))
    told = "; ".join(
        f"{name} {total(listed, 'card_first')}/{total(listed, 'final')} of {total(listed, 'cards')}"
        for name, listed in sorted(by_deck.items())
    )
    return [
        Row(
            "second renderer, decks kept out: right card as first said",
            "97 %",
            f"{percent(share(results, 'card_first'))}; with the right seat "
            f"{percent(share(results, 'first'))}; extra {total(results, 'extra')}; "
            f"{len(results)} evenings, {len(by_deck)} decks, watched at {commits}",
            command,
        ),
        Row(
            "second renderer, decks kept out: right after decoding, nobody asked",
            "99.5 %",
            f"{percent(share(results, 'final', 'planned'))}; "
            f"tricks {total(results, 'taken')} of {total(results, 'tricks')}, verdicts against "
            f"innocents {total(results, 'accused')}, questions {total(results, 'questions')}",
            command,
        ),
        Row(
            "second renderer by deck: first said/decoded; decks refused at enrolment",
            "reported",
            f"{told}; refused: {', '.join(refused) or 'none'}",
            command,
        ),
    ]


def read(path: Path, seed: int) -> list[Result]:
    """Return the results of one seed, each evening once: as it was measured last."""
    found: dict[int, Result] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        result = json.loads(line)
        if result["seed"] == seed:
            found[result["unit"]] = result
    return [found[number] for number in sorted(found)]


def measure(
    cards: int,
    seed: int,
    out: Path,
    keep: Path | None = None,
    minutes: float | None = None,
    reels: Path | None = None,
    part: tuple[int, int] = (0, 1),
) -> None:
    """Watch evenings until so many cards are in `out`, or the time is up.

    Of several runs into one file each takes the `part` (k, n) of the evenings: every n-th from k.
    """
    at, nets, begun = commit(), load_nets(), time.monotonic()
    decks = names()
    for waiting in _waiting(seed, out, cards, part):
        asked = unit(waiting, seed, decks)
        try:
            result, seen = watch_unit(asked, nets, reels=reels)
        except PlainError as error:
            # The program will not have such a deck; that is told, and no card of it counts.
            result, seen = {**_NOTHING, **asdict(asked), "refused": error.text.en}, {}
            result["unit"] = asked.number
        _keep(keep, result, seen)
        with out.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**result, "commit": at}, ensure_ascii=False) + "\n")
        print(f"{waiting} {result['deck']}, {result['table']}: {_told([result])}", file=sys.stderr)
        if minutes is not None and time.monotonic() - begun > 60 * minutes:
            return


def _waiting(seed: int, out: Path, cards: int, part: tuple[int, int]) -> Iterator[int]:
    number, step = part
    while True:
        done = read(out, seed)
        if sum(each["cards"] for each in done) >= cards:
            return
        known = {each["unit"] for each in done}
        while number in known:
            number += step
        yield number
        number += step


def _keep(folder: Path | None, result: Result, seen: dict[int, bytes]) -> None:
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for wrong in result["wrong"]:
        if wrong["index"] in seen:
            name = f"{result['unit']}-{wrong['index']:02d}-{wrong['card']}.jpg"
            (folder / name).write_bytes(seen[wrong["index"]])


def _part(told: str) -> tuple[int, int]:
    first, _, step = told.partition("/")
    return int(first), int(step)


def main(arguments: list[str]) -> int:
    """Run the command; return 0, or 1 where somebody innocent was accused."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.evenings.measure_shift",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--cards", type=int, default=500, help="at least so many (default 500)")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=Path("shift.jsonl"), help="results")
    parser.add_argument("--keep", type=Path, help="folder for pictures of what was misread")
    parser.add_argument("--reels", type=Path, help="folder where films are kept, drawn once")
    parser.add_argument("--minutes", type=float, help="begin no further evening after this long")
    parser.add_argument("--part", type=_part, default=(0, 1), help="every n-th from k: K/N")
    parser.add_argument("--report", action="store_true", help="only tell what stands in --out")
    parser.add_argument("--proof", action="store_true", help="write the rows to docs/PROOF.md")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    if not options.report:
        if options.reels is not None:
            options.reels.mkdir(parents=True, exist_ok=True)
        measure(
            *(options.cards, options.seed, options.out),
            *(options.keep, options.minutes, options.reels, options.part),
        )
    results = read(options.out, options.seed)
    print("\n".join(report(results)))
    if options.proof:
        write(rows(results, COMMAND.format(cards=options.cards, seed=options.seed)))
    return int(any(each["accused"] for each in results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
