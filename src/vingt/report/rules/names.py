"""Every value of a table in plain words: what it is called, and what it says."""

from __future__ import annotations

from vingt.core.rules.document import Document
from vingt.report.words.choice_names import choice_name, section_name, value_name


def rule_name(document: Document, path: str) -> str:
    """A choice by its name; any other value by its section and its own words."""
    leaf = document.leaves.get(path)
    if leaf is not None and leaf.key is not None:
        return choice_name(leaf.key)
    section, _, rest = path.partition(".")
    words = rest.replace("_", " ").replace(".", " ")
    if section == "wagers":
        wager, _, field = rest.partition(".")
        printed = document.wagers.get(wager)
        name = printed.name if printed is not None else wager
        return f"{name}: {field.replace('_', ' ').replace('.', ' ')}" if field else name
    return f"{section_name(section)}: {words}" if words else section_name(section)


def rule_value(document: Document, path: str, text: str) -> str:
    leaf = document.leaves.get(path)
    return value_name(leaf.key if leaf is not None and leaf.key is not None else "", text)
