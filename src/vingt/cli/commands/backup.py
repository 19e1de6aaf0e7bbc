"""`vingt backup` and `vingt restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from vingt.cli.terminal.arguments import JsonOption, argument, flag, option
from vingt.cli.terminal.log_folder import FOLDER, DataOption, Patience, house_errors
from vingt.report.text.page import print_json


def backup(
    to: Annotated[Path, argument("TO", "A new folder for the backup.")],
    data: DataOption = FOLDER,
    with_key: Annotated[
        bool, flag("--with-key", "Put the house's key in too: whoever has both can read every shoe.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """A copy of a house's log at one moment, also while it is being played in.

    The copy is checked (every page, the whole chain, the key) before it counts. The key
    stays out of it unless you ask: keep it elsewhere.

    Examples:
      vingt backup friday-evening
      vingt backup /mnt/other-disk/friday --data friday-night --with-key --json
    """
    from vingt.live.house.backup import back_up

    with house_errors(), Patience("copied", 0, "bytes") as progress:
        copy = back_up(data, to, with_key=with_key, progress=progress.at)
    if json:
        print_json({"folder": str(to), **copy.as_json()})
        return
    key = "with its key" if with_key else "without its key: keep house.key in another safe place"
    print(f"{to}: {copy.events:,} events, checked, {key}")


def restore(
    source: Annotated[Path, argument("BACKUP", "A folder that vingt backup made.")],
    data: DataOption = FOLDER,
    key: Annotated[Path | None, option("FILE", "The house's key, where the backup has none.")] = None,
    heads: Annotated[
        Path | None, option("FILE", "The newest house.heads there is: it says what is missing.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """A house from a backup, in a new folder.

    Cards that were dealt after the backup may be known, so the first `vingt serve` returns
    the wagers that were in play, ends and reveals every shoe, and records what is missing. If the old
    house.heads can be had, name it with --heads: then what is missing is known exactly.

    Examples:
      vingt restore friday-evening --data restored --key house.key
      vingt restore friday-evening --data restored --key house.key --heads friday-night/house.heads
    """
    from vingt.live.house.backup import restore as restored

    with house_errors():
        kept, missing = restored(source, data, key=key, heads=heads)
    if json:
        lost = [{"stream": gap.stream, "first": gap.first, "last": gap.last} for gap in missing]
        print_json({"folder": str(data), "generation": kept.generation, "missing": lost})
        return
    print(f"{data}: restored from {kept.restored}; checked")
    for gap in missing:
        print(f"  missing: {gap.stream}, versions {gap.first} to {gap.last}")
    if heads is None:
        print("  what was played after the backup is not known: no --heads were given")
    print(f"vingt serve --data {data} goes on from it with new shoes.")
