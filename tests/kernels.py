"""Compiles every kernel once, before the tests begin: else each of their processes would, at the same time.

`make test` runs it beside the checks. Numba keeps what it compiled and finds it again, in every process.
"""

from fractions import Fraction

from vingt.analysis.counters.kept import kept_count
from vingt.analysis.counting.systems import SYSTEMS
from vingt.analysis.exact.edge import edge
from vingt.analysis.simulation.counter import Counter
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.plan import Plan
from vingt.rulebook import library


def compile_all() -> None:
    """A table with splits; rounds of one box, of a shoe, of a counter and of several boxes; a double shoe."""
    rules = library.table_rules("mbs-pontoon")
    edge(rules)
    half = Fraction(1, 2)
    count = kept_count(SYSTEMS["hi-lo"], rules, running=False)
    counter = Counter(count, (1,) * count.bins)
    double = library.table_rules("md-blackjack/double-shoe")
    for plan in (
        Plan(rules, None, 2500),
        Plan(rules, None, 2500, cut=half),
        Plan(rules, None, 2500, cut=half, counter=counter),
        Plan(rules, None, 2500, boxes=2, cut=half),
        Plan(double, None, 2500, cut=half),
    ):
        play(plan, "cpu", 0, 2, 1)


if __name__ == "__main__":
    compile_all()
