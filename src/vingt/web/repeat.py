"""Same again: what a person laid at a table in the last round they played, kept while the house is open."""

from __future__ import annotations

from collections import OrderedDict

from vingt.core.rounds.command import PlaceWager, WithdrawWager
from vingt.live.commands import PersonCommand

KEPT = 2_000

Laid = dict[tuple[int, str], int]


class Repeats:
    def __init__(self) -> None:
        self.rounds: OrderedDict[tuple[str, str], dict[int, Laid]] = OrderedDict()

    def note(self, table: str, person: str, number: int, command: PersonCommand) -> None:
        """Remember what an accepted command laid or took back."""
        if not isinstance(command, PlaceWager | WithdrawWager):
            return
        known = self.rounds.setdefault((table, person), {})
        self.rounds.move_to_end((table, person))
        laid = known.setdefault(number, {})
        if isinstance(command, PlaceWager):
            laid[command.box, command.wager] = command.amount
        else:
            laid.pop((command.box, command.wager), None)
        for old in sorted(known)[:-2]:
            del known[old]
        while len(self.rounds) > KEPT:
            self.rounds.popitem(last=False)

    def last(self, table: str, person: str, before: int) -> list[PlaceWager]:
        """The wagers of the last round before this one, main wagers first; none where something lies."""
        known = self.rounds.get((table, person), {})
        if known.get(before):
            return []
        earlier = [number for number in known if number < before and known[number]]
        if not earlier:
            return []
        laid = known[max(earlier)]
        order = sorted(laid.items(), key=lambda each: (each[0][0], each[0][1] != "main", each[0][1]))
        return [PlaceWager(person, box, amount, wager) for (box, wager), amount in order]
