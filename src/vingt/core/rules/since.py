"""Fields that joined the rules after tables had been opened: absent, they stand at what changes nothing."""

from __future__ import annotations

from dataclasses import Field, field
from typing import Any

_LATER = "came_later"
_BESIDE = "beside"


def later(default: Any) -> Any:
    """A field of a rules section that earlier documents lack; `default` is what held before it existed."""
    return field(default=default, metadata={_LATER: True})


def beside(default: Any) -> Any:
    """A field that only says what stands behind another: it changes no round and is no part of identity."""
    return field(default=default, metadata={_BESIDE: True})


def in_identity(of: Field[Any], value: object) -> bool:
    """Whether a value tells rules apart: not where a later field stands at what held before it existed."""
    return not (_BESIDE in of.metadata or (came_later(of) and value == of.default))


def came_later(of: Field[Any]) -> bool:
    return _LATER in of.metadata
