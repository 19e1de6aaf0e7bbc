"""What proves a clause: tests are marked with the clauses they would break with.

`@clause("MD-P21 12.B(7)")` goes on a test, `marks=clause(…)` on a `pytest.param`; several ids may be named.
"""

import pytest


def clause(*ids: str) -> pytest.MarkDecorator:
    """Mark a test, or one parameter set of it, with the clauses it proves."""
    return pytest.mark.clause(*ids)
