"""What the choices that a rulebook leaves open do to the house edge, and what a count then takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vingt.analysis.counting.main_risk import MainRisk
from vingt.analysis.counting.protection import own_cut
from vingt.analysis.exact.edge import edge
from vingt.analysis.options.worth import Change, plainly, plan
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.money import Cents
from vingt.report.counting.exposure import RuleChange
from vingt.report.proposal import Proposal

FELT = 1e-6  # a choice that moves the edge by less is not told


def changes_of(
    at: Proposal, main: MainRisk, wanted: Sequence[Change], wager: Cents, done: Callable[[], None]
) -> list[RuleChange]:
    """Those of the choices that the main wager feels; first what leaves the count least."""
    changes = []
    for change in wanted:
        try:
            moved = edge(change.rules, wager=wager, with_law=False).ev - main.flat
        except NotCarried:
            continue
        finally:
            done()
        told = {change.key: change.word, **dict(change.along)}
        words = ", ".join(f"{key} = {said(word)}" for key, word in told.items())
        if abs(moved) > FELT or change.rules.cards.decks != at.rules.cards.decks:
            counted = main.shifted(moved, own_cut(at.rules), change.rules)
            changes.append(RuleChange(words, -moved, counted))
    return sorted(changes, key=lambda each: each.counted.per_100)


def said(word: object) -> str:
    return str(word).lower() if isinstance(word, bool) else str(plainly(word))


def choices_open(at: Proposal) -> list[Change]:
    """Every choice that the rulebook leaves open; none where hands are switched, for each would take as long
    as all the rest."""
    if at.rules.variant.hands_switched:
        return []
    return [each for each in plan(at.document, at.submission).changes if plays_alike(each, at)]


def plays_alike(change: Change, at: Proposal) -> bool:
    """Another game is no choice of this one."""
    variant = change.rules.variant
    return (variant.game, variant.shoe) == (at.rules.variant.game, at.rules.variant.shoe)
