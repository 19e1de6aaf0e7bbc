"""The clause marker itself, and the committed list of what proves which clause."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.proof.plugin import COLLECTED, PROOFS, survived, written

ROOT = Path(__file__).parents[2]

MARKED = """
import pytest
from tests.proof import checked, clause, stated

@checked("MD-P21 3.A", "MD-P21 3.B")
@pytest.mark.parametrize("decks", [
    pytest.param(6, marks=clause("MD-P21 12.B(7)")),
    pytest.param(8, marks=clause("SURVIVED")),  # nothing that runs notices a change of its value
])
def test_marked(decks): ...

@stated("MD-P21 3.B")
def test_words(): ...

@clause("MD-P21 99.Z")
def test_marked_with_no_clause(): ...

def test_what_was_collected(request):
    from tests.proof.plugin import proofs
    here = f"{request.node.nodeid.partition('::')[0]}::"
    assert proofs(request.session.items) == {
        "MD-P21 3.A": {"checked": [f"{here}test_marked"]},
        "MD-P21 3.B": {"checked": [f"{here}test_marked"], "stated": [f"{here}test_words"]},
        "MD-P21 12.B(7)": {"played": [f"{here}test_marked[6]"]},
        "SURVIVED": {"stated": [f"{here}test_marked"]},
        "MD-P21 99.Z": {"played": [f"{here}test_marked_with_no_clause"]},
    }
"""


def pytest_run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Pytest with the marker's plugin and little else, in a process of its own."""
    without = [
        part for plugin in ("cacheprovider", "xdist", "hypothesispytest") for part in ("-p", f"no:{plugin}")
    ]
    command = [sys.executable, "-m", "pytest", "-c", "pyproject.toml", *without, "-p", "tests.proof.plugin"]
    return subprocess.run([*command, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True)


def test_the_committed_proofs_are_those_of_the_tests(request: pytest.FixtureRequest) -> None:
    collected = request.config.stash.get(COLLECTED, None)
    if collected is None:
        pytest.skip("needs the whole test suite")
    assert PROOFS.read_text("utf-8") == written(collected), "stale: run make proofs"


def test_marks_name_clauses_on_tests_and_on_parameters_and_a_wrong_one_fails(tmp_path: Path) -> None:
    unnoticed = min(survived() - {"MD-P21 3.A", "MD-P21 3.B", "MD-P21 12.B(7)"})
    marked = MARKED.replace("SURVIVED", unnoticed)
    (tmp_path / "test_marks.py").write_text(marked, encoding="utf-8")
    done = pytest_run(tmp_path)
    assert "marked with a clause that does not exist: MD-P21 99.Z" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("4 passed, 1 error")


def test_proofs_are_written_from_the_whole_suite_only(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text("def test_some(): ...", encoding="utf-8")
    before = PROOFS.read_bytes()
    done = pytest_run("--write-proofs", tmp_path)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "needs the whole test suite" in done.stderr
    assert PROOFS.read_bytes() == before
