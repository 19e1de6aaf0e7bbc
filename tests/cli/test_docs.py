"""docs/cli.md shows real output: each example is run and compared, a line … standing for any lines."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command import vingt
from tests.live import golden
from vingt.cli.main import COMMANDS

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```\n\$ vingt (.+)\n((?:.*\n)+?)```$", PAGE, re.MULTILINE)


def test_commands_of_this_page_have_an_example() -> None:
    shown = {command.split()[0] for command, _ in EXAMPLES}
    described = set(re.findall(r"^## vingt (\w+)", PAGE, re.MULTILINE))
    assert shown == described
    assert described <= {entry.name for entry in COMMANDS}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The house that the page looks into."""
    return golden.house_folder("v1", tmp_path_factory.mktemp("house"))


@pytest.mark.parametrize(("command", "expected"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_the_example_is_what_the_command_prints(
    command: str, expected: str, house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VINGT_DATA", str(house))
    monkeypatch.chdir(tmp_path)
    out = spaced(vingt(*shlex.split(command)).out)
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in spaced(expected).splitlines()
    )
    assert re.fullmatch(pattern, out), out


def spaced(text: str) -> str:
    """How wide a column is depends on rows the page leaves out."""
    return re.sub(" {2,}", "  ", text)
