"""Every case of the docket is replayed: the house stops it, before the first wrong round or with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import vingt
from vingt.core.cards import cards
from vingt.report.docket.case import DocketCase, case_named, docket
from vingt.report.docket.case_replay import CaseReplay
from vingt.report.docket.effect import effects
from vingt.report.docket.scenarios import SCENARIOS, replay

CASES = docket()


def stopped_steps(told: CaseReplay) -> str:
    return "\n".join(f"{step.tried}: {step.answer}" for step in told.steps if step.stopped)


def test_the_docket_has_a_dozen_cases_each_with_its_source_and_clauses() -> None:
    assert len(CASES) >= 12
    assert len({case.id for case in CASES}) == len(CASES)
    for case in CASES:
        assert case.source
        assert case.happened
        assert all(said for _, said in case.ordered), "each clause is one of the rulebook's"
    assert {case.scenario for case in CASES} == set(SCENARIOS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_each_is_stopped_before_the_first_wrong_round_or_says_why_not(case: DocketCase) -> None:
    told = replay(case)
    assert told.stopped
    assert told.sound, "the log of the replay is sound"
    assert "was let through" not in "\n".join(step.answer for step in told.steps)
    if told.exposed:
        assert case.late, "why it is seen only then"
    else:
        assert not case.late


@pytest.mark.parametrize("name", ["seven-of-hearts", "jack-of-spades"])
def test_a_missing_card_is_named_at_the_end_of_its_first_shoe(name: str) -> None:
    case = case_named(name)
    (missing,) = case.fault.missing
    told = replay(case)
    assert f"missing: {missing};" in stopped_steps(told)
    assert 0 < told.exposed < 30, "the rounds of one shoe"


def test_decks_that_come_short_are_not_received_where_they_are_read() -> None:
    told = replay(case_named("short-decks"))
    assert told.exposed == 0
    read = next(step for step in told.steps if step.stopped)
    assert read.tried == "the dealer reads them, card by card, and signs"
    assert read.answer.count(",") == 4 + 1, "five cards by name, and what follows"
    assert "they are spread and shuffled all the same: refused" in stopped_steps(told)
    assert "the shoe is counted: missing" in stopped_steps(told), "where nobody read them"


def test_the_remedy_of_a_skipped_card_is_the_rulebooks() -> None:
    told = replay(case_named("skipped-card"))
    assert told.exposed == 0
    assert any("MD-BJ 14.E" in step.cite.clauses for step in told.steps)


def test_the_exact_effect_of_a_case_is_of_every_wager() -> None:
    (effect,) = effects(case_named("seven-of-hearts"))
    names = {change.wager for change in effect.changes}
    assert names == {"main", "insurance", "match-super-bonus"}
    main = effect.changes[0]
    assert main.change == pytest.approx(-0.00009, abs=2e-5), "players gain a little: a 7 fewer"
    insurance = next(change for change in effect.changes if change.wager == "insurance")
    assert insurance.faulty == pytest.approx(1 - 3 * 72 / 286)
    assert not effects(case_named("skipped-card")), "the cards were right"


def test_the_command_lists_tells_and_replays() -> None:
    listed = vingt("docket", "--json")
    assert len(listed.json["cases"]) == len(CASES)
    told = vingt("docket", "unlicensed-trainee")
    assert "paonlinecasino.com" in told.out
    run = vingt("docket", "run", "unlicensed-trainee", "--json")
    assert run.json["replay"]["rounds_exposed"] == 0
    wrong = vingt("docket", "skiped-card")
    assert wrong.code == 2
    assert "did you mean skipped-card?" in wrong.err


def test_cards_of_a_case_are_of_its_table() -> None:
    for case in CASES:
        shoe = case.rules.cards.shoe
        assert all(card in shoe for card in case.fault.missing)
    assert case_named("seven-of-hearts").fault.missing == cards("7h")


def test_the_page_of_the_documentation_has_every_case() -> None:
    page = (Path(__file__).parents[2] / "docs" / "docket.md").read_text("utf-8")
    rows = {
        line.split(" | ")[0].removeprefix("| "): line for line in page.splitlines() if line.startswith("| ")
    }
    for case in CASES:
        assert ("one shoe" in rows[case.id]) is bool(case.late)
