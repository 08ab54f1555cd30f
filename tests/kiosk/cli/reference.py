"""Every command with its options, as a page: `python -m tests.kiosk.cli.reference` writes it.

docs/COMMANDS.md is made of what `--help` is made of, in both languages side by side; a test writes
it anew and compares, and looks for each line of the real help (`test_reference.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from engine.text import LANGUAGES, Language
from kiosk.cli import MEHRKOPF
from kiosk.cli.command import Argument, Command, Group, Option
from kiosk.cli.examples import EXAMPLES
from tests.shared_data import ROOT

PAGE = ROOT / "docs" / "COMMANDS.md"
EVERYWHERE = ("-h", "--version", "--lang")
"""Options that every command has; the page tells of them once."""
_HEAD = """# Befehle · Commands

Jeder Befehl mit allem, was er annimmt; auf dem Gerät sagt dasselbe `mehrkopf BEFEHL --help`.
Geschrieben von `python -m tests.kiosk.cli.reference`; eine Prüfung vergleicht sie mit `--help`.

Every command with all it takes; on the device `mehrkopf COMMAND --help` says the same. Written by
`python -m tests.kiosk.cli.reference`; a test compares it with `--help`.

Überall · everywhere:
"""


Contexts = dict[Language, click.Context]


def commands(
    there: Command = MEHRKOPF, name: str = "mehrkopf", above: Contexts | None = None
) -> Iterator[tuple[Command, Contexts]]:
    """Yield every command with a context a language, as the command line makes them."""
    contexts: Contexts = {
        language: click.Context(
            there, parent=above[language] if above else None, info_name=name, obj=language
        )
        for language in LANGUAGES
    }
    yield there, contexts
    if isinstance(there, Group):
        for each in there.summaries:
            yield from commands(there.get_command(contexts["de"], each), each, contexts)


def page() -> str:
    """Return the page."""
    lines = [_HEAD]
    for there, contexts in commands():
        if there is MEHRKOPF:
            lines += [*_table(there, contexts, everywhere=True), ""]
        name = contexts["de"].command_path
        lines += [f"## {name}", "", *_said(there, contexts), ""]
        if rows := [*_table(there, contexts)]:
            lines += [*rows, ""]
        lines += ["```", *_examples(name.partition(" ")[2]), "```", ""]
    return "\n".join(lines[:-1]) + "\n"


def _said(there: Command, contexts: Contexts) -> Iterator[str]:
    """Yield what the command is for and how it is called."""
    told = [there.get_help(context).split("\n\n") for context in contexts.values()]
    yield " · ".join(" ".join(each[1].split()) for each in told)
    yield ""
    yield " · ".join(f"`{' '.join(each[0].split()[1:])}`" for each in told)


def _table(there: Command, contexts: Contexts, *, everywhere: bool = False) -> Iterator[str]:
    """Yield a table of what the command takes, or of what every one takes."""
    rows = []
    for each in there.params:
        assert isinstance(each, Argument | Option)
        if (each.opts[0] in EVERYWHERE) is not everywhere:
            continue
        cells = [each.row(contexts[language]) for language in LANGUAGES]
        if any(cell is None for cell in cells):
            continue
        names = dict.fromkeys(f"`{cell[0]}`" for cell in cells if cell)
        texts = [cell[1].replace("|", "\\|") for cell in cells if cell]
        rows.append(f"| {' · '.join(names)} | {' | '.join(texts)} |")
    if rows:
        yield "| | Deutsch | English |"
        yield "|---|---|---|"
        yield from rows


def _examples(name: str) -> Iterator[str]:
    lines = [(f"mehrkopf {line}", what) for line, what in EXAMPLES[name]]
    width = max(len(line) for line, _ in lines)
    yield from (f"{line:<{width}}  # {what.de} · {what.en}" for line, what in lines)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
