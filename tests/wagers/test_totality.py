"""Every evaluator answers every deal, and every line is reached or marked."""

import pytest

from vingt.analysis.exact.side.cases import Case, as_printed, every_case
from vingt.analysis.exact.side.value import SideWagerValue, outcomes_of, value
from vingt.core.rules.offered_wager import Paytable
from vingt.core.wagers.outcome import LOSE, TRIGGER
from vingt.core.wagers.registry import EVALUATORS
from vingt.rulebook import library

DRAWN = {"magic-card-bonus", "lucky-player-bonus"}  # by the system: reading J-43


def all_values() -> list[SideWagerValue]:
    return [value(case) for each in library.RULEBOOKS for case in every_case(library.load(each))]


@pytest.fixture(scope="module")
def values() -> list[SideWagerValue]:
    return all_values()


def test_probabilities_make_one(values: list[SideWagerValue]) -> None:
    for each in values:
        assert sum(line.probability for line in each.lines) == 1, each.case.wager.id
        assert all(line.probability >= 0 for line in each.lines)


def test_every_wager_paytable_and_deck_count_is_valued(values: list[SideWagerValue]) -> None:
    assert len(values) == 327
    valued = {(each.case.document.id, each.case.wager.id, each.case.paytable.id) for each in values}
    printed = {
        (rulebook, wager.id, each.table.id)
        for rulebook in library.RULEBOOKS
        for wager in library.load(rulebook).wagers.values()
        for each in wager.paytables
    }
    assert printed - valued == {("md-blackjack", "must-hit", "A")}
    assert {each.case.decks for each in values if each.case.document.id == "md-blackjack"} == {1, 2, 4, 6, 8}


def test_lines_are_those_of_the_paytable(values: list[SideWagerValue]) -> None:
    for each in values:
        names = [line.line for line in each.lines]
        if each.covers == "trigger only":
            assert names == [TRIGGER, LOSE]
        else:
            assert names == [*outcomes_of(each.case.paytable), LOSE]


def test_a_line_has_a_chance_or_a_reason(values: list[SideWagerValue]) -> None:
    for each in values:
        for line in each.lines:
            assert (line.probability == 0) == bool(line.impossible), (each.case.wager.id, line.line)


def test_only_decks_make_a_line_impossible(values: list[SideWagerValue]) -> None:
    """What one shoe cannot deal another legal one can; what no card decides is drawn by the system."""
    reached: dict[tuple[str, str, str], set[str]] = {}
    for each in values:
        key = (each.case.document.id, each.case.wager.id, each.case.paytable.id)
        reached.setdefault(key, set()).update(line.line for line in each.lines if line.probability)
    for each in values:
        key = (each.case.document.id, each.case.wager.id, each.case.paytable.id)
        assert {line.line for line in each.lines} - reached[key] <= DRAWN


def test_a_suited_pair_needs_two_decks() -> None:
    found = value(as_printed(library.load("md-blackjack"), "lucky-aces", "A", 1))
    (line,) = (line for line in found.lines if line.line == "two-aces-suited")
    assert line.probability == 0
    assert line.impossible == "needs 2 identical cards, so 2 decks or more"
    assert found.hit_frequency > 0  # the wager stays offered


def test_every_evaluator_of_the_data_is_registered_and_used() -> None:
    named = {wager.evaluator for each in library.RULEBOOKS for wager in library.load(each).wagers.values()}
    assert named == set(EVALUATORS)


def test_soft_17_matters_only_to_wagers_on_the_dealers_hand(values: list[SideWagerValue]) -> None:
    with_rule = {each.case.wager.id for each in values if each.case.soft17 is not None}
    assert with_rule == {"bad-beat", "hit-and-run", "buster-blackjack", "buster-free-bonus"}


def test_what_a_reading_bars_is_computed_and_marked(values: list[SideWagerValue]) -> None:
    barred = [
        (each.case.wager.id, each.case.paytable.id, each.case.decks)
        for each in values
        if each.case.bar is not None
    ]
    assert barred == [("match-up", "C", 8), ("match-down", "C", 8)]
    document = library.load("md-blackjack")
    ace = as_printed(document, "bonus-spin", "D", 6, words={"bonus_spin_trigger": "ace"})
    assert ace.bar is not None
    assert as_printed(document, "bonus-spin", "D", 6).bar is None


def test_highest_line_first() -> None:
    """A paytable's order is that of its pays wherever two lines can be met at once (reading J-5)."""
    for each in library.RULEBOOKS:
        for case in every_case(library.load(each)):
            if case.wager.evaluator in ("super-match", "royal-match", "insurance-suited"):
                continue  # printed in another order: their lines exclude each other, or add up
            assert_descending(case, case.paytable)


def assert_descending(case: Case, paytable: Paytable) -> None:
    if "wheel" in case.wager.needs or case.wager.evaluator == "bad-beat":
        return
    nets = [line.pays.net(case.stake) for line in paytable.lines if line.pays.kind != "meter"]
    assert nets == sorted(nets, reverse=True), (case.wager.id, paytable.id)
