"""Every line of every paytable that cards decide: a deal worked by hand makes it and is paid by it."""

from dataclasses import replace

import pytest

from tests.proof import clause
from tests.wagers.worked import Deal, deals, offer
from vingt.analysis.exact.side.cases import is_drawn
from vingt.analysis.exact.side.value import outcomes_of
from vingt.core.pays import Pay
from vingt.core.wagers.judge import judge, payout
from vingt.core.wagers.outcome import LOSE, TRIGGER
from vingt.rulebook import library

DEALS = list(deals())


@pytest.mark.parametrize(
    "deal", [pytest.param(each, marks=clause(*each.cites), id=each.name) for each in DEALS]
)
def test_the_deal_makes_the_line_and_is_paid_by_it(deal: Deal) -> None:
    verdict = judge(offer(deal.rulebook, deal.wager, deal.paytable, deal.decks), deal.facts)
    assert verdict is not None, "not decided"
    assert verdict.outcome == deal.outcome
    paid = payout(verdict, deal.stake)
    assert paid.net == deal.net
    assert [claimed(claim.line.pays) for claim in paid.claims] == ([deal.claim] if deal.claim else [])
    check_moment(deal)


def check_moment(deal: Deal) -> None:
    """Lost no later and won no sooner than at the moment the wager is said to be settled."""
    wager = offer(deal.rulebook, deal.wager, deal.paytable, deal.decks)
    at_first = judge(wager, replace(deal.facts, hole=None, dealer=None, finished=None))
    at_second = judge(wager, replace(deal.facts, dealer=None, finished=None))
    if deal.outcome == LOSE:
        assert wager.settles != "initial_cards" or at_first is not None, "not lost by the first cards"
    elif wager.settles == "second_card":
        assert at_first is None, "won before the dealer's second card"
    elif wager.settles == "dealer_hand" and len(deal.facts.dealer or ()) > 2:
        assert at_second is None, "won before the dealer's hand is complete"


def claimed(pays: Pay) -> str:
    return f"{pays.share * 100}% of {pays.meter}" if pays.kind == "meter" else pays.printed


@pytest.mark.parametrize("deal", DEALS, ids=[each.name for each in DEALS])
def test_what_comes_later_changes_no_verdict(deal: Deal) -> None:
    """With fewer facts a wager waits, or has the same verdict already."""
    wager = offer(deal.rulebook, deal.wager, deal.paytable, deal.decks)
    final = judge(wager, deal.facts)
    for known in (
        replace(deal.facts, dealer=None),
        replace(deal.facts, dealer=None, hole=None),
        replace(deal.facts, finished=None),
        replace(deal.facts, dealer=None, hole=None, finished=None),
    ):
        assert judge(wager, known) in (None, final)


def test_every_line_has_a_worked_deal() -> None:
    worked = {(each.rulebook, each.wager, each.paytable, each.outcome) for each in DEALS}
    # Symbols of a wheel and winners drawn at random are no matter of cards.
    drawn = {"magic-card-bonus", "lucky-player-bonus"}
    for rulebook in library.RULEBOOKS:
        for wager in library.load(rulebook).wagers.values():
            if is_drawn(wager):
                continue
            for each in wager.paytables:
                lines = {TRIGGER} if "wheel" in wager.needs else set(outcomes_of(each.table)) - drawn
                if "wheel" in wager.needs and each.table.id not in ("A", "only"):
                    continue  # one trigger for all tables of a wheel
                for line in lines | {LOSE}:
                    assert (rulebook, wager.id, each.table.id, line) in worked
