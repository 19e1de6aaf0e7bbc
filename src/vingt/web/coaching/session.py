"""A session at one table, looked back on: what play did, and what luck did.

Money comes from the log, which is the truth of it; what mistakes cost comes from the record of decisions."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from vingt.core.rounds import event as e
from vingt.core.rounds.command import DeclineInsurance, Insure, KeepCards, SwitchCards, TakeEvenMoney
from vingt.core.rounds.command_words import ACTIONS, word_of
from vingt.core.wager_kind import MAIN
from vingt.live.log.chain import StoredEvent
from vingt.live.log.events import Commanded, RoundStarted, ScanCorrected, WagerReopened
from vingt.web.coaching.record import RecordedDecision

DECISIONS = frozenset(
    (*ACTIONS, *map(word_of, (Insure, TakeEvenMoney, DeclineInsurance, SwitchCards, KeepCards)))
)
PAUSE = 45 * 60 * 1000  # milliseconds without a round after which another session begins


@dataclass
class SessionRound:
    """One finished round of one person: what was laid first, and what came back in the end."""

    number: int
    at: int  # when it ended
    wagers: int = 0  # main wagers before the cards
    net: int = 0
    side_net: int = 0
    decided: int = 0  # decisions about hands and insurance, judged or not
    laid: dict[int, int] = field(default_factory=dict)  # by box


def rounds_of(events: Iterable[StoredEvent], person: str, sides: Container[str] = ()) -> list[SessionRound]:
    """The rounds a person had a wager in, oldest first; void ones left out, for nobody won or lost there.

    `sides` are the wagers apart from the main one; not insurance, which is a decision within it."""
    rounds: list[SessionRound] = []
    now = SessionRound(0, 0)
    wagered = void = False
    for stored in events:
        data = stored.data
        if stored.kind == ScanCorrected.kind and rounds and rounds[-1] is now:
            rounds.pop()  # it goes on
        elif stored.kind == RoundStarted.kind:
            now, wagered, void = SessionRound(data["round"], stored.at), False, False
        elif stored.kind == e.RoundVoided.kind:
            void = True
        elif stored.kind == e.RoundEnded.kind:
            if wagered and not void:
                now.at, now.wagers = stored.at, sum(now.laid.values())
                rounds.append(now)
        elif stored.kind == Commanded.kind:
            now.decided += stored.actor == person and data["command"]["do"] in DECISIONS
        elif data.get("player") == person:
            wagered = take_in(now, stored, sides) or wagered
    return rounds


def take_in(now: SessionRound, stored: StoredEvent, sides: Container[str]) -> bool:
    """Follow one event of the person's own; whether it settled something."""
    data = stored.data
    if stored.kind == e.WagerPlaced.kind and data["wager"] == MAIN:
        now.laid[data["box"]] = data["amount"]
    elif stored.kind == e.WagerWithdrawn.kind and data["wager"] == MAIN:
        del now.laid[data["box"]]
    elif stored.kind == e.WagerSettled.kind:
        net = data["returns"] - data["stake"]
        now.net += net
        now.side_net += net if data["wager"] in sides else 0
        return True
    elif stored.kind == WagerReopened.kind:
        net = data["returns"] - data["stake"]
        now.net -= net
        now.side_net -= net if data["wager"] in sides else 0
    return False


def sessions_of(rounds: Sequence[SessionRound]) -> list[list[SessionRound]]:
    """Rounds without a long pause between them, oldest session first."""
    sessions: list[list[SessionRound]] = []
    for played in rounds:
        if not sessions or played.at - sessions[-1][-1].at > PAUSE:
            sessions.append([])
        sessions[-1].append(played)
    return sessions


@dataclass(frozen=True, slots=True)
class Review:
    """Result = expected + mistakes + sides + luck, to the cent. `edge` is None where it is not known yet, and
    then what best play may expect counts as nothing and is left in luck."""

    rounds: tuple[SessionRound, ...]
    edge: float | None
    wagers: int
    result: int
    expected: int
    mistakes: int  # what they cost, so zero or less
    sides: int
    luck: int
    won: tuple[float, ...]  # money after each round, from 0
    by_best_play: tuple[float, ...]
    by_own_play: tuple[float, ...]
    decisions: int  # judged
    unjudged: int
    right: int
    worst: tuple[RecordedDecision, ...]


def review(
    rounds: Sequence[SessionRound], decisions: Sequence[RecordedDecision], edge: float | None, worst: int = 8
) -> Review:
    """One session; `decisions` are the person's own at this table."""
    numbers = {played.number for played in rounds}
    recorded = [decision for decision in decisions if decision.round in numbers]
    cost = dict.fromkeys(numbers, 0.0)
    for decision in recorded:
        cost[decision.round] += decision.cents
    expects = [-(edge or 0.0) * played.wagers for played in rounds]
    best = tuple(accumulate(expects, initial=0.0))
    own = tuple(
        accumulate(
            (expect - cost[played.number] for expect, played in zip(expects, rounds, strict=True)),
            initial=0.0,
        )
    )
    result, expected = sum(played.net for played in rounds), round(best[-1])
    mistakes, sides = -round(sum(cost.values())), sum(played.side_net for played in rounds)
    bad = sorted(
        (decision for decision in recorded if not decision.right), key=lambda decision: -decision.cents
    )
    return Review(
        tuple(rounds),
        edge,
        sum(played.wagers for played in rounds),
        result,
        expected,
        mistakes,
        sides,
        result - expected - mistakes - sides,
        tuple(accumulate((float(played.net) for played in rounds), initial=0.0)),
        best,
        own,
        len(recorded),
        max(sum(played.decided for played in rounds) - len(recorded), 0),
        sum(decision.right for decision in recorded),
        tuple(bad[:worst]),
    )
