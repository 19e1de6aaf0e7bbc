"""The significant events of a house: what an auditor reads first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from vingt.core.money import dollars
from vingt.live.log.chain import StoredEvent
from vingt.live.log.filing import identity_in
from vingt.live.table.mishap_menu import told as told_mishap


class Log(Protocol):
    def significant(self) -> Iterator[StoredEvent]: ...


@dataclass(frozen=True, slots=True)
class Significant:
    at: int
    kind: str
    words: str
    stream: str
    version: int

    def as_json(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}


def significant_events(log: Log) -> Iterator[Significant]:
    """Oldest first. A guest's session is nobody's log-in."""
    names: dict[str, str] = {}  # of those who have an account
    for stored in log.significant():
        data = stored.data
        if stored.kind == "account_made":
            names[data["person"]] = data["login"]
        if stored.kind.startswith("session_") and data["person"] not in names:
            continue
        words = told(stored, names)
        yield Significant(stored.at, stored.kind, words, stored.stream, stored.version)


def told(stored: StoredEvent, names: Mapping[str, str]) -> str:
    data: dict[str, Any] = stored.data
    who = names.get(data.get("person", ""), data.get("person", ""))
    by = f", by {names.get(data['by'], data['by'])}" if data.get("by") else ""
    table = stored.stream.partition("/")[2]
    match stored.kind:
        case "house_started":
            what = f"program {data['program'][:12]}, generation {data['generation']}"
            return f"vingt {data['vingt']} started, {what}"
        case "house_stopped":
            return f"vingt {data['vingt']} stopped: {data['why']}"
        case "rules_accepted":
            return f"{data['by']} accepted {data['rulebook']}: {', '.join(data['changed'])}"
        case "history_lost":
            lost = ", ".join(f"{gap['stream']} {gap['first']} to {gap['last']}" for gap in data["missing"])
            return f"history lost, accepted by {data['by']}: {lost or data['why']}"
        case "fault_seen":
            return f"fault: {data['what']}"
        case "fault_ended":
            return f"fault over: {data['what']}"
        case "went_out_of_service":
            return f"{data['table']} out of service: {data['why']}"
        case "came_back_into_service":
            return f"{data['table']} back in service"
        case "account_made":
            return f"account {data['login']} made"
        case "password_changed":
            return f"password of {who} changed"
        case "password_reset":
            return f"password of {who} reset{by}"
        case "role_given":
            return f"{who} became {data['role']}{by}"
        case "role_taken":
            return f"{who} is {data['role']} no more{by}"
        case "person_blocked":
            return f"{who} blocked{by}" + (f": {data['why']}" if data["why"] else "")
        case "person_unblocked":
            return f"{who} blocked no more{by}"
        case "ejection_ordered":
            return f"{who} to be ejected from {table} after the round{by}"
        case "person_ejected":
            return f"{who} ejected from {table}{by}"
        case "sessions_ended":
            return f"sessions of {who} ended{by}"
        case "session_opened":
            return f"{who} signed in"
        case "session_closed":
            return f"{who} signed out"
        case "sign_in_failed":
            return f"sign-in as {data['login']} failed" + (
                f", from {data['address']}" if data["address"] else ""
            )
        case "table_opened":
            return f"{table} opened{by.removeprefix(',')}, rules {identity_in(data)[:12]}"
        case "limits_posted":
            return f"{table} takes {dollars(data['minimum'])} to {dollars(data['maximum'])}{by}"
        case "irregularity_reported":
            what = told_mishap(data["what"], data["box"], data["hand"])
            return f"{table}: {what[0].lower()}{what[1:]}, reported{by.removeprefix(',')}"
        case "table_closed":
            return f"{table} closed{by.removeprefix(',')}"
        case _:
            return stored.kind
