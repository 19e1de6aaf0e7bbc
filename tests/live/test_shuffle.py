"""Every order is equally likely, and is bound before a card comes out."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from vingt.core.cards import DECK, cards
from vingt.live.shoes.shuffle import CryptographicShoes, commitment, cut_at, shuffled
from vingt.rulebook import library


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_each_order_comes_from_exactly_one_run_of_the_chance(count: int) -> None:
    """All runs of numbers that `below` may give lead to all orders, each once: no order is favoured."""
    stack = DECK[:count]
    orders, numbers, asked = [], list[int](), list[int]()

    def below(limit: int) -> int:
        asked.append(limit)
        return numbers.pop(0)

    for run in product(*map(range, range(count, 1, -1))):
        numbers[:] = run
        orders.append(shuffled(stack, below))
    assert Counter(orders) == Counter(permutations(stack))
    assert asked == list(range(count, 1, -1)) * len(orders)  # each number from all that are left, itself too


def test_the_chance_of_production_is_the_systems_cryptographic_generator() -> None:
    assert shuffled.__defaults__ is not None
    assert shuffled.__defaults__[0].__module__ == "secrets"
    shoes = CryptographicShoes()
    assert len({shoes.nonce() for _ in range(20)}) == 20
    assert len(shoes.nonce()) == 32
    assert {shoes.cut(3, 5) for _ in range(200)} == {3, 4, 5}
    assert Counter(shoes.order(DECK)) == Counter(DECK)


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_a_shoe_holds_the_rulebooks_decks(rulebook: str) -> None:
    rules = library.table_rules(rulebook)
    stack = rules.cards.shoe
    assert len(stack) == rules.cards.decks * (52 - 4 * len(rules.cards.removed_ranks))
    assert set(Counter(stack).values()) == {rules.cards.decks}
    assert not {card.rank for card in stack} & set(rules.cards.removed_ranks)


def test_a_commitment_is_plain_sha_256_that_anyone_can_compute() -> None:
    """printf 'nonce7s 10h' | sha256sum"""
    expected = "e06d50c930ba6ce7aeac40754673b1e18a780812117e8a8c8d7cbacb376c1477"
    found = commitment(b"nonce", cards("7s 10h"))
    assert found == expected
    assert commitment(b"nonce", cards("10h 7s")) != found
    assert commitment(b"nonce2", cards("7s 10h")) != found


def test_a_cut_turns_the_stack() -> None:
    assert cut_at(cards("2c 3c 4c 5c"), 1) == cards("3c 4c 5c 2c")
