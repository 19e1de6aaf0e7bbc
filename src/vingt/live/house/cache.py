"""A house as it stood, so that a start need not read a long log from its first event. Only a cache: it is
sealed with the house's key, bound to the program that wrote it, and used for a stream only where the log
still holds the very event at which it was taken."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vingt.live.files import replace_whole
from vingt.live.log.authenticity import program
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.shoes.vault import Vault, VaultError

CACHE = "house.cache"
logger = logging.getLogger("vingt.live")


@dataclass(frozen=True, slots=True)
class Cached:
    """Stream -> what was kept of it; the first entry of each is the version at which."""

    streams: Mapping[str, Any] = field(default_factory=dict)


def write_cache(path: Path, vault: Vault, store: SqliteStore, kept: Mapping[str, tuple[Any, ...]]) -> None:
    """It holds the cards that lie face down on tables, so it is sealed."""
    hashes = {stream: store.hash_at(stream, what[0]) for stream, what in kept.items()}
    content = pickle.dumps((hashes, dict(kept)), pickle.HIGHEST_PROTOCOL)
    replace_whole(path, vault.seal_bytes(content, about()))


def read_cache(path: Path, vault: Vault, store: SqliteStore) -> Cached:
    """What of it still fits the log; nothing where it was damaged, or written by another program."""
    try:
        # Unpickled only after its seal was checked: nobody without the key can have written it.
        hashes, kept = pickle.loads(vault.unseal_bytes(path.read_bytes(), about()))
    except FileNotFoundError:
        return Cached()
    except (OSError, VaultError, pickle.UnpicklingError, AttributeError, ValueError, EOFError) as error:
        logger.info("cache not used", extra={"fields": {"why": str(error)}})
        return Cached()
    fits = {
        stream: what
        for stream, what in kept.items()
        if what[0] == 0 or store.hash_at(stream, what[0]) == hashes[stream]
    }
    return Cached(fits)


def about() -> str:
    return f"cache of {program()}"
