"""Nobody's name is in a log, whatever goes wrong; an evening with odd names, everything logged."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from engine.cards import card
from engine.journal.journal import Journal
from engine.text import PlainError
from kiosk.box.sounds import MOST, Speaker, SpeechOrder
from kiosk.cli import main
from kiosk.exports.past_evenings import PastEvenings
from kiosk.table.commands import (
    Adjust,
    ChangeSeats,
    EndEvening,
    ForgetPeople,
    LayCard,
    StartDeal,
    StartEvening,
    Substitute,
)
from kiosk.table.writer import Table, TableCore
from tests.kiosk.box.test_sounds import Ear
from tests.kiosk.opened import client_of, post, text
from tests.kiosk.served import touch_table

NAMES = ("Zenzirella", "Öttlbauer Zoë", "Quirin-Xaver", "Kreszentia'")
HELPER = "Wunibald"


def refused(table: Table, *commands: object) -> None:
    for command in commands:
        with pytest.raises(PlainError):
            table.do(command)  # type: ignore[arg-type]


def test_no_name_is_in_a_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    path = tmp_path / "journal.sqlite"
    with touch_table(Journal.open(path)) as table:
        page = client_of(table, past=PastEvenings(path))
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        table.do(Substitute(1, HELPER))
        table.do(StartDeal(3))
        table.do(LayCard(card("EO")))
        post(page, "/people/seats", **{f"name{seat}": NAMES[0] for seat in range(4)})
        refused(table, ChangeSeats((NAMES[0],)), Substitute(9, HELPER), ForgetPeople((1,)))
        with monkeypatch.context() as broken:
            # What nobody foresaw, in the middle of each kind of work.
            broken.setattr(TableCore, "store", lambda *_: 1 / 0)
            refused(
                table,
                ChangeSeats(NAMES[::-1]),
                Substitute(0, HELPER),
                Adjust((1, -1, 0, 0), NAMES[1]),
            )
            table.listen(lambda view: [][len(view.state.seats)])
            table.post(lambda core: core.commit((ChangeSeats(NAMES),)))  # type: ignore[arg-type]
            table.call(lambda core: core.refresh())
        assert text(page.get("/people")).count(NAMES[2])
        table.do(EndEvening())
        table.do(ForgetPeople((1,)))
    ear = Ear()
    speaker = Speaker(ear)
    for _ in range(3 * MOST):
        speaker.play(SpeechOrder(None, f"{NAMES[0]} spielt", "de", 1))
    speaker.close()
    main(["people", "forget", NAMES[1], "--home", str(tmp_path)])
    main(["export", "--home", str(tmp_path)])
    assert "something is left out" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "a listener of the table failed" in caplog.text
    said = caplog.text + repr([record.__dict__ for record in caplog.records])
    for name in (*NAMES, HELPER):
        for word in (name, *name.split()):
            assert word not in said
