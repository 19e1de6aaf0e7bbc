"""Players of dealt shoes, and what the detector makes of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tests.counting.bettors import Bettor, Memory
from tests.counting.dealt import DealtShoes
from vingt.analysis.counting.detector import (
    CountStands,
    Suspicion,
    WageredRound,
    count_stands,
    edges_at,
    points_by_result,
    suspicion,
)
from vingt.analysis.counting.removal import Removal
from vingt.analysis.counting.systems import SYSTEMS, CountSystem

UNIT = 2500
TRIED = ("hi-lo", "ko", "zen")


@dataclass(frozen=True)
class WatchedTable:
    """Dealt shoes with their counts by each system that is tried; players count by the first."""

    dealt: DealtShoes
    removal: Removal
    names: Sequence[str] = TRIED

    @property
    def systems(self) -> list[CountSystem]:
        return [SYSTEMS[name] for name in self.names]

    @cached_property
    def stands(self) -> list[list[CountStands]]:
        return [
            [count_stands(system, self.removal.shoe, gone) for gone in self.dealt.seen]
            for system in self.systems
        ]

    @cached_property
    def nets(self) -> list[list[float]]:
        found: list[list[float]] = self.dealt.nets.tolist()
        return found

    @cached_property
    def shoes(self) -> list[int]:
        found: list[int] = self.dealt.shoe.tolist()
        return found

    @cached_property
    def told(self) -> list[dict[int, float]]:
        """Of flat players in every box."""
        nets, shoe = self.nets, self.shoes
        return [
            points_by_result(
                [
                    WageredRound(
                        stands[at], UNIT, round(UNIT * nets[at][box]), not at or shoe[at] != shoe[at - 1]
                    )
                    for at in range(len(shoe))
                ]
                for box in range(len(nets[0]))
            )
            for stands in self.stands
        ]

    def wagers(self, bettor: Bettor, places: range, box: int, seed: int) -> list[int]:
        """Units in each round, as a person decides who sees what lies on the table."""
        memory, shoe = Memory(random.Random(seed)), self.shoes
        found = []
        for at in places:
            memory.new_shoe = at == places[0] or shoe[at] != shoe[at - 1]
            units = bettor(self.stands[0][at].true_count, memory)
            found.append(units)
            if units:
                memory.wagers.append(units)
                memory.results.append(self.nets[at][box])
        return found

    def suspicions(self, bettor: Bettor, begin: int, rounds: int, box: int, seed: int) -> list[Suspicion]:
        """By each system; the shoes of which the player played some."""
        places = range(begin, begin + rounds)
        wagers = dict(zip(places, self.wagers(bettor, places, box, seed), strict=True))
        shoe, nets = self.shoes, self.nets
        shoes = {shoe[at] for at, units in wagers.items() if units}
        mine = [at for at in places if shoe[at] in shoes]
        found = []
        for system, stands, told in zip(self.systems, self.stands, self.told, strict=True):
            seen = [
                WageredRound(
                    stands[at],
                    UNIT * wagers[at],
                    round(UNIT * wagers[at] * nets[at][box]),
                    not place or shoe[at] != shoe[mine[place - 1]],
                )
                for place, at in enumerate(mine)
            ]
            edges = edges_at(self.removal, system, np.array([each.stands.true_count for each in seen]))
            one = suspicion(seen, system.name, edges, len(self.systems), told)
            if one is not None:
                found.append(one)
        return found

    def players(self, bettor: Bettor, rounds: int, many: int, seed: int = 1) -> list[Suspicion]:
        """So many players, each at a place and a box of its own; by the system that their wagers follow
        best."""
        dice, found = random.Random(seed), []
        for player in range(many):
            begin = dice.randrange(len(self.dealt.shoe) - rounds)
            box = dice.randrange(self.dealt.nets.shape[1])
            tried = self.suspicions(bettor, begin, rounds, box, player)
            if tried:
                found.append(max(tried, key=lambda each: each.sigmas))
        return found
