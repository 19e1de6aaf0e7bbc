"""Match-play coupons: issued to a player at a table, laid once beside a wager, taken when it is decided.

A coupon is no money: it is paid at its face when its wager wins (I-83), and goes back with a wager that goes
back, by a push or a void; else it is taken with the wager.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from vingt.core.money import dollars
from vingt.core.rounds import event as e
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.log import floor_events as f
from vingt.live.log.kinds import StreamEvent


class HeldCoupon(NamedTuple):
    person: str
    amount: int  # cents, at face


Coupons = tuple[HeldCoupon, ...]  # what lies on the layout is not held


def lying(round_: RoundState, player: str, box: int, wager: str = MAIN, hand: int = 0) -> int:
    """The coupon that lies with a wager."""
    there = round_.box(box)
    bettor = there.bettor(player) if there is not None else None
    if there is None or bettor is None:
        return 0
    if wager != MAIN:
        side = bettor.side(wager)
        return side.coupon if side is not None else 0
    if hand < len(there.hands):
        stake = there.hands[hand].stake_of(player)
        return stake.coupon if stake is not None else 0
    return bettor.coupon


def coupons_after(held: Coupons, before: RoundState, event: StreamEvent) -> Coupons:
    """What is held after an event; `before` is the round before it."""
    match event:
        case f.CouponIssued(person, amount):
            return given(held, person, amount)
        case e.WagerPlaced(player=player, box=box, wager=wager, coupon=coupon):
            lay = lying(before, player, box, wager)
            return held if lay == coupon else taken(given(held, player, lay), player, coupon)
        case e.WagerWithdrawn(player=player, box=box, wager=wager):
            return given(held, player, lying(before, player, box, wager))
        case e.WagerSettled(player=player, box=box, wager=wager, hand=hand) if event.stake == event.returns:
            back = lying(before, player, box, wager, hand) if event.stake else 0
            return given(held, player, back)
        case _:
            return held


def coupons_lie(round_: RoundState) -> bool:
    bettors = [bettor for box in round_.boxes for bettor in box.bettors]
    return any(bettor.coupon or any(side.coupon for side in bettor.sides) for bettor in bettors)


def given(held: Coupons, person: str, amount: int) -> Coupons:
    return (*held, HeldCoupon(person, amount)) if amount else held


def taken(held: Coupons, person: str, amount: int) -> Coupons:
    """One of them: the first that is alike."""
    at = next((at for at, each in enumerate(held) if each == (person, amount)), None)
    return held if at is None else (*held[:at], *held[at + 1 :])


def issue(
    rules: TableRules, at_table: Collection[str], person: str, amount: int, by: str
) -> f.CouponIssued | Refusal:
    cite = rules.cite("wagering.coupons_accepted")
    if not rules.wagering.coupons_accepted:
        return Refusal("coupons are not taken here", cite)
    if person not in at_table:
        return Refusal("a coupon is given to somebody at the table", cite)
    if person == by:
        return Refusal("nobody gives a coupon to themselves")
    unit, most = int(rules.wagering.chip_unit), int(rules.wagering.maximum)
    if not 0 < amount <= most or amount % unit:
        return Refusal(f"a coupon is worth whole chips of {dollars(unit)}, at most {dollars(most)}", cite)
    return f.CouponIssued(person, amount, by)


def worth(held: Coupons, person: str) -> int:
    """The coupon that is laid next: the greatest."""
    return max((each.amount for each in held if each.person == person), default=0)
