"""Side wagers looked up against the round engine's own settlement of them, cent for cent."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from functools import cache

import pytest

from tests.simulation.daily import daily_seed
from tests.simulation.side_rounds import CARD_ID, Round, random_offer, random_table, side_table
from tests.wagers.worked import Deal, deals
from tests.wagers.worked import offer as worked_offer
from vingt.analysis.simulation.side.lookups import side_lookups
from vingt.analysis.simulation.side.stakes import SideOutcome
from vingt.analysis.tabulated.dealer import MOST_CARDS, dealer_automaton
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cards import cards
from vingt.core.money import Cents
from vingt.core.rules.offered_wager import OfferedWager, Stake
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.judge import judge
from vingt.rulebook import library

TABLES = int(os.environ.get("VINGT_SIDE_TABLES", "6"))  # for each rulebook
ROUNDS = 60  # at each table
NOT_CARRIED = ("must-hit", "super-match")


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_every_side_wager_is_settled_as_the_engine_settles_it(rulebook: str) -> None:
    dice = random.Random(f"{rulebook} {daily_seed()}")
    for at in range(TABLES):
        made = random_table(dice, rulebook)
        rules = random_offer(dice, made.rules) if at % 3 else made.rules
        table = side_table(dice, rules)
        for _ in range(ROUNDS):
            played = Round(table, dice)
            try:
                played.play()
            except AssertionError as error:
                raise AssertionError(f"{made}, {table.wagers}: {played.story()}") from error
            for wager, expected in played.looked_up():
                assert played.settled(wager) == expected, f"{made}, {wager}: {played.story()}"


def looked_up(deal: Deal) -> SideOutcome:
    """What a table that offers this wager at the stake of the deal makes of the deal."""
    facts = deal.facts
    rules = offering(deal.rulebook, deal.wager, deal.paytable, deal.decks, deal.stake, facts.companion_stake)
    lookups = side_lookups(rules, (rules.wagers[0].id,), 2 * deal.stake)
    at = lookups.names.index(deal.wager)
    second = facts.second or facts.up
    seen = [CARD_ID[each] for each in (*facts.player, facts.up, second)]
    hands = lookups.played[at]
    played = sum(hands.weight(hand) for hand in facts.finished or (facts.player,)) if hands else 0
    dealer = dealer_automaton(rules).state_of(facts.dealer or (facts.up, second))
    return lookups.outcome(at, lookups.index(at, seen, dealer, played))


@cache
def offering(rulebook: str, name: str, paytable: str, decks: int, stake: int, companion: int) -> TableRules:
    """A table that offers one wager, behind the one it rides on."""
    rules = library.table_rules(rulebook)
    offer = at_stake(worked_offer(rulebook, name, paytable, decks), stake)
    beside = [at_stake(each, companion) for each in rules.wagers if each.id == offer.rides_on]
    return replace(rules, wagers=(*beside, offer))


def at_stake(offer: OfferedWager, stake: int) -> OfferedWager:
    exact = Stake((Cents(stake),), None, None, at_most_main_wager=False, cite=offer.stake.cite)
    return replace(offer, stake=exact)


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_every_deal_worked_by_hand_is_looked_up(rulebook: str) -> None:
    """Every line of every paytable is among them, the rarest too."""
    worked = [each for each in deals() if each.rulebook == rulebook and each.wager not in NOT_CARRIED]
    assert worked
    for deal in worked:
        found = looked_up(deal)
        assert found.outcome == deal.outcome, deal.name
        assert found.returns - found.staked == deal.net, deal.name
        assert bool(found.claim) == bool(deal.claim), deal.name


def test_all_side_wagers_of_a_rulebook_fit_in_a_small_table() -> None:
    """Four cards would be 7,311,616 deals to each wager."""
    rules = with_every_wager("md-blackjack")
    lookups = side_lookups(rules, tuple(each.id for each in rules.wagers if each.rides_on is None), 10_00)
    assert len(lookups.names) == 22
    assert lookups.table.size < 50_000


def with_every_wager(rulebook: str) -> TableRules:
    document = library.load(rulebook)
    offers = [worked_offer(rulebook, name) for name in document.wagers if name not in NOT_CARRIED]
    return replace(library.table_rules(rulebook), wagers=tuple(offers))


@pytest.mark.parametrize(
    ("wagers", "main", "boxes", "words"),
    [
        (("lucky-ladies", "no-such-wager"), 10_00, 1, "no-such-wager: this table does not offer it"),
        (("must-hit",), 10_00, 1, "must-hit: no card decides it"),
        (("super-match",), 10_00, 1, "super-match: needs Blackjack Switch"),
        (("super-4",), 10_00, 2, "super-4: a payout limit that winners of several boxes share"),
        (("top-3",), 10_00, 1, "top-3: Top 3 needs a three-card-poker wager here"),
        (("match-super-bonus",), 4_00, 1, r"match-super-bonus .* \$4: .* may not exceed the main wager"),
        (("insurance",), 5_00, 1, r"insurance: at least \$3, at most \$2.50 on \$5"),
    ],
)
def test_what_cannot_be_carried_is_refused_by_name(
    wagers: tuple[str, ...], main: int, boxes: int, words: str
) -> None:
    rules = with_every_wager("md-blackjack")
    more = [worked_offer("md-blackjack", name) for name in NOT_CARRIED]
    more.append(
        next(each for each in library.table_rules("ma-pontoon-21").wagers if each.stake.at_most_main_wager)
    )
    capped = replace(worked_offer("md-blackjack", "super-4"), payout_cap=Cents(100_000))
    needy = worked_offer("md-blackjack", "top-3", top_3_companion="three-card-poker")
    others = [each for each in rules.wagers if each.id not in (capped.id, needy.id)]
    dear = replace(rules.insurance, minimum=Cents(3_00))
    rules = replace(rules, wagers=(*others, capped, needy, *more), insurance=dear)
    with pytest.raises(NotCarried, match=words):
        side_lookups(rules, wagers, main, boxes)


@pytest.mark.parametrize("hand", ["initial", "final"])
def test_a_surrendered_hand_loses_bad_beat_beside_any_number_of_twenties(hand: str) -> None:
    offer = worked_offer("md-blackjack", "bad-beat", bad_beat_hand=hand, bad_beat_split="each_hand")
    rules = replace(library.table_rules("md-blackjack"), wagers=(offer,))
    lookups = side_lookups(rules, ("bad-beat",), 10_00)
    hands = lookups.played[0]
    assert hands is not None
    twenty, dealer = cards("Ks Qd"), cards("9s Kd")
    first = [CARD_ID[each] for each in (*twenty, *dealer)]
    state = dealer_automaton(rules).state_of(dealer)
    for others in range(4):
        played = [hands.weight(twenty)] * others
        kept = lookups.outcome(0, lookups.index(0, first, state, sum(played) + hands.weight(twenty)))
        assert kept.lines == ("player-20",) * (1 if hand == "initial" else others + 1)
        gone = sum(played) + hands.weight(twenty, surrendered=True)
        assert lookups.outcome(0, lookups.index(0, first, state, gone)).outcome == "lose"


@pytest.mark.parametrize("name", ["hit-and-run", "buster-blackjack", "bad-beat"])
def test_a_hand_of_nine_cards_or_more_is_to_every_wager_one_of_eight(name: str) -> None:
    rules = replace(library.table_rules("md-blackjack"), wagers=(worked_offer("md-blackjack", name),))
    lookups, automaton = side_lookups(rules, (name,), 10_00), dealer_automaton(rules)
    dice = random.Random(daily_seed())
    twenty = cards("Ks Qd")
    played = hands.weight(twenty) if (hands := lookups.played[0]) else 0
    longest = 0
    for _ in range(2000):
        dealer = tuple(dice.choices(cards("As Ad 2c 3h 9d"), (8, 8, 4, 2, 1), k=1))
        while not automaton.final[automaton.state_of(dealer)]:
            dealer = (*dealer, *dice.choices(cards("As Ad 2c 3h 9d"), (8, 8, 4, 2, 1), k=1))
        facts = Facts(twenty, dealer[0], dealer[1], dealer, finished=(twenty,))
        verdict = judge(rules.wagers[0], facts)
        assert verdict is not None
        seen = [CARD_ID[each] for each in (*twenty, *dealer[:2])]
        found = lookups.outcome(0, lookups.index(0, seen, automaton.state_of(dealer), played))
        assert found.outcome == verdict.outcome
        longest = max(longest, len(dealer))
    assert longest > MOST_CARDS
