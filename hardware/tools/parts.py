"""The parts list: what is in `parts.csv`, and what each step of building costs."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from hardware.tools.places import PARTS
from hardware.tools.tables import markdown

LIST = PARTS / "parts.csv"


class Level(Enum):
    """The steps of building; each goes on from the one before, and any may be the last."""

    PLAY = 1
    """Computer, camera, screen: the first deal."""
    STAND = 2
    LIGHT = 3
    BOX = 4
    """Box, buttons, small lights: last or never."""


class Way(Enum):
    """The two ways to drive the strip."""

    WLED = "wled"
    """A ready board, plugs and screw terminals alone: recommended."""
    NANO = "nano"
    """Our own controller, for whoever solders; it lies in the box."""


class Need(Enum):
    """How much a part is needed."""

    NEEDED = "needed"
    RECOMMENDED = "recommended"
    OPTIONAL = "optional"


NEED_DE = {
    Need.NEEDED: "nötig",
    Need.RECOMMENDED: "empfohlen",
    Need.OPTIONAL: "wer mag",
}
LEVELS = {
    Level.PLAY: ("1 Das erste Spiel", "1 The first deal"),
    Level.STAND: ("2 Stativ", "2 Stand"),
    Level.LIGHT: ("3 Licht", "3 Light"),
    Level.BOX: ("4 Box und Tasten", "4 Box and buttons"),
}
UNITS = {
    "piece": ("Stück", "pc"),
    "set": ("Satz", "set"),
    "kg": ("kg", "kg"),
    "m": ("m", "m"),
    "sheet": ("Blatt", "sheet"),
}


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the list; price in euros a unit, VAT included."""

    id: str
    level: Level
    way: Way | None
    """The way of driving the strip it is for; None: for both."""
    de: str
    en: str
    number: str
    """The maker's part number; empty where any will do."""
    need: Need
    count: Decimal
    unit: str
    price: Decimal
    kind: str
    """`estimate`, or `seen`: looked up at the first supplier on that day."""
    date: str
    """Year and month of the price."""
    suppliers: tuple[str, str]

    @property
    def cost(self) -> Decimal:
        """What all of it costs, in euros."""
        return self.price * self.count


def read_parts() -> tuple[Part, ...]:
    """Return the list, in its order."""
    with LIST.open(encoding="utf-8", newline="") as file:
        return tuple(_part(row) for row in csv.DictReader(file))


def total(
    parts: Iterable[Part], levels: Iterable[Level], needs: Sequence[Need], way: Way = Way.WLED
) -> Decimal:
    """Return what all parts of these levels and needs cost, the strip driven one way, in euros."""
    asked = set(levels)
    costs = (
        part.cost
        for part in parts
        if part.level in asked and part.need in needs and part.way in (None, way)
    )
    return sum(costs, Decimal(0))


def up_to(level: Level) -> tuple[Level, ...]:
    """Return a level and all before it."""
    return tuple(each for each in Level if each.value <= level.value)


def euros(amount: Decimal, language: str) -> str:
    """Return an amount with two decimals, as the language writes it."""
    return f"{amount:.2f} €".replace(".", ",") if language == "de" else f"€{amount:.2f}"


def tables(parts: Sequence[Part]) -> dict[str, str]:
    """Return the list's tables by name: `parts-de`, `parts-en`, `totals-de`, `totals-en`."""
    return {
        f"{name}-{language}": make(parts, language)
        for name, make in (("parts", _list), ("totals", _totals))
        for language in ("de", "en")
    }


def _part(row: dict[str, str]) -> Part:
    return Part(
        id=row["id"],
        level=Level(int(row["level"])),
        way=Way(row["way"]) if row["way"] else None,
        de=row["de"],
        en=row["en"],
        number=row["number"],
        need=Need(row["need"]),
        count=Decimal(row["count"]),
        unit=row["unit"],
        price=Decimal(row["price"]),
        kind=row["kind"],
        date=row["date"],
        suppliers=(row["supplier_1"], row["supplier_2"]),
    )


def _list(parts: Sequence[Part], language: str) -> str:
    german = language == "de"
    head = (
        ("Nr.", "Teil", "wie viele", "je", "zusammen", "Preis vom", "bei", "nötig?")
        if german
        else ("no.", "part", "how many", "each", "together", "price of", "at", "needed?")
    )
    rows: list[tuple[str, ...]] = []
    for level, names in LEVELS.items():
        rows.append(("", f"**{names[0 if german else 1]}**", *("",) * 6))
        for part in (p for p in parts if p.level is level):
            about = ("geschätzt " if german else "estimate ") if part.kind == "estimate" else ""
            only = "" if part.way is None else f"**{_WAYS[part.way][0 if german else 1]}:** "
            rows.append(
                (
                    part.id,
                    only + (part.de if german else part.en),
                    f"{_count(part.count, language)} {UNITS[part.unit][0 if german else 1]}",
                    euros(part.price, language),
                    euros(part.cost, language),
                    about + part.date,
                    ", ".join(part.suppliers),
                    NEED_DE[part.need] if german else part.need.value,
                )
            )
    return markdown(head, rows)


_WAYS = {Way.WLED: ("mit WLED", "with WLED"), Way.NANO: ("am Nano", "on the Nano")}


def _count(count: Decimal, language: str) -> str:
    shown = f"{count.normalize():f}"
    return shown.replace(".", ",") if language == "de" else shown


def _totals(parts: Sequence[Part], language: str) -> str:
    german = language == "de"
    head = (
        ("Stufe", "nur das Nötige", "mit dem Empfohlenen", "bis hierher, mit dem Empfohlenen")
        if german
        else ("level", "what is needed", "with what is recommended", "up to here, with that")
    )
    good = (Need.NEEDED, Need.RECOMMENDED)
    rows = []
    for level, names in LEVELS.items():
        for way in Way if level is Level.LIGHT else (Way.WLED,):
            name = names[0 if german else 1]
            if level is Level.LIGHT:
                name += f", {_WAYS[way][0 if german else 1]}"
            amounts = (
                total(parts, (level,), (Need.NEEDED,), way),
                total(parts, (level,), good, way),
                total(parts, up_to(level), good, way),
            )
            rows.append((name, *(euros(amount, language) for amount in amounts)))
    return markdown(head, rows)
