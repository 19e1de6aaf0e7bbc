"""The terminal of MA-P21 section 16 at a table that a person deals: every command pressed in its turn, and
all others refused with the clause of what is due."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from tests.live.guided_table import GuidedTable, guided_table
from tests.live.quiet_house import Arranged
from tests.progressive.automatic_table import events_of
from tests.progressive.tables import XTREME_16, table
from tests.proof import clause
from vingt.core.progressive.terminal import PRINTED_CODE
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.log.progressive_events import BonusPaid
from vingt.live.progressive.terminal import TerminalView, terminal_views
from vingt.live.table.commands import PerformStep, TakeTable
from vingt.live.table.terminal import WORDS

WAGER, METER = "bonus-spin-xtreme-16", "t1.bonus-spin-xtreme-16.must-hit"
TRIGGERED = "5c 2c 6s 9c 3d Kh"  # boxes 1 and 2, the dealer a six; then the second cards
LOST = "5c 2c 9s 9c 3d Kh"
REASONS = {"cancel_jackpot": "malfunction", "cancel_round": "malfunction", "spin_for_player": "malfunction"}


@dataclass
class AtTerminal:
    """Ann at box 1 and Ben at box 2 have the wager; Dee deals, Fay is the floorperson."""

    at: GuidedTable
    ann: str
    ben: str

    @property
    def view(self) -> TerminalView:
        return terminal_views(self.at.live.in_force, self.at.live.state)[0]

    async def press(self, command: str, by: str = "", why: str = "") -> object:
        answer = await self.at.give(by or self.at.dee, PerformStep(f"press_{command}", why))
        await self.at.rest()
        return answer

    async def must(self, *commands: str) -> None:
        for command in commands:
            answer = await self.press(command)
            assert not isinstance(answer, Refusal), f"{command}: {answer}"

    async def refused(self, command: str, by: str = "", why: str = "") -> Refusal:
        before = self.at.live.version
        answer = await self.press(command, by, why)
        assert isinstance(answer, Refusal), f"{command} at {self.view.stage}"
        assert self.at.live.version == before
        return answer

    async def nothing_but(self, *taken: str) -> None:
        """No other command does anything here, and each says by which clause."""
        for command in WORDS:
            if command not in taken:
                answer = await self.refused(command, why=REASONS.get(command, ""))
                assert answer.cite.clauses, (self.view.stage, command)
        assert {each.command for each in self.view.buttons if each.step is not None} == set(taken)

    async def until(self, stage: str) -> None:
        """What else is due is done, hands stand and wheels turn, until the wager stands there."""
        for _ in range(80):
            if self.view.stage == stage:
                return
            state, due = self.at.live.state, self.at.due
            if due is not None and not due.id.startswith(("press_", "enable_spin")):
                await self.at.must_do(self.at.who_is(due.who[0]), due.id)
            elif state.jackpot.turning:
                await self.at.wait(6_000)
            else:
                for box, person in ((1, self.ann), (2, self.ben)):
                    await self.at.give(person, c.Stand(person, box, 0))
        raise AssertionError((self.view.stage, self.at.due, self.at.kinds()[-6:]))


def play(
    scene: Callable[[AtTerminal], Awaitable[None]],
    cards: str = TRIGGERED,
    draws: Sequence[int] = (),
    more: str = "",
) -> None:
    async def played() -> None:
        rules = table("ma-pontoon-21", more + XTREME_16)[2]
        at = await guided_table(rules, Arranged(cards))
        points = iter(draws)
        at.house.meters.draw = lambda most: next(points, most // 2)
        ann, ben = await at.come("Ann", 1), await at.come("Ben", 2)
        await at.must(at.dee, TakeTable())
        await at.go_on(lambda: at.live.state.betting)
        for box, person in ((1, ann), (2, ben)):
            await at.must(person, c.PlaceWager(person, box, 2_500))
            await at.must(person, c.PlaceWager(person, box, 500, WAGER))
        await scene(AtTerminal(at, ann, ben))
        assert at.verified().problems == []

    asyncio.run(played())


def paid_to(at: GuidedTable) -> list[int]:
    return [each.returns for each in at.live.state.last_rounds[0].payments if each.wager == WAGER]


def fed(at: GuidedTable) -> int:
    return int(at.house.meters.record(METER).state.fed)


@clause("MA-P21 16(c)", "MA-P21 16(d)", "MA-P21 16(d)(1)#1", "MA-P21 16(e)", "MA-P21 16(g)", "MA-P21 16(h)")
@clause("MA-P21 16(g)(1)")
@clause(
    "MA-P21 16(i)#1", "MA-P21 16(j)#1", "MA-P21 16(j)#2", "MA-P21 16(j)(1)", "MA-P21 16(k)", "MA-P21 16(l)"
)
@clause(
    "MA-P21 16(m)", "MA-P21 16(n)#2", "MA-P21 16(o)#1", "MA-P21 16(o)#2", "MA-P21 16(p)", "MA-P21 16(q)#1"
)
@clause("MA-P21 16(q)#2", "MA-P21 16(p)(1)#1", "MA-P21 16(p)(1)#2", "MA-P21 16(r)(2)")
def test_a_round_with_a_hot_spot_from_start_round_to_end_round() -> None:
    async def scene(on: AtTerminal) -> None:
        at = on.at
        assert [seat for seat, lit in on.view.lights if lit] == [1, 2]
        await on.nothing_but("start_round", "cancel_round")
        await on.must("start_round")
        for late in (c.PlaceWager(on.ann, 1, 500, WAGER), c.WithdrawWager(on.ben, 2, WAGER)):
            refused = await at.give(late.player, late)
            assert isinstance(refused, Refusal)
            assert "MA-P21 16(d)" in refused.cite.clauses
        assert isinstance(await at.give(on.ann, c.WithdrawWager(on.ann, 1)), Refusal)
        await on.nothing_but("cancel_round")
        await at.must_do(at.dee, "close_betting")
        await on.nothing_but()
        await on.until("dealt")
        await on.nothing_but("cancel_round")
        await on.until("triggered")
        await on.nothing_but("cancel_round")
        marking = at.due
        assert marking is not None
        assert (marking.id, marking.cite.clauses) == ("mark_trigger", ("MA-P21 16(g)(1)",))
        for early in ("deal", "check_hole_card", "turn_hole_card"):
            assert isinstance(await at.do(at.dee, early), Refusal), "the lammer first"
        await at.must_do(at.dee, "mark_trigger")
        assert isinstance(await at.do(at.dee, "mark_trigger"), Refusal), "once"
        await on.until("reconciled")
        await on.nothing_but("triggering_event", "cancel_round")
        await on.must("triggering_event")
        await on.nothing_but("spin", "cancel_round")
        await on.must("spin")
        await on.nothing_but("confirm", "cancel_round")
        await on.must("confirm")
        assert (on.view.stage, on.view.hot_spot) == ("positions", 0)
        await on.nothing_but()
        await on.until("hot_spot")
        assert on.view.hot_spot == 2
        await on.nothing_but("enable_spin")
        assert isinstance(await at.do(on.ben, "cover_sensor"), Refusal), "not before it is enabled"
        await on.must("enable_spin")
        await on.nothing_but("disable_spin", "spin_for_player")
        await on.must("disable_spin", "enable_spin")
        for other in (on.ann, at.dee, at.fay):
            assert isinstance(await at.do(other, "cover_sensor"), Refusal), "the spin is the hot spot's"
        await at.must_do(on.ben, "cover_sensor")
        assert on.view.stage == "wheel"
        await on.nothing_but()
        await on.until("prized")
        assert on.view.prizes == ((2, 100_000), (1, 2_500))
        await on.nothing_but("pay_jackpot", "cancel_jackpot")
        await on.must("pay_jackpot")
        assert on.view.needs_supervisor
        await on.nothing_but("authorize")
        for person in (at.dee, on.ben):
            await on.refused("authorize", by=person)
        await on.refused("authorize", by=PRINTED_CODE)
        assert not isinstance(await on.press("authorize", by=at.fay), Refusal)
        await on.nothing_but("paid")
        assert fed(at) == 0
        await on.must("paid")
        assert sorted(paid_to(at)) == [2_500, 100_000]
        await on.nothing_but("end_round")
        assert fed(at) == 0
        await on.must("end_round")
        assert fed(at) == 50
        await on.until("wagering")

    play(scene, draws=[1, 0, 0])


@clause("MA-P21 16(i)(1)", "MA-P21 16(i)#2", "MA-P21 16(n)(1)")
def test_a_seat_that_nobody_has_pays_everybody_and_a_malfunction_is_spun_anew() -> None:
    async def scene(on: AtTerminal) -> None:
        await on.must("start_round")
        await on.until("reconciled")
        await on.must("triggering_event", "spin", "confirm")
        await on.until("prized")
        assert (on.view.hot_spot, on.view.prizes) == (5, ((1, 5_000), (2, 5_000)))
        await on.refused("cancel_jackpot", by=on.at.fay)  # not without a malfunction
        await on.refused("cancel_jackpot", why="malfunction")  # nor by the dealer
        assert not isinstance(await on.press("cancel_jackpot", on.at.fay, "malfunction"), Refusal)
        assert (on.view.stage, on.view.prizes) == ("reconciled", ())
        await on.must("triggering_event", "spin", "confirm")
        await on.until("prized")
        await on.must("pay_jackpot", "paid", "end_round")
        assert paid_to(on.at) == [2_500, 2_500]

    play(scene, draws=[4, 3, 6, 0])


@clause("MA-P21 16(d)(1)#2", "MA-P21 16(r)(1)")
def test_cancel_round_admits_a_late_wager_or_resets_the_sensors_and_is_not_accounted() -> None:
    async def scene(on: AtTerminal) -> None:
        at = on.at
        cy = await at.come("Cy", 4)
        await at.must(cy, c.PlaceWager(cy, 4, 2_500))
        await on.must("start_round")
        assert isinstance(await at.give(cy, c.PlaceWager(cy, 4, 500, WAGER)), Refusal)
        assert not isinstance(await on.press("cancel_round", why="late_wager"), Refusal)
        assert [seat for seat, lit in on.view.lights if lit] == [1, 2]
        await at.must(cy, c.PlaceWager(cy, 4, 500, WAGER))
        await on.must("start_round")
        chips = at.live.state.rack(on.ann)
        assert not isinstance(await on.press("cancel_round", why="error"), Refusal)
        assert [seat for seat, lit in on.view.lights if lit] == []
        assert at.live.state.rack(on.ann) == chips + 500
        await on.refused("start_round")  # no sensor has a wager
        await at.must(on.ann, c.PlaceWager(on.ann, 1, 500, WAGER))
        await on.must("start_round")
        assert fed(at) == 0

    play(scene)


@clause("MA-P21 16(r)(2)i")
def test_once_cards_are_dealt_only_a_supervisor_stops_the_round_for_malfunction_or_misdeal() -> None:
    async def scene(on: AtTerminal) -> None:
        await on.must("start_round")
        await on.until("dealt")
        for why in ("", "error", "late_wager"):
            answer = await on.refused("cancel_round", by=on.at.fay, why=why)
            assert "MA-P21 16(r)(2)i" in answer.cite.clauses
        await on.refused("cancel_round", why="misdeal")  # the dealer
        assert not isinstance(await on.press("cancel_round", on.at.fay, "misdeal"), Refusal)
        assert on.at.live.state.last_rounds[0].void
        assert paid_to(on.at) == [500, 500], "they go back"
        assert fed(on.at) == 0

    play(scene)


@clause("MA-P21 16(f)", "MA-P21 16(b)", "MA-P21 16(a)#5", "MA-P21 16(r)(2)")
def test_without_a_trigger_end_round_comes_at_once_and_the_hands_are_played_on() -> None:
    async def scene(on: AtTerminal) -> None:
        await on.must("start_round")
        await on.until("lost")
        assert on.at.live.state.in_play_now
        assert on.at.due is not None
        assert on.at.due.id == "press_end_round", "before anything else is dealt"
        await on.nothing_but("end_round")
        await on.must("end_round")
        assert fed(on.at) == 50
        await on.at.give(on.ann, c.Stand(on.ann, 1, 0))
        await on.at.give(on.ben, c.Stand(on.ben, 2, 0))
        await on.at.go_on(
            lambda: not on.at.live.state.round_open and not on.at.live.state.dealing.uncollected
        )
        assert fed(on.at) == 50, "once"
        assert paid_to(on.at) == [0, 0]

    play(scene, LOST)


@clause("MA-P21 16(s)#1", "MA-P21 16(s)#2", "MA-P21 16(s)#3", "MA-P21 16(r)(2)")
def test_a_must_hit_jackpot_is_found_after_end_round_and_paid_at_the_terminal() -> None:
    async def scene(on: AtTerminal) -> None:
        await on.must("start_round")
        await on.until("lost")
        await on.must("end_round")
        assert on.view.mystery
        assert on.view.prizes == ((2, 10_050),), "the position and the amount"
        await on.nothing_but("pay_jackpot", "cancel_jackpot")
        await on.must("pay_jackpot")
        assert not on.view.needs_supervisor
        await on.must("paid")
        (bonus,) = events_of(on.at, BonusPaid)
        assert bonus == BonusPaid(on.ben, 2, WAGER, "must-hit", 10_050, bonus.cite)

    play(scene, LOST, draws=[0, 1])


@clause("MA-P21 16(n)(1)", "MA-P21 16(s)#3")
def test_a_must_hit_jackpot_that_a_malfunction_made_goes_back_and_a_trigger_above_it_is_drawn() -> None:
    async def scene(on: AtTerminal) -> None:
        await on.must("start_round")
        await on.until("lost")
        await on.must("end_round")
        assert on.view.mystery
        await on.refused("cancel_jackpot", why="malfunction")  # the dealer's own word is not enough
        assert not isinstance(await on.press("cancel_jackpot", on.at.fay, "malfunction"), Refusal)
        assert on.view.stage == "wagering"
        record = on.at.house.meters.record(METER)
        assert (record.state.showing, record.state.waiting, record.state.paid) == (10_050, 0, 0)
        trigger, _ = on.at.house.meters.trigger(METER, record.sealed, record.state.trigger_number)
        assert trigger == 10_051, "the lowest that can still be reached"

    play(scene, LOST, draws=[0, 1, 0, 0])


@clause("MA-P21 16(l)(1)")
def test_the_dealer_spins_where_the_system_is_set_so_or_a_sensor_has_failed() -> None:
    async def enabled(on: AtTerminal) -> None:
        await on.must("start_round")
        await on.until("reconciled")
        await on.must("triggering_event", "spin", "confirm")
        await on.until("hot_spot")
        await on.must("enable_spin")

    async def failed(on: AtTerminal) -> None:
        await enabled(on)
        assert "MA-P21 16(l)(1)" in (await on.refused("spin_for_player")).cite.clauses
        assert not isinstance(await on.press("spin_for_player", why="malfunction"), Refusal)
        assert on.view.stage == "wheel"

    async def set_so(on: AtTerminal) -> None:
        await enabled(on)
        await on.must("spin_for_player")
        assert on.view.stage == "wheel"

    play(failed, draws=[1, 0, 9])
    play(set_so, draws=[1, 0, 9], more='bsx_hot_spot_spin = "dealer_may_spin"\n')
