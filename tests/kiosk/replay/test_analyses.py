"""Deals with open cards: worked out in a process of its own, kept, and worked out anew."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.cards import card
from engine.deal.record import DealRecord
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import CardCorrected, CardPlayed
from engine.journal.journal import Journal
from engine.open_cards.findings import OpenCards, Progress, Stage, Withheld
from engine.text import Text
from kiosk.home.files import kept_page_choice
from kiosk.replay import analyses as module
from kiosk.replay.analyses import LONGEST_S, NICE, TRIES, Analyses, Found, after_deals, beside
from kiosk.replay.waiting import Waiting
from kiosk.table.commands import CorrectCard
from kiosk.table.view import TableView
from kiosk.table.writer import Table
from kiosk.web.settings import Preferences
from kiosk.words.replay import NOT_WORKED_OUT
from tests.engine.open_cards.test_findings import rufspiel
from tests.kiosk.opened import client_of, post
from tests.kiosk.replay.evenings import PLAYS, an_evening, began, dealt, envelopes, journal_of

LITTLE = (
    sys.executable,
    "-c",
    "from engine.open_cards.findings import look\n"
    "from kiosk.replay.one_deal import main\n"
    "from tests.engine.open_cards.test_findings import LITTLE\n"
    "look.__defaults__ = (LITTLE, '')\n"
    "main()",
)
"""The table's own worker, searching little."""
HANGS = (sys.executable, "-c", "import signal; signal.pause()")
"""Says nothing, whoever waits, and never ends."""
DIES = (sys.executable, "-c", "")
LONG_S = 120.0
"""For a process beside much else; usually a second."""

SAYS_NO = """
import json
found = {"v": 2, "withheld": {"de": "Nein.", "en": "No."}}
print(json.dumps({"found": found}), flush=True)
"""
"""The end of a worker that does not tell a deal, and why."""
NO = Withheld(Text(de="Nein.", en="No."))
Make = Callable[..., Analyses]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Make analyses that are closed at the end; their processes need not wait for all others."""
    monkeypatch.setattr(module, "NICE", 0)
    made: list[Analyses] = []

    def make(
        worker: tuple[str, ...] = LITTLE,
        folder: Path | None = tmp_path / "kept",
        longest_s: float = LONGEST_S,
    ) -> Analyses:
        made.append(Analyses(folder, worker=worker, longest_s=longest_s))
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


def gone(analyses: Analyses, process: int) -> None:
    """Wait until that process is not at work any more, and look that it is nowhere."""
    with analyses.changed:
        assert analyses.changed.wait_for(lambda: analyses.process != process, LONG_S)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


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
    assert analyses.of(rufspiel()) == Waiting(0)
    told: list[Progress] = []
    with analyses.changed:

        def ended() -> bool:
            state = analyses.of(rufspiel())
            if isinstance(state, Progress):
                told.append(state)
            return isinstance(state, OpenCards)

        assert analyses.changed.wait_for(ended, LONG_S)
    assert len({(each.stage, each.done) for each in told}) > 1
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
    file.write_text(file.read_text().replace('"v":2', '"v":1'))
    assert make(DIES).known(short()) is None


def test_a_folder_that_cannot_be_written_costs_the_file_alone(make: Make, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("in the way")
    assert isinstance(found_of(make(), short()), Withheld)
    assert (tmp_path / "kept").read_text() == "in the way"


def test_who_only_looks_on_reads_what_was_kept_and_writes_nothing(
    make: Make, tmp_path: Path
) -> None:
    found_of(make(), short())
    looking = Analyses(tmp_path / "kept", worker=(sys.executable, "-c", SAYS_NO), keeps=False)
    with closing(looking):
        assert isinstance(looking.of(short()), Withheld)
        other = replace(short(), id="other")
        found_of(looking, other)
    assert len(list((tmp_path / "kept").iterdir())) == 1


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


@pytest.fixture
def notes(tmp_path: Path) -> tuple[str, ...]:
    """A worker that tells nothing of any deal, and writes down which it was asked for."""
    code = (
        "import json, sys\n"
        "asked = json.loads(sys.stdin.readline())\n"
        f"print(asked['id'], len(asked['plays']), file=open({str(tmp_path / 'order')!r}, 'a'))\n"
        + SAYS_NO
    )
    return (sys.executable, "-c", code)


def noted(tmp_path: Path) -> list[str]:
    return (tmp_path / "order").read_text().splitlines()


def until_known(analyses: Analyses, record: DealRecord) -> None:
    """Wait until a deal is worked out that somebody else asked for."""
    with analyses.changed:
        assert analyses.changed.wait_for(lambda: analyses.known(record) is not None, LONG_S)


def test_the_newest_wish_comes_first(make: Make, tmp_path: Path, notes: tuple[str, ...]) -> None:
    analyses = make(notes)
    deals = [replace(short(), id=name) for name in "abca"]
    with analyses.changed:
        for deal in deals:
            analyses.want(deal)
    for deal in deals:
        until_known(analyses, deal)
    assert noted(tmp_path) == ["a 20", "c 20", "b 20"]


def test_of_a_deal_put_right_while_it_waits_only_the_newest_is_worked_out(
    make: Make, tmp_path: Path, notes: tuple[str, ...]
) -> None:
    analyses, other = make(notes), replace(short(), id="b")
    with analyses.changed:
        for deal in (short(), other, rufspiel()):
            analyses.want(deal)
    until_known(analyses, other)
    assert noted(tmp_path) == [f"{rufspiel().id} 32", "b 20"]


def test_switched_off_the_process_ends_at_once_and_nothing_waits(
    make: Make, tmp_path: Path, notes: tuple[str, ...]
) -> None:
    hanging = make(HANGS)
    process = at_work(hanging, rufspiel())
    hanging.want(short())
    hanging.switch(on=False)
    gone(hanging, process)
    assert hanging.process is None
    assert hanging.of(rufspiel()) is None
    analyses = make(notes)
    analyses.switch(on=False)
    assert analyses.of(rufspiel()) is None
    analyses.want(short())
    analyses.switch(on=True)
    found_of(analyses, replace(short(), id="later"))
    assert noted(tmp_path) == ["later 20"]


def test_a_process_ended_so_did_not_die(make: Make) -> None:
    analyses = make(HANGS)
    for _ in range(TRIES + 1):
        process = at_work(analyses, rufspiel())
        # Switched on again before anybody noticed the end.
        analyses.switch(on=False)
        analyses.switch(on=True)
        gone(analyses, process)
        assert analyses.known(rufspiel()) is None


def test_one_that_begins_while_somebody_switches_off_ends(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyses, begun = make(HANGS), list[subprocess.Popen[bytes]]()
    real = subprocess.Popen

    def late(*args: Any, **more: Any) -> subprocess.Popen[bytes]:
        analyses.switch(on=False)
        begun.append(real(*args, **more))
        return begun[0]

    monkeypatch.setattr(subprocess, "Popen", late)
    analyses.want(rufspiel())
    with analyses.changed:
        assert analyses.changed.wait_for(lambda: begun and analyses.process is None, LONG_S)
    assert begun[0].poll() == -signal.SIGKILL


def test_switched_on_again_the_newest_deals_come_first(
    make: Make, tmp_path: Path, notes: tuple[str, ...]
) -> None:
    analyses = make(notes)
    deals = [replace(short(), id=name) for name in "abc"]
    found_of(analyses, deals[1])
    analyses.switch(on=False)
    with analyses.changed:
        analyses.switch(on=True, deals=deals)
    until_known(analyses, deals[0])
    assert noted(tmp_path) == ["b 20", "c 20", "a 20"], "what is known is not worked out again"
    # Where it is on already nothing is taken up.
    analyses.switch(on=True, deals=[replace(short(), id="d")])
    found_of(analyses, replace(short(), id="e"))
    assert noted(tmp_path)[3:] == ["e 20"]


def test_one_that_hangs_is_ended_and_counts_as_dead(make: Make) -> None:
    analyses = make(HANGS, longest_s=0.3)
    process = at_work(analyses, rufspiel())
    until_known(analyses, rufspiel())
    assert analyses.known(rufspiel()) == Withheld(NOT_WORKED_OUT)
    gone(analyses, process)
    # Nothing of that is kept: another start tries again.
    assert make(DIES).known(rufspiel()) is None


def test_one_that_hangs_half_way_is_begun_again(make: Make, tmp_path: Path) -> None:
    mended = tmp_path / "mended"
    said = '{"stage": "deal", "done": 1, "total": 9, "spare": 7}\n{'
    code = (
        f"import pathlib, signal\nif not pathlib.Path({str(mended)!r}).exists():\n"
        f"    print({said!r}, end='', flush=True)\n    signal.pause()\n" + SAYS_NO
    )
    analyses = make((sys.executable, "-c", code), longest_s=5.0)
    analyses.want(rufspiel())
    half_way = Progress(Stage.DEAL, 1, 9, 7)
    with analyses.changed:
        assert analyses.changed.wait_for(lambda: analyses.of(rufspiel()) == half_way, LONG_S)
    mended.touch()
    until_known(analyses, rufspiel())
    assert analyses.known(rufspiel()) == NO


def test_one_that_found_something_and_does_not_end_is_ended(make: Make) -> None:
    analyses = make((sys.executable, "-c", SAYS_NO + "import signal; signal.pause()"))
    process = at_work(analyses, short())
    until_known(analyses, short())
    assert analyses.known(short()) == NO
    gone(analyses, process)


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
        "from kiosk.replay import analyses as module\n"
        "from tests.engine.open_cards.test_findings import rufspiel\n"
        "from tests.kiosk.replay.test_analyses import at_work\n"
        "module.NICE = 0\n"
        "analyses = module.Analyses()\n"
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


def test_the_process_knows_the_engine_and_nothing_of_the_kiosk() -> None:
    """Whatever the kiosk needs for pictures would take a multiple of its room and of its start."""
    code = "import sys, kiosk.replay.one_deal; print(*{each.split('.')[0] for each in sys.modules})"
    done = subprocess.run(
        (sys.executable, "-c", code), capture_output=True, text=True, check=True, timeout=LONG_S
    )
    assert not {"numpy", "cv2", "onnxruntime", "flask", "vision"} & {*done.stdout.split()}


def test_the_process_gives_way_to_everything_else(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "NICE", NICE)
    analyses = make(
        (
            sys.executable,
            "-c",
            "import os, sys\n"
            "from kiosk.replay import one_deal\n"
            "def look(record):\n"
            "    from engine.open_cards.findings import Withheld\n"
            "    from engine.text import Text\n"
            "    score = open('/proc/self/oom_score_adj').read().strip()\n"
            "    said = f'{os.getpriority(os.PRIO_PROCESS, 0)} {score}'\n"
            "    yield from ()\n"
            "    return Withheld(Text(de=said, en=said))\n"
            "one_deal.look = look\n"
            "one_deal.main()",
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
    wanted: list[DealRecord] = []
    heard = after_deals(states[0], wanted.append)
    for state in states:
        heard(seen(state))
        running = [deal.id for deal in state.deals if not deal.closed]
        assert not {*running} & {each.id for each in wanted}
    assert list(dict.fromkeys(each.id for each in wanted)) == over


def seen(state: TableState) -> TableView:
    return TableView(version=state.last_seq, state=state, report=None)


def test_an_older_deal_is_wanted_again_once_a_card_of_it_is_put_right() -> None:
    events = [*began(), *(event for number in (1, 2, 3) for event in dealt(number, PLAYS))]
    before = fold(envelopes(events))
    laid = next(
        seq
        for seq, event in enumerate(events, 1)
        if isinstance(event, CardPlayed) and event.card is card("HZ")
    )
    mended = fold(envelopes([*events, CardCorrected(laid, card("GU"))]))
    wanted: list[DealRecord] = []
    heard = after_deals(before, wanted.append)
    heard(seen(before))
    assert wanted == []
    heard(seen(mended))
    assert [each.id for each in wanted] == ["deal-1"]
    assert wanted[0].plays[5].card is card("GU")
    heard(seen(mended))
    assert len(wanted) == 1


def test_where_nobody_is_to_see_them_no_process_runs(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a real table, chosen on its page: off at first, on, off with one at work, and on again."""
    journal_of(tmp_path / "journal.sqlite", [*began(), *dealt(1, PLAYS), *dealt(2, PLAYS)])
    wishes = kept_page_choice(tmp_path / "page.toml")
    wishes.change(open_cards="nobody")
    analyses, begun, real = make(HANGS), list[object](), subprocess.Popen

    def counted(*args: Any, **more: Any) -> subprocess.Popen[bytes]:
        begun.append(args)
        return real(*args, **more)

    monkeypatch.setattr(subprocess, "Popen", counted)
    with Table(Journal.open(tmp_path / "journal.sqlite")) as table:
        beside(analyses, table, wishes, Preferences(wishes).open_cards)
        client = client_of(table, wishes=wishes)
        laid = next(each.seq for each in table.view().state.deals[0].laid)
        table.do(CorrectCard(laid, card("GU")))
        assert begun == []
        for to in ("table", "phones"):
            post(client, "/open-cards", to=to)
            with analyses.changed:
                assert analyses.changed.wait_for(lambda: analyses.process is not None, LONG_S)
            process = analyses.process
            assert process is not None
            [newest, older] = (deal.record for deal in reversed(table.view().state.deals))
            at_first = Progress(Stage.DEAL, 0, len(newest.plays))
            assert analyses.of(newest) == at_first, "the newest deal comes first"
            assert analyses.of(older) == Waiting(1)
            post(client, "/open-cards", to="nobody")
            gone(analyses, process)
            assert analyses.process is None
            assert analyses.known(newest) is analyses.known(older) is None
    assert len(begun) == 2


def test_deals_of_another_evening_that_ends_the_same_are_not_wanted_again() -> None:
    state = fold(envelopes([*began(), *dealt(1, PLAYS)]))
    wanted: list[DealRecord] = []
    heard = after_deals(state, wanted.append)
    heard(seen(fold(envelopes(began()))))
    assert wanted == []
