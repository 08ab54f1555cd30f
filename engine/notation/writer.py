"""A deal written for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from engine.cards import UNSEEN_CODE
from engine.deal.record import DealRecord
from engine.deal.report import DealReport, Grade, Status
from engine.dealfile.writer import to_json
from engine.games import game as game_named
from engine.notation.lexer import escaped
from engine.notation.tags import FIELDS, JsonDict, trick_and_card, write_ruling
from engine.notation.tricks import (
    AGAINST,
    CORRECTED,
    FIELD_OF,
    LETTERS,
    UNSURE,
    marked,
    write_tricks,
)
from engine.notation.values import write_pairs

FORMAT = "MKN 1"
NAMES = "seats"
"""Field of the deal file that names who sat where; `[Seats "1=Sepp 2=Resi"]`."""
NOTES = ("evening", "deal")
"""Fields of the deal file with words of their own: which evening, which deal of it."""

_CERTAIN = (Status.PROVEN, Status.UPHELD)


def write(record: DealRecord, report: DealReport | None = None) -> str:
    """Return the deal as a block of text, with a line end.

    Args:
        record: the deal.
        report: what the referee says of it; with it verdicts, their marks and the result are
            written as well. They are for the reader only: they follow from the deal.

    >>> from engine.dealfile.reader import parse
    >>> from engine.notation.reader import read
    >>> contract = {"kind": "wenz", "seat": 0}
    >>> deal = parse({"game": "schafkopf", "players": 4, "dealer": 3, "contract": contract})
    >>> print(write(deal), end="")
    [Format "MKN 1"]
    [Game "schafkopf"] [Deck "german-32"] [Players "4"]
    [Dealer "4"]
    [Rules "preset=schafkopf"]
    [Contract "1 wenz"]
    >>> read(write(deal))[0].record == deal
    True
    """
    return "".join(line + "\n" for line in _lines(record, report))


def _lines(record: DealRecord, report: DealReport | None) -> Iterator[str]:
    line: JsonDict = json.loads(json.dumps(to_json(record)))
    extra: JsonDict = {name: line[name] for name in record.extra}
    ring = [seat for seat in range(record.players) if seat not in record.out]
    yield from _opening(record, line, extra)
    for field in FIELDS:
        value = line.get(field.key)
        told = value is not None and (value != [] or field.key == "blind")
        if told and field.key not in extra and field.key != "end":
            written = field.write(value)
            for each in [written] if isinstance(written, str) else written:
                yield _tag(field.tag, each)
    signs = {
        sign: found
        for sign in (CORRECTED, UNSURE)
        if (found := marked(extra, sign, len(record.plays))) is not None
    }
    for sign in signs:
        del extra[FIELD_OF[sign]]
    broken = _broken(report)
    yield from write_tricks(
        [
            (play.seat, UNSEEN_CODE if play.card is None else play.card.code)
            for play in record.plays
        ],
        ring,
        lambda play: "".join(s for s, of in signs.items() if play in of) + broken.get(play, ""),
    )
    yield from _closing(line, extra, report, len(ring))


def _tag(name: str, value: str) -> str:
    return f'[{name} "{escaped(value)}"]'


def _opening(record: DealRecord, line: JsonDict, extra: JsonDict) -> Iterator[str]:
    yield _tag("Format", FORMAT)
    if record.id:
        yield _tag("Id", record.id)
    game = game_named(record.game)
    deck = game.deck(record.rules, record.players - len(record.out), record.family)
    yield (
        f"{_tag('Game', record.game)} {_tag('Deck', f'{record.family.value}-{len(deck)}')} "
        f"{_tag('Players', str(record.players))}"
    )
    for note in NOTES:
        said = extra.get(note)
        if isinstance(said, str):
            del extra[note]
            yield _tag(note.title(), said)
    names = extra.get(NAMES)
    if (
        isinstance(names, list)
        and len(names) == record.players
        and all(isinstance(name, str) for name in names)
    ):
        del extra[NAMES]
        told: JsonDict = {str(seat): name for seat, name in enumerate(names, start=1)}
        yield _tag("Seats", write_pairs(told))


def _closing(
    line: JsonDict, extra: JsonDict, report: DealReport | None, size: int
) -> Iterator[str]:
    end = line.get("end")
    if isinstance(end, Mapping):
        written = next(field for field in FIELDS if field.key == "end").write(end)
        assert isinstance(written, str)
        yield _tag("End", written)
    rulings = line.get("rulings", [])
    assert isinstance(rulings, list)
    for ruling in rulings:
        yield _tag("Ruling", write_ruling(ruling, size))
    if report is not None:
        yield from _told(report, size)
    for name, value in extra.items():
        yield _tag("Extra", write_pairs({name: value}))


def _broken(report: DealReport | None) -> dict[int, str]:
    """Return the marks of the cards that broke a rule: of those alone that are proven so."""
    marks: dict[int, str] = {}
    for verdict in () if report is None else report.verdicts:
        own = verdict.grade is Grade.OWN_PLAY and verdict.status in _CERTAIN
        if own and verdict.kind in LETTERS:
            mark = AGAINST + LETTERS[verdict.kind]
            marks[verdict.play] = marks.get(verdict.play, "") + mark
    return marks


def _told(report: DealReport, size: int) -> Iterator[str]:
    for verdict in report.verdicts:
        if verdict.status in _CERTAIN:
            seats = verdict.suspects if verdict.seat is None else (verdict.seat,)
            who = "/".join(str(seat + 1) for seat in seats)
            at = trick_and_card(verdict.play, size)
            known = trick_and_card(verdict.known_after, size)
            said = f"{verdict.kind} {who} at {at}, known at {known}: {verdict.status.value}"
            yield _tag("Verdict", said)
    result = report.result
    if result is not None:
        points = "" if result.points is None else f" {result.points[0]}:{result.points[1]}"
        amounts = " ".join(f"{'+' if each > 0 else ''}{each}" for each in result.payout)
        yield _tag("Result", f"{result.winner}{points}; {amounts}")
