"""What runs notices a changed value, or it is written down why it cannot (STRUCTURE 7).

All of it is `make bench ONLY=mutate_behaviour`; here a few changes a day, another few tomorrow.
"""

import json
import random
import tomllib

import pytest

from tests.proof.behaviour import SURVIVED, listed_survivors, noticed
from tests.proof.mutations import mutations
from tests.simulation.daily import daily_seed
from vingt.rulebook import library

A_DAY = 2  # changes of each rulebook


def survived() -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(SURVIVED.read_text("utf-8"))
    return found


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_a_changed_value_is_noticed_by_what_runs(rulebook: str) -> None:
    known = {each["change"] for each in survived() if each["rulebook"] == rulebook}
    every = list(mutations(tomllib.loads(library.rulebook_text(rulebook))))
    others = [each for each in every if each.change not in known]
    seed = daily_seed()
    chosen = random.Random(f"{rulebook} {seed}").sample(others, A_DAY)
    unnoticed = [
        mutation.change
        for mutation, each in zip(chosen, noticed(rulebook, chosen, jobs=1), strict=True)
        if not each.how
    ]
    assert unnoticed == [], f"survives (VINGT_SEED={seed}): run make bench ONLY=mutate_behaviour"


def test_every_survivor_is_explained_and_every_explanation_used() -> None:
    assert [each["change"] for each in survived() if each["why"] == "unexplained"] == []
    reasons = {each["why"] for each in survived()}
    assert {each["why"] for each in listed_survivors()} <= reasons
