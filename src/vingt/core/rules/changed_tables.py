"""A table named with --set: its title made from the rules in force, and the side wagers that cannot stay."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vingt.core.number_words import number_word
from vingt.core.rules.document import Document
from vingt.core.rules.leaf import MISSING, Leaf
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Problem, Submission


def word_in_force(submission: Submission, leaf: Leaf) -> Any:
    """The word in force for a leaf: the submission's, else the rulebook's value or default."""
    if leaf.key is not None and leaf.key in submission.raw:
        return submission.raw[leaf.key]
    return leaf.value if leaf.value is not MISSING else leaf.default


def decks_in_words(decks: object) -> str:
    if not isinstance(decks, int):
        return f"{decks} decks"
    return f"{number_word(decks)} deck{'' if decks == 1 else 's'}"


def title_in_force(document: Document, submission: Submission) -> str:
    """What a table is called once --set changed it: the game, the way it is dealt where that is not the usual
    one, its decks, and what the trade asks for next."""
    way = document.leaves["variant.game"]
    dealt = word_in_force(submission, way)
    parts = [document.title, *([str(dealt).replace("_", "-")] if dealt != way.resolved() else [])]
    parts.append(decks_in_words(word_in_force(submission, document.leaves["cards.decks"])))
    for path in ("dealer.soft17", "pays.natural"):
        leaf = document.leaves[path]
        if leaf.key is not None and not leaf.is_fixed:
            word = word_in_force(submission, leaf)
            parts.append(str(leaf.choose(word)) if leaf.permits(word) is None else str(word))
    return ", ".join(parts)


def without_barred_wagers(
    document: Document, submission: Submission, set_keys: tuple[str, ...]
) -> tuple[Submission, list[Problem]]:
    """The submission less the side wagers that a change of the table bars, and what barred each of them.

    A wager that --set itself names stays: what is asked for is judged. Nothing is left out of a table that is
    not allowed for other reasons too."""
    try:
        resolve(document, submission)
    except NotAllowed as refusal:
        problems = refusal.problems
    else:
        return submission, []
    wanted = {key.split(".")[1] for key in set_keys if key.startswith("wagers.") and "." in key}
    barred = {problem.key.split(".")[1]: problem for problem in problems if problem.key.startswith("wagers.")}
    offered = submission.raw.get("wagers")
    if (
        "wagers" in set_keys
        or len(barred) < len({problem.key for problem in problems})
        or wanted & set(barred)
    ):
        return submission, []
    if not isinstance(offered, dict) or not set(barred) <= set(offered):
        return submission, []
    kept = {name: terms for name, terms in offered.items() if name not in barred}
    fewer = replace(submission, raw={**submission.raw, "wagers": kept})
    try:
        resolve(document, fewer)
    except NotAllowed:
        return submission, []
    return fewer, list(barred.values())
