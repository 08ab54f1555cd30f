"""`mehrkopf archive DIR…`: read many evenings again, judge them anew, say what would differ."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from engine.rules.house_rules import NamedRules
from engine.text import Language, PlainError, Text
from kiosk.cli.command import FOLDER, HOME, Argument, Arguments, Option, command
from kiosk.cli.common import Progress, deck_option, home_of, say, warn
from kiosk.home.data_folder import Home
from kiosk.home.house_rules import find_rules, read_rules

_FOLDERS = Text(
    de="Ordner mit Journalen, Sicherungen, Spieldateien und Aufnahmen",
    en="folders with journals, backups, deal files and recordings",
)
_OUT = Text(
    de="wohin Antworten und Tabellen kommen (sonst mehrkopf-archive)",
    en="where answers and tables go (default: mehrkopf-archive)",
)
_WORKERS = Text(
    de="so viele Prozesse arbeiten (sonst einer je Kern)",
    en="how many processes work (default: one for each core)",
)
_SCHEDULER = Text(
    de="Dask-Scheduler mit Helfern auf anderen Geräten, etwa tcp://rechner.example:8786",
    en="Dask scheduler with workers elsewhere, such as tcp://rechner.example:8786",
)
_RULES = Text(
    de="statt der Hausregeln des Abends: Name oder TOML-Datei; gesagt wird, was das ändert",
    en="in place of each evening's house rules: a name or a TOML file; shows what that changes",
)
_NAMES = Text(
    de="Namen in die Tabellen schreiben, wo das Journal sie noch hat (sonst Nummern)",
    en="put names in the tables where the journal still has them (default: numbers)",
)
_ADDRESS = Text(de="ADRESSE", en="ADDRESS")
_RULES_NAME = Text(de="REGELN", en="RULES")
_FEW = Text(de="--workers muss mindestens 1 sein.", en="--workers must be at least 1.")
_WORKING = Text(de="Archiv", en="Archive")
LACKS = Text(
    de='Dafür fehlen Pakete; bitte pip install "mehrkopf[archive]" (im Quellordner: make '
    "setup-club).",
    en='This needs more packages; please run pip install "mehrkopf[archive]" (in a checkout: make '
    "setup-club).",
)
_NOTHING = Text(
    de="Dort liegt kein Abend: kein Journal, keine Spieldatei, keine Aufnahme. Bitte einen "
    "anderen Ordner nennen.",
    en="There is no evening in there: no journal, no deal file, no recording. Please name "
    "another folder.",
)
_NEXT = Text(
    de="Die Tabellen liegen in {folder}; mehrkopf stats {folder} wertet sie aus.",
    en="The tables are in {folder}; mehrkopf stats {folder} answers questions from them.",
)


def refuse_without(*packages: str) -> None:
    """Refuse where packages of the extra `archive` are not installed.

    Raises:
        PlainError: one is not.
    """
    if any(find_spec(name) is None for name in packages):
        raise PlainError(LACKS)


@command(
    Argument("folders", FOLDER, _FOLDERS, type=Path, nargs=-1, required=True),
    Option("--out", value=FOLDER, type=Path, default=Path("mehrkopf-archive"), text=_OUT),
    Option("--workers", value="N", type=int, text=_WORKERS),
    Option("--scheduler", value=_ADDRESS, text=_SCHEDULER),
    Option("--rules", value=_RULES_NAME, text=_RULES),
    deck_option(required=False),
    Option("--names", is_flag=True, text=_NAMES),
    HOME,
)
def execute(arguments: Arguments) -> int:
    """Judge everything anew; status 1 where something differs or could not be read.

    Raises:
        PlainError: packages or a folder are missing, or nobody does the work.
    """
    refuse_without("dask", "distributed", "pyarrow")
    if arguments.workers is not None and arguments.workers < 1:
        raise PlainError(_FEW)
    # Only here: whoever has one table alone does not have these packages.
    from kiosk.archive.crew import Crew, cores  # noqa: PLC0415
    from kiosk.archive.finding import Looking  # noqa: PLC0415
    from kiosk.archive.run import Shelf, report, run  # noqa: PLC0415

    language: Language = arguments.language
    home = home_of(arguments)
    looking = Looking(home, arguments.deck, _rules(arguments.rules, home), arguments.out)
    crew = Crew(arguments.workers or cores(), arguments.scheduler)
    with Progress(_WORKING.in_language(language), 1) as progress:
        outcome = run(
            arguments.folders,
            Shelf(arguments.out),
            looking,
            crew,
            lambda done, of: progress(done / max(1, of)),
            names=arguments.names,
        )
    for line in report(outcome):
        say(line, language)
    if not outcome.evenings and not outcome.unread:
        warn(_NOTHING, language)
        return 1
    say(_NEXT.format(folder=arguments.out), language)
    return 0 if outcome.clean else 1


def _rules(named: str | None, home: Home) -> NamedRules | None:
    if named is None:
        return None
    return read_rules(Path(named)) if named.endswith(".toml") else find_rules(named, home)
