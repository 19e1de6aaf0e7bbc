"""Who is here: guests and accounts, roles, sessions and purses, rebuilt from the people stream."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, assert_never

from vingt.live.log import codec
from vingt.live.log import people_events as p
from vingt.live.log.chain import StoredEvent
from vingt.live.log.kinds import PEOPLE_EVENTS, AnyEvent
from vingt.live.log.sqlite_store import now
from vingt.live.log.store import PEOPLE, TABLE, Appended, EventStore
from vingt.live.money.cashier import Cashier, NotEnough, TableBatch
from vingt.live.money.ledger import people_postings
from vingt.live.people.doorkeeper import Doorkeeper, TooManyTries
from vingt.live.people.names import WrongName, display_name, login_name
from vingt.live.people.passwords import BadPassword, Passwords
from vingt.live.people.person import (
    SESSION_LASTS,
    Blocked,
    LastAdministrator,
    LoginSession,
    NameTaken,
    Person,
    WrongCode,
    WrongPassword,
    administrators,
    token_hash,
)

__all__ = [
    "NotEnough",
    "People",
    "TooManyTries",
    "WrongName",
]

DEMO_PURSE = 1_000_000  # $10,000 of demo money
WHY_MOST = 200


class People:
    """The only writer of the people stream; each change waits for the one before."""

    def __init__(
        self,
        store: EventStore,
        clock: Callable[[], int] = now,
        passwords: Passwords | None = None,
        kept: tuple[Any, ...] | None = None,
    ) -> None:
        self._store, self._clock = store, clock
        self._writing = asyncio.Lock()
        self._cashier = Cashier(self._writing, self.purse, self._append_with)
        self._passwords = passwords or Passwords()
        self._doorkeeper = Doorkeeper(clock)
        self.version = 0
        self.renamed = 0  # rises when somebody who had a name gets another
        self._people: dict[str, Person] = {}
        self._logins: dict[str, str] = {}
        self._hashes: dict[str, str] = {}
        self._sessions: dict[str, LoginSession] = {}
        self._return_codes: dict[str, str] = {}  # hashed, and whose they are
        self._purses: dict[str, int] = {}
        self._rebuilding = True
        if kept is not None:
            self._restore(kept)
        for stored in store.read(PEOPLE, self.version):
            self._follow(stored)
        self._rebuilding = False

    def kept(self) -> tuple[Any, ...]:
        """Everybody as a cache keeps them."""
        standing = (
            self._people,
            self._logins,
            self._hashes,
            self._sessions,
            self._return_codes,
            self._purses,
        )
        return (self.version, *standing, self._doorkeeper.kept())

    def _restore(self, kept: tuple[Any, ...]) -> None:
        self.version, self._people, self._logins, self._hashes, self._sessions, *more = kept
        self._return_codes, self._purses, tries = more
        self._doorkeeper.restore(tries)

    # -- asking --------------------------------------------------------------------------------------------

    def get(self, person: str) -> Person | None:
        return self._people.get(person)

    def name(self, person: str) -> str:
        known = self._people.get(person)
        return known.name if known else person

    def everybody(self) -> tuple[Person, ...]:
        return tuple(self._people.values())

    def purse(self, person: str) -> int:
        return self._purses.get(person, 0)

    def by_token(self, token: str) -> Person | None:
        """The person of a session; None when the token is none, or its session over."""
        return self.by_hash(token_hash(token))

    def by_hash(self, hashed: str) -> Person | None:
        """The same by the token's hash, for who asks often."""
        session = self._sessions.get(hashed)
        if session is None or session.ends <= self._clock():
            return None
        return self._people[session.person]

    def sessions(self, person: str) -> tuple[LoginSession, ...]:
        """Those that are open, the newest first."""
        now = self._clock()
        open_now = [login for login in self._sessions.values() if login.person == person and login.ends > now]
        return tuple(sorted(open_now, key=lambda session: -session.ends))

    def by_login(self, login: str) -> Person | None:
        return self._people.get(self._logins.get(login.strip().casefold(), ""))

    # -- coming and going ----------------------------------------------------------------------------------

    async def welcome(self, name: str = "") -> tuple[Person, str]:
        """A new guest with a demo purse, and the token of their session."""
        person = f"p{secrets.token_hex(6)}"
        shown = display_name(name) or f"Guest {person[-4:]}"
        token = secrets.token_urlsafe(32)
        async with self._writing:
            await self._append(
                p.GuestWelcomed(person, shown),
                p.PurseFilled(person, DEMO_PURSE),
                p.SessionOpened(person, token_hash(token)),
            )
        return self._people[person], token

    async def make_account(
        self, login: str, password: str, name: str = "", *, person: str = "", role: p.RoleName = "player"
    ) -> Person:
        """An account; a guest who makes one (`person`) keeps purse and seat."""
        login, shown = login_name(login), display_name(name) or login
        if login in self._logins:
            raise NameTaken(f"the login {login!r} is taken")
        hashed = await self._passwords.hashed(password, login, shown)
        async with self._writing:
            if login in self._logins:
                raise NameTaken(f"the login {login!r} is taken")
            known = self._people.get(person)
            if person and (known is None or not known.guest):
                raise WrongName("only a guest can make an account")
            id = person or f"p{secrets.token_hex(6)}"
            events: list[AnyEvent] = [p.AccountMade(id, login, shown, hashed)]
            if not person:
                events.append(p.PurseFilled(id, DEMO_PURSE))
            if role != "player":
                events.append(p.RoleGiven(id, role, ""))
            await self._append(*events)
        return self._people[id]

    async def sign_in(self, login: str, password: str, address: str = "") -> tuple[Person, str]:
        """The person and a session's token; WrongPassword, TooManyTries or Blocked otherwise.

        Wrong tries slow an address down, by at most half a minute. What is tried elsewhere spends a login's
        budget, but never keeps out who once signed in from this address.
        """
        login = login.strip().casefold()[:40]
        person = self._logins.get(login)
        attempt = self._doorkeeper.let_try(login, person, address)
        if not await self._passwords.fits(password, self._hashes.get(person) if person else None):
            async with self._writing:
                await self._append(p.SignInFailed(login, address))
            raise WrongPassword("no account has this login and password")
        assert person is not None
        self._doorkeeper.was_right(attempt)
        known = () if attempt.known_here else (p.SignedIn(person, attempt.origin),)
        return await self._opened_session(person, *known)

    async def make_return_code(self, person: str) -> str:
        """What brings a guest back to this purse from anywhere; a code made before is void from now on."""
        code = secrets.token_hex(16)
        async with self._writing:
            known = self._people.get(person)
            if known is None or not known.guest:
                raise WrongName("only a guest has a return code: an account has its password")
            await self._append(p.ReturnCodeMade(person, token_hash(code)))
        return code

    async def return_with(self, code: str, address: str = "") -> tuple[Person, str]:
        """The guest and a new session's token; WrongCode or TooManyTries otherwise."""
        attempt = self._doorkeeper.let_try("", None, address)
        hashed = token_hash(code.strip().casefold()[:100])
        person = self._return_codes.get(hashed)
        if person is None:
            raise WrongCode("no guest has this return code, or a newer one was made")
        self._doorkeeper.was_right(attempt)
        return await self._opened_session(person)

    async def _opened_session(self, person: str, *before: AnyEvent) -> tuple[Person, str]:
        token = secrets.token_urlsafe(32)
        async with self._writing:
            if self._people[person].blocked:
                raise Blocked("this account is blocked: ask the operator of the house")
            await self._append(*before, p.SessionOpened(person, token_hash(token)))
        return self._people[person], token

    async def sign_out(self, token: str) -> None:
        hashed = token_hash(token)
        async with self._writing:
            if session := self._sessions.get(hashed):
                await self._append(p.SessionClosed(session.person, hashed))

    async def change_password(self, person: str, old: str, new: str, address: str = "") -> None:
        """Every session of the person ends: who knew the old password is out."""
        attempt = self._doorkeeper.let_try_again(person, address)
        if not await self._passwords.fits(old, self._hashes.get(person)):
            raise WrongPassword("that is not the password")
        self._doorkeeper.was_right(attempt)
        if old == new:
            raise BadPassword("the new password is the old one")
        known = self._people[person]
        hashed = await self._passwords.hashed(new, known.login, known.name)
        async with self._writing:
            ended = [token for token, session in self._sessions.items() if session.person == person]
            closed = [p.SessionClosed(person, token) for token in ended]
            await self._append(p.PasswordChanged(person, hashed), *closed)

    async def end_sessions(self, person: str, by: str, but: str = "") -> None:
        """Every session of the person, except the one of the token `but`."""
        async with self._writing:
            self._known(person)
            await self._append(p.SessionsEnded(person, by, token_hash(but) if but else ""))

    # -- what administrators do ----------------------------------------------------------------------------

    async def give_role(self, person: str, role: p.RoleName, by: str) -> None:
        async with self._writing:
            if role not in self._known(person).roles:
                await self._append(p.RoleGiven(person, role, by))

    async def take_role(self, person: str, role: p.RoleName, by: str) -> None:
        async with self._writing:
            if role not in self._known(person).roles:
                return
            if role == "player":
                raise WrongName("everybody is a player: block who may not play")
            if role == "administrator":
                self._keep_one(person)
            await self._append(p.RoleTaken(person, role, by))

    async def block(self, person: str, by: str, why: str = "") -> None:
        async with self._writing:
            if not self._known(person).blocked:
                self._keep_one(person)
                await self._append(p.PersonBlocked(person, by, why[:WHY_MOST]))

    async def unblock(self, person: str, by: str) -> None:
        async with self._writing:
            if self._known(person).blocked:
                await self._append(p.PersonUnblocked(person, by))

    async def reset_password(self, person: str, by: str) -> str:
        """A password for one purpose, choosing another; it is told once and kept nowhere."""
        if self._known(person).guest:
            raise WrongName("a guest has no password: a return link is made by the guest")
        password = "-".join(secrets.token_hex(2) for _ in range(5))
        hashed = await self._passwords.hashed(password)
        async with self._writing:
            await self._append(p.PasswordReset(person, hashed, by), p.SessionsEnded(person, by))
        return password

    def _known(self, person: str) -> Person:
        known = self._people.get(person)
        if known is None:
            raise WrongName(f"there is no person {person[:40]!r}")
        return known

    def _keep_one(self, person: str) -> None:
        left = [
            administrator
            for administrator in administrators(self._people.values())
            if not administrator.blocked
        ]
        if [administrator.id for administrator in left] == [person]:
            raise LastAdministrator("this is the last administrator: make another one first")

    # -- money ---------------------------------------------------------------------------------------------

    async def fill_purse(self, person: str, amount: int) -> None:
        async with self._writing:
            await self._append(p.PurseFilled(person, amount))

    async def buy_chips(self, person: str, table: str, amount: int, at_table: TableBatch) -> Appended:
        """Purse to table in one append; `at_table` is the table's version and its half of the events."""
        if amount <= 0:
            raise NotEnough(f"{amount} cents buy no chips")
        bought = [p.ChipsBought(person, table, amount)]
        return await self._cashier.move({person: -amount}, bought, f"{TABLE}{table}", at_table)

    async def return_chips(self, person: str, table: str, amount: int, at_table: TableBatch) -> Appended:
        """Table to purse in one append. That the rack holds the amount is for the table to see to."""
        return await self.return_all_chips({person: amount}, table, at_table)

    async def return_all_chips(
        self, amounts: Mapping[str, int], table: str, at_table: TableBatch
    ) -> Appended:
        """The same for several people at once."""
        returned = [p.ChipsReturned(person, table, amount) for person, amount in amounts.items()]
        return await self._cashier.move(amounts, returned, f"{TABLE}{table}", at_table)

    # -- the stream ----------------------------------------------------------------------------------------

    async def _append(self, *events: AnyEvent) -> Appended:
        return await self._append_with(events, {})

    async def _append_with(self, events: Sequence[AnyEvent], tables: Mapping[str, TableBatch]) -> Appended:
        people = (self.version, [codec.new(event) for event in events])
        storing = asyncio.ensure_future(self._stored({PEOPLE: people, **tables}))
        try:
            return await asyncio.shield(storing)
        finally:
            while not storing.done():  # whoever asked has gone; the next change must wait all the same
                await asyncio.wait([storing])

    async def _stored(self, batches: dict[str, TableBatch]) -> Appended:
        appended = await self._store.append(batches)
        for stored in appended[PEOPLE]:
            self._follow(stored)
        return appended

    def _follow(self, stored: StoredEvent) -> None:
        self.version = stored.version
        event: p.PeopleEvent = codec.event_of(stored)  # refuses what is no event at all
        if stored.kind not in PEOPLE_EVENTS:
            return  # `verify` finds what does not belong here
        match event:
            case p.GuestWelcomed(person, name):
                self._people[person] = Person(person, name)
            case p.AccountMade(person, login, name, password):
                known = self._people.get(person, Person(person, name))
                self.renamed += known.name != name
                self._people[person] = replace(known, name=name, login=login)
                self._logins[login] = person
                self._hashes[person] = password
                self._void_return_code(person)  # from now on the password is the way in
            case p.ReturnCodeMade(person, code):
                self._void_return_code(person)
                self._return_codes[code] = person
            case p.PasswordChanged(person, password):
                self._hashes[person] = password
                self._people[person] = replace(self._people[person], must_change=False)
            case p.PasswordReset(person, password, _):
                self._hashes[person] = password
                self._people[person] = replace(self._people[person], must_change=True)
            case p.RoleTaken(person, role, _):
                known = self._people[person]
                self._people[person] = replace(known, roles=known.roles - {role})
            case p.PersonBlocked(person):
                self._people[person] = replace(self._people[person], blocked=True)
                self._end_sessions(person)
            case p.PersonUnblocked(person):
                self._people[person] = replace(self._people[person], blocked=False)
            case p.SessionsEnded(person, _, but):
                self._end_sessions(person, but)
            case p.SignInFailed(login, address):
                if self._rebuilding:  # what was tried before a restart counts after it
                    self._doorkeeper.remember_wrong(login, self._logins.get(login), address, stored.at)
            case p.SignedIn(person, address):
                self._doorkeeper.remember_right(person, address)
            case p.RoleGiven(person, role, _):
                known = self._people[person]
                self._people[person] = replace(known, roles=known.roles | {role})
            case p.SessionOpened(person, token):
                if stored.at + SESSION_LASTS > self._clock():
                    self._sessions[token] = LoginSession(person, stored.at + SESSION_LASTS)
            case p.SessionClosed(_, token):
                self._sessions.pop(token, None)
            case p.PurseFilled() | p.ChipsBought() | p.ChipsReturned():
                pass  # below
            case _:
                assert_never(event)
        for account, amount in people_postings(event):
            kind, _, person = account.partition("/")
            if kind == "purse":
                self._purses[person] = self._purses.get(person, 0) + amount

    def _end_sessions(self, person: str, but: str = "") -> None:
        kept = self._sessions.items()
        self._sessions = {
            token: session for token, session in kept if session.person != person or token == but
        }

    def _void_return_code(self, person: str) -> None:
        self._return_codes = {code: holder for code, holder in self._return_codes.items() if holder != person}
