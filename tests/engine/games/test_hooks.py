"""A game's hooks: what it must say, what it may leave out, and that none can be misspelt."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.deal.record import DealRecord
from engine.dealfile.places import DEALT
from engine.games import GAMES
from engine.games.base import Game, LookBack
from engine.games.bierkopf.game import BierkopfGame
from engine.games.facts import NOTHING_FOREKNOWN, Facts, gather
from engine.games.schafkopf.family import SchafkopfGame
from engine.referee.evaluation import draws
from engine.rules.house_rules import preset_rules
from engine.text import Text
from tests.engine.deals import record

HOOKS = {name for name in vars(Game) if not name.startswith("_")}


def test_a_misspelt_hook_is_refused_when_its_class_is_made() -> None:
    with pytest.raises(TypeError, match="Bettel: no hook of a game: may_doubel"):

        class Bettel(SchafkopfGame):
            def may_doubel(self, facts: Facts) -> None:
                """Nobody would ever ask this."""


def test_a_misspelt_value_of_a_dataclass_is_refused_as_well() -> None:
    with pytest.raises(TypeError, match="no hook of a game: player_count"):

        @dataclass(frozen=True, slots=True)
        class Bettel(BierkopfGame):
            @property
            def player_count(self) -> tuple[int, ...]:
                """Nobody would ever ask this."""
                return (3,)


def test_what_only_helps_has_an_underscore_and_a_family_s_fields_are_its_own() -> None:
    @dataclass(frozen=True, slots=True, eq=False)
    class Bettel(SchafkopfGame):
        doubled: bool = False

        def look_back(self, rules: object) -> LookBack:
            """Return what a helper says."""
            return self._nothing()

        def _nothing(self) -> LookBack:
            return LookBack.NOTHING

    made = Bettel("bettel", Text(de="Bettel", en="Bettel"), GAMES["schafkopf"].presets)
    assert made.look_back(None) is LookBack.NOTHING
    assert made.player_counts == (4,)
    assert not made.doubled


def test_a_game_that_leaves_out_a_needed_hook_cannot_be_made() -> None:
    class Bettel(Game):
        """Says nothing."""

    with pytest.raises(TypeError, match="penalty"):
        Bettel()  # type: ignore[abstract]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_is_made_of_hooks_alone(name: str) -> None:
    game = GAMES[name]
    assert isinstance(game, Game)
    assert not hasattr(game, "__dict__")
    assert {option.name for option in game.options} == {
        option.name for theme in game.themes for option in theme.options
    }


def test_what_a_game_leaves_out_it_does_not_have() -> None:
    """The defaults, where the same question put to a game that has the thing is answered."""
    rules = preset_rules("schafkopf")
    deal: DealRecord = record([], {"kind": "ramsch"})
    schafkopf, bierkopf = GAMES["schafkopf"], GAMES["bierkopf"]
    facts = gather(deal, schafkopf.setting)
    assert (schafkopf.may_double(facts), bierkopf.drawn(0, 1) is None) == (None, False)
    assert (schafkopf.drawn(0, 1), draws("schafkopf"), draws("bierkopf")) == (None, False, True)
    assert (schafkopf.carries(rules), bierkopf.carries(preset_rules("bierkopf"))) == (False, True)
    assert schafkopf.never_played(deal) == ()
    assert bierkopf.foreknown(deal) is NOTHING_FOREKNOWN
    assert bierkopf.look_back(preset_rules("bierkopf")) in LookBack
    assert GAMES["sheepshead"].look_back(preset_rules("sheepshead")) is LookBack.LAST_TRICK
    assert {"may_double", "drawn", "settle_entered", "game_won", "bid_words"} <= HOOKS


@pytest.mark.parametrize("name", GAMES)
def test_how_a_game_is_dealt_the_deal_file_can_say(name: str) -> None:
    game, rules = GAMES[name], preset_rules(name)
    for count in game.player_counts:
        deal = DealRecord("", name, rules, count, 0, family=game.family)
        ways = game.dealings(game.setting(deal))
        assert set(ways) <= set(DEALT)
        assert len(set(ways)) == len(ways)


def test_who_has_no_blind_gives_none() -> None:
    deal: DealRecord = record([], {"kind": "ramsch"})
    schafkopf = GAMES["schafkopf"]
    assert schafkopf.blind_taken(gather(deal, schafkopf.setting)) is None
