"""What the pages say about the code is so: modules, functions and files they name are there, and the house is
drawn as it stands. Commands and sessions that pages show are run by tests/cli/test_docs.py and tests/door."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from vingt.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "vingt"
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
PICTURES = sorted((ROOT / "docs" / "images").glob("*.svg"))
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PACKAGES = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))
FOLDERS = (*PACKAGES, "src", "tests", "docs", "bench", "handbook", "scripts", "requirements")
INVENTED = "vm-pontoon-21"  # the jurisdiction that docs/add-a-jurisdiction.md adds
DATA = ("rulebook.toml",)  # a file's name that looks like a module's


def named_in(path: Path) -> Iterator[str]:
    """What a page has in backticks, and every word of a picture."""
    text = path.read_text("utf-8")
    if path.suffix == ".svg":
        for words in re.findall(r"<text[^>]*>(.*?)</text>", text):
            yield from words.split()
    else:
        yield from re.findall(
            r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
        )


def names(pattern: str) -> list[tuple[str, str]]:
    return [
        (path.relative_to(ROOT).as_posix(), name)
        for path in (*PAGES, *PICTURES)
        for name in named_in(path)
        if re.fullmatch(pattern, name)
    ]


@cache
def defined_in(module: Path) -> set[str]:
    """Functions, classes and values of a module, without importing it: some need parts that are extras."""
    defined = set()
    for node in ast.parse(module.read_text("utf-8")).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            defined.add(node.name)
        elif isinstance(node, ast.Assign):
            defined |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            defined.add(node.target.id)
    return defined


def is_there(dotted: str) -> bool:
    """A room, a module, or one thing that is defined in a module (not one that it only imports)."""
    path = SOURCE
    parts = dotted.removeprefix("vingt.").split(".")
    for at, part in enumerate(parts):
        if (path / part).is_dir():
            path /= part
            continue
        module, rest = path / f"{part}.py", parts[at + 1 :]
        return module.is_file() and (not rest or (len(rest) == 1 and rest[0] in defined_in(module)))
    return True


def test_modules_and_functions_that_pages_name_are_there() -> None:
    named = [
        each for each in names(rf"(?:vingt\.)?(?:{'|'.join(PACKAGES)})(?:\.\w+)+") if each[1] not in DATA
    ]
    assert len(named) > 150
    assert {path for path, _ in named} >= {
        f"docs/{name}.md" for name in ("exact", "simulation", "live", "web")
    }
    assert [each for each in named if not is_there(each[1])] == []
    assert not is_there("core.rounds.settle.no_such_function")
    assert not is_there("core.rounds.no_such_module")


def test_files_that_pages_name_are_there() -> None:
    """From the root of the project, or from src/vingt; with a * at least one."""
    named = [each for each in names(rf"(?:{'|'.join(FOLDERS)})/[\w./*-]*") if INVENTED not in each[1]]
    assert len(named) > 40
    missing = [
        each
        for each in named
        if not any(any(root.glob(each[1].rstrip("/"))) for root in (ROOT, SOURCE) if each[1].rstrip("/"))
    ]
    assert missing == []


def test_imports_that_pages_show_work() -> None:
    shown = 0
    for path in PAGES:
        for block in re.findall(r"^```python\n(.*?)^```$", path.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            for node in ast.walk(ast.parse(block)):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vingt"):
                    module = import_module(node.module or "")
                    for alias in node.names:
                        shown += 1
                        assert hasattr(module, alias.name), f"{path.name}: {node.module} has no {alias.name}"
    assert shown


# -- the house, on the page about architecture -------------------------------------------------------------


def drawn_rooms() -> set[str]:
    """The folders in the tree of the house, each by its path under src/vingt."""
    tree = re.search(r"^```\nsrc/vingt/\n(.*?)^```$", ARCHITECTURE, re.MULTILINE | re.DOTALL)
    assert tree is not None
    rooms, above = set(), [""]
    for indent, name in re.findall(r"^( {2,})(\w+)/ ", tree[1], re.MULTILINE):
        above = [*above[: len(indent) // 2], name]
        rooms.add("/".join(above[1:]))
    return rooms


def test_every_room_is_in_the_tree_of_the_house() -> None:
    packages = {path.parent.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*/__init__.py")}
    drawn = drawn_rooms()
    assert packages - drawn == set()
    assert [room for room in drawn if not (SOURCE / room).is_dir()] == []


def test_every_import_contract_is_on_the_page() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = [contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]]
    assert len(contracts) >= 10
    assert [name for name in contracts if f"\n{name}\n" not in ARCHITECTURE] == []


def test_pictures_speak_for_themselves_and_fetch_nothing() -> None:
    """They carry their own ground, so that they are readable on a light page and on a dark one."""
    assert len(PICTURES) >= 3
    for path in PICTURES:
        text = path.read_text("utf-8")
        assert re.search(r"<title[^>]*>\S.*</title>\s*<desc[^>]*>\S.*</desc>\s*<rect ", text), path.name
        assert not re.search(r"<style| style=|<script|href|url\(", text), path.name
        assert re.search(rf"!\[[^\]]{{30,}}\]\(images/{path.name}\)", ARCHITECTURE), path.name


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_of_pages_beside_the_site_lead_somewhere(page: str) -> None:
    """Those within the site are followed when it is built."""
    links = re.findall(r"\]\(([^)]+)\)", (ROOT / page).read_text("utf-8"))
    assert len(links) > 3
    for link in links:
        file, _, place = link.partition("#")
        assert (ROOT / file).is_file(), link
        if place:
            headings = re.findall(r"^#+ (.+)$", (ROOT / file).read_text("utf-8"), re.MULTILINE)
            assert place in {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings}, (
                link
            )


def test_commands_targets_and_benchmarks_that_pages_name_exist() -> None:
    said = "\n".join(path.read_text("utf-8") for path in PAGES)
    # "vingt shoe 2" and its like begin what is signed or committed to.
    commands = set(re.findall(r"(?:`|^\$ )vingt ([a-z]+)\b(?! \d)", said, re.MULTILINE))
    assert commands >= {"check", "simulate", "verify"}
    assert commands - {entry.name for entry in COMMANDS} == set()
    targets = set(re.findall(r"(?:`|^)make ([a-z]+)", said, re.MULTILINE))
    assert targets >= {"run", "test", "docs"}
    assert (
        targets - set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
        == set()
    )
    benchmarks = {name for named in re.findall(r"ONLY=\"?([a-z_]+)", said) for name in named.split()}
    assert len(benchmarks) > 10
    assert [name for name in benchmarks if not (ROOT / "bench" / f"{name}.py").is_file()] == []
