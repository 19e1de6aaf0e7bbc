"""How many players the detector tells of: honest ones by chance, counters by their wagers. The round engine
deals shoes of Maryland Blackjack to two boxes of the best chart; wagers of each kind of player are laid over
them. `VINGT_SHOES` and `VINGT_PLAYERS` ask for more."""

from __future__ import annotations

import os
from statistics import pstdev

from tests.counting.bettors import COUNTERS, HONEST
from tests.counting.dealt import dealt_shoes
from tests.counting.watched import WatchedTable
from vingt.analysis.counting.detector import FALSE_ALARM
from vingt.analysis.counting.removal import main_removal
from vingt.rulebook import library

SHOES = int(os.environ.get("VINGT_SHOES", "1500"))
PLAYERS = int(os.environ.get("VINGT_PLAYERS", "1000"))
LENGTHS = (200, 400, 800, 1600)


def main() -> int:
    rules = library.table_rules("md-blackjack")
    table = WatchedTable(dealt_shoes(rules, SHOES, seed=1), main_removal(rules))
    print(f"{len(table.dealt.shoe):,} rounds of {SHOES:,} shoes; told of by chance: {FALSE_ALARM:.3%}")
    told = total = 0
    for name, bettor in HONEST.items():
        found = table.players(bettor, 800, PLAYERS)
        alarms = sum(each.follows for each in found)
        told, total = told + alarms, total + len(found)
        print(
            f"{name:24} {alarms} of {len(found)} told of; sigmas vary {pstdev(s.sigmas for s in found):.2f}"
        )
    print(f"{'all honest players':24} {told} of {total}: {told / total:.3%}")
    for name, bettor in COUNTERS.items():
        shares = []
        for rounds in LENGTHS:
            found = table.players(bettor, rounds, PLAYERS // 5)
            shares.append(f"{sum(each.follows for each in found) / (PLAYERS // 5):6.1%} after {rounds}")
        print(f"{name:24} {', '.join(shares)}")
    return 0
