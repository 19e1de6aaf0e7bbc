"""One part of a round taken out of its state, or put back changed."""

from __future__ import annotations

from vingt.core.rounds.state import (
    Bettor,
    Box,
    Hand,
    HandStake,
    RoundState,
)


def put_box(state: RoundState, box: Box) -> RoundState:
    boxes = tuple(box if each.number == box.number else each for each in state.boxes)
    return state._replace(boxes=boxes)


def put_hand(state: RoundState, number: int, at: int, hand: Hand) -> RoundState:
    box = box_of(state, number)
    return put_box(state, box._replace(hands=(*box.hands[:at], hand, *box.hands[at + 1 :])))


def put_bettor(box: Box, bettor: Bettor) -> Box:
    bettors = tuple(bettor if each.player == bettor.player else each for each in box.bettors)
    return box._replace(bettors=bettors)


def put_stake(hand: Hand, stake: HandStake) -> Hand:
    return hand._replace(stakes=tuple(stake if each.player == stake.player else each for each in hand.stakes))


def box_of(state: RoundState, number: int) -> Box:
    box = state.box(number)
    if box is None:
        raise ValueError(f"no wager lies on box {number}")
    return box


def bettor_of(box: Box, player: str) -> Bettor:
    bettor = box.bettor(player)
    if bettor is None:
        raise ValueError(f"{player} has no wager on box {box.number}")
    return bettor
