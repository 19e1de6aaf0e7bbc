"""What the signs of a table and of a meter show: amounts, wins that wait, a wheel and, once due, where it
stopped. Nothing that is sealed is read here."""

from __future__ import annotations

from typing import NamedTuple

from vingt.core.progressive.spin import one_spin_for_all, position_spin, spinner_prize, wheels
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.progressive.desk import MeterDesk, MeterRecord, meter_id
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
    """`stopped` is what everybody may know of it: "" while it turns."""

    wager: str
    number: int
    commitment: str
    symbols: tuple[str, ...]
    seats: tuple[tuple[int, bool], ...]  # with whether its player takes part, where a seat is drawn
    hot_spot: int
    stopped: str
    community: str

    @property
    def for_everybody(self) -> bool:
        """The position stopped at a seat that does not play."""
        return bool(self.hot_spot) and not any(seat == self.hot_spot and plays for seat, plays in self.seats)

    def as_json(self) -> dict[str, object]:
        seats = [{"seat": seat, "plays": plays} for seat, plays in self.seats]
        return {**self._asdict(), "symbols": list(self.symbols), "seats": seats}


class TableSign(NamedTuple):
    meters: tuple[MeterSign, ...]
    wheel: WheelSign | None
    held: int | None  # cents that wait for a supervisor
    bonuses: tuple[tuple[int, str, int], ...]  # box, line, cents

    def as_json(self) -> dict[str, object]:
        return {
            "meters": [meter.as_json() for meter in self.meters],
            "wheel": None if self.wheel is None else self.wheel.as_json(),
            "held": self.held,
            "bonuses": [{"box": box, "line": line, "amount": paid} for box, line, paid in self.bonuses],
        }


def table_sign(desk: MeterDesk, table: str, rules: TableRules, state: TableState) -> TableSign:
    meters = []
    for wager, meter, showing in desk.shown(table, rules):
        record = desk.record(meter_id(table, wager.id, meter))
        digest = record.state.terms.digest if record.state.open else ""
        meters.append(
            MeterSign(
                record.id,
                meter.name,
                wager.name,
                showing,
                meter.reset,
                meter.maximum,
                record.state.waiting,
                digest,
            )
        )
    held = state.jackpot.held
    bonuses = tuple((paid.box, paid.line, paid.amount) for paid in state.jackpot.bonuses)
    return TableSign(tuple(meters), wheel_sign(rules, state), None if held is None else held.amount, bonuses)


def wheel_sign(rules: TableRules, state: TableState) -> WheelSign | None:
    spin = state.jackpot.spin
    wager = rules.wager(spin.wager) if spin is not None else None
    if spin is None or wager is None:
        return None
    playing = {side.box for side in sides_played(state.round) if side.wager == wager.id}
    for_all = one_spin_for_all(wager)
    seats = tuple((seat, seat in playing) for seat in range(1, rules.boxes.seats + 1)) if for_all else ()
    hot_spot, stopped, community = stopped_at(wager, state)
    symbols = tuple(symbol for symbol, weight in wheels(wager)[0] if weight)
    return WheelSign(wager.name, spin.number, spin.commitment, symbols, seats, hot_spot, stopped, community)


def stopped_at(wager: OfferedWager, state: TableState) -> tuple[int, str, str]:
    """The seat that was drawn, what the outer wheel stopped at, and the inner one or the second amount."""
    drawn = state.jackpot.drawn
    if not drawn:
        return 0, "", ""
    if one_spin_for_all(wager):
        spun = position_spin(wager, drawn)
        inner = spun.inner.symbol if spun.inner is not None else ""
        if spun.outer is not None:
            return spun.seat, spun.outer.symbol, inner
        return spun.seat, "" if state.jackpot.turning else inner, inner
    prize, community = spinner_prize(wager, drawn)
    return 0, prize.symbol, f"{community.amount // 100}" if community is not None else ""


def meter_sign(record: MeterRecord) -> MeterSign:
    terms = record.state.terms
    state = record.state
    return MeterSign(
        record.id, record.id, "", state.showing, terms.reset, terms.maximum, state.waiting, terms.digest
    )
