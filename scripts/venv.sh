#!/usr/bin/env bash
# scripts/venv.sh run|dev|any: bring .venv to exactly what the locks say, doing nothing when it already is.
#   run  the package and what serving needs
#   dev  that, and the tools that check and test it
#   any  nothing but a Python with venv: print its path (used by scripts/lock.sh)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
level=${1:?run, dev or any}
export PIP_DISABLE_PIP_VERSION_CHECK=1

# A python that runs (a version manager's shim may not), is new enough and can make a venv.
find_python() {
    local candidate without_venv=
    local candidates=(python3 python3.{11..19})
    [ -z "${PYTHON-}" ] || candidates=("$PYTHON")
    for candidate in "${candidates[@]}"; do
        command -v "$candidate" >/dev/null 2>&1 || continue
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        if "$candidate" -c 'import venv, ensurepip' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
        : "${without_venv:=$candidate}"
    done
    if [ -n "$without_venv" ]; then
        echo "vingt: $without_venv has no venv module; install it: sudo apt-get install -y ${without_venv##*/}-venv" >&2
    else
        echo "vingt: needs Python 3.11 or newer as python3 (or python3.11 …) on PATH, or its path in PYTHON" >&2
    fi
    return 1
}

if [ "$level" = any ]; then
    find_python
    exit
fi

# Two makes in one checkout take turns (where flock exists, as on any Debian).
if command -v flock >/dev/null 2>&1; then
    exec 9<scripts/venv.sh
    flock 9
fi

# What a level is made of, as one number. The path counts: a venv that was moved does not work.
state() {
    { pwd; cat requirements/build.txt "$@"; sed '/^\[tool\./,$d' pyproject.toml; } | sha256sum
}
run_state=$(state requirements/run.txt)
dev_state=$(state requirements/run.txt requirements/dev.txt)
has() { [ -x .venv/bin/vingt ] && .venv/bin/python -c '' 2>/dev/null && [ "$(cat ".venv/$1.state" 2>/dev/null)" = "$2" ]; }
install() { .venv/bin/python -m pip install -qq --require-hashes --no-deps "$@"; }

if ! has run "$run_state"; then
    python=$(find_python)
    echo "vingt: setting up .venv with $("$python" --version)"
    rm -f .venv/*.state
    "$python" -m venv --clear .venv
    install -r requirements/build.txt -r requirements/run.txt
    .venv/bin/python -m pip install -qq --no-deps --no-build-isolation --editable .
    echo "$run_state" >.venv/run.state
fi
if [ "$level" = dev ] && ! has dev "$dev_state"; then
    echo "vingt: adding the development tools to .venv"
    install -r requirements/dev.txt
    echo "$dev_state" >.venv/dev.state
fi
