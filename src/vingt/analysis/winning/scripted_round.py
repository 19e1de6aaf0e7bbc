"""A round as a short text that the engine plays: wagers, the cards as they come, decisions. Whoever has the
text can have it played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from vingt.core.cards import Card, NotACard, card
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS
from vingt.core.rounds.decide import advance
from vingt.core.rounds.event import ClaimRaised, Event, WagerSettled
from vingt.core.rounds.procedure import Step, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN

PLAIN_WIN = "win"  # of the main wager, at its ordinary odds
NATURAL, EVEN_MONEY = "natural", "even-money"


PLAIN: dict[str, Callable[[list[str]], c.Command]] = {
    "wager": lambda said: c.PlaceWager(said[0], int(said[1]), int(said[3]), said[2]),
    "close": lambda _: c.CloseBetting(),
    "deal": lambda said: c.Deal(card(said[0])),
    "check": lambda _: c.CheckHoleCard(),
}
AT_BOX: dict[str, Callable[[str, int, list[str]], c.Command]] = {
    "insure": lambda player, box, said: c.Insure(player, box, int(said[0])),
    "no-insurance": lambda player, box, _: c.DeclineInsurance(player, box),
    "even-money": lambda player, box, _: c.TakeEvenMoney(player, box),
    "claim": lambda player, box, said: c.AnswerClaim(player, box, said[0], int(said[1])),
}
AT_HAND: dict[str, Callable[[str, int, int], c.Command]] = {
    **{str(word): kind for word, kind in ACTION_COMMANDS.items()},
    "keep-cards": c.KeepCards,
}


class NotARound(ValueError):
    """The text is no round of this table: a step cannot be read, or the engine refuses it."""


@dataclass
class ScriptedRound:
    rules: TableRules
    state: RoundState = field(default_factory=new_round)
    steps: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @property
    def due(self) -> Step:
        return next_step(self.rules, self.state)

    def give(self, step: str) -> None:
        advanced = advance(self.rules, self.state, self.command(step))
        if isinstance(advanced, Refusal):
            raise NotARound(f"{step}: {advanced.why}")
        self.state, caused = advanced
        self.steps.append(step)
        self.events.extend(caused)

    def command(self, step: str) -> c.Command:
        word, *rest = step.split()
        try:
            if word in PLAIN:
                return PLAIN[word](rest)
            place = rest[0].split(".")
            box = int(place[0])
            player = self.player(box)
            if word in AT_BOX:
                return AT_BOX[word](player, box, rest[1:])
            return AT_HAND[word](player, box, int(place[1]) - 1)
        except (IndexError, KeyError, ValueError, NotACard) as error:
            raise NotARound(f"{step}: no step of a round") from error

    def player(self, box: int) -> str:
        there = self.state.box(box)
        return there.bettors[0].player if there is not None and there.bettors else ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """In the order in which they leave the shoe."""
        return tuple(card(step.split()[1]) for step in self.steps if step.startswith("deal "))

    def won(self) -> dict[tuple[str, str], WagerSettled | ClaimRaised]:
        """Each line that was won, by its wager, with what paid it."""
        settled: dict[tuple[str, str], WagerSettled | ClaimRaised] = {}
        for event in self.events:
            match event:
                case ClaimRaised(wager=wager, line=line):
                    settled.setdefault((wager, line), event)
                case WagerSettled(wager=wager) if event.net > 0:
                    settled.setdefault((wager, line_of(self.rules, event)), event)
                case WagerSettled(wager=wager, outcome=outcome) if event.returns and wager != MAIN:
                    settled.setdefault((wager, outcome), event)
                case _:
                    pass
        return settled


def line_of(rules: TableRules, paid: WagerSettled) -> str:
    """The line of a payment: of the main wager a bonus, the natural, even money, or just a win."""
    if paid.wager != MAIN:
        return paid.outcome
    bonus = {line.outcome for line in rules.bonus.lines} if rules.bonus else set()
    if paid.outcome in bonus or paid.outcome == EVEN_MONEY:
        return paid.outcome
    return NATURAL if paid.outcome.startswith(NATURAL) else PLAIN_WIN


def replayed(rules: TableRules, steps: Sequence[str]) -> ScriptedRound:
    """The round that a text tells, played by the engine from its beginning."""
    played = ScriptedRound(rules)
    for step in steps:
        played.give(step)
    return played
