"""A real card that was entered as another than it is: a reader took the king of hearts for that of diamonds,
or a key slipped. The card on the layout counts. Until anybody has decided anything on the entry a floorperson
corrects it: it is taken back with all that followed from it by the rules alone, the right card is entered,
and those that came after it once more. No rulebook speaks of it (reading J-100).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.rounds.place_words import place_of
from vingt.core.rounds.procedure import CardDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.people_events import RoleName
from vingt.live.log.store import NewEvent
from vingt.live.shoes.orders import Orders
from vingt.live.table.dealer import Dealer
from vingt.live.table.duty_steps import TURN
from vingt.live.table.entered_cards import entry_at, places_of, wagers_reopened
from vingt.live.table.evolve import evolve
from vingt.live.table.mishaps import CardMisread, name_of, not_to_report
from vingt.live.table.performing import done_with_cards, totals_after
from vingt.live.table.state import BeforeEntry, TableState
from vingt.live.table.steps import due_step

MISREAD = Cite((), ("J-100",))
WHY_LENGTH = 200


def correctable(rules: TableRules, state: TableState) -> Iterator[tuple[int, str]]:
    """The places of cards that may be corrected, newest first, and what is known of each."""
    after: BeforeEntry | TableState = state
    for entry in reversed(state.entered):
        before = entry.before
        if entry.place is not None and entry.dealt and entry.place.shoe == state.shoe.number:
            box, hand = dealt_to(rules, before)
            lies = place_of(box) + (f", hand {hand + 1}" if hand else "")
            seen = after.shown[len(before.shown) :]  # none where it lies face down
            yield entry.place.at, f"{lies}: entered as {seen[0]}" if seen else f"{lies}, face down"
        after = before


def dealt_to(rules: TableRules, before: BeforeEntry) -> tuple[int, int]:
    due = next_step(rules, before.round)
    return (due.box, due.hand) if isinstance(due, CardDue) else (0, 0)


def corrected(
    rules: TableRules,
    state: TableState,
    misread: CardMisread,
    by: str,
    role: RoleName,
    now: int,
    dealer: Dealer,
) -> Sequence[NewEvent] | Refusal:
    """What is stored of it: the report, what is taken back, and every card as it is entered once more."""
    if refused := not_to_report(rules, state, misread, by, role):
        return refused
    number = entry_at(state.entered, state.shoe.number, misread.at)
    if number is None:
        return Refusal(
            "something was decided since that card was entered, and it stands; the count of the shoe names "
            "the card",
            MISREAD,
        )
    if not 0 < len(misread.why.strip()) <= WHY_LENGTH:
        return Refusal(f"say in at most {WHY_LENGTH} characters how it came about", MISREAD)
    entries = state.entered[number:]
    before, shoe = entries[0].before, state.shoe.number
    was = [dealer.orders.card_at(each.place) if each.place is not None else None for each in entries]
    if was[0] == misread.card:
        return Refusal(f"{misread.card} was entered", MISREAD)
    reopened = wagers_reopened(before.round, state.round)
    paid = Counter[str]()
    for each in reopened:
        paid[each.player] += each.returns
    if any(amount > state.rack(player) for player, amount in paid.items()):
        return Refusal("a player has left with what was paid on it: it stands", MISREAD)
    box, hand = dealt_to(rules, before)
    said = f.IrregularityReported(
        state.irregularities_told + 1, name_of(misread), by, role, max(box, 0), max(hand, 0)
    )
    back = t.ScanCorrected(shoe, places_of(entries), len(entries), by, misread.why.strip(), MISREAD)
    taken: list[t.TableEvent] = [said, back, *reopened]
    undone = [codec.new(event, actor=by) for event in taken]
    again = Reentry(rules, state, dealer, by, now)
    again.follow(undone)
    for card in (misread.card, *was[1:]):
        if refused := again.enter(card):
            return refused
    return [*undone, *again.events]


class Reentry:
    """Cards entered once more, one after the other, before any of it is stored."""

    def __init__(self, rules: TableRules, state: TableState, dealer: Dealer, by: str, now: int) -> None:
        self.rules, self.state, self.by, self.now = rules, state, by, now
        self.orders: Orders = dealer.orders.copy()
        self.dealer = Dealer(rules, self.orders, dealer.source)
        self.events: list[NewEvent] = []

    def follow(self, events: Sequence[NewEvent]) -> None:
        for new in events:
            event = codec.event_in(new, self.orders.card_at)
            if isinstance(event, t.ShoeEvent):
                self.orders.take_in(event)
            self.state = evolve(self.state, event, self.now)

    def enter(self, card: Card | None) -> Refusal | None:
        """As the dealer enters it; None: nobody has seen it."""
        running = self.state._replace(stopped_by="")  # the floor's own act is not what waits
        step = due_step(self.rules, running, self.now)
        if step is None or step.id not in ("deal", TURN):
            due = step.words if step is not None else "the next decision"
            return Refusal(f"with that card another thing was due than the next card: {due}", MISREAD)
        entered = str(card) if card is not None else ""
        done = done_with_cards(self.state, step, self.by, self.dealer, entered)
        if isinstance(done, Refusal):
            return done
        if any(each.kind == t.ScanRefused.kind for each in done):
            return Refusal(f"{card} cannot be there either: these decks hold no more of it", MISREAD)
        done = [replace(each, actor=self.by) for each in done]
        said = totals_after(self.state, done, self.dealer)
        self.follow([*done, *said])
        self.events += [*done, *said]
        return None
