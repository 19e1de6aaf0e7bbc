"""What runs on a rulebook, so that a changed value can be seen to change something: worked rounds, worked deals of
side wagers, accepted and refused submissions, sample tables."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple

import pytest

from tests.proof.mutations import Mutation
from tests.proof.samples import faults
from tests.rounds.test_worked_rounds import rounds, test_worked_round
from tests.rulebook.test_choices import (
    choices,
    test_what_may_be_filed_is_accepted_and_the_rest_refused_by_its_clause,
)
from tests.wagers.test_examples import DEALS, test_the_deal_makes_the_line_and_is_paid_by_it
from vingt.core.rules.document import Document
from vingt.core.rules.leaf import DocumentError
from vingt.rulebook import library

DIRECTLY = (
    "tests/rounds/test_worked_rounds.py",
    "tests/wagers/test_examples.py",
    "tests/rulebook/test_choices.py",
)
TOO_SLOW = ("tests/browser/",)


class Case(NamedTuple):
    """One thing that runs on a rulebook and fails when it does not come out as written."""

    name: str
    rulebook: str
    cites: frozenset[str]
    run: Callable[[], None]


class Noticed(NamedTuple):
    """How a change was found out: `loader`, `played`, `checked` or, when it was not, an empty word."""

    how: str
    by: str = ""


def played_cases() -> Iterator[Case]:
    for param in rounds():
        (worked,) = param.values
        book = worked["rules"].partition("/")[0].partition(library.AT)[0]
        yield Case(param.id, book, frozenset(worked["cites"]), lambda given=worked: test_worked_round(given))
    for deal in DEALS:
        yield Case(
            deal.name,
            deal.rulebook,
            frozenset(deal.cites),
            lambda given=deal: test_the_deal_makes_the_line_and_is_paid_by_it(given),
        )


def checked_cases() -> Iterator[Case]:
    for param in choices():
        (choice,) = param.values
        yield Case(
            param.id, choice["rulebook"], frozenset(choice["cites"]), lambda given=choice: checks(given)
        )
    for rulebook in library.RULEBOOKS:
        yield Case(f"samples of {rulebook}", rulebook, frozenset(), lambda given=rulebook: as_presumed(given))


def checks(choice: dict[str, Any]) -> None:
    test_what_may_be_filed_is_accepted_and_the_rest_refused_by_its_clause(choice)


def as_presumed(rulebook: str) -> None:
    assert not faults(library.load(rulebook))


def noticed(rulebook: str, mutation: Mutation, played: Sequence[Case], checked: Sequence[Case]) -> Noticed:
    """Who finds the change out, asked in a process of its own: rules are remembered in many places."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        found = Noticed("crash")
        try:
            found = found_out(rulebook, mutation, played, checked)
        finally:
            os.write(writer, pickle.dumps(found))
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    told: Noticed = pickle.loads(said)
    return told


def found_out(rulebook: str, mutation: Mutation, played: Sequence[Case], checked: Sequence[Case]) -> Noticed:
    put_in_force(rulebook, mutation)
    try:
        library.load(rulebook)
    except DocumentError as error:
        return Noticed("loader", str(error))
    cites = frozenset(library.inventory(rulebook).cite(mutation.cite).clauses)
    for how, cases in (("played", played), ("checked", checked)):
        for case in nearest(rulebook, cites, cases):
            try:
                case.run()
            except Exception:  # whatever fails has noticed
                return Noticed(how, case.name)
    return by_other_tests(cites)


def by_other_tests(cites: frozenset[str]) -> Noticed:
    """The tests of shoes, tables and felts that are marked with the clauses; slow, so asked last."""
    for how in ("played", "checked"):
        nodes = {
            test.partition("[")[0]
            for each in cites
            for test in library.proofs().get(each, {}).get(how, ())
            if not test.startswith((*DIRECTLY, *TOO_SLOW))
        }
        if nodes and failing(sorted(nodes)):
            return Noticed(how, ", ".join(sorted(nodes)))
    return Noticed("")


def failing(nodes: list[str]) -> bool:
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        options = ["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-p", "no:randomly"]
        return pytest.main([*options, *nodes]) == pytest.ExitCode.TESTS_FAILED


def nearest(rulebook: str, cites: frozenset[str], cases: Iterable[Case]) -> list[Case]:
    """The cases of a rulebook, those that cite the same clauses first."""
    mine = [case for case in cases if case.rulebook == rulebook]
    return sorted(mine, key=lambda case: -len(case.cites & cites))


def put_in_force(rulebook: str, mutation: Mutation) -> None:
    """From now on this process reads the rulebook with the change in it."""
    parse = library.parse_document

    def changed(raw: Any, inventory: Any, *, older: bool = False, **more: Any) -> Document:
        here = raw["document"]["id"] == rulebook and not older
        return parse(mutation.apply(raw) if here else raw, inventory, older=older, **more)

    library.parse_document = changed  # type: ignore[assignment, attr-defined]
    library.load.cache_clear()
