"""What a submission chooses about progressive wagers, played both ways; and what such a table must have."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.quiet_house import Arranged, table_of
from tests.progressive.automatic_table import finish, place
from tests.progressive.tables import SUPER_4, XTREME_16, table
from tests.progressive.test_paid import wheel_table
from tests.proof import checked, clause
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import advance
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import new_round
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.events import DealingMode
from vingt.live.progressive.terminal import terminal_views
from vingt.live.table.state import TableState
from vingt.report.rules.layout import shown_at
from vingt.rulebook import library

MONSTER = "md-players-edge-21/eight-decks-monster-match"
STAKE_BACK = "wheel_prize_returns_stake"
BONUS_SPIN = """
[wagers.bonus-spin]
paytable = "D"
stake = 5
[wagers.bonus-spin.meters.main]
initial = 5000
reset = 5000
rate = 0.05
[wagers.bonus-spin.wheel]
usd-250-symbol = 1
"""


@pytest.mark.parametrize(("chosen", "back"), [("", 0), ("false", 0), ("true", 500)])
@pytest.mark.parametrize(
    ("rulebook", "text", "wager", "cards", "prize"),
    [
        pytest.param(
            *("md-pontoon-21", BONUS_SPIN, "bonus-spin", "Ah 9c Kh 8c", 25_000),
            marks=clause("MD-P21 12.D(5)"),
        ),
        pytest.param(
            *("ma-pontoon-21", XTREME_16, "bonus-spin-xtreme-16", "5c 6s 9c Kh", 2_500),
            marks=clause("MA-P21 16(d)"),
        ),
    ],
    ids=["bonus spin", "xtreme-16"],
)
def test_the_stake_is_gone_when_it_is_laid_unless_the_operator_returns_it_with_a_prize(
    rulebook: str, text: str, wager: str, cards: str, prize: int, chosen: str, back: int
) -> None:
    async def play() -> None:
        said = f"{STAKE_BACK} = {chosen}\n" if chosen else ""
        at = await table_of(table(rulebook, said + text)[2], Arranged(cards))
        draws = iter([4, 0])  # seat 5, which nobody has, and $25 inside
        at.house.meters.draw = lambda most: next(draws, 0) % most
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, wager, 500)
        await finish(at, ann)
        await at.rest()
        settled = [each for each in at.live.state.last_rounds[0].payments if each.wager == wager]
        assert [(each.stake, each.returns) for each in settled] == [(500, prize + back)]

    asyncio.run(play())


@clause("MA-P21 16(f)")
@pytest.mark.parametrize(("early", "lost"), [(None, True), (True, True), (False, False)])
def test_a_wager_that_can_win_no_more_is_lost_at_once_unless_the_operator_waits(
    early: bool | None, lost: bool
) -> None:
    """The up card is a nine: no six and ten-value card can come of it."""
    said = "" if early is None else f"bsx_early_end_when_impossible = {str(early).lower()}\n"

    async def play() -> None:
        at = await table_of(table("ma-pontoon-21", said + XTREME_16)[2], Arranged("5c 9s 9c Kh"))
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "bonus-spin-xtreme-16", 500)
        await at.say(ann, "ready")
        await at.rest()
        box = at.live.state.round.box(1)
        assert box is not None
        assert len(box.hands[0].cards) == 2
        (side,) = box.bettors[0].sides
        assert side.open is not lost
        await at.give(ann, c.Stand(ann, 1, 0))
        await at.rest()
        paid = [each.returns for each in at.live.state.last_rounds[0].payments if each.wager != "main"]
        assert paid == [0], "lost either way"

    asyncio.run(play())


@clause("MA-P21 16(a)#4")
def test_the_wager_needs_a_main_wager_of_ones_own_not_anothers_on_the_box() -> None:
    rules = table("ma-pontoon-21", XTREME_16)[2]
    state = new_round()
    for command in (c.PlaceWager("ann", 1, 2_500), c.PlaceWager("ann", 1, 500, "bonus-spin-xtreme-16")):
        advanced = advance(rules, state, command)
        assert not isinstance(advanced, Refusal)
        state = advanced[0]
    alone = advance(rules, state, c.PlaceWager("ben", 1, 500, "bonus-spin-xtreme-16"))
    assert isinstance(alone, Refusal)
    assert "MA-P21 16(a)#4" in alone.cite.clauses
    behind = advance(rules, state, c.PlaceWager("ben", 1, 2_500))
    assert not isinstance(behind, Refusal)
    assert not isinstance(
        advance(rules, behind[0], c.PlaceWager("ben", 1, 500, "bonus-spin-xtreme-16")), Refusal
    )


@clause("MD-PE21 7.O(1)(a)", "MD-PE21 7.O(1)(c)", "MD-PE21 7.O(1)(d)", "MD-PE21 12.D(1)(b)")
def test_whatever_monster_match_pays_of_its_meter_a_floorperson_validates_first() -> None:
    """Four nines of one colour: a tenth of the meter, far below what a house pays without a supervisor."""

    async def play() -> None:
        at = await table_of(library.table_rules(MONSTER), Arranged("9s 9c 9s 9c"))
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "monster-match", 100)
        await finish(at, ann)
        await at.rest()
        held = at.live.state.jackpot.held
        assert held is not None
        assert (held.player, held.amount, held.line) == (ann, 50_000, "four-of-a-kind-same-color")
        assert at.live.state.round_open, "nobody is paid before"
        assert isinstance(await at.live.confirm_payment(ann), Refusal)
        fay = await at.staff("Fay", "floorperson")
        assert not isinstance(await at.live.confirm_payment(fay), Refusal)
        await at.rest()
        paid = [each for each in at.live.state.last_rounds[0].payments if each.wager == "monster-match"]
        assert [each.returns for each in paid] == [50_000]

    asyncio.run(play())


# -- what the table must have --------------------------------------------------------------------------------

SYSTEM, LOCK = "progressive system", "progressive lock out"
WITH: dict[str, tuple[TableRules, dict[str, tuple[str, ...]]]] = {
    "bonus spin": (
        wheel_table(
            "md-pontoon-21", "bonus-spin", "A"
        ),  # a fixed prize: no meter, and the system none the less
        {SYSTEM: ("2.B(7)(a)", "2.B(8)(a)"), LOCK: ("2.B(7)(b)", "2.B(8)(b)")},
    ),
    "super 4": (
        table("md-blackjack", SUPER_4)[2],
        {SYSTEM: ("2.C(1)", "2.C(2)", "2.C(3)"), LOCK: ("2.C(4)",)},
    ),
    "monster match": (
        library.table_rules(MONSTER),
        {SYSTEM: ("2.C(1)", "2.C(2)", "2.C(3)"), LOCK: ("2.C(4)",)},
    ),
    "xtreme-16": (
        table("ma-pontoon-21", XTREME_16)[2],
        {"dealer terminal and sensors": ("16(d)", "16(d)(1)#2"), "wheel signage": ("16(i)#1",)},
    ),
}
CLAUSES = {
    "bonus spin": ("MD-P21", "md-pontoon-21"),
    "super 4": ("MD-BJ", "md-blackjack"),
    "monster match": ("MD-PE21", "md-players-edge-21"),
    "xtreme-16": ("MA-P21", "ma-pontoon-21"),
}


def equipment(rules: TableRules) -> dict[str, tuple[str, ...]]:
    return {what: cite.clauses for where, what, cite in shown_at(rules) if where == "equipment"}


@pytest.mark.parametrize(
    "named",
    [
        pytest.param(
            name,
            marks=checked(
                *(f"{CLAUSES[name][0]} {each}" for cited in WITH[name][1].values() for each in cited)
            ),
            id=name,
        )
        for name in WITH
    ],
)
def test_the_sheet_of_a_table_lists_the_progressive_system_where_it_has_such_a_wager(named: str) -> None:
    rules, listed = WITH[named]
    prefix, rulebook = CLAUSES[named]
    has = equipment(rules)
    for what, clauses in listed.items():
        assert has[what] == tuple(f"{prefix} {each}" for each in clauses)
    without = equipment(library.table_rules(rulebook, {"wagers": {}}))
    assert not without.keys() & listed.keys(), "nor without one"


@checked("MD-P21 2.B(7)(a)", "MD-BJ 2.C(2)", "MD-PE21 2.C(2)", "MA-P21 16(d)")
@pytest.mark.parametrize("dealing", ["automatic", "guided"])
def test_every_position_has_its_own_device(dealing: DealingMode) -> None:
    """A light for every seat, whoever deals, and none lit while no wager lies."""
    for rules, _ in WITH.values():
        state = TableState()
        state = state._replace(dealing=state.dealing._replace(mode=dealing))
        for view in terminal_views(rules, state):
            assert [seat for seat, _ in view.lights] == list(range(1, rules.boxes.seats + 1))
            assert not any(lit for _, lit in view.lights)
