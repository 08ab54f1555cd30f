"""The same card laid twice by touch: the page asks which it was, instead of going on in silence."""

from collections.abc import Iterator

import pytest

from engine.cards import GERMAN_32, card
from engine.journal import Journal
from engine.record import Contract
from firmware_bridge.simulated import SimulatedStrip
from kiosk.commands import (
    Announce,
    ConfirmCard,
    CorrectCard,
    LayCard,
    RemoveCard,
    StartDeal,
    StartEvening,
)
from kiosk.deals import RoundDeals
from kiosk.director import Director
from kiosk.follow import LiveFollower
from kiosk.table_core import TableCore
from kiosk.view import Question
from tests.kiosk.fake_door import NAMES


@pytest.fixture
def core() -> Iterator[TableCore]:
    follower = LiveFollower(Director(GERMAN_32, RoundDeals()), "none", SimulatedStrip())
    core = TableCore(Journal.in_memory(), follower=follower)
    core.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    core.do(StartDeal(3))
    core.do(Announce(Contract("wenz", 0)))
    yield core
    follower.close()


def lay(core: TableCore, *codes: str) -> int:
    """Lay cards by touch; return the last one's `seq`."""
    for code in codes:
        core.do(LayCard(card(code)))
    deal = core.state.deal
    assert deal is not None
    return deal.seqs[-1]


def asked(core: TableCore) -> list[Question]:
    return list(core.view.questions)


@pytest.mark.parametrize("before", [("EA", "E7"), ("EA", "E7", "E8", "E9", "GA")])
def test_a_card_tapped_twice_is_asked_about(core: TableCore, before: tuple[str, ...]) -> None:
    first = lay(core, *before)
    assert asked(core) == []
    again = lay(core, "E7")
    (question,) = asked(core)
    assert (question.seq, question.options[0]) == (again, card("E7"))
    assert core.view.unsure == {again}
    assert first != again
    assert core.view.shown == ()


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
