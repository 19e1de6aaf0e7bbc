"""What a shoe with cards missing, or in it once too often, does to every wager at a table: exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from vingt.analysis.exact.best_chart import best_chart
from vingt.analysis.exact.edge import edge
from vingt.analysis.exact.side.cases import Case, as_offered, is_drawn
from vingt.analysis.exact.side.composition import Composition, composition, ranks_in, size_of, values_in
from vingt.analysis.exact.side.value import value
from vingt.analysis.exact.solver import solve
from vingt.core.cards import Cards
from vingt.core.rules.document import Document
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN

BEST_PLAY, CHART, NO_PLAY = "best play", "the chart of the whole shoe", ""


@dataclass(frozen=True)
class EdgeChange:
    """The house edge of one wager with the whole shoe and with the faulty one, per unit staked."""

    wager: str
    name: str
    whole: float
    faulty: float
    play: str = NO_PLAY  # how hands are played, where that matters

    @property
    def change(self) -> float:
        """Above zero: the players lose by it."""
        return self.faulty - self.whole

    def as_json(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "name": self.name,
            "play": self.play,
            "house_edge_whole": self.whole,
            "house_edge_faulty": self.faulty,
            "change": self.change,
        }


@dataclass(frozen=True)
class FaultyShoe:
    rules: TableRules
    missing: Cards
    extra: Cards
    changes: tuple[EdgeChange, ...]

    @property
    def cards(self) -> int:
        return size_of(shoe_of(self.rules, self.missing, self.extra))

    def as_json(self) -> dict[str, object]:
        return {
            "rulebook": self.rules.rulebook,
            "title": self.rules.title,
            "missing": [str(card) for card in self.missing],
            "extra": [str(card) for card in self.extra],
            "cards": self.cards,
            "changes": [change.as_json() for change in self.changes],
        }


def shoe_of(rules: TableRules, missing: Cards, extra: Cards) -> Composition:
    """A card of a rank that these decks do not hold is not played when it turns up: it counts nothing."""
    ranks = ranks_in(tuple((card, 1) for card in rules.cards.shoe))
    played = tuple(card for card in extra if card.rank in ranks)
    return composition(ranks, rules.cards.decks, tuple(sorted(missing)), tuple(sorted(played)))


def faulty_shoe(
    document: Document,
    rules: TableRules,
    missing: Cards = (),
    extra: Cards = (),
    *,
    wager: int = 2500,
    done: Callable[[], None] = lambda: None,
) -> FaultyShoe:
    """Every wager offered; the main one by best play, which would have to know of the fault, and by the chart
    of the whole shoe, which players go by who do not."""
    shoe = shoe_of(rules, missing, extra)
    changes = []
    for change in main_changes(rules, shoe, wager):
        changes.append(change)
        done()
    for case in offered_cases(document, rules):
        if (changed := side_change(case, shoe)) is not None:
            changes.append(changed)
        done()
    return FaultyShoe(rules, missing, extra, tuple(changes))


def main_changes(rules: TableRules, shoe: Composition, wager: int) -> Iterator[EdgeChange]:
    cards, name = values_in(shoe), rules.wager_name(MAIN)
    best = edge(rules, wager=wager, with_law=False).house_edge
    short = edge(rules, wager=wager, with_law=False, shoe=cards).house_edge
    yield EdgeChange(MAIN, name, best, short, BEST_PLAY)
    chart = best_chart(solve(rules, wager=wager)).chart
    whole = edge(rules, chart, wager=wager, with_law=False).house_edge
    followed = edge(rules, chart, wager=wager, with_law=False, shoe=cards).house_edge
    yield EdgeChange(MAIN, name, whole, followed, CHART)


def offered_cases(document: Document, rules: TableRules) -> list[Case]:
    return [
        as_offered(document, rules, offer, {})
        for offer in rules.wagers
        if not is_drawn(document.wagers[offer.id])
    ]


def side_change(case: Case, shoe: Composition) -> EdgeChange | None:
    """None where a device whose weights nobody states decides."""
    whole, faulty = value(case), value(replace(case, odd_shoe=shoe))
    if whole.house_edge is None or faulty.house_edge is None:
        return None
    play = BEST_PLAY if case.plays_hand else NO_PLAY
    assert case.offered_at is not None
    name = case.offered_at.wager_name(case.wager.id)
    return EdgeChange(case.wager.id, name, float(whole.house_edge), float(faulty.house_edge), play)
