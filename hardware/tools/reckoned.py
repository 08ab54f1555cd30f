"""Every table that the documents show and somebody has to reckon, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from firmware_bridge.buttons import FOUR, Button
from firmware_bridge.pins.gpio import Pins
from hardware.tools import mechanics, optics, parts, plans, power, rails, sights
from hardware.tools.mechanics import read_prints, read_stl
from hardware.tools.places import GUIDE, HARDWARE, MECHANICS, PARTS, WIRING
from hardware.tools.seats import SQUARE, TOPS
from hardware.tools.tables import filled, markdown

DOCUMENTS = (
    GUIDE / "bauen.md",
    GUIDE / "build.md",
    GUIDE / "camera.md",
    GUIDE / "power.md",
    PARTS / "PARTS.md",
    WIRING / "WIRES.md",
    HARDWARE / "SEATS.md",
)
STRIPS = (51, 104, 116, 144)
HEADER = {5: 29, 6: 31, 12: 32, 16: 36, 17: 11, 22: 15, 26: 37, 27: 13}
"""Pin of the 40-pin header, by GPIO number."""
OFF_BUTTON = 22
"""The GPIO the documents give the off button (`gpio-shutdown`)."""
GROUNDS = {"status": 14, "buzzer": 6, "light_pin": 20, "off": 25}
"""Ground pin of the header, by what hangs on it alone; the four buttons share X2, on pin 39."""
BUTTONS_GROUND = 39
CAMERA_LIGHT = 27
"""The GPIO the documents give the camera light (`light_pin` in table.toml)."""
CONTROLLER = dict(zip(FOUR, ("D8", "D9", "D10", "D11"), strict=True))
_USES = {
    "undo": ("zurück (1 s halten)", "undo (hold 1 s)"),
    "next_deal": ("nächstes Spiel", "next deal"),
    "confirm": ("bestätigen", "confirm"),
    "mute": ("stumm", "mute"),
    "status": ("Statuslicht", "status light"),
    "buzzer": ("Summer", "buzzer"),
    "light_pin": ("Kameralicht", "camera light"),
    "off": ("Aus-Taster", "off button"),
}


def all_tables() -> dict[str, str]:
    """Return every table by its name; those with words once a language."""
    by_language = {
        f"{name}-{language}": make(language)
        for name, make in (
            ("pins", _pins),
            ("print", _printed),
            ("rails", _rails),
            ("fov", _views),
            ("power", _power),
            ("leads", _leads),
            ("lost", _lost),
            ("seats", sights.table),
        )
        for language in ("de", "en")
    }
    wires = {f"wires-{name}": plans.table(name) for name in plans.PLANS}
    return by_language | wires | parts.tables(parts.read_parts())


def write_tables(tables: Mapping[str, str]) -> list[Path]:
    """Write the documents' tables anew; return the documents that changed."""
    changed = []
    for path in DOCUMENTS:
        old = path.read_text("utf-8")
        new = filled(old, tables)
        if new != old:
            path.write_text(new, "utf-8")
            changed.append(path)
    return changed


def _pins(language: str) -> str:
    german = language == "de"
    head = (
        ("wofür", "Name in `table.toml`", "GPIO", "Stift der Leiste", "Masse an", "am Nano")
        if german
        else ("what for", "name in `table.toml`", "GPIO", "header pin", "ground at", "on the Nano")
    )
    buttons = {button.value for button in Button}
    rows = [
        (
            _USES[name][0 if german else 1],
            "–" if name == "off" else f"`{name}`",
            str(pin),
            str(HEADER[pin]),
            f"X2 → {BUTTONS_GROUND}" if name in buttons else str(GROUNDS[name]),
            CONTROLLER[Button(name)] if name in buttons else "–",
        )
        for name, pin in (*Pins().used(), ("light_pin", CAMERA_LIGHT), ("off", OFF_BUTTON))
    ]
    return markdown(head, rows)


def _printed(language: str) -> str:
    german = language == "de"
    head = (
        ("Stufe", "Teil", "Stück", "Größe in mm", "je Stück", "Druckzeit je Stück", "zusammen")
        if german
        else ("level", "part", "copies", "size in mm", "each", "time to print each", "together")
    )
    made = read_prints()
    rows = []
    for name in mechanics.PRINTED:
        solid = read_stl(MECHANICS / f"{name}.stl")
        size = " × ".join(f"{side:.0f}" for side in solid.size)
        copies = mechanics.COPIES.get(name, 1)
        each = made[name]
        times = [_number(f"{n * each.minutes / 60:.1f} h", language) for n in (1, copies)]
        link = f"[`{name}.stl`](../mechanics/{name}.stl)"
        level = str(mechanics.LEVELS[name].value)
        shown = str(copies)
        if not copies:
            shown, times[1] = f"({mechanics.ON_TOP[name]})", "–"
        rows.append((level, link, shown, size, f"{each.grams:.0f} g", *times))
    return markdown(head, rows)


def plastic(*, white: bool) -> float:
    """Return how many grams of black or white plastic all printed parts take."""
    made = read_prints()
    return sum(
        made[name].grams * mechanics.COPIES.get(name, 1)
        for name in mechanics.PRINTED
        if (name in mechanics.WHITE) is white
    )


def _rails(language: str) -> str:
    german = language == "de"
    head = (
        ("Tisch", "Schienen", "Ecken", "Bögen", "Stück je Seite", "Band", "Lichter")
        if german
        else ("table", "rails", "corners", "bends", "piece for each side", "strip", "lights")
    )
    rows = []
    for top in TOPS:
        laid = rails.laid(top)
        rests = " / ".join(f"{rest / 10:.1f} cm" for rest in laid.rests) or "–"
        rows.append(
            (
                top.de if german else top.en,
                str(laid.rails),
                str(laid.corners),
                str(laid.bends),
                rests,
                f"{laid.strip / 1000:.1f} m",
                str(laid.lights),
            )
        )
    return markdown(head, [tuple(_number(cell, language) for cell in row) for row in rows])


def _views(language: str) -> str:
    german = language == "de"
    head = (
        (
            "Tisch, gelesen",
            "Kamera",
            "Bildwinkel",
            "Linse über dem Tisch",
            "Karte im Bild",
            "sieht durch die Haube höchstens",
        )
        if german
        else (
            "table, read",
            "camera",
            "angle of view",
            "lens above the table",
            "card in the picture",
            "sees through the hood at most",
        )
    )
    narrow = "**zu niedrig, Haube zu eng**" if german else "**too low, hood too narrow**"
    rows = []
    for top, table in zip(TOPS, optics.TABLES, strict=True):
        for camera in optics.CAMERAS:
            high = optics.height_for(camera, table.square)
            most = optics.seen_past_hood(optics.deep(camera), optics.opening(), high, camera.pupil)
            name = top.de if german else top.en
            where = f"{high / 10:.0f} cm"
            rows.append(
                (
                    f"{name}, {table.watched / 10:.0f} × {table.watched / 10:.0f} cm",
                    camera.name,
                    _number(f"{camera.horizontal:.0f}° × {camera.vertical:.0f}°", language),
                    where if optics.shows(camera, high) >= table.square else f"{where}, {narrow}",
                    f"{optics.card_pixels(camera, table.square):.0f} px",
                    f"{most / 10:.0f} × {most / 10:.0f} cm",
                )
            )
    return markdown(head, rows)


def _leads(language: str) -> str:
    german = language == "de"
    head = (
        ("Weg", "Strecke", "Querschnitt", "Länge", "führt höchstens", "trägt")
        if german
        else ("way", "stretch", "cross-section", "length", "carries at most", "may carry")
    )
    need = power.budget(rails.laid(SQUARE).lights)
    rows = []
    for plan, stretches in power.STRETCHES.items():
        made = {wire.name.split(".")[0]: wire for wire in plans.wires(plans.read_plan(plan))}
        for stretch in stretches:
            lines = [made[name] for name in stretch.wires]
            carries = stretch.beside * power.CARRIES_A[lines[0].square_mm]
            rows.append(
                (
                    "WLED" if plan == "wled" else "Nano",
                    stretch.de if german else stretch.en,
                    f"{lines[0].square_mm:g} mm²",
                    f"{lines[0].metres:g} m",
                    f"{need.capped_a:.1f} A",
                    f"{carries:g} A",
                )
            )
    return markdown(head, [tuple(_number(cell, language) for cell in row) for row in rows])


def _lost(language: str) -> str:
    german = language == "de"
    head = ("wo", "Ohm", "Verlust bei 2 A") if german else ("where", "ohms", "lost at 2 A")
    made = plans.wires(plans.read_plan("wled"))
    rows = []
    for de, en, names in _LOST:
        cores = [
            wire for wire in made if wire.name.split(".")[0] in names and "DATA" not in wire.end
        ]
        rows.append((de, en, power.metal((wire.metres, wire.square_mm) for wire in cores)))
    rows += [
        ("Sicherung", "fuse", power.FUSE_OHM),
        ("alle Kontakte zusammen", "all contacts together", power.CONTACTS_OHM),
        ("Kupfer des Bands, von beiden Enden", "the strip's copper, from both ends", power.rails()),
    ]
    rows.append(
        ("**bis zur Mitte des Rings**", "**to the middle of the ring**", sum(r[2] for r in rows))
    )
    shown = [
        (de if german else en, f"{ohms:.3f}", f"{ohms * power.CAP_MA / 1000:.2f} V")
        for de, en, ohms in rows
    ]
    return markdown(head, [tuple(_number(cell, language) for cell in row) for row in shown])


_LOST = (
    ("Leitung des Netzteils", "the supply's lead", ("W0",)),
    ("Platine bis Band", "board to strip", ("W4",)),
)
"""The leads before the strip, in order: what in both languages, and their wires in the plan."""


def _power(language: str) -> str:
    german = language == "de"
    head = (
        (
            "Lichter",
            "alle weiß, ohne Grenze",
            "Faustregel",
            "mit der Grenze von 2 A",
            "das ist von Weiß",
            "Verlust auf 1 m, 1,5 mm²",
            "Sicherung",
            "Netzteil 5 V",
        )
        if german
        else (
            "lights",
            "all white, no limit",
            "rule of thumb",
            "with the limit of 2 A",
            "of white that is",
            "lost on 1 m of 1.5 mm²",
            "fuse",
            "supply 5 V",
        )
    )
    rows = []
    for lights in STRIPS:
        need = power.budget(lights)
        rows.append(
            tuple(
                _number(cell, language)
                for cell in (
                    str(lights),
                    f"{need.white_a:.1f} A",
                    f"{need.usual_a:.1f} A",
                    f"{need.capped_a:.2f} A",
                    f"{need.left:.0%}",
                    f"{need.drop_v:.2f} V",
                    f"{need.fuse_a:g} A",
                    f"{need.supply_a:g} A",
                )
            )
        )
    return markdown(head, rows)


def _number(text: str, language: str) -> str:
    return text.replace(".", ",").replace("%", " %") if language == "de" else text
