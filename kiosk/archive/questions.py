"""What players ask of an archive: each question a sentence, its columns and one query.

The queries run on the tables as they are (`docs/ARCHIVE.md`), seen through two views that
`kiosk.archive.statistics` makes: `d`, the deals that count with evening, day and season, and `s`,
their seats with the person who is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine.text import PlainError, Text, with_guess


class ColumnKind(Enum):
    """How a column's values are written."""

    WORD = "word"
    WHOLE = "whole"
    AMOUNT = "amount"
    SHARE = "share"
    """Of one, shown as per cent."""
    YES = "yes"
    WITH = "with"
    """Whether Laufende were played with, or without."""
    GAME = "game"
    """A kind of contract."""
    COUNTS = "counts"
    """What an evening counted."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of an answer."""

    name: str
    title: Text
    kind: ColumnKind = ColumnKind.WORD


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn of an answer: a bar a row, the first ones alone."""

    value: str
    """The column that is drawn."""
    labels: tuple[str, ...]
    """The columns that say what a bar is."""
    title: Text


@dataclass(frozen=True, slots=True)
class Question:
    """Something players ask."""

    word: Text
    """What is typed; one word in each language."""
    title: Text
    meaning: Text
    """What exactly is counted."""
    columns: tuple[Column, ...]
    query: str
    chart: Chart


K = ColumnKind
_SEASON = Column("season", Text(de="Saison", en="Season"), K.WHOLE)
_WHO = Column("person", Text(de="Wer", en="Who"))
_DAY = Column("day", Text(de="Tag", en="Day"))
_DEAL = Column("deal", Text(de="Spiel Nr.", en="Deal No."), K.WHOLE)
_GAME = Column("contract", Text(de="Spiel", en="Game"), K.GAME)
_DEALS = Column("deals", Text(de="Spiele", en="Deals"), K.WHOLE)
_PLAYED = Column("played", Text(de="gespielt", en="played"), K.WHOLE)
_WON = Column("won", Text(de="gewonnen", en="won"), K.WHOLE)
_LOST = Column("lost", Text(de="verloren", en="lost"), K.WHOLE)
_SHARE = Column("share", Text(de="davon gewonnen", en="share won"), K.SHARE)
_WAS_WON = Column("won", Text(de="gewonnen", en="won"), K.YES)
_COUNTS = Column("counts", Text(de="gezählt werden", en="counted in"), K.COUNTS)

BALANCE = Question(
    Text(de="bilanz", en="balance"),
    Text(de="Wer hat was gewonnen?", en="Who has won what?"),
    Text(
        de="Je Saison und Person: Abende, gewertete Spiele mit Karten in der Hand, gewonnene, und "
        "was dabei herauskam; was verschieden gezählt wurde (Einheiten, Striche …), steht "
        "getrennt.",
        en="For each season and person: evenings, counted deals with cards in hand, those won, "
        "and what came of them; what was counted differently (units, strokes …) is listed "
        "separately.",
    ),
    (
        *(_SEASON, _WHO, Column("evenings", Text(de="Abende", en="Evenings"), K.WHOLE), _DEALS),
        *(_WON, _SHARE, Column("total", Text(de="Stand", en="Total"), K.AMOUNT), _COUNTS),
    ),
    """
    SELECT season, person, count(DISTINCT evening) AS evenings, count(*) AS deals,
        count(*) FILTER (won) AS won,
        count(*) FILTER (won) / count(*) AS share, round(sum(delta), 6) AS total, counts
    FROM s WHERE outcome = 'counted' AND role <> 'out' AND person IS NOT NULL
    GROUP BY season, person, counts ORDER BY season, counts, total DESC, person
    """,
    Chart("total", ("person", "season"), Text(de="Stand je Saison", en="Total, by season")),
)
GAMES = Question(
    Text(de="spiele", en="games"),
    Text(de="Wer gewinnt womit?", en="Who wins with what?"),
    Text(
        de="Je Saison, Person und Spielart die Spiele, die sie selbst angesagt hat.",
        en="For each season, person and kind of game the deals this person declared.",
    ),
    (
        *(_SEASON, _WHO, _GAME, _PLAYED, _WON, _SHARE),
        *(Column("total", Text(de="brachte ein", en="brought in"), K.AMOUNT), _COUNTS),
    ),
    """
    SELECT season, person, contract, count(*) AS played, count(*) FILTER (won) AS won,
        count(*) FILTER (won) / count(*) AS share, round(sum(delta), 6) AS total, counts
    FROM s WHERE outcome = 'counted' AND role = 'declarer' AND person IS NOT NULL
    GROUP BY season, person, contract, counts
    ORDER BY season, person, played DESC, contract, counts
    """,
    Chart("share", ("person", "contract", "season"), Text(de="davon gewonnen", en="share won")),
)
SOLOS = Question(
    Text(de="soli", en="solos"),
    Text(de="Wer verliert die meisten Soli?", en="Who loses the most Solos?"),
    Text(
        de="Spiele allein gegen mindestens zwei, je Saison und Person, und was die verlorenen "
        "kosteten.",
        en="Deals alone against at least two, for each season and person; what the lost ones cost.",
    ),
    (
        *(_SEASON, _WHO, _PLAYED, _LOST),
        *(Column("cost", Text(de="kosteten", en="cost"), K.AMOUNT), _COUNTS),
    ),
    """
    SELECT season, person, count(*) AS played, count(*) FILTER (NOT won) AS lost,
        round(coalesce(sum(delta) FILTER (NOT won), 0), 6) AS cost, counts
    FROM s WHERE outcome = 'counted' AND role = 'declarer' AND alone AND person IS NOT NULL
    GROUP BY season, person, counts ORDER BY lost DESC, played, season, person, counts
    """,
    Chart("lost", ("person", "season"), Text(de="verlorene Soli", en="Solos lost")),
)
RUNS = Question(
    Text(de="laufende", en="laufende"),
    Text(de="Wer hatte die meisten Laufenden?", en="Who had the longest run of Laufende?"),
    Text(
        de="Die zwanzig längsten, mit oder ohne; genannt wird, wer das Spiel angesagt hat.",
        en="The twenty longest, with or without; the person named is who declared the deal.",
    ),
    (
        *(_SEASON, _DAY, _DEAL, _WHO, _GAME),
        *(Column("run", Text(de="Laufende", en="Laufende"), K.WHOLE),),
        *(Column("had", Text(de="mit/ohne", en="with/without"), K.WITH), _WAS_WON),
    ),
    """
    SELECT season, day, deal, person, contract, abs(laufende) AS run, laufende > 0 AS had, won
    FROM s WHERE outcome = 'counted' AND role = 'declarer' AND laufende <> 0
    ORDER BY run DESC, day, evening, deal LIMIT 20
    """,
    Chart("run", ("person", "day"), Text(de="Laufende", en="Laufende")),
)
TOUTS = Question(
    Text(de="tout", en="tout"),
    Text(de="Welche Tout und „Sie“ gab es?", en="Which Touts and Sies were there?"),
    Text(
        de="Alle angesagten Tout und alle „Sie“, die längsten zuerst: so viele Stiche dauerte es. "
        "Ein verlorener Tout endet mit dem ersten Stich der anderen, ein „Sie“ wird hingelegt.",
        en="Every Tout announced and every Sie, the longest first, by how many tricks it lasted. "
        "A lost Tout ends with the others' first trick, a Sie is laid down.",
    ),
    (
        *(_SEASON, _DAY, _DEAL, _WHO, _GAME),
        *(Column("sie", Text(de="Sie", en="Sie"), K.YES),),
        *(Column("tricks", Text(de="Stiche", en="Tricks"), K.WHOLE), _WAS_WON),
    ),
    """
    SELECT season, day, deal, person, contract, sie, tricks, won
    FROM s WHERE outcome = 'counted' AND role = 'declarer' AND (tout OR sie)
    ORDER BY tricks DESC, won DESC, day, evening, deal
    """,
    Chart("tricks", ("person", "day"), Text(de="Stiche", en="tricks")),
)
SWINGS = Question(
    Text(de="ausschlag", en="swing"),
    Text(de="In welchem Spiel ging am meisten hin oder her?", en="Which deal moved the most?"),
    Text(
        de="Die zwanzig Spiele, in denen jemand am meisten gewann oder verlor; je Spiel, bei wem "
        "es am meisten war, bei gleich viel, wer auf dem ersten Platz saß.",
        en="The twenty deals in which one person won or lost the most; for each deal the person "
        "it moved most, among equals the one in the first seat.",
    ),
    (
        *(_SEASON, _DAY, _DEAL, _WHO, _GAME),
        *(Column("delta", Text(de="brachte", en="brought"), K.AMOUNT), _COUNTS),
    ),
    """
    SELECT season, day, deal, person, contract, delta, counts
    FROM (SELECT *, row_number() OVER (PARTITION BY evening, deal ORDER BY abs(delta) DESC, seat)
        AS place FROM s WHERE outcome = 'counted' AND delta IS NOT NULL)
    WHERE place = 1 AND delta <> 0
    ORDER BY abs(delta) DESC, day, evening, deal LIMIT 20
    """,
    Chart("delta", ("person", "day"), Text(de="gewonnen oder verloren", en="won or lost")),
)
REVOKES = Question(
    Text(de="fehler", en="revokes"),
    Text(de="Wie oft wird nicht bedient?", en="How often do people revoke?"),
    Text(
        de="„Nicht bedient“, bewiesen und damals oder heute gesagt, nicht abgelehnt und nicht "
        "verziehen; je Saison und Person auf 1.000 Spiele mit Karten in der Hand. Es zählt "
        "bei dem, der dasaß, auch bei einem Aushelfer.",
        en='"Revoked", proven and said then or today, neither dismissed nor waived; for each '
        "season and person, per 1,000 deals with cards in hand. It goes to whoever sat there, "
        "a substitute too.",
    ),
    (
        *(_SEASON, _WHO, _DEALS),
        Column("revokes", Text(de="nicht bedient", en="revokes"), K.WHOLE),
        Column("in_1000", Text(de="auf 1.000 Spiele", en="per 1,000 deals"), K.AMOUNT),
    ),
    """
    SELECT season, sat AS person, count(*) AS deals, sum(revokes)::INTEGER AS revokes,
        round(1000 * sum(revokes) / count(*), 1) AS in_1000
    FROM s WHERE role <> 'out' AND cards > 0 AND sat IS NOT NULL
    GROUP BY season, sat ORDER BY in_1000 DESC, deals DESC, season, person
    """,
    Chart("in_1000", ("person", "season"), Text(de="auf 1.000 Spiele", en="per 1,000 deals")),
)
QUESTIONS = (BALANCE, GAMES, SOLOS, RUNS, TOUTS, SWINGS, REVOKES)

GAME_WORDS: Mapping[str, Text] = {
    "": Text(de="ohne Ansage", en="not called"),
    "rufspiel": Text(de="Rufspiel", en="Call game"),
    "wenz": Text(de="Wenz", en="Wenz"),
    "solo": Text(de="Solo", en="Solo"),
    "geier": Text(de="Geier", en="Geier"),
    "farbwenz": Text(de="Farbwenz", en="Suit Wenz"),
    "farbgeier": Text(de="Farbgeier", en="Suit Geier"),
    "niederer": Text(de="Niederer", en="Niederer"),
    "hochzeit": Text(de="Hochzeit", en="Wedding"),
    "sie": Text(de="Sie", en="Sie"),
    "ramsch": Text(de="Ramsch", en="Ramsch"),
    "pick": Text(de="Aufgenommen", en="Picked"),
    "leaster": Text(de="Leaster", en="Leaster"),
    "two_hands": Text(de="Zu zweit", en="Two-handed"),
    "teams": Text(de="Zwei gegen zwei", en="Two against two"),
}
"""Kinds of contract without a suit; every game's are here (a test asks)."""
COUNTS_WORDS: Mapping[str, Text] = {
    "units": Text(de="Einheiten", en="units"),
    "plus_minus": Text(de="Punkte (Plus und Minus)", en="points (plus and minus)"),
    "plus": Text(de="Pluspunkte", en="plus points"),
    "tally": Text(de="Striche", en="strokes"),
    "wins": Text(de="gewonnene Spiele", en="deals won"),
    "tricks": Text(de="Stiche", en="tricks"),
    "game_points": Text(de="Spielpunkte", en="game points"),
}
_UNKNOWN = Text(
    de="Die Frage „{word}“ gibt es nicht; möglich sind: {known}.",
    en='There is no question "{word}"; you can ask: {known}.',
)


def question_named(word: str) -> Question:
    """Return the question meant by its word in either language.

    Raises:
        PlainError: there is none.
    """
    for each in QUESTIONS:
        if word.casefold() in (each.word.de, each.word.en):
            return each
    known = Text(
        de=", ".join(each.word.de for each in QUESTIONS),
        en=", ".join(each.word.en for each in QUESTIONS),
    )
    words = [name for each in QUESTIONS for name in (each.word.de, each.word.en)]
    raise PlainError(with_guess(_UNKNOWN.format(word=word, known=known), word, words))
