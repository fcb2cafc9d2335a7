#!/bin/sh
# Makes .venv and installs one locked list of packages into it.
#
#   sh deploy/setup.sh player    what a player needs
#   sh deploy/setup.sh host      and what the server needs
#   sh deploy/setup.sh dev       and what tests, checks and benchmarks need
#   sh deploy/setup.sh soak      and what the longest tests need
#   sh deploy/setup.sh           only the empty .venv
#
# Run it as often as you like: when nothing changed it ends at once and needs no network.
# PYTHON=python3.13 chooses the interpreter; otherwise the first one that is new enough is taken.
# Packages go into .venv only, never into the system's Python.
set -eu
cd "$(dirname "$0")/.."

list=${1:-}
python=.venv/bin/python
new_enough='import sys; sys.exit(sys.version_info < (3, 11))'
can_make_venv="import ensurepip, venv; $new_enough"

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

# Each list contains the one before it.
lists_within() {
    case $1 in
        player) say player ;;
        host) say player host ;;
        dev) say player host dev ;;
        soak) say player host dev soak ;;
        *) fail "There is no list '$1': say player, host, dev or soak." ;;
    esac
}

version() { "$1" -c 'import sys; print(sys.version)' 2>/dev/null; }

# The .venv runs, is new enough, and is of the Python that was asked for, if one was.
venv_fits() {
    "$python" -c "$new_enough" 2>/dev/null || return 1
    [ -z "${PYTHON:-}" ] || [ "$(version "$python")" = "$(version "$PYTHON")" ]
}

# All that a finished set-up depends on. The place is part of it: a moved .venv must be mended.
fingerprint() { { pwd; version "$python"; cat requirements/*.txt pyproject.toml; } | cksum; }

is_ready() {
    [ -f ".venv/ready-$list" ] && venv_fits && [ "$(cat ".venv/ready-$list")" = "$(fingerprint)" ]
}

# The first interpreter that passes the check $1.
find_python() {
    check=$1
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3 python3.14 python3.13 python3.12 python3.11
    fi
    for candidate; do
        if "$candidate" -c "$check" >/dev/null 2>&1; then
            say "$candidate"
            return
        fi
    done
    return 1
}

# Debian and Ubuntu keep Python's venv in a package of its own. Takes root, or a sudo that asks nothing.
apt_install() {
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" = 0 ]; then
        as_root='env'
    elif sudo -n true 2>/dev/null; then
        as_root='sudo -n env'
    else
        return 1
    fi
    say "Installing $1 with apt-get, because this Python can't make a venv without it."
    apt="$as_root DEBIAN_FRONTEND=noninteractive apt-get -qq"
    $apt install -y "$1" >/dev/null 2>&1 || { $apt update && $apt install -y "$1" >/dev/null; }
}

venv_package() { "$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'; }

make_venv() {
    if ! base=$(find_python "$can_make_venv"); then
        base=$(find_python "$new_enough") || fail \
            "Grubenpost needs Python 3.11 or newer, and ${PYTHON:-python3} is not." \
            "Install one, or name it: make setup PYTHON=/path/to/python3"
        package=$(venv_package "$base")
        apt_install "$package" || true
        "$base" -c "$can_make_venv" 2>/dev/null || fail \
            "This Python can't make a venv. Type: sudo apt install $package" \
            "Then run the same make command again."
    fi
    say "Making .venv with Python $("$base" -c 'import platform; print(platform.python_version())')."
    "$base" -m venv --clear .venv
}

# The lists are complete, so pip need not look for dependencies; modules are compiled when first used.
pip_install() {
    "$python" -m pip install -qq --no-input --disable-pip-version-check \
        --no-user --no-deps --no-compile "$@"
}

install_list() {
    say "Installing the packages of requirements/$list.txt."
    pip_install --require-hashes --requirement "requirements/$list.txt" || fail \
        "The packages could not be installed; pip says why above. The first set-up needs the network."
    pip_install --no-build-isolation --editable . || fail \
        "Grubenpost itself could not be installed into .venv; pip says why above."
}

if [ -n "$list" ]; then
    within=$(lists_within "$list")
    if is_ready; then exit 0; fi
fi
if ! venv_fits || ! "$python" -m pip --version >/dev/null 2>&1; then make_venv; fi
if [ -n "$list" ]; then
    install_list
    for done in $within; do fingerprint >".venv/ready-$done"; done
    say "Ready."
fi
