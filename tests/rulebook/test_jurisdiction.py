"""docs/add-a-jurisdiction.md, followed to the letter: a sixth rulebook from data alone."""

import csv
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.proof import claims as proof
from tests.proof import witnesses
from vingt.core.cite import Clause, Inventory
from vingt.core.rules.document import Document, parse_document
from vingt.core.rules.resolve import resolve
from vingt.core.rules.submission import parse_submission
from vingt.rulebook import library

PAGE = (Path(__file__).parents[2] / "docs" / "add-a-jurisdiction.md").read_text("utf-8")
CLAUSES, CHANGES, SUBMISSION, WITNESSES = re.findall(r"^```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def valmora() -> Document:
    """Maryland's rulebook under another name, with the rows and tables of the page put in."""
    rows = {each.id.replace("MD-P21", "VM-P21"): each for each in library.clauses("md-pontoon-21")}
    clauses = {id: Clause(id, each.area, each.carrier, each.statement) for id, each in rows.items()}
    clauses |= {row[0]: Clause(*row) for row in csv.reader(CLAUSES.splitlines())}
    raw: dict[str, Any] = tomllib.loads(library.rulebook_text("md-pontoon-21"))
    for section, values in tomllib.loads(CHANGES).items():
        raw[section].update(values)
    return parse_document(raw, Inventory("VM-P21", clauses.values(), library.readings()))


def test_a_jurisdiction_is_data() -> None:
    rules = resolve(valmora(), parse_submission(SUBMISSION.encode(), "default.toml"))
    assert (rules.rulebook, rules.cites_as, rules.title) == (
        "vm-pontoon-21",
        "VM-P21",
        "Valmora Pontoon 21, eight decks",
    )
    assert rules.bonus is not None
    lines = {line.outcome: line for line in rules.bonus.lines}
    assert lines["678-hearts"].suits == "hearts"
    assert str(lines["678-hearts"].cite) == "VM-P21 12.B(3) (reading I-71)"
    assert (lines["8-or-more-card-21"].cards, str(lines["8-or-more-card-21"].pays)) == (8, "5 to 1")
    assert str(rules.cite("cards.decks")) == "VM-P21 3.A"
    assert [wager.id for wager in rules.wagers] == ["insurance", "match-super-bonus"]
    assert rules.identity != library.table_rules("md-pontoon-21", {"decks": 8}).identity


def test_its_values_are_held_to_its_own_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    for path, known in witnesses.by_value(tomllib.loads(WITNESSES)["value"]).items():
        monkeypatch.setitem(witnesses.WITNESSES, path, known)
    document = valmora()
    bonus = [claim for subject, claim in proof.claims(document) if subject == "bonus"]
    assert len(bonus) > 20
    assert [wrong for claim in bonus if (wrong := proof.unproved(claim, document.inventory))] == []
    proved = {each for claim in bonus for each in proof.proved(claim, document.inventory)}
    assert {f"VM-P21 12.B({number})" for number in range(1, 11)} <= proved
