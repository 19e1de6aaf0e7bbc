"""The rounds of a house's players beside the count, from its log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from vingt.analysis.counting.composition import KINDS, NUMBER
from vingt.analysis.counting.detector import (
    Suspicion,
    WageredRound,
    count_stands,
    edges_at,
    points_by_result,
    suspicion,
)
from vingt.analysis.counting.removal import Removal
from vingt.analysis.counting.systems import CountSystem
from vingt.analysis.tabulated.hands import Ints
from vingt.live.books.audit import Snapshot
from vingt.live.books.wagers_seen import RoundSeen, rounds_seen
from vingt.live.log import events as t
from vingt.live.log.codec import event_of
from vingt.live.log.filing import rules_of
from vingt.live.log.store import TABLE
from vingt.report.counting.suspicions import PlayerSeen
from vingt.report.proposal import Proposal


def rounds_at(at: Proposal, log: Snapshot, seen: Callable[[int], None]) -> dict[str, list[RoundSeen]]:
    """The rounds of every table of the house that plays this rulebook with as many decks."""
    rounds: dict[str, list[RoundSeen]] = {}
    for stream, events in sorted(log.streams.items()):
        if not stream.startswith(TABLE):
            continue
        opened = next((each for each in log.read(stream) if each.kind == t.TableOpened.kind), None)
        event = None if opened is None else event_of(opened)
        if isinstance(event, t.TableOpened) and plays_this(event, at):
            rounds[stream.removeprefix(TABLE)] = list(rounds_seen(log.read(stream)))
        seen(events)
    return rounds


def plays_this(opened: t.TableOpened, at: Proposal) -> bool:
    rules = rules_of(opened)
    return rules.rulebook == at.rules.rulebook and rules.cards.decks == at.rules.cards.decks


def players_in(
    seen: dict[str, list[RoundSeen]],
    names: Mapping[str, str],
    removal: Removal,
    systems: Sequence[CountSystem],
) -> list[PlayerSeen]:
    """Every player, at all tables together."""
    people = dict.fromkeys(name for rounds in seen.values() for each in rounds for name in each.wagers)
    places = {
        person: {table: mine for table, rounds in seen.items() if (mine := rounds_of(person, rounds))}
        for person in people
    }
    tried: dict[str, list[Suspicion]] = {person: [] for person in people}
    best: dict[str, list[WageredRound]] = {}
    for system in systems:
        wagered = wagers_beside(seen, places, system, removal)
        told = points_by_result(wagered.values())
        for person, rounds in wagered.items():
            edges = edges_at(removal, system, np.array([each.stands.true_count for each in rounds]))
            one = suspicion(rounds, system.name, edges, len(systems), told)
            if one is not None:
                if all(one.sigmas > each.sigmas for each in tried[person]):
                    best[person] = rounds
                tried[person].append(one)
    return [
        PlayerSeen(
            tuple(places[person]), person, names.get(person, person), tuple(found), tuple(best[person])
        )
        for person, found in tried.items()
        if found
    ]


def wagers_beside(
    seen: dict[str, list[RoundSeen]],
    places: Mapping[str, Mapping[str, list[tuple[int, bool]]]],
    system: CountSystem,
    removal: Removal,
) -> dict[str, list[WageredRound]]:
    """The rounds of each player beside the count of a system."""
    stands = {
        table: [count_stands(system, removal.shoe, gone) for gone in cards_gone(rounds)]
        for table, rounds in seen.items()
    }
    return {
        person: [
            WageredRound(
                stands[table][at],
                seen[table][at].wagers.get(person, 0),
                seen[table][at].nets.get(person, 0),
                first,
            )
            for table, mine in at_tables.items()
            for at, first in mine
        ]
        for person, at_tables in places.items()
    }


def rounds_of(player: str, rounds: Sequence[RoundSeen]) -> list[tuple[int, bool]]:
    """The places of all rounds of the shoes of which a player played some, those included that it only looked
    at; and whether each is the first of its shoe."""
    shoes = {each.shoe for each in rounds if player in each.wagers}
    mine = [at for at, each in enumerate(rounds) if each.shoe in shoes]
    return [
        (at, not place or rounds[at].shoe != rounds[mine[place - 1]].shoe) for place, at in enumerate(mine)
    ]


def cards_gone(rounds: Sequence[RoundSeen]) -> Iterator[Ints]:
    """How many of each card were seen before each round."""
    gone, so_far, shoe = np.zeros(len(KINDS), dtype=np.int64), 0, -1
    for each in rounds:
        if each.shoe != shoe or len(each.before) < so_far:
            gone, so_far, shoe = np.zeros(len(KINDS), dtype=np.int64), 0, each.shoe
        for card in each.before[so_far:]:
            gone[NUMBER[card]] += 1
        so_far = len(each.before)
        yield gone.copy()
