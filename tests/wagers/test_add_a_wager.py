"""docs/add-a-wager.md, done: one function, one registry line, data."""

import re
import tomllib
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import vingt
from tests.wagers.worked import offered, see
from vingt.analysis.exact.side.cases import as_printed
from vingt.analysis.exact.side.value import value
from vingt.core.rules.document import Document, parse_document
from vingt.core.wagers.judge import judge, payout
from vingt.core.wagers.registry import EVALUATORS
from vingt.rulebook import library

PAGE = (Path(__file__).parents[2] / "docs" / "add-a-wager.md").read_text("utf-8")


def block(kind: str) -> str:
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert isinstance(found, str)
    return found


@pytest.fixture
def document(monkeypatch: pytest.MonkeyPatch) -> Document:
    """Maryland Blackjack with the page's wager."""
    names: dict[str, Any] = {}
    exec(block("python"), names)
    monkeypatch.setitem(EVALUATORS, "three-reds", names["three_reds"])
    text = library.rulebook_text("md-blackjack") + "\n" + block("toml")
    changed = parse_document(tomllib.loads(text), library.inventory("md-blackjack"))
    loaded = library.load
    monkeypatch.setattr(library, "load", lambda name: changed if name == "md-blackjack" else loaded(name))
    return changed


@pytest.mark.parametrize(
    ("player", "up", "outcome", "net"),
    [
        ("7d 7h", "7d", "three-red-of-a-kind", 30000),
        ("7d 2h", "Kd", "three-reds", 3000),
        ("7d 2h", "Ks", "lose", -500),
    ],
)
def test_the_new_wager_is_judged_and_paid(
    document: Document, player: str, up: str, outcome: str, net: int
) -> None:
    verdict = judge(offered(as_printed(document, "three-reds")), see(player, up))
    assert verdict is not None
    assert verdict.outcome == outcome
    assert payout(verdict, 500).net == net


def test_it_has_its_exact_value(document: Document) -> None:
    found = {line.line: line.probability for line in value(as_printed(document, "three-reds")).lines}
    reds = Fraction(comb(156, 3), comb(312, 3))
    alike = Fraction(13 * comb(12, 3), comb(312, 3))
    assert found == {"three-red-of-a-kind": alike, "three-reds": reds - alike, "lose": 1 - reds}


def test_it_can_be_left_undeclared(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = value(as_printed(document, "three-reds"))
    names: dict[str, Any] = {}
    exec(re.sub(r"^@tells_apart.*$", "", block("python"), flags=re.MULTILINE), names)
    monkeypatch.setitem(EVALUATORS, "three-reds-undeclared", names["three_reds"])
    text = library.rulebook_text("md-blackjack") + "\n" + block("toml")
    raw = tomllib.loads(text.replace('evaluator = "three-reds"', 'evaluator = "three-reds-undeclared"'))
    undeclared = parse_document(raw, library.inventory("md-blackjack"))
    assert value(as_printed(undeclared, "three-reds")).lines == declared.lines


def test_it_has_the_par_sheet_the_page_shows(document: Document) -> None:
    done = vingt("wagers", "md-blackjack", "--wager", "three-reds")
    (shown,) = re.findall(r"^```\n\$ vingt wagers [^\n]*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert re.sub("identity .*", "identity …", done.out) == shown


def test_the_registry_line_is_where_the_page_says() -> None:
    registry = Path(EVALUATORS["pair"].__code__.co_filename).with_name("registry.py").read_text("utf-8")
    assert re.search(r"^EVALUATORS: .* = \{$", registry, re.MULTILINE)
    assert re.search(r'^    "three-reds": colours\.three_reds,$', PAGE, re.MULTILINE)
