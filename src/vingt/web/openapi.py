"""The OpenAPI document. Schemas of views are read off the dataclasses, so they are what is sent."""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from vingt._version import __version__
from vingt.core.cite import Cite
from vingt.live.house.table_actor import KEY_LENGTH
from vingt.live.log.events import Pace, RoleName
from vingt.live.people import passwords
from vingt.live.people.names import LOGIN, NAME_MOST
from vingt.live.people.people import WHY_MOST
from vingt.live.table.commands import AMOUNT_MAX, READERS
from vingt.live.table.mishap_menu import READERS as MISHAPS
from vingt.live.table.seeds import SEED_MOST
from vingt.live.views.view import TableView
from vingt.web import admin_pages, private_tables
from vingt.web.floor_pages import ORDERS
from vingt.web.games import games
from vingt.web.limits import LIMITS

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


ABOUT = (
    "Live tables of the 21 family. Money is whole cents. Sign in with `Authorization: Bearer TOKEN`; it is "
    "taken by every page too: /tables/{table}/rounds/{round}/round.json, /audit.json, /audit/events.json, "
    "/tables/{table}/log.jsonl. /api/tables/{table}/live is a WebSocket: it sends {view} at every change and "
    "takes the bodies of POST /api/tables/{table}/commands; it closes with 4401 (session over), 4404 (no "
    "such table), 4429 (too many) or 1009 (message too long)."
)
TABLE = in_path("table")
METER = in_path("meter")
DAY: Schema = {
    "type": "string",
    "description": "2026-11-16; without it, today.",
    "pattern": r"^\d{4}-\d\d-\d\d$",
}
BEGINS: Schema = {
    "type": "string",
    "description": "When the day begins, UTC: 06:00.",
    "pattern": r"^\d\d:\d\d$",
}
PERSON = in_path("person")
ACT = in_path("act", {"enum": [*admin_pages.ACTS, admin_pages.RESET]})


def guests_and_accounts() -> dict[str, Schema]:
    session = thing({"person": TEXT, "name": TEXT, "token": TEXT, "must_change": {"type": "boolean"}})
    session["required"].remove("must_change")  # only after a reset
    account = {"login": LOGIN_NAME, "password": PASSWORD, "name": NAME}
    tried = {"login": text(40), "password": TRIED}
    changing = {"old": TRIED, "new": PASSWORD}
    me = thing({"person": TEXT, "name": TEXT, "roles": ROLES, "purse": whole(0)})
    named = thing({"person": TEXT, "name": TEXT})
    return {
        "/api/guests": post(
            "Come in as a guest", 403, 429, of=session, sent=body({"name": NAME}), creates=True
        ),
        "/api/accounts": post(
            "Make an account", 403, 429, of=named, sent=body(account, ("login", "password")), creates=True
        ),
        "/api/sessions": post(
            "Sign in", 401, 403, 429, of=session, sent=body(tried, ("login", "password")), creates=True
        ),
        "/api/me": get("Who you are and what your purse holds", 401, 403, of=me),
        "/api/account/password": post(
            "Change the password; every session ends and a new one begins",
            *(401, 403, 409, 429),
            of=thing({"token": TEXT}),
            sent=body(changing, ("old", "new")),
        ),
        "/api/account/end-other-sessions": post(
            "End every session but this one", 401, 403, of=thing({"done": TEXT})
        ),
    }


def tables(view: Schema) -> dict[str, Schema]:
    names = [game.name for game in games()]
    summary = thing(
        dict.fromkeys(("table", "name", "rulebook", "title", "rules_identity"), TEXT)
        | {"private": {"type": "boolean"}, "closed": {"type": "boolean"}, "version": whole(1)}
    )
    game = thing(
        dict.fromkeys(("title", "rulebook", "rules_identity"), TEXT)
        | {
            "game": {"enum": names},
            "offers": listed(TEXT),
            "side_wagers": listed(thing({"name": TEXT, "playable": {"type": "boolean"}})),
            "house_edge": {"type": ["number", "null"], "description": "null while it is computed."},
        }
    )
    opening = {"game": {"enum": names}, "name": text(private_tables.NAME_MOST)}
    return {
        "/api/games": get("What may be opened, with house edges", of=thing({"games": listed(game)})),
        "/api/tables": get("Tables you may see", 401, 403, of=thing({"tables": listed(summary)}))
        | post(
            "Open a private table",
            *(401, 403, 409, 429),
            of=summary,
            sent=body(opening, ("game",)),
            creates=True,
        ),
        "/api/tables/{table}": {"parameters": [TABLE]}
        | get("The table as you may see it", 401, 403, 404, of=view),
        "/api/tables/{table}/commands": {"parameters": [TABLE]}
        | post(
            "Do something at the table",
            *(401, 403, 404, 409),
            of=thing({"version": whole(1), "key": TEXT}),
            sent=body(COMMAND, ("command",)),
        ),
    }


def floor() -> dict[str, Schema]:
    flag: Schema = {"type": "boolean"}
    cited = {"clauses": listed(TEXT), "readings": listed(TEXT)}
    number = whole(
        1, description="That of the report as the menu said it: refused should another be told by then."
    )
    expected = thing({**dict.fromkeys(("win", "mean", "least", "most"), WHOLE), "outside": flag})
    order_of_chips = thing({"number": whole(1), "amount": WHOLE, "by": TEXT})
    row = thing(
        dict.fromkeys(("table", "name", "dealer", "dealing", "waiting_for"), TEXT)
        | dict.fromkeys(("minimum", "maximum", "rounds", "rounds_last_hour"), WHOLE)
        | dict.fromkeys(("drop", "win", "inventory", "shoe", "cards_out"), WHOLE)
        | {"chip_order": {"anyOf": [order_of_chips, {"type": "null"}]}, "reshuffle_ordered": flag}
        | {"expected": {"anyOf": [expected, {"type": "null"}]}, "shoe_age": {"type": ["integer", "null"]}}
        | {"decks_age": {"type": ["integer", "null"]}}
        | {"clocks": flag, "stopped": flag, "reader_down": flag, "open": listed(whole(1))}
        | {"calls": listed(TEXT)}
    )
    choice = thing(
        {"what": {"enum": list(MISHAPS)}, "words": TEXT, "orders": listed(TEXT), **cited}
        | {"box": whole(1), "hand": whole(0), "cards": listed(TEXT)},
        ("what", "words", "orders", *cited),
    )
    facts = {"what": {"enum": list(MISHAPS)}, "box": whole(1), "hand": whole(0), "card": text(3, 2)}
    order = thing({"words": TEXT, **cited})
    told = {"step": TEXT, "words": TEXT, "who": ROLES, "due": flag, "yours": flag, **cited}
    step = thing({**told, "says": TEXT, "asks": TEXT, "reads": TEXT, "chips": listed(TEXT)}, tuple(told))
    return {
        "/api/floor": get("Every open table, for floorpersons", 401, 403, of=thing({"tables": listed(row)})),
        "/api/floor/report": get(
            "The win report of a gaming day, for floorpersons and auditors",
            *(401, 403, 404),
            of=win_report(),
            query=(in_query("day", DAY), in_query("begins", BEGINS)),
        ),
        "/api/tables/{table}/mishaps": {"parameters": [TABLE]}
        | get(
            "What can have happened just now, with its remedy, for dealers and floorpersons",
            *(401, 403, 404),
            of=thing({"number": whole(1), "stopped": flag, "choices": listed(choice)}),
        )
        | post(
            "Report what happened: the remedy that the rulebook orders is carried out",
            *(401, 403, 404, 409),
            of=thing({"version": whole(1), "orders": listed(order)}),
            sent=body(facts | {"number": number}, ("what",)),
        ),
        "/api/tables/{table}/steps": {"parameters": [TABLE]}
        | get(
            "What is to be done next where a person deals, the due step first, for dealers and floorpersons",
            *(401, 403, 404),
            of=thing({**dict.fromkeys(("dealing", "dealer", "announced"), TEXT), "steps": listed(step)}),
        ),
        "/api/tables/{table}/payment": {"parameters": [TABLE]}
        | post(
            "Confirm a win above the threshold that waits there, for floorpersons",
            *(401, 403, 404, 409),
            of=thing({"version": whole(1)}),
        ),
        "/api/admin/meters/{meter}": {"parameters": [METER]}
        | post(
            "Another configuration of a meter: one administrator proposes it, another confirms",
            *(401, 403, 409),
            of=thing({"proposed": {"type": ["string", "null"]}, "version": {"type": ["integer", "null"]}}),
            sent=body({"reset": WHOLE, "maximum": WHOLE}, ("reset",)),
        ),
        "/api/tables/{table}/sign": {"parameters": [TABLE]}
        | get("The meters and the wheel of a table, as its sign shows them", 404, of=table_sign()),
        "/api/tables/{table}/terminal": {"parameters": [TABLE]}
        | get(
            "The terminal of each progressive wager, for dealers and floorpersons; a command is given as the "
            "step that it names",
            *(401, 403, 404),
            of=listed(terminal_view()),
        ),
        "/api/meters/{meter}": {"parameters": [METER]}
        | get("One meter, as its sign shows it", 404, of=meter_sign()),
        "/api/tables/{table}/dealing": {"parameters": [TABLE]}
        | post(
            "Stop the dealing or let it go on, take notice of an irregularity, order a reshuffle, a fill or "
            "a credit of the table's inventory, count it as the second person, or withdraw it",
            *(401, 403, 404, 409),
            of=thing({"version": whole(1)}),
            sent=body(
                {"do": {"enum": list(ORDERS)}, "number": whole(1), "amount": whole(1), "person": TEXT},
                ("do",),
            ),
        ),
    }


def meter_sign() -> Schema:
    names = dict.fromkeys(("id", "name", "wager", "configuration"), TEXT)
    amounts = dict.fromkeys(("showing", "reset", "waiting"), WHOLE)
    return thing({**names, **amounts, "must_hit_by": {"type": ["integer", "null"]}})


def table_sign() -> Schema:
    names = dict.fromkeys(("wager", "commitment", "stopped", "community"), TEXT)
    seat = thing({"seat": whole(1), "plays": {"type": "boolean"}})
    numbers = {"number": whole(1), "hot_spot": whole(0)}
    lists = {"symbols": listed(TEXT), "inner": listed(TEXT), "seats": listed(seat)}
    flag: Schema = {"type": "boolean"}
    flags = {"turning": flag, "positions": flag}
    wheel = thing({**names, **numbers, **lists, **flags})
    bonus = thing({"box": whole(1), "line": TEXT, "amount": WHOLE})
    return thing(
        {
            "meters": listed(meter_sign()),
            "wheel": {"anyOf": [wheel, {"type": "null"}]},
            "held": {"type": ["integer", "null"]},
            "bonuses": listed(bonus),
            "confirming": flag,
            "draws": listed(thing({"line": TEXT, "drawn": TEXT})),
        }
    )


def terminal_view() -> Schema:
    flag: Schema = {"type": "boolean"}
    light = thing({"seat": whole(1), "lit": flag})
    prize = thing({"position": whole(1), "amount": WHOLE})
    command = thing({"step": TEXT, "words": TEXT, "allowed": flag, "who": listed(TEXT)})
    return thing(
        dict.fromkeys(("wager", "stage", "words"), TEXT)
        | {"lights": listed(light), "hot_spot": whole(0), "prizes": listed(prize)}
        | {"needs_supervisor": flag, "must_hit": flag, "commands": listed(command)}
        | {"clauses": listed(TEXT), "readings": listed(TEXT)}
    )


def real_cards() -> dict[str, Schema]:
    step = thing({"step": TEXT, "words": TEXT, "due": {"type": "boolean"}, "asks": TEXT})
    return {
        "/api/tables/{table}/scan": {"parameters": [TABLE]}
        | post(
            "Enter real cards as they come, or what the card reader said, for who deals there",
            *(401, 403, 404, 409),
            of=thing(
                {"version": whole(1), "key": TEXT, "entered": listed(TEXT), "stopped": {"type": "boolean"}}
                | {"refused": TEXT, "why": TEXT, "due": {"anyOf": [step, {"type": "null"}]}},
                ("version", "key", "entered", "due"),
            ),
            sent=body({"text": text(4000), "reader": {"type": "boolean"}, "key": text(KEY_LENGTH, 1)}, ()),
        )
    }


def win_report() -> Schema:
    flag: Schema = {"type": "boolean"}
    share: Schema = {"type": ["number", "null"]}
    cents: Schema = {"type": ["integer", "null"]}
    maybe = dict.fromkeys(("theoretical_win", "least", "most"), cents)
    counted = dict.fromkeys(("rounds", "handle", "win"), WHOLE)
    wager = thing(
        {"wager": TEXT, "name": TEXT, **counted, "hold": share, **maybe, "outside": flag, "remark": TEXT}
    )
    table = thing(
        dict.fromkeys(("table", "name", "rulebook"), TEXT)
        | {**counted, **dict.fromkeys(("void_rounds", "drop", "fills", "credits"), WHOLE)}
        | {"hold": share, "outside": flag}
        | {**maybe, "wagers": listed(wager)}
    )
    house = thing(
        {**counted, **dict.fromkeys(("void_rounds", "drop", "fills", "credits"), WHOLE)}
        | {"hold": share, **maybe, "outside": flag}
    )
    named = {"day": TEXT, "begins_utc": TEXT, "interval": {"type": "number"}}
    return thing({**named, "house": house, "tables": listed(table)})


def judgement() -> Schema:
    """What `vingt check --json` says of a submission."""
    cited = {"clauses": listed(TEXT), "readings": listed(TEXT)}
    problem = dict.fromkeys(("key", "message", "given", "permitted", "hint", "place"), TEXT)
    none_or_text: Schema = {"type": ["string", "null"]}
    return thing(
        {
            "allowed": {"type": "boolean"},
            "opens": {"type": "boolean", "description": "A table of it can be opened here."},
            **dict.fromkeys(("rulebook", "title", "identity"), none_or_text),
            "wagers": listed(TEXT),
            "not_playable": listed(thing({"wager": none_or_text, "reason": TEXT, **cited})),
            "problems": listed(thing({**problem, "line": {"type": ["integer", "null"]}, **cited})),
            "error": TEXT,
        },
        ("allowed", "opens", "rulebook", "title", "identity", "wagers", "not_playable", "problems"),
    )


def administration() -> dict[str, Schema]:
    place = thing(
        {
            "table": TEXT,
            "boxes": listed(whole(1)),
            "chips": whole(0),
            "in_play": whole(0),
            "connected": {"type": "boolean"},
        }
    )
    person = thing(
        dict.fromkeys(("person", "name", "login"), TEXT)
        | {"roles": ROLES, "places": listed(place)}
        | {name: {"type": "boolean"} for name in ("blocked", "must_change", "online")}
        | {name: whole(0) for name in ("purse", "sessions")}
    )
    people = thing({"total": whole(0), "page": whole(1), "pages": whole(1), "people": listed(person)})
    acting = {"role": {"enum": list(admin_pages.ROLES)}, "table": TEXT, "why": text(WHY_MOST)}
    done = thing({"done": TEXT, "password": TEXT}, ("done",))
    handed_in = {
        "submission": text(LIMITS.body_bytes, 1, description="The TOML text of a submission."),
        "name": text(private_tables.NAME_MOST, description="Its name in the lobby; its title unless given."),
    }
    judged = judgement()
    return {
        "/api/admin/people": get(
            "Who is where",
            401,
            403,
            of=people,
            query=(in_query("q", text(40)), in_query("page", whole(1))),
        ),
        "/api/admin/people/{person}": {"parameters": [PERSON]}
        | get("One person: sessions, purse, tables", 401, 403, 404, of=person),
        "/api/admin/people/{person}/{act}": {"parameters": [PERSON, ACT]}
        | post("Act on a person", 401, 403, 404, 409, of=done, sent=body(acting)),
        "/api/admin/submissions": post(
            "Judge a submission, and open nothing", 401, 403, of=judged, sent=body(handed_in, ("submission",))
        ),
        "/api/admin/tables": post(
            "Open a table from a submission",
            *(401, 403, 422),
            of=thing(
                {"table": TEXT, "name": TEXT} | judged["properties"], ("table", "name", *judged["required"])
            ),
            sent=body(handed_in, ("submission",)),
            creates=True,
        ),
        "/api/admin/tables/{table}/close": {"parameters": [TABLE]}
        | post("Close a table", 401, 403, 404, 409, of=thing({"version": whole(1)})),
        "/api/admin/tables/{table}/limits": {"parameters": [TABLE]}
        | post(
            "Post limits, within the submission; in force when no wager lies",
            *(401, 403, 404, 409),
            of=thing({"version": whole(1)}),
            sent=body({"minimum": whole(1), "maximum": whole(1)}, ("minimum", "maximum")),
        ),
    }


@cache
def document() -> Schema:
    error = {"error": TEXT, "clauses": listed(TEXT), "readings": listed(TEXT)}
    schemas: dict[str, Schema] = {"Error": thing(error, ("error",))}
    view = schema(TableView, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "vingt", "version": __version__, "description": ABOUT},
        "components": {
            "schemas": schemas,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"bearer": []}, {}],
        "paths": guests_and_accounts() | tables(view) | floor() | real_cards() | administration(),
    }
