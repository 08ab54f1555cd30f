#!/bin/sh
# Installs mehrkopf on a Raspberry Pi (or any Debian): packages, program, user, service, device names.
# Richtet mehrkopf auf einem Raspberry Pi (oder jedem Debian) ein. Hilfe: hardware/install.sh --help
set -eu

PREFIX=/usr/local/lib/mehrkopf
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
DRY=''
DISPLAY_TOO=''
FLASH=''
ROOT=${MEHRKOPF_ROOT:-}

usage() {
    cat <<'END'
sudo hardware/install.sh [--dry-run] [--display] [--flash-tools]

  --dry-run      nur zeigen, was geschähe · only show what would happen
  --display      auch der eigene Bildschirm: cage und Chromium · the table's own screen too
  --flash-tools  auch, was die Steuerung des Lichtbands flasht · and what flashes the strip's controller

Kann beliebig oft laufen. · May be run as often as you like.
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
    fi
}

for word in "$@"; do
    case $word in
        --dry-run) DRY=1 ;;
        --display) DISPLAY_TOO=1 ;;
        --flash-tools) FLASH=1 ;;
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
for file in pyproject.toml requirements/runtime.txt requirements/build.txt hardware/systemd/mehrkopf.service; do
    [ -f "$SOURCE/$file" ] ||
        fail "Es fehlt $file; bitte den ganzen Ordner des Projekts nehmen." \
            "$file is missing; please take the project's whole folder."
done

say "Pakete" "packages"
packages="python3 python3-venv python3-gpiozero python3-lgpio libgl1 libglib2.0-0 alsa-utils espeak-ng avahi-daemon"
[ -z "$DISPLAY_TOO" ] || packages="$packages cage chromium curl xwayland"
[ -z "$FLASH" ] || packages="$packages make gcc-avr avr-libc binutils-avr avrdude"
do_it apt-get -qq update
# shellcheck disable=SC2086 # one word a package
do_it env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $packages
# The ribbon camera's program comes with Raspberry Pi OS alone.
if [ -n "$DRY" ] || apt-cache show rpicam-apps-lite >/dev/null 2>&1; then
    do_it env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends rpicam-apps-lite
fi

say "Benutzer" "user"
place 0644 "$SOURCE/hardware/systemd/mehrkopf.sysusers" /usr/lib/sysusers.d/mehrkopf.conf
do_it systemd-sysusers mehrkopf.conf
if [ -n "$DISPLAY_TOO" ]; then
    place 0644 "$SOURCE/hardware/systemd/mehrkopf-display.sysusers" /usr/lib/sysusers.d/mehrkopf-display.conf
    do_it systemd-sysusers mehrkopf-display.conf
fi

say "Programm" "program"
[ -x "$ROOT$PREFIX/venv/bin/python" ] || do_it python3 -m venv --system-site-packages "$PREFIX/venv"
PIP="$PREFIX/venv/bin/python -m pip --disable-pip-version-check --quiet"
# shellcheck disable=SC2086 # a command and its options
do_it $PIP install --require-hashes --only-binary :all: -r "$SOURCE/requirements/build.txt" -r "$SOURCE/requirements/runtime.txt"
# shellcheck disable=SC2086
do_it $PIP install --no-deps --no-build-isolation --force-reinstall "$SOURCE"

say "Einstellungen" "configuration"
if [ -e "$ROOT/etc/mehrkopf/table.toml" ]; then
    printf '   /etc/mehrkopf/table.toml: bleibt, wie sie ist · stays as it is\n'
else
    do_it install -D -m 0644 "$SOURCE/hardware/systemd/table.toml" "$ROOT/etc/mehrkopf/table.toml"
fi

say "Gerätenamen" "device names"
place 0644 "$SOURCE/hardware/udev/60-mehrkopf.rules" /etc/udev/rules.d/60-mehrkopf.rules
do_it udevadm control --reload
do_it udevadm trigger --subsystem-match=tty --subsystem-match=video4linux

say "Dienst" "service"
place 0644 "$SOURCE/hardware/systemd/mehrkopf.service" /etc/systemd/system/mehrkopf.service
if [ -n "$DISPLAY_TOO" ]; then
    place 0644 "$SOURCE/hardware/systemd/mehrkopf-display.pam" /etc/pam.d/mehrkopf-display
    place 0644 "$SOURCE/hardware/systemd/mehrkopf-display.service" /etc/systemd/system/mehrkopf-display.service
fi
do_it systemctl daemon-reload
do_it systemctl enable mehrkopf.service
do_it systemctl restart mehrkopf.service
if [ -n "$DISPLAY_TOO" ]; then
    do_it systemctl enable mehrkopf-display.service
    do_it systemctl restart mehrkopf-display.service
fi

say "Prüfen" "check"
do_it runuser -u mehrkopf -- "$PREFIX/venv/bin/mehrkopf" doctor --home /var/lib/mehrkopf ||
    printf 'Bitte lesen, was oben mit ✗ steht. · Please read what is marked ✗ above.\n'
say "Fertig" "done"
