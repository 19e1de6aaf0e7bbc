"""A shoe and a round for every line that a table pays, found by search: deals that the evaluators themselves
name, then deals by lot whose cards are drawn from few ranks and suits, so that rare hands come often. The
engine plays each, and only what it pays counts. The same table gives the same rounds everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Literal

from vingt.analysis.exact.side.cases import Case
from vingt.analysis.exact.side.examples import Example, examples
from vingt.analysis.simulation.side.stakes import stake_of
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.analysis.winning.scripted_round import (
    EVEN_MONEY,
    NATURAL,
    PLAIN_WIN,
    NotARound,
    ScriptedRound,
)
from vingt.core.cards import DECK, RANKS, SUITS, Card, Rank
from vingt.core.rounds.legal import legal
from vingt.core.rounds.playing import insurance_limit
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, NothingDue, WagersDue
from vingt.core.rounds.result import total_of
from vingt.core.rounds.state import COMMUNITY, DEALER
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.sections import BonusLine
from vingt.core.rules.table_rules import TableRules
from vingt.core.rules.usual_wager import usual_wager
from vingt.core.wager_kind import ENVY, MAIN, SUPER_BONUS
from vingt.core.wagers.dealer_hand import FREE_BONUS_STAKE
from vingt.core.wagers.outcome import TRIGGER

SEED = 21
TRIED = 6000  # rounds by lot for the lines of one wager
WINNER, OTHER = "ann", "bob"
PlayedAs = Literal["stand", "draw", "any"]


@dataclass(frozen=True)
class SoughtLine:
    """A line of a wager; `main` is what lies on the main wager, in cents, for it to be paid."""

    wager: str
    line: str
    main: int
    others: bool = False  # whether somebody else is at the table too
    hint: tuple[Card, ...] = ()  # cards that the line is made of, as the rules name them
    up: Rank | None = None
    other_holds: Rank | None = None


@dataclass
class RoundCards:
    """Where the cards of a round come from: those that are named for somebody, else by lot from a few."""

    rules: TableRules
    chance: Random
    named: dict[int, list[Card | None]]
    pools: dict[int, Sequence[Card]]

    def __post_init__(self) -> None:
        self.left = Counter(self.rules.cards.shoe)

    def next_for(self, box: int) -> Card:
        waiting = self.named.get(box)
        taken = (waiting.pop(0) if waiting else None) or self.by_lot(box)
        if not self.left[taken]:
            raise NotARound(f"the shoe has no more {taken}")
        self.left[taken] -= 1
        return taken

    def by_lot(self, box: int) -> Card:
        pool = [each for each in self.pools.get(box, ()) if self.left[each]]
        return self.chance.choice(pool or sorted(self.left.elements(), key=DECK.index))


# -- what is sought ----------------------------------------------------------------------------------------


def main_lines(rules: TableRules) -> list[SoughtLine]:
    """The main wager with its bonuses, super bonus and envy pays."""
    usual = usual_wager(rules)
    lines = [PLAIN_WIN, NATURAL]
    if rules.insurance.even_money and rules.pays.even_money is not None:
        lines.append(EVEN_MONEY)
    sought = [SoughtLine(MAIN, line, usual) for line in lines]
    if rules.bonus is not None:
        sought += [SoughtLine(MAIN, line.outcome, usual, hint=made_of(line)) for line in rules.bonus.lines]
    if rules.super_bonus is not None:
        up = rules.super_bonus.dealer_up_card
        hint = tuple(Card(rank, SUITS[0]) for rank in rules.super_bonus.ranks)
        for tier in rules.super_bonus.tiers:
            main = max(tier.wager_min, rules.wagering.minimum)
            if main <= rules.wagering.maximum and (tier.wager_below is None or main < tier.wager_below):
                sought.append(SoughtLine(SUPER_BONUS, tier.outcome, main, hint=hint, up=up))
        sought += [
            SoughtLine(ENVY, line.outcome, usual, others=True, hint=hint, up=up, other_holds=line.holding)
            for line in rules.super_bonus.envy
        ]
    return sought


def made_of(line: BonusLine) -> tuple[Card, ...]:
    """Cards among which a bonus line may be found: its ranks in its suits, or low ones for a long hand."""
    ranks = line.ranks or RANKS[:5]
    suits = (line.suits,) if line.suits in SUITS else SUITS[:1] if line.suits == "one" else SUITS
    return tuple(Card(rank, suit) for rank in ranks for suit in SUITS if suit in suits)


def smallest_stake(rules: TableRules, wager: OfferedWager, main: int) -> int | None:
    """What is laid on a side wager beside this main wager; None where nothing can be."""
    if wager.rides_on is not None or wager.placed == "when_asked":
        return None
    try:
        return stake_of(rules, wager, main)
    except NotCarried:
        return None


# -- the search --------------------------------------------------------------------------------------------


def winning_rounds(
    rules: TableRules,
    sought: Sequence[SoughtLine],
    case: Case | None = None,
    tried: int = TRIED,
) -> dict[SoughtLine, ScriptedRound]:
    """For each line the first round found that wins it; lines of one wager are sought together."""
    missing = {(each.wager, each.line, each.main): each for each in sought}
    rounds: dict[SoughtLine, ScriptedRound] = {}
    chance = Random(SEED)
    attempts = chain(by_examples(rules, sought, case, chance), by_lot(rules, sought, chance, tried))
    for try_round in attempts:
        if not missing:
            break
        try:
            played = try_round()
        except NotARound:
            continue
        main = main_of(played)
        for wager, line in played.won():
            line_won = missing.pop((wager, line, main), None)
            if line_won is not None:
                rounds[line_won] = played
    return {line: rounds[line] for line in sought if line in rounds}


def main_of(played: ScriptedRound) -> int:
    return int(played.steps[0].split()[-1])


TryRound = Callable[[], ScriptedRound]


def by_examples(
    rules: TableRules, sought: Sequence[SoughtLine], case: Case | None, chance: Random
) -> Iterator[TryRound]:
    if case is None:
        return
    known: dict[str, Example] = examples(case)
    for sought_line in sought:
        example = known.get(sought_line.line)
        if example is None:
            continue

        def attempt(sought_line: SoughtLine = sought_line, example: Example = example) -> ScriptedRound:
            named: dict[int, list[Card | None]] = {1: [*example.player], DEALER: [*example.dealer]}
            return play_round(rules, sought_line, RoundCards(rules, chance, named, {}), "stand", chance)

        yield attempt


def by_lot(rules: TableRules, sought: Sequence[SoughtLine], chance: Random, tried: int) -> Iterator[TryRound]:
    wanted = list(dict.fromkeys(sought))
    for at in range(tried):
        sought_line = wanted[at % len(wanted)]

        def attempt(sought_line: SoughtLine = sought_line) -> ScriptedRound:
            pools: dict[int, Sequence[Card]] = {box: few_cards(rules, chance) for box in (DEALER, 1, 2, 3)}
            named: dict[int, list[Card | None]] = {}
            manner: PlayedAs = chance.choice(("stand", "draw", "draw", "any"))
            if sought_line.hint:
                pools[1], manner = sought_line.hint, "draw"
            elif chance.random() < 0.5:
                pools[DEALER] = pools[1]
            if sought_line.up:
                named[DEALER] = [Card(sought_line.up, chance.choice(SUITS))]
            if sought_line.others:
                held: Rank = (
                    chance.choice(RANKS) if sought_line.other_holds is None else sought_line.other_holds
                )
                second = other_box(rules)
                named[second] = [Card(held, chance.choice(SUITS))]
                manner = "draw"
            return play_round(rules, sought_line, RoundCards(rules, chance, named, pools), manner, chance)

        yield attempt


def few_cards(rules: TableRules, chance: Random) -> list[Card]:
    """Of one to five ranks and one to four suits."""
    ranks = [rank for rank in RANKS if rank not in rules.cards.removed_ranks]
    some = set(chance.sample(ranks, chance.choice((1, 1, 2, 3, 4, 5))))
    suits = set(chance.sample(SUITS, chance.choice((1, 2, 4))))
    return [card for card in DECK if card.rank in some and card.suit in suits]


# -- one round ---------------------------------------------------------------------------------------------


def play_round(
    rules: TableRules, sought: SoughtLine, cards: RoundCards, manner: PlayedAs, chance: Random
) -> ScriptedRound:
    played = ScriptedRound(rules)
    played.give(f"wager {WINNER} 1 {MAIN} {sought.main}")
    for name in laid_with(rules, sought.wager):
        wager = rules.wager(name)
        stake = smallest_stake(rules, wager, sought.main) if wager is not None else None
        if stake is not None:
            played.give(
                f"wager {WINNER} 1 {name} {max(stake, FREE_BONUS_STAKE) if riding(rules, sought) else stake}"
            )
    if sought.others:
        played.give(f"wager {OTHER} {other_box(rules)} {MAIN} {sought.main}")
    played.give("close")
    while True:
        match played.due:
            case NothingDue():
                return played
            case CardDue(box=box):
                played.give(f"deal {cards.next_for(1 if box == COMMUNITY else box)}")
            case DecisionDue(kind="insurance", boxes=boxes):
                played.give(insurance_answer(rules, sought, boxes[0], chance))
            case DecisionDue(kind="action", box=box, hand=hand):
                played.give(f"{action(played, box, hand, manner, chance)} {box}.{hand + 1}")
            case DecisionDue(kind="switch", box=box, hand=hand):
                played.give(f"keep-cards {box}.{hand + 1}")
            case DecisionDue(kind="rescue", box=box, hand=hand):
                played.give(f"stand {box}.{hand + 1}")
            case DeviceDue(device="card_reader"):
                played.give("check")
            case DeviceDue(device="claim", box=box, wager=wager_id):
                played.give(f"claim {box} {wager_id} 0")
            case WagersDue():
                raise NotARound("the betting does not close")
            case due:
                raise NotARound(f"the round waits for {due}")


def riding(rules: TableRules, sought: SoughtLine) -> bool:
    wager = rules.wager(sought.wager)
    return wager is not None and wager.rides_on is not None


def other_box(rules: TableRules) -> int:
    return rules.variant.position_of(1)[-1] + 1


def laid_with(rules: TableRules, name: str) -> tuple[str, ...]:
    """The side wagers to lay so that this one can win: itself, what it rides on, what it needs beside it."""
    wager = rules.wager(name)
    if wager is None:
        return ()
    beside = dict(wager.options).get("companion")
    first = [other for other in (wager.rides_on, beside) if isinstance(other, str)]
    return (*first, name)


def insurance_answer(rules: TableRules, sought: SoughtLine, box: int, chance: Random) -> str:
    asked = rules.asked_wager
    if sought.line == EVEN_MONEY:
        return f"even-money {box}" if chance.random() < 0.8 else f"no-insurance {box}"
    if asked is not None and sought.wager == asked.id:
        return f"insure {box} {insurance_limit(rules, sought.main)}"
    return f"no-insurance {box}"


def action(played: ScriptedRound, box: int, hand: int, manner: PlayedAs, chance: Random) -> str:
    allowed = [right.name for right in legal(played.rules, played.state, box, hand) if right.allowed]
    if manner == "any" and allowed:
        return chance.choice(allowed)
    there = played.state.box(box)
    assert there is not None
    low = total_of(played.rules, there.hands[hand]).points < 21
    return "hit" if manner == "draw" and low and "hit" in allowed else "stand"


def sought_lines(rules: TableRules, wager: OfferedWager, lines: Sequence[str]) -> list[SoughtLine]:
    """The lines of a side wager; of a wheel, the spin, whose symbol no card decides."""
    names = [TRIGGER] if wager.wheel or "wheel" in wager.needs else list(lines)
    return [SoughtLine(wager.id, name, usual_wager(rules)) for name in names]
