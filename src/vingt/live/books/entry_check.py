"""Who may wager since the shuffle, from the log: one who missed a round waits for the next shuffle, or for a
floorperson, where the submission says so (MD-P21 6.C(1), MA-P21 5(j))."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.core.rounds import event as e
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import event_of
from vingt.live.table.seating import missed_since_shuffle

READ = frozenset(
    each.kind
    for each in (
        t.RoundStarted,
        t.ShoeOpened,
        f.PlayerReadmitted,
        e.WagerPlaced,
        e.WagerWithdrawn,
        e.BettingClosed,
    )
)


class EntryCheck:
    """Follows one table, however it is dealt. It asks the wagers alone, so it knows of rounds that cannot be
    played again too."""

    def __init__(self, rules: TableRules) -> None:
        self._rules = rules
        self._laid: set[tuple[str, int]] = set()  # main wagers of this round
        self._in_every_round: frozenset[str] | None = None  # since the shuffle

    def follow(self, stored: StoredEvent) -> Iterator[str]:
        if stored.kind not in READ:
            return
        match event_of(stored):
            case t.RoundStarted():
                self._laid.clear()
            case t.ShoeOpened(from_discards=False):
                self._in_every_round = None
            case f.PlayerReadmitted(person):
                self._in_every_round = (self._in_every_round or frozenset()) | {person}
            case e.WagerPlaced(player=player, box=box, wager=wager):
                if barred := missed_since_shuffle(self._rules, self._in_every_round, player):
                    yield f"{player} wagered: {barred.why} [{barred.cite}]"
                if wager == MAIN:
                    self._laid.add((player, box))
            case e.WagerWithdrawn(player=player, box=box, wager="main"):
                self._laid.discard((player, box))
            case e.BettingClosed():
                here = frozenset(player for player, _ in self._laid)
                before = here if self._in_every_round is None else self._in_every_round
                self._in_every_round = here & before
            case _:
                pass
