"""What every open choice of a rulebook is worth: the edge of the table with one choice made otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from vingt.analysis.exact.edge import edge
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cite import Cite
from vingt.core.rules.document import Document
from vingt.core.rules.leaf import MISSING, Leaf
from vingt.core.rules.resolve import NotAllowed, accepting_departures, choices_of, resolve
from vingt.core.rules.submission import Submission
from vingt.core.rules.table_rules import TableRules

# Ranges that go on: the values people ask about.
USUAL = {"split.hands_max": (2, 3, 4), "split.aces_hands_max": (2, 3, 4), "double.times_max": (1, 2, 3)}
MOST = 8  # values of any other range
REPAIRS = 3  # other choices that may have to change along


@dataclass(frozen=True)
class Change:
    """One choice made otherwise; `along` are choices that cannot stay as they were because of it."""

    key: str
    word: Any
    instead_of: Any
    along: tuple[tuple[str, Any], ...]
    cite: Cite
    rules: TableRules


@dataclass(frozen=True)
class WorthPlan:
    """`unaffected` are open keys that the main wager does not feel, `barred` values that do not go with the
    table's other choices."""

    changes: tuple[Change, ...]
    unaffected: tuple[str, ...]
    barred: tuple[tuple[str, Any, str], ...]


@dataclass(frozen=True)
class Varied:
    change: Change
    house_edge: float | None  # None where the analysis does not carry it
    effect: float
    refusal: str = ""

    def as_json(self) -> dict[str, object]:
        return {
            "key": self.change.key,
            "value": plainly(self.change.word),
            "instead_of": plainly(self.change.instead_of),
            "along": {key: plainly(word) for key, word in self.change.along},
            "house_edge": self.house_edge,
            "effect": self.effect if self.house_edge is not None else None,
            "not_carried": self.refusal or None,
            "rules_identity": self.change.rules.identity,
            **self.change.cite.as_json(),
        }


def plainly(word: Any) -> object:
    return word if isinstance(word, bool | int | str) or word is None else str(word)


def plan(document: Document, submission: Submission) -> WorthPlan:
    """Every other value of every open choice that the main wager can feel, those included that a submission
    may make only by accepting a reading."""
    base = resolve(document, submission)
    submission = accepting_departures(document, submission)
    felt = feels(base)
    changes: list[Change] = []
    unaffected: list[str] = []
    barred: list[tuple[str, Any, str]] = []
    for key, leaf in choices_of(document).items():
        if leaf.path.startswith("wager."):
            unaffected.append(key)
            continue
        now = submission.raw.get(key, leaf.default)
        matters = False
        for word in others(leaf, now):
            try:
                change = changed(document, submission, key, word, now)
            except NotAllowed as refusal:
                plain = [problem for problem in refusal.problems if not problem.key.startswith("wagers.")]
                barred.append((key, word, plain[0].message))
                continue
            other_game = change.rules.variant.game != base.variant.game and leaf.path != "variant.game"
            if feels(change.rules) != felt and not other_game:
                changes.append(change)
                matters = True
        if not matters and not any(each[0] == key for each in barred):
            unaffected.append(key)
    return WorthPlan(tuple(changes), tuple(unaffected), tuple(barred))


def feels(rules: TableRules) -> tuple[object, ...]:
    """What of the rules reaches the analysis: a change elsewhere cannot move the edge."""
    double, bonus = rules.double, rules.super_bonus
    return (
        rules.cards.decks,
        rules.cards.removed_ranks,
        rules.cards.court_cards_count,
        rules.cards.ace_counts,
        (rules.dealer.second_card, rules.dealer.checked_up_cards),
        (rules.dealer.stands_on_hard, rules.dealer.soft17),
        rules.play.no_draw_from,
        rules.natural,
        rules.twenty_one,
        tuple((path, row.pays) for path, row in rules.settles.by_path.items()),
        rules.dealer_natural,
        (double.cards_min, double.cards_max, double.after_split, double.times_max, double.pays),
        (double.first_two_aces_count_one,),
        (rules.rescue.total_max, rules.rescue.returns) if rules.rescue else None,
        rules.split,
        (rules.surrender.offered, rules.surrender.up_cards, rules.surrender.forfeits),
        (rules.surrender.dealer_natural_takes,),
        (rules.pays.win, rules.pays.natural),
        (rules.insurance.even_money, rules.pays.even_money, rules.insurance.up_cards),
        rules.bonus,
        (bonus.ranks, bonus.suits, bonus.dealer_up_card, bonus.tiers) if bonus else None,
        (rules.variant.game, rules.variant.shoe),
    )


def others(leaf: Leaf, now: Any) -> Iterator[Any]:
    """The permitted values besides the one in force."""
    chosen = leaf.choose(now) if now is not MISSING else MISSING
    words: tuple[Any, ...] = leaf.choices
    if not words:
        low, high = leaf.bounds
        if leaf.kind is not int or low is None or high is None:
            return
        words = USUAL.get(leaf.path) or tuple(range(low, high + 1))[:MOST]
    for word in words:
        if leaf.permits(word) is None and leaf.choose(word) != chosen:
            yield word


def changed(document: Document, submission: Submission, key: str, word: Any, now: Any) -> Change:
    """The table with that choice; another choice that the rulebook then forbids is changed along. Side wagers
    that have no place beside it are dropped: they do not touch the main wager."""
    along: dict[str, Any] = {}
    while True:
        submitted = submission.with_choices({key: word, **along})
        try:
            rules = without_wagers_if_need_be(document, submitted)
        except NotAllowed as refusal:
            if len(along) == REPAIRS:
                raise
            other, mended = repaired(document, submitted, key, refusal)
            along[other] = mended
        else:
            cite = document.keys[key].cite_for(word)
            return Change(key, word, now, tuple(along.items()), cite, rules)


def without_wagers_if_need_be(document: Document, submission: Submission) -> TableRules:
    try:
        return resolve(document, submission)
    except NotAllowed as refusal:
        if not all(problem.key.startswith("wagers.") for problem in refusal.problems):
            raise
        return resolve(document, bare(submission))


def bare(submission: Submission) -> Submission:
    kept = {key: each for key, each in submission.raw.items() if key != "wagers"}
    return Submission(submission.source, submission.rulebook, kept, submission.lines)


def repaired(document: Document, submission: Submission, key: str, refusal: NotAllowed) -> tuple[str, Any]:
    """Another choice and the value of it with which the first problem is gone: the choice the problem names,
    or, where it names the change itself, a neighbour in the same section."""
    problem = next(each for each in refusal.problems if not each.key.startswith("wagers."))
    if problem.key != key:
        keys = [problem.key] if problem.key in document.keys else []
    else:
        section = document.keys[key].path.split(".")[0]
        keys = [
            other
            for other, leaf in choices_of(document).items()
            if other != key and leaf.path.startswith(f"{section}.")
        ]
    repair: tuple[str, Any] | None = None
    for other in keys:
        leaf = document.keys[other]
        for word in others(leaf, submission.raw.get(other, leaf.default)):
            try:
                resolve(document, bare(submission.with_choices({other: word})))
            except NotAllowed as left:
                if any(each.key == problem.key for each in left.problems):
                    continue
            repair = other, word
        if repair is not None:
            return repair
    raise refusal


def vary(
    planned: WorthPlan,
    base: float,
    *,
    wager: int,
    other_players: int,
    done: Callable[[], None] = lambda: None,
) -> list[Varied]:
    """Value every change under best play, the largest effect first; what is not carried comes last."""
    varied = []
    for change in planned.changes:
        try:
            value = edge(change.rules, wager=wager, other_players=other_players, with_law=False).house_edge
            varied.append(Varied(change, value, value - base))
        except NotCarried as refusal:
            varied.append(Varied(change, None, 0.0, str(refusal)))
        done()
    return sorted(varied, key=lambda each: (each.house_edge is None, -abs(each.effect)))
