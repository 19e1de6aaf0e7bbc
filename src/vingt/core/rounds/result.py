"""Who wins: a hand against what the dealer holds. Every answer names the fields of the rules it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.hand import Counts, Total
from vingt.core.rounds.state import Hand, RoundState
from vingt.core.rules.table_rules import Bonus, BonusLine, Result, SuperBonus, TableRules


@lru_cache(maxsize=256)
def counts_of(rules: TableRules) -> Counts:
    high, low = rules.cards.ace_counts
    return Counts(rules.cards.court_cards_count, high, low)


def total_of(rules: TableRules, hand: Hand) -> Total:
    """What the hand counts; aces among the first two cards of a doubled hand may count low (MBS-P 3.17.2)."""
    low = 0
    if hand.doubles and rules.double.first_two_aces_count_one:
        low = sum(card.rank == "A" for card in hand.cards[:2])
    return counts_of(rules).total(hand.cards, low)


def is_natural(rules: TableRules, hand: Hand) -> bool:
    if len(hand.cards) != 2 or hand.doubles or (hand.from_split and not rules.natural.on_split_hand):
        return False
    return counts_of(rules).is_natural(hand.cards)


@dataclass(frozen=True, slots=True)
class DealerResult:
    points: int
    natural: bool = False

    @property
    def bust(self) -> bool:
        return self.points > 21


# Everything a dealer without a natural can end with, for asking whether the end matters at all.
ENDINGS = tuple(DealerResult(points) for points in (17, 18, 19, 20, 21, 22))


def dealer_result(rules: TableRules, state: RoundState) -> DealerResult:
    counts = counts_of(rules)
    return DealerResult(counts.total(state.dealer).points, counts.is_natural(state.dealer))


OVER_21 = "over-21"  # the outcome of a hand that busted


@dataclass(frozen=True, slots=True)
class Verdict:
    """`because` names fields of the rules ("comparison.equal_totals"), whose cites stand behind it."""

    result: Result
    outcome: str
    because: tuple[str, ...]


def compare(rules: TableRules, hand: Hand, dealer: DealerResult) -> Verdict:
    """The result of a finished hand of 21 or less that was neither surrendered nor rescued."""
    if is_natural(rules, hand):
        return natural_verdict(rules, dealer)
    points = total_of(rules, hand).points
    if points == 21:
        return twenty_one_verdict(rules, hand, dealer)
    if dealer.natural:
        return Verdict("lose", "dealer-natural", ("dealer_natural.collects", "comparison.lower_total"))
    if dealer.bust:
        return Verdict(rules.comparison.dealer_over_21, "dealer-over-21", ("comparison.dealer_over_21",))
    if points > dealer.points:
        return Verdict(rules.comparison.higher_total, "higher-total", ("comparison.higher_total",))
    if points == dealer.points:
        return Verdict(rules.comparison.equal_totals, "equal-totals", ("comparison.equal_totals",))
    return Verdict(rules.comparison.lower_total, "lower-total", ("comparison.lower_total",))


def natural_verdict(rules: TableRules, dealer: DealerResult) -> Verdict:
    if dealer.natural:
        field = "natural.against_dealer_natural"
        return Verdict(rules.natural.against_dealer_natural, "natural-against-natural", (field,))
    if dealer.points == 21:
        field = "natural.against_dealer_21"
        return Verdict(rules.natural.against_dealer_21, "natural-against-21", (field,))
    return Verdict("win", "natural", ("natural.name",))


def twenty_one_verdict(rules: TableRules, hand: Hand, dealer: DealerResult) -> Verdict:
    two_card = hand.from_split and len(hand.cards) == 2
    if dealer.natural:
        if two_card:
            result = rules.twenty_one.split_two_card_against_dealer_natural
            field = "twenty_one.split_two_card_against_dealer_natural"
        else:
            result = rules.twenty_one.against_dealer_natural
            field = "twenty_one.against_dealer_natural"
        return Verdict(result, "21-against-natural", (field,))
    if dealer.points == 21:
        if two_card:
            result = rules.twenty_one.split_two_card_against_dealer_21
            field = "twenty_one.split_two_card_against_dealer_21"
        else:
            result = rules.twenty_one.against_dealer_21
            field = "twenty_one.against_dealer_21"
        return Verdict(result, "21-against-21", (field,))
    if dealer.bust:
        return Verdict(rules.comparison.dealer_over_21, "dealer-over-21", ("comparison.dealer_over_21",))
    return Verdict(rules.comparison.higher_total, "higher-total", ("comparison.higher_total",))


def depends_on_dealer(rules: TableRules, hand: Hand, *, natural_possible: bool = False) -> bool:
    """Whether the dealer's further cards can still change what this finished hand gets."""
    endings = (*ENDINGS, DealerResult(21, natural=True)) if natural_possible else ENDINGS
    return len({compare(rules, hand, ending).result for ending in endings}) > 1


def bonus_line(rules: TableRules, hand: Hand) -> BonusLine | None:
    """The bonus line a winning 21 earns, the best one where several fit."""
    bonus = rules.bonus
    if bonus is None or total_of(rules, hand).points != 21:
        return None
    if (hand.from_split and not bonus.survives_split) or (hand.doubles and not bonus.survives_double):
        return None
    longest = max((line.cards for line in bonus.lines if line.cards is not None), default=0)
    fitting = [
        line
        for line in bonus.lines
        if line_fits(line, hand.cards, longest, bonus.longest_line_covers_more_cards)
    ]
    return max(fitting, key=lambda line: line.pays.multiple, default=None)


def withheld(rules: TableRules, hand: Hand, up: Card | None) -> Cite:
    """The clauses by which a winning hand, for having been split or doubled, goes without a bonus."""
    if not (hand.from_split or hand.doubles):
        return Cite()
    plain, barred = hand._replace(from_split=False, doubles=0), []
    if rules.bonus is not None and bonus_line(rules, plain) and not bonus_line(rules, hand):
        barred += [f"bonus.{each}" for each in bars(rules.bonus, hand)]
    if rules.super_bonus is not None and is_super_bonus(rules, plain, up):
        barred += [f"super_bonus.{each}" for each in bars(rules.super_bonus, hand)]
    return rules.cite(*barred)


def bars(bonus: Bonus | SuperBonus, hand: Hand) -> Iterator[str]:
    if hand.from_split and not bonus.survives_split:
        yield "survives_split"
    if hand.doubles and not bonus.survives_double:
        yield "survives_double"


def line_fits(line: BonusLine, cards: tuple[Card, ...], longest: int, covers_more: bool) -> bool:
    if line.cards is not None:
        return len(cards) == line.cards or (covers_more and line.cards == longest and len(cards) > longest)
    return ranks_fit(line.ranks, cards) and suits_fit(line.suits, cards)


def ranks_fit(ranks: tuple[str, ...], cards: tuple[Card, ...]) -> bool:
    return len(cards) == len(ranks) and sorted(card.rank for card in cards) == sorted(ranks)


def suits_fit(wanted: str, cards: tuple[Card, ...]) -> bool:
    suits = {card.suit for card in cards}
    match wanted:
        case "any":
            return True
        case "one":
            return len(suits) == 1
        case "mixed":
            return len(suits) > 1
        case _:
            return suits == {wanted}


def is_super_bonus(rules: TableRules, hand: Hand, up: Card | None) -> bool:
    """The hand itself: suited 7-7-7 with a dealer 7 up, by the rules of the table."""
    bonus = rules.super_bonus
    if bonus is None or up is None or up.rank != bonus.dealer_up_card:
        return False
    if (hand.from_split and not bonus.survives_split) or (hand.doubles and not bonus.survives_double):
        return False
    return ranks_fit(bonus.ranks, hand.cards) and suits_fit(bonus.suits, hand.cards)
