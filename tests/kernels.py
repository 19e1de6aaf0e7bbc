"""Compiles every kernel once, before the tests begin: else each of their processes would, at the same time.

`make test` runs it beside the checks. Numba keeps what it compiled and finds it again, in every process.
"""

from fractions import Fraction

from vingt.analysis.exact.edge import edge
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.plan import Plan
from vingt.rulebook import library


def compile_all() -> None:
    """A table with splits, and rounds of one box and of several: between them they call every kernel."""
    rules = library.table_rules("mbs-pontoon")
    edge(rules)
    for boxes, cut in ((1, None), (2, Fraction(1, 2))):
        play(Plan(rules, None, 2500, boxes=boxes, cut=cut), "cpu", 0, 2, 1)


if __name__ == "__main__":
    compile_all()
