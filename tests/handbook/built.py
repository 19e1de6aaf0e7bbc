"""One build of the handbook for all test processes; without charts, whose computing takes a minute."""

from __future__ import annotations

from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest

from handbook.build import build


def built_site(tmp_path_factory: pytest.TempPathFactory, worker: str) -> Path:
    """The folder of the site; the first that asks builds it, the others wait."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker == "master" else base.parent  # which all processes of one run see
    site = shared / "handbook" / "site"
    with (shared / "handbook.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not site.exists():
            build(site, charts=(), say=lambda words: None)
    return site
