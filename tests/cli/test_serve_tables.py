"""`vingt serve --table`: refused as `vingt check` refuses, before anything is opened; else it stands open."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.cli.command import vingt
from tests.live.test_named_tables import OWN
from vingt.live.house.named_tables import file_and_dealing
from vingt.live.log import playability

SERVE = ("serve", "--port", "0", "--data")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(OWN.format(decks=8), "utf-8")
    return path


def test_every_problem_of_every_file_is_told_and_nothing_is_opened(tmp_path: Path, mine: Path) -> None:
    wrong, worse = tmp_path / "wrong.toml", tmp_path / "worse.toml"
    wrong.write_text(OWN.format(decks=7) + "seats = 9\n", "utf-8")
    worse.write_text(OWN.format(decks=6).replace("25", "0"), "utf-8")
    files = [word for path in (mine, wrong, worse) for word in ("--table", str(path))]
    done = vingt(*SERVE, str(tmp_path / "house"), *files)
    assert done.code == 1
    assert not (tmp_path / "house").exists()
    for path in (wrong, worse):
        assert vingt("check", str(path)).out in done.err  # word for word
    assert done.err.rstrip().endswith("nothing was opened")


def test_a_file_that_cannot_be_read_or_played_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playability, "GAMES", frozenset({"switch"}))  # as of a house that deals no other way
    for file, code, words in (
        (str(tmp_path / "gone.toml"), 2, "gone.toml: no such file or directory"),
        ("md-blackjack", 1, "not playable in this version"),
    ):
        done = vingt(*SERVE, str(tmp_path / "house"), "--table", file)
        assert (done.code, words in done.err, "Traceback" in done.err) == (code, True, False), done.err
        assert not (tmp_path / "house").exists()


def test_an_own_table_is_served_instead_of_the_samples(tmp_path: Path, mine: Path) -> None:
    command = [sys.executable, "-m", "vingt", *SERVE, str(tmp_path / "house"), "--no-samples"]
    serving = subprocess.Popen(
        [*command, "--table", str(mine)], stdout=subprocess.PIPE, text=True, env={**os.environ}
    )
    try:
        assert serving.stdout is not None
        lines: list[str] = []
        while not (lines and "http://" in lines[-1]):
            lines.append(serving.stdout.readline())
            assert lines[-1]
        assert f"vingt: {mine}: The corner table (md-pontoon-21-1) is open\n" in lines
        found = re.search(r"http://\S+", lines[-1])
        assert found is not None
        tables = httpx.get(f"{found[0]}api/tables").json()["tables"]
        assert [(each["table"], each["name"]) for each in tables] == [("md-pontoon-21-1", "The corner table")]
    finally:
        serving.send_signal(signal.SIGINT)
        assert serving.wait(30) == 0
        assert serving.stdout is not None
        serving.stdout.close()


@pytest.mark.parametrize(
    ("named", "read"),
    [
        ("mine.toml", ("mine.toml", "automatic")),
        ("mine.toml:guided", ("mine.toml", "guided")),
        ("mine.toml:by-magic", ("mine.toml:by-magic", "automatic")),  # and no such file is found
        (":guided", (":guided", "automatic")),
    ],
)
def test_who_deals_is_named_behind_the_file(named: str, read: tuple[str, str]) -> None:
    assert file_and_dealing(named) == read
