"""A verdict told in words and cards; while several remain the story calls none of them guilty."""

from dataclasses import replace

import pytest

from engine.cards import card
from engine.deal.record import Contract, DealRecord, Play
from engine.deal.report import Grade, Verdict
from engine.games import GAMES
from engine.games.base import Game
from engine.games.schafkopf.messages import VERDICTS
from engine.referee.evaluation import evaluate
from engine.referee.story import MOST_SCENES, Story, tell_story
from engine.rules.house_rules import preset_rules

NAMES = ("Resi", "Toni", "Vroni", "Sepp")
_WENZ = (
    "0S7 1H9 2S8 3S9 3GO 0GK 1GZ 2GA 2SA 3G9 0SZ 1HK 2EA 3HA 0E8 1EO "
    "2E9 3G7 0GU 1HU 0SK 1HO 2EU 3H8 2H7 3G8 0HZ 1EK 0SO 1E7 2EZ 3SU"
)
"""Toni trumps a trick of Eichel and holds Eichel."""
RECORD = DealRecord(
    "w",
    "schafkopf",
    preset_rules("schafkopf"),
    4,
    3,
    contract=Contract("wenz", 1),
    plays=tuple(Play(int(play[0]), card(play[1:])) for play in _WENZ.split()),
)


def told(cards: int, grade: Grade) -> tuple[Verdict, Story]:
    """Return the only verdict after so many cards, and its story."""
    record = replace(RECORD, plays=RECORD.plays[:cards])
    (verdict,) = evaluate(record).verdicts
    assert verdict.grade is grade
    return verdict, tell_story(record, verdict, NAMES)


def said(story: Story) -> str:
    sentences = [scene.sentence for scene in story.scenes]
    if story.conclusion is not None:
        sentences.append(story.conclusion)
    return " ".join(f"{sentence.de} {sentence.en}" for sentence in sentences)


def test_the_own_card_tells_what_was_thrown_and_what_was_played_later() -> None:
    verdict, story = told(28, Grade.OWN_PLAY)
    assert story.headline.de == "nicht bedient"
    assert [(scene.trick, scene.plays) for scene in story.scenes] == [(5, (16, 19)), (7, (27,))]
    assert [scene.sentence.de for scene in story.scenes] == [
        "Eichel angespielt – Toni stach mit Trumpf",
        "… und spielte dann selbst Eichel",
    ]
    assert verdict.proof == (19, 27)
    assert story.wrong == 19


def test_a_count_against_one_says_what_he_must_have_held() -> None:
    _, story = told(26, Grade.JOINT)
    assert story.scenes[0].sentence.en == "Acorns led – Toni trumped"
    assert story.scenes[-1].sentence.de == "Durch Zählen gezeigt: Toni muss da Eichel gehabt haben"
    assert story.scenes[-1].sentence.en == "Shown by counting: Toni must have held Acorns then"


def test_a_count_that_names_the_seat_and_not_the_card_calls_no_card_wrong() -> None:
    verdict, story = told(27, Grade.COUNT)
    assert verdict.seat == 1
    assert "Durch Zählen gezeigt: Das kann nicht alles stimmen" in said(story)
    assert "muss da" not in said(story)
    assert story.wrong is None


@pytest.mark.parametrize("cards", [23, 25])
def test_while_several_remain_the_story_says_what_everybody_saw(cards: int) -> None:
    verdict, story = told(cards, Grade.JOINT)
    assert verdict.seat is None
    assert (story.headline.de, story.headline.en) == (
        "Jemand hat nicht bedient",
        "Somebody revoked",
    )
    assert "Durch Zählen gezeigt: Das kann nicht bei allen stimmen" in said(story)
    assert "Shown by counting: this cannot be right for all of them" in said(story)
    assert story.wrong is None
    assert len(story.scenes) <= MOST_SCENES
    for seat in verdict.suspects:
        assert NAMES[seat] in said(story)
    leads = {play - play % 4 for scene in story.scenes for play in scene.plays}
    assert leads <= {play for scene in story.scenes for play in scene.plays}


@pytest.mark.parametrize("kind", sorted(VERDICTS))
def test_every_kind_can_be_told_of_one_and_of_several(kind: str) -> None:
    """A kind of verdict without words would be noticed only at the table."""
    record = replace(RECORD, contract=Contract("rufspiel", 0, card("GA").suit))
    headline = VERDICTS[kind].headline
    assert max(len(headline.de), len(headline.en)) <= 20
    for seat, grade in ((3, Grade.OWN_PLAY), (3, Grade.COUNT), (None, Grade.JOINT)):
        verdict = Verdict(kind, seat, 3, (3, 5), 5, grade, suspects=(1, 3))
        assert tell_story(record, verdict, NAMES).scenes


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_can_tell_a_revoke(game: Game) -> None:
    assert game.verdict_words("revoke").somebody is not None
