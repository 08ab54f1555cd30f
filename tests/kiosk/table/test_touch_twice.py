"""The same card laid twice by touch: the page asks which it was, instead of going on in silence."""

import pytest

from engine.cards import GERMAN_32, card
from engine.deal.record import Contract
from engine.journal.journal import Journal
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.director.outlook import Question
from kiosk.table.commands import (
    Announce,
    ConfirmCard,
    CorrectCard,
    LayCard,
    RemoveCard,
    StartDeal,
    StartEvening,
)
from kiosk.table.writer import TableCore
from tests.kiosk.fake_door import NAMES


@pytest.fixture
def core() -> TableCore:
    core = TableCore(Journal.in_memory(), director=Director(GERMAN_32, RoundDeals()))
    core.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    core.do(StartDeal(3))
    core.do(Announce(Contract("wenz", 0)))
    return core


def lay(core: TableCore, *codes: str) -> int:
    """Lay cards by touch; return the last one's `seq`."""
    for code in codes:
        core.do(LayCard(card(code)))
    deal = core.state.deal
    assert deal is not None
    return deal.seqs[-1]


def asked(core: TableCore) -> list[Question]:
    return list(core.view.outlook.questions)


@pytest.mark.parametrize("before", [("EA", "E7"), ("EA", "E7", "E8", "E9", "GA")])
def test_a_card_tapped_twice_is_asked_about(core: TableCore, before: tuple[str, ...]) -> None:
    first = lay(core, *before)
    assert asked(core) == []
    again = lay(core, "E7")
    (question,) = asked(core)
    assert (question.seq, question.options[0]) == (again, card("E7"))
    assert core.view.outlook.unsure == {again}
    assert first != again
    assert core.view.outlook.shown == ()


def test_every_answer_ends_the_question(core: TableCore) -> None:
    again = lay(core, "EA", "E7", "E7")
    core.do(CorrectCard(again, card("E8")))
    assert asked(core) == []
    core.do(CorrectCard(again, card("E7")))
    assert [question.seq for question in asked(core)] == [again]
    core.do(ConfirmCard(again))
    assert asked(core) == []
    twice = lay(core, "EA")
    core.do(RemoveCard(twice))
    assert asked(core) == []
