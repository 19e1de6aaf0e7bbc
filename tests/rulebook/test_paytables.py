"""The 103 paytables are all there, under the ids that commands, URLs and files use."""

import pytest

from vingt.core.rules.document import Document
from vingt.core.rules.leaf import MISSING
from vingt.rulebook.library import RULEBOOKS, load

# Wager -> ids of its paytables, and of its Community Pays after a bar.
WAGERS = {
    "md-pontoon-21": {
        "insurance": "only",
        "match-super-bonus": "6-decks 8-decks",
        "bonus-spin": "A B C D | A B C D",
        "bonus-spin-xtreme": "A | A",
    },
    "ma-pontoon-21": {"insurance": "only", "match-super-bonus": "only", "bonus-spin-xtreme-16": "only"},
    "mbs-pontoon": {"insurance": "only", "pair": "only"},
    "md-blackjack": {
        "insurance": "only",
        "lucky-ladies": "A B",
        "match-the-dealer": "6-decks 8-decks",
        "in-between": "only",
        "royal-match-21": "A B C D E",
        "bet-the-set-21": "A B C D",
        "kings-bounty": "only",
        "super-match": "6-decks 8-decks",
        "bad-beat": "only",
        "three-card-poker": "A B",
        "hit-and-run": "only",
        "house-money": "single-deck multiple-decks",
        "lucky-lucky": "A B C",
        "super-4": "A B C D",
        "must-hit": "A",
        "upcard-luck-21": "A",
        "buster-blackjack": "A B C D E F",
        "buster-free-bonus": "A B",
        "bonus-spin": "A B C D | A B C D",
        "blazing-7s": "A",
        "lucky-aces": "A B",
        "21-plus-3": "A",
        "top-3": "A B",
        "trilux": "only",
    },
    "md-players-edge-21": {
        "insurance": "only",
        "match-up": "A B C",
        "match-down": "A B C",
        "monster-match": "A B C D E",
    },
}


def side_tables(document: Document) -> dict[str, str]:
    found = {}
    for name, wager in document.wagers.items():
        groups = [wager.paytables, wager.community] if wager.community else [wager.paytables]
        found[name] = " | ".join(" ".join(each.table.id for each in group) for group in groups)
    return found


def main_tables(document: Document) -> int:
    """Win and natural are one table where both are fixed; a choice of natural odds makes one of each."""
    natural, even_money = document.leaves["pays.natural"], document.leaves["pays.even_money"]
    return sum(
        (
            1 + len(natural.choices),
            even_money.value not in ("none", MISSING),
            "bonus.lines" in document.records,
            "super_bonus.tiers" in document.records,
            any(row.variant for row in document.settles),
        )
    )


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_wagers_and_paytables_have_their_ids(rulebook: str) -> None:
    assert side_tables(load(rulebook)) == WAGERS[rulebook]


def test_103_paytables_17_of_the_main_wager() -> None:
    assert [main_tables(load(each)) for each in RULEBOOKS] == [3, 3, 3, 5, 3]
    tables = [
        table for each in RULEBOOKS for ids in side_tables(load(each)).values() for table in ids.split()
    ]
    assert len([table for table in tables if table != "|"]) == 86


@pytest.mark.parametrize(
    ("rulebook", "wager", "table", "line", "pays", "kept"),
    [
        ("md-blackjack", "royal-match-21", "C", "suited-match", "2.5 to 1", True),
        ("md-blackjack", "royal-match-21", "C", "crown-treasure", "1000 for 1", False),
        ("md-blackjack", "super-4", "D", "royal-flush-in-any-other-suit", "100% of meter (spade)", False),
        ("md-blackjack", "top-3", "B", "three-of-a-kind-suited", "1000 to 1", True),
        ("md-players-edge-21", "insurance", "only", "dealer-blackjack-suited", "5 to 1", True),
        ("md-pontoon-21", "bonus-spin", "D", "usd-750-symbol", "$750", False),
        ("ma-pontoon-21", "match-super-bonus", "only", "2-suited", "24 to 1", True),
        ("mbs-pontoon", "pair", "only", "pair", "11 to 1", True),
    ],
)
def test_a_line_pays_as_printed_and_to_keeps_the_stake_where_for_does_not(
    rulebook: str, wager: str, table: str, line: str, pays: str, kept: bool
) -> None:
    paytable = load(rulebook).wagers[wager].paytable(table)
    assert paytable is not None
    printed = paytable.table.line(line).pays
    assert (str(printed), printed.keeps_stake) == (pays, kept)
