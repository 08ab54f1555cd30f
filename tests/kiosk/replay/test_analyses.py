"""Deals with open cards: worked out in a process of its own, kept, and worked out anew."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.deal.record import DealRecord
from engine.evening.fold import fold
from engine.open_cards.findings import OpenCards, Progress, Withheld
from kiosk.replay import analyses as module
from kiosk.replay.analyses import TRIES, Analyses, Found, after_deals
from kiosk.table.view import TableView
from kiosk.words.replay import NOT_WORKED_OUT
from tests.engine.open_cards.test_findings import rufspiel
from tests.kiosk.replay.evenings import an_evening, envelopes

LITTLE = (
    sys.executable,
    "-c",
    "from engine.open_cards.findings import look\n"
    "from kiosk.replay.analyses import main\n"
    "from tests.engine.open_cards.test_findings import LITTLE\n"
    "look.__defaults__ = (LITTLE, '')\n"
    "main()",
)
"""The table's own worker, searching little."""
HANGS = (sys.executable, "-c", "import sys; sys.stdin.read()")
DIES = (sys.executable, "-c", "")
LONG_S = 120.0
"""For a process beside much else; usually a second."""

Make = Callable[..., Analyses]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Make analyses that are closed at the end."""
    made: list[Analyses] = []

    def make(worker: tuple[str, ...] = LITTLE, folder: Path | None = tmp_path / "kept") -> Analyses:
        made.append(Analyses(folder, worker=worker))
        return made[-1]

    yield make
    for each in made:
        each.close()


def found_of(analyses: Analyses, record: DealRecord) -> Found:
    """Ask for a deal and wait until it is worked out."""
    analyses.of(record)
    with analyses.changed:
        assert analyses.changed.wait_for(lambda: analyses.known(record) is not None, LONG_S)
    found = analyses.known(record)
    assert found is not None
    return found


def at_work(analyses: Analyses, record: DealRecord) -> int:
    """Ask for a deal and wait until a process works on it; return that process."""
    analyses.of(record)
    with analyses.changed:
        assert analyses.changed.wait_for(lambda: analyses.process is not None, LONG_S)
        assert analyses.process is not None
        return analyses.process


def short() -> DealRecord:
    """Return a deal that is told to be withheld at once: it was not played to its end."""
    whole = rufspiel()
    return whole.with_plays(whole.plays[:20])


def test_a_deal_is_worked_out_and_kept(make: Make, tmp_path: Path) -> None:
    analyses = make()
    assert analyses.known(rufspiel()) is None
    found = found_of(analyses, rufspiel())
    assert isinstance(found, OpenCards)
    assert found.final == 91
    assert analyses.of(rufspiel()) == found
    # Another program finds it in the folder, and begins nothing.
    assert make(DIES).of(rufspiel()) == found
    # A remark changes nothing of it.
    assert make(DIES).of(replace(rufspiel(), note="Schad war's")) == found


def test_the_table_itself_says_why_not(make: Make) -> None:
    found = found_of(make(module.WORKER), short())
    assert isinstance(found, Withheld)


def test_it_is_told_how_far_it_is(make: Make) -> None:
    analyses = make()
    assert analyses.of(rufspiel()) is None
    told: list[Progress] = []
    with analyses.changed:

        def ended() -> bool:
            state = analyses.of(rufspiel())
            if isinstance(state, Progress):
                told.append(state)
            return isinstance(state, OpenCards)

        assert analyses.changed.wait_for(ended, LONG_S)
    assert len({(each.done, each.total) for each in told}) > 1
    assert all(0 <= each.done <= each.total for each in told)


def test_a_corrected_card_is_worked_out_anew_and_the_old_one_goes(
    make: Make, tmp_path: Path
) -> None:
    analyses = make()
    found_of(analyses, rufspiel())
    assert isinstance(found_of(analyses, short()), Withheld)
    assert len(list((tmp_path / "kept").iterdir())) == 1
    assert make(DIES).known(rufspiel()) is None
    assert isinstance(make(DIES).known(short()), Withheld)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"of": 1}', b"\xff", b"[" * 60_000, b'{"of": "x", "found": {}}']
)
def test_a_damaged_file_is_worked_out_anew(make: Make, tmp_path: Path, body: bytes) -> None:
    found_of(make(), short())
    (file,) = (tmp_path / "kept").iterdir()
    file.write_bytes(body)
    assert make(DIES).known(short()) is None
    assert isinstance(found_of(make(), short()), Withheld)
    assert file.read_bytes() != body


def test_a_file_of_another_version_is_worked_out_anew(make: Make, tmp_path: Path) -> None:
    found_of(make(), short())
    (file,) = (tmp_path / "kept").iterdir()
    file.write_text(file.read_text().replace('"v":1', '"v":99'))
    assert make(DIES).known(short()) is None


def test_a_folder_that_cannot_be_written_costs_the_file_alone(make: Make, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("in the way")
    assert isinstance(found_of(make(), short()), Withheld)
    assert (tmp_path / "kept").read_text() == "in the way"


def test_the_oldest_files_go(make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KEPT", 2)
    analyses = make()
    for name in "abc":
        found_of(analyses, replace(short(), id=name))
    # Kept is written after it is known: the next deal begins after that.
    analyses.close()
    assert make(DIES).known(replace(short(), id="a")) is None
    assert make(DIES).known(replace(short(), id="c")) is not None


def test_a_process_that_dies_is_begun_again_and_then_it_is_said(make: Make) -> None:
    analyses = make(DIES)
    assert found_of(analyses, rufspiel()) == Withheld(NOT_WORKED_OUT)
    # Nothing of that is kept: another start tries again.
    assert make(DIES).known(rufspiel()) is None
    assert TRIES == 2


def test_one_that_was_killed_is_begun_again(make: Make, tmp_path: Path) -> None:
    once = tmp_path / "once"
    code = (
        f"import pathlib, sys\nonce = pathlib.Path({str(once)!r})\n"
        "if not once.exists():\n    sys.stdin.read()\n" + LITTLE[2]
    )
    analyses = make((sys.executable, "-c", code))
    process = at_work(analyses, short())
    once.touch()
    os.kill(process, signal.SIGKILL)
    assert isinstance(found_of(analyses, short()), Withheld)


def test_the_newest_wish_comes_first(make: Make, tmp_path: Path) -> None:
    code = (
        "import json, sys\n"
        "name = json.loads(sys.stdin.readline())['id']\n"
        f"print(name, file=open({str(tmp_path / 'order')!r}, 'a'))\n"
        "found = {'v': 1, 'withheld': {'de': 'Nein.', 'en': 'No.'}}\n"
        "print(json.dumps({'found': found}))"
    )
    analyses = make((sys.executable, "-c", code))
    deals = [replace(short(), id=name) for name in "abca"]
    with analyses.changed:
        for deal in deals:
            analyses.want(deal)
    for deal in deals:
        found_of(analyses, deal)
    assert (tmp_path / "order").read_text().split() == ["a", "c", "b"]


def test_closing_ends_the_process(make: Make) -> None:
    analyses = make(HANGS)
    process = at_work(analyses, rufspiel())
    analyses.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert analyses.of(rufspiel()) is None


def test_nothing_stays_behind_a_program_that_was_killed(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from kiosk.replay.analyses import Analyses\n"
        "from tests.engine.open_cards.test_findings import rufspiel\n"
        "from tests.kiosk.replay.test_analyses import at_work\n"
        "analyses = Analyses()\n"
        "print(at_work(analyses, rufspiel()), flush=True)\n"
        "sys.stdin.read()"
    )
    with subprocess.Popen(
        (sys.executable, "-c", code), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        worker = int(program.stdout.readline())
        handle = os.pidfd_open(worker)
        program.kill()
    # The system tells when it ends.
    assert select.select([handle], [], [], LONG_S)[0]
    os.close(handle)


def test_the_process_gives_way_to_everything_else(make: Make) -> None:
    analyses = make(
        (
            sys.executable,
            "-c",
            "import os, sys\n"
            "from kiosk.replay import analyses\n"
            "def look(record):\n"
            "    from engine.open_cards.findings import Withheld\n"
            "    from engine.text import Text\n"
            "    score = open('/proc/self/oom_score_adj').read().strip()\n"
            "    said = f'{os.getpriority(os.PRIO_PROCESS, 0)} {score}'\n"
            "    yield from ()\n"
            "    return Withheld(Text(de=said, en=said))\n"
            "analyses.look = look\n"
            "analyses.main()",
        )
    )
    found = found_of(analyses, short())
    assert isinstance(found, Withheld)
    assert found.why.de == "19 1000"


def test_a_deal_is_wanted_once_it_is_over_and_not_before() -> None:
    events = [each.event for each in envelopes(an_evening())]
    states = [fold(envelopes(events[:count])) for count in range(len(events) + 1)]
    over = [deal.id for deal in states[-1].deals if deal.closed]
    assert len(over) > 1
    for wish in (False, True):
        wanted: list[DealRecord] = []
        heard = after_deals(states[0], wanted.append, lambda: wish)  # noqa: B023
        for state in states:
            heard(TableView(version=state.last_seq, state=state, report=None))
            running = [deal.id for deal in state.deals if not deal.closed]
            assert not {*running} & {each.id for each in wanted}
        assert list(dict.fromkeys(each.id for each in wanted)) == (over if wish else [])
