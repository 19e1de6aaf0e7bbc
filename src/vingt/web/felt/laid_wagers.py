"""What a person laid at a table, in the last rounds and step by step in this one: kept in memory only."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from vingt.core.rounds.command import PlaceWager, WithdrawWager
from vingt.core.wager_kind import MAIN
from vingt.live.table.commands import PersonCommand

KEPT = 2_000

LaidWagers = dict[tuple[int, str], int]  # (box, wager) -> cents


@dataclass
class Laying:
    """One round of one person: what lies there, and what lay in each area before each step."""

    lies: LaidWagers = field(default_factory=dict)
    steps: list[tuple[int, str, int]] = field(default_factory=list)


class Laid:
    def __init__(self) -> None:
        self.rounds: OrderedDict[tuple[str, str], dict[int, Laying]] = OrderedDict()

    def note(self, table: str, person: str, number: int, command: PersonCommand) -> None:
        """Remember what an accepted command laid or took back."""
        if not isinstance(command, PlaceWager | WithdrawWager):
            return
        known = self.rounds.setdefault((table, person), {})
        self.rounds.move_to_end((table, person))
        laying = known.setdefault(number, Laying())
        spot = (command.box, command.wager)
        laying.steps.append((*spot, laying.lies.get(spot, 0)))
        if isinstance(command, PlaceWager):
            laying.lies[spot] = command.amount
        elif command.wager == MAIN:  # its side wagers go with it
            laying.lies = {at: amount for at, amount in laying.lies.items() if at[0] != command.box}
        else:
            laying.lies.pop(spot, None)
        for old in sorted(known)[:-2]:
            del known[old]
        while len(self.rounds) > KEPT:
            self.rounds.popitem(last=False)

    def now(self, table: str, person: str, number: int) -> Laying:
        return self.rounds.get((table, person), {}).get(number, Laying())

    def undone(self, table: str, person: str, number: int) -> PlaceWager | WithdrawWager | None:
        """The command that takes back the last step, which is forgotten with it."""
        steps = self.now(table, person, number).steps
        if not steps:
            return None
        box, wager, before = steps[-1]
        return PlaceWager(person, box, before, wager) if before else WithdrawWager(person, box, wager)

    def forget_step(self, table: str, person: str, number: int) -> None:
        """After an undo was carried out, and noted as a step itself: both go."""
        del self.now(table, person, number).steps[-2:]

    def last(self, table: str, person: str, before: int) -> list[PlaceWager]:
        """The wagers of the last round before this one, main wagers first; none where something lies."""
        known = self.rounds.get((table, person), {})
        if before in known and known[before].lies:
            return []
        earlier = [number for number in known if number < before and known[number].lies]
        if not earlier:
            return []
        laid = known[max(earlier)].lies
        order = sorted(laid, key=lambda place: (place[0], place[1] != MAIN, place[1]))
        return [PlaceWager(person, box, laid[box, wager], wager) for box, wager in order]
