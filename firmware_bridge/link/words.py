"""What can go wrong on a strip's line, each with the way out."""

from __future__ import annotations

from engine.text import Text

NOT_THERE = Text(
    de="An {port} ist nichts angesteckt; Kabel prüfen oder in table.toml unter [strip] einen "
    "anderen Anschluss nennen.",
    en="Nothing is plugged in at {port}; check the cable or name another port under [strip] in "
    "table.toml.",
)
DENIED = Text(
    de="Für {port} fehlt die Berechtigung; bitte den Benutzer in die Gruppe dialout aufnehmen "
    "(sudo usermod -aG dialout BENUTZER) und neu anmelden.",
    en="Permission for {port} is missing; please add the user to the group dialout "
    "(sudo usermod -aG dialout USER) and log in again.",
)
BUSY = Text(
    de="{port} benutzt gerade ein anderes Programm; bitte dieses beenden.",
    en="Another program is using {port}; please end it.",
)
REFUSES = Text(
    de="{port} lässt sich nicht öffnen ({why}); Kabel ab- und wieder anstecken.",
    en="{port} cannot be opened ({why}); unplug the cable and plug it in again.",
)
NOT_SERIAL = Text(
    de="{port} ist kein serieller Anschluss; in table.toml unter [strip] einen anderen nennen oder "
    "die Zeile weglassen.",
    en="{port} is no serial port; name another one under [strip] in table.toml or leave the line "
    "out.",
)
SILENT = Text(
    de="An {port} meldet sich kein Lichtband; ist die Firmware aufgespielt, und stimmt der "
    "Anschluss?",
    en="No strip answers at {port}; is the firmware on it, and is it the right port?",
)
NOT_OURS = Text(
    de="An {port} meldet sich unsere Steuerung nicht; ist die Firmware aufgespielt, und stimmt der "
    "Anschluss? Hängt dort ein WLED, in table.toml unter [strip] „driver“ auf „wled“ oder „auto“ "
    "ändern.",
    en="Our controller does not answer at {port}; is the firmware on it, and is it the right port? "
    'If a WLED is there, change "driver" under [strip] in table.toml to "wled" or "auto".',
)
NO_WLED = Text(
    de="An {port} meldet sich kein WLED; ist es aufgespielt, und stimmt der Anschluss? Hängt dort "
    "unsere eigene Steuerung, in table.toml unter [strip] „driver“ auf „mehrkopf“ oder „auto“ "
    "ändern.",
    en="No WLED answers at {port}; is it flashed, and is it the right port? If our own controller "
    'is there, change "driver" under [strip] in table.toml to "mehrkopf" or "auto".',
)
GONE = Text(
    de="Die Leitung zum Lichtband an {port} ist abgerissen; Kabel und Stecker prüfen.",
    en="The line to the strip at {port} broke; check cable and plug.",
)
DUMB = Text(
    de="Das Lichtband an {port} antwortet nicht mehr; hilft Warten nicht, Stecker ziehen und "
    "wieder anstecken.",
    en="The strip at {port} does not answer any more; if waiting does not help, unplug it and plug "
    "it in again.",
)
JAMMED = Text(
    de="{port} nimmt keine Daten an; Kabel ab- und wieder anstecken.",
    en="{port} takes no data; unplug the cable and plug it in again.",
)
OTHER_VERSION = Text(
    de="Die Steuerung an {port} spricht Protokoll {theirs}, dieses Programm {ours}; bitte die "
    "Firmware aus hardware/controller neu aufspielen.",
    en="The controller at {port} speaks protocol {theirs}, this program {ours}; please flash the "
    "firmware from hardware/controller again.",
)
TOO_MANY = Text(
    de="Die Steuerung an {port} kann höchstens {most} Lichter, eingestellt sind {lights}; bitte "
    "„lights“ unter [strip] in table.toml verkleinern.",
    en="The controller at {port} drives {most} lights at most, {lights} are set; please lower "
    '"lights" under [strip] in table.toml.',
)
REFUSED = Text(
    de="Die Steuerung an {port} lehnt ab, was dieses Programm schickt (Art {kind}, Grund "
    "{reason}); Programm und Firmware passen nicht zusammen, bitte beide erneuern.",
    en="The controller at {port} refuses what this program sends (type {kind}, reason {reason}); "
    "program and firmware do not fit, please update both.",
)
STUCK = Text(
    de="Das Lichtband an {port} hat sich beim Schließen nicht gemeldet.",
    en="The strip at {port} did not answer while it was being closed.",
)
MISTAKE = Text(
    de="Beim Lichtband ist in diesem Programm etwas schiefgegangen; es wird gleich noch einmal "
    "versucht. Bitte das Protokoll (journalctl -u mehrkopf) aufheben.",
    en="Something went wrong with the strip inside this program; it is tried again in a moment. "
    "Please keep the log (journalctl -u mehrkopf).",
)
CAUSES = {
    "power": Text(de="eingeschaltet", en="switched on"),
    "line": Text(de="vom Rechner neu gestartet", en="restarted by the computer"),
    "supply": Text(
        de="Spannung war zu niedrig – Netzteil und Kabel prüfen",
        en="supply was too low – check power supply and cable",
    ),
    "watchdog": Text(de="hing und hat sich selbst neu gestartet", en="hung and restarted itself"),
    "hidden": Text(de="neu gestartet", en="restarted"),
}
