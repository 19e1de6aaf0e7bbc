"""The boxes that a person may take, leave or share, and the chips to buy or change back."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.core.cite import Cite
from vingt.core.rules.table_rules import TableRules
from vingt.live.memory import Remembered
from vingt.live.table import commands as ask
from vingt.live.table.decision import Patron
from vingt.live.table.questions import question_id
from vingt.live.table.state import TableState
from vingt.live.views.view import Choice, Prompt
from vingt.live.views.wager_choices import JudgeChoice

SEATS: Remembered[tuple[Prompt, ...]] = Remembered(4_000)
CHIPS: Remembered[Prompt] = Remembered(4_000)


def seat_prompts(
    rules: TableRules, state: TableState, person: Patron, judged: JudgeChoice
) -> tuple[Prompt, ...]:
    """Boxes and chips. While the person's wagers are in play nothing of it depends on the cards, and else
    on no box but where those lie."""
    me = person.id
    playing = state.in_round(me)
    mine = () if playing else tuple(box for box in state.round.boxes if box.bettor(me) is not None)
    asked_to_cut = state.shoe.cut_offered if state.shoe.stage == "offered" else None
    known = (me, state.held, state.closed, playing, state.betting, asked_to_cut)
    money = (person.purse, state.rack(me))
    of = (rules, *mine)
    seats = SEATS.get(of, known, lambda: (*box_prompts(rules, state, me, judged),))
    return (*seats, CHIPS.get(of, (known, money), lambda: chips_prompt(rules, state, person, judged)))


def box_prompts(rules: TableRules, state: TableState, me: str, judged: JudgeChoice) -> Iterator[Prompt]:
    choices = []
    for box in range(1, rules.box_count + 1):
        holder = state.holder(box)
        if holder == me:
            leave = Choice("leave_seat", f"Leave box {box}", True, box=box)
            choices.append(judged(leave, ask.LeaveSeat(box), Cite()))
            if rules.boxes.bettors_max > 1:
                yield share_prompt(rules, state, box, judged)
        elif not holder:
            take = Choice("take_seat", f"Take box {box}", True, box=box)
            choices.append(judged(take, ask.TakeSeat(box), rules.cite("boxes.seats")))
    if choices:
        yield Prompt("seat", "seat", "Boxes", tuple(choices))


def share_prompt(rules: TableRules, state: TableState, box: int, judged: JudgeChoice) -> Prompt:
    shared = not state.is_shared(box)
    words = f"Let others wager on box {box}" if shared else f"Keep box {box} to yourself"
    choice = Choice("share_box", words, True, box=box, shared=shared)
    share = judged(choice, ask.ShareBox(box, shared), rules.cite("boxes.bettors_max"))
    return Prompt("share", question_id("share", box), "Other players", (share,), box=box)


def chips_prompt(rules: TableRules, state: TableState, person: Patron, judged: JudgeChoice) -> Prompt:
    unit, purse, rack = int(rules.wagering.chip_unit), person.purse, state.rack(person.id)
    least = min(unit, purse)
    buy = Choice("buy_in", "Buy chips", True, takes="amount", least=least, most=purse, unit=unit)
    cash = Choice("cash_out", "Cash out", True, takes="amount", least=min(1, rack), most=rack)
    leave = Choice("leave_table", "Leave the table", True)
    choices = (
        judged(buy, ask.BuyIn(purse), Cite()),
        judged(cash, ask.CashOut(rack), Cite()),
        judged(leave, ask.LeaveTable(), Cite()),
    )
    return Prompt("chips", "chips", "Chips", choices)
