"""What can be done with a hand, as the numbers that every lookup and kernel of the analysis uses."""

from __future__ import annotations

STAND, HIT, DOUBLE, SPLIT, SURRENDER = 0, 1, 2, 3, 4
KEEP, RESCUE, REDOUBLE = 0, 1, 2  # with a hand that was doubled
FREE = -1  # no action prescribed: take the best
