"""The kernel for whole tables against core's shoe: the same cards out of it, the same rounds, the same
discards when it runs short, whatever the layout."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import get_args

import numpy as np
import pytest

from tests.proof import clause
from tests.simulation.kernel_rounds import Played, rounds_of
from tests.simulation.replay import Replay
from vingt.analysis.simulation.devices.device import on_threads
from vingt.analysis.simulation.lookups.best_play import policy_of
from vingt.analysis.simulation.lookups.compile import compile_rules
from vingt.analysis.simulation.lookups.flat import Flat
from vingt.analysis.simulation.lookups.layout import flat_of
from vingt.analysis.simulation.lookups.policy import Policy
from vingt.analysis.simulation.plan import Plan
from vingt.core.rounds import command as c
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import procedure
from vingt.core.shoe.double_shoe import determinant
from vingt.core.shoe.event import ShoeShuffled, ShoeSide
from vingt.core.shoe.state import ShoeState, evolve_shoe
from vingt.rulebook import library

STAKE = 2500
SHOES = 6
SIDES = get_args(ShoeSide)


class AtShoe:
    """A shoe of which only the number of cards matters, handled by core's procedure."""

    def __init__(self, rules: TableRules) -> None:
        self.rules, self.state = rules, ShoeState()
        while not self.state.ready:
            self.load()

    def load(self, cards: int | None = None) -> None:
        given = self.rules.cards.shoe if cards is None else self.rules.cards.shoe[:cards]
        self.follow(procedure.open_shoe(self.rules, self.state, given, cards is not None))
        shuffled = ShoeShuffled(self.state.number, "manual", "", "", (), procedure.shuffle_cite(self.rules))
        self.follow(shuffled, *procedure.loaded(self.rules, self.state))

    def follow(self, *events: object) -> None:
        for event in events:
            self.state = evolve_shoe(self.state, event)  # type: ignore[arg-type]


class FromShoe(Replay):
    """The engine plays the kernel's round, and core's shoe counts what comes out of it."""

    def __init__(self, flat: Flat, policy: Policy, played: Played, shoe: AtShoe) -> None:
        super().__init__(flat, policy, played)
        self.shoe = shoe
        self.racks: list[int] = []
        self.decided = 0  # hands that were decided, and gone, when the shoe ran short

    def give(self, command: c.Command) -> None:
        before = len(self.events)
        super().give(command)
        self.shoe.follow(*self.events[before:])

    def deal(self, box: int, hand: int) -> None:
        shoe, rules = self.shoe, self.shoe.rules
        if shoe.state.next_place is None:
            rack = procedure.discard_rack(rules.cards.shoe, self.state)
            self.racks.append(len(rack))
            self.decided += sum(not hand.live for _, _, hand in self.state.hands())
            shoe.follow(procedure.end(rules, shoe.state, "ran_short"))
            shoe.load(len(rack))
            self.give(c.ReportShoeEmpty(rack[: rules.irregularity.shoe_runs_short_burns]))
        if shoe.state.held is None and (cover := procedure.cover_card(rules, shoe.state, box)):
            shoe.follow(cover)
        super().deal(box, hand)


@pytest.mark.parametrize(
    ("rulebook", "decks"),
    [
        ("md-blackjack", 1),
        ("md-pontoon-21", 1),
        ("mbs-pontoon", 1),
        ("ma-pontoon-21", 1),
        ("md-blackjack/hand-dealt", 1),  # a card is burned before every round
        ("md-blackjack/electronic", 1),  # a card that all hands share lies there to the end
    ],
)
def test_a_shoe_of_the_kernel_is_a_shoe_of_core(rulebook: str, decks: int) -> None:
    dice = random.Random(f"{rulebook}, {decks} decks")
    rules = library.table_rules(rulebook)
    rules = replace(rules, cards=replace(rules.cards, decks=decks))
    policy = policy_of(rules, None)
    lookups = compile_rules(rules, policy, STAKE)
    ran_short = decided = 0
    for _ in range(10):
        boxes = max(dice.randint(1, rules.boxes.seats), dice.randint(1, rules.boxes.seats))
        cut = Fraction(max(dice.randint(10, 99), dice.randint(10, 99)), 100)
        flat = flat_of(Plan(rules, None, STAKE, dice.randrange(2**60), boxes, cut), lookups)
        rounds, _, sums = rounds_of(flat, 0, SHOES)
        placed = replace(rules, shoe=replace(rules.shoe, cover_card_from_back=1 - cut))
        dealt = 0
        for number in range(SHOES):
            shoe = AtShoe(placed)
            dealt += shoe.state.burned
            of_this = [each for each in rounds if each.unit == number and each.counts]
            for at, played in enumerate(of_this, 1):
                words = f"{boxes} boxes, cut {cut}, shoe {number}, round {at}"
                assert procedure.end_after_round(placed, shoe.state) is None, words
                if burned := procedure.burn_before_round(placed, shoe.state):
                    shoe.follow(*filter(None, [procedure.cover_card(placed, shoe.state, 1)]), burned)
                    dealt += burned.count
                mine = FromShoe(flat, policy, played, shoe)
                mine.compare()
                assert mine.racks == played.racks, words
                dealt += mine.dealt
                ran_short += len(mine.racks)
                decided += mine.decided
            assert procedure.end_after_round(placed, shoe.state) is not None, f"{boxes} boxes, cut {cut}"
        assert dealt == sums[1]
    assert ran_short > 0, "else nothing is shown about shoes that run short"
    assert decided > 0 or rules.variant.dealt_by_hand, "nor about hands that are decided by then"


@clause("MD-BJ 3.C(2)", "MD-BJ 7.C(1)", "MD-BJ 7.C(2)", "MD-BJ 7.C(3)", "MD-BJ 7.E(2)", "MD-BJ 14.F(1)")
@pytest.mark.parametrize("drawn_from", ["alternate", "right"])
def test_a_double_shoe_of_the_kernel_is_one_of_core(drawn_from: str) -> None:
    """Determinant cards from the side that core draws from, rounds from the side that they name, each side
    shuffled when its own cover card is out; the unit ends when both have been."""
    dice = random.Random(f"double shoes, {drawn_from}")
    choices = {"shoe": "double", "decks": 2, "wagers": {}, "double_shoe_drawn_from": drawn_from}
    rules = library.table_rules("md-blackjack", choices)
    policy = policy_of(rules, None)
    lookups = compile_rules(rules, policy, STAKE)
    seen: Counter[str] = Counter()
    for cut in (Fraction(1, 4), Fraction(3, 4), Fraction(97, 100)):
        boxes = rules.boxes.seats if cut > Fraction(9, 10) else dice.randint(2, rules.boxes.seats)
        flat = flat_of(Plan(rules, None, STAKE, dice.randrange(2**60), boxes, cut), lookups)
        rounds, bins, sums = rounds_of(flat, 0, 2)
        placed = replace(rules, shoe=replace(rules.shoe, cover_card_from_back=1 - cut))
        for number in range(2):
            shoe, ended = AtShoe(placed), Counter[str]()
            of_this = [each for each in rounds if each.unit == number]
            for played in of_this:
                assert played.determinant is not None
                drawn, card = played.determinant
                shoe.follow(*determinant(placed, shoe.state, lambda _, card=card: card, 1))  # type: ignore[misc]
                core = shoe.state.determinant
                assert core is not None
                assert (core.drawn_from, core.side) == (SIDES[drawn], shoe.state.side)
                matches = core.drawn_from == core.side
                assert not matches or played.firsts[0][0] == card
                assert played.counts == (not ended[core.side])
                mine = FromShoe(flat, policy, played, shoe)
                mine.compare()
                assert mine.racks == played.racks
                seen.update(
                    short=len(mine.racks), matches=matches, aside=not matches, again=not played.counts
                )
                for each in procedure.ends_after_round(placed, shoe.state):
                    ended[str(shoe.state.numbered(each.shoe).side)] += 1
                    shoe.follow(each)
                while not shoe.state.ready:
                    shoe.load()
            assert set(ended) == set(SIDES), "both sides were dealt to their cover cards"
        assert sum(each.counts for each in rounds) == sums[0]
        compiled_bins, compiled_sums = on_threads(flat, 0, 2, 2)
        assert np.array_equal(bins, compiled_bins)
        assert np.array_equal(sums, compiled_sums)
    assert all(seen[word] for word in ("short", "matches", "aside", "again")), seen


def test_a_cover_card_that_would_open_a_round_has_not_ended_the_shoe() -> None:
    """Reading I-128. With one box that takes at least four cards some shoes stop exactly before it."""
    rules = library.table_rules("md-blackjack")
    policy = policy_of(rules, None)
    cut = Fraction(1, 10)
    flat = flat_of(Plan(rules, None, STAKE, 3, 1, cut), compile_rules(rules, policy, STAKE))
    rounds, _, _ = rounds_of(flat, 0, 60)
    cover = len(rules.cards.shoe) - procedure.cards_behind(1 - cut, len(rules.cards.shoe))
    exactly = 0
    for number in range(60):
        out = rules.shoe.burn_on_load
        for played in (each for each in rounds if each.unit == number):
            assert out <= cover
            exactly += out == cover
            out += played.cards or 0
        assert out > cover
    assert exactly > 0
