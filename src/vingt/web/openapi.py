"""The OpenAPI document. Schemas of views are read off the dataclasses, so they are what is sent."""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from vingt import __version__
from vingt.core.cite import Cite
from vingt.live.commands import READERS
from vingt.live.events import Pace
from vingt.live.view import TableView

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
CITE: Schema = {
    "type": "object",
    "properties": {"clauses": {"type": "array", "items": TEXT}, "readings": {"type": "array", "items": TEXT}},
}
PLAIN: dict[object, Schema] = {
    str: TEXT,
    int: WHOLE,
    bool: {"type": "boolean"},
    float: {"type": "number"},
    type(None): {"type": "null"},
}


def schema(kind: Any, found: dict[str, Schema]) -> Schema:
    """A Python type as a JSON schema; dataclasses are collected in `found` and referred to."""
    if kind in PLAIN:
        return PLAIN[kind]
    if kind is Cite:
        return CITE
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        return {"type": "array", "items": schema(args[0], found)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema(each, found) for each in args]}
    if is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ not in found:
            found[kind.__name__] = {}
            hints = get_type_hints(kind)
            properties = {each.name: schema(hints[each.name], found) for each in fields(kind)}
            found[kind.__name__] = {"type": "object", "properties": properties, "required": list(properties)}
            if kind.__doc__ and not kind.__doc__.startswith(f"{kind.__name__}("):
                found[kind.__name__]["description"] = kind.__doc__.strip()
        return {"$ref": f"#/components/schemas/{kind.__name__}"}
    return {}


def body(properties: dict[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    inner: Schema = {"type": "object", "properties": properties}
    if required:
        inner["required"] = list(required)
    return {"required": True, "content": {"application/json": {"schema": inner}}}


def answers(*codes: int, of: Schema | None = None) -> Schema:
    words = {
        200: "Done.",
        201: "Made.",
        400: "The request is not what it must be.",
        401: "Nobody is signed in.",
        403: "Not allowed.",
        404: "There is no such thing.",
        409: "Refused; the clause in the way is named.",
        413: "Larger than 64 KiB.",
        429: "Too many wrong passwords.",
    }
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    told: Schema = {}
    for code in codes:
        told[str(code)] = {"description": words[code]}
        if code >= 400:
            told[str(code)]["content"] = error
        elif of is not None:
            told[str(code)]["content"] = {"application/json": {"schema": of}}
    return told


ABOUT = (
    "Live tables of the 21 family. Money is whole cents. Sign in with `Authorization: Bearer TOKEN`. "
    "/api/tables/{table}/live is a WebSocket: it sends {view} at every change and takes the bodies of "
    "POST /api/tables/{table}/commands."
)
TABLE: Schema = {"name": "table", "in": "path", "required": True, "schema": TEXT}
COMMAND: dict[str, Schema] = {
    "command": {"enum": list(READERS)},
    "key": {"type": "string", "maxLength": 100, "description": "Yours; the same key is carried out once."},
    "answers": {
        "type": "string",
        "description": "The id of the prompt this is meant for: refused should another be asked by then.",
    },
    "box": WHOLE,
    "hand": WHOLE,
    "wager": TEXT,
    "amount": {"type": "integer", "description": "Cents."},
    "place": WHOLE,
    "shared": {"type": "boolean"},
    "pace": {"enum": list(get_args(Pace))},
}


@cache
def document() -> Schema:
    schemas: dict[str, Schema] = {
        "Error": {"type": "object", "properties": {"error": TEXT}, "required": ["error"]}
    }
    view = schema(TableView, schemas)
    session = {"type": "object", "properties": {"person": TEXT, "name": TEXT, "token": TEXT}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "vingt",
            "version": __version__,
            "description": ABOUT,
        },
        "components": {
            "schemas": schemas,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"bearer": []}, {}],
        "paths": {
            "/api/games": {
                "get": {"summary": "What may be opened, with house edges", "responses": answers(200)}
            },
            "/api/guests": {
                "post": {
                    "summary": "Come in as a guest",
                    "requestBody": body({"name": TEXT}),
                    "responses": answers(201, 400, of=session),
                }
            },
            "/api/accounts": {
                "post": {
                    "summary": "Make an account",
                    "requestBody": body(
                        {"login": TEXT, "password": TEXT, "name": TEXT}, ("login", "password")
                    ),
                    "responses": answers(201, 400),
                }
            },
            "/api/sessions": {
                "post": {
                    "summary": "Sign in",
                    "requestBody": body({"login": TEXT, "password": TEXT}, ("login", "password")),
                    "responses": answers(201, 401, 429, of=session),
                }
            },
            "/api/me": {
                "get": {"summary": "Who you are and what your purse holds", "responses": answers(200, 401)}
            },
            "/api/tables": {
                "get": {"summary": "Tables you may see", "responses": answers(200)},
                "post": {
                    "summary": "Open a private table",
                    "requestBody": body({"game": TEXT, "name": TEXT}, ("game",)),
                    "responses": answers(201, 400, 401, 409),
                },
            },
            "/api/tables/{table}": {
                "parameters": [TABLE],
                "get": {"summary": "The table as you may see it", "responses": answers(200, 404, of=view)},
            },
            "/api/tables/{table}/commands": {
                "parameters": [TABLE],
                "post": {
                    "summary": "Do something at the table",
                    "requestBody": body(COMMAND, ("command", "key")),
                    "responses": answers(200, 400, 401, 404, 409, 413),
                },
            },
        },
    }
