"""Decisions found again in the log, for sessions without a coach: judged by what the player could know."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from vingt.core.cards import Card
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import event_of
from vingt.live.log.events import Commanded, Place
from vingt.live.table.commands import PersonCommand
from vingt.live.table.decision import Patron
from vingt.live.table.evolve import evolve
from vingt.live.table.state import TableState
from vingt.live.views.prompts import prompts
from vingt.web.coaching.classes import decision_of
from vingt.web.coaching.record import RecordedDecision
from vingt.web.coaching.session import DECISIONS
from vingt.web.coaching.situation import Situation, answers, judged, rows_of, situations_of

REVIEW = "review"  # the mode of a decision that was judged afterwards
MOST = 2_000  # decisions judged at one time, the newest
KEPT = 1_000


@dataclass(frozen=True, slots=True)
class MadeDecision:
    situation: Situation
    command: PersonCommand
    at: int


def unseen(_: Place) -> Card:
    """A card that lay face down: whatever it was, the player's view leaves it out."""
    return Card("2", "clubs")


def made_in(
    rules: TableRules, events: Iterable[StoredEvent], person: str, rounds: Container[int]
) -> list[MadeDecision]:
    """Every decision of a person in these rounds, with what they had before them."""
    state, decisions = TableState(), []
    for stored in events:
        event = event_of(stored, unseen)
        ours = isinstance(event, Commanded) and stored.actor == person and state.round_number in rounds
        if ours and stored.data["command"]["do"] in DECISIONS:
            asked = prompts(rules, state, Patron(person, 0))
            for situation in situations_of(rules, state, person, asked):
                if answers(situation, event.command):
                    decisions.append(MadeDecision(situation, event.command, stored.at))
                    break
        state = evolve(state, event)
    return decisions


def judge(decision: MadeDecision, person: str, table: str) -> RecordedDecision | None:
    judgement = judged(decision.situation, rows_of(decision.situation), decision.command)
    if judgement is None:
        return None
    return decision_of(judgement, person, REVIEW, table, decision.situation.round, decision.at)


def missing(
    decisions: Iterable[RecordedDecision], known: Sequence[RecordedDecision]
) -> list[RecordedDecision]:
    """Those that the record does not hold yet."""
    held = Counter(map(signature, known))
    absent = []
    for decision in decisions:
        if held[signature(decision)]:
            held[signature(decision)] -= 1
        else:
            absent.append(decision)
    return absent


def signature(decision: RecordedDecision) -> tuple[object, ...]:
    hand = (decision.cards, decision.up, decision.doubles, decision.split)
    return (decision.round, *hand, decision.taken)


@dataclass
class LookBackProgress:
    """How far a look back has come; `of` is not known before the log is read."""

    done: int = 0
    of: int | None = None

    @property
    def over(self) -> bool:
        return self.of is not None and self.done >= self.of


class LookBacks:
    """The look backs of this run of the house, by person, table and session."""

    def __init__(self) -> None:
        self.begun: OrderedDict[tuple[str, str, int], LookBackProgress] = OrderedDict()

    def begin(self, key: tuple[str, str, int]) -> LookBackProgress | None:
        """A new look back; None while one of the same session is under way."""
        if key in self.begun and not self.begun[key].over:
            return None
        self.begun[key] = LookBackProgress()
        while len(self.begun) > KEPT:
            self.begun.popitem(last=False)
        return self.begun[key]
