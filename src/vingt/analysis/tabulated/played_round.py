"""Whole rounds played by the engine in which one hand takes a given path. A round is kept as far as it was
played, so that rounds which begin alike share their beginning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from vingt.core.cards import Card, Rank
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import COMMANDS
from vingt.core.rounds.decide import advance
from vingt.core.rounds.event import Event
from vingt.core.rounds.procedure import (
    CardDue,
    DecisionDue,
    DeviceDue,
    Step,
    further_cards_wanted,
    next_step,
    second_card_wanted,
)
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.table_rules import TableRules

PLAYER = "player"
SECOND, FURTHER = 1, 2  # cards of the dealer that a hand wants
FILLERS: tuple[Rank, ...] = ("9", "8", "7", "6", "5", "4", "3", "2")  # for cards that nothing hangs on


class HandPath(NamedTuple):
    """How a hand came to its end: its cards, the first two dealt and then one for each action that draws.
    `pair` is the card a split hand was split from; `actions` are core's words."""

    cards: tuple[Card, ...]
    actions: tuple[str, ...]
    pair: Card | None = None


class Impossible(Exception):
    """The path cannot be played at this table."""


@dataclass(eq=False)
class PlayedRound:
    """A round with one box after some commands, and what further commands made of it."""

    rules: TableRules
    state: RoundState
    events: tuple[Event, ...] = ()
    known: dict[object, PlayedRound] = field(default_factory=dict)

    def after(self, command: c.Command) -> PlayedRound:
        return self.once(command, lambda: command)

    def once(self, key: object, command: Callable[[], c.Command]) -> PlayedRound:
        """`key` stands for the command, and is cheaper to look up."""
        played = self.known.get(key)
        if played is None:
            asked = command()
            advanced = advance(self.rules, self.state, asked)
            if isinstance(advanced, Refusal):
                raise Impossible(f"{asked}: {advanced}")
            state, caused = advanced
            played = self.known[key] = PlayedRound(self.rules, state, self.events + caused)
        return played

    def dealt(self, card: Card) -> PlayedRound:
        return self.once(card, lambda: c.Deal(card))

    @cached_property
    def due(self) -> Step:
        return next_step(self.rules, self.state)

    @cached_property
    def wanted(self) -> int:
        """Which card the engine would deal the dealer now if the first hand of the box were its only one."""
        box = self.state.boxes[0]
        alone = self.state._replace(boxes=(box._replace(hands=box.hands[:1]),))
        if self.state.stage == "reveal":
            return SECOND if second_card_wanted(self.rules, alone) else 0
        further = self.state.stage == "dealer" and further_cards_wanted(self.rules, alone)
        return FURTHER if further else 0


@lru_cache(maxsize=1)  # one table is asked about at a time, and its rounds take some megabytes
def opened(rules: TableRules, stake: int) -> PlayedRound:
    """A round with a main wager on its only box, ready for the first card."""
    placed = PlayedRound(rules, new_round()).after(c.PlaceWager(PLAYER, 1, stake))
    return placed.after(c.CloseBetting()) if rules.wagering.locks_at == "no_more_bets" else placed


def play_out(
    rules: TableRules, stake: int, path: HandPath, dealer: tuple[Card, ...]
) -> tuple[PlayedRound, int]:
    """A round over in which a hand takes that path; hands beside it stand. Besides, which of the dealer's
    cards that hand wanted."""
    played = opened(rules, stake)
    mine, dealers, actions = list(path.cards[::-1]), list(dealer[::-1]), list(path.actions[::-1])
    first_two = [path.pair, path.pair] if path.pair is not None else []
    filler = Card(next(rank for rank in FILLERS if rank not in rules.cards.removed_ranks), "clubs")
    hands = 1
    wants = 0
    while not played.state.over:
        match played.due:
            case CardDue(box=0):  # the dealer
                wants |= played.wanted
                played = played.dealt(dealers.pop() if dealers else filler)
            case CardDue(hand=at):
                if first_two:
                    played = played.dealt(first_two.pop())
                else:
                    played = played.dealt(mine.pop() if at == 0 else filler)
            case DecisionDue(kind="insurance"):
                if actions[-1:] == ["even money"]:
                    actions.pop()
                    played = played.after(c.TakeEvenMoney(PLAYER, 1))
                else:
                    played = played.after(c.DeclineInsurance(PLAYER, 1))
            case DecisionDue(hand=at):
                word = "stand"
                if hands == 1 and path.pair is not None:
                    word, hands = "split", 2
                    mine.pop()
                elif at == 0 and actions:
                    word = actions.pop()
                played = played.once((word, at), lambda: COMMANDS[word](PLAYER, 1, at))  # noqa: B023
            case DeviceDue(device="card_reader"):
                played = played.after(c.CheckHoleCard())
            case due:
                if played.state.stage != "betting":
                    raise Impossible(str(due))
                played = played.dealt(first_two.pop() if first_two else mine.pop())
    if set(actions) - {"stand"} and not played.state.reader_says_natural:
        raise Impossible(f"{path}: the hand ended before {actions[::-1]}")
    return played, wants
