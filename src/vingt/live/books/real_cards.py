"""A shoe of real cards checked from the log: each place entered once and in order, no card that cannot be,
seals as they were committed to, and the count at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vingt.core.cards import Card
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.reconciliation import impossible, reconcile
from vingt.core.shoe.state import ShoeState
from vingt.live.log import events as t
from vingt.live.log.codec import CardHidden
from vingt.live.shoes.orders import Orders
from vingt.live.table.decks import batches_received

RealCardEvent = (
    t.RealCardsShuffled
    | t.CardScanned
    | t.CardSealed
    | t.SealsOpened
    | t.ScanRefused
    | t.ScanCorrected
    | t.ShoeCounted
    | t.DecksCounted
    | t.SideCorrected
)


class RealCards:
    """Follows what is entered of one table's real shoes. `orders` has read the whole stream before."""

    def __init__(self, rules: TableRules, orders: Orders) -> None:
        self.rules, self.orders = rules, orders
        self._seen: dict[int, Counter[Card]] = {}  # of the shoes in play, as far as it may be known here
        self._hidden: Counter[int] = Counter()  # cards of them that are sealed, and there is no key
        self._from_discards: set[int] = set()
        self._places: set[t.Place] = set()  # that were entered
        self.burned: t.Place | None = None  # the card burned last, which may be entered when it is shown
        self.times: Counter[t.Place] = Counter()  # how often a card was entered for it so far
        self._drawn: dict[t.Place, int] = {}  # entered as one side's of a double shoe: the shoe it came from

    def follow(self, shoe: ShoeState, event: RealCardEvent) -> Iterator[str]:
        """`shoe` is the one before the event."""
        match event:
            case t.RealCardsShuffled():
                self._seen[event.shoe] = Counter()
                if shoe.from_discards:
                    self._from_discards.add(event.shoe)
                if event.shoe != shoe.number or shoe.stage != "opened":
                    yield f"shoe {event.shoe} was shuffled before it was opened"
            case t.CardScanned() | t.CardSealed():
                yield from self._entered(shoe, event)
            case t.SealsOpened():
                for at in self.orders.scans.broken_seals(event.shoe, self.orders.rules):
                    yield f"card {at + 1} of shoe {event.shoe} is not the one that was sealed"
            case t.ShoeCounted():
                yield from self._counted(shoe, event)
            case t.DecksCounted():
                told = reconcile(self.rules, event.cards, event.unscanned, batches_received(self.rules))
                if (told.missing, told.extra) != (event.missing, event.extra):
                    yield f"the count of the decks comes to {'; '.join(told.words())}, and it says otherwise"
            case t.ScanRefused():
                if event.why in ("removed_rank", "one_too_many") and not self._hidden[event.shoe]:
                    fault = impossible(self.rules, self._seen.get(event.shoe, Counter()), event.card)
                    if fault is None or fault.why != event.why:
                        yield f"{event.card} was refused and could be"
            case t.ScanCorrected():
                self._taken_back(event)
            case t.SideCorrected():
                for each in range(event.cards):
                    self._moved(t.Place(event.shoe, event.first + each), event.drawn)

    def card_at(self, place: t.Place) -> Card:
        """What was entered there last, up to the event that is followed."""
        if not self.orders.scans.knows(place.shoe):
            return self.orders.card_at(place)
        return self.orders.scans.card_entered(place, self.times[place])

    def _taken_back(self, event: t.ScanCorrected) -> None:
        for at in event.places:
            place = t.Place(event.shoe, at)
            number = self._drawn.get(place, event.shoe)
            if place not in self._places:
                continue
            self._places.discard(place)
            try:
                self._seen[number][self.card_at(place)] -= 1
            except CardHidden:
                self._hidden[number] -= 1

    def _moved(self, entered: t.Place, drawn: int) -> None:
        """A hole card that nobody has read yet counts for the other side when it is turned."""
        self._drawn[entered] = drawn
        if entered not in self._places:
            return
        try:
            card = self.card_at(entered)
        except CardHidden:
            self._hidden[entered.shoe] -= 1
            self._hidden[drawn] += 1
            return
        self._seen[entered.shoe][card] -= 1
        self._seen[drawn][card] += 1

    def _entered(self, shoe: ShoeState, event: t.CardScanned | t.CardSealed) -> Iterator[str]:
        place = t.Place(event.shoe, event.at)
        shoe = shoe.turned_to(shoe.numbered(event.shoe).side)
        number = self._drawn.get(place, event.shoe)
        seen = self._seen.setdefault(number, Counter())
        if not shoe.real:
            yield f"a card of shoe {event.shoe} was entered, and that is no shoe of real cards"
        may_come = (t.Place(shoe.number, shoe.out), shoe.unseen, self.burned)
        if place not in may_come or place in self._places:
            yield f"card {shoe.out + 1} of shoe {shoe.number} was due to be entered, not {event.at + 1}"
        self._places.add(place)
        self.times[place] += 1
        try:
            card = self.card_at(place)
        except CardHidden:
            self._hidden[number] += 1
            return
        if (found := impossible(self.rules, seen, card)) is not None:
            yield str(found)
        seen[card] += 1

    def _counted(self, shoe: ShoeState, event: t.ShoeCounted) -> Iterator[str]:
        if event.shoe != shoe.numbered(event.shoe).uncounted:
            yield f"shoe {event.shoe} was counted, and not to be counted now"
        if self._hidden[event.shoe]:
            return
        known = self._seen.pop(event.shoe, Counter())
        seen = () if event.shoe in self._from_discards else known.elements()
        told = reconcile(self.rules, (*seen, *event.cards), event.unscanned)
        if (told.missing, told.extra) != (event.missing, event.extra):
            yield f"the count of shoe {event.shoe} comes to {'; '.join(told.words())}, and it says otherwise"
