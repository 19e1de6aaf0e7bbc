"""Side wagers as a table offers them: paytable, stake, meters and wheel chosen, each with its cite."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from vingt.core.cite import Cite
from vingt.core.money import Cents
from vingt.core.pays import Pay, pay
from vingt.core.rules.carrier import BY_PROGRESSIVE
from vingt.core.rules.identity import BESIDE

# When a wager is decided: on the first two cards and the up card, when the dealer's second card is known,
# when the dealer's hand is complete, or never by cards alone.
Moment = Literal["initial_cards", "second_card", "dealer_hand", "random"]
# A wager is laid before the deal, or the round asks for it (insurance).
Placed = Literal["before_deal", "when_asked"]
Need = Literal["meter", "wheel", "switch", "random_draw"]
# Whether a dealer's terminal starts, ends and cancels its rounds, and who may spin a hot spot's wheel there.
TerminalUse = Literal["none", "player_spins", "dealer_may_spin"]


@dataclass(frozen=True, slots=True)
class PaytableLine:
    outcome: str
    pays: Pay
    cite: Cite


@dataclass(frozen=True, slots=True)
class Paytable:
    id: str
    cite: Cite
    lines: tuple[PaytableLine, ...]
    each_card: bool = False

    def line(self, outcome: str) -> PaytableLine:
        return next(line for line in self.lines if line.outcome == outcome)


@dataclass(frozen=True, slots=True)
class Stake:
    """Amounts that may be staked: a list of exact amounts, or a range."""

    exact: tuple[Cents, ...]
    minimum: Cents | None
    maximum: Cents | None
    at_most_main_wager: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class Meter:
    name: str
    initial: Cents
    reset: Cents
    maximum: Cents | None
    rate: Fraction
    cite: Cite
    linked: str = field(default="", metadata=BESIDE)  # the name of a meter that several tables share
    reserve: Fraction = Fraction(0)  # a second rate: the part of every stake that is kept for the next reset


@dataclass(frozen=True, slots=True)
class OfferedWager:
    id: str
    name: str = field(metadata=BESIDE)
    evaluator: str
    settles: Moment
    main_wager: Literal["own", "box"]
    main_wager_cite: Cite
    needs: tuple[Need, ...]
    rides_on: str | None
    stake: Stake
    paytable: Paytable
    community: Paytable | None
    options: tuple[tuple[str, object], ...]
    meters: tuple[Meter, ...]
    wheel: tuple[tuple[str, int], ...]
    prize: Cents | None = field(metadata=BY_PROGRESSIVE)
    payout_cap: Cents | None
    capped_lines: tuple[str, ...]
    cite: Cite
    cap_cite: Cite = Cite()
    # Fixed by its rulebook, whose id is part of the identity already.
    placed: Placed = field(default="before_deal", metadata=BESIDE)
    # The inner wheel of prizes for everybody, where the rulebook prints no symbols (MA-P21 16(i)(1)).
    community_wheel: tuple[tuple[str, int], ...] = ()
    # Where a must-hit meter's trigger lies: bands of cents with whole weights; none means evenly (J-46).
    trigger_law: tuple[tuple[Cents, Cents, int], ...] = ()

    terminal: TerminalUse = field(default="none", metadata=BESIDE)
    terminal_cite: Cite = Cite()
    # A floorperson validates whatever its meter pays, however little that is (MD-PE21 7.O(1)(c)).
    wins_validated: bool = field(default=False, metadata=BESIDE)
    wins_validated_cite: Cite = Cite()

    @property
    def symbols(self) -> frozenset[str]:
        """Everything that a wheel of this wager can stop at."""
        return frozenset(symbol for symbol, _ in (*self.wheel, *self.community_wheel))

    def symbol_line(self, symbol: str) -> PaytableLine:
        """What a symbol pays, by the line that prints it; where none does, the amount that it names."""
        tables = (self.paytable, *((self.community,) if self.community else ()))
        printed = next((line for table in tables for line in table.lines if line.outcome == symbol), None)
        return printed or PaytableLine(symbol, pay(symbol), self.paytable.cite + self.cite)

    def option(self, name: str) -> object:
        return dict(self.options)[name]
