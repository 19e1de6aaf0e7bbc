"""`vingt diff`: what differs between two tables, and between two rulebooks also in what they permit."""

from __future__ import annotations

from typing import Annotated

from vingt.cli.terminal.arguments import (
    RULES_HELP,
    JsonOption,
    RulesArgument,
    SetOption,
    argument,
    complete_rules,
    given,
)
from vingt.core.rules.submission import Unreadable
from vingt.report.rules.differences import (
    differences_json,
    differences_page,
    differing,
    in_force,
    permitted_by,
)
from vingt.report.text.page import print_json


def diff(
    first: RulesArgument,
    second: Annotated[
        str | None,
        argument("RULES", f"{RULES_HELP} Left out: the first with --set.", complete_rules, show_default=True),
    ] = None,
    choices: SetOption = None,
    json: JsonOption = False,
) -> None:
    """What differs between two tables, side by side, with clauses.

    For two rulebook ids also what they permit: choices, wagers, paytables.
    --set changes both; with one RULES, it is compared with itself under --set.

    Examples:
      vingt diff md-pontoon-21 ma-pontoon-21
      vingt diff md-pontoon-21@1 md-pontoon-21
      vingt diff md-blackjack --set soft17=S17
      vingt diff md-pontoon-21 my-table.toml --json
    """
    if second is None and not choices:
        raise Unreadable("diff: name a second RULES, or a --set to compare with")
    left = given(first, choices if second is not None else None)
    right = given(second or first, choices)
    parts = {"in_force": differing(in_force(left), in_force(right))}
    if left.is_a_rulebook and right.is_a_rulebook and second is not None:
        parts["permitted"] = differing(*permitted_by(left.document, right.document))
    if json:
        print_json(differences_json(left, right, parts))
    else:
        differences_page(left, right, parts).print()
