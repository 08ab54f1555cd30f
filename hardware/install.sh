#!/bin/sh
# Installs mehrkopf on a Raspberry Pi (or any Debian): packages, program, user, service, device names.
# Richtet mehrkopf auf einem Raspberry Pi (oder jedem Debian) ein. Hilfe: hardware/install.sh --help
set -eu

# Every version lies in a folder of its own below releases/; the links current and before name the one
# that runs and the one to go back to. Units, device names and this script are kept with each.
PREFIX=/usr/local/lib/mehrkopf
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
DATA=/var/lib/mehrkopf
DRY=''
DISPLAY_TOO=''
FLASH=''
REMOVE=''
BACK=''
NOW=''
WHEELS=''
CHANGED=''
ROOT=${MEHRKOPF_ROOT:-}

usage() {
    cat <<'END'
sudo hardware/install.sh [--display] [--flash-tools] [--wheels FOLDER] [--now] [--dry-run]
sudo hardware/install.sh --back [--now] [--dry-run]
sudo hardware/install.sh --remove [--dry-run]

  --dry-run      nur zeigen, was geschähe · only show what would happen
  --display      auch der eigene Bildschirm: cage und Chromium · the table's own screen too
  --flash-tools  auch, was die Steuerung des Lichtbands flasht · and what flashes the strip's controller
  --wheels       Python-Pakete aus diesem Ordner statt aus dem Netz ("make stick" schreibt ihn)
                 Python packages from this folder instead of the network ("make stick" writes it beside)
  --now          auch während ein Abend läuft · even while an evening is in progress
  --back         zurück zur Version davor · back to the previous version
  --remove       Programm, Dienst und Gerätenamen weg; Abende, Einstellungen, Benutzer und Pakete bleiben
                 remove program, service and device names; evenings, configuration, user and packages stay

Kommt eine neue Version nicht hoch, läuft von selbst wieder die davor.
If a new version does not come up, the previous one takes over again by itself.

Kann beliebig oft laufen; wo nichts neu ist, läuft auch der Dienst ungestört weiter.
Can be run as often as you like; if nothing is new, the service keeps running undisturbed.
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
        -o \( -path ./build -o -path ./dist -o -path ./wheels -o -path ./tests -o -path ./docs -o -path ./hardware \) -prune \
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
    take_away /etc/systemd/system/mehrkopf.service /etc/systemd/system/mehrkopf-display.service /etc/pam.d/mehrkopf-display \
        /etc/systemd/journald.conf.d/mehrkopf.conf
    if running; then do_it systemctl daemon-reload; fi
    say "Gerätenamen" "device names"
    take_away /etc/udev/rules.d/60-mehrkopf.rules /etc/polkit-1/rules.d/50-mehrkopf.rules
    if devices_running; then do_it udevadm control --reload; fi
    say "Programm" "program"
    take_away "$PREFIX" /usr/local/bin/mehrkopf /usr/lib/sysusers.d/mehrkopf.conf /usr/lib/sysusers.d/mehrkopf-display.conf
    cat <<'END'
Geblieben sind die Abende und Blätter in /var/lib/mehrkopf, die Einstellungen in /etc/mehrkopf, der Benutzer
mehrkopf und Debians Pakete. Noch einmal „sudo hardware/install.sh“, und alles ist wieder da.
Kept: evenings and decks in /var/lib/mehrkopf, the configuration in /etc/mehrkopf, the user mehrkopf
and Debian's packages. Running "sudo hardware/install.sh" again brings everything back.
END
}

# --- which version runs, and the way from one to another ---

# link NAME: the release that a link of ours names; nothing where there is no such link.
link() { if [ -L "$ROOT$PREFIX/$1" ]; then basename "$(readlink "$ROOT$PREFIX/$1")"; fi; }

# name RELEASE LINK: let a link of ours name a release; it is the old one or the new one at any moment.
name() {
    [ "$(link "$2")" = "$1" ] ||
        { do_it ln -sfn "releases/$1" "$ROOT$PREFIX/$2.new" && do_it mv -fT "$ROOT$PREFIX/$2.new" "$ROOT$PREFIX/$2"; }
}

# examine RELEASE LANGUAGE: what this version's doctor finds of the table's data, one JSON object a line.
examine() {
    program="$ROOT$PREFIX/releases/$1/venv/bin/mehrkopf"
    language=$2
    [ -x "$program" ] || return 0
    set -- "$program" doctor --json --lang "$language" --home "$DATA"
    # As the table's user: a file that root leaves beside the journal would be in its way.
    [ -n "$ROOT" ] || set -- runuser -u mehrkopf -- "$@"
    # Its status says that something is bad; what, is read from its lines.
    "$@" 2>/dev/null || true
}

# find_in FINDINGS LEVEL CHECK...: the sentences of these checks where they stand at this level.
find_in() {
    findings=$1
    shift
    printf '%s\n' "$findings" | python3 -c '
import json, sys
level, checks = sys.argv[1], sys.argv[2:]
found = [json.loads(line) for line in sys.stdin if line.startswith("{")]
print("; ".join(f["text"].rstrip(".") for f in found if f["level"] == level and f["check"] in checks))
' "$@"
}

# no_evening: go on only where no evening is going on, or somebody says so all the same.
no_evening() {
    running=$(link current)
    [ -n "$running" ] && [ -z "$NOW" ] || return 0
    evening=$(find_in "$(examine "$running" de)" note evening)
    [ -n "$evening" ] || return 0
    german="Gerade ist ein Abend im Gang ($evening). Nach dem Abend noch einmal, oder mit --now."
    english="An evening is going on ($(find_in "$(examine "$running" en)" note evening)). Please try again after it, or use --now."
    if [ -n "$DRY" ] || ! [ -t 0 ]; then fail "$german" "$english"; fi
    printf '%s\n%s\nTrotzdem? · Go ahead anyway? [j/y/N] ' "$german" "$english"
    read -r answer
    case $answer in [jJyY]*) ;; *) exit 2 ;; esac
}

# lost_by RELEASE LANGUAGE: what of the table's data this version cannot read and the one that runs can.
lost_by() {
    bad=$(find_in "$(examine "$1" "$2")" bad journal settings deck)
    [ -n "$bad" ] || return 0
    [ "$bad" = "$(find_in "$(examine "$(link current)" "$2")" bad journal settings deck)" ] || printf '%s' "$bad"
}

# may_run RELEASE: refuse a version that would not read what the one that runs has written.
may_run() {
    [ -n "$(link current)" ] || return 0
    said=$(lost_by "$1" de)
    [ -z "$said" ] ||
        fail "Nichts geändert: Version $1 kann nicht lesen, was aufgezeichnet ist ($said)." \
            "Nothing changed: version $1 cannot read what is recorded ($(lost_by "$1" en))."
}

# place_of RELEASE: put a version's units and device names where they belong.
place_of() {
    from="$ROOT$PREFIX/releases/$1/hardware"
    [ -z "$DRY" ] || [ -d "$from" ] || from=$SOURCE/hardware
    place 0644 "$from/udev/60-mehrkopf.rules" /etc/udev/rules.d/60-mehrkopf.rules
    if devices_running; then
        do_it udevadm control --reload
        do_it udevadm trigger --subsystem-match=tty --subsystem-match=video4linux
    fi
    place 0644 "$from/systemd/mehrkopf.service" /etc/systemd/system/mehrkopf.service
    # A version from before the menu could switch the device off has no such rule.
    if [ -e "$from/systemd/mehrkopf.polkit" ]; then
        place 0644 "$from/systemd/mehrkopf.polkit" /etc/polkit-1/rules.d/50-mehrkopf.rules
    fi
    if [ -e "$from/systemd/mehrkopf-display.service" ] &&
        { [ -n "$DISPLAY_TOO" ] || [ -e "$ROOT/etc/systemd/system/mehrkopf-display.service" ]; }; then
        place 0644 "$from/systemd/mehrkopf-display.pam" /etc/pam.d/mehrkopf-display
        place 0644 "$from/systemd/mehrkopf-display.service" /etc/systemd/system/mehrkopf-display.service
    fi
    if running; then do_it systemctl daemon-reload; fi
}

# restart NAME: so that what is new is what runs; where nothing is new, only what does not run is started.
restart() {
    do_it systemctl enable "$1"
    if ! running; then
        printf '   %s: läuft ab dem nächsten Einschalten · runs from the next start\n' "$1"
    elif [ -n "$CHANGED" ]; then
        do_it systemctl restart "$1"
    else
        do_it systemctl start "$1"
    fi
}

# page_answers: the page is there and shows no trouble that keeps the table from running.
page_answers() {
    if [ -n "$DRY" ]; then
        printf '   ? http://127.0.0.1:8080/\n'
        return 0
    fi
    python3 -c '
import sys, time, tomllib, urllib.error, urllib.request
from pathlib import Path

def asked():
    """Return what is wrong, and whether the page asks to wait a moment."""
    try:
        page = tomllib.loads(Path("/etc/mehrkopf/table.toml").read_text("utf-8")).get("page", {})
        host, port = page.get("host", "127.0.0.1"), page.get("port", 8080)
        urllib.request.urlopen(f"http://{host}:{port}/", timeout=60)
    except urllib.error.HTTPError as error:
        return error, "Retry-After" in error.headers
    except (OSError, ValueError) as error:
        return error, False
    return None, False

for _ in range(60):
    wrong, wait = asked()
    if not wait:
        break
    time.sleep(1)
sys.exit(wrong and f"   http: {wrong}")
'
}

# run_it RELEASE: let a version run from now on; whether it came up.
run_it() {
    name "$1" current && place_of "$1" || return 1
    if [ -n "$CHANGED" ] && [ -z "$DRY" ] && running; then
        # Bad starts of one version are not another's (kiosk/home/starts.py).
        systemctl stop mehrkopf.service || true
        rm -f "$DATA/starts"
    fi
    restart mehrkopf.service && if running; then page_answers; fi
}

# settle RELEASE BEFORE: keep these two versions, remove every other.
settle() {
    if [ -n "$2" ] && [ "$2" != "$1" ]; then name "$2" before; fi
    do_it ln -sfn "$PREFIX/current/venv/bin/mehrkopf" "$ROOT/usr/local/bin/mehrkopf"
    [ -z "$DRY" ] || return 0
    for folder in "$ROOT$PREFIX/releases"/*; do
        case $(basename "$folder") in "$1" | "$(link before)") ;; *) rm -rf "$folder" ;; esac
    done
    # Of a time when there was one version only: gone with the release that named it.
    [ -L "$ROOT$PREFIX/releases/$(link before)/venv" ] || rm -rf "$ROOT$PREFIX/venv" "$ROOT$PREFIX/installed"
    printf '%s\n' "$1" >"$ROOT$PREFIX/runs"
}

# change_to RELEASE: let it run; where it does not come up, the one that ran until now runs again.
change_to() {
    old=$(link current)
    troubled=''
    if [ -n "$old" ] && [ -z "$DRY" ] && running && ! page_answers >/dev/null 2>&1; then troubled=1; fi
    # A table that stood in trouble before may do so afterwards: that is not the version's fault.
    if run_it "$1" || { [ -n "$troubled" ] && systemctl --quiet is-active mehrkopf.service; }; then
        settle "$1" "$old"
        return 0
    fi
    journalctl --no-pager --lines 15 --unit mehrkopf.service >&2 || true
    if [ -z "$old" ] || [ "$old" = "$1" ]; then
        printf '%s\n%s\n' "Version $1 kommt nicht hoch; oben steht, was sie sagt. Aufgezeichnetes ist unberührt." \
            "Version $1 does not come up; its messages are above. Your records are untouched." >&2
        return 1
    fi
    said=$(lost_by "$old" de)
    if [ -n "$said" ]; then
        printf '%s\n%s\n' "Version $1 kommt nicht hoch, und zurück zu $old geht es nicht ($said)." \
            "Version $1 does not come up, and going back to $old is not possible ($(lost_by "$old" en))." >&2
        return 1
    fi
    CHANGED=1
    if run_it "$old" || [ -n "$troubled" ]; then
        printf '%s\n%s\n' "Version $1 kam nicht hoch: $old läuft wieder, verloren ist nichts." \
            "Version $1 did not come up: $old is running again, nothing is lost." >&2
    else
        printf '%s\n%s\n' "Weder $1 noch $old kommt hoch; oben steht, was sie sagen. Aufgezeichnetes ist unberührt." \
            "Neither $1 nor $old comes up; their messages are above. Your records are untouched." >&2
    fi
    return 1
}

back() {
    before=$(link before)
    [ -n "$before" ] ||
        fail "Es gibt keine frühere Version." "There is no previous version."
    no_evening
    may_run "$before"
    say "Zurück zu $before" "back to $before"
    CHANGED=1
    change_to "$before"
}

expected=''
for word in "$@"; do
    if [ -n "$expected" ]; then
        WHEELS=$word
        expected=''
        continue
    fi
    case $word in
        --dry-run) DRY=1 ;;
        --wheels) expected=1 ;;
        --wheels=*) WHEELS=${word#--wheels=} ;;
        --now) NOW=1 ;;
        --back) BACK=1 ;;
        --display) DISPLAY_TOO=1 ;;
        --flash-tools) FLASH=1 ;;
        --remove) REMOVE=1 ;;
        -h | --help) usage; exit 0 ;;
        *)
            usage >&2
            # shellcheck disable=SC1111 # German quotes are meant
            fail "Die Option „$word“ gibt es nicht." "There is no option \"$word\"."
            ;;
    esac
done

[ -n "$DRY" ] || [ "$(id -u)" = 0 ] ||
    fail "Bitte mit sudo starten: sudo hardware/install.sh" "Please run it with sudo: sudo hardware/install.sh"
[ -n "$DRY" ] || command -v apt-get >/dev/null ||
    fail "Hier gibt es kein apt-get; es braucht Debian oder Raspberry Pi OS." \
        "There is no apt-get here; this needs Debian or Raspberry Pi OS."
[ -z "$expected" ] ||
    fail "Nach --wheels fehlt der Ordner." "The folder is missing after --wheels."
# On a stick they lie beside.
[ -n "$WHEELS" ] || [ ! -d "$SOURCE/wheels" ] || WHEELS=$SOURCE/wheels
if [ -n "$WHEELS" ]; then
    [ -d "$WHEELS" ] || fail "Den Ordner $WHEELS gibt es nicht." "There is no folder $WHEELS."
    WHEELS=$(cd "$WHEELS" && pwd)
fi
if [ -n "$REMOVE" ]; then
    remove
    exit 0
fi
if [ -n "$BACK" ]; then
    back
    exit
fi
for file in pyproject.toml requirements/runtime.txt requirements/pi.txt requirements/build.txt hardware/systemd/mehrkopf.service; do
    [ -f "$SOURCE/$file" ] ||
        fail "Es fehlt $file; bitte den ganzen Ordner des Projekts nehmen." \
            "$file is missing; please use the project's whole folder."
done

no_evening

say "Pakete" "packages"
packages="python3 python3-venv libgl1 libglib2.0-0 alsa-utils espeak-ng avahi-daemon"
[ -z "$DISPLAY_TOO" ] || packages="$packages cage chromium curl xwayland"
[ -z "$FLASH" ] || packages="$packages make gcc-avr avr-libc binutils-avr avrdude"
# The pins' library: Raspberry Pi OS brings it, Debian does not.
PINS=''
if apt-cache show python3-lgpio >/dev/null 2>&1; then
    packages="$packages python3-gpiozero python3-lgpio"
    PINS=1
fi
# The ribbon camera's program comes with Raspberry Pi OS alone.
if apt-cache show rpicam-apps-lite >/dev/null 2>&1; then packages="$packages rpicam-apps-lite"; fi
export DEBIAN_FRONTEND=noninteractive
# Where all of them are there, no network is asked for.
# shellcheck disable=SC2086 # one word a package
if [ -n "$DRY" ] || ! apt-get -qq install -y --no-install-recommends --no-upgrade --no-download $packages >/dev/null 2>&1; then
    do_it apt-get -qq update || true
    # shellcheck disable=SC2086
    do_it apt-get -qq install -y --no-install-recommends $packages ||
        fail "Debians Pakete fehlen und sind nicht zu bekommen; bitte einmal mit Netz: $packages" \
            "Debian's packages are missing and cannot be fetched; please run this once with a network connection: $packages"
fi

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
    printf '   python3-lgpio: fehlt diesem System, darum aus · not part of this system, so taken from requirements/pi.txt\n'
    LOCK=pi.txt
else
    # Of lgpio there is no ready-made file for this Python.
    printf '   %s\n   %s\n' \
        'Ohne python3-lgpio gehen Tasten und Lichter an den Stiften nicht; Raspberry Pi OS bringt es mit.' \
        'Without python3-lgpio the buttons and lights on the pins do not work; Raspberry Pi OS includes it.'
fi
print=$(fingerprint)
VERSION=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$SOURCE/pyproject.toml")
RELEASE=$VERSION-$(printf '%s' "$LOCK $print" | sha256sum | cut -c 1-8)
FOLDER="$ROOT$PREFIX/releases/$RELEASE"
# An installation of the time when there was one version only becomes the version before.
if [ -d "$ROOT$PREFIX/venv" ] && [ -z "$(link current)" ]; then
    do_it mkdir -p "$ROOT$PREFIX/releases/first/hardware/systemd" "$ROOT$PREFIX/releases/first/hardware/udev"
    do_it ln -sfn ../../venv "$ROOT$PREFIX/releases/first/venv"
    do_it cp "$ROOT/etc/udev/rules.d/60-mehrkopf.rules" "$ROOT$PREFIX/releases/first/hardware/udev"
    do_it find "$ROOT/etc/systemd/system" -name 'mehrkopf*.service' -exec cp '{}' "$ROOT$PREFIX/releases/first/hardware/systemd" ';'
    do_it cp "$SOURCE/hardware/systemd/mehrkopf-display.pam" "$ROOT$PREFIX/releases/first/hardware/systemd"
    name first current
fi
if [ -f "$FOLDER/installed" ]; then
    printf '   %s: unverändert · unchanged\n' "$RELEASE"
else
    # What broke off is made anew rather than mended; the version that runs is not touched.
    do_it rm -rf "$FOLDER"
    do_it mkdir -p "$FOLDER"
    do_it python3 -m venv --system-site-packages "$FOLDER/venv"
    PIP="$FOLDER/venv/bin/python -m pip --disable-pip-version-check --quiet --no-cache-dir"
    set --
    [ -z "$WHEELS" ] || set -- --no-index --find-links "$WHEELS"
    # shellcheck disable=SC2086 # a command and its options
    do_it $PIP install "$@" --require-hashes --only-binary :all: -r "$SOURCE/requirements/build.txt" -r "$SOURCE/requirements/$LOCK" ||
        fail "Die Python-Pakete sind nicht zu bekommen; bitte Netz oder den Ordner mit --wheels prüfen. Die bisherige Version läuft weiter." \
            "The Python packages cannot be fetched; please check the network or the --wheels folder. The version in use keeps running."
    # Built from a copy: nothing of root's is left in the project's folder, nothing old comes along.
    copy=${TMPDIR:-/tmp}/mehrkopf-install.$$
    trap 'rm -rf "$copy"' EXIT
    do_it mkdir -m 0700 "$copy"
    do_it find "$SOURCE" -mindepth 1 -maxdepth 1 ! -name '.?*' ! -name build ! -name dist ! -name wheels ! -name '*.egg-info' -exec cp -R '{}' "$copy" ';'
    # shellcheck disable=SC2086
    do_it $PIP install --no-index --no-deps --no-build-isolation "$copy"
    do_it mkdir "$FOLDER/hardware"
    do_it cp -R "$SOURCE/hardware/install.sh" "$SOURCE/hardware/systemd" "$SOURCE/hardware/udev" "$FOLDER/hardware"
    # Whole on the card before anything names it: the plug may be pulled at any moment.
    do_it sync
    do_it touch "$FOLDER/installed"
fi
# What speaks to a broker, where table.toml names one; no other table needs it.
if grep -qs '^\[mqtt\]' "$ROOT/etc/mehrkopf/table.toml" && ! "$FOLDER/venv/bin/python" -c 'import paho.mqtt.enums' 2>/dev/null; then
    set --
    [ -z "$WHEELS" ] || set -- --no-index --find-links "$WHEELS"
    if sed -n '/^paho-mqtt==/,/^    # via/p' "$SOURCE/requirements/club.txt" |
        do_it "$FOLDER/venv/bin/python" -m pip --disable-pip-version-check --quiet --no-cache-dir install "$@" --require-hashes --only-binary :all: -r /dev/stdin; then
        CHANGED=1
    else
        printf '   %s\n   %s\n' \
            'paho-mqtt ist nicht zu bekommen; der Tisch läuft, sagt dem Broker aber nichts. Mit Netz noch einmal.' \
            'paho-mqtt cannot be fetched; the table runs, but tells the broker nothing. Once more with a network connection.'
    fi
fi
[ "$(cat "$ROOT$PREFIX/runs" 2>/dev/null)" = "$RELEASE" ] || CHANGED=1
if [ -z "$DRY" ] && [ "$(link current)" != "$RELEASE" ]; then may_run "$RELEASE"; fi

say "Einstellungen" "configuration"
if [ -e "$ROOT/etc/mehrkopf/table.toml" ]; then
    printf '   /etc/mehrkopf/table.toml: bleibt, wie sie ist · stays as it is\n'
else
    do_it install -D -m 0640 "$SOURCE/hardware/systemd/table.toml" "$ROOT/etc/mehrkopf/table.toml"
fi
# A network camera's password may stand there.
do_it chown root:mehrkopf "$ROOT/etc/mehrkopf/table.toml"
do_it chmod 0640 "$ROOT/etc/mehrkopf/table.toml"

# On a memory card the system's log stays in memory; what the table records is on the card all the same.
case $(findmnt -n -o SOURCE / 2>/dev/null) in
    /dev/mmcblk*)
        say "Protokoll des Systems" "the system's log"
        place 0644 "$SOURCE/hardware/systemd/journald.conf" /etc/systemd/journald.conf.d/mehrkopf.conf
        if running; then do_it systemctl try-restart systemd-journald.service; fi
        ;;
esac

say "Dienst und Gerätenamen" "service and device names"
change_to "$RELEASE"
[ -z "$DISPLAY_TOO" ] || restart mehrkopf-display.service

say "Prüfen" "check"
# The service makes it when it starts; what looks now shall not find it missing.
do_it install -d -m 0750 -o mehrkopf -g mehrkopf "$ROOT$DATA"
do_it runuser -u mehrkopf -- "$PREFIX/current/venv/bin/mehrkopf" doctor --home "$DATA" ||
    printf 'Bitte lesen, was oben mit ✗ steht. · Please read what is marked ✗ above.\n'
say "Fertig" "done"
