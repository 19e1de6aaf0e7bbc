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
from tests.live import golden
from vingt._door.parts import EXTRA_OF, missing_part
from vingt.analysis.simulation.devices import device
from vingt.cli.main import COMMANDS
from vingt.live.house.backup import back_up

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


RUN = "from vingt.cli.main import app_entry; app_entry(sys.argv[1:])"
NEEDS = {entry.name: entry.needs for entry in COMMANDS}
# What each command is given, where its name alone does not do.
GIVEN = {
    **dict.fromkeys(("rules", "check", "new", "strategy", "edge", "simulate"), "md-blackjack"),
    **dict.fromkeys(("wagers", "count", "protect", "packet", "play", "school"), "md-blackjack"),
    "diff": "md-blackjack mbs-pontoon",
    "progressive": "md-blackjack --wager super-4",
    "advise": "md-blackjack --hand T,6 --up 9",
    "serve": "--port 0",
    "replay": "mbs-pontoon-1 3",
    "backup": "saturday",
    "restore": "friday --data saturday",
    "rng": "--shoes 1",
}


def files_in(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_size for path in folder.rglob("*")}


def bare_house(at: Path) -> dict[Path, int]:
    """A house to look into, and a backup of it; all files that are there then."""
    (at / "house").mkdir()
    folder = golden.house_folder("v1", at / "house")
    back_up(folder, at / "friday", with_key=True)
    return files_in(at)


def test_the_page_about_commands_says_what_each_needs() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    rows = {
        extra: set(re.findall(r"`([a-z]+)`", row))
        for extra, row in re.findall(
            r"^\| (?:`vingt\[(\w+)\]`|the package alone)[^|]*\|(.*)$", page, re.MULTILINE
        )
    }
    needed = {extra: {name for name, needs in NEEDS.items() if needs == extra} for extra in NEEDS.values()}
    assert rows[""] == needed[""]
    assert rows["analysis"] == needed["analysis"]
    assert rows["serve"] - {"verify"} == needed["serve"]


@pytest.mark.parametrize("command", [name for name, needs in NEEDS.items() if needs])
def test_a_command_whose_part_is_missing_says_which_and_still_has_its_help(
    command: str, tmp_path: Path
) -> None:
    begun = bare_house(tmp_path) if command in ("win", "backup", "restore") else {}
    done = bare(RUN, *f"{command} {GIVEN.get(command, '')}".split(), at=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("vingt: this needs vingt[")
    assert f"this needs vingt[{NEEDS[command]}]: pip install 'vingt[{NEEDS[command]}]' (" in done.stderr
    assert done.stderr.endswith(" is not installed)\n")
    assert done.stderr.count("\n") == 1
    assert files_in(tmp_path) == begun
    helped = bare(RUN, command, "--help", at=tmp_path)
    assert (helped.returncode, helped.stderr) == (0, "")
    whole = [sys.executable, "-m", "vingt", command, "--help"]
    assert helped.stdout == subprocess.run(whole, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("command", [name for name, needs in NEEDS.items() if not needs])
def test_a_command_that_needs_no_part_works_without(command: str, tmp_path: Path) -> None:
    bare_house(tmp_path)
    done = bare(RUN, *f"{command} {GIVEN.get(command, '')}".split(), at=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "this needs" not in done.stderr
    assert done.stdout


def test_a_log_is_verified_without_parts_though_its_key_is_there(tmp_path: Path) -> None:
    bare_house(tmp_path)
    done = bare(RUN, "verify", at=tmp_path)
    assert "rounds from shoes still sealed are not played again" in done.stdout
    signed = bare(RUN, "verify", "--report", "report.json", at=tmp_path)
    assert (signed.returncode, "vingt[serve]" in signed.stderr) == (2, True)


def test_the_docket_is_listed_without_parts(tmp_path: Path) -> None:
    done = bare(RUN, "docket", at=tmp_path)
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
