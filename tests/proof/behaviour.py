"""What runs on a rulebook, so that a changed value can be seen to change something: worked rounds, worked
deals of side wagers, accepted and refused submissions, sample tables, and the tests of shoes and felts."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from fnmatch import fnmatchcase as fnmatch
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import pytest

from tests.proof.mutations import Mutation
from tests.proof.plugin import SURVIVED
from tests.proof.samples import faults
from tests.rounds import test_worked_rounds
from tests.rulebook import test_choices, test_filing
from tests.wagers import test_examples, test_stakes
from vingt.core.rules.carrier import Carrier, carrier_of
from vingt.core.rules.document import Document, sections
from vingt.core.rules.leaf import DocumentError
from vingt.rulebook import library

DIRECTLY = (
    "tests/rounds/test_worked_rounds.py",
    "tests/wagers/test_examples.py",
    "tests/wagers/test_stakes.py",
    "tests/rulebook/test_choices.py",
    "tests/rulebook/test_filing.py",
)
TOO_SLOW = ("tests/browser/",)
STATED = ("tests/rulebook/test_agreement.py",)
PLAYING = ("tests/live/", "tests/progressive/", "tests/rounds/", "tests/wagers/")


__all__ = ["SURVIVED", "Noticed", "excuse", "listed_survivors", "noticed"]


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
    comes_out = test_worked_rounds.test_worked_round
    for param in test_worked_rounds.rounds():
        (worked,) = param.values
        book = worked["rules"].partition("/")[0].partition(library.AT)[0]
        yield Case(str(param.id), book, frozenset(worked["cites"]), partial(comes_out, worked))
    pays = test_examples.test_the_deal_makes_the_line_and_is_paid_by_it
    for deal in test_examples.DEALS:
        yield Case(deal.name, deal.rulebook, frozenset(deal.cites), partial(pays, deal))
    for param in test_stakes.offers():
        table, wager = param.values
        asked = partial(test_stakes.test_who_may_stake_how_much, table, wager)
        yield Case(str(param.id), table.partition("/")[0], cited(param), asked)


def cited(param: Any) -> frozenset[str]:
    (mark,) = param.marks
    return frozenset(mark.args)


def checked_cases() -> Iterator[Case]:
    chosen = test_choices.test_what_may_be_filed_is_accepted_and_the_rest_refused_by_its_clause
    keyed = test_filing.test_each_key_takes_what_its_clauses_leave_open_and_nothing_else
    for test, params in ((chosen, test_choices.choices()), (keyed, test_filing.keys())):
        for param in params:
            (row,) = param.values
            yield Case(param.id, row["rulebook"], frozenset(row["cites"]), partial(test, row))
    two_decks = test_choices.test_two_decks_bar_two_side_wagers_and_no_others
    yield Case("two decks", "md-blackjack", frozenset(), two_decks)
    for rulebook in library.RULEBOOKS:
        yield Case(f"samples of {rulebook}", rulebook, frozenset(), partial(as_presumed, rulebook))


def as_presumed(rulebook: str) -> None:
    assert not faults(library.load(rulebook))


def noticed(rulebook: str, changes: Iterable[Mutation], jobs: int = 2) -> Iterator[Noticed]:
    """Who finds each change out, asked in a process of its own: rules are remembered in many places."""
    assert CASES["played"], "read before the processes part"
    with get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        yield from pool.imap(partial(found_out, rulebook), changes)


def found_out(rulebook: str, mutation: Mutation) -> Noticed:
    if carrier(mutation):
        return Noticed("")  # tests/rulebook/test_schema.py holds that nothing which runs reads it
    put_in_force(rulebook, mutation)
    try:
        library.load(rulebook)
    except DocumentError as error:
        return Noticed("loader", str(error))
    cites = frozenset(library.inventory(rulebook).cite(mutation.cite).clauses)
    for how, cases in CASES.items():
        for case in nearest(rulebook, cites, cases):
            try:
                case.run()
            except Exception:  # whatever fails has noticed
                return Noticed(how, case.name)
    return by_other_tests(cites)


CASES = {"played": list(played_cases()), "checked": list(checked_cases())}


def by_other_tests(cites: frozenset[str]) -> Noticed:
    """The tests of shoes, tables and felts that are marked with the clauses; slow, so asked last."""
    nodes = {
        test.partition("[")[0]
        for each in cites
        for tests in library.proofs().get(each, {}).values()
        for test in tests
        if not test.startswith((*DIRECTLY, *TOO_SLOW, *STATED))
    }
    for how, playing in (("played", True), ("checked", False)):
        some = sorted(each for each in nodes if each.startswith(PLAYING) is playing)
        if some and failing(some):
            return Noticed(how, ", ".join(some))
    return Noticed("")


FOUND_OUT = (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)


def failing(nodes: list[str]) -> bool:
    for name in [each for each in sys.modules if each.startswith("tests.") and "proof" not in each]:
        del sys.modules[name]  # a test that ran in this process before may remember the rulebook unchanged
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        options = ["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-p", "no:randomly"]
        ended = pytest.main([*options, *nodes])
    # Interrupted: a module of tests that cannot even be read with the change in force.
    assert ended in (*FOUND_OUT, pytest.ExitCode.OK), f"{pytest.ExitCode(ended).name}: {nodes} (make proofs?)"
    return ended in FOUND_OUT


def nearest(rulebook: str, cites: frozenset[str], cases: Iterable[Case]) -> list[Case]:
    """The cases of a rulebook, those that cite the same clauses first."""
    mine = [case for case in cases if case.rulebook == rulebook]
    return sorted(mine, key=lambda case: -len(case.cites & cites))


def put_in_force(rulebook: str, mutation: Mutation) -> None:
    """From now on this process reads the rulebook with the change in it."""
    parse = library.parse_document  # type: ignore[attr-defined]

    def changed(raw: Any, inventory: Any, *, older: bool = False, **more: Any) -> Document:
        here = raw["document"]["id"] == rulebook and not older
        return parse(mutation.apply(raw) if here else raw, inventory, older=older, **more)

    library.parse_document = changed  # type: ignore[attr-defined]
    forget()


# What is read of files that no change touches.
UNCHANGED = ("editions", "clauses", "readings", "proofs", "inventory", "digest_of", "former_digests")


def forget() -> None:
    """Whatever this process remembers of rules from before: tests that ran in it may have asked for them."""
    library.load.cache_clear()
    for name, module in list(sys.modules.items()):
        if name.startswith(("vingt.", "tests.")) and "proof" not in name:
            for each, value in list(vars(module).items()):
                if hasattr(value, "cache_clear") and each not in UNCHANGED:
                    value.cache_clear()


# -- what survives, and why --------------------------------------------------------------------------------

SURVIVORS = Path(__file__).parent / "survivors.toml"
Why = Literal["cannot matter", "people", "progressive", "later"]


def excuse(rulebook: str, mutation: Mutation) -> Why | None:
    """Why nothing that runs can notice the change: others carry the field out, or survivors.toml says."""
    if others := carrier(mutation):
        return others
    for each in listed_survivors():
        if fnmatch(rulebook, each.get("rulebook", "*")) and fnmatch(mutation.name, each["path"]):
            why: Why = each["why"]
            return why
    return None


def carrier(mutation: Mutation) -> Carrier | None:
    section, field = str(mutation.path[0]), str(mutation.path[1])
    kind = sections().get(section)
    return carrier_of(kind[0], field) if kind else None


@cache
def listed_survivors() -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = tomllib.loads(SURVIVORS.read_text("utf-8"))["survivor"]
    for each in listed:
        assert each["why"] in get_args(Why), each
        assert each["reason"], each
    return listed
