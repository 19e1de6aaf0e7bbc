"""`vingt protect RULES --log FOLDER`: the wagers of each player beside the count."""

from __future__ import annotations

import sys
from pathlib import Path

from vingt.analysis.counting.main_risk import human_count
from vingt.analysis.counting.removal import main_removal, main_steps
from vingt.analysis.counting.systems import SYSTEMS
from vingt.cli.terminal.log_folder import Patience, snapshot
from vingt.cli.terminal.progress import ProgressBar
from vingt.core.money import Cents
from vingt.report.counting.players import players_in, rounds_at
from vingt.report.counting.removal import head_json
from vingt.report.counting.section import html_text, text_page
from vingt.report.counting.suspicions import SUSPICION_NOTES, players_json, players_section
from vingt.report.proposal import Proposal
from vingt.report.rounds.replay import names_in
from vingt.report.text.page import print_json

TRIED = ("hi-lo", "ko", "zen")


def players_beside_the_count(
    at: Proposal, folder: Path, unit: Cents, rounds_per_hour: float, *, json: bool, html: bool
) -> None:
    with snapshot(folder) as log, Patience("read", sum(log.streams.values())) as patience:
        seen, names = rounds_at(at, log, patience), dict(names_in(log))
    with ProgressBar(main_steps(at.rules), "shoes") as progress:
        removal = main_removal(at.rules, "best", unit, progress.step)
    systems = [SYSTEMS[name] for name in TRIED]
    best = human_count(removal)
    if all(best.tags != each.tags for each in systems):
        systems.append(best)
    players = sorted(players_in(seen, names, removal, systems), key=lambda each: -each.best.sigmas)
    title = f"Wagers beside the count: {at.rules.title}"
    if json:
        print_json({**head_json(at), **players_json(players, rounds_per_hour)})
        return
    sections = [players_section(players, rounds_per_hour, sum(map(len, seen.values())))]
    if html:
        sys.stdout.write(html_text(at, title, sections, SUSPICION_NOTES))
    else:
        text_page(at, title, sections, SUSPICION_NOTES).print()
