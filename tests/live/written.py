"""Logs of tables as a house would write them, played by a tape of bytes without a house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tests.rounds.stream import PLAYERS, STRANGER, Stream
from vingt.core.cards import Card
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.decide import advance
from vingt.core.rounds.procedure import next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.rules_json import to_json
from vingt.core.rules.submission import Submission
from vingt.core.shoe.cut_order import Company
from vingt.core.shoe.procedure import cover_card, end, next_events
from vingt.core.shoe.state import ShoeState, evolve_shoe
from vingt.live.books.audit import Snapshot
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log.chain import START, StoredEvent, canonical, hash_of
from vingt.live.log.filing import filed, playable_rules
from vingt.live.log.kinds import VERSIONS
from vingt.live.log.people_events import ChipsBought, GuestWelcomed, PurseFilled
from vingt.live.log.store import NewEvent
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.vault import Vault
from vingt.rulebook import library

KEY = bytes(range(32))
TABLE = "t1"
IRREGULAR = (
    *(c.ReportFaceUpCard, c.ReportStrayCard, c.ReportExtraCard, c.ReportDealerOverdraw, c.ReportMissedBox),
    *(c.ReportMissedCard, c.ReportDealerMissedCard, c.ReportReaderMisuse, c.ReportReaderFailure),
    *(c.ReportReaderRepaired, c.ReportShoeEmpty),
)
PURSE = 10**12


class Written:
    """Streams of stored events, chained as a store chains them."""

    def __init__(self) -> None:
        self.streams: dict[str, list[StoredEvent]] = {}

    def add(self, stream: str, *news: NewEvent) -> None:
        events = self.streams.setdefault(stream, [])
        for new in news:
            previous = events[-1].hash if events else START
            fixed = (
                stream,
                len(events) + 1,
                new.kind,
                VERSIONS[new.kind],
                1_700_000_000_000,
                new.key,
                new.actor,
            )
            hashed = hash_of(*fixed, canonical(new.data), previous)
            events.append(StoredEvent(*fixed, new.data, previous, hashed))

    @property
    def snapshot(self) -> Snapshot:
        return Snapshot(self, {stream: len(events) for stream, events in self.streams.items()})

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        return iter(self.streams[stream][after:])


class Foreseen:
    """A shuffle that puts cards where the tape will draw them: after the cut and the burned card."""

    def __init__(self, drawn: Sequence[Card], burned: int, cut: int) -> None:
        self.drawn, self.burned, self.place = drawn, burned, cut

    def order(self, cards: Sequence[Card]) -> Sequence[Card]:
        rest = sorted((Counter(cards) - Counter(self.drawn)).elements())
        dealt = (*rest[: self.burned], *self.drawn, *rest[self.burned :])
        return (*dealt[len(dealt) - self.place :], *dealt[: len(dealt) - self.place])

    def nonce(self) -> bytes:
        return bytes(32)

    def cut(self, least: int, most: int) -> int:
        return self.place


def drawn_by(tape: bytes, submission: Submission) -> list[c.Command]:
    """The commands of one regular round that the engine accepted."""
    rules = playable_rules(submission)
    stream, state, accepted = Stream(rules, tape), new_round(), []
    for _ in range(900):
        if state.over:
            break
        command = stream.next(state)
        if isinstance(command, IRREGULAR) or getattr(command, "coupon", False):
            command = stream.due(state)
            if isinstance(command, c.PlaceWager):
                command = replace(command, coupon=0)
        advanced = advance(rules, state, command)
        if not isinstance(advanced, Refusal):
            state = advanced[0]
            accepted.append(command)
            if isinstance(command, c.Deal):
                stream.shoe.take(command.card)
    assert state.over
    return accepted


def written(submission: Submission, tape: bytes, *, revealed: bool = True) -> Written:
    """One round from a fresh shoe, with purses filled and chips bought before."""
    rules = playable_rules(submission)
    log = Written()
    stream = f"table/{TABLE}"
    document = library.digest_of(rules.address)
    opened = t.TableOpened(
        "a table",
        rules.rulebook,
        filed(submission),
        rules.identity,
        to_json(rules),
        False,
        "",
        document=document,
    )
    log.add(stream, codec.new(opened))
    for person in (*PLAYERS, STRANGER):
        log.add("people", codec.new(GuestWelcomed(person, person.title())))
        log.add("people", codec.new(PurseFilled(person, PURSE)))
        log.add("people", codec.new(ChipsBought(person, TABLE, PURSE)))
        log.add(stream, codec.new(t.BoughtIn(person, PURSE), actor=person))

    commands = drawn_by(tape, submission)
    drawn = [command.card for command in commands if isinstance(command, c.Deal)]
    source = Foreseen(drawn, rules.shoe.burn_on_load, len(rules.cards.shoe) // 2)
    orders, shoe = Orders(TABLE, Vault(KEY)), ShoeState()
    orders.follow(log.streams[stream][0])

    def happen(event: object, places: Sequence[t.Place] = (), actor: str = "dealer") -> None:
        nonlocal shoe
        log.add(stream, codec.new(event, places, actor=actor))  # type: ignore[arg-type]
        orders.follow(log.streams[stream][-1])
        if isinstance(event, t.ShoeEvent | e.Event):
            shoe = evolve_shoe(shoe, event)

    for event in orders.shuffle(rules, shoe, source):
        happen(event)
    while following := next_events(rules, shoe, Company(), source.cut):
        for each in following:
            happen(each)
    happen(t.RoundStarted(1))
    state: RoundState = new_round()
    for command in commands:
        places = [shoe.next_place or t.Place(0, 0)] if isinstance(command, c.Deal) else []
        box = getattr(next_step(rules, state), "box", 0)
        if places and (out := cover_card(rules, shoe, box)):
            happen(out)
        advanced = advance(rules, state, command)
        assert not isinstance(advanced, Refusal)
        state, events = advanced
        happen(t.Commanded(command), places, getattr(command, "player", "dealer"))
        for caused in events:
            happen(caused, places)
    if revealed:
        happen(end(rules, shoe, "table_closed"))
        happen(orders.reveal(1))
    return log
