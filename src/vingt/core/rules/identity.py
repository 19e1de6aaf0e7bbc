"""What makes rules the same: every value that can change a round, and nothing that is only said.

The canonical form is versioned. In it an absent field means its default, so a field that joins the rules
with a default leaves every identity as it was. Titles, cites and the names of things are no part of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any

from vingt.core.cite import Cite
from vingt.core.pays import Pay

FORM = "vingt-rules/2"  # another way to write the same values is another form, with a new number

# The metadata of a field that names or explains others, or orders what is done away from the cards: it
# changes no round. Cites need no such mark.
BESIDE: Mapping[str, bool] = MappingProxyType({"beside": True})


def identity_of(rules: object, form: str = FORM) -> str:
    """SHA-256 of the canonical form."""
    text = json.dumps([form, canonical(rules)], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def canonical(value: object) -> object:
    """The value as JSON: a field at its default is left out, and so is what changes no round. A value that
    can be written in several ways says itself what it comes to."""
    written = getattr(type(value), "canonical", None)  # asking a runtime protocol takes four times as long
    if written is not None:
        return written(value)
    if isinstance(value, Pay):
        return _pay(value)
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: canonical(held)
            for field in _counted(type(value))
            if (held := getattr(value, field.name)) != field.default and not isinstance(held, Cite)
        }
    if isinstance(value, tuple):
        return [canonical(each) for each in value]
    return value


@cache
def _counted(section: type[Any]) -> tuple[Field[Any], ...]:
    return tuple(field for field in fields(section) if not field.metadata.keys() & BESIDE.keys())


def _pay(pay: Pay) -> object:
    """What is paid, however it is printed: 3 to 2 and 6 to 4 are one payment."""
    match pay.kind:
        case "to" | "for":
            return [pay.kind, str(pay.multiple)]
        case "dollars":
            return [pay.kind, pay.amount]
        case "meter":
            return [pay.kind, str(pay.share), pay.meter]
        case "prize":
            return [pay.kind, str(pay.share)]
        case "wheel" | "push" | "lose":
            return [pay.kind]
