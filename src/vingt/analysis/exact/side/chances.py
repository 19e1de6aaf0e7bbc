"""How likely each outcome of a wager is: the evaluator asked over every deal it may look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm

from vingt.analysis.exact.side.cases import Case, drawing_matters
from vingt.analysis.exact.side.composition import (
    Composition,
    composition,
    points_in,
    ranks_in,
    size_of,
    told_apart,
    values_in,
    ways_in,
)
from vingt.analysis.exact.side.dealer_hand import HandEnding, ShoeCounts, complete_hands
from vingt.analysis.exact.side.deals import Sorted, first_deals, players, sort_deals
from vingt.analysis.exact.side.finished_hand import played_distribution
from vingt.analysis.exact.side.first_box import first_box_chances, suits_of_first_card
from vingt.analysis.tabulated.dealer import DealerDraws
from vingt.core.cards import Card, Rank
from vingt.core.hand import RankPoints
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.dealer_hand import FREE_BONUS_STAKE
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, Outcome, sight_of
from vingt.core.wagers.registry import EVALUATORS

WagerTerms = tuple[tuple[str, object], ...]  # a wager's options and lines, as a value that can be looked up


@dataclass(frozen=True)
class Chances:
    """The probability of each outcome; together they make one."""

    by_outcome: Mapping[str, Fraction]
    first_cards: Sorted | None = None

    def why_impossible(self, outcome: str) -> str:
        """Why no deal of this shoe makes an outcome."""
        needed = self.first_cards.decks_needed(outcome) if self.first_cards else None
        if needed is not None:
            return f"needs {needed} identical cards, so {needed} decks or more"
        return "this shoe has too few cards for it" if outcome in self.by_outcome else "no card decides it"


def chances(case: Case) -> Chances:
    terms = tuple(sorted(case.terms.items()))
    name = case.wager.evaluator
    if case.plays_hand:
        if case.strategy is not None or case.odd_shoe is not None:
            cards = None if case.odd_shoe is None else values_in(case.odd_shoe)
            shares = played_distribution(case.table, EVALUATORS[name], dict(terms), case.strategy, cards)
            return by_fractions(shares)
        return played(name, terms, case.table)
    if drawing_matters(case.wager):
        shoe = case.odd_shoe or composition(case.ranks, case.decks)
        return drawn(name, terms, shoe, case.decks, case.counts, case.dealer)
    if case.first_box and case.offered_at is not None and (suits := suits_of_first_card(case.offered_at)):
        return Chances(
            first_box_chances(EVALUATORS[name], dict(terms), case.ranks, case.counts, case.decks, suits)
        )
    if case.odd_shoe is not None:
        return dealt(name, terms, case.odd_shoe, case.decks, case.counts)
    deals = first_cards(name, terms, case.ranks, case.counts)
    return Chances(deals.distribution(case.decks), deals)


@cache
def first_cards(name: str, terms: WagerTerms, ranks: tuple[Rank, ...], counts: RankPoints) -> Sorted:
    return sort_deals(EVALUATORS[name], dict(terms), ranks, counts)


@cache
def dealt(name: str, terms: WagerTerms, shoe: Composition, decks: int, counts: RankPoints) -> Chances:
    """A wager on the first cards of a shoe that is not so many whole decks."""
    sight, ways = told_apart(sight_of(EVALUATORS[name]), shoe, decks), dict[str, Fraction]()
    for deal in first_deals(sight, EVALUATORS[name], dict(terms), ranks_in(shoe), counts):
        orders = Fraction(deal.times * ways_in(shoe, deal.dealt), perm(size_of(shoe), len(deal.dealt)))
        add(ways, deal.outcome, orders)
    offered = sum(ways.values())
    return Chances({outcome: chance / offered for outcome, chance in ways.items()})


@cache
def played(name: str, terms: WagerTerms, rules: TableRules) -> Chances:
    return by_fractions(played_distribution(rules, EVALUATORS[name], dict(terms)))


def by_fractions(shares: Mapping[str, float]) -> Chances:
    """Chances that were reckoned and not counted, as fractions that make one together."""
    won = {outcome: Fraction(float(chance)) for outcome, chance in shares.items() if outcome != LOSE}
    return Chances({**won, LOSE: 1 - sum(won.values(), Fraction(0))})


@cache
def drawn(
    name: str, terms: WagerTerms, shoe: Composition, decks: int, counts: RankPoints, draws: DealerDraws
) -> Chances:
    """A wager on the dealer's complete hand, and on the player's first cards where it looks at those."""
    ranks = ranks_in(shoe)
    sight = told_apart(sight_of(EVALUATORS[name]), shoe, decks)
    hands, size = complete_hands(draws, ranks, counts), size_of(shoe)
    shares: dict[str, Fraction] = {}
    for player, times in players(sight, ranks):
        chance = Fraction(times * ways_in(shoe, player), perm(size, len(player)))
        outcomes = [judged(name, terms, player, dealer, counts) for dealer in hands.examples]
        if len(set(outcomes)) == 1:
            add(shares, outcomes[0], chance)
            continue
        check_alike(player, sight.ranks, ranks, counts)
        endings = ending_chances(draws, ranks, counts, points_in(shoe, counts, player))
        for ending, outcome in zip(hands.endings, outcomes, strict=True):
            add(shares, outcome, chance * endings[ending])
    return Chances(shares)


def judged(
    name: str, terms: WagerTerms, player: tuple[Card, ...], dealer: tuple[Card, ...], counts: RankPoints
) -> Outcome:
    facts = Facts(player, dealer[0], dealer[1], dealer, counts=counts, companion_stake=FREE_BONUS_STAKE)
    return EVALUATORS[name](facts, dict(terms))


def add(shares: dict[str, Fraction], outcome: Outcome, chance: Fraction) -> None:
    if not isinstance(outcome, str):
        raise ValueError("still waiting when all cards are known")
    shares[outcome] = shares.get(outcome, Fraction(0)) + chance


def check_alike(
    player: tuple[Card, ...],
    groups: tuple[tuple[Rank, ...], ...],
    ranks: tuple[Rank, ...],
    counts: RankPoints,
) -> None:
    """The dealer draws from what the player's cards leave: a rank may stand for ranks that count the same."""
    for card in player:
        group = next(group for group in groups if card.rank in group)
        if len({counts.points(rank) for rank in group if rank in ranks}) > 1:
            raise ValueError(f"{card.rank} stands for ranks that count differently")


@cache
def ending_chances(
    draws: DealerDraws, ranks: tuple[Rank, ...], counts: RankPoints, left: ShoeCounts
) -> dict[HandEnding, Fraction]:
    return complete_hands(draws, ranks, counts).distribution(left)
