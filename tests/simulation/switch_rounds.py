"""Rounds of two hands that may exchange their second cards, as a kernel played them, given to the engine."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np

from tests.simulation.kernel_rounds import Played, rounds_of
from tests.simulation.play_by_policy import action_by
from tests.simulation.random_charts import random_chart
from tests.simulation.replay import Replay, spoken
from vingt.analysis.exact.two_hands import BLACKJACK, DEALS, EXCHANGES, PAIR_OF, PAIRS, SWITCHES, pairs_of
from vingt.analysis.simulation.lookups.chart_play import policy_by_chart
from vingt.analysis.simulation.lookups.compile import Array, compile_rules
from vingt.analysis.simulation.lookups.flat import Flat, position_nets
from vingt.analysis.simulation.lookups.layout import flat_of
from vingt.analysis.simulation.lookups.policy import Policy
from vingt.analysis.simulation.lookups.switch_play import SwitchPlay
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.side.stakes import stake_of
from vingt.analysis.tabulated.hands import ACE, VALUES, value_of
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import COMMANDS
from vingt.core.rounds.event import CardsSwitched
from vingt.core.rounds.result import is_natural
from vingt.core.rounds.state import Box
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library


class SwitchReplay(Replay):
    """Boxes are numbered by hand; the wager on the first of a position lies on both."""

    def __init__(self, flat: Flat, play: SwitchPlay, played: Played) -> None:
        super().__init__(flat, play.policy, played)
        self.switching = play
        self.player = {box: f"player {(box + 1) // 2}" for box in self.numbers()}

    def numbers(self) -> list[int]:
        return list(range(1, self.plan.hands + 1))

    def place(self) -> None:
        for first in self.numbers()[::2]:
            self.give(c.PlaceWager(self.player[first], first, self.plan.stake))
            for name in self.placed():
                wager = self.rules.wager(name)
                assert wager is not None
                stake = stake_of(self.rules, wager, self.plan.stake)
                for box in (first,) if "switch" in wager.needs else (first, first + 1):
                    self.give(c.PlaceWager(self.player[box], box, stake, name))

    def done(self, number: int) -> int:
        """What is done with the position of a box."""
        first, other = (self.played.firsts[each - 1] for each in self.rules.variant.position_of(number))
        cards = (first[0], other[0], first[1], other[1])
        assert self.state.up is not None
        values = (value_of(card.rank) for card in (self.state.up, *cards))
        return int(self.switching.done[tuple(values)])

    def exchanges(self, box: Box) -> bool:
        plays = self.beside(box.number)[1]
        return self.done(box.number) == EXCHANGES and plays and is_natural(self.rules, box.hands[0])

    def beside(self, number: int) -> tuple[Policy, bool]:
        """The play of a hand beside the other one as it lay before either was played, and whether a blackjack
        takes even money there."""
        mate = number + 1 if number % 2 else number - 1
        (_, own), (first, second) = self.played.firsts[number - 1], self.played.firsts[mate - 1]
        if self.done(number) == SWITCHES:
            second = own
        assert self.state.up is not None
        up = value_of(self.state.up.rank)
        pair = int(PAIR_OF[value_of(first.rank), value_of(second.rank)])
        plays = self.switching.plays(self.done(number), up, pair)
        ups = {(up, suit): plays for suit in range(4)}
        return Policy(self.policy.rights, ups), plays.even_money

    def decide(self, kind: str, number: int, at: int) -> None:
        if kind != "switch":
            return self.act(number, at)
        switches = self.done(number) == SWITCHES
        self.steps.append("switch" if switches else "keep")
        return self.give((c.SwitchCards if switches else c.KeepCards)(self.player[number], number))

    def act(self, number: int, at: int) -> None:
        box = self.state.box(number)
        assert box is not None
        word = action_by(self.beside(number)[0], self.rules, self.state, box, at)
        self.check_chart(box, at, word)
        self.steps.append(f"box {number}, {spoken(box.hands[at].cards)}: {word}")
        self.give(COMMANDS[word](self.player[number], number, at))

    def compare(self) -> None:
        super().compare()
        found, lookups = self.flat, self.flat.lookups
        nets = [
            divmod(at - found.position_bin, position_nets(lookups))
            for at in self.played.found
            if found.position_bin <= at < found.side_bin
        ]
        exchanged = {each.box for each in self.events if isinstance(each, CardsSwitched)}
        for first, (switched, net) in zip(self.numbers()[::2], nets, strict=True):
            both = sum(self.got(box).net for box in (first, first + 1))
            if both != (net + 2 * lookups.net_least) * lookups.unit:
                raise self.differs(f"boxes {first} and {first + 1} together: the engine {both}")
            if bool(switched) != (first in exchanged):
                raise self.differs(f"boxes {first} and {first + 1}: switched by one of the two alone")


def replay_switch(flat: Flat, play: SwitchPlay, first: int, units: int) -> tuple[int, Array, Array]:
    """As `replay`, for positions of two hands."""
    rounds, bins, sums = rounds_of(flat, first, units)
    for played in rounds:
        SwitchReplay(flat, play, played).compare()
    return len(rounds), bins, sums


# -- tables and plays by chance ---------------------------------------------------------------------------

SIDES = {"super-match": {"stake_min": 1, "stake_max": 25}, "buster-blackjack": {"paytable": "A"}}


def switch_table(choices: dict[str, object]) -> TableRules:
    readings = ["J-56", "J-60", "J-26"]
    always = {"variant": "switch", "accept_readings": readings, "wagers": SIDES}
    return library.table_rules("md-blackjack", {**always, **choices})


def random_play(dice: random.Random, rules: TableRules) -> SwitchPlay:
    """Plays by chance, another beside every few pairs; cards switched by chance; even money taken by chance
    where an ace lies up and a blackjack is there."""
    alone = one_hand(rules)
    policies = [policy_by_chart(alone, random_chart(dice, alone)) for _ in range(3)]
    beside = tuple({up: dice.choice(policies).ups[up, 0] for up in range(VALUES)} for _ in PAIRS)
    chance = np.random.default_rng(dice.randrange(2**32))
    done = chance.integers(0, 2, (VALUES,) * 5)
    first, second, _, _ = pairs_of(DEALS)
    offered = rules.insurance.even_money and rules.pays.even_money is not None
    if offered:
        some = ((first == BLACKJACK) | (second == BLACKJACK)).reshape((VALUES,) * 4)
        done[ACE] = np.where(some & (chance.random((VALUES,) * 4) < 0.7), EXCHANGES, done[ACE])
    exchanged = frozenset((ACE, pair) for pair in range(len(PAIRS)) if offered and dice.random() < 0.7)
    return SwitchPlay(policies[0], done, beside, exchanged)


def switch_flats(dice: random.Random, rules: TableRules, play: SwitchPlay) -> list[tuple[Flat, int]]:
    stake = 500
    lookups = compile_rules(one_hand(rules), play.policy, stake, play)

    def flat(boxes: int, cut: Fraction | None, *wagers: str) -> Flat:
        return flat_of(Plan(rules, None, stake, dice.randrange(2**70), boxes, cut, wagers), lookups)

    deep = flat(2, Fraction(97, 100), "super-match")
    return [(flat(1, None, "super-match"), 80), (flat(4, None, *SIDES), 10), (deep, 2)]
