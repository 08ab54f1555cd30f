"""Texts larger, deeper and stranger than any deal: told at once, and the next deal is scored."""

from __future__ import annotations

import json
import time
import tracemalloc

import pytest

from engine.bounds import DEEPEST, MOST_DEAL, MOST_ENTRIES, json_of
from engine.dealfile.lines import deals_in
from engine.dealfile.reader import parse, parse_line, score
from engine.notation.lexer import blocks
from engine.notation.oneline import read_lines
from engine.notation.reader import read_one_by_one
from engine.text import PlainError, Text, shown_word
from tests.engine.dealfile.test_dealfile_examples import examples
from tests.engine.lines import line

GOOD = json.dumps(examples()[0])
SURROGATE = "\ud800"


def told(text: str) -> list[str | None]:
    return [None if each.error is None else each.error.de for each in deals_in(text)]


def test_half_a_character_anywhere_costs_no_other_deal() -> None:
    places: list[dict[str, object]] = [
        {"game": SURROGATE}, {"id": SURROGATE}, {"note": SURROGATE}, {SURROGATE: 1},
        {"rules": {SURROGATE: SURROGATE}}, {"contract": {"kind": SURROGATE}},
        {"plays": [[0, SURROGATE]]}, {"seats": [SURROGATE]}, {"end": {"kind": SURROGATE}},
        {"doubles": [SURROGATE]}, {"bids": [[0, SURROGATE]]}, {"evening": SURROGATE},
    ]  # fmt: skip
    lines = []
    for place in places:
        lines += [json.dumps({**examples()[0], **place}), GOOD]
    answers = list(score(lines))
    assert len(answers) == len(lines)
    assert all("error" not in each for each in answers[1::2])
    json.dumps(answers, ensure_ascii=False).encode(errors="backslashreplace")


@pytest.mark.parametrize(
    "strange",
    [
        pytest.param("[" * 100_000, id="brackets"),
        pytest.param("[" * 900 + "]" * 900, id="closed-brackets"),
        pytest.param("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), id="a-bracket-too-deep"),
        pytest.param("9" * 5000, id="digits"),
        pytest.param("1e999", id="infinite"),
        pytest.param("NaN", id="no-number"),
        pytest.param('"' + "x" * MOST_DEAL + '"', id="long"),
    ],
)
def test_what_nobody_writes_is_told_and_the_deals_around_it_are_scored(strange: str) -> None:
    odd = f'{GOOD[:-1]}, "x_own": {strange}}}'
    said = told("\n".join((GOOD, odd, GOOD)))
    assert (said[0], said[-1], len(said)) == (None, None, 3)
    assert said[1] is not None
    in_list = told(f"[{GOOD},\n{odd},\n{GOOD}]")
    assert in_list[0] is None
    assert any(in_list)
    with pytest.raises(PlainError):
        parse_line(odd)


def test_a_list_in_one_line_may_be_as_long_as_it_likes() -> None:
    text = "[" + ", ".join([GOOD] * 600) + "]"
    assert len(text) > MOST_DEAL
    assert told(text) == [None] * 600


@pytest.mark.parametrize("more", [",", "]", "] x", " {}", "[", "}"])
def test_a_list_that_ends_wrongly_is_told(more: str) -> None:
    said = told(f"[{GOOD}, {GOOD}{more}\n")
    if more == "]":
        assert said == [None, None]
    else:
        assert said[:2] == [None, None]
        assert "Die Liste" in str(said[-1])


def test_a_deal_of_two_hundred_thousand_plays_is_told_at_once() -> None:
    plays = [(number % 4, "EO") for number in range(200_000)]
    deal = line(4, None, plays=plays, game="schafkopf")
    begun = time.process_time()
    with pytest.raises(PlainError, match=f"have at most {MOST_ENTRIES} entries"):
        parse(deal)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("field", ["bids", "doubles", "rulings", "reveals", "blind", "out"])
def test_every_list_of_a_deal_has_an_end(field: str) -> None:
    with pytest.raises(PlainError) as refused:
        parse({**examples()[0], field: [0] * (MOST_ENTRIES + 1)})
    assert f"`{field}` muss höchstens {MOST_ENTRIES} Einträge haben" in refused.value.text.de


def test_a_deal_of_many_fields_is_told_at_once() -> None:
    many = {f"x_{number}": 1 for number in range(MOST_ENTRIES)}
    with pytest.raises(PlainError, match="more than 1000 entries"):
        parse({**examples()[0], **many})
    # Twice the same field behind a hundred thousand others is found as quickly.
    fields = ", ".join(f'"{number}": 1' for number in range(20_000))
    begun = time.process_time()
    with pytest.raises(PlainError, match="`0` appears twice"):
        parse_line(f'{{{fields}, "0": 1}}')
    assert time.process_time() - begun < 1


def test_a_field_misspelt_is_told_in_a_deck_that_fewer_can_play_with() -> None:
    deal = {"game": "mehrkopf", "players": 4, "dealer": 3, "suits": "french"}
    with pytest.raises(PlainError, match=r"did you mean `contract\.suit`"):
        parse({**deal, "contract": {"kind": "solo", "seat": 0, "suitt": "S"}})


def test_a_wrong_word_of_any_length_is_shown_in_short() -> None:
    with pytest.raises(PlainError) as refused:
        parse({**examples()[0], "game": "x" * 100_000})
    assert len(refused.value.text.de) < 300
    assert len(Text(de="{x}", en="{x}").format(x="x" * 5000).de) < 1010
    assert shown_word("a\nb") == "'a\\nb'"


def test_notation_of_any_size_is_read_piece_by_piece() -> None:
    text = "[x\n" * 200_000
    [deal] = read_one_by_one(text)
    assert len(deal.problems) <= MOST_ENTRIES + 10
    [deal] = read_one_by_one('[Game "schafkopf"] ' * 100_000)
    assert any("Zeichen" in each.text.de for each in deal.problems)
    tracemalloc.start()
    for number, _ in enumerate(blocks("[a\n\n" * 100_000)):
        last = number
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert last == 99_999
    assert peak < 5_000_000
    [found] = read_lines(["Wenz von 0: " + "eo " * MOST_DEAL])
    assert "Zeichen" in found.problems[0].de


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "1e999", "[" * 5000, "9" * 5000, "", "{"])
def test_json_is_read_or_refused_and_nothing_else(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        json_of(text)
