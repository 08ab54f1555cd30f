"""The data folder: where everything lies that this table must not lose.

Order as in DESIGN 13: `--home`, then `MEHRKOPF_HOME`, then `/var/lib/mehrkopf` where the service's
folder exists and is ours, then `~/.local/share/mehrkopf`.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.files import OWNER, is_locked, write_whole
from engine.text import PlainError, Text, os_reason

LOG = logging.getLogger("mehrkopf")
SERVICE_HOME = Path("/var/lib/mehrkopf")

_RUNS_ALREADY = Text(
    de="Mit dem Datenordner {home} läuft schon ein Mehrkopf{who}; erst dieses beenden "
    "oder mit --home einen anderen Ordner nennen.",
    en="Another mehrkopf is already using the data folder {home}{who}; stop that one first or "
    "name another folder with --home.",
)
_PROCESS = Text(de=" (Prozess {pid})", en=" (process {pid})")
_NOT_WRITABLE = Text(
    de="In den Datenordner {home} kann nicht geschrieben werden ({why}); Rechte und Platz "
    "prüfen oder mit --home einen anderen Ordner nennen.",
    en="The data folder {home} cannot be written to ({why}); check its permissions and free "
    "space or name another folder with --home.",
)


@dataclass(frozen=True, slots=True)
class Home:
    """Paths inside one data folder; nothing is made before `prepare`."""

    root: Path

    @property
    def journal(self) -> Path:
        """The evenings of this table."""
        return self.root / "journal.sqlite"

    @property
    def sample_journal(self) -> Path:
        """The demonstration evening; kept apart so that it never mixes with real ones."""
        return self.root / "sample.sqlite"

    @property
    def decks(self) -> Path:
        """Enrolled decks, `NAME.deck`."""
        return self.root / "decks"

    @property
    def rules(self) -> Path:
        """House rules of this table, `NAME.toml`."""
        return self.root / "rules"

    @property
    def exports(self) -> Path:
        """Exported evenings."""
        return self.root / "exports"

    @property
    def backups(self) -> Path:
        """The last evenings' backups; made with the first."""
        return self.root / "backups"

    @property
    def open_cards(self) -> Path:
        """What deals came to with open cards, a file each; made with the first."""
        return self.root / "open-cards"

    @property
    def clips(self) -> Path:
        """Clips of misread cards that somebody kept; made with the first."""
        return self.root / "clips"

    @property
    def table_toml(self) -> Path:
        """Configuration, the last of its three places."""
        return self.root / "table.toml"

    @property
    def settings_toml(self) -> Path:
        """What the program itself has measured and stored: where each camera sees the table."""
        return self.root / "settings.toml"

    @property
    def words_toml(self) -> Path:
        """The region's words, as chosen on the screen."""
        return self.root / "words.toml"

    @property
    def page_toml(self) -> Path:
        """What people wished of the page: its language, money or units."""
        return self.root / "page.toml"

    @property
    def strip_toml(self) -> Path:
        """How bright the strip is, as chosen on the screen."""
        return self.root / "strip.toml"

    @property
    def comfort_toml(self) -> Path:
        """Which sounds are heard, as chosen on the screen."""
        return self.root / "comfort.toml"

    @property
    def introduced(self) -> Path:
        """Under which topic the table has introduced itself to Home Assistant, where it has."""
        return self.root / "home-assistant"

    @property
    def rulings_json(self) -> Path:
        """What the organiser of a tournament told last of rulings, where anything."""
        return self.root / "rulings.json"

    @property
    def secret(self) -> Path:
        """The page's signing key."""
        return self.root / "secret"

    @property
    def seal_key(self) -> Path:
        """The key of the seal on printed lists, where the table has one."""
        return self.root / "seal.key"

    @property
    def phone_camera(self) -> Path:
        """Key and certificate of the page for the phone that is the camera; of the owner alone."""
        return self.root / "phone-camera.pem"

    @property
    def phone_paired(self) -> Path:
        """The mark of the phone that is the camera; of the owner alone."""
        return self.root / "phone-camera.mark"

    @property
    def lock_file(self) -> Path:
        """Held by the running program."""
        return self.root / "lock"

    def check(self) -> None:
        """Make sure that the folder is there or can be made; nothing is left behind.

        Raises:
            PlainError: it is a file, or no folder can be made there.
        """
        try:
            if self.root.is_dir():
                return
            there = next(path for path in (self.root, *self.root.parents) if path.exists())
            # Only trying tells: the system's own folders allow it by their permissions.
            with TemporaryDirectory(prefix=".mehrkopf-", dir=there):
                pass
        except OSError as error:
            raise not_writable(self.root, error) from error

    def prepare(self) -> None:
        """Make the folders.

        Raises:
            PlainError: the folder cannot be made or written.
        """
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            self.decks.mkdir(exist_ok=True)
            self.rules.mkdir(exist_ok=True)
            self.exports.mkdir(exist_ok=True)
        except OSError as error:
            raise not_writable(self.root, error) from error

    def secret_key(self) -> bytes:
        """Return the page's signing key, making it on first use (readable by the owner alone).

        A file that holds none, for the plug was pulled or it is damaged, is written anew: whoever
        was let in is asked again.

        Raises:
            PlainError: the folder cannot be written.
        """
        return kept_key(self.secret, self.root)


KEY_BYTES = 32


def kept_key(path: Path, home: Path) -> bytes:
    """Return the key in a file, making it where there is no whole one.

    Raises:
        PlainError: the data folder cannot be read or written.
    """
    try:
        key = path.read_bytes() if path.exists() else b""
        if len(key) == KEY_BYTES:
            return key
        if path.exists():
            LOG.warning("%s held no key and was made anew", path)
        key = os.urandom(KEY_BYTES)
        write_whole(path, key, OWNER)
    except OSError as error:
        raise not_writable(home, error) from error
    return key


def not_writable(home: Path, error: OSError) -> PlainError:
    """Return the sentence for a data folder that takes no data."""
    if error.errno == errno.EEXIST:
        # What is there already in a folder's place is a file.
        error = NotADirectoryError(errno.ENOTDIR, "", str(home))
    return PlainError(_NOT_WRITABLE.format(home=home, why=os_reason(error)))


def find_home(option: Path | None, environ: Mapping[str, str]) -> Home:
    """Return the data folder named by the option, the environment, or the place it belongs."""
    if option is not None:
        return Home(option.expanduser().absolute())
    if named := environ.get("MEHRKOPF_HOME"):
        return Home(Path(named).expanduser().absolute())
    if SERVICE_HOME.is_dir() and os.access(SERVICE_HOME, os.W_OK):
        return Home(SERVICE_HOME)
    return Home(Path("~/.local/share/mehrkopf").expanduser())


@contextmanager
def locked(home: Home) -> Iterator[None]:
    """Hold the data folder for one program.

    The kernel drops the lock with the process, however it ended: a lock file left behind by a
    killed program blocks nobody.

    Raises:
        PlainError: another program holds it, or the folder cannot be written.
    """
    before = os.umask(NOT_FOR_OTHERS)
    try:
        with _held(home):
            yield
    finally:
        os.umask(before)


def in_use(home: Home) -> bool:
    """Tell whether a program holds the data folder; nothing is made for that."""
    try:
        return is_locked(home.lock_file)
    except OSError:
        return False


@contextmanager
def _held(home: Home) -> Iterator[None]:
    home.prepare()
    tighten(home)
    try:
        handle = os.open(home.lock_file, os.O_CREAT | os.O_RDWR, 0o640)
    except OSError as error:
        raise not_writable(home.root, error) from error
    try:
        _take(handle, home)
        yield
    finally:
        os.close(handle)


NOT_FOR_OTHERS = 0o027
"""What others of the machine may not do with the table's files: names, passwords and keys lie
there."""


def tighten(home: Home) -> None:
    """Take from others what an older version left them of the table's own files.

    Exports are left alone: they are there to be carried away.
    """
    for folder in (home.root, home.decks, home.rules):
        for path in folder.iterdir():
            mode = path.lstat().st_mode
            if stat.S_ISREG(mode) and mode & NOT_FOR_OTHERS:
                # Of somebody else, who has to do it: the table goes on.
                with suppress(PermissionError):
                    path.chmod(stat.S_IMODE(mode) & ~NOT_FOR_OTHERS)


def _take(handle: int, home: Home) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        pid = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
        who: Text | str = _PROCESS.format(pid=pid) if pid else ""
        raise PlainError(_RUNS_ALREADY.format(home=home.root, who=who)) from None
    try:
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode("ascii"), 0)
    except OSError as error:
        raise not_writable(home.root, error) from error
