"""A side wager from any shoe: exactly for one, in floating point for very many at once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import perm
from typing import Any

import numpy as np

from vingt.analysis.counting.composition import KINDS, by_value_and_suit, full_shoe
from vingt.analysis.counting.first_cards import NOT_OFFERED, Handfuls, handfuls
from vingt.analysis.exact.side.cases import Case, drawing_matters
from vingt.analysis.exact.side.chances import judged
from vingt.analysis.exact.side.dealer_hand import DealerHandTree, ShoeCounts, complete_hands
from vingt.analysis.exact.side.finished_hand import played_distribution
from vingt.analysis.exact.side.value import SideWagerValue, ValuedLine, value
from vingt.analysis.jit import allocating
from vingt.analysis.tabulated.hands import Floats, Ints
from vingt.core.wagers.outcome import LOSE, TRIGGER, sight_of
from vingt.core.wagers.registry import EVALUATORS

MetersStand = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class CountedWager:
    """What can be asked of a wager when cards are gone: its expectation, per unit staked. `meters` are the
    cents at which each stands; one that is not named pays nothing."""

    case: Case
    meters: MetersStand = ()

    @cached_property
    def valued(self) -> SideWagerValue:
        return value(self.case)

    @property
    def shoe(self) -> Ints:
        return full_shoe(self.case.decks, self.case.ranks)

    @cached_property
    def nets(self) -> dict[str, Fraction]:
        """What each outcome nets; a spin of the wheel on average, nothing for it where no weights are
        stated."""
        lines = self.valued.lines
        spins = {line.line for line in lines} - set(self.outcomes) - {LOSE}
        nets = {
            line.line: (line.net or Fraction(0)) + self.from_meters(line)
            for line in lines
            if line.line not in spins
        }
        if TRIGGER in self.outcomes and TRIGGER not in nets:
            spun = [line for line in lines if line.line != LOSE]
            often = sum((line.probability for line in spun), Fraction(0))
            won = sum(
                (line.probability * ((line.net or Fraction(0)) + self.from_meters(line)) for line in spun),
                Fraction(0),
            )
            nets[TRIGGER] = won / often
        return nets

    def from_meters(self, line: ValuedLine) -> Fraction:
        """What meters pay on a line, per unit staked."""
        stand = dict(self.meters)
        return sum(
            (
                paid.pays.share * stand.get(paid.pays.meter, 0) / self.case.stake
                for paid in line.paid
                if paid.pays.kind == "meter" and paid.pays.meter is not None
            ),
            Fraction(0),
        )

    @property
    def measured(self) -> str:
        """What an effect of removal is about: the expectation or, where a wheel has no weights, how often it
        is spun."""
        return "ev" if self.valued.ev is not None else "trigger"

    @cached_property
    def worth(self) -> dict[str, Fraction]:
        """By outcome, what is weighed: nets, or 1 for the trigger."""
        if self.valued.ev is None:
            return {TRIGGER: Fraction(1), LOSE: Fraction(0)}
        return self.nets

    @cached_property
    def first_cards(self) -> Handfuls | None:
        if self.case.plays_hand or drawing_matters(self.case.wager):
            return None
        terms = tuple(sorted(self.case.terms.items()))
        return handfuls(self.case.wager.evaluator, terms, self.case.ranks, self.case.counts)

    @cached_property
    def outcomes(self) -> tuple[str, ...]:
        if self.first_cards is not None:
            return self.first_cards.outcomes
        return tuple(line.line for line in self.valued.lines if line.line != LOSE)

    # -- one shoe ------------------------------------------------------------------------------------------

    def expectation(self, shoe: Ints) -> Fraction:
        """Exactly; where the play of hands decides, as the exact analysis reckons it."""
        shares = self.shares(shoe)
        return sum((share * self.worth.get(outcome, 0) for outcome, share in shares.items()), Fraction(0))

    def shares(self, shoe: Ints) -> dict[str, Fraction]:
        """The chance of each outcome, given that the wager is offered."""
        if self.first_cards is not None:
            counts = self.first_cards.counts(shoe)
            counts.pop(NOT_OFFERED, 0)
            deals = sum(counts.values())
            return {outcome: Fraction(many, deals) for outcome, many in counts.items()}
        if self.case.plays_hand:
            return {name: Fraction(share) for name, share in self.played(shoe).items()}
        return self.drawn(shoe)

    def offered(self, shoe: Ints) -> Fraction:
        """How often the wager is offered: insurance needs an ace."""
        up = sight_of(EVALUATORS[self.case.wager.evaluator]).up
        if up is None:
            return Fraction(1)
        of_rank = [at for at, card in enumerate(KINDS) if card.rank == up]
        return Fraction(int(shoe[of_rank].sum()), int(shoe.sum()))

    def played(self, shoe: Ints) -> dict[str, float]:
        case = self.case
        evaluator = EVALUATORS[case.wager.evaluator]
        return played_distribution(case.table, evaluator, case.terms, case.strategy, by_value_and_suit(shoe))

    # -- the dealer's hand ---------------------------------------------------------------------------------

    @cached_property
    def dealer_hands(self) -> DealerHandTree:
        return complete_hands(self.case.dealer, self.case.ranks, self.case.counts)

    def drawn(self, shoe: Ints) -> dict[str, Fraction]:
        """A wager on the dealer's complete hand, and on the values of the player's first cards."""
        left, shares = self.by_points(shoe), dict.fromkeys((*self.outcomes, LOSE), Fraction(0))
        for player, chance, rest in self.players(left):
            told = self.told(player)
            if len(set(told)) == 1:
                shares[told[0]] += chance
                continue
            endings = self.dealer_hands.distribution(rest)
            for ending, outcome in zip(self.dealer_hands.endings, told, strict=True):
                shares[outcome] += chance * endings[ending]
        return shares

    def by_points(self, shoe: Ints) -> ShoeCounts:
        left = [0] * 10
        for card, many in zip(KINDS, shoe.tolist(), strict=True):
            left[self.case.counts.points(card.rank) - 1] += many
        return tuple(left)

    def players(self, left: ShoeCounts) -> list[tuple[tuple[int, ...], Fraction, ShoeCounts]]:
        """The values of the player's cards that the wager looks at, in every order, and what they leave."""
        dealt: list[tuple[tuple[int, ...], int, ShoeCounts]] = [((), 1, left)]
        cards = sight_of(EVALUATORS[self.case.wager.evaluator]).player_cards
        for _ in range(cards):
            dealt = [
                ((*player, at), ways * have, (*rest[:at], have - 1, *rest[at + 1 :]))
                for player, ways, rest in dealt
                for at, have in enumerate(rest)
                if have
            ]
        deals = perm(sum(left), cards)
        return [(player, Fraction(ways, deals), rest) for player, ways, rest in dealt]

    def told(self, player: tuple[int, ...]) -> list[str]:
        """What each ending of the dealer makes with these first cards."""
        case = self.case
        ranked = {case.counts.points(rank) - 1: rank for rank in case.ranks}
        held = tuple(next(card for card in KINDS if card.rank == ranked[at]) for at in player)
        terms = tuple(sorted(case.terms.items()))
        told = [
            judged(case.wager.evaluator, terms, held, hand, case.counts)
            for hand in self.dealer_hands.examples
        ]
        return [str(outcome) for outcome in told]

    # -- many shoes ----------------------------------------------------------------------------------------

    def expectations(self, shoes: Ints) -> Floats | None:
        """For each of many shoes `[shoe, card]`; None where each would have to be solved."""
        if self.first_cards is not None:
            return self.from_chances(self.first_cards, self.first_cards.chances(shoes))
        if self.case.plays_hand:
            return None
        return self.from_dealer_hands(shoes)

    def from_chances(self, deals: Handfuls, chances: Floats) -> Floats:
        lost = float(self.worth[LOSE])
        offered, gained = np.ones(len(chances)), np.zeros(len(chances))
        for at, outcome in enumerate(deals.outcomes):
            if outcome == NOT_OFFERED:
                offered -= chances[:, at]
            else:
                gained += chances[:, at] * (float(self.worth[outcome]) - lost)
        values: Floats = lost + gained / np.maximum(offered, 1e-300)
        return values

    def from_dealer_hands(self, shoes: Ints) -> Floats:
        left = np.zeros((len(shoes), 10))
        for card, many in zip(KINDS, shoes.T, strict=True):
            left[:, self.case.counts.points(card.rank) - 1] += many
        cards = sight_of(EVALUATORS[self.case.wager.evaluator]).player_cards
        values = np.zeros(len(shoes))
        for player in product(range(10), repeat=cards):
            rest, chance = left.copy(), np.ones(len(shoes))
            for at in player:
                chance *= np.maximum(rest[:, at], 0.0) / np.maximum(rest.sum(axis=1), 1.0)
                rest[:, at] -= 1
            if not chance.any():
                continue
            told = self.told(player)
            if len(set(told)) == 1:
                values += chance * float(self.worth[told[0]])
            else:
                worth = np.array([float(self.worth[outcome]) for outcome in told])
                values += chance * self.tree_arrays.mean(rest, worth)
        return values

    @cached_property
    def tree_arrays(self) -> TreeArrays:
        return TreeArrays.of(self.dealer_hands)


@dataclass(frozen=True)
class TreeArrays:
    """The dealer's complete hands as arrays: nodes are (parent, value, held), complete hands (ending, orders,
    node, cards)."""

    nodes: Ints
    complete: Ints

    @staticmethod
    def of(tree: DealerHandTree) -> TreeArrays:
        complete = [(each.ending, each.orders, each.node, sum(each.hand)) for each in tree.complete]
        return TreeArrays(np.array(tree.nodes, dtype=np.int64), np.array(complete, dtype=np.int64))

    def mean(self, left: Floats, worth: Floats) -> Floats:
        out = np.zeros(len(left))
        weigh_endings(left, self.nodes, self.complete, worth, out)
        return out


@allocating()
def weigh_endings(left: Any, nodes: Any, complete: Any, worth: Any, out: Any) -> None:
    reached = np.ones(nodes.shape[0] + 1)
    inverse = np.ones(32)
    for shoe in range(left.shape[0]):
        cards = left[shoe].sum()
        for drawn in range(1, 32):
            inverse[drawn] = inverse[drawn - 1] / max(cards - drawn + 1, 1.0)
        for node in range(nodes.shape[0]):
            have = left[shoe, nodes[node, 1]] - nodes[node, 2]
            reached[node + 1] = reached[nodes[node, 0]] * max(have, 0.0)
        for at in range(complete.shape[0]):
            chance = complete[at, 1] * reached[complete[at, 2]] * inverse[complete[at, 3]]
            out[shoe] += chance * worth[complete[at, 0]]
