"""What may be laid with open cards is what the referee finds nothing wrong with."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.cards import Card
from engine.games.wording import INFORMATIONAL
from engine.open_cards.deal import OpenDeal, dealt
from engine.open_cards.game import OpenGame, Position
from engine.referee.evaluation import evaluate
from tests.engine.open_cards.made import Made, any_deal

Plays = list[tuple[int, Card]]


def cards_of(deal: OpenDeal, mask: int) -> set[Card]:
    return {card for bit, card in deal.card_of.items() if bit & mask}


def finished(rng: Random, game: OpenGame, at: Position, plays: Plays) -> Plays:
    """Return the plays with the rest of the deal, drawn from what may be laid."""
    plays = list(plays)
    while at.rem:
        choice = [bit for bit in game.deal.card_of if bit & game.legal(at)]
        bit = rng.choice(choice)
        plays.append((game.deal.seats[game.mover(at)], game.deal.card_of[bit]))
        at = game.after(at, bit)
    return plays


def found_wrong(made: Made, plays: Plays, play: int) -> set[str]:
    """Return what the referee holds against one play once every card lies."""
    report = evaluate(made.played(plays))
    return {
        verdict.kind
        for verdict in report.verdicts
        if verdict.play == play and verdict.kind not in INFORMATIONAL
    }


def compare(rng: Random, positions: int) -> Counter[str]:
    """Go through deals until so many positions were held against the referee."""
    met: Counter[str] = Counter()
    while met["positions"] < positions:
        made = any_deal(rng)
        deal = dealt(made.facts, made.had)
        assert isinstance(deal, OpenDeal)
        game = OpenGame(deal)
        at, plays = game.start, Plays()
        while at.rem and met["positions"] < positions:
            seat = deal.seats[game.mover(at)]
            laid = {card for _, card in plays}
            hand = [card for card in made.hands[seat] if card not in laid]
            legal = cards_of(deal, game.legal(at))
            trick = tuple(plays[len(plays) - len(at.laid) :])
            size = len(deal.seats)
            past = tuple(
                tuple(plays[start : start + size])
                for start in range(0, len(plays) - len(at.laid), size)
            )
            assert legal == set(made.book.legal(tuple(hand), seat, trick, past))
            for card in hand:
                after = game.after(at, deal.bit_of[card])
                whole = finished(rng, game, after, [*plays, (seat, card)])
                wrong = found_wrong(made, whole, len(plays))
                assert (not wrong) == (card in legal), (made.record, whole, len(plays), wrong)
                met["right"] += not wrong
                met.update(wrong)
            met["positions"] += 1
            met[f"{made.record.game} {made.record.players}"] += 1
            card = rng.choice(sorted(legal, key=str))
            plays.append((seat, card))
            at = game.after(at, deal.bit_of[card])
    return met


def test_what_may_be_laid_is_what_the_referee_lets_pass() -> None:
    met = compare(Random(22), 150)
    assert met["revoke"] > 50


@pytest.mark.prove
def test_5000_positions() -> None:
    met = compare(Random(2026), 5000)
    print("\n", dict(met))
    assert {"called_card_withheld", "called_card_underled", "called_card_discarded"} <= met.keys()
    assert {"called_suit_not_kept", "must_trump"} <= met.keys()
