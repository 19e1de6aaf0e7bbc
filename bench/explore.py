"""Every property test with fresh randomness and ten times the examples; a failure prints how to repeat it."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"


def main() -> int:
    texts = {path: path.read_text("utf-8") for path in TESTS.rglob("test_*.py")}
    properties = sorted(
        str(path) for path, text in texts.items() if "hypothesis" in text or "store_contract" in text
    )
    exploring = os.environ | {"VINGT_EXPLORE": "1"}
    command = [sys.executable, "-m", "pytest", "-n", str(os.cpu_count() or 1), *properties]
    return subprocess.run(command, cwd=TESTS.parent, env=exploring).returncode
