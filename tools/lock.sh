#!/bin/sh
# Writes requirements/*.txt from pyproject.toml: exact versions with hashes, the same for every
# supported Python, and no word about where the packages came from.
#
#   sh tools/lock.sh              keeps the versions that still fit
#   sh tools/lock.sh --upgrade    takes the newest of each
set -eu
cd "$(dirname "$0")/.."

python=.venv/bin/python
uv=0.13.7

sh deploy/setup.sh
"$python" -m pip install -qq --disable-pip-version-check --no-user "uv==$uv"

compile() {
    list=$1
    shift
    echo "Writing requirements/$list.txt."
    "$python" -m uv pip compile pyproject.toml --quiet --no-config --universal \
        --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
        --annotation-style line --group build --output-file "requirements/$list.txt" "$@"
}

# dev comes first and binds the others, so that each list is a part of the next.
compile dev --extra host --extra study --group dev "$@"
compile soak --extra host --extra study --group dev --group soak --constraint requirements/dev.txt
compile host --extra host --constraint requirements/dev.txt
compile player --constraint requirements/dev.txt
