"""What the floor orders at a table besides its limits: that the cards are shuffled again, chips for the
table's inventory or out of it, players' clocks, a coupon for a player, that one who missed a round may wager
again.

A floorperson may have the cards shuffled after any round (MD-BJ 5.G and its like). No rulebook here speaks of
fills and credits; as in every house two people answer for them: who orders, and who counts.
"""

from __future__ import annotations

from vingt.core.money import dollars
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.table.coupons import issue
from vingt.live.table.pause import shoe_ends
from vingt.live.table.performing import plays_here
from vingt.live.table.seating import missed_a_round
from vingt.live.table.state import TableState


def barred(state: TableState, by: str, *, may_deal: bool = False) -> Refusal | None:
    """Who sees to a table from the floor neither deals nor plays there: what one person does, another has
    looked at. `may_deal`: what who deals may do as well."""
    if state.dealing.dealer == by and not may_deal:
        return Refusal("who deals at a table is not its floorperson: call another")
    if plays_here(state, by):
        return Refusal("who plays at a table does not see to it: call another floorperson")
    return None


def reshuffle(rules: TableRules, state: TableState, by: str) -> f.ReshuffleOrdered | Refusal:
    """For a table that deals by itself: at once between two rounds, else after the round."""
    cite = rules.cite("shoe.cover_card_ends")
    if state.closed or not state.shoe.ready:
        return Refusal("no shoe is being dealt", cite)
    if state.reshuffle_by:
        return Refusal("a reshuffle is ordered already", cite)
    if rules.shoe.shuffler == "continuous":
        return Refusal("a continuous shuffler shuffles after every round", rules.cite("shoe.shuffler"))
    if not state.in_play_now and state.in_every_round is None:
        return Refusal("the cards were shuffled, and no round was played since", cite)
    if not state.in_play_now and shoe_ends(rules, state):
        return Refusal("the shoe has ended: it is shuffled now", cite)
    return f.ReshuffleOrdered(by)


def order_chips(rules: TableRules, state: TableState, amount: int, by: str) -> f.ChipsOrdered | Refusal:
    """A fill; below zero, a credit."""
    unit = int(rules.wagering.chip_unit)
    if state.closed:
        return Refusal("the table is closed")
    if state.chip_order is not None:
        return Refusal("an order of chips waits to be counted")
    if not amount or amount % unit:
        return Refusal(
            f"chips are ordered in whole chips of {dollars(unit)}", rules.cite("wagering.chip_unit")
        )
    if -amount > state.takings.inventory:
        return Refusal(f"the table's inventory holds {dollars(state.takings.inventory)}")
    return f.ChipsOrdered(state.chip_orders + 1, amount, by)


def relieve(state: TableState, by: str) -> t.DealerLeft | Refusal:
    """Between rounds: the dealer goes, and whoever is sent takes the table."""
    if state.dealing.automatic:
        return Refusal("this table deals by itself")
    if not state.dealing.dealer or state.dealing.dealer == by:
        return Refusal("nobody else deals here")
    if state.in_play_now:
        return Refusal("a round is in play: it is dealt to its end, or the relief takes the table")
    return t.DealerLeft(state.dealing.dealer)


def set_clocks(state: TableState, running: bool, by: str) -> f.ClocksSet | Refusal:
    """Players' time to answer, where a person deals; elsewhere it always runs."""
    if state.dealing.automatic:
        return Refusal("this table deals by itself: its clocks always run")
    if state.dealing.clocks == running:
        return Refusal(f"the clocks {'run' if running else 'stand'} already")
    return f.ClocksSet(running, by)


def issue_coupon(
    rules: TableRules, state: TableState, person: str, amount: int, by: str
) -> f.CouponIssued | Refusal:
    if state.closed:
        return Refusal("the table is closed")
    return issue(rules, state.at_table, person, amount, by)


def readmit(rules: TableRules, state: TableState, person: str, by: str) -> f.PlayerReadmitted | Refusal:
    """Who missed a round is barred from wagering until the cards are shuffled, or the operator relents."""
    if state.closed:
        return Refusal("the table is closed")
    if person not in state.at_table:
        return Refusal("who is readmitted is at the table: with a box, chips or a wager")
    barred = missed_a_round(rules, state, person)
    if barred is None:
        return Refusal("nothing bars this player", rules.cite("wagering.mid_shoe_entry"))
    return f.PlayerReadmitted(person, by, barred.cite)


def waiting(state: TableState, number: int) -> f.ChipsOrdered | Refusal:
    order = state.chip_order
    return Refusal("no such order of chips waits") if order is None or order.number != number else order


def count_chips(state: TableState, number: int, by: str) -> f.ChipsCounted | Refusal:
    order = waiting(state, number)
    if isinstance(order, Refusal):
        return order
    if order.by == by:
        return Refusal("who ordered the chips does not count them: call another dealer or floorperson")
    if -order.amount > state.takings.inventory:
        return Refusal(f"the table's inventory holds {dollars(state.takings.inventory)}: withdraw the order")
    return f.ChipsCounted(number, order.amount, by)


def withdraw_chips(state: TableState, number: int, by: str) -> f.ChipOrderWithdrawn | Refusal:
    order = waiting(state, number)
    return order if isinstance(order, Refusal) else f.ChipOrderWithdrawn(number, by)
