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
    en="There is no permission to use {port}; please add the user to the dialout group (sudo "
    "usermod -aG dialout USER) and log in again.",
)
BUSY = Text(
    de="Ein anderes Programm benutzt gerade {port}; bitte dieses erst beenden.",
    en="Another program is using {port}; please close it.",
)
REFUSES = Text(
    de="{port} lässt sich nicht öffnen ({why}); Kabel ab- und wieder anstecken.",
    en="{port} cannot be opened ({why}); unplug the cable and plug it back in.",
)
NOT_SERIAL = Text(
    de="{port} ist kein serieller Anschluss; in table.toml unter [strip] einen anderen nennen oder "
    "die Zeile weglassen.",
    en="{port} is not a serial port; name another one under [strip] in table.toml or leave "
    "that line out.",
)
SILENT = Text(
    de="An {port} meldet sich kein Lichtband; ist die Firmware aufgespielt, und stimmt der "
    "Anschluss?",
    en="No strip is answering at {port}; has the firmware been flashed, and is it the right port?",
)
NOT_OURS = Text(
    de="An {port} meldet sich unsere Steuerung nicht; ist die Firmware aufgespielt, und stimmt der "
    "Anschluss? Hängt dort ein WLED, in table.toml unter [strip] „driver“ auf „wled“ oder „auto“ "
    "ändern.",
    en="Our controller is not answering at {port}; has the firmware been flashed, and is it "
    'the right port? If that is a WLED, change "driver" under [strip] in table.toml to '
    '"wled" or "auto".',
)
NO_WLED = Text(
    de="An {port} meldet sich kein WLED; ist es aufgespielt, und stimmt der Anschluss? Hängt dort "
    "unsere eigene Steuerung, in table.toml unter [strip] „driver“ auf „mehrkopf“ oder „auto“ "
    "ändern.",
    en="No WLED is answering at {port}; has it been flashed, and is it the right port? If "
    'that is our own controller, change "driver" under [strip] in table.toml to "mehrkopf" '
    'or "auto".',
)
GONE = Text(
    de="Die Leitung zum Lichtband an {port} ist abgerissen; Kabel und Stecker prüfen.",
    en="The connection to the strip at {port} was lost; check the cable and plug.",
)
DUMB = Text(
    de="Das Lichtband an {port} antwortet nicht mehr; hilft Warten nicht, Stecker ziehen und "
    "wieder anstecken.",
    en="The strip at {port} has stopped answering; if waiting does not help, unplug it and "
    "plug it back in.",
)
JAMMED = Text(
    de="{port} nimmt keine Daten an; Kabel ab- und wieder anstecken.",
    en="{port} does not accept any data; unplug the cable and plug it back in.",
)
OTHER_VERSION = Text(
    de="Die Steuerung an {port} spricht Protokoll {theirs}, dieses Programm {ours}; bitte die "
    "Firmware aus hardware/controller neu aufspielen.",
    en="The controller at {port} speaks protocol {theirs}, but this program speaks {ours}; "
    "please flash the firmware from hardware/controller again.",
)
TOO_MANY = Text(
    de="Die Steuerung an {port} kann höchstens {most} Lichter, eingestellt sind {lights}; bitte "
    "„lights“ unter [strip] in table.toml verkleinern.",
    en="The controller at {port} can drive at most {most} lights, but {lights} are set; "
    'please lower "lights" under [strip] in table.toml.',
)
REFUSED = Text(
    de="Die Steuerung an {port} lehnt ab, was dieses Programm schickt (Art {kind}, Grund "
    "{reason}); Programm und Firmware passen nicht zusammen, bitte beide erneuern.",
    en="The controller at {port} refuses what this program sends (type {kind}, reason "
    "{reason}); the program and the firmware do not match, please update both.",
)
STUCK = Text(
    de="Das Lichtband an {port} hat sich beim Schließen nicht gemeldet.",
    en="The strip at {port} did not answer while it was being closed.",
)
MISTAKE = Text(
    de="Beim Lichtband ist in diesem Programm etwas schiefgegangen; es wird gleich noch einmal "
    "versucht. Bitte das Protokoll (journalctl -u mehrkopf) aufheben.",
    en="Something went wrong with the strip inside this program; it will be tried again in a "
    "moment. Please keep the log (journalctl -u mehrkopf).",
)
CAUSES = {
    "power": Text(de="eingeschaltet", en="switched on"),
    "line": Text(de="vom Rechner neu gestartet", en="restarted by the computer"),
    "supply": Text(
        de="Spannung war zu niedrig – Netzteil und Kabel prüfen",
        en="the voltage was too low – check the power supply and cable",
    ),
    "watchdog": Text(de="hing und hat sich selbst neu gestartet", en="froze and restarted itself"),
    "hidden": Text(de="neu gestartet", en="restarted"),
}
