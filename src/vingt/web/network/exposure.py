"""How a house is exposed: under which names it is reached, through whom, and within which limits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_network
from urllib.parse import urlsplit

from vingt.live.people.addresses import of_this_machine, parsed
from vingt.web.network.limits import LIMITS, RequestLimits

NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*")
EVERYWHERE = ("0.0.0.0", "::")
LOCAL = ("localhost", "127.0.0.1", "::1")


class NotAName(ValueError):
    """No name of a host, or no address of a proxy."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """`names` None lets every Host pass: for tests, and for whoever checks it before us."""

    names: frozenset[str] | None = None
    by_any_address: bool = False  # listening everywhere: whatever address of ours was dialled
    proxies: tuple[str, ...] = ()
    limits: RequestLimits = LIMITS

    @classmethod
    def at(cls, host: str, names: Iterable[str], proxies: Iterable[str], limits: RequestLimits) -> Exposure:
        """For who listens at `host`; NotAName says what cannot be."""
        given = []
        for name in names:
            plain = name.strip().casefold().rstrip(".")
            if not (NAME.fullmatch(plain) or parsed(plain.strip("[]"))):
                raise NotAName(f"--name {name[:80]}: expected a host such as cards.example, without port")
            given.append(plain.strip("[]"))
        known = tuple(proxies)
        for proxy in known:
            try:
                ip_network(proxy)
            except ValueError:
                raise NotAName(
                    f"--proxy {proxy[:80]}: expected an address such as 127.0.0.1, or a network"
                ) from None
        own = host.casefold().strip("[]")
        return cls(frozenset((*LOCAL, own, *given)), own in EVERYWHERE, known, limits)

    def refuses(self, host: str | None) -> str:
        """Why a request with this Host header is not for us, or ""."""
        if self.names is None:
            return ""
        named = host_of(host or "")
        if named is None:
            return "the request names no host"
        address = parsed(named)
        if named in self.names or (address is not None and (self.by_any_address or of_this_machine(named))):
            return ""
        return f"this house is not called {named[:80]}: its operator can say so with --name {named[:80]}"


def host_of(header: str) -> str | None:
    """The name of a Host header, without port; None where there is none."""
    try:
        split = urlsplit(f"//{header}")
        name, _ = split.hostname, split.port
    except ValueError:
        return None
    if not name or split.netloc != header or split.username is not None or split.path:
        return None
    return name.rstrip(".")
