"""Reference pages for programs: every command's help, and the HTTP interface of a house."""

from __future__ import annotations

import io
import os
from contextlib import redirect_stdout, suppress
from typing import Any
from unittest.mock import patch

from handbook.page import Made, made
from vingt.cli.main import COMMANDS, app_entry
from vingt.web.interface.openapi import document

WIDTH = "84"  # what a wide page shows without scrolling


def commands_page() -> Made:
    helps = {entry.name: help_of(entry.name) for entry in COMMANDS}
    return made("reference/commands", "commands.md", whole=help_of(), commands=COMMANDS, helps=helps)


def help_of(*command: str) -> str:
    """What `vingt COMMAND --help` prints, without the empty ends of lines."""
    out = io.StringIO()
    asked = {"COLUMNS": WIDTH, "TERMINAL_WIDTH": WIDTH, "NO_COLOR": "1"}
    with patch.dict(os.environ, asked), redirect_stdout(out), suppress(SystemExit):
        app_entry([*command, "--help"])
    return "\n".join(line.rstrip().removeprefix(" ") for line in out.getvalue().strip().splitlines())


def interface_page() -> Made:
    whole = document()
    calls = [
        {
            "method": method.upper(),
            "path": path,
            "summary": told["summary"],
            "asked": [*names_of(item.get("parameters", [])), *names_of(told.get("parameters", []))],
            "sent": fields_of(told.get("requestBody", {})),
            "answers": {code: each["description"] for code, each in told["responses"].items()},
        }
        for path, item in whole["paths"].items()
        for method, told in item.items()
        if method != "parameters"
    ]
    return made("reference/interface", "interface.md", about=whole["info"]["description"], calls=calls)


def names_of(parameters: list[dict[str, Any]]) -> list[str]:
    return [f"{each['name']} (in the {each['in']})" for each in parameters]


def fields_of(body: dict[str, Any]) -> list[tuple[str, str, bool]]:
    """Name, kind, and whether it is required, of each field of a body."""
    schema = body.get("content", {}).get("application/json", {}).get("schema", {})
    required = schema.get("required", [])
    return [(name, kind_of(kind), name in required) for name, kind in schema.get("properties", {}).items()]


def kind_of(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return " | ".join(str(each) for each in schema["enum"])
    described = f": {schema['description']}" if "description" in schema else ""
    return f"{schema.get('type', 'any')}{described}"
