"""README.md, docs/cli.md and the guide show real output: each example is run and compared, a line … standing
for any lines. Commands that the guide only names run in their order, and are examples of a page or a help."""

import io
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command import vingt
from tests.cli.test_examples import examples
from tests.live import golden
from vingt.cli.main import COMMANDS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "cli.md").read_text("utf-8")
README = (DOCS.parent / "README.md").read_text("utf-8")
GUIDE = {path.stem: path.read_text("utf-8") for path in sorted((DOCS / "guide").glob("*.md"))}


def shown_in(page: str) -> list[tuple[str, str]]:
    """Commands with what they print."""
    return re.findall(r"^```\n\$ vingt (.+)\n((?:.*\n)+?)```$", page, re.MULTILINE)


EXAMPLES = shown_in(PAGE)
FIRST_SEEN = shown_in(README)
GUIDED = dict.fromkeys(each for page in GUIDE.values() for each in shown_in(page))

# The submission with three mistakes that README.md has checked.
MY_TABLE = """\
rulebook = "md-pontoon-21"
decks = 7
table_minimum = 5
table_maximum = 1000
boxes_per_player = 3
split_hand_max = 4
split_aces_hands_max = 4
settlement = "one_pass"

[wagers.match-super-bonus]
paytable = "8-decks"
"""


def test_the_first_page_shows_commands() -> None:
    assert [command.split()[0] for command, _ in FIRST_SEEN] == ["check", "edge"]


def test_commands_of_this_page_have_an_example() -> None:
    shown = {command.split()[0] for command, _ in EXAMPLES}
    described = set(re.findall(r"^## vingt (\w+)", PAGE, re.MULTILINE))
    assert shown == described
    assert described <= {entry.name for entry in COMMANDS}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The house that the page looks into."""
    return golden.house_folder("v1", tmp_path_factory.mktemp("house"))


@pytest.mark.parametrize(
    ("command", "expected"),
    [pytest.param(*each, id=each[0]) for each in dict.fromkeys((*FIRST_SEEN, *EXAMPLES, *GUIDED))],
)
def test_the_example_is_what_the_command_prints(
    command: str, expected: str, house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VINGT_DATA", str(house))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-table.toml").write_text(MY_TABLE)
    out = spaced(vingt(*shlex.split(command)).out)
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in spaced(expected).splitlines()
    )
    assert re.fullmatch(pattern, out), out


@pytest.mark.parametrize("role", GUIDE)
def test_what_a_guide_only_names_is_run_as_an_example_elsewhere(role: str) -> None:
    run = {command for command, _ in EXAMPLES} | {
        example.removeprefix("vingt ") for entry in COMMANDS for example in examples(entry)
    }
    named = commands_named(GUIDE[role])
    shown = shown_in(GUIDE[role])
    assert all(set(expected.split()) > {"…"} for _, expected in shown), "an example that shows nothing"
    assert shown or named
    assert [line for line in named if line.removeprefix("vingt ") not in run] == []


def commands_named(page: str) -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.M | re.S)
    return [line for block in blocks for line in block.splitlines()]


# A house that is served does not end by itself (tests/test_wheel.py serves one); to vary every choice takes
# minutes (test_examples.py varies two).
NOT_HERE = re.compile(r"vingt serve\b|vingt edge .*--vary$")


@pytest.mark.parametrize("role", [role for role, page in GUIDE.items() if commands_named(page)])
def test_what_a_guide_names_runs_in_its_order(
    role: str, house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VINGT_DATA", str(house))
    monkeypatch.chdir(tmp_path)
    for command in commands_named(GUIDE[role]):
        monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
        if not NOT_HERE.match(command):
            done = vingt(*shlex.split(command)[1:])
            assert done.code == 0, (command, done.err)


def test_the_guide_is_for_everybody() -> None:
    assert set(GUIDE) == {"manager", "mathematician", "dealer", "player", "auditor", "programmer"}


def spaced(text: str) -> str:
    """How wide a column is depends on rows the page leaves out."""
    return re.sub(" {2,}", "  ", text)
