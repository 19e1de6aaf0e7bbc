"""The lower bounds of pyproject.toml: an environment with the lowest version of everything we name, and the
quick tests in it. It needs a package registry and a few minutes; what it installs has a folder of its own."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ("hypothesis", "pytest", "pytest-xdist", "httpx")  # newest: they are ours, not the user's
BESIDE = (  # of the parts that the quick tests leave out: exact, simulation, house and pages
    "tests/exact/test_law.py",
    "tests/simulation/test_cut_card.py",
    "tests/simulation/test_run.py",
    "tests/live/test_house.py",
    "tests/web/test_lobby.py",
)


def quick_tests() -> list[str]:
    """What `make quick` runs."""
    listed = re.search(r"^QUICK := (.*?)\n\n", (ROOT / "Makefile").read_text("utf-8"), re.S | re.M)
    assert listed is not None
    return listed[1].replace("\\\n", " ").split()


def run(*command: str) -> int:
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder) / "lowest"
        python, uv = str(environment / "bin/python"), str(environment / "bin/uv")
        steps = (
            (sys.executable, "-m", "venv", str(environment)),
            (python, "-m", "pip", "install", "-q", "uv"),
            (uv, "pip", "install", "-q", "--python", python, "--resolution", "lowest-direct", f"{ROOT}[all]"),
            (uv, "pip", "install", "-q", "--python", python, *TOOLS),
            (python, "-m", "pytest", "-n", "2", "-p", "no:cacheprovider", *quick_tests(), *BESIDE),
        )
        for step in steps:
            if status := run(*step):
                print(f"failed: {' '.join(step[:6])} …")
                return status
    print("the lowest versions we name carry what we do")
    return 0
