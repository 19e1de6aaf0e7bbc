"""Fields that joined the rules after tables had been opened: absent, they stand at what changes nothing."""

from __future__ import annotations

from dataclasses import Field, field
from typing import Any

_LATER = "came_later"


def later(default: Any) -> Any:
    """A field of a rules section that earlier documents lack; `default` is what held before it existed."""
    return field(default=default, metadata={_LATER: True})


def came_later(of: Field[Any]) -> bool:
    return _LATER in of.metadata
