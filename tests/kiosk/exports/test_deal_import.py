"""Deals of a journal, written in any form and imported, are the same deals again."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import islice

import pytest

from engine.deal.record import DealRecord
from engine.dealfile.reader import score
from engine.dealfile.writer import answer
from engine.journal.journal import Journal
from engine.referee.evaluation import evaluate
from engine.text import LANGUAGES, Language, PlainError
from kiosk.exports.deals import (
    DEALS,
    MKN,
    FoundDeals,
    import_deals,
    read_deals,
    recorded_deals,
    write_deal,
)
from kiosk.words.pages import SEAT
from tests.engine.dealfile.test_claims import ALL
from tests.engine.evening.test_forty_deals import AT, NAMES, night, played
from tests.engine.evening.test_forty_deals import DEALS as DEALS_OF_NIGHT
from tests.shared_data import shared_path


def bare(records: tuple[DealRecord, ...]) -> list[DealRecord]:
    return [replace(record, extra={}) for record in records]


@pytest.mark.parametrize("form", [DEALS, MKN])
def test_forty_deals_of_one_night_come_back_as_evenings(form: str) -> None:
    journal = Journal.in_memory()
    journal.append(night(), AT)
    before = recorded_deals(journal)
    assert before.beside > 0
    text = "".join(write_deal(record, form)[0] for record in before.records)
    again = Journal.in_memory()
    imported = import_deals(again, read_deals(text, form), AT)
    after = recorded_deals(again)
    assert imported.deals == DEALS_OF_NIGHT
    assert bare(after.records) == bare(before.records)
    names = [record.extra["seats"] for record in before.records]
    assert [record.extra["seats"] for record in after.records] == names


def test_an_id_that_names_somebody_is_a_number_in_the_journal() -> None:
    """The chain keeps an id for ever; a name can be forgotten."""
    seats = ["Resi Huber", "Toni", "Vroni", "Sepp"]
    ids = ["sommer-1", "Stammtisch_resi_2", "TONI3", "tonika", "huber"]
    text = "".join(
        write_deal(
            replace(played("schafkopf", 4, n), id=name, extra={"evening": "e", "seats": seats}),
            DEALS,
        )[0]
        for n, name in enumerate(ids)
    )
    journal = Journal.in_memory()
    imported = import_deals(journal, read_deals(text, DEALS), AT)
    assert (imported.deals, imported.renamed) == (5, 3)
    sommer, *others = journal.deal_ids()
    assert (sommer, others[2]) == ("sommer-1", "tonika")
    for place in (0, 1, 3):
        assert re.fullmatch(rf"import-[0-9a-f]{{12}}-deal-{place + 2}", others[place])
    chain = "".join(line for line in journal.export_lines() if '"seq"' in line).casefold()
    assert not any(name in chain for name in ("resi", "huber", "toni3", "vroni"))
    with pytest.raises(PlainError, match="already been imported"):
        import_deals(journal, read_deals(text, DEALS), AT)


def test_one_evening_goes_on_with_another_game_and_other_people() -> None:
    tables = (("schafkopf", 4, NAMES[:4]), ("mehrkopf", 5, NAMES[:5]), ("bierkopf", 4, NAMES[1:5]))
    told = [
        (played(game, players, number), {"evening": "e", "deal": "", "seats": list(names)})
        for game, players, names in tables
        for number in range(2)
    ]
    records = [
        replace(record, extra={**extra, "deal": str(place)})
        for place, (record, extra) in enumerate(told, start=1)
    ]
    journal = Journal.in_memory()
    imported = import_deals(
        journal, [FoundDeals(line, record) for line, record in enumerate(records, start=1)], AT
    )
    assert imported.evenings == 1
    (evening,) = {record.extra["evening"] for record in recorded_deals(journal).records}
    assert list(recorded_deals(journal).records) == [
        replace(record, extra={**record.extra, "evening": evening}) for record in records
    ]


@pytest.mark.shared
@pytest.mark.parametrize("name", ["schafkopf-paid", "sheepshead-5-players"])
def test_real_deals_become_evenings(name: str) -> None:
    with shared_path("deals", f"{name}.jsonl").open(encoding="utf-8") as lines:
        found: list[FoundDeals] = list(read_deals("".join(islice(lines, 250)), DEALS))
    records = tuple(each.record for each in found if each.record is not None)
    journal = Journal.in_memory()
    imported = import_deals(journal, found, AT)
    assert imported.deals == imported.left_out == len(records) == len(found)
    assert bare(recorded_deals(journal).records) == bare(records)


def test_what_hands_on_record_settle_comes_to_the_same_after_the_import() -> None:
    """A claimed Solo: how many Laufende there were only the hands say."""
    hands = [[code for seat, code in ALL if seat == each] for each in range(4)]
    line = {
        **{"game": "schafkopf", "players": 4, "dealer": 3, "plays": ALL[:8], "hands": hands},
        "contract": {"kind": "solo", "seat": 0, "suit": "E"},
        "end": {"kind": "claim", "seat": 0},
    }
    text = json.dumps(line) + "\n"
    (scored,) = score([text])
    assert scored["payout"] == [300, -100, -100, -100]
    journal = Journal.in_memory()
    assert import_deals(journal, read_deals(text, DEALS), AT).left_out == 0
    (record,) = recorded_deals(journal).records
    assert record.hands is not None
    assert answer(record, evaluate(record))["payout"] == scored["payout"]
    (again,) = score([write_deal(record, DEALS)[0]])
    assert again["payout"] == scored["payout"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_no_name_is_called_by_the_seat(language: Language) -> None:
    """A bare number ("1 gibt") would be taken for a card, or for the deal."""
    text, _ = write_deal(played("schafkopf", 4, 1), DEALS)
    journal = Journal.in_memory()
    import_deals(journal, read_deals(text, DEALS), AT, language)
    (record,) = recorded_deals(journal).records
    seat = SEAT.in_language(language)
    assert record.extra["seats"] == [seat.format(n=n) for n in range(1, 5)]
