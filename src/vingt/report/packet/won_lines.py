"""The sheets of a packet with a shoe and a round for every line that is paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from vingt.analysis.exact.side.value import SideWagerValue
from vingt.analysis.winning.scripted_round import NotARound, ScriptedRound, replayed
from vingt.analysis.winning.search import (
    TRIED,
    SoughtLine,
    main_lines,
    sought_lines,
    winning_rounds,
)
from vingt.core.money import dollars
from vingt.core.rounds.event import WagerSettled
from vingt.core.rounds.outcome_words import outcome_words
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.core.wagers.outcome import LOSE
from vingt.report.drawing.printed_sheet import PrintedSheet, table, text
from vingt.report.words.figures import signed
from vingt.report.words.values import short

HOW = (
    "Each round was found by search and is played by the engine that deals the tables: put these cards on "
    "top of a full shoe, after the burn, in this order, and deal. The rest of the shoe does not matter. "
    "Whoever verifies this packet has every round played again."
)
HEADS = ("line", "wagers", "cards as they leave the shoe", "decisions", "paid", "clause")


@dataclass(frozen=True)
class WonLines:
    """The rounds of one wager, and lines without one with the reason."""

    name: str
    rounds: dict[SoughtLine, ScriptedRound]
    without: Sequence[tuple[str, str]]


def won_lines(
    rules: TableRules, values: Sequence[SideWagerValue], done: Callable[[], None] = lambda: None
) -> list[WonLines]:
    sought = main_lines(rules)
    every = [one_wager(rules.main_wager, rules, sought, winning_rounds(rules, sought), ())]
    done()
    for valued in values:
        offer = rules.wager(valued.case.wager.id)
        assert offer is not None
        possible = [line.line for line in valued.lines if line.probability and line.line != LOSE]
        impossible = [(line.line, line.impossible) for line in valued.lines if line.impossible]
        sought = sought_lines(rules, offer, possible)
        rounds = winning_rounds(rules, sought, valued.case)
        every.append(one_wager(offer.name, rules, sought, rounds, impossible))
        done()
    return every


def one_wager(
    name: str,
    rules: TableRules,
    sought: Sequence[SoughtLine],
    rounds: dict[SoughtLine, ScriptedRound],
    impossible: Sequence[tuple[str, str]],
) -> WonLines:
    missing = [(each.line, f"none found in {TRIED:,} rounds tried") for each in sought if each not in rounds]
    without = [(outcome_words(line), why) for line, why in (*impossible, *missing)]
    return WonLines(name, rounds, without)


def won_sheet(rules: TableRules, won: Sequence[WonLines]) -> PrintedSheet:
    parts = [text(HOW)]
    for each in won:
        rows = [row(rules, sought, played) for sought, played in each.rounds.items()]
        if rows:
            parts.append(table(HEADS, rows, each.name))
        if each.without:
            parts.append(table(("line without a round", "why"), each.without, f"{each.name}: no round"))
    return PrintedSheet("rounds", "A round that wins each line", parts)


def row(rules: TableRules, sought: SoughtLine, played: ScriptedRound) -> tuple[str, ...]:
    event = played.won()[sought.wager, sought.line]
    paid = signed(event.net) if isinstance(event, WagerSettled) else "by its meter, prize or wheel"
    own = rules.wager_name(sought.wager) if rules.wager(sought.wager) is None and sought.wager != MAIN else ""
    line = outcome_words(sought.line)
    return (
        f"{own}: {line}" if own else line,
        ", ".join(wager_words(rules, step) for step in played.steps if step.startswith("wager ")),
        " ".join(map(str, played.cards)),
        ", ".join(decisions(played)) or "none",
        paid,
        short(event.cite, rules.cites_as),
    )


def wager_words(rules: TableRules, step: str) -> str:
    _, player, box, name, amount = step.split()
    what = "" if name == MAIN else f" {rules.wager_name(name)}"
    return f"{player} {dollars(int(amount))}{what} on box {box}"


def decisions(played: ScriptedRound) -> list[str]:
    said = []
    for step in played.steps:
        word, *rest = step.split()
        if word in ("wager", "close", "deal", "check", "claim"):
            continue
        place = rest[0].removesuffix(".1") if rest else ""
        said.append(f"{word} {dollars(int(rest[1]))}" if word == "insure" else f"{word} (box {place})")
    return said


def won_json(won: Sequence[WonLines]) -> list[dict[str, Any]]:
    return [
        {"wager": sought.wager, "line": sought.line, "steps": list(played.steps)}
        for each in won
        for sought, played in each.rounds.items()
    ]


def replay_problems(rules: TableRules, rounds: Sequence[dict[str, Any]]) -> list[str]:
    """Of rounds as a packet has them: those that the engine does not play, or that do not win their line."""
    problems = []
    for at, each in enumerate(rounds):
        named = f"rounds[{at}] ({each.get('wager')}, {each.get('line')})"
        try:
            played = replayed(rules, [str(step) for step in each["steps"]])
        except (NotARound, KeyError, TypeError) as error:
            problems.append(f"{named}: the engine does not play it: {error}")
            continue
        if over := {
            str(card) for card in played.cards if played.cards.count(card) > rules.cards.shoe.count(card)
        }:
            problems.append(f"{named}: more {', '.join(sorted(over))} than the shoe holds")
        if (each["wager"], each["line"]) not in played.won():
            problems.append(f"{named}: played by the engine it does not win this line")
    return problems
