"""Small shoes dealt card by card, by a program that shares nothing with the exact one but the evaluator."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from vingt.analysis.actions import HIT, STAND
from vingt.analysis.chart.chart import Cell, Chart
from vingt.analysis.exact.side.cases import table_of
from vingt.analysis.exact.side.chances import dealt
from vingt.analysis.exact.side.composition import composition, points_in
from vingt.analysis.exact.side.dealer_hand import complete_hands
from vingt.analysis.exact.side.deals import sort_deals
from vingt.analysis.exact.side.finished_hand import played_distribution
from vingt.analysis.tabulated.dealer import DealerDraws
from vingt.analysis.tabulated.hands import Ints, value_of
from vingt.core.cards import SUITS, Card, Rank, cards
from vingt.core.hand import STANDARD
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import WAIT
from vingt.core.wagers.registry import EVALUATORS
from vingt.rulebook import library

FIVE = ("2-suited", "1-suited-1-unsuited", "1-suited", "2-unsuited", "1-unsuited")
Chances = Mapping[str, Fraction]


@pytest.mark.parametrize(
    ("evaluator", "ranks", "decks", "options"),
    [
        ("match-up-card", ("7", "K"), 2, {"lines": FIVE}),
        ("match-hole-card", ("7", "K"), 2, {"lines": FIVE}),
        ("monster-match", ("7", "K"), 2, {}),
        ("lucky-aces", ("A", "K"), 2, {}),
        ("royal-match", ("K", "Q"), 2, {}),
        ("lucky-ladies", ("A", "Q", "9"), 1, {}),
        ("lucky-ladies", ("A", "Q"), 2, {}),
        ("kings-bounty", ("A", "K", "9"), 1, {}),
        ("kings-bounty", ("A", "K"), 2, {}),
        ("super-4", ("A", "K", "J"), 1, {"suit": "hearts", "lines": ("royal-flush-in-the-chosen-suit",)}),
        ("super-4", ("A", "K"), 2, {"suit": "hearts", "lines": ()}),
        ("three-card-poker", ("A", "2", "3", "K", "Q"), 1, {"ace": "high_and_low"}),
        ("three-card-poker", ("A", "K", "Q"), 2, {"ace": "low_only"}),
        ("21-plus-3", ("A", "9"), 3, {}),
        ("house-money", ("A", "2", "K"), 2, {"ace_two_is_straight": True}),
        ("in-between", ("A", "2", "5", "K"), 1, {"ace": "high"}),
        ("lucky-lucky", ("6", "7", "8"), 2, {}),
        ("upcard-luck", ("A", "5", "J"), 2, {}),
        ("blazing-7s", ("7", "K"), 3, {}),
        ("super-match", ("7", "K"), 1, {}),
        ("dealer-six-and-ten", ("6", "K", "A"), 1, {}),
        ("insurance", ("A", "K", "5"), 1, {"lines": ("dealer-blackjack",)}),
        ("insurance-suited", ("A", "K"), 2, {}),
    ],
)
def test_first_cards(evaluator: str, ranks: tuple[Rank, ...], decks: int, options: dict[str, object]) -> None:
    judge = EVALUATORS[evaluator]
    shoe = [Card(rank, suit) for rank in ranks for suit in SUITS] * decks
    found = sort_deals(judge, options, ranks, STANDARD).distribution(decks)
    assert {outcome: chance for outcome, chance in found.items() if chance} == dealt_out(
        evaluator, shoe, options
    )


@pytest.mark.parametrize(
    ("evaluator", "ranks", "decks", "options", "missing", "extra"),
    [
        ("match-up-card", ("7", "K"), 2, {"lines": FIVE}, "7h", ""),
        ("match-hole-card", ("7", "K"), 2, {"lines": FIVE}, "7h 7h", ""),
        ("royal-match", ("K", "Q"), 2, {}, "Ks", ""),
        ("lucky-ladies", ("A", "Q"), 2, {}, "Qh", "As"),
        ("21-plus-3", ("A", "9"), 3, {}, "9c 9d", ""),
        ("lucky-lucky", ("6", "7", "8"), 2, {}, "7h 8s", "6c"),
        ("blazing-7s", ("7", "K"), 3, {}, "", "7d"),
        ("insurance", ("A", "K", "5"), 1, {"lines": ("dealer-blackjack",)}, "Kd", ""),
        ("three-card-poker", ("A", "2", "3", "K", "Q"), 1, {"ace": "high_and_low"}, "2s", "Ks"),
    ],
)
def test_first_cards_of_a_shoe_that_is_not_whole_decks(
    evaluator: str, ranks: tuple[Rank, ...], decks: int, options: dict[str, object], missing: str, extra: str
) -> None:
    held = composition(ranks, decks, cards(missing), cards(extra))
    shoe = [card for card, count in held for _ in range(count)]
    assert len(shoe) == len(ranks) * 4 * decks - len(cards(missing)) + len(cards(extra))
    found = dealt(evaluator, tuple(sorted(options.items())), held, decks, STANDARD).by_outcome
    assert {outcome: chance for outcome, chance in found.items() if chance} == dealt_out(
        evaluator, shoe, options
    )


def dealt_out(evaluator: str, shoe: list[Card], options: dict[str, object]) -> dict[str, Fraction]:
    """Every deal of the shoe, one by one."""
    judge = EVALUATORS[evaluator]
    players = 4 if evaluator == "super-match" else 2
    # No wager looks at the hole card unless it must: three cards make far fewer deals than four.
    counted: Counter[str] = Counter()
    for many in (players + 1, players + 2):
        counted.clear()
        for hand in permutations(shoe, many):
            if evaluator.startswith("insurance") and hand[players].rank != "A":
                continue
            hole = hand[players + 1] if many > players + 1 else None
            outcome = judge(Facts(hand[:players], hand[players], hole), options)
            if outcome is WAIT:
                break
            assert isinstance(outcome, str)
            counted[outcome] += 1
        else:
            break
    total = sum(counted.values())
    return {outcome: Fraction(times, total) for outcome, times in counted.items()}


Ranks = tuple[Rank, ...]


def draw_out(
    left: Counter[Rank], hand: Ranks, hits: Callable[[Ranks], bool]
) -> list[tuple[Fraction, Ranks, Counter[Rank]]]:
    """Every way to finish a hand: its chance, the hand and what is left, drawn rank by rank."""
    if len(hand) >= 2 and not hits(hand):
        return [(Fraction(1), hand, left)]
    size = sum(left.values())
    found = []
    for rank, times in left.items():
        if times:
            fewer = left.copy()
            fewer[rank] -= 1
            for chance, finished, remaining in draw_out(fewer, (*hand, rank), hits):
                found.append((chance * times / size, finished, remaining))
    return found


def points(hand: Ranks) -> tuple[int, bool]:
    hard = sum({"A": 1, "K": 10}.get(rank, 0) or int(rank) for rank in hand)
    return (hard + 10, True) if "A" in hand and hard <= 11 else (hard, False)


def dealer_hits(soft_17: bool) -> Callable[[Ranks], bool]:
    return lambda hand: points(hand)[0] < 17 or (soft_17 and points(hand) == (17, True))


SMALL: tuple[Rank, ...] = ("A", "2", "6", "K")


@pytest.mark.parametrize("soft17", ["S17", "H17"])
def test_the_dealers_hand(soft17: str) -> None:
    draws = DealerDraws(table_of("md-blackjack", "H17" if soft17 == "H17" else "S17"))
    found = complete_hands(draws, SMALL, STANDARD).distribution(points_in(composition(SMALL, 1), STANDARD))
    expected: Counter[tuple[int, int]] = Counter()
    for chance, hand, _ in draw_out(Counter(dict.fromkeys(SMALL, 4)), (), dealer_hits(soft17 == "H17")):
        expected[points(hand)[0], len(hand)] += chance  # type: ignore[assignment]
    merged: Counter[tuple[int, int]] = Counter()
    for ending, chance in found.items():
        merged[ending.points, ending.cards] += chance  # type: ignore[assignment]
    assert +merged == +expected


@pytest.mark.parametrize("natural_ends_play", [True, False])
def test_the_players_hand_and_the_dealers(natural_ends_play: bool) -> None:
    """A chart that hits below 17 and does nothing else, on a shoe of sixteen cards."""
    small: tuple[Rank, ...] = ("A", "4", "6", "K")
    options = {"hand": "final", "split_hands": "best_hand"}
    judge = EVALUATORS["bad-beat"]
    expected: Counter[str] = Counter()

    def note(mine: Ranks, theirs: Ranks, chance: Fraction) -> None:
        hands = [tuple(Card(rank, "clubs") for rank in hand) for hand in (mine, theirs)]
        facts = Facts(hands[0][:2], hands[1][0], hands[1][1], hands[1], (hands[0],))
        outcome = judge(facts, options)
        assert isinstance(outcome, str)
        expected[outcome] += chance  # type: ignore[assignment]

    shoe = Counter(dict.fromkeys(small, 4))
    # The dealer's two cards come first, as they lie on the table; then the player, then the dealer again.
    for first, theirs, left in draw_out(shoe, (), lambda hand: len(hand) < 2):
        natural = points(theirs) == (21, True)
        for second, two, rest in draw_out(left, (), lambda hand: len(hand) < 2):
            if natural and natural_ends_play:
                note(two, theirs, first * second)
                continue
            for third, mine, remaining in draw_out(rest, two, lambda hand: points(hand)[0] < 17):
                if points(mine)[0] != 20:
                    expected["lose"] += first * second * third  # type: ignore[assignment]
                    continue
                for fourth, drawn, _ in draw_out(remaining, theirs, dealer_hits(False)):
                    note(mine, drawn, first * second * third * fourth)
    rules = library.table_rules("md-blackjack", {"soft17": "S17"})
    if not natural_ends_play:
        rules = replace(rules, dealer=replace(rules.dealer, second_card="after_players"))
    found = played_distribution(rules, judge, options, hit_below_17(), counted(small))
    for outcome, chance in expected.items():
        assert found[outcome] == pytest.approx(float(chance), abs=1e-12), outcome
    assert sum(found.values()) == pytest.approx(1, abs=1e-12)


def hit_below_17() -> Chart:
    rows = {row: dict.fromkeys(range(10), Cell(((HIT if row < 17 else STAND),) * 6)) for row in range(4, 21)}
    return Chart({"hard": rows, "soft": rows})


def counted(ranks: tuple[Rank, ...]) -> Ints:
    """One card of each rank and suit."""
    shoe = np.zeros((10, 4), dtype=np.int64)
    for rank in ranks:
        shoe[value_of(rank)] += 1
    return shoe
