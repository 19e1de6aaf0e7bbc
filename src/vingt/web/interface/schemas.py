"""What the interface is sent and what it answers, as OpenAPI says it; views are read off the dataclasses."""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from vingt.core.cite import Cite
from vingt.live.house.table_writer import KEY_LENGTH
from vingt.live.log.events import Pace
from vingt.live.log.people_events import RoleName
from vingt.live.people import passwords
from vingt.live.people.names import LOGIN, NAME_MOST
from vingt.live.table.commands import AMOUNT_MAX, READERS
from vingt.live.table.seeds import SEED_MOST
from vingt.web.network.limits import LIMITS

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


def schema(kind: Any, components: dict[str, Schema]) -> Schema:
    """A Python type as a JSON schema; dataclasses are collected in `components` and referred to."""
    if kind in PLAIN:
        return PLAIN[kind]
    if kind is Cite:
        return CITE
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        return {"type": "array", "items": schema(args[0], components)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema(choice, components) for choice in args]}
    if is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ not in components:
            components[kind.__name__] = {}
            hints = get_type_hints(kind)
            properties = {field.name: schema(hints[field.name], components) for field in fields(kind)}
            components[kind.__name__] = {
                "type": "object",
                "properties": properties,
                "required": list(properties),
            }
            if kind.__doc__ and not kind.__doc__.startswith(f"{kind.__name__}("):
                components[kind.__name__]["description"] = kind.__doc__.strip()
        return {"$ref": f"#/components/schemas/{kind.__name__}"}
    return {}


# -- what is sent ------------------------------------------------------------------------------------------


def text(most: int, least: int = 0, **more: Any) -> Schema:
    return {"type": "string", "maxLength": most} | ({"minLength": least} if least else {}) | more


def whole(least: int, most: int = AMOUNT_MAX, **more: Any) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most, **more}


def thing(properties: dict[str, Schema], required: tuple[str, ...] | None = None) -> Schema:
    """An object; everything in it is required unless said otherwise."""
    named = list(properties) if required is None else list(required)
    return {"type": "object", "properties": properties} | ({"required": named} if named else {})


def listed(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def body(properties: dict[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    return {
        "required": bool(required),
        "content": {"application/json": {"schema": thing(properties, required)}},
    }


NAME = text(NAME_MOST, description="As it is shown at tables; a guest without one is called Guest.")
LOGIN_NAME: Schema = {"type": "string", "pattern": f"^{LOGIN.pattern}$"}
PASSWORD = text(passwords.MOST, passwords.LEAST, description="Common ones are refused.")
TRIED = text(passwords.MOST)
ROLES = listed({"enum": list(get_args(RoleName))})
COMMAND: dict[str, Schema] = {
    "command": {"enum": list(READERS)},
    "key": text(
        KEY_LENGTH,
        1,
        description="Yours: carried out once, refused with another command. You get one if you send none.",
    ),
    "answers": text(
        200, description="The id of the prompt this is meant for: refused should another be asked by then."
    ),
    "box": whole(1),
    "hand": whole(0),
    "wager": text(60, 1),
    "amount": whole(0, description="Cents."),
    "place": whole(0),
    "shared": {"type": "boolean"},
    "text": text(SEED_MOST, 1, description="A seed of your own."),
    "pace": {"enum": list(get_args(Pace))},
    "step": text(60, 1, description="Of GET /api/tables/TABLE/steps: where a person deals."),
    "card": text(3, 2),
}

# -- what is answered --------------------------------------------------------------------------------------

WORDS = {
    200: "Done.",
    201: "Made.",
    400: "The request is not what it must be.",
    401: "Nobody is signed in, the token is unknown or its session is over.",
    403: "Not allowed: another role, another site, a cookie alone, a password to be changed first.",
    404: "There is no such thing.",
    408: "The request took too long to arrive.",
    409: "Refused. Where a rule bars it, its clauses and readings are named.",
    413: f"Larger than {LIMITS.body_bytes // 1024} KiB.",
    422: "A submission that is not allowed, or that no table here deals: every problem is told.",
    421: "This house is not called that: the Host header is not one of its names.",
    429: "Too many: of wrong passwords, or of what an address or a person may have in an hour.",
    503: "The house cannot write its log at the moment: nothing was done.",
}
LATER = {429, 503}
ALWAYS = (421,)
WRITING = (408, 413, 503)
ERROR: Schema = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
RETRY_AFTER: Schema = {"retry-after": {"description": "Seconds.", "schema": whole(1)}}


def answers(*codes: int, of: Schema | None = None) -> Schema:
    told: Schema = {}
    for code in sorted({*codes, *ALWAYS}):
        told[str(code)] = {"description": WORDS[code]}
        if code >= 400:
            told[str(code)]["content"] = ERROR
        elif of is not None:
            told[str(code)]["content"] = {"application/json": {"schema": of}}
        if code in LATER:
            told[str(code)]["headers"] = RETRY_AFTER
    return told


def get(summary: str, *codes: int, of: Schema, query: tuple[Schema, ...] = ()) -> Schema:
    asked = {"parameters": list(query)} if query else {}
    return {"get": {"summary": summary, **asked, "responses": answers(200, *codes, of=of)}}


def post(summary: str, *codes: int, of: Schema, sent: Schema | None = None, creates: bool = False) -> Schema:
    """What acts needs the token of a page or a bearer token (403), and may find the log unwritable (503)."""
    read = (400,) if sent else ()
    told = answers(201 if creates else 200, *codes, *WRITING, *read, of=of)
    return {"post": {"summary": summary, **({"requestBody": sent} if sent else {}), "responses": told}}


def in_path(name: str, kind: Schema = TEXT) -> Schema:
    return {"name": name, "in": "path", "required": True, "schema": kind}


def in_query(name: str, kind: Schema) -> Schema:
    return {"name": name, "in": "query", "schema": kind}
