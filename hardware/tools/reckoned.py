"""Every table that the documents show and somebody has to reckon, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from firmware_bridge.buttons import FOUR, Button
from firmware_bridge.pins.gpio import Pins
from hardware.tools import arm, mechanics, optics, parts, plans, power, sights
from hardware.tools.parts import Build
from hardware.tools.places import GUIDE, HARDWARE, MECHANICS, PARTS, WIRING, sizes
from hardware.tools.slicing import read_prints
from hardware.tools.stl import read_stl
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
STRIPS = (30, 60, 96, 144)
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
            ("plastic", _plastic),
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
    head = (
        ("Teil", "Stück", "Größe in mm", "je Stück", "Druckzeit je Stück")
        if language == "de"
        else ("part", "copies", "size in mm", "each", "time to print each")
    )
    made = read_prints()
    rows = []
    for name in mechanics.PRINTED:
        solid = read_stl(MECHANICS / f"{name}.stl")
        size = " × ".join(f"{side:.0f}" for side in solid.size)
        copies = mechanics.COPIES.get(name, 1)
        each = made[name]
        time = _number(f"{each.minutes / 60:.1f} h", language)
        link = f"[`{name}.stl`](../mechanics/{name}.stl)"
        rows.append((link, str(copies), size, f"{each.grams:.0f} g", time))
    return markdown(head, rows)


def plastic(build: Build, *, white: bool) -> float:
    """Return how many grams of black or white plastic a build's printed parts take."""
    made = read_prints()
    return sum(
        made[name].grams * mechanics.COPIES.get(name, 1)
        for name in mechanics.printed_for(build.value)
        if (name in mechanics.WHITE) is white
    )


def _plastic(language: str) -> str:
    german = language == "de"
    head = (
        ("", "ohne Lichtband", "Lichtband am Nano", "Lichtband mit WLED")
        if german
        else ("", "no strip", "strip on the Nano", "strip with WLED")
    )
    made = read_prints()
    hours = [
        sum(
            made[name].minutes * mechanics.COPIES.get(name, 1)
            for name in mechanics.printed_for(build.value)
        )
        / 60
        for build in Build
    ]
    rows = [
        (
            words[0 if german else 1],
            *(f"{plastic(build, white=white):.0f} g" for build in Build),
        )
        for words, white in ((("schwarz", "black"), False), (("weiß", "white"), True))
    ]
    rows.append(("Druckzeit" if german else "time to print", *(f"{each:.0f} h" for each in hours)))
    return markdown(head, rows)


def _views(language: str) -> str:
    german = language == "de"
    head = (
        (
            "Tisch",
            "Kamera",
            "Bildwinkel",
            "Linse über dem Tisch",
            "Ständer mindestens",
            "Kamerakabel mindestens",
            "Karte im Bild",
            "mit Haube sähe sie höchstens",
        )
        if german
        else (
            "table",
            "camera",
            "angle of view",
            "lens above the table",
            "upright at least",
            "camera cable at least",
            "card in the picture",
            "with the hood it sees at most",
        )
    )
    longest, _ = arm.tubes(parts.read_parts())
    rows = []
    for table in optics.TABLES:
        for camera in optics.CAMERAS:
            high = optics.height_for(camera, table.square)
            side = table.square / 10
            upright = arm.upright_for(camera, table)
            reaches = f"{upright / 10:.0f} cm"
            too_high = "**zu hoch für diesen Arm**" if german else "**too high for this arm**"
            opening, _ = hood()
            deep = sizes()["hood_deep"] - sizes()["lens_drop"]
            most = optics.seen_past_hood(deep, opening, high, sizes()["lens_pupil"]) / 10
            cable = f"{arm.cable_for(camera, table) / 1000:.1f} m"
            rows.append(
                (
                    f"{table.name}, {'gelesen' if german else 'read'} {side:.0f} × {side:.0f} cm",
                    camera.name,
                    _number(f"{camera.horizontal:.0f}° × {camera.vertical:.1f}°", language),
                    f"{high / 10:.0f} cm",
                    reaches if upright <= longest else too_high,
                    _number(cable, language) if upright <= longest else "–",
                    f"{optics.card_pixels(camera, table.square):.0f} px",
                    f"{most:.0f} × {most:.0f} cm",
                )
            )
    return markdown(head, rows)


def _leads(language: str) -> str:
    german = language == "de"
    head = (
        ("Strecke", "Querschnitt", "Länge", "führt höchstens", "trägt", "gesichert durch")
        if german
        else ("stretch", "cross-section", "length", "carries at most", "may carry", "guarded by")
    )
    made = {wire.name.split(".")[0]: wire for wire in plans.wires(plans.read_plan("strip"))}
    need = power.budget(60)
    fuse = f"{'Sicherung' if german else 'fuse'} {need.fuse_a:g} A"
    own = f"{'das Netzteil selbst' if german else 'the supply itself'}, {need.supply_a:g} A"
    rows = []
    for stretch in power.STRETCHES:
        lines = [made[name] for name in stretch.wires]
        rows.append(
            (
                stretch.de if german else stretch.en,
                f"{lines[0].square_mm:g} mm²",
                f"{lines[0].metres:g} m",
                f"{need.capped_a:.1f} A",
                f"{power.CARRIES_A[lines[0].square_mm]:g} A",
                fuse if stretch.fused else own,
            )
        )
    corners = ("Ecken, von Stück zu Stück", "corners, from piece to piece")[0 if german else 1]
    square = power.CORNERS_MM2
    rows.append(
        (
            corners,
            f"{square:g} mm²",
            f"{power.CORNERS_M:g} m",
            f"{need.capped_a:.1f} A",
            f"{power.CARRIES_A[square]:g} A",
            fuse,
        )
    )
    return markdown(head, [tuple(_number(cell, language) for cell in row) for row in rows])


def _lost(language: str) -> str:
    german = language == "de"
    head = ("wo", "Ohm", "Verlust bei 2 A") if german else ("where", "ohms", "lost at 2 A")
    made = plans.wires(plans.read_plan("strip"))
    rows = []
    for de, en, names in _WAYS:
        cores = [wire for wire in made if wire.name.split(".")[0] in names]
        rows.append((de, en, power.metal((wire.metres, wire.square_mm) for wire in cores)))
    rows += [
        ("Sicherung", "fuse", power.FUSE_OHM),
        ("alle Kontakte zusammen", "all contacts together", power.CONTACTS_OHM),
        ("drei Ecken", "three corners", power.corners()),
        ("Kupfer des Bands selbst", "the strip's own copper", power.rails()),
    ]
    rows.append(("**bis zum fernen Ende**", "**to the far end**", sum(row[2] for row in rows)))
    shown = [
        (de if german else en, f"{ohms:.3f}", f"{ohms * power.CAP_MA / 1000:.2f} V")
        for de, en, ohms in rows
    ]
    return markdown(head, [tuple(_number(cell, language) for cell in row) for row in shown])


_WAYS = (
    ("Leitung des Netzteils", "the supply's lead", ("W0",)),
    ("Leitungen in der Box", "leads in the box", ("W1", "W2", "W3")),
    ("Box bis Band", "box to strip", ("W4", "W10")),
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


def hood() -> tuple[float, float]:
    """Return the hood's opening, and the square of which light gets past it, in millimetres."""
    size = sizes()
    deep = size["hood_deep"] - size["lens_drop"]
    height, pupil = size["mask_height"], size["lens_pupil"]
    opening = optics.hood_opening(deep, size["mask_field"], height, pupil)
    return opening, optics.seen_past_hood(deep, opening, height, pupil)


def _number(text: str, language: str) -> str:
    return text.replace(".", ",").replace("%", " %") if language == "de" else text
