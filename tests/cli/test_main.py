"""The command as a whole: help, version, speed, exit codes, pipes."""

import os
import pty
import re
import resource
import subprocess
import sys
from importlib import import_module

import pytest

import vingt as package
from tests.cli.command import vingt
from vingt.cli.main import COMMANDS
from vingt.core.rules.resolve import NotAllowed
from vingt.core.rules.submission import Problem

VINGT = [sys.executable, "-m", "vingt"]


def test_version() -> None:
    assert vingt("--version") == (0, f"vingt {package.__version__}\n", "")


def processor_time() -> float:
    """What commands run here have cost, which a busy machine does not change."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def test_help_lists_every_command_and_is_quick() -> None:
    subprocess.run([*VINGT, "--help"], capture_output=True, check=True)
    before = processor_time()
    done = subprocess.run([*VINGT, "--help"], capture_output=True, text=True, check=True)
    assert processor_time() - before < 1
    for entry in COMMANDS:
        assert entry.name in done.stdout


def test_help_imports_neither_the_rules_nor_a_command() -> None:
    code = (
        "import sys\nfrom vingt.cli.main import app_entry\ntry:\n    app_entry(['--help'])\nfinally:\n"
        "    print([name for name in sys.modules if name.startswith('vingt.') and 'cli.main' not in name],"
        " file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.strip() == "['vingt._version', 'vingt.cli']"


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_command_has_help_with_an_example(entry: object) -> None:
    name = entry.name  # type: ignore[attr-defined]
    done = vingt(name, "--help")
    assert done.code == 0
    assert f"vingt {name}" in done.out.partition("Usage")[2].partition("\n")[2]


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_entry_names_a_function(entry: object) -> None:
    module = import_module(f"vingt.cli.commands.{entry.module}")  # type: ignore[attr-defined]
    assert callable(getattr(module, entry.name))  # type: ignore[attr-defined]


def test_an_unknown_command_is_misuse_and_gets_the_nearest() -> None:
    done = vingt("rulse")
    assert done.code == 2
    assert "'rules'" in done.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("rules", "md-pontoon"), "did you mean md-pontoon-21?"),
        (("rules", "md-pontoon-21/nope"), "there are default"),
        (("rules", "md-pontoon-21", "--section", "splti"), "did you mean split?"),
        (("rules", "md-pontoon-21", "--set", "decks"), "key=value"),
        (("rules", "md-pontoon-21", "--set", "rulebook=md-blackjack"), "rulebook"),
        (("rules", "a" * 5000), "name too long"),
        (("diff", "md-pontoon-21"), "second RULES"),
        (("clauses", "--area", "splitt"), "did you mean split?"),
        (("clauses", "--carrier", "engin"), "did you mean engine?"),
        (("clauses", "MD-P21 7.PP"), "did you mean MD-P21 7.P?"),
        (("clauses", "13.A"), "no rulebook, file or clause (as MD-BJ 13.A) '13.A': there are MD-P21 13.A"),
        (("clauses", "XX"), "no rulebook, file or clause (as MD-BJ 13.A)"),
        (("clauses", "md-blackjack 99.Z"), "no clause 'MD-BJ 99.Z'; did you mean"),
        (("clauses", "nowhere.toml"), "no such file"),
        (("readings", "I-9999"), "no reading"),
        (("readings", "MD-P21 7.PP"), "did you mean MD-P21 7.P?"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else "",
)
def test_what_cannot_be_understood_is_one_line_on_stderr_and_exit_2(args: tuple[str, ...], said: str) -> None:
    done = vingt(*args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("vingt: ")
    assert said.lower() in done.err.lower()
    assert done.err.count("\n") == 1


def test_rules_that_are_not_allowed_go_to_stderr_with_exit_1() -> None:
    for command in (("rules",), ("diff",), ("clauses",), ("readings",)):
        done = vingt(*command, "md-pontoon-21", "--set", "decks=7")
        assert (done.code, done.out) == (1, "")
        assert "--set: decks  expected 6 or 8, not 7" in done.err
        assert "MD-P21 3.A" in done.err


def test_a_bare_refusal_is_reported_too(capsys: pytest.CaptureFixture[str]) -> None:
    from vingt.cli.terminal.errors import report

    assert report(NotAllowed([Problem("decks", "expected 6 or 8, not 7", line=3)])) == 1
    assert "line 3: decks  expected 6 or 8, not 7" in capsys.readouterr().err


@pytest.mark.parametrize("args", [("clauses", "--json"), ("rulebooks",), ("--help",)])
def test_a_reader_that_leaves_early_is_no_error(args: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*VINGT, *args], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert done.stderr == b""


def test_a_closed_output_is_no_error() -> None:
    done = subprocess.run(["sh", "-c", f"'{sys.executable}' -m vingt rulebooks >&-"], stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")


def on_a_terminal(columns: int, *args: str) -> str:
    """What a terminal of that width is sent."""
    ours, theirs = pty.openpty()
    environment = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")
    } | {"COLUMNS": str(columns), "TERM": "xterm-256color"}
    with subprocess.Popen([*VINGT, *args], stdout=theirs, stderr=theirs, env=environment) as running:
        os.close(theirs)
        sent = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux says so when the other end is closed
                break
            if not piece:
                break
            sent += piece
        running.wait()
    os.close(ours)
    return sent.decode().replace("\r\n", "\n")


def test_a_terminal_gets_colours_and_lines_of_its_width_and_a_pipe_neither() -> None:
    sent = on_a_terminal(90, "rules", "md-pontoon-21/eight-decks-wheels")
    assert "\x1b[" in sent
    bare = re.sub(r"\x1b\[[0-9;]*m", "", sent)
    assert max(len(line) for line in bare.splitlines()) <= 90
    piped = vingt("rules", "md-pontoon-21/eight-decks-wheels").out
    assert "\x1b" not in piped
    assert max(len(line) for line in piped.splitlines()) > 90
    # Nothing is cut off: word by word a terminal gets what a pipe gets.
    assert sorted(re.sub(r"\s", "", bare)) == sorted(re.sub(r"\s", "", piped))
