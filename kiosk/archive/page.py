"""An archive's answers as one page: charts beside their tables, no script, nothing from elsewhere.

A chart says nothing that its table does not; every bar has its words and its number beside it, and
what was lost is hatched and goes to the left, so that no colour is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from engine.text import Language
from kiosk.archive import words as w
from kiosk.archive.questions import ColumnKind
from kiosk.archive.statistics import NUMERIC, Answered, Span, written_out
from kiosk.exports.chart import LOOKS, Fill, Picture, Piece, Stroke, Words, written
from kiosk.exports.tables import SheetTable

MOST_BARS = 12
_WIDTH, _ROW, _BAR, _LETTERS = 640.0, 72.0, 24.0, 24.0
"""Of the picture, of a row of words and bar, of the bar, of the letters."""
_NUMBERS = 130.0
"""Room for the numbers behind the bars."""
_HATCH = 9.0

_STYLE = """
:root { color-scheme: light dark; --ground: #fffdf7; --text: #17110b; --muted: #5c5549;
  --line: #d8cfb8; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #101418; --text: #f2f2ee; --muted: #a9b4bd; --line: #2b353d; } }
body { margin: 0 auto; padding: 1rem; max-width: 66rem; background: var(--ground);
  color: var(--text); font: 1.06rem/1.5 "Atkinson Hyperlegible", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .3em 0; }
h2 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .3em; }
section { border-top: 2px solid var(--line); padding: 1.1rem 0 .6rem; }
p { margin: .3em 0 .8em; }
.meaning { color: var(--muted); max-width: 48rem; }
.picture { background: #fffdf7; border-radius: .4rem; padding: .4rem; margin-bottom: 1rem;
  max-width: 44rem; }
.picture svg { display: block; width: 100%; height: auto; }
.rows { overflow-x: auto; }
table { border-collapse: collapse; min-width: 60%; }
th, td { padding: .3rem .8rem .3rem 0; text-align: left; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; list-style: none; }
a { color: inherit; display: inline-block; padding: .35rem 0; }
:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
@media print { nav { display: none; } section { break-inside: avoid; } }
"""


def page(answers: Sequence[Answered], span: Span, language: Language) -> str:
    """Return the page."""
    title = w.PAGE_TITLE.in_language(language)
    links = "".join(
        f'<li><a href="#{each.question.word.en}">'
        f"{escape(each.question.title.in_language(language))}</a></li>"
        for each in answers
    )
    sections = "".join(_section(each, language) for each in answers)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n<p>{escape(span.title().in_language(language))}</p>\n"
        f'<nav aria-label="{escape(w.PAGE_QUESTIONS.in_language(language))}">'
        f"<ul>{links}</ul></nav>\n{sections}</main>\n</body>\n</html>\n"
    )


def _section(answered: Answered, language: Language) -> str:
    question = answered.question
    name = question.word.en
    head = (
        f'<section id="{name}" aria-labelledby="{name}-title">\n'
        f'<h2 id="{name}-title">{escape(question.title.in_language(language))}</h2>\n'
        f'<p class="meaning">{escape(question.meaning.in_language(language))}</p>\n'
    )
    if not answered.rows:
        return f"{head}<p>{escape(w.NO_ROWS.in_language(language))}</p>\n</section>\n"
    table = answered.said(language)
    drawn = written(bars(answered, table, language))
    return (
        f'{head}<div class="picture">{drawn}</div>\n'
        f'<div class="rows" tabindex="0" role="group" aria-labelledby="{name}-title">'
        f"{_table(answered, table, language)}</div>\n</section>\n"
    )


def _table(answered: Answered, table: SheetTable, language: Language) -> str:
    right = [each.kind in NUMERIC for each in answered.question.columns]
    classes = [' class="n"' if each else "" for each in right]
    head = "".join(
        f'<th scope="col"{kind}>{escape(text)}</th>'
        for text, kind in zip(table.header, classes, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{kind}>{escape(written_out(cell, language))}</td>"
            for cell, kind in zip(row, classes, strict=True)
        )
        + "</tr>\n"
        for row in table.rows
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>"


def bars(answered: Answered, table: SheetTable, language: Language) -> Picture:
    """Return the first rows as bars, each with its words before it and its number behind it."""
    question, look = answered.question, LOOKS["paper"]
    names = [each.name for each in question.columns]
    at = names.index(question.chart.value)
    labels = [names.index(each) for each in question.chart.labels]
    rows = list(zip(answered.rows, table.rows, strict=True))[:MOST_BARS]
    values = [_number(row[at]) for row, _ in rows]
    most = max((abs(value) for value in values), default=0.0) or 1.0
    if question.columns[at].kind is ColumnKind.SHARE:
        most = 1.0
    below = any(value < 0 for value in values)
    left, right = 4.0, _WIDTH - _NUMBERS
    zero = (left + right) / 2 if below else left
    reach = (right - left) / 2 if below else right - left
    pieces: list[Piece] = []
    height = _ROW * len(rows) + 8
    for number, (value, (_, said)) in enumerate(zip(values, rows, strict=True)):
        y = _ROW * number
        label = " · ".join(shown for each in labels if (shown := written_out(said[each], language)))
        end = round(zero + reach * value / most, 1)
        pieces.append(Words((left, y + 28), _short(label), _LETTERS, look.text))
        pieces += _bar(zero, end, y + 38, look.lines[1])
        shown = written_out(said[at], language)
        pieces.append(Words((_WIDTH - 4, y + 58), shown, _LETTERS, look.text, "end", bold=True))
        pieces.append(Stroke(((zero, y + 34), (zero, y + 42 + _BAR)), look.zero, 2.0))
    title = question.chart.title.in_language(language)
    return Picture(_WIDTH, height, look.ground, tuple(pieces), title)


def _bar(zero: float, end: float, top: float, colour: str) -> Iterator[Piece]:
    """Yield a bar from `zero` to `end`; one to the left is hatched, not filled."""
    bottom = top + _BAR
    corners = ((zero, top), (end, top), (end, bottom), (zero, bottom))
    if end >= zero:
        yield Fill(corners, colour)
        return
    yield Stroke((*corners, corners[0]), colour, 2.0)
    x = end + _HATCH
    while x < zero:
        yield Stroke(((round(x, 1), top), (round(max(end, x - _HATCH), 1), bottom)), colour, 2.0)
        x += _HATCH


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


_LONGEST = 46


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"
