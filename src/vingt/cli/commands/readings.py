"""`vingt readings`: where a text is doubtful, the answer taken, and how an operator may choose another."""

from __future__ import annotations

from typing import Annotated

import typer

from vingt.cli.terminal.arguments import FindOption, JsonOption, SetOption, complete_rules
from vingt.cli.terminal.subject import subject
from vingt.core.cite import is_reading
from vingt.report.rules.readings import is_about, reading_json, readings_page
from vingt.report.rules.subjects import Subject, contains
from vingt.report.text.page import print_json
from vingt.report.words.unknown import Unknown
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
    if one and one not in {reading.id for reading in library.readings()}:
        raise Unknown("reading", one, (reading.id for reading in library.readings()))
    about = Subject(library.RULEBOOKS) if one else subject(rules, choices)
    readings = [
        reading
        for reading in library.readings()
        if one in ("", reading.id)
        and is_about(reading, about)
        and (reading.leaves_a_choice or not open)
        and contains(
            find,
            reading.id,
            reading.question,
            reading.default,
            reading.reason,
            reading.option,
            *reading.clauses,
        )
    ]
    if json:
        print_json({"readings": [reading_json(reading, about) for reading in readings]})
    else:
        readings_page(readings, about, in_full=bool(one)).print()
