"""The pytest side of the clause marker: what proves which clause, collected from every test there is.

`pytest --write-proofs` (make proofs) writes the list to src/vingt/rulebook/proofs.json, which is committed;
tests/proof/test_proofs.py fails a full run when that file is stale.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from vingt.rulebook.library import PROOF_KINDS, RULEBOOKS, ProofKind, clauses

PROOFS = Path(__file__).parents[2] / "src" / "vingt" / "rulebook" / "proofs.json"
SURVIVED = Path(__file__).parent / "survivors.json"  # as bench/mutate_behaviour.py last found them
Proofs = dict[str, dict[ProofKind, list[str]]]
COLLECTED = pytest.StashKey[Proofs]()


def known_clauses() -> frozenset[str]:
    return frozenset(clause.id for rulebook in RULEBOOKS for clause in clauses(rulebook))


def named_by(item: pytest.Item) -> Iterator[tuple[str, ProofKind]]:
    """The clauses an item is marked with, on the test or on its parameters."""
    for mark in item.iter_markers("clause"):
        for each in mark.args:
            yield str(each), mark.kwargs["kind"]


def proofs(items: Iterable[pytest.Item]) -> Proofs:
    """Clause -> kind of proof -> tests. What is played is named with its parameters, so that the worked round
    can be found; another test is named once however many parameter sets it has."""
    found: dict[str, dict[ProofKind, set[str]]] = {}
    for item in items:
        for each, kind in named_by(item):
            name = item.nodeid if kind == "played" else item.nodeid.partition("[")[0]
            found.setdefault(each, {}).setdefault(kind, set()).add(name)
    for each in survived() & found.keys():
        if played := found[each].pop("played", None):
            found[each].setdefault("stated", set()).update(name.partition("[")[0] for name in played)
    return {
        each: {kind: sorted(found[each][kind]) for kind in PROOF_KINDS if kind in found[each]}
        for each in sorted(found)
    }


def survived() -> set[str]:
    """Clauses with a value that may change unnoticed though it matters (bench/mutate_behaviour.py): what is
    played for them does not hold them whole."""
    listed = json.loads(SURVIVED.read_text("utf-8")) if SURVIVED.is_file() else []
    return {clause for each in listed if each["why"] != "cannot matter" for clause in each["clauses"]}


def written(found: Proofs) -> str:
    """One line for each clause, so that a change of proof reads as a change of lines."""
    lines = [f"{json.dumps(each)}: {json.dumps(by, ensure_ascii=False)}" for each, by in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def is_whole(config: pytest.Config) -> bool:
    """Whether every test was collected (what -k or -m leave out afterwards does not matter)."""
    asked = {(config.invocation_params.dir / arg.partition("::")[0]).resolve() for arg in config.args}
    whole = {(config.rootpath / each).resolve() for each in config.getini("testpaths")}
    picks = any("::" in arg for arg in config.args)
    narrowed = any(config.getoption(each, None) for each in ("ignore", "ignore_glob", "deselect", "lf"))
    return asked in (whole, {config.rootpath.resolve()}) and not picks and not narrowed


# -- hooks -------------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-proofs", action="store_true", help="write what proves each clause, run nothing")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Before -k and -m take tests away: what is marked here is proved whether or not it runs now."""
    if is_whole(config):
        config.stash[COLLECTED] = proofs(items)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if unknown := sorted({each for each, _ in named_by(item)} - known_clauses()):
        pytest.fail(f"marked with a clause that does not exist: {', '.join(unknown)}", pytrace=False)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    if not session.config.getoption("--write-proofs"):
        return None
    if session.testsfailed:
        raise pytest.UsageError("not written: some tests could not be collected")
    found = session.config.stash.get(COLLECTED, None)
    if found is None:
        raise pytest.UsageError("--write-proofs needs the whole test suite: name no tests")
    if unknown := sorted(set(found) - known_clauses()):
        raise pytest.UsageError(f"no clause {unknown[0]} ({found[unknown[0]]})")
    PROOFS.write_text(written(found), encoding="utf-8")
    best = Counter(next(iter(by)) for by in found.values())
    told = ", ".join(f"{best[kind]:,} {kind}" for kind in PROOF_KINDS)
    print(f"{len(found):,} clauses ({told}): {PROOFS.name} written")
    return True
