"""Playing indices at once, for tests of what is done with them: to find all of a system takes ten seconds."""

from vingt.analysis.counting.composition import full_shoe
from vingt.analysis.counting.indices import IndexChart, PlayIndex
from vingt.analysis.counting.systems import SYSTEMS
from vingt.analysis.tabulated.hands import TEN
from vingt.core.cards import RANKS
from vingt.core.rules.resolve import resolve
from vingt.rulebook import library


def two_indices(*_: object) -> IndexChart:
    """Two indices, as if they were all: a hard 16 stands against ten from 0 on, and insurance from 3."""
    rules = resolve(library.load("md-blackjack"), library.submission("md-blackjack"))
    stand = PlayIndex("stand", "hard", 16, 0, TEN, 0.2, True, True, 0.02)
    shoe = full_shoe(rules.cards.decks, RANKS)
    evs = ((-10.0, -0.05), (10.0, 0.05))
    return IndexChart(rules, SYSTEMS["hi-lo"], shoe, 156.0, (stand,), 3.0, evs, 10)
