"""argparse that speaks both languages and fails with one plain sentence."""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, NoReturn

from engine.text import Language, Text

Arguments = argparse.Namespace
"""The parsed words; `language` is always there."""


class WrongUseError(Exception):
    """The words on the command line do not fit; told in one sentence, exit status 2."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


_USAGE = Text(de="Aufruf: ", en="Usage: ")
_OPTIONS = Text(de="Optionen", en="Options")
_WORDS = Text(de="Angaben", en="Arguments")
_COMMANDS = Text(de="Befehle", en="Commands")
_HELP = Text(de="diese Hilfe zeigen", en="show this help")
_VERSION = Text(de="die Version zeigen", en="show the version")
FOLDER = Text(de="ORDNER", en="DIR")
HOME = Text(
    de="Datenordner (sonst MEHRKOPF_HOME, /var/lib/mehrkopf oder ~/.local/share/mehrkopf)",
    en="data folder (else MEHRKOPF_HOME, /var/lib/mehrkopf or ~/.local/share/mehrkopf)",
)
_LANG = Text(de="Sprache: de oder en", en="language: de or en")
_UNKNOWN_COMMAND = Text(
    de="Den Befehl „{word}“ gibt es nicht; {prog} --help zeigt alle.",
    en='There is no command "{word}"; {prog} --help shows all of them.',
)

_COMPLAINTS: tuple[tuple[re.Pattern[str], Text], ...] = tuple(
    (re.compile(pattern), Text(de=de, en=en))
    for pattern, de, en in (
        (
            r"the following arguments are required: (?P<what>.*,.*)",
            "Es fehlen die Angaben {what}; {prog} --help zeigt, was hingehört.",
            "The arguments {what} are missing; {prog} --help shows what belongs there.",
        ),
        (
            r"the following arguments are required: (?P<what>.*)",
            "Es fehlt die Angabe {what}; {prog} --help zeigt, was hingehört.",
            "The argument {what} is missing; {prog} --help shows what belongs there.",
        ),
        (
            r"unrecognized arguments: (?P<what>.* .*)",
            "Die Angaben {what} sind unbekannt; {prog} --help zeigt alle.",
            "The arguments {what} are unknown; {prog} --help shows all of them.",
        ),
        (
            r"unrecognized arguments: (?P<what>.*)",
            "Die Angabe {what} ist unbekannt; {prog} --help zeigt alle.",
            "The argument {what} is unknown; {prog} --help shows all of them.",
        ),
        (
            r"argument (?P<what>.*?): expected .*",
            "Nach {what} fehlt ein Wert; {prog} --help zeigt, was hingehört.",
            "A value is missing after {what}; {prog} --help shows what belongs there.",
        ),
        (
            r"argument --lang: invalid choice: '?(?P<value>[^'(]*)'?.*",
            "Die Sprache „{value}“ gibt es nicht; möglich sind --lang de und --lang en.",
            'There is no language "{value}"; possible are --lang de and --lang en.',
        ),
        (
            r"argument (?P<what>.*?): invalid (?:\w+ value|choice): "
            r"'?(?P<value>[^'(]*?)(?:\s*['(].*)?",
            "Der Wert „{value}“ passt nicht zu {what}; {prog} --help zeigt, was hingehört.",
            'The value "{value}" does not fit {what}; {prog} --help shows what belongs there.',
        ),
    )
)
_OTHERWISE = Text(
    de="Der Aufruf passt nicht ({what}); {prog} --help zeigt, wie es geht.",
    en="These words do not fit ({what}); {prog} --help shows how it works.",
)


_BEFORE = ("--lang", "--home")
"""Options that take a value and may stand before the command."""


def command_at(words: Sequence[str]) -> int | None:
    """Return where the command stands: the first word that is no option and no option's value."""
    for at, word in enumerate(words):
        if not word.startswith("-") and (at == 0 or words[at - 1] not in _BEFORE):
            return at
    return None


def version() -> str:
    """Return the version of the product: as installed, else as the checkout says."""
    try:
        return metadata.version("mehrkopf")
    except metadata.PackageNotFoundError:
        project = Path(__file__).resolve().parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])


class Parser(argparse.ArgumentParser):
    """One command's words; help and complaints in the language of the surroundings."""

    def __init__(
        self,
        prog: str,
        summary: Text,
        language: Language,
        commands: Mapping[str, Text] | None = None,
    ) -> None:
        self.language = language
        self._command_list = commands
        super().__init__(
            prog=prog,
            description=self.words(summary),
            add_help=False,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self._positionals.title = self.words(_WORDS)
        self._optionals.title = self.words(_OPTIONS)
        self.add_argument("-h", "--help", action="help", help=self.words(_HELP))
        self.add_argument(
            "--version",
            action="version",
            version=f"mehrkopf {version()}",
            help=self.words(_VERSION),
        )
        self.add_argument("--lang", choices=("de", "en"), help=self.words(_LANG))
        if commands is not None:
            # May stand before the command as well; without one it says nothing.
            self.option("--home", metavar=FOLDER, help_text=HOME)
            lines = [f"  {name:<11}{self.words(text)}" for name, text in commands.items()]
            self.epilog = "\n".join([self.words(_COMMANDS) + ":", *lines])
            self.usage = f"{prog} [-h] [--version] [--lang {{de,en}}] [--home ORDNER] BEFEHL ..."
            if language == "en":
                self.usage = self.usage.replace("BEFEHL", "COMMAND").replace("ORDNER", "DIR")

    def words(self, text: Text) -> str:
        """Return the text in the language of the surroundings."""
        return text.in_language(self.language)

    def option(
        self,
        *names: str,
        help_text: Text | None,
        metavar: Text | str | None = None,
        **kwargs: Any,
    ) -> None:
        """Add an argument; without a help text it works but is not shown."""
        shown = argparse.SUPPRESS if help_text is None else self.words(help_text)
        if metavar is not None:
            kwargs["metavar"] = self.words(metavar) if isinstance(metavar, Text) else metavar
        self.add_argument(*names, help=shown, **kwargs)

    def takes_value(self, name: str) -> bool:
        """Tell whether the next word belongs to the option of this name."""
        known = self._option_string_actions.get(name)
        return known is not None and known.nargs != 0

    def parse(self, words: Sequence[str]) -> Arguments:
        """Parse the words.

        Raises:
            WrongUseError: they do not fit.
        """
        if self._command_list is not None:
            at = command_at(words)
            if at is not None:
                word = words[at]
                if word not in self._command_list:
                    raise WrongUseError(_UNKNOWN_COMMAND.format(word=word, prog=self.prog))
        parsed = self.parse_args(words)
        parsed.language = self.language
        return parsed

    def format_help(self) -> str:
        """Return the help with its headings in the language of the surroundings."""
        return super().format_help().replace("usage: ", self.words(_USAGE), 1)

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing: the caller says it in one sentence.

        Raises:
            WrongUseError: always.
        """
        for pattern, text in _COMPLAINTS:
            if found := pattern.fullmatch(message):
                raise WrongUseError(text.format(prog=self.prog, **found.groupdict()))
        raise WrongUseError(_OTHERWISE.format(prog=self.prog, what=message))
