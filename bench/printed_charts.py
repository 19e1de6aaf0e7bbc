"""The best chart of every rulebook, number of decks and soft-17 rule, read back from its print: it is worth
what was stated with it."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

from tests.exact.printed_charts import every_table, stated_and_followed


def main() -> int:
    tables = list(every_table())
    apart = 0
    with ProcessPoolExecutor() as pool:
        for table, (stated, followed) in zip(tables, pool.map(stated_and_followed, tables), strict=True):
            differs = abs(stated - followed) > 1e-12
            apart += differs
            print(f"{'DIFFERS' if differs else 'same   '} {table}: {stated:+.9f} {followed:+.9f}", flush=True)
    print(f"{len(tables)} charts, {apart} not worth what was stated")
    return int(apart > 0)
