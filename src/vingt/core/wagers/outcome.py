"""What an evaluator answers, and what it declares about itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

from vingt.core.cards import RANKS, SUITS, Rank, Suit
from vingt.core.wagers.facts import Facts


class Waiting(Enum):
    WAIT = "wait"


WAIT: Final = Waiting.WAIT  # the facts known so far do not decide the wager
LOSE: Final = "lose"
TRIGGER: Final = "trigger"  # the wheel is to be spun; which of its symbols comes up is no matter of cards

Outcome = str | Waiting  # the name of a line of the paytable, LOSE, TRIGGER or WAIT
Options = Mapping[str, object]  # the wager's options, and under "lines" the outcomes its paytable names
Evaluator = Callable[[Facts, Options], Outcome]
RankOrSuit = TypeVar("RankOrSuit", Rank, Suit)


@dataclass(frozen=True, slots=True)
class Sight:
    """What an evaluator can tell apart: swapping two ranks, or two suits, of one group changes no answer.

    `player_cards` is how many of the player's first cards it looks at, `up` the only up card at which the
    wager is offered, `plays_hand` whether it looks at the player's finished hands.
    """

    ranks: tuple[tuple[Rank, ...], ...] = tuple((rank,) for rank in RANKS)
    suits: tuple[tuple[Suit, ...], ...] = tuple((suit,) for suit in SUITS)
    player_cards: int = 2
    up: Rank | None = None
    plays_hand: bool = False


_SIGHTS: dict[Evaluator, Sight] = {}
EACH: Final = "each"


def tells_apart(
    ranks: str = EACH,
    suits: str = EACH,
    *,
    player_cards: int = 2,
    up: Rank | None = None,
    plays_hand: bool = False,
) -> Callable[[Evaluator], Evaluator]:
    """Declare an evaluator's `Sight`: "A | 10 J Q K" is those two groups, and all other ranks as a third.

    It lets an exact analysis deal one hand for very many; tests hold every evaluator to its declaration.
    """

    def declare(evaluator: Evaluator) -> Evaluator:
        _SIGHTS[evaluator] = Sight(groups(ranks, RANKS), groups(suits, SUITS), player_cards, up, plays_hand)
        return evaluator

    return declare


def sight_of(evaluator: Evaluator) -> Sight:
    """What was declared; an evaluator that declares nothing is taken to tell all cards apart."""
    return _SIGHTS.get(evaluator, Sight())


def groups(text: str, of: Iterable[RankOrSuit]) -> tuple[tuple[RankOrSuit, ...], ...]:
    every = tuple(of)
    if text == EACH:
        return tuple((each,) for each in every)
    named = [set(group.split()) for group in text.split("|")]
    if unknown := set().union(*named) - set(every):
        raise ValueError(f"{text!r} names no {', '.join(sorted(unknown))}")
    parts = [tuple(each for each in every if each in group) for group in named]
    parts.append(tuple(each for each in every if not any(each in group for group in named)))
    return tuple(part for part in parts if part)


def lines_of(options: Options) -> tuple[str, ...]:
    """The outcomes that the wager's paytable names."""
    lines = options["lines"]
    assert isinstance(lines, tuple)
    return lines
