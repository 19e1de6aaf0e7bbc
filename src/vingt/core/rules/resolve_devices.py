"""Judge what a side wager's devices need: meters with amounts and rates, a wheel's weights, a prize."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from vingt.core.money import Cents, NotMoney, cents, dollars
from vingt.core.pays import NotAPay, pay
from vingt.core.rules.kinds import WrongKind, one_of, read, shown
from vingt.core.rules.offered_wager import Meter
from vingt.core.rules.wager_check import WagerCheck
from vingt.core.rules.wager_document import MeterDocument, PaytableDocument

LINK_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class DeviceResolver(WagerCheck):
    def meters(self, chosen: PaytableDocument | None) -> tuple[Meter, ...]:
        if chosen is None:
            return ()
        raw = self.raw.get("meters", {})
        if not isinstance(raw, dict):
            self.problem(("meters",), "expected a table for each meter", given=shown(raw))
            return ()
        due = [
            each
            for each in self.wager.meters
            if self.meter_applies(each, chosen) and (each.name in raw or not each.optional)
        ]
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
            if word not in ("initial", "reset", "rate", "reserve", "linked") and not (
                word == "maximum" and due.maximum_min
            ):
                self.problem(
                    (*path, word),
                    "unknown key",
                    given=shown(raw[word]),
                    permitted="initial, reset, rate, reserve or linked",
                )
        if initial is None or reset is None or rate is None or (due.maximum_min and maximum is None):
            return None
        if maximum is not None and not reset <= initial < maximum:
            words = "between reset and maximum, below the maximum"
            self.problem(
                (*path, "initial"), "never hit", given=dollars(initial), permitted=words, cite=due.cite
            )
            return None
        linked = raw.get("linked", "")
        if not isinstance(linked, str) or (linked and not LINK_NAME.fullmatch(linked)):
            words = "a name of small letters, digits and hyphens, up to 40"
            self.problem((*path, "linked"), "no name for a meter", given=shown(linked), permitted=words)
            return None
        reserve = self.reserve_rate(path, raw, rate, due)
        if reserve is None:
            return None
        return Meter(due.name, initial, reset, maximum, rate, due.cite + due.rate_cite, linked, reserve)

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

    def reserve_rate(
        self, path: tuple[str, ...], raw: Mapping[str, Any], rate: Fraction, due: MeterDocument
    ) -> Fraction | None:
        """The part of every stake that is kept for the next reset; none where none is stated."""
        if "reserve" not in raw:
            return Fraction(0)
        try:
            reserve: Fraction | None = Fraction(read(Fraction, raw["reserve"]))
        except WrongKind:
            reserve = None
        if reserve is None or not 0 <= reserve <= 1 - rate:
            permitted = f"0 or more, and with the rate of {float(rate):g} at most 1"
            self.problem(
                (*path, "reserve"),
                "not a rate of progression",
                given=shown(raw["reserve"]),
                permitted=permitted,
                cite=due.rate_cite,
            )
            return None
        return reserve

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
        weights = self.weights("wheel", raw, symbols, chosen)
        # In the order of the paytable, so that the order of the file does not make another table.
        return tuple(sorted(weights, key=lambda each: (symbols.index(each[0]) if symbols else 0, each[0])))

    def weights(
        self, key: str, raw: Mapping[str, Any], symbols: list[str], chosen: PaytableDocument
    ) -> list[tuple[str, int]]:
        """Whole weights of known symbols; where the rulebook prints none, a symbol is what it pays."""
        weights = []
        for symbol, weight in raw.items():
            if symbols and symbol not in symbols:
                self.problem(
                    (key, symbol),
                    "no such symbol",
                    given=symbol,
                    permitted=one_of(symbols),
                    cite=chosen.table.cite,
                )
            elif not symbols and not is_amount(symbol):
                permitted = 'what it pays, like "$150"'
                self.problem(
                    (key, symbol), "no prize", given=symbol, permitted=permitted, cite=self.wager.wheel_cite
                )
            elif isinstance(weight, bool) or not isinstance(weight, int) or weight < 0:
                self.problem(
                    (key, symbol),
                    "not a weight",
                    given=shown(weight),
                    permitted="a whole number",
                    cite=self.wager.wheel_cite,
                )
            else:
                weights.append((symbol, weight))
        if weights and not any(weight for _, weight in weights):
            permitted = "at least one weight above 0"
            self.problem(
                (key,), "never stops", given="no weight", permitted=permitted, cite=self.wager.wheel_cite
            )
        return weights

    def community_wheel(self, chosen: PaytableDocument | None) -> tuple[tuple[str, int], ...]:
        """The inner wheel of a rulebook that prints no symbols (MA-P21 16(i)(1), reading I-110)."""
        raw = self.raw.get("community_wheel")
        unprinted = "wheel" in self.wager.needs and not self.wager.community
        if raw is None or chosen is None:
            return ()
        if not unprinted or not isinstance(raw, dict):
            what = "expected weights" if unprinted else "this wager has no wheel of its own for the community"
            self.problem(("community_wheel",), what, given=shown(raw), cite=self.wager.wheel_cite)
            return ()
        return tuple(sorted(self.weights("community_wheel", raw, [], chosen)))

    def trigger_law(self, meters: tuple[Meter, ...]) -> tuple[tuple[Cents, Cents, int], ...]:
        """Bands from reset to maximum with whole weights, each even in itself (reading J-46)."""
        if "trigger" not in self.raw:
            return ()
        raw = self.raw["trigger"]
        meter = next((each for each in meters if each.maximum is not None), None)
        if meter is None or meter.maximum is None or not isinstance(raw, dict):
            self.problem(("trigger",), "no must-hit meter", given=shown(raw), permitted="no trigger")
            return ()
        bands = sorted(
            band for words, weight in raw.items() if (band := self.band(words, weight)) is not None
        )
        joined = [band[0] for band in bands[1:]] == [band[1] for band in bands[:-1]]
        whole = bool(bands) and (bands[0][0], bands[-1][1]) == (meter.reset, meter.maximum)
        if len(bands) == len(raw) and not (joined and whole and any(band[2] for band in bands)):
            words = f"bands from {dollars(meter.reset)} to {dollars(meter.maximum)} without a gap"
            self.problem(("trigger",), "not a law", given=shown(raw), permitted=words, cite=meter.cite)
            return ()
        return tuple(bands)

    def band(self, words: str, weight: object) -> tuple[Cents, Cents, int] | None:
        low, dash, high = words.partition("-")
        permitted = 'a band of dollars with a whole weight, like "250-500" = 3'
        try:
            band = (cents(low), cents(high), weight)
        except NotMoney:
            band = (Cents(0), Cents(0), weight)
        if (
            dash
            and band[0] < band[1]
            and isinstance(weight, int)
            and not isinstance(weight, bool)
            and weight >= 0
        ):
            return band[0], band[1], weight
        self.problem(("trigger", words), "not a band", given=shown(weight), permitted=permitted)
        return None

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


def is_amount(symbol: str) -> bool:
    try:
        return pay(symbol).kind == "dollars"
    except (NotAPay, NotMoney):
        return False
