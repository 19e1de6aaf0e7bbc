"""A submission written as TOML: what was chosen, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from vingt.rulebook.starter import quoted


def toml_text(raw: Mapping[str, Any]) -> str:
    """The text that reads back as `raw`: values first, then its tables."""
    return "\n".join(lines_of(raw, ())).lstrip("\n") + "\n"


def lines_of(raw: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    own = {key: value for key, value in raw.items() if not isinstance(value, Mapping)}
    inner = {key: value for key, value in raw.items() if isinstance(value, Mapping)}
    if path and (own or not inner):
        yield ""
        yield f"[{'.'.join(quoted(part) for part in path)}]"
    for key, value in own.items():
        yield f"{quoted(key)} = {toml_value(value)}"
    for key, value in inner.items():
        yield from lines_of(value, (*path, key))


def toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(each) for each in value)}]"
    return str(value)
