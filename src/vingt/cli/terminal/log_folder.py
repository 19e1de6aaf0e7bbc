"""Where a house keeps its log: the folder that --data or VINGT_DATA names, for each command that reads it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from vingt._door.parts import missing_part
from vingt.cli.terminal.arguments import option
from vingt.core.rules.submission import Unreadable

if TYPE_CHECKING:
    from vingt.live.books.audit import Snapshot
    from vingt.live.log.sqlite_store import SqliteStore
    from vingt.live.shoes.vault import Vault

PATIENCE = 2.0  # seconds without a word


def data_home() -> Path:
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if home.startswith("/") else Path.home() / ".local" / "share") / "vingt"


FOLDER = data_home()
DataOption = Annotated[
    Path,
    option(
        "FOLDER",
        "Where the house keeps its log and its key.",
        "--data",
        envvar="VINGT_DATA",
        show_default="~/.local/share/vingt",
    ),
]


@contextmanager
def snapshot(folder: Path) -> Iterator[Snapshot]:
    """The log as it is now; a house that is served from the folder meanwhile is not disturbed."""
    from vingt.live.books.audit import Snapshot

    with opened_log(folder) as store:
        yield Snapshot(store, store.streams())


@contextmanager
def opened_log(folder: Path) -> Iterator[SqliteStore]:
    from vingt.report.log.opened import log_errors, opened_store

    store = opened_store(folder)
    try:
        with log_errors():
            yield store
    finally:
        store.close_files()


@contextmanager
def house_errors() -> Iterator[None]:
    """What is wrong with a house's files, as a message."""
    from vingt.live.books.heads import HeadsDamaged
    from vingt.live.log.store import StoreUnusable
    from vingt.live.shoes.vault import VaultError

    try:
        yield
    except (StoreUnusable, VaultError, HeadsDamaged) as error:
        raise Unreadable(str(error)) from error


def key_of(folder: Path) -> tuple[Vault | None, str]:
    """The vault, or why it cannot be opened: an auditor may well read the log without the key."""
    from vingt.live.log.store import KEY
    from vingt.live.shoes.vault import VaultError, open_vault

    try:
        return open_vault(folder / KEY), ""
    except VaultError as error:
        return None, str(error)
    except ImportError as error:
        return None, f"the key was not used: {missing_part(error) or error}"


class Patience:
    """A line on stderr, on a terminal only, for work that takes more than two seconds."""

    def __init__(self, what: str, total: int, unit: str = "events") -> None:
        self.what, self.total, self.unit, self.done = what, total, unit, 0
        self.shown = time.monotonic() + PATIENCE - 0.5
        self.written = False

    def __call__(self, more: int) -> None:
        self.done += more
        if sys.stderr.isatty() and time.monotonic() - self.shown > 0.5:
            self.shown, self.written = time.monotonic(), True
            share = min(self.done, self.total)
            print(f"\rvingt: {self.what} {share:,} of {self.total:,} {self.unit} …", end="", file=sys.stderr)
            sys.stderr.flush()

    def at(self, done: int, total: int) -> None:
        """For work whose size is found out on the way."""
        self.total = total
        self(done - self.done)

    def __enter__(self) -> Patience:
        return self

    def __exit__(self, *_: object) -> None:
        if self.written:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
