"""What happened and what it paid, in words: each event a line, each payment with its clauses and readings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vingt.core.cite import Cite, Inventory
from vingt.core.money import dollars
from vingt.core.rounds import event as e
from vingt.core.rounds.legal import Action
from vingt.core.rounds.procedure import must_draw
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import counts_of, total_of
from vingt.core.rounds.state import DEALER, RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.report.rounds.cards import face, place
from vingt.report.text.page import Page
from vingt.report.words.values import short


def signed(amount: int) -> str:
    return f"+{dollars(amount)}" if amount > 0 else dollars(amount)


def typed(amount: int) -> str:
    """Money as a player writes it: 5, 0.50."""
    return dollars(amount).removeprefix("$").replace(",", "")


def cited(rules: TableRules, cite: Cite) -> str:
    """[MD-P21 7.P, I-3], or nothing."""
    if not cite:
        return ""
    prefix = f"{rules.cites_as} " if cite.clauses else ""
    return f"[{prefix}{short(cite, rules.cites_as)}]"


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def refused(rules: TableRules, refusal: Refusal) -> str:
    return f"{sentence(refusal.why)}. {cited(rules, refusal.cite)}".rstrip()


def told(
    rules: TableRules, before: RoundState, state: RoundState, event: e.Event, *, unicode: bool
) -> str | None:
    """A line for what the layout alone does not show."""
    natural = rules.natural.name
    match event:
        case e.CardDealt() if before.stage != "deal":
            return card_told(rules, state, event, unicode)
        case e.HoleChecked(natural=found):
            return f"The card reader shows {'a' if found else 'no'} {natural}."
        case e.HoleRevealed(card=card):
            total = counts_of(rules).total(state.dealer[:2])
            return f"The dealer's hole card is {face(card, unicode)}: {total}."
        case e.DoubleCardTurned(box=box, hand=at, card=card):
            held = state.box(box)
            counted = f": {total_of(rules, held.hands[at])}" if held is not None else ""
            return f"{named(state, box, at)}: the card of the double is {face(card, unicode)}{counted}."
        case e.InsurancePlaced(box=box, amount=amount):
            return f"box {box} is insured for {dollars(amount)}."
        case e.HandDoubled(box=box, hand=at, amount=amount):
            return f"{named(state, box, at)} doubles with {dollars(amount)}."
        case e.HandSplit(box=box, amount=amount):
            return f"box {box} splits, with {dollars(amount)} on the new hand."
        case e.HandSurrendered(box=box, hand=at):
            return f"{named(state, box, at)} surrenders."
        case e.HandFinished(box=box, hand=at, status="busted"):
            return f"{named(state, box, at)} is over 21."
        case e.DealerFinished(natural=True):
            return f"The dealer has a {natural}."
        case e.DealerFinished() if must_draw(rules, state.dealer):
            cite = cited(rules, rules.cite("dealer.draws_when_idle"))
            return f"The dealer draws no card, for no wager depends on it. {cite}"
        case e.ShoeRefilled():
            return "The shoe ran out: the discards are shuffled. " + cited(rules, event.cite)
        case e.RoundVoided(reason=reason):
            return f"The round is void: {reason}. " + cited(rules, event.cite)
        case e.WagerUnwound(box=box, wager=wager, amount=amount):
            return f"box {box}: {wager} is undone, {signed(amount)}. " + cited(rules, event.cite)
        case _:
            return None


def card_told(rules: TableRules, state: RoundState, event: e.CardDealt, unicode: bool) -> str | None:
    card = face(event.card, unicode)
    if event.box == DEALER:
        return f"The dealer draws {card}: {counts_of(rules).total(state.dealer)}."
    where = named(state, event.box, event.hand)
    box = state.box(event.box)
    if box is None:
        return None
    if not event.face_up:
        return f"{where} gets a card face down."
    return f"{where} gets {card}: {total_of(rules, box.hands[event.hand])}."


def named(state: RoundState, number: int, at: int) -> str:
    box = state.box(number)
    return f"box {number}" if box is None or at >= len(box.hands) else place(box, at)


# -- payments --------------------------------------------------------------------------------------------


def outcome_words(rules: TableRules, event: e.WagerSettled) -> str:
    words = "lost" if event.outcome == "lose" else event.outcome.replace("-", " ")
    if event.wager == MAIN:
        words = words.replace("natural", rules.natural.name)
    return f"{words}, doubled" if event.doubled else words


def payment_rows(
    rules: TableRules, state: RoundState, paid: Iterable[e.WagerSettled]
) -> list[tuple[str, str, str, str, str]]:
    """Where, what for, how it came out, the net, and the clause."""
    return [
        (
            named(state, each.box, each.hand) if each.wager == MAIN else f"box {each.box}",
            f"{rules.wager_name(each.wager)} {dollars(each.stake)}".removesuffix(" $0"),
            outcome_words(rules, each),
            signed(each.net) if each.net else "push" if each.stake else "$0",
            cited(rules, each.cite),
        )
        for each in paid
    ]


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
    for each in actions:
        answer = "allowed" if each.allowed else f"not allowed: {each.why}"
        add_cite(page, inventory, each.name, answer, each.cite)


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
    for each, row in zip(paid, payment_rows(rules, state, paid), strict=True):
        grouped.setdefault(each.cite, []).append(row)
    for cite, rows in grouped.items():
        beside = "; ".join(dict.fromkeys(f"{what}, {how}: {net}" for _, what, how, net, _ in rows))
        head = ", ".join(dict.fromkeys(where for where, *_ in rows))
        add_cite(page, inventory, head, beside, cite)
