"""The verdict on one side wager, and what it pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from vingt.core.cite import Cite
from vingt.core.pays import Pay, pay
from vingt.core.rules.offered_wager import OfferedWager, Paytable, PaytableLine
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, TRIGGER, WAIT, Options
from vingt.core.wagers.registry import EVALUATORS, PAID

ClaimKind = Literal["meter", "prize", "wheel"]
WHEEL_SPIN = pay("wheel spin")


@dataclass(frozen=True, slots=True)
class WagerVerdict:
    """What the cards made of the wager, and the lines of the paytable it is paid by; none when it lost."""

    outcome: str
    lines: tuple[PaytableLine, ...]

    @property
    def won(self) -> bool:
        return bool(self.lines)

    @property
    def cite(self) -> Cite:
        cite = Cite()
        for line in self.lines:
            cite += line.cite
        return cite


@dataclass(frozen=True, slots=True)
class Claim:
    """A win that money on the table cannot settle: a share of a meter, a prize, a spin of the wheel."""

    kind: ClaimKind
    line: PaytableLine


@dataclass(frozen=True, slots=True)
class Payout:
    """`net` is what the player gains or loses in cents, exactly; claims count nothing in it."""

    net: Fraction
    claims: tuple[Claim, ...] = ()


def judge(wager: OfferedWager, facts: Facts) -> WagerVerdict | None:
    """The verdict on a wager, or None while the facts known so far do not decide it."""
    options = terms(dict(wager.options), wager.paytable)
    outcome = EVALUATORS[wager.evaluator](facts, options)
    if outcome is WAIT:
        return None
    return verdict(wager.evaluator, outcome, facts, options, wager.paytable)


def terms(options: Mapping[str, object], paytable: Paytable) -> Options:
    """What an evaluator is told besides the facts: the wager's options and the lines of its paytable."""
    return {**options, "lines": tuple(line.outcome for line in paytable.lines)}


def verdict(evaluator: str, outcome: str, facts: Facts, options: Options, paytable: Paytable) -> WagerVerdict:
    if outcome == LOSE:
        return WagerVerdict(outcome, ())
    if outcome == TRIGGER:
        spins = tuple(line for line in paytable.lines if line.pays.kind == "wheel")
        return WagerVerdict(outcome, spins or (PaytableLine(TRIGGER, WHEEL_SPIN, paytable.cite),))
    names = PAID[evaluator](outcome, facts, options) if evaluator in PAID else (outcome,)
    return WagerVerdict(outcome, tuple(paytable.line(name) for name in names))


def payout(verdict: WagerVerdict, stake_cents: int) -> Payout:
    """What a verdict pays on a stake: one stake back where any line returns it (reading J-4)."""
    gained = sum((won_by(line.pays, stake_cents) for line in verdict.lines), Fraction(0))
    returned = stake_cents if any(line.pays.keeps_stake for line in verdict.lines) else 0
    claims = tuple(
        Claim(line.pays.kind, line) for line in verdict.lines if line.pays.kind in ("meter", "prize", "wheel")
    )
    return Payout(gained + returned - stake_cents, claims)


def won_by(pays: Pay, stake_cents: int) -> Fraction:
    """What one line hands over, the stake not counted."""
    return pays.multiple * stake_cents + pays.amount


def shared_cap(cap: int | None, wagers: Sequence[int], uncapped: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """What the winners of one capped line get: the cap in proportion to their wagers, never more than the
    line pays them (MD-BJ 13.K, reading J-55)."""
    if cap is None:
        return tuple(uncapped)
    staked = sum(wagers)
    return tuple(min(win, Fraction(cap * wager, staked)) for wager, win in zip(wagers, uncapped, strict=True))
