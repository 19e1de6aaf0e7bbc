"""`vingt readings`: where a text is doubtful, the answer taken, and how an operator may choose another."""

from __future__ import annotations

from typing import Annotated

from vingt.cli.terminal.arguments import FindOption, JsonOption, SetOption, argument, complete_rules, flag
from vingt.cli.terminal.subject import subject
from vingt.core.cite import is_reading
from vingt.report.rules.readings import is_about, reading_json, readings_page
from vingt.report.rules.subjects import Subject, contains
from vingt.report.text.page import print_json
from vingt.report.words.unknown import Unknown
from vingt.rulebook import library


def readings(
    rules: Annotated[
        list[str] | None,
        argument(
            "[RULES | READING | CLAUSE]",
            "A rulebook id, sample or submission; one reading, like I-3; or a clause, like MD-P21 7.P.",
            complete_rules,
        ),
    ] = None,
    open: Annotated[bool, flag("--open", "Only those that leave the operator a choice.")] = False,
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
