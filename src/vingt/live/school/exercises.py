"""Exercises: questions of one kind, each from a moment of a round that was dealt for it. All of it follows
from the rules and a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count, islice

from vingt.core.rounds.event import RoundVoided, WagerSettled
from vingt.core.rounds.irregularity_words import SET_ASIDE
from vingt.core.rounds.outcome_words import even_words, settled_words
from vingt.core.rounds.procedure import CardDue
from vingt.core.rounds.result import is_natural, total_of
from vingt.core.rounds.state import Hand, RoundState
from vingt.core.rounds.view import view
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.school.acts import among, due_cite, due_words, possible_acts, wager_words
from vingt.live.school.practice import NotPractised, PracticeMoment, PracticeTable
from vingt.live.school.preparation import procedure_question
from vingt.live.school.question import PUSH, TAKE, Scene, SchoolQuestion, paying
from vingt.live.table.mishap_menu import MishapChoice, menu

QUESTIONS = 20
BOXES = 3
RARE_TRIED = 12  # rounds to find one in which something is paid better than even
ROUNDS_TRIED = 300  # before a table is given up at which there is nothing of the kind
GOES_ON = "Nothing: the round goes on as it is"
VOID, REORDERED = "the round is void", "the deal goes on in another order"


def seen(state: RoundState) -> RoundState:
    return view(state, "dealer")


def sentence_of(words: str) -> str:
    return words[:1].upper() + words[1:]


# -- counting ----------------------------------------------------------------------------------------------


def counting(table: PracticeTable) -> SchoolQuestion:
    """A hand of two to six cards, which mostly does not bust before its last."""
    rules, size = table.rules, 2 + table.chance(5)
    if len(table.shoe.left) < 60:
        table.shoe.load()
    start = table.chance(len(table.shoe.left) - 6)
    hand = Hand(cards=table.shoe.left[start : start + 2])
    for card in table.shoe.left[start + 2 : start + size]:
        if total_of(rules, hand).points < 17:
            hand = hand._replace(cards=(*hand.cards, card))
    table.open(1)
    box = table.round.boxes[0]._replace(hands=(hand,))
    state = table.round._replace(stage="play", boxes=(box,))
    return count_question(rules, Scene(state, (), 1), hand)


def count_question(rules: TableRules, scene: Scene, hand: Hand) -> SchoolQuestion:
    total = total_of(rules, hand)
    said = f"it is a {rules.natural.name}" if is_natural(rules, hand) else f"it is {total}"
    cite = rules.cite("cards.ace_counts", "cards.court_cards_count")
    where = f"the hand of box {scene.box}" if scene.box else "the hand"
    return SchoolQuestion("count", f"What does {where} count?", scene, str(total.points), cite, because=said)


# -- paying ------------------------------------------------------------------------------------------------


def paying_wagers(table: PracticeTable) -> SchoolQuestion:
    """A wager of a round that is over; rare payments come more often than at a table."""
    rare = table.once_in(2)
    for tried in range(ROUNDS_TRIED):
        table.open(BOXES)
        paid = settled_in([*table.deal_on()])
        well = [each for each in paid if each.net > each.stake]
        if chosen := well if rare and tried < RARE_TRIED else paid:
            return pay_question(table, chosen[table.chance(len(chosen))])
    raise NotPractised("no wager is settled at such a table")


def settled_in(moments: Sequence[PracticeMoment]) -> list[WagerSettled]:
    """Those taken, pushed or paid, in their order, none of a round that was void."""
    events = [event for moment in moments for event in moment.events]
    if any(isinstance(event, RoundVoided) for event in events):
        return []
    settled = (event for event in events if isinstance(event, WagerSettled) and event.stake)
    return [each for each in settled if each.returns == 0 or each.returns >= each.stake]


def pay_question(table: PracticeTable, settled: WagerSettled) -> SchoolQuestion:
    right = TAKE if settled.returns == 0 else PUSH if settled.net == 0 else paying(max(0, settled.net))
    how = settled_words(table.rules, settled.wager, settled.outcome)
    because = even_words([settled.outcome]) if settled.net == 0 and how == settled.outcome else how
    scene = Scene(seen(table.round), (), settled.box, settled.hand)
    wager = sentence_of(wager_words(table.rules, settled))
    return SchoolQuestion(
        "pay",
        f"{wager}. Take it, push, or pay how much beside the stake?",
        scene,
        right,
        settled.cite,
        because=because,
        at_stake=settled.stake,
    )


# -- whose turn --------------------------------------------------------------------------------------------


def turns(table: PracticeTable) -> SchoolQuestion:
    table.open(2 + table.chance(2))
    moments = [moment for moment in table.deal_on() if moment.before.betting_closed]
    return turn_question(table, moments[table.chance(len(moments))])


def turn_question(table: PracticeTable, moment: PracticeMoment) -> SchoolQuestion:
    rules, before = table.rules, moment.before
    right = due_words(moment.due)
    acts = [*possible_acts(rules, before)]
    cite = due_cite(rules, before, moment.due)
    return SchoolQuestion(
        "turn",
        "What comes next?",
        Scene(seen(before)),
        right,
        cite,
        among(right, acts, table.chance),
    )


# -- the order of paying -----------------------------------------------------------------------------------


def order_of_paying(table: PracticeTable) -> SchoolQuestion:
    for _ in range(ROUNDS_TRIED):
        table.open(BOXES)
        together = settled_together([*table.deal_on()])
        if len(together) > 1:
            return order_question(table, together)
    raise NotPractised("no two wagers are settled together at such a table")


def settled_together(moments: Sequence[PracticeMoment]) -> list[WagerSettled]:
    """What is settled when the dealer's hand is done."""
    return settled_in(moments[-1:])


def order_question(table: PracticeTable, together: Sequence[WagerSettled]) -> SchoolQuestion:
    rules, done = table.rules, table.chance(len(together) - 1)
    words = [sentence_of(wager_words(rules, each)) for each in together]
    said = tuple(f"{each} is settled" for each in words[:done])
    right = words[done]
    field = "settlement.direction" if together[done].wager == MAIN else "settlement.procedure"
    return SchoolQuestion(
        "order",
        "Which wager is settled next?" if done else "Which wager is settled first?",
        Scene(seen(table.round), said),
        right,
        rules.cite(field, "settlement.procedure"),
        among(right, words[done + 1 :], table.chance),
    )


# -- remedies ----------------------------------------------------------------------------------------------


def remedies(table: PracticeTable) -> SchoolQuestion:
    for _ in range(ROUNDS_TRIED):
        table.open(2 + table.chance(2))
        stop = table.chance(14)
        for at, moment in enumerate(table.deal_on()):
            if at >= stop and moment.after.betting_closed and not table.round.over:
                break
        question = remedy_question(table)
        if question is not None:
            return question[0]
    raise NotPractised("nothing goes wrong at such a table")


def remedy_question(table: PracticeTable) -> tuple[SchoolQuestion, MishapChoice] | None:
    """Something that can have happened just now; None where nothing can."""
    if not isinstance(table.due, CardDue) or table.round.over:
        return None
    happened = [
        choice for choice in menu(table.rules, table.table, table.card_at, "", "floorperson") if choice.orders
    ]
    if not happened:
        return None
    chosen = happened[table.chance(len(happened))]
    if chosen.boxes:  # which of them it was
        chosen = replace(chosen, box=chosen.boxes[table.chance(len(chosen.boxes))], boxes=())
    right = ordered(chosen)
    voids = any(VOID in order for order in chosen.orders)
    others = [ordered(choice) for choice in happened if choice.what != chosen.what]
    others = [each for each in others if not (voids and VOID in each.lower())]  # half of it is not wrong
    at_stake = sum(stake.total for _, _, hand in table.round.hands() for stake in hand.stakes if stake.open)
    question = SchoolQuestion(
        "remedy",
        "What is ordered?",
        Scene(seen(table.round), (chosen.words,), chosen.box, chosen.hand),
        right,
        chosen.cite,
        among(right, [*others, GOES_ON, *([] if voids else [VOID.capitalize()])], table.chance),
        at_stake=at_stake,
    )
    return question, chosen


def ordered(choice: MishapChoice) -> str:
    """The remedy without what it says of its cause, which would give it away."""
    return sentence_of("; ".join(dict.fromkeys(map(order_alone, choice.orders))))


def order_alone(words: str) -> str:
    for order in (VOID, REORDERED):
        if words.startswith(order):
            return order
    cause, _, order = words.partition(": ")
    if "by mistake" in cause or cause.endswith(tuple(SET_ASIDE.values())):
        return order.replace("it ", "the card ", 1)
    return words


# -- all of them -------------------------------------------------------------------------------------------

ONE_BY_ONE: dict[str, Callable[[PracticeTable], SchoolQuestion]] = {
    "count": counting,
    "pay": paying_wagers,
    "turn": turns,
    "order": order_of_paying,
    "remedy": remedies,
    "cards": procedure_question,
}


def one_by_one(rules: TableRules, exercise: str, seed: str) -> Iterator[SchoolQuestion]:
    """As many as are wanted; a question does not depend on how many came before it."""
    for number in count(1):
        yield ONE_BY_ONE[exercise](PracticeTable(rules, f"{exercise} {seed} {number}"))


@lru_cache(maxsize=200)
def questions(
    rules: TableRules, exercise: str, seed: str, most: int = QUESTIONS
) -> tuple[SchoolQuestion, ...]:
    return tuple(islice(one_by_one(rules, exercise, seed), most))
