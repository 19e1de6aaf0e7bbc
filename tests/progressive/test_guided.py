"""Progressive wagers at tables that a person deals, with cards of the house or with real ones: late wagers
are locked out, the dealer spins and pays, the floor confirms."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.live.guided_table import GuidedTable, guided_table
from tests.live.quiet_house import Arranged
from tests.progressive.tables import SUPER_4, XTREME_16, table
from tests.progressive.test_paid import wheel_table
from tests.proof import clause
from vingt.core.progressive.spin import wheels
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.events import DealingMode
from vingt.live.progressive.terminal import terminal_views
from vingt.live.table.commands import PerformStep, TakeTable


async def play_on(at: GuidedTable, person: str, entries: Iterator[str], wanted: str = "") -> None:
    """Every step that is due, with the card that came where one is asked for; hands stand, wheels turn."""
    for _ in range(80):
        state, step = at.live.state, at.due
        if not state.round_open or state.jackpot.held is not None or (step and step.id == wanted):
            return
        if step is not None:
            entered = next(entries) if step.asks else ""
            await at.must(at.who_is(step.who[0]), PerformStep(step.id, entered))
        elif state.jackpot.turning:
            await at.wait(6_000)
        elif "cover_sensor" in at.lawful():
            await at.must_do(person, "cover_sensor")
        elif isinstance(await at.give(person, c.DeclineInsurance(person, 1)), Refusal):
            await at.must(person, c.Stand(person, 1, 0))
    raise AssertionError((at.kinds()[-12:], at.due))


DEALT = {
    # what the shoe holds from the first card on; what a person enters: the hole card is not read, then turned
    "super-4": ("md-blackjack", SUPER_4, 100, "Qd Ad Jd Kd", ["Qd", "Ad", "Jd", "", "yes", "Kd"]),
    "bonus-spin-xtreme-16": (
        "ma-pontoon-21",
        XTREME_16,
        500,
        "5c 6s 9c Kh",
        ["5c", "6s", "9c", "", "Kh", "5d"],
    ),
}


@clause("MD-BJ 13.H(1)(a)", "MD-BJ 2.C(4)", "MA-P21 16(d)(1)#1", "MA-P21 16(i)#1")
@pytest.mark.parametrize("wager", DEALT)
@pytest.mark.parametrize("dealing", ["guided", "scanned"])
def test_a_progressive_wager_from_lock_to_payment(wager: str, dealing: DealingMode) -> None:
    rulebook, text, stake, shoe, entered = DEALT[wager]

    async def play() -> None:
        rules = table(rulebook, text)[2]
        at = await guided_table(rules, Arranged(shoe), dealing)
        at.house.meters.confirmed_above = 500_000
        at.house.meters.draw = lambda most: 0  # seat 1 is the hot spot, the first symbol of each wheel
        ann = await at.come("Ann", 1)
        await at.must(at.dee, TakeTable())
        await at.go_on(lambda: at.live.state.betting)
        await at.must(ann, c.PlaceWager(ann, 1, 2_500))
        lights = terminal_views(rules, at.live.state)[0].lights
        assert not any(lit for _, lit in lights)
        entries = iter(entered)
        await at.must(ann, c.PlaceWager(ann, 1, stake, wager))
        assert [seat for seat, lit in terminal_views(rules, at.live.state)[0].lights if lit] == [1]
        await play_on(at, ann, entries, "deal")
        late = await at.give(ann, c.PlaceWager(ann, 1, stake, wager))
        assert isinstance(late, Refusal), "locked from the first card on"
        assert late.cite.clauses
        await play_on(at, ann, entries)
        held = at.live.state.jackpot.held
        assert held is not None, (at.kinds()[-8:], at.due)
        paid = held.amount
        assert paid == (1_000_000 if wager == "super-4" else 100_000)
        assert isinstance(await at.live.confirm_payment(ann), Refusal)
        assert "pay_claim" not in at.lawful()
        assert not isinstance(await at.live.confirm_payment(at.fay), Refusal)
        await at.rest()
        for _ in range(20):
            if not at.live.state.round_open:
                break
            assert at.due is not None
            await at.must(at.who_is(at.due.who[0]), PerformStep(at.due.id))
        settled = at.live.state.last_rounds[0].payments
        assert [each.returns for each in settled if each.wager == wager] == [paid]
        assert at.verified().problems == []

    asyncio.run(play())


@clause("MD-P21 12.E(2)", "MD-P21 12.E(5)(a)")
def test_the_hot_spot_of_maryland_spins_by_its_own_sensor_and_a_wheel_that_failed_is_spun_anew() -> None:
    async def play() -> None:
        rules = wheel_table("md-pontoon-21", WAGER, "A")
        at = await guided_table(rules, Arranged("5c 2c 6s 9c 3d Kh"))
        outer, inner = (dict.fromkeys(symbol for symbol, _ in each) for each in wheels(offer(rules)))
        thousand, small = list(outer).index("usd-1000-symbol"), list(inner).index("usd-25-symbol")
        other = list(outer).index("usd-200-symbol")
        draws = iter([0, small, other, 0, small, thousand])  # seat 1; and all of it anew
        at.house.meters.draw = lambda most: next(draws, most // 2)
        ann, ben = await at.come("Ann", 1), await at.come("Ben", 2)
        await at.must(at.dee, TakeTable())
        await at.go_on(lambda: at.live.state.betting)
        for box, person in enumerate((ann, ben), 1):
            await at.must(person, c.PlaceWager(person, box, 2_500))
            await at.must(person, c.PlaceWager(person, box, 500, WAGER))

        def stage() -> str:
            return terminal_views(rules, at.live.state)[0].stage

        async def until(wanted: str) -> None:
            for _ in range(60):
                if stage() == wanted:
                    return
                if at.due is not None:
                    await at.must_do(at.who_is(at.due.who[0]), at.due.id)
                elif at.live.state.jackpot.turning:
                    await at.wait(6_000)
                else:
                    for box, person in enumerate((ann, ben), 1):
                        await at.give(person, c.Stand(person, box, 0))
            raise AssertionError((stage(), at.due, at.kinds()[-6:]))

        refused = await at.do(at.dee, "press_start_round")
        assert isinstance(refused, Refusal), "Maryland orders no such terminal"
        await until("hot_spot")
        assert isinstance(await at.do(ann, "cover_sensor"), Refusal), "not before it is enabled"
        await at.must_do(at.dee, "enable_spin")
        assert stage() == "enabled"
        await at.must_do(at.dee, "disable_spin")
        assert isinstance(await at.do(ann, "cover_sensor"), Refusal)
        await at.must_do(at.dee, "enable_spin")
        for another in (ben, at.dee, at.fay):
            assert isinstance(await at.do(another, "cover_sensor"), Refusal), "the spin is the hot spot's"
        await at.must_do(ann, "cover_sensor")
        assert stage() == "wheel"
        assert "cancel_jackpot" not in at.lawful(), "nothing has stopped yet"
        await until("prized")
        assert isinstance(await at.do(at.dee, "cancel_jackpot"), Refusal), "a supervisor's, not the dealer's"
        await at.must_do(at.fay, "cancel_jackpot")
        await until("hot_spot")
        await at.must_do(at.dee, "spin_wheel")
        await at.wait(6_000)
        await at.go_on(lambda: not at.live.state.round_open)
        paid = at.live.state.last_rounds[0].payments
        won = [each.returns for each in paid if each.wager == WAGER]
        assert sorted(won) == [2_500, 100_000]
        assert at.verified().problems == []

    asyncio.run(play())


WAGER = "bonus-spin-xtreme"


def offer(rules: TableRules) -> OfferedWager:
    wager = rules.wager(WAGER)
    assert wager is not None
    return wager
