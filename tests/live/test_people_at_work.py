"""Tables that people deal, at random: dealers, floorpersons and players do whatever is offered to them,
things go wrong, the house is killed. What is offered is accepted; the log is sound and leads to the same."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from tests.exploring import examples
from tests.live.guided_table import GuidedTable, opened
from tests.live.quiet_house import Arranged, HandClock, MemoryStore, quiet_house
from tests.live.random_floor import Floor
from tests.rounds.permitted import tables
from vingt.core.rules.table_rules import TableRules
from vingt.live.books.audit import Snapshot
from vingt.live.books.export import lines
from vingt.live.log import check_vingt_log
from vingt.live.log.events import DealingMode
from vingt.live.log.filing import refuse_unplayable
from vingt.live.log.playability import NotPlayable
from vingt.rulebook import library
from vingt.rulebook.library import RULEBOOKS

STEPS = 160
OTHERWISE = [f"md-blackjack/{each}" for each in ("double-shoe", "electronic", "hand-dealt", "switch")]
AT_LENGTH = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("mode", ["guided", "scanned"])
@settings(AT_LENGTH, max_examples=examples(2))
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_whatever_is_offered_is_done_and_sound(
    rulebook: str, mode: DealingMode, data: st.DataObject, seed: int
) -> None:
    rules = data.draw(tables(rulebook)).rules
    try:
        refuse_unplayable(rules)
    except NotPlayable:
        reject()
    asyncio.run(at_work(rules, mode, Random(seed)))


@pytest.mark.parametrize("sample", OTHERWISE)
@pytest.mark.parametrize("mode", ["guided", "scanned"])
@settings(AT_LENGTH, max_examples=examples(2))
@given(seed=st.integers(0, 2**32))
def test_so_is_what_is_dealt_otherwise(sample: str, mode: DealingMode, seed: int) -> None:
    """Two shoes, the dealer's hand, community cards, two hands: by people too."""
    asyncio.run(at_work(library.table_rules(sample, {}), mode, Random(seed)))


async def at_work(rules: TableRules, mode: DealingMode, chance: Random) -> None:
    clock = HandClock()
    house = quiet_house(clock, Arranged(seed=chance.randrange(1000)), MemoryStore(clock))
    table = GuidedTable(house, await opened(house, rules, dealing=mode), clock)
    floor = Floor(table, mode, chance)
    try:
        await floor.open()
        for _ in range(STEPS):
            await floor.step()
        await floor.kill()
    finally:
        await table.live.stop()
    assert table.verified().problems == []
    store = table.house.store
    exported = lines(Snapshot(store, store.streams()), list(store.streams()))
    assert check_vingt_log.check(iter(list(exported)))[0] == [], "the small checker of exports"
