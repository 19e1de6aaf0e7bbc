"""`vingt new`: a file that `vingt check` allows, and no file of yours written over."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import vingt
from vingt.rulebook import library


def test_what_it_writes_is_allowed(tmp_path: Path) -> None:
    for rulebook in library.RULEBOOKS:
        out = tmp_path / f"{rulebook}.toml"
        done = vingt("new", rulebook, "--output", str(out), "--title", "The corner table")
        assert (done.code, done.out) == (0, "")
        assert f"wrote {out}" in done.err
        told = vingt("check", str(out), "--json").json
        assert (told["allowed"], told["title"], told["rulebook"]) == (True, "The corner table", rulebook)
        assert vingt("new", rulebook).out == out.read_text("utf-8").replace(
            "The corner table", f"My table of {library.load(rulebook).title}"
        )


def test_a_file_that_exists_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    out.write_text("years of work", "utf-8")
    done = vingt("new", "md-blackjack", "--out", str(out))
    assert (done.code, out.read_text("utf-8")) == (2, "years of work")
    assert "exists already" in done.err


def test_what_is_no_rulebook_or_no_title_is_said() -> None:
    done = vingt("new", "md-blackjak")
    assert (done.code, "did you mean md-blackjack?" in done.err) == (2, True)
    assert vingt("new", "md-blackjack/as-dealt").code == 2
    for title in ('x"\nseats = 1', "back\\slash", 'quo"te'):
        assert vingt("new", "md-blackjack", "--title", title).code == 2
    assert vingt("new", "md-blackjack", "--out", "/nowhere/at/all.toml").code == 2
