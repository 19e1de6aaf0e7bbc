"""What happened and what it paid, in words: each event a line, each payment with its clauses and readings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vingt.core.cite import Cite, Inventory
from vingt.core.money import dollars
from vingt.core.rounds import event as e
from vingt.core.rounds.legal import Action
from vingt.core.rounds.outcome_words import even_words
from vingt.core.rounds.procedure import must_draw
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import DEALER, Box, RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.report.rounds.cards import face, place
from vingt.report.text.page import Page
from vingt.report.words.events import EventWords
from vingt.report.words.figures import signed
from vingt.report.words.grammar import sentence
from vingt.report.words.values import short


def cited(rules: TableRules, cite: Cite) -> str:
    """[MD-P21 7.P, I-3], or nothing."""
    if not cite:
        return ""
    prefix = f"{rules.cites_as} " if cite.clauses else ""
    return f"[{prefix}{short(cite, rules.cites_as)}]"


def refused(rules: TableRules, refusal: Refusal) -> str:
    return f"{sentence(refusal.why)}. {cited(rules, refusal.cite)}".rstrip()


def words_at(rules: TableRules, *, unicode: bool = True) -> EventWords:
    """Events as a terminal tells them: cards with their suits, hands by the names that are typed."""

    def place_typed(box: Box | None, number: int, at: int) -> str:
        return f"box {number}" if box is None else place(box, at)

    return EventWords(rules, lambda card: face(card, unicode), place_typed)


def told(
    rules: TableRules, before: RoundState, state: RoundState, event: e.Event, *, unicode: bool
) -> str | None:
    """A sentence for what the layout alone does not show."""
    words = words_at(rules, unicode=unicode)
    match event:
        case e.CardDealt(face_up=False, box=box) if before.stage != "deal" and box != DEALER:
            return f"{words.hand(state, box, event.hand)} gets a card face down."
        case e.CardDealt() if before.stage == "deal":
            return None
        case e.InsurancePlaced(box=box, amount=amount):
            return f"box {box} is insured for {dollars(amount)}."
        case e.HandDoubled(box=box, hand=at, amount=amount):
            return f"{words.hand(state, box, at)} doubles with {dollars(amount)}."
        case e.HandSplit(box=box, amount=amount):
            return f"box {box} splits, with {dollars(amount)} on the new hand."
        case e.HandSurrendered(box=box, hand=at):
            return f"{words.hand(state, box, at)} surrenders."
        case e.HandFinished(status=status) if status != "busted":
            return None
        case e.DealerFinished(natural=False):
            if not must_draw(rules, state.dealer):
                return None
            cite = cited(rules, rules.cite("dealer.draws_when_idle"))
            return f"The dealer draws no card, for no wager depends on it. {cite}"
        case e.WagerUnwound(box=box):
            return f"box {box}: {words.unwound(event)}. {cited(rules, event.cite)}"
        case e.ShoeRefilled() | e.RoundVoided():
            return f"{words.of(state, event)}. {cited(rules, event.cite)}"
        case _:
            said = words.of(state, event)
            return None if said is None else f"{said}."


# -- payments --------------------------------------------------------------------------------------------


def payment_rows(
    rules: TableRules, state: RoundState, paid: Iterable[e.WagerSettled]
) -> list[tuple[str, str, str, str, str]]:
    """Where, what for, how it came out, the net, and the clause."""
    words = words_at(rules)
    rows = []
    for payment in paid:
        where, what, how = words.settled(state, payment)
        doubled = ", doubled" if payment.doubled else ""
        net = signed(payment.net) if payment.net else even_words([payment.outcome]) if payment.stake else "$0"
        rows.append((where, what, f"{how}{doubled}", net, cited(rules, payment.cite)))
    return rows


# -- why -------------------------------------------------------------------------------------------------


def add_cite(page: Page, inventory: Inventory, head: str, beside: str, cite: Cite) -> None:
    """A block with what each clause says and how each reading answers its doubt."""
    fields = []
    for clause in cite.clauses:
        listed = inventory.under(clause)
        if len(listed) == 1:
            fields.append((clause, listed[0].statement))
        else:
            fields.append((clause, f"{len(listed)} clauses: vingt clauses {clause}"))
    for name in cite.readings:
        reading = inventory.readings[name]
        fields.append((name, f"{reading.question} Taken: {reading.default}"))
    page.block(head, beside, fields)


def add_actions(page: Page, inventory: Inventory, actions: Sequence[Action]) -> None:
    for action in actions:
        answer = "allowed" if action.allowed else f"not allowed: {action.why}"
        add_cite(page, inventory, action.name, answer, action.cite)


def add_payments(
    page: Page,
    rules: TableRules,
    inventory: Inventory,
    state: RoundState,
    paid: Sequence[e.WagerSettled],
) -> None:
    """The last payments, those that rest on the same clauses together."""
    if not paid:
        page.text("Nothing has been paid yet.")
        return
    page.title("The last payments")
    grouped: dict[Cite, list[tuple[str, str, str, str, str]]] = {}
    for payment, row in zip(paid, payment_rows(rules, state, paid), strict=True):
        grouped.setdefault(payment.cite, []).append(row)
    for cite, rows in grouped.items():
        beside = "; ".join(dict.fromkeys(f"{what}, {how}: {net}" for _, what, how, net, _ in rows))
        head = ", ".join(dict.fromkeys(where for where, *_ in rows))
        add_cite(page, inventory, head, beside, cite)
