"""What each player wagered, and which cards had been seen in the shoe by then, from a table's log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from vingt.core.cards import Card
from vingt.core.rounds import event as e
from vingt.core.shoe import event as s
from vingt.core.wager_kind import MAIN
from vingt.live.log import events as t
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import event_of

READ = frozenset(
    each.kind
    for each in (
        t.RoundStarted,
        s.ShoeOpened,
        s.CardScanned,
        s.CardSealed,
        s.ScanCorrected,
        t.WagerReopened,
        e.WagerPlaced,
        e.WagerWithdrawn,
        e.CardDealt,
        e.HoleRevealed,
        e.DoubleCardTurned,
        e.ShoeRefilled,
        e.WagerSettled,
        e.RoundVoided,
        e.RoundEnded,
    )
)


@dataclass
class RoundSeen:
    """A round while it is read, and once it is over. `before` are the cards seen in the shoe before the deal;
    `wagers` and `nets` are cents of the main wager by player."""

    shoe: int
    before: tuple[Card, ...]
    at: int = 0
    laid: dict[tuple[str, int], int] = field(default_factory=dict)
    nets: dict[str, int] = field(default_factory=dict)
    void: bool = False

    @property
    def wagers(self) -> dict[str, int]:
        by_player: dict[str, int] = {}
        for (player, _), amount in self.laid.items():
            by_player[player] = by_player.get(player, 0) + amount
        return by_player


def rounds_seen(log: Iterable[StoredEvent]) -> Iterator[RoundSeen]:
    """Rounds from shoes that were followed from their first card on. Once a shoe was filled up again nobody
    knows its count, and its rounds are left out."""
    shoe, known = 0, False
    cards: list[Card] = []
    entered: dict[int, int] = {}  # real cards: how many had been seen before the one at this place
    now: RoundSeen | None = None
    over = False  # `now` has ended; a card of it that is corrected opens it again
    for stored in log:
        if stored.kind not in READ or face_down(stored):
            continue
        match event_of(stored):
            case s.ShoeOpened(shoe=number, from_discards=refilled):
                shoe, known = number, not refilled
                cards.clear()
                if now and not over:
                    now.shoe, now.before = shoe, ()
            case s.CardScanned(at=at) | s.CardSealed(at=at):
                entered[at] = len(cards)
            case s.ScanCorrected(places=places):
                del cards[entered.get(places[0], len(cards)) :]
                over = False
            case t.WagerReopened(player=player, wager=wager, stake=stake, returns=returns) if now:
                now.nets[player] = now.nets.get(player, 0) - (returns - stake if wager == MAIN else 0)
            case t.RoundStarted():
                if now and over:
                    yield now
                now, over = RoundSeen(shoe, tuple(cards), stored.at), False
            case e.WagerPlaced(player=player, box=box, wager="main", amount=amount) if now:
                now.laid[player, box] = amount
            case e.WagerWithdrawn(player=player, box=box, wager="main") if now:
                now.laid.pop((player, box), None)
            case e.CardDealt(card=card) | e.HoleRevealed(card=card) | e.DoubleCardTurned(card=card):
                cards.append(card)
            case e.ShoeRefilled():
                known = False
            case e.WagerSettled(player=player, wager=wager) as settled if now and wager == MAIN:
                now.nets[player] = now.nets.get(player, 0) + settled.net
            case e.RoundVoided() if now:
                now.void = True
            case e.RoundEnded() if now:
                if known and not now.void and now.laid:
                    over = True
                else:
                    now = None
            case _:
                pass
    if now and over:
        yield now


def face_down(stored: StoredEvent) -> bool:
    """A card that nobody sees yet: the log knows its place alone."""
    return stored.kind == e.CardDealt.kind and not stored.data["face_up"]
