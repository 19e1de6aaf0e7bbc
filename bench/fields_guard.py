"""Every field of the rules changed to every other value, in all five rulebooks and the invented sixth: exact
and simulated values agree within four standard errors, or the table is refused by name. It takes long;
`VINGT_FIELDS="double surrender.up_cards"` makes only changes of these sections or fields."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.field_changes import RULEBOOKS, Change, Compared, compare, every_change

ROUNDS = 4_000_000  # a standard error of about 0.0006


def asked() -> Iterator[Change]:
    wanted = os.environ.get("VINGT_FIELDS", "").split()
    for rulebook in RULEBOOKS:
        for change in every_change(rulebook):
            if not wanted or {change.field, change.field.split(".")[0], change.rulebook} & set(wanted):
                yield change


def one(change: Change) -> Compared:
    return compare(change, ROUNDS)


def main() -> int:
    changes = list(asked())
    found: list[Compared] = []
    with ProcessPoolExecutor() as pool:
        for each in pool.map(one, changes):
            found.append(each)
            if each.fails:
                print(f"FAILS {each}", flush=True)
            elif len(found) % 50 == 0:
                print(f"{len(found)} of {len(changes)}", flush=True)
    apart = sorted(each.apart for each in found if each.apart is not None)
    refused = Counter(each.refused for each in found if each.refused)
    failed = sum(each.fails for each in found)
    print(f"{len(found)} tables of one changed field: {len(apart)} compared, {failed} apart or unexplained")
    if apart:
        print(
            f"standard errors apart: half below {apart[len(apart) // 2]:.2f}, "
            f"95% below {apart[len(apart) * 95 // 100]:.2f}, at most {apart[-1]:.2f}"
        )
    for why, many in refused.most_common():
        print(f"refused {many} times: {why}")
    return int(failed > 0)
