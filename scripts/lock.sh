#!/usr/bin/env bash
# Write requirements/*.txt from pyproject.toml: every version and hash, and no address of any kind.
# Pins stay where they are unless they must move; `scripts/lock.sh --upgrade` moves them all.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

uv=$(command -v uv || true)
if [ -z "$uv" ]; then
    uv=.venv-lock/bin/uv
    if [ ! -x "$uv" ]; then
        python=$(scripts/venv.sh any)
        "$python" -m venv --clear .venv-lock
        PIP_DISABLE_PIP_VERSION_CHECK=1 .venv-lock/bin/python -m pip install -qq uv
    fi
fi

lock() { # NAME SOURCE [OPTION...]
    local name=$1
    shift
    "$uv" pip compile --quiet --generate-hashes --universal --python-version 3.11 --no-header --no-annotate \
        --output-file "requirements/$name.txt" "${upgrade[@]}" "$@" >/dev/null
}
upgrade=("$@")
lock run pyproject.toml --extra serve
lock build requirements/build.in --constraint requirements/run.txt
lock dev pyproject.toml --extra dev --constraint requirements/run.txt --constraint requirements/build.txt

if grep -nE '://|^ *-(-index|-extra|-find|i|f)|file:' requirements/*.txt; then
    echo "lock: an address got into the lock (above)" >&2
    exit 1
fi
