"""House rules: presets, single options, gaps in tariffs, plain refusals."""

from __future__ import annotations

import pickle

import pytest

from engine.games import GAMES, game
from engine.rules.house_rules import overrides, preset_rules, rules_from, rules_in_force
from engine.text import PlainError

EVERY_OPTION = [(name, spec) for name, each in GAMES.items() for spec in each.options]


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_a_preset_of_its_name_that_gives_every_option(name: str) -> None:
    definition = game(name)
    assert definition.presets[0].name == name
    names = {spec.name for spec in definition.options}
    for preset in definition.presets:
        assert set(preset.values) == names
        for spec in definition.options:
            sourced = preset.values[spec.name]
            spec.kind.check(sourced.value)
            assert sourced.source


@pytest.mark.parametrize(("name", "spec"), EVERY_OPTION)
def test_every_option_is_explained_and_refuses_nonsense(name, spec) -> None:  # type: ignore[no-untyped-def]
    for sentence in (spec.meaning.de, spec.meaning.en):
        assert sentence
        assert ":" not in sentence, "the value follows after a colon"
    with pytest.raises(PlainError) as raised:
        rules_from({spec.name: "nonsense"}, name)
    text = raised.value.text
    assert spec.name in text.de
    assert spec.kind.expected().de in text.de
    assert spec.kind.expected().en in text.en


@pytest.mark.parametrize(("name", "spec"), EVERY_OPTION)
def test_every_word_of_an_option_has_its_meaning_in_both_languages(name, spec) -> None:  # type: ignore[no-untyped-def]
    for word, meaning in spec.kind.meanings.items():
        assert meaning.de.strip(), (name, spec.name, word)
        assert meaning.en.strip(), (name, spec.name, word)
    for preset in game(name).presets:
        said = spec.kind.say(rules_from({"preset": preset.name}, name).options[spec.name])
        assert said.de
        assert said.en


@pytest.mark.parametrize("name", GAMES)
def test_every_option_stands_under_one_heading(name: str) -> None:
    themed = [spec for theme in game(name).themes for spec in theme.options]
    assert themed == list(game(name).options)
    assert all(theme.title.de and theme.title.en for theme in game(name).themes)


@pytest.mark.parametrize(
    "wrong",
    [
        {"laufende_min": 0},
        {"laufende_min": {"wenz": 2}},
        {"laufende_min": {"skat": 2, "default": 3}},
        {"laufende_min": True},
        {"laufende_min": {"default": "x"}},
        {"tariff": {"call": -1}},
        {"tariff": {"call": 1.5}},
        {"tariff": {"calls": 1}},
        {"tariff": 20},
        {"laufende": 1},
        {"games": []},
        {"games": ["wenz", "wenz"]},
        {"games": ["skat"]},
        {"umspielen_min": True},
        {"preset": 7},
    ],
)
def test_wrong_values_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(PlainError):
        rules_from(wrong, "schafkopf")


def test_equal_options_give_one_object_that_survives_pickling() -> None:
    rules = rules_from({"laufende_min": 2}, "schafkopf")
    assert rules_from({"laufende_min": 2}, "schafkopf") is rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert rules != preset_rules("schafkopf")
    assert hash(rules) == hash(rules_from({"laufende_min": {"default": 2}}, "schafkopf"))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {"call": 20, "solo": 50, "ramsch": 20, "hochzeit": 20, "sie": 200, "schwarz": 10}),
        ({"call": 50}, {"call": 50, "solo": 50, "ramsch": 50, "hochzeit": 50}),
        ({"schneider": 20}, {"schneider": 20, "schwarz": 20, "laufende": 10}),
        ({"solo": 100}, {"sie": 400}),
        ({"ramsch": 5, "sie": 7, "schwarz": 1}, {"ramsch": 5, "sie": 7, "schwarz": 1}),
    ],
)
def test_gaps_of_a_tariff_follow_from_the_rest(
    given: dict[str, int], expected: dict[str, int]
) -> None:
    tariff = rules_from({"tariff": given}, "schafkopf").options["tariff"]
    assert isinstance(tariff, dict)
    assert {key: tariff[key] for key in expected} == expected


def test_mehrkopf_is_paid_in_units() -> None:
    tariff = preset_rules("mehrkopf").options["tariff"]
    assert isinstance(tariff, dict)
    assert (tariff["call"], tariff["solo"], tariff["schneider"], tariff["schwarz"]) == (1, 5, 1, 1)


def test_overrides_are_what_the_table_changed() -> None:
    assert overrides(preset_rules("mehrkopf"), "mehrkopf") == {"preset": "mehrkopf"}
    rules = rules_from({"revoke": "none", "laufende_min": 3}, "mehrkopf")
    assert overrides(rules, "mehrkopf") == {"preset": "mehrkopf", "revoke": "none"}
    assert rules_from(overrides(rules, "mehrkopf"), "mehrkopf") == rules


def test_options_in_force_name_their_source() -> None:
    rules = rules_from({"revoke": "none"}, "schafkopf")
    listed = {each.spec.name: each for each in rules_in_force(rules, "schafkopf")}
    assert list(listed) == [spec.name for spec in game("schafkopf").options]
    assert (listed["revoke"].value, listed["revoke"].source) == ("none", "house")
    assert listed["umspielen_when"].source.startswith("AB 3.1")
