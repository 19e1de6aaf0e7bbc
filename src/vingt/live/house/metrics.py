"""What a house tells a Prometheus server: counts and times, nobody's cards and nobody's names."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from vingt.live.log.chain import StoredEvent

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


@dataclass
class Measured:
    accepted: bool = False


class HouseMetrics:
    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.tables = Gauge("vingt_tables", "Tables that are open.", registry=registry)
        self.commands = Counter(
            "vingt_commands", "Commands by word and answer.", ["command", "answer"], registry=registry
        )
        self.acknowledged = Histogram(
            "vingt_acknowledged_seconds",
            "From a command to its durable acknowledgement.",
            buckets=SECONDS,
            registry=registry,
        )
        self.events = Counter("vingt_events", "Events stored, by kind.", ["kind"], registry=registry)
        self.faults = Counter(
            "vingt_dealer_faults", "Times a dealer could not do what was due.", registry=registry
        )
        self.store_failed = Gauge(
            "vingt_store_failed", "1 while the log takes no events, 0 otherwise.", registry=registry
        )
        self.out_of_service = Gauge(
            "vingt_tables_out_of_service", "Tables whose dealer cannot go on.", registry=registry
        )
        self.rounds = Counter("vingt_rounds", "Rounds finished.", registry=registry)

    @contextmanager
    def acknowledging(self, command: str) -> Iterator[Measured]:
        measured = Measured()
        started = time.perf_counter()
        yield measured
        self.commands.labels(command, "accepted" if measured.accepted else "refused").inc()
        if measured.accepted:
            self.acknowledged.observe(time.perf_counter() - started)

    def stored(self, events: Sequence[StoredEvent]) -> None:
        for event in events:
            self.events.labels(event.kind).inc()
            if event.kind == "round_ended":
                self.rounds.inc()

    def text(self) -> bytes:
        """In Prometheus' own format."""
        return generate_latest(self.registry)
