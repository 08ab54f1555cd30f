"""Whatever the text is, it is read to its end, and what is wrong is told where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation.reader import ReadDeal, read
from engine.notation.writer import write
from tests.kiosk.random_deals import random_deal

GOOD = write(random_deal(3))
PIECES = st.sampled_from(
    [
        *GOOD.splitlines(keepends=True),
        *('[Game "', '"]', "[", "]", "\\", "(", "{", "=", "@", ":", "1. 1: EO", "??", "!R", "\n"),
        *('[Contract "1 pick ', '[Bids "', '[Extra "a=', '[End "', '[Players "', "\ud800", "²"),
    ]
)


def in_text(text: str, deals: tuple[ReadDeal, ...]) -> None:
    lines = text.split("\n")
    for deal in deals:
        assert (deal.record is None) >= bool(deal.problems)
        for problem in deal.problems:
            assert 1 <= problem.line <= len(lines)
            assert problem.column >= 1
            assert problem.text.de
            assert problem.text.en
            assert problem.text.de.rstrip(")")[-1] in ".?"


@given(st.text())
def test_any_text_is_read_to_its_end(text: str) -> None:
    in_text(text, read(text))


@settings(deadline=None, max_examples=200)
@given(st.lists(st.one_of(PIECES, st.text(max_size=3)), max_size=25).map("".join))
def test_pieces_of_the_notation_in_any_order_are_read_to_their_end(text: str) -> None:
    in_text(text, read(text))


@settings(deadline=None, max_examples=200)
@given(st.integers(0, len(GOOD)), st.integers(0, 6), st.text(max_size=4))
def test_a_damaged_deal_is_read_to_its_end(at: int, gone: int, put: str) -> None:
    in_text(GOOD, read(GOOD[:at] + put + GOOD[at + gone :]))


def test_brackets_without_end_are_told() -> None:
    (deal,) = read(f'[Extra "a={"(" * 10_000}"]')
    assert any("fewer brackets" in problem.text.en for problem in deal.problems)


def problems(text: str) -> list[tuple[int, int, str]]:
    return [
        (problem.line, problem.column, problem.text.en)
        for deal in read(text)
        for problem in deal.problems
    ]


HEAD = '[Game "mehrkopf"] [Deck "german-32"] [Players "4"]\n[Dealer "4"]\n[Contract "1 solo E"]\n'


def test_all_that_is_wrong_is_told_at_its_place() -> None:
    text = (
        '[Game "mehrkopf"] [Players "4"]\n'
        '[Dealer "5"]\n'
        '[Contract "2 rufspiel Q"]\n'
        '[Doubles "kontra 2"]\n'
        '[Shape "round"]\n'
        "1. 1: G7 XX GK GA!Z\n"
        "3. 9: EO E7 E8 HU HO\n"
        "hello\n"
    )
    found = problems(text)
    assert [(line, column) for line, column, _ in found] == [
        *((2, 10), (4, 18), (5, 9)),
        *((6, 10), (6, 16), (7, 1), (7, 4), (7, 4), (8, 1)),
    ]
    # What is called is checked once who sits where can be read.
    found = problems(text.replace("5", "4", 1))
    assert [(line, column) for line, column, _ in found][:2] == [(3, 12), (4, 18)]
    assert "one of E, G, S" in found[0][2]


@pytest.mark.parametrize(
    ("line", "column", "says"),
    [
        ("1. 1: G7 XX GK GA", 10, '"XX" does not fit here; expected: a card such as EO'),
        ("1. 1: G7 G8 GK", None, None),
        ("1. 1: G7 G8\n2. 1: EO EU HO HU", 4, "Trick 1 has 2 cards instead of 4"),
        ("2. 1: G7 G8 GK GA", 1, "This says trick 2, but trick 1 comes next"),
        ("1. 9: G7 G8 GK GA", 4, '"9" does not fit here; expected: a seat with cards (1, 2, 3, 4)'),
        ("1. 1: G7 5:G8 GK GA", 10, '"5" does not fit here; expected: a seat with cards'),
        ("1. 1: G7!Z G8 GK GA", 7, '"!Z" does not fit here; expected: one of !R'),
        ("1. G7 G8 GK GA", 4, "the seat that leads"),
        ('[Contract "2 wenz"]', 12, "The tag contract already appears further up"),
        ('[Shape "3"]', 9, "There is no tag shape"),
        ('[Ruling "revoke 3 9 upheld"]', 19, '"9" does not fit here; expected: "at"'),
        ('[Ruling "revoke 3 at 1.9 upheld"]', 22, "trick and card"),
        ('[Hand "EO"]', 8, "the seat with a colon"),
        ('[Hand "1: EO E7 Q7"]', 17, '"Q7" does not fit here'),
        ('[Piles "1: EO/XX"]', 15, '"XX" does not fit here'),
        ('[Reveals "1 S9"]', 11, "cards laid, seat/pile, card"),
        ('[End "boredom"]', 7, "`end.kind`"),
        ('[Dealt "all"]', 9, "one of 4+4, 8"),
        ('[Extra "plays=()"]', 9, "has a tag of its own"),
        ('[Rules "colour=red"]', 9, "colour"),
        ('[Extra "a=(b"]', 13, "Something is missing here: a closing bracket"),
        ('[Extra "a={b"]', 13, "a closing bracket"),
        ('[Extra "a=\\"b"]', 11, "a text in straight quotes"),
        ('[Seats "1=Sepp 2=Resi"]', 9, "a name for each seat"),
        ('[Seats "1=Sepp 2=Resi 3=7 4=Toni"]', 9, "a name as text"),
        ('[Players "5"]', 11, "already appears further up"),
        ('[Out "1 x"]', 9, "a seat number from 1 to 4"),
        ('[Bids "1 pass x"]', 15, '"x" does not fit here; expected: a semicolon'),
        ('[Ruling "revoke 3 at 1.2 upheld now"]', 33, '"now" does not fit here; expected: the end'),
        ('[Stock "4 5"]', 11, "the end of the entry"),
        ('[Reveals "1 1/1 S9 2 1/1 E7"]', 20, "cards laid, seat/pile, card"),
        ('[Stock "many"]', 9, "a whole number"),
        ("[Stock 5]", 1, "not a header tag"),
        ("E7 E8", 1, "neither a tag"),
    ],
)
def test_each_mistake_has_its_place_and_its_sentence(
    line: str, column: int | None, says: str | None
) -> None:
    found = problems(f"{HEAD}{line}\n")
    if says is None:
        assert found == []
    else:
        assert [(place, where) for place, where, _ in found[:1]] == [(4, column)], found
        assert says in found[0][2]


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ('[Players "4"] [Dealer "4"]', '[Game "…"] is missing'),
        ('[Game "skat"] [Players "4"] [Dealer "4"]', '"skat" does not fit here; expected: one of'),
        ('[Game "mehrkopf"] [Dealer "4"]', '[Players "…"] is missing'),
        ('[Game "mehrkopf"] [Players "nine"] [Dealer "4"]', "the number of players"),
        ('[Game "mehrkopf"] [Players "4"]', '[Dealer "…"] is missing'),
        ('[Game "mehrkopf"] [Players "4"] [Dealer "4"] [Deck "tarot"]', "a deck such as"),
        ('[Game "mehrkopf"] [Players "4"] [Dealer "4"] [Deck "german-40"]', "32 cards, not 40"),
        ('[Format "MKN 7"] [Game "mehrkopf"] [Players "4"] [Dealer "4"]', "MKN 1"),
    ],
)
def test_what_a_deal_cannot_be_without_is_told(head: str, says: str) -> None:
    found = problems(f"{head}\n")
    assert any(says in sentence for _, _, sentence in found), found


def test_one_bad_deal_leaves_the_others_alone() -> None:
    first, third = read(f"{GOOD}\n{GOOD.replace('1. 1:', '1. x:')}\n{GOOD}")[::2]
    assert first.record == third.record == random_deal(3)
    assert read(f"{GOOD}\n{GOOD.replace('[Dealer', '[Diener')}\n{GOOD}")[1].record is None


def test_comments_blank_lines_and_capitals_do_not_matter() -> None:
    text = f"; a remark\n{GOOD}".replace('[Game "schaf', '[GAME "Schaf').replace("\n1. ", "\n\n1. ")
    (deal,) = read(text.replace("\n2. ", "\n; another\n2. ").replace("\n", " \r\n"))
    assert deal.problems == ()
    assert deal.record == random_deal(3)


def test_an_empty_text_holds_no_deal() -> None:
    assert read("") == read(" \n; only a remark\n\n") == ()
