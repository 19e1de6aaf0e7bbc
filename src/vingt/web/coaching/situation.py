"""A decision somebody has before them, and what each answer to it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from vingt.analysis.advice.hand import NotAHand, advise
from vingt.analysis.advice.split_hand import advise_played
from vingt.analysis.advice.switch import advise_switch
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cards import Card
from vingt.core.rounds.command import Double, Insure, KeepCards, SwitchCards
from vingt.core.rounds.command_words import action_words, word_of
from vingt.core.rounds.legal import double_range, hands_limit
from vingt.core.rounds.playing import insurance_limit
from vingt.core.rounds.procedure import DecisionDue, next_step
from vingt.core.rounds.result import is_natural, total_of
from vingt.core.rounds.state import Box, Hand, RoundState
from vingt.core.rounds.view import view as core_view
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.house import LiveTable
from vingt.live.table.commands import PersonCommand
from vingt.live.table.state import TableState
from vingt.live.views.view import Prompt

NEGLIGIBLE = 1e-6  # wagers: less is rounding, not a mistake
ASKING = (
    "decision",
    "insurance",
    "even_money",
    "switch",
)  # the prompts that are decisions about one's own hand
INSURE, EVEN, DECLINE = "insure", "take_even_money", "decline_insurance"
SWITCH, KEEP = "switch_cards", "keep_cards"
NAMES: Mapping[str, str] = {
    INSURE: "insurance",
    EVEN: "even money",
    DECLINE: "no insurance",
    SWITCH: "switch",
    KEEP: "keep",
}


@dataclass(frozen=True, slots=True)
class AnswerValue:
    """One answer: its command word, its name for people, and its expectation in wagers."""

    command: str
    action: str
    expectation: float
    best: bool


class DecisionPlace(NamedTuple):
    """Where a decision stands: it is due once."""

    round: int
    box: int
    hand: int
    cards: int
    doubles: int
    insurance: bool
    switch: bool = False

    @property
    def id(self) -> str:
        return "-".join(str(int(part)) for part in self)


@dataclass(frozen=True, slots=True)
class Situation:
    """All that advice depends on. Nothing in it is hidden from the player."""

    rules: TableRules
    hand: Hand
    up: Card
    seen: tuple[Card, ...]  # gone from the shoe, besides the hand and the up card
    wager: int  # cents of one's own on this hand, raises apart
    allowed: frozenset[str]  # command words
    insurance: bool = False
    may_make: int = 1  # hands that this one may become by splits
    round: int = 0
    box: int = 1
    number: int = 0
    other: tuple[
        Card, ...
    ] = ()  # the second hand, where the question is whether to switch; the wager is of both

    @property
    def place(self) -> DecisionPlace:
        hand, switch = self.hand, bool(self.other)
        return DecisionPlace(
            self.round, self.box, self.number, len(hand.cards), hand.doubles, self.insurance, switch
        )

    @property
    def fresh(self) -> Situation:
        """The same hand out of a full shoe."""
        return replace(self, seen=())


def situations_of(
    rules: TableRules, state: TableState, person: str, prompts: Iterable[Prompt]
) -> Iterator[Situation]:
    """Every decision that waits for this person, the one to be made first before the others."""
    seen = core_view(state.round, "player", person)
    for prompt in prompts:
        if prompt.kind in ASKING and prompt.urgent:
            situation = at_prompt(rules, state, seen, person, prompt)
            if situation is not None:
                yield situation


def at_prompt(
    rules: TableRules, state: TableState, seen: RoundState, person: str, prompt: Prompt
) -> Situation | None:
    box, up, at = seen.box(prompt.box or 0), seen.up, prompt.hand or 0
    if box is None or up is None or at >= len(box.hands):
        return None
    hand = box.hands[at]
    stake = hand.stake_of(person)
    lying = state.round.box(box.number)
    down = lying.hands[at].to_be_turned if lying is not None else ()
    other = second_hand(rules, seen, prompt)
    gone = Counter(state.shown) - (Counter((*hand.cards, *other, up)) - Counter(down))
    if other:
        wager = stake.base * rules.variant.boxes_each if stake is not None else rules.wagering.minimum
        allowed = frozenset(choice.command for choice in prompt.choices if choice.allowed)
        left = tuple(gone.elements())
        return Situation(
            rules, hand, up, left, wager, allowed, round=state.round_number, box=box.number, other=other
        )
    return Situation(
        one_hand(rules),  # once its cards are switched, a hand is played for itself
        hand,
        up,
        tuple(gone.elements()),
        stake.base if stake is not None else rules.wagering.minimum,
        frozenset(choice.command for choice in prompt.choices if choice.allowed),
        prompt.kind != "decision",
        may_make(rules, box, hand),
        state.round_number,
        box.number,
        at,
    )


def second_hand(rules: TableRules, seen: RoundState, prompt: Prompt) -> tuple[Card, ...]:
    """The other hand of the position, where the prompt asks whether to switch."""
    if prompt.kind != "switch" or prompt.box is None:
        return ()
    box = seen.box(rules.variant.position_of(prompt.box)[-1])
    return box.hands[0].cards if box is not None else ()


def answers(situation: Situation, command: PersonCommand) -> bool:
    """Whether the command is about this box and hand, or about switching it."""
    if isinstance(command, SwitchCards | KeepCards):
        return bool(situation.other) and command.box in situation.rules.variant.position_of(situation.box)
    if situation.other:
        return False
    where = getattr(command, "box", None), getattr(command, "hand", 0)
    return (situation.box, situation.number) == where


def may_make(rules: TableRules, box: Box, hand: Hand) -> int:
    return hands_limit(rules, hand)[0] - len(box.hands) + 1 if hand.cards else 1


def still_due(table: LiveTable, person: str, situation: Situation) -> bool:
    """Whether the decision has not been taken: a command sent twice is answered twice and done once."""
    state = table.state.round
    box = state.box(situation.box)
    if table.state.round_number != situation.round or box is None:
        return False
    if situation.insurance:
        bettor = box.bettor(person)
        return state.stage == "insurance" and bettor is not None and bettor.insurance is None
    due = next_step(table.rules, state)
    if not isinstance(due, DecisionDue) or (due.box, due.hand) != (situation.box, situation.number):
        return False
    return box.hands[due.hand] == situation.hand and (due.kind == "switch") == bool(situation.other)


# -- what it is worth ------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def rows_of(situation: Situation) -> tuple[AnswerValue, ...]:
    """Every answer that is allowed and valued, best first; none where the hand is not carried."""
    try:
        worth = worth_of(situation)
    except (NotCarried, NotAHand):
        return ()
    allowed = {command: value for command, value in worth.items() if command in situation.allowed}
    if not allowed or total_of(situation.rules, situation.hand).points > 21:
        return ()
    best = max(allowed.values())
    ranked = sorted(allowed.items(), key=lambda answer: -answer[1])
    return tuple(
        AnswerValue(command, name_of(situation.hand, command), value, best - value <= NEGLIGIBLE)
        for command, value in ranked
    )


def name_of(hand: Hand, command: str) -> str:
    return NAMES.get(command) or action_words(command, doubled=bool(hand.doubles))


def worth_of(situation: Situation) -> dict[str, float]:
    hand, rules, up = situation.hand, situation.rules, situation.up
    if situation.other:
        told_both = advise_switch(rules, hand.cards, situation.other, up, situation.seen)
        return {SWITCH if both.switched else KEEP: both.expectation for both in told_both}
    if hand.doubles or hand.from_split:
        played = advise_played(rules, hand, up, situation.seen, situation.may_make)
        # Where splitting again cannot be valued, which of the others is best cannot be told either.
        unvalued = not hand.doubles and "split" in situation.allowed and "split" not in played
        return {} if unvalued else {str(action): value for action, value in played.items()}
    told = advise(rules, hand.cards, up, situation.seen, situation.wager)
    worth: dict[str, float] = {
        advice.action: advice.expectation for advice in told if advice.expectation is not None
    }
    return insurance_worth(situation, worth) if situation.insurance else worth


def insurance_worth(situation: Situation, worth: dict[str, float]) -> dict[str, float]:
    """Before the hand is played, in main wagers: as much insurance as may be laid, even money, or neither."""
    insurance = worth.get("insurance")
    if insurance is None:
        return {}
    share = insurance_limit(situation.rules, situation.wager) / situation.wager
    rest = worth["stand"] if is_natural(situation.rules, situation.hand) else 0.0
    by_answer = {INSURE: rest + share * insurance, DECLINE: rest}
    if "even money" in worth:
        by_answer[EVEN] = worth["even money"]
    return by_answer


# -- what was done ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision beside the best one; `loss` is in wagers."""

    situation: Situation
    rows: tuple[AnswerValue, ...]
    taken: AnswerValue
    loss: float

    @property
    def best(self) -> AnswerValue:
        """The best answer; the one taken where several are as good."""
        return self.taken if self.right else self.rows[0]

    @property
    def right(self) -> bool:
        return self.loss <= NEGLIGIBLE

    @property
    def cents(self) -> float:
        return 0.0 if self.right else self.loss * self.situation.wager


def judged(
    situation: Situation, rows: tuple[AnswerValue, ...], command: PersonCommand
) -> JudgedDecision | None:
    """What a command was worth; None where there was no choice, or it is not valued."""
    word = word_of(type(command))
    taken = next((row for row in rows if row.command == word), None)
    if taken is None or len(rows) < 2:
        return None
    loss = rows[0].expectation - taken.expectation
    match command:
        case Double(amount=int(amount)) if amount < full_double(situation):
            return None  # a double for less is not valued
        case Insure(amount=amount):
            less = next((row.expectation for row in rows if row.command == DECLINE), taken.expectation)
            most = insurance_limit(situation.rules, situation.wager)
            share = amount / most if most else 1.0
            loss = rows[0].expectation - (less + share * (taken.expectation - less))
        case _:
            pass
    return JudgedDecision(situation, rows, taken, max(loss, 0.0))


def full_double(situation: Situation) -> int:
    stake = situation.hand.stakes[0]._replace(base=situation.wager) if situation.hand.stakes else None
    return double_range(situation.rules, situation.hand, stake)[1] if stake is not None else 0


def answered(situation: Situation, rows: tuple[AnswerValue, ...], command: str) -> JudgedDecision | None:
    """An answer by its command word, done to the full."""
    taken = next((row for row in rows if row.command == command), None)
    if taken is None:
        return None
    return JudgedDecision(situation, rows, taken, max(rows[0].expectation - taken.expectation, 0.0))
