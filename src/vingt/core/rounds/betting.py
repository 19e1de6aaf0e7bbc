"""Wagers: placed, changed and withdrawn before the lock, refused after it."""

from __future__ import annotations

from dataclasses import replace

from vingt.core.money import dollars
from vingt.core.rounds.command import CloseBetting, PlaceWager, WithdrawWager
from vingt.core.rounds.event import BettingClosed, Event, WagerPlaced, WagerWithdrawn
from vingt.core.rounds.order import deal_order
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import Bettor, Box, RoundState
from vingt.core.rounds.state_parts import bettor_of, box_of
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN


def place(rules: TableRules, state: RoundState, command: PlaceWager) -> list[Event] | Refusal:
    if state.betting_closed:
        return Refusal(
            "wagers are closed for this round", rules.cite("wagering.locks_at", "wagering.late_wager")
        )
    if not 1 <= command.box <= rules.box_count:
        return Refusal(f"the table has boxes 1 to {rules.box_count}", rules.cite("boxes.seats"))
    if command.amount <= 0:
        return Refusal("a wager is more than nothing", rules.cite("wagering.minimum"))
    if command.wager == MAIN:
        return place_on_position(rules, state, command)
    return place_side(rules, state, command) or [placed(state, command)]


def place_on_position(rules: TableRules, state: RoundState, command: PlaceWager) -> list[Event] | Refusal:
    """A main wager lies in the same amount on every box of a betting position (MD-BJ 12.A(1))."""
    events: list[Event] = []
    for box in rules.variant.position_of(command.box):
        wager = replace(command, box=box)
        if refusal := place_main(rules, state, wager):
            return refusal
        events.append(placed(state, wager))
    return events


def placed(state: RoundState, command: PlaceWager) -> WagerPlaced:
    coupon, seated = kept(state, command)
    return WagerPlaced(command.player, command.box, command.wager, command.amount, coupon, seated)


def kept(state: RoundState, command: PlaceWager) -> tuple[int, bool]:
    """A wager that is changed keeps its coupon, and its player the seat (MA-P21 13(b)), unless told anew."""
    box = state.box(command.box)
    bettor = box.bettor(command.player) if box else None
    if bettor is None:
        return command.coupon, command.seated
    if command.wager != MAIN:
        side = bettor.side(command.wager)
        return command.coupon or (side.coupon if side else 0), command.seated
    return command.coupon or bettor.coupon, command.seated or bettor.seated


def place_main(rules: TableRules, state: RoundState, command: PlaceWager) -> Refusal | None:
    table = rules.wagering
    if not table.minimum <= command.amount <= table.maximum:
        limits = f"{dollars(table.minimum)} to {dollars(table.maximum)}"
        return Refusal(f"the table takes {limits}", rules.cite("wagering.minimum", "wagering.maximum"))
    if command.amount % table.chip_unit:
        words = f"a wager is a multiple of the smallest chip, {dollars(table.chip_unit)}"
        return Refusal(words, rules.cite("wagering.chip_unit"))
    if command.coupon and (not table.coupons_accepted or command.coupon < 0):
        return Refusal("coupons are not taken here", rules.cite("wagering.coupons_accepted"))
    return (
        too_many_boxes(rules, state, command)
        or too_many_bettors(rules, state, command)
        or too_small_for_sides(rules, state, command)
    )


def boxes_of(state: RoundState, player: str) -> set[int]:
    return {box.number for box in state.boxes if (bettor := box.bettor(player)) and bettor.main}


def too_many_boxes(rules: TableRules, state: RoundState, command: PlaceWager) -> Refusal | None:
    mine = boxes_of(state, command.player).union(rules.variant.position_of(command.box))
    if len(mine) > rules.boxes_per_player:
        return Refusal(
            f"a player wagers on at most {rules.boxes_per_player} boxes here", rules.cite("boxes.per_player")
        )
    if rules.boxes.adjacent_only and max(mine) - min(mine) >= len(mine):
        return Refusal("a player's boxes lie next to each other", rules.cite("boxes.adjacent_only"))
    return None


def too_many_bettors(rules: TableRules, state: RoundState, command: PlaceWager) -> Refusal | None:
    box = state.box(command.box)
    others = [bettor for bettor in box.main_bettors if bettor.player != command.player] if box else []
    if len(others) + 1 > rules.boxes.bettors_max:
        return Refusal(
            f"a box takes the wagers of at most {rules.boxes.bettors_max}", rules.cite("boxes.bettors_max")
        )
    if command.seated and any(each.seated for each in others):
        return Refusal("somebody else is seated at the box", rules.cite("boxes.decided_by"))
    return None


def too_small_for_sides(rules: TableRules, state: RoundState, command: PlaceWager) -> Refusal | None:
    """A main wager may not be lowered below a side wager that may not exceed it."""
    box = state.box(command.box)
    bettor = box.bettor(command.player) if box else None
    for side in bettor.sides if bettor else ():
        wager = rules.wager(side.wager)
        if wager is not None and wager.stake.at_most_main_wager and side.amount > command.amount:
            return Refusal(f"{wager.name} may not exceed the main wager", wager.stake.cite)
    return None


def place_side(rules: TableRules, state: RoundState, command: PlaceWager) -> Refusal | None:
    wager = rules.wager(command.wager)
    if wager is None or wager.placed != "before_deal":
        return Refusal(f"{command.wager} is not offered before the deal at this table")
    if command.coupon < 0 or (command.coupon and not dict(wager.options).get("coupons", False)):
        return Refusal("no coupon is taken with this wager", rules.cite("wagering.coupons_accepted"))
    if wager.rides_on is not None:
        return Refusal(f"{wager.name} comes with {wager.rides_on} and takes no wager of its own", wager.cite)
    if "switch" in wager.needs and (refusal := not_on_position(rules, wager, command.box)):
        return refusal
    box = state.box(command.box)
    bettor = box.bettor(command.player) if box else None
    main = bettor.main if bettor else 0
    if wager.main_wager == "own" and not main:
        return Refusal(f"{wager.name} needs a {rules.main_wager} first", wager.main_wager_cite)
    if wager.main_wager == "box" and not (box and box.main_bettors):
        return Refusal(f"{wager.name} needs a main wager on that box", wager.main_wager_cite)
    return companion_missing(rules, wager, bettor) or stake_refused(rules, wager, command.amount, main)


def not_on_position(rules: TableRules, wager: OfferedWager, box: int) -> Refusal | None:
    """A wager on the cards of both hands lies once at a betting position, with the first of its boxes."""
    if not rules.variant.hands_switched:
        return Refusal(f"{wager.name} belongs to Blackjack Switch alone", wager.cite)
    first = rules.variant.position_of(box)[0]
    if box != first:
        return Refusal(f"{wager.name} is about both hands and lies on box {first}", wager.cite)
    return None


def companion_missing(rules: TableRules, wager: OfferedWager, bettor: Bettor | None) -> Refusal | None:
    companion = dict(wager.options).get("companion", "none")
    if companion == "none" or (bettor is not None and bettor.side(str(companion)) is not None):
        return None
    return Refusal(f"{wager.name} needs a {companion} wager here", wager.cite)


def stake_refused(rules: TableRules, wager: OfferedWager, amount: int, main: int) -> Refusal | None:
    stake = wager.stake
    if stake.exact:
        if amount in stake.exact:
            return None
        amounts = " or ".join(dollars(each) for each in stake.exact)
        return Refusal(f"{wager.name} takes {amounts}", stake.cite)
    least, most = stake.minimum or 0, stake.maximum or amount
    if not least <= amount <= most:
        return Refusal(f"{wager.name} takes {dollars(least)} to {dollars(most)}", stake.cite)
    if stake.at_most_main_wager and amount > main:
        return Refusal(f"{wager.name} may not exceed the main wager", stake.cite)
    if amount % rules.wagering.chip_unit:
        words = f"a wager is a multiple of the smallest chip, {dollars(rules.wagering.chip_unit)}"
        return Refusal(words, rules.cite("wagering.chip_unit"))
    return None


def withdraw(rules: TableRules, state: RoundState, command: WithdrawWager) -> list[Event] | Refusal:
    if state.betting_closed:
        plays_on = rules.wagering.withdrawn_wager == "still_plays"
        words = (
            "a wager taken back now plays all the same" if plays_on else "a wager may not be withdrawn now"
        )
        return Refusal(words, rules.cite("wagering.withdrawn_wager"))
    box = state.box(command.box)
    bettor = box.bettor(command.player) if box else None
    if box is None or bettor is None:
        return Refusal(f"{command.player} has no wager on box {command.box}")
    if command.wager != MAIN:
        side = bettor.side(command.wager)
        if side is None:
            return Refusal(f"{command.player} has no {command.wager} wager on box {command.box}")
        return [WagerWithdrawn(command.player, command.box, command.wager, side.amount)]
    if not bettor.main:
        return Refusal(f"{command.player} has no main wager on box {command.box}")
    position = rules.variant.position_of(command.box)
    left = boxes_of(state, command.player).difference(position)
    if rules.boxes.adjacent_only and left and max(left) - min(left) >= len(left):
        return Refusal("a player's boxes lie next to each other", rules.cite("boxes.adjacent_only"))
    return [event for number in position for event in box_withdrawn(rules, state, command.player, number)]


def box_withdrawn(rules: TableRules, state: RoundState, player: str, number: int) -> list[Event]:
    box = box_of(state, number)
    bettor = bettor_of(box, player)
    return [*withdraw_sides(rules, box, bettor), main_withdrawn(box, bettor)]


def main_withdrawn(box: Box, bettor: Bettor) -> WagerWithdrawn:
    return WagerWithdrawn(bettor.player, box.number, MAIN, bettor.main, bettor.coupon)


def withdraw_sides(rules: TableRules, box: Box, leaving: Bettor) -> list[Event]:
    """Side wagers go with the main wager they need; with the last main wager all of the box's go."""
    empty = all(bettor is leaving for bettor in box.main_bettors)
    gone: list[Event] = []
    for bettor in box.bettors:
        for side in bettor.sides:
            wager = rules.wager(side.wager)
            own = wager is not None and wager.main_wager == "own" and bettor is leaving
            if own or empty:
                gone.append(WagerWithdrawn(bettor.player, box.number, side.wager, side.amount))
    return gone


def close(rules: TableRules, state: RoundState, _: CloseBetting) -> list[Event] | Refusal:
    if state.betting_closed:
        return Refusal("betting is closed already", rules.cite("wagering.locks_at"))
    if not any(box.main_bettors for box in state.boxes):
        return Refusal(f"nobody has made a {rules.main_wager}", rules.cite("wagering.main_wager_required"))
    return [BettingClosed(deal_order(rules, state))]
