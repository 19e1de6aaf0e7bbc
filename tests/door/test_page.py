"""docs/python.md: its sessions are run line by line, in one go, and print what the page says."""

import doctest
import re
from pathlib import Path

import pytest

import vingt
from tests.live import golden

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")
SESSIONS = re.findall(r"^```pycon\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
MINE = re.findall(r"^```toml\n# my-table.toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


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
    named = set(re.findall(r"`(\w+)`", PAGE.partition("\n## Names\n")[2])) - {"ValueError"}
    assert named == set(vingt.__all__) - {"__version__"}
