"""Installing only what one needs: what each part brings, and what is said where it is missing."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import vingt
from vingt._door.parts import EXTRA_OF, missing_part
from vingt.analysis.simulation.devices import device

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
IMPORTED_AS = {"argon2-cffi": "argon2", "prometheus-client": "prometheus_client", "numba-cuda": "numba_cuda"}

# Stands before Python's own finders and hides every package that an extra brings.
BARE = f"""
import sys
class Bare:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted(EXTRA_OF)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Bare())
"""


def bare(code: str, *args: str, at: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BARE + code, *args]
    home = os.environ | {"XDG_DATA_HOME": str(at), "VINGT_DATA": str(at / "house")}
    return subprocess.run(command, cwd=at, env=home, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def packages(requirements: list[str]) -> set[str]:
    names = (re.split(r"[^A-Za-z0-9._-]", each)[0] for each in requirements if not each.startswith("vingt["))
    return {IMPORTED_AS.get(name, name) for name in names}


def test_every_package_of_an_extra_is_known_by_it() -> None:
    extras = PROJECT["optional-dependencies"]
    brought = {name: extra for extra in extras if extra != "dev" for name in packages(extras[extra])}
    assert brought == EXTRA_OF


def test_every_package_that_is_imported_is_declared() -> None:
    """And the other way round: none is declared that nothing imports."""
    imported = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported.add((node.module or "").partition(".")[0])
    foreign = imported - sys.stdlib_module_names - {"vingt"}
    # uvicorn speaks by websockets; `numba.cuda` and `cuda` are numba_cuda's, markupsafe is jinja2's; Dask is
    # imported by its name.
    named = {"websockets", "numba_cuda", "distributed"}
    assert (foreign | named) - {"cuda", "markupsafe"} == packages(PROJECT["dependencies"]) | set(EXTRA_OF)


def test_a_missing_package_of_nobodys_is_no_missing_part() -> None:
    assert missing_part(ModuleNotFoundError("no", name="antigravity")) is None
    assert missing_part(ImportError("no")) is None


@pytest.mark.parametrize(
    ("command", "extra"),
    [("edge md-blackjack", "analysis"), ("wagers --help", "analysis"), ("serve --port 0", "serve")],
)
def test_a_command_whose_part_is_missing_says_which(command: str, extra: str, tmp_path: Path) -> None:
    run = "from vingt.cli.main import app_entry; app_entry(sys.argv[1:])"
    done = bare(run, *command.split(), at=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    said = f"vingt: this needs vingt[{extra}]: pip install 'vingt[{extra}]' ("
    assert done.stderr.startswith(said)
    assert done.stderr.endswith(" is not installed)\n")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_docket_is_listed_without_parts(tmp_path: Path) -> None:
    run = "from vingt.cli.main import app_entry; app_entry(sys.argv[1:])"
    done = bare(run, "docket", at=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "skipped-card" in done.stdout


def test_the_door_without_parts() -> None:
    done = bare(
        """
import vingt
table = vingt.table("md-blackjack", decks=8)
game = table.new_round(cards="Ts 6h 9d 7c 5s").wager(2500).deal().act("stand")
print(game.net, bool(vingt.check("md-pontoon-21", decks=7)))
for ask in (table.edge, table.strategy, table.wagers, table.simulate, lambda: table.advise("T6", "9")):
    try:
        ask()
    except vingt.MissingPart as missing:
        print(missing)
"""
    )
    assert done.stderr == ""
    first, *rest = done.stdout.splitlines()
    assert first == "2500 False"
    assert rest == ["this needs vingt[analysis]: pip install 'vingt[analysis]' (numpy is not installed)"] * 5


def test_a_gpu_without_its_part_is_a_missing_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the part is there and no GPU is, the argument is at fault."""
    table = vingt.table("md-blackjack")
    monkeypatch.setattr(device, "why_no_cuda", lambda: "no CUDA device was found")
    with pytest.raises(vingt.Unreadable, match="device='cuda' cannot be used here: no CUDA device was found"):
        table.simulate(10, device="cuda")
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    with pytest.raises(
        vingt.MissingPart, match=re.escape("this needs vingt[cuda]: pip install 'vingt[cuda]'")
    ):
        table.simulate(10, device="cuda")
