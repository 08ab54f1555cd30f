"""Where a house rule comes from: a document a player can open, and a section that is in it."""

from __future__ import annotations

import re

import pytest

from engine.games import GAMES
from engine.options import Sourced
from engine.rules.description import (
    DOCUMENTS,
    Reference,
    describe_rules,
    reference,
    source_text,
    to_toml,
)
from engine.rules.house_rules import preset_rules
from engine.text import Language
from tests.engine.rules.test_map import MAP, table

SOURCES = [
    (game, option, sourced)
    for game, each in GAMES.items()
    for preset in each.presets
    for option, sourced in preset.values.items()
]
SECTIONS = {
    document: {row[1] for row in table(document)}
    for document in DOCUMENTS
    if document != "practice"
}
NUMBER = re.compile(r"RULES|\b(?:DE|EN|AB|PG|BK)\b")
"""A number or a sign that only our own papers explain."""


@pytest.mark.parametrize(("game", "option", "sourced"), SOURCES)
def test_every_source_names_a_document_and_a_section_of_it(
    game: str, option: str, sourced: Sourced
) -> None:
    parts = [part.partition(": ")[0] for part in sourced.source.split("; ")]
    found = [reference(part) for part in parts]
    assert any(found) or parts[0].startswith(("practice", "no Beauty")), (game, option)
    for part, named in zip(parts, found, strict=True):
        if named is None:
            assert source_text(part).de != part, (option, part)
        elif named.section:
            assert named.section in SECTIONS[named.document], (option, part)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_no_player_reads_a_number_of_our_own_papers(game: str, language: Language) -> None:
    rules = preset_rules(game)
    told = [each for theme in describe_rules(rules, game) for each in theme.rules]
    assert told
    for each in told:
        for said in (each.source.in_language(language), each.sentence.in_language(language)):
            assert not NUMBER.search(said), (each.name, said)
    assert not NUMBER.search(to_toml(rules, game, language))


def test_a_source_is_said_in_both_languages() -> None:
    said = source_text("AB 2.1 Bidding does not say who; DE Spielansage: der Geber wechselt")
    assert said.de == (
        "Bayerischer Schafkopf, Anhang B, 2.1 Bidding (sagt nicht, wer); "
        "Mehrkopf-Regelheft, Spielansage"
    )
    assert said.en == (
        "Bavarian Schafkopf, Appendix B, 2.1 Bidding (does not say who); "
        "Mehrkopf rulebook (German), Spielansage: der Geber wechselt"
    )
    assert source_text("the inn's rules, 1").de == "the inn's rules, 1"
    assert reference("PG is silent") == Reference("PG", "", "is silent")


def test_the_documents_are_those_of_the_map() -> None:
    for document in SECTIONS:
        assert f"### {document}: " in MAP
        assert f"**{document}**" in MAP
