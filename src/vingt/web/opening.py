"""How a house is opened to be served: its log, its administrator, the tables that are to stand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vingt.core.rules.submission import Unreadable
from vingt.live.house.house import Accepting, House
from vingt.live.house.named_tables import NamedTable, open_named
from vingt.live.log.codec import NotAnEvent
from vingt.live.log.kinds import UnknownKind
from vingt.live.log.playability import NotPlayable
from vingt.live.log.store import NotStored, StoreUnusable
from vingt.live.people.passwords import BadPassword
from vingt.live.people.people import WrongName
from vingt.live.people.person import NameTaken
from vingt.live.shoes.vault import VaultError
from vingt.rulebook import library
from vingt.web.entrance.games import default_games


@dataclass(frozen=True, slots=True)
class HouseOpening:
    """How the house is to be opened."""

    accept: Accepting
    admin: str | None = None
    password: str = ""
    heads_at: Path | None = None
    publish: Path | None = None
    tables: tuple[NamedTable, ...] = ()  # to be open, whatever the log has
    samples: bool = True
    day_begins: int | None = None  # the gaming day, in minutes after midnight; None: as it was

    async def house(self, data: Path) -> House:
        try:
            house = await House.open(data, accept=self.accept, heads_at=self.heads_at, publish=self.publish)
        except (StoreUnusable, VaultError, NotAnEvent, UnknownKind) as error:
            raise Unreadable(str(error)) from error
        except (NotStored, OSError) as error:
            why = getattr(error, "strerror", None) or error
            raise Unreadable(f"{data} cannot be written: {why}") from error
        try:
            await self._furnish(house)
        except NotStored as error:
            if house.damaged:
                return house  # whoever serves it is told at once that it cannot go on
            await house.close()
            raise Unreadable(f"{data} cannot be written: {error}") from error
        except BaseException:
            await house.close()
            raise
        return house

    async def _furnish(self, house: House) -> None:
        if self.admin is not None:
            known = house.people.by_login(self.admin)
            try:
                if known is not None and known.may("administrator"):  # the same command line as last time
                    print(f"vingt: {known.login} is an administrator already: the password stays", flush=True)
                else:
                    await house.people.make_account(self.admin, self.password, role="administrator")
            except (NameTaken, WrongName, BadPassword) as error:
                raise Unreadable(f"--admin {self.admin}: {error}") from error
        if self.samples:
            await open_missing_tables(house)
        try:
            opened = await open_named(house, self.tables)
        except NotPlayable as error:
            raise Unreadable(str(error)) from error
        for done in opened:
            print(f"vingt: {done}", flush=True)
        if self.day_begins is not None:
            await house.set_gaming_day(self.day_begins, "house")


async def open_missing_tables(house: House) -> None:
    """A table of each game; those that stand in the log already stay."""
    standing = [
        table.rules
        for table in house.tables()
        if not table.private and not table.state.closed and table.state.dealing.automatic
    ]
    for game in default_games():
        if not any(game.rules.plays_like(rules) for rules in standing):
            await house.open_table(library.submission(game.name), "house", name=game.title)
