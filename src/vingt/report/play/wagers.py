"""Wagers as a player types them before the deal: "25", "25 a5 b1", "2: 50" for one box, "2: -" for none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from vingt.core.money import NotMoney, cents, dollars
from vingt.core.rounds.command import CloseBetting, PlaceWager
from vingt.core.rounds.decide import advance, decide
from vingt.core.rounds.outcome_words import outcome_words
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.log.playability import missing, not_played
from vingt.report.text.page import Page
from vingt.report.words.figures import typed
from vingt.report.words.values import short, stake_in_force


class NotAWager(ValueError):
    """The line cannot be understood as wagers."""


@dataclass(frozen=True)
class BoxPlan:
    """What is to lie on one box."""

    main: int
    sides: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> int:
        return self.main + sum(amount for _, amount in self.sides)


WagerPlan = Mapping[int, BoxPlan]


@dataclass(frozen=True)
class Offer:
    """The side wagers that can be placed here, each with the letter that names it."""

    rules: TableRules
    boxes: int
    letters: Mapping[str, OfferedWager] = field(default_factory=dict)

    def letter(self, wager: str) -> str:
        return next(letter for letter, offered in self.letters.items() if offered.id == wager)

    def player(self, box: int) -> str:
        """Who wagers on a box: one player holds only as many as the rules let a player hold."""
        if self.boxes <= self.rules.boxes_per_player:
            return "you"
        return f"player {(box - 1) // self.rules.boxes_per_player + 1}"

    @property
    def players(self) -> int:
        return len({self.player(box) for box in range(1, self.boxes + 1)})

    def in_words(self, plan: WagerPlan) -> str:
        """$25 a5 – or, where boxes differ, each of them."""
        texts = {box: self.box_in_words(box_plan) for box, box_plan in plan.items()}
        if not plan:
            return "nothing"
        if len(plan) == 1:
            (box,) = plan
            return texts[box] + (f" on box {box}" if self.boxes > 1 else "")
        if len(set(texts.values())) == 1:
            numbers = self.boxes_in_words if len(plan) == self.boxes else f"{len(plan)} boxes"
            return f"{next(iter(texts.values()))} on each of {numbers}"
        return ", ".join(f"{text} on box {box}" for box, text in texts.items())

    def box_in_words(self, plan: BoxPlan) -> str:
        sides = (f"{self.letter(name)}{typed(amount)}" for name, amount in plan.sides)
        return " ".join((dollars(plan.main), *sides))

    # -- reading a line -----------------------------------------------------------------------------------

    def read(self, text: str, plan: WagerPlan) -> tuple[WagerPlan, bool]:
        """The plan a line makes, and whether it was for one box only, so that more may follow."""
        if match := re.fullmatch(r"(\d{1,3})\s*:\s*(.*)", text):
            number = int(match[1])
            if not 1 <= number <= self.boxes:
                raise NotAWager(f"you play {self.boxes_in_words}; there is no box {number}")
            position = self.rules.variant.position_of(number)
            changed = {box: box_plan for box, box_plan in plan.items() if box not in position}
            if match[2] not in ("-", "0", "no", "none"):
                laid = self.read_box(match[2], plan.get(number))
                for box in position:  # equal main wagers; side wagers on the box that was named
                    before = plan.get(box, BoxPlan(0))
                    changed[box] = laid if box == number else BoxPlan(laid.main, before.sides)
            return dict(sorted(changed.items())), True
        laid = self.read_box(text, plan.get(1))
        return {box: self.on_box(box, laid) for box in range(1, self.boxes + 1)}, False

    def on_box(self, box: int, plan: BoxPlan) -> BoxPlan:
        """What can lie on the box of what is laid on all: a wager on two hands lies on the first of them."""
        if box == self.rules.variant.position_of(box)[0]:
            return plan
        of_both = {wager.id for wager in self.rules.wagers if "switch" in wager.needs}
        return BoxPlan(plan.main, tuple(side for side in plan.sides if side[0] not in of_both))

    @property
    def boxes_in_words(self) -> str:
        if self.boxes <= 2:
            return "box 1" if self.boxes == 1 else "boxes 1 and 2"
        return f"boxes 1 to {self.boxes}"

    def read_box(self, text: str, before: BoxPlan | None) -> BoxPlan:
        main: int | None = None
        sides: dict[str, int] = {}
        for word in re.sub(r"(?<!\S)([a-z]{1,2})\s+(?=\$?\d)", r"\1", text).split():
            if match := re.fullmatch(r"([a-z]{1,2})=?(\$?[\d.,]+)|([a-z0-9-]+)=(\$?[\d.,]+)", word):
                sides[self.named(match[1] or match[3]).id] = self.money(match[2] or match[4])
            elif main is None:
                main = self.money(word)
            else:
                raise NotAWager(f"two amounts for one box: {self.how}")
        if main is None:
            main = before.main if before else self.rules.wagering.minimum
        return BoxPlan(main, tuple(sides.items()))

    @property
    def example(self) -> str:
        """An amount this table takes."""
        return typed(min(5 * self.rules.wagering.minimum, self.rules.wagering.maximum))

    @property
    def side_example(self) -> str:
        """The same with the first side wager, where there is one."""
        for letter, wager in self.letters.items():
            least = wager.stake.exact[0] if wager.stake.exact else wager.stake.minimum
            return f"{self.example} {letter}{typed(least or self.rules.wagering.chip_unit)}"
        return ""

    @property
    def how(self) -> str:
        side = f", or with a side wager: {self.side_example}" if self.letters else ""
        return f"press Enter or write an amount, like {self.example}{side}"

    def money(self, text: str) -> int:
        try:
            return cents(text)
        except NotMoney as error:
            raise NotAWager(f"{text!r} is no amount: {self.how}") from error

    def named(self, name: str) -> OfferedWager:
        wager = self.letters.get(name) or self.rules.wager(name)
        if wager is None:
            raise NotAWager(f"no side wager {name!r} at this table; w lists them")
        if needs := missing(wager):
            raise NotAWager(f"{wager.name} needs a {needs}, which this version does not play")
        return wager

    # -- placing ------------------------------------------------------------------------------------------

    def place(self, plan: WagerPlan, *, complete: bool = True) -> RoundState | Refusal:
        """A table with these wagers on it, or why the engine refuses one, or refuses to deal to them."""
        state = new_round()
        for box, box_plan in plan.items():
            for name, amount in ((MAIN, box_plan.main), *box_plan.sides):
                advanced = advance(self.rules, state, PlaceWager(self.player(box), box, amount, name))
                if isinstance(advanced, Refusal):
                    return advanced
                state = advanced[0]
        dealt = decide(self.rules, state, CloseBetting()) if complete else None
        return dealt if isinstance(dealt, Refusal) else state

    # -- what is offered ----------------------------------------------------------------------------------

    def page(self) -> Page:
        """Every wager before the deal with its stakes, and every line it pays."""
        rules = self.rules
        page = Page()
        table = rules.wagering
        page.text(
            f"{rules.main_wager}: {dollars(table.minimum)} to {dollars(table.maximum)}, "
            f"in chips of {dollars(table.chip_unit)}"
        )
        for letter, wager in self.letters.items():
            lines = "; ".join(f"{outcome_words(line.outcome)} {line.pays}" for line in wager.paytable.lines)
            clauses = short(wager.cite, rules.cites_as)
            fields = (("stake", stake_in_force(wager.stake)), ("pays", lines), ("clause", clauses))
            page.block(letter, f"{wager.name} ({wager.id})", fields)
        for wager in rules.wagers:
            if not missing(wager) and wager.rides_on is not None:
                page.text(f"{wager.name} comes with {wager.rides_on} and takes no wager of its own.")
        for note in not_played(rules):
            page.text(f"note: {note}", "yellow")
        return page


def offer(rules: TableRules, boxes: int) -> Offer:
    placeable = [wager for wager in rules.side_wagers if not missing(wager) and wager.rides_on is None]
    names = [chr(97 + at) if at < 26 else f"z{chr(97 + at - 26)}" for at in range(len(placeable))]
    return Offer(rules, boxes, dict(zip(names, placeable, strict=True)))
