"""House rules in words and as TOML: told completely, read back the same, refused plainly."""

from __future__ import annotations

import re
import time
import tomllib

import pytest

from engine.bounds import MOST_SETTINGS
from engine.games import game
from engine.options import Choice, Flag
from engine.rules.description import DOCUMENTS, describe_rules, source_text, to_toml
from engine.rules.house_rules import from_toml, preset_named, presets, rule_clashes, rules_from
from engine.text import Language, PlainError

NAMES = list(presets())


@pytest.mark.parametrize("name", NAMES)
def test_every_house_rule_is_told_once_with_value_and_source(name: str) -> None:
    named = preset_named(name)
    told = [each for theme in describe_rules(named.rules, named.game) for each in theme.rules]
    assert [each.name for each in told] == list(dict.fromkeys(each.name for each in told))
    assert {each.name for each in told} == set(named.rules.options)
    for each in told:
        assert each.sentence.de != each.sentence.en
        assert each.source.de
        assert tomllib.loads(f"value = {each.value}")


TITLES = "|".join(re.escape(title.de) for title in DOCUMENTS.values())
GERMAN = re.compile(
    rf"({TITLES})(, [\w. -]+)?( \((sagt|kennt|nennt) [\w, -]+\))?"
    r"|(heute|auf Turnieren|nur im|zu viert) [\w, ]+"
)


@pytest.mark.parametrize("name", NAMES)
def test_every_source_is_told_in_german_too(name: str) -> None:
    presets_of = {preset.name: preset for preset in game(preset_named(name).game).presets}
    sources = {each.source for each in presets_of[name].values.values()}
    for source in sources:
        told = source_text(source)
        assert told.de != told.en, source
        for part in told.de.split("; "):
            assert GERMAN.fullmatch(part), (source, part)
    assert source_text("DE Toutspiel").de == "Mehrkopf-Regelheft, Toutspiel"
    assert source_text("practice: as at tournaments").de == "heute üblich"
    assert not GERMAN.fullmatch(source_text("somebody said so").de)


def test_a_sentence_says_what_a_value_means() -> None:
    rules = rules_from({"umspielen_min": 5, "laufende_min": {"wenz": 2, "default": 3}}, "mehrkopf")
    told = {each.name: each for theme in describe_rules(rules, "mehrkopf") for each in theme.rules}
    assert told["revoke"].sentence.de == (
        "Was ein Fehler kostet: wer ihn gemacht hat, zahlt jeden anderen Spieler allein"
    )
    assert told["umspielen_min"].sentence.en.endswith(": 5")
    assert told["laufende_min"].sentence.de.endswith(": Wenz 2, sonst 3")
    assert told["laufende_min"].value == "{ wenz = 2, default = 3 }"
    assert told["laufende"].sentence.en == "Laufende count: yes"
    assert told["umspielen_min"].source.de == "dieser Tisch"
    assert told["revoke"].source.de == "Mehrkopf-Regelheft, Abrechnung"


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_the_written_file_gives_the_same_rules_again(name: str, language: Language) -> None:
    named = preset_named(name)
    text = to_toml(named.rules, named.game, language)
    assert from_toml(text, "file").rules == named.rules
    assert set(tomllib.loads(text)) == {"preset", *named.rules.options}


def test_changed_rules_are_written_and_read_back() -> None:
    changed: dict[str, object] = {
        "preset": "schafkopf",
        "tariff": {"call": 50},
        "games": ["wenz", "rufspiel"],
    }
    changed |= {"laufende_min": {"wenz": 2, "default": 3}, "laufende": False}
    rules = rules_from(changed, "schafkopf")
    assert from_toml(to_toml(rules, "schafkopf", "de"), "file").rules == rules


@pytest.mark.parametrize(
    ("text", "de", "en"),
    [
        ("", "fehlt das Regelwerk", "the preset is missing"),
        ("preset = 'skat'", "Das Regelwerk „skat“ gibt es nicht", 'no preset "skat"'),
        ("preset = 7", "Das Regelwerk „7“ gibt es nicht", 'no preset "7"'),
        ("preset = 'mehrkopf'\nlaufende min = 3", "Zeile 2, stimmt die Schreibweise", "line 2"),
        ("preset = 'mehrkopf'\nrevoke = none\n", "Zeile 2, stimmt", "line 2"),
        ("preset = 'mehrkopf'\ngames = [\n", "Zeile 2, stimmt", "line 2"),
        ("preset = 'mehrkopf'\nlaufende_minn = 3", "gemeint ist vielleicht", "did you mean"),
        ("preset = 'mehrkopf'\nlaufende_min = 'x'", "kann nicht", "cannot be"),
        ("preset = 'mehrkopf'\nrevoke = 2026-11-20", "kann nicht", "cannot be"),
        ("preset = 'schafkopf'\n[tariff]\ncalls = 1", "kann nicht", "cannot be"),
    ],
)
def test_what_is_wrong_in_a_file_is_one_sentence(text: str, de: str, en: str) -> None:
    with pytest.raises(PlainError) as refused:
        from_toml(text, "stamm.toml")
    told = refused.value.text
    assert told.de.startswith("In stamm.toml")
    assert told.en.startswith("In stamm.toml")
    assert de in told.de
    assert en in told.en
    assert "\n" not in told.de


@pytest.mark.parametrize("name", NAMES)
def test_every_word_an_option_may_say_is_told_differently_and_comes_back(name: str) -> None:
    game_name = preset_named(name).game
    for spec in game(game_name).options:
        if not isinstance(spec.kind, Choice | Flag):
            continue
        values: list[object] = [*spec.kind.meanings] or [True, False]
        told = set()
        for value in values:
            rules = rules_from({"preset": name, spec.name: value}, game_name)
            assert from_toml(to_toml(rules, game_name, "en"), "file").rules == rules
            told.add((spec.kind.say(value).de, spec.kind.say(value).en))
        assert len(told) == len(values)


@pytest.mark.parametrize(
    ("game_name", "options", "named"),
    [
        ("bavarian", {"all_pass": "ramsch"}, "Ramsch"),
        ("schafkopf", {"all_pass": "muss"}, "Muss-Spiel"),
        ("schafkopf", {"games": ["rufspiel", "solo"], "ramsch_after": ["tout"]}, "Ramsch"),
        ("schafkopf", {"bock_after": ["ramsch_round"]}, "ramsch_after"),
        ("mehrkopf", {"bock_after": ["kontra_lost"]}, "Kontra"),
        ("schafkopf", {"bock_after": ["re_lost"], "stoss": "kontra"}, "Re"),
        ("schafkopf", {"games": ["rufspiel", "wenz"], "bock_after": ["heart_solo"]}, "Solo"),
    ],
)
def test_rules_that_cannot_be_played_together_are_told(
    game_name: str, options: dict[str, object], named: str
) -> None:
    (clash,) = rule_clashes(rules_from(options, game_name), game_name)
    assert named in clash.de
    assert named in clash.en


@pytest.mark.parametrize("name", NAMES)
def test_no_preset_clashes_with_itself(name: str) -> None:
    chosen = preset_named(name)
    assert rule_clashes(chosen.rules, chosen.game) == ()


def test_rules_that_fit_are_not_told() -> None:
    options = {"bock_after": ["sie", "re_lost"], "ramsch_after": ["tout"], "all_pass": "ramsch"}
    assert rule_clashes(rules_from(options, "schafkopf"), "schafkopf") == ()


@pytest.mark.parametrize(
    "strange",
    ["unit = " + "9" * 5000, "unit = " + "[" * 100_000, "a." * 200_000, "# " + "x" * MOST_SETTINGS],
    ids=["digits", "brackets", "dots", "long"],
)
def test_what_nobody_writes_is_told_with_its_line(strange: str) -> None:
    begun = time.process_time()
    with pytest.raises(PlainError, match=r"In ours\.toml, line 2 is not written correctly"):
        from_toml(f'preset = "schafkopf"\n{strange}\n', "ours.toml")
    assert time.process_time() - begun < 3
