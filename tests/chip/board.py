"""The emulated board: an Arduino with our program behind a pseudo terminal, and its strip.

A test says `Board(...)` (or takes the fixture `board` of `tests.chip.fixtures`); a person says
`python -m tests.chip.board` and gets a port to connect to, and the strip drawn below it.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Self

from tests.chip import build

Rgb = tuple[int, int, int]
Picture = tuple[Rgb, ...]

PATIENCE = 120.0
"""Seconds after which something that should happen counts as failed, on a busy machine too."""


@dataclass(frozen=True, slots=True)
class Lit:
    """A picture the strip took over."""

    cycle: int
    """The chip's clock at its last edge, 62.5 ns each."""
    picture: Picture


@dataclass(frozen=True, slots=True)
class State:
    """What the board says of itself; all counts since it was made."""

    cycle: int
    edges: int
    received: int
    """Bytes that reached the chip."""
    sent: int
    lost: int
    """Bytes that came while port and shift register were full."""
    flipped: int
    """Bits turned over by noise."""
    resets: int
    open: int
    lamp: int
    spare: int
    """Bytes of RAM that neither variables nor stack have touched since the start."""


class Board:
    """One board; `unplug` pulls it out, `close` ends it."""

    def __init__(
        self,
        program: Path = build.FIRMWARE,
        *,
        link: Path | None = None,
        trace: Path | None = None,
        boot_ms: int | None = None,
        listener: Callable[[Lit], None] | None = None,
    ) -> None:
        """Start it and wait for its port.

        Args:
            program: the ELF it runs.
            link: a name for its port, that stays the same from board to board.
            trace: where every edge of the strip's wire is written (`tests.chip.waveform`).
            boot_ms: opening the port resets the chip, whose boot loader then takes this long.
            listener: gets each picture, in a thread of its own.
        """
        command = [str(build.BOARD), str(program)]
        command += ["--link", str(link)] if link else []
        command += ["--trace", str(trace)] if trace else []
        command += ["--reset-on-open", str(boot_ms)] if boot_ms is not None else []
        self._listener = listener
        self._answers: SimpleQueue[str | None] = SimpleQueue()
        self._news = threading.Condition()
        self._ordering = threading.Lock()
        self._lit: list[Lit] = []
        self._cut: list[int] = []
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._reader = threading.Thread(target=self._read, name="board", daemon=True)
        self._reader.start()
        name = self._answer().removeprefix("ready ")
        self.port = str(link) if link else name

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def lit(self) -> tuple[Lit, ...]:
        """All pictures so far, the oldest first, the one being written included."""
        if self._process.poll() is None:
            self.state()
        with self._news:
            return tuple(self._lit)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All pictures so far; one that was merely written again stands once."""
        different: list[Picture] = []
        for one in self.lit:
            if not different or different[-1] != one.picture:
                different.append(one.picture)
        return tuple(different)

    @property
    def cut(self) -> tuple[int, ...]:
        """Bits of each writing that ended inside a light."""
        if self._process.poll() is None:
            self.state()
        with self._news:
            return tuple(self._cut)

    def wait_for(
        self,
        wanted: Callable[[Picture], bool] | Picture,
        *,
        after: int = 0,
        patience: float = PATIENCE,
    ) -> Lit:
        """Return the first picture that fits, of those from number `after` on.

        Raises:
            AssertionError: none came in time.
        """
        fits = wanted if callable(wanted) else lambda picture: picture == wanted
        looked_at = after
        deadline = time.monotonic() + patience
        with self._news:
            while True:
                for one in self._lit[looked_at:]:
                    if fits(one.picture):
                        return one
                looked_at = max(looked_at, len(self._lit))
                if not self._news.wait(max(deadline - time.monotonic(), 0)):
                    last = self._lit[-1].picture if self._lit else None
                    raise AssertionError(f"no such picture came; the last was {last}")

    def order(self, words: str) -> State:
        """Give an order (`emulator/orders.c` lists them) and return the board's state after it.

        Raises:
            AssertionError: the board is gone or does not know the order.
        """
        assert self._process.stdin is not None
        with self._ordering:
            self._process.stdin.write(words + "\n")
            self._process.stdin.flush()
            answer = self._answer()
        assert answer.startswith("ok "), answer
        pairs = (pair.split("=") for pair in answer.split()[1:])
        return State(**{name: int(value) for name, value in pairs})

    def state(self) -> State:
        """Return how things stand."""
        return self.order("sync")

    def skip(self, milliseconds: int) -> State:
        """Let so much of the chip's time pass at once."""
        return self.order(f"skip {milliseconds}")

    def freeze(self) -> State:
        """Stop its clock; what the host writes waits on the line."""
        return self.order("freeze")

    def until(self, received: int) -> State:
        """Let it go until so many bytes in all have reached the chip, and stop it there."""
        return self.order(f"until {received}")

    def go(self) -> State:
        """Let it go."""
        return self.order("go")

    def press(self, button: int) -> None:
        """Push a button down, 0 to 3."""
        self.order(f"press {button}")

    def release(self, button: int) -> None:
        """Let it go."""
        self.order(f"release {button}")

    def unplug(self) -> None:
        """Pull it out: the port is gone and so is the power."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        self._shut_pipes()

    def close(self) -> None:
        """End it in order; nothing happens where it was unplugged before."""
        if self._process.poll() is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._reader.join()
        self._shut_pipes()

    def _shut_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue  # an order that nobody was there to read any more

    def _answer(self) -> str:
        try:
            line = self._answers.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError("the board does not answer") from None
        assert line is not None, "the board is gone"
        return line

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            word, _, rest = line.partition(" ")
            if word == "lit":
                self._take(rest)
            elif word == "cut":
                with self._news:
                    self._cut.append(int(rest.split()[1]))
            elif word in {"ok", "unknown", "ready"}:
                self._answers.put(line.strip())
        self._answers.put(None)

    def _take(self, rest: str) -> None:
        cycle, _, colours = rest.strip().partition(" ")
        one = Lit(int(cycle), picture_of(bytes.fromhex(colours)))
        with self._news:
            self._lit.append(one)
            self._news.notify_all()
        if self._listener is not None:
            self._listener(one)


def picture_of(flat: bytes) -> Picture:
    """Return the lights of red green blue bytes."""
    return tuple(
        (flat[at], flat[at + 1], flat[at + 2]) for at in range(0, len(flat) - len(flat) % 3, 3)
    )


def drawn(picture: Sequence[Rgb]) -> str:
    """Return the strip as a line of coloured blocks for a terminal."""
    return "".join(f"\x1b[38;2;{r};{g};{b}m█" for r, g, b in picture) + "\x1b[0m"


def say(line: str) -> None:
    """Write a line in one piece: two threads do."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Run a board for a person: its port, then each new picture; ends with Ctrl-C."""
    build.make()
    shown: list[Picture] = []

    def draw(one: Lit) -> None:
        if not shown or shown[-1] != one.picture:
            shown[:] = [one.picture]
            say(drawn(one.picture) if sys.stdout.isatty() else str(one.picture))

    link = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with Board(link=link, listener=draw) as board:
        say(board.port)
        try:
            for line in sys.stdin:
                say(str(board.order(line.strip())))
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
