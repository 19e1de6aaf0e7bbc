"""One person: name, login and roles, an open session, and why somebody cannot come in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from vingt.live.log.people_events import RoleName

IMPLIED: dict[RoleName, tuple[RoleName, ...]] = {
    "administrator": ("auditor", "floorperson", "dealer"),
    "floorperson": ("dealer",),
}
SESSION_LASTS = 30 * 24 * 3600 * 1000


class NameTaken(ValueError):
    """The login belongs to somebody."""


class WrongPassword(Exception):
    """No such login, or not its password; which of the two is not said."""


class Blocked(Exception):
    """The password was right, but an administrator has blocked the person."""


class LastAdministrator(ValueError):
    """Without this one nobody could look after the house."""


class WrongCode(Exception):
    """No guest comes back with this code."""


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    login: str = ""
    roles: frozenset[RoleName] = frozenset(("player",))
    blocked: bool = False
    must_change: bool = False  # the password is an administrator's: good for choosing another one only

    @property
    def guest(self) -> bool:
        return not self.login

    def may(self, role: RoleName) -> bool:
        """An administrator may all that auditor and floorperson may, and a floorperson what a dealer may."""
        return role in self.roles or any(role in IMPLIED.get(held, ()) for held in self.roles)


@dataclass(frozen=True, slots=True)
class LoginSession:
    person: str
    ends: int

    @property
    def began(self) -> int:
        return self.ends - SESSION_LASTS


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def administrators(people: Iterable[Person]) -> tuple[Person, ...]:
    return tuple(person for person in people if "administrator" in person.roles)
