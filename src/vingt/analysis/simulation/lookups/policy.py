"""What a simulation follows: an action for every hand against every up card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from vingt.analysis.actions import RESCUE
from vingt.analysis.exact.kernel.hands import Play
from vingt.analysis.tabulated.hands import ACE, Hands, Ints
from vingt.analysis.tabulated.rights import Rights

WHOLE, SPLIT_HAND, SPLIT_ACES = 0, 1, 2  # the families of hands
SuitedPair = tuple[int, int, int]  # two card values, the smaller first, and their suit


@dataclass(frozen=True)
class UpPolicy:
    """Against one up card: what hands of each family do, what doubled ones do, and which pairs of one suit
    are hit for a bonus line, whole and split."""

    plays: tuple[Play, Play, Play]
    low: tuple[Ints | None, dict[int, Ints]]  # doubled hands whose first aces count low: whole, by split pair
    suited_hits: frozenset[SuitedPair]
    split_suited_hits: frozenset[tuple[int, int, int]]  # pair value, second value, suit
    even_money: bool = False  # a natural is exchanged for it
    unpaired: Ints | None = None  # whole hands of two equal values that the table does not call a pair
    by_suits: frozenset[tuple[SuitedPair, int]] = frozenset()  # what a pair of these suits does instead

    def action(self, family: int, hand: int, *, paired: bool = True) -> int:
        if not paired and family == WHOLE and self.unpaired is not None:
            return int(self.unpaired[hand])
        return int(self.plays[family].hand[hand])

    def pair_action(self, hand: int, pair: int, suits: tuple[int, int], *, paired: bool) -> int:
        """The same for two first cards, which may be a pair whose suits decide."""
        usual = self.action(WHOLE, hand, paired=paired)
        return self.exceptions.get((pair, *suits), usual) if paired else usual

    @cached_property
    def exceptions(self) -> dict[SuitedPair, int]:
        return dict(self.by_suits)

    @cached_property
    def content(self) -> tuple[object, ...]:
        """All that it says, to be compared: neighbouring counts play most up cards alike."""
        whole, by_pair = self.low
        arrays = [each for play in self.plays for each in (play.hand, play.doubled)]
        low = (each.tobytes() for each in ([] if whole is None else [whole]) + list(by_pair.values()))
        unpaired = None if self.unpaired is None else self.unpaired.tobytes()
        hits = self.suited_hits, self.split_suited_hits, self.by_suits
        return *(each.tobytes() for each in arrays), *low, unpaired, *hits, self.even_money

    def doubled(self, family: int, times: int, hand: int) -> int:
        return int(self.plays[family].doubled[times, hand])

    def rescues_low(self, family: int, pair: int, before: int, value: int) -> bool:
        """Whether a doubled hand is rescued where its first aces count low; `before` is the hand doubled."""
        whole, by_pair = self.low
        table = whole if family == WHOLE else by_pair[pair]
        assert table is not None
        return int(table[before, value]) == RESCUE


@dataclass(frozen=True)
class Policy:
    rights: Rights
    ups: dict[tuple[int, int], UpPolicy]  # by value and suit of the up card

    @property
    def hands(self) -> Hands:
        return self.rights.hands


def family_of(pair: int) -> int:
    return SPLIT_ACES if pair == ACE else SPLIT_HAND
