"""What the game itself contributes to the pages: its words, its calls, its deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.cards import Card
from engine.dealfile_contract import read_contract
from engine.dealfile_out import contract_to_json
from engine.games import game
from engine.games.base import LookBack
from engine.games.naming import CallMenu
from engine.record import Contract, DealRecord
from engine.text import PlainError, Text


def game_title(name: str) -> Text:
    """Return the game's name for people."""
    return game(name).title


def contract_text(name: str, contract: Contract) -> Text:
    """Return the contract in words, without the declarer's name."""
    return game(name).contract_text(contract)


def doubling_words(name: str) -> Mapping[str, Text]:
    """Return the doublings by their word in the deal file."""
    return game(name).doubling_words()


def call_menu(record: DealRecord) -> CallMenu:
    """Return what can be called in this deal."""
    active = record.players - len(record.out)
    return game(record.game).call_menu(record.rules, active, record.family)


def called_too(record: DealRecord, contract: Contract | None) -> Card | None:
    """Return the card that is called with the one the contract names: the Schöne, with many."""
    if contract is None or contract.seat is None:
        return None
    return game(record.game).setting(replace(record, contract=contract)).schoene


def misfit(record: DealRecord, contract: Contract) -> Text | None:
    """Return why a contract cannot be so in this deal, None where it can."""
    active = [seat for seat in range(record.players) if seat not in record.out]
    written = contract_to_json(contract)
    try:
        read_contract(
            written, game(record.game), active, record.family, record.rules, at_table=True
        )
    except PlainError as error:
        return error.text
    return None


def calls(record: DealRecord) -> bool:
    """Tell whether anybody can declare a game."""
    return any(kind.declared for kind in call_menu(record).kinds)


def verdict_headline(name: str, kind: str) -> Text:
    """Return what a kind of verdict is called."""
    return game(name).verdict_words(kind).headline


def may_look_back(record: DealRecord) -> bool:
    """Tell whether the last trick may be looked at again while the deal runs (RULES 0.9).

    Where everybody may see tricks of his own only the last one is shown: the page cannot know who
    is looking.
    """
    return game(record.game).look_back(record.rules) is not LookBack.NOTHING


def deck(record: DealRecord) -> tuple[Card, ...]:
    """Return the cards this deal is played with."""
    active = record.players - len(record.out)
    return game(record.game).deck(record.rules, active, record.family)
