"""`vingt edge`: the house edge, strategy files, and what each open choice is worth."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import vingt
from vingt.analysis.chart.file import read_strategy
from vingt.analysis.exact import lookups
from vingt.analysis.exact.edge import edge
from vingt.analysis.options import worth
from vingt.analysis.options.worth import plan
from vingt.core.rules.resolve import resolve
from vingt.rulebook import library


@pytest.fixture(scope="module")
def chart() -> str:
    return vingt("strategy", "md-blackjack").out


@pytest.fixture
def edited(chart: str, tmp_path: Path) -> "Edited":
    return Edited(chart, tmp_path / "mine.txt")


class Edited:
    """A strategy file with one thing changed."""

    def __init__(self, text: str, path: Path) -> None:
        self.lines = text.splitlines()
        self.path = path

    def at(self, section: str, row: str) -> int:
        start = next(n for n, line in enumerate(self.lines) if line.startswith(f"[{section}]"))
        return next(n for n in range(start, len(self.lines)) if self.lines[n].split()[:1] == [row])

    def refused(self, rules: str = "md-blackjack") -> str:
        self.path.write_text("\n".join(self.lines), encoding="utf-8")
        done = vingt("edge", rules, "--strategy", str(self.path))
        assert (done.code, done.out) == (2, "")
        return done.err.replace(str(self.path), "mine.txt")


def test_json_has_what_programs_need() -> None:
    found = vingt("edge", "md-blackjack/as-dealt", "--json").json
    assert found["house_edge"] == -found["ev"] == pytest.approx(0.00527192, abs=1e-7)
    assert found["ev_without_super_bonus"] == found["ev"]  # no super bonus in this game
    assert found["variance"] == pytest.approx(1.3104, abs=3e-3)
    assert found["strategy"] == "composition"
    assert "without replacement" in found["method"]
    assert len(found["rules_identity"]) == 64
    assert sum(found["parts"].values()) == pytest.approx(found["ev"])
    assert sum(each["probability"] for each in found["net_results"]) == pytest.approx(1)
    assert 0 < found["element_of_risk"] < found["house_edge"]


def test_the_super_bonus_depends_on_the_wager() -> None:
    low = ("--set", "table_minimum=1")
    asked = ("edge", "md-pontoon-21", "--infinite", *low, "--json", "--wager-amount")
    small, large = vingt(*asked, "2").json, vingt(*asked, "$25", "--other-players", "3").json
    assert small["ev"] == small["ev_without_super_bonus"] == large["ev_without_super_bonus"]
    assert large["ev"] == large["ev_without_super_bonus"] + large["super_bonus"] + large["envy"]
    assert 0 < large["envy"] < large["super_bonus"]
    assert large["wager"] == 2500


def test_the_page_says_what_the_edge_is_made_of() -> None:
    out = vingt("edge", "md-pontoon-21", "--infinite").out
    for words in (
        "house edge",
        "infinite deck",
        "super bonus",
        "dealer naturals",
        "Method: ",
        "Rules identity",
    ):
        assert words in out
    assert "variance" not in out


def test_what_is_not_carried_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that the five rulebooks permit is carried: here a table is taken for one that tells tens apart."""
    monkeypatch.setattr(lookups, "told_apart", lambda rules: ("split.pairs_by",))
    done = vingt("edge", "md-blackjack", "--set", "table_minimum=7.50")
    assert done.code == 1
    assert "does not carry this table: split.pairs_by: ten-value cards treated differently" in done.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--wager-amount", "many"), "is no amount"),
        (("--wager-amount", "-5"), "is no wager"),
        (("--wager-amount", "nan"), "is no wager"),
        (("--other-players", "-1"), "room for 0 to 6"),
        (("--other-players", "99"), "room for 0 to 6"),
        (("--wager-amount", "2"), "this table takes $5 to $1,000"),
        (("--wager-amount", "1000.50"), "this table takes $5 to $1,000"),
        (("--strategy", "nowhere.txt"), "no such file"),
        (("--strategy", "."), "is a folder"),
        (("--vary", "--infinite"), "under best play"),
        (("--vary", "--strategy", "chart"), "under best play"),
    ],
)
def test_misuse_is_one_line(options: tuple[str, ...], words: str) -> None:
    done = vingt("edge", "md-blackjack", *options)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err


# -- strategy files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", ["md-blackjack", "md-pontoon-21", "md-players-edge-21"])
def test_the_best_chart_loads_back_and_is_worth_the_same(rulebook: str) -> None:
    rules = resolve(library.load(rulebook), library.submission(rulebook))
    chart = read_strategy(vingt("strategy", rulebook).out, rules)
    loaded, best = edge(rules, chart, with_law=False), edge(rules, "chart", with_law=False)
    assert loaded.strategy == "file"
    assert loaded.ev == pytest.approx(best.ev, abs=1e-7)


def test_a_worse_chart_costs(edited: Edited) -> None:
    at = edited.at("hard", "16")
    edited.lines[at] = "16 " + "S " * 10
    edited.path.write_text("\n".join(edited.lines), encoding="utf-8")
    worse = vingt("edge", "md-blackjack", "--strategy", str(edited.path), "--json").json
    assert 0.0005 < worse["house_edge"] - 0.00528334 < 0.01


def test_a_missing_row_is_named_with_its_section(edited: Edited) -> None:
    start = next(n for n, line in enumerate(edited.lines) if line.startswith("[hard]"))
    del edited.lines[edited.at("hard", "12")]
    assert (
        f"mine.txt, line {start + 1}: the section [hard] that begins here has no row 12" in edited.refused()
    )


def test_a_gap_in_a_row_is_named(edited: Edited) -> None:
    at = edited.at("soft", "17")
    edited.lines[at] = "17 - " + "H " * 9
    assert f"line {at + 1}: the row 17 says nothing against 2" in edited.refused()


@pytest.mark.parametrize(
    ("section", "row", "cells", "words"),
    [
        ("hard", "12", "P" + " H" * 9, "only a row of [pair] can be split"),
        ("hard", "12", "X" + " H" * 9, "'X' is no cell"),
        ("hard", "12", "H" + " H" * 8, "9 cells for 10 up cards"),
        ("split hard", "16", "R" + " H" * 9, "a split hand is not surrendered"),
        ("pair", "88", "S9" + " H" * 9, "'S9' is no cell"),
    ],
)
def test_a_faulty_row_is_named_by_its_line(
    edited: Edited, section: str, row: str, cells: str, words: str
) -> None:
    at = edited.at(section, row)
    edited.lines[at] = f"{row} {cells}"
    message = edited.refused()
    assert f"mine.txt, line {at + 1}: " in message
    assert words in message


def test_what_this_table_bars_is_refused(edited: Edited, tmp_path: Path) -> None:
    edited.path.write_text("\n".join(edited.lines), encoding="utf-8")
    without = ("--set", "surrender=false", "--set", 'accept_readings=["J-27"]')
    no_surrender = vingt("edge", "md-blackjack", "--strategy", str(edited.path), *without)
    assert no_surrender.code == 2
    assert "this table has no surrender (R) against that up card" in no_surrender.err


def test_garbage_is_no_strategy(edited: Edited) -> None:
    edited.lines = ["all work and no play"]
    assert "mine.txt, line 1: begin with a section" in edited.refused()
    edited.lines = [""]
    assert "the section [hard] is missing" in edited.refused()
    edited.path.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8 text" in vingt("edge", "md-blackjack", "--strategy", str(edited.path)).err


# -- what each choice is worth ---------------------------------------------------------------------------


def test_vary_sorts_by_effect_and_agrees_with_the_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two choices; `test_docs` varies them all."""
    whole = worth.plan

    def two_choices(*asked: Any) -> worth.WorthPlan:
        planned = whole(*asked)
        kept = [each for each in planned.changes if each.key in ("decks", "split_loses_to_pontoon")]
        return replace(planned, changes=tuple(kept))

    monkeypatch.setattr(worth, "plan", two_choices)
    found = vingt("edge", "mbs-pontoon", "--vary", "--json").json
    effects = [abs(each["effect"]) for each in found["variations"] if each["effect"] is not None]
    assert effects == sorted(effects, reverse=True)
    four = next(each for each in found["variations"] if (each["key"], each["value"]) == ("decks", 4))
    alone = vingt("edge", "mbs-pontoon", "--set", "decks=4", "--json").json
    assert four["house_edge"] == pytest.approx(alone["house_edge"], abs=1e-12)
    assert four["effect"] == pytest.approx(four["house_edge"] - found["house_edge"])
    assert "rounding" in found["not_affecting"] or "payout_unit" in found["not_affecting"]
    collects = next(each for each in found["variations"] if each["key"] == "split_loses_to_pontoon")
    assert -2e-4 < collects["effect"] < -1e-4


def test_the_plan_covers_the_open_choices_of_every_rulebook() -> None:
    for rulebook in library.RULEBOOKS:
        planned = plan(library.load(rulebook), library.submission(rulebook))
        varied = {change.key for change in planned.changes}
        assert "decks" in varied
        assert not varied & set(planned.unaffected)
        assert {"table_minimum", "shuffler", "rounding"} & set(planned.unaffected)
        if rulebook == "md-blackjack":
            assert {"soft17", "surrender", "blackjack_pays", "split_hands_max", "split_aces_draw"} <= varied
            words = {change.word for change in planned.changes if change.key == "decks"}
            assert words == {1, 2, 3, 4, 5, 7, 8}
            draws = next(change for change in planned.changes if change.key == "split_aces_draw")
            assert dict(draws.along) == {"split_aces_double": False}
