"""What an evaluator says it cannot tell apart, it does not tell apart; the order of cards never matters."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exploring import examples
from vingt.analysis.exact.side.cases import Case, drawing_matters, every_case, table_of
from vingt.analysis.exact.side.dealer_hand import complete_hands
from vingt.analysis.tabulated.dealer import DealerDraws
from vingt.core.cards import DECK, RANKS, Card
from vingt.core.hand import STANDARD
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import WAIT, Outcome, groups, sight_of
from vingt.core.wagers.registry import EVALUATORS
from vingt.rulebook import library

# One case for each evaluator with each set of lines: MA's and MD's match lines differ, for example.
CASES: dict[str, Case] = {}
for rulebook in library.RULEBOOKS:
    for each in every_case(library.load(rulebook)):
        lines = sorted(line.outcome for line in each.paytable.lines)
        CASES.setdefault(f"{each.wager.evaluator} {len(lines)} {lines[0]}", each)


@st.composite
def deals(draw: st.DrawFn) -> list[Card]:
    """Six cards, few of them different: pairs and trips would be too rare among any six."""
    pool = draw(st.lists(st.sampled_from(DECK), min_size=2, max_size=5))
    return draw(st.lists(st.sampled_from(pool), min_size=6, max_size=6))


def judged(case: Case, dealt: list[Card], hole: bool = True) -> Outcome:
    player = dealt[: max(2, sight_of(EVALUATORS[case.wager.evaluator]).player_cards)]
    up, below = dealt[len(player)], dealt[len(player) + 1] if hole else None
    return EVALUATORS[case.wager.evaluator](Facts(tuple(player), up, below), case.terms)


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data(), dealt=deals())
def test_swapping_what_is_declared_alike_changes_nothing(
    name: str, data: st.DataObject, dealt: list[Card]
) -> None:
    case = CASES[name]
    sight = sight_of(EVALUATORS[case.wager.evaluator])
    ranks = {
        old: new
        for group in sight.ranks
        for old, new in zip(group, data.draw(st.permutations(group)), strict=True)
    }
    suits = {
        old: new
        for group in sight.suits
        for old, new in zip(group, data.draw(st.permutations(group)), strict=True)
    }
    swapped = [Card(ranks[card.rank], suits[card.suit]) for card in dealt]
    for hole in (True, False):
        assert judged(case, dealt, hole) == judged(case, swapped, hole)


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=examples(25), deadline=None)
@given(dealt=deals())
def test_the_order_of_the_players_cards_does_not_matter(name: str, dealt: list[Card]) -> None:
    case = CASES[name]
    many = max(2, sight_of(EVALUATORS[case.wager.evaluator]).player_cards)
    expected = judged(case, dealt)
    for order in permutations(dealt[:many]):
        assert judged(case, [*order, *dealt[many:]]) == expected


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=examples(25), deadline=None)
@given(dealt=deals())
def test_the_dealers_second_card_decides_and_never_reverses(name: str, dealt: list[Card]) -> None:
    case = CASES[name]
    before, after = judged(case, dealt, hole=False), judged(case, dealt)
    assert before in (WAIT, after)


@pytest.mark.parametrize("soft17", ["H17", "S17"])
def test_a_complete_dealer_hand_is_its_points_and_its_number_of_cards(soft17: str) -> None:
    """What stands for the hands of one ending gets the same answer as each of them."""
    draws = DealerDraws(table_of("md-blackjack", "H17" if soft17 == "H17" else "S17"))
    hands = complete_hands(draws, RANKS, STANDARD)
    player = (Card("A", "spades"), Card("K", "hearts"))
    for case in CASES.values():
        if not drawing_matters(case.wager):
            continue
        evaluator = EVALUATORS[case.wager.evaluator]
        for each in hands.complete:
            dealer = in_drawn_order(each.hand)
            for hand in (dealer, hands.examples[each.ending]):
                assert len(hand) == hands.endings[each.ending].cards
            answers = {
                evaluator(
                    Facts(
                        player,
                        hand[0],
                        hand[1],
                        hand,
                        ((*player[:1], Card("9", "clubs")),),
                        companion_stake=500,
                    ),
                    case.terms,
                )
                for hand in (dealer, hands.examples[each.ending])
            }
            assert len(answers) == 1


def in_drawn_order(hand: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards of a hand, low values first after the first two, so that no hand starts as a natural."""
    cards = [Card(RANKS[value], "hearts") for value in range(10) for _ in range(hand[value])]
    if len(cards) > 2 and STANDARD.is_natural((cards[0], cards[1])):
        cards[1], cards[2] = cards[2], cards[1]
    return tuple(cards)


def test_groups_are_read_as_written() -> None:
    assert groups("A | 10 J Q K", RANKS)[:2] == (("A",), ("10", "J", "Q", "K"))
    assert groups("", RANKS) == (RANKS,)
    assert len(groups("each", RANKS)) == 13
    with pytest.raises(ValueError, match="names no 1"):
        groups("A | 1", RANKS)
