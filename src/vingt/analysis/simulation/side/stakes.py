"""Which side wagers are simulated, what is staked on them, and what comes back by the table's settlement."""

from __future__ import annotations

from dataclasses import dataclass

from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.money import dollars
from vingt.core.rounds.betting import companion_missing, stake_refused
from vingt.core.rounds.event import ClaimRaised, WagerSettled
from vingt.core.rounds.playing import insurance_least, insurance_limit
from vingt.core.rounds.side import pay_side
from vingt.core.rounds.state import Bettor, Box, SideStake
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.judge import WagerVerdict

NOT_OFFERED = "not-offered"


@dataclass(frozen=True)
class SideOutcome:
    """`name` is unlike every other of the wager, `outcome` is as the round settles it; `claim` is the line
    that a meter, a prize or a wheel pays, whose money is not in `returns`."""

    name: str
    outcome: str
    lines: tuple[str, ...]
    staked: int
    returns: int
    claim: str = ""


def wagers_in(rules: TableRules, names: tuple[str, ...], main: int, boxes: int) -> list[OfferedWager]:
    """The wagers of these names, and those that come with one of them."""
    wagers = [carried(rules, name, boxes) for name in dict.fromkeys(names)]
    placed = tuple(SideStake(each.id, stake_of(rules, each, main)) for each in wagers)
    for each in wagers:
        if refusal := companion_missing(rules, each, Bettor("player", main, sides=placed)):
            raise NotCarried(f"{each.id}: {refusal.why}")
    # What comes with a wager and is drawn by lot is no part of what cards decide.
    riding = [each for each in rules.wagers if each.rides_on in names and each.settles != "random"]
    return [*wagers, *(carried(rules, each.id, boxes) for each in riding if each not in wagers)]


def carried(rules: TableRules, name: str, boxes: int) -> OfferedWager:
    wager = rules.wager(name)
    if wager is None:
        raise NotCarried(f"{name}: this table does not offer it")
    if wager.settles == "random":
        raise NotCarried(f"{name}: no card decides it")
    if "switch" in wager.needs and not rules.variant.hands_switched:
        raise NotCarried(f"{name}: needs Blackjack Switch")
    if boxes > 1 and wager.payout_cap is not None:
        raise NotCarried(f"{name}: a payout limit that winners of several boxes share")
    return wager


def stake_of(rules: TableRules, wager: OfferedWager, main: int) -> int:
    """The smallest stake permitted beside a main wager, in cents; insurance at its limit, nothing on a wager
    that comes with another."""
    if wager.rides_on is not None:
        return 0
    if wager.placed == "when_asked":
        least, most = insurance_least(rules), insurance_limit(rules, main)
        if most < least:
            raise NotCarried(
                f"insurance: at least {dollars(least)}, at most {dollars(most)} on {dollars(main)}"
            )
        return most
    unit = rules.wagering.chip_unit
    amount = min(wager.stake.exact) if wager.stake.exact else -(-(wager.stake.minimum or unit) // unit) * unit
    if refusal := stake_refused(rules, wager, amount, main):
        raise NotCarried(f"{wager.id} beside a main wager of {dollars(main)}: {refusal.why}")
    return amount


def outcome_of(
    rules: TableRules, wager: OfferedWager, verdict: WagerVerdict | None, staked: int
) -> SideOutcome:
    """What the round's own settlement pays on a verdict."""
    if verdict is None:
        return SideOutcome(NOT_OFFERED, NOT_OFFERED, (), 0, 0)
    lines = tuple(line.outcome for line in verdict.lines)
    paid, *_ = pay_side(rules, (Box(1), Bettor("player"), wager, staked, verdict), None)
    match paid:
        case ClaimRaised():
            returns, claim = (staked if paid.returns_stake else 0), paid.line
        case WagerSettled():
            returns, claim = paid.returns, ""
        case _:
            raise NotCarried(f"{wager.id}: settled by {type(paid).__name__}")
    # One payment for each of several hands keeps the outcome and repeats its line.
    name = verdict.outcome if len(set(lines)) == len(lines) else f"{verdict.outcome} x{len(lines)}"
    return SideOutcome(name, verdict.outcome, lines, staked, returns, claim)
