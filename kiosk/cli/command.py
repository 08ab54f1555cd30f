"""Commands, options and arguments of click that speak German and English.

Help and complaints are in the language of the surroundings, which is the context's `obj`; words
that do not fit are told in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from engine.text import Language, PlainError, Text, with_guess
from kiosk.cli.examples import EXAMPLES, typed
from kiosk.home.version import version

Arguments = SimpleNamespace
"""The parsed words by name; `language` is always there."""

FOLDER = Text(de="ORDNER", en="DIR")
_USAGE = Text(de="Aufruf: ", en="Usage: ")
_OPTIONS = Text(de="Optionen", en="Options")
_ARGUMENTS = Text(de="Angaben", en="Arguments")
_COMMANDS = Text(de="Befehle", en="Commands")
_EXAMPLES = Text(de="Beispiele", en="Examples")
_SUMMARY = Text(
    de="Der Tischrichter für Schafkopf, Mehrkopf und Verwandte.",
    en="The table referee for Schafkopf, Mehrkopf and related games.",
)
_COMMAND = Text(de="BEFEHL ...", en="COMMAND ...")
_UNKNOWN_COMMAND = Text(
    de="Den Befehl „{word}“ gibt es nicht; {prog} --help zeigt alle.",
    en='There is no command "{word}"; {prog} --help shows all of them.',
)
_WHICH = Text(
    de="Bitte sagen, was zu tun ist: {known}; {prog} --help erklärt es.",
    en="Please say what to do: {known}; {prog} --help explains each.",
)
_MISSING = Text(
    de="Es fehlt die Angabe {what}; {prog} --help zeigt, was hingehört.",
    en="The argument {what} is missing; {prog} --help shows what goes there.",
)
_MISSING_SOME = Text(
    de="Es fehlen die Angaben {what}; {prog} --help zeigt, was hingehört.",
    en="The arguments {what} are missing; {prog} --help shows what goes there.",
)
_UNKNOWN = Text(
    de="Die Angabe {what} ist unbekannt; {prog} --help zeigt alle.",
    en="The argument {what} is unknown; {prog} --help shows all of them.",
)
_NO_VALUE = Text(
    de="Nach {what} fehlt ein Wert; {prog} --help zeigt, was hingehört.",
    en="A value is missing after {what}; {prog} --help shows what goes there.",
)
_UNFIT = Text(
    de="Der Wert „{value}“ passt nicht zu {what}; {prog} --help zeigt, was hingehört.",
    en='The value "{value}" does not fit {what}; {prog} --help shows what goes there.',
)
_NO_LANGUAGE = Text(
    de="Die Sprache „{value}“ gibt es nicht; möglich sind --lang de und --lang en.",
    en='There is no language "{value}"; use --lang de or --lang en.',
)


def language_of(words: Sequence[str], environ: Mapping[str, str]) -> Language:
    """Return the language named by `--lang`, else by LC_ALL, LC_MESSAGES or LANG, else German.

    Never fails: a `--lang` that names no language is refused later, when the words are parsed.
    """
    for at, word in enumerate(words):
        named = word.removeprefix("--lang=") if word.startswith("--lang=") else None
        if word == "--lang" and at + 1 < len(words):
            named = words[at + 1]
        if named in ("de", "en"):
            return "en" if named == "en" else "de"
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(variable):
            return "en" if value.lower().startswith("en") else "de"
    return "de"


def _plain(ctx: click.Context, text: Text, **what: object) -> PlainError:
    return PlainError(text.format(prog=ctx.command_path, **what))


def _unknown(ctx: click.Context, text: Text, word: str, known: Iterable[str]) -> PlainError:
    """Return what is said of a word nobody knows, with the one that was probably meant."""
    said = text.format(prog=ctx.command_path, what=word, word=word)
    return PlainError(with_guess(said, word, known))


class Option(click.Option):
    """An option; without a help text it works but is not shown."""

    def __init__(
        self,
        *names: str,
        text: Text | None,
        value: Text | str | None = None,
        unfit: Text = _UNFIT,
        **attributes: Any,
    ) -> None:
        """Take click's names and attributes, and `value`: how the help calls what it takes."""
        super().__init__(names, **attributes)
        if isinstance(self.type, click.Choice):
            value = f"{{{','.join(map(str, self.type.choices))}}}"
        self._text, self._value, self._unfit = text, value, unfit

    def called(self, ctx: click.Context) -> str:
        """Return its longest name."""
        return self.opts[-1]

    def row(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return its names and its text in the help."""
        if self._text is None:
            return None
        value = "" if self._value is None else f" {_said(ctx, self._value)}"
        return ", ".join(self.opts) + value, _said(ctx, self._text)

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Convert the value.

        Raises:
            PlainError: it does not fit, or it is the name of the next option.
        """
        if any(value in each.opts for each in ctx.command.params):
            raise _plain(ctx, _NO_VALUE, what=self.called(ctx))
        try:
            return super().type_cast_value(ctx, value)
        except click.BadParameter as error:
            said = self._unfit.format(
                prog=ctx.command_path, value=str(value), what=self.called(ctx)
            )
            known = self.type.choices if isinstance(self.type, click.Choice) else ()
            raise PlainError(with_guess(said, str(value), map(str, known))) from error


class Argument(click.Argument):
    """A word that stands without an option's name; `value` is how the help calls it."""

    def __init__(self, name: str, value: Text | str, text: Text, **attributes: Any) -> None:
        super().__init__([name], **attributes)
        self._text, self._value = text, value

    def called(self, ctx: click.Context) -> str:
        """Return how the help calls it."""
        return _said(ctx, self._value)

    def row(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return its name and its text in the help."""
        return self.called(ctx), _said(ctx, self._text)


def _said(ctx: click.Context, text: Text | str) -> str:
    return text if isinstance(text, str) else text.in_language(ctx.obj)


def _or_before(ctx: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Return the value, else the one that stands before the command."""
    return ctx.parent.params[parameter.name] if value is None and ctx.parent else value


def _tell(what: Callable[[click.Context], str]) -> dict[str, Any]:
    def tell(ctx: click.Context, parameter: click.Parameter, asked: bool) -> None:
        if asked:
            click.echo(what(ctx))
            ctx.exit()

    return {"callback": tell, "is_flag": True, "is_eager": True, "expose_value": False}


HOME = Option(
    "--home",
    value=FOLDER,
    type=Path,
    callback=_or_before,
    text=Text(
        de="Datenordner (sonst MEHRKOPF_HOME, /var/lib/mehrkopf oder ~/.local/share/mehrkopf)",
        en="data folder (default: MEHRKOPF_HOME, /var/lib/mehrkopf or ~/.local/share/mehrkopf)",
    ),
)
_HELP = Text(de="diese Hilfe zeigen", en="show this help")
_VERSION = Text(de="die Version zeigen", en="show the version")
_LANG = Text(de="Sprache: de oder en", en="language: de or en")
_EVERYWHERE = (
    Option("-h", "--help", text=_HELP, **_tell(lambda ctx: ctx.get_help())),
    Option("--version", text=_VERSION, **_tell(lambda _: f"mehrkopf {version()}")),
    Option(
        "--lang",
        text=_LANG,
        type=click.Choice(("de", "en")),
        unfit=_NO_LANGUAGE,
        callback=_or_before,
    ),
)


class Command(click.Command):
    """A command; what it is for is said by the group that has it."""

    params: list[Option | Argument]  # type: ignore[assignment]

    def __init__(
        self,
        parameters: Iterable[Option | Argument],
        callback: Callable[..., int | None],
        **attributes: Any,
    ) -> None:
        params: list[click.Parameter] = [*_EVERYWHERE, *parameters]
        super().__init__(
            None, params=params, callback=callback, add_help_option=False, **attributes
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words.

        Raises:
            PlainError: they do not fit.
        """
        ctx.allow_extra_args = True
        try:
            rest = super().parse_args(ctx, args)
        except click.MissingParameter as error:
            # Click handles those that are given first.
            lack = [e.called(ctx) for e in self.params if e.required and e.name not in ctx.params]
            text = _MISSING if len(lack) == 1 else _MISSING_SOME
            raise _plain(ctx, text, what=", ".join(lack)) from error
        except click.NoSuchOption as error:
            names = (name for each in self.params for name in each.opts if name.startswith("--"))
            raise _unknown(ctx, _UNKNOWN, error.option_name, names) from error
        except click.BadOptionUsage as error:
            name = error.option_name
            if any(name in e.opts for e in self.params if isinstance(e, Option) and e.is_flag):
                raise _plain(ctx, _UNKNOWN, what=f"{name}=...") from error
            raise _plain(ctx, _NO_VALUE, what=name) from error
        if HOME not in self.params and ctx.parent and ctx.parent.params["home"]:
            rest = ["--home"]
        if rest and not isinstance(self, Group):
            raise _plain(ctx, _UNKNOWN, what=rest[0])
        return rest

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write usage, what the command is for, its arguments and its options."""
        arguments = [each for each in self.params if isinstance(each, Argument)]
        options = [each for each in self.params if isinstance(each, Option)]
        must = [row[0] for each in options if each.required and (row := each.row(ctx))]
        words = [each.called(ctx) + "..." * (each.nargs < 0) for each in arguments]
        words = [w if e.required else f"[{w}]" for w, e in zip(words, arguments, strict=True)]
        words += [_said(ctx, _COMMAND)] if isinstance(self, Group) else []
        usage = " ".join([f"[{_said(ctx, _OPTIONS)}]", *must, *words])
        formatter.write_usage(ctx.command_path, usage, _said(ctx, _USAGE))
        above = ctx.parent and ctx.parent.command
        formatter.write_paragraph()
        formatter.write_text(
            _said(
                ctx, above.summaries[str(ctx.info_name)] if isinstance(above, Group) else _SUMMARY
            )
        )
        for title, parameters in ((_ARGUMENTS, arguments), (_OPTIONS, options)):
            if rows := [row for each in parameters if (row := each.row(ctx))]:
                with formatter.section(_said(ctx, title)):
                    formatter.write_dl(rows)
        self.format_commands(ctx, formatter)
        self.format_epilog(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands there are below this one: none."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what may be typed, each line with what it does, each line whole to be copied."""
        program, _, name = ctx.command_path.partition(" ")
        lines = [
            (f"{program} {typed(line, ctx.obj)}", _said(ctx, what)) for line, what in EXAMPLES[name]
        ]
        width = max(len(line) for line, _ in lines)
        with formatter.section(_said(ctx, _EXAMPLES)):
            for line, what in lines:
                formatter.write(f"{'':{formatter.current_indent}}{line:<{width}}  # {what}\n")


def command(*parameters: Option | Argument) -> Callable[[Callable[[Arguments], int]], Command]:
    """Make a command of a function that takes the parsed words and returns the exit status."""

    def made(execute: Callable[[Arguments], int]) -> Command:
        def call(**values: Any) -> int:
            return execute(Arguments(**values, language=click.get_current_context().obj))

        return Command(parameters, call)

    return made


class Group(Command, click.Group):
    """A command of several, each with what it is for; one is loaded when it is named."""

    def __init__(self, summaries: Mapping[str, Text], load: Callable[[str], Command]) -> None:
        super().__init__((HOME,), self._alone, invoke_without_command=True, no_args_is_help=False)
        self.summaries, self._load = summaries, load

    def _alone(self, **_: object) -> int | None:
        ctx = click.get_current_context()
        if ctx.invoked_subcommand is not None:
            return None
        if ctx.parent is not None:
            raise _plain(ctx, _WHICH, known=", ".join(self.summaries))
        click.echo(ctx.get_help(), err=True)
        return 2

    def get_command(self, ctx: click.Context, cmd_name: str) -> Command:
        """Return the command of this name.

        Raises:
            PlainError: there is none.
        """
        if cmd_name not in self.summaries:
            raise _unknown(ctx, _UNKNOWN_COMMAND, cmd_name, self.summaries)
        return self._load(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands there are."""
        with formatter.section(_said(ctx, _COMMANDS)):
            formatter.write_dl([(name, _said(ctx, told)) for name, told in self.summaries.items()])


def group(actions: Mapping[str, tuple[Text, Command]]) -> Group:
    """Return a command of these actions, each with what it is for."""
    summaries = {name: summary for name, (summary, _) in actions.items()}
    return Group(summaries, lambda name: actions[name][1])
