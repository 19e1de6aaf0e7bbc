"""docs/python.md: its sessions are run line by line, in one go, and print what the page says."""

import doctest
import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import vingt
from tests.live import golden

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")
SESSIONS = re.findall(r"^```pycon\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
MINE = re.findall(r"^```toml\n# my-table.toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def section(title: str, level: int = 3) -> str:
    return re.split(
        r"^##+ ", PAGE.partition(f"\n{'#' * level} {title}\n")[2], maxsplit=1, flags=re.MULTILINE
    )[0]


def listed(title: str) -> list[str]:
    """The names in the first column of a table of the reference."""
    rows = re.findall(r"^\| (`.+?) \| ", section(title), re.MULTILINE)
    return sorted(name for row in rows for name in re.findall(r"`([^`]+)`", row))


def written(name: str, called: Callable[..., object]) -> str:
    """A call as the page writes it: its arguments, and not their types."""
    signature = inspect.signature(called)
    named = [
        each.replace(annotation=each.empty) for each in signature.parameters.values() if each.name != "self"
    ]
    return f"{name}{signature.replace(parameters=named, return_annotation=signature.empty)}"


def public(kind: type) -> list[str]:
    """What a class has of its own, methods with their arguments."""
    names: dict[str, object] = {}
    for each in reversed(kind.__mro__):
        if each.__module__.partition(".")[0] == "vingt":
            names |= dict.fromkeys(inspect.get_annotations(each)) | vars(each)
    return sorted(
        written(name, held) if inspect.isfunction(held) else name
        for name, held in names.items()
        if not name.startswith("_")
    )


def test_the_page_shows_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my-table.toml").write_text("# my-table.toml\n" + MINE[0])
    (tmp_path / "vingt-data").mkdir()
    golden.house_folder("v1", tmp_path / "vingt-data")
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    session = doctest.DocTestParser().get_doctest("".join(SESSIONS), {}, "python.md", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(session, out=said.append)
    assert len(session.examples) > 25
    assert not said, "".join(said)


def test_the_page_names_all_that_is_public() -> None:
    named = set(re.findall(r"`(\w+)`", section("Names", 2))) - {"ValueError"}
    assert named == set(vingt.__all__) - {"__version__"}


def test_the_reference_has_every_attribute_and_every_argument() -> None:
    values = {name: getattr(vingt, name) for name in vingt.__all__}
    functions = [written(name, value) for name, value in values.items() if inspect.isfunction(value)]
    assert listed("Functions") == sorted(functions)
    for name, value in values.items():
        if isinstance(value, type):
            assert (name, listed(name)) == (name, public(value))


def test_dir_shows_nothing_but_what_is_on_the_page() -> None:
    for name in vingt.__all__:
        value = getattr(vingt, name)
        if isinstance(value, type) and not issubclass(value, Exception):
            shown = {each for each in dir(value) if not each.startswith("_")}
            assert shown <= {each.partition("(")[0] for each in listed(name)}
