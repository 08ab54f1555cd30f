"""`mehrkopf tournament new|run|…`: what an organiser's machine does."""

from __future__ import annotations

import signal
import sys
import threading
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from types import FrameType

import click

from engine.games import GAMES
from engine.text import PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, Option, command, group
from kiosk.cli.common import home_of, say, warn
from kiosk.home.clock import system_time
from kiosk.home.data_folder import kept_key
from kiosk.organiser.access import Password
from kiosk.organiser.app import OrganiserServing, create_organiser_app
from kiosk.organiser.book import Book
from kiosk.organiser.broker_files import PORT, Plan, write_broker
from kiosk.organiser.collector import Collector
from kiosk.organiser.database import Database
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.list_modes import LIST_MODES
from kiosk.organiser.settings import settings_of
from kiosk.organiser.store import Store
from kiosk.organiser.tournament import MOST_PEOPLE, SMALLEST_TABLE, RoundPlan, Tournament
from kiosk.web.server import PageServer
from kiosk.web.settings import Serving

FOLDER = "tournament"
"""Below the data folder."""
PAGE_PORT = 8420
_MOST_TABLES = MOST_PEOPLE // SMALLEST_TABLE
_WHICH = Text(
    de="Kennung des Turniers (sonst: das neueste)", en="the tournament's id (default: the newest)"
)
_ID = Text(
    de="Kennung aus kleinen Buchstaben, Ziffern und Bindestrichen, etwa herbst-26",
    en="an id of lower-case letters, digits and hyphens, such as autumn-26",
)
_KENNUNG = Text(de="KENNUNG", en="ID")
_ADDRESS = Text(de="ADRESSE", en="ADDRESS")
_DATABASE = Text(
    de="Datenbank: ein Ordner oder postgresql://… (sonst nach organiser.toml im Datenordner)",
    en="database: a folder or postgresql://… (default: as organiser.toml in the data folder says)",
)
_MADE = Text(
    de="Das Turnier „{title}“ ist angelegt. „mehrkopf tournament run {id}“ zeigt seine Seiten.",
    en='The tournament "{title}" has been created. "mehrkopf tournament run {id}" shows its pages.',
)
_RUNS = Text(de="{title}: {address} (Strg+C beendet)", en="{title}: {address} (Ctrl+C to stop)")
_NO_BROKER = Text(
    de="Kein Broker ist eingetragen („mehrkopf tournament broker“): Alle Listen kommen von Hand.",
    en='No broker is set up ("mehrkopf tournament broker"): all lists are typed in by hand.',
)
_NO_PASSWORD = Text(
    de="Unter {host} könnte jeder im Netz schreiben; bitte erst mit „mehrkopf tournament password“ "
    "ein Passwort setzen.",
    en='At {host} anybody on the network could write; please set a password first: "mehrkopf '
    'tournament password".',
)
_PASSWORD_SET = Text(
    de="Das Passwort der Seiten ist gesetzt.", en="The password of the pages has been set."
)
_ASK = Text(de="Neues Passwort", en="New password")
_WRITTEN = Text(
    de="Geschrieben unter {folder}: „broker“ für den Rechner des Brokers (dort {at}), je ein "
    "Ordner in „tables“ für {count} Tische, und organiser.toml für diesen Rechner.",
    en="Written to {folder}: “broker” for the broker's machine (there {at}), one folder in "
    "“tables” for each of {count} tables, and organiser.toml for this machine.",
)
_TABLES_BOUND = Text(de="Es gehen 1 bis {most} Tische.", en="There can be 1 to {most} tables.")
_STATUS = Text(
    de="{title} ({id}): {people} Leute, {rounds} Runden ausgelost.",
    en="{title} ({id}): {people} people, {rounds} rounds drawn.",
)
_ROUND = Text(
    de="Runde {round}: {state}; {lists} von {tables} Listen da ({papers} vom Papier), {deals} "
    "Spiele von Tischen.",
    en="Round {round}: {state}; {lists} of {tables} lists are in ({papers} from paper), {deals} "
    "deals from tables.",
)
_BEFORE = Text(de="noch nicht begonnen", en="not begun yet")
_GOING = Text(de="läuft", en="running")
_OVER = Text(de="beendet", en="over")
_REFUSED = Text(
    de="Abgewiesen, {times}-mal, zuletzt {last}: {words}",
    en="Turned away, {times} in all, last at {last}: {words}",
)
_HEARS_S = 1.0
_SHOWN = 10

_MODE = Text(
    de="wie die Liste geführt wird; "
    + " ".join(f"{key}: {mode.meaning.de}" for key, mode in LIST_MODES.items()),
    en="how the list is kept; "
    + " ".join(f"{key}: {mode.meaning.en}" for key, mode in LIST_MODES.items()),
)
_YES = Text(de="nicht nachfragen", en="do not ask")
_SURE = Text(
    de="„{title}“ weglegen? Zum Bestätigen die Kennung {id} eingeben",
    en='Put "{title}" aside? To confirm, type its id {id}',
)
_NOT_REMOVED = Text(de="Nichts ist weggelegt.", en="Nothing has been put aside.")
_REMOVED = Text(
    de="„{title}“ ist weggelegt: nichts davon ist verloren. „mehrkopf tournament restore {id}“ "
    "holt es zurück.",
    en='"{title}" has been put aside: nothing of it is lost. "mehrkopf tournament restore {id}" '
    "brings it back.",
)
_RESTORED = Text(de="„{title}“ ist wieder da.", en='"{title}" is back.')
_LINE_STANDS = Text(de="Die Verbindung zum Broker steht.", en="Connected to the broker.")
_DATABASE_OPTION = Option("--database", value=_ADDRESS, text=_DATABASE)
_TOURNAMENT = Argument("id", _KENNUNG, _WHICH, required=False)


def folder_of(arguments: Arguments) -> Path:
    """Return the organiser's folder."""
    return home_of(arguments).root / FOLDER


def _database(arguments: Arguments) -> Database:
    place = arguments.database or settings_of(folder_of(arguments)).database
    return Database.open(place, lambda why: warn(why, arguments.language))


@command(
    Argument("id", _KENNUNG, _ID),
    Option(
        "--title", value="NAME", text=Text(de="wie es heißt", en="what it is called"), default=""
    ),
    Option(
        "--game",
        type=click.Choice(tuple(GAMES)),
        default="schafkopf",
        text=Text(de="was gespielt wird", en="what is played"),
    ),
    Option(
        "--mode",
        type=click.Choice(tuple(LIST_MODES)),
        default="plus_minus",
        text=_MODE,
    ),
    Option(
        "--rounds", value="N", type=int, default=2, text=Text(de="Runden", en="how many rounds")
    ),
    Option(
        "--deals",
        value="N",
        type=int,
        default=30,
        text=Text(de="Spiele je Runde, 0: nur nach Zeit", en="deals a round, 0: by time alone"),
    ),
    Option(
        "--minutes",
        value="N",
        type=int,
        default=0,
        text=Text(de="Minuten je Runde, 0: ohne Grenze", en="minutes a round, 0: no limit"),
    ),
    _DATABASE_OPTION,
    HOME,
)
def _new(arguments: Arguments) -> int:
    tournament = Tournament(
        arguments.id,
        arguments.title or arguments.id,
        game=arguments.game,
        mode=arguments.mode,
        rounds=arguments.rounds,
        deals=arguments.deals,
        minutes=arguments.minutes,
    )
    with _database(arguments) as database:
        Book(database, system_time).begin(tournament)
    say(_MADE.format(title=tournament.title, id=tournament.id), arguments.language)
    return 0


@command(
    Option(
        "--tables",
        value="N",
        type=int,
        required=True,
        text=Text(de="wie viele Tische", en="how many tables"),
    ),
    Option(
        "--host",
        value=_ADDRESS,
        multiple=True,
        required=True,
        text=Text(
            de="unter welcher Adresse die Tische den Broker finden; auch mehrere",
            en="the address where the tables find the broker; may be given more than once",
        ),
    ),
    Option(
        "--port",
        value="N",
        type=click.IntRange(1, 65535),
        default=PORT,
        text=Text(de="Port des Brokers", en="the broker's port"),
    ),
    HOME,
)
def _broker(arguments: Arguments) -> int:
    if not 1 <= arguments.tables <= _MOST_TABLES:
        raise PlainError(_TABLES_BOUND.format(most=_MOST_TABLES))
    tables = tuple(str(number) for number in range(1, arguments.tables + 1))
    plan = Plan(tables, tuple(arguments.host), arguments.port)
    files = write_broker(folder_of(arguments), plan)
    say(_WRITTEN.format(folder=files.folder, at=plan.at, count=len(tables)), arguments.language)
    return 0


@command(
    _TOURNAMENT,
    Option(
        "--host",
        value=_ADDRESS,
        default="127.0.0.1",
        text=Text(
            de="Adresse dieses Rechners, unter der die Seiten stehen (sonst nur er selbst)",
            en="this machine's address where the pages are (default: this machine alone)",
        ),
    ),
    Option(
        "--port",
        value="N",
        type=int,
        default=PAGE_PORT,
        text=Text(de="Port der Seiten, 0: ein freier", en="port for the pages; 0: any free one"),
    ),
    _DATABASE_OPTION,
    HOME,
)
def _run(arguments: Arguments) -> int:
    folder = folder_of(arguments)
    settings = settings_of(folder)
    stop = threading.Event()
    with ExitStack() as stack:
        database = stack.enter_context(_database(arguments))
        book, store = Book(database, system_time), Store(database)
        tournament = book.tournament(arguments.id)
        serving = _serving(arguments, folder)
        desk, collector = Desk(book, tournament.id, store, system_time), None
        if settings.line is not None:
            collector = Collector(settings.line, book, store, tournament.id, system_time)
            desk = Desk(book, tournament.id, store, system_time, collector.live, collector.announce)
        app, guarded = create_organiser_app(desk, serving), serving.password is not None
        page = PageServer(app, arguments.host, arguments.port, network=guarded)
        page.start()
        stack.enter_context(closing(page))
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, lambda number, frame: _stop(stop, frame))
        if collector is not None:
            stack.enter_context(closing(collector))
            collector.start()
        else:
            say(_NO_BROKER, arguments.language)
        say(_RUNS.format(title=tournament.title, address=page.address), arguments.language)
        said: Text | None = None
        while not stop.wait(_HEARS_S):
            if collector is None:
                continue
            if collector.failed is not None:
                raise collector.failed
            said = _tell_trouble(collector.database_trouble or collector.trouble, said, arguments)
    return 0


def _tell_trouble(now: Text | None, said: Text | None, arguments: Arguments) -> Text | None:
    """Say what is wrong once, and that it is over; return what is wrong now."""
    if now != said:
        if now is None:
            say(_LINE_STANDS, arguments.language)
        else:
            warn(now, arguments.language)
    return now


def _stop(stop: threading.Event, _: FrameType | None) -> None:
    stop.set()


def _serving(arguments: Arguments, folder: Path) -> OrganiserServing:
    """Return how the pages are served; where others reach them, with a password."""
    own = Serving().trusted_hosts
    here = arguments.host in own
    password = None if here else _page_password(folder)
    if password is not None and not password.chosen:
        raise PlainError(_NO_PASSWORD.format(host=arguments.host))
    folder.mkdir(parents=True, exist_ok=True)
    return OrganiserServing(
        arguments.language,
        own if here else (*own, arguments.host),
        kept_key(folder / "page-key", folder),
        password,
    )


def _page_password(folder: Path) -> Password:
    return Password(folder / "page-password")


@command(HOME)
def _password(arguments: Arguments) -> int:
    folder = folder_of(arguments)
    if sys.stdin.isatty():
        word = click.prompt(_ASK.in_language(arguments.language), hide_input=True, err=True)
    else:
        word = sys.stdin.readline().rstrip("\n")
    folder.mkdir(parents=True, exist_ok=True)
    _page_password(folder).choose(word)
    say(_PASSWORD_SET, arguments.language)
    return 0


@command(
    Argument("id", _KENNUNG, _ID), Option("--yes", is_flag=True, text=_YES), _DATABASE_OPTION, HOME
)
def _remove(arguments: Arguments) -> int:
    language = arguments.language
    with _database(arguments) as database:
        book = Book(database, system_time)
        tournament = book.removable(arguments.id)
        if not arguments.yes:
            asked = _SURE.format(title=tournament.title, id=tournament.id).in_language(language)
            try:
                answer = click.prompt(asked, default="", show_default=False, err=True)
            except click.Abort:
                answer = ""
                click.echo(err=True)
            if answer.strip() != tournament.id:
                say(_NOT_REMOVED, language)
                return 1
        book.remove(tournament.id)
    say(_REMOVED.format(title=tournament.title, id=tournament.id), language)
    return 0


@command(Argument("id", _KENNUNG, _ID), _DATABASE_OPTION, HOME)
def _restore(arguments: Arguments) -> int:
    with _database(arguments) as database:
        tournament = Book(database, system_time).bring_back(arguments.id)
    say(_RESTORED.format(title=tournament.title), arguments.language)
    return 0


@command(_TOURNAMENT, _DATABASE_OPTION, HOME)
def _status(arguments: Arguments) -> int:
    with _database(arguments) as database:
        book, store = Book(database, system_time), Store(database)
        tournament = book.tournament(arguments.id)
        plans = book.rounds(tournament.id)
        people = len(book.field(tournament.id).people)
        deals = Counter(each.source.round for each in store.results(tournament.id))
        typed = {(each.round, each.table): each for each in book.papers(tournament.id)}
        papers = {place for place, each in typed.items() if not each.taken_back}
        sent = {(each.source.round, each.source.table) for each in store.lists(tournament.id)}
        lists, from_paper = (Counter(at for at, _ in each) for each in (papers | sent, papers))
        refusals = store.refusals(_SHOWN)
    told = _STATUS.format(
        title=tournament.title, id=tournament.id, people=people, rounds=len(plans)
    )
    say(told, arguments.language)
    for plan in plans:
        round_ = _ROUND.format(
            round=plan.number,
            state=_state(plan),
            lists=lists[plan.number],
            papers=from_paper[plan.number],
            tables=len(plan.tables),
            deals=deals[plan.number],
        )
        say(round_, arguments.language)
    for each in refusals:
        refused = _REFUSED.format(times=each.times, last=each.last, words=each.words)
        say(refused, arguments.language)
    return 0


def _state(plan: RoundPlan) -> Text:
    if plan.ended:
        return _OVER
    return _GOING if plan.begun else _BEFORE


execute = group(
    {
        "new": (Text(de="ein Turnier anlegen", en="create a tournament"), _new),
        "broker": (
            Text(
                de="schreiben, was Broker und Tische brauchen: Rechte, Passwörter, Zertifikate",
                en="write what broker and tables need: rights, passwords, certificates",
            ),
            _broker,
        ),
        "run": (
            Text(
                de="sammeln, was die Tische melden, und die Seiten zeigen",
                en="collect what the tables report, and show the pages",
            ),
            _run,
        ),
        "status": (
            Text(de="zeigen, was da ist", en="show what has come in"),
            _status,
        ),
        "remove": (
            Text(
                de="ein Turnier weglegen, das nicht mehr gebraucht wird; nichts geht verloren",
                en="put aside a tournament that is no longer needed; nothing is lost",
            ),
            _remove,
        ),
        "restore": (
            Text(
                de="ein weggelegtes Turnier zurückholen",
                en="bring back a tournament that was put aside",
            ),
            _restore,
        ),
        "password": (
            Text(
                de="das Passwort der Seiten setzen, bevor andere sie erreichen",
                en="set the pages' password before others can reach them",
            ),
            _password,
        ),
    }
)
