"""`vingt packet`: everything that an operator files for a table, as one file that can be verified."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from vingt.cli.terminal.analysis import at_work
from vingt.cli.terminal.arguments import (
    RULES_HELP,
    JsonOption,
    SetOption,
    argument,
    complete_rules,
    flag,
    given,
    option,
    output_option,
)
from vingt.cli.terminal.errors import NOT_ALLOWED
from vingt.cli.terminal.output import refuse_odd_target, written_bytes, written_whole
from vingt.cli.terminal.progress import ProgressBar
from vingt.core.rules.submission import Unreadable
from vingt.report.packet.inputs import ROUNDS, SEED, EarlierPacket, PacketInputs, inputs_for
from vingt.report.packet.packet import Packet, inputs_changed, make, packet_in, steps
from vingt.report.packet.pdf import PDF, packet_pdf, text_of
from vingt.report.packet.verdict import (
    compared_json,
    compared_lines,
    inputs_changed_json,
    inputs_changed_lines,
)
from vingt.report.packet.verification import differences, in_pdf
from vingt.report.proposal import ProposalRefused
from vingt.report.text.page import print_json
from vingt.rulebook.inputs import read_input
from vingt.rulebook.library import NoSuchRulebook


def packet(
    rules: Annotated[str | None, argument("[RULES]", RULES_HELP, complete_rules)] = None,
    output: Annotated[str | None, output_option("Write it there, not to stdout.")] = None,
    date: Annotated[str | None, option("YYYY-MM-DD", "The date on every page; today unless said.")] = None,
    rounds: Annotated[float, option("N", "Rounds of the simulation: 2e6, 1e7.")] = ROUNDS,
    seed: Annotated[int, option("N", "Of the simulation.")] = SEED,
    after: Annotated[
        str | None, option("FILE", "The packet filed before: goes into the version history.")
    ] = None,
    pdf: Annotated[bool, flag("--pdf", "PDF; with -o NAME.html, a PDF beside the HTML.")] = False,
    verify: Annotated[
        str | None, option("FILE", "Compute this packet anew; exit 1 where a digit differs.")
    ] = None,
    choices: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Everything an operator files for a table, as one HTML file: rules,
    odds, layout, procedures, PAR sheets, a round that wins each line.

    The same submission, date and seed give the same bytes. --verify
    computes a packet anew and names what differs.

    Examples:
      vingt packet md-players-edge-21 --date 2026-11-16 -o packet.html --pdf
      vingt packet my-table.toml --after packet.html -o second.html
      vingt packet --verify packet.html
      vingt packet md-blackjack --json
    """
    if verify is not None:
        if rules is not None or output is not None or choices or after or date:
            raise Unreadable("--verify FILE stands alone: all that a packet was made from is in the file")
        verified(verify, json=json)
        return
    if rules is None:
        raise Unreadable("name a table, for example: vingt packet md-blackjack -o packet.html")
    target = None if output is None else Path(output)
    if target is not None:
        refuse_odd_target(target)
    earlier = () if after is None else history_after(after)
    if rounds != int(rounds):
        raise Unreadable(f"--rounds {rounds:g}: a whole number")
    at = given(rules, choices)
    packet = made_with_progress(inputs_for(at, date, seed, int(rounds), earlier))
    if json:
        print_json(packet.data)
        if target is None:
            return
    write(packet, target, pdf=pdf)


def write(made: Packet, target: Path | None, *, pdf: bool) -> None:
    """HTML, or PDF to stdout or a file of that name, or both beside each other."""
    if pdf:
        if target is None:
            sys.stdout.buffer.write(packet_pdf(made))
            return
        with written_bytes(target.with_suffix(".pdf")) as file:
            file.write(packet_pdf(made))
        if target.suffix == ".pdf":
            told_of(target, made)
            return
    if target is None:
        sys.stdout.write(made.html())
        return
    with written_whole(target) as page:
        page.write(made.html())
    told_of(target, made)


def told_of(target: Path, made: Packet) -> None:
    told = f"vingt: {target}: {len(made.sheets)} sheets, dated {made.date}, digest {made.digest}"
    print(told, file=sys.stderr)


def made_with_progress(inputs: PacketInputs) -> Packet:
    _ = inputs.proposal.rules  # whether it is allowed is said before anything is computed
    patience = nullcontext() if sys.stderr.isatty() else at_work("making the packet")
    with patience, ProgressBar(steps(inputs), "making the packet") as progress:
        return make(inputs, progress.step)


def history_after(named: str) -> tuple[EarlierPacket, ...]:
    before = packet_in(text_of(bytes_of(named), named), named)
    return (*before.inputs.history, before.as_earlier())


def bytes_of(named: str) -> bytes:
    try:
        return read_input(Path(named))
    except OSError as error:
        raise Unreadable(f"{named}: {(error.strerror or 'cannot be read').lower()}") from error


def verified(named: str, *, json: bool) -> None:
    data = bytes_of(named)
    text = text_of(data, named)
    try:
        held = packet_in(text, named)
        computed = made_with_progress(held.inputs)
    except (Unreadable, NoSuchRulebook, ProposalRefused) as error:
        not_to_be_computed(named, text, error, json=json)
    different = differences(held, text, computed)
    if data.startswith(PDF):
        different += in_pdf(data, packet_pdf(computed))
    if json:
        print_json(compared_json(named, held, computed, different))
    else:
        print("\n".join(compared_lines(named, held, computed, different)))
    if different:
        raise typer.Exit(NOT_ALLOWED)


def not_to_be_computed(named: str, text: str, error: Exception, *, json: bool) -> NoReturn:
    """What a packet was made from may itself be what was changed: its own digest tells."""
    digests = inputs_changed(text)
    if digests is None:
        raise error
    own, stated = digests
    why = str(error).removeprefix("--").removeprefix(f"{named}: ")
    if isinstance(error, ProposalRefused):
        why = "; ".join(f"{problem.key} {problem.message}" for problem in error.problems)
    if json:
        print_json(inputs_changed_json(named, own, stated, why))
    else:
        print("\n".join(inputs_changed_lines(named, own, stated, why)))
    raise typer.Exit(NOT_ALLOWED)
