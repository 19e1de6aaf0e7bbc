"""The five rulebooks as data: the only reader of the files in this package."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from vingt.core.cite import Clause, Inventory, Reading
from vingt.core.rules.document import Document, parse_document
from vingt.core.rules.leaf import DocumentError
from vingt.core.rules.places import line_of, places
from vingt.core.rules.resolve import resolve
from vingt.core.rules.submission import Submission, Unreadable, copied, parse_submission
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook.inputs import read_input

RULEBOOKS = ("md-pontoon-21", "ma-pontoon-21", "mbs-pontoon", "md-blackjack", "md-players-edge-21")


AT = "@"  # between a rulebook and its edition: md-pontoon-21@1


class NoSuchRulebook(LookupError):
    """The name is none of the rulebooks, or of none of their editions."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


# -- where things lie --------------------------------------------------------------------------------------


class Address(NamedTuple):
    """One edition of a rulebook. An id alone means the newest."""

    rulebook: str
    edition: int

    def __str__(self) -> str:
        return f"{self.rulebook}{AT}{self.edition}"


def folder(rulebook: str) -> Traversable:
    if rulebook not in RULEBOOKS:
        raise NoSuchRulebook(f"no rulebook {rulebook!r}: the rulebooks are {', '.join(RULEBOOKS)}")
    return files("vingt.rulebook") / rulebook


@cache
def editions(rulebook: str) -> tuple[int, ...]:
    """The editions of a rulebook, the newest last. None is ever changed once a table was opened under it."""
    return tuple(sorted(int(path.name) for path in folder(rulebook).iterdir() if path.name.isdigit()))


def address(named: str) -> Address:
    """What "md-pontoon-21@1" or "md-pontoon-21" names."""
    rulebook, sign, edition = named.partition(AT)
    known = editions(rulebook)
    if not sign:
        return Address(rulebook, known[-1])
    if edition not in map(str, known):
        there = [str(Address(rulebook, number)) for number in known]
        hint = did_you_mean(named, reversed(there))
        raise NoSuchRulebook(f"no edition {edition!r} of {rulebook}: there are {', '.join(there)}{hint}")
    return Address(rulebook, int(edition))


def is_rulebook(named: str) -> bool:
    """Whether the name is a rulebook's, with or without an edition that exists."""
    try:
        address(named)
    except NoSuchRulebook:
        return False
    return True


def file_of(named: str, file: str) -> Traversable:
    """The file of an edition: its own, or the one that all editions share."""
    at = address(named)
    own = folder(at.rulebook) / str(at.edition) / file
    return own if own.is_file() else folder(at.rulebook) / file


# -- what they say -----------------------------------------------------------------------------------------


@cache
def clauses(rulebook: str) -> tuple[Clause, ...]:
    text = file_of(rulebook, "clauses.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return tuple(Clause(row["id"], row["area"], row["carrier"], row["statement"]) for row in rows)


@cache
def readings(rulebook: str = "") -> tuple[Reading, ...]:
    """All readings; each names the clauses it is about. An edition may have kept its own."""
    shared = files("vingt.rulebook") / "readings.toml"
    own = file_of(rulebook, "readings.toml") if rulebook else shared
    text = (own if own.is_file() else shared).read_text(encoding="utf-8")
    return tuple(
        Reading(
            id=entry["id"],
            clauses=tuple(entry["clauses"]),
            question=entry["question"],
            default=entry["default"],
            reason=entry["reason"],
            option=entry["option"],
        )
        for entry in tomllib.loads(text)["reading"]
    )


# What proves a clause, the strongest first: something executes and would fail; a submission, page or felt is
# accepted, refused or drawn as it says; our data agree with our words for it.
ProofKind = Literal["played", "checked", "stated"]
PROOF_KINDS: tuple[ProofKind, ...] = get_args(ProofKind)
Proofs = Mapping[ProofKind, Sequence[str]]


@cache
def proofs() -> Mapping[str, Proofs]:
    """Clause id -> the tests that prove it by kind, as the test run last collected them."""
    listed = files("vingt.rulebook") / "proofs.json"
    by_clause: Mapping[str, Proofs] = (
        json.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else {}
    )
    return by_clause


def rulebook_text(rulebook: str) -> str:
    return file_of(rulebook, "rulebook.toml").read_text(encoding="utf-8")


@cache
def inventory(rulebook: str) -> Inventory:
    listed = clauses(rulebook)
    return Inventory(listed[0].id.split(" ")[0], listed, readings(rulebook))


@cache
def load(rulebook: str) -> Document:
    """The document of an edition, checked against its clause inventory."""
    at = address(rulebook)
    text = rulebook_text(rulebook)
    older = at.edition != editions(at.rulebook)[-1]
    try:
        return parse_document(tomllib.loads(text), inventory(rulebook), edition=at.edition, older=older)
    except DocumentError as error:
        raise DocumentError(f"{place_of(error, str(at), text)}: {error}") from error


def place_of(error: DocumentError, address: str, text: str) -> str:
    """The file and line of the value that an error names first: double.cards_dealt, settles[3].pays."""
    path = tuple(re.findall(r"[^.\[\]]+", str(error).partition(":")[0]))
    line = line_of(places(text), path)
    return f"{address}, rulebook.toml" + (f", line {line}" if line else "")


@cache
def digest_of(rulebook: str) -> str:
    return hashlib.sha256(file_of(rulebook, "rulebook.toml").read_bytes()).hexdigest()


@cache
def former_digests() -> Mapping[str, str]:
    """Digest -> the edition that was once written so: the same values in other words of ours."""
    kept = files("vingt.rulebook") / "former.toml"
    digests: Mapping[str, str] = tomllib.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}
    return digests


def edition_filed(rulebook: str, digest: str) -> Address | None:
    """The edition a log names by the digest of its file; logs older than digests were of the first one."""
    known = (Address(rulebook, edition) for edition in editions(rulebook))
    former = former_digests().get(digest)
    return next(
        (each for each in known if not digest or digest_of(str(each)) == digest or str(each) == former), None
    )


@cache
def samples(rulebook: str) -> tuple[str, ...]:
    """Names of the sample submissions, the default first."""
    kept = folder(address(rulebook).rulebook) / "submissions"
    names = sorted(path.name.removesuffix(".toml") for path in kept.iterdir())
    return ("default", *(name for name in names if name != "default"))


def sample(rulebook: str, name: str = "default") -> Submission:
    """A sample, filed under the edition that is named, or the newest."""
    if name not in samples(rulebook):
        there, hint = ", ".join(samples(rulebook)), did_you_mean(name, samples(rulebook))
        raise NoSuchRulebook(f"no sample {name!r} of {rulebook}: there are {there}{hint}")
    chosen = parsed_sample(rulebook, name)
    return replace(chosen, rulebook=rulebook, raw={**copied(chosen.raw), "rulebook": rulebook})


@cache
def parsed_sample(rulebook: str, name: str) -> Submission:
    data = (folder(address(rulebook).rulebook) / "submissions" / f"{name}.toml").read_bytes()
    return parse_submission(data, f"{rulebook}/{name}")


def submission(rules: str) -> Submission:
    """What RULES names in every command: a rulebook id, with its edition ("md-pontoon-21@1") or without, a
    sample ("md-pontoon-21/default") or a file."""
    path = Path(rules)
    if is_rulebook(rules):
        return sample(rules)
    named, sign, name = rules.partition("/")
    if (sign or AT in named) and named.partition(AT)[0] in RULEBOOKS and not path.exists():
        try:
            return sample(named, name or "default")
        except NoSuchRulebook as error:
            raise Unreadable(str(error)) from error
    try:
        data = read_input(path)
    except OSError as error:
        hint = did_you_mean(rules, RULEBOOKS)
        known = ", ".join(RULEBOOKS)
        why = "is a folder" if path.is_dir() else (error.strerror or "cannot be read").lower()
        raise Unreadable(f"{rules}: {why}, and no rulebook has that id ({known}){hint}") from error
    return parse_submission(data, rules)


def document_of(chosen: Submission) -> Document:
    """The rulebook that a submission names, as it reads under the way to deal that it names."""
    try:
        return load(chosen.rulebook).dealt_as(chosen.raw.get("variant"))
    except NoSuchRulebook as error:
        hint = "" if AT in chosen.rulebook else did_you_mean(chosen.rulebook, RULEBOOKS)
        raise Unreadable(f"{chosen.source}, line {chosen.line('rulebook')}: {error}{hint}") from error


def table_rules(rules: str, choices: Mapping[str, Any] | None = None) -> TableRules:
    """The rules in force for what RULES names, with choices overridden as by `--set`."""
    chosen = submission(rules)
    if choices:
        chosen = chosen.with_choices(choices)
    return resolve(document_of(chosen), chosen)
