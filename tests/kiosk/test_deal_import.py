"""Deals of a journal, written in any form and imported, are the same deals again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.journal import Journal
from engine.record import DealRecord
from kiosk.deal_export import recorded_deals
from kiosk.deal_formats import DEALS, MKN, Found, read_deals, write_deal
from kiosk.deal_import import import_deals
from tests.engine.test_forty_deals import AT, night
from tests.shared_data import shared_path


def bare(records: tuple[DealRecord, ...]) -> list[DealRecord]:
    return [replace(record, extra={}, hands=None, blind=None) for record in records]


@pytest.mark.parametrize("form", [DEALS, MKN])
def test_forty_deals_of_one_night_come_back_as_evenings(form: str) -> None:
    journal = Journal.in_memory()
    journal.append(night(), AT)
    before = recorded_deals(journal)
    assert before.beside > 0
    text = "".join(write_deal(record, form)[0] for record in before.records)
    again = Journal.in_memory()
    imported = import_deals(again, read_deals(text.splitlines(keepends=True), form), AT)
    after = recorded_deals(again)
    assert imported.deals == 40
    assert bare(after.records) == bare(before.records)
    names = [record.extra["seats"] for record in before.records]
    assert [record.extra["seats"] for record in after.records] == names


@pytest.mark.shared
@pytest.mark.parametrize("name", ["schafkopf-paid", "sheepshead-5-players"])
def test_real_deals_become_evenings(name: str) -> None:
    with shared_path("deals", f"{name}.jsonl").open(encoding="utf-8") as lines:
        found: list[Found] = list(read_deals(lines, DEALS))
    records = tuple(each.record for each in found if each.record is not None)
    journal = Journal.in_memory()
    imported = import_deals(journal, found, AT)
    assert imported.deals == imported.left_out == len(records) == len(found)
    assert bare(recorded_deals(journal).records) == bare(records)
