#!/bin/sh
# Installs mehrkopf on a Raspberry Pi (or any Debian): packages, program, user, service, device names.
# Richtet mehrkopf auf einem Raspberry Pi (oder jedem Debian) ein. Hilfe: hardware/install.sh --help
set -eu

PREFIX=/usr/local/lib/mehrkopf
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
DRY=''
DISPLAY_TOO=''
FLASH=''
REMOVE=''
CHANGED=''
ROOT=${MEHRKOPF_ROOT:-}

usage() {
    cat <<'END'
sudo hardware/install.sh [--dry-run] [--display] [--flash-tools]
sudo hardware/install.sh --remove [--dry-run]

  --dry-run      nur zeigen, was geschähe · only show what would happen
  --display      auch der eigene Bildschirm: cage und Chromium · the table's own screen too
  --flash-tools  auch, was die Steuerung des Lichtbands flasht · and what flashes the strip's controller
  --remove       Programm, Dienst und Gerätenamen weg; Abende, Einstellungen, Benutzer und Pakete bleiben
                 remove program, service and device names; evenings, configuration, user and packages stay

Kann beliebig oft laufen; wo nichts neu ist, läuft auch der Dienst ungestört weiter.
May be run as often as you like; where nothing is new the service, too, goes on undisturbed.
END
}

say() { printf '== %s · %s\n' "$1" "$2"; }
fail() { printf '%s\n%s\n' "$1" "$2" >&2; exit 2; }

# Run a command, or show it.
do_it() {
    if [ -n "$DRY" ]; then printf '   %s\n' "$*"; else "$@"; fi
}

# place MODE FROM TO: put a file where it belongs, unless it is there already.
place() {
    if cmp -s "$2" "$ROOT$3"; then
        printf '   %s: unverändert · unchanged\n' "$3"
    else
        do_it install -D -m "$1" "$2" "$ROOT$3"
        CHANGED=1
    fi
}

# Where the system itself is running: not while an image is made in a chroot.
running() { [ -n "$DRY" ] || [ -d /run/systemd/system ]; }
devices_running() { [ -n "$DRY" ] || [ -S /run/udev/control ]; }

# take_away FILE...: remove what this script has put there.
take_away() {
    for file in "$@"; do
        if [ -e "$ROOT$file" ]; then do_it rm -r "$ROOT$file"; fi
    done
}

# One line that changes with any file the program, its units and rules are made of.
fingerprint() {
    (cd "$SOURCE" && python3 --version && find . hardware/systemd hardware/udev \
        \( -name '.?*' -o -name __pycache__ -o -name '*.egg-info' \) -prune \
        -o \( -path ./build -o -path ./tests -o -path ./docs -o -path ./hardware \) -prune \
        -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) | sha256sum | cut -d ' ' -f 1
}

remove() {
    say "Dienst" "service"
    for name in mehrkopf-display.service mehrkopf.service; do
        if [ -e "$ROOT/etc/systemd/system/$name" ]; then
            if running; then do_it systemctl stop "$name"; fi
            do_it systemctl disable "$name"
        fi
    done
    take_away /etc/systemd/system/mehrkopf.service /etc/systemd/system/mehrkopf-display.service /etc/pam.d/mehrkopf-display
    if running; then do_it systemctl daemon-reload; fi
    say "Gerätenamen" "device names"
    take_away /etc/udev/rules.d/60-mehrkopf.rules
    if devices_running; then do_it udevadm control --reload; fi
    say "Programm" "program"
    take_away "$PREFIX" /usr/lib/sysusers.d/mehrkopf.conf /usr/lib/sysusers.d/mehrkopf-display.conf
    cat <<'END'
Geblieben sind die Abende und Blätter in /var/lib/mehrkopf, die Einstellungen in /etc/mehrkopf, der Benutzer
mehrkopf und Debians Pakete. Einmal mehr „sudo hardware/install.sh“, und alles ist wieder da.
What stays: evenings and decks in /var/lib/mehrkopf, the configuration in /etc/mehrkopf, the user mehrkopf
and Debian's packages. Once more "sudo hardware/install.sh" brings everything back.
END
}

for word in "$@"; do
    case $word in
        --dry-run) DRY=1 ;;
        --display) DISPLAY_TOO=1 ;;
        --flash-tools) FLASH=1 ;;
        --remove) REMOVE=1 ;;
        -h | --help) usage; exit 0 ;;
        *)
            usage >&2
            # shellcheck disable=SC1111 # German quotes are meant
            fail "„$word“ gibt es hier nicht." "There is no \"$word\" here."
            ;;
    esac
done

[ -n "$DRY" ] || [ "$(id -u)" = 0 ] ||
    fail "Bitte mit sudo starten: sudo hardware/install.sh" "Please start it with sudo: sudo hardware/install.sh"
[ -n "$DRY" ] || command -v apt-get >/dev/null ||
    fail "Hier gibt es kein apt-get; gebraucht wird Debian oder Raspberry Pi OS." \
        "There is no apt-get here; Debian or Raspberry Pi OS is needed."
if [ -n "$REMOVE" ]; then
    remove
    exit 0
fi
for file in pyproject.toml requirements/runtime.txt requirements/pi.txt requirements/build.txt hardware/systemd/mehrkopf.service; do
    [ -f "$SOURCE/$file" ] ||
        fail "Es fehlt $file; bitte den ganzen Ordner des Projekts nehmen." \
            "$file is missing; please take the project's whole folder."
done

say "Pakete" "packages"
packages="python3 python3-venv libgl1 libglib2.0-0 alsa-utils espeak-ng avahi-daemon"
[ -z "$DISPLAY_TOO" ] || packages="$packages cage chromium curl xwayland"
[ -z "$FLASH" ] || packages="$packages make gcc-avr avr-libc binutils-avr avrdude"
do_it apt-get -qq update
# The pins' library: Raspberry Pi OS brings it, Debian does not.
PINS=''
if apt-cache show python3-lgpio >/dev/null 2>&1; then
    packages="$packages python3-gpiozero python3-lgpio"
    PINS=1
fi
# The ribbon camera's program comes with Raspberry Pi OS alone.
if apt-cache show rpicam-apps-lite >/dev/null 2>&1; then packages="$packages rpicam-apps-lite"; fi
# shellcheck disable=SC2086 # one word a package
do_it env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $packages

say "Benutzer" "user"
place 0644 "$SOURCE/hardware/systemd/mehrkopf.sysusers" /usr/lib/sysusers.d/mehrkopf.conf
do_it systemd-sysusers mehrkopf.conf
if [ -n "$DISPLAY_TOO" ]; then
    place 0644 "$SOURCE/hardware/systemd/mehrkopf-display.sysusers" /usr/lib/sysusers.d/mehrkopf-display.conf
    do_it systemd-sysusers mehrkopf-display.conf
fi

say "Programm" "program"
LOCK=runtime.txt
if [ -n "$PINS" ]; then
    :
elif python3 -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; then
    printf '   python3-lgpio: hat dieses System nicht, darum aus · not with this system, so from requirements/pi.txt\n'
    LOCK=pi.txt
else
    # Of lgpio there is no ready-made file for this Python.
    printf '   %s\n   %s\n' \
        'Ohne python3-lgpio keine Tasten und Lichter an den Stiften; Raspberry Pi OS bringt es mit.' \
        'No buttons and lights at the pins without python3-lgpio; Raspberry Pi OS brings it.'
fi
STATE="$ROOT$PREFIX/installed"
new="$LOCK $(fingerprint)"
if [ -f "$STATE" ] && [ "$(cat "$STATE")" = "$new" ]; then
    printf '   unverändert · unchanged\n'
else
    CHANGED=1
    # Broken off, or of an older Python: made anew rather than mended.
    "$ROOT$PREFIX/venv/bin/python" -m pip --version >/dev/null 2>&1 ||
        do_it python3 -m venv --clear --system-site-packages "$PREFIX/venv"
    PIP="$PREFIX/venv/bin/python -m pip --disable-pip-version-check --quiet"
    # shellcheck disable=SC2086 # a command and its options
    do_it $PIP install --require-hashes --only-binary :all: -r "$SOURCE/requirements/build.txt" -r "$SOURCE/requirements/$LOCK"
    # Built from a copy: nothing of root's is left in the project's folder, nothing old comes along.
    copy=${TMPDIR:-/tmp}/mehrkopf-install.$$
    trap 'rm -rf "$copy"' EXIT
    do_it mkdir -m 0700 "$copy"
    do_it find "$SOURCE" -mindepth 1 -maxdepth 1 ! -name '.?*' ! -name build ! -name '*.egg-info' -exec cp -R '{}' "$copy" ';'
    # shellcheck disable=SC2086
    do_it $PIP install --no-deps --no-build-isolation --force-reinstall "$copy"
fi

say "Einstellungen" "configuration"
if [ -e "$ROOT/etc/mehrkopf/table.toml" ]; then
    printf '   /etc/mehrkopf/table.toml: bleibt, wie sie ist · stays as it is\n'
else
    do_it install -D -m 0640 "$SOURCE/hardware/systemd/table.toml" "$ROOT/etc/mehrkopf/table.toml"
fi
# A network camera's password may stand there.
do_it chown root:mehrkopf "$ROOT/etc/mehrkopf/table.toml"
do_it chmod 0640 "$ROOT/etc/mehrkopf/table.toml"

say "Gerätenamen" "device names"
place 0644 "$SOURCE/hardware/udev/60-mehrkopf.rules" /etc/udev/rules.d/60-mehrkopf.rules
if devices_running; then
    do_it udevadm control --reload
    do_it udevadm trigger --subsystem-match=tty --subsystem-match=video4linux
fi

say "Dienst" "service"
place 0644 "$SOURCE/hardware/systemd/mehrkopf.service" /etc/systemd/system/mehrkopf.service
if [ -n "$DISPLAY_TOO" ]; then
    place 0644 "$SOURCE/hardware/systemd/mehrkopf-display.pam" /etc/pam.d/mehrkopf-display
    place 0644 "$SOURCE/hardware/systemd/mehrkopf-display.service" /etc/systemd/system/mehrkopf-display.service
fi
if running; then do_it systemctl daemon-reload; fi
# restart NAME: so that what is new is what runs; where nothing is new, only what does not run is started.
restart() {
    do_it systemctl enable "$1"
    if ! running; then
        printf '   %s: läuft vom nächsten Einschalten an · runs from the next start on\n' "$1"
    elif [ -n "$CHANGED" ]; then
        do_it systemctl restart "$1"
    else
        do_it systemctl start "$1"
    fi
}
restart mehrkopf.service
[ -z "$DISPLAY_TOO" ] || restart mehrkopf-display.service
# Last of all: what broke off before this is done again, and restarted, by the next run.
if [ -z "$DRY" ] && [ -n "$CHANGED" ]; then printf '%s\n' "$new" >"$STATE"; fi

say "Prüfen" "check"
do_it runuser -u mehrkopf -- "$PREFIX/venv/bin/mehrkopf" doctor --home /var/lib/mehrkopf ||
    printf 'Bitte lesen, was oben mit ✗ steht. · Please read what is marked ✗ above.\n'
say "Fertig" "done"
