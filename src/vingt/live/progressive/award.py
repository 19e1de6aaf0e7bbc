"""What the claim that a round waits for is worth, and what others get by it. Pure: wheels have stopped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from vingt.core.cards import Card
from vingt.core.progressive.spin import (
    Prize,
    beside_hot_spot,
    one_spin_for_all,
    position_spin,
    shares,
    spinner_prize,
    with_stake,
)
from vingt.core.rounds.state import OpenClaim
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.progressive_events import BonusDrawn, BonusPaid, PaymentHeld
from vingt.live.table.jackpot import PlayedSide, sides_played
from vingt.live.table.state import TableState

NOTHING = "no-prize"
CONFIRMED_ABOVE = 1_000_000  # cents: what a house pays without a supervisor where no submission says it


class Award(NamedTuple):
    """The claimant's prize, and the community prizes of other players' boxes."""

    claim: OpenClaim
    wager: OfferedWager
    prize: Prize
    others: tuple[tuple[PlayedSide, Prize], ...] = ()


def award_of(rules: TableRules, state: TableState, claim: OpenClaim | None = None) -> Award:
    """Of the claim that is answered next, or of this one."""
    claim = claim or state.round.claims[0]
    wager = rules.wager(claim.wager)
    assert wager is not None
    if "wheel" not in wager.needs:
        line = wager.paytable.line(claim.line)
        return Award(claim, wager, Prize(claim.line, 0, claim.cite, line.pays.meter, line.pays.share))
    playing = [side for side in sides_played(state.round) if side.wager == wager.id]
    if one_spin_for_all(wager):
        spun = position_spin(wager, state.jackpot.drawn)
        prizes = shares(spun, [side.box for side in playing], beside_hot_spot=beside_hot_spot(wager))
        prize = prizes.get(claim.box, Prize(NOTHING, 0, claim.cite))
        return Award(claim, wager, with_stake(wager, prize, claim.stake))
    prize, community = spinner_prize(wager, state.jackpot.drawn)
    others = [side for side in playing if (side.player, side.box) != (claim.player, claim.box)]
    given = () if community is None else tuple((side, scaled(community, side, claim)) for side in others)
    return Award(claim, wager, with_stake(wager, prize, claim.stake), given)


def scaled(prize: Prize, side: PlayedSide, claim: OpenClaim) -> Prize:
    """By the size of the receiver's own wager (MD-P21 12.D(8)(a), MD-BJ 13.Q(5)#2(a))."""
    return Prize(prize.symbol, int(Fraction(prize.amount * side.amount, claim.stake)), prize.cite)


def winners_left(rules: TableRules, state: TableState, award: Award) -> int:
    """How many claims of this round are for the whole of this meter: they share it where the reading says so
    (J-7); else each is paid what shows when its turn comes."""
    if rules.settlement.meter_winners != "equal_share" or award.prize.share != 1:
        return 1
    lines = {line.outcome: line.pays for line in award.wager.paytable.lines}
    return sum(
        claim.wager == award.wager.id
        and claim.line in lines
        and lines[claim.line].meter == award.prize.meter
        and lines[claim.line].share == 1
        for claim in state.round.claims
    )


def held_claim(award: Award, amount: int, meter: str = "", payment: int = 0) -> PaymentHeld:
    """The claim's payment, which waits for a supervisor."""
    claim, prize = award.claim, award.prize
    return PaymentHeld(
        meter, payment, claim.player, claim.box, claim.wager, prize.symbol, amount, True, prize.cite
    )


def unconfirmed(rules: TableRules, state: TableState) -> PaymentHeld | None:
    """The payment that waits for a supervisor at this table; what only waits to be paid there is none."""
    held = state.jackpot.held
    wager = rules.wager(held.wager) if held is not None else None
    if held is None or wager is None or state.jackpot.confirmed_by:
        return None
    return held if held.claim or held.amount > threshold_of(wager) else None


def must_hit_line(wager: OfferedWager) -> str:
    """What a jackpot is called that a secret trigger pays."""
    return wager.paytable.lines[0].outcome if wager.rides_on else "must-hit"


def must_hit_share(wager: OfferedWager) -> Fraction:
    """How much of the meter it pays: as printed (MD-BJ 13.T(1)(a)), all of it where nothing is."""
    return wager.paytable.lines[0].pays.share if wager.rides_on else Fraction(1)


def bonus_winners(
    wager: OfferedWager,
    drawn: BonusDrawn,
    sides: Iterable[PlayedSide],
    first_cards: Mapping[int, Sequence[Card]],
) -> Iterator[BonusPaid]:
    """Every wager that the drawn seat or card meets is paid (readings J-42, J-43)."""
    line = wager.paytable.line(drawn.line)
    for side in sides:
        matched = drawn.card is not None and drawn.card in first_cards.get(side.box, ())
        if side.box == drawn.seat or matched:
            amount = int(line.pays.multiple * side.amount)
            yield BonusPaid(side.player, side.box, side.wager, drawn.line, amount, line.cite)


def threshold_of(wager: OfferedWager, usual: int = CONFIRMED_ABOVE) -> int:
    """Above it a supervisor confirms: as the submission says (reading I-113), or as the house does; whatever
    it is where the rulebook has a floorperson validate every win (MD-PE21 7.O(1)(c))."""
    if wager.wins_validated:
        return -1
    stated = dict(wager.options).get("authorization_threshold")
    return stated if isinstance(stated, int) and not isinstance(stated, bool) else usual
