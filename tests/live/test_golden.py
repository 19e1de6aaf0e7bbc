"""A log is for ever: what an earlier version wrote is verified, told and played on by this one."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.live import golden
from tests.live.bots import Bots
from tests.live.quiet_house import Arranged, HandClock, Table, clocks
from vingt.core.rules.rules_json import from_json
from vingt.live.books.audit import Snapshot, verify
from vingt.live.house.house import DATABASE, KEY, Accepting, House
from vingt.live.log.authenticity import EVERYTHING
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.money.ledger import Ledger, rack
from vingt.live.shoes.vault import open_vault
from vingt.report.rounds import replay

FOUND = json.loads((golden.HERE / "found.json").read_text("utf-8"))


def test_the_log_of_each_form_is_kept() -> None:
    """v1 holds submissions; v2 holds resolved rules, in the form `vingt-rules/1`."""
    assert set(golden.NAMES) == set(FOUND) >= {"v1", "v2"}


@pytest.mark.parametrize("name", golden.NAMES)
def test_it_verifies_to_what_was_found_when_it_was_written(name: str, tmp_path: Path) -> None:
    golden.house_folder(name, tmp_path)
    store = SqliteStore(tmp_path / DATABASE, read_only=True)
    log = Snapshot(store, store.streams())
    report = verify(log, open_vault(tmp_path / KEY))
    told = {
        table: [replay.tell(log, table, number).net for number in range(1, replay.last_round(log, table) + 1)]
        for table in (stream.removeprefix("table/") for stream in log.streams if stream != "people")
    }
    asyncio.run(store.close())
    assert report.problems == []
    found = report.as_json()
    assert {key: found[key] for key in FOUND[name]["report"]} == FOUND[name]["report"]
    assert told == FOUND[name]["net"]


@pytest.mark.parametrize("name", golden.NAMES)
def test_a_house_goes_on_from_it(name: str, tmp_path: Path) -> None:
    golden.house_folder(name, tmp_path)
    ledger = Ledger()

    async def play() -> None:
        clock = HandClock()
        accept = Accepting((EVERYTHING,), by="ada")  # the readings have changed since
        house = await House.open(tmp_path, shoes=Arranged(seed=3), clocks=clocks(clock), accept=accept)
        for stream in house.store.streams():
            for stored in house.store.read(stream):
                ledger.follow(stored)
        for live in house.tables():
            for person in house.people.everybody():
                assert live.state.rack(person.id) == ledger.balances[rack(live.id, person.id)]
        for each in house.tables():
            assert not each.state.closed
            assert each.rules.identity == each.opened.identity
        live = house.tables()[0]
        people = [person for person in live.state.racks if live.state.held_by(person)]
        await Bots(Table(house, live, clock), people, seed=1).play(live.state.round_number + 2)
        await house.close()

    asyncio.run(play())
    store = SqliteStore(tmp_path / DATABASE, read_only=True)
    assert verify(Snapshot(store, store.streams()), open_vault(tmp_path / KEY)).problems == []
    asyncio.run(store.close())


def test_rules_of_an_older_form_keep_the_identity_that_the_log_gave_them() -> None:
    opened = [event["data"] for event in golden.events_of("v2") if event["kind"] == "table_opened"]
    assert {each["rules"]["form"] for each in opened} == {"vingt-rules/1"}
    for each in opened:
        rules = from_json(each["rules"])
        assert rules.identity == each["identity"]
        each["rules"]["comparison"]["equal_totals"] = "lose"  # as a forger would
        assert from_json(each["rules"]).identity != each["identity"]
