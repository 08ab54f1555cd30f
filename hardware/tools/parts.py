"""The parts list: what is in `parts.csv`, what a build costs, and the list as a document."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from hardware.tools.places import PARTS
from hardware.tools.tables import markdown

LIST = PARTS / "parts.csv"
DOCUMENT = PARTS / "PARTS.md"


class Build(Enum):
    """The three ways to build the table; the values are columns of the list."""

    NONE = "none"
    """No strip."""
    NANO = "nano"
    """The strip on our own controller."""
    WLED = "wled"
    """The strip on a bought one with WLED."""


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
GROUPS = {
    "pi": ("Rechner", "Computer"),
    "camera": ("Kamera", "Camera"),
    "strip": ("Lichtband", "Strip"),
    "buttons": ("Tasten und Töne", "Buttons and sounds"),
    "arm": ("Arm", "Arm"),
    "print": ("Druck", "Printing"),
    "small": ("Kleinteile", "Small parts"),
    "sign": ("Schild", "Sign"),
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
    group: str
    de: str
    en: str
    number: str
    """The maker's part number; empty where any will do."""
    need: Need
    counts: dict[Build, Decimal]
    unit: str
    price: Decimal
    kind: str
    """`estimate`, or `seen`: looked up at the first supplier on that day."""
    date: str
    """Year and month of the price."""
    suppliers: tuple[str, str]

    def cost(self, build: Build) -> Decimal:
        """Return what this part costs in a build, in euros."""
        return self.price * self.counts[build]


def read_parts() -> tuple[Part, ...]:
    """Return the list, in its order."""
    with LIST.open(encoding="utf-8", newline="") as file:
        return tuple(_part(row) for row in csv.DictReader(file))


def total(parts: Iterable[Part], build: Build, needs: Sequence[Need]) -> Decimal:
    """Return what all parts of these needs cost in a build, in euros."""
    return sum((p.cost(build) for p in parts if p.need in needs), Decimal(0))


def euros(amount: Decimal, language: str) -> str:
    """Return an amount with two decimals, as the language writes it."""
    shown = f"{amount:.2f} €"
    return shown.replace(".", ",") if language == "de" else shown


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
        group=row["group"],
        de=row["de"],
        en=row["en"],
        number=row["number"],
        need=Need(row["need"]),
        counts={build: Decimal(row[build.value]) for build in Build},
        unit=row["unit"],
        price=Decimal(row["price"]),
        kind=row["kind"],
        date=row["date"],
        suppliers=(row["supplier_1"], row["supplier_2"]),
    )


def _list(parts: Sequence[Part], language: str) -> str:
    german = language == "de"
    head = (
        ("Nr.", "Teil", "ohne Band", "Nano", "WLED", "Einheit", "je", "Preis vom", "bei", "nötig?")
        if german
        else (
            "no.",
            "part",
            "no strip",
            "Nano",
            "WLED",
            "unit",
            "each",
            "price of",
            "at",
            "needed?",
        )
    )
    rows: list[tuple[str, ...]] = []
    for group, names in GROUPS.items():
        rows.append(("", f"**{names[0 if german else 1]}**", *("",) * 8))
        for part in (p for p in parts if p.group == group):
            about = ("geschätzt " if german else "estimate ") if part.kind == "estimate" else ""
            rows.append(
                (
                    part.id,
                    part.de if german else part.en,
                    *(_count(part.counts[build], language) for build in Build),
                    UNITS[part.unit][0 if german else 1],
                    euros(part.price, language),
                    about + part.date,
                    ", ".join(part.suppliers),
                    NEED_DE[part.need] if german else part.need.value,
                )
            )
    return markdown(head, rows)


def _count(count: Decimal, language: str) -> str:
    shown = "–" if count == 0 else f"{count.normalize():f}"
    return shown.replace(".", ",") if language == "de" else shown


def _totals(parts: Sequence[Part], language: str) -> str:
    german = language == "de"
    head = (
        ("", "ohne Lichtband", "Lichtband am Nano", "Lichtband mit WLED")
        if german
        else ("", "no strip", "strip on the Nano", "strip with WLED")
    )
    lines = (
        ("nur das Nötige", "what is needed", (Need.NEEDED,)),
        ("mit dem Empfohlenen", "with what is recommended", (Need.NEEDED, Need.RECOMMENDED)),
        ("mit allem", "with everything", tuple(Need)),
    )
    rows = [
        (
            de if german else en,
            *(euros(total(parts, build, needs), language) for build in Build),
        )
        for de, en, needs in lines
    ]
    return markdown(head, rows)
