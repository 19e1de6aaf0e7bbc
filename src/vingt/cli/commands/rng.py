"""`vingt rng`: the chance behind the shoes, for whoever wants to test it."""

from __future__ import annotations

import json as json_module
import sys
from typing import Annotated

from vingt.cli.terminal.arguments import JsonOption, option
from vingt.core.rules.submission import Unreadable

CHUNK = 1 << 16


def rng(
    bytes_: Annotated[
        int | None, option("N", "N bytes as they are drawn; 0: without end.", "--bytes")
    ] = None,
    shoes: Annotated[int | None, option("N", "N shuffled shoes, one to a line, the top card first.")] = None,
    decks: Annotated[int, option("N", "Decks in each shoe.")] = 1,
    json: JsonOption = False,
) -> None:
    """Bytes or shuffled shoes on stdout, from the same source and by the same code as at the tables.

    The bytes are for batteries of tests such as dieharder; the shoes for tests of your own,
    which a generator can fail while its bytes look well. --json writes each shoe as a list.

    Examples:
      vingt rng --bytes 1000000 > chance.bin
      vingt rng --shoes 2 --decks 6
      vingt rng --bytes 0 | dieharder -a -g 200
    """
    from vingt.core.cards import DECK
    from vingt.live.shoes.shuffle import CryptographicShoes

    if (bytes_ is None) == (shoes is None):
        raise Unreadable("name either --bytes N or --shoes N")
    if min(bytes_ or 0, shoes or 0) < 0 or not 1 <= decks <= 16:
        raise Unreadable("--bytes and --shoes are 0 or more, --decks is from 1 to 16")
    source = CryptographicShoes()
    if bytes_ is not None:
        sys.stdout.flush()
        left = bytes_ or None
        while left is None or left > 0:
            size = CHUNK if left is None else min(CHUNK, left)
            sys.stdout.buffer.write(source.raw(size))
            left = None if left is None else left - size
        return
    cards = tuple(DECK) * decks
    for _ in range(shoes or 0):
        order = list(map(str, source.order(cards)))
        print(json_module.dumps(order) if json else " ".join(order))
