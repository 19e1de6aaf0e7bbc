"""Corners of the engine that no worked round can write down; the others: worked/engine-corners.toml."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.proof import clause
from tests.rounds.script import Script
from tests.rounds.test_found_by_chance import played
from vingt.core.cards import card
from vingt.core.cite import Cite
from vingt.core.money import Cents
from vingt.core.pays import pay
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import decide
from vingt.core.rounds.event import ClaimRaised, WagerSettled
from vingt.core.rounds.procedure import DecisionDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.side import pay_side
from vingt.core.rounds.state import Bettor, Box, SideStake, new_round
from vingt.core.rules.offered_wager import PaytableLine
from vingt.core.rules.resolve import NotAllowed
from vingt.core.wagers.judge import WagerVerdict
from vingt.rulebook import library


@clause("MD-P21 13.E")
def test_a_carried_card_is_the_first_of_the_next_round() -> None:
    rules = library.table_rules("md-pontoon-21")
    script = Script(rules, new_round(carried=card("6d")))
    script.wager("ann 1 10")
    script.step("refused 13.E: deal 9s")
    script.step("deal 6d 9h 9s 8c")
    assert script.state.boxes[0].first_cards == (card("6d"), card("9s"))
    assert script.state.held_card is None


@pytest.mark.parametrize(
    "nonsense",
    [
        c.PlaceWager("ann", 1, 1000.0),  # type: ignore[arg-type]
        c.PlaceWager("ann", 1, True),
        c.PlaceWager("ann", 1.0, 1000),  # type: ignore[arg-type]
        c.PlaceWager(7, 1, 1000),  # type: ignore[arg-type]
        c.Deal("7s"),  # type: ignore[arg-type]
        c.Deal(("7", "spades")),  # type: ignore[arg-type]
        c.Double("ann", 1, 0, 5.0),  # type: ignore[arg-type]
        c.ReportShoeEmpty((5,)),  # type: ignore[arg-type]
        c.HandCommand("ann", 1),
        "hit",
        None,
        object(),
    ],
)
def test_what_is_no_command_is_refused(nonsense: object) -> None:
    rules = library.table_rules("md-pontoon-21")
    assert isinstance(decide(rules, new_round(), nonsense), Refusal)  # type: ignore[arg-type]


def test_insurance_questions_name_their_boxes() -> None:
    script = played(
        "md-pontoon-21", {}, ["ann 1 10", "ann 2 10", "bob 3 10"], ["deal 9s 9d 9c Ah 8s 8d 8c Kc"]
    )
    due = next_step(script.rules, script.state)
    assert isinstance(due, DecisionDue)
    assert due.kind == "insurance"
    assert list(zip(due.players, due.boxes, strict=True)) == [("ann", 1), ("ann", 2), ("bob", 3)]
    script.step("ann no-insurance box1")
    due = next_step(script.rules, script.state)
    assert isinstance(due, DecisionDue)
    assert due.boxes == (2, 3)


def test_a_fixed_line_won_beside_a_meter_line_is_paid_too() -> None:
    rules = library.table_rules("md-blackjack")
    wager = replace(rules.wagers[-1], id="two-lines", payout_cap=None)
    meter = PaytableLine("meter", pay("100% of meter", "main"), Cite(("MD-BJ 13.B(1)(a)",)))
    fixed = PaytableLine("fixed", pay("25 for 1"), Cite(("MD-BJ 13.B(1)(e)",)))
    bettor = Bettor("ann", 1000, sides=(SideStake("two-lines", 100),))
    item = (Box(1, (bettor,)), bettor, wager, 100, WagerVerdict("meter", (meter, fixed)))
    settled, claim = pay_side(rules, item, None)
    assert isinstance(settled, WagerSettled)
    assert (settled.stake, settled.returns) == (100, 2500)
    assert settled.cite == fixed.cite
    assert settled.outcome == "fixed"
    assert isinstance(claim, ClaimRaised)
    assert (claim.line, claim.stake) == ("meter", 0)


PAIRS = "deal Qh Qh Kh Qh Qh As"  # two boxes with a pair of queens of hearts, and a dealer blackjack


def capped(wagers: list[str]) -> list[int]:
    """What Lucky Ladies wins with a cap of $25,000, less than two boxes of one player could win."""
    rules = library.table_rules("md-blackjack")
    offered = tuple(
        replace(each, payout_cap=Cents(2_500_000)) if each.id == "lucky-ladies" else each
        for each in rules.wagers
    )
    script = Script(replace(rules, wagers=offered))
    for each in wagers:
        script.wager(each)
    for each in (PAIRS, "check"):
        script.step(each)
    return [each.net for each in script.settlements() if each.wager == "lucky-ladies"]


@clause("MD-BJ 13.L", "MD-BJ 13.K")
def test_one_player_on_two_boxes_is_never_cut_by_the_payout_cap_and_two_players_share_it() -> None:
    mine = ["ann 1 10", "ann 1 lucky-ladies 25"]
    assert capped([*mine, "ann 2 10", "ann 2 lucky-ladies 25"]) == [2_500_000, 2_500_000]
    assert capped([*mine, "bob 2 10", "bob 2 lucky-ladies 25"]) == [1_250_000, 1_250_000]


@clause("MD-BJ 13.L")
def test_a_payout_cap_is_at_least_what_one_player_can_win_on_all_boxes() -> None:
    least = {"boxes_per_player": 2, "wagers.lucky-ladies.payout_cap": 50_000}
    assert library.table_rules("md-blackjack", least).wager("lucky-ladies") is not None
    with pytest.raises(NotAllowed) as refused:
        library.table_rules("md-blackjack", {**least, "wagers.lucky-ladies.payout_cap": 49_999})
    (problem,) = refused.value.problems
    assert problem.permitted == "at least $50,000"
    assert "J-55" in problem.cite.readings
    assert "MD-BJ 13.M" not in problem.cite.clauses
