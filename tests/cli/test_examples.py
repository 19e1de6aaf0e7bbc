"""Every example in the help of a command runs."""

from __future__ import annotations

import inspect
import io
import re
import shlex
import shutil
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from typer.main import get_command

from tests.cli.command import vingt
from tests.cli.two_indices import two_indices
from tests.live import golden
from vingt.analysis.options import worth as vary
from vingt.cli.main import COMMANDS, CommandEntry, app
from vingt.rulebook import library

# What would take minutes or end never is asked for in little: the same options, smaller numbers.
LITTLE = {"1e9": "1e4", "1e-5": "1e-2", "/mnt/other-disk/friday": "other-disk"}
OF_A_HOUSE = ("tables", "win", "replay", "verify", "events", "export", "backup")
# No end, one backup, bytes, ten seconds each (tests/report/test_packet.py makes one): their options are read
READ = ("serve", "restore", "rng", "packet")
LIKE_ANOTHER = (  # long: their options are read; a counter is played in tests/cli/test_simulate_counter.py
    "vingt count md-pontoon-21 --indices my-count.toml --csv",
    "vingt wagers md-players-edge-21 --wager match-up --par",
    "vingt simulate md-blackjack --count hi-lo --spread 1-8 --cut 0.75",
    "vingt simulate md-blackjack --count zen --ramp 1:2,2:4,4:8 --wong-in 0",
    "vingt protect md-blackjack --log house",
)
REFUSED = {"vingt check md-pontoon-21 --set decks=7": 1}  # the example shows a refusal


def examples(entry: CommandEntry) -> list[str]:
    function = getattr(import_module(f"vingt.cli.commands.{entry.module}"), entry.name)
    told = inspect.getdoc(function) or ""
    return [line.strip() for line in told.partition("Examples:")[2].splitlines() if line.strip()]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that examples name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    table = Path(library.__file__).parent / "md-blackjack" / "submissions" / "double-deck-progressives.toml"
    shutil.copy(table, tmp_path / "my-table.toml")
    (tmp_path / "my-count.toml").write_text('name = "Mine"\n[tags]\nA = -2\n5 = 2\n4 = 1\nT = -1\n', "utf-8")
    (tmp_path / "hands.csv").write_text("hand,up\nT6,K\n", "utf-8")
    return tmp_path


def few(plan: vary.WorthPlan) -> vary.WorthPlan:
    return replace(plan, changes=plan.changes[:2])


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_example_runs(entry: CommandEntry, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = examples(entry)
    assert found
    if entry.name in OF_A_HOUSE:
        for name in ("house", "friday-night"):
            (desk / name).mkdir()
            golden.house_folder("v1", desk / name)
        monkeypatch.setenv("VINGT_DATA", str(desk / "house"))
    if any("my-chart.txt" in each for each in found):
        (desk / "my-chart.txt").write_text(vingt("strategy", "md-pontoon-21").out, "utf-8")
    if entry.name == "edge":  # two choices varied are as good an example as thirty
        whole = vary.plan
        monkeypatch.setattr(vary, "plan", lambda *given: few(whole(*given)))
    if entry.name == "count":  # whole charts of indices are found in tests/counting
        monkeypatch.setattr("vingt.cli.commands.count.index_chart", two_indices)
    if entry.name == "protect":  # the main wager is tried in tests/counting
        monkeypatch.setattr("vingt.cli.commands.protect.main_of", lambda *_: (None, None))
        monkeypatch.setattr("vingt.analysis.counting.protection.shoes_for", lambda *_: 60)
    for example in found:
        words = shlex.split(re.split(r" [|>] ", example[example.index("vingt ") :])[0])
        args = [LITTLE.get(each, each) for each in words[1:]]
        if entry.name == "simulate" and not {"--rounds", "--until-se"} & set(args):
            args += ["--rounds", "1e4"]
        small = entry.name in ("protect", "simulate") and "--wager" not in args
        if small or "--all" in args:  # a book with few wagers shows it as well
            args = ["md-players-edge-21" if each in library.RULEBOOKS else each for each in args]
        if entry.name in READ or example in LIKE_ANOTHER:
            command = get_command(app).commands[entry.name]  # type: ignore[attr-defined]
            command.make_context(entry.name, args[1:])
            continue
        done = vingt(*args)
        assert done.code == REFUSED.get(example, 0), (example, done.err)
        if " > " in example:
            (desk / example.split(" > ")[1]).write_text(done.out, "utf-8")


def test_a_change_that_bars_side_wagers_leaves_them_out_and_says_so() -> None:
    done = vingt("rules", "md-blackjack", "--set", "decks=1", "--json")
    assert done.code == 0
    assert "match-the-dealer is left out at this table: it has no paytable for 1 decks (MD-BJ 6.G" in done.err
    assert "bet-the-set-21 is left out at this table: its paytable is for 4 or more decks" in done.err
    offered = {path.split(".")[1] for path in done.json["values"] if path.startswith("wagers.")}
    assert "lucky-ladies" in offered
    assert not offered & {"match-the-dealer", "royal-match-21", "bet-the-set-21"}


def test_what_is_asked_for_itself_is_judged_not_left_out(tmp_path: Path) -> None:
    asked = ("--set", "decks=1", "--set", "wagers.royal-match-21.paytable=C")
    assert vingt("rules", "md-blackjack", *asked).code == 1
    assert vingt("check", "md-blackjack", "--set", "decks=1").code == 1
    own = tmp_path / "own.toml"
    own.write_bytes((Path(library.__file__).parent / "md-blackjack/submissions/default.toml").read_bytes())
    assert vingt("rules", str(own), "--set", "decks=1").code == 1


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        (("md-blackjack", "--set", "decks=8"), "Maryland Blackjack, eight decks, H17, 3 to 2"),
        (("md-blackjack", "--set", "blackjack_pays=6:5"), "Maryland Blackjack, six decks, H17, 6 to 5"),
        (("md-blackjack", "--set", "decks=1"), "Maryland Blackjack, one deck, H17, 3 to 2"),
        (("md-pontoon-21", "--set", "decks=8"), "Maryland Pontoon 21, eight decks"),
        (("md-pontoon-21", "--set", "title=Mine", "--set", "decks=8"), "Mine"),
        (("md-pontoon-21",), "Maryland Pontoon 21, six decks"),
    ],
)
def test_titles_are_made_from_the_rules_in_force(asked: tuple[str, ...], title: str) -> None:
    assert vingt("rules", *asked, "--json").json["title"] == title


def test_a_chart_made_for_other_rules_warns(tmp_path: Path) -> None:
    chart = tmp_path / "mine.txt"
    chart.write_text(vingt("strategy", "md-blackjack").out, "utf-8")
    same = vingt("edge", "md-blackjack", "--infinite", "--strategy", str(chart))
    other = vingt("edge", "md-blackjack", "--infinite", "--strategy", str(chart), "--set", "soft17=S17")
    assert (same.code, other.code) == (0, 0)
    assert "made for other rules" not in same.err
    assert "made for other rules (Maryland Blackjack, six decks, H17, 3 to 2" in other.err
