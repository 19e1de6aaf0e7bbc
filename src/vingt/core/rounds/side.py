"""Side wagers and insurance in the round: judged as soon as the cards decide them, paid in their order."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeGuard

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.rounds.event import ClaimRaised, Event, WagerSettled
from vingt.core.rounds.order import boxes_in
from vingt.core.rounds.result import counts_of
from vingt.core.rounds.settle import whole
from vingt.core.rounds.state import Bettor, Box, RoundState
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import COUPON
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.judge import Payout, WagerVerdict, judge, payout, shared_cap

JudgedWager = tuple[Box, Bettor, OfferedWager, int, WagerVerdict]


def facts_of(
    rules: TableRules, state: RoundState, box: Box, wager: OfferedWager, companion: int = 0
) -> Facts:
    """What the round has shown of this box and of the dealer's hand."""
    assert state.up is not None
    # A dealer natural found by the reader ends the round: the hands stay as they were dealt.
    known = not any(hand.unseen for hand in box.hands)
    finished = known and (state.dealer_done or all(hand.finished for hand in box.hands))
    return Facts(
        player=first_cards(rules, state, box, wager),
        up=state.up,
        hole=None if state.hole_hidden else state.hole,
        dealer=state.dealer if state.dealer_done else None,
        finished=tuple(hand.cards for hand in box.hands) if finished else None,
        surrendered=any(hand.status == "surrendered" for hand in box.hands),
        counts=counts_of(rules),
        companion_stake=companion,
        no_natural=state.reader_says_natural is False,
    )


def first_cards(rules: TableRules, state: RoundState, box: Box, wager: OfferedWager) -> tuple[Card, ...]:
    """As they were dealt; a wager of Switch looks at those of both hands of the position (J-41)."""
    if "switch" not in wager.needs:
        return box.first_cards
    boxes = (state.box(number) for number in rules.variant.position_of(box.number))
    return tuple(card for each in boxes if each is not None for card in each.first_cards)


def settle_sides(rules: TableRules, state: RoundState) -> list[Event]:
    """Every side wager and insurance the cards known so far decide, in the settlement's direction."""
    if not any(bettor.sides or bettor.insurance_open for box in state.boxes for bettor in box.bettors):
        return []
    judged: list[JudgedWager] = []
    for box in boxes_in(state, rules.settlement.direction):
        if not box.in_play or len(box.first_cards) < 2:
            continue
        for bettor in box.bettors:
            judged.extend(judged_of(rules, state, box, bettor))
    capped = caps(judged)
    paid = [
        pay_side(rules, item, capped.get((item[0].number, item[1].player, item[2].id))) for item in judged
    ]
    # A wager whose losers are all taken before its winners are paid, their coupons with them (MA-P21 6(d)).
    first_losers = {
        wager.id for wager in rules.wagers if dict(wager.options).get("order") == "losers_then_winners"
    }
    paid.sort(key=lambda events: any(is_won(event) and event.wager in first_losers for event in events))
    return [event for events in paid for event in events]


def is_won(event: Event) -> TypeGuard[WagerSettled]:
    return isinstance(event, WagerSettled) and event.returns > 0


def judged_of(rules: TableRules, state: RoundState, box: Box, bettor: Bettor) -> list[JudgedWager]:
    """What hangs on a player's cards waits until they are turned: to pay it would be to tell them."""
    judged_wagers: list[JudgedWager] = []
    shown = not any(hand.face_down for hand in box.hands)
    for side in bettor.sides if shown else ():
        wager = rules.wager(side.wager)
        if side.open and wager is not None and due(state, wager):
            verdict = judge(wager, facts_of(rules, state, box, wager))
            if verdict is not None:
                judged_wagers.append((box, bettor, wager, side.amount, verdict))
    for wager in rules.wagers if shown else ():
        companion = bettor.side(wager.rides_on) if wager.rides_on is not None else None
        if companion is not None and (bettor.player, wager.id) not in box.riding_settled:
            verdict = judge(wager, facts_of(rules, state, box, wager, companion.amount))
            if verdict is not None and verdict.won:
                judged_wagers.append((box, bettor, wager, 0, verdict))
    insurance = rules.asked_wager
    if bettor.insurance_open and insurance is not None and insurance_due(rules, state):
        verdict = judge(insurance, facts_of(rules, state, box, insurance))
        if verdict is not None:
            judged_wagers.append((box, bettor, insurance, bettor.insurance or 0, verdict))
    return judged_wagers


def due(state: RoundState, wager: OfferedWager) -> bool:
    """A wager the house settles only in the final pass (reading I-90) waits for it."""
    return dict(wager.options).get("settles_at") != "at_settlement" or state.stage == "settlement"


def insurance_due(rules: TableRules, state: RoundState) -> bool:
    """Lost insurance is taken at the reader's check or at the disclosure of the second card."""
    return rules.insurance.lost_when == "at_check" or not state.hole_hidden


def caps(judged: list[JudgedWager]) -> dict[tuple[int, str, str], Fraction]:
    """The share of each winner of a capped line (MD-BJ 13.J to M)."""
    groups: dict[tuple[str, str], list[JudgedWager]] = {}
    for item in judged:
        wager, verdict = item[2], item[4]
        if wager.payout_cap is not None and verdict.outcome in wager.capped_lines:
            groups.setdefault((wager.id, verdict.outcome), []).append(item)
    shares: dict[tuple[int, str, str], Fraction] = {}
    for group in groups.values():
        # One player, on however many boxes, is never cut below the uncapped win (13.L, reading J-55).
        if len({item[1].player for item in group}) == 1:
            continue
        wins = [payout(item[4], item[3]).net for item in group]
        paid = shared_cap(group[0][2].payout_cap, [item[3] for item in group], wins)
        for item, win in zip(group, whole_cents(paid), strict=True):
            shares[item[0].number, item[1].player, item[2].id] = win
    return shares


def whole_cents(shares: tuple[Fraction, ...]) -> list[Fraction]:
    """Shares in whole cents that together are no more than the cap: odd cents go to the largest fractions."""
    cents = [Fraction(share.numerator // share.denominator) for share in shares]
    odd = int(sum(shares) - sum(cents))
    by_fraction = sorted(range(len(shares)), key=lambda at: cents[at] - shares[at])
    for at in by_fraction[:odd]:
        cents[at] += 1
    return cents


def pay_side(rules: TableRules, item: JudgedWager, capped: Fraction | None) -> list[Event]:
    box, bettor, wager, stake, verdict = item
    due_now = payout(verdict, stake)
    cite = verdict.cite if verdict.won else lost_cite(rules, wager)
    if due_now.claims:
        return raise_claims(rules, item, due_now)
    net = due_now.net if capped is None else capped
    cite += wager.cap_cite if net < due_now.net else Cite()
    returns = stake + (whole(rules, net) if net > 0 else int(net))
    settled = WagerSettled(bettor.player, box.number, 0, wager.id, verdict.outcome, stake, returns, cite)
    side = bettor.side(wager.id)
    if side is None or not side.coupon or not verdict.won:
        return [settled]
    face = rules.cite("wagering.coupons_accepted", "wagering.coupons_count_for_super_bonus")
    return [
        settled,
        WagerSettled(bettor.player, box.number, 0, COUPON, "coupon-wins", 0, side.coupon, face),
    ]


def raise_claims(rules: TableRules, item: JudgedWager, won: Payout) -> list[Event]:
    """One claim for each hand or card that wins a meter, prize or wheel; fixed lines beside it are paid now.
    The stake goes with the first of them all, so that it is settled once."""
    box, bettor, wager, stake, verdict = item
    events: list[Event] = []
    fixed = [line for line in verdict.lines if all(line is not claim.line for claim in won.claims)]
    if fixed:
        returns = stake + (whole(rules, won.net) if won.net > 0 else int(won.net))
        cite = sum((line.cite for line in fixed), Cite())
        paid = (bettor.player, box.number, 0, wager.id, fixed[0].outcome, stake, returns, cite)
        events.append(WagerSettled(*paid))
    for claim in won.claims:
        line, carries = claim.line, not events
        events.append(
            ClaimRaised(
                bettor.player,
                box.number,
                wager.id,
                line.outcome,
                stake if carries else 0,
                carries and line.pays.keeps_stake,
                line.cite,
            )
        )
    return events


def lost_cite(rules: TableRules, wager: OfferedWager) -> Cite:
    return wager.cite + rules.cite("insurance.lost_when") if wager.placed == "when_asked" else wager.cite


def sides_open(state: RoundState) -> bool:
    return any(
        bettor.insurance_open or any(side.open for side in bettor.sides)
        for box in state.boxes
        if box.in_play
        for bettor in box.bettors
    )


def dealer_hand_wanted(rules: TableRules, state: RoundState) -> bool:
    """Whether an open side wager makes the dealer complete the hand whatever the main wagers did."""
    for box in state.boxes:
        if not box.in_play:
            continue
        for bettor in box.bettors:
            for side in bettor.sides:
                wager = rules.wager(side.wager)
                if side.open and wager is not None and wager.settles == "dealer_hand":
                    return True
    return False
