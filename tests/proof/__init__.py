"""What proves a clause: tests are marked with the clauses they would break with.

`@clause("MD-P21 12.B(7)")` goes on a test, `marks=clause(…)` on a `pytest.param`; several ids may be named.
`clause` says that what the clause orders is played, and the test would fail if it were not; `checked` that a
submission, a page or a felt is accepted, refused or drawn as the clause says; `stated` that our data agree
with our words for the clause, and nothing runs.
"""

import pytest

from vingt.rulebook.library import ProofKind


def clause(*ids: str, kind: ProofKind = "played") -> pytest.MarkDecorator:
    """Mark a test, or one parameter set of it, with the clauses it proves."""
    return pytest.mark.clause(*ids, kind=kind)


def checked(*ids: str) -> pytest.MarkDecorator:
    return clause(*ids, kind="checked")


def stated(*ids: str) -> pytest.MarkDecorator:
    return clause(*ids, kind="stated")
