"""Judge one offered side wager: its paytable, stake, odds, meters, wheel, prize and cap."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from vingt.core.cite import Cite
from vingt.core.money import Cents, dollars
from vingt.core.pays import Pay
from vingt.core.rules.kinds import WrongKind, one_of, read, shown
from vingt.core.rules.leaf import MISSING
from vingt.core.rules.offered_wager import Need, OfferedWager, Paytable, Stake
from vingt.core.rules.resolve_devices import DeviceResolver
from vingt.core.rules.wager_check import WagerCheck
from vingt.core.rules.wager_document import PaytableDocument, StakeDocument

WORDS = (
    "paytable",
    "stake",
    "stake_min",
    "stake_max",
    "pays",
    "meters",
    "wheel",
    "community",
    "community_wheel",
    "trigger",
    "prize",
    "payout_cap",
)


@dataclass
class WagerResolver(WagerCheck):
    accepted: frozenset[str]

    def run(self) -> OfferedWager | None:
        """The wager as offered; None when something about it is not allowed (all of it is reported)."""
        before = len(self.outer.problems)
        self.check_words()
        self.check_company()
        chosen = self.paytable()
        stake = self.stake(chosen)
        community = self.community(stake)
        devices = DeviceResolver(self.outer, self.wager, self.raw)
        meters = devices.meters(chosen)
        wheel = devices.wheel(chosen, community)
        community_wheel = devices.community_wheel(chosen)
        trigger_law = devices.trigger_law(meters)
        prize = devices.prize(chosen)
        table = self.odds(chosen)
        cap = self.payout_cap(stake)
        self.check_barred(chosen)
        options = {name: self.outer.value_of(leaf) for name, leaf in self.wager.options.items()}
        if len(self.outer.problems) > before or table is None or stake is None or MISSING in options.values():
            return None
        return OfferedWager(
            id=self.wager.id,
            name=self.wager.name,
            evaluator=self.wager.evaluator,
            settles=self.outer.value_of(self.wager.settles),
            main_wager=self.outer.value_of(self.wager.main_wager),
            main_wager_cite=self.wager.main_wager.cite,
            needs=self.needs(table),
            rides_on=self.wager.rides_on,
            stake=stake,
            paytable=table,
            community=community.table if community else None,
            options=tuple(sorted(options.items())),
            meters=meters,
            wheel=wheel,
            prize=prize,
            payout_cap=cap,
            capped_lines=self.wager.cap.lines if self.wager.cap is not None else (),
            cite=self.wager.cite,
            cap_cite=self.wager.cap.cite if self.wager.cap is not None else Cite(),
            placed=self.outer.value_of(self.wager.placed),
            community_wheel=community_wheel,
            trigger_law=trigger_law,
            **self.procedure(),
        )

    def procedure(self) -> dict[str, Any]:
        """What is done about a win away from the cards, where the rulebook says something of it."""
        said: dict[str, Any] = {}
        for name, leaf in self.wager.procedure.items():
            said |= {name: self.outer.value_of(leaf), f"{name}_cite": leaf.cite}
        return said

    def needs(self, table: Paytable) -> tuple[Need, ...]:
        has_meter = any(line.pays.kind == "meter" for line in table.lines)
        return (*self.wager.needs, "meter") if has_meter else self.wager.needs

    def check_words(self) -> None:
        for word, setting in self.raw.items():
            if word in WORDS:
                continue
            near = get_close_matches(word, WORDS, n=1)
            hint = f"did you mean {near[0]}?" if near else ""
            self.problem(
                (word,), "unknown key", given=shown(setting), permitted=one_of(WORDS), cite=Cite(), hint=hint
            )

    def check_company(self) -> None:
        """Some wagers exist only beside another one, or only on a Blackjack Switch table."""
        offered = self.outer.submission.raw.get("wagers", {})
        if self.wager.rides_on is not None and self.wager.rides_on not in offered:
            self.problem(
                (), f"is offered only together with {self.wager.rides_on}", permitted=self.wager.rides_on
            )
        game = self.outer.raw_of(self.outer.document.leaves["variant.game"])
        if "switch" in self.wager.needs and game not in ("switch", MISSING):
            self.problem((), "is offered only at a Blackjack Switch table", permitted='variant = "switch"')

    # -- paytable and odds -------------------------------------------------------------------------------

    def paytable(self) -> PaytableDocument | None:
        decks = self.outer.submission.raw.get("decks")
        decks = decks if isinstance(decks, int) and not isinstance(decks, bool) else None
        known = [paytable.table.id for paytable in self.wager.paytables]
        fitting = [
            paytable for paytable in self.wager.paytables if decks is None or paytable.allows_decks(decks)
        ]
        if "paytable" in self.raw:
            choice = self.raw["paytable"]
            named = self.wager.paytable(choice) if isinstance(choice, str) else None
            if named is None:
                self.problem(
                    ("paytable",),
                    "no such paytable",
                    given=shown(choice),
                    permitted=one_of(known),
                    cite=self.wager.choice_cite,
                )
            elif decks is not None and not named.allows_decks(decks):
                self.problem(
                    ("paytable",),
                    f"is for {named.decks_in_words()}, not for {decks}",
                    given=shown(choice),
                    permitted=one_of([each.table.id for each in fitting])
                    if fitting
                    else "none at this deck count",
                    cite=named.table.cite,
                )
                return None
            return named
        if len(fitting) == 1 or (fitting and decks is None and fitting[0].chosen_by == "decks"):
            return fitting[0]
        if fitting:
            permitted = one_of([each.table.id for each in fitting])
            self.problem(
                ("paytable",), "a paytable must be chosen", permitted=permitted, cite=self.wager.choice_cite
            )
        elif not self.outer.document.leaves["cards.decks"].permits(decks):
            allowed = " or ".join(paytable.decks_in_words() for paytable in self.wager.paytables)
            self.problem(
                (), f"has no paytable for {decks} decks", given=f"decks = {decks}", permitted=allowed
            )
        return None

    def odds(self, chosen: PaytableDocument | None) -> Paytable | None:
        """The printed lines, or better ones where the rulebook prints minimums."""
        if "pays" not in self.raw or chosen is None:
            return chosen.table if chosen else None
        raw = self.raw["pays"]
        if not chosen.odds_are_minimums or not isinstance(raw, dict):
            printed = ", ".join(f"{line.outcome} {line.pays}" for line in chosen.table.lines)
            self.problem(
                ("pays",),
                "the odds are fixed by the rulebook"
                if not chosen.odds_are_minimums
                else "expected lines with odds",
                given=shown(raw),
                permitted=printed,
                cite=chosen.table.cite,
            )
            return chosen.table
        lines = []
        for line in chosen.table.lines:
            pays = (
                self.better(line.outcome, line.pays, raw[line.outcome], line.cite)
                if line.outcome in raw
                else None
            )
            lines.append(replace(line, pays=pays) if pays else line)
        for outcome in raw:
            if outcome not in {line.outcome for line in chosen.table.lines}:
                known = one_of([line.outcome for line in chosen.table.lines])
                self.problem(("pays", outcome), "no such line", given=outcome, permitted=known)
        return replace(chosen.table, lines=tuple(lines))

    def better(self, outcome: str, printed: Pay, raw: object, cite: Cite) -> Pay | None:
        try:
            pays: Pay = read(Pay, raw)
        except WrongKind as error:
            self.problem(
                ("pays", outcome), str(error), given=shown(raw), permitted=f"at least {printed}", cite=cite
            )
            return None
        if pays.kind != printed.kind or pays.multiple < printed.multiple:
            self.problem(
                ("pays", outcome),
                "below the printed minimum",
                given=shown(raw),
                permitted=f"at least {printed}",
                cite=cite,
            )
            return None
        return pays

    def check_barred(self, chosen: PaytableDocument | None) -> None:
        decks = self.outer.submission.raw.get("decks")
        for bar in self.wager.barred:
            if bar.paytables and (chosen is None or chosen.table.id not in bar.paytables):
                continue
            if bar.decks and decks not in bar.decks:
                continue
            if any(self.outer.raw_of(self.wager.options[name]) != word for name, word in bar.options.items()):
                continue
            if self.accepted.issuperset(bar.cite.readings):
                continue
            what = [f"paytable {chosen.table.id}"] if chosen else []
            what += [f"{decks} decks"] if bar.decks else []
            what += [f"{name} = {shown(word)}" for name, word in bar.options.items()]
            accept = ", ".join(shown(reading) for reading in bar.cite.readings)
            self.problem(
                ("paytable",) if "paytable" in self.raw else (),
                f"{' with '.join(what)} is refused: {bar.because}",
                given=" with ".join(what),
                permitted=f"another choice, or accept_readings = [{accept}]",
                cite=bar.cite,
            )

    # -- stakes ------------------------------------------------------------------------------------------

    def stake(self, chosen: PaytableDocument | None) -> Stake | None:
        rule = self.wager.stake
        narrowed = chosen.stake if chosen is not None else None
        cite = rule.cite + (narrowed.cite if narrowed else Cite())
        if rule.exact:
            return self.exact_stake(narrowed or rule, cite)
        if "stake" in self.raw:
            self.problem(
                ("stake",),
                "takes a range",
                given=shown(self.raw["stake"]),
                permitted="stake_min and stake_max",
            )
        least = rule.minimum
        low = self.money("stake_min", least if least is not None else Cents(1), cite)
        high = self.money("stake_max", low if low is not None else Cents(1), cite)
        unit = self.outer.value_at("wagering.chip_unit")
        maximum = self.outer.value_at("wagering.maximum")
        if unit is MISSING or maximum is MISSING:
            return None
        if low is None:
            low = max(unit, least) if least is not None else unit
        return Stake((), low, high if high is not None else maximum, rule.at_most_main_wager, cite)

    def exact_stake(self, rule: StakeDocument, cite: Cite) -> Stake | None:
        amounts = rule.exact
        for word in ("stake_min", "stake_max"):
            if word in self.raw:
                self.problem(
                    (word,), "takes an exact stake", given=shown(self.raw[word]), permitted="stake", cite=cite
                )
        if "stake" not in self.raw:
            return Stake(amounts, None, None, False, cite)
        stake = self.raw["stake"]
        in_words = " or ".join(dollars(each) for each in amounts)
        try:
            amount = read(Cents, stake)
        except WrongKind as error:
            self.problem(("stake",), str(error), given=shown(stake), permitted=in_words, cite=cite)
            return None
        if amount in amounts or ((rule.open or self.wager.stake.open) and amount > 0):
            return Stake((amount,), None, None, False, cite)
        what = "no such stake"
        if amount in self.wager.stake.unpriced:
            what = self.wager.stake.because
        elif amount in self.wager.stake.exact:
            what = f"does not go with paytable {self.raw['paytable']}"
        self.problem(("stake",), what, given=dollars(amount), permitted=in_words, cite=cite)
        return None

    def payout_cap(self, stake: Stake | None) -> Cents | None:
        cap = self.wager.cap
        if "payout_cap" not in self.raw:
            return None
        if cap is None:
            self.problem(
                ("payout_cap",),
                "this wager has no payout cap",
                given=shown(self.raw["payout_cap"]),
                permitted="none",
            )
            return None
        # What one player could win in a round: the largest wager on every box he may play (reading J-55).
        largest = stake.maximum if stake is not None and stake.maximum is not None else 0
        boxes = self.outer.value_at("boxes.per_player") if cap.on_every_box else 1
        most = cap.times_maximum_wager * largest * (1 if boxes is MISSING else boxes)
        return self.money("payout_cap", Cents(max(cap.minimum, most)), cap.cite)

    def community(self, stake: Stake | None) -> PaytableDocument | None:
        tables = {paytable.table.id: paytable for paytable in self.wager.community}
        if "community" not in self.raw:
            return next(iter(tables.values())) if len(tables) == 1 else None
        choice = self.raw["community"]
        table = tables.get(choice) if isinstance(choice, str) else None
        if table is None:
            permitted = one_of(list(tables)) if tables else "none"
            self.problem(
                ("community",),
                "no such Community Pay",
                given=shown(choice),
                permitted=permitted,
                cite=self.wager.choice_cite,
            )
        elif stake is not None and table.stake is not None and not set(stake.exact) & set(table.stake.exact):
            amounts = " or ".join(dollars(amount) for amount in table.stake.exact)
            self.problem(
                ("community",),
                f"is for a stake of {amounts}",
                given=shown(choice),
                permitted=amounts,
                cite=table.table.cite,
            )
        return table
