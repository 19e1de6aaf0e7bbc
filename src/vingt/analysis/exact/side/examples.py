"""One deal for each outcome of a side wager, found by asking the evaluator that the table uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from vingt.analysis.exact.side.cases import Case, drawing_matters
from vingt.analysis.exact.side.chances import first_cards
from vingt.analysis.exact.side.dealer_hand import complete_hands
from vingt.analysis.exact.side.deals import players
from vingt.core.cards import DECK, SUITS, Card
from vingt.core.wagers.dealer_hand import FREE_BONUS_STAKE
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, TRIGGER, Outcome, sight_of
from vingt.core.wagers.registry import EVALUATORS

SEED = 21  # the same examples on every machine
DEALT = 4000  # deals in which the usual outcomes come by themselves
LONGEST = 12  # cards of a dealer's hand
TRIED = 200  # other hands in place of the player's, to see whether it matters


@dataclass(frozen=True)
class Example:
    """Cards that make an outcome, as far as it depends on them; None is a card that may be any."""

    player: tuple[Card, ...]
    dealer: tuple[Card | None, ...]


def examples(case: Case) -> dict[str, Example]:
    """Outcome that wins -> a deal of this shoe that makes it; those for which none was found are left out."""
    if sight_of(EVALUATORS[case.wager.evaluator]).plays_hand:
        return {}
    by_outcome: dict[str, Example] = {}
    chance = Random(SEED)
    for deals in (as_they_come(case, chance), picked(case)):
        for facts in deals:
            outcome = asked(case, facts)
            if not isinstance(outcome, str) or outcome == LOSE or outcome in by_outcome:
                continue
            if (fitting := next(in_the_shoe(case, facts, outcome), None)) is not None:
                by_outcome[outcome] = what_matters(case, fitting, outcome, chance)
        if by_outcome.keys() >= {line.outcome for line in case.paytable.lines} or TRIGGER in by_outcome:
            break
    return by_outcome


def as_they_come(case: Case, chance: Random) -> Iterator[Facts]:
    """Deals from a shuffled shoe, which look like what people get."""
    shoe = [card for card in DECK if card.rank in case.ranks] * case.decks
    held = sight_of(EVALUATORS[case.wager.evaluator]).player_cards or 2
    up = sight_of(EVALUATORS[case.wager.evaluator]).up
    for _ in range(DEALT):
        cards = chance.sample(shoe, held + LONGEST)
        player, drawn = tuple(cards[:held]), cards[held:]
        if up is not None:
            drawn[0] = Card(up, drawn[0].suit)
        if not drawing_matters(case.wager):
            early = Facts(player, drawn[0], counts=case.counts)
            yield early if isinstance(asked(case, early), str) else replace(early, hole=drawn[1])
            continue
        dealer = drawn[:2]
        while case.dealer(tuple(dealer)) and len(dealer) < LONGEST:
            dealer.append(drawn[len(dealer)])
        yield complete(case, player, tuple(dealer))


def picked(case: Case) -> Iterator[Facts]:
    """A deal of every class that the evaluator tells apart: what is too rare to come by itself."""
    name = case.wager.evaluator
    if not drawing_matters(case.wager):
        terms = tuple(sorted(case.terms.items()))
        yield from first_cards(name, terms, case.ranks, case.counts).examples.values()
        return
    for player, _ in players(sight_of(EVALUATORS[name]), case.ranks):
        for cards in complete_hands(case.dealer, case.ranks, case.counts).examples:
            # Only ranks matter in a dealer's hand: suits as they come.
            mixed = (Card(card.rank, SUITS[(3 * at + 3) % 4]) for at, card in enumerate(cards))
            yield complete(case, player, tuple(mixed))


def complete(case: Case, player: tuple[Card, ...], dealer: tuple[Card, ...]) -> Facts:
    up, hole, *_ = dealer
    stake = FREE_BONUS_STAKE
    return Facts(player, up, hole, dealer, (player,), counts=case.counts, companion_stake=stake)


def asked(case: Case, facts: Facts) -> Outcome:
    return EVALUATORS[case.wager.evaluator](facts, case.terms)


def dealer_cards(facts: Facts) -> tuple[Card, ...]:
    return facts.dealer or (facts.up, *((facts.hole,) if facts.hole else ()))


def in_the_shoe(case: Case, facts: Facts, outcome: str) -> Iterator[Facts]:
    """Deals with the same outcome that so few decks can make: or with other suits of the dealer."""
    ways = [facts]
    if facts.dealer is None and facts.hole is not None:
        up, hole = facts.up.rank, facts.hole.rank
        suits = product(SUITS, repeat=2)
        ways += [replace(facts, up=Card(up, one), hole=Card(hole, other)) for one, other in suits]
    for each in ways:
        most = max(Counter((*each.player, *dealer_cards(each))).values())
        if most <= case.decks and asked(case, each) == outcome:
            yield each


def what_matters(case: Case, facts: Facts, outcome: str, chance: Random) -> Example:
    """Without the cards in whose place any others would do as well."""
    others = [card for card in DECK if card.rank in case.ranks]
    held = len(facts.player)
    hands = [tuple(chance.sample(others, held)) for _ in range(TRIED)]

    def matters(changed: Iterable[Facts]) -> bool:
        return any(asked(case, each) != outcome for each in changed)

    player = facts.player if matters(replace(facts, player=hand) for hand in hands) else ()
    dealer: tuple[Card | None, ...] = dealer_cards(facts)
    if facts.dealer is None:
        up = matters(replace(facts, up=each) for each in others)
        hole = facts.hole is not None and matters(replace(facts, hole=each) for each in others)
        dealer = (facts.up if up else None, *((facts.hole,) if hole else ())) if up or hole else ()
    return Example(player, dealer)
