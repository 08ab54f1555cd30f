"""The core's talk with the host against the oracle written from hardware/PROTOCOL.md."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.chip import wire
from tests.chip.core_lib import Chip, Core
from tests.chip.model import Model
from tests.chip.wire import Frame, Kind, Reason
from tests.shared_data import ROOT

VECTORS = json.loads((ROOT / "hardware" / "protocol_vectors.json").read_text("utf-8"))
ALL_UP = 0b1111


@pytest.fixture(scope="module")
def core() -> Core:
    return Core()


class Run:
    """Plays the same to several chips and compares what they say."""

    def __init__(self, *chips: Chip) -> None:
        self.chips = chips
        self.now = 0
        self.levels = ALL_UP
        for chip in chips:
            chip.start(0, cause=2)
        self.told()

    def told(self) -> tuple[list[Frame], list[bytes]]:
        first, *others = [chip.taken() for chip in self.chips]
        for other in others:
            assert other == first
        return first

    def say(self, frame: Frame) -> list[Frame]:
        self.feed(wire.encode(frame))
        return self.told()[0]

    def feed(self, data: bytes) -> None:
        for byte in data:
            for chip in self.chips:
                chip.byte(byte, self.now)

    def wait(self, milliseconds: int) -> tuple[list[Frame], list[bytes]]:
        """Let time pass; the buttons are looked at every 5 ms."""
        frames: list[Frame] = []
        lit: list[bytes] = []
        for _ in range(milliseconds):
            self.now += 1
            for chip in self.chips:
                if self.now % 5 == 0:
                    chip.look(self.levels, self.now)
                chip.tick(self.now)
            more = self.told()
            frames += more[0]
            lit += more[1]
        return frames, lit


kinds = st.sampled_from([*Kind, 0x00, 0x42, 0x7F, 0xFF])
seqs = st.integers(0, 255)
light = st.tuples(*[st.integers(0, 255)] * 3)


@st.composite
def frames(draw: st.DrawFn) -> Frame | str:
    """Frames that mean something; "show" stands for the SHOW that fits."""
    seq = draw(seqs)
    frame: Frame | str = draw(
        st.one_of(
            st.just("show"),
            st.just("show"),
            st.builds(
                wire.hello,
                st.just(seq),
                st.sampled_from([0, 1, 3, 60, 144, 145, 65535]),
                st.sampled_from([0, 50, 500, 2000, 9999]),
                st.sampled_from([1, 1, 1, 1, 2]),
            ),
            st.builds(
                wire.pixels,
                st.just(seq),
                st.one_of(st.integers(0, 146), st.integers(0, 65535)),
                st.lists(light, min_size=1, max_size=64),
            ),
            st.builds(Frame, st.just(Kind.SEEN), st.integers(1, 4)),
            st.builds(Frame, st.sampled_from([Kind.PING, Kind.STATS]), st.just(seq)),
            st.builds(Frame, kinds, st.just(seq), st.binary(max_size=8)),
        )
    )
    return frame


steps = st.one_of(
    frames(),
    frames(),
    st.lists(st.integers(0, 255), max_size=220).map(bytes),
    st.integers(1, 4000),
    st.builds(lambda levels, many: ("press", levels, many), st.integers(0, 15), st.integers(1, 40)),
    st.builds(lambda *counts: ("faults", *counts), *[st.integers(0, 255)] * 3),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(steps, max_size=25))
def test_the_core_talks_as_the_document_says(core: Core, script: list[Any]) -> None:
    model = Model()
    run = Run(core, model)
    run.say(wire.hello(1, 3))
    for step in script:
        match step:
            case "show":
                run.say(wire.show(7, model.memory))
            case Frame():
                run.say(step)
            case bytes():
                run.feed(step + b"\0")
            case int():
                run.now += step
                for chip in run.chips:
                    chip.tick(run.now)
            case ("press", levels, many):
                run.levels = levels
                run.wait(many)
            case ("faults", *counts):
                for chip in run.chips:
                    chip.faults(*counts)
                    chip.tick(run.now)
        run.told()
    run.say(Frame(Kind.STATS, 9))
    assert core.hangs == model.hangs


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 15), st.integers(1, 12)), max_size=60))
def test_buttons_count_once_four_looks_agree(core: Core, levels: list[tuple[int, int]]) -> None:
    run = Run(core, Model())
    run.say(wire.hello(1, 1))
    for level, looks in levels:
        run.levels = level
        run.wait(looks * 5)
        run.say(Frame(Kind.PING, 2))
        run.say(Frame(Kind.SEEN, 1 + looks % 3))
    run.say(Frame(Kind.STATS, 9))


def test_a_held_button_tells_it_once_and_events_wait_for_their_acknowledgement(core: Core) -> None:
    run = Run(core, Model())
    run.say(wire.hello(1, 1))
    run.levels = 0b1110
    told = []
    for _ in range(24):
        told += run.wait(50)[0]
        run.say(Frame(Kind.PING, 2))
    seen = [(f.seq, f.payload[0], f.payload[1]) for f in told]
    assert set(seen) == {(1, 0, 1)}, "without SEEN the press is told again and again"
    assert [f.payload[2:] for f in told] == sorted({f.payload[2:] for f in told}), "with its age"
    run.say(Frame(Kind.SEEN, 1))
    (held,) = run.wait(1)[0]
    assert (held.seq, *held.payload[:2]) == (2, 0, 2)
    run.say(Frame(Kind.SEEN, 1))
    assert run.wait(49)[0] == [], "an old acknowledgement counts for nothing"
    run.say(Frame(Kind.SEEN, 2))
    run.levels = ALL_UP
    (released,) = run.wait(20)[0]
    assert (released.seq, *released.payload[:2]) == (3, 0, 0)


def test_event_numbers_go_round_without_zero(core: Core) -> None:
    run = Run(core, Model())
    run.say(wire.hello(1, 1))
    seen = []
    for turn in range(260):
        run.levels = ALL_UP if turn % 2 else 0b1011
        (event,) = run.wait(20)[0]
        seen.append(event.seq)
        run.say(Frame(Kind.SEEN, event.seq))
    assert seen == [*range(1, 256), *range(1, 6)]


@pytest.mark.parametrize(
    ("first", "lights", "fits"),
    [(0, 64, True), (143, 1, True), (80, 64, True), (144, 1, False), (81, 64, False)]
    + [(first, 64, False) for first in (192, 200, 255, 256, 65472, 65535)],
)
def test_no_light_outside_the_strip_is_written(
    core: Core, first: int, lights: int, fits: bool
) -> None:
    run = Run(core, Model())
    run.say(wire.hello(1, 144))
    (answer,) = run.say(wire.pixels(2, first, [(1, 2, 3)] * lights))
    assert answer.kind == (Kind.ACK if fits else Kind.NAK)
    run.say(wire.show(3, run.chips[1].memory if isinstance(run.chips[1], Model) else []))


@pytest.mark.parametrize("kind", [0x80, 0x81, 0x82, 0x83, 0xA0, 0xFF])
def test_what_a_chip_says_is_never_answered(core: Core, kind: int) -> None:
    run = Run(core, Model())
    run.say(wire.hello(1, 1))
    assert run.say(Frame(kind, 3, b"\1\2")) == []


def test_a_button_that_was_down_at_the_greeting_only_comes_up(core: Core) -> None:
    run = Run(core, Model())
    run.levels = 0b0111
    assert run.wait(100)[0] == []
    (welcome,) = run.say(wire.hello(1, 1))
    assert wire.read_welcome(welcome.payload).buttons == 0b1000
    assert run.wait(1500)[0] == []
    run.levels = ALL_UP
    assert [f.payload[1] for f in run.wait(20)[0]] == [0]


def test_silence_brings_the_fail_safe_picture_and_ends_the_greeting(core: Core) -> None:
    run = Run(core, Model())
    run.say(wire.hello(1, 3))
    picture = [(1, 2, 3), (4, 5, 6), (7, 8, 9)]
    run.say(wire.pixels(2, 0, picture))
    run.say(wire.show(3, picture))
    assert set(run.wait(2999)[1]) == {wire.flat(picture)}, "written again, not changed"
    assert run.wait(1)[1] == [bytes([24, 8, 0]) + bytes(6)]
    (refused,) = run.say(Frame(Kind.PING, 4))
    assert refused == Frame(Kind.NAK, 4, bytes([Kind.PING, Reason.NOT_GREETED]))


def test_a_picture_the_memory_does_not_hold_is_not_shown(core: Core) -> None:
    """The chip was reset between two pieces: the second alone is not the picture."""
    run = Run(core, Model())
    run.say(wire.hello(1, 2))
    run.say(wire.pixels(2, 0, [(9, 9, 9)]))
    core.start(0)
    core.taken()
    lone = Run(core)
    lone.say(wire.hello(3, 2))
    lone.say(wire.pixels(4, 1, [(8, 8, 8)]))
    lone.feed(wire.encode(wire.show(5, [(9, 9, 9), (8, 8, 8)])))
    answers, lit = lone.told()
    assert answers == [Frame(Kind.NAK, 5, bytes([Kind.SHOW, Reason.PICTURE]))]
    assert lit == []


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: vector["name"])
def test_vectors_are_what_the_oracle_makes_of_them(vector: dict[str, Any]) -> None:
    frame = Frame(vector["type"], vector["seq"], bytes.fromhex(vector["payload"]))
    block = bytes.fromhex(vector["wire"])
    assert wire.encode(frame) == block
    assert wire.decode(block.strip(b"\0")) == frame


def test_every_vector_stands_in_the_document_too() -> None:
    document = (ROOT / "hardware" / "PROTOCOL.md").read_text("utf-8")
    shown = [v["wire"] for v in VECTORS["frames"] if f"`{v['wire']}`" in document]
    assert len(shown) == len(VECTORS["frames"]) - 1, "all but the longest"


@pytest.mark.parametrize(
    "vector",
    [v for v in VECTORS["frames"] if v["direction"] == "to_chip"],
    ids=lambda vector: vector["name"],
)
def test_the_core_reads_the_vectors(core: Core, vector: dict[str, Any]) -> None:
    run = Run(core, Model())
    run.say(wire.hello(1, 144))
    run.feed(bytes.fromhex(vector["wire"]))
    answers, _ = run.told()
    assert not any(f.kind == Kind.NAK and f.payload[1] == Reason.FRAME for f in answers)


@pytest.mark.parametrize("vector", VECTORS["broken"], ids=lambda vector: vector["name"])
def test_the_core_refuses_the_broken_vectors(core: Core, vector: dict[str, Any]) -> None:
    run = Run(core, Model())
    run.feed(bytes.fromhex(vector["wire"]))
    assert core.taken_bytes()[0].hex() == "0002810104013f6d00"


@pytest.mark.parametrize("vector", VECTORS["cap"], ids=lambda vector: vector["name"])
def test_the_core_dims_as_the_vectors_say(core: Core, vector: dict[str, Any]) -> None:
    asked, shown = bytes.fromhex(vector["asked"]), bytes.fromhex(vector["shown"])
    run = Run(core)
    leds = len(asked) // 3
    run.say(wire.hello(1, leds, vector["cap_ma"]))
    picture = [(asked[at], asked[at + 1], asked[at + 2]) for at in range(0, len(asked), 3)]
    for at in range(0, leds, 64):
        run.say(wire.pixels(2, at, picture[at : at + 64]))
    run.feed(wire.encode(wire.show(3, picture)))
    assert run.told()[1] == [shown]
