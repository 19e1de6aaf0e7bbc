"""The tables an operator names at the start: what the log has already, what is opened, what is closed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from vingt.core.rules.submission import Submission
from vingt.live.house.house import House
from vingt.live.house.named_tables import NamedTable, open_named
from vingt.rulebook import library

OWN = """rulebook = "md-pontoon-21"
title = "The corner table"
decks = {decks}
boxes_per_player = 2
table_minimum = 25
table_maximum = 500
split_hands_max = 4
split_aces_hands_max = 2
settlement = "one_pass"
"""


def filed(path: Path, decks: int = 8) -> Submission:
    path.write_text(OWN.format(decks=decks), "utf-8")
    return library.submission(str(path))


def told(folder: Path, *submissions: Submission) -> list[tuple[str, str]]:
    """Open the house with these files named, close it; what became of each, and of the tables before."""

    async def start() -> list[tuple[str, str]]:
        house = await House.open(folder)
        try:
            done = await open_named(house, [NamedTable(each) for each in submissions])
            return [(each.what, each.table.id) for each in done]
        finally:
            await house.close()

    return asyncio.run(start())


def open_now(folder: Path) -> dict[str, tuple[str, int]]:
    async def look() -> dict[str, tuple[str, int]]:
        house = await House.open(folder)
        try:
            return {
                table.id: (table.name, table.rules.cards.decks)
                for table in house.tables()
                if not table.closed
            }
        finally:
            await house.close()

    return asyncio.run(look())


def test_the_same_file_again_finds_its_table(tmp_path: Path) -> None:
    mine = filed(tmp_path / "mine.toml")
    assert told(tmp_path / "house", mine) == [("opened", "md-pontoon-21-1")]
    assert told(tmp_path / "house", mine) == [("stands", "md-pontoon-21-1")]
    moved = filed(tmp_path / "moved.toml")  # its title says that it is the same
    assert told(tmp_path / "house", moved) == [("stands", "md-pontoon-21-1")]
    assert open_now(tmp_path / "house") == {"md-pontoon-21-1": ("The corner table", 8)}


def test_a_changed_file_opens_its_own_table_and_closes_the_one_before(tmp_path: Path) -> None:
    assert told(tmp_path / "house", filed(tmp_path / "mine.toml")) == [("opened", "md-pontoon-21-1")]
    changed = filed(tmp_path / "mine.toml", decks=6)
    found = [("opened", "md-pontoon-21-2"), ("closed", "md-pontoon-21-1")]
    assert told(tmp_path / "house", changed) == found
    assert open_now(tmp_path / "house").keys() == {"md-pontoon-21-2"}
    back = filed(tmp_path / "mine.toml")  # a closed table is not opened again, and no id is used twice
    assert told(tmp_path / "house", back) == [("opened", "md-pontoon-21-3"), ("closed", "md-pontoon-21-2")]


def test_a_file_that_is_not_named_any_more_leaves_its_table_open(tmp_path: Path) -> None:
    told(tmp_path / "house", filed(tmp_path / "mine.toml"))
    (tmp_path / "mine.toml").unlink()
    assert told(tmp_path / "house") == []
    assert open_now(tmp_path / "house") == {"md-pontoon-21-1": ("The corner table", 8)}


def test_a_file_named_twice_is_two_tables(tmp_path: Path) -> None:
    mine = filed(tmp_path / "mine.toml")
    twice = [("opened", "md-pontoon-21-1"), ("opened", "md-pontoon-21-2")]
    assert told(tmp_path / "house", mine, mine) == twice
    assert [name for name, _ in open_now(tmp_path / "house").values()] == [
        "The corner table",
        "The corner table (2)",
    ]
    assert told(tmp_path / "house", mine) == [("stands", "md-pontoon-21-1")]  # the other one stays
    assert len(open_now(tmp_path / "house")) == 2
    changed = filed(tmp_path / "mine.toml", decks=6)
    assert [what for what, _ in told(tmp_path / "house", changed)] == ["opened", "closed", "closed"]


def test_a_table_that_somebody_opened_by_hand_is_not_closed_with_a_file(tmp_path: Path) -> None:
    mine = filed(tmp_path / "mine.toml")

    async def by_hand() -> None:
        house = await House.open(tmp_path / "house")
        ada = await house.people.make_account("ada", "correct horse battery", role="administrator")
        await house.open_table(mine, ada.id)
        await house.close()

    asyncio.run(by_hand())
    assert told(tmp_path / "house", filed(tmp_path / "mine.toml", decks=6)) == [("opened", "md-pontoon-21-2")]
    assert len(open_now(tmp_path / "house")) == 2


def test_who_deals_is_part_of_what_is_named(tmp_path: Path) -> None:
    """The same file, dealt by the house and by a person, is two tables; named again, each is found, and who
    names one of them has not taken back the rules of the other."""
    mine = filed(tmp_path / "mine.toml")
    by_the_house, by_a_person = NamedTable(mine), NamedTable(mine, "guided")

    async def start(*named: NamedTable) -> list[tuple[str, str]]:
        house = await House.open(tmp_path / "house")
        try:
            return [(each.what, each.table.opened.dealing) for each in await open_named(house, named)]
        finally:
            await house.close()

    both = (by_the_house, by_a_person)
    assert asyncio.run(start(*both)) == [("opened", "automatic"), ("opened", "guided")]
    assert asyncio.run(start(*both)) == [("stands", "automatic"), ("stands", "guided")]
    assert asyncio.run(start(by_a_person)) == [("stands", "guided")]
    assert len(open_now(tmp_path / "house")) == 2
