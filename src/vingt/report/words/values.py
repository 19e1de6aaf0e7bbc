"""Values, limits and cites in words a person reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from vingt.core.cite import Cite
from vingt.core.money import Cents, dollars
from vingt.core.rules.kinds import one_of
from vingt.core.rules.leaf import MISSING, Leaf, amount
from vingt.core.rules.offered_wager import Meter, Stake
from vingt.core.rules.wager_document import Cap, MeterDocument, PaytableDocument, StakeDocument

BY_MAIN_WAGER = ", at most the main wager"


def in_words(value: object, kind: Any = None) -> str:
    """A value as printed or as a submission writes it; money in dollars where the field's kind is money."""
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(in_words(each, kind) for each in value)
    return amount(kind, value)


def chosen_word(leaf: Leaf, word: object) -> str:
    """A choice in the submission's own word where it has one ("tie"), else as the value it gives; nothing
    where only a submission can state a value and this one does not."""
    if word is MISSING:
        return "none"
    if isinstance(word, str) and word in leaf.means:
        return word
    return in_words(leaf.choose(word), leaf.kind)


def short(cite: Cite, prefix: str) -> str:
    """Clauses without the prefix that heads their column, then readings: 7.P, I-3."""
    return ", ".join((*(clause.removeprefix(f"{prefix} ") for clause in cite.clauses), *cite.readings))


def bracketed(text: str, cite: Cite, prefix: str) -> str:
    return f"{text} [{short(cite, prefix)}]" if cite else text


def stake_in_force(stake: Stake) -> str:
    if stake.exact:
        return exact_stakes(stake.exact)
    most = f" to {dollars(stake.maximum)}" if stake.maximum is not None else " or more"
    words = f"{dollars(stake.minimum or 0)}{most}"
    return words + BY_MAIN_WAGER if stake.at_most_main_wager else words


def exact_stakes(amounts: Iterable[Cents]) -> str:
    return " or ".join(dollars(exact) for exact in amounts)


def stake_permitted(stake: StakeDocument) -> str:
    if stake.exact:
        words = exact_stakes(stake.exact)
        return f"{words}, or any other amount" if stake.open else words
    words = f"at least {dollars(stake.minimum)}" if stake.minimum is not None else "any amount"
    return words + BY_MAIN_WAGER if stake.at_most_main_wager else words


def meter_in_words(meter: Meter) -> str:
    most = f", maximum {dollars(meter.maximum)}" if meter.maximum is not None else ""
    kept = f", reserve {meter.reserve}" if meter.reserve else ""
    return f"initial {dollars(meter.initial)}, reset {dollars(meter.reset)}{most}, rate {meter.rate}{kept}"


def meter_permitted(meter: MeterDocument) -> str:
    most = f", maximum at least {dollars(meter.maximum_min)}" if meter.maximum_min is not None else ""
    return (
        f"initial at least {dollars(meter.initial_min)}, reset at least {dollars(meter.reset_min)}{most}, "
        "rate above 0 and at most 1"
    )


def cap_permitted(cap: Cap) -> str:
    return f"at least {dollars(cap.minimum)} and {cap.times_maximum_wager} times the largest stake"


def paytables_permitted(tables: Iterable[PaytableDocument]) -> str:
    """Ids of paytables: A, B or C."""
    return one_of(tuple(paytable.table.id for paytable in tables)).replace('"', "")


def line_paths(path: str, lines: Sequence[Any]) -> list[str]:
    """A path for each line of a list; a step that comes again is numbered: shuffle_steps.riffle#2."""
    seen: Counter[str] = Counter()
    paths = []
    for line in lines:
        name = line.what if hasattr(line, "what") else line.outcome
        seen[name] += 1
        paths.append(f"{path}.{name}" if seen[name] == 1 else f"{path}.{name}#{seen[name]}")
    return paths
