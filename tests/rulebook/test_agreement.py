"""Every number and every word of the rulebook documents is what the cited clause or reading says."""

from collections import defaultdict

import pytest

from tests.proof import stated
from tests.proof.claims import Claim, claims, proved, unproved
from vingt.rulebook.library import RULEBOOKS, load


def by_subject(*, wagers: bool) -> list[object]:
    """One parameter set for each section or wager, marked with the clauses that bear it out themselves."""
    sets: list[object] = []
    for rulebook in RULEBOOKS:
        document = load(rulebook)
        subjects: defaultdict[str, list[Claim]] = defaultdict(list)
        for subject, claim in claims(document):
            if subject.startswith("wager.") is wagers:
                subjects[subject].append(claim)
        for subject, claimed in subjects.items():
            ids = sorted({each for claim in claimed for each in proved(claim, document.inventory)})
            marks = [stated(*ids)] if ids else []
            sets.append(pytest.param(rulebook, claimed, id=f"{rulebook}:{subject}", marks=marks))
    return sets


def disagreements(rulebook: str, claimed: list[Claim]) -> list[str]:
    inventory = load(rulebook).inventory
    return [wrong for claim in claimed if (wrong := unproved(claim, inventory)) is not None]


@pytest.mark.parametrize(("rulebook", "claimed"), by_subject(wagers=False))
def test_every_value_is_what_its_clause_says(rulebook: str, claimed: list[Claim]) -> None:
    assert disagreements(rulebook, claimed) == []


@pytest.mark.parametrize(("rulebook", "claimed"), by_subject(wagers=True))
def test_every_wager_pays_and_takes_what_its_clauses_say(rulebook: str, claimed: list[Claim]) -> None:
    assert disagreements(rulebook, claimed) == []
