"""What events make of the wagers that lie on the boxes: laid, taken back, insured, claimed and settled."""

from __future__ import annotations

from typing import assert_never

from vingt.core.rounds import event as e
from vingt.core.rounds.state import Bettor, Box, Hand, HandStake, OpenClaim, RoundState, Settled, SideStake
from vingt.core.rounds.state_parts import bettor_of, box_of, put_bettor, put_box, put_stake
from vingt.core.wager_kind import MAIN, kind_of


def wager_placed(state: RoundState, event: e.WagerPlaced) -> RoundState:
    box = state.box(event.box)
    if box is None:
        box = Box(event.box)
        state = state._replace(boxes=tuple(sorted((*state.boxes, box), key=lambda each: each.number)))
    bettor = box.bettor(event.player)
    if bettor is None:
        bettor = Bettor(event.player)
        box = box._replace(bettors=(*box.bettors, bettor))
    if event.wager == MAIN:
        if not bettor.main:  # the order of bettors is the order of their main wagers
            before = tuple(each for each in box.bettors if each.player != event.player)
            box = box._replace(bettors=(*before, bettor))
        bettor = bettor._replace(main=event.amount, coupon=event.coupon, seated=event.seated)
    else:
        others = tuple(side for side in bettor.sides if side.wager != event.wager)
        bettor = bettor._replace(sides=(*others, SideStake(event.wager, event.amount, coupon=event.coupon)))
    return put_box(state, put_bettor(box, bettor))


def wager_withdrawn(state: RoundState, event: e.WagerWithdrawn) -> RoundState:
    box = box_of(state, event.box)
    bettor = bettor_of(box, event.player)
    if event.wager == MAIN:
        bettor = bettor._replace(main=0, coupon=0)
    else:
        bettor = bettor._replace(sides=tuple(side for side in bettor.sides if side.wager != event.wager))
    box = put_bettor(box, bettor)
    box = box._replace(bettors=tuple(each for each in box.bettors if each.main or each.sides))
    state = put_box(state, box)
    return state._replace(boxes=tuple(each for each in state.boxes if each.bettors))


def betting_closed(state: RoundState, event: e.BettingClosed) -> RoundState:
    boxes = []
    for box in state.boxes:
        stakes = tuple(
            HandStake(bettor.player, bettor.main, coupon=bettor.coupon) for bettor in box.main_bettors
        )
        boxes.append(box._replace(hands=(Hand(stakes=stakes),)) if stakes else box)
    return state._replace(boxes=tuple(boxes), queue=event.order, betting_closed=True, stage="deal")


def insurance_placed(state: RoundState, event: e.InsurancePlaced) -> RoundState:
    box = box_of(state, event.box)
    bettor = bettor_of(box, event.player)._replace(insurance=event.amount, insurance_open=True)
    return put_box(state, put_bettor(box, bettor))


def insurance_declined(state: RoundState, event: e.InsuranceDeclined) -> RoundState:
    box = box_of(state, event.box)
    return put_box(state, put_bettor(box, bettor_of(box, event.player)._replace(insurance=0)))


def wager_settled(state: RoundState, event: e.WagerSettled) -> RoundState:
    record = Settled(
        event.player,
        event.box,
        event.hand,
        event.wager,
        event.outcome,
        event.stake,
        event.returns,
        event.doubled,
    )
    claims = without_claim(state.claims, event)
    box = box_of(state, event.box)
    if event.wager == MAIN:
        hand = box.hands[event.hand]
        stake = hand.stake_of(event.player)
        assert stake is not None
        hand = put_stake(hand, stake._replace(open=False))
        box = box._replace(hands=(*box.hands[: event.hand], hand, *box.hands[event.hand + 1 :]))
    else:
        box = close_side(box, event.player, event.wager)
    boxes = tuple(box if each.number == box.number else each for each in state.boxes)
    return state._replace(boxes=boxes, claims=claims, settled=(*state.settled, record))


def without_claim(claims: tuple[OpenClaim, ...], event: e.WagerSettled) -> tuple[OpenClaim, ...]:
    """One settlement answers one claim: two split hands may each have one from the same wager."""
    for at, claim in enumerate(claims):
        if (claim.player, claim.box, claim.wager) == (event.player, event.box, event.wager):
            return (*claims[:at], *claims[at + 1 :])
    return claims


def close_side(box: Box, player: str, wager: str) -> Box:
    bettor = bettor_of(box, player)
    match kind_of(wager):
        case "insurance":
            return put_bettor(box, bettor._replace(insurance_open=False))
        case "side" if bettor.side(wager) is None:
            return box._replace(riding_settled=(*box.riding_settled, (player, wager)))
        case "side":
            sides = tuple(side._replace(open=False) if side.wager == wager else side for side in bettor.sides)
            return put_bettor(box, bettor._replace(sides=sides))
        case "main" | "super-bonus" | "envy" | "coupon" | "busted-returned":
            return box
        case other:
            assert_never(other)


def claim_raised(state: RoundState, event: e.ClaimRaised) -> RoundState:
    claim = OpenClaim(
        event.player, event.box, event.wager, event.line, event.stake, event.returns_stake, event.cite
    )
    state = put_box(state, close_side(box_of(state, event.box), event.player, event.wager))
    return state._replace(claims=(*state.claims, claim))
