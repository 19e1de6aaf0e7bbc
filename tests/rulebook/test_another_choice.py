"""Another choice is another table, in whatever process and order; the same choices are the same."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from vingt.core.rules.document import Document
from vingt.core.rules.leaf import MISSING, Leaf
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Submission
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook.library import RULEBOOKS, load, sample, samples, submission, table_rules

IDENTITIES = """
import json
from vingt.rulebook.library import RULEBOOKS, samples, table_rules
names = [f"{each}/{name}" for each in RULEBOOKS for name in samples(each)]
print(json.dumps({name: table_rules(name).identity for name in names}))
"""


def test_identity_is_the_same_in_a_fresh_process_and_whatever_the_order_of_keys() -> None:
    environment = os.environ | {"PYTHONHASHSEED": "1729"}
    done = subprocess.run(
        [sys.executable, "-c", IDENTITIES], env=environment, capture_output=True, text=True, check=True
    )
    for name, fresh in json.loads(done.stdout).items():
        chosen = submission(name)
        backwards = Submission(chosen.source, chosen.rulebook, reordered(chosen.raw))
        rules = resolve(load(chosen.rulebook), backwards)
        assert (rules.identity, rules) == (fresh, table_rules(name)), name


def reordered(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: reordered(raw[key]) if isinstance(raw[key], dict) else raw[key] for key in reversed(list(raw))
    }


def another(leaf: Leaf, raw: object) -> object:
    """A permitted value other than this one, or MISSING where there is none."""
    if leaf.choices:
        candidates = list(leaf.choices)
    elif isinstance(leaf.bounds[0], int) and "Cents" in str(leaf.kind):
        low, high = leaf.bounds
        candidates = [Decimal(low) / 100, Decimal(high if high is not None else low + 500) / 100]
    else:
        candidates = [
            *(each for each in leaf.bounds if each is not None),
            3,
            5,
            "10 cards",
            "1/3",
            ["1", "5"],
        ]
    return next((each for each in candidates if is_another(leaf, each, raw)), MISSING)


def is_another(leaf: Leaf, candidate: object, raw: object) -> bool:
    return leaf.permits(candidate) is None and leaf.choose(candidate) != leaf.choose(raw)


# Wagers with devices that no sample offers, and a way of dealing that none has.
METER = {"initial": 10000, "reset": 10000, "rate": Decimal("0.1")}
DEVICES = {
    "md-blackjack": {
        "variant": "switch",
        "wagers.bad-beat": {"meters": {"main": METER}},
        "bad_beat_magic_card_rate": Decimal("0.1"),
        "bad_beat_lucky_player_rate": Decimal("0.1"),
        "wagers.blazing-7s": {"meters": {"mega": METER, "major": METER, "minor": METER}},
        "wagers.bonus-spin": {
            **{"paytable": "A", "stake": 5, "prize": 5000},
            "wheel": {"usd-10-symbol": 1},
        },
    },
}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_another_choice_is_another_table(rulebook: str) -> None:
    """Each open key, changed alone in a table where it matters, changes the rules and, unless it is about
    the cloth, the opening of a table or a terminal's keys, their identity; or is refused."""
    document = load(rulebook)
    tables = [sample(rulebook, name) for name in samples(rulebook)]
    tables.append(tables[0].with_choices(DEVICES.get(rulebook, {})))
    for key, leaf in document.keys.items():
        assert leaf.is_fixed or any(changed(document, chosen, key, leaf) for chosen in tables), key


def changed(document: Document, chosen: Submission, key: str, leaf: Leaf) -> bool:
    raw = chosen.raw.get(key, leaf.default)
    value = another(leaf, raw) if raw is not MISSING else MISSING
    if value is MISSING:
        return len(leaf.choices) == 1  # nothing else may be chosen
    before: TableRules = resolve(document, chosen)
    try:
        after = resolve(document, chosen.with_choices({key: value}))
    except NotAllowed as refused:
        return bool(refused.problems)
    alike = before.identity == after.identity
    beside = leaf.path.startswith(("layout.", "opening.")) or leaf.path.endswith(".terminal")
    return before != after and alike == beside
