"""Pictures of the steps of building: a part rendered in grey, with arrows and hands over it."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from hardware.tools.mechanics import openscad, sources_of
from hardware.tools.places import GUIDE, HARDWARE, MECHANICS, fresh, sizes
from hardware.tools.pointers import INK, Arrow, Eye, Hand, Hold, around, draw_arrow, draw_hand

PICTURES = GUIDE / "pictures"
LINE = 21
"""Height of a line of words below the picture."""
_SHADES = 24
_STYLE = (
    f"text{{font:14px 'DejaVu Sans',Verdana,sans-serif;fill:{INK}}}"
    ".n{font-weight:bold;font-size:15px}"
)


@dataclass(frozen=True, slots=True)
class Step:
    """A picture of one step."""

    name: str
    """Its name in `steps.scad`."""
    eye: Eye
    arrows: tuple[Arrow, ...]
    hands: tuple[Hand, ...]

    @property
    def path(self) -> Path:
        """Return where it lies."""
        return PICTURES / f"step-{self.name}.svg"


def draw_steps() -> dict[Path, list[Path]]:
    """Draw every step's picture; return each file with its sources.

    Raises:
        subprocess.CalledProcessError: OpenSCAD refuses the drawing; what it said is in `stderr`.
        ValueError: OpenSCAD found no display and wrote nothing.
    """
    tools = [HARDWARE / "tools" / f"{name}.py" for name in ("steps", "pointers")]
    sources = [*sources_of("steps"), *tools]
    for step in STEPS:
        if not fresh(step.path, sources):
            step.path.write_text(picture(step, render(step)), "utf-8")
    return {step.path: sources for step in STEPS}


def render(step: Step) -> bytes:
    """Return what OpenSCAD draws of a step, as a grey PNG.

    Raises:
        subprocess.CalledProcessError: OpenSCAD refuses the drawing; what it said is in `stderr`.
        ValueError: OpenSCAD found no display and wrote nothing.
    """
    eye = step.eye
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "step.png"
        openscad(
            *("-o", str(path), "--colorscheme=Tomorrow", f"--camera={eye.words}"),
            *(f"--imgsize={eye.wide},{eye.high}", "-D", f'step="{step.name}"'),
            str(MECHANICS / "steps.scad"),
        )
        if not path.stat().st_size:
            raise ValueError(f"no picture of {step.name}: OpenSCAD needs a display (xvfb-run)")
        with Image.open(path) as drawn:
            few = drawn.convert("L").quantize(_SHADES, dither=Image.Dither.NONE)
    made = BytesIO()
    few.save(made, "PNG", optimize=True)
    return made.getvalue()


def picture(step: Step, drawn: bytes) -> str:
    """Return a step's picture as SVG: what is drawn, hands, arrows, and below it the words."""
    eye = step.eye
    high = eye.high + 2 * LINE * len(step.arrows) + 12
    hands = "".join(draw_hand(eye, hand) for hand in step.hands)
    arrows = "".join(draw_arrow(eye, arrow, n) for n, arrow in enumerate(step.arrows, 1))
    words = "".join(
        f'<text class="n" x="22" y="{eye.high + LINE * (2 * n + 1)}">{n + 1}</text>'
        f'<text x="46" y="{eye.high + LINE * (2 * n + 1)}">{escape(arrow.de)}</text>'
        f'<text x="46" y="{eye.high + LINE * (2 * n + 2)}">{escape(arrow.en)}</text>\n'
        for n, arrow in enumerate(step.arrows)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {eye.wide} {high}" '
        f'width="{eye.wide}" height="{high}">\n<style>{_STYLE}</style>\n'
        f'<rect width="{eye.wide}" height="{high}" fill="#fff"/>\n'
        f'<image width="{eye.wide}" height="{eye.high}" '
        f'href="data:image/png;base64,{b64encode(drawn).decode("ascii")}"/>\n'
        f"{hands}{arrows}"
        f'<rect y="{eye.high}" width="{eye.wide}" height="{high - eye.high}" fill="#fff"/>\n'
        f"{words}</svg>\n"
    )


_SIZE = sizes()
_BRIDGE = _SIZE["plate_thick"] + _SIZE["head_rise"]
"""The bridge's underside above the plate's."""
_CORNER = _SIZE["plate"] / 2 - 5
_HOOD = _SIZE["hood_deep"]
_WALL, _FLOOR = _SIZE["wall"], _SIZE["floor_wall"]
_OUT_X = _SIZE["box_x"] + 2 * _WALL


def _button(number: int, before: float) -> tuple[float, float, float]:
    """Return the middle of a button's face, so far before the box's front."""
    x = _SIZE["box_x"] / 2 + (number - 1.5) * _SIZE["button_pitch"]
    return (_WALL + x, -before, _FLOOR + _SIZE["button_z"])


STEPS = (
    Step(
        "nut",
        Eye((0, 0, 20), (102, 0, 118), 240, high=440),
        (
            Arrow(
                ((0, 0, 20), (0, 0, _BRIDGE + 4)),
                "Mutter von unten in die Brücke drücken",
                "nut into the bridge from below",
            ),
        ),
        (Hand((0, 4, 20), Hold.PINCH, 25, 0.9),),
    ),
    Step(
        "camera",
        Eye((-44, 0, 26), (64, 0, 130), 420, high=500),
        (
            Arrow(
                ((-64, 0, 24), (-18, 0, 24), (0, 0, 24), (0, 0, 6)),
                "Kamera von der Seite hinein, Linse durch das Loch",
                "camera in from the side, lens through the hole",
            ),
            Arrow(
                ((-84 + 17, -17, 46), (-84 + 17, -17, 26)),
                "vier Schrauben von oben durch Platine, Rollen und Platte",
                "four screws from above through board, spacers and plate",
            ),
        ),
        (Hand((-103, -8, 22), Hold.PINCH, 10, 0.9),),
    ),
    Step(
        "hood",
        Eye((36, 0, 52), (68, 0, 140), 540),
        (
            Arrow(
                ((-_CORNER, -_CORNER, _HOOD - 6), (-_CORNER, -_CORNER, _HOOD + 29)),
                "Haube von unten an die Platte",
                "hood up to the plate from below",
            ),
            Arrow(
                ((_CORNER, -_CORNER, _HOOD + 66), (_CORNER, -_CORNER, _HOOD + 38)),
                "vier Schrauben M3 × 10 von oben",
                "four screws M3 × 10 from above",
            ),
            Arrow(
                ((90, 0, 6), (40, 0, 6)),
                "Schieber von der Seite hinein",
                "slide in from the side",
            ),
        ),
        (Hand((136, 0, 6), Hold.PINCH, 165, 0.9, flipped=True),),
    ),
    Step(
        "ball",
        Eye((-30, 0, 84), (74, 0, 20), 780),
        (
            Arrow(
                around((0, 0, 145), 19, 190, 330),
                "Kugelkopf auf das Gewinde am Ende des Galgens drehen",
                "turn the ball head onto the thread at the boom's end",
            ),
            Arrow(
                ((0, -15, 42), (0, -15, 70)),
                "Kopf von unten an die Schraube des Kugelkopfs",
                "head up to the ball head's screw",
            ),
            Arrow(
                around((0, 0, 4), 40, 215, 335),
                "und festdrehen",
                "and turn it tight",
            ),
        ),
        (Hand((26, 0, 18), Hold.GRIP, 10, 0.9),),
    ),
    Step(
        "stand",
        Eye((-100, 0, 90), (74, 0, 20), 5000, high=640),
        (
            Arrow(
                ((-520, 520, -60), (-520, 520, -420)),
                "Säule in die Lücke, 20 bis 25 cm vor den Rand; ein Fuß unter den Galgen",
                "column into the gap, 20 to 25 cm from the rim; one foot below the boom",
            ),
            Arrow(
                ((-800, 430, -590), (-590, 490, -690)),
                "Sandsack über die Füße",
                "sandbag over the feet",
            ),
            Arrow(
                ((-520, 520, 500), (-520, 520, 850)),
                "Säule ausziehen, bis die Linse hoch genug hängt",
                "extend the column until the lens hangs high enough",
            ),
            Arrow(
                ((-380, 380, 900), (-30, 30, 900)),
                "Galgen waagrecht bis über die Tischmitte, Knebel festdrehen",
                "boom level, out to the middle of the table, knobs tight",
            ),
        ),
        (Hand((-520, 520, 780), Hold.GRIP, 170, 0.7),),
    ),
    Step(
        "strip",
        Eye((22, 14, 14), (44, 0, 160), 300, high=480),
        (
            Arrow(
                ((30, 16, 26), (30, 13, 8)),
                "Band in die Rinne und an ihre äußere Wand drücken, Lichter nach innen",
                "strip into the channel and against its outer wall, lights inwards",
            ),
            Arrow(
                ((54, 19, 41), (84, 20, 30)),
                "Stück um Stück weiter, um die Ecke herum",
                "on piece by piece, round the corner",
            ),
            Arrow(
                ((88, 3, 8), (57, 3, 8)),
                "Ecke und Schiene aneinander",
                "corner and rail together",
            ),
        ),
        (Hand((-8, 6, 10), Hold.PRESS, 70, 1.1),),
    ),
    Step(
        "lay",
        Eye((110, 110, 24), (58, 0, 30), 820),
        (
            Arrow(
                ((134, 10, 70), (134, 10, 6)),
                "umgedreht auf die Kante legen, 4 mm hinter den Rand",
                "turned over, lay it on the rim, 4 mm behind the edge",
            ),
        ),
        (
            Hand((200, 12, 78), Hold.PINCH, 70, 0.8),
            Hand((12, 200, 78), Hold.PINCH, 180, 0.8),
        ),
    ),
    Step(
        "lever",
        Eye((2, -26, 2), (58, 0, 28), 200),
        (
            Arrow(
                ((3.5, 3, 10.5), (3.5, 8, 20), (3.5, 16, 25)),
                "Hebel hoch",
                "lever up",
            ),
            Arrow(
                ((3.6, -26, 4.2), (3.6, -2, 4.2)),
                "blanke Ader bis zum Anschlag hinein",
                "bare core in as far as it goes",
            ),
            Arrow(
                ((14.5, 7, 20), (14.5, 1, 12)),
                "Hebel zu",
                "lever down",
            ),
            Arrow(
                ((9, -26, 4.2), (9, -52, 4.2)),
                "ziehen: Sie muss halten",
                "pull: it has to hold",
            ),
        ),
        (Hand((9, -61, 4.2), Hold.PINCH, 160, 0.9),),
    ),
    Step(
        "buttons",
        Eye((93, 10, -8), (56, 0, 24), 700),
        (
            Arrow(
                (_button(1, 84), _button(1, 4)),
                "von links, bis sie einrasten: zurück, nächstes Spiel, bestätigen, stumm",
                "from the left, until they snap in: undo, next deal, confirm, mute",
            ),
        ),
        (Hand(_button(1, 84), Hold.PRESS, 100, 0.9),),
    ),
    Step(
        "lid",
        Eye((110, 70, 100), (66, 0, 24), 1000),
        (
            Arrow(
                ((93, 72, 84), (93, 72, 14)),
                "Pi auf seine Pfosten, vier Schrauben M2,5",
                "Pi on its posts, four screws M2.5",
            ),
            Arrow(
                ((_OUT_X / 2, 0, 190), (_OUT_X / 2, 0, 66)),
                "Deckel auf, die Zungen in die Schlitze",
                "lid on, tongues into the slots",
            ),
            Arrow(
                ((_OUT_X - 8, 8, 236), (_OUT_X - 8, 8, 206)),
                "vier Schrauben M3 × 10",
                "four screws M3 × 10",
            ),
        ),
        (Hand((_OUT_X, 60, 204), Hold.GRIP, 5, 0.9),),
    ),
    Step(
        "bar",
        Eye((80, 0, 30), (62, 0, 22), 520, high=500),
        (
            Arrow(
                (
                    (_SIZE["bar_end"] + 2 * _SIZE["bar_pitch"], 20, _SIZE["bar_high"] + 50),
                    (_SIZE["bar_end"] + 2 * _SIZE["bar_pitch"], 20, _SIZE["bar_high"] + 2),
                ),
                "vier Taster von oben hinein, bis sie einrasten",
                "four buttons in from above until they snap in",
            ),
            Arrow(
                ((77, -58, 5), (77, -10, 5)),
                "Leitung in den Schlitz, mit einem Kabelbinder an die Wand",
                "lead into the slot, held to the wall with a cable tie",
            ),
        ),
        (
            Hand(
                (_SIZE["bar_end"] + 2 * _SIZE["bar_pitch"], 20, _SIZE["bar_high"] + 60),
                Hold.PRESS,
                -20,
                0.9,
            ),
        ),
    ),
)
