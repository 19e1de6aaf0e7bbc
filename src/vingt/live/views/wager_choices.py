"""The wagers a person may place, change or take back on each box, with their least and most amounts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rounds import command as c
from vingt.core.rounds.state import Bettor
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.memory import Remembered
from vingt.live.table.commands import CallWager, LayCoupon, PersonCommand
from vingt.live.table.coupons import worth
from vingt.live.table.decision import Patron
from vingt.live.table.questions import question_id
from vingt.live.table.state import TableState
from vingt.live.views.view import Choice, Prompt

JudgeChoice = Callable[[Choice, PersonCommand, Cite], Choice]
PROMPTS: Remembered[Prompt] = Remembered(8_000)


def wager_prompts(
    rules: TableRules, state: TableState, person: Patron, judged: JudgeChoice
) -> Iterator[Prompt]:
    """One prompt for each box on which the person holds a place, has wagers or is let in by its holder. What
    it says depends on that box, on the person's money and on which boxes the person wagers on."""
    of_boxes = any(wager.main_wager == "box" for wager in offered(rules))
    dealt = {box.number: box for box in state.round.boxes}
    known = (
        person,
        state.rack(person.id),
        state.held_by(person.id),
        tuple(box.number for box in state.round.boxes if (own := box.bettor(person.id)) and own.main),
        state.closed,
        state.round_number,
        state.round.suspended,
        state.in_every_round is not None,
        person.id in (state.in_every_round or ()),
    )
    for number in range(1, rules.box_count + 1):
        box, shared = dealt.get(number), state.is_shared(number)
        bettor = (box.bettor(person.id) if box else None) or Bettor(person.id)
        mine = state.holder(number) == person.id or bool(bettor.main or bettor.sides)
        if not mine and not shared and not (of_boxes and box is not None):
            continue
        wagers = BoxWagers(rules, state.rack(person.id) + person.purse, number, bettor, judged)
        about = (number, shared, state.holder(number), *known)
        prompt = PROMPTS.get((rules, box), about, partial(wagers.prompt, state.round_number, mine))
        if prompt.choices:
            yield prompt


def offered(rules: TableRules) -> Iterator[OfferedWager]:
    """Side wagers placed before the deal; those that come with another take no stake of their own."""
    return (wager for wager in rules.side_wagers if wager.rides_on is None)


def coupon_prompt(
    rules: TableRules, state: TableState, person: Patron, judged: JudgeChoice
) -> Iterator[Prompt]:
    """Where the greatest coupon that the person holds may be laid."""
    if not (coupon := worth(state.coupons, person.id)):
        return
    cite, choices = rules.cite("wagering.coupons_accepted"), list[Choice]()
    for box in state.held_by(person.id):
        lay = Choice("lay_coupon", f"{dollars(coupon)} coupon, box {box}", True, box=box, wager=MAIN)
        choices.append(judged(lay, LayCoupon(box), cite))
        for wager in offered(rules):
            side = replace(lay, label=f"{lay.label}, {wager.name}", wager=wager.id)
            choices.append(judged(side, LayCoupon(box, wager.id), cite))
    shown = tuple(choice for choice in choices if choice.allowed or choice.wager == MAIN)
    id = question_id("coupon", state.round_number, len(state.coupons))
    yield Prompt("coupon", id, "Your match-play coupon", shown)


def spoken_prompt(
    rules: TableRules, state: TableState, person: Patron, judged: JudgeChoice
) -> Iterator[Prompt]:
    """Wagers that may be called with cash, where a person deals: they lie when they are confirmed."""
    spoken = rules.conduct.spoken_wagers if rules.conduct is not None else ()
    if state.dealing.automatic or not spoken:
        return
    own = [each for each in state.dealing.called if each.person == person.id]
    for called in own:
        words = f"You called {dollars(called.amount)} on box {called.box}: it lies when it is confirmed"
        label = f"Take back what you called, {dollars(called.amount)}"
        unsay = Choice("unsay_wager", label, True, called.cite, box=called.box, wager=called.wager)
        yield Prompt("call", question_id("call", state.round_number, called.box), words, (unsay,))
    if own:
        return
    cite, choices, unit = (
        sum((each.cite for each in spoken), Cite()),
        list[Choice](),
        rules.wagering.chip_unit,
    )
    for box in state.held_by(person.id):
        least, most = int(rules.wagering.minimum), min(int(rules.wagering.maximum), person.purse)
        call = Choice("call_wager", f"Call a wager, box {box}", True, box=box, wager=MAIN, takes="amount")
        call = replace(call, least=least, most=max(least, most // unit * unit), unit=int(unit))
        choices.append(judged(call, CallWager(box, call.least), cite))
        for wager in offered(rules):
            least = min(wager.stake.exact) if wager.stake.exact else int(wager.stake.minimum or unit)
            most = max(least, min(int(wager.stake.maximum or person.purse), person.purse) // unit * unit)
            label = f"Call {wager.name}, box {box}"
            side = replace(call, label=label, wager=wager.id, least=least, most=most, exact=wager.stake.exact)
            choices.append(judged(side, CallWager(box, least, wager.id), cite))
    if shown := tuple(choice for choice in choices if choice.allowed):
        id = question_id("call", state.round_number)
        yield Prompt("call", id, "Call a wager with cash: it lies when it is confirmed", shown)


class BoxWagers:
    """One person's wagers on one box; `money` is what the person has at hand, chips and purse together."""

    def __init__(self, rules: TableRules, money: int, box: int, bettor: Bettor, judged: JudgeChoice) -> None:
        self.rules, self.money, self.box, self.bettor, self.judged = rules, money, box, bettor, judged
        self.unit = int(rules.wagering.chip_unit)

    def prompt(self, round_number: int, mine: bool) -> Prompt:
        """On a box of somebody else only what is allowed."""
        choices = [*self.main()]
        for wager in offered(self.rules):
            choices.extend(self.side(wager))
        shown = tuple([choice for choice in choices if mine or choice.allowed])
        id = question_id("wager", round_number, self.box)
        return Prompt("wager", id, f"Box {self.box}: your wagers", shown, box=self.box)

    def main(self) -> Iterator[Choice]:
        rules, lies = self.rules, self.bettor.main
        capped = [
            side.amount
            for side in self.bettor.sides
            if (wager := rules.wager(side.wager)) is not None and wager.stake.at_most_main_wager
        ]
        least = self.up(max((int(rules.wagering.minimum), *capped)))
        most = self.affordable(least, self.down(int(rules.wagering.maximum)), lies)
        cite = rules.cite("wagering.minimum", "wagering.maximum", "wagering.chip_unit")
        yield self.placing(MAIN, rules.main_wager, least, most, (), lies, cite)
        if lies:
            yield self.taking_back(MAIN, rules.main_wager)

    def side(self, wager: OfferedWager) -> Iterator[Choice]:
        stake, side = wager.stake, self.bettor.side(wager.id)
        lies = side.amount if side else 0
        if stake.exact:
            can = tuple(amount for amount in stake.exact if amount <= self.money + lies) or stake.exact
            yield self.placing(wager.id, wager.name, min(can), max(can), can, lies, stake.cite)
        else:
            least = self.up(max(int(stake.minimum or 0), self.unit))
            most = int(stake.maximum) if stake.maximum is not None else max(least, self.money + lies)
            if stake.at_most_main_wager and self.bettor.main >= least:
                most = min(most, self.bettor.main)
            most = self.affordable(least, self.down(most), lies)
            yield self.placing(wager.id, wager.name, least, most, (), lies, stake.cite)
        if lies:
            yield self.taking_back(wager.id, wager.name)

    def affordable(self, least: int, most: int, lies: int) -> int:
        """No more than the money at hand and what lies there already."""
        return max(least, min(most, self.down(self.money + lies)))

    def up(self, amount: int) -> int:
        return -(-amount // self.unit) * self.unit

    def down(self, amount: int) -> int:
        return amount // self.unit * self.unit

    def placing(
        self, wager: str, name: str, least: int, most: int, exact: tuple[int, ...], lies: int, cite: Cite
    ) -> Choice:
        choice = Choice(
            "place_wager",
            name,
            True,
            box=self.box,
            wager=wager,
            takes="amount",
            least=least,
            most=most,
            unit=self.unit,
            exact=exact,
            now=lies,
        )
        judged = self.judged(choice, c.PlaceWager(self.bettor.player, self.box, most, wager), cite)
        if judged.buys and most != least:  # the button says what the smallest wager buys
            at_least = self.judged(choice, c.PlaceWager(self.bettor.player, self.box, least, wager), cite)
            return replace(judged, buys=at_least.buys)
        return judged

    def taking_back(self, wager: str, name: str) -> Choice:
        choice = Choice("withdraw_wager", f"Take back {name}", True, box=self.box, wager=wager)
        command = c.WithdrawWager(self.bettor.player, self.box, wager)
        return self.judged(choice, command, self.rules.cite("wagering.locks_at"))
