"""Every cue once, as the running table would show it: real code, a made-up moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.deal.report import Verdict
from engine.evening.state import TableState
from engine.text import Text
from firmware_bridge.cues import Outside, Step, sequence
from firmware_bridge.strip import Look
from tests.firmware_bridge.tables import finished, playing, report, trick

LOOK = Look(lights=60, brightness=1.0, milliamps=1e6)


@dataclass(frozen=True)
class Example:
    """One cue: what it is called, what players see, and its steps."""

    key: str
    name: Text
    looks: Text
    steps: tuple[Step, ...]


def verdict(kind: str, seat: int) -> Verdict:
    return Verdict(kind, seat=seat, play=9, proof=(9, 21), known_after=21)


def steps(
    before: TableState | None, after: TableState, outside: Outside | None = None
) -> tuple[Step, ...]:
    return sequence(before, after, outside or Outside(), LOOK)


def examples() -> Iterator[Example]:
    """Yield every cue; Anna sits at the lower edge, the others follow clockwise."""
    turn = playing(report(turn=1))
    yield Example(
        "turn",
        Text(de="Wer dran ist", en="Whose turn it is"),
        Text(
            de="Vor dem Platz leuchtet die Mitte der Tischkante.",
            en="The middle of the edge before the seat is lit.",
        ),
        steps(None, turn),
    )
    yield Example(
        "trick",
        Text(de="Stich gewonnen", en="Trick won"),
        Text(
            de="Die ganze Kante vor dem Gewinner leuchtet gut eineinhalb Sekunden.",
            en="The whole edge before the winner is lit for a second and a half.",
        ),
        steps(playing(report(turn=3)), playing(report(tricks=(trick(0, 2),), turn=2))),
    )
    yield Example(
        "teams",
        Text(de="Wer mit wem spielt", en="Who plays with whom"),
        Text(
            de="Sobald die gerufene Karte liegt: Spielerpartei durchgehend, Gegner gepunktet, "
            "drei Sekunden lang.",
            en="Once the called card lies there: declarers solid, the others dotted, for three "
            "seconds.",
        ),
        steps(playing(report(turn=2)), playing(report(turn=3, partners=(2,), sides_known=True))),
    )
    yield Example(
        "revoke",
        Text(de="Nicht bedient (und andere Befunde)", en="Revoke (and other findings)"),
        Text(
            de="Vor dem Platz leuchten Zweiergruppen, bis der Tisch entschieden hat; waren es "
            "mehrere gewesen, vor jedem von ihnen.",
            en="Pairs of lights before the seat until the table has decided; before each of them "
            "where it may have been several.",
        ),
        steps(None, turn, Outside(alerts=(verdict("revoke", 3),))),
    )
    yield Example(
        "wrong-turn",
        Text(de="Außer der Reihe", en="Out of turn"),
        Text(
            de="Nur die beiden Enden der Kante leuchten: Die Mitte, der Zug, gehört einem anderen.",
            en="Only both ends of the edge are lit: the middle, the turn, is somebody else's.",
        ),
        steps(None, turn, Outside(alerts=(verdict("out_of_turn", 3),))),
    )
    yield Example(
        "with",
        Text(de="Laufende, mit", en="Laufende, with"),
        Text(
            de="Am Spielende ein Block nach dem anderen, im Uhrzeigersinn: mitzählen.",
            en="At the end of the deal one block after another, clockwise: count along.",
        ),
        steps(playing(report()), finished(laufende=3)),
    )
    yield Example(
        "without",
        Text(de="Laufende, ohne", en="Laufende, without"),
        Text(
            de="Einzelne Lichter statt Blöcke, und gegen den Uhrzeigersinn.",
            en="Single lights instead of blocks, and anticlockwise.",
        ),
        steps(playing(report()), finished(laufende=-3)),
    )
    yield Example(
        "result",
        Text(de="Ergebnis", en="Result"),
        Text(
            de="Die Gewinner haben die ganze Kante, jeder Verlierer ein einzelnes Licht, bis zum "
            "nächsten Spiel.",
            en="The winners have the whole edge, each loser a single light, until the next deal.",
        ),
        steps(None, finished()),
    )
    yield Example(
        "question",
        Text(de="Frage an den Tisch", en="A question to the table"),
        Text(
            de="Jedes vierte Licht rundum: Auf dem Bildschirm steht eine Frage. Wer dran ist, "
            "bleibt zu sehen.",
            en="Each fourth light all round: the screen asks a question. The turn stays lit.",
        ),
        steps(None, turn, Outside(asking=True)),
    )
    yield Example(
        "camera",
        Text(de="Die Kamera sieht nichts", en="The camera sees nothing"),
        Text(
            de="Die Ecken zwischen den Plätzen leuchten, bis wieder ein Bild da ist, auf dem sich "
            "Karten erkennen lassen; was zu tun ist, steht auf dem Bildschirm.",
            en="The corners between the seats are lit until there is a picture again on which "
            "cards can be read; the screen says what to do.",
        ),
        steps(None, turn, Outside(watching=False)),
    )
    yield Example(
        "rest",
        Text(de="In Ruhe", en="At rest"),
        Text(
            de="Alles glimmt: Der Tisch ist an und wartet.",
            en="Everything glows: the table is on and waits.",
        ),
        steps(None, TableState()),
    )
