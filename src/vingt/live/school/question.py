"""What a trainee is asked, and what an answer is worth. A question knows its answer: the engine gave both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vingt.core.cite import Cite
from vingt.core.money import NotMoney, cents, dollars
from vingt.core.rounds.state import RoundState

Topic = Literal["count", "pay", "turn", "order", "remedy", "request", "wager", "procedure"]
TOPICS: dict[Topic, str] = {
    "count": "Counting hands",
    "pay": "Taking and paying",
    "turn": "What comes next",
    "order": "The order of paying",
    "remedy": "Remedies",
    "request": "What players ask for",
    "wager": "Late wagers",
    "procedure": "Preparing the cards",
}
TAKE, PUSH = "take", "push"
POINTS_MAX = 40  # more than any hand counts


class Unanswered(ValueError):
    """What was given is no answer to the question."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies on the layout, as people see it, what was said last, and which box is asked about."""

    state: RoundState
    said: tuple[str, ...] = ()
    box: int = 0
    hand: int = 0


@dataclass(frozen=True, slots=True)
class SchoolQuestion:
    """Answered by one of `choices`; where there are none, by the points of a hand, or by taking, pushing or
    paying an amount. `at_stake` is what a wrong choice costs, in cents."""

    topic: Topic
    asks: str
    scene: Scene
    right: str
    cite: Cite
    choices: tuple[str, ...] = ()
    because: str = ""
    at_stake: int = 0
    round: int = 1


@dataclass(frozen=True, slots=True)
class Grade:
    """`cents` is what the mistake would have cost the house or the player."""

    question: SchoolQuestion
    answer: str
    cents: int

    @property
    def right(self) -> bool:
        return self.answer == self.question.right


def graded(question: SchoolQuestion, given: str) -> Grade:
    """Unanswered where it is no answer."""
    given = given.strip()
    if question.choices:
        if given not in question.choices:
            raise Unanswered("that is none of the answers")
        return Grade(question, given, 0 if given == question.right else question.at_stake)
    if question.topic == "count":
        if not (given.isascii() and given.isdecimal() and int(given[:4]) <= POINTS_MAX):
            raise Unanswered("write what the hand counts, such as 17")
        return Grade(question, str(int(given)), 0)
    paid = payment(given)
    cost = abs(net_of(question, paid) - net_of(question, question.right))
    return Grade(question, paid, cost)


def payment(given: str) -> str:
    """ "take", "push", or what is paid beside the stake: "pay $12.50"."""
    word = given.casefold()
    if word in (TAKE, PUSH):
        return word
    try:
        amount = cents(word.removeprefix("pay").strip())
    except NotMoney:
        raise Unanswered("take, push, or the amount that is paid, such as 12.50") from None
    if amount < 0:
        raise Unanswered("what is paid is not below nothing")
    return paying(amount) if amount else PUSH


def paying(amount: int) -> str:
    return f"pay {dollars(amount)}"


def net_of(question: SchoolQuestion, answer: str) -> int:
    if answer == TAKE:
        return -question.at_stake
    return 0 if answer == PUSH else cents(answer.removeprefix("pay "))
