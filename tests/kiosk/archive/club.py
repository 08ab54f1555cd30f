"""A club's folder for the archive's tests: journals, a backup, deal files, and what is damaged."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

from engine.cards import card
from engine.deal.record import Contract, DealRecord
from engine.dealfile.writer import to_json
from engine.events import (
    CardCorrected,
    CardPlayed,
    DealEntered,
    DealStarted,
    EveningEnded,
    EveningStarted,
    Event,
    Ruling,
    SubstituteSat,
)
from engine.journal.journal import Journal
from kiosk.archive.jobs import Job, answer_of
from kiosk.archive.rows import Answer
from kiosk.exports.backup import back_up
from kiosk.home.data_folder import Home
from tests.engine.spine import EVENING, GRAS, NAMES, REVOKE, RUFSPIEL, finished_deal
from tests.kiosk.random_deals import random_deal

REVOKED = ("revoke:1:17", "revoke:1:21")
"""What stands against Toni in `REVOKE`."""
FIRST, SECOND, THIRD = (
    "2025-11-21T20:00:00+01:00",
    "2026-01-09T20:00:00+01:00",
    ("2026-03-13T20:00:00+01:00"),
)


class Here:
    """Does the tasks in this process, one after the other."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def work(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Answer]]:
        for job in jobs:
            self.done.append(job.source)
            yield job, answer_of(job.travelling())


def solo(name: str, dealer: int, seat: int, *, won: bool) -> list[Event]:
    """A solo on Herz whose result was told by hand."""
    contract = Contract("solo", seat, GRAS.suit)
    return [DealStarted(name, dealer), DealEntered({"won": won}, contract)]


def deal(
    name: str, dealer: int, laid: Sequence[str] = RUFSPIEL, *, said: tuple[str, ...] = ()
) -> list[Event]:
    """A Rufspiel card by card; `said` was shown of the deal before it."""
    started, *rest = finished_deal(name, dealer, list(laid))
    return [DealStarted(name, dealer, shown=said), *rest] if said else [started, *rest]


def evening(name: str, *events: Event, said: tuple[str, ...] = ()) -> list[Event]:
    """An evening of Schafkopf; `said` was shown of its last deal."""
    begin = EveningStarted(name, "schafkopf", {}, NAMES, "isar", EVENING.models)
    return [begin, *events, EveningEnded(said)]


def written(path: Path, *evenings: tuple[str, list[Event]]) -> None:
    """Write a journal."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(Journal.open(path)) as journal:
        for at, events in evenings:
            journal.append(events, at)


def agreeing() -> tuple[tuple[str, list[Event]], ...]:
    """Evenings of which today's program says what was said then."""
    first = evening(
        "autumn",
        *deal("a1", 3),
        *deal("a2", 3, REVOKE),
        *solo("a3", 0, 1, won=True),
    )
    # Of the second deal the revokes were said, and one was upheld.
    at = next(
        i for i, each in enumerate(first) if isinstance(each, DealStarted) and each.id == "a3"
    )
    first[at] = DealStarted("a3", 0, shown=REVOKED)
    first.insert(at, Ruling("a2", REVOKED[0], "upheld"))
    second = evening(
        "winter", *solo("w1", 3, 1, won=False), *solo("w2", 0, 2, won=False), *deal("w3", 3)
    )
    return (FIRST, first), (SECOND, second)


def differing() -> tuple[str, list[Event]]:
    """An evening in which a revoke was not said, and something was that does not hold."""
    return THIRD, evening("spring", *deal("s1", 3, REVOKE), *deal("s2", 3), said=("revoke:2:6",))


def corrected() -> tuple[str, list[Event]]:
    """An evening in which a card was misread, said to be a revoke, and corrected the deal after."""
    misread = deal("c1", 3, REVOKE)
    after = deal("c2", 3, said=REVOKED)
    eichel = 1 + next(i for i, each in enumerate(misread) if _is(each, "SK"))
    schellen = 1 + next(i for i, each in enumerate(misread) if _is(each, "EK"))
    # The journal's numbers: the evening's begin comes first.
    right = [
        CardCorrected(eichel + 1, card("EK"), "person"),
        CardCorrected(schellen + 1, card("SK"), "person"),
    ]
    substitute = SubstituteSat(2, "Girgl")
    return SECOND, evening("helped", *misread, *after, *right, substitute, *deal("c3", 3))


def _is(event: Event, code: str) -> bool:
    return isinstance(event, CardPlayed) and event.card is card(code)


def deals_file(path: Path, records: Sequence[DealRecord]) -> None:
    """Write a deal file."""
    lines = [json.dumps(to_json(each), ensure_ascii=False) for each in records]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def club(folder: Path) -> Path:
    """Make a club's folder: three tables, a backup, an export, deals of other games, and damage."""
    home = Home(folder / "stube")
    written(home.journal, *agreeing())
    back_up(home, _made(folder / "sticks"), datetime.fromisoformat(THIRD), "1")
    written(home.journal, differing())
    written(folder / "wirtshaus" / "journal.sqlite", corrected())
    with closing(Journal.open(folder / "wirtshaus" / "journal.sqlite")) as journal:
        lines = list(journal.export_lines())
    exports = _made(folder / "exports")
    (exports / "wirtshaus.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    newer = json.dumps({**json.loads(lines[0]), "v": 99})
    (exports / "newer.jsonl").write_text("\n".join([newer, *lines[1:]]) + "\n", "utf-8")
    games = [random_deal(seed, game) for game in ("schafkopf", "mehrkopf") for seed in range(3)]
    deals_file(exports / "deals.jsonl", games)
    (exports / "phones.jsonl").write_text('{"pin": 1}\n', "utf-8")
    written(folder / "damaged" / "journal.sqlite", (FIRST, evening("lost", *deal("l1", 3))))
    _damage(folder / "damaged" / "journal.sqlite")
    return folder


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _damage(path: Path) -> None:
    """Overwrite a card in the middle of a journal, as a worn-out memory card does."""
    body = bytearray(path.read_bytes())
    at = body.index(b'"card":"SU"')
    body[at : at + 11] = b'"card":"GA"'
    path.write_bytes(body)
