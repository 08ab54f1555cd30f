"""What takes something from outside: for each surface good inputs, and how one is read.

A reader returns where the input was understood and raises `PlainError` where it was told; anything
else is a finding.
"""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from engine.bounds import lines_of
from engine.dealfile.writer import answer
from engine.evening.fold import fold
from engine.journal.database import GENESIS, next_hash
from engine.journal.journal import Journal
from engine.notation.writer import write
from engine.referee.evaluation import evaluate
from engine.rules.description import to_toml
from engine.rules.house_rules import from_toml
from engine.text import PlainError, Text
from firmware_bridge.link.frames import Frame, FrameReader, encode
from firmware_bridge.link.messages import Kind, button_of, counters_of, refusal_of, welcome_of
from kiosk.box.light import LightChoice, kept_light
from kiosk.box.sounds import kept_sounds
from kiosk.camera.camera_values import chosen_camera, load_setups
from kiosk.director.deal_source import CalledDeals
from kiosk.exports.deals import DEALS, MKN, ONELINE, form_of, read_deals, recorded_deals
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import BUNDLED
from kiosk.home.files import kept_page_choice
from kiosk.home.region import kept_region
from kiosk.home.texts import decoded
from kiosk.settings import read_settings
from tests.engine.dealfile import mutated as good
from tests.fuzz.mutation import mutated
from vision.reading.nets import Net
from vision.reading.profile import load_profile

SAMPLE = BUNDLED.parent / "sample"


@dataclass(frozen=True)
class Surface:
    """One way in."""

    seeds: Callable[[random.Random], list[bytes]]
    read: Callable[[bytes], object]
    made: Callable[[list[bytes], random.Random], bytes] = mutated


def check_sentence(text: Text) -> None:
    """Fail where something told is no plain sentence."""
    for said in (text.de, text.en):
        assert said.strip(), "nothing is said"
        assert "\n" not in said.strip(), said[:300]
        assert "Traceback" not in said, said[:300]
        assert len(said) < 3000, said[:300]


def _deals(form: str) -> Callable[[bytes], object]:
    def read(data: bytes) -> None:
        text = decoded(data, "file")
        for found in read_deals(text, form if form != DEALS else form_of("file", text, None)):
            if found.error is not None:
                check_sentence(found.error)
            elif found.record is not None:
                told = answer(found.record, evaluate(found.record))
                line = json.dumps(told, ensure_ascii=False, allow_nan=False)
                line.encode(errors="backslashreplace")
                if form == MKN:
                    write(found.record, evaluate(found.record))

    return read


def _deal_seeds(chance: random.Random) -> list[bytes]:
    lines = [json.dumps(line).encode() for line in islice(good.whole_deals(chance), 60)]
    pretty = [json.dumps(json.loads(line), indent=1).encode() for line in lines[:5]]
    return [*lines, b"\n".join(lines[:3]), b"[" + b",\n".join(lines[3:6]) + b"]", *pretty]


def _notation_seeds(chance: random.Random) -> list[bytes]:
    found = (next(iter(read_deals(seed.decode(), DEALS))) for seed in _deal_seeds(chance)[:60])
    records = [each.record for each in found if each.record is not None]
    return [write(record, evaluate(record)).encode() for record in records]


_ONE_LINES = [
    b"Rufspiel Blaue von 3: so h7 go eo e7 e9 ea ez g7 g8 ga gz s7 s8 sa sz "
    b"eu ek gu gk hu hk su sk ho h8 ha hz e8 g9 h9 s9",
    b"Wenz von 0: eu e7 e8 e9 ga gz gk go", b"3 spielt Herz-Solo Tout: ea ek", b"# x\nRamsch: eo",
]  # fmt: skip


def _rules(data: bytes) -> None:
    named = from_toml(decoded(data, "ours.toml"), "ours.toml")
    to_toml(named.rules, named.game, "de")


def _rule_seeds(chance: random.Random) -> list[bytes]:
    return [good.rules_file(chance).encode() for _ in range(40)]


_TABLE = b"""[table]
game = "schafkopf"
deck = "isar"
seats = ["Resi", "Toni", "Vroni", "Sepp"]
rules = { laufende_min = 2 }
[camera]
source = "rtsp://camera.example/live?pwd=secret"
size = "1920x1080"
seat_angles = [0, 90.5, 180, 270]
light_pin = 17
off_after_min = 10.0
[referee]
own_play = "at_once"
count = "trick_end"
joint = "deal_end"
[page]
port = 8080
host = "127.0.0.1"
language = "de"
[phones]
guest_port = 8081
host_mode = false
[words]
gras = "Laub"
[strip]
port = "/dev/ttyACM0"
"""


def _in_folder(folder: Path, name: str, read: Callable[[Home], object]) -> Callable[[bytes], None]:
    home = Home(folder)

    def of(data: bytes) -> None:
        (folder / name).write_bytes(data)
        read(home)

    return of


def _choices(folder: Path) -> Callable[[bytes], None]:
    path = folder / "choice.toml"
    kinds = (kept_region, kept_sounds, kept_page_choice, lambda file: kept_light(LIGHT, file))

    def read(data: bytes) -> None:
        path.write_bytes(data)
        told: PlainError | None = None
        for kind in kinds:
            try:
                cast("Callable[..., object]", kind)(file=path)
            except PlainError as error:
                check_sentence(error.text)
                told = error
        if told is not None:
            raise told

    return read


LIGHT = LightChoice(1.0, "auto")
_CHOICES = [
    b'gras = "Laub"\nass = "As"\n', b"volume = 3\nspeech = true\nsound = false\n",
    b'language = "de"\nmoney = true\n', b'brightness = 0.5\nnight = "dim"\n',
]  # fmt: skip
_SETUPS = [
    b'chosen = "http://camera.example/x"\nsize = "1920x1080"\n[camera."/dev/video0"]\n'
    b"middle = [960.0, 540.0]\nradius = 400.0\nhomography = [[1.0,0.0,0.0],[0.0,1.0,0.0]]\n"
]


def _journal_seeds(_: random.Random) -> list[bytes]:
    """Return the events of the journals of all versions, without their heads."""
    files = sorted((Path(__file__).parents[1] / "engine" / "golden").glob("*.jsonl"))
    return [b"\n".join(file.read_bytes().splitlines()[1:]) for file in files]


def _chained(seeds: list[bytes], chance: random.Random) -> bytes:
    """Return an export with a head that fits: whoever alters one by hand can do that too."""
    data = mutated(seeds, chance)
    try:
        events = [json.loads(line) for line in data.decode().split("\n") if line.strip()]
        lines = [_line(seq, event) for seq, event in enumerate(events, start=1)]
    except (ValueError, RecursionError, TypeError):
        return data
    head = GENESIS
    for line in lines:
        head = next_hash(head, line)
    top = {"journal": "mehrkopf", "v": 1, "events": len(lines), "head": head}
    return "\n".join((json.dumps(top), *lines)).encode()


def _line(seq: int, event: dict[str, Any]) -> str:
    said = {**event, "seq": seq}
    line = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return line.encode().decode()


def _journal(data: bytes) -> None:
    text = decoded(data, "export")
    journal = Journal.in_memory()
    try:
        journal.import_lines(lines_of(text))
        fold(journal.events())
        for record in recorded_deals(journal).records:
            evaluate(record)
    finally:
        journal.close()


class _AnySum(str):
    """The checksum of a net that made every deck."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


def _deck(home: Home) -> None:
    load_profile(home.root / "x.deck", cast(Net, SimpleNamespace(sha256=_AnySum())))


def _deck_seeds(_: random.Random) -> list[bytes]:
    with zipfile.ZipFile(BUNDLED / "isar.deck") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    about = json.loads(parts["deck.json"])
    one = {**about, "cards": about["cards"][:2], "views": about["views"][:2]}
    vectors = np.load(io.BytesIO(parts["prototypes.npy"]))[:4]
    one |= {"owner": [0, 0, 1, 1], "negatives": [], "negative_pictures": []}
    few = {name: data for name, data in parts.items() if name.startswith(("crops/EA", "crops/EZ"))}
    body = io.BytesIO()
    np.save(body, vectors)
    few |= {"deck.json": json.dumps(one).encode(), "prototypes.npy": body.getvalue()}
    body = io.BytesIO()
    np.save(body, vectors[:0])
    few["negatives.npy"] = body.getvalue()
    return [_zipped(few)]


def _zipped(parts: dict[str, bytes]) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return body.getvalue()


def _deck_made(seeds: list[bytes], chance: random.Random) -> bytes:
    """Damage the file, or one of its parts in an archive that is whole."""
    if chance.random() < 0.3:
        return mutated(seeds, chance)
    with zipfile.ZipFile(io.BytesIO(seeds[0])) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    weights = [6 if name == "deck.json" else 2 if name.endswith("npy") else 1 for name in parts]
    (name,) = chance.choices(list(parts), weights)
    parts[name] = mutated([parts[name]], chance)
    if chance.random() < 0.1:
        parts[chance.choice(list(parts))] = bytes(300_000)
    return _zipped(parts)


def _frame_seeds(chance: random.Random) -> list[bytes]:
    return [encode(Frame(kind, chance.randrange(256), chance.randbytes(size)))
            for kind in Kind for size in (0, 1, 2, 8, 40, 64)]  # fmt: skip


def _frames_made(seeds: list[bytes], chance: random.Random) -> bytes:
    """Damage the line, or send a whole frame that says anything."""
    if chance.random() < 0.5:
        return mutated(seeds, chance)
    kind = chance.choice((*Kind, chance.randrange(256)))
    return encode(Frame(int(kind), chance.randrange(256), chance.randbytes(chance.randrange(60))))


_OF_KIND: dict[int, Callable[[bytes], object]] = {
    Kind.WELCOME: welcome_of,
    Kind.COUNTERS: counters_of,
    Kind.BUTTON: button_of,
    Kind.NAK: refusal_of,
}


def _frames(data: bytes) -> None:
    reader = FrameReader()
    for frame in reader.feed(data):
        with suppress(ValueError):
            _OF_KIND.get(frame.kind, bytes)(frame.payload)
    assert len(reader._rest) < 1000


FILES = (
    *("deals", "notation", "oneline", "calls", "rules", "table", "choices", "cameras", "journal"),
    *("deck", "frames"),
)
"""The names of the surfaces that take files, and the strip's line."""


def surfaces(folder: Path) -> dict[str, Surface]:
    """Return every surface but the pages; files are written into `folder`."""
    told: dict[str, Surface] = {
        "deals": Surface(_deal_seeds, _deals(DEALS)),
        "notation": Surface(_notation_seeds, _deals(MKN)),
        "oneline": Surface(lambda _: list(_ONE_LINES), _deals(ONELINE)),
        "calls": Surface(_deal_seeds, _in_folder(
            folder, "calls.jsonl", lambda home: CalledDeals(home.root / "calls.jsonl"))),
        "rules": Surface(_rule_seeds, _rules),
        "table": Surface(lambda _: [_TABLE], _in_folder(
            folder, "table.toml", lambda home: read_settings(home.table_toml, home))),
        "choices": Surface(lambda _: list(_CHOICES), _choices(folder)),
        "cameras": Surface(lambda _: list(_SETUPS), _in_folder(
            folder, "settings.toml", lambda home: (load_setups(home), chosen_camera(home)))),
        "journal": Surface(_journal_seeds, _journal, _chained),
        "deck": Surface(_deck_seeds, _in_folder(folder, "x.deck", _deck), _deck_made),
        "frames": Surface(_frame_seeds, _frames, _frames_made),
    }  # fmt: skip
    return told


def inputs(surface: Surface, seed: int) -> Iterator[bytes]:
    """Yield inputs without end, the same ones for the same seed."""
    chance = random.Random(seed)
    seeds = surface.seeds(chance)
    yield from seeds
    while True:
        yield surface.made(seeds, chance)
