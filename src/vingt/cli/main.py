"""The `vingt` command. A subcommand is one line in COMMANDS; its module is imported when it is invoked."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, NamedTuple, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command


class CommandEntry(NamedTuple):
    """`vingt NAME` calls the function NAME of its module; `help` is its line in `vingt --help`."""

    name: str
    help: str
    needs: str = ""  # the extra without which it says no more than its help
    shares: str = ""  # the command in whose module it stands, where that is not its own

    @property
    def module(self) -> str:
        return self.shares or self.name


COMMANDS = (
    CommandEntry("rulebooks", "The rulebooks: title, clauses, decks and wagers."),
    CommandEntry("rules", "Every value in force at a table, with its clause and reading."),
    CommandEntry("diff", "What differs between two tables or two rulebooks."),
    CommandEntry("check", "Is this submission allowed? All problems, with line and clause."),
    CommandEntry("new", "A submission to begin with: every choice, commented."),
    CommandEntry("clauses", "Every clause, how it is carried and what proves it."),
    CommandEntry("wagers", "Side wagers: exact values, paytables compared, PAR sheets.", "analysis"),
    CommandEntry("progressive", "Meters, wheels, jackpots: return, break-even, law of the hit.", "analysis"),
    CommandEntry("edge", "The house edge, exactly: its parts, its law, what each rule is worth.", "analysis"),
    CommandEntry("strategy", "The best chart for a table: text, HTML, SVG, PNG, CSV, JSON.", "analysis"),
    CommandEntry("advise", "Every action of one hand with its exact expectation.", "analysis"),
    CommandEntry("count", "Counting, exactly: effects of removal, best tags, playing indices.", "analysis"),
    CommandEntry("protect", "What a table can lose to counts and seen cards; what closes it.", "analysis"),
    CommandEntry("simulate", "Play very many rounds: edge, error, side wagers, hold.", "analysis"),
    CommandEntry("play", "Play at a table in the terminal, against the engine."),
    CommandEntry("school", "Learn to deal: exercises from any rules, graded by the engine."),
    CommandEntry("serve", "Live tables in the browser, on a log that loses nothing.", "serve"),
    CommandEntry("tables", "The tables of a house: rounds played, what they won."),
    CommandEntry("win", "The daily win report: each table and wager, beside its exact interval.", "analysis"),
    CommandEntry("replay", "One round from the log: cards, decisions, money and clauses."),
    CommandEntry("verify", "Is a house's log true? Chain, ledger, shoes, every payment."),
    CommandEntry("events", "Starts, faults, log-ins, roles: a house's significant events."),
    CommandEntry("backup", "Copy a house's log while it plays, checked.", "serve"),
    CommandEntry("restore", "A house from a backup; it says what is missing.", "serve", "backup"),
    CommandEntry("export", "A house's log as JSON lines."),
    CommandEntry("packet", "All that is filed for a table, as one file that can be verified.", "analysis"),
    CommandEntry("docket", "What real houses were fined for, replayed and valued exactly."),
    CommandEntry("rng", "What the shuffle draws, for dieharder and other tests of randomness."),
    CommandEntry("readings", "Where a text is doubtful: the answer taken and the choice left."),
)


class Deferred(TyperCommand):
    """Stands in `vingt --help` for a command whose module is not imported yet."""

    def __init__(self, entry: CommandEntry) -> None:
        panel = rf"With vingt\[{entry.needs}]" if entry.needs else None
        super().__init__(entry.name, help=entry.help, rich_help_panel=panel)
        self.entry = entry

    # Any: typer keeps its context classes private
    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        try:
            return self.loaded().make_context(info_name, args, parent, **extra)
        except ImportError:
            from vingt._door.parts import parts_stood_in

            with parts_stood_in():  # who asks for --help gets it, and this ends here
                self.loaded().make_context(info_name, args, parent, **extra)
            raise

    def loaded(self) -> Any:
        single = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})
        function = getattr(import_module(f"vingt.cli.commands.{self.entry.module}"), self.entry.name)
        single.command(self.entry.name)(function)
        return get_command(single)


class Commands(TyperGroup):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for entry in COMMANDS:
            self.add_command(Deferred(entry))


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def print_version(wanted: bool) -> None:
    if wanted:
        from vingt._version import __version__

        print(f"vingt {__version__}")
        raise typer.Exit


@app.callback()
def vingt(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Casino rulebooks of the 21 family that run.

    RULES is everywhere a rulebook id (meaning its default table), a sample
    like md-pontoon-21/default, or the path of your own submission.
    --set KEY=VALUE changes one choice of it.

    Begin with:
      vingt rulebooks
      vingt rules md-pontoon-21 --section split
      vingt check my-table.toml
    """


def app_entry(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end with its exit code: 0, 1 not allowed, 2 unreadable or misused."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller: >&-
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    try:
        try:
            get_command(app).main(args, prog_name="vingt")
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader (head, less) has seen enough. What is still buffered must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        from vingt.cli.terminal.errors import report

        sys.exit(report(error))
    sys.exit(0)
