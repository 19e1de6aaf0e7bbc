"""What a table knows of its progressive wagers between their claim and their payment."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from vingt.core.progressive.terminal import TerminalCommand
from vingt.core.rounds.event import WagerSettled
from vingt.core.rounds.state import RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import progressive_events as j


class PlayedSide(NamedTuple):
    """A side wager of a round."""

    player: str
    box: int
    wager: str
    amount: int


class SpinShown(NamedTuple):
    """What everybody may know of a spin that stopped: its own points, and who took part."""

    spin: j.WheelSpun
    drawn: tuple[int, ...]
    playing: frozenset[int]


class JackpotState(NamedTuple):
    spin: j.WheelSpun | None = None  # of this round, until its claim is answered
    spins: int = 0
    turning: bool = False
    enabled: bool = False  # the hot spot's player may spin
    drawn: tuple[int, ...] = ()  # what the wheel stopped at, the position first where one is drawn
    held: j.PaymentHeld | None = None  # a payment that waits for a supervisor, until it is paid
    confirmed_by: str = ""
    voided: j.PaymentHeld | None = None  # waited when its round became void: the meter is to have it back
    unfed: tuple[PlayedSide, ...] = ()  # of the round that ended last, until meters have their part
    bonuses: tuple[j.BonusPaid, ...] = ()  # since the last round began
    drawn_bonuses: tuple[j.BonusDrawn, ...] = ()  # likewise
    shown: SpinShown | None = None  # where the newest spin stopped, until the next round begins
    locked: frozenset[str] = frozenset()  # wagers that the terminal has locked up in this round
    pressed: TerminalCommand | None = None  # at the terminal last, of what leads to a spin or a payment
    sensor_failed: frozenset[int] = frozenset()
    ended: frozenset[str] = frozenset()  # wagers whose part of this round the terminal has ended


def evolve_jackpot(state: JackpotState, event: j.ProgressiveEvent) -> JackpotState:
    match event:
        case j.TerminalPressed():
            return pressed(state, event)
        case j.WheelSpun(number):
            goes_on = state.spin is not None and state.spin.wager == event.wager
            drawn = state.drawn if goes_on else ()
            return state._replace(
                spin=event, spins=number, turning=True, enabled=False, drawn=drawn, pressed=None
            )
        case j.WheelStopped(drawn=drawn):
            return state._replace(turning=False, drawn=(*state.drawn, *drawn))
        case j.SpinEnabled() | j.SpinDisabled():
            return state._replace(enabled=isinstance(event, j.SpinEnabled))
        case j.JackpotCancelled() if state.held is not None and not state.held.claim:
            return state._replace(held=None, confirmed_by="", voided=state.held, pressed=None)
        case j.JackpotCancelled():
            return state._replace(spin=None, enabled=False, drawn=(), shown=None, pressed=None)
        case j.PaymentHeld():
            return state._replace(held=event, confirmed_by="")
        case j.PaymentConfirmed(by):
            return state._replace(confirmed_by=by)
        case j.PaymentVoided():
            return state._replace(voided=None)
        case j.BonusPaid(player, box):
            held = state.held
            state = state._replace(bonuses=(*state.bonuses, event))
            paid = held is not None and not held.claim and (held.player, held.box) == (player, box)
            return state._replace(held=None, confirmed_by="") if paid else state
        case j.ContributionsMade():
            return state._replace(unfed=())
        case j.BonusDrawn():
            return state._replace(drawn_bonuses=(*state.drawn_bonuses, event))
        case _:
            assert_never(event)


def pressed(state: JackpotState, event: j.TerminalPressed) -> JackpotState:
    """What a press changes by itself; what it causes are events of their own."""
    match event.command:
        case "start_round":
            return state._replace(locked=state.locked | {event.wager})
        case "cancel_round":
            return state._replace(locked=state.locked - {event.wager}, pressed=None)
        case "triggering_event" | "spin" | "pay_jackpot":
            return state._replace(pressed=event.command)
        case "spin_for_player" if event.why:
            return state._replace(sensor_failed=state.sensor_failed | {event.position})
        case "end_round":
            return state._replace(ended=state.ended | {event.wager}, pressed=None)
        case _:
            return state


def stopped(state: JackpotState, round_: RoundState) -> JackpotState:
    """Where a wheel stopped stays to be seen, paid or not, until the next round begins."""
    if state.spin is None or state.turning or not state.drawn:
        return state
    wager = state.spin.wager
    playing = frozenset(side.box for side in sides_played(round_) if side.wager == wager)
    return state._replace(shown=SpinShown(state.spin, state.drawn, playing))


def new_spins(state: JackpotState) -> JackpotState:
    """A round begins."""
    return JackpotState(
        spins=state.spins,
        held=state.held,
        confirmed_by=state.confirmed_by,
        voided=state.voided,
        unfed=state.unfed,
    )


def claim_answered(
    state: JackpotState, settled: WagerSettled, *, others: bool, void: bool = False
) -> JackpotState:
    """A spin of a player's own is over with its claim; one for the whole table stays for the next, and so
    does what a supervisor has confirmed of it. `others`: more claims of this wager are open."""
    held = state.held
    own = held is not None and (held.player, held.box, held.wager) == (
        settled.player,
        settled.box,
        settled.wager,
    )
    voided = held if void and own and held is not None and held.meter else state.voided
    for_all = state.spin is not None and not state.spin.box
    confirmed = state.confirmed_by if for_all and others else ""
    state = state._replace(held=None if own else held, confirmed_by=confirmed, voided=voided)
    return state._replace(spin=None, drawn=()) if state.spin is not None and not for_all else state


def claims_over(state: JackpotState) -> JackpotState:
    """The round has ended: what was claimed in it was answered, or is void."""
    state = state._replace(held=None, confirmed_by="")
    return state._replace(spin=None, drawn=()) if state.spin is not None and state.spin.box else state


def with_stakes(state: JackpotState, round_: RoundState) -> JackpotState:
    """A round has ended that was not void: its side wagers are to feed their meters, but for those whose part
    in it the terminal had ended before."""
    sides = tuple(side for side in sides_played(round_) if side.wager not in state.ended)
    return state._replace(unfed=(*state.unfed, *sides))


def ended_early(state: JackpotState, round_: RoundState, wager: str) -> JackpotState:
    """The terminal ends a wager's part of a round that goes on (MA-P21 16(f)): it feeds its meters now."""
    sides = tuple(side for side in sides_played(round_) if side.wager == wager)
    return state._replace(unfed=(*state.unfed, *sides))


def sides_played(round_: RoundState) -> tuple[PlayedSide, ...]:
    return tuple(
        PlayedSide(bettor.player, box.number, side.wager, side.amount)
        for box in round_.boxes
        for bettor in box.bettors
        for side in bettor.sides
    )


def has_progressives(rules: TableRules) -> bool:
    return any(wager.meters or "random_draw" in wager.needs for wager in rules.wagers)


def is_done_with(rules: TableRules, state: JackpotState) -> bool:
    """Whether the round that ended last is over for meters too: they have their part, and nobody is still to
    be paid by them. Until then the next one does not begin, or its wagers would be taken for this one's."""
    owed = bool(state.unfed) and has_progressives(rules)
    return not owed and state.held is None and state.voided is None
