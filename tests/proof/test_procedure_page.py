"""docs/procedure.md lists every clause of the table that nothing plays or checks, with the reason."""

from __future__ import annotations

from pathlib import Path

from vingt.rulebook import library

PAGE = Path(__file__).parents[2] / "docs" / "procedure.md"
CARRIERS = ("table", "layout", "conduct")


def listed() -> set[str]:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(("| M", "|M"))]
    ids = [each.strip() for row in rows for each in row.split("|")[1].split(",")]
    assert len(ids) == len(set(ids)), "once each"
    assert all(len(row.split("|")[2].strip()) > 15 for row in rows), "with a reason"
    return set(ids)


def unplayed() -> set[str]:
    proved = library.proofs()
    return {
        clause.id
        for rulebook in library.RULEBOOKS
        for clause in library.clauses(rulebook)
        if clause.carrier in CARRIERS and not {"played", "checked"} & proved.get(clause.id, {}).keys()
    }


def test_what_is_listed_is_not_played() -> None:
    assert listed() <= unplayed()


def test_what_is_not_played_is_listed() -> None:
    assert unplayed() == listed()
