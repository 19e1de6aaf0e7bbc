"""The shoe of `vingt play`: the rulebook's decks, shuffled by chance or reproducibly from a seed."""

from __future__ import annotations

import hashlib
import math
import secrets
from collections import Counter
from collections.abc import Callable, Iterable

from vingt.core.cards import Card
from vingt.core.rules.table_rules import TableRules
from vingt.live.shuffle import shuffled

Below = Callable[[int], int]  # a number from 0 up to, not including, the given one


class Seeded:
    """Numbers from a seed and a counter: the same on every machine and in every version of Python."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.counter = 0

    def __call__(self, limit: int) -> int:
        fair = 2**64 - 2**64 % limit  # numbers from here on would favour the small remainders
        while True:
            text = f"vingt play\n{self.counter}\n{self.seed}"
            self.counter += 1
            digest = hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()
            number = int.from_bytes(digest[:8], "big")
            if number < fair:
                return number % limit


class Shoe:
    def __init__(self, rules: TableRules, seed: str | None) -> None:
        self.rules = rules
        self.below: Below = secrets.randbelow if seed is None else Seeded(seed)
        self.all = rules.cards.shoe
        self.left: list[Card] = []
        self.load()

    def load(self) -> None:
        """All cards shuffled into the shoe, the first ones burned."""
        self.left = list(shuffled(self.all, self.below))
        del self.left[len(self.left) - self.rules.shoe.burn_on_load :]

    @property
    def behind_cover_card(self) -> int:
        """How many cards lie behind the cover card; a continuous shuffler shuffles after every round."""
        share = self.rules.shoe.cover_card_from_back
        if share is None or self.rules.shoe.shuffler == "continuous":
            return len(self.all)
        return math.ceil(share * len(self.all))

    @property
    def must_be_shuffled(self) -> bool:
        return len(self.left) <= self.behind_cover_card

    def take(self) -> Card | None:
        return self.left.pop() if self.left else None

    def refill(self, in_use: Iterable[Card]) -> tuple[Card, ...] | None:
        """The discards shuffled again and burned from; nothing where they give no card to deal."""
        self.left = list(shuffled((Counter(self.all) - Counter(in_use)).elements(), self.below))
        burned = tuple(
            self.left.pop() for _ in range(self.rules.irregularity.shoe_runs_short_burns) if self.left
        )
        return burned if self.left else None
