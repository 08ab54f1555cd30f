"""`mehrkopf doctor`: is everything there that a table needs?

No port of a strip is opened: that would reset the board.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from engine.journal.check import DamagedError
from engine.journal.check import check as check_journal
from engine.journal.clock import shown
from engine.journal.opening import aside, parts
from engine.journal.snapshot import snapshot
from engine.text import PlainError, Text
from firmware_bridge.choose import Driver
from firmware_bridge.link import words as lw
from firmware_bridge.link.port import Listing, candidates, system_ports
from firmware_bridge.pins.gpio import BUTTONS, SECTION, Pins, pin_factory
from kiosk.box import sections
from kiosk.box.sections import StripSettings
from kiosk.camera.camera_values import chosen_camera, chosen_size
from kiosk.camera.connected import usb_cameras
from kiosk.cli.command import HOME, Arguments, Option, command
from kiosk.cli.common import CONFIG, JSON
from kiosk.exports.backup import backups_in
from kiosk.home.clock import TableClock, built, last_recorded, system_time, time_is_kept
from kiosk.home.data_folder import Home, find_home, in_use, locked
from kiosk.home.deck_files import deck_names, open_deck
from kiosk.home.trifles import damage
from kiosk.home.version import version
from kiosk.launch import trifles_of
from kiosk.screens.values import sentences
from kiosk.settings import load_settings
from kiosk.table.resumption import check_sample, state_of
from kiosk.table.salvage import command_sentence, go_on, mended_sentence
from kiosk.web.phones.desk import pairings_of, pin_of, wants_host_mode
from kiosk.words import metrics, mqtt
from kiosk.words.parts import TRIFLES
from vision.camera.cameras import device_of, is_camera, open_source, ribbon_number
from vision.camera.network import answers, is_address, is_network, shown_address
from vision.camera.phone import PHONE
from vision.camera.rpicam import NO_CAMERA, OLDER_PROGRAM, PROGRAM, listed, program
from vision.reading.nets import load_nets

_NONE = Text(
    de="keine; mit dem Abschnitt [pins] in table.toml kommen Tasten, Summer und Statuslicht dazu",
    en="none; the section [pins] in table.toml adds buttons, buzzer and status light",
)
_THERE = Text(de="GPIO {pins}", en="GPIO {pins}")


def look_for_pins(pins: Pins | None) -> tuple[Literal["ok", "note"], Text]:
    """Return how it stands with the pins, without taking one: a running table holds them.

    Raises:
        PlainError: they are wanted and cannot be reached.
    """
    if pins is None:
        return "note", _NONE
    pin_factory(BUTTONS, SECTION)
    used = ", ".join(f"{pin} ({name})" for name, pin in pins.used())
    return "ok", _THERE.format(pins=used)


_NOT_WANTED = Text(
    de="nicht gewünscht ([strip] driver = {driver})", en="not wanted ([strip] driver = {driver})"
)
_NO_STRIP = Text(
    de="keines angesteckt; das Licht ist dann nur auf der Seite zu sehen",
    en="none plugged in; the lights show on the page only",
)
_MAYBE = Text(
    de="{ports}; ob dort eines antwortet, zeigt die Seite „Lichtband“ (/strip)",
    en='{ports}; the page "Light strip" (/strip) tells whether one answers there',
)
_AND = Text(de="{first}. {second}", en="{first}. {second}")


def look_for_strip(settings: StripSettings, listing: Listing = system_ports) -> tuple[str, Text]:
    """Return a finding's level (`ok`, `note`, `bad`) and sentence."""
    level, said = _look(settings, listing)
    for limit in sections.ahead(settings):
        level = "note" if level == "ok" else level
        first = Text(de=said.de.removesuffix("."), en=said.en.removesuffix("."))
        said = _AND.format(first=first, second=limit)
    return level, said


def _look(settings: StripSettings, listing: Listing) -> tuple[str, Text]:
    if settings.driver in (Driver.OFF, Driver.SIMULATED):
        return "note", _NOT_WANTED.format(driver=settings.driver.value)
    ports = candidates(settings.port, listing)
    if not ports:
        return "note", _NO_STRIP
    for port in ports:
        if not Path(port).exists():
            return "note", lw.NOT_THERE.format(port=port)
        if not os.access(port, os.R_OK | os.W_OK):
            return "bad", lw.DENIED.format(port=port)
    return "ok", _MAYBE.format(ports=", ".join(ports))


_LEAST_FREE = 200 * 2**20
_FREE = Text(de="{free} MB frei", en="{free} MB free")
_FULL = Text(de="nur noch {free} MB frei; Platz schaffen", en="only {free} MB left; make room")
_NOT_THERE = Text(
    de="{path} ist noch nicht da; wird beim ersten Start angelegt",
    en="{path} is not there yet; it is created at the first start",
)
_TRIFLES = Text(
    de="{path}; nicht lesbar, beim nächsten Start gilt dafür die Vorgabe: {what}",
    en="{path}; cannot be read, the usual values take their place at the next start: {what}",
)
_READ_ONLY = Text(
    de="{path} ist nicht beschreibbar; Rechte prüfen",
    en="{path} cannot be written; check its permissions",
)
_EVENTS = Text(de="{count} Ereignisse, unversehrt", en="{count} events, intact")
_EVENTS_AND_ASIDE = Text(
    de="{count} Ereignisse, unversehrt; beschädigte Journale liegen in {folders}: Die "
    "Speicherkarte sollte bald ersetzt werden",
    en="{count} events, intact; damaged journals are kept in {folders}: the memory "
    "card should be replaced soon",
)
_AND_FORMER = Text(
    de="{said}; Listen bis Ereignis {seq} tragen Prüfsummen von damals, als die Namen selbst in "
    "der Kette standen (nach Ereignis {seq}: {head})",
    en="{said}; lists up to event {seq} carry older checksums, from when the names "
    "themselves were part of the chain (after event {seq}: {head})",
)
_MENDED = Text(
    de="{said} Damit geht es weiter; das beschädigte Journal liegt in {folder}",
    en="{said} The table goes on from there; the damaged journal is kept in {folder}",
)
_MENDED_IN_PART = Text(
    de=f"{_MENDED.de}; was fehlt, holt „mehrkopf restore“ aus einer Sicherung zurück, die es noch "
    "hat",
    en=f'{_MENDED.en}; "mehrkopf restore" brings back what is missing from a backup that still '
    "has it",
)
_MEND = Text(
    de="mit dem weitermachen, was von einem beschädigten Journal heil ist; das beschädigte bleibt "
    "in einem Ordner liegen",
    en="go on with what is intact of a damaged journal; the damaged one is kept in a folder",
)
_NO_JOURNAL = Text(de="noch kein Abend aufgezeichnet", en="no evening recorded yet")
_NO_JOURNAL_ANY_MORE = Text(
    de="kein Abend da, in {folder} liegen aber Sicherungen ({count}): „mehrkopf restore“ holt sie "
    "zurück",
    en='no evening is here, but there are backups in {folder} ({count}): "mehrkopf restore" brings '
    "them back",
)
_CAMERAS = Text(
    de="{cameras}; verlangt werden Bilder von {width} x {height} Punkten ([camera] size; "
    "schickt die Kamera andere, steht das auf ihrer Seite)",
    en="{cameras}; asked for pictures of {width} x {height} pixels ([camera] size; "
    "if the camera sends others, its page says so)",
)
_NO_CAMERA = Text(
    de="keine USB-Kamera an /dev/video*; ohne Kamera läuft die Vorführung",
    en="no USB camera at /dev/video*; without a camera the demonstration plays",
)
_PHONE = Text(
    de="ein Handy ist die Kamera; ob es da ist, steht am Tisch unter „Ein Handy als Kamera“",
    en="a phone is the camera; “A phone as the camera” at the table says whether it is connected",
)
_RIBBON = Text(de="{camera} am Flachbandkabel", en="{camera} on the ribbon cable")
_OLD_NAME = Text(
    de="{camera} am Flachbandkabel, durch {program}: das heißt inzwischen rpicam-vid; bitte „sudo "
    "apt full-upgrade“ ausführen",
    en="{camera} on the ribbon cable, through {program}, which is called rpicam-vid "
    'by now; please run "sudo apt full-upgrade"',
)
_NO_EVENING = Text(de="keiner", en="none")
_EVENING = Text(
    de="läuft, {deals} Spiele fertig; zuletzt aufgezeichnet: {at}",
    en="under way, {deals} deals finished; last recorded: {at}",
)
_EVENING_ONE = Text(
    de="läuft, 1 Spiel fertig; zuletzt aufgezeichnet: {at}",
    en="under way, 1 deal finished; last recorded: {at}",
)
_RESTS = Text(
    de="nicht beendet, aber seit {at} ruht er; er geht weiter, wenn jemand will",
    en="not ended, idle since {at}; it goes on whenever somebody wants",
)
_RESTING = timedelta(hours=3)
"""So long after the last event nobody is taken to be playing still."""
_CAMERA_ANSWERS = Text(
    de="die Netzwerkkamera {camera} antwortet; ihr Bild beurteilt „mehrkopf camera check“",
    en='the network camera {camera} answers; "mehrkopf camera check" tells how good its picture is',
)
_CAMERA_SILENT = Text(
    de="die Netzwerkkamera {camera} antwortet nicht; bitte Adresse, Netz und Strom prüfen",
    en="the network camera {camera} does not answer; please check its address, network and power",
)
_NO_SOURCE = Text(
    de="die eingestellte Quelle {source} gibt es nicht; bitte source in table.toml prüfen (die "
    "Adresse einer Netzwerkkamera beginnt mit http:// oder rtsp://)",
    en="the configured source {source} is not there; please check source in table.toml (a network "
    "camera's address begins with http:// or rtsp://)",
)
_PORT_FREE = Text(de="Port {port} ist frei", en="port {port} is free")
_PORT_TAKEN = Text(
    de="Port {port} ist von einem anderen Programm belegt",
    en="port {port} is taken by another program",
)
_PORT_OURS = Text(
    de="der Tisch läuft gerade (Port {port} ist belegt)",
    en="the table is running (port {port} is taken)",
)
_PHONES_OFF = Text(
    de="aus (Port {port} ist zu); angeschaltet wird am Tisch",
    en="off (port {port} is closed); they are switched on at the table",
)
_PHONES_ON = Text(
    de="Port {port} ist offen: wer im Netz ist, kann zuschauen",
    en="port {port} is open: anyone on the network can watch",
)
_HOST_OFF = Text(
    de="vom Handy: aus (Port {port} ist zu); {pin}, {phones} Handys auf der Liste",
    en="from a phone: off (port {port} is closed); {pin}, {phones} phones on the list",
)
_HOST_WILL = Text(
    de="vom Handy: an, sobald Mehrkopf läuft (host_mode, Port {port}); {pin}, {phones} Handys auf "
    "der Liste",
    en="from a phone: on whenever mehrkopf runs (host_mode, port {port}); {pin}, "
    "{phones} phones on the list",
)
_HOST_ON = Text(
    de="vom Handy: Port {port} ist offen; {pin}, {phones} Handys auf der Liste",
    en="from a phone: port {port} is open; {pin}, {phones} phones on the list",
)
_PIN_SET = Text(de="PIN ist gesetzt", en="a PIN is set")
_NO_PIN = Text(de="noch kein PIN", en="no PIN yet")
_THERE_IS = Text(de="da", en="there")
_DECK = Text(
    de="{name}: {count} Karten; außerdem da: {others}",
    en="{name}: {count} cards; also there: {others}",
)
_ONLY_DECK = Text(de="{name}: {count} Karten", en="{name}: {count} cards")
_BAD_DECKS = Text(de="{said}; nicht zu lesen: {damaged}", en="{said}; cannot be read: {damaged}")
_SETTINGS = Text(de="gespielt wird mit „{deck}“", en='playing with "{deck}"')
_NAMES = {
    "program": Text(de="Programm", en="program"),
    "home": Text(de="Datenordner", en="data folder"),
    "space": Text(de="Platz", en="space"),
    "journal": Text(de="Aufzeichnung", en="journal"),
    "evening": Text(de="Abend", en="evening"),
    "clock": Text(de="Uhr", en="clock"),
    "settings": Text(de="Einstellungen", en="settings"),
    "models": Text(de="Netze", en="models"),
    "deck": Text(de="Kartenblatt", en="deck"),
    "sample": Text(de="Vorführung", en="demo"),
    "camera": Text(de="Kamera", en="camera"),
    "strip": Text(de="Lichtband", en="strip"),
    "pins": Text(de="Tasten", en="buttons"),
    "port": Text(de="Port", en="port"),
    "phones": Text(de="Handys", en="phones"),
    "host": Text(de="Bedienen", en="control"),
    "metrics": Text(de="Messwerte", en="metrics"),
    "mqtt": Text(de="Broker", en="broker"),
}
"""What is checked, as a person reads it; the key is its name in JSON."""


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """What one check found."""

    level: str
    """`ok`, `note` or `bad`."""
    what: str
    text: Text


_SEE = Text(de="siehe {name}", en="see {name}")
_MARKS = {"ok": "✓", "note": "·", "bad": "✗"}


@command(JSON, Option("--mend", is_flag=True, text=_MEND), CONFIG, HOME)
def execute(arguments: Arguments) -> int:
    """Check everything; status 1 when something is bad."""
    # Not `home_of`: a folder that cannot be is one finding of several.
    home = find_home(arguments.home, os.environ)
    checks: list[tuple[str, Callable[[], DoctorFinding]]] = [
        ("program", _program),
        ("home", lambda: _folder(home)),
        ("space", lambda: _space(home)),
        ("journal", lambda: _journal(home, mend=arguments.mend)),
        ("evening", lambda: _evening(home)),
        ("clock", lambda: _clock(home)),
        ("settings", lambda: _settings(arguments, home)),
        ("models", _models),
        ("deck", lambda: _decks(arguments, home)),
        ("sample", _sample),
        ("camera", lambda: _camera(arguments, home)),
        ("strip", lambda: _strip(arguments, home)),
        ("pins", lambda: _pins(arguments, home)),
        ("port", lambda: _port(arguments, home)),
        ("phones", lambda: _phones(arguments, home)),
        ("host", lambda: _host(arguments, home)),
        ("metrics", lambda: _metrics(arguments, home)),
        ("mqtt", lambda: _broker(arguments, home)),
    ]
    bad, told = False, dict[Text, str]()
    for name, check in checks:
        try:
            finding = check()
        except PlainError as error:
            finding = DoctorFinding("bad", name, error.text)
        bad = bad or finding.level == "bad"
        if finding.level == "bad" and told.setdefault(finding.text, name) != name:
            finding = replace(finding, text=_SEE.format(name=_NAMES[told[finding.text]]))
        sys.stdout.write(_line(finding, arguments) + "\n")
    return 1 if bad else 0


def _line(finding: DoctorFinding, arguments: Arguments) -> str:
    text = finding.text.in_language(arguments.language)
    if arguments.json:
        said = {"check": finding.what, "level": finding.level, "text": text}
        return json.dumps(said, ensure_ascii=False)
    names = {what: name.in_language(arguments.language) for what, name in _NAMES.items()}
    width = max(map(len, names.values()))
    return f"{_MARKS[finding.level]} {names[finding.what]:<{width}} {text}"


def _ok(what: str, same: str) -> DoctorFinding:
    return DoctorFinding("ok", what, Text(de=same, en=same))


def _program() -> DoctorFinding:
    return _ok("program", f"mehrkopf {version()}, Python {platform.python_version()}")


def _folder(home: Home) -> DoctorFinding:
    home.check()
    if not home.root.exists():
        return DoctorFinding("note", "home", _NOT_THERE.format(path=home.root))
    if not os.access(home.root, os.W_OK):
        return DoctorFinding("bad", "home", _READ_ONLY.format(path=home.root))
    damaged = [TRIFLES[path.name] for path, read in trifles_of(home) if damage(path, read)]
    if damaged:
        said = _TRIFLES.format(path=home.root, what=sentences(*damaged, between=", "))
        return DoctorFinding("note", "home", said)
    return _ok("home", str(home.root))


def _space(home: Home) -> DoctorFinding:
    there = next(path for path in (home.root, *home.root.parents) if path.exists())
    free = shutil.disk_usage(there).free
    text = _FREE if free >= _LEAST_FREE else _FULL
    level = "ok" if free >= _LEAST_FREE else "bad"
    return DoctorFinding(level, "space", text.format(free=free // 2**20))


def _journal(home: Home, *, mend: bool) -> DoctorFinding:
    found = snapshot(home.journal)
    with closing(found.journal) as journal:
        condition = found.condition
        if not condition.sound:
            error = DamagedError(home.journal, condition)
            if mend:
                return _mended(home, error)
            raise PlainError(command_sentence(error))
        count, former = sum(1 for _ in journal.events()), journal.newest_former_head()
    lie = [folder.name for folder in aside(home.journal) if _damaged(folder / home.journal.name)]
    if lie:
        said = _EVENTS_AND_ASIDE.format(count=count, folders=", ".join(lie))
        return DoctorFinding("note", "journal", said)
    if not parts(home.journal):
        kept = backups_in(home.backups)
        if kept:
            lost = _NO_JOURNAL_ANY_MORE.format(folder=home.backups, count=len(kept))
            return DoctorFinding("bad", "journal", lost)
        return DoctorFinding("note", "journal", _NO_JOURNAL)
    said = _EVENTS.format(count=count)
    if former is not None:
        said = _AND_FORMER.format(said=said, seq=former[0], head=former[1])
    return DoctorFinding("ok", "journal", said)


def _damaged(lying: Path) -> bool:
    """Tell whether a journal that lies aside is damaged; one that a backup replaced is not."""
    try:
        return not check_journal(lying).sound
    except PlainError:
        return True


def _mended(home: Home, error: DamagedError) -> DoctorFinding:
    with locked(home):
        folder = go_on(error, datetime.now().astimezone().isoformat(timespec="milliseconds"))
    condition = error.condition
    mended = _MENDED if condition.complete else _MENDED_IN_PART
    said = mended.format(said=mended_sentence(condition), folder=folder)
    return DoctorFinding("note", "journal", said)


def _evening(home: Home) -> DoctorFinding:
    """Tell whether an evening is going on; the installer asks this before it changes anything."""
    if not home.journal.exists():
        return DoctorFinding("ok", "evening", _NO_EVENING)
    with closing(snapshot(home.journal).journal) as journal:
        state, last = state_of(journal), last_recorded(journal)
    if not state.running:
        return DoctorFinding("ok", "evening", _NO_EVENING)
    at = Text(de="?", en="?") if last is None else shown(last)
    if last is not None and abs(system_time() - last) > _RESTING:
        return DoctorFinding("ok", "evening", _RESTS.format(at=at))
    deals = len(state.finished)
    said = (_EVENING_ONE if deals == 1 else _EVENING).format(deals=deals, at=at)
    return DoctorFinding("note", "evening", said)


def _clock(home: Home) -> DoctorFinding:
    with closing(snapshot(home.journal).journal) as journal:
        last = last_recorded(journal)
    clock = TableClock(last, built(), kept=time_is_kept())
    wrong = clock.wrong()
    if wrong is not None:
        return DoctorFinding("bad", "clock", wrong)
    asked = clock.question()
    return (
        DoctorFinding("note", "clock", asked)
        if asked
        else DoctorFinding("ok", "clock", shown(clock.now()))
    )


def _settings(arguments: Arguments, home: Home) -> DoctorFinding:
    deck = load_settings(arguments.config, home).deck
    return DoctorFinding("ok", "settings", _SETTINGS.format(deck=deck))


def _models() -> DoctorFinding:
    nets = load_nets()
    return _ok("models", f"{nets.embedding.sha256[:12]} {nets.newcard.sha256[:12]}")


def _decks(arguments: Arguments, home: Home) -> DoctorFinding:
    wanted = load_settings(arguments.config, home).deck
    profile = open_deck(wanted, home, load_nets())
    sound, damaged = list[str](), list[str]()
    for name in deck_names(home):
        if name != wanted:
            (sound if _opens(name, home) else damaged).append(name)
    text = _DECK if sound else _ONLY_DECK
    said = text.format(name=profile.name, count=len(profile.cards), others=", ".join(sound))
    if damaged:
        said = _BAD_DECKS.format(said=said, damaged=", ".join(damaged))
    return DoctorFinding("note" if damaged else "ok", "deck", said)


def _opens(deck: str, home: Home) -> bool:
    try:
        open_deck(deck, home, load_nets())
    except PlainError:
        return False
    return True


def _sample() -> DoctorFinding:
    check_sample()
    return DoctorFinding("ok", "sample", _THERE_IS)


def _camera(arguments: Arguments, home: Home) -> DoctorFinding:
    wanted = chosen_camera(home) or load_settings(arguments.config, home).source
    if wanted is not None and is_network(wanted):
        there = answers(wanted)
        said = (_CAMERA_ANSWERS if there else _CAMERA_SILENT).format(camera=shown_address(wanted))
        return DoctorFinding("ok" if there else "bad", "camera", said)
    if wanted == PHONE:
        return DoctorFinding("ok", "camera", _PHONE)
    if wanted is not None and not is_camera(wanted):
        return _recording(wanted)
    ribbon = None if wanted is None else ribbon_number(wanted)
    if ribbon is not None:
        return _ribbon(ribbon)
    found = usb_cameras()
    if not found and (shutil.which(PROGRAM) or shutil.which(OLDER_PROGRAM)):
        return _ribbon(0)
    if not found:
        return DoctorFinding("note", "camera", _NO_CAMERA)
    width, height = chosen_size(home) or load_settings(arguments.config, home).size
    named = ", ".join(f"{camera.name} ({device_of(camera.spec)})" for camera in found)
    said = _CAMERAS.format(cameras=named, width=width, height=height)
    return DoctorFinding("ok", "camera", said)


def _ribbon(number: int) -> DoctorFinding:
    """Try the program that takes a ribbon camera's pictures."""
    used, found = Path(program()).name, listed()
    if number not in found:
        return DoctorFinding("bad", "camera", NO_CAMERA)
    said = (_RIBBON if used == PROGRAM else _OLD_NAME).format(camera=found[number], program=used)
    return DoctorFinding("ok" if used == PROGRAM else "note", "camera", said)


def _recording(source: str) -> DoctorFinding:
    """Look at what is watched instead of a camera: a recording, or a folder of pictures."""
    if not is_address(source) and not Path(source).exists():
        return DoctorFinding("bad", "camera", _NO_SOURCE.format(source=shown_address(source)))
    with open_source(source):
        return _ok("camera", source)


def _strip(arguments: Arguments, home: Home) -> DoctorFinding:
    level, said = look_for_strip(load_settings(arguments.config, home).strip)
    return DoctorFinding(level, "strip", said)


def _pins(arguments: Arguments, home: Home) -> DoctorFinding:
    level, said = look_for_pins(load_settings(arguments.config, home).pins)
    return DoctorFinding(level, "pins", said)


def _port(arguments: Arguments, home: Home) -> DoctorFinding:
    settings = load_settings(arguments.config, home)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError:
            ours = in_use(home)
            said = (_PORT_OURS if ours else _PORT_TAKEN).format(port=settings.port)
            return DoctorFinding("ok" if ours else "note", "port", said)
    return DoctorFinding("ok", "port", _PORT_FREE.format(port=settings.port))


def _phones(arguments: Arguments, home: Home) -> DoctorFinding:
    port = load_settings(arguments.config, home).guest_port
    if _listens(port):
        return DoctorFinding("note", "phones", _PHONES_ON.format(port=port))
    return DoctorFinding("ok", "phones", _PHONES_OFF.format(port=port))


def _host(arguments: Arguments, home: Home) -> DoctorFinding:
    settings = load_settings(arguments.config, home)
    pin = pin_of(home)
    known = {
        "port": settings.host_port,
        "pin": _PIN_SET if pin.is_set else _NO_PIN,
        "phones": len(pairings_of(home, pin).phones),
    }
    if _listens(settings.host_port):
        return DoctorFinding("note", "host", _HOST_ON.format(**known))
    if settings.host_mode or wants_host_mode():
        return DoctorFinding("note", "host", _HOST_WILL.format(**known))
    return DoctorFinding("ok", "host", _HOST_OFF.format(**known))


def _broker(arguments: Arguments, home: Home) -> DoctorFinding:
    """Try the broker, without being taken for the table that may be running."""
    broker = load_settings(arguments.config, home).mqtt
    if broker is None:
        return DoctorFinding("ok", "mqtt", mqtt.CHECK_OFF)
    try:
        from kiosk.integrations.connection import check  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        return DoctorFinding("bad", "mqtt", mqtt.NO_EXTRA)
    check(broker)
    said = mqtt.CHECK_PLAIN if broker.ca_file is None else mqtt.CHECK_SAFE
    level = "note" if broker.ca_file is None else "ok"
    words = said.format(host=broker.host, user=broker.login, table=broker.table)
    return DoctorFinding(level, "mqtt", words)


def _metrics(arguments: Arguments, home: Home) -> DoctorFinding:
    port = load_settings(arguments.config, home).metrics_port
    if port is None:
        return DoctorFinding("ok", "metrics", metrics.OFF)
    if find_spec("prometheus_client") is None:
        return DoctorFinding("bad", "metrics", metrics.LACKING)
    said = metrics.ON if _listens(port) else metrics.WILL
    return DoctorFinding("note", "metrics", said.format(port=port))


def _listens(port: int) -> bool:
    """Tell whether a program of this machine answers at `port`."""
    with socket.socket() as probe:
        return port != 0 and probe.connect_ex(("127.0.0.1", port)) == 0
