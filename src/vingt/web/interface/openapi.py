"""The OpenAPI document: every path of the interface."""

from __future__ import annotations

from functools import cache

from vingt._version import __version__
from vingt.live.house.table_writer import KEY_LENGTH
from vingt.live.people.people import WHY_MOST
from vingt.live.table.mishap_menu import READERS as MISHAPS
from vingt.live.views.view import TableView
from vingt.web.administration import admin_pages
from vingt.web.entrance import private_tables
from vingt.web.entrance.games import games
from vingt.web.floor.floor_pages import ORDERS
from vingt.web.interface.schemas import (
    COMMAND,
    LOGIN_NAME,
    NAME,
    PASSWORD,
    ROLES,
    TEXT,
    TRIED,
    WHOLE,
    Schema,
    body,
    get,
    in_path,
    in_query,
    listed,
    post,
    schema,
    text,
    thing,
    whole,
)
from vingt.web.network.limits import LIMITS

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
