"""The search that makes the oracles: it merges only what is equal, knows no hole card, and owns up to a short
shoe."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import pytest

from tests.exact.named_play import named_play, solution_of
from tests.exact.oracle import WITHOUT_SPLITS, Oracle
from tests.exact.small_shoe import Belief, Member, Search, ShoeTooSmall, weight_of
from vingt.core.cards import cards
from vingt.rulebook import library

# Pairs whose order and suits matter: what is merged too freely shows here first.
MERGED = (
    ("mbs-pontoon", "split 7 against 8", "7c 7c 7s 7s 7s 8s 9c 9c 9c 9c 9s 9s 9s"),
    ("mbs-pontoon", "split 6 against A", "6s 6s 6s 7s 7s 7s 8c 8s Ac Kc Kc"),
    ("md-players-edge-21", "split 5 against 5", "2c 2c 2c 5d 5d 5d 9c 9c Kd Kd Kd Kd Kd Kd"),
    ("md-blackjack", WITHOUT_SPLITS, "9c 9c 8d Kd Kd Kd Ac Ac"),
)


class Unmerged(Search):
    """Keeps every state apart that differs in any card or its place."""

    def state_key(self, member: Member) -> Hashable:
        return member.state, member.left


@pytest.mark.parametrize(("rulebook", "asked", "shoe"), MERGED)
def test_merging_equal_states_changes_no_value(rulebook: str, asked: str, shoe: str) -> None:
    oracle = Oracle(shoe, rulebook, asked)
    play = None if asked == WITHOUT_SPLITS else named_play(solution_of(oracle))
    apart = Unmerged(oracle.rules, oracle.cards, play)
    together = oracle.found_by_engine(play)
    place = oracle.pair_and_up
    assert (apart.splitting(*place) if place else apart.round()) == oracle.value
    assert together.commands < apart.commands


def test_the_player_does_not_know_the_hole_card() -> None:
    """A ten and a six against a nine, with two eights and a five left: one belief, in which either may lie
    under the nine."""
    rules = library.table_rules("md-blackjack", {"table_minimum": 100})
    search = Search(rules, cards("Kd 6c 9c 8h 8h 5s"))
    beliefs: list[Belief] = [(search.opened(),)]
    for wanted in ("T", "9", "6"):
        beliefs = [each for belief in beliefs for each in search.drawn(belief, wanted)]
    (belief,) = search.drawn(beliefs[0])
    chances = {str(each.state.hole): each.weight / weight_of(belief) for each in belief}
    assert chances == {"8h": Fraction(2, 3), "5s": Fraction(1, 3)}


def test_a_shoe_that_runs_short_is_refused() -> None:
    rules = library.table_rules("md-blackjack", {"table_minimum": 100})
    with pytest.raises(ShoeTooSmall):
        Search(rules, cards("2c 2d 3c 3d 4c 4d 5c 5d")).round()
