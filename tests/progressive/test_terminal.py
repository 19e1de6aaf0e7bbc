"""The terminal of MA-P21 section 16: every command in every stage is its clause's transition or a refusal."""

import pytest

from tests.proof import clause
from vingt.core.progressive.terminal import (
    COMMANDS,
    PRINTED_CODE,
    STAGES,
    WAYS,
    TerminalCommand,
    TerminalPress,
    TerminalState,
    TerminalTerms,
    decide,
    due,
    evolve,
)
from vingt.core.rounds.refusal import Refusal

TERMS = TerminalTerms(seats=6, threshold=50_000)
PRESSES: dict[TerminalCommand, TerminalPress] = {
    "confirm": TerminalPress("confirm", hot_spot=2, outer=20_000, inner=2_500),
    "cancel_round": TerminalPress("cancel_round", why="malfunction"),
    "cancel_jackpot": TerminalPress("cancel_jackpot", why="malfunction", by="sue"),
    "authorize": TerminalPress("authorize", by="sue"),
    "spin_for_player": TerminalPress("spin_for_player", 2, why="malfunction"),
}


def at(stage: str) -> TerminalState:
    """A state of that stage, with wagers at seats 2 and 5 and the hot spot at 2."""
    stage_ = next(each for each in STAGES if each == stage)
    return TerminalState(stage_, frozenset({2, 5}), hot_spot=2, outer=20_000, inner=2_500)


def press(
    state: TerminalState, command: TerminalCommand, terms: TerminalTerms = TERMS, **how: object
) -> TerminalState:
    moved = decide(terms, state, TerminalPress(command, **how))  # type: ignore[arg-type]
    assert not isinstance(moved, Refusal), moved
    return evolve(terms, state, moved)


def refusal(state: TerminalState, command: TerminalCommand, **how: object) -> Refusal:
    moved = decide(TERMS, state, TerminalPress(command, **how))  # type: ignore[arg-type]
    assert isinstance(moved, Refusal)
    return moved


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_in_every_stage_is_a_transition_or_a_refusal_with_its_clause(
    stage: str, command: TerminalCommand
) -> None:
    state = at(stage)
    position = {"wagering": {"cover_sensor": 1}.get(command, 2)}.get(stage, 2)
    wanted = PRESSES.get(command, TerminalPress(command, position))
    moved = decide(TERMS, state, wanted)
    if command not in WAYS[state.stage]:
        assert isinstance(moved, Refusal)
        assert moved.cite.clauses
        return
    assert not isinstance(moved, Refusal), moved
    assert moved.to == WAYS[state.stage][command][0]
    assert all(each.startswith("MA-P21 16(") for each in moved.cite.clauses)


def locked() -> TerminalState:
    state = press(press(TerminalState(), "cover_sensor", position=2), "cover_sensor", position=5)
    return press(state, "start_round")


@clause(
    "MA-P21 16(c)",
    "MA-P21 16(d)",
    "MA-P21 16(d)(1)#1",
    "MA-P21 16(e)",
    "MD-P21 2.B(7)(b)",
    "MD-P21 2.B(8)(b)",
)
@clause(
    "MD-BJ 2.C(4)", "MD-PE21 2.C(4)", "MD-P21 2.B(7)(a)", "MD-P21 2.B(8)(a)", "MD-BJ 2.C(3)", "MD-PE21 2.C(3)"
)
def test_each_seat_registers_a_wager_and_start_round_locks_late_ones() -> None:
    state = locked()
    assert state.wagers == {2, 5}
    late = refusal(state, "cover_sensor", position=3)
    assert "MA-P21 16(e)" in late.cite.clauses
    assert refusal(TerminalState(), "cover_sensor", position=7).why == "there is no such seat"
    dealt = press(state, "first_card")
    assert isinstance(decide(TERMS, dealt, TerminalPress("cover_sensor", 3)), Refusal)


@clause("MA-P21 16(d)(1)#2", "MA-P21 16(r)(1)")
def test_a_cancelled_round_resets_the_sensors_or_admits_a_late_wager_and_is_not_accounted() -> None:
    assert press(locked(), "cancel_round", why="error").wagers == frozenset()
    late = press(locked(), "cancel_round", why="late_wager")
    assert late.wagers == {2, 5}
    assert (late.stage, late.accounted, late.cancelled) == ("wagering", 0, 1)
    assert press(late, "cover_sensor", position=3).wagers == {2, 3, 5}


@clause("MA-P21 16(r)(2)i")
def test_once_cards_are_out_a_round_is_stopped_for_malfunction_or_misdeal_only() -> None:
    dealt = press(locked(), "first_card")
    assert "malfunction" in refusal(dealt, "cancel_round", why="late_wager").why
    for why in ("malfunction", "misdeal"):
        stopped = press(dealt, "cancel_round", why=why)
        assert (stopped.stage, stopped.accounted) == ("wagering", 0)


@clause("MA-P21 16(b)", "MA-P21 16(f)", "MA-P21 16(r)(2)", "MA-P21 16(a)#5")
def test_without_a_trigger_the_round_is_ended_and_accounted() -> None:
    lost = press(press(locked(), "first_card"), "no_trigger")
    assert due(lost) == ("end_round",)
    ended = press(lost, "end_round")
    assert (ended.stage, ended.accounted, ended.prizes) == ("wagering", 1, ())


def confirmed(hot_spot: int, outer: int = 20_000, inner: int = 2_500) -> TerminalState:
    state = press(press(locked(), "first_card"), "trigger")
    assert refusal(state, "spin").cite.clauses  # the main wagers come first
    state = press(press(press(state, "main_reconciled"), "triggering_event"), "spin")
    return press(state, "confirm", hot_spot=hot_spot, outer=outer, inner=inner)


@clause("MA-P21 16(g)", "MA-P21 16(h)", "MA-P21 16(i)#1", "MA-P21 16(i)(1)")
def test_a_seat_that_does_not_play_gives_everybody_the_community_prize() -> None:
    state = confirmed(hot_spot=4)
    assert state.stage == "positions"
    state = press(state, "positions_stopped")
    assert state.stage == "prized"
    assert state.prizes == ((2, 2_500), (5, 2_500))


@clause("MA-P21 16(j)#1", "MA-P21 16(j)#2", "MA-P21 16(j)(1)", "MA-P21 16(k)", "MA-P21 16(l)", "MA-P21 16(m)")
@clause("MA-P21 16(n)#1", "MA-P21 16(n)#2", "MA-P21 16(i)#2")
def test_the_hot_spot_spins_the_outer_wheel_and_gets_nothing_else() -> None:
    spinning = confirmed(hot_spot=2)
    assert spinning.shown_hot_spot == 0  # decided, and not due yet
    state = press(spinning, "positions_stopped")
    assert (state.stage, state.shown_hot_spot) == ("hot_spot", 2)
    assert isinstance(decide(TERMS, state, TerminalPress("cover_sensor", 2)), Refusal)  # not enabled yet
    state = press(press(press(state, "enable_spin"), "disable_spin"), "enable_spin")
    assert "hot spot" in refusal(state, "cover_sensor", position=5).why
    state = press(press(state, "cover_sensor", position=2), "wheel_stopped")
    assert state.prizes == ((2, 20_000), (5, 2_500))
    assert due(state) == ("pay_jackpot", "cancel_jackpot")


@clause("MA-P21 16(l)(1)")
def test_the_dealer_spins_for_the_player_if_set_so_or_the_sensor_failed() -> None:
    enabled = press(press(confirmed(hot_spot=2), "positions_stopped"), "enable_spin")
    assert "sensor works" in refusal(enabled, "spin_for_player", position=2).why
    assert press(enabled, "spin_for_player", position=2, why="malfunction").stage == "wheel"
    assert refusal(enabled, "spin_for_player", position=5, why="malfunction").why.startswith(
        "the dealer presses"
    )
    set_so = TerminalTerms(6, 50_000, dealer_spins=True)
    assert press(enabled, "spin_for_player", set_so, position=2).stage == "wheel"


def prized(amount: int) -> TerminalState:
    enabled = press(press(confirmed(2, outer=amount), "positions_stopped"), "enable_spin")
    return press(press(enabled, "cover_sensor", position=2), "wheel_stopped")


@clause(
    "MA-P21 16(o)#1",
    "MA-P21 16(o)#2",
    "MA-P21 16(p)",
    "MA-P21 16(q)#1",
    "MA-P21 16(q)#2",
    "MA-P21 16(p)(1)#1",
)
def test_pay_paid_end_round_in_this_order() -> None:
    state = prized(20_000)
    assert isinstance(decide(TERMS, state, TerminalPress("paid")), Refusal)
    state = press(state, "pay_jackpot")
    assert state.prizes == ((2, 20_000), (5, 2_500))
    assert isinstance(decide(TERMS, state, TerminalPress("end_round")), Refusal)
    state = press(press(state, "paid"), "end_round")
    assert (state.stage, state.accounted) == ("wagering", 1)


@clause("MA-P21 16(p)(1)#2")
@pytest.mark.parametrize(("amount", "needed"), [(49_999, False), (50_000, False), (50_001, True)])
def test_above_the_threshold_a_supervisor_signs_in(amount: int, needed: bool) -> None:
    state = press(prized(amount), "pay_jackpot")
    assert isinstance(decide(TERMS, state, TerminalPress("paid")), Refusal) is needed
    assert "sign-in" in refusal(state, "authorize").why
    assert "sign-in" in refusal(state, "authorize", by=PRINTED_CODE).why
    signed = press(state, "authorize", by="sue")
    assert press(signed, "paid").stage == "paid"


@clause("MA-P21 16(n)(1)")
def test_a_jackpot_is_cancelled_after_a_malfunction_only() -> None:
    state = prized(20_000)
    assert "malfunction only" in refusal(state, "cancel_jackpot", why="error", by="sue").why
    assert "sign-in" in refusal(state, "cancel_jackpot", why="malfunction").why
    back = press(state, "cancel_jackpot", why="malfunction", by="sue")
    assert (back.stage, back.prizes, back.hot_spot) == ("reconciled", (), 0)


@clause("MA-P21 16(s)#1", "MA-P21 16(s)#2", "MA-P21 16(s)#3")
def test_a_must_hit_jackpot_is_found_at_the_end_of_a_round_and_paid_like_any_other() -> None:
    lost = press(press(locked(), "first_card"), "no_trigger")
    assert "took part" in refusal(lost, "end_round", must_hit=(1, 15_000)).why
    state = press(lost, "end_round", must_hit=(5, 15_000))
    assert (state.stage, state.prizes, state.accounted) == ("prized", ((5, 15_000),), 1)
    state = press(press(press(state, "pay_jackpot"), "paid"), "end_round")
    assert (state.stage, state.accounted) == ("wagering", 1)
