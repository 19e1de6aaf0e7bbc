"""The dealer's terminal of MA-P21 section 16: the stages of a round, and the one way through each.

A command is the transition that its clause orders, or it is refused with the clause of what is due instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, get_args

from vingt.core.cite import Cite
from vingt.core.rounds.refusal import Refusal

TerminalStage = Literal[
    "wagering",
    "locked",
    "dealt",
    "lost",
    "triggered",
    "reconciled",
    "marked",
    "confirming",
    "positions",
    "hot_spot",
    "enabled",
    "wheel",
    "prized",
    "paying",
    "paid",
]
# What the dealer presses, what a player's sensor does, what the supervisor confirms, and what the cards and
# the wheels bring.
TerminalCommand = Literal[
    "cover_sensor",
    "uncover_sensor",
    "start_round",
    "cancel_round",
    "first_card",
    "no_trigger",
    "trigger",
    "main_reconciled",
    "triggering_event",
    "spin",
    "confirm",
    "positions_stopped",
    "enable_spin",
    "disable_spin",
    "spin_for_player",
    "wheel_stopped",
    "pay_jackpot",
    "cancel_jackpot",
    "authorize",
    "paid",
    "end_round",
]
STAGES: tuple[TerminalStage, ...] = get_args(TerminalStage)
COMMANDS: tuple[TerminalCommand, ...] = get_args(TerminalCommand)
Why = Literal["", "error", "late_wager", "malfunction", "misdeal"]
PRINTED_CODE = "333333"  # a placeholder of the vendor's that confirms nothing (reading I-113)


@dataclass(frozen=True, slots=True)
class TerminalTerms:
    """`threshold` in cents: prizes above it need a supervisor; `dealer_spins`: the system is set so that the
    dealer may spin for the player (16(l)(1))."""

    seats: int
    threshold: int
    dealer_spins: bool = False
    beside_hot_spot: bool = True


@dataclass(frozen=True, slots=True)
class TerminalPress:
    """One command; `position` is a seat, `why` the reason to cancel, `by` who signed in to confirm. What
    wheels decided comes with `confirm`, once, and is shown as it becomes due."""

    command: TerminalCommand
    position: int = 0
    why: Why = ""
    by: str = ""
    hot_spot: int = 0
    outer: int = 0
    inner: int = 0
    must_hit: tuple[int, int] | None = None  # the seat and the cents of a must-hit jackpot, at end_round


class SeatPrize(NamedTuple):
    position: int
    amount: int


@dataclass(frozen=True, slots=True)
class TerminalMoved:
    kind: ClassVar[str] = "terminal_moved"
    press: TerminalPress
    to: TerminalStage
    cite: Cite


class TerminalState(NamedTuple):
    stage: TerminalStage = "wagering"
    wagers: frozenset[int] = frozenset()
    sensor_failed: frozenset[int] = frozenset()
    hot_spot: int = 0  # drawn; known to nobody before the positions stop
    outer: int = 0
    inner: int = 0
    prizes: tuple[SeatPrize, ...] = ()
    authorized_by: str = ""
    accounted: int = 0  # rounds that were ended
    cancelled: int = 0
    mystery: bool = False  # the jackpot that is being paid was found after the round had ended

    def needs_supervisor(self, terms: TerminalTerms) -> bool:
        return any(prize.amount > terms.threshold for prize in self.prizes)

    @property
    def shown_hot_spot(self) -> int:
        """The highlighted position, once it is due."""
        return self.hot_spot if self.stage in ("hot_spot", "enabled", "wheel", "prized", "paying") else 0


def cite(*clauses: str) -> Cite:
    return Cite(tuple(f"MA-P21 {clause}" for clause in clauses))


TRIGGER_MARKED = cite("16(g)(1)")  # by hand, with a button or lammer on the layout

# The one way through: what each stage takes, where that leads, and by which clause.
WAYS: dict[TerminalStage, dict[TerminalCommand, tuple[TerminalStage, Cite]]] = {
    "wagering": {
        "cover_sensor": ("wagering", cite("16(c)", "16(a)#4")),
        "uncover_sensor": ("wagering", cite("16(c)")),
        "start_round": ("locked", cite("16(d)", "16(d)(1)#1")),
        "cancel_round": ("wagering", cite("16(d)(1)#2")),
    },
    "locked": {
        "first_card": ("dealt", cite("16(e)")),
        "cancel_round": ("wagering", cite("16(r)(1)")),
    },
    "dealt": {
        "no_trigger": ("lost", cite("16(f)", "16(b)")),
        "trigger": ("triggered", cite("16(g)", "16(b) Table 1")),
        "cancel_round": ("wagering", cite("16(r)(2)i")),
    },
    "lost": {"end_round": ("wagering", cite("16(f)", "16(r)(2)"))},
    "triggered": {
        "main_reconciled": ("reconciled", cite("16(h)")),
        "cancel_round": ("wagering", cite("16(r)(2)i")),
    },
    "reconciled": {
        "triggering_event": ("marked", cite("16(h)")),
        "cancel_round": ("wagering", cite("16(r)(2)i")),
    },
    "marked": {
        "spin": ("confirming", cite("16(h)")),
        "cancel_round": ("wagering", cite("16(r)(2)i")),
    },
    "confirming": {
        "confirm": ("positions", cite("16(i)#1")),
        "cancel_round": ("wagering", cite("16(r)(2)i")),
    },
    "positions": {"positions_stopped": ("hot_spot", cite("16(j)#1", "16(i)(1)"))},
    "hot_spot": {"enable_spin": ("enabled", cite("16(k)"))},
    "enabled": {
        "cover_sensor": ("wheel", cite("16(l)")),
        "spin_for_player": ("wheel", cite("16(l)(1)")),
        "disable_spin": ("hot_spot", cite("16(m)")),
    },
    "wheel": {"wheel_stopped": ("prized", cite("16(n)#1"))},
    "prized": {
        "pay_jackpot": ("paying", cite("16(o)#1", "16(o)#2")),
        "cancel_jackpot": ("reconciled", cite("16(n)(1)")),
    },
    "paying": {
        "authorize": ("paying", cite("16(p)(1)#2")),
        "paid": ("paid", cite("16(p)", "16(q)#1")),
    },
    "paid": {"end_round": ("wagering", cite("16(q)#2", "16(r)(2)"))},
}
UNDUE_CANCEL: tuple[TerminalStage, ...] = ("dealt", "triggered", "reconciled", "marked", "confirming")


def due(state: TerminalState) -> tuple[TerminalCommand, ...]:
    """What the stage takes, in order; the terminal shows no other button."""
    return tuple(WAYS[state.stage])


def decide(terms: TerminalTerms, state: TerminalState, press: TerminalPress) -> TerminalMoved | Refusal:
    way = WAYS[state.stage].get(press.command)
    if way is None:
        orders = Cite()
        for _, clause in WAYS[state.stage].values():
            orders += clause
        named = " or ".join(each.replace("_", " ") for each in due(state))
        return Refusal(f"{press.command.replace('_', ' ')} is not due: now {named}", orders)
    to, clause = way
    if barred := refused(terms, state, press):
        return Refusal(barred, clause)
    if press.command == "positions_stopped" and state.hot_spot not in state.wagers:
        to = "prized"
    if press.command == "cancel_jackpot" and state.mystery:
        to = "wagering"
    if press.command == "end_round" and press.must_hit is not None:
        to, clause = "prized", clause + cite("16(s)#1", "16(s)#2", "16(s)#3")
    return TerminalMoved(press, to, clause)


def refused(terms: TerminalTerms, state: TerminalState, press: TerminalPress) -> str:
    """Why a command that is due may not be given so; "" where it may."""
    match press.command:
        case "cover_sensor" if state.stage == "wagering":
            if not 1 <= press.position <= terms.seats:
                return "there is no such seat"
            return "a wager is registered there already" if press.position in state.wagers else ""
        case "uncover_sensor":
            return "" if press.position in state.wagers else "no wager is registered there"
        case "cancel_round" if state.stage in UNDUE_CANCEL and press.why not in ("malfunction", "misdeal"):
            return "once cards are dealt a round is stopped for a malfunction or a misdeal only"
        case "confirm":
            drawn = 1 <= press.hot_spot <= terms.seats and press.outer >= 0 and press.inner >= 0
            return "" if drawn else "the wheels have decided nothing"
        case "cover_sensor":
            if press.position != state.hot_spot:
                return "the spin is the hot spot's"
            return "the sensor has failed" if press.position in state.sensor_failed else ""
        case "spin_for_player":
            if press.position != state.hot_spot:
                return "the dealer presses the highlighted position"
            failed = press.position in state.sensor_failed or press.why == "malfunction"
            return "" if terms.dealer_spins or failed else "the sensor works, and the system is not set so"
        case "cancel_jackpot":
            if press.why != "malfunction":
                return "a jackpot is cancelled after a malfunction only; what was spun is paid"
            return supervisor_missing(press.by)
        case "authorize":
            return supervisor_missing(press.by)
        case "paid" if state.needs_supervisor(terms) and not state.authorized_by:
            return "a Pit Supervisor confirms hand and spin first"
        case "end_round" if press.must_hit is not None:
            position, amount = press.must_hit
            won = position in state.wagers and amount > 0
            return "" if won else "a must-hit jackpot goes to a seat that took part in the round"
        case _:
            return ""


def supervisor_missing(by: str) -> str:
    """The sign-in of a person; a code that everybody knows is none."""
    return "" if by and by != PRINTED_CODE else "a supervisor confirms by their own sign-in"


def evolve(terms: TerminalTerms, state: TerminalState, event: TerminalMoved) -> TerminalState:
    press, state = event.press, state._replace(stage=event.to)
    match press.command:
        case "cover_sensor" if event.to == "wagering":
            return state._replace(wagers=state.wagers | {press.position})
        case "uncover_sensor":
            return state._replace(wagers=state.wagers - {press.position})
        case "cancel_round":
            kept = state.wagers if press.why == "late_wager" else frozenset[int]()
            return TerminalState(wagers=kept, accounted=state.accounted, cancelled=state.cancelled + 1)
        case "confirm":
            return state._replace(hot_spot=press.hot_spot, outer=press.outer, inner=press.inner)
        case "positions_stopped" if event.to == "prized":
            return state._replace(prizes=community(state, state.wagers))
        case "wheel_stopped":
            others = state.wagers - {state.hot_spot} if terms.beside_hot_spot else frozenset[int]()
            prizes = (SeatPrize(state.hot_spot, state.outer), *community(state, others))
            return state._replace(prizes=tuple(sorted(prizes)))
        case "spin_for_player" if press.why == "malfunction":
            return state._replace(sensor_failed=state.sensor_failed | {press.position})
        case "cancel_jackpot":
            rest = state._replace(prizes=(), hot_spot=0, outer=0, inner=0, authorized_by="")
            return TerminalState(accounted=state.accounted) if state.mystery else rest
        case "authorize":
            return state._replace(authorized_by=press.by)
        case "end_round":
            counted = state.accounted + (0 if state.mystery else 1)
            ended = TerminalState(accounted=counted, cancelled=state.cancelled)
            if press.must_hit is None:
                return ended
            won = (SeatPrize(*press.must_hit),)
            return ended._replace(stage="prized", wagers=state.wagers, prizes=won, mystery=True)
        case _:
            return state


def community(state: TerminalState, positions: frozenset[int]) -> tuple[SeatPrize, ...]:
    return tuple(SeatPrize(position, state.inner) for position in sorted(positions)) if state.inner else ()
