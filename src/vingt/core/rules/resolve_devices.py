"""Judge what a side wager's devices need: meters with amounts and rates, a wheel's weights, a prize."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from vingt.core.money import Cents, dollars
from vingt.core.rules.kinds import WrongKind, one_of, read, shown
from vingt.core.rules.offered_wager import Meter
from vingt.core.rules.wager_check import WagerCheck
from vingt.core.rules.wager_document import MeterDocument, PaytableDocument


class DeviceResolver(WagerCheck):
    def meters(self, chosen: PaytableDocument | None) -> tuple[Meter, ...]:
        if chosen is None:
            return ()
        due = [each for each in self.wager.meters if self.meter_applies(each, chosen)]
        raw = self.raw.get("meters", {})
        if not isinstance(raw, dict):
            self.problem(("meters",), "expected a table for each meter", given=shown(raw))
            return ()
        for name in raw:
            if name not in {each.name for each in due}:
                known = (
                    one_of([each.name for each in due]) if due else f"paytable {chosen.table.id} has no meter"
                )
                self.problem(("meters", name), "no such meter", given=name, permitted=known)
        return tuple(meter for each in due if (meter := self.meter(each, raw.get(each.name))) is not None)

    def meter_applies(self, meter: MeterDocument, chosen: PaytableDocument) -> bool:
        if chosen.table.id not in meter.paytables:
            return False
        return all(self.outer.raw_of(self.wager.options[name]) == word for name, word in meter.when.items())

    def meter(self, due: MeterDocument, raw: object) -> Meter | None:
        path = ("meters", due.name)
        if not isinstance(raw, dict):
            words = f"initial and reset of at least {dollars(due.reset_min)}, and a rate like 0.05"
            self.problem(
                path,
                "the meter's amounts and rate must be stated",
                permitted=words,
                cite=due.cite + due.rate_cite,
            )
            return None
        initial = self.meter_amount(path, "initial", raw, due.initial_min, due)
        reset = self.meter_amount(path, "reset", raw, due.reset_min, due)
        maximum = self.meter_amount(path, "maximum", raw, due.maximum_min, due) if due.maximum_min else None
        rate = self.meter_rate(path, raw, due)
        for word in raw:
            if word not in ("initial", "reset", "rate") and not (word == "maximum" and due.maximum_min):
                self.problem(
                    (*path, word), "unknown key", given=shown(raw[word]), permitted="initial, reset or rate"
                )
        if initial is None or reset is None or rate is None:
            return None
        return Meter(due.name, initial, reset, maximum, rate, due.cite + due.rate_cite)

    def meter_amount(
        self, path: tuple[str, ...], word: str, raw: Mapping[str, Any], least: Cents, due: MeterDocument
    ) -> Cents | None:
        permitted = f"at least {dollars(least)}"
        if word not in raw:
            self.problem((*path, word), "must be stated and is not", permitted=permitted, cite=due.cite)
            return None
        try:
            amount: Cents = read(Cents, raw[word])
        except WrongKind as error:
            self.problem(
                (*path, word), str(error), given=shown(raw[word]), permitted=permitted, cite=due.cite
            )
            return None
        if amount < least:
            self.problem(
                (*path, word), "below its minimum", given=dollars(amount), permitted=permitted, cite=due.cite
            )
            return None
        return amount

    def meter_rate(
        self, path: tuple[str, ...], raw: Mapping[str, Any], due: MeterDocument
    ) -> Fraction | None:
        permitted = "more than 0 and at most 1, like 0.05"
        try:
            rate = read(Fraction, raw["rate"])
        except (WrongKind, KeyError):
            rate = None
        if rate is None or not 0 < rate <= 1:
            message = "must be stated and is not" if "rate" not in raw else "not a rate of progression"
            rate_text = shown(raw["rate"]) if "rate" in raw else ""
            self.problem((*path, "rate"), message, given=rate_text, permitted=permitted, cite=due.rate_cite)
            return None
        return Fraction(rate)

    def wheel(
        self, chosen: PaytableDocument | None, community: PaytableDocument | None
    ) -> tuple[tuple[str, int], ...]:
        if "wheel" not in self.wager.needs or chosen is None:
            if "wheel" in self.raw:
                self.problem(("wheel",), "this wager has no wheel", given="a wheel", permitted="no wheel")
            return ()
        raw = self.raw.get("wheel")
        lines = [*chosen.table.lines, *(community.table.lines if community else ())]
        symbols = [line.outcome for line in lines if line.pays.kind != "wheel"]
        if not isinstance(raw, dict) or not raw:
            words = ", ".join(f"{each} = 1" for each in symbols[:2]) or '"$150" = 1'
            self.problem(
                ("wheel",),
                "the wheel's weights must be stated",
                permitted=f"whole weights like {words}, …",
                cite=self.wager.wheel_cite,
            )
            return ()
        weights = []
        for symbol, weight in raw.items():
            if symbols and symbol not in symbols:
                self.problem(
                    ("wheel", symbol),
                    "no such symbol",
                    given=symbol,
                    permitted=one_of(symbols),
                    cite=chosen.table.cite,
                )
            elif isinstance(weight, bool) or not isinstance(weight, int) or weight < 0:
                self.problem(
                    ("wheel", symbol),
                    "not a weight",
                    given=shown(weight),
                    permitted="a whole number",
                    cite=self.wager.wheel_cite,
                )
            else:
                weights.append((symbol, weight))
        # In the order of the paytable, so that the order of the file does not make another table.
        return tuple(sorted(weights, key=lambda each: (symbols.index(each[0]) if symbols else 0, each[0])))

    def prize(self, chosen: PaytableDocument | None) -> Cents | None:
        if chosen is None or chosen.prize_min is None:
            if chosen is not None and "prize" in self.raw:
                words = f"paytable {chosen.table.id} has no prize"
                self.problem(("prize",), words, given=shown(self.raw["prize"]), permitted="no prize")
            return None
        if "prize" not in self.raw:
            words = f"at least {dollars(chosen.prize_min)}"
            self.problem(
                ("prize",), "the value of the prize must be stated", permitted=words, cite=chosen.prize_cite
            )
            return None
        return self.money("prize", chosen.prize_min, chosen.prize_cite)
