"""`vingt readings`: where a text is doubtful, the answer taken, and how an operator may choose another."""

from __future__ import annotations

from typing import Annotated

import typer

from vingt.cli.terminal.arguments import FindOption, JsonOption, SetOption, complete_rules
from vingt.cli.terminal.errors import Unknown
from vingt.cli.terminal.subject import subject
from vingt.core.cite import is_reading
from vingt.report.rules.readings import is_about, reading_json, readings_page
from vingt.report.rules.subjects import Subject, contains
from vingt.report.text.page import print_json
from vingt.rulebook import library

ReadingArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[RULES | READING | CLAUSE]",
        help="A rulebook id, sample or submission; one reading, like I-3; or a clause, like MD-P21 7.P.",
        show_default=False,
        autocompletion=complete_rules,
    ),
]
OpenOption = Annotated[bool, typer.Option("--open", help="Only those that leave the operator a choice.")]


def readings(
    rules: ReadingArgument = None,
    open: OpenOption = False,
    find: FindOption = None,
    choices: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Every doubt about a text: question, answer taken, reason, and the keys that choose another answer.

    With RULES, the keys show what that table chose.

    Examples:
      vingt readings md-pontoon-21 --open
      vingt readings I-3
      vingt readings MD-P21 7.P
      vingt readings --find surrender --json
    """
    one = rules[0].upper() if rules and len(rules) == 1 and is_reading(rules[0].upper()) else ""
    if one and one not in {each.id for each in library.readings()}:
        raise Unknown("reading", one, (each.id for each in library.readings()))
    about = Subject(library.RULEBOOKS) if one else subject(rules, choices)
    found = [
        each
        for each in library.readings()
        if one in ("", each.id)
        and is_about(each, about)
        and (each.leaves_a_choice or not open)
        and contains(find, each.id, each.question, each.default, each.reason, each.option, *each.clauses)
    ]
    if json:
        print_json({"readings": [reading_json(each, about) for each in found]})
    else:
        readings_page(found, about, in_full=bool(one)).print()
