"""Addresses as limits count them: who owns one IPv6 address owns the other 2**64 of its network too."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """None for what is no address: a Unix socket's peer, a test's own."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (ip.ipv4_mapped or ip) if isinstance(ip, IPv6Address) else ip


def counted_as(address: str) -> str:
    """One name for all addresses of one holder."""
    ip = parsed(address)
    if isinstance(ip, IPv6Address) and not ip.is_loopback:
        return str(IPv6Network((ip, 64), strict=False))
    return str(ip) if ip is not None else address[:100]


def of_this_machine(address: str) -> bool:
    ip = parsed(address)
    return ip is not None and ip.is_loopback
