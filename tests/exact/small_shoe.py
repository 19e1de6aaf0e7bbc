"""The value of a round in a small shoe, found by playing it: every card that could come, every decision that
is legal. It asks the round engine and nothing of the analysis, in fractions, so that the analysis can be held
to it.

The player decides without knowing the hole card. So the search walks over what the player can see: a `Belief`
is every state of the engine that looks the same from the box, with its weight, and one decision goes for all
of them.

Beliefs that are equal but for the order of cards, for ten-value ranks or for suits no bonus asks about are
valued once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from vingt.core.cards import Card, Rank
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS, ActionName
from vingt.core.rounds.decide import advance
from vingt.core.rounds.legal import legal
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, NothingDue, Step, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import Hand, RoundState, new_round
from vingt.core.rounds.view import view
from vingt.core.rules.table_rules import TableRules

PLAYER, BOX = "ann", 1
NOT_THE_MAIN_WAGER = ("super-bonus", "envy")
NOTHING = Fraction(0)

Left = tuple[int, ...]  # of each distinct card of the shoe, how many are undealt


class ShoeTooSmall(Exception):
    """A card is due that is not there: the shoe is no use for a proof."""


class Member(NamedTuple):
    """A state the round may be in, and how likely it is."""

    state: RoundState
    left: Left
    weight: Fraction


Belief = tuple[Member, ...]


class Situation(NamedTuple):
    """What the play of a split hand may go by: the up card, the pair and the hand's own cards. Suits are
    named only where two suited cards may still become a bonus."""

    up: str
    pair: str
    hand: tuple[str, ...]
    doubles: int = 0
    suit: str = ""
    up_suit: str = ""


SplitPlay = Callable[[Situation], ActionName]


def never_asked(situation: Situation) -> ActionName:
    raise LookupError(f"the play does not say what to do with {situation}")


def value_name(rank: Rank) -> str:
    return "T" if rank in ("10", "J", "Q", "K") else rank


class Search:
    """One box, one wager of the table's minimum, one shoe. Without `play` no pair is ever split; with it
    split hands are played as it says and split again whenever that is allowed. Every other decision is the
    best."""

    def __init__(self, rules: TableRules, shoe: Sequence[Card], play: SplitPlay | None = None) -> None:
        self.rules = rules
        self.splits = play is not None
        self.play = play or never_asked
        self.asked: dict[Situation, ActionName] = {}
        self.commands = 0
        self.cards = tuple(sorted(set(shoe)))
        self.full: Left = tuple(list(shoe).count(card) for card in self.cards)
        self.known: dict[Hashable, Fraction] = {}
        bonus = rules.bonus.lines if rules.bonus is not None else ()
        self.lines = {tuple(sorted(line.ranks)) for line in bonus if line.ranks and line.suits != "any"}
        self.parts: dict[tuple[Rank, ...], bool] = {}
        in_lines = {rank for line in self.lines for rank in line}
        self.by_value = alike(value_name(card.rank) for card in self.cards)
        self.by_suit = alike(
            (value_name(card.rank), card.suit if card.rank in in_lines else "") for card in self.cards
        )

    # -- what is asked -------------------------------------------------------------------------------------

    def round(self) -> Fraction:
        """The value of a round, in original wagers."""
        return self.value((self.opened(),))

    def splitting(self, pair: str, up: str) -> Fraction:
        """The value of splitting this pair against this up card; a round in which the dealer has a natural,
        and a reader finds it first, counts 0."""
        beliefs: list[Belief] = [(self.opened(),)]
        for wanted in (pair, up, pair):
            beliefs = [each for belief in beliefs for each in self.drawn(belief, wanted)]
        if not beliefs:
            raise ShoeTooSmall(f"{pair} {pair} against {up} cannot be dealt")
        total = sum((weight_of(belief) for belief in beliefs), NOTHING)
        return sum((self.first_split(belief) for belief in beliefs), NOTHING) / total

    def first_split(self, belief: Belief) -> Fraction:
        step = self.step(belief)
        if isinstance(step, DecisionDue) and step.kind == "action":
            return sum(
                (
                    weight_of(each) * self.value(each)
                    for each in self.told(belief, self.command("split", step))
                ),
                NOTHING,
            )
        onward = [each for each in self.onward(belief, step) if not each[0].state.reader_says_natural]
        return sum((self.first_split(each) for each in onward), NOTHING)

    # -- the search ----------------------------------------------------------------------------------------

    def opened(self) -> Member:
        state = new_round()
        for command in (c.PlaceWager(PLAYER, BOX, self.rules.wagering.minimum), c.CloseBetting()):
            state = self.give(state, command)
        return Member(state, self.full, Fraction(1))

    def give(self, state: RoundState, command: c.Command) -> RoundState:
        advanced = advance(self.rules, state, command)
        assert not isinstance(advanced, Refusal), f"{command} was refused: {advanced}"
        self.commands += 1
        return advanced[0]

    def step(self, belief: Belief) -> Step:
        return next_step(self.rules, belief[0].state)

    def value(self, belief: Belief) -> Fraction:
        """The expected result of the round from here, for a player who sees what is to be seen."""
        key = self.key(belief)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.found(belief)
        return found

    def found(self, belief: Belief) -> Fraction:
        step = self.step(belief)
        if isinstance(step, NothingDue):
            total = sum((each.weight * net(each.state) for each in belief), NOTHING)
            return total / (weight_of(belief) * self.rules.wagering.minimum)
        if isinstance(step, DecisionDue) and step.kind == "action":
            return max(
                self.mean(self.told(belief, self.command(name, step))) for name in self.open_to(belief, step)
            )
        return self.mean(self.onward(belief, step))

    def onward(self, belief: Belief, step: Step) -> list[Belief]:
        """What comes without a choice of ours."""
        match step:
            case CardDue():
                return self.drawn(belief)
            case DeviceDue("card_reader"):
                return self.told(belief, c.CheckHoleCard())
            case DecisionDue("insurance"):
                return self.told(belief, c.DeclineInsurance(PLAYER, BOX))
            case _:
                raise AssertionError(f"nothing is known of {step}")

    def mean(self, beliefs: list[Belief]) -> Fraction:
        total = worth = NOTHING
        for belief in beliefs:
            weight = weight_of(belief)
            total += weight
            worth += weight * self.value(belief)
        return worth / total

    def drawn(self, belief: Belief, wanted: str = "") -> list[Belief]:
        """Every card that could come next (of the value wanted)."""
        found: list[Member] = []
        for state, left, weight in belief:
            undealt = sum(left)
            if not undealt:
                raise ShoeTooSmall("a card is due and none is left")
            for at, count in enumerate(left):
                card = self.cards[at]
                if count and (not wanted or value_name(card.rank) == wanted):
                    after = (*left[:at], count - 1, *left[at + 1 :])
                    found.append(
                        Member(self.give(state, c.Deal(card)), after, weight * Fraction(count, undealt))
                    )
        return told_apart(found)

    def told(self, belief: Belief, command: c.Command) -> list[Belief]:
        return told_apart(each._replace(state=self.give(each.state, command)) for each in belief)

    def command(self, name: ActionName, step: DecisionDue) -> c.Command:
        return ACTION_COMMANDS[name](PLAYER, step.box, step.hand)

    # -- decisions -----------------------------------------------------------------------------------------

    def open_to(self, belief: Belief, step: DecisionDue) -> list[ActionName]:
        """The actions to choose among; one only for a split hand, whose play is given."""
        state = view(belief[0].state)
        names = [each.name for each in legal(self.rules, state, step.box, step.hand) if each.allowed]
        if not self.splits:
            return [name for name in names if name != "split"]
        hand = state.boxes[0].hands[step.hand]
        if not hand.from_split:
            return names
        if "split" in names:
            return ["split"]
        situation = self.situation(state, hand)
        action = self.asked[situation] = self.play(situation)
        assert action in names, f"{action} is not open to {situation}"
        return [action]

    def situation(self, state: RoundState, hand: Hand) -> Situation:
        assert state.up is not None
        plain = Situation(
            value_name(state.up.rank),
            value_name(state.boxes[0].first_cards[0].rank),
            self.in_order(value_name(card.rank) for card in hand.cards),
            hand.doubles,
        )
        suits = {card.suit for card in hand.cards}
        if len(hand.cards) == 2 and len(suits) == 1 and self.suits_matter(hand):
            return plain._replace(suit=hand.cards[0].suit, up_suit=state.up.suit)
        return plain

    def in_order(self, names: Iterable[str]) -> tuple[str, ...]:
        """Cards in an order that says no more than matters: sometimes which two came first (MBS-P 3.17.2)."""
        cards = list(names)
        first = 2 if self.rules.double.first_two_aces_count_one else 0
        return (*sorted(cards[:first]), *sorted(cards[first:]))

    def suits_matter(self, hand: Hand) -> bool:
        """Whether this hand is a bonus hand that pays by its suits, or may become one."""
        bonus = self.rules.bonus
        if bonus is None or hand.doubles or (hand.from_split and not bonus.survives_split):
            return False
        return self.part_of_line(hand.cards)

    def part_of_line(self, cards: tuple[Card, ...]) -> bool:
        ranks = tuple(sorted(card.rank for card in cards))
        if ranks not in self.parts:
            self.parts[ranks] = any(is_part(ranks, line) for line in self.lines)
        return self.parts[ranks]

    def suits_kept(self, hand: Hand) -> bool:
        """Whether its suits can still change anything: they matter, or will when it is split."""
        if self.suits_matter(hand):
            return True
        bonus = self.rules.bonus
        splits = self.splits and bonus is not None and bonus.survives_split and not hand.finished
        return splits and len(hand.cards) == 2 and self.part_of_line(hand.cards[:1])

    # -- what is the same ----------------------------------------------------------------------------------

    def key(self, belief: Belief) -> Hashable:
        """Equal for beliefs that must have the same value."""
        if len(belief) == 1:
            return self.state_key(belief[0])
        total = weight_of(belief)
        weights: dict[Hashable, Fraction] = {}
        for each in belief:
            key = self.state_key(each)
            weights[key] = weights.get(key, NOTHING) + each.weight / total
        return frozenset(weights.items())

    def state_key(self, member: Member) -> Hashable:
        state, left, _ = member
        hands = state.boxes[0].hands
        done = sorted(self.hand_key(hand) for hand in hands if hand.finished)
        waiting = [self.hand_key(hand) for hand in hands if not hand.finished]
        to_come = any(not hand.finished and len(hand.cards) < 3 and self.suits_kept(hand) for hand in hands)
        which = self.by_suit if to_come else self.by_value
        dealer = [value_name(card.rank) for card in state.dealer]
        return (
            state.stage,
            state.hole_hidden,
            state.reader_says_natural,
            len(state.queue),
            tuple(dealer[:1]),
            tuple(sorted(dealer[1:])),
            tuple(done),
            tuple(waiting),
            tuple(sum(left[at] for at in group) for group in which),
            net(state),
            sum(each.stake for each in state.settled if each.outcome == "over-21"),
        )

    def hand_key(self, hand: Hand) -> tuple[str | int, ...]:
        if hand.finished and not hand.live:
            return ("settled",)
        suited = self.suits_kept(hand)
        names = tuple(value_name(card.rank) + (card.suit if suited else "") for card in hand.cards)
        # A pair that is split gives its first card to the first hand: where suits matter, so does that.
        cards = names if self.splits and suited and len(names) == 2 else self.in_order(names)
        flags = "".join("ny"[flag] for flag in (hand.from_split, hand.split_aces, hand.card_due, hand.acted))
        stake = hand.stakes[0]
        money = (stake.base, *stake.raises, "surrendered" if stake.surrendered else "")
        return (hand.status, flags, hand.doubles, " ".join(cards), *(str(each) for each in money))


def alike(names: Iterable[Hashable]) -> tuple[tuple[int, ...], ...]:
    found: dict[Hashable, list[int]] = {}
    for at, name in enumerate(names):
        found.setdefault(name, []).append(at)
    return tuple(tuple(each) for each in found.values())


def is_part(ranks: tuple[Rank, ...], line: tuple[Rank, ...]) -> bool:
    return all(ranks.count(rank) <= line.count(rank) for rank in ranks)


def told_apart(members: Iterable[Member]) -> list[Belief]:
    """Members by what the player sees of them."""
    found: dict[RoundState, list[Member]] = {}
    for each in members:
        found.setdefault(view(each.state), []).append(each)
    return [tuple(each) for each in found.values()]


def weight_of(belief: Belief) -> Fraction:
    return belief[0].weight if len(belief) == 1 else sum((each.weight for each in belief), NOTHING)


def net(state: RoundState) -> int:
    """What the main wager has won or lost so far, in cents."""
    return sum(each.returns - each.stake for each in state.settled if each.wager not in NOT_THE_MAIN_WAGER)
