"""What is told of a deal with open cards, and of which deals nothing is."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from random import Random

import pytest

from engine.cards import Family, card
from engine.deal.record import Contract, DealRecord, Play
from engine.games.two_sides import BY_TRICKS, EACH_ALONE, NO_SIDES
from engine.notation.reader import read
from engine.open_cards.analysis import Course, PlayValue, course, grade
from engine.open_cards.deal import (
    FOUND_WRONG,
    NOT_CERTAIN,
    NOT_PLAYED,
    NOT_TO_THE_END,
    OpenDeal,
    opened,
)
from engine.open_cards.findings import (
    MOST_CARDS,
    Effort,
    Known,
    OpenCards,
    Progress,
    Stage,
    ToldCard,
    Turn,
    UncheckedCard,
    Withheld,
    _open_cards,
    look,
    looked,
)
from engine.open_cards.form import from_json, to_json
from engine.open_cards.game import OpenGame
from engine.open_cards.search import Limit
from engine.open_cards.wording import MEANING, card_lines, summary
from engine.referee.evaluation import evaluate
from engine.text import Text
from tests.engine.open_cards.made import GAMES, Made, make
from tests.engine.open_cards.test_knowledge import played

LITTLE = Effort(deal=3000, worlds=8, fewest=1, world=500, card=4000, asked=4)
NAMES = ("Anna", "Ben", "Cara", "Dora", "Emil", "Franz")

RUFSPIEL = """[Game "schafkopf"] [Players "4"] [Dealer "4"] [Contract "4 rufspiel S"]
1. 1: G8 H7 G7 S7
2. 2: H8 HU SO H9
3. 4: SK HK SA SZ
4. 1: EK EZ E9 EA
5. 4: EO GU EU SU
6. 4: GO E8 E7 HO
7. 4: HZ GK S8 G9
8. 4: HA GZ S9 GA
"""
"""A real deal in which nothing was wrong."""


def rufspiel() -> DealRecord:
    [deal] = read(RUFSPIEL)
    assert deal.record is not None
    return deal.record


def some(game: str, players: int, kind: str, seed: int = 1) -> tuple[Made, DealRecord]:
    rng = Random(seed)
    made = make(rng, game, players, kind)
    return made, made.played(played(rng, made))


@pytest.mark.parametrize(("game", "players", "kinds"), GAMES)
def test_every_game_is_worked_out_to_the_points_it_was_settled_by(
    game: str, players: int, kinds: tuple[str, ...]
) -> None:
    for kind in kinds[-2:]:
        _, record = some(game, players, kind)
        found = looked(record, LITTLE)
        assert isinstance(found, OpenCards), (kind, found)
        result = evaluate(record).result
        assert result is not None
        if result.points is not None:
            assert found.final == result.points[0]
            assert found.side == result.declarers
        assert found.values[-1][2] == found.final
        # The chain holds: what a card leads to is what the next one finds.
        for one, two in zip(found.values, found.values[1:], strict=False):
            assert (two[0], two[1]) == (one[0] + 1, one[2])


def test_no_card_makes_more_for_its_own_side_than_best_play() -> None:
    deal = opened(rufspiel())
    assert isinstance(deal, OpenDeal)
    work = course(deal, rufspiel(), Limit(100_000))
    while True:
        try:
            next(work)
        except StopIteration as end:
            found = end.value
            break
    for each, at in zip(found.values, found.positions, strict=False):
        ours = deal.side[deal.owner[deal.bit_of[rufspiel().plays[each.play].card]]]
        assert (each.after <= each.before) if ours else (each.after >= each.before)
        assert at.rem
    # The third trick as the prototype has it: 120 for the declarers, and 91 after it.
    assert (found.values[0].before, found.values[11].after, found.final) == (110, 91, 91)
    assert grade(deal, 90) + 1 == grade(deal, 91)


def test_where_the_search_ends_is_said() -> None:
    _, record = some("mehrkopf", 6, "rufspiel")
    found = looked(record, replace(LITTLE, deal=400))
    assert isinstance(found, OpenCards)
    assert 1 < found.from_trick <= 6
    assert len(found.values) == 6 * (9 - found.from_trick)
    assert f"ab dem {found.from_trick}. Stich" in summary(found, NAMES)[0].de


def test_progress_goes_up_to_its_end() -> None:
    steps = list(look(rufspiel(), LITTLE))
    assert all(isinstance(step, Progress) for step in steps)
    stages = [[step for step in steps if step.stage is stage] for stage in Stage]
    assert steps == [*stages[0], *stages[1]]
    assert all(stages)
    for each in stages:
        assert [step.done for step in each] == sorted(step.done for step in each)
        assert len({step.total for step in each}) == 1
        assert each[-1].done <= each[-1].total
    assert stages[0][-1].done == stages[0][-1].total == 32


def why(record: DealRecord) -> Text:
    found = looked(record, LITTLE)
    assert isinstance(found, Withheld)
    return found.why


def test_what_is_not_certain_is_not_worked_out() -> None:
    record = rufspiel()
    unseen = (*record.plays[:5], Play(record.plays[5].seat, None), *record.plays[6:])
    assert why(record.with_plays(unseen)) == NOT_CERTAIN
    twice = (*record.plays[:5], replace(record.plays[5], card=card("H7")), *record.plays[6:])
    assert why(record.with_plays(twice)) == NOT_CERTAIN
    assert why(record.with_plays(record.plays[:-1])) == NOT_TO_THE_END
    assert why(record.with_plays(())) == NOT_PLAYED
    assert why(replace(record, contract=None)) == NOT_PLAYED


def test_a_deal_with_an_error_is_not_worked_out() -> None:
    record = rufspiel()
    # Seat 2 does not follow in the first trick, and again in the fourth; nothing else changes.
    plays = list(record.plays)
    plays[2], plays[14] = plays[14], plays[2]
    assert why(record.with_plays(tuple(plays))) == FOUND_WRONG


def test_what_two_sides_do_not_play_for_points_is_not_worked_out() -> None:
    record = rufspiel()
    assert why(replace(record, contract=Contract("ramsch"))) == EACH_ALONE
    _, leaster = some("sheepshead", 5, "none")
    assert why(replace(leaster, contract=Contract("leaster"))) == EACH_ALONE
    _, wenz = some("schafkopf", 4, "wenz")
    assert wenz.contract is not None
    assert why(replace(wenz, contract=replace(wenz.contract, tout=True))) == BY_TRICKS


def test_a_game_without_such_a_thing_says_so() -> None:
    assert "offenen Karten" in NO_SIDES.de


def a_card(known: Known) -> ToldCard:
    return ToldCard(9, 3, 1, card("SK"), card("EA"), 70, 55, known)


def found_with(*cards: ToldCard) -> OpenCards:
    return OpenCards((0, 3), (1, 2), (31, 61, 91), 55, 70, 1, 6, (Turn(9, 3, 61),), cards, ())


def test_what_is_told_of_a_card_that_could_be_known() -> None:
    lines = card_lines(a_card(Known(130, 40, 200, 900)), found_with(), NAMES)
    assert lines.laid == Text(
        de="3. Stich: Ben legte Schellen-König", en="Trick 3: Ben laid King of Bells"
    )
    assert lines.chain == Text(
        de="Machen alle das Beste daraus: vor dieser Karte 70 Augen für Anna und Dora, nach ihr "
        "55, also 15 weniger für Anna und Dora.",
        en="With best play by everybody: 70 points for Anna and Dora before this card, 55 after "
        "it: 15 fewer for Anna and Dora.",
    )
    assert lines.better == Text(
        de="Mehr gebracht hätte Eichel-Sau. Nach allem, was Ben wissen konnte, war das in 130 "
        "von 200 durchgerechneten Kartenverteilungen besser, in 40 schlechter, sonst gleich.",
        en="Ace of Acorns would have made more. From what Ben could know it was better in 130 "
        "of 200 layouts worked out, worse in 40, no different in the rest.",
    )
    whole = card_lines(a_card(Known(160, 40, 200, 900)), found_with(), NAMES).better
    assert whole.de.endswith("in 40 schlechter."), "nothing rests"


def test_points_the_others_lose_are_told_as_theirs() -> None:
    told = replace(a_card(Known(1, 0, 2, 9)), before=73, after=103)
    chain = card_lines(told, found_with(), NAMES).chain
    assert chain.de.endswith(
        "73 Augen für Anna und Dora, nach ihr 103, also 30 weniger für Ben und Cara."
    )
    assert chain.en.endswith("103 after it: 30 fewer for Ben and Cara.")


@pytest.mark.parametrize(
    ("known", "de", "en"),
    [
        (Known(43, 36, 100, -141), "im Schnitt schlechter", "worse on average"),
        (Known(20, 20, 100, 0), "im Schnitt gleich", "no different on average"),
        (Known(30, 36, 100, 8), "wenn auch im Schnitt besser", "though better on average"),
    ],
)
def test_why_a_card_could_not_be_known_is_what_the_rule_says(
    known: Known, de: str, en: str
) -> None:
    lines = card_lines(a_card(known), found_with(), NAMES)
    assert not known.seen
    assert lines.better == Text(
        de=f"Mehr gebracht hätte Eichel-Sau. Das konnte Ben nicht wissen: besser in {known.better} "
        f"von 100 durchgerechneten Kartenverteilungen, schlechter in {known.worse}, {de}.",
        en=f"Ace of Acorns would have made more. Ben could not have known: better in "
        f"{known.better} of 100 layouts worked out, worse in {known.worse}, {en}.",
    )


def test_a_card_that_could_not_be_asked_in_enough_ways_is_said_and_not_dropped() -> None:
    _, record = some("schafkopf", 4, "solo", 0)
    told = looked(record, LITTLE)
    none = looked(record, replace(LITTLE, fewest=10_000))
    assert isinstance(told, OpenCards)
    assert isinstance(none, OpenCards)
    assert told.cards
    assert none.cards == ()
    assert {each.play for each in none.unchecked} >= {told.cards[0].play}
    assert len(none.unchecked) <= MOST_CARDS
    assert from_json(json.loads(json.dumps(to_json(none))), Family.GERMAN) == none
    found = replace(found_with(), unchecked=(UncheckedCard(0, 1, 0, card("EO"), 101, 73),))
    assert summary(found, NAMES)[-1] == Text(
        de="Viel hing auch daran, was Anna im 1. Stich legte: Eichel-Ober (101 → 73 Augen für Anna "
        "und Dora). Ob eine andere Karte auch ohne offene Karten besser war: zu viel zum "
        "Rechnen.",
        en="Much hung on what Anna laid in trick 1, too: Ober of Acorns (101 → 73 points for Anna "
        "and Dora). Whether another card was better without open cards is too much to work out.",
    )


def test_the_turn_of_a_deal_is_told() -> None:
    said = summary(found_with(), NAMES)
    assert [each.de for each in said] == [
        "Hätten alle das Beste daraus gemacht, wären es 70 Augen für Anna und Dora geworden, "
        "gemacht sind 55.",
        "Bis zum 6. Stich hätte eine andere Karte noch geändert, wer gewinnt oder wie hoch.",
        "Gedreht hat es sich im 3. Stich bei der Grenze von 61 Augen, gezählt für Anna und Dora am "
        "Ende des Spiels.",
    ]
    mark = "at the mark of 61 points, counted for Anna and Dora at the end of the deal."
    assert said[-1].en == f"It turned in trick 3 {mark}"
    alone = replace(found_with(), side=(0,), others=(1, 2, 3))
    assert summary(alone, NAMES)[0].en.endswith("70 points for Anna; 55 were made.")


def test_a_deal_in_which_no_card_weighed_much_says_so() -> None:
    quiet = replace(found_with(), turns=(), cards=(), steps=(61,))
    said = summary(quiet, NAMES)
    assert said[-1].de == (
        "Keine Karte für sich hat den Ausgang gedreht oder 10 Augen und mehr gekostet."
    )
    assert said[-2].de == "Bis zum 6. Stich hätte eine andere Karte den Ausgang noch geändert."
    asked = replace(quiet, unchecked=(UncheckedCard(0, 1, 0, card("EO"), 101, 73),))
    assert said[-1] not in summary(asked, NAMES)


def test_the_points_told_add_up_from_those_with_best_play_to_those_made() -> None:
    """Who reads 80 possible and 76 before the first card told asks where four went."""
    found = replace(
        found_with(a_card(Known(1, 2, 3, 4))),
        unchecked=(UncheckedCard(0, 1, 0, card("EO"), 70, 58),),
        values=((0, 70, 58), (3, 58, 54), (5, 54, 70), (9, 70, 55), (12, 55, 52), (14, 52, 55)),
    )
    (told,) = found.cards
    assert told.play == 9
    assert summary(found, NAMES)[-1] == Text(
        de="Auch Karten, die hier nicht einzeln stehen, kosteten Augen: 7 weniger für Anna und "
        "Dora und 19 weniger für Ben und Cara.",
        en="Cards not told one by one cost points as well: 7 fewer for Anna and Dora and "
        "19 fewer for Ben and Cara.",
    )
    one_sided = replace(found, values=((3, 58, 54), (9, 70, 55)))
    assert summary(one_sided, NAMES)[-1].en.endswith("as well: 4 fewer for Anna and Dora.")
    untold = replace(found, values=((9, 70, 55),))
    assert "one by one" not in summary(untold, NAMES)[-1].en


def test_nobody_is_blamed() -> None:
    found = looked(rufspiel(), LITTLE)
    assert isinstance(found, OpenCards)
    texts = [MEANING, *summary(found, NAMES), FOUND_WRONG]
    for told in (*found.cards, a_card(Known(1, 2, 3, -4)), a_card(Known(2, 1, 3, 4))):
        lines = card_lines(told, found, NAMES)
        texts += [lines.laid, lines.chain, lines.better]
    said = " ".join(text.de + " " + text.en for text in texts).casefold()
    for word in ("fehler", "schuld", "mistake", "fault", "blame", "wrong"):
        assert word not in said


def test_at_most_three_cards_in_the_order_of_play_those_that_turned_the_result_first() -> None:
    many = 0
    for seed in range(5):
        _, record = some("schafkopf", 4, "solo", seed)
        found = looked(record, LITTLE)
        assert isinstance(found, OpenCards)
        assert len(found.cards) <= MOST_CARDS
        assert [told.play for told in found.cards] == sorted(told.play for told in found.cards)
        many += len(found.cards) == MOST_CARDS
        turned = {turn.play for turn in found.turns}
        told_of = {each.play for each in found.cards}
        assert turned <= told_of | {each.play for each in found.unchecked} or told_of <= turned
        for told in found.cards:
            assert told.loss
            assert told.laid is not told.better
    assert many


def test_a_card_that_turned_the_result_is_told_before_known_ones_that_did_not() -> None:
    """Who reads that it turned asks who turned it back, known or not."""
    _, record = some("schafkopf", 4, "solo", 0)
    deal = opened(record)
    assert isinstance(deal, OpenDeal)
    values = ((8, 46, 62), (9, 62, 54), (12, 54, 39), (15, 39, 49), (18, 49, 39))
    plays = tuple(PlayValue(play, before, after, 1) for play, before, after in values)
    course = Course(deal, (OpenGame(deal).start,), plays, None)
    steps = {grade(deal, points) for _, *both in values for points in both}
    assert len(steps) > 1
    known, unknown = Known(150, 10, 200, 900), Known(10, 150, 200, -900)
    told = [
        replace(a_card(unknown if play == 9 else known), play=play, before=before, after=after)
        for play, before, after in values
    ]
    found = _open_cards(course, told, [])
    assert [each.play for each in found.cards] == [8, 9, 12]


def test_what_was_found_is_json_and_back_and_can_be_pickled() -> None:
    for found in (
        looked(rufspiel(), LITTLE),
        found_with(a_card(Known(1, 2, 3, 4))),
        Withheld(FOUND_WRONG),
    ):
        text = json.dumps(to_json(found))
        assert from_json(json.loads(text), Family.GERMAN) == found
        assert pickle.loads(pickle.dumps(found)) == found
    assert from_json({"v": 1}, Family.GERMAN) is None
    assert from_json({"v": 2, "side": [0]}, Family.GERMAN) is None
