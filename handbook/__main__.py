"""`python -m handbook`: build the site into the house, which serves it under /docs."""

from __future__ import annotations

import signal
import sys
import time

from handbook.build import Broken, build
from vingt.web.documentation import SITE


def main() -> int:
    began = time.perf_counter()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # as an exception, which leaves nothing behind
    try:
        build(SITE, say=lambda words: print(f"docs: {words}", flush=True))
    except Broken as error:
        print(f"docs: the site was not built:\n{error}", file=sys.stderr)
        return 1
    pages = sum(1 for _ in SITE.rglob("*.html"))
    print(f"docs: {pages:,} pages in {time.perf_counter() - began:.0f} s; make run serves them under /docs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
