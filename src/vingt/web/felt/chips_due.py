"""What hands do at a box when its wagers are decided: chips taken and paid, and cards picked up."""

from __future__ import annotations

from collections.abc import Callable

from vingt.core.money import dollars
from vingt.core.rounds.event import WagerSettled, WagerUnwound
from vingt.core.rounds.outcome_words import RETURNED, settled_words
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.table.checklist import PAY, conduct
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.dealing import DecidedWager, payment_due
from vingt.live.table.state import TableState

STAY_SIDEWAYS = "paid_natural_stays_sideways_for_side_wagers"


def chips_due(
    rules: TableRules, state: TableState, step: DealerStep, name: Callable[[str], str]
) -> tuple[str, ...]:
    """Wager by wager, as the engine settled them; whose it is where several wager on the box."""
    due = payment_due(state.dealing.unpaid)
    if step.item is None or step.item.step != PAY or due is None:
        return ()
    people = {each.player for each in due.wagers}
    hands = {each.hand for each in due.wagers if isinstance(each, WagerSettled) and each.wager == MAIN}
    told = []
    for each in due.wagers:
        whose = f"{name(each.player)}, " if len(people) > 1 else ""
        if isinstance(each, WagerUnwound):
            told.append(f"{whose}{rules.wager_name(each.wager)}, the round is void: {undone(each)}")
            continue
        hand = f", hand {each.hand + 1}" if len(hands) > 1 and each.wager == MAIN else ""
        how = settled_words(rules, each.wager, each.outcome)
        told.append(f"{whose}{rules.wager_name(each.wager)}{hand}, {how}: {hands_do(each)}")
    return (*told, *cards_too(rules, state, due.wagers))


def hands_do(settled: WagerSettled) -> str:
    stake, returns = settled.stake, settled.returns
    if returns > stake:
        return f"pay {dollars(returns - stake)}"
    if settled.outcome in RETURNED:  # nothing was decided: it lies there no more (MD-BJ 14.K(1) and its like)
        return f"give {dollars(returns)} back"
    if returns == stake:
        return f"{dollars(stake)} stay"
    return f"take {dollars(stake - returns)}" + (f", leave {dollars(returns)}" if returns else "")


def undone(event: WagerUnwound) -> str:
    """It was taken or paid before, and the submission has it undone."""
    given = event.amount > 0
    return f"give {dollars(event.amount)} back" if given else f"take {dollars(-event.amount)} back"


def cards_too(rules: TableRules, state: TableState, wagers: tuple[DecidedWager, ...]) -> tuple[str, ...]:
    """A hand that is decided while others play is gone from the layout (reading I-11), unless side wagers
    still hang on it where the rulebook leaves it there for them."""
    box = state.round.box(wagers[0].box)
    if not state.round_open or box is None or not any(each.wager == MAIN for each in wagers):
        return ()
    stays = any(each.what == STAY_SIDEWAYS for each in conduct(rules).handling)
    if stays and any(side.open for bettor in box.bettors for side in bettor.sides):
        return ("its cards stay there, turned sideways, for the other wagers",)
    return ("put the cards of the hand into the discard rack",)
