"""One finished deal worked out with open cards: the program of the process beside the table.

It knows the engine and nothing of the kiosk, so that it starts at once and stays small
(`python -m kiosk.replay.one_deal`; `analyses` runs it).
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import IO

from engine.dealfile import reader
from engine.open_cards import form
from engine.open_cards.findings import look


def main() -> int:
    """Work out one deal of standard input; one JSON object a line says how far it is.

    The last one says what was found.
    """
    line = sys.stdin.readline()
    threading.Thread(target=_end_with, args=(sys.stdin,), daemon=True).start()
    # Where memory is short this goes first, never the table.
    Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    work = look(reader.parse_line(line))
    while True:
        try:
            step = next(work)
        except StopIteration as end:
            _say({"found": form.to_json(end.value)})
            return 0
        said = {"stage": step.stage.value, "done": step.done, "total": step.total}
        _say({**said, "spare": step.spare})


def _say(value: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(value, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _end_with(asked: IO[str]) -> None:
    """End when nobody waits any more: the program closed the line, or is gone."""
    asked.read()
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
