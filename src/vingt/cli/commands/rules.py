"""`vingt rules`: every value in force at a table, with its clause, its reading and the choice it leaves."""

from __future__ import annotations

from typing import Annotated

from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, given, option
from vingt.report.rules.listing import rules_json, rules_page
from vingt.report.rules.values import RuleValue, sections_in_force
from vingt.report.text.page import print_json
from vingt.report.words.unknown import Unknown


def rules(
    rules: RulesArgument,
    section: Annotated[
        str | None, option("NAME", "Only this section: split, shoe, wagers, wagers.insurance.")
    ] = None,
    choices: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Every value in force at a table, with its clause and reading.

    Open choices show the key a submission uses and what is permitted.

    Examples:
      vingt rules md-pontoon-21
      vingt rules my-table.toml --section split
      vingt rules md-blackjack --set decks=8 --set soft17=S17 --json
    """
    table = given(rules, choices)
    sections = sections_in_force(table)
    if section is not None:
        sections = only(sections, section)
    if json:
        print_json(rules_json(table, sections))
    else:
        rules_page(table, sections, whole=section is None).print()


def only(sections: dict[str, list[RuleValue]], section: str) -> dict[str, list[RuleValue]]:
    wanted = {
        name: values for name, values in sections.items() if name == section or name.startswith(f"{section}.")
    }
    if not wanted:
        raise Unknown("section", section, dict.fromkeys((*sections, "wagers")))
    return wanted
