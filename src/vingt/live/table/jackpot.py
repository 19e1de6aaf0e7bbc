"""What a table knows of its progressive wagers between their claim and their payment."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from vingt.core.rounds.state import RoundState
from vingt.live.log import events as t


class PlayedSide(NamedTuple):
    """A side wager of a round."""

    player: str
    box: int
    wager: str
    amount: int


class JackpotState(NamedTuple):
    spin: t.WheelSpun | None = None  # of this round, until its claim is answered
    spins: int = 0
    turning: bool = False
    enabled: bool = False  # the hot spot's player may spin
    drawn: tuple[int, ...] = ()  # what the wheel stopped at, the position first where one is drawn
    held: t.PaymentHeld | None = None  # a payment that waits for a supervisor, until it is paid
    confirmed_by: str = ""
    voided: t.PaymentHeld | None = None  # waited when its round became void: the meter is to have it back
    unfed: tuple[PlayedSide, ...] = ()  # of the round that ended last, until meters have their part
    bonuses: tuple[t.BonusPaid, ...] = ()  # since the last round began


def evolve_jackpot(state: JackpotState, event: t.ProgressiveEvent) -> JackpotState:
    match event:
        case t.WheelSpun(number):
            goes_on = state.spin is not None and state.spin.wager == event.wager
            drawn = state.drawn if goes_on else ()
            return state._replace(spin=event, spins=number, turning=True, enabled=False, drawn=drawn)
        case t.WheelStopped(drawn=drawn):
            return state._replace(turning=False, drawn=(*state.drawn, *drawn))
        case t.SpinEnabled() | t.SpinDisabled():
            return state._replace(enabled=isinstance(event, t.SpinEnabled))
        case t.JackpotCancelled():
            return state._replace(spin=None, enabled=False, drawn=())
        case t.PaymentHeld():
            return state._replace(held=event, confirmed_by="")
        case t.PaymentConfirmed(by):
            return state._replace(confirmed_by=by)
        case t.PaymentVoided():
            return state._replace(voided=None)
        case t.BonusPaid(player, box):
            held = state.held
            state = state._replace(bonuses=(*state.bonuses, event))
            paid = held is not None and not held.claim and (held.player, held.box) == (player, box)
            return state._replace(held=None, confirmed_by="") if paid else state
        case t.ContributionsMade():
            return state._replace(unfed=())
        case t.BonusDrawn():
            return state
        case _:
            assert_never(event)


def new_spins(state: JackpotState) -> JackpotState:
    """A round begins."""
    return state._replace(spin=None, turning=False, enabled=False, drawn=(), bonuses=())


def claim_answered(state: JackpotState, *, void: bool = False) -> JackpotState:
    """A spin of a player's own is over with its claim; one for the whole table stays for the next."""
    voided = state.held if void and state.held is not None and state.held.meter else state.voided
    state = state._replace(held=None, confirmed_by="", voided=voided)
    return state._replace(spin=None, drawn=()) if state.spin is not None and state.spin.box else state


def with_stakes(state: JackpotState, round_: RoundState) -> JackpotState:
    """A round has ended that was not void: its side wagers are to feed their meters."""
    return state._replace(unfed=(*state.unfed, *sides_played(round_)))


def sides_played(round_: RoundState) -> tuple[PlayedSide, ...]:
    return tuple(
        PlayedSide(bettor.player, box.number, side.wager, side.amount)
        for box in round_.boxes
        for bettor in box.bettors
        for side in bettor.sides
    )
