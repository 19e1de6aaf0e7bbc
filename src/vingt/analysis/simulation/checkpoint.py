"""A run kept in a file: written whole or not at all, with a hash inside; another run's file is refused."""

from __future__ import annotations

import hashlib
import json
import os
import time
from math import inf
from pathlib import Path
from typing import Any

from vingt._version import __version__
from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.run import Point, Run

KIND = "vingt simulation checkpoint 1"
SECONDS = 5.0  # between two writings


class CheckpointRefused(ValueError):
    """The file is no checkpoint of this plan; it has not been touched."""


class Checkpoint:
    """Where a run is kept. `keep` writes when the last writing is some seconds old, `write` at once."""

    def __init__(self, path: Path, seconds: float = SECONDS) -> None:
        self.path = path
        self.seconds = seconds
        self.written = time.monotonic()

    def start(self, plan: Plan) -> Run:
        """The run as the file holds it, or a new one; writing it is tried before anything is played."""
        run = read(self.path, plan) if self.path.exists() else Run(plan)
        self.write(run)
        return run

    def keep(self, run: Run) -> None:
        if time.monotonic() - self.written >= self.seconds:
            self.write(run)

    def write(self, run: Run) -> None:
        write(self.path, run)
        self.written = time.monotonic()


def write(path: Path, run: Run) -> None:
    """Beside the file first, onto the disk, then in its place."""
    content = as_json(run)
    text = json.dumps({**content, "digest": digest(content)}, indent=1)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read(path: Path, plan: Plan) -> Run:
    """The run in the file, or a refusal that says what is wrong with it."""
    left = "; it is left as it is. Name another file, or move this one away to begin anew"
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        kind = content["kind"]
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError, KeyError, TypeError) as error:
        raise CheckpointRefused(f"{path}: no simulation checkpoint, or a damaged one{left}") from error
    if kind != KIND:
        raise CheckpointRefused(f"{path}: not {KIND!r} but {str(kind)[:60]!r}{left}")
    if content.pop("digest", None) != digest(content):
        raise CheckpointRefused(f"{path}: damaged, its content does not match its hash{left}")
    if content["fingerprint"] != plan.fingerprint:
        raise CheckpointRefused(f"{path}: the checkpoint of another simulation ({content['about']}){left}")
    if content["version"] != __version__:
        raise CheckpointRefused(f"{path}: made by vingt {content['version']}, this is {__version__}{left}")
    track = [
        Point(units, rounds, ev, inf if se is None else se) for units, rounds, ev, se in content["track"]
    ]
    return Run(plan, content["units"], Counts.of_json(content["counts"]), track)


def as_json(run: Run) -> dict[str, Any]:
    return {
        "kind": KIND,
        "version": __version__,
        "about": about(run.plan),
        "fingerprint": run.plan.fingerprint,
        "units": run.units,
        "track": [[units, rounds, ev, None if se == inf else se] for units, rounds, ev, se in run.track],
        "counts": run.counts.as_json(),
    }


def about(plan: Plan) -> str:
    """A plan in words, for whoever looks into the file or is refused."""
    played = "best play by composition" if plan.strategy is None else "a chart"
    dealt = "fresh shoes" if plan.cut is None else f"shoes cut at {float(plan.cut):g}"
    parts = [
        plan.rules.title,
        played,
        dealt,
        f"{plan.boxes} box{'es' if plan.boxes > 1 else ''} at {plan.stake} cents",
        f"seed {plan.seed}",
        f"side wagers {', '.join(plan.wagers) or 'none'}",
        f"rules {plan.rules.identity[:12]}",
    ]
    return "; ".join(parts)


def digest(content: dict[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
