"""The cards before the first round, step by step as a table dealt by hand has them: received, inspected,
shuffled, cut, loaded and burned from."""

from __future__ import annotations

from functools import lru_cache

from vingt.core.cite import Cite
from vingt.core.rounds.state import new_round
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import procedure as shoe
from vingt.core.shoe.state import ShoeState
from vingt.live.school.acts import among
from vingt.live.school.practice import PracticeTable
from vingt.live.school.question import Scene, SchoolQuestion
from vingt.live.table import decks
from vingt.live.table.dealing import DealingState
from vingt.live.table.duty import Duty
from vingt.live.table.duty_steps import loading_words, preparing
from vingt.live.table.state import HeldBox, TableState

OPENED = "The table is opened."


@lru_cache(maxsize=50)
def preparation(rules: TableRules) -> tuple[tuple[str, Cite], ...]:
    """Every step in its words and with its clause, in order."""
    table = TableState(dealing=DealingState(mode="guided", dealer="trainee"))
    items = [*decks.shuffling(rules, table, 1)]
    side = shoe.side_opened(rules, ShoeState())
    cards = ShoeState(stage="shuffled", number=1, cards=len(rules.cards.shoe), shoes_opened=1, side=side)
    steps = [(item.words, item.cite) for item in items]
    if shoe.is_cut(rules):
        seated = table._replace(shoe=cards, held=(HeldBox(1, "first to arrive"),))
        offer = preparing(rules, seated, Duty("prepare", ()), 1)
        assert offer is not None
        steps.append((offer.words, offer.cite))
        steps += [(item.words, item.cite) for item in decks.before_loading(rules)]
    loading = shoe.loaded(rules, cards._replace(stage="cut"))
    steps += [(loading_words(rules, event, cards.side), getattr(event, "cite", Cite())) for event in loading]
    return tuple(steps)


def procedure_question(table: PracticeTable) -> SchoolQuestion:
    """The step after one that is done, among those that come later."""
    steps = preparation(table.rules)
    done = table.chance(len(steps) - 1)  # of the last one nothing would be left to choose from
    words, cite = steps[done]
    said = f"Done: {steps[done - 1][0]}" if done else OPENED
    later = [each for each, _ in steps[done + 1 :]]
    where = cite or table.rules.cite("shoe.shuffler", "shoe.shuffle_procedure")
    return SchoolQuestion(
        "procedure",
        "What comes next with the cards?",
        Scene(new_round(), (said,)),
        words,
        where,
        among(words, later, table.chance),
    )
