"""The cards and the play of a kernel given to the round engine: what each box got is compared in cents, and
what differs is told step by step."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.simulation.kernel_rounds import Differs, Got, Played, envy_of, gains, rounds_of
from tests.simulation.play_by_chart import action_by_chart
from tests.simulation.play_by_policy import action_by
from vingt.analysis.simulation.lookups.compile import Array
from vingt.analysis.simulation.lookups.flat import Flat
from vingt.analysis.simulation.lookups.policy import Policy
from vingt.analysis.simulation.side.stakes import stake_of
from vingt.analysis.tabulated.hands import value_of
from vingt.core.cards import SUITS, Card
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.command_words import COMMANDS
from vingt.core.rounds.decide import advance
from vingt.core.rounds.order import boxes_in
from vingt.core.rounds.place_words import place_of
from vingt.core.rounds.playing import insurance_limit
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, NothingDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import bonus_line, is_natural
from vingt.core.rounds.state import COMMUNITY, DEALER, Box, new_round

NO_NATURAL = Card("9", "clubs")  # for a dealer whose cards nothing hangs on


class Replay:
    def __init__(self, flat: Flat, policy: Policy, played: Played, boxes_each: int = 1) -> None:
        self.flat, self.policy, self.played = flat, policy, played
        self.plan, self.rules = flat.plan, flat.plan.rules
        self.state = new_round()
        self.events: list[e.Event] = []
        self.steps: list[str] = []
        self.dealt = 0
        self.dealer = list(played.dealer)
        self.left = dict(zip(self.numbers(), map(list, played.drawn), strict=True))
        self.first = dict(zip(self.numbers(), map(list, played.firsts), strict=True))
        most = max(1, min(boxes_each, self.rules.boxes.per_player))
        self.player = {box: f"player {(box - 1) // most + 1}" for box in self.numbers()}

    @property
    def to_the_card(self) -> bool:
        """Whether the kernel draws every card that is dealt."""
        return self.flat.whole_table or self.plan.cut is not None

    def numbers(self) -> list[int]:
        """Boxes in order of play."""
        boxes = list(range(1, self.plan.boxes + 1))
        return boxes if self.rules.play.direction == "clockwise" else boxes[::-1]

    def differs(self, words: str) -> Differs:
        table = f"{self.rules.rulebook} {self.rules.identity[:12]}"
        where = f"seed {self.plan.seed}, unit {self.played.unit}"
        boxes = "; ".join(
            f"box {box}: {spoken(first)} then {spoken(drawn) or 'nothing'}"
            for box, first, drawn in zip(self.numbers(), self.played.firsts, self.played.drawn, strict=True)
        )
        kernel = f"the kernel dealt {boxes}; dealer {spoken(self.played.dealer)}"
        return Differs(f"{table}, {where}: {words}\n{kernel}\nthe engine: {', '.join(self.steps)}")

    def give(self, command: c.Command) -> None:
        advanced = advance(self.rules, self.state, command)
        if isinstance(advanced, Refusal):
            raise self.differs(f"the engine refuses {command}: {advanced.why}")
        self.state, caused = advanced
        self.events.extend(caused)

    def play(self) -> None:
        self.place()
        self.give(c.CloseBetting())
        self.carry_on()

    def place(self) -> None:
        for box in sorted(self.player):
            self.give(c.PlaceWager(self.player[box], box, self.plan.stake))
            for name in self.placed():
                wager = self.rules.wager(name)
                assert wager is not None
                self.give(
                    c.PlaceWager(self.player[box], box, stake_of(self.rules, wager, self.plan.stake), name)
                )

    def carry_on(self) -> None:
        while True:
            match next_step(self.rules, self.state):
                case NothingDue():
                    return
                case CardDue(box=box, hand=hand):
                    self.deal(box, hand)
                case DecisionDue(kind="insurance"):
                    self.insure()
                case DecisionDue(kind=kind, box=box, hand=hand):
                    self.decide(kind, box, hand)
                case DeviceDue(device="claim", player=player, box=box, wager=wager_id):
                    self.give(c.AnswerClaim(player, box, wager_id, 0))
                case DeviceDue():
                    self.give(c.CheckHoleCard())
                case due:
                    raise self.differs(f"the engine waits for {due}")

    def placed(self) -> list[str]:
        """Side wagers placed before the deal, a wager that needs another beside it after that one."""
        wagers = [each for name in self.plan.wagers if (each := self.rules.wager(name)) is not None]
        wagers.sort(key=lambda each: "companion" in dict(each.options))
        return [each.id for each in wagers if each.id != "insurance"]

    def deal(self, box: int, hand: int) -> None:
        card = self.card_for(box, hand)
        self.dealt += 1
        self.steps.append(f"{card} to {place_of(box)}")
        self.give(c.Deal(card))

    def card_for(self, box: int, hand: int) -> Card:
        if box == DEALER:
            if self.dealer:
                return self.dealer.pop(0)
            # From fresh shoes the kernel for one box leaves out cards of the dealer that nothing hangs on.
            if self.to_the_card or len(self.played.dealer) > 1:
                raise self.differs("the engine deals the dealer a card that the kernel did not draw")
            return NO_NATURAL
        if box == COMMUNITY:
            (card,) = {first.pop(0) for first in self.first.values()}
            return card
        if self.first[box]:
            return self.first[box].pop(0)
        if not self.left[box]:
            raise self.differs(f"the engine deals box {box}, hand {hand + 1} a card the kernel did not draw")
        return self.left[box].pop(0)

    def insure(self) -> None:
        for box in boxes_in(self.state, "clockwise"):
            for bettor in box.insurable:
                if bettor.insurance is None:
                    amount = insurance_limit(self.rules, bettor.main)
                    insured = "insurance" in self.plan.wagers
                    if self.exchanges(box):
                        self.give(c.TakeEvenMoney(bettor.player, box.number))
                        continue
                    self.give(
                        c.Insure(bettor.player, box.number, amount)
                        if insured
                        else c.DeclineInsurance(bettor.player, box.number)
                    )
        self.steps.append("insurance")

    def exchanges(self, box: Box) -> bool:
        """Whether the play takes even money for this box's hand."""
        up = self.state.up
        assert up is not None
        plays = self.policy.ups[value_of(up.rank), SUITS.index(up.suit)]
        return plays.even_money and is_natural(self.rules, box.hands[0])

    def decide(self, kind: str, number: int, at: int) -> None:
        self.act(number, at)

    def act(self, number: int, at: int) -> None:
        box = self.state.box(number)
        assert box is not None
        word = action_by(self.policy, self.rules, self.state, box, at)
        self.check_chart(box, at, word)
        self.steps.append(f"box {number}, {spoken(box.hands[at].cards)}: {word}")
        self.give(COMMANDS[word](self.player[number], number, at))

    def check_chart(self, box: Box, at: int, word: str) -> None:
        """A chart is followed as a person reads it. Where first aces count low, its rows for doubled hands
        are not."""
        hand = box.hands[at]
        if self.plan.strategy is None or (hand.doubles and self.rules.double.first_two_aces_count_one):
            return
        said = action_by_chart(self.plan.strategy, self.rules, self.state, box, at)
        if said != word:
            told = f"box {box.number}, {spoken(hand.cards)}"
            raise self.differs(f"{told}: the chart says {said}, the policy {word}")

    # -- what came of it -----------------------------------------------------------------------------------

    def check_cards(self) -> None:
        for box, left in self.left.items():
            if left:
                raise self.differs(f"the kernel drew {spoken(left)} more for box {box} than the engine deals")
        if self.to_the_card and self.dealer:
            raise self.differs(f"the kernel drew {spoken(self.dealer)} for the dealer, the engine did not")
        plan = self.flat.plan
        out = self.dealt + (plan.rules.variant.burned_before_round if plan.cut is not None else 0)
        if self.played.cards not in (None, out):
            raise self.differs(f"{out} cards came out, the kernel counts {self.played.cards}")

    def got(self, number: int) -> Got:
        found = Got()
        box = self.state.box(number)
        assert box is not None
        for each in self.events:
            match each:
                case e.WagerSettled(box=settled) if settled != number:
                    continue
                case e.WagerSettled(wager="main" | "busted-returned"):
                    found.net += each.returns - each.stake
                    line = bonus_line(self.rules, box.hands[each.hand]) if each.wager == "main" else None
                    if line is not None and each.outcome == line.outcome:
                        found.events[f"bonus {each.outcome}"] += 1
                case e.WagerSettled(wager="super-bonus"):
                    found.super_bonus += each.returns
                    found.events["super bonus"] += bool(each.returns)
                case e.WagerSettled(wager="envy"):
                    continue  # paid by others' hands: compared as a whole
                case e.WagerSettled():
                    found.sides[each.wager] = (each.outcome, each.stake, each.returns)
                case e.HandRescued(box=settled) if settled == number:
                    found.events["rescue"] += 1
                case e.HandSurrendered(box=settled) if settled == number:
                    found.events["surrender"] += 1
                case e.HandFinished(box=settled, status="busted") if settled == number:
                    found.events["over 21"] += 1
                case _:
                    continue
        for hand in box.hands:
            found.events["natural"] += is_natural(self.rules, hand)
            found.events["double"] += hand.doubles > 0
            found.events["double again"] += max(hand.doubles - 1, 0)
        if self.state.reader_says_natural:
            found.events["dealer natural"] += len(box.hands)
        found.events = +found.events
        return found

    def compare(self) -> None:
        self.play()
        self.check_cards()
        if len(set(self.player.values())) == len(self.player):  # as the kernel has it: each box a player
            paid = [each for each in self.events if isinstance(each, e.WagerSettled) and each.wager == "envy"]
            engine_paid, kernel_paid = Counter(each.outcome for each in paid), envy_of(self.flat, self.played)
            if engine_paid != kernel_paid:
                raise self.differs(f"envy: the engine {engine_paid}, the kernel {kernel_paid}")
        for number, kernel in zip(self.numbers(), gains(self.flat, self.played), strict=True):
            engine = self.got(number)
            if not self.state.reader_says_natural:  # met at the end by hands that waited for it
                kernel.events.pop("dealer natural", None)
            for name in ("net", "super_bonus", "events", "sides"):
                mine, its = getattr(engine, name), getattr(kernel, name)
                if mine != its:
                    raise self.differs(f"box {number}, {name}: the engine {mine}, the kernel {its}")


def spoken(cards: Any) -> str:
    return " ".join(map(str, cards))


def replay(flat: Flat, policy: Policy, first: int, units: int) -> tuple[int, Array, Array]:
    """Play these units by the kernel and each of their rounds by the engine; raises `Differs`. Comes back how
    many rounds there were, and what the kernel counted."""
    rounds, bins, sums = rounds_of(flat, first, units)
    for at, played in enumerate(rounds):
        Replay(flat, policy, played, boxes_each=1 + at % 3).compare()
    return len(rounds), bins, sums
