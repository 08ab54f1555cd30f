"""docs/LIGHTS.md and its pictures, from the cues themselves."""

from __future__ import annotations

from pathlib import Path

from tests.firmware_bridge.lights.drawing import sheet, strip_of
from tests.firmware_bridge.lights.examples import Example, examples
from tests.shared_data import ROOT

PAGE = Path("docs") / "LIGHTS.md"
PICTURES = Path("docs") / "lights"

_HEAD = """# Licht und Tasten · Lights and buttons

Was das Licht um den Tisch sagt und was die vier Tasten tun. Das Licht sagt nie mehr, als wer
aufmerksam zuschaut ohnehin weiß; es blitzt nie öfter als zweimal in der Sekunde und steht still,
solange eine Karte gelesen wird. Der Bildschirm zeigt dasselbe Licht als Rahmen.

What the light round the table tells and what the four buttons do. The light never tells more than
an attentive onlooker knows; it never flashes above twice a second and stands still while a
card is read. The screen shows the same light as its frame.

Drawn from the program by `python -m tests.firmware_bridge.lights`; a test keeps it current. Anna
sits at the lower edge, the others follow clockwise. One table, 60 lights.
"""

_SHEET = """## Ohne Farben · Without colours

Jedes Zeichen ist auch ohne seine Farbe zu erkennen: am Ort, am Muster oder daran, wie lange es
leuchtet. Each cue is known without its colour: by its place, its pattern, or how long it is lit.

![Alle Zeichen ohne Farbe · All cues without colour](lights/without-colour.svg)

## Vom Stuhl aus · From a chair

Alle Zeichen nacheinander, wie vier Leute an 90 × 90 cm sie auf der Tischkante sehen; von jedem
Platz aus sind sie zu unterscheiden. All cues one after another, as four people at 90 × 90 cm see
them on the rim; they can be told apart from every seat.

![Alle Zeichen von vier Plätzen aus · All cues from four seats](lights/seats.webp)
"""

_BY_HAND = tuple(Path(__file__).with_name(name) for name in ("camera.md", "buttons.md"))
"""What the page says of camera and buttons; written by hand."""


def files() -> dict[Path, str]:
    """Return every file of the page, by its path in the repository."""
    shown = tuple(examples())
    pictures = {PICTURES / f"{each.key}.svg": strip_of(each.steps) for each in shown}
    by_hand = (part.read_text(encoding="utf-8") for part in _BY_HAND)
    whole = "\n".join((_HEAD, *(_section(each) for each in shown), _SHEET, *by_hand))
    return {PAGE: whole, PICTURES / "without-colour.svg": sheet(shown), **pictures}


def write() -> None:
    """Write them all."""
    for path, text in files().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8")


def _section(example: Example) -> str:
    name = f"{example.name.de} · {example.name.en}"
    return f"""## {name}

{example.looks.de} {example.looks.en}

![{name}](lights/{example.key}.svg)
"""
