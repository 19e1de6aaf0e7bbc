"""`vingt simulate`: rounds by the million on any device, with their error beside the exact value."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from vingt.analysis.counting.systems import NotASystem
from vingt.analysis.simulation.checkpoint import Checkpoint, CheckpointRefused
from vingt.analysis.simulation.devices import device as devices
from vingt.analysis.simulation.devices.batches import LocalPlayer
from vingt.analysis.simulation.devices.cluster import ClusterPlayer, ClusterRefused, connected
from vingt.analysis.simulation.figures.bankroll import TooManyDraws, check_draws
from vingt.analysis.simulation.figures.counted import CountedFigures
from vingt.analysis.simulation.figures.side_wagers import side_figures
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.report import Manner, Report, exact_of, report
from vingt.analysis.simulation.run import Player, Run, met
from vingt.analysis.simulation.run import simulate as carry_on
from vingt.cli.commands.count import indices_at
from vingt.cli.terminal.analysis import StrategyOption, at_work, strategy_of
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, flag, given, option
from vingt.cli.terminal.errors import NOT_ALLOWED, ended
from vingt.cli.terminal.output import writable, written_whole
from vingt.cli.terminal.watch import Watch
from vingt.core.money import Cents
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.report.counting.cases import case_of
from vingt.report.counting.removal import head_json
from vingt.report.counting.section import html_text, text_page
from vingt.report.counting.simulated import COUNTED_NOTES, CountingReport, counting_json, counting_sections
from vingt.report.proposal import Proposal
from vingt.report.simulation.counter import CountingOptions, counted_plan
from vingt.report.simulation.page import simulate_page
from vingt.report.simulation.question import SimulationOptions
from vingt.report.simulation.request import ALL, NONE, followed_chart
from vingt.report.text.page import print_json

INTERRUPTED = 130  # as shells report a program that Ctrl-C ended


def simulate(
    rules: RulesArgument,
    rounds: Annotated[str | None, option("N", "1e9, 2.5e6; 1e7 unless said.")] = None,
    seed: Annotated[int, option("N", "The same seed gives the same counts.")] = 1,
    device: Annotated[str, option("python|cpu|cuda", "What plays the rounds.")] = "cpu",
    threads: Annotated[int | None, option("N", "On the CPU; all cores unless said.")] = None,
    strategy: StrategyOption = "composition",
    boxes: Annotated[int, option("N", "Boxes played in every round.")] = 1,
    shoe: Annotated[
        str,
        option(
            "fresh|cut|cut=0.75",
            "A fresh shoe each round, or shoes dealt to the cover card (cut: where the rulebook puts it).",
        ),
    ] = "fresh",
    wagers: Annotated[
        str | None,
        option(
            "all|none|ID,ID",
            "Side wagers, each at its smallest stake; all unless said, with --count none.",
            show_default=False,
        ),
    ] = None,
    stake: Annotated[str, option("AMOUNT", "The main wager on each box.")] = "25",
    until_se: Annotated[float | None, option("ERROR", "Stop at this standard error: 1e-6.")] = None,
    checkpoint: Annotated[str | None, option("FILE", "Keep the run there; go on from it.")] = None,
    cluster: Annotated[str | None, option("ADDRESS|local:N", "Play on a Dask cluster.")] = None,
    rounds_per_hour: Annotated[float, option("N", "For the day's hold.")] = 70,
    hours: Annotated[float, option("N", "For the day's hold.")] = 8,
    paths: Annotated[int, option("N", "Days and bankrolls drawn.")] = 10_000,
    path_rounds: Annotated[str | None, option("N", "Rounds of a bankroll; a day unless said.")] = None,
    for_super_bonus: Annotated[
        bool, flag("--for-super-bonus", "Hit hands that may still make the super bonus.")
    ] = False,
    html: Annotated[str | None, option("FILE", "Write a page with plots there.")] = None,
    count: Annotated[
        str | None, option("SYSTEM", "Count by a system: hi-lo, ko, zen …, my-count.toml.")
    ] = None,
    running: Annotated[bool, flag("--running", "By the running count, begun at 0; without indices.")] = False,
    spread: Annotated[
        str | None, option("1-8", "Units: the least, and the most from an edge of 2% on.")
    ] = None,
    ramp: Annotated[str | None, option("1:2,3:8", "From each count on so many units.")] = None,
    cut: Annotated[str | None, option("0.75", "The share of the shoe dealt, with --count.")] = None,
    wong_in: Annotated[int | None, option("N", "Wager only once the count is N.")] = None,
    wong_out: Annotated[int | None, option("N", "And stop below this count; N unless said.")] = None,
    no_indices: Annotated[
        bool, flag("--no-indices", "Play the chart at every count, and never insure.")
    ] = False,
    bankroll: Annotated[str | None, option("AMOUNT", "For the risk of ruin: $10,000.")] = None,
    choices: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Play very many rounds: edge, error, law, side wagers, bankrolls, hold.

    The same seed gives the same counts on every device, with any number of
    threads, on a cluster, and after a crash. Ctrl-C keeps what was done.
    With --count a player counts: win rate, SCORE, ruin, every true count.

    Examples:
      vingt simulate md-pontoon-21
      vingt simulate md-blackjack --rounds 1e9 --strategy chart --wagers none
      vingt simulate md-blackjack --until-se 1e-5 --checkpoint run.json
      vingt simulate mbs-pontoon --shoe cut --boxes 5 --html report.html
      vingt simulate md-blackjack --count hi-lo --spread 1-8 --cut 0.75
      vingt simulate md-blackjack --count zen --ramp 1:2,2:4,4:8 --wong-in 0
    """
    at = given(rules, choices)
    counting = CountingOptions(count, running, spread, ramp, cut, wong_in, wong_out, no_indices, bankroll)
    wagers = wagers or (NONE if counting.counts else ALL)
    shoe = counting.shoe(shoe) if counting.counts else shoe
    ask = SimulationOptions(
        rules, tuple(choices or ()), rounds, seed, device, threads, strategy, boxes, shoe, wagers, stake,
        until_se, checkpoint, cluster, rounds_per_hour, hours, paths, path_rounds,
        for_super_bonus, counting,
    )  # fmt: skip
    page = None if html is None else writable("--html", html)
    try:
        with at_work("finding the strategy"):
            plan = plan_of(ask, at.rules)
        if counting.counts:
            with refusals_named():
                counted(ask, at, plan, page, json=json)
            return
        with refusals_named():
            report, reason = played(ask, plan, at, with_law=html is not None)
    except (CheckpointRefused, ClusterRefused, TooManyDraws, NotASystem) as refusal:
        raise Unreadable(str(refusal)) from None
    if json:
        print_json(report.as_json())
    else:
        simulate_page(report).print()
    sys.stdout.flush()
    if page is not None:
        from vingt.report.simulation.html import html_page

        with written_whole(page) as file:
            file.write(html_page(report))
    end_with(reason)


def end_with(reason: str) -> None:
    if reason:
        raise ended(reason, INTERRUPTED)


def counted(ask: SimulationOptions, at: Proposal, plan: Plan, page: Path | None, *, json: bool) -> None:
    """A player who counts: their run and its report."""
    bankroll = ask.counting.checked_bankroll()
    plan = counted_plan(
        plan,
        ask.counting,
        lambda system: indices_at(at, system, Cents(plan.stake)),
        lambda wager: case_of(at, wager, None),
    )
    run, manner, reason = carried_on(ask, plan)
    report = CountingReport(CountedFigures(plan, run.counts), manner, bankroll, ask.rounds_per_hour)
    title = f"Counting simulated: {at.rules.title}"
    if json:
        print_json({**head_json(at), **counting_json(report)})
    else:
        text_page(at, title, counting_sections(report), COUNTED_NOTES).print()
    sys.stdout.flush()
    if page is not None:
        with written_whole(page) as file:
            file.write(html_text(at, title, counting_sections(report), COUNTED_NOTES))
    end_with(reason)


def plan_of(ask: SimulationOptions, rules: TableRules) -> Plan:
    """The options judged against the table; the cheap ones before the strategy is found."""
    _ = ask.request.goal
    plan = ask.request.plan_at(rules, ask.stake_at(rules), ask.cut_at(rules))
    for session in (ask.day.rounds, ask.day.path_rounds or 1):
        check_draws(session, ask.day.paths, plan.boxes)
    if ask.for_super_bonus and rules.super_bonus is None:
        raise Unreadable("--for-super-bonus: this table has no super bonus")
    chart = followed_chart(rules, strategy_of(ask.strategy, rules))
    return replace(plan, strategy=chart, aims_at_super_bonus=ask.for_super_bonus)


def played(ask: SimulationOptions, plan: Plan, at: Proposal, *, with_law: bool) -> tuple[Report, str]:
    """The report, and what to tell somebody whose run has not reached its goal."""
    run, manner, told = carried_on(ask, plan)
    with at_work("computing the exact values"):
        exact = exact_of(plan, with_law=with_law)
        sides = side_figures(plan, run.counts, at.document, at.submission.raw)
    goal, left_out = ask.request.goal, ask.request.left_out(plan)
    return report(run, goal, met(run, goal), manner, sides, exact, ask.day, left_out), told


def carried_on(ask: SimulationOptions, plan: Plan) -> tuple[Run, Manner, str]:
    """The run as far as it came, how it was played, and what to tell of one that did not reach its goal."""
    goal = ask.request.goal
    kept = None if ask.checkpoint is None else Checkpoint(writable("--checkpoint", ask.checkpoint))
    run = Run(plan) if kept is None else kept.start(plan)
    refuse_more_than_asked(ask, run)
    if ask.cluster is None:
        with at_work("compiling the rules"), refusals_named():
            devices.play(plan, ask.device, 0, 1, ask.threads)  # so that the rate is that of playing
    reason = ""
    with player_of(ask, plan) as play, Watch(goal, run) as watch:

        def seen(run: Run) -> None:
            watch.seen(run)
            if kept is not None:
                kept.keep(run)

        try:
            carry_on(run, goal, play, seen=seen, stopped=watch.stopped)
            reason = watch.reason
        except KeyboardInterrupt:
            reason = "interrupted"
        except (ClusterRefused, OSError) as error:
            if not run.units:
                raise
            reason = str(error)
        seconds = watch.seconds
    told = keep_what_is_done(ask, run, kept, reason)
    threads = None if ask.cluster else ask.threads
    return run, Manner(ask.device, ask.strategy, seconds, watch.rounds, threads, ask.cluster), told


def refuse_more_than_asked(ask: SimulationOptions, run: Run) -> None:
    asked = ask.request.goal.rounds
    if run.plan.cut is None and run.counts.rounds > asked:
        raise Unreadable(
            f"{ask.checkpoint} holds {run.counts.rounds:,} rounds already, more than the {asked:,} asked "
            "for; ask for at least as many, or name another file"
        )


def keep_what_is_done(ask: SimulationOptions, run: Run, kept: Checkpoint | None, reason: str) -> str:
    """Write the run down, to a file of its own if none was named, and say how to go on."""
    if kept is None and not reason:
        return ""
    if not run.units:
        raise ended("interrupted before the first rounds were counted", INTERRUPTED)
    kept = kept or Checkpoint(Path(f"vingt-simulation-{run.plan.fingerprint[:8]}.json"))
    try:
        kept.write(run)
    except OSError as error:
        place = f"{kept.path}: {error.strerror}"
        return f"{reason or 'done'}, but the run could not be kept in {place}"
    if not reason:
        return ""
    return f"{reason}; {run.counts.rounds:,} rounds are kept. Go on with:\n  {ask.again(str(kept.path))}"


@contextmanager
def refusals_named() -> Iterator[None]:
    try:
        yield
    except devices.NotCarried as refusal:
        raise ended(f"the simulation does not carry this: {refusal}", NOT_ALLOWED) from None


@contextmanager
def player_of(ask: SimulationOptions, plan: Plan) -> Iterator[Player]:
    batch = devices.units_per_call(plan, ask.device)
    if ask.cluster is None:
        yield LocalPlayer(devices.play, plan, ask.device, batch, ask.threads)
        return
    with connected(ask.cluster) as client:
        yield ClusterPlayer(client, devices.play, plan, ask.device, batch)
