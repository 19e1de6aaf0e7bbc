"""What is made once for all, and remembered, is what would be made for each alone."""

from __future__ import annotations

import asyncio
import json
from random import Random

import pytest

from tests.live.bots import Bots
from tests.live.quiet_house import Arranged, Table, table_of
from vingt.live.memory import Remembered, steady
from vingt.live.table.commands import ShareBox
from vingt.live.table.decision import Patron
from vingt.live.views.common_view import Shower
from vingt.live.views.prompts import Asker
from vingt.live.views.seat_choices import box_prompts, chips_prompt
from vingt.live.views.text import view_text
from vingt.live.views.view import Prompt, as_json
from vingt.live.views.wager_choices import PROMPTS
from vingt.rulebook import library
from vingt.rulebook.library import RULEBOOKS

SAMPLES = [f"{book}/{sample}" for book in RULEBOOKS for sample in library.samples(book)]


def asked_alone(table: Table, person: str) -> tuple[Prompt, ...]:
    """Every question, with nothing remembered."""
    live = table.live
    patron = Patron(person, table.house.people.purse(person))
    asker = Asker(live.rules, live.state, patron)
    PROMPTS.forget()
    boxes = box_prompts(live.rules, live.state, person, asker.judged)
    chips = chips_prompt(live.rules, live.state, patron, asker.judged)
    every = [*asker.waited_for(), *asker.wagers(), *boxes, chips]
    return tuple(sorted(every, key=lambda prompt: not prompt.urgent))


def check(table: Table, person: str | None) -> None:
    live = table.live
    view = live.view(person)
    shower = Shower(live.rules, live.state, person, table.house.people.name, live._attendance())
    assert view.boxes == shower.boxes()
    assert view.payments == shower.payments(live.state.payments)
    assert view.last_rounds == shower.rounds()
    assert (view.dealer, view.shoe) == (shower.dealer(), shower.shoe())
    assert view.waiting_for == shower.waiting_for()
    if person is not None:
        assert view.you == shower.you(table.house.people.purse(person))
        assert view.prompts == asked_alone(table, person)
    assert view_text(view) == json.dumps(as_json(view), ensure_ascii=False)


@pytest.mark.parametrize("rules", SAMPLES)
def test_a_remembered_view_is_the_view_made_alone(rules: str) -> None:
    async def play() -> None:
        table = await table_of(library.table_rules(rules), Arranged(seed=3))
        boxes = range(1, 99, table.live.rules.variant.boxes_each)
        people = [await table.come(*each) for each in zip(("ann", "bob", "cal"), boxes, strict=False)]
        chance = Random(5)

        class Looking(Bots):
            async def step(self) -> bool:
                for person in (*people, None):
                    check(table, person)
                if chance.random() < 0.05:
                    await table.give(people[0], ShareBox(1, chance.random() < 0.7))
                return await super().step()

        try:
            await Looking(table, people, 7).play(2)
        finally:
            await table.live.stop()

    asyncio.run(play())


def test_a_new_name_is_seen_at_once() -> None:
    async def rename() -> None:
        table = await table_of(library.table_rules("md-blackjack/default"), Arranged(seed=1))
        ann = await table.come("ann", 1)
        try:
            assert "ann" in {box.holder_name for box in table.live.view(None).boxes}
            people = table.house.people
            await people.make_account("anna", "a long enough secret", "Anna", person=ann)
            assert "Anna" in {box.holder_name for box in table.live.view(None).boxes}
            assert table.live.view(ann).you.name == "Anna"  # type: ignore[union-attr]
        finally:
            await table.live.stop()

    asyncio.run(rename())


def test_what_did_not_change_is_the_same_object() -> None:
    old = ((1, 2), (3, 4), (5,))
    new = ((1, 2), (3, 5), (5,), (6,))
    kept = steady(new, old)
    assert kept == new
    assert [a is b for a, b in zip(kept, old, strict=False)] == [True, False, True]
    assert steady(((1, 2), (3, 4), (5,)), old) is old


def test_only_what_is_asked_for_is_remembered() -> None:
    made: list[object] = []
    remembered: Remembered[int] = Remembered(10)
    often, things = (0,), [(at, "thing") for at in range(1000)]

    def make(thing: object) -> int:
        made.append(thing)
        return len(made)

    for thing in things:
        remembered.get((often,), None, lambda: make(often))
        remembered.get((thing,), None, lambda thing=thing: make(thing))  # type: ignore[misc]
    assert made.count(often) == 1
    assert len(made) == 1001
    assert len(remembered._new) + len(remembered._old) <= 20
    remembered.get((things[0],), None, lambda: make(things[0]))
    assert len(made) == 1002
