"""Meters: every cent that came in is paid, waits or shows; each jackpot is paid once."""

from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from tests.exploring import examples
from tests.proof import clause
from vingt.core.progressive.chance import commitment, stop_at, stops, trigger_at, trigger_points
from vingt.core.progressive.meter import (
    Claimant,
    MeterEvent,
    MeterHit,
    MeterPaid,
    MeterSetup,
    MeterState,
    change,
    evolve,
    feed,
    hit,
    open_meter,
    pay,
    restore,
)
from vingt.core.rounds.refusal import Refusal

SETUP = MeterSetup(initial=1_000_000, reset=1_000_000)
ANN, BEN = Claimant("one", 1, 1, "ann"), Claimant("two", 1, 2, "ben")


def opened(setup: MeterSetup = SETUP) -> MeterState:
    return evolve(MeterState(), open_meter(setup))


def after(state: MeterState, event: MeterEvent | Refusal) -> MeterState:
    assert not isinstance(event, Refusal), event
    return evolve(state, event)


def test_a_third_of_a_cent_is_carried_until_it_shows() -> None:
    state = opened()
    for number in range(3):
        state = after(state, feed(state, "one", number + 1, 100, Fraction(1, 300)))
        assert state.unaccounted == 0
    assert state.showing == 1_000_001
    assert state.held == 1_000_001


@clause("MD-BJ 13.H(1)(a)", "MD-BJ 13.Q(4)#3", "MD-P21 12.D(7)", "MD-P21 12.E(4)", "MD-PE21 12.D(7)")
def test_the_winner_is_paid_what_shows_then_and_the_next_the_reset() -> None:
    state = after(opened(), feed(opened(), "one", 1, 1000, Fraction(1, 4)))
    first = hit(state, ANN, Fraction(1))
    assert isinstance(first, MeterHit)
    assert first.amount == 1_000_250
    state = evolve(state, first)
    second = hit(state, BEN, Fraction(1))
    assert isinstance(second, MeterHit)
    assert second.amount == 1_000_000
    assert evolve(state, second).unaccounted == 0


@clause(
    "MD-BJ 13.H(1)(b)", "MD-BJ 13.H(2)(b)", "MD-BJ 13.H(3)(b)", "MD-PE21 12.D(1)(b)", "MD-PE21 12.D(2)(b)"
)
def test_ten_percent_leaves_the_rest_standing_below_the_reset() -> None:
    state = opened()
    won = hit(state, ANN, Fraction(1, 10))
    assert isinstance(won, MeterHit)
    assert (won.amount, won.reseeded) == (100_000, 0)
    state = evolve(state, won)
    assert state.showing == 900_000 < state.terms.reset


def test_equal_shares_divide_what_shows_and_the_last_resets_it() -> None:
    state, amounts = opened(MeterSetup(100_001, 50_000)), []
    for left in (3, 2, 1):
        won = hit(state, Claimant("one", 1, left, f"p{left}"), Fraction(1), left)
        assert isinstance(won, MeterHit)
        amounts.append(won.amount)
        state = evolve(state, won)
    assert sum(amounts) == 100_001
    assert max(amounts) - min(amounts) <= 1
    assert state.showing == 50_000
    assert state.unaccounted == 0


def test_above_the_threshold_a_supervisor_signs_and_it_is_paid_once() -> None:
    state = after(opened(), hit(opened(), ANN, Fraction(1)))
    assert isinstance(pay(state, 1, 100_000), Refusal)
    state = after(state, pay(state, 1, 100_000, "sue"))
    assert isinstance(pay(state, 1, 100_000, "sue"), Refusal)
    assert (state.paid, state.waiting, state.showing) == (1_000_000, 0, 1_000_000)


def test_while_a_payment_waits_other_tables_play_on() -> None:
    state = after(opened(), hit(opened(), ANN, Fraction(1)))
    state = after(state, feed(state, "two", 9, 500, Fraction(1, 5)))
    assert (state.waiting, state.showing) == (1_000_000, 1_000_100)


def test_a_malfunction_puts_back_the_prize_and_takes_back_the_reset() -> None:
    state = after(opened(), feed(opened(), "one", 1, 1000, Fraction(1, 4)))
    won = after(state, hit(state, ANN, Fraction(1)))
    assert isinstance(restore(won, 1, ""), Refusal)
    back = after(won, restore(won, 1, "sue"))
    assert back.showing == state.showing
    assert back.unaccounted == 0


def test_a_reset_comes_out_of_the_reserve_as_far_as_it_goes() -> None:
    state = opened()
    reset, before = state.terms.reset, state.seeded
    for staked in (100, 2 * reset):  # a third of a cent over, and more than two resets
        fed = feed(state, "one", 1, staked, Fraction(1, 4), Fraction(2, 3))
        state = after(state, fed)
    assert isinstance(feed(state, "one", 1, 100, Fraction(1, 2), Fraction(2, 3)), Refusal)
    assert state.reserve == Fraction(2 * (100 + 2 * reset), 3)
    assert state.unaccounted == 0
    once = after(state, hit(state, ANN, Fraction(1)))
    assert (once.showing, once.seeded) == (reset, before), "the house puts in nothing"
    twice = after(once, hit(once, ANN, Fraction(1)))
    assert twice.showing == reset
    assert 0 <= twice.reserve < 1, "the fraction stays"
    assert twice.seeded == before + reset - int(once.reserve), "the house puts in what lacks"
    back = after(twice, restore(twice, 2, "sue"))
    assert (back.reserve, back.seeded, back.held) == (once.reserve, once.seeded, once.held)
    tenth = after(once, hit(once, ANN, Fraction(1, 10)))
    assert tenth.reserve == once.reserve, "a share resets nothing"


def test_two_people_change_a_meter_within_its_limits() -> None:
    state = opened()
    higher = MeterSetup(0, 2_000_000, least_reset=1_000_000)
    assert isinstance(change(state, higher, "ann", "ann"), Refusal)
    assert isinstance(change(state, MeterSetup(0, 900_000, least_reset=1_000_000), "ann", "ben"), Refusal)
    changed = after(state, change(state, higher, "ann", "ben"))
    assert changed.terms.reset == 2_000_000
    assert changed.terms.digest != state.terms.digest
    waits = after(state, hit(state, ANN, Fraction(1)))
    assert isinstance(change(waits, higher, "ann", "ben"), Refusal)


@settings(max_examples=examples(60), deadline=None)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("feed"), st.integers(1, 10_000), st.integers(1, 97)),
            st.tuples(st.just("hit"), st.sampled_from([10, 100]), st.integers(1, 3)),
            st.tuples(st.just("pay"), st.integers(1, 6), st.booleans()),
            st.tuples(st.just("restore"), st.integers(1, 6), st.booleans()),
        ),
        max_size=40,
    )
)
def test_whatever_happens_nothing_is_lost_and_nothing_paid_twice(steps: list[tuple[str, int, int]]) -> None:
    state, paid = opened(), list[int]()
    for what, first, second in steps:
        event: MeterEvent | Refusal
        match what:
            case "feed":
                event = feed(state, "one", 1, first, Fraction(second, 97), Fraction(97 - second, 210))
            case "hit":
                event = hit(state, ANN, Fraction(first, 100), second if first == 100 else 1)
            case "pay":
                event = pay(state, first, 50_000, "sue" if second else "")
            case _:
                event = restore(state, first, "sue" if second else "")
        if isinstance(event, Refusal):
            continue
        if isinstance(event, MeterPaid):
            paid.append(event.payment)
        state = evolve(state, event)
        assert state.unaccounted == 0
        assert state.held >= 0
        assert state.reserve >= 0
    assert len(paid) == len(set(paid))


def test_each_cent_of_a_band_has_its_weight() -> None:
    law = ((100, 102, 1), (102, 105, 3))
    drawn = [trigger_at(law, point) for point in range(trigger_points(law))]
    assert set(drawn) == {101, 102, 103, 104, 105}
    assert sum(each <= 102 for each in drawn) * 3 == sum(each > 102 for each in drawn)
    assert len({drawn.count(each) for each in (103, 104, 105)}) == 1
    with pytest.raises(ValueError, match="beyond"):
        trigger_at(law, trigger_points(law))
    left = [trigger_at(law, point, 103) for point in range(trigger_points(law, 103))]
    assert sorted(left) == [each for each in sorted(drawn) if each > 103]
    assert trigger_points(law, 105) == 0


def test_a_wheel_stops_by_its_weights() -> None:
    wheel = (("$100", 1), ("$20", 3), ("$5", 0))
    drawn = [stop_at(wheel, point) for point in range(stops(wheel))]
    assert drawn == ["$100", "$20", "$20", "$20"]


def test_a_commitment_stands_for_one_result_only() -> None:
    said = commitment(("meter", 1), b"n", (5,))
    assert said != commitment(("meter", 1), b"n", (6,))
    assert said != commitment(("meter", 2), b"n", (5,))
    assert said != commitment(("meter", 1), b"m", (5,))
