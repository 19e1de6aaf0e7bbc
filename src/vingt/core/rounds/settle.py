"""Money: what each main wager gets, with the class that decides it and the clause that orders it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from vingt.core.cite import Cite
from vingt.core.money import rounded
from vingt.core.pays import Pay
from vingt.core.rounds.event import Event, WagerSettled
from vingt.core.rounds.order import caller_of, settlement_order
from vingt.core.rounds.result import (
    OVER_21,
    DealerResult,
    HandVerdict,
    bonus_line,
    compare,
    dealer_result,
    is_super_bonus,
    total_of,
    withheld,
)
from vingt.core.rounds.state import Box, Hand, HandStake, RoundState
from vingt.core.rules.settles import Odds
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import BUSTED_RETURNED, COUPON, MAIN, SUPER_BONUS


def whole(rules: TableRules, amount: Fraction) -> int:
    """An exact amount in what the table can pay; fractions to the player unless the submission says not."""
    return rounded(amount, rules.settlement.payout_unit, to_player=rules.settlement.rounding == "to_player")


def won(rules: TableRules, stake: HandStake, pays: Pay) -> int:
    """All that comes back on a winning hand: base wager at its odds, every raise at the double's odds."""
    net = whole(rules, pays.multiple * stake.base + rules.double.pays.multiple * sum(stake.raises))
    limit = rules.wagering.payout_limit
    if limit is not None and rules.wagering.payout_limit_is == "cap":
        net = min(net, limit)
    return stake.total + net


def odds_of(rules: TableRules, pays: Odds) -> tuple[Pay, Cite]:
    """The odds of a win, and what orders them besides the row that names them."""
    match pays:
        case "natural":
            return rules.pays.natural, rules.cite("pays.natural")
        case Pay():
            return pays, Cite()
        case _:
            return rules.pays.win, rules.cite("pays.win")


def settle_hand(
    rules: TableRules,
    state: RoundState,
    box: Box,
    at: int,
    hand: Hand,
    stake: HandStake,
    verdict: HandVerdict,
) -> Iterator[WagerSettled]:
    """One bettor's wager on one hand, by a verdict against the dealer."""

    def settled(outcome: str, returns: int, cite: Cite) -> WagerSettled:
        return WagerSettled(
            stake.player, box.number, at, MAIN, outcome, stake.total, returns, cite, bool(hand.doubles)
        )

    if verdict.result != "win":
        yield settled(verdict.outcome, stake.total if verdict.result == "push" else 0, verdict.cite)
        return
    mine = as_staked(rules, hand, stake)
    cite = verdict.cite + withheld(rules, mine, state.up)
    line = bonus_line(rules, mine) if verdict.pays == "win" else None
    if line is not None:
        yield settled(line.outcome, won(rules, stake, line.pays), cite + line.cite)
    else:
        pays, ordered = odds_of(rules, verdict.pays)
        raised = rules.cite("double.pays") if stake.raises else Cite()
        yield settled(verdict.outcome, won(rules, stake, pays), cite + ordered + raised)
    yield from pay_coupon(rules, box, at, stake)
    yield from pay_super_bonus(rules, state, box, at, mine, stake)


def as_staked(rules: TableRules, hand: Hand, stake: HandStake) -> Hand:
    """The hand as bonuses take it: doubled for all on the box, or only for those who doubled (I-82)."""
    if (
        stake.raises
        or rules.boxes.co_bettor_doubled_bonus == "withheld"
        or total_of(rules, hand).points != 21
    ):
        return hand
    return hand._replace(doubles=0)


def pay_coupon(rules: TableRules, box: Box, at: int, stake: HandStake) -> Iterator[WagerSettled]:
    """A match-play coupon with a winning wager is paid 1 to 1 at face (reading I-83)."""
    if stake.coupon:
        cite = rules.cite("wagering.coupons_accepted", "wagering.coupons_count_for_super_bonus")
        yield WagerSettled(stake.player, box.number, at, COUPON, "coupon-wins", 0, stake.coupon, cite)


def pay_super_bonus(
    rules: TableRules, state: RoundState, box: Box, at: int, hand: Hand, stake: HandStake
) -> Iterator[WagerSettled]:
    bonus = rules.super_bonus
    if bonus is None or not is_super_bonus(rules, hand, state.up):
        return
    if rules.boxes.co_bettor_super_bonus == "caller_only" and stake.player != caller_of(rules, box, hand):
        return
    counted = stake.base
    if rules.wagering.coupons_count_for_super_bonus:
        counted += stake.coupon
    for tier in bonus.tiers:
        if tier.wager_min <= counted and (tier.wager_below is None or counted < tier.wager_below):
            cite = tier.cite + rules.cite("super_bonus.added_to_bonus")
            yield WagerSettled(
                stake.player, box.number, at, SUPER_BONUS, tier.outcome, 0, tier.pays.amount, cite
            )


def settle_now(
    rules: TableRules, state: RoundState, box: Box, at: int, hand: Hand, verdict: HandVerdict
) -> list[Event]:
    """Settle every open wager on one hand at once: a natural or 21 paid before the dealer plays, a bust."""
    events: list[Event] = []
    for stake in hand.stakes:
        # Who surrendered on a shared box waits for the dealer's second card (MA-P21 8(a)(2), MBS-P 3.10.1).
        if stake.open and not stake.surrendered:
            events.extend(settle_hand(rules, state, box, at, hand, stake, verdict))
    return events


def settle_surrender(
    rules: TableRules, state: RoundState, box: Box, at: int, stake: HandStake, *, dealer_natural: bool
) -> WagerSettled:
    checked = state.up is not None and state.up.rank in rules.dealer.checked_up_cards
    when = (
        "surrender.settles_against_checked_up_card" if checked else "surrender.settles_against_plain_up_card"
    )
    outcome, cite = "surrender", rules.cite("surrender.forfeits", when)
    returns = whole(rules, stake.total * (1 - rules.surrender.forfeits))
    if dealer_natural and rules.surrender.dealer_natural_takes == "whole_wager":
        outcome, returns, cite = "surrender-dealer-natural", 0, rules.cite("surrender.dealer_natural_takes")
    return WagerSettled(stake.player, box.number, at, MAIN, outcome, stake.total, returns, cite)


def settle_rescue(rules: TableRules, box: Box, at: int, stake: HandStake) -> WagerSettled:
    """The last raise comes back, or all raises, and the rest is forfeited."""
    assert rules.rescue is not None
    back = sum(stake.raises) if rules.rescue.returns == "all_raises" else stake.raises[-1]
    cite = rules.cite("rescue.total_max", "rescue.returns")
    return WagerSettled(stake.player, box.number, at, MAIN, "rescue", stake.total, back, cite, True)


def settle_main_wagers(rules: TableRules, state: RoundState) -> list[Event]:
    """Every main wager still open, in the order the submission names."""
    dealer = dealer_result(rules, state)
    events: list[WagerSettled] = []
    for box, at, hand in settlement_order(rules, state):
        for stake in hand.stakes:
            if not stake.open:
                continue
            if stake.surrendered:
                events.append(settle_surrender(rules, state, box, at, stake, dealer_natural=dealer.natural))
                continue
            verdict = compare(rules, hand, dealer)
            if dealer.natural and verdict.result == "lose":
                continue
            events.extend(settle_hand(rules, state, box, at, hand, stake, verdict))
    if dealer.natural:
        events.extend(dealer_natural_takes(rules, state, dealer))
    return in_procedure(rules, events)


def dealer_natural_takes(
    rules: TableRules, state: RoundState, dealer: DealerResult
) -> Iterator[WagerSettled]:
    """What a dealer natural collects from hands that lose to it, doubled and split ones included."""
    collects = rules.dealer_natural.collects
    taken: dict[tuple[int, str], int] = {}
    for box, at, hand in sorted(settlement_order(rules, state), key=lambda each: (each[0].number, each[1])):
        for stake in hand.stakes:
            if not stake.open or stake.surrendered:
                continue
            verdict = compare(rules, hand, dealer)
            if verdict.result != "lose":
                continue
            original = original_wager(box, stake.player)
            before = taken.get((box.number, stake.player), 0)
            if collects == "all":
                lost = stake.total
            elif collects == "each_hand":
                lost = stake.base
            else:
                if collects in ("original_only", "original_or_busted") and before == 0:
                    before = busted_already(state, box.number, stake.player)
                lost = min(max(original - before, 0), stake.total)
            taken[(box.number, stake.player)] = before + lost
            outcome = "dealer-natural" if lost == stake.total else "dealer-natural-original-only"
            yield WagerSettled(
                stake.player,
                box.number,
                at,
                MAIN,
                outcome,
                stake.total,
                stake.total - lost,
                verdict.cite,
                bool(hand.doubles),
            )
    if collects == "original_only":
        yield from give_back_busts(rules, state)


def original_wager(box: Box, player: str) -> int:
    bettor = box.bettor(player)
    return bettor.main if bettor is not None else 0


def busted_already(state: RoundState, box: int, player: str) -> int:
    return sum(
        record.stake - record.returns
        for record in state.settled
        if record.box == box and record.player == player and record.outcome == OVER_21
    )


def busts_may_come_back(rules: TableRules, state: RoundState) -> bool:
    """Whether a dealer natural would still give back part of what busted hands lost (`original_only`)."""
    if rules.dealer_natural.collects != "original_only":
        return False
    return any(
        busted_already(state, box.number, bettor.player) > bettor.main
        for box in state.boxes
        for bettor in box.main_bettors
    )


def returned_already(state: RoundState, box: int, player: str) -> bool:
    return any(
        record.wager == BUSTED_RETURNED and (record.box, record.player) == (box, player)
        for record in state.settled
    )


def give_back_busts(rules: TableRules, state: RoundState) -> Iterator[WagerSettled]:
    """`original_only`: of a box that lost more by busting, all above the original wager comes back (I-22)."""
    for box in state.boxes:
        for bettor in box.main_bettors:
            excess = busted_already(state, box.number, bettor.player) - bettor.main
            if excess > 0 and not returned_already(state, box.number, bettor.player):
                cite = rules.cite("dealer_natural.collects")
                yield WagerSettled(
                    bettor.player,
                    box.number,
                    0,
                    BUSTED_RETURNED,
                    "dealer-natural-original-only",
                    0,
                    excess,
                    cite,
                )


def in_procedure(rules: TableRules, events: Iterable[WagerSettled]) -> list[Event]:
    """One pass in the settlement's direction, or all losers taken before any winner is paid."""
    listed = list(events)
    backwards = rules.settlement.direction == "counterclockwise"
    listed.sort(key=lambda settled: (settled.box, settled.hand), reverse=backwards)
    if rules.settlement.procedure == "losers_then_winners":
        listed.sort(key=lambda settled: settled.returns >= settled.stake)
    return list(listed)
