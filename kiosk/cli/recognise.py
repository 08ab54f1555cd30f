"""`mehrkopf recognise IMAGE… --deck D`: which cards are on these photographs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine.cards import UNSEEN_CODE
from engine.text import PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, command
from kiosk.cli.common import IMAGE, JSON, Progress, deck_option, home_of, say, warn
from kiosk.home.deck_files import open_deck, other_decks
from vision.arrays import Floats, Image
from vision.camera.frames import read_picture
from vision.reading.nets import load_nets
from vision.reading.other_deck import ENOUGH, other_deck
from vision.sighting import Quad
from vision.still.recognise import SeenCard, StillContents, look

_IMAGES = Text(
    de="Fotos; ?? ist eine Karte, die offen daliegt und nicht zu benennen ist; eine Karte eines "
    "anderen Blatts kann auf einem einzelnen mit Gewissheit falsch benannt werden, erst sechs "
    "Karten oder mehr zusammen verraten das Blatt",
    en="photographs; ?? is a card that lies face up and cannot be named; in a single "
    "photograph a card from another deck may be named wrongly and with certainty, "
    "it takes six cards or more to tell the deck",
)
_READING = Text(de="Fotos", en="Photographs")
_NOTHING = Text(de="keine Karte gefunden", en="no card found")
_FACE_DOWN = Text(de="verdeckt", en="face down")
_UNNAMED = Text(
    de="?? ist eine Karte, die offen daliegt und nicht zu benennen ist: aus einem anderen Druck, "
    "verdeckt oder zu schlecht zu sehen.",
    en="?? is a card that lies face up and cannot be named: from another print, "
    "covered, or too hard to see.",
)
_FOLDER = Text(
    de="{path} ist ein Ordner; bitte die Fotos darin nennen, etwa {path}/*.jpg.",
    en="{path} is a folder; please name the photographs in it, such as {path}/*.jpg.",
)
_LIKE_ANOTHER = Text(
    de="Diese Karten sehen nach dem Blatt „{other}“ aus, nicht nach „{deck}“; bitte mit --deck "
    "{other} lesen.",
    en='These cards look like the deck "{other}", not like "{deck}"; please read them with --deck '
    "{other}.",
)
_UNLIKE = Text(
    de="Diese Karten sehen dem Blatt „{deck}“ nicht ähnlich, und was gelesen wurde, stimmt wohl "
    "nicht: bitte mit --deck das Blatt nennen, das auf den Fotos ist, oder es zuerst einlernen "
    "(„mehrkopf enrol“).",
    en='These cards do not look like the deck "{deck}", so what was read is probably '
    "wrong: please name the deck in the photographs with --deck, or enrol it "
    'first ("mehrkopf enrol").',
)
_LEAST = 0.0005


@command(
    Argument("images", IMAGE, _IMAGES, nargs=-1, required=True, type=Path),
    deck_option(required=True),
    JSON,
    HOME,
)
def execute(arguments: Arguments) -> int:
    """Write one line an image; status 1 when one holds no card that can be read.

    What is no picture is told and left out, status 2; so are, at the end, cards of another deck,
    where the pictures show enough of them.
    """
    nets = load_nets()
    home = home_of(arguments)
    profile = open_deck(arguments.deck, home, nets)
    faces: list[Floats] = []
    status, unnamed = 0, 0
    title = _READING.in_language(arguments.language)
    with Progress(title, len(arguments.images)) as progress:
        for number, path in enumerate(arguments.images):
            try:
                found = look(_picture(path), profile, nets)
            except PlainError as error:
                warn(error.text, arguments.language)
                status = 2
            else:
                faces += found.faces
                unnamed += len(found.unnamed)
                status = max(status, 0 if found.cards else 1)
                sys.stdout.write(_line(path, found, arguments) + "\n")
            progress(number + 1)
    if unnamed and not arguments.json:
        say(_UNNAMED, arguments.language)
    others = other_decks(arguments.deck, home, nets) if len(faces) >= ENOUGH else []
    wrong = other_deck(faces, profile, others, nets.accept)
    if wrong is None:
        return status
    said = _UNLIKE if wrong.name is None else _LIKE_ANOTHER
    warn(said.format(deck=profile.name, other=wrong.name or ""), arguments.language)
    return 2


def _picture(path: Path) -> Image:
    if path.is_dir():
        raise PlainError(_FOLDER.format(path=path))
    return read_picture(path)


def _line(path: Path, found: StillContents, arguments: Arguments) -> str:
    if arguments.json:
        cards = [card_json(seen) for seen in found.cards]
        cards += [
            {"card": UNSEEN_CODE, "p": 0.0, "alternatives": [], "quad": _rounded(quad)}
            for quad in found.unnamed
        ]
        line = {"file": str(path), "cards": cards, "face_down": list(map(_rounded, found.backs))}
        return json.dumps(line, ensure_ascii=False)
    said = [f"{seen.card.code} ({seen.probability:.0%})" for seen in found.cards]
    said += [UNSEEN_CODE] * len(found.unnamed)
    said += [_FACE_DOWN.in_language(arguments.language)] * len(found.backs)
    return f"{path}: {', '.join(said) or _NOTHING.in_language(arguments.language)}"


def card_json(seen: SeenCard) -> dict[str, object]:
    """Return one card as `docs/DEAL_FILE.md` has it."""
    return {
        "card": seen.card.code,
        "p": round(seen.probability, 4),
        "alternatives": [[face.code, round(p, 4)] for face, p in seen.alternatives if p >= _LEAST],
        "quad": _rounded(seen.quad),
    }


def _rounded(quad: Quad) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in quad]
