"""The wheel, as somebody installs it: built from the tree, installed apart, and tried from another folder.

Two environments. The bare one holds the wheel and the packages of `dependencies` alone, copied from where the
tests run: the wheel is whole, and needs no more than its base. The full one sees all packages of the tests:
it computes and serves without the tree. That declared versions can be had is for the locks to show.
"""

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
import urllib.error
import urllib.request
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SITE = Path(sysconfig.get_paths()["purelib"])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*pip, "-w", str(made), str(ROOT)],
        check=True,
        env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"},
    )
    (built,) = made.glob("vingt-*.whl")
    return built


class Installed:
    """An environment of its own with the wheel in it, and a folder that knows nothing of the tree."""

    def __init__(self, where: Path, wheel: Path) -> None:
        venv.create(where / "venv", with_pip=False, symlinks=True)
        self.folder = where / "elsewhere"
        self.folder.mkdir()
        self.python = where / "venv" / "bin" / "python"
        self.vingt = where / "venv" / "bin" / "vingt"
        (self.site,) = (where / "venv" / "lib").glob("python*/site-packages")
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "-q", "--no-deps"]
        subprocess.run([*pip, str(wheel)], check=True, env=self.environment)

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return kept | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}

    @property
    def at_home(self) -> dict[str, str]:
        return self.environment | {"HOME": str(self.folder), "XDG_DATA_HOME": ""}

    def run(self, *command: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.folder, env=self.at_home, input=typed, capture_output=True, text=True
        )


def needed(name: str) -> set[str]:
    """A package and all it needs here, by the name it is installed under."""
    found = {name}
    for line in importlib.metadata.requires(name) or ():
        required = re.split(r"[^A-Za-z0-9._-]", line)[0]
        if ";" in line and ("extra" in line or "win32" in line):
            continue
        try:
            importlib.metadata.version(required)
        except importlib.metadata.PackageNotFoundError:
            continue
        found |= needed(required)
    return found


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    made = Installed(tmp_path_factory.mktemp("bare"), wheel)
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    base = [re.split(r"[^A-Za-z0-9._-]", line)[0] for line in declared]
    for package in sorted(set().union(*map(needed, base))):
        for file in importlib.metadata.files(package) or ():
            source = Path(str(file.locate()))
            if ".." in file.parts or "__pycache__" in file.parts or not source.is_file():
                continue
            target = made.site / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    return made


@pytest.fixture(scope="module")
def full(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    made = Installed(tmp_path_factory.mktemp("full"), wheel)
    # After its own packages those of the tests; no .pth there is read, and so not the tree's vingt.
    (made.site / "of-the-tests.pth").write_text(f"{SITE}\n")
    take_kernels(made)
    return made


def take_kernels(made: Installed) -> None:
    """Spare it the compiling: what Numba compiled for the tree is good for the same text at the same time."""
    tree = ROOT / "src"
    for compiled in tree.rglob("__pycache__/*.nb[ci]"):
        target = made.site / compiled.relative_to(tree)
        target.parent.mkdir(exist_ok=True)
        shutil.copy2(compiled, target)
    for source in tree.rglob("*.py"):
        written = source.stat()
        os.utime(made.site / source.relative_to(tree), ns=(written.st_atime_ns, written.st_mtime_ns))


def test_the_bare_wheel_checks_plays_and_explains(bare: Installed) -> None:
    told = bare.run(bare.python, "-c", "import vingt; print(vingt.__file__)")
    assert told.stdout.startswith(str(bare.site)), told.stderr
    done = bare.run(bare.vingt, "check", "md-pontoon-21", "--set", "decks=7")
    assert done.returncode == 1
    assert "expected 6 or 8, not 7" in done.stdout
    assert "MD-P21 3.A" in done.stdout
    for command in (
        "rulebooks",
        "rules md-blackjack",
        "clauses mbs-pontoon",
        "readings",
        "check md-blackjack",
    ):
        done = bare.run(bare.vingt, *command.split())
        assert (done.returncode, done.stderr) == (0, ""), command
    played = bare.run(bare.vingt, "play", "md-blackjack", "--seed", "7", typed="25\ns\nq\n")
    assert played.returncode == 0, played.stderr
    assert "You played 1 round" in played.stdout


def test_the_bare_wheel_says_what_else_it_needs(bare: Installed) -> None:
    for command, extra in (("edge md-blackjack", "analysis"), ("serve --port 0", "serve")):
        done = bare.run(bare.vingt, *command.split())
        assert done.returncode == 2
        assert done.stderr.startswith(f"vingt: this needs vingt[{extra}]: pip install 'vingt[{extra}]'")
    assert list(bare.folder.iterdir()) == []


def page_at(address: str) -> str:
    """The page, once the house has started."""
    directly = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(600):
        try:
            with directly.open(address, timeout=120) as page:
                return str(page.read().decode())
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            time.sleep(0.2)
    raise AssertionError("the house did not start")


def test_the_full_wheel_computes_and_serves(full: Installed) -> None:
    told = full.run(full.python, "-c", "import vingt; print(vingt.__file__)")
    assert told.stdout.startswith(str(full.site)), told.stderr
    done = full.run(full.vingt, "edge", "md-blackjack", "--json")
    assert done.returncode == 0, done.stderr
    assert 0.003 < json.loads(done.stdout)["house_edge"] < 0.004
    sheet = full.run(full.vingt, "wagers", "mbs-pontoon", "--html")  # its templates are in the wheel
    assert sheet.stdout.startswith("<!doctype html>"), sheet.stderr
    serve = [str(full.vingt), "serve", "--port", "0", "--data", str(full.folder / "house")]
    with subprocess.Popen(
        serve,
        cwd=full.folder,
        env=full.at_home,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as served:
        try:
            assert served.stdout is not None
            said = ""
            while not (address := re.search(r"http://127\.0\.0\.1:\d+", said)):
                line = served.stdout.readline()
                assert line, said
                said += line
            assert "<title>" in page_at(address[0])
        finally:
            served.terminate()
