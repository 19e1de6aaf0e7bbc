"""Pages list every clause that nothing plays or checks, with the reason: docs/procedure.md those of the
table, docs/progressive.md those of progressive systems, docs/rulebook.md all others."""

from __future__ import annotations

from pathlib import Path

import pytest

from vingt.rulebook import library

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "procedure.md": ("table", "layout", "conduct"),
    "progressive.md": ("progressive",),
    "rulebook.md": ("engine", "submission"),
}


def listed(page: str) -> set[str]:
    rows = [line for line in (DOCS / page).read_text("utf-8").splitlines() if line.startswith(("| M", "|M"))]
    ids = [each.strip() for row in rows for each in row.split("|")[1].split(",")]
    assert len(ids) == len(set(ids)), "once each"
    assert all(len(row.split("|")[2].strip()) > 15 for row in rows), "with a reason"
    return set(ids)


def unplayed(page: str) -> set[str]:
    proved = library.proofs()
    carriers = {clause.carrier for rulebook in library.RULEBOOKS for clause in library.clauses(rulebook)}
    assert carriers == {carrier for each in PAGES.values() for carrier in each}
    return {
        clause.id
        for rulebook in library.RULEBOOKS
        for clause in library.clauses(rulebook)
        if clause.carrier in PAGES[page] and not {"played", "checked"} & proved.get(clause.id, {}).keys()
    }


@pytest.mark.parametrize("page", PAGES)
def test_what_is_listed_is_not_played(page: str) -> None:
    assert listed(page) <= unplayed(page)


@pytest.mark.parametrize("page", PAGES)
def test_what_is_not_played_is_listed(page: str) -> None:
    assert unplayed(page) == listed(page)
