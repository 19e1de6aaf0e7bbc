"""Addresses as limits count them: who owns one IPv6 address owns the other 2**64 of its network too."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """None for what is no address: a Unix socket's peer, a test's own."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def counted_as(address: str) -> str:
    """One name for all addresses of one holder."""
    found = parsed(address)
    if isinstance(found, IPv6Address) and not found.is_loopback:
        return str(IPv6Network((found, 64), strict=False))
    return str(found) if found is not None else address[:100]


def of_this_machine(address: str) -> bool:
    found = parsed(address)
    return found is not None and found.is_loopback
