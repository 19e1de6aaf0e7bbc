"""One place for words: felt, results, replay and terminal name an outcome alike."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from vingt.core.cite import Cite
from vingt.core.rounds import event as e
from vingt.core.rounds.outcome_words import outcome_words, settled_words
from vingt.core.rounds.state import new_round
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import ENVY, MAIN, SUPER_BONUS
from vingt.live.log.playability import is_played
from vingt.live.shoes.orders import Orders
from vingt.live.table.state import TableState
from vingt.live.views.common_view import Shower, wagers_offered
from vingt.report.play.wagers import offer
from vingt.report.rounds.story import payment_rows
from vingt.report.rounds.teller import Teller
from vingt.report.rules.felt import felt_of
from vingt.rulebook import library


def printed(rules: TableRules) -> Iterator[tuple[str, str, str]]:
    """Each outcome that the felt prints: the wager, the outcome, and the felt's words for it."""
    felt = iter(block.lines for block in felt_of(rules).pays)
    next(felt)  # the main wager itself
    blocks: list[list[tuple[str, str]]] = []
    if rules.bonus is not None:
        blocks.append([(MAIN, line.outcome) for line in rules.bonus.lines])
    if rules.super_bonus is not None:
        tiers = [(SUPER_BONUS, tier.outcome) for tier in rules.super_bonus.tiers]
        blocks.append([*tiers, *((ENVY, line.outcome) for line in rules.super_bonus.envy)])
    blocks += [[(wager.id, line.outcome) for line in wager.paytable.lines] for wager in rules.wagers]
    for outcomes, lines in zip(blocks, felt, strict=True):
        for (wager, outcome), (words, _) in zip(outcomes, lines, strict=True):
            yield wager, outcome, words


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_felt_results_replay_and_terminal_name_an_outcome_alike(rulebook: str) -> None:
    rules = library.table_rules(rulebook)
    shower = Shower(rules, TableState(), None, str)
    teller = Teller(rules, Orders("a table"), str)
    told = 0
    for wager, outcome, words in printed(rules):
        settled = e.WagerSettled("ann", 1, 0, wager, outcome, 500, 1500, Cite())
        assert shower.payment(1, settled).outcome_words == words
        assert f", {words}: +$10" in (teller.told(settled) or "")
        ((_, _, in_terminal, _, _),) = payment_rows(rules, new_round(), [settled])
        assert in_terminal == words
        told += 1
    assert told >= sum(len(wager.paytable.lines) for wager in rules.wagers) > 0


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_wagers_are_offered_in_the_felts_words(rulebook: str) -> None:
    rules = library.table_rules(rulebook)
    felt = {(wager, outcome): words for wager, outcome, words in printed(rules)}
    for offered in wagers_offered(rules):
        assert [line.words for line in offered.pays] == [
            felt[offered.wager, line.outcome] for line in offered.pays
        ]
    page = "\n".join("".join(text for text, _ in line) for line in offer(rules, 1).page().lines())
    for wager in rules.side_wagers:
        if is_played(wager) and wager.rides_on is None:
            assert all(f"{felt[wager.id, line.outcome]} {line.pays}" in page for line in wager.paytable.lines)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("678-one-suit", "6-7-8 one suit"),
        ("777-spades", "7-7-7 spades"),
        ("suited-6-7-8", "suited 6-7-8"),
        ("player-9-10-or-11", "player 9 10 or 11"),
        ("usd-100-and-usd-15-symbol", "$100 and $15 symbol"),
        ("winner-wager-25-or-more", "wager 25 or more"),
        ("1-suited-1-unsuited", "both match, one in suit"),
        ("lose", "lost"),
    ],
)
def test_outcomes_in_words(outcome: str, words: str) -> None:
    assert outcome_words(outcome) == words


def test_a_natural_has_the_name_that_the_table_gives_it() -> None:
    pontoon = library.table_rules("mbs-pontoon")
    assert settled_words(pontoon, MAIN, "natural") == "Pontoon"
    assert settled_words(pontoon, MAIN, "dealer-natural") == "dealer Pontoon"
    assert settled_words(pontoon, "buster", "lose") == "lost"


def test_a_stake_that_went_back_undecided_is_no_push() -> None:
    rules = library.table_rules("md-pontoon-21")
    for outcome, words in (("void", "returned"), ("dead-hand", "returned"), ("equal", "push")):
        settled = e.WagerSettled("ann", 1, 0, MAIN, outcome, 500, 500, Cite())
        ((_, _, _, net, _),) = payment_rows(rules, new_round(), [settled])
        assert net == words
