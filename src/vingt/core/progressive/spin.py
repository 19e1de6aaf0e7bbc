"""What a spin brings: the spinner's prize, and what everybody else gets.

Bonus Spin (MD-P21 12.D, MD-BJ 13.Q): a symbol with two amounts pays the spinner the first and every other
player with the wager the second (I-97, J-50). Xtreme: a seat is drawn; its player has the outer wheel alone,
the others, or everybody where nobody plays there, the inner one (MA-P21 16(i)(1), 16(j)(1), I-111, I-112).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from vingt.core.cite import Cite
from vingt.core.pays import Pay
from vingt.core.progressive.chance import stop_at, stops
from vingt.core.rules.offered_wager import OfferedWager, PaytableLine

STAKE_RETURNED, COMMUNITY_TO = "stake_returned_with_prize", "community_goes_to"
TWO_AMOUNTS = re.compile(r"usd-(\d+)-and-usd-(\d+)-symbol")


@dataclass(frozen=True, slots=True)
class Prize:
    """Cents, or a share of a meter."""

    symbol: str
    amount: int
    cite: Cite
    meter: str = ""
    share: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class PositionSpin:
    """The seat, what the inner wheel stops at (None where nothing is stated), and what the outer one does
    once the hot spot has spun it."""

    seat: int
    outer: Prize | None
    inner: Prize | None


def wheels(wager: OfferedWager) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    """The outer and the inner wheel; only a wager that one spin decides for all has an inner one."""
    if not one_spin_for_all(wager):
        return wager.wheel, ()
    symbols = {line.outcome for line in wager.community.lines} if wager.community else set()
    outer = tuple(each for each in wager.wheel if each[0] not in symbols)
    return outer, (*wager.community_wheel, *(each for each in wager.wheel if each[0] in symbols))


def one_spin_for_all(wager: OfferedWager) -> bool:
    """The dealer's cards trigger it for the whole table."""
    return wager.settles == "second_card"


def points(wager: OfferedWager, seats: int, drawn: Sequence[int] = ()) -> tuple[int, ...]:
    """How many equally likely points there are to draw from, for each draw of the next spin: the position and
    the inner wheel first, then the outer one for the hot spot (MA-P21 16(n)#2: one or two spins)."""
    outer, inner = wheels(wager)
    if not one_spin_for_all(wager) or drawn:
        return (stops(outer),)
    return (seats, *((stops(inner),) if stops(inner) else ()))


def hot_spot_spins(wager: OfferedWager, drawn: Sequence[int], playing: Collection[int]) -> bool:
    """The position has stopped at a seat that plays, and its player has yet to spin the outer wheel."""
    first = 2 if stops(wheels(wager)[1]) else 1
    return one_spin_for_all(wager) and len(drawn) == first and drawn[0] + 1 in playing


def spinner_prize(wager: OfferedWager, drawn: Sequence[int]) -> tuple[Prize, Prize | None]:
    """The prize of who spins, and the community prize of every other; it goes to the one who spins too where
    the operator says so (reading I-98)."""
    symbol = stop_at(wager.wheel, drawn[0])
    two = TWO_AMOUNTS.fullmatch(symbol)
    line = wager.symbol_line(symbol)
    if two is None:
        return prize(wager, symbol, line), None
    community = prize(wager, symbol, line)
    own = community.amount if dict(wager.options).get(COMMUNITY_TO) == "all_bettors" else 0
    return Prize(symbol, int(two[1]) * 100 + own, line.cite), community


def position_spin(wager: OfferedWager, drawn: Sequence[int]) -> PositionSpin:
    outer, inner = wheels(wager)
    seat, *rest = drawn
    shown = stop_at(inner, rest.pop(0)) if stops(inner) else None
    symbol = stop_at(outer, rest[0]) if rest else None
    return PositionSpin(
        seat + 1,
        None if symbol is None else prize(wager, symbol, wager.symbol_line(symbol)),
        None if shown is None else prize(wager, shown, wager.symbol_line(shown)),
    )


def prize(wager: OfferedWager, symbol: str, line: PaytableLine) -> Prize:
    pays: Pay = line.pays
    if pays.kind == "meter":
        return Prize(symbol, 0, line.cite, pays.meter, pays.share)
    worth = pays.share * (wager.prize or 0) if pays.kind == "prize" else Fraction(pays.amount)
    return Prize(symbol, int(worth), line.cite)


def with_stake(wager: OfferedWager, won: Prize, stake: int) -> Prize:
    """The operator may return the stake with a wheel's prize (reading I-119)."""
    returns = bool(dict(wager.options).get(STAKE_RETURNED, False)) and won.amount > 0
    return replace(won, amount=won.amount + stake) if returns else won


def beside_hot_spot(wager: OfferedWager) -> bool:
    """Whether the inner wheel pays the others in a round whose hot spot spins (reading I-111)."""
    return bool(dict(wager.options).get("community_with_hot_spot", True))


def shares(spin: PositionSpin, playing: Sequence[int], *, beside_hot_spot: bool) -> dict[int, Prize]:
    """The prize of every participating seat."""
    if spin.seat not in playing:
        return {} if spin.inner is None else dict.fromkeys(playing, spin.inner)
    others = [seat for seat in playing if seat != spin.seat]
    inner = spin.inner if beside_hot_spot else None
    assert spin.outer is not None, "the hot spot has not spun"
    return {spin.seat: spin.outer, **({} if inner is None else dict.fromkeys(others, inner))}
