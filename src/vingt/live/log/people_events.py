"""What happens to people: accounts, roles, sessions, purses. They have a stream of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

RoleName = Literal["player", "dealer", "floorperson", "auditor", "administrator"]


@dataclass(frozen=True, slots=True)
class GuestWelcomed:
    kind: ClassVar[str] = "guest_welcomed"
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class AccountMade:
    """`password` is an argon2 hash. A guest who makes an account keeps person and purse."""

    kind: ClassVar[str] = "account_made"
    person: str
    login: str
    name: str
    password: str


@dataclass(frozen=True, slots=True)
class PasswordChanged:
    kind: ClassVar[str] = "password_changed"
    person: str
    password: str


@dataclass(frozen=True, slots=True)
class RoleGiven:
    kind: ClassVar[str] = "role_given"
    person: str
    role: RoleName
    by: str


@dataclass(frozen=True, slots=True)
class PasswordReset:
    """An administrator's doing: the password is good for choosing another one, and for nothing else."""

    kind: ClassVar[str] = "password_reset"
    person: str
    password: str
    by: str


@dataclass(frozen=True, slots=True)
class RoleTaken:
    kind: ClassVar[str] = "role_taken"
    person: str
    role: RoleName
    by: str


@dataclass(frozen=True, slots=True)
class PersonBlocked:
    """No session any more, and none to come."""

    kind: ClassVar[str] = "person_blocked"
    person: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class PersonUnblocked:
    kind: ClassVar[str] = "person_unblocked"
    person: str
    by: str


@dataclass(frozen=True, slots=True)
class SessionsEnded:
    """Every session of the person but the one whose hash is `but`, should one be named."""

    kind: ClassVar[str] = "sessions_ended"
    person: str
    by: str
    but: str = ""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """With login and password, from here: who did so once is not kept out by what others try elsewhere."""

    kind: ClassVar[str] = "signed_in"
    person: str
    address: str


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """`token` is the SHA-256 of the session token, which is kept nowhere."""

    kind: ClassVar[str] = "session_opened"
    person: str
    token: str


@dataclass(frozen=True, slots=True)
class SessionClosed:
    kind: ClassVar[str] = "session_closed"
    person: str
    token: str


@dataclass(frozen=True, slots=True)
class ReturnCodeMade:
    """`code` is the SHA-256 of what brings a guest back to the purse; the one before is void."""

    kind: ClassVar[str] = "return_code_made"
    person: str
    code: str


@dataclass(frozen=True, slots=True)
class SignInFailed:
    """No account has this login and password; which of the two was wrong is not said here either."""

    kind: ClassVar[str] = "sign_in_failed"
    login: str
    address: str


@dataclass(frozen=True, slots=True)
class PurseFilled:
    """Demo money out of nothing."""

    kind: ClassVar[str] = "purse_filled"
    person: str
    amount: int


@dataclass(frozen=True, slots=True)
class ChipsBought:
    """Money left the purse for a table."""

    kind: ClassVar[str] = "chips_bought"
    person: str
    table: str
    amount: int


@dataclass(frozen=True, slots=True)
class ChipsReturned:
    kind: ClassVar[str] = "chips_returned"
    person: str
    table: str
    amount: int


PeopleEvent = (
    GuestWelcomed
    | AccountMade
    | PasswordChanged
    | PasswordReset
    | RoleGiven
    | RoleTaken
    | PersonBlocked
    | PersonUnblocked
    | SessionOpened
    | SessionClosed
    | SessionsEnded
    | SignedIn
    | ReturnCodeMade
    | SignInFailed
    | PurseFilled
    | ChipsBought
    | ChipsReturned
)
