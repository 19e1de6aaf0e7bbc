"""The five rulebooks as data: the only reader of the files in this package."""

from __future__ import annotations

import csv
import hashlib
import json
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from vingt.core.cite import Clause, Inventory, Reading
from vingt.core.rules.document import Document, parse_document
from vingt.core.rules.resolve import resolve
from vingt.core.rules.submission import Submission, Unreadable, parse_submission
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook.inputs import read_input

RULEBOOKS = ("md-pontoon-21", "ma-pontoon-21", "mbs-pontoon", "md-blackjack", "md-players-edge-21")


class NoSuchRulebook(LookupError):
    """The name is none of the rulebooks."""


def folder(rulebook: str) -> Traversable:
    if rulebook not in RULEBOOKS:
        raise NoSuchRulebook(f"no rulebook {rulebook!r}: the rulebooks are {', '.join(RULEBOOKS)}")
    return files("vingt.rulebook") / rulebook


@cache
def clauses(rulebook: str) -> tuple[Clause, ...]:
    text = (folder(rulebook) / "clauses.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return tuple(Clause(row["id"], row["area"], row["carrier"], row["statement"]) for row in rows)


@cache
def readings() -> tuple[Reading, ...]:
    """All readings; each names the clauses it is about."""
    text = (files("vingt.rulebook") / "readings.toml").read_text(encoding="utf-8")
    return tuple(
        Reading(
            id=each["id"],
            clauses=tuple(each["clauses"]),
            question=each["question"],
            default=each["default"],
            reason=each["reason"],
            option=each["option"],
        )
        for each in tomllib.loads(text)["reading"]
    )


@cache
def proofs() -> Mapping[str, tuple[str, ...]]:
    """Clause id -> the tests that prove it, as the test run last collected them."""
    listed = files("vingt.rulebook") / "proofs.json"
    if not listed.is_file():
        return {}
    return {clause: tuple(tests) for clause, tests in json.loads(listed.read_text(encoding="utf-8")).items()}


def rulebook_text(rulebook: str) -> str:
    return (folder(rulebook) / "rulebook.toml").read_text(encoding="utf-8")


@cache
def inventory(rulebook: str) -> Inventory:
    listed = clauses(rulebook)
    return Inventory(listed[0].id.split(" ")[0], listed, readings())


@cache
def load(rulebook: str) -> Document:
    """The rulebook document, checked against its clause inventory."""
    return parse_document(tomllib.loads(rulebook_text(rulebook)), inventory(rulebook))


@cache
def earlier(rulebook: str) -> Mapping[str, Document]:
    """Digest of its file -> the document as an earlier version carried it, oldest first.

    A table that was opened under one of them keeps it: its log is judged by the rules that were in force.
    """
    kept = folder(rulebook) / "earlier"
    named = sorted((each for each in kept.iterdir()), key=lambda each: int(each.name.partition(".")[0]))
    return {
        hashlib.sha256(each.read_bytes()).hexdigest(): parse_document(
            tomllib.loads(each.read_text(encoding="utf-8")), inventory(rulebook), earlier=True
        )
        for each in named
    }


def was_filed_under(rulebook: str, digest: str) -> bool:
    """Whether the document of this digest is here; logs older than digests were of the first one."""
    return not digest or digest in earlier(rulebook) or digest == digest_of(rulebook)


def digest_of(rulebook: str) -> str:
    return hashlib.sha256(rulebook_text(rulebook).encode()).hexdigest()


def document_filed(chosen: Submission, digest: str) -> Document:
    """The document a log names by the digest of its file; logs older than digests were of the first one."""
    now = document_of(chosen)
    kept = earlier(chosen.rulebook)
    return kept.get(digest, now) if digest else next(iter(kept.values()), now)


def samples(rulebook: str) -> tuple[str, ...]:
    """Names of the sample submissions, the default first."""
    names = sorted(each.name.removesuffix(".toml") for each in (folder(rulebook) / "submissions").iterdir())
    return ("default", *(name for name in names if name != "default"))


def sample(rulebook: str, name: str = "default") -> Submission:
    if name not in samples(rulebook):
        raise NoSuchRulebook(f"no sample {name!r} of {rulebook}: there are {', '.join(samples(rulebook))}")
    data = (folder(rulebook) / "submissions" / f"{name}.toml").read_bytes()
    return parse_submission(data, f"{rulebook}/{name}")


def submission(rules: str) -> Submission:
    """What RULES names in every command: a rulebook id, a sample ("md-pontoon-21/default") or a file."""
    path = Path(rules)
    if rules in RULEBOOKS:
        return sample(rules)
    named, sign, name = rules.partition("/")
    if sign and named in RULEBOOKS and not path.exists():
        return sample(named, name)
    try:
        data = read_input(path)
    except OSError as error:
        near = get_close_matches(rules, RULEBOOKS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        known = ", ".join(RULEBOOKS)
        why = "is a folder" if path.is_dir() else (error.strerror or "cannot be read").lower()
        raise Unreadable(f"{rules}: {why}, and no rulebook has that id ({known}){hint}") from error
    return parse_submission(data, rules)


def document_of(chosen: Submission) -> Document:
    if chosen.rulebook not in RULEBOOKS:
        near = get_close_matches(chosen.rulebook, RULEBOOKS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        line = chosen.line("rulebook")
        raise Unreadable(
            f"{chosen.source}, line {line}: no rulebook {chosen.rulebook!r}: "
            f"the rulebooks are {', '.join(RULEBOOKS)}{hint}"
        )
    return load(chosen.rulebook)


def table_rules(rules: str, choices: Mapping[str, Any] | None = None) -> TableRules:
    """The rules in force for what RULES names, with choices overridden as by `--set`."""
    chosen = submission(rules)
    if choices:
        chosen = chosen.with_choices(choices)
    return resolve(document_of(chosen), chosen)
