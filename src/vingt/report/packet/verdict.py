"""What came of computing a packet anew, in words and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vingt.report.packet.packet import Packet
from vingt.report.packet.verification import PacketDifference
from vingt.report.words.grammar import plural

SHOWN = 20  # differences that are printed; --json has them all


def compared_lines(
    named: str, held: Packet, computed: Packet, different: Sequence[PacketDifference]
) -> Iterator[str]:
    if not different:
        rounds = len(held.data["figures"]["rounds"])
        yield f"{named}: every digit as computed; {rounds} rounds played by the engine; dated {held.date}"
        yield f"digest {held.digest}"
        return
    yield f"{named}: {plural(len(different), 'difference')} from what {computed.data['program']} computes"
    for difference in different[:SHOWN]:
        yield f"  {difference}"
    if len(different) > SHOWN:
        yield f"  and {len(different) - SHOWN} more: --json lists all"


def compared_json(
    named: str, held: Packet, computed: Packet, different: Sequence[PacketDifference]
) -> dict[str, object]:
    return {
        "file": named,
        "same": not different,
        "digest": held.digest,
        "computed": computed.digest,
        "date": held.date,
        "differences": [difference.as_json() for difference in different],
    }


def inputs_changed_lines(named: str, own: str, stated: str, why: str) -> Iterator[str]:
    """Of a packet that cannot be computed any more, because of what was done to its inputs."""
    yield f"{named}: 1 difference: what it was made from was changed"
    yield f"  inputs: digest {own}, stated {stated}"
    yield f"  and nothing can be computed from it: {why}"


def inputs_changed_json(named: str, own: str, stated: str, why: str) -> dict[str, object]:
    difference = PacketDifference("inputs", own, stated)
    return {"file": named, "same": False, "differences": [difference.as_json()], "not_computed": why}
