"""The project itself: what a fresh clone promises before any rule is read."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import vingt
from tests.exploring import EXPLORING

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))

# Written in pieces so that this file does not hold what it looks for.
FOREIGN = {
    "a package host": r"py" r"pi\.org|python" r"hosted|registry\.np" r"mjs|deb\.deb" r"ian",
    "an index setting": r"index" r"-url|extra" r"-index|find" r"-links=|file:" r"///",
    "a path of one machine": r"/wo" r"rk/|/ro" r"ot/|/opt/(py" r"pi|wh" r"eels)",
}


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def tracked_files() -> list[Path]:
    listing = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    try:
        names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    except (FileNotFoundError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [path for name in names if name and (path := ROOT / name).is_file()]


def pinned(lock: Path) -> Iterator[tuple[str, str]]:
    """Each requirement of a lock, as its first line and all that belongs to it."""
    for entry in re.split(r"\n(?=\S)", lock.read_text("utf-8").strip()):
        yield entry.partition("\n")[0], entry


def test_version_is_the_same_in_package_and_pyproject() -> None:
    assert vingt.__version__ == pyproject()["project"]["version"]


def test_no_tracked_file_names_a_package_host_or_a_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)} names {what}: {match[0]}"
        for path in tracked_files()
        for what, pattern in FOREIGN.items()
        if (match := re.search(pattern, path.read_text("utf-8", errors="replace")))
    ]
    assert found == []


def test_no_lock_that_holds_addresses_is_tracked() -> None:
    assert [p.name for p in tracked_files() if re.fullmatch(r"uv\.lock|pylock(\..+)?\.toml", p.name)] == []


def test_locks_of_running_building_and_developing_are_there() -> None:
    assert [lock.stem for lock in LOCKS] == ["build", "dev", "run"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_requirement_is_pinned_and_hashed(lock: Path) -> None:
    entries = list(pinned(lock))
    assert entries
    for first, entry in entries:
        assert re.match(r"[a-z0-9][a-z0-9._-]*==\S+ ", first), f"not pinned: {first}"
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry), f"no hash: {first}"


def test_the_development_lock_holds_the_running_lock() -> None:
    """Version and hashes; a tool of the developers may want a package on more Pythons than we do."""

    def held(name: str) -> set[tuple[str, tuple[str, ...]]]:
        return {
            (first.partition(" ")[0], tuple(re.findall(r"sha256:[0-9a-f]{64}", entry)))
            for first, entry in pinned(ROOT / "requirements" / f"{name}.txt")
        }

    assert held("run") <= held("dev")


def test_every_declared_dependency_is_locked() -> None:
    project = pyproject()["project"]
    extras = project["optional-dependencies"]

    def names(requirements: list[str]) -> set[str]:
        """An extra that takes in another of our own stands for what that one names."""
        found = set()
        for each in requirements:
            if own := re.fullmatch(r"vingt\[(.+)\]", each):
                found |= {name for extra in own[1].split(",") for name in names(extras[extra])}
            else:
                found.add(re.split(r"[^A-Za-z0-9._-]", each)[0])
        return found

    locked = {lock.stem: {first.partition("==")[0] for first, _ in pinned(lock)} for lock in LOCKS}
    assert names([*project["dependencies"], "vingt[serve]"]) <= locked["run"]
    assert {"numba", "starlette"} <= names(["vingt[serve]"])
    assert names(["vingt[dev]"]) <= locked["dev"]
    assert names(["vingt[all]"]) <= names(["vingt[dev]"])
    assert names(pyproject()["build-system"]["requires"]) <= locked["build"]


def test_ci_runs_make_test() -> None:
    script = ROOT / ".ci" / "run"
    lines = script.read_text("utf-8").splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert "set -euo pipefail" in lines
    assert lines[-1] == "make test"
    assert os.access(script, os.X_OK)


def test_import_contracts_say_who_may_import_whom() -> None:
    contracts = {c["id"]: c for c in pyproject()["tool"]["importlinter"]["contracts"]}
    layers = ["cli", "web | _door", "report", "analysis | live", "rulebook", "core"]
    assert contracts["layers"]["layers"] == layers
    assert contracts["layers"]["exhaustive"] is True
    for contract, forbidden in [("core-standard-library-only", "typer"), ("core-pure", "random")]:
        assert contracts[contract]["source_modules"] == ["vingt.core"]
        assert forbidden in contracts[contract]["forbidden_modules"]


def test_core_imports_only_the_standard_library_and_itself() -> None:
    for path in sorted((ROOT / "src" / "vingt" / "core").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            else:
                continue
            for name in names:
                allowed = name.partition(".")[0] in sys.stdlib_module_names or f"{name}.".startswith(
                    "vingt.core."
                )
                assert allowed, f"{path.relative_to(ROOT)}:{node.lineno} imports {name}"


def test_no_property_test_fails_by_chance_or_by_the_clock() -> None:
    assert settings().derandomize is not EXPLORING
    assert settings().deadline is None
    fixed = r"max_examples" r"=\d"
    tests = sorted((ROOT / "tests").rglob("*.py"))
    assert [path.name for path in tests if re.search(fixed, path.read_text("utf-8"))] == []


def system_parts(tmp_path: Path, parts: str, **stand_ins: str) -> subprocess.CompletedProcess[str]:
    """Run scripts/system-parts.sh over a made-up list, with stand-ins for the commands of the machine."""
    for name, body in stand_ins.items():
        command = tmp_path / name.replace("_", "-")
        command.write_text(f"#!/bin/sh\n{body}\n")
        command.chmod(0o755)
    environment = os.environ | {"VINGT_SYSTEM_PARTS": parts, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    return subprocess.run(
        [ROOT / "scripts" / "system-parts.sh"], env=environment, cwd=tmp_path, capture_output=True, text=True
    )


def test_system_parts_that_are_there_need_nothing(tmp_path: Path) -> None:
    done = system_parts(tmp_path, "there: true\n", apt_get="exit 9", id="echo 1000", sudo="exit 1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_missing_system_parts_are_installed_by_root(tmp_path: Path) -> None:
    installs = 'case "$*" in *install*gone*) touch arrived ;; esac'
    done = system_parts(tmp_path, "there: true\ngone: test -e arrived\n", apt_get=installs, id="echo 0")
    assert (done.returncode, done.stdout) == (0, "vingt: installing gone\n")


def test_missing_system_parts_without_root_print_the_one_command(tmp_path: Path) -> None:
    done = system_parts(
        tmp_path,
        "gone: false\nthere: true\nlost: false\n",
        apt_get="touch called",
        id="echo 1000",
        sudo="exit 1",
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.endswith("sudo apt-get install -y --no-install-recommends gone lost\n")
    assert not (tmp_path / "called").exists()


def test_system_parts_that_do_not_arrive_stop_the_tests(tmp_path: Path) -> None:
    done = system_parts(tmp_path, "gone: false\n", apt_get="exit 100", id="echo 0")
    assert done.returncode == 1
    assert "apt-get install -y --no-install-recommends gone" in done.stderr


def test_no_code_treats_a_wager_by_its_id() -> None:
    """What sets one apart is in the data (`placed`, `settles`, `rides_on`) or in `core.wager_kind`."""
    by_id = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                named = any(
                    isinstance(each, ast.Attribute) and each.attr in ("id", "wager") for each in sides
                )
                words = any(isinstance(each, ast.Constant) and each.value for each in sides)
            elif isinstance(node, ast.Call):
                named = isinstance(node.func, ast.Attribute) and node.func.attr in ("wager", "side")
                words = bool(node.args) and isinstance(node.args[0], ast.Constant)
            else:
                continue
            if named and words:
                by_id.append(f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}")
    assert by_id == []


def test_lines_of_templates_fit_a_screen() -> None:
    """A change of a page then reads as a change of lines; ruff sees to the lines of Python."""
    found = [path for where in ("src/vingt", "handbook") for path in (ROOT / where).rglob("templates/**/*.*")]
    assert len(found) > 40
    long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)} characters"
        for path in found
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert long == []


# -- one idea, one word ------------------------------------------------------------------------------------

DOOR = "_door"


def type_names() -> Iterator[tuple[str, str]]:
    """Every class and type alias at the top of a module, with the module. What only declares an option of the
    command line (`Annotated`) is named for the option, and is no type."""
    for path in sorted((ROOT / "src" / "vingt").rglob("*.py")):
        module = path.relative_to(ROOT / "src" / "vingt").as_posix()
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                yield node.name, module
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if re.match(r"_?[A-Z]+[a-z]", name) and "Annotated[" not in ast.unparse(node.value):
                    yield name, module


def test_every_type_has_a_name_of_its_own() -> None:
    """A name at the front door may be that of the thing inside that it stands for."""
    modules: dict[str, list[str]] = {}
    for name, module in type_names():
        if not (name in vingt.__all__ and module.startswith(DOOR)):
            modules.setdefault(name, []).append(module)
    twice = {name: where for name, where in modules.items() if len(where) > 1}
    assert twice == {}
    assert "TableRules" in modules
    assert "EventsOrRefusal" in modules


def test_the_code_s_words_in_the_glossary_are_where_it_says() -> None:
    """Types and modules that it names are there, and "`Box` in `core.rounds.state`" is true."""
    words = (ROOT / "docs" / "glossary.md").read_text("utf-8").partition("## The code's words")[2]
    homes: dict[str, set[str]] = {}
    for name, module in type_names():
        homes.setdefault(name, set()).add(module.removesuffix(".py").replace("/", "."))
    named = re.findall(r"`([A-Z][a-z]\w+)`", words)
    assert len(named) > 50
    assert [name for name in named if name not in homes] == []
    modules = re.findall(r"`((?:core|live|analysis|report|web)\.[a-z0-9_.]+)`", words)
    source = ROOT / "src" / "vingt"
    paths = {module: source.joinpath(*module.split(".")) for module in modules}
    assert [m for m, path in paths.items() if not (path.is_dir() or path.with_suffix(".py").is_file())] == []
    at_home = re.findall(r"`([A-Z][a-z]\w+)`\s+in\s+`([a-z0-9_.]+)`", words)
    assert len(at_home) > 30
    assert [(name, module) for name, module in at_home if module not in homes[name]] == []
