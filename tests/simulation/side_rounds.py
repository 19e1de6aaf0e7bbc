"""Rounds with side wagers, played by the engine at random tables, and what the lookups say of each step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.rounds.permitted import MONEY, Table, dealt_as_usual, frozen, money, open_keys, permitted
from tests.wagers.worked import offered
from vingt.analysis.exact.side.cases import as_printed
from vingt.analysis.simulation.side.lookups import (
    NEEDS_DEALER_HAND,
    NEEDS_SECOND_CARD,
    SideLookups,
    side_lookups,
)
from vingt.analysis.simulation.side.stakes import stake_of
from vingt.analysis.tabulated.dealer import dealer_automaton
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cards import DECK
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS
from vingt.core.rounds.decide import decide
from vingt.core.rounds.event import CardDealt, Event, StageReached, WagerSettled
from vingt.core.rounds.evolve import evolve
from vingt.core.rounds.legal import legal
from vingt.core.rounds.playing import insurance_limit
from vingt.core.rounds.procedure import (
    CardDue,
    DecisionDue,
    DeviceDue,
    NothingDue,
    further_cards_wanted,
    must_draw,
    next_step,
    second_card_wanted,
)
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.outcome import LOSE
from vingt.rulebook import library

PLAYER, BOX = "ann", 1
CARD_ID = {card: at for at, card in enumerate(DECK)}


def random_table(dice: random.Random, rulebook: str) -> Table:
    """A sample of the rulebook with some of its open keys chosen anew."""
    keys = dice.sample(open_keys(rulebook), k=min(dice.randrange(12), len(open_keys(rulebook))))
    choices: dict[str, Any] = {key: dice.choice(permitted(rulebook, key)) for key in keys}
    if dice.random() < 0.5:
        choices |= money(dice.randrange(len(MONEY)))
    sample = dice.choice(dealt_as_usual(rulebook))
    return Table(f"{rulebook}/{sample}", tuple((key, frozen(value)) for key, value in choices.items()))


def random_offer(dice: random.Random, rules: TableRules) -> TableRules:
    """The table with more wagers: any of the five rulebooks' with any of their paytables and options."""
    own = {wager.id for wager in rules.wagers}
    known = {name: rulebook for rulebook in library.RULEBOOKS for name in library.load(rulebook).wagers}
    names = [name for name in sorted(known) if name not in own]
    more: dict[str, OfferedWager] = {}
    for name in dice.sample(names, k=dice.randrange(len(names))):
        document = library.load(known[name])
        wager = document.wagers[name]
        words = {key: dice.choice(permitted(document.id, key)) for key in open_keys(document.id)}
        tables = [each.table.id for each in wager.paytables if each.allows_decks(6)]
        if tables and "switch" not in wager.needs:
            more[name] = offered(as_printed(document, name, dice.choice(tables), 6, "H17", words))
    company = {*own, *more}
    wagers = [each for each in more.values() if each.rides_on is None or each.rides_on in company]
    return replace(rules, wagers=(*rules.wagers, *wagers))


@dataclass
class SideTable:
    """A table, the wagers placed in every round at it, and their lookups."""

    rules: TableRules
    main: int
    wagers: tuple[str, ...]
    lookups: SideLookups


def side_table(dice: random.Random, rules: TableRules) -> SideTable:
    table = rules.wagering
    steps = (table.maximum - table.minimum) // table.chip_unit
    main = table.minimum + table.chip_unit * dice.randrange(min(steps, 200) + 1)
    names = [each.id for each in rules.wagers if each.rides_on is None and each.settles != "random"]
    wagers = tuple(dice.sample(names, k=dice.randint(1, len(names))))
    while True:
        try:
            return SideTable(rules, main, wagers, side_lookups(rules, wagers, main))
        except NotCarried as refused:
            # A stake that this main wager does not allow, or a companion that was not chosen.
            refused_wager = str(refused).split(":")[0].split()[0]
            if refused_wager not in wagers:
                raise
            wagers = tuple(each for each in wagers if each != refused_wager)


class Round:
    """One round at the engine, driven step by step so that the lookups can be asked wherever they matter."""

    def __init__(self, table: SideTable, dice: random.Random) -> None:
        self.table = table
        self.rules = table.rules
        self.dice = dice
        deck = [card for card in DECK if card.rank not in self.rules.cards.removed_ranks]
        # Few different cards make pairs, naturals and long hands frequent.
        few = (
            dice.sample(deck, k=dice.randint(2, 9))
            + [card for card in deck if card.rank == "A"][: dice.randrange(3)]
        )
        self.pool = deck if dice.random() < 0.4 else few
        self.state = new_round()
        self.events: list[Event] = []

    def play(self) -> None:
        self.give(c.PlaceWager(PLAYER, BOX, self.table.main))
        # A wager that needs another beside it comes after it.
        sides = [self.rules.wager(name) for name in self.table.wagers if name != "insurance"]
        for wager in sorted(
            (each for each in sides if each), key=lambda each: "companion" in dict(each.options)
        ):
            self.give(c.PlaceWager(PLAYER, BOX, stake_of(self.rules, wager, self.table.main), wager.id))
        self.give(c.CloseBetting())
        while True:
            match next_step(self.rules, self.state):
                case NothingDue():
                    return
                case CardDue():
                    self.give(c.Deal(self.dice.choice(self.pool)))
                case DecisionDue("insurance", _, _, _):
                    self.give(self.insurance())
                case DecisionDue(_, _, hand, _):
                    self.give(self.action(hand))
                case DeviceDue("claim", player, box, claimed):
                    self.give(c.AnswerClaim(player, box, claimed, 0))
                case _:
                    self.give(c.CheckHoleCard())

    def insurance(self) -> c.Command:
        if "insurance" in self.table.wagers:
            return c.Insure(PLAYER, BOX, insurance_limit(self.rules, self.table.main))
        return c.DeclineInsurance(PLAYER, BOX)

    def action(self, hand: int) -> c.Command:
        open_to = [each.name for each in legal(self.rules, self.state, BOX, hand) if each.allowed]
        if "split" in open_to and self.dice.random() < 0.7:
            return c.Split(PLAYER, BOX, hand)
        return ACTION_COMMANDS[self.dice.choice(open_to)](PLAYER, BOX, hand)

    def give(self, command: c.Command) -> None:
        events = decide(self.rules, self.state, command)
        assert not isinstance(events, Refusal), f"{command}: {events}"
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)
            if isinstance(event, StageReached | CardDealt):
                self.check_needs()

    # -- what the lookups say ------------------------------------------------------------------------------

    def check_needs(self) -> None:
        """Whether side wagers make the dealer take a card, wherever the engine asks itself the same."""
        state = self.state
        if state.stage == "reveal" and state.hole is None:
            needed = any(self.needs(at, NEEDS_SECOND_CARD) for at in range(len(self.table.lookups.names)))
            wanted = second_card_wanted(self.rules, without_sides(state)) or needed
            assert wanted == second_card_wanted(self.rules, state), "second card"
        elif state.stage == "dealer" and must_draw(self.rules, state.dealer):
            needed = any(self.needs(at, NEEDS_DEALER_HAND) for at in range(len(self.table.lookups.names)))
            wanted = further_cards_wanted(self.rules, without_sides(state)) or needed
            assert wanted == further_cards_wanted(self.rules, state), "dealer's hand"

    def needs(self, wager: int, bit: int) -> bool:
        index = self.table.lookups.index(wager, self.cards(), None, self.played(wager))
        return bool(self.table.lookups.needs[index] & bit)

    def cards(self) -> tuple[int, ...]:
        """The first cards; any card stands for a second card that the dealer never took."""
        state = self.state
        box = state.box(BOX)
        assert box is not None
        assert state.up is not None
        hole = state.hole if state.hole is not None else self.dice.choice(DECK)
        return tuple(CARD_ID[card] for card in (*box.first_cards, state.up, hole))

    def played(self, wager: int) -> int:
        hands = self.table.lookups.played[wager]
        box = self.state.box(BOX)
        assert box is not None
        if hands is None:
            return 0
        return sum(hands.weight(hand.cards, surrendered=hand.status == "surrendered") for hand in box.hands)

    def looked_up(self) -> Iterator[tuple[str, list[tuple[str, int, int]]]]:
        """For each wager the settlements that the lookups expect of the round: outcome, stake, returns."""
        lookups = self.table.lookups
        dealer = dealer_automaton(self.rules).state_of(self.state.dealer)
        for at, name in enumerate(lookups.names):
            index = lookups.index(at, self.cards(), dealer, self.played(at))
            number = int(lookups.table[index])
            found = lookups.outcomes[at][number]
            assert (found.staked, found.returns) == (lookups.staked[at, number], lookups.returns[at, number])
            wager = self.rules.wager(name)
            assert wager is not None
            settled = found.outcome != "not-offered" and (wager.rides_on is None or found.outcome != LOSE)
            yield name, [(found.claim or found.outcome, found.staked, found.returns)] if settled else []

    def settled(self, wager: str) -> list[tuple[str, int, int]]:
        return [
            (each.outcome, each.stake, each.returns)
            for each in self.events
            if isinstance(each, WagerSettled) and each.wager == wager
        ]

    def story(self) -> str:
        box = self.state.box(BOX)
        assert box is not None
        hands = "; ".join(f"{' '.join(map(str, hand.cards))} {hand.status}" for hand in box.hands)
        first = " ".join(map(str, box.first_cards))
        return f"first {first}, hands {hands}, dealer {' '.join(map(str, self.state.dealer))}"


def without_sides(state: RoundState) -> RoundState:
    boxes = tuple(
        box._replace(
            bettors=tuple(each._replace(sides=(), insurance_open=False) for each in box.bettors),
        )
        for box in state.boxes
    )
    return state._replace(boxes=boxes)
