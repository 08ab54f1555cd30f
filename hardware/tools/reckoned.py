"""Every table that the documents show and somebody has to reckon, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from firmware_bridge.buttons import Button
from firmware_bridge.pins.numbers import Pins
from hardware.tools import mechanics, optics, parts, power
from hardware.tools.places import GUIDE, MECHANICS, PARTS, sizes
from hardware.tools.stl import read_stl
from hardware.tools.tables import filled, markdown

DOCUMENTS = (
    GUIDE / "bauen.md",
    GUIDE / "build.md",
    GUIDE / "camera.md",
    GUIDE / "power.md",
    PARTS / "PARTS.md",
)
STRIPS = (30, 60, 96, 144)
HEADER = {5: 29, 6: 31, 12: 32, 16: 36, 17: 11, 26: 37, 27: 13}
"""Pin of the 40-pin header, by GPIO number."""
CAMERA_LIGHT = 27
"""The GPIO the documents give the camera light (`light_pin` in table.toml)."""
CONTROLLER = dict(zip(Button, ("D8", "D9", "D10", "D11"), strict=True))
_USES = {
    "undo": ("zurück (1 s halten)", "undo (hold 1 s)"),
    "next_deal": ("nächstes Spiel", "next deal"),
    "confirm": ("bestätigen", "confirm"),
    "mute": ("stumm", "mute"),
    "status": ("Statuslicht", "status light"),
    "buzzer": ("Summer", "buzzer"),
    "light_pin": ("Kameralicht", "camera light"),
}


def all_tables() -> dict[str, str]:
    """Return every table by its name; those with words once a language."""
    by_language = {
        f"{name}-{language}": make(language)
        for name, make in (("pins", _pins), ("print", _printed), ("fov", _views), ("power", _power))
        for language in ("de", "en")
    }
    return by_language | parts.tables(parts.read_parts())


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
        ("wofür", "Name in `table.toml`", "GPIO", "Stift der Leiste", "am Nano")
        if german
        else ("what for", "name in `table.toml`", "GPIO", "header pin", "on the Nano")
    )
    rows = [
        (
            _USES[name][0 if german else 1],
            f"`{name}`",
            str(pin),
            str(HEADER[pin]),
            CONTROLLER[Button(name)] if name in {button.value for button in Button} else "–",
        )
        for name, pin in (*Pins().used(), ("light_pin", CAMERA_LIGHT))
    ]
    return markdown(head, rows)


def _printed(language: str) -> str:
    head = (
        ("Teil", "Stück", "Größe in mm", "Kunststoff, ganz gefüllt")
        if language == "de"
        else ("part", "copies", "size in mm", "plastic, filled throughout")
    )
    rows = []
    for name in mechanics.PRINTED:
        solid = read_stl(MECHANICS / f"{name}.stl")
        size = " × ".join(f"{side:.0f}" for side in solid.size)
        copies = mechanics.COPIES.get(name, 1)
        volume = f"{solid.volume:.0f} cm³" + (f" × {copies}" if copies > 1 else "")
        rows.append((f"[`{name}.stl`](../mechanics/{name}.stl)", str(copies), size, volume))
    return markdown(head, rows)


def _views(language: str) -> str:
    german = language == "de"
    head = (
        (
            "Tisch",
            "Kamera",
            "Bildwinkel",
            "Linse über dem Tisch",
            "Karte im Bild",
            "ohne Haube sähe sie",
        )
        if german
        else (
            "table",
            "camera",
            "angle of view",
            "lens above the table",
            "card in the picture",
            "without hood it would see",
        )
    )
    rows = []
    for table in optics.TABLES:
        for camera in optics.CAMERAS:
            high = optics.height_for(camera, table.square)
            side = table.square / 10
            long = optics.length_seen(camera, high) / 10
            rows.append(
                (
                    f"{table.name}, {'gelesen' if german else 'read'} {side:.0f} × {side:.0f} cm",
                    camera.name,
                    _number(f"{camera.horizontal:.0f}° × {camera.vertical:.1f}°", language),
                    f"{high / 10:.0f} cm",
                    f"{optics.card_pixels(camera, table.square):.0f} px",
                    f"{long:.0f} × {side:.0f} cm",
                )
            )
    return markdown(head, rows)


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
