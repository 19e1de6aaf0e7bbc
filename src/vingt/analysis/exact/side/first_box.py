"""Side wagers of the first box at a double shoe whose determinant card always comes from one side.

Half of these cards are of that side's suits and become the first card of the first box; after the others a
round comes from the other side, as from any shoe. So that first card is of those suits in three rounds of
four (MD-BJ 7.C, reading J-65), and a wager that looks for a suit of them, or of the others, has other
chances. Where sides take turns the two leanings cancel, and chances are the ordinary ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import perm

from vingt.analysis.exact.side.deals import first_deals, pattern_of, weight
from vingt.core.cards import SUITS, Card, Rank, Suit
from vingt.core.hand import RankPoints
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.double_shoe import side_of
from vingt.core.wagers.outcome import Evaluator, Options, Sight, sight_of

LEANS = Fraction(1, 2)  # three rounds of four instead of two


def suits_of_first_card(rules: TableRules) -> tuple[Suit, ...]:
    """What the first card of the first box is in three rounds of four; nothing where every suit is alike."""
    variant = rules.variant
    if not variant.has_determinant or variant.determinant_drawn_from == "alternate":
        return ()
    return tuple(suit for suit in SUITS if side_of(rules, Card("A", suit)) == variant.determinant_drawn_from)


def first_box_chances(
    evaluator: Evaluator,
    options: Options,
    ranks: tuple[Rank, ...],
    counts: RankPoints,
    decks: int,
    suits: tuple[Suit, ...],
) -> dict[str, Fraction]:
    """The probability of each outcome of a wager on the first cards."""
    size, chances = 4 * len(ranks) * decks, dict[str, Fraction]()
    for deal in first_deals(telling(sight_of(evaluator), suits), evaluator, options, ranks, counts):
        orders = Fraction(deal.times * weight(pattern_of(deal.dealt), decks), perm(size, len(deal.dealt)))
        more = orders * likelier(deal.facts.player, deal.dealt, size, suits)
        chances[deal.outcome] = chances.get(deal.outcome, Fraction(0)) + more
    offered = sum(chances.values())
    return {outcome: chance / offered for outcome, chance in chances.items()}


def telling(sight: Sight, suits: tuple[Suit, ...]) -> Sight:
    """The same sight, which also tells these suits from the others."""
    parts = (
        tuple(each for each in group if (each in suits) == own)
        for group in sight.suits
        for own in (True, False)
    )
    return replace(sight, suits=tuple(part for part in parts if part))


def likelier(
    player: tuple[Card, ...], dealt: tuple[Card, ...], size: int, suits: tuple[Suit, ...]
) -> Fraction:
    """How many times as often these cards come here. A wager that does not look at the first card sees
    others, of which there are fewer where it has taken one away. Two cards stand for both of their orders."""
    leaning = [1 if card.suit in suits else -1 for card in dealt]
    if not player:
        return 1 - LEANS * Fraction(sum(leaning), size - len(dealt))
    first = leaning[:2] if len(player) == 2 else leaning[:1]
    return 1 + LEANS * Fraction(sum(first), len(first))
