#!/bin/sh
# Python's packages for machines without network: hardware/wheels.sh PYTHON FOLDER FOR...
# FOR is such as 3.13-aarch64: a Python and a machine. Debian 12 has 3.11, Debian 13 and Raspberry Pi OS have 3.13.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
python=$1
folder=$2
shift 2
for each in "$@"; do
    version=${each%-*}
    printf 'Python %s, %s\n' "$version" "${each#*-}"
    # Of lgpio there is no ready-made file beyond Python 3.11 (install.sh says what that means).
    lock=runtime
    [ "$version" != 3.11 ] || lock=pi
    set --
    for glibc in 17 27 28 31 34 35 36; do set -- "$@" --platform "manylinux_2_${glibc}_${each#*-}"; done
    "$python" -m pip --disable-pip-version-check --quiet download --no-deps --only-binary :all: \
        --python-version "$version" --implementation cp "$@" --dest "$folder" \
        -r "$here/requirements/build.txt" -r "$here/requirements/$lock.txt"
done
# What speaks to a broker, for tables that do (install.sh); one file for every Python and machine.
sed -n '/^paho-mqtt==/,/^    # via/p' "$here/requirements/club.txt" |
    "$python" -m pip --disable-pip-version-check --quiet download --no-deps --only-binary :all: \
        --require-hashes --dest "$folder" -r /dev/stdin
