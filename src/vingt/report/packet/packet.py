"""A packet: what it is made from, its figures, its sheets, its digests; and the file that holds all of it."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import floor, log10
from typing import Any

from vingt._version import __version__
from vingt.core.rules.submission import Unreadable
from vingt.report import template
from vingt.report.drawing.printed_sheet import PrintedSheet, facts, sheet_of_json, table, text
from vingt.report.packet.inputs import (
    EarlierPacket,
    PacketInputs,
    choices_of,
    inputs_of_json,
)
from vingt.report.packet.law import DRAWN_LAYOUT, rules_sheets
from vingt.report.packet.odds import odds_json, odds_of, odds_sheets, steps_of
from vingt.report.packet.overview import overview_sheet
from vingt.report.packet.won_lines import won_json, won_lines, won_sheet
from vingt.report.rules.layout_drawing import layout_drawing, plan_of, plan_of_json

FORMAT = "vingt-packet/1"
DIGITS, DECIMALS = 10, 12  # of a figure: what floats on different machines agree on
BEGIN, END = '<script type="application/json" id="packet">', "</script>"
SIGNATURES = "Signatures"
SIGNED_BY = ("For the operator", "For the independent laboratory", "For the Commission")


@dataclass(frozen=True)
class Packet:
    """`data` is JSON through and through."""

    data: Mapping[str, Any]

    @property
    def digest(self) -> str:
        return str(self.data["digests"]["packet"])

    @property
    def date(self) -> str:
        return str(self.data["inputs"]["date"])

    @property
    def title(self) -> str:
        return str(self.data["figures"]["layout"]["title"])

    @property
    def identity(self) -> str:
        return str(self.data["figures"]["identity"])

    @property
    def sheets(self) -> list[PrintedSheet]:
        """Those that are digested, and the page of signatures and digests."""
        return [*map(sheet_of_json, self.data["sheets"]), signatures(self.data)]

    def drawn(self, sheet: PrintedSheet) -> str:
        """The SVG of a sheet's drawing, in base64: an image is out of reach of the page's own style."""
        if sheet.drawing != DRAWN_LAYOUT:
            return ""
        svg = layout_drawing(plan_of_json(self.data["figures"]["layout"])).svg()
        return b64encode(svg.encode()).decode()

    @property
    def inputs(self) -> PacketInputs:
        return inputs_of_json(self.data["inputs"])

    def html(self) -> str:
        return template.page(
            "packet.html",
            packet=self,
            sheets=[(each, self.drawn(each)) for each in self.sheets],
            held=held(self.data),
            program=self.data["program"],
        )

    def as_earlier(self) -> EarlierPacket:
        """How a later packet names this one in its history."""
        inputs = self.inputs
        choices = choices_of(inputs.submission)
        return EarlierPacket(inputs.date, self.title, self.identity, self.digest, choices)


def steps(inputs: PacketInputs) -> int:
    """How often `make` calls `done`."""
    rules = inputs.proposal.rules
    return steps_of(rules, inputs.rounds) + 1 + len(rules.wagers)


def make(inputs: PacketInputs, done: Callable[[], None] = lambda: None) -> Packet:
    """Everything computed anew; the same inputs give the same bytes."""
    at = inputs.proposal
    rules = at.rules
    odds = odds_of(inputs, done)
    won = won_lines(rules, [sheet.value for sheet in odds.sheets], done)
    sheets = [
        *rules_sheets(inputs),
        overview_sheet(at, odds),
        *odds_sheets(inputs, odds),
        won_sheet(rules, won),
    ]
    figures = {
        "identity": rules.identity,
        **odds_json(odds),
        "rounds": won_json(won),
        "layout": plan_of(rules).as_json(),
    }
    data = {
        "format": FORMAT,
        "program": f"vingt {__version__}",
        "inputs": inputs.as_json(),
        "figures": with_digits(figures),
        "sheets": [each.as_json() for each in sheets],
    }
    data = json.loads(json.dumps(data))
    return Packet({**data, "digests": digests(data)})


def with_digits(value: Any) -> Any:
    """Floats to so many digits, through and through."""
    if isinstance(value, float):
        return round(value, min(DECIMALS, DIGITS - 1 - floor(log10(abs(value))))) + 0.0 if value else 0.0
    if isinstance(value, Mapping):
        return {key: with_digits(each) for key, each in value.items()}
    return [with_digits(each) for each in value] if isinstance(value, list | tuple) else value


def canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest_of(value: Any) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def digests(data: Mapping[str, Any]) -> dict[str, Any]:
    """Of each sheet, of the inputs and figures, and of all together."""
    whole = {name: data[name] for name in ("format", "program", "inputs", "figures", "sheets")}
    return {
        "sheets": {each["id"]: digest_of(each) for each in data["sheets"]},
        "inputs": digest_of(data["inputs"]),
        "figures": digest_of(data["figures"]),
        "packet": digest_of(whole),
    }


def signatures(data: Mapping[str, Any]) -> PrintedSheet:
    digests = data["digests"]
    rows = [(each["title"], digests["sheets"][each["id"]]) for each in data["sheets"]]
    return PrintedSheet(
        "signatures",
        "Signatures and digests",
        [
            facts([("Digest of this packet", digests["packet"]), ("Date", str(data["inputs"]["date"]))]),
            text(
                "The digest is the SHA-256 of everything in this packet. Who signs it signs these rules and "
                "these numbers; vingt packet --verify computes them again and names any digit that differs."
            ),
            table(
                ("", "name", "signature", "date"),
                ((each, "", "", "") for each in SIGNED_BY),
                SIGNATURES,
            ),
            table(
                ("part", "SHA-256"),
                [("What it was made from", digests["inputs"]), ("Figures", digests["figures"]), *rows],
                "Digests",
            ),
        ],
    )


# -- the file ----------------------------------------------------------------------------------------------


def held(data: Mapping[str, Any]) -> str:
    """The JSON as it stands in the page, in its own order: nothing in it ends the element that holds it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def data_in(text_of_file: str) -> Any:
    """The JSON that a page holds; a file may be nothing else. ValueError where it is none."""
    _, found, rest = text_of_file.partition(BEGIN)
    inner, ended, _ = rest.partition(END)
    return json.loads(inner if found and ended else text_of_file)


def packet_in(text_of_file: str, named: str) -> Packet:
    """The packet that a file holds."""
    try:
        data = data_in(text_of_file)
        if data["format"] != FORMAT:
            raise Unreadable(f"{named}: a packet of another form, {data['format']!r}; this is {FORMAT}")
        packet = Packet(data)
        _ = packet.digest, packet.sheets, packet.inputs, packet.title
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(f"{named}: holds no packet of vingt") from error
    return packet


def inputs_changed(text_of_file: str) -> tuple[str, str] | None:
    """The digest of what a packet was made from, as it is and as the file states it, where they differ: then
    it was changed, even if nothing can be computed from it any more."""
    try:
        data = data_in(text_of_file)
        own, stated = digest_of(data["inputs"]), str(data["digests"]["inputs"])
    except (ValueError, KeyError, TypeError):
        return None
    return (own, stated) if own != stated else None
