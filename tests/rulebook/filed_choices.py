"""A sample submission that is filed with other choices, and what is said against them."""

from collections.abc import Mapping
from typing import Any

from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Problem
from vingt.rulebook.library import load, sample


def problems(rulebook: str, choices: Mapping[str, Any], name: str = "default") -> list[Problem]:
    """What is wrong with a sample when some of its choices are others."""
    try:
        resolve(load(rulebook), sample(rulebook, name).with_choices(choices))
    except NotAllowed as refused:
        return refused.problems
    return []
