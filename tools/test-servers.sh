#!/bin/sh
# Installs the real servers and mail programs that tests talk to, as far as they are missing.
#
#   sh tools/test-servers.sh
#
# Run it as often as you like: when nothing is missing it ends at once and needs no network.
# Takes root, or a sudo that asks nothing. Where that can't be had, it says what is missing and goes on:
# the tests that need it are then skipped. With CI=true a missing one is a failure.
# No daemon is started: the tests start their own, in temporary directories.
set -eu

packages='postgresql systemd docker-compose dovecot-imapd dovecot-lmtpd postfix s-nail mutt swaks chromium fonts-dejavu-core'

say() { printf '%s\n' "$*"; }

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Those of the packages $* that are not installed.
missing_of() {
    for package; do
        installed "$package" || printf ' %s' "$package"
    done
}

give_up() {
    say "$1 Tests that need one of these are skipped:$missing" >&2
    if [ "${CI:-}" = true ]; then exit 1; fi
    exit 0
}

# What Debian asks before it starts a daemon of a new package: here the answer is no.
forbid_daemons() {
    policy=/usr/sbin/policy-rc.d
    [ ! -e "$policy" ] || return 0
    trap '$as_root rm -f "$policy"' EXIT INT TERM
    printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
    $as_root chmod 755 "$policy"
}

# Waits if another installation is under way.
apt() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" >/dev/null
}

# shellcheck disable=SC2086  # the list is meant to be split into words
install() { apt install -y --no-install-recommends $missing; }

command -v dpkg-query >/dev/null || { missing=" $packages"; give_up "This is not Debian or Ubuntu."; }
# shellcheck disable=SC2086
missing=$(missing_of $packages)
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ]; then
    as_root=''
elif sudo -n true 2>/dev/null; then
    as_root='sudo -n'
else
    give_up "Not root, and sudo asks for a password: type sudo apt install$missing."
fi
say "Installing with apt-get, for the tests:$missing"
forbid_daemons
install 2>/dev/null || { apt update && install; } || give_up "apt-get failed; it says why above."
