"""Every field of the rules changed to every other value, in all five rulebooks and the invented sixth: exact
and simulated values agree within four standard errors, or the table is refused by name. It takes half an
hour; `VINGT_FIELDS="double surrender.up_cards"` makes only changes of these sections, fields or rulebooks,
`VINGT_KEPT=FILE` keeps what was found, so that a run broken off goes on."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from bench._kept import Kept, Row
from tests.simulation.field_changes import RULEBOOKS, Change, compare, every_change

ROUNDS = 4_000_000  # a standard error of about 0.0006


def asked() -> Iterator[Change]:
    wanted = os.environ.get("VINGT_FIELDS", "").split()
    for rulebook in RULEBOOKS:
        for change in every_change(rulebook):
            if not wanted or {change.field, change.field.split(".")[0], change.rulebook} & set(wanted):
                yield change


def one(change: Change) -> Row:
    try:
        found = compare(change, ROUNDS)
    except Exception as error:  # told with the others: one table that stops a road must not hide the rest
        return {"fails": True, "apart": None, "refused": "", "words": f"{change}: {error!r}"}
    apart = None if found.apart is None else float(found.apart)
    return {"fails": bool(found.fails), "apart": apart, "refused": found.refused, "words": str(found)}


def main() -> int:
    changes = list(asked())
    kept = Kept()
    to_make = [change for change in changes if str(change) not in kept]
    with ProcessPoolExecutor() as pool:
        for at, (change, row) in enumerate(zip(to_make, pool.map(one, to_make), strict=True), 1):
            kept.keep(str(change), row)
            if row["fails"]:
                print(f"FAILS {row['words']}", flush=True)
            elif at % 50 == 0:
                print(f"{at} of {len(to_make)}", flush=True)
    found = [kept.rows[str(change)] for change in changes]
    apart = sorted(each["apart"] for each in found if each["apart"] is not None)
    refused = Counter(each["refused"] for each in found if each["refused"])
    failed = sum(each["fails"] for each in found)
    print(f"{len(found)} tables of one changed field: {len(apart)} compared, {failed} apart or unexplained")
    if apart:
        print(
            f"standard errors apart: half below {apart[len(apart) // 2]:.2f}, "
            f"95% below {apart[len(apart) * 95 // 100]:.2f}, at most {apart[-1]:.2f}"
        )
    for why, many in refused.most_common():
        print(f"refused {many} times: {why}")
    return int(failed > 0)
