"""`vingt new`: a submission to begin with, every choice of the rulebook in it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from vingt.cli.terminal.arguments import argument, option, output_option
from vingt.core.rules.submission import Unreadable
from vingt.report.words.unknown import Unknown
from vingt.rulebook import library
from vingt.rulebook.starter import starter


def complete_rulebook(incomplete: str) -> list[str]:
    return [rulebook for rulebook in library.RULEBOOKS if rulebook.startswith(incomplete)]


def new(
    rulebook: Annotated[
        str,
        argument("RULEBOOK", "A rulebook id, or an older edition like md-pontoon-21@1.", complete_rulebook),
    ],
    output: Annotated[Path | None, output_option("Write it here; what exists is left as it is.")] = None,
    title: Annotated[str, option("TEXT", "What the table is called.")] = "",
) -> None:
    """A submission to begin with: what must be chosen, and every other choice as a comment.

    It is allowed as it stands. Each choice shows what is permitted, its default,
    its clauses and readings; take away its # to make it. The same choices as
    data: vingt rules RULEBOOK --json.

    Examples:
      vingt new md-blackjack
      vingt new md-pontoon-21 --output corner-table.toml --title "The corner table"
      vingt check corner-table.toml
    """
    if not library.is_rulebook(rulebook):
        raise Unknown("rulebook", rulebook, library.RULEBOOKS)
    if not title.isprintable() or '"' in title or "\\" in title:
        raise Unreadable("--title: a title has neither quotes nor backslashes nor signs that are not seen")
    text = starter(rulebook, title)
    if output is None:
        print(text, end="")
        return
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Unreadable(f"{output} exists already: choose another name, or remove it") from None
    print(f"vingt: wrote {output}; change it, then: vingt check {output}", file=sys.stderr)
