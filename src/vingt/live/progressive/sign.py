"""What the signs of a table and of a meter show: amounts, wins that wait, a wheel and, once due, where it
stopped. Nothing that is sealed is read here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vingt.core.cards import SYMBOLS
from vingt.core.progressive.meter import terms_of
from vingt.core.progressive.spin import one_spin_for_all, position_spin, spinner_prize, wheels
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.progressive_events import BonusDrawn
from vingt.live.progressive.award import unconfirmed
from vingt.live.progressive.desk import MeterDesk
from vingt.live.progressive.meter_book import MeterRecord, meter_id
from vingt.live.table.jackpot import sides_played
from vingt.live.table.state import TableState


class MeterSign(NamedTuple):
    """`configuration` is the digest of how the meter is set up."""

    id: str
    name: str
    wager: str
    showing: int
    reset: int
    must_hit_by: int | None
    waiting: int
    configuration: str

    def as_json(self) -> dict[str, object]:
        return self._asdict()


class WheelSign(NamedTuple):
    """`stopped` is what everybody may know of it: "" while it turns. `number` is 0 where nobody has spun."""

    wager: str
    number: int
    commitment: str
    symbols: tuple[str, ...]
    seats: tuple[tuple[int, bool], ...]  # with whether its player takes part, where a seat is drawn
    hot_spot: int
    stopped: str
    community: str
    turning: bool
    inner: tuple[str, ...] = ()  # what the inner wheel has, where one spin is for all
    positions: bool = False  # what turns, or stopped last, drew the position
    weights: tuple[int, ...] = ()  # of the symbols, as they were filed: wedges are drawn alike
    inner_weights: tuple[int, ...] = ()

    @property
    def for_everybody(self) -> bool:
        """The position stopped at a seat that does not play."""
        return bool(self.hot_spot) and not any(seat == self.hot_spot and plays for seat, plays in self.seats)

    def as_json(self) -> dict[str, object]:
        seats = [{"seat": seat, "plays": plays} for seat, plays in self.seats]
        return {
            **self._asdict(),
            "symbols": list(self.symbols),
            "inner": list(self.inner),
            "seats": seats,
            "weights": list(self.weights),
            "inner_weights": list(self.inner_weights),
        }


class TableSign(NamedTuple):
    meters: tuple[MeterSign, ...]
    wheel: WheelSign | None
    held: int | None  # cents that are won and wait to be paid
    bonuses: tuple[tuple[int, str, int], ...]  # box, line, cents
    draws: tuple[tuple[str, str], ...] = ()  # line, and the seat or card that was drawn for it
    confirming: bool = False  # a supervisor is waited for

    def as_json(self) -> dict[str, object]:
        return {
            "meters": [meter.as_json() for meter in self.meters],
            "wheel": None if self.wheel is None else self.wheel.as_json(),
            "held": self.held,
            "bonuses": [{"box": box, "line": line, "amount": paid} for box, line, paid in self.bonuses],
            "confirming": self.confirming,
            "draws": [{"line": line, "drawn": drawn} for line, drawn in self.draws],
        }


def table_sign(desk: MeterDesk, table: str, rules: TableRules, state: TableState) -> TableSign:
    meters = []
    for wager, meter, showing in desk.shown(table, rules):
        record = desk.record(meter_id(table, wager.id, meter))
        terms = record.state.terms if record.state.open else terms_of(meter, wager.trigger_law)
        meters.append(
            MeterSign(
                record.id,
                meter.name,
                wager.name,
                showing,
                terms.reset,
                terms.maximum,
                record.state.waiting,
                terms.digest,
            )
        )
    held = state.jackpot.held
    bonuses = tuple((paid.box, paid.line, paid.amount) for paid in state.jackpot.bonuses)
    draws = tuple(
        (
            each.line,
            f"seat {each.seat}" if each.card is None else f"{each.card.rank}{SYMBOLS[each.card.suit]}",
        )
        for each in state.jackpot.drawn_bonuses
    )
    wheel = wheel_sign(rules, state)
    confirming = unconfirmed(rules, state) is not None
    amount = None if held is None else held.amount
    return TableSign(tuple(meters), wheel, amount, bonuses, draws, confirming)


def drawn_words(drawn: BonusDrawn) -> str:
    return f"seat {drawn.seat}" if drawn.card is None else f"{drawn.card.rank}{SYMBOLS[drawn.card.suit]}"


def wheel_sign(rules: TableRules, state: TableState) -> WheelSign | None:
    """The wheel that turns, or where the newest one stopped, until the next round begins."""
    jackpot = state.jackpot
    if jackpot.spin is not None and jackpot.turning:
        spin, drawn = jackpot.spin, jackpot.drawn
        playing = frozenset(side.box for side in sides_played(state.round) if side.wager == spin.wager)
    elif jackpot.shown is not None:
        spin, drawn, playing = jackpot.shown
    else:
        return None
    wager = rules.wager(spin.wager)
    if wager is None:
        return None
    for_all, (outer, inner) = one_spin_for_all(wager), wheels(wager)
    hot_spot, stopped, community = stopped_at(wager, drawn, turning=jackpot.turning)
    return WheelSign(
        wager.name,
        spin.number,
        spin.commitment,
        tuple(symbol for symbol, weight in outer if weight),
        tuple((seat, seat in playing) for seat in range(1, rules.boxes.seats + 1)) if for_all else (),
        hot_spot,
        stopped,
        community,
        jackpot.turning,
        tuple(symbol for symbol, weight in inner if weight),
        for_all and (not drawn if jackpot.turning else not hot_spot_spun(wager, drawn)),
        tuple(weight for _, weight in outer if weight),
        tuple(weight for _, weight in inner if weight),
    )


def hot_spot_spun(wager: OfferedWager, drawn: Sequence[int]) -> bool:
    return position_spin(wager, drawn).outer is not None


def stopped_at(wager: OfferedWager, drawn: Sequence[int], *, turning: bool) -> tuple[int, str, str]:
    """The seat that was drawn, what the outer wheel stopped at, and the inner one or the second amount."""
    if not drawn:
        return 0, "", ""
    if one_spin_for_all(wager):
        spun = position_spin(wager, drawn)
        inner = spun.inner.symbol if spun.inner is not None else ""
        if spun.outer is not None:
            return spun.seat, spun.outer.symbol, inner
        return spun.seat, "" if turning else inner, inner
    prize, community = spinner_prize(wager, drawn)
    return 0, prize.symbol, f"{community.amount // 100}" if community is not None else ""


def idle_wheel(rules: TableRules) -> WheelSign | None:
    """The wheel of a table at which nobody has spun in this round."""
    wager = next((each for each in rules.wagers if each.wheel), None)
    if wager is None:
        return None
    outer, inner = wheels(wager)
    symbols = tuple(symbol for symbol, weight in outer if weight)
    community = tuple(symbol for symbol, weight in inner if weight)
    weights = (tuple(weight for _, weight in each if weight) for each in (outer, inner))
    return WheelSign(wager.name, 0, "", symbols, (), 0, "", "", False, community, False, *weights)


def meter_sign(record: MeterRecord) -> MeterSign:
    terms = record.state.terms
    state = record.state
    return MeterSign(
        record.id, record.id, "", state.showing, terms.reset, terms.maximum, state.waiting, terms.digest
    )
