#!/usr/bin/env bash
# The parts of the system that the tests need beyond Python: one line each, "package: command that
# succeeds when it is there". Missing ones are installed when we may; otherwise the one command is printed.
set -euo pipefail

parts=${VINGT_SYSTEM_PARTS-"
chromium-headless-shell: command -v chromium-headless-shell || command -v chromium
fonts-dejavu-core: test -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
"}

missing() {
    local package shows
    while IFS=: read -r package shows; do
        package=${package//[[:space:]]/}
        if [ -n "$package" ] && ! bash -c "$shows" >/dev/null 2>&1; then printf '%s ' "$package"; fi
    done <<<"$parts"
}

wanted=$(missing)
[ -n "$wanted" ] || exit 0

install="apt-get install -y --no-install-recommends ${wanted% }"
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
if as_root apt-get --version >/dev/null 2>&1; then
    echo "vingt: installing ${wanted% }"
    # An outdated package list is no reason to stop: the install itself tells.
    as_root apt-get -qq update >/dev/null || true
    # shellcheck disable=SC2086  # words on purpose
    as_root env DEBIAN_FRONTEND=noninteractive $install -qq >/dev/null || true
    wanted=$(missing)
    [ -n "$wanted" ] || exit 0
fi
echo "vingt: the tests need ${wanted% }; install with: sudo $install" >&2
exit 1
