"""What a packet is made from, all of it written in the packet: whoever has the file can make it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from vingt.core.rules.submission import Submission, Unreadable
from vingt.live.log.filing import filed, restored
from vingt.report.proposal import Proposal
from vingt.rulebook import library

SEED, ROUNDS = 1, 2_000_000  # of the simulation beside the exact values, unless said otherwise
MOST_ROUNDS = 1_000_000_000


@dataclass(frozen=True)
class EarlierPacket:
    """An entry of the version history: a packet that was filed before, as its file says."""

    date: str
    title: str
    identity: str
    digest: str
    choices: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        return {
            "date": self.date,
            "title": self.title,
            "identity": self.identity,
            "digest": self.digest,
            "choices": dict(self.choices),
        }


@dataclass(frozen=True)
class PacketInputs:
    """`history` is the oldest first."""

    submission: Submission
    address: str  # of the rulebook, with its edition
    date: str
    seed: int = SEED
    rounds: int = ROUNDS
    history: tuple[EarlierPacket, ...] = ()

    @property
    def proposal(self) -> Proposal:
        return Proposal(self.submission.source, self.submission, library.load(self.address))

    def as_json(self) -> dict[str, Any]:
        return {
            "rulebook": self.address,
            "rulebook_digest": library.digest_of(self.address),
            "submission": filed(self.submission),
            "date": self.date,
            "simulation": {"seed": self.seed, "rounds": self.rounds},
            "history": [each.as_json() for each in self.history],
        }


def inputs_for(
    at: Proposal,
    day: str | None = None,
    seed: int = SEED,
    rounds: int = ROUNDS,
    history: tuple[EarlierPacket, ...] = (),
) -> PacketInputs:
    """Of a submission as it stands; `day` is today's unless it is said."""
    address = at.rules.address
    source = at.submission.source
    own_file = not library.is_rulebook(source.partition("/")[0])
    named = Submission(
        Path(source).name if own_file else source,
        address,
        {**at.submission.raw, "rulebook": address},
        at.submission.lines,
    )
    return PacketInputs(named, address, checked_date(day), seed, checked_rounds(rounds), history)


def checked_date(day: str | None) -> str:
    if day is None:
        return date.today().isoformat()
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError:
        raise Unreadable(f"--date {day}: write the day as 2026-11-16") from None


def checked_rounds(rounds: int) -> int:
    if not 1000 <= rounds <= MOST_ROUNDS:
        raise Unreadable(f"--rounds {rounds}: from 1000 to {MOST_ROUNDS:,}")
    return rounds


def inputs_of_json(kept: Mapping[str, Any]) -> PacketInputs:
    """As a packet states them."""
    given = kept["submission"]
    raw = restored(given["choices"])
    submission = Submission(given["source"], kept["rulebook"], raw)
    return PacketInputs(
        submission,
        str(kept["rulebook"]),
        checked_date(str(kept["date"])),
        int(kept["simulation"]["seed"]),
        checked_rounds(int(kept["simulation"]["rounds"])),
        tuple(
            EarlierPacket(
                each["date"], each["title"], each["identity"], each["digest"], dict(each["choices"])
            )
            for each in kept["history"]
        ),
    )


# -- choices as an operator writes them --------------------------------------------------------------------


def choices_of(submission: Submission) -> dict[str, str]:
    """Every choice of a submission: its key with dots -> its value in TOML."""
    return dict(flattened(submission.raw, ""))


def flattened(raw: Mapping[str, Any], before: str) -> Iterator[tuple[str, str]]:
    for key, value in raw.items():
        if isinstance(value, Mapping) and value:
            yield from flattened(value, f"{before}{key}.")
        elif not (key == "rulebook" and not before):
            yield f"{before}{key}", literal(value)


def literal(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case Decimal() | int():
            return str(value)
        case list() | tuple():
            return f"[{', '.join(literal(each) for each in value)}]"
        case Mapping():
            return "{" + ", ".join(f"{key} = {literal(each)}" for key, each in value.items()) + "}"
        case _:
            return str(value)
