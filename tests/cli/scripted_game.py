"""`vingt play` with answers and a shoe that a test gives."""

import io
import re
import sys
from collections.abc import Callable, Sequence

import pytest

from tests.cli.command import Done, vingt
from vingt.core.cards import Card, cards
from vingt.live.shoes.private_shoe import PrivateShoe

Play = Callable[..., Done]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """`vingt play` with these answers; with a shoe from which these cards come first."""

    def run(rules: str, *answers: str, args: tuple[str, ...] = (), shoe: str | None = None) -> Done:
        if shoe is not None:

            def stacked(self: PrivateShoe, given: Sequence[Card]) -> tuple[Card, ...]:
                first, burned = cards(shoe), self.rules.shoe.burn_on_load
                rest = [card for card in given if card not in first]
                return (*rest[:burned], *first, *rest[burned:])

            monkeypatch.setattr(PrivateShoe, "shuffle", stacked)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in answers)))
        return vingt("play", rules, *args)

    return run


def payments(out: str) -> list[str]:
    """Result lines with one space between the words."""
    return [re.sub(" +", " ", line).strip() for line in out.splitlines() if re.match("  box .*]$", line)]
