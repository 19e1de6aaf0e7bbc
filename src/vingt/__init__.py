"""Casino rulebooks of the 21 family that run: check, deal, compute, simulate, explain.

    import vingt

    table = vingt.table("md-blackjack", decks=8)
    print(table.edge())

What is in `__all__` is public and stays; docs/python.md describes it. All else may move at any time."""

from __future__ import annotations

import sys
from collections.abc import Mapping  # noqa: F401  # which annotations of public classes name
from importlib import import_module
from typing import TYPE_CHECKING, Any  # noqa: F401

from vingt._version import __version__

if TYPE_CHECKING:
    from vingt._door.figures import (
        Advice,
        Edge,
        OtherRules,
        Progress,
        SimulatedWager,
        Simulation,
        Strategy,
        WagerValue,
    )
    from vingt._door.house import House, LoggedLine, LoggedRound, house
    from vingt._door.parts import MissingPart
    from vingt._door.play import Choice, Decision, Payment, Refused, Round
    from vingt._door.table import Check, Table, check, rulebooks, table
    from vingt.analysis.tabulated.refusal import NotCarried
    from vingt.core.cite import Cite
    from vingt.core.rules.resolve import NotAllowed
    from vingt.core.rules.submission import Problem, Unreadable

__all__ = [
    "Advice",
    "Check",
    "Choice",
    "Cite",
    "Decision",
    "Edge",
    "House",
    "LoggedLine",
    "LoggedRound",
    "MissingPart",
    "NotAllowed",
    "NotCarried",
    "OtherRules",
    "Payment",
    "Problem",
    "Progress",
    "Refused",
    "Round",
    "SimulatedWager",
    "Simulation",
    "Strategy",
    "Table",
    "Unreadable",
    "WagerValue",
    "__version__",
    "check",
    "house",
    "rulebooks",
    "table",
]

# Where each name lives; imported when it is first asked for, so that `import vingt` costs and needs nothing.
_PLACES = {
    "vingt._door.figures": (
        "Advice", "Edge", "OtherRules", "Progress", "SimulatedWager", "Simulation", "Strategy", "WagerValue",
    ),
    "vingt._door.house": ("House", "LoggedLine", "LoggedRound", "house"),
    "vingt._door.parts": ("MissingPart",),
    "vingt._door.play": ("Choice", "Decision", "Payment", "Refused", "Round"),
    "vingt._door.table": ("Check", "Table", "check", "rulebooks", "table"),
    "vingt.analysis.tabulated.refusal": ("NotCarried",),
    "vingt.core.cite": ("Cite",),
    "vingt.core.rules.resolve": ("NotAllowed",),
    "vingt.core.rules.submission": ("Problem", "Unreadable"),
}  # fmt: skip
_PLACE_OF = {name: place for place, names in _PLACES.items() for name in names}


if not TYPE_CHECKING:  # to mypy, a name that is not above is a mistake

    def __getattr__(name: str) -> object:
        if name not in _PLACE_OF:
            raise AttributeError(f"module 'vingt' has no attribute {name!r}")
        import_module(_PLACE_OF[name])
        for place, names in _PLACES.items():
            # All that came with it too: the annotations of public classes name each other, and are read here.
            held = vars(sys.modules.get(place, object))
            globals().update((each, held[each]) for each in names if each in held)
        return globals()[name]


def __dir__() -> list[str]:
    return sorted(__all__)
