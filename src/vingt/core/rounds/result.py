"""Who wins: a hand against what the dealer holds, looked up in the rows of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.hand import RankPoints, Total
from vingt.core.rounds.state import Hand, RoundState
from vingt.core.rules.sections import BonusLine, BonusRules, SuperBonusRules
from vingt.core.rules.settles import DealerKind, HandKind, Odds, Result, result_of
from vingt.core.rules.table_rules import TableRules


@lru_cache(maxsize=256)
def counts_of(rules: TableRules) -> RankPoints:
    high, low = rules.cards.ace_counts
    return RankPoints(rules.cards.court_cards_count, high, low)


def total_of(rules: TableRules, hand: Hand) -> Total:
    """What the hand counts; aces among the first two cards of a doubled hand may count low (MBS-P 3.17.2)."""
    low = 0
    if hand.doubles and rules.double.first_two_aces_count_one:
        low = sum(card.rank == "A" for card in hand.cards[:2])
    return counts_of(rules).total(hand.cards, low)


def is_natural(rules: TableRules, hand: Hand) -> bool:
    """Two cards make one as they were dealt, and as a split makes them where the rules say so."""
    made_later = hand.switched or (hand.from_split and not rules.natural.on_split_hand)
    if len(hand.cards) != 2 or hand.doubles or made_later:
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
ENDINGS = tuple(DealerResult(points) for points in (17, 18, 19, 20, 21, 22, 23))


def dealer_result(rules: TableRules, state: RoundState) -> DealerResult:
    counts = counts_of(rules)
    return DealerResult(counts.total(state.dealer).points, counts.is_natural(state.dealer))


OVER_21 = "over-21"  # the outcome of a hand that busted


@dataclass(frozen=True, slots=True)
class HandVerdict:
    """What a hand gets: the word or the odds of the row that settles it, with what orders that row."""

    outcome: str
    pays: Odds
    cite: Cite

    @property
    def result(self) -> Result:
        return result_of(self.pays)


def compare(rules: TableRules, hand: Hand, dealer: DealerResult) -> HandVerdict:
    """The verdict on a finished hand that was neither surrendered nor rescued: the first row that fits."""
    points = total_of(rules, hand).points
    kind, against = kind_of(rules, hand, points), dealer_kind(dealer, points)
    row = rules.settles.row(kind, against)
    return HandVerdict(outcome_of(kind, against, by_22=row.dealer == "22"), row.pays, row.cite)


def kind_of(rules: TableRules, hand: Hand, points: int) -> HandKind:
    if is_natural(rules, hand):
        return "natural"
    if points == 21 and len(hand.cards) == 2 and (hand.from_split or hand.switched):
        return "split_two_card_21" if hand.from_split else "switched_21"
    if points == 21:
        return "21"
    return "over_21" if points > 21 else "20_or_less"


def dealer_kind(dealer: DealerResult, points: int) -> DealerKind:
    """The dealer's hand beside one of so many points."""
    if dealer.natural:
        return "natural"
    if dealer.points == 21:
        return "21"
    if dealer.bust:
        return "22" if dealer.points == 22 else "over_22"
    if dealer.points == points:
        return "equal"
    return "lower" if dealer.points < points else "higher"


def outcome_of(hand: HandKind, dealer: DealerKind, *, by_22: bool = False) -> str:
    """The class a settlement is filed under; a dealer's 22 is one where a row of the table names it."""
    if hand == "over_21":
        return OVER_21
    if hand == "natural":
        against = dealer in ("natural", "21") or by_22
        return f"natural-against-{dealer}" if against else "natural"
    match dealer:
        case "22" | "over_22":
            return "dealer-22" if by_22 else "dealer-over-21"
        case "natural" | "21" if hand != "20_or_less":
            return f"21-against-{dealer}"
        case "natural":
            return "dealer-natural"
        case "equal":
            return "equal-totals"
        case "lower":
            return "higher-total"
        case "21" | "higher":
            return "lower-total"


def depends_on_dealer(rules: TableRules, hand: Hand, *, natural_possible: bool = False) -> bool:
    """Whether the dealer's further cards can still change what this finished hand gets."""
    endings = (*ENDINGS, DealerResult(21, natural=True)) if natural_possible else ENDINGS
    return len({compare(rules, hand, ending).pays for ending in endings}) > 1


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
        barred += [f"bonus.{bar}" for bar in bars(rules.bonus, hand)]
    if rules.super_bonus is not None and is_super_bonus(rules, plain, up):
        barred += [f"super_bonus.{bar}" for bar in bars(rules.super_bonus, hand)]
    return rules.cite(*barred)


def bars(bonus: BonusRules | SuperBonusRules, hand: Hand) -> Iterator[str]:
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
